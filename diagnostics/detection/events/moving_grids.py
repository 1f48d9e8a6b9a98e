"""Grids that move with a storm: each time is tested by itself, and the results are joined."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from diagnostics.contracts.detection import EventObject, TypeAssessment
from diagnostics.contracts.enums import Firing
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Outline, Region, TimeWindow
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.event_objects import MOST_OUTLINES, cuts_in_time
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.outlines import joined_outlines
from diagnostics.ports import FieldRequest, FieldSource

FINDING = "moving_grid"
"""The reader's finding that the grid moves from time to time."""
SPEED_KM_H = 110.0
"""Events of two times that are no farther apart than a storm moves are one."""
STRENGTH = (
    Firing.NOT_ASSESSABLE,
    Firing.NOT_FIRED,
    Firing.LIKELY_AT_STATIONS,
    Firing.REACHED_HERE,
    Firing.FIRED,
)
"""Results in the order in which they count: what is met at one time is met."""


def moves(inventory: Inventory) -> bool:
    """Whether the source has one grid for each time."""
    return any(finding.code == FINDING for finding in inventory.findings)


def times_inside(
    source: FieldSource, inventory: Inventory, region: Region, window: TimeWindow
) -> list[datetime]:
    """Times of the period at which the grid covers a part of the region.

    Raises
    ------
    InputDataError
        With code ``region_outside_data`` where it never does.
    """
    variable = min(inventory.variables, key=lambda item: len(item.levels_hpa))
    found = []
    refused: InputDataError | None = None
    for time in inventory.times:
        if not window.start <= time <= window.end:
            continue
        try:
            source.load(
                FieldRequest(
                    variables=(variable.name,),
                    levels_hpa=variable.levels_hpa[-1:],
                    window=TimeWindow(start=time, end=time),
                    region=region,
                )
            )
        except InputDataError as error:
            refused = error
            continue
        found.append(time)
    if not found and refused is not None:
        raise refused
    return found


def merged(case: Case, assessments: Sequence[TypeAssessment]) -> TypeAssessment:
    """Join the results of one type at several times.

    Parameters
    ----------
    case : Case
        Over the whole period.
    assessments : sequence of TypeAssessment
        Of the times, ascending.

    Returns
    -------
    TypeAssessment
        The strongest, with the events of all times as tracks.
    """
    best = max(
        assessments,
        key=lambda item: (
            STRENGTH.index(item.firing),
            item.severity,
            item.metrics.distance if item.metrics is not None else 0.0,
        ),
    )
    found = chains(assessments)
    objects = sorted(
        ((_joined(case, chain), chain) for chain in found),
        key=lambda item: (-item[0].severity, item[0].onset),
    )
    numbered = tuple(
        item.model_copy(
            update={
                "id": f"{best.event}-{number}",
                "outline": _outline(case, chain) if number <= MOST_OUTLINES else (),
            }
        )
        for number, (item, chain) in enumerate(objects, start=1)
    )
    if best.metrics is None or not numbered:
        return best.model_copy(update={"objects": numbered})
    chosen = next((item for item in numbered if item.id == case.asked), numbered[0])
    metrics = best.metrics.model_copy(
        update={
            "onset": chosen.onset,
            "end": chosen.end,
            "duration_hours": chosen.duration_hours,
            "max_object_area_km2": chosen.area_km2,
        }
    )
    return best.model_copy(update={"objects": numbered, "metrics": metrics})


def chains(assessments: Sequence[TypeAssessment]) -> list[list[EventObject]]:
    """Return the objects of all times, those of one event together.

    Parameters
    ----------
    assessments : sequence of TypeAssessment
        Of one type at several times, ascending.

    Returns
    -------
    list of list of EventObject
        One list for each event, in the order of time.
    """
    found: list[list[EventObject]] = []
    for assessment in assessments:
        for item in assessment.objects:
            chain = next((chain for chain in found if _follows(chain[-1], item)), None)
            if chain is None:
                found.append([item])
            else:
                chain.append(item)
    return found


def _follows(before: EventObject, item: EventObject) -> bool:
    """Whether an event goes on in one of a later time; totals of both may share hours."""
    hours = (item.end - before.end).total_seconds() / 3600.0
    apart = great_circle_km(
        before.peak_latitude, before.peak_longitude, item.peak_latitude, item.peak_longitude
    )
    return hours > 0.0 and float(apart) <= SPEED_KM_H * hours


def _outline(case: Case, chain: Sequence[EventObject]) -> Outline:
    """Join the outlines of all times; there is none where one is missing."""
    outlines = [item.outline for item in chain]
    return joined_outlines(outlines, case.grid.spacing_deg) if all(outlines) else ()


def _joined(case: Case, chain: Sequence[EventObject]) -> EventObject:
    strongest = max(chain, key=lambda item: (item.severity, item.peak))
    onset, end = chain[0].onset, chain[-1].end
    west = min(item.box.west for item in chain)
    return strongest.model_copy(
        update={
            "onset": onset,
            "end": end,
            "duration_hours": (end - onset).total_seconds() / 3600.0,
            "area_km2": max(item.area_km2 for item in chain),
            "box": Region(
                west=west,
                south=min(item.box.south for item in chain),
                east=max(item.box.east for item in chain),
                north=max(item.box.north for item in chain),
            ),
            "track": tuple(point for item in chain for point in item.track),
            **cuts_in_time(case, onset, end),
            "cut_by_region": any(item.cut_by_region for item in chain),
        }
    )
