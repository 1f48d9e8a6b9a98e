"""Two entries of the library that look at one quantity are told apart wherever they are named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from diagnostics.contracts.enums import EventType, Language, Verdict
from diagnostics.reporting import build_report
from diagnostics.reporting.checker import unsupported_claims
from diagnostics.reporting.values import fill, fill_table


@pytest.mark.parametrize("language", Language)
def test_one_quantity_of_two_entries_bears_two_names(
    in_language: Callable[..., Any], language: Language
) -> None:
    """Found for one explanation and not for another: one name in two lists says both of one."""
    material = in_language(language.value)
    item = next(one for one in material.confirmed if one.index is not None)
    entry = material.entry(item)
    other = next(
        cause
        for cause in material.release.causes
        if EventType.RAINSTORM in cause.event_types and cause.id not in entry.supports
    )
    twin = entry.model_copy(update={"id": f"{entry.id}_of_another", "supports": (other.id,)})
    refuted = item.model_copy(
        update={
            "id": "e99",
            "entry_id": twin.id,
            "judgement": item.judgement.model_copy(update={"verdict": Verdict.REFUTED}),
        }
    )
    release = material.release.model_copy(update={"entries": (*material.release.entries, twin)})
    twice = replace(material, evidence=(*material.evidence, refuted), release=release)
    report = build_report(twice)
    assert unsupported_claims(report, release) == ()
    sections = {one.id: one for one in report.sections}
    text = "\n".join(fill(one, report) for one in sections["refuted"].sentences)
    text += "\n".join(" ".join(row) for row in fill_table(sections["refuted"].table, report))
    sign = {Language.EN: "sign of", Language.ZH: "指示"}[language]
    rows = fill_table(sections["chain"].table, report)
    (own,) = (row[1] for row in rows if sign in row[1])
    assert own not in text
    assert {Language.EN: other.name, Language.ZH: other.name_zh}[language] in text
