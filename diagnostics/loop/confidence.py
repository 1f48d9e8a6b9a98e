"""The overall confidence of a conclusion: a few parts, each with what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

from diagnostics.contracts.detection import Classification, Reliability, TypeAssessment
from diagnostics.contracts.enums import ConclusionKind, EventType, Firing
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.detection.events.reliability import OF_THE_SOURCE, reliability_of

LEVELS = ((0.7, "high"), (0.45, "moderate"), (0.2, "low"))
_BEST_FACTOR = 0.9
"""Confidence of a verdict far beyond an operational threshold, with a period to look at."""
_CRITERION_ALONE = 0.5
"""What is left of the confidence in an event that no factor confirms."""


@dataclass(frozen=True)
class Confidence:
    """A product and its parts.

    Attributes
    ----------
    value : float
        0 to 1; 0 where nothing is concluded.
    level : str
        ``high``, ``moderate``, ``low`` or ``very_low``; empty where nothing is concluded.
    parts : mapping
        ``criterion`` (how such verdicts held when it was measured), ``source``, ``lead_time``,
        ``factors`` and ``many_tests``, as far as they apply.
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


def overall_confidence(
    classification: Classification,
    event: EventType | None,
    confirmed: Sequence[EvidenceItem],
    kind: ConclusionKind,
    target: int,
    rates: Mapping[str, float],
) -> Confidence:
    """Say how far a conclusion can be trusted.

    An event: the share of such verdicts that held on poorer data, times what the origin of the
    data allows, times the support of the confirmed factors, less what the number of tests takes
    away. No event: the least certain of the types that were tested. No verdict is altered.

    Parameters
    ----------
    classification : Classification
    event : EventType or None
        What was examined.
    confirmed : sequence of EvidenceItem
    kind : ConclusionKind
    target : int
        Factors asked for.
    rates : mapping
        Evidence id to false discovery rate, where a climatology gave one.

    Returns
    -------
    Confidence
    """
    if kind is ConclusionKind.NO_SIGNIFICANT_EVENT:
        tested = [a for a in classification.assessments if a.firing is Firing.NOT_FIRED]
        measured = [item for item in tested if item.confidence_parts]
        found = [_of(reliability_of(item), _origin(item)) for item in measured]
        if found:
            return min(found, key=lambda item: item.value)
        # every type was ruled out by what the region is, not by a measurement
        return _of(None, {"criterion": 1.0}) if tested else Confidence()
    if kind is ConclusionKind.INSUFFICIENT_EVIDENCE or event is None:
        return Confidence()
    assessment = classification.assessment(event)
    judged = [item.judgement.confidence for item in confirmed if item.judgement is not None]
    support = min(1.0, sum(judged) / (_BEST_FACTOR * target))
    parts = _origin(assessment)
    parts["factors"] = round(_CRITERION_ALONE + (1.0 - _CRITERION_ALONE) * support, 3)
    known = [rates[item.id] for item in confirmed if item.id in rates]
    if known:
        parts["many_tests"] = round(1.0 - _mean(known), 3)
    return _of(reliability_of(assessment), parts, round(_mean(judged), 3) if judged else None)


def _of(
    reliability: Reliability | None,
    parts: Mapping[str, float],
    mean_factor: float | None = None,
) -> Confidence:
    whole = dict(parts) if reliability is None else {"criterion": reliability.share, **parts}
    value = round(prod(whole.values()), 3)
    level = next((name for least, name in LEVELS if value >= least), "very_low")
    return Confidence(value, level, whole, reliability, mean_factor)


def _origin(assessment: TypeAssessment) -> dict[str, float]:
    """The parts that tell of the data's origin."""
    known = assessment.confidence_parts
    return {name: known[name] for name in OF_THE_SOURCE if name in known}


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
