"""Drawing longitude against time (Hovmoeller)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.features.timelines import (
    Band,
    departs_from_period,
    latitude_band,
    longitude_time,
)
from diagnostics.figures import typography
from diagnostics.figures.chart_canvas import ChartCanvas, new_canvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.graticule import latitude_text, longitude_text, step_for
from diagnostics.figures.spec import ChartSpec
from diagnostics.figures.verticals import (
    contour_plane,
    finish_axes,
    plane_facts,
    shade_plane,
    time_ticks,
)
from diagnostics.messages import localise
from diagnostics.quantities.scene import Scene

Array = NDArray[np.float64]
ASPECT = 1.45


def draw_hovmoller(spec: ChartSpec, scene: Scene, look: ChartStyle) -> ChartCanvas:
    """Draw everything between header and footer of a longitude-time section; time runs down."""
    band = latitude_band(scene)
    shaded = [layer for layer in spec.layers if layer.kind == "shading"]
    canvas = new_canvas(ASPECT, look, colour_bars=len(shaded), extra_footer_in=0.12)
    canvas.label_step = spec.label_step
    hours = _hours(scene)
    x, y = np.meshgrid(band.longitude, hours)
    for layer in (*shaded, *(item for item in spec.layers if item.kind != "shading")):
        field = longitude_time(scene, layer.quantity)
        facts = plane_facts(layer, field, look)
        facts["label"] = _label(scene, band, layer.quantity, str(facts["label"]), look)
        draw = shade_plane if layer.kind == "shading" else contour_plane
        draw(canvas, layer, x, y, field, facts)
    _marks(canvas, scene, band, hours)
    _axes(canvas, scene, band, hours, look)
    return canvas


def _hours(scene: Scene) -> Array:
    times = scene.dataset["time"].values
    return np.asarray((times - times[0]) / np.timedelta64(1, "h"), dtype=np.float64)


def _label(scene: Scene, band: Band, quantity: QuantityRef, name: str, look: ChartStyle) -> str:
    """Name a quantity with the band, and with what an anomaly departs from."""
    return localise(
        "map-band_departure" if departs_from_period(scene, quantity) else "map-band_mean",
        look.language,
        name=name,
        south=latitude_text(round(band.south, 1)),
        north=latitude_text(round(band.north, 1)),
    )


def _marks(canvas: ChartCanvas, scene: Scene, band: Band, hours: Array) -> None:
    """The region's longitudes, and the valid time."""
    region, colour = scene.region, canvas.theme.region
    middle = (float(band.longitude[0]) + float(band.longitude[-1])) / 2
    shift = round((middle - region.center[1]) / 360.0) * 360.0
    drawn = [
        canvas.axes.axvline(edge + shift, color=colour, linewidth=1.3, linestyle=(0, (5, 3)))
        for edge in (region.west, region.east)
        if region.width < 359.0
    ]
    now = float(hours[scene.times.index(scene.time)])
    drawn.append(canvas.axes.axhline(now, color=colour, linewidth=1.3))
    facts: dict[str, JsonValue] = {"kind": "region"}
    canvas.add("event region", list(drawn), facts)


def _axes(canvas: ChartCanvas, scene: Scene, band: Band, hours: Array, look: ChartStyle) -> None:
    axes = canvas.axes
    first, last = float(band.longitude[0]), float(band.longitude[-1])
    axes.set_xlim(first, last)
    axes.set_ylim(float(hours[-1]), float(hours[0]))
    step = step_for(last - first, 9.0)
    at = np.arange(np.ceil(first / step) * step, last + 1e-6, step)
    axes.set_xticks(at, [longitude_text(float(value)) for value in at])
    moments, labels = time_ticks(scene.times, hours, look)
    axes.set_yticks(moments, labels)
    finish_axes(canvas)
    for text in axes.get_yticklabels():
        text.set_fontproperties(typography.font(typography.CHART_SIZES.hovmoller_ticks))
