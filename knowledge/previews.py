"""What a report will print of an entry, written by the same rules on a value at its threshold."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from diagnostics.contracts.enums import Basis, IndexStatus, Verdict
from diagnostics.contracts.evidence import (
    Feature,
    FeaturesAnswer,
    IndexAnswer,
    Judgement,
    Provenance,
    SeriesPoint,
)
from diagnostics.contracts.guidelines import FigureExpectation, GuidelineEntry, IndexExpectation
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.guidelines import judge_figure, judge_index
from diagnostics.guidelines.thresholds import Threshold, absolute_test_of, absolute_threshold
from diagnostics.guidelines.verdict import bound_wording
from diagnostics.messages import Term, join_written, languages, message, render
from knowledge.executable import problems_of, tools
from knowledge.schemas import EntryPreview

_TIME = datetime(2026, 7, 1, 12, tzinfo=UTC)
_PROVENANCE = Provenance(tool="preview", tool_version="1")
_NEXT = 1e-3
"""By how much a value misses its threshold in the sentence of a refuted factor."""


def entry_preview(entry: GuidelineEntry, *, latitude: float = 35.0) -> EntryPreview:
    """Return the sentences of a report for an entry, in every language.

    Parameters
    ----------
    entry : GuidelineEntry
    latitude : float, optional
        Of the case, degrees: it decides between bands.

    Returns
    -------
    EntryPreview
        `confirmed` is of a value at the threshold, `refuted` of one just beyond it.
    """
    found = {
        name: {language: _sentence(entry, verdict, latitude, language) for language in languages()}
        for name, verdict in (("confirmed", Verdict.CONFIRMED), ("refuted", Verdict.REFUTED))
    }
    return EntryPreview(
        **found,
        expected={language: expected_text(entry, language) for language in languages()},
        rationale={language: _rationale(entry, language) for language in languages()},
        problems=tuple({"at": one.at, "message": one.wording} for one in problems_of(entry)),
    )


def factor_title(entry: GuidelineEntry, language: str) -> str:
    """Return the name of an entry's factor as the catalogue has it."""
    tool = tools().get(entry.factor)
    return entry.factor if tool is None else str(tool[f"title_{language}"])


def expected_text(entry: GuidelineEntry, language: str) -> str:
    """Return the expected anomaly in a few words."""
    expected = entry.expected
    if isinstance(expected, FigureExpectation):
        names = [render(message("curation-of_term", term=Term(term=part.detector)), language)
                 for part in expected.detectors]  # fmt: skip
        return join_written(dict.fromkeys(names), language)
    parts = []
    if expected.clim is not None:
        op = "<=" if expected.tail == "lower" else ">="
        quantity = "z" if expected.clim.stat == "z" else "percentile"
        limit = expected.clim.threshold
        test = Threshold(Basis.CLIMATOLOGY_REDUCED, quantity, op, limit, limit)
        wording = message(
            "curation-expected_climatology",
            quantity=Term(term=f"tested_{quantity}"),
            limit=bound_wording(test, ""),
        )
        parts.append(render(wording, language))
    if expected.absolute is not None:
        test = absolute_threshold(expected.absolute)
        parts.append(render(bound_wording(test, expected.unit), language))
    return join_written(parts, language, "clauses")


def _rationale(entry: GuidelineEntry, language: str) -> str:
    text = entry.rationale_zh if language == "zh" and entry.rationale_zh else entry.rationale
    return render(message("report-why_in_general", rationale=text), language)


def _sentence(entry: GuidelineEntry, verdict: Verdict, latitude: float, language: str) -> str:
    judged = _judged(entry, verdict, latitude)
    if judged is None or judged.wording is None:
        return ""
    title = factor_title(entry, language)
    wording = message("curation-sentence", name=title, said=render(judged.wording, language))
    return render(wording, language)


def _judged(entry: GuidelineEntry, verdict: Verdict, latitude: float) -> Judgement | None:
    """Judge a value at the threshold, or just beyond it, as the loop would."""
    if isinstance(entry.expected, FigureExpectation):
        passed = verdict is Verdict.CONFIRMED
        answers = [
            FeaturesAnswer(
                detector=part.detector,
                passed=passed,
                score=1.0 if passed else 0.0,
                features=(Feature(kind=part.detector, latitude=0.0, longitude=0.0),) * passed,
                time=_TIME,
                provenance=_PROVENANCE,
            )
            for part in entry.expected.detectors
        ]  # fmt: skip
        return judge_figure(entry, answers, first_time=None, times=9) if answers else None
    values = _values(entry.expected, verdict, latitude)
    if values is None:
        return None
    point = SeriesPoint(time=_TIME, **values)
    answer = IndexAnswer(
        name=entry.factor,
        value=point.value,
        unit=entry.expected.unit,
        status=IndexStatus.OK,
        provenance=_PROVENANCE,
        extra={part.output: _extra(part.test) for part in entry.expected.also},
        series=(point, point),
    )
    period = TimeWindow(start=_TIME - timedelta(hours=6), end=_TIME + timedelta(hours=6))
    return judge_index(entry, answer, period=period, latitude=latitude, located=True)


def _values(expected: IndexExpectation, verdict: Verdict, latitude: float) -> dict[str, Any] | None:
    """Return a point that meets an expectation, or that just misses it."""
    absolute = absolute_test_of(expected, latitude)
    met = verdict is Verdict.CONFIRMED
    value = 0.0
    if absolute is not None:
        test = absolute_threshold(absolute)
        span = max(abs(test.low), 1.0) * _NEXT * 10.0
        value = test.low if test.op != "<=" else test.high
        if test.op == "in":
            value = (test.low + test.high) / 2.0 if met else test.low - span
        elif not met:
            value += -span if test.op == ">=" else span
    elif expected.clim is None:
        return None
    if expected.clim is None:
        return {"value": value}
    shift = 0.0 if met else (0.1 if expected.tail == "lower" else -0.1)
    score = "z" if expected.clim.stat == "z" else "percentile"
    scores: dict[str, Any] = {score: expected.clim.threshold + shift, "climatology_mode": "A"}
    if expected.floor is not None and absolute is None:
        value = absolute_threshold(expected.floor).low
    return {"value": value, **scores}


def _extra(test: Any) -> float:
    value = test.value
    return float(sum(value) / 2.0) if isinstance(value, tuple) else float(value)
