"""Drawing the column above the event point against time."""

from __future__ import annotations

import numpy as np

from diagnostics.detection.features.timelines import ColumnSeries, column_series
from diagnostics.figures import typography
from diagnostics.figures.chart_canvas import ChartCanvas, new_canvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.graticule import latitude_text, longitude_text
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.figures.verticals import (
    column_field,
    contour_plane,
    draw_plane_barbs,
    finish_axes,
    plane_facts,
    pressure_axis,
    shade_plane,
    time_ticks,
)
from diagnostics.quantities.scene import Scene

ASPECT = 1.75
TOP_HPA = 150.0
MOST_BARB_TIMES = 28
SIDE = 0.025
"""Room for barbs before the first and after the last time, as a share of the axis."""


def draw_time_height(spec: ChartSpec, scene: Scene, look: ChartStyle) -> ChartCanvas:
    """Draw everything between header and footer of a time-height section."""
    data = column_series(scene)
    shaded = [layer for layer in spec.layers if layer.kind == "shading"]
    canvas = new_canvas(ASPECT, look, colour_bars=len(shaded), extra_footer_in=0.42)
    canvas.label_step = spec.label_step
    hours, pressure = np.meshgrid(data.hours, data.pressure)
    shown = data.pressure >= TOP_HPA - 1e-6
    bottom = float(data.pressure[-1]) + 12.0
    pressure_axis(canvas, bottom, float(data.pressure[shown][0]))
    first, last = float(data.hours[0]), float(data.hours[-1])
    canvas.axes.set_xlim(first - SIDE * (last - first), last + SIDE * (last - first))
    for layer in (*shaded, *(item for item in spec.layers if item.kind != "shading")):
        if layer.kind == "barb":
            _barbs(canvas, layer, data, look)
            continue
        field = column_field(data, layer.quantity.name)
        facts = plane_facts(layer, field[shown], look)
        draw = shade_plane if layer.kind == "shading" else contour_plane
        draw(canvas, layer, hours[shown], pressure[shown], field[shown], facts)
    _ground(canvas, data, bottom)
    _moment(canvas, scene, data)
    _axes(canvas, scene, data, look)
    return canvas


def _barbs(canvas: ChartCanvas, layer: Layer, data: ColumnSeries, look: ChartStyle) -> None:
    east, north = data.field("u"), data.field("v")
    every = max(1, int(np.ceil(data.hours.size / MOST_BARB_TIMES)))
    columns = np.arange(0, data.hours.size, every)
    rows = np.flatnonzero(data.pressure > 1.05 * TOP_HPA)
    j, i = (part.ravel() for part in np.meshgrid(rows, columns, indexing="ij"))
    draw_plane_barbs(
        canvas,
        layer,
        (data.hours[i], data.pressure[j]),
        (east[j, i], north[j, i]),
        plane_facts(layer, np.hypot(east, north), look),
        flipped=np.full(i.size, data.latitude < 0),
    )


def _ground(canvas: ChartCanvas, data: ColumnSeries, bottom: float) -> None:
    drawn = canvas.axes.fill_between(
        data.hours, data.ground, bottom + 50.0, color=canvas.theme.ground, linewidth=0
    )
    canvas.add("ground", [drawn], {"kind": "base"})


def _moment(canvas: ChartCanvas, scene: Scene, data: ColumnSeries) -> None:
    now = float(data.hours[scene.times.index(scene.time)])
    drawn = canvas.axes.axvline(
        now, color=canvas.theme.region, linewidth=1.4, linestyle=(0, (5, 3)), clip_on=False
    )
    canvas.add("event region", [drawn], {"kind": "region"})


def _axes(canvas: ChartCanvas, scene: Scene, data: ColumnSeries, look: ChartStyle) -> None:
    at, labels = time_ticks(scene.times, data.hours, look)
    canvas.axes.set_xticks(at, labels)
    finish_axes(canvas)
    place = f"{latitude_text(round(data.latitude, 2))} {longitude_text(round(data.longitude, 2))}"
    text = canvas.axes.text(
        0.995,
        0.985,
        place,
        transform=canvas.axes.transAxes,
        ha="right",
        va="top",
        fontproperties=typography.font(10),
        color=canvas.theme.ink,
        bbox={"facecolor": canvas.theme.panel, "edgecolor": canvas.theme.border, "linewidth": 0.6},
    )
    canvas.add("place", [text], {"kind": "marks"})
