"""Drawing time series at the event point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.detection.features.climatological_range import (
    ClimatologicalRange,
    climatological_range,
)
from diagnostics.detection.features.series import Series, point_series
from diagnostics.detection.features.timelines import require_times
from diagnostics.errors import InputDataError
from diagnostics.figures import typography
from diagnostics.figures.barbs import barbs_of
from diagnostics.figures.chart_canvas import ChartCanvas, new_canvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.figures.verticals import time_ticks
from diagnostics.messages import Message, localise, message, positions, render
from diagnostics.quantities.scene import Scene

Array = NDArray[np.float64]
ASPECT = 1.55
BARB_ROOM_PT = 13.0
"""Nearer barbs would touch: of a dense series only some are drawn."""
HEIGHTS = {"precipitation": 0.24, "wind_10m": 0.30, "temperature_2m": 0.40}
"""Panels from the lowest up, as parts of the room; pressure shares that of the temperature."""
HEIGHTS_APART = {
    "precipitation": 0.19,
    "wind_10m": 0.24,
    "mean_sea_level_pressure": 0.25,
    "temperature_2m": 0.32,
}
"""With bands of a climatology, which would hide each other in one panel."""
NAMES = {
    "temperature_2m": (message("quantity-temperature_2m"), "°C", (-95.0, 65.0)),
    "mean_sea_level_pressure": (
        message("quantity-mean_sea_level_pressure"),
        "hPa",
        (850.0, 1100.0),
    ),
    "wind_10m": (message("quantity-wind_10m"), "m s⁻¹", (0.0, 120.0)),
    "precipitation": (message("map-interval_precipitation"), "mm", (0.0, 1000.0)),
}
"""Name, unit and valid range of what is drawn."""
ON_AXIS = {"precipitation": message("map-interval_precipitation_short")}
"""Shorter names, where a panel is too low for the whole."""


def draw_meteogram(spec: ChartSpec, scene: Scene, look: ChartStyle) -> ChartCanvas:
    """Draw everything between header and footer of a meteogram: panels on one time axis.

    What the data lack has no panel; the line below the title names it.

    Raises
    ------
    InputDataError
        With code ``no_values`` where the data hold nothing of the series at the event point.
    """
    require_times(scene, "a time series")
    data = point_series(scene)
    series = {
        "temperature_2m": data.temperature,
        "mean_sea_level_pressure": data.pressure,
        "wind_10m": data.wind,
        "precipitation": data.precipitation,
    }
    held = {name for name, values in series.items() if np.isfinite(values).any()}
    if not held:
        latitude, longitude = scene.region.center
        raise InputDataError(
            Message(
                id="figureerror-no_series",
                params={
                    "series": ", ".join(series),
                    "position": positions.position(latitude, longitude),
                },
            ),
            code="no_values",
            data={"figure": spec.id},
        )
    canvas = new_canvas(ASPECT, look, colour_bars=0)
    box = canvas.axes.get_position()
    canvas.axes.set_axis_off()
    usual = {name: climatological_range(scene, name) for name in held}
    alone = "temperature_2m" not in held
    apart = alone or usual.get("mean_sea_level_pressure") is not None
    heights = HEIGHTS_APART if apart else HEIGHTS
    panels = _panels(canvas, box, {name: share for name, share in heights.items() if name in held})
    legend = ""
    for layer in spec.layers:
        values = series[layer.quantity.name]
        facts = _facts(layer, values, look)
        if layer.quantity.name not in held:
            canvas.add(f"{layer.kind} {layer.quantity.name}", [], {**facts, "absent": True})
            continue
        if layer.quantity.name in panels:
            axes = panels[layer.quantity.name]
        else:
            axes = panels["temperature_2m"].twinx()
            canvas.dress(axes)
        known = usual[layer.quantity.name]
        if known is not None:
            _draw_usual(canvas, axes, layer, data.hours, known)
        artists = _draw(canvas, axes, layer, data, values)
        if known is not None:
            _make_room(axes, layer, known)
            legend = _legend_of(known, look)
        _label(canvas, axes, layer, look)
        canvas.add(f"{layer.kind} {layer.quantity.name}", artists, facts, axes=axes)
    if legend:
        _write(canvas, list(panels.values())[-1], legend)
    _time_axis(canvas, list(panels.values()), scene, data, look)
    return canvas


def _panels(canvas: ChartCanvas, box: Any, heights: Mapping[str, float]) -> dict[str, Any]:
    gap, bottom, found = 0.03, box.y0, {}
    room = box.height - (len(heights) - 1) * gap
    for name, share in heights.items():
        height = room * share / sum(heights.values())
        axes = canvas.figure.add_axes((box.x0 + 0.012, bottom, box.width - 0.06, height))
        canvas.dress(axes)
        found[name] = axes
        bottom += height + gap
    return found


def _facts(layer: Layer, values: Array, look: ChartStyle) -> dict[str, JsonValue]:
    name, unit, limits = NAMES[layer.quantity.name]
    finite = values[np.isfinite(values)]
    return {
        "kind": layer.kind,
        "quantity": layer.quantity.name,
        "label": render(name, look.language),
        "unit": unit,
        "valid_range": list(limits),
        "minimum": round(float(finite.min()), 3) if finite.size else None,
        "maximum": round(float(finite.max()), 3) if finite.size else None,
        "points": int(finite.size),
        "all_cells": True,
    }


def _draw_usual(
    canvas: ChartCanvas, axes: Any, layer: Layer, hours: Array, usual: ClimatologicalRange
) -> None:
    """Draw mean, band and ends of the climatology under the series, in its colour."""
    colour = canvas.theme.line(layer.color)
    artists = [axes.fill_between(hours, usual.low, usual.high, color=colour, alpha=0.16, lw=0)]
    artists += axes.plot(hours, usual.mean, color=colour, linewidth=1.0, linestyle=(0, (6, 3)))
    for end in (usual.least, usual.most):
        if np.isfinite(end).any():
            artists += axes.plot(hours, end, color=colour, linewidth=0.8, linestyle=(0, (1, 2)))
    facts: dict[str, JsonValue] = {
        "kind": "marks",
        "quantity": layer.quantity.name,
        "band": "p10-p90" if usual.percentiles else "one standard deviation",
        "years": usual.years,
    }
    canvas.add(f"climatology {layer.quantity.name}", artists, facts, axes=axes)


def _make_room(axes: Any, layer: Layer, usual: ClimatologicalRange) -> None:
    """Widen an axis so that the climatology lies on it."""
    drawn = np.concatenate([usual.low, usual.high, usual.least, usual.most])
    low, high = axes.get_ylim()
    pad = 0.05 * (high - low)
    most = max(high, float(np.nanmax(drawn)) + pad)
    if layer.quantity.name in ("temperature_2m", "mean_sea_level_pressure"):
        most += 3 * pad  # for the words on the climatology
    least = low if layer.quantity.name == "wind_10m" else min(low, float(np.nanmin(drawn)) - pad)
    axes.set_ylim(least, most)


def _legend_of(usual: ClimatologicalRange, look: ChartStyle) -> str:
    """Say what the lines and the band of a climatology are."""
    ends = bool(np.isfinite(usual.least).any())
    lines = message(
        "map-climatology_extremes" if ends else "map-climatology_lines",
        band=message("map-percentiles" if usual.percentiles else "map-deviation"),
    )
    if not usual.years:
        return localise("map-climatology", look.language, lines=lines)
    return localise("map-climatology_of", look.language, years=f"{usual.years}", lines=lines)


def _write(canvas: ChartCanvas, axes: Any, legend: str) -> None:
    text = axes.text(
        0.01,
        0.97,
        legend,
        transform=axes.transAxes,
        ha="left",
        va="top",
        color=canvas.theme.muted,
        fontproperties=typography.font(8.5),
        path_effects=canvas.halo(2.0),
    )
    canvas.add("climatology", [text], {"kind": "marks"}, axes=axes)


def _draw(canvas: ChartCanvas, axes: Any, layer: Layer, data: Series, values: Array) -> list[Any]:
    colour = canvas.theme.line(layer.color)
    if layer.quantity.name == "precipitation":
        width = 0.9 * float(np.min(np.diff(data.hours))) if data.hours.size > 1 else 1.0
        top = max(1.0, 1.15 * float(np.nanmax(values)))
        axes.set_ylim(0.0, top)
        return list(
            axes.bar(data.hours, np.nan_to_num(values), width=-width, align="edge", color=colour)
        )
    if layer.quantity.name == "wind_10m":
        top = max(6.0, 1.35 * float(np.nanmax(values)))
        axes.set_ylim(0.0, top)
        line = axes.plot(data.hours, values, color=colour, linewidth=1.4)
        room = 72.0 * typography.WIDTH_IN * axes.get_position().width
        every = slice(None, None, int(np.ceil(BARB_ROOM_PT * values.size / room)))
        convention = barbs_of(canvas.look)
        barbs = axes.barbs(
            data.hours[every],
            np.full(data.hours[every].size, 0.86 * top),
            *convention.shown(data.east[every], data.north[every]),
            length=typography.CHART_SIZES.meteogram_barb,
            linewidth=0.7,
            barbcolor=canvas.theme.ink,
            barb_increments=dict(convention.increments),
        )
        return [*line, barbs]
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    pad = max(1.0, 0.12 * (high - low))
    axes.set_ylim(low - pad, high + pad)
    return list(
        axes.plot(data.hours, values, color=colour, linewidth=2.0, marker="o", markersize=2.6)
    )


def _label(canvas: ChartCanvas, axes: Any, layer: Layer, look: ChartStyle) -> None:
    name, unit, _ = NAMES[layer.quantity.name]
    colour = canvas.theme.line(layer.color)
    words = localise(
        "map-with_unit", look.language, name=ON_AXIS.get(layer.quantity.name, name), unit=unit
    )
    axes.set_ylabel(words, color=colour, fontproperties=typography.font(9.5), labelpad=3)
    for text in axes.get_yticklabels():
        text.set_fontproperties(typography.font(typography.CHART_SIZES.plane_ticks))
        text.set_color(colour)
    axes.tick_params(axis="y", length=3, width=0.6)


def _time_axis(
    canvas: ChartCanvas, panels: list[Any], scene: Scene, data: Series, look: ChartStyle
) -> None:
    at, labels = time_ticks(scene.times, data.hours, look)
    now = data.hours[scene.times.index(scene.time)]
    for number, axes in enumerate(panels):
        axes.set_xlim(float(data.hours[0]) - 0.5, float(data.hours[-1]) + 0.5)
        axes.set_xticks(at, labels if number == 0 else [""] * at.size)
        axes.grid(visible=True, color=canvas.theme.graticule, linewidth=0.5, alpha=0.4)
        axes.tick_params(axis="x", length=3, width=0.6)
        axes.axvline(now, color=canvas.theme.region, linewidth=1.2, linestyle=(0, (5, 3)))
        for text in axes.get_xticklabels():
            text.set_fontproperties(typography.font(typography.CHART_SIZES.plane_ticks))
