"""An event or a system of an earlier diagnosis, in the place of a region and a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import cos, radians

from diagnostics.contracts.detection import EventObject
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.report import Report
from diagnostics.contracts.request import id_of_event
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.systems import PressureSystem, SynopticSystems
from diagnostics.errors import ArgumentError
from diagnostics.messages import Listing, Message

AROUND_DEG = 4.5
"""Half the side of the box around a low or a high, degrees of latitude: 500 km."""


@dataclass(frozen=True)
class EarlierObject:
    """Where and when something is that a diagnosis found.

    Attributes
    ----------
    id : str
        ``gale-2``, ``low-1``.
    region : Region
        The box of an event; of a low or a high, 500 km to each side of its centre.
    time : datetime
        When an event peaks; of a system, the time of the situation.
    window : TimeWindow
        From onset to end; of a system, as long as it was followed.
    event : EventType or None
        The type of an event.
    """

    id: str
    region: Region
    time: datetime
    window: TimeWindow
    event: EventType | None = None

    def with_room(self) -> Region:
        """Return the region of a diagnosis that shows it whole, as maps of events do."""
        from diagnostics.figures.maps import with_room

        return Region.model_validate([round(edge, 1) for edge in with_room(self.region).bounds()])


def object_of(report: Report, name: str = "") -> EarlierObject:
    """Return an event, a low or a high of a report.

    Parameters
    ----------
    report : Report
    name : str, optional
        Its id, as the report lists it in either language; the event of the report without.

    Raises
    ------
    ArgumentError
        With code ``unknown_object``; the message lists those that there are.
    """
    grid = report.inventory.grid
    spacing = grid.spacing_deg if grid is not None else 1.0
    found = {
        item.id: _event(item, spacing)
        for one in report.classification.assessments
        for item in one.objects
    }
    if report.systems is not None:
        systems = report.systems
        found |= {item.id: _system(systems, item) for item in systems.pressure}
    wanted = id_of_event(name.strip())
    about = report.conclusion.occurrence.event
    if not wanted and about is not None:
        main = report.classification.object_of(about)
        wanted = main.id if main is not None else ""
    if wanted in found:
        return found[wanted]
    params = {"name": name, "objects": Listing(items=tuple(found), style="clauses")}
    key = "error-earlier_object" if found else "error-no_objects"
    raise ArgumentError(
        Message(id=key, params=params), code="unknown_object", data={"objects": list(found)}
    )


def _event(item: EventObject, spacing: float) -> EarlierObject:
    # an event of a single cell, or of a row of cells, has the extent of its cells
    flat = not item.box.width or item.box.north == item.box.south
    region = item.box.padded(spacing) if flat else item.box
    window = TimeWindow(start=item.onset, end=item.end)
    return EarlierObject(item.id, region, item.peak_time, window, item.event)


def _system(systems: SynopticSystems, item: PressureSystem) -> EarlierObject:
    at = item.centre_at(systems.time)
    centre = item.centres[0 if at is None else at]
    point = Region(
        west=centre.longitude,
        south=centre.latitude,
        east=centre.longitude,
        north=centre.latitude,
    )
    wide = min(180.0, AROUND_DEG / max(cos(radians(centre.latitude)), 0.05))
    window = TimeWindow(start=item.centres[0].time, end=item.centres[-1].time)
    return EarlierObject(item.id, point.padded(AROUND_DEG, east_west=wide), centre.time, window)
