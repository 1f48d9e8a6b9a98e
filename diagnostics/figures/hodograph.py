"""The hodograph beside a sounding: the wind vector's path with height."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.detection.features.soundings import Sounding
from diagnostics.figures import typography
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.messages import message, render

Array = NDArray[np.float64]
TOP_HPA = 200.0
LAYERS: tuple[tuple[float, float, str], ...] = (
    (1100.0, 850.0, "#c4001d"),
    (850.0, 700.0, "#d07000"),
    (700.0, 500.0, "#00734a"),
    (500.0, 300.0, "#16326b"),
    (300.0, TOP_HPA, "#7a3b9a"),
)
"""Lower and upper pressure (hPa) and colour of the parts of the path."""
MARKED_HPA = (850.0, 700.0, 500.0, 300.0)
LEAST_REACH = 15.0
TITLE_IN = 0.2
"""Room for the name above the square."""


def draw_hodograph(
    canvas: ChartCanvas, profile: Sounding, look: ChartStyle, column: tuple[float, float, float]
) -> None:
    """Draw the path of the wind from the ground to 200 hPa.

    Parameters
    ----------
    canvas : ChartCanvas
    profile : Sounding
    look : ChartStyle
    column : tuple of float
        Left edge, width and top of the room for it, in parts of the canvas.
    """
    left, width, top = column
    canvas_width, canvas_height = canvas.figure.get_size_inches()
    height = width * canvas_width / canvas_height
    top -= TITLE_IN / canvas_height
    axes = canvas.figure.add_axes((left, top - height, width, height))
    canvas.dress(axes)
    good = np.isfinite(profile.east) & np.isfinite(profile.north) & (profile.pressure >= TOP_HPA)
    east, north, pressure = profile.east[good], profile.north[good], profile.pressure[good]
    middle, reach = _frame(east, north)
    axes.set_xlim(middle[0] - reach, middle[0] + reach)
    axes.set_ylim(middle[1] - reach, middle[1] + reach)
    known = east.size > 1
    _rings(canvas, axes, middle, reach, look, known=known)
    artists = _path(canvas, axes, east, north, pressure) if known else []
    facts: dict[str, JsonValue] = {
        "kind": "hodograph",
        "points": int(east.size),
        "reach": round(reach, 1),
    }
    canvas.add("hodograph", artists, facts, axes=axes)


def _frame(east: Array, north: Array) -> tuple[tuple[float, float], float]:
    """Middle and half width (m s-1) of a square that holds the path and the calm."""
    ends = [(float(min(0.0, *part)), float(max(0.0, *part))) for part in (east, north) if part.size]
    if not ends:
        return (0.0, 0.0), LEAST_REACH
    reach = max(LEAST_REACH, *(0.62 * (high - low) for low, high in ends))
    return ((ends[0][0] + ends[0][1]) / 2, (ends[1][0] + ends[1][1]) / 2), float(reach)


def _rings(
    canvas: ChartCanvas,
    axes: Any,
    middle: tuple[float, float],
    reach: float,
    look: ChartStyle,
    *,
    known: bool,
) -> None:
    step = 10.0 if reach <= 40.0 else 20.0
    angle = np.linspace(0.0, 2 * np.pi, 121)
    colour = canvas.theme.graticule
    farthest = float(np.hypot(*middle)) + 1.5 * reach
    for radius in np.arange(step, farthest, step):
        axes.plot(radius * np.cos(angle), radius * np.sin(angle), color=colour, linewidth=0.5)
        if radius > abs(middle[0]) + 0.9 * reach:
            continue
        axes.text(
            radius if middle[0] >= 0 else -radius,
            0.0,
            f"{radius:g}",
            ha="center",
            va="top",
            clip_on=True,
            color=canvas.theme.muted,
            fontproperties=typography.font(8),
            path_effects=canvas.halo(1.8),
        )
    axes.axhline(0.0, color=colour, linewidth=0.6)
    axes.axvline(0.0, color=colour, linewidth=0.6)
    axes.set_xticks([])
    axes.set_yticks([])
    name = message("map-hodograph", unit="m s⁻¹")
    shown = name if known else message("map-hodograph_missing", name=name)
    text = axes.text(
        0.0,
        1.02,
        render(shown, look.language),
        transform=axes.transAxes,
        ha="left",
        va="bottom",
        color=canvas.theme.ink,
        fontproperties=typography.font(9.5),
    )
    canvas.texts.append(text)


def _path(canvas: ChartCanvas, axes: Any, east: Array, north: Array, pressure: Array) -> list[Any]:
    """The path in coloured parts, each joined to the next, with its levels in hundreds of hPa."""
    artists: list[Any] = []
    for low, high, colour in LAYERS:
        inside = np.flatnonzero((pressure <= low) & (pressure >= high))
        if inside.size:
            part = slice(max(0, int(inside[0]) - 1), int(inside[-1]) + 1)
            artists += axes.plot(
                east[part], north[part], color=canvas.theme.line(colour), linewidth=2.0
            )
    for wanted in MARKED_HPA:
        at = int(np.argmin(np.abs(pressure - wanted)))
        if abs(pressure[at] - wanted) > 1.0:
            continue
        place = (float(east[at]), float(north[at]))
        artists += axes.plot(*place, marker="o", markersize=3.5, color=canvas.theme.ink)
        artists.append(
            axes.annotate(
                f"{wanted:g}",
                place,
                xytext=(4, 3),
                textcoords="offset points",
                color=canvas.theme.ink,
                fontproperties=typography.font(8.5),
                path_effects=canvas.halo(1.8),
            )
        )
    return artists
