"""Where a factor is looked for: at the place of the event, or over the region of old entries."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from diagnostics.climatology import Climatologies
from diagnostics.contracts.evidence import IndexAnswer
from diagnostics.contracts.guidelines import (
    DetectorExpectation,
    FigureExpectation,
    GuidelineEntry,
    IndexExpectation,
    Place,
    Vicinity,
)
from diagnostics.contracts.roles import ChartCall
from diagnostics.contracts.space_time import Region, SearchPlace
from diagnostics.detection.relative_position import KM_PER_DEGREE, place_of, side_of

if TYPE_CHECKING:
    from diagnostics.agents import CaseView
    from diagnostics.contracts.enums import EventType
    from diagnostics.ports import FieldSource
    from diagnostics.workflow import ToolContext

_PADDED = re.compile(r"padded_(\d+)deg$")
_MUCH_LARGER = 2.0
"""A mean over a region speaks for the place up to so many reaches around the peak [D]."""


class SearchContext(Protocol):
    """What of a run is needed to find a place: its data, and the sides found so far."""

    sides: dict[tuple[EventType, Place], float | None]

    @property
    def source(self) -> FieldSource:
        """The data."""

    @property
    def context(self) -> ToolContext:
        """What tools are run with."""


def search_place(
    run: SearchContext,
    view: CaseView,
    where: Vicinity | None,
    *,
    domain: str = "",
    at: Region | None = None,
) -> SearchPlace | None:
    """Return the place of the event in which an anomaly is looked for.

    Parameters
    ----------
    run : SearchContext
    view : CaseView
    where : Vicinity or None
        None for entries of releases without places.
    domain : str
        Of the tool: what looks beyond its region by itself is given a smaller one.
    at : Region, optional
        Of a chart at a point or along a section, which is its own place.

    Returns
    -------
    SearchPlace or None
        None where the entry has no place, or nothing is known of the event's.
    """
    if where is None or view.peak_place is None:
        return None
    around = at is None and where.place is not Place.SYSTEM
    side = _side(run, view, where.place) if around else None
    return place_towards(view, where, side, domain=domain, at=at)


def index_place(run: SearchContext, view: CaseView, entry: GuidelineEntry) -> SearchPlace | None:
    """Return the place of an index entry, with the side from which its wind must blow."""
    expected = entry.expected
    place = search_place(run, view, entry.where, domain=view.specs[entry.factor].domain)
    if place is None or not isinstance(expected, IndexExpectation) or expected.blows_from is None:
        return place
    return place.model_copy(update={"blows_from_deg": _side(run, view, expected.blows_from)})


def place_towards(
    view: CaseView,
    where: Vicinity,
    side: float | None,
    *,
    domain: str = "",
    at: Region | None = None,
) -> SearchPlace:
    """Return the place on a known side of an event's peak, which the classification knows.

    Parameters
    ----------
    view : CaseView
    where : Vicinity
    side : float or None
        Direction from the peak, degrees from north; None for all sides.
    domain, at
        As for :func:`search_place`.
    """
    assert view.peak_place is not None
    latitude, longitude = view.peak_place
    whole = where.place is not Place.SYSTEM
    region = at or view.request.region
    if whole and at is None:
        padded = _PADDED.match(domain)
        less_km = float(padded[1]) * KM_PER_DEGREE if padded else 0.0
        region = place_of(latitude, longitude, where.reach_km, side, less_km=less_km)
    return SearchPlace(
        region=region,
        latitude=latitude,
        longitude=longitude,
        time=view.peak_time,
        reach_km=where.reach_km,
        window=view.counts_in(where),
        whole=whole and at is None,
        side_deg=side if where.place in (Place.COLD_SIDE, Place.WARM_SIDE) else None,
    )


def _side(run: SearchContext, view: CaseView, place: Place) -> float | None:
    key = (view.event, place)
    if key not in run.sides:
        assert view.peak_place is not None
        latitude, longitude = view.peak_place
        run.sides[key] = side_of(
            place, run.source, latitude=latitude, longitude=longitude, time=_nearest_time(view)
        )
    return run.sides[key]


def _nearest_time(view: CaseView) -> datetime:
    return min(view.inventory.times, key=lambda time: (abs(time - view.peak_time), time))


def first_region(run: SearchContext, view: CaseView, place: SearchPlace | None) -> Region:
    """Return the region over which an index is computed first.

    That of the request, where a climatology of reduced indices may speak for it, for a system with
    a domain of its own and for entries without a place; else the place, as far as the data reach.
    """
    asked = view.request.region
    if place is None or not place.whole or Climatologies.of(run.context.baseline).reduced:
        return asked
    return covered_part(view, place)


def covered_part(view: CaseView, place: SearchPlace) -> Region:
    """Return the part of a place that the data hold; the region where they hold none of it."""
    grid = view.inventory.grid_at(_nearest_time(view))
    held = place.region.overlap(grid.region) if grid else None
    return held or view.request.region


def speaks_for_place(
    answer: IndexAnswer, place: SearchPlace, region: Region, *, near: bool, anywhere: bool
) -> bool:
    """Whether an answer over the region of the request decides about the place of the event.

    Parameters
    ----------
    answer : IndexAnswer
        Over the region.
    place : SearchPlace
    region : Region
        Of the request.
    near : bool
        The anomaly is there with its extreme within the place.
    anywhere : bool
        The anomaly is there somewhere in the region.

    Returns
    -------
    bool
        Only where a climatology of the reduced index speaks for the region. A mean decides where
        the region is not much larger than the place; an extreme where it lies within the place,
        or where it is not unusual anywhere.
    """
    if not any(point.climatology_mode == "A" for point in answer.series):
        return False
    if any(point.latitude is not None for point in answer.series):
        return near or not anywhere
    largest = place_of(place.latitude, place.longitude, _MUCH_LARGER * place.reach_km, None)
    return all(
        largest.holds(latitude, longitude)
        for latitude in (region.south, region.north)
        for longitude in (region.west, region.east)
    )


def chart_places(
    run: SearchContext, view: CaseView, entry: GuidelineEntry, call: ChartCall
) -> tuple[SearchPlace | None, ...]:
    """Return where each detector of a chart looks; nothing for entries without a place."""
    expected = entry.expected
    if entry.where is None or not isinstance(expected, FigureExpectation):
        return ()
    return tuple(
        search_place(run, view, part.where or entry.where, at=call.region)
        for part in expected.detectors
    )


def finding_of(entry: GuidelineEntry, detector: str | None) -> str | None:
    """Return the physical finding of a verdict: the deciding detector's own, else the entry's."""
    expected = entry.expected
    parts: tuple[DetectorExpectation, ...] = (
        expected.detectors if isinstance(expected, FigureExpectation) else ()
    )
    own = next((part.finding for part in parts if part.detector == detector), None)
    return own or entry.finding
