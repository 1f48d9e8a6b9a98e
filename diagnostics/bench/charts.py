"""One warm chart, against the plain cartopy way of drawing the same."""

from __future__ import annotations

import io
from collections.abc import Iterable

import cartopy.crs as ccrs
import numpy as np
import xarray
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.timing import best_seconds
from diagnostics.constants import GRAVITY
from diagnostics.contracts.enums import Language
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import render_figure
from diagnostics.samples import generate, sample_info

_DPI = 200
_SIZE_INCHES = (10, 8)
_BUDGET = 0.3


def measure() -> Iterable[BenchRow]:
    """Measure a typical chart: heights with wind barbs at 500 hPa."""
    dataset = generate("rainstorm")
    info = sample_info("rainstorm")
    source = MemorySource(dataset, title="sample")
    seconds = best_seconds(
        lambda: render_figure(
            "gh500_wind500",
            source,
            time=info.peak_time,
            region=info.region,
            language=Language.EN,
        ),
        repeats=3,
    )
    yield BenchRow(
        track="charts",
        what="gh500_wind500, warm, checked and read back",
        seconds=seconds,
        instead_seconds=best_seconds(lambda: _plain(dataset), repeats=3),
        instead="cartopy, same layers, no coasts",
        budget_seconds=_BUDGET,
    )


def _plain(dataset: xarray.Dataset) -> bytes:
    """Draw heights and barbs as a careful user of cartopy would."""
    now = dataset.isel(time=dataset.sizes["time"] // 2).sel(level=500.0)
    longitude, latitude = np.meshgrid(now["longitude"].values, now["latitude"].values)
    projection = ccrs.LambertConformal(
        central_longitude=float(longitude.mean()), central_latitude=float(latitude.mean())
    )
    plain = ccrs.PlateCarree()
    figure = Figure(figsize=_SIZE_INCHES, dpi=_DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot(projection=projection)
    speed = np.hypot(now["u"].values, now["v"].values)
    filled = axes.contourf(longitude, latitude, speed, 12, transform=plain)
    height = now["z"].values / GRAVITY
    lines = axes.contour(longitude, latitude, height, 15, colors="k", transform=plain)
    axes.clabel(lines, fontsize=8)
    step = slice(None, None, 4)
    axes.barbs(
        longitude[step, step],
        latitude[step, step],
        now["u"].values[step, step],
        now["v"].values[step, step],
        length=5,
        transform=plain,
    )
    axes.gridlines(draw_labels=True)
    figure.colorbar(filled, ax=axes)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return buffer.getvalue()
