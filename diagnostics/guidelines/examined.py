"""Which type of event a run is about, and whose factors of the library it tries."""

from __future__ import annotations

from collections.abc import Sequence

from diagnostics.contracts.detection import Classification, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing

NEAR_MISS = -0.25
"""A declared type this far below its threshold, relative to it, is still worth the loop."""


def event_to_examine(classification: Classification) -> EventType | None:
    """Return the type whose factors the loop verifies, or None where there is nothing to verify.

    A declared type goes first: when it fired, when it could not be tested, or when it nearly
    fired. Otherwise the primary type of the classification; where no type is met, the one that
    comes nearest: reached here, or likely at stations, or else below its limit.
    """
    declared = classification.declared
    if declared is None:
        return spoken_of(classification) or nearest_to_limit(classification)
    found = classification.assessment(declared)
    if found.firing is not Firing.NOT_FIRED:
        return declared
    if found.metrics is not None and found.metrics.distance >= NEAR_MISS:
        return declared
    return None


def event_found(classification: Classification) -> EventType | None:
    """Return the type whose factors explain an event; None where one only came nearest."""
    told = classification.declared or spoken_of(classification)
    return None if told is None else event_to_examine(classification)


def spoken_of(classification: Classification) -> EventType | None:
    """Return the type that is met, else the nearest of those reached here or likely."""
    open_ = (Firing.REACHED_HERE, Firing.LIKELY_AT_STATIONS)
    found = [item for item in classification.assessments if item.firing in open_]
    return classification.primary or _first(found)


def nearest_to_limit(classification: Classification) -> EventType | None:
    """Return the type that comes nearest to its limit among those that are not met."""
    below = (item for item in classification.assessments if item.firing is Firing.NOT_FIRED)
    return _first([item for item in below if item.metrics is not None])


def _first(found: Sequence[TypeAssessment]) -> EventType | None:
    return max(found, key=distance_of).event if found else None


def distance_of(assessment: TypeAssessment) -> float:
    """Return how far a type is beyond its limit; what was not measured against one comes last."""
    if assessment.metrics is None:
        return -100.0 if assessment.measured is None else -50.0
    return assessment.metrics.distance
