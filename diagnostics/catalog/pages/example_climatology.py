"""An analytic summer month with its climatology, for the examples that need one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import xarray as xr

from diagnostics.climatology import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.climatology.statistics import YEAR_DAYS
from diagnostics.constants import GRAVITY
from diagnostics.contracts.space_time import Region
from diagnostics.fields.canonical import attributes

WARM_MONTH = "warm_month"
"""Name of the state."""
WARM_MONTH_REGION = Region(west=111.0, south=31.0, east=114.0, north=34.0)
WARM_MONTH_TIME = datetime(2026, 7, 10, 12, tzinfo=UTC)

_LATITUDE, _LONGITUDE = np.arange(30.0, 36.0), np.arange(110.0, 116.0)
_LEVELS = np.array([300.0, 500.0, 700.0, 850.0, 1000.0])
_DAYS = 40
_HOT_FROM = 36
_DIMS = ("latitude", "longitude")
_NORMAL = {
    GridKey(name="t", level=850.0): (292.0, 2.5),
    GridKey(name="t2m"): (299.0, 3.0),
    GridKey(name="z", level=500.0): (5850.0 * GRAVITY, 30.0 * GRAVITY),
    GridKey(name="msl"): (100600.0, 400.0),
    GridKey(name="pwat"): (42.0, 6.0),
}
"""Mean and standard deviation of each field."""


def warm_month_state() -> xr.Dataset:
    """Return 40 days from 1 June 2026 at 1 degree, canonical: ordinary, the last four hot.

    The daily mean near the ground is 298 K and 303 K on the hot days; at 850 hPa it is 2 K above
    the climatological mean, at 500 hPa 45 gpm, while the pressure is 5 hPa below it. Each six
    hours bring 0.2 mm of rain.
    """
    times = np.datetime64("2026-06-01T00", "ns") + np.timedelta64(6, "h") * np.arange(4 * _DAYS)
    hot = (np.arange(4 * _DAYS) // 4 >= _HOT_FROM).astype(np.float64)
    course = np.tile([0.0, -5.0, 0.0, 5.0], _DAYS)
    bump = np.exp(-(((_LATITUDE[:, None] - 32.5) / 2) ** 2) - ((_LONGITUDE - 112.5) / 2) ** 2)
    flat = hot[:, None, None] * bump
    aloft = flat[:, None] * np.ones((_LEVELS.size, 1, 1))
    height = 44330.0 * (1.0 - (_LEVELS / 1013.25) ** 0.19)
    ground = 298.0 + course + 5.0 * hot
    fields: dict[str, Any] = {
        "t": 292.0 - 48.0 * (1.0 - (_LEVELS / 850.0))[:, None, None] + 2.0 * aloft,
        "q": np.array([2e-4, 2e-3, 6e-3, 1.1e-2, 1.6e-2])[:, None, None] * (1.0 + 0.2 * aloft),
        "z": GRAVITY * (height[:, None, None] + (5850.0 - height[1]) + 45.0 * aloft),
        "msl": 100600.0 - 500.0 * flat,
        "t2m": np.broadcast_to(ground[:, None, None], flat.shape),
        "tp": np.full(flat.shape, 0.2),
    }
    data = {}
    for name, values in fields.items():
        over = ("time", "level", *_DIMS) if values.ndim == 4 else ("time", *_DIMS)
        extra = {"interval_hours": 6.0} if name == "tp" else {}
        data[name] = (over, values.astype(np.float32), attributes(name, **extra))
    return xr.Dataset(
        data,
        coords={
            "time": times,
            "level": ("level", _LEVELS, {"units": "hPa"}),
            "latitude": _LATITUDE,
            "longitude": _LONGITUDE,
        },
        attrs={"title": "analytic summer month"},
    )


def warm_month_climatology() -> GridClimatology:
    """Return its climatology: the same statistics on every day and at every point.

    Means and standard deviations as in the table above, T95 of 300 K and EHF85 of 15 K2, and a
    gamma distribution of the 30-day rain with shape 2 and scale 30 mm.
    """
    items = [
        GridItem(key, GridKind.HOURLY, "", _everywhere(mean=mean, std=std, count=930.0), 30)
        for key, (mean, std) in _NORMAL.items()
    ]
    shape = (_LATITUDE.size, _LONGITUDE.size)
    heat = {
        name: xr.DataArray(np.full(shape, value), dims=_DIMS)
        for name, value in (("t95", 300.0), ("ehf85", 15.0))
    }
    items.append(GridItem(GridKey(name="excess_heat"), GridKind.ALL_DAYS, "K", heat, 30))
    rain = {
        name: xr.DataArray(np.full((YEAR_DAYS, *shape), value), dims=("dayofyear", *_DIMS))
        for name, value in (("shape", 2.0), ("scale", 30.0), ("dry_share", 0.0))
    }
    items.append(GridItem(GridKey(name="precipitation_30d"), GridKind.DAILY, "kg m-2", rain, 30))
    return GridClimatology(items, _LATITUDE, _LONGITUDE, name=WARM_MONTH, digest=WARM_MONTH)


def _everywhere(**statistics: float) -> dict[str, xr.DataArray]:
    shape = (4, YEAR_DAYS, _LATITUDE.size, _LONGITUDE.size)
    hours = {"hour": np.array([0.0, 6.0, 12.0, 18.0])}
    return {
        name: xr.DataArray(
            np.broadcast_to(np.float64(value), shape),
            dims=("hour", "dayofyear", *_DIMS),
            coords=hours,
        )
        for name, value in statistics.items()
    }
