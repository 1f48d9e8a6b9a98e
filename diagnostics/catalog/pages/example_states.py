"""Analytic states, for the examples that no regional sample can give."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import xarray as xr

from diagnostics.constants import GRAVITY
from diagnostics.fields.canonical import attributes

HEMISPHERE = "hemisphere"
"""Name of the state."""

VALLEY = "valley"
"""Name of the state with a valley, a gap and open water."""

_LEVELS = np.array([200.0, 300.0, 500.0, 700.0, 850.0, 1000.0])
_RISE = {200.0: 2.1, 300.0: 1.65, 500.0: 1.0, 700.0: 0.54, 850.0: 0.25, 1000.0: 0.02}
"""Height of each level against that of 500 hPa."""


def hemisphere_state() -> xr.Dataset:
    """Return one time of the Northern Hemisphere at 2.5 degrees, canonical.

    Heights at 500 hPa fall from 5880 gpm at the equator to 5100 gpm at the pole as the cosine of
    twice the latitude, with a blocking dipole at 60 E (+260 gpm at 62 N, -320 gpm at 40 N and cold
    by 8 K), a subtropical high of +210 gpm at 28 N, 135 E, and a polar vortex of -180 gpm at 82 N,
    90 W.
    Winds are geostrophic north of 10 N, temperatures fall with latitude and height.

    Returns
    -------
    xarray.Dataset
        z, u, v, t and msl at 2026-01-15 00 UTC.
    """
    latitude = np.arange(0.0, 90.1, 2.5)
    longitude = np.arange(0.0, 360.0, 2.5)
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    height = 5490.0 + 390.0 * np.cos(np.radians(2 * lat))
    for amplitude, north, east, half_y, half_x in (
        (260.0, 62.0, 60.0, 8.0, 18.0),
        (-320.0, 40.0, 60.0, 7.0, 16.0),
        (210.0, 28.0, 135.0, 7.0, 24.0),
        (-180.0, 82.0, 270.0, 8.0, 60.0),
    ):
        away = (lon - east + 180.0) % 360.0 - 180.0
        height += amplitude * np.exp(-(((lat - north) / half_y) ** 2) - (away / half_x) ** 2)
    scale = np.array([_RISE[level] for level in _LEVELS])[:, None, None]
    z = GRAVITY * scale * height
    step = np.radians(2.5) * 6371008.8
    coriolis = 2 * 7.292115e-5 * np.sin(np.radians(np.maximum(lat, 10.0)))
    u = -np.gradient(z, step, axis=-2) / coriolis
    around = (np.roll(z, -1, axis=-1) - np.roll(z, 1, axis=-1)) / 2
    v = around / (step * np.cos(np.radians(np.minimum(lat, 85.0)))) / coriolis
    cold = np.exp(-(((lat - 40.0) / 7.0) ** 2) - ((lon - 60.0) / 16.0) ** 2)
    t = 300.0 - 0.5 * lat - 8.0 * cold - 60.0 * (1.0 - (_LEVELS / 1000.0)[:, None, None])
    msl = 101300.0 + 8.0 * (height - 5490.0 - 390.0 * np.cos(np.radians(2 * lat)))
    four = ("time", "level", "latitude", "longitude")
    fields: dict[str, tuple[tuple[str, ...], npt.NDArray[np.float64]]] = {
        name: (four, part[None]) for name, part in {"z": z, "u": u, "v": v, "t": t}.items()
    }
    fields["msl"] = (("time", "latitude", "longitude"), msl[None])
    return xr.Dataset(
        {
            name: (dims, values.astype(np.float32), attributes(name))
            for name, (dims, values) in fields.items()
        },
        coords={
            "time": np.array(["2026-01-15T00:00"], "datetime64[ns]"),
            "level": ("level", _LEVELS, {"units": "hPa"}),
            "latitude": latitude,
            "longitude": longitude,
        },
        attrs={"title": "analytic state of a hemisphere"},
    )


def valley_state() -> xr.Dataset:
    """Return one time of a valley from west to east between two ranges, with water west of it.

    Half a degree from 43 to 47 N and 4 to 14 E. The ranges rise 1500 m above the valley at 45 N.
    Pressure falls eastward by 3 hPa in 100 km, the wind is westerly: 2 m/s near the ground, 10 m/s
    aloft. The water west of 8 E has 288 K, the air at 850 hPa 268 K, that in the valley 266 K.

    Returns
    -------
    xarray.Dataset
        z, t, u, v, msl, t2m, u10, v10, sst and orog at 2026-01-15 00 UTC.
    """
    latitude, longitude = 43.0 + 0.5 * np.arange(9), 4.0 + 0.5 * np.arange(21)
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    north, east = (lat - 45.0) * 111.2, (lon - 9.0) * 111.2 * np.cos(np.radians(45.0))
    levels = np.array([500.0, 700.0, 850.0, 925.0, 1000.0])
    height = 44330.0 * (1.0 - (levels / 1013.25) ** 0.19)
    column = np.ones((1, len(levels), *lat.shape))
    shaped = height[None, :, None, None] * column
    fields: dict[str, tuple[tuple[str, ...], npt.NDArray[np.float64]]] = {
        "z": (_COLUMN, GRAVITY * shaped),
        "t": (_COLUMN, 277.75 - 0.0065 * shaped),
        "u": (_COLUMN, 10.0 * column),
        "v": (_COLUMN, 0.0 * column),
        "msl": (_SURFACE, (101300.0 - 3.0 * east)[None]),
        "t2m": (_SURFACE, np.full((1, *lat.shape), 266.0)),
        "u10": (_SURFACE, np.full((1, *lat.shape), 2.0)),
        "v10": (_SURFACE, np.zeros((1, *lat.shape))),
        "sst": (_SURFACE, np.where(lon < 8.0, 288.0, np.nan)[None]),
        "orog": (_SURFACE[1:], 1500.0 * (1.0 - np.exp(-((north / 60.0) ** 2)))),
    }
    return xr.Dataset(
        {
            name: (dims, values.astype(np.float32), attributes(name))
            for name, (dims, values) in fields.items()
        },
        coords={
            "time": np.array(["2026-01-15T00:00"], "datetime64[ns]"),
            "level": ("level", levels, {"units": "hPa"}),
            "latitude": latitude,
            "longitude": longitude,
        },
        attrs={"title": "analytic state of a valley"},
    )


_COLUMN = ("time", "level", "latitude", "longitude")
_SURFACE = ("time", "latitude", "longitude")
