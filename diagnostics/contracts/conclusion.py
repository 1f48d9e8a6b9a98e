"""The two conclusions of a diagnosis: what happened, and why."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from pydantic import BaseModel, Field

from diagnostics.contracts.base import Contract, is_empty, is_none, is_zero
from diagnostics.contracts.detection import MeasuredValue, Reliability
from diagnostics.contracts.enums import (
    ConclusionKind,
    EventType,
    ExplanationStatus,
    OccurrenceLimit,
    OccurrenceStatus,
    Strength,
)

OF_THE_EXPLANATION = ("factors", "many_tests", "breadth", "controls", "against", "lacking")
"""Parts of a confidence that tell of the cause and not of the event."""
CEILINGS = ("breadth", "controls", "against", "lacking")
"""Parts of a confidence that it is not above, each for a reason of its own; the others multiply."""
LEVELS = ((0.7, "high"), (0.45, "moderate"), (0.2, "low"))


def level_of(confidence: float) -> str:
    """Return the word for a confidence: ``high``, ``moderate``, ``low`` or ``very_low``."""
    return next((name for least, name in LEVELS if confidence >= least), "very_low")


def confidence_of(parts: Mapping[str, float]) -> float:
    """Return the confidence that its parts give.

    Parameters
    ----------
    parts : mapping

    Returns
    -------
    float
        The product of what was measured, and not above any ceiling: two reasons why a confidence
        is not high make it no lower than one.
    """
    measured = prod(part for name, part in parts.items() if name not in CEILINGS)
    return round(min([measured, *(parts[name] for name in CEILINGS if name in parts)]), 3)


class _WithConfidence(BaseModel):
    """How sure a conclusion is."""

    confidence: float = Field(default=0.0, ge=0, le=1)
    confidence_level: str = Field(
        default="", description="high | moderate | low | very_low; empty where nothing is concluded"
    )
    confidence_parts: dict[str, float] = Field(
        default={},
        description="what the confidence is the product of; `breadth`, `controls`, `against` and "
        "`lacking` are ceilings of it",
    )
    derived: bool = Field(
        default=False, description="made from `kind`, for a run of a release without it"
    )


class Occurrence(_WithConfidence, Contract):
    """What happened: whether a criterion is met, and what was measured.

    `event` is the type that the statement is about: the one that was met or asked for; None where
    no type was named and none is met.
    """

    status: OccurrenceStatus
    event: EventType | None = None
    object: str | None = Field(default=None, description="id of the event in the classification")
    others: tuple[EventType, ...] = Field(default=(), description="other types that are met")
    nearest: EventType | None = Field(
        default=None,
        description="where no type was named and none is met: the one that came nearest to its "
        "limit, whose factors were tried; absent in runs of older releases",
        exclude_if=is_none,
    )
    grade: int = 0
    grade_name: str = ""
    severity: float = 0.0
    values: tuple[MeasuredValue, ...] = Field(
        default=(), description="what was measured, also where no criterion could be tested"
    )
    limits: tuple[OccurrenceLimit, ...] = Field(
        default=(), description="what weakens the statement"
    )
    reliability: Reliability | None = Field(default=None, description="behind the part `criterion`")

    @property
    def happened(self) -> bool:
        """Whether there is an event to explain, though it may be uncertain itself."""
        return self.status in _HAPPENED

    @property
    def status_term(self) -> str:
        """The status as a term for readers; of several types, that only some can be tested."""
        if self.event is None and self.status is OccurrenceStatus.CANNOT_BE_TESTED:
            return "partly_untested"
        return self.status.value


_HAPPENED = (
    OccurrenceStatus.MET,
    OccurrenceStatus.REACHED_HERE,
    OccurrenceStatus.LIKELY_AT_STATIONS,
)


class Explanation(_WithConfidence, Contract):
    """Why it happened: how far a cause is established."""

    status: ExplanationStatus
    causes: tuple[str, ...] = Field(
        default=(), description="explanations that the evidence speaks for, the strongest first"
    )
    confirmed: tuple[str, ...] = Field(
        default=(), description="ids of the confirmed evidence that counts, for whatever it speaks"
    )
    own: tuple[str, ...] | None = Field(
        default=None,
        description="those of them that speak for the leading explanation; null in runs of an "
        "earlier release, which took all that count as its own",
        exclude_if=is_none,
    )
    against: tuple[str, ...] = Field(
        default=(),
        description="those of them that speak against it, or `classification`",
        exclude_if=is_empty,
    )
    lacking: int = Field(
        default=0,
        description="how many more factors of its own would confirm the leading explanation",
        exclude_if=is_zero,
    )
    missing: tuple[str, ...] = Field(
        default=(), description="fields without which factors of the event could not be tested"
    )

    @property
    def status_term(self) -> str:
        """The status as a term for readers: without a cause, that none is established."""
        return "not_established" if self.status is ExplanationStatus.NONE else self.status.value


def kind_of(occurrence: Occurrence, explanation: Explanation) -> ConclusionKind:
    """Return the one word that older clients read.

    Parameters
    ----------
    occurrence : Occurrence
    explanation : Explanation

    Returns
    -------
    ConclusionKind
        An event without an established cause is ``insufficient_evidence`` in this word, which is
        why there are two conclusions now.
    """
    explained = explanation.status in (ExplanationStatus.CONFIRMED, ExplanationStatus.PARTLY)
    if occurrence.status is OccurrenceStatus.MET and explained:
        return ConclusionKind.EVENT_SUPPORTED
    if occurrence.status is OccurrenceStatus.NOT_MET and not occurrence.others:
        return ConclusionKind.NO_SIGNIFICANT_EVENT
    return ConclusionKind.INSUFFICIENT_EVIDENCE


_STATUS_BY_REASON = {
    "too_few_factors_confirmed": OccurrenceStatus.MET,
    "another_type_fired": OccurrenceStatus.NOT_MET,
}
"""Of a run that ended without enough evidence, for the reason that it recorded."""


def of_an_older_release(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the two conclusions of a conclusion that was stored with its kind alone.

    Parameters
    ----------
    stored : mapping
        The fields of the conclusion, as they were stored or given.

    Returns
    -------
    dict
        `occurrence` and `explanation`, marked as derived.
    """
    kind = ConclusionKind(stored["kind"])
    parts = dict(stored.get("confidence_parts") or {})
    own = {name: part for name, part in parts.items() if name not in OF_THE_EXPLANATION}
    certainty = round(prod(own.values()), 3) if own else 0.0
    if kind is ConclusionKind.EVENT_SUPPORTED:
        status = OccurrenceStatus.MET
    elif kind is ConclusionKind.NO_SIGNIFICANT_EVENT:
        status = OccurrenceStatus.NOT_MET
    else:
        reason = str(stored.get("reason") or "")
        status = _STATUS_BY_REASON.get(reason, OccurrenceStatus.CANNOT_BE_TESTED)
    occurrence = {
        "status": status,
        "event": stored.get("event"),
        "confidence": certainty,
        "confidence_level": level_of(certainty) if own else "",
        "confidence_parts": own,
        "reliability": stored.get("reliability"),
        "derived": True,
    }
    explained = kind is ConclusionKind.EVENT_SUPPORTED
    explanation = {
        "status": _explanation_status(stored, status, explained=explained),
        "causes": tuple(_spoken_for(stored.get("causes") or ())) if explained else (),
        "confirmed": tuple(stored.get("confirmed") or ()) if explained else (),
        "confidence": stored.get("confidence") or 0.0 if explained else 0.0,
        "confidence_level": stored.get("confidence_level") or "" if explained else "",
        "confidence_parts": parts if explained else {},
        "derived": True,
    }
    return {"occurrence": occurrence, "explanation": explanation}


def _explanation_status(
    stored: Mapping[str, Any], status: OccurrenceStatus, *, explained: bool
) -> ExplanationStatus:
    if explained:
        partial = stored.get("strength") == Strength.PARTIAL
        return ExplanationStatus.PARTLY if partial else ExplanationStatus.CONFIRMED
    judged = stored.get("confirmed") or stored.get("refuted")
    if status is OccurrenceStatus.MET and not judged:
        return ExplanationStatus.NOT_TESTABLE
    return ExplanationStatus.NONE


def _spoken_for(causes: Any) -> list[str]:
    """Names of the explanations that lead or contribute, of weights or of their documents."""
    read = [item if isinstance(item, Mapping) else item.model_dump() for item in causes]
    return [item["cause"] for item in read if item.get("standing") in ("leading", "contributing")]
