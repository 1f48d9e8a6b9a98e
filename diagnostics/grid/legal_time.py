"""The clock that people at a place go by.

Boundaries of time zones are those of ``timezonefinder`` (MIT; its data, timezone-boundary-builder,
are under the ODbL); over the sea the nautical zones hold.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from diagnostics.contracts.space_time import wrap_longitude

if TYPE_CHECKING:
    from timezonefinder import TimezoneFinder

BEIJING = "Asia/Shanghai"
"""Beijing time, the legal time of all of China."""
_INSTEAD = {"Asia/Urumqi": BEIJING, "Etc/GMT+12": "Etc/GMT-12"}
"""Zones for which another is meant.

The sea has two dates along the 180th meridian, its islands one: it is that of days there
(`diagnostics.detection.events.resolve_timezone`), and of clocks.
"""


@lru_cache(maxsize=4096)
def legal_zone(latitude: float, longitude: float) -> str:
    """Return the name of the time zone at a position.

    Parameters
    ----------
    latitude, longitude : float
        Degrees.

    Returns
    -------
    str
        A name of the IANA database, which knows summer time; UTC where no zone is known.

    Examples
    --------
    >>> legal_zone(17.8, 78.5), legal_zone(43.8, 87.6), legal_zone(35.0, -30.0)
    ('Asia/Kolkata', 'Asia/Shanghai', 'Etc/GMT+2')
    >>> legal_zone(-30.0, 179.5), legal_zone(-30.0, -179.5)
    ('Etc/GMT-12', 'Etc/GMT-12')
    """
    found = _finder().timezone_at(lat=latitude, lng=wrap_longitude(longitude))
    return _INSTEAD.get(found, found) if found else "UTC"


@lru_cache(maxsize=1)
def _finder() -> TimezoneFinder:
    from timezonefinder import TimezoneFinder

    return TimezoneFinder()
