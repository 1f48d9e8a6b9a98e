"""Reasons in Chinese: clause by clause, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.reporting.messages import translated, untranslated

ZH, EN = Language.ZH, Language.EN


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        (
            "value 12.5 mm at 2026-07-05T06:00:00Z at best; expected >= 50 mm",
            "最接近时（2026年7月5日06:00（UTC））数值为12.5 mm；预期>= 50 mm",
        ),
        (
            "needs daily maxima of at least 3 days; the data hold 1",
            "需要至少3天的日最高气温；资料仅有1天",
        ),
        (
            "no cell reaches it; one cell of 0.5 degrees or 2 % [D] are needed",
            "没有格点达到阈值；要求至少一个0.5度的格点或2 % [D]",
        ),
        (
            "the threshold is 18.3 m s-1, the model-scaled equivalent of 20.8 m s-1 [K]",
            "阈值为18.3 m s-1（站点阈值20.8 m s-1 [K]的模式折算等效）",
        ),
    ],
)
def test_clauses_are_translated_with_their_values(english: str, chinese: str) -> None:
    assert translated(english, ZH) == chinese
    assert translated(english, EN) == english


def test_a_clause_that_is_not_known_stays_as_it_is() -> None:
    message = "the moon is full; no cell reaches it"
    assert untranslated(message) == ("the moon is full",)
    assert translated(message, ZH) == "the moon is full；没有格点达到阈值"
    assert translated("the moon is full; so it is", ZH) == "the moon is full; so it is"


def test_every_reason_of_a_run_is_known(finished_run: Any) -> None:
    report = finished_run.report
    said = [item.reason for item in report.classification.assessments]
    said += [item.judgement.reason for item in report.evidence if item.judgement]
    assert {clause for reason in said for clause in untranslated(reason)} == set()
