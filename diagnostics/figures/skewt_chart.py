"""Drawing a sounding on a skew-T log-p diagram."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.constants import KAPPA, ZERO_CELSIUS
from diagnostics.detection.features.soundings import Parcel, Sounding, most_unstable, sounding
from diagnostics.figures import typography
from diagnostics.figures.barbs import barbs_of
from diagnostics.figures.chart_canvas import ChartCanvas, new_canvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.graticule import latitude_text, longitude_text
from diagnostics.figures.hodograph import draw_hodograph
from diagnostics.figures.spec import ChartSpec
from diagnostics.messages import Measure, Param, localise, message, render
from diagnostics.messages.numbers import pretty_unit
from diagnostics.physics.lifting import pseudoadiabatic_temperature
from diagnostics.physics.thermodynamics import dewpoint, specific_humidity_from_mixing_ratio
from diagnostics.quantities.scene import Scene

Array = NDArray[np.float64]
ASPECT = 1.42
DIAGRAM_SHARE = 0.66
"""Width of the diagram; to its right stand the hodograph and the values."""
BOTTOM_HPA, TOP_HPA = 1050.0, 100.0
TOP_BARB_HPA = 115.0
"""A barb at the upper edge would stand in the title block."""
BARB_STEP = 0.047
"""In ln p: nearer barbs would touch."""
SKEW = 40.0
"""Degrees by which an isotherm leans over one unit of ln p."""
TICKS_HPA = (1000, 850, 700, 500, 400, 300, 250, 200, 150, 100)
LINES = {
    "temperature": ("#b00019", 1.8, "solid"),
    "dewpoint": ("#1f9a62", 3.0, "solid"),
    "parcel": ("#1a1a1a", 1.6, (0, (5, 2))),
}
"""The dewpoint is broader and lighter: in saturated air both lines are seen, one in the other."""
NAMES = {
    "temperature": message("quantity-temperature"),
    "dewpoint": message("map-dewpoint"),
    "parcel": message("map-parcel"),
    "wind": message("quantity-wind"),
}

MISSING = "–"
"""Stands for a number that a sounding does not have."""


def skewed(temperature: Any, pressure: Any) -> Array:
    """Abscissa of a point: temperature (°C) plus the lean of the isotherms."""
    return np.asarray(temperature + SKEW * np.log(BOTTOM_HPA / np.asarray(pressure)))


def draw_skewt(spec: ChartSpec, scene: Scene, look: ChartStyle) -> ChartCanvas:
    """Draw everything between header and footer of a sounding."""
    profile = sounding(scene)
    lifted = most_unstable(profile)
    canvas = new_canvas(ASPECT, look, colour_bars=0)
    box = canvas.axes.get_position()
    canvas.axes.set_position((box.x0, box.y0, DIAGRAM_SHARE * box.width, box.height))
    _background(canvas)
    # Above its equilibrium level, or 300 hPa where it never rises, the path tells nothing.
    top = lifted.el if np.isfinite(lifted.el) else 300.0
    free = lifted.pressure >= min(top - 20.0, 300.0)
    curves = {
        "temperature": (profile.temperature, profile.pressure),
        "dewpoint": (profile.dewpoint, profile.pressure),
        "parcel": (lifted.temperature[free], lifted.pressure[free]),
    }
    for layer in spec.layers:
        if layer.quantity.name == "wind":
            _barbs(canvas, profile, look)
            continue
        values, pressure = curves[layer.quantity.name]
        colour, width, dashes = LINES[layer.quantity.name]
        colour = canvas.theme.line(colour)
        drawn = canvas.axes.plot(
            skewed(values, pressure), pressure, color=colour, linewidth=width, linestyle=dashes
        )
        canvas.add(
            f"line {layer.quantity.name}",
            list(drawn),
            _facts(layer.kind, layer.quantity.name, "°C", values, look),
        )
    _panel(canvas, profile, lifted, look, box)
    draw_hodograph(canvas, profile, look, _column(box))
    _axes(canvas)
    return canvas


def _facts(
    kind: str, name: str, unit: str, values: Array, look: ChartStyle
) -> dict[str, JsonValue]:
    finite = values[np.isfinite(values)]
    return {
        "kind": kind,
        "quantity": name,
        "label": render(NAMES[name], look.language),
        "unit": unit,
        "valid_range": [-150.0, 150.0],
        "minimum": round(float(finite.min()), 3) if finite.size else None,
        "maximum": round(float(finite.max()), 3) if finite.size else None,
    }


def _background(canvas: ChartCanvas) -> None:
    """Isotherms, dry and moist adiabats, lines of mixing ratio."""
    pressure = np.linspace(BOTTOM_HPA, TOP_HPA, 120)
    axes, faint = canvas.axes, canvas.theme.faint
    artists: list[Any] = []
    for value in range(-120, 51, 10):
        colour, width = ("#5b7fb5", 1.0) if value == 0 else ("#b8c4d6", 0.6)
        artists += axes.plot(
            skewed(value, pressure), pressure, color=faint(colour), linewidth=width
        )
    for theta in range(250, 461, 15):
        dry = theta * (pressure / 1000.0) ** KAPPA - ZERO_CELSIUS
        artists += axes.plot(skewed(dry, pressure), pressure, color=faint("#d9b38c"), linewidth=0.6)
    for start in range(-20, 37, 4):
        moist = pseudoadiabatic_temperature(1e5, start + ZERO_CELSIUS, 100.0 * pressure)
        artists += axes.plot(
            skewed(moist - ZERO_CELSIUS, pressure), pressure, color=faint("#9cc4a4"), linewidth=0.6
        )
    low = pressure[pressure >= 500.0]
    for ratio in (0.5, 1, 2, 4, 7, 10, 15, 20, 28):
        humid = specific_humidity_from_mixing_ratio(np.full(low.size, ratio / 1000.0))
        moist = np.asarray(dewpoint(100.0 * low, humid)) - ZERO_CELSIUS
        artists += axes.plot(
            skewed(moist, low), low, color=faint("#a8a0c8"), linewidth=0.6, linestyle=(0, (4, 3))
        )
    canvas.add("background", artists, {"kind": "base"})


def _barbs(canvas: ChartCanvas, profile: Sounding, look: ChartStyle) -> None:
    good = (
        np.isfinite(profile.east) & np.isfinite(profile.north) & (profile.pressure > TOP_BARB_HPA)
    )
    good = _apart(profile.pressure, good)
    place = np.full(int(good.sum()), 0.955)
    drawn = []
    convention = barbs_of(look)
    if good.any():
        drawn = [
            canvas.axes.barbs(
                place,
                profile.pressure[good],
                *convention.shown(profile.east[good], profile.north[good]),
                length=typography.CHART_SIZES.sounding_barb,
                linewidth=0.7,
                barb_increments=dict(convention.increments),
                flip_barb=profile.latitude < 0,
                barbcolor=canvas.theme.ink,
                transform=canvas.axes.get_yaxis_transform(),
                clip_on=False,
            )
        ]
    speed = np.hypot(profile.east, profile.north)
    facts = _facts("barb", "wind", "m s⁻¹", speed, look)
    facts.update(points=int(good.sum()), barbs=int(good.sum()), all_cells=True)
    canvas.add("barb wind", drawn, facts)


def _apart(pressure: Array, good: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Leave out levels that lie too near to the one drawn before, from the ground up."""
    shown = np.zeros_like(good)
    last = np.inf
    for level in np.flatnonzero(good)[np.argsort(-pressure[good])]:
        if np.log(last / pressure[level]) >= BARB_STEP:
            shown[level], last = True, pressure[level]
    return shown


def _column(box: Any) -> tuple[float, float, float]:
    """Left edge, width and top of the column beside the diagram, in parts of the canvas."""
    left = box.x0 + (DIAGRAM_SHARE + 0.035) * box.width
    return left, box.x1 - left, box.y1


def _amount(value: float, unit: str, digits: int = 0) -> Param:
    """A number with its unit; a dash for one that is not there."""
    if not np.isfinite(value):
        return message("format-measure", number=MISSING, unit=pretty_unit(unit))
    return Measure(measure=value, unit=unit, digits=digits)


def _panel(
    canvas: ChartCanvas, profile: Sounding, lifted: Parcel, look: ChartStyle, box: Any
) -> None:
    place = (
        f"{latitude_text(round(profile.latitude, 2))} {longitude_text(round(profile.longitude, 2))}"
    )
    values = {
        "cape": _amount(lifted.cape, "J kg-1"),
        "cin": _amount(lifted.cin, "J kg-1"),
        "li": _amount(lifted.lifted_index, "K", 1),
        **{
            name: _amount(level, "hPa") if np.isfinite(level) else MISSING
            for name, level in (("lcl", lifted.lcl), ("lfc", lifted.lfc), ("el", lifted.el))
        },
    }
    rows = [place] + [
        localise(f"map-sounding_{name}", look.language, value=value)
        for name, value in values.items()
    ]
    left, _, _ = _column(box)
    text = canvas.figure.text(
        left + 0.008,
        box.y0 + 0.47 * box.height,
        "\n".join(rows),
        va="top",
        ha="left",
        fontproperties=typography.font(10),
        color=canvas.theme.ink,
        linespacing=1.45,
        bbox={
            "facecolor": canvas.theme.panel,
            "edgecolor": canvas.theme.border,
            "linewidth": 0.6,
            "pad": 5,
        },
    )
    handles = [
        canvas.axes.plot(
            [],
            [],
            color=canvas.theme.line(colour),
            linewidth=width,
            linestyle=dashes,
            label=render(NAMES[name], look.language),
        )[0]
        for name, (colour, width, dashes) in LINES.items()
    ]
    legend = canvas.axes.legend(
        handles=handles,
        loc="upper left",  # no air is that cold
        prop=typography.font(9.5),
        framealpha=1.0,
        facecolor=canvas.theme.panel,
        edgecolor=canvas.theme.border,
        labelcolor=canvas.theme.ink,
    )
    canvas.texts.append(text)
    canvas.add("values", [legend], {"kind": "marks"})


def _axes(canvas: ChartCanvas) -> None:
    axes = canvas.axes
    axes.set_yscale("log")
    axes.set_ylim(BOTTOM_HPA, TOP_HPA)
    axes.set_xlim(-42.0, 52.0)
    axes.set_yticks(TICKS_HPA, [str(value) for value in TICKS_HPA])
    axes.set_yticks([], minor=True)
    axes.set_xticks(
        range(-40, 51, 10), [f"{value}".replace("-", "−") for value in range(-40, 51, 10)]
    )
    axes.grid(visible=True, axis="y", color=canvas.theme.faint("#c8c8c8"), linewidth=0.6)
    for text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        text.set_fontproperties(typography.font(typography.CHART_SIZES.sounding_ticks))
        canvas.texts.append(text)
    axes.set_ylabel("hPa", fontproperties=typography.font(9.5), labelpad=1)
    axes.set_xlabel("°C", fontproperties=typography.font(9.5), labelpad=1)
    axes.tick_params(length=3, width=0.6)
