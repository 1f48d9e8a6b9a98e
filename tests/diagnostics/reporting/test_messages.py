"""Reasons in Chinese: clause by clause, and nothing is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.messages import render
from diagnostics.reporting.messages import translated, untranslated

ZH, EN = Language.ZH, Language.EN


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        (
            "precipitation is there at 3 of 5 times",
            "降水量仅见于5个时次中的3个",
        ),
        (
            "no time has a sample exactly 24 h earlier in the data",
            "资料中没有相隔恰好24小时的样本",
        ),
    ],
)
def test_clauses_are_translated_with_their_values(english: str, chinese: str) -> None:
    assert translated(english, ZH) == chinese
    assert translated(english, EN) == english


def test_a_clause_that_is_not_known_stays_as_it_is() -> None:
    message = "the moon is full; no value: undetermined"
    assert untranslated(message) == ("the moon is full",)
    assert translated(message, ZH) == "the moon is full；无数值：无法判定"
    assert translated("the moon is full; so it is", ZH) == "the moon is full; so it is"


def test_every_reason_of_a_run_has_a_message_in_both_languages(finished_run: Any) -> None:
    report = finished_run.report
    judged = [*report.classification.assessments]
    judged += [item.judgement for item in report.evidence if item.judgement]
    assert len(judged) > 5
    for item in judged:
        assert item.wording is not None, item.reason
        assert render(item.wording, EN) == item.reason
        assert re.search(r"[\u4e00-\u9fff]", render(item.wording, ZH))
