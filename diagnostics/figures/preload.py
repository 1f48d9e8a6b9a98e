"""Load what every chart needs, before the first one is asked for."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import xarray

from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource
from diagnostics.figures.render import render_custom

_CHART = {
    "title": "warm",
    "layers": [
        {"kind": "shading", "quantity": "wind_speed@850"},
        {"kind": "contour", "quantity": "temperature@850"},
        {"kind": "barb", "quantity": "wind@850"},
    ],
    "detectors": [{"detector": "jet_core"}],
}


def warm_up() -> None:
    """Draw a small chart: fonts, boundaries, kernels and encoders are in memory then."""
    latitude, longitude = np.arange(20.0, 51.0), np.arange(100.0, 141.0)
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    dims = ("time", "level", "latitude", "longitude")

    def field(values: np.ndarray, unit: str) -> tuple[object, ...]:
        return dims, np.stack([values, values])[None].astype("f4"), {"units": unit}

    time = datetime(2026, 1, 1, tzinfo=UTC)
    dataset = xarray.Dataset(
        {
            "t": field(300.0 - 0.6 * lat, "K"),
            "u": field(5.0 + 15.0 * np.cos(np.radians(4 * (lat - 35))), "m s-1"),
            "v": field(6.0 * np.sin(np.radians(8 * lon)), "m s-1"),
        },
        coords={
            "time": np.array([np.datetime64(time.replace(tzinfo=None), "ns")]),
            "level": np.array([200.0, 850.0]),
            "latitude": latitude,
            "longitude": longitude,
        },
    )
    region = Region(west=112, south=30, east=128, north=40)
    render_custom(_CHART, MemorySource(dataset), time=time, region=region, max_rounds=1)
