"""What a request covers where its words say less than a diagnosis needs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from diagnostics.contracts.base import FIRST_YEAR, LAST_YEAR
from diagnostics.contracts.space_time import Region, TimeWindow

AROUND_TOWN = 2.5
"""A town or a position stands for a box that reaches this far on every side, degrees."""
AROUND_MOMENT = timedelta(hours=24)
"""A moment stands for the period that reaches this far to either side."""
WIDEST = 120.0
"""Data wider than this, degrees, are no region to diagnose as a whole."""
_EARLIEST = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
_LATEST = datetime(LAST_YEAR, 12, 31, 23, 59, 59, tzinfo=UTC)
"""Documents hold no times outside these."""
_LAST_LATITUDE = 80.0
"""Poleward of this the box around a town grows no wider, degrees."""


def box_around(spot: Region) -> Region:
    """Return the box that a town or a position stands for; it is wider near the poles.

    Examples
    --------
    >>> box_around(Region(west=10, south=0, east=10, north=0)).bounds()
    [7.5, -2.5, 12.5, 2.5]
    """
    latitude = min(_LAST_LATITUDE, abs(spot.center[0]))
    return spot.padded(AROUND_TOWN, east_west=AROUND_TOWN * (1.0 + (latitude / 60.0) ** 2))


def is_one_region(extent: Region | None) -> bool:
    """Whether data can be diagnosed as a whole; not where their extent is not known."""
    return extent is not None and extent.width <= WIDEST


def period_around(moment: datetime, times: Sequence[datetime]) -> TimeWindow:
    """Return the period that a moment stands for, as far as the data go.

    Parameters
    ----------
    moment : datetime
    times : sequence of datetime
        Of the data, ascending; empty where they are not known.
    """
    start = max(moment - AROUND_MOMENT, _EARLIEST)
    end = min(moment + AROUND_MOMENT, _LATEST)
    if times:
        start, end = max(start, min(times[0], moment)), min(end, max(times[-1], moment))
    return TimeWindow(start=start, end=end)
