"""The confidence of each conclusion: a few parts, each with what it rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from diagnostics.contracts.checking import DataCheck
from diagnostics.contracts.conclusion import LEVELS, confidence_of, level_of
from diagnostics.contracts.controls import ControlStanding
from diagnostics.contracts.detection import Classification, Reliability, TypeAssessment
from diagnostics.contracts.enums import (
    Category,
    EventType,
    Firing,
    OccurrenceStatus,
    PrecipitationType,
)
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.inventory import Coverage, Inventory
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events.needs import criterion_fields
from diagnostics.detection.events.reliability import OF_THE_SOURCE, reliability_of
from diagnostics.guidelines.support import Support

_BEST_FACTOR = 0.9
"""Confidence of a verdict far beyond an operational threshold, with a period to look at."""
_DOUBT_OF_CRITERION, _DOUBT_ELSEWHERE = 0.6, 0.85
"""What doubts about the data leave of a confidence [D]."""
_NOT_HIGH = 0.69
"""A part that leaves no confidence high [D]."""
ENOUGH_TO_CONFIRM = next(least for least, name in LEVELS if name == "moderate")
"""A cause is not called confirmed beside a low confidence: of one that has enough factors of its
own only the number of tests makes it so low."""
_CRITERION_ALONE = 0.5
"""What is left of the confidence in an event whose cause no factor confirms."""


@dataclass(frozen=True)
class Confidence:
    """A confidence and its parts.

    Attributes
    ----------
    value : float
        0 to 1; 0 where nothing is concluded.
    level : str
        ``high``, ``moderate``, ``low`` or ``very_low``; empty where nothing is concluded.
    parts : mapping
        ``criterion`` (how such verdicts held when it was measured), ``source``, ``lead_time``,
        ``data``, ``coverage``, ``factors``, ``breadth``, ``controls``, ``against``,
        ``lacking`` and ``many_tests``, as far as they apply.
    reliability : Reliability or None
        Behind the part ``criterion``.
    mean_factor : float or None
        Mean confidence of the confirmed verdicts.
    """

    value: float = 0.0
    level: str = ""
    parts: Mapping[str, float] = field(default_factory=dict)
    reliability: Reliability | None = None
    mean_factor: float | None = None


def occurrence_confidence(
    classification: Classification, event: EventType | None, status: OccurrenceStatus
) -> Confidence:
    """Say how far the statement on what happened can be trusted.

    An event: the share of such verdicts that held on poorer data, times what the origin of the
    data allows. No event: the least certain of the types that were tested. What could not be
    tested, and what is likely at stations only, has none.

    Parameters
    ----------
    classification : Classification
    event : EventType or None
        What the statement is about; None for all types.
    status : OccurrenceStatus

    Returns
    -------
    Confidence
    """
    if status is OccurrenceStatus.MET and event is not None:
        return _of_verdict(classification.assessment(event))
    if status is not OccurrenceStatus.NOT_MET:
        return Confidence()
    tested = [
        item
        for item in classification.assessments
        if item.firing is Firing.NOT_FIRED and event in (None, item.event)
    ]
    found = [_of_verdict(item) for item in tested if item.confidence_parts]
    if found:
        return min(found, key=lambda item: item.value)
    # every type was ruled out by what the region is, not by a measurement
    return _of(None, {"criterion": 1.0}) if tested else Confidence()


def in_doubt(
    trust: Confidence,
    check: DataCheck | None,
    inventory: Inventory | None,
    types: Iterable[EventType],
) -> Confidence:
    """Lower a confidence where the check of the data left fields in doubt.

    Parameters
    ----------
    trust : Confidence
    check : DataCheck, optional
    inventory : Inventory, optional
    types : iterable of EventType
        What the confidence is about: doubts about a field that a criterion reads weigh more.

    Returns
    -------
    Confidence
        With the part ``data``; as it was where nothing is in doubt.
    """
    doubted = set(check.doubted) if check is not None else set()
    if not doubted or not trust.parts or inventory is None:
        return trust
    read = {name for item in types for name in criterion_fields(item, inventory)}
    parts = {**trust.parts, "data": _DOUBT_OF_CRITERION if doubted & read else _DOUBT_ELSEWHERE}
    value = confidence_of(parts)
    return replace(trust, value=value, level=level_of(value), parts=parts)


def of_a_part(trust: Confidence, coverage: Coverage | None, window: TimeWindow) -> Confidence:
    """Lower a confidence that nothing happened by what was not looked at.

    Parameters
    ----------
    trust : Confidence
    coverage : Coverage, optional
        Of the data; None where they hold all that was asked for.
    window : TimeWindow
        The period that was asked for.

    Returns
    -------
    Confidence
        With the part ``coverage``, the share of the region times that of the period.
    """
    if coverage is None or not trust.parts:
        return trust
    share = 1.0 if coverage.area_fraction is None else coverage.area_fraction
    if coverage.period is not None:
        held = coverage.period
        share *= (held.end - held.start) / (window.end - window.start)
    parts = {**trust.parts, "coverage": round(share, 3)}
    value = confidence_of(parts)
    return replace(trust, value=value, level=level_of(value), parts=parts)


def explanation_confidence(
    support: Support,
    target: int,
    rates: Mapping[str, float],
    categories: Collection[Category] = tuple(Category),
) -> Confidence:
    """Say how far the explanation can be trusted, of an event that is as the data say.

    The support of the explanation's own factors, less what the number of tests takes away. It is
    not high where a category has no factor that counts, where one of its own could not be tested
    at quiet places or times, where something that counts speaks against it, or where it is
    confirmed in part only. No verdict is altered. How far the event can be trusted is another
    number: a forecast of five days may or may not come true, and its cause is what it is.

    Parameters
    ----------
    support : Support
        Of the leading explanation.
    target : int
        Factors asked for.
    rates : mapping
        Evidence id to false discovery rate, where a climatology gave one.
    categories : collection of Category
        Those of all factors that count; all by default.

    Returns
    -------
    Confidence
    """
    own = support.own
    judged = [item.judgement.confidence for item in own if item.judgement is not None]
    borne = min(1.0, sum(judged) / (_BEST_FACTOR * target))
    parts = {"factors": round(_CRITERION_ALONE + (1.0 - _CRITERION_ALONE) * borne, 3)}
    if set(categories) != set(Category):
        parts["breadth"] = _NOT_HIGH
    if any(lacks_controls(item) for item in own):
        parts["controls"] = _NOT_HIGH
    if support.against:
        parts["against"] = _NOT_HIGH
    if support.lacking:
        parts["lacking"] = _NOT_HIGH
    known = [rates[item.id] for item in own if item.id in rates]
    if known:
        parts["many_tests"] = round(1.0 - _mean(known), 3)
    return _of(None, parts, round(_mean(judged), 3) if judged else None)


def joint_confidence(
    occurrence: Mapping[str, float], explanation: Mapping[str, float]
) -> Confidence:
    """Return the confidence that what is said happened, and of this cause, from the parts of both.

    Parameters
    ----------
    occurrence, explanation : mapping
        Parts; of the explanation none where there is nothing to explain.
    """
    return _of(None, {**occurrence, **explanation})


def lacks_controls(item: EvidenceItem) -> bool:
    """Whether the data held too few quiet places and times to test a factor at."""
    known = item.controls
    return known is not None and known.standing is ControlStanding.NO_CONTROL


def _of_verdict(assessment: TypeAssessment) -> Confidence:
    return _of(reliability_of(assessment), _origin(assessment))


def _of(
    reliability: Reliability | None,
    parts: Mapping[str, float],
    mean_factor: float | None = None,
) -> Confidence:
    whole = dict(parts) if reliability is None else {"criterion": reliability.share, **parts}
    value = confidence_of(whole)
    return Confidence(value, level_of(value), whole, reliability, mean_factor)


def _origin(assessment: TypeAssessment) -> dict[str, float]:
    """The parts that tell of the data's origin, and of a type of precipitation in doubt."""
    known, phase = assessment.confidence_parts, assessment.phase
    uncertain = phase is not None and phase.type is PrecipitationType.MIXED_OR_UNCERTAIN
    names = (*OF_THE_SOURCE, "phase") if uncertain else OF_THE_SOURCE
    return {name: known[name] for name in names if name in known}


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
