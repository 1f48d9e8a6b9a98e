"""Judge from computed values whether an entry's expected anomaly is there.

The rules follow the library's decision scheme: climatology first (z or percentile), then the
floor, then operational thresholds where no climatology is given. An anomaly at the first sample
alone does not count when there are two or more, because nothing is known of what went before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from diagnostics.contracts.enums import Basis, IndexStatus, PlaceDoubt, Scope, Verdict
from diagnostics.contracts.evidence import FeaturesAnswer, IndexAnswer, Judgement, SeriesPoint
from diagnostics.contracts.guidelines import (
    FigureExpectation,
    GuidelineEntry,
    IndexExpectation,
    Place,
)
from diagnostics.contracts.narration import doubt_message, reason_of_answer
from diagnostics.contracts.space_time import TimeWindow, within_right_angle
from diagnostics.guidelines.thresholds import Threshold, absolute_threshold, threshold_for
from diagnostics.messages import Listing, Measure, Message, Moment, Param, Term, render
from diagnostics.messages.compass import compass_term, tens_of

EDGE_NOTE = "centre_at_data_edge"
"""Of an answer whose centre lies on the edge of the data, with the value that is there."""
LEAD = timedelta(hours=24)
"""How long before the onset an anomaly still counts."""

_STRENGTHS = ((4.0, "extreme"), (2.5, "strong"), (1.5, "significant"), (1.0, "weak"))
SNAPSHOT_DISCOUNT = 0.7
"""Factor of a verdict from a single time."""
THRESHOLD_DISCOUNT = 0.9
"""Factor of a verdict by a fixed limit, without a climatology."""
_JUST_OVER = 0.1


def _strength(test: Threshold, measured: float, point: SeriesPoint) -> str:
    of_cells = test.basis is Basis.CLIMATOLOGY_GRIDDED
    score = point.cluster_z if of_cells else point.z
    size = abs(score) if score is not None else None
    if size is not None and test.basis is not Basis.ABSOLUTE:
        return next((name for bound, name in _STRENGTHS if size >= bound), "weak")
    margin = test.margin(measured)
    if margin >= 1.0:
        return "extreme"
    if margin >= 0.5:
        return "strong"
    return "significant" if margin >= _JUST_OVER else "weak"


def _undetermined(reason: Message, scope: Scope) -> Judgement:
    """Leave a factor open."""
    return Judgement(
        verdict=Verdict.UNDETERMINED,
        basis=Basis.NONE,
        reason=render(reason, "en"),
        wording=reason,
        scope=scope,
        confidence=0.0,
    )


def _why_undecided(answers: Sequence[FeaturesAnswer]) -> Message:
    """Return what the detectors say of why they cannot tell, each reason once."""
    reasons = {
        f"{item.detector}: {item.message}": Message(
            id="quantityerror-of",
            params={"name": Term(term=item.detector), "reason": reason_of_answer(item)},
        )
        for item in answers
        if item.message
    }
    if not reasons:
        return Message(id="verdict-no_detector")
    parts = tuple(reasons[key] for key in sorted(reasons))
    return Message(id="problem-all", params={"problems": Listing(items=parts, style="clauses")})


def _extra_failure(expected: IndexExpectation, answer: IndexAnswer) -> Message | None:
    for extra in expected.also:
        value = answer.extra.get(extra.output)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            return Message(
                id="verdict-second_test_missing", params={"output": Term(term=extra.output)}
            )
        test = absolute_threshold(extra.test)
        if not test.holds(float(value)):
            return Message(
                id="verdict-second_test_fails",
                params={
                    "output": Term(term=extra.output),
                    "value": _number(float(value)),
                    "expected": _bound(test, ""),
                },
            )
    return None


def counts_in(
    window: TimeWindow, onset: datetime | None, end: datetime | None = None
) -> TimeWindow:
    """Return the period in which an anomaly counts: from 24 h before the onset to the end."""
    last = window.end if end is None else min(window.end, end)
    first = window.start if onset is None else max(window.start, onset - LEAD)
    return TimeWindow(start=min(first, last), end=last)


def judge_index(
    entry: GuidelineEntry,
    answer: IndexAnswer,
    *,
    period: TimeWindow,
    latitude: float,
    within: Callable[[SeriesPoint], bool] | None = None,
    located: bool = False,
    blows_from: float | None = None,
) -> Judgement:
    """Judge an index entry from the series of its reduced values.

    Parameters
    ----------
    entry : GuidelineEntry
        With an index expectation.
    answer : IndexAnswer
        `series` holds every analysed time; values in the unit of the expectation.
    period : TimeWindow
        Where an anomaly counts (see :func:`counts_in`).
    latitude : float
        Of the region's centre, degrees.
    within : callable, optional
        Whether the value of a time stands where it counts; all do by default.
    located : bool
        Whether the period is that of the entry's place, seen from the event's peak. Then an
        anomaly at the first time of the data counts as any other; over the whole period one that
        is found there alone may be older than the event, and decides nothing.
    blows_from : float, optional
        Direction of the side from which the entry's wind must blow, degrees from north. A wind
        that reaches the limit from elsewhere is no evidence; where its direction or the side is
        not known it decides nothing.

    Returns
    -------
    Judgement
        Confirmed, refuted, or undetermined with the reason. Values whose place is in doubt, and
        values that packing has left too coarse for the limit, decide nothing; where one of them
        alone meets the test, the verdict is undetermined.
    """
    expected = entry.expected
    if not isinstance(expected, IndexExpectation):
        raise TypeError(f"entry {entry.id} is not an index entry")
    scope = Scope.SNAPSHOT if len(answer.series) <= 1 else Scope.WINDOW
    if answer.status not in (IndexStatus.OK, IndexStatus.OUT_OF_RANGE):
        said = answer.wording or answer.message
        nothing = Message(id="verdict-no_value", params={"status": Term(term=answer.status.value)})
        return _undetermined(reason_of_answer(answer) if said else nothing, scope)
    if answer.status is IndexStatus.OUT_OF_RANGE:
        return _undetermined(
            Message(
                id="verdict-outside_range",
                params={
                    "value": Measure(measure=answer.value, unit=answer.unit)
                    if answer.value is not None
                    else Message(id="report-no_value")
                },
            ),
            scope,
        )
    first_time = answer.series[0].time if answer.series else None
    doubted: list[tuple[Message, bool]] = []
    hits: list[tuple[float, SeriesPoint, Threshold]] = []
    misses: list[tuple[float, SeriesPoint, Threshold]] = []
    astray: list[tuple[float, SeriesPoint, Threshold]] = []
    tried = False
    for point in answer.series:
        if point.value is None or not period.start <= point.time <= period.end:
            continue
        if within is not None and not within(point):
            continue
        tried = True
        test = threshold_for(expected, point, latitude)
        if test is None:
            continue
        measured = test.measured(point)
        if measured is None:
            continue
        holds = test.holds(measured)
        if holds and expected.floor is not None:
            holds = absolute_threshold(expected.floor).holds(point.value)
        if holds and expected.blows_from is not None:
            if blows_from is None or point.from_deg is None:
                doubted.append((Message(id="verdict-blows_unknown"), True))
                continue
            if not within_right_angle(point.from_deg, blows_from):
                astray.append((test.margin(measured), point, test))
                continue
        if point.doubt is PlaceDoubt.DATA_EDGE and holds and _at_least(answer, test):
            hits.append((test.margin(measured), point, test))
            continue
        if point.doubt is not None and (holds or point.doubt is not PlaceDoubt.NO_CENTRE):
            doubted.append((doubt_message(point.doubt), holds))
            continue
        if test.is_hidden(measured, answer.packing_step):
            doubted.append((_too_coarse(answer, test), holds))
            continue
        (hits if holds else misses).append((test.margin(measured), point, test))
    if doubted and not hits and (not misses or any(holds for _, holds in doubted)):
        return _undetermined(doubted[0][0], scope)
    if not hits and not misses and not astray:
        untold = "no_threshold" if tried else _why_untried(answer, period)
        return _undetermined(Message(id=f"verdict-{untold}"), scope)
    any_time = located or scope is Scope.SNAPSHOT
    counted = [hit for hit in hits if any_time or hit[1].time != first_time]
    if counted:
        failure = _extra_failure(expected, answer)
        return _verdict(max(counted, key=_strongest), answer, scope, failure)
    if hits:
        return _undetermined(Message(id="verdict-anomaly_first_time_only"), scope)
    if astray:
        decisive = max(astray, key=_strongest)
        wording = _blown_astray(decisive, answer, expected.blows_from, blows_from)
        return _judgement(Verdict.REFUTED, decisive, scope, wording)
    return _verdict(max(misses, key=_strongest), answer, scope, None, missed=True)


def _blown_astray(
    decisive: tuple[float, SeriesPoint, Threshold],
    answer: IndexAnswer,
    side: Place | None,
    side_deg: float | None,
) -> Message:
    """Say that a wind that reaches the limit blows from another side than its cause means."""
    _, point, _ = decisive
    value, direction = point.value, point.from_deg
    assert side is not None and side_deg is not None
    assert value is not None and direction is not None
    return Message(
        id="verdict-blows_elsewhere",
        params={
            "value": _number(value, answer.unit),
            "time": Moment(moment=point.time),
            "direction": Term(term=compass_term(direction)),
            "degrees": Measure(measure=tens_of(direction), unit="deg", digits=0),
            "side": Term(term=f"side_{side.value}"),
            "toward": Term(term=compass_term(side_deg)),
        },
    )


def _why_untried(answer: IndexAnswer, period: TimeWindow) -> str:
    """Return why no value was held against a limit: none of the period, or none at the place."""
    there = [point for point in answer.series if period.start <= point.time <= period.end]
    if not there:
        return "no_time"
    return "no_value_in_period" if all(p.value is None for p in there) else "place_elsewhere"


def _at_least(answer: IndexAnswer, test: Threshold) -> bool:
    """Whether an extreme on the edge of the data reaches the bound: beyond it is more at most."""
    outward = {"<=": "min", ">=": "max"}.get(test.op)
    return outward == answer.reduction and EDGE_NOTE in answer.provenance.warnings


def _too_coarse(answer: IndexAnswer, test: Threshold) -> Message:
    assert answer.packing_step is not None
    return Message(
        id="verdict-coarse_packing",
        params={
            "step": _number(answer.packing_step, answer.unit),
            "limit": _number(test.threshold, answer.unit),
        },
    )


def _strongest(found: tuple[float, SeriesPoint, Threshold]) -> tuple[float, float]:
    """Order by margin; where the sample's end makes margins equal, by standardised anomaly."""
    margin, point, _ = found
    return margin, abs(point.z) if point.z is not None else 0.0


def _verdict(
    decisive: tuple[float, SeriesPoint, Threshold],
    answer: IndexAnswer,
    scope: Scope,
    failure: Message | None,
    *,
    missed: bool = False,
) -> Judgement:
    _, point, test = decisive
    measured = test.measured(point)
    if failure is not None and not missed:
        return _judgement(Verdict.REFUTED, decisive, scope, failure)
    unit = answer.unit if test.quantity == "value" else ""
    edge = "_at_edge" if point.doubt is PlaceDoubt.DATA_EDGE else ""
    in_cells = "_in_cells" if test.basis is Basis.CLIMATOLOGY_GRIDDED else ""
    wording = Message(
        id=f"verdict-{'closest' if missed else 'reached'}{in_cells or edge}",
        params={
            "quantity": Term(term=f"tested_{test.quantity}"),
            "value": _number(measured, unit)
            if measured is not None
            else Message(id="report-no_value"),
            "time": Moment(moment=point.time),
            "expected": _bound(test, unit),
        },
    )
    verdict = Verdict.REFUTED if missed else Verdict.CONFIRMED
    return _judgement(verdict, decisive, scope, wording)


def _number(value: float, unit: str = "") -> Measure:
    """Show a value with four significant figures at most."""
    digits = len(f"{value:.4g}".partition("e")[0].partition(".")[2])
    return Measure(measure=value, unit=unit, digits=digits)


def _bound(test: Threshold, unit: str) -> Message:
    """Describe what a test asks for."""
    if test.op == "in":
        ends = {"low": _number(test.low), "high": _number(test.high, unit)}
        return Message(id="verdict-between", params=dict(ends))
    return Message(
        id="verdict-limit", params={"op": test.op, "limit": _number(test.threshold, unit)}
    )


def _judgement(
    verdict: Verdict, decisive: tuple[float, SeriesPoint, Threshold], scope: Scope, wording: Message
) -> Judgement:
    margin, point, test = decisive
    measured = test.measured(point)
    confirmed = verdict is Verdict.CONFIRMED
    confidence = min(1.0, 0.6 + 0.4 * min(1.0, abs(margin)))
    if test.basis is Basis.ABSOLUTE:
        confidence *= THRESHOLD_DISCOUNT
    if scope is Scope.SNAPSHOT:
        confidence *= SNAPSHOT_DISCOUNT
    return Judgement(
        verdict=verdict,
        basis=test.basis,
        reason=render(wording, "en"),
        wording=wording,
        scope=scope,
        strength=_strength(test, measured, point) if confirmed and measured is not None else "",
        margin=round(margin, 6),
        confidence=round(confidence, 3),
        decisive_time=point.time,
        decisive_value=point.value,
        threshold=test.threshold,
    )


def _strength_of_score(score: float) -> str:
    if score >= 0.75:
        return "strong"
    return "significant" if score >= 0.5 else "weak"


def _passing(
    expected: FigureExpectation, decided: Sequence[FeaturesAnswer], not_at: datetime | None
) -> list[FeaturesAnswer]:
    """Return the answers that confirm a chart, leaving one time out; empty where one is missing."""
    passed = [answer for answer in decided if answer.passed and answer.time != not_at]
    if expected.require == "all":
        wanted = {item.detector for item in expected.detectors}
        if {answer.detector for answer in passed} != wanted:
            return []
    return passed


def judge_figure(
    entry: GuidelineEntry,
    answers: Sequence[FeaturesAnswer],
    *,
    first_time: datetime | None,
    times: int,
) -> Judgement:
    """Judge a figure entry from its detectors' answers at the analysed times.

    Parameters
    ----------
    entry : GuidelineEntry
        With a figure expectation.
    answers : sequence of FeaturesAnswer
        Every detector at every analysed time, the preferred time first.
    first_time : datetime or None
        First time of the data, for an entry that is judged over the whole period: a feature found
        there alone may be older than the event, and decides nothing. None for an entry with a
        place, whose times are seen from the event's peak.
    times : int
        How many times the source has.

    Returns
    -------
    Judgement
        Confirmed by the first passing detector; refuted when one could decide and none passed.
    """
    expected = entry.expected
    if not isinstance(expected, FigureExpectation):
        raise TypeError(f"entry {entry.id} is not a figure entry")
    scope = Scope.SNAPSHOT if times <= 1 else Scope.WINDOW
    decided = [answer for answer in answers if answer.passed is not None]
    if not decided:
        return _undetermined(_why_undecided(answers), scope)
    passed = _passing(expected, decided, None if scope is Scope.SNAPSHOT else first_time)
    if not passed:
        if _passing(expected, decided, None):
            return _undetermined(Message(id="verdict-feature_first_time_only"), scope)
        best = max(decided, key=lambda answer: answer.score)
        wording = Message(id="verdict-no_feature", params=_found(best))
        return Judgement(
            verdict=Verdict.REFUTED,
            basis=Basis.DETECTOR,
            reason=render(wording, "en"),
            wording=wording,
            scope=scope,
            confidence=0.7 if scope is Scope.WINDOW else 0.7 * SNAPSHOT_DISCOUNT,
            detector=best.detector,
            decisive_time=best.time,
        )
    found = max(passed, key=lambda answer: answer.score)
    wording = Message(id="verdict-features", params=_found(found))
    confidence = 0.6 + 0.4 * found.score
    if scope is Scope.SNAPSHOT:
        confidence *= SNAPSHOT_DISCOUNT
    return Judgement(
        verdict=Verdict.CONFIRMED,
        basis=Basis.DETECTOR,
        reason=render(wording, "en"),
        wording=wording,
        scope=scope,
        strength=_strength_of_score(found.score),
        confidence=round(confidence, 3),
        decisive_time=found.time,
        decisive_value=found.features[0].value if found.features else None,
        detector=found.detector,
        score=found.score,
    )


def _found(answer: FeaturesAnswer) -> dict[str, Param]:
    """Describe what a detector found."""
    return {
        "detector": Term(term=answer.detector),
        "count": len(answer.features),
        "score": Measure(measure=answer.score, digits=2),
    }
