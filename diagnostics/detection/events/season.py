"""Types of weather that season and climate rule out, so that missing data are no gap."""

from __future__ import annotations

from datetime import datetime
from math import cos, tau

import numpy as np

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import Region, TimeWindow

_LATITUDES = tuple(range(-90, 91, 10))
_JANUARY = (-14, -11, -4, 2, 8, 15, 22, 25, 26, 26, 26, 22, 15, 5, -7, -16, -26, -32, -41)
_JULY = (-48, -40, -23, -9, 3, 9, 15, 20, 24, 26, 27, 28, 27, 24, 18, 14, 7, 2, -1)
"""Mean temperature at sea level of latitude circles, whole degC (Haurwitz and Austin, 1944)."""
_MID_JULY = 196.0
"""Day of the year."""
WARM = 24.0
"""degC; where the mean is this warm, snow and cold waves are for the highest mountains [D]."""
COLD = 0.0
"""degC; where the mean is this cold, 35 degC is out of reach [D]."""
HIGH_GROUND = (
    Region(west=65, south=25, east=105, north=45),
    Region(west=-82, south=-40, east=-62, north=12),
)
"""Where wide areas lie above 3500 m: High Asia and the Andes."""


def ruled_out(event: EventType, region: Region, window: TimeWindow) -> bool:
    """Whether a type cannot occur in a region at a time of the year.

    Parameters
    ----------
    event : EventType
    region : Region
    window : TimeWindow

    Returns
    -------
    bool
        True of snow and cold waves in the warm season of low latitudes away from the highest
        ground, and of heat waves in the cold season of high ones.

    Examples
    --------
    >>> from datetime import UTC
    >>> july = datetime(2023, 7, 10, tzinfo=UTC)
    >>> india = Region(west=77, south=15, east=82, north=20)
    >>> ruled_out(EventType.SNOWSTORM, india, TimeWindow(start=july, end=july))
    True
    """
    means = [
        _mean_temperature(latitude, time)
        for latitude in (region.south, max(region.south, min(0.0, region.north)), region.north)
        for time in (window.start, window.end)
    ]
    if event is EventType.HEAT_WAVE:
        return max(means) <= COLD
    if event in (EventType.SNOWSTORM, EventType.COLD_WAVE):
        return min(means) >= WARM and not any(_overlap(region, high) for high in HIGH_GROUND)
    return False


def _mean_temperature(latitude: float, time: datetime) -> float:
    """Mean temperature at sea level, degC, by a yearly wave between January and July."""
    july = 0.5 + 0.5 * cos(tau * (time.timetuple().tm_yday - _MID_JULY) / 365.25)
    january, summer = (float(np.interp(latitude, _LATITUDES, row)) for row in (_JANUARY, _JULY))
    return january + july * (summer - january)


def _overlap(one: Region, other: Region) -> bool:
    if one.south > other.north or other.south > one.north:
        return False
    return any(
        one.west + turn <= other.east and other.west <= one.east + turn
        for turn in (-360.0, 0.0, 360.0)
    )
