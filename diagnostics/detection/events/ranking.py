"""When several types are met: which comes first, which belong together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from diagnostics.contracts.detection import EventObject, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region
from diagnostics.detection.events.definition import Registry
from diagnostics.grid.distance import great_circle_km

APART = timedelta(hours=24)
"""Events that end this long before the other begins are not one compound event."""
LINKED_KM = 300.0
"""Events whose boxes are farther apart are not one compound event [D]."""


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
    """Name the linked pairs of types with events that happen together, e.g. ``cold_wave+gale``.

    Parameters
    ----------
    assessments : sequence of TypeAssessment
        With their objects.
    registry : Registry
        Says which types a physical link joins.
    """
    met = {item.event: item.objects for item in assessments if item.firing is Firing.FIRED}
    order = sorted(met, key=lambda event: registry.order(event))
    pairs = [
        (one, other)
        for one in order
        for other in order
        if one is not other and other in _linked_by(registry, one)
    ]
    return tuple(
        f"{one}+{other}"
        for one, other in pairs
        if any(_together(here, there) for here in met[one] for there in met[other])
    )


def _linked_by(registry: Registry, event: EventType) -> frozenset[EventType]:
    found = registry.find(event)
    return found.linked if found is not None else frozenset()


def _together(one: EventObject, other: EventObject) -> bool:
    if one.onset > other.end + APART or other.onset > one.end + APART:
        return False
    return gap_km(one.box, other.box) <= LINKED_KM


def gap_km(one: Region, other: Region) -> float:
    """Return the distance between two boxes, km; 0 where they meet.

    Boxes beside each other are nearest on the common row that is farthest from the equator.
    """
    south, north = max(one.south, other.south), min(one.north, other.north)
    poleward = max(south, north, key=abs)
    rows = (poleward, poleward) if south <= north else (north, south)
    eastward = (other.west - one.west) % 360.0
    between = eastward - one.width, 360.0 - eastward - other.width
    return float(great_circle_km(rows[0], 0.0, rows[1], max(0.0, min(between))))
