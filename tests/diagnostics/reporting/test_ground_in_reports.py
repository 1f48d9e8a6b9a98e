"""Values that begin at sea level for lack of the ground's height say so in the report."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.guidelines import load_release
from diagnostics.messages import localise
from diagnostics.reporting import build_report
from diagnostics.reporting.checker import unsupported_claims
from diagnostics.reporting.factors import in_order
from diagnostics.reporting.values import fill


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_factors_that_begin_at_sea_level_are_named(
    in_language: Callable[..., Any], language: str, count: int
) -> None:
    material = in_language(language)
    found = [item.id for item in in_order(material) if item.index is not None][:count]
    assert len(found) == count
    evidence = tuple(
        item
        if item.index is None
        else item.model_copy(
            update={
                "index": item.index.model_copy(
                    update={
                        "provenance": item.index.provenance.model_copy(
                            update={
                                "warnings": ("ground_at_sea_level",) if item.id in found else ()
                            }
                        )
                    }
                )
            }
        )
        for item in material.evidence
    )
    report = build_report(replace(material, evidence=evidence))
    assert unsupported_claims(report, load_release()) == ()
    chain = next(section for section in report.sections if section.id == "chain")
    opening = localise("report-ground_at_sea_level", Language(language), names="{}")
    shown = [fill(line, report) for line in chain.sentences]
    said = [text for text in shown if text.startswith(opening.partition("{}")[0])]
    assert len(said) == bool(count)
    assert all(len(re.findall("[;；]", text)) >= count - 1 for text in said)
