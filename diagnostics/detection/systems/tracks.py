"""From centres at each time to systems: tracks, deepening, movement."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np

from diagnostics.contracts.systems import Deepening, Movement, PressureCentre
from diagnostics.grid.distance import destination, great_circle_km, initial_bearing

SEARCH_KM_PER_HOUR = 110.0
FARTHEST_KM = 1200.0
LONGEST_STEP = timedelta(hours=12)
DAY = timedelta(hours=24)
LEAST_TREND = timedelta(hours=6)
"""A change in less time is no trend."""
KM_PER_HPA = 33.0
"""How far a difference of 1 hPa sets two centres apart in the choice of the next one."""
BERGERON_HPA = 24.0


def tracks_of(
    centres: Sequence[Sequence[PressureCentre]], *, per_value: float = 1.0
) -> list[tuple[PressureCentre, ...]]:
    """Join centres of one kind through time.

    Each track looks for its next centre around the place to which its last movement leads, within
    330 km for each 3 h and at most 1200 km, in steps of at most 12 h. Where several tracks and
    centres compete, the closest in place and value are joined first.

    Parameters
    ----------
    centres : sequence of sequences of PressureCentre
        At each time, in order of time.
    per_value : float
        hPa for one unit of the value.

    Returns
    -------
    list of tuple of PressureCentre
        Centres at the data's edge are left out; a centre that is joined to none is a track of one.
    """
    open_tracks: list[list[PressureCentre]] = []
    finished: list[list[PressureCentre]] = []
    for found in centres:
        inner = [item for item in found if not item.at_data_edge]
        choices = sorted(
            (cost, before, after)
            for before, track in enumerate(open_tracks)
            for after, item in enumerate(inner)
            if (cost := _cost(track, item, per_value)) is not None
        )
        next_of: dict[int, int] = {}
        for _, before, after in choices:
            if before not in next_of and after not in next_of.values():
                next_of[before] = after
        finished += [track for n, track in enumerate(open_tracks) if n not in next_of]
        continued = [[*open_tracks[before], inner[after]] for before, after in next_of.items()]
        begun = [[item] for n, item in enumerate(inner) if n not in next_of.values()]
        open_tracks = continued + begun
    return [tuple(track) for track in (*finished, *open_tracks)]


def leg(start: PressureCentre, end: PressureCentre, digits: int) -> Movement:
    """Describe how a system came from one centre to another, from what is printed of both.

    Parameters
    ----------
    start, end : PressureCentre
        Of one track.
    digits : int
        Decimals to which its value is printed.

    Returns
    -------
    Movement
        Distance (to 10 km), speed and direction of the great circle between both positions to 0.1
        degrees; change of the value as printed.
    """
    one, other = ((round(item.latitude, 1), round(item.longitude, 1)) for item in (start, end))
    distance = float(round(float(great_circle_km(*one, *other)), -1))
    span = (end.time - start.time).total_seconds()
    return Movement(
        start=start.time,
        end=end.time,
        toward_deg=round(float(initial_bearing(*one, *other)), 1) % 360.0,
        speed_ms=1e3 * distance / span,
        distance_km=distance,
        hours=span / 3600.0,
        change=round(round(end.value, digits) - round(start.value, digits), digits),
    )


def movement(track: Sequence[PressureCentre], time: datetime, digits: int = 1) -> Movement | None:
    """Movement from a time to the last centre within 24 h; before it where there is none after."""
    here = _at(track, time)
    later = [item for item in track if timedelta(0) < item.time - time <= DAY]
    if here is not None and later:
        return leg(here, later[-1], digits)
    return earlier(track, time, digits)


def earlier(track: Sequence[PressureCentre], time: datetime, digits: int = 1) -> Movement | None:
    """Movement from the first centre within 24 h before a time up to it."""
    here = _at(track, time)
    before = [item for item in track if timedelta(0) < time - item.time <= DAY]
    return leg(before[0], here, digits) if here is not None and before else None


def deepening(
    track: Sequence[PressureCentre], time: datetime, *, pressure: bool
) -> Deepening | None:
    """Change of the central value in the 24 h up to a time, or in the 6 h or more that there are.

    Parameters
    ----------
    track : sequence of PressureCentre
    time : datetime
    pressure : bool
        Whether values are in hPa, so that a fall of a low in 24 h has a rate in Bergeron: 24 hPa
        times sin(mean latitude) / sin(60 degrees) in 24 h (Sanders and Gyakum 1980).
    """
    past = earlier(track, time, digits=1 if pressure else 0)
    if past is None or past.end - past.start < LEAST_TREND:
        return None
    assert past.change is not None
    start, end = _at(track, past.start), _at(track, time)
    assert start is not None
    assert end is not None
    rate = None
    if pressure and end.kind == "low" and past.change < 0 and past.end - past.start == DAY:
        latitude = np.radians(abs(start.latitude + end.latitude) / 2.0)
        unit = BERGERON_HPA * float(np.sin(latitude) / np.sin(np.radians(60.0)))
        rate = -past.change / unit if unit > 1.0 else None
    return Deepening(end=time, change=past.change, span_hours=past.hours or 0.0, bergeron=rate)


def _at(track: Sequence[PressureCentre], time: datetime) -> PressureCentre | None:
    return next((item for item in track if item.time == time), None)


def _distance(one: PressureCentre, other: PressureCentre) -> float:
    return float(great_circle_km(one.latitude, one.longitude, other.latitude, other.longitude))


def _cost(track: Sequence[PressureCentre], item: PressureCentre, per_value: float) -> float | None:
    """How far a centre is from where a track leads, km; None where it cannot be the next one."""
    last = track[-1]
    step = item.time - last.time
    if step > LONGEST_STEP:
        return None
    hours = step.total_seconds() / 3600.0
    latitude, longitude = last.latitude, last.longitude
    if len(track) >= 2:
        before = track[-2]
        ratio = step / (last.time - before.time)
        bearing = float(initial_bearing(before.latitude, before.longitude, latitude, longitude))
        latitude, longitude = destination(
            latitude, longitude, bearing, ratio * _distance(before, last)
        )
    away = float(great_circle_km(latitude, longitude, item.latitude, item.longitude))
    if away > min(SEARCH_KM_PER_HOUR * hours, FARTHEST_KM):
        return None
    return away + KM_PER_HPA * per_value * abs(item.value - last.value)
