"""When several types are met: which comes first, which belong together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from diagnostics.contracts.detection import EventObject, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.definition import Registry
from diagnostics.grid.distance import great_circle_km

APART = timedelta(hours=24)
"""Events that end this long before the other begins are not one compound event."""
LINKED_KM = 1000.0
"""Peaks that are farther apart, and whose areas do not meet, are events of their own."""


def in_order(assessments: Sequence[TypeAssessment], registry: Registry) -> list[TypeAssessment]:
    """Return the types that are met: the highest grade first, then the largest margin.

    The severity carries both: its whole part is the grade, its fraction how far the strongest
    event has come from the limit of its grade towards the next.
    """
    met = [item for item in assessments if item.firing is Firing.FIRED]
    return sorted(met, key=lambda item: (-_severity(item), registry.order(item.event)))


def _severity(item: TypeAssessment) -> float:
    return item.objects[0].severity if item.objects else item.severity


def compounds(assessments: Sequence[TypeAssessment], registry: Registry) -> tuple[str, ...]:
    """Name the linked pairs whose events happen together, e.g. ``cold_wave+gale``.

    Parameters
    ----------
    assessments : sequence of TypeAssessment
        With their objects; the one that is diagnosed is the one that the metrics describe.
    registry : Registry
    """
    met = {item.event: _described(item) for item in assessments if item.firing is Firing.FIRED}
    order = sorted(met, key=lambda event: registry.order(event))
    pairs = [
        (one, other)
        for one in order
        for other in order
        if one is not other
        and other in _linked_by(registry, one)
        and met[one] is not None
        and met[other] is not None
    ]
    return tuple(f"{one}+{other}" for one, other in pairs if _together(met[one], met[other]))


def _linked_by(registry: Registry, event: EventType) -> frozenset[EventType]:
    found = registry.find(event)
    return found.linked if found is not None else frozenset()


def _described(item: TypeAssessment) -> EventObject | None:
    """Return the event that the assessment's metrics are of."""
    for found in item.objects:
        if item.metrics is not None and found.peak_time == item.metrics.peak_time:
            return found
    return item.objects[0] if item.objects else None


def _together(one: EventObject | None, other: EventObject | None) -> bool:
    if one is None or other is None:
        return False
    if one.onset > other.end + APART or other.onset > one.end + APART:
        return False
    if one.box.holds(other.peak_latitude, other.peak_longitude):
        return True
    if other.box.holds(one.peak_latitude, one.peak_longitude):
        return True
    apart = great_circle_km(
        one.peak_latitude, one.peak_longitude, other.peak_latitude, other.peak_longitude
    )
    return float(apart) <= LINKED_KM
