"""Drawing time series at the event point."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.detection.features.scene import Scene
from diagnostics.detection.features.series import Series, point_series
from diagnostics.figures import style
from diagnostics.figures.canvas import Sheet, new_sheet
from diagnostics.figures.look import Look
from diagnostics.figures.spec import ChartSpec, Layer

Array = NDArray[np.float64]
ASPECT = 1.55
PANELS = {"temperature_2m": 2, "mean_sea_level_pressure": 2, "wind_10m": 1, "precipitation": 0}
NAMES = {
    "temperature_2m": ("2-m temperature", "2米气温", "°C", (-95.0, 65.0)),
    "mean_sea_level_pressure": ("Sea-level pressure", "海平面气压", "hPa", (850.0, 1100.0)),
    "wind_10m": ("10-m wind", "10米风", "m s⁻¹", (0.0, 120.0)),
    "precipitation": ("Precipitation per interval", "时段降水量", "mm", (0.0, 1000.0)),
}


def draw_meteogram(spec: ChartSpec, scene: Scene, look: Look) -> Sheet:
    """Draw everything between header and footer of a meteogram: three panels on one time axis."""
    data = point_series(scene)
    sheet = new_sheet(ASPECT, look, colour_bars=0)
    box = sheet.axes.get_position()
    sheet.axes.set_axis_off()
    panels = _panels(sheet, box)
    series = {
        "temperature_2m": data.temperature,
        "mean_sea_level_pressure": data.pressure,
        "wind_10m": data.wind,
        "precipitation": data.precipitation,
    }
    for layer in spec.layers:
        values = series[layer.quantity]
        axes = panels[PANELS[layer.quantity]]
        if layer.quantity == "mean_sea_level_pressure":
            axes = axes.twinx()
            sheet.dress(axes)
        artists = _draw(sheet, axes, layer, data, values) if np.isfinite(values).any() else []
        _label(sheet, axes, layer, look)
        sheet.add(f"{layer.kind} {layer.quantity}", artists, _facts(layer, values, look), axes=axes)
    _time_axis(sheet, panels, scene, data)
    return sheet


def _panels(sheet: Sheet, box: Any) -> list[Any]:
    heights = (0.24, 0.30, 0.40)
    gap, bottom, found = 0.03, box.y0, []
    for share in heights:
        height = (box.height - 2 * gap) * share / sum(heights)
        found.append(sheet.figure.add_axes((box.x0 + 0.012, bottom, box.width - 0.06, height)))
        sheet.dress(found[-1])
        bottom += height + gap
    return found


def _facts(layer: Layer, values: Array, look: Look) -> dict[str, JsonValue]:
    english, chinese, unit, limits = NAMES[layer.quantity]
    finite = values[np.isfinite(values)]
    return {
        "kind": layer.kind,
        "quantity": layer.quantity,
        "label": chinese if look.chinese else english,
        "unit": unit,
        "valid_range": list(limits),
        "minimum": round(float(finite.min()), 3) if finite.size else None,
        "maximum": round(float(finite.max()), 3) if finite.size else None,
        "points": int(finite.size),
        "all_cells": True,
    }


def _draw(sheet: Sheet, axes: Any, layer: Layer, data: Series, values: Array) -> list[Any]:
    colour = sheet.theme.line(layer.color)
    if layer.quantity == "precipitation":
        width = 0.9 * float(np.min(np.diff(data.hours))) if data.hours.size > 1 else 1.0
        top = max(1.0, 1.15 * float(np.nanmax(values)))
        axes.set_ylim(0.0, top)
        return list(
            axes.bar(data.hours, np.nan_to_num(values), width=-width, align="edge", color=colour)
        )
    if layer.quantity == "wind_10m":
        top = max(6.0, 1.35 * float(np.nanmax(values)))
        axes.set_ylim(0.0, top)
        line = axes.plot(data.hours, values, color=colour, linewidth=1.4)
        barbs = axes.barbs(
            data.hours,
            np.full(values.size, 0.86 * top),
            data.east,
            data.north,
            length=5.6,
            linewidth=0.7,
            barbcolor=sheet.theme.ink,
            barb_increments={"half": 2, "full": 4, "flag": 20},
        )
        return [*line, barbs]
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    pad = max(1.0, 0.12 * (high - low))
    axes.set_ylim(low - pad, high + pad)
    return list(
        axes.plot(data.hours, values, color=colour, linewidth=2.0, marker="o", markersize=2.6)
    )


def _label(sheet: Sheet, axes: Any, layer: Layer, look: Look) -> None:
    english, chinese, unit, _ = NAMES[layer.quantity]
    name = chinese if look.chinese else english
    colour = sheet.theme.line(layer.color)
    axes.set_ylabel(f"{name} ({unit})", color=colour, fontproperties=style.font(9.5), labelpad=3)
    for text in axes.get_yticklabels():
        text.set_fontproperties(style.font(9))
        text.set_color(colour)
    axes.tick_params(axis="y", length=3, width=0.6)


def _time_axis(sheet: Sheet, panels: list[Any], scene: Scene, data: Series) -> None:
    times: tuple[datetime, ...] = scene.times
    chosen = np.unique(np.linspace(0, len(times) - 1, min(9, len(times))).round().astype(int))
    now = data.hours[times.index(scene.time)]
    for number, axes in enumerate(panels):
        axes.set_xlim(float(data.hours[0]) - 0.5, float(data.hours[-1]) + 0.5)
        labels = [f"{times[k]:%d %b}\n{times[k]:%H} UTC" for k in chosen] if number == 0 else []
        axes.set_xticks(data.hours[chosen], labels if number == 0 else [""] * chosen.size)
        axes.grid(visible=True, color=sheet.theme.graticule, linewidth=0.5, alpha=0.4)
        axes.tick_params(axis="x", length=3, width=0.6)
        axes.axvline(now, color=sheet.theme.region, linewidth=1.2, linestyle=(0, (5, 3)))
        for text in axes.get_xticklabels():
            text.set_fontproperties(style.font(9))
