"""Where systems lie as seen from the event, and what a front does there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.contracts.systems import Approach, FrontSegment, FrontSide, Position
from diagnostics.detection.features.front_types import FAST_MS
from diagnostics.grid.distance import great_circle_km, initial_bearing

BESIDE = 0.5
"""Cosine of 60 degrees to the normal: farther round the event lies beyond the end of a front."""
SAME_AIR_K = 2.0
"""Air on the warm side is no colder than this below that at the front [D]."""
LONGEST_PASSAGE = timedelta(hours=12)
"""A passage that is farther off is not told: by then a front moves otherwise."""
Place = tuple[float, float]


def position_of(latitude: float, longitude: float, here: Place) -> Position:
    """Return how far and in which direction a place lies from the event, to 10 km."""
    distance = float(great_circle_km(*here, latitude, longitude))
    bearing = float(initial_bearing(*here, latitude, longitude))
    return Position(
        distance_km=float(round(distance, -1)), bearing_deg=round(bearing % 360.0, 1) % 360.0
    )


Temperature = Callable[[Place], float | None]


def front_at_event(
    item: FrontSegment, here: Place, time: datetime, air: Temperature
) -> FrontSegment:
    """Say of a front where it is nearest to the event, which side that is on, and when it passes.

    Parameters
    ----------
    item : FrontSegment
        With its speed toward the warm air.
    here : (latitude, longitude)
        The event.
    time : datetime
        The time of the front.
    air : callable
        Potential temperature at a place, K, in which the front was found.

    Returns
    -------
    FrontSegment
        A front that moves toward its warm air comes nearer to an event on the warm side and
        leaves one on the cold side. Where the event's air is not that of the side it lies on, as
        behind a front that winds round a low, nothing is said. The hour of the passage is the
        printed distance over the speed.
    """
    nearest = int(np.argmin([float(great_circle_km(*here, *place)) for place in item.line]))
    latitude, longitude = item.line[nearest][0], wrap_longitude(item.line[nearest][1])
    position = position_of(latitude, longitude, here)
    seen = _seen_from(item, nearest, here, position, time)
    at_event, at_front = air(here), air(item.line[nearest])
    if seen.side is not None and at_event is not None and at_front is not None:
        # the line is the warm edge of the zone: beyond it the air is hardly warmer
        warmer = at_event - at_front
        if warmer < -SAME_AIR_K if seen.side == "warm" else warmer > 0.0:
            seen = _Seen()
    return item.model_copy(
        update={
            "latitude": round(latitude, 2),
            "longitude": round(longitude, 2),
            "position": position,
            **seen._asdict(),
        }
    )


class _Seen(NamedTuple):
    side: FrontSide | None = None
    approach: Approach | None = None
    passes: datetime | None = None


def _seen_from(
    item: FrontSegment, nearest: int, here: Place, position: Position, time: datetime
) -> _Seen:
    """Side, approach and passage as far as they are known."""
    before = item.line[max(0, nearest - 1)]
    after = item.line[min(len(item.line) - 1, nearest + 1)]
    if position.distance_km == 0.0 or before == after:
        return _Seen()
    along = float(initial_bearing(*before, *after))
    normal = min((along + 90.0, along - 90.0), key=lambda way: -_cosine(way - item.warm_bearing))
    toward_event = float(initial_bearing(*item.line[nearest], *here))
    across = _cosine(toward_event - normal)
    if abs(across) < BESIDE:
        return _Seen()
    side: FrontSide = "warm" if across > 0 else "cold"
    if item.speed_ms is None or abs(item.speed_ms) < FAST_MS:
        return _Seen(side)
    approach: Approach = "toward" if (item.speed_ms > 0) == (side == "warm") else "away"
    span = timedelta(seconds=1e3 * position.distance_km / abs(item.speed_ms))
    if span > LONGEST_PASSAGE or item.speed_by != "displacement":
        return _Seen(side, approach)
    passes = time + span if approach == "toward" else time - span
    return _Seen(side, approach, (passes + timedelta(minutes=30)).replace(
        minute=0, second=0, microsecond=0))  # fmt: skip


def _cosine(degrees: float) -> float:
    return float(np.cos(np.radians(degrees)))
