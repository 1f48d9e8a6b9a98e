"""One warm chart against the plain cartopy way of drawing the same, and where its time goes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from time import perf_counter
from typing import Any
from unittest.mock import patch

import cartopy.crs as ccrs
import numpy as np
import xarray
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from shapely.geometry import LineString

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.timing import best_seconds
from diagnostics.constants import GRAVITY, ZERO_CELSIUS
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import chart_canvas, compose, layers, maps, render, render_custom, vectors
from diagnostics.figures.boundaries import NATURAL_EARTH
from diagnostics.figures.check import pixels

_DPI = 200
_BUDGET = 0.3
_GOAL = 3.0
_TIME = datetime(2026, 1, 15, tzinfo=UTC)
_CHART: dict[str, Any] = {
    "title": "850-hPa temperature, 500-hPa height and 850-hPa wind",
    "margin_deg": 10.0,
    "layers": [
        {"kind": "shading", "quantity": "temperature@850", "interval": 4.0},
        {"kind": "contour", "quantity": "height@500", "interval": 40.0},
        {"kind": "barb", "quantity": "wind@850"},
    ],
}
_PARTS: tuple[tuple[str, Any, str], ...] = (
    ("read", render, "load_chart_inputs"),
    ("frame fitted to the data", maps, "fit_view"),
    ("empty sheet", maps, "new_canvas"),
    ("grid projected", maps, "map_plane"),
    ("fill", layers, "_shading"),
    ("colour bar", layers, "colour_bar"),
    ("contours and labels", layers, "_contours"),
    ("barbs", vectors, "draw_barbs"),
    ("coasts, borders, graticule", maps, "_base"),
    ("title block", compose, "write_header"),
    ("footer", compose, "write_footer"),
    ("raster of all", chart_canvas.ChartCanvas, "finish"),
    ("measuring of what each layer covers", pixels.PixelRecord, "after"),
    ("measuring of the whole map", pixels.PixelRecord, "finish"),
    ("digest and answer", compose, "_answer"),
    ("measuring of texts and artists", compose, "measure_canvas"),
    ("rules of the checker", compose, "check_answer"),
    ("encode", compose, "encode_png"),
)
"""Parts by name, each without those that lie in it."""
_REST = "all else"


@dataclass(frozen=True)
class _Case:
    """A grid, and the region in its middle."""

    name: str
    latitude: np.ndarray[Any, np.dtype[np.float64]]
    longitude: np.ndarray[Any, np.dtype[np.float64]]
    region: Region


def _cases() -> tuple[_Case, ...]:
    return (
        _Case(
            "161 x 241 at 0.25 degrees",
            np.linspace(20.0, 60.0, 161),
            np.linspace(90.0, 150.0, 241),
            Region(west=106, south=33, east=132, north=47),
        ),
        _Case(
            "121 x 240 at 1.5 degrees",
            np.linspace(-90.0, 90.0, 121),
            np.arange(-180.0, 180.0, 1.5),
            Region(west=0, south=33, east=30, north=55),
        ),
    )


def measure() -> Iterable[BenchRow]:
    """Measure the chart on both grids: whole, in parts, and the cartopy way."""
    for case in _cases():
        dataset = _fields(case)
        source = MemorySource(dataset, title="bench")

        def ours(case: _Case = case, source: MemorySource = source) -> bytes:
            return render_custom(_CHART, source, time=_TIME, region=case.region).png

        yield BenchRow(
            track="charts",
            what=f"fill, contours, barbs on {case.name}, warm, read, checked and encoded",
            seconds=best_seconds(ours, repeats=4),
            instead_seconds=best_seconds(partial(_plain, dataset, case), repeats=3),
            instead="cartopy, transform=PlateCarree, the same layers, coasts, borders and labels",
            budget_seconds=_BUDGET,
            goal=_GOAL,
        )
        for part, seconds in _split(ours).items():
            yield BenchRow(track="charts", what=f"of it {part}, {case.name}", seconds=seconds)


def _split(draw: Callable[[], bytes]) -> dict[str, float]:
    """Seconds of each part of one warm chart, the least of three."""
    least: dict[str, float] = {}
    for _ in range(3):
        watch = _Watch()
        with ExitStack() as stack:
            for name, module, function in _PARTS:
                original = getattr(module, function)
                stack.enter_context(patch.object(module, function, watch.around(original, name)))
            watch.around(draw, _REST)()
        for name, seconds in watch.spent.items():
            least[name] = min(least.get(name, seconds), seconds)
    return least


class _Watch:
    """Seconds spent in functions, each without the watched functions that it calls."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._within: list[float] = []

    def around(self, function: Callable[..., Any], name: str) -> Callable[..., Any]:
        """Return the function, watched under a name."""

        def call(*args: Any, **kwargs: Any) -> Any:
            start = perf_counter()
            self._within.append(0.0)
            try:
                return function(*args, **kwargs)
            finally:
                whole = perf_counter() - start
                inside = self._within.pop()
                self.spent[name] = self.spent.get(name, 0.0) + whole - inside
                if self._within:
                    self._within[-1] += whole

        return call


def _fields(case: _Case) -> xarray.Dataset:
    """A wavy westerly current with a warm south."""
    lat, lon = np.meshgrid(case.latitude, case.longitude, indexing="ij")
    wave = np.cos(np.radians(6 * lon)) * np.cos(np.radians(lat)) ** 2
    height = 5600 - 8 * (np.abs(lat) - 40) + 90 * wave
    warmth = ZERO_CELSIUS + 22 - 0.6 * np.abs(lat) + 5 * wave
    east = 12 * np.cos(np.radians(2 * lat - 80)) + 4 * wave
    north = -9 * np.sin(np.radians(6 * lon)) * np.cos(np.radians(lat))
    dims = ("time", "level", "latitude", "longitude")

    def both(field: Any, unit: str) -> Any:
        return dims, np.stack([field, field])[None].astype("f4"), {"units": unit}

    return xarray.Dataset(
        {
            "z": both(GRAVITY * height, "m2 s-2"),
            "t": both(warmth, "K"),
            "u": both(east, "m s-1"),
            "v": both(north, "m s-1"),
        },
        coords={
            "time": np.array([np.datetime64(_TIME.replace(tzinfo=None), "ns")]),
            "level": np.array([500.0, 850.0]),
            "latitude": case.latitude,
            "longitude": case.longitude,
        },
    )


def _plain(dataset: xarray.Dataset, case: _Case) -> bytes:
    """Draw the same chart as a careful user of cartopy would."""
    latitude, longitude = case.region.center
    projection = ccrs.LambertConformal(
        central_longitude=longitude,
        central_latitude=latitude,
        standard_parallels=(latitude - 10, latitude + 10),
    )
    plain = ccrs.PlateCarree()
    box = case.region.padded(10.0, east_west=10.0)
    part = dataset.isel(time=0).sel(
        latitude=slice(box.south - 3, box.north + 3), longitude=slice(box.west - 6, box.east + 6)
    )
    lon, lat = np.meshgrid(part["longitude"].values, part["latitude"].values)
    low, high = part.sel(level=850.0), part.sel(level=500.0)
    figure = Figure(figsize=(11, 10.5), dpi=_DPI)
    FigureCanvasAgg(figure)
    axes: Any = figure.add_subplot(projection=projection)
    axes.set_extent((box.west, box.east, box.south, box.north), crs=plain)
    warmth = low["t"].values - ZERO_CELSIUS
    levels = np.arange(-40, 41, 4)
    filled = axes.contourf(lon, lat, warmth, levels, cmap="RdBu_r", extend="both", transform=plain)
    height = high["z"].values / GRAVITY
    lines = axes.contour(lon, lat, height, np.arange(4800, 6000, 40), colors="k", transform=plain)
    axes.clabel(lines, fontsize=8)
    every = max(1, round(np.sqrt(lon.size / 600)))
    step = (slice(None, None, every), slice(None, None, every))
    east, north = low["u"].values[step], low["v"].values[step]
    axes.barbs(lon[step], lat[step], east, north, length=5.4, linewidth=0.6, transform=plain)
    for kind, colour in (("borders", "#8a8a8a"), ("coastline", "#4d4d4d")):
        axes.add_geometries(
            _shapes(kind), crs=plain, facecolor="none", edgecolor=colour, linewidth=0.8
        )
    axes.gridlines(draw_labels=True, linewidth=0.5)
    axes.set_title(str(_CHART["title"]))
    figure.colorbar(filled, ax=axes, orientation="horizontal")
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return buffer.getvalue()


def _shapes(kind: str) -> list[LineString]:
    points, starts = NATURAL_EARTH.lines(kind, "50m")
    parts = np.split(points, np.flatnonzero(starts)[1:])
    return [LineString(part) for part in parts if len(part) > 1]
