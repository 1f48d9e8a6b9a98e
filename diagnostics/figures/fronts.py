"""Front lines with their symbols: triangles for a cold front, half circles for a warm one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.evidence import Feature
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.themes import Theme

if TYPE_CHECKING:
    from diagnostics.figures.projection import MapView

Array = NDArray[np.float64]
COLD, WARM = "#0b3fa8", "#c4001d"
COLOURS = {"warm": WARM, "occluded": "#6a1b9a", "untyped": "#333333"}
STEP = 0.045
"""Distance between symbols, and below it their size, as a share of the map's width."""
SIZE = 0.0095


def front_symbols(
    sheet: ChartCanvas, view: MapView, x: Array, y: Array, item: Feature
) -> list[Any]:
    """Draw a segment of a front: its line, and symbols on the side toward which it moves.

    A cold front's triangles point to the warm air, a warm front's half circles to the cold air, and
    a stationary front has both, each on its own side, and an occluded one both on the side
    toward which it moves. A segment without a type is a plain dashed line. The feature says on
    which side the warm air lies (``warm_bearing``, degrees from north).

    Parameters
    ----------
    sheet : ChartCanvas
    view : MapView
    x, y : array, shape (n,)
        The line in map coordinates; NaN where it is broken.
    item : Feature
    """
    from matplotlib.collections import PolyCollection

    kind = str(item.extra.get("type", "stationary"))
    warm = _warm_on_map(view, item)
    theme = sheet.theme
    colour = theme.line(COLOURS.get(kind, COLD))
    dashes = (0, (4, 2)) if kind == "untyped" else "solid"
    artists: list[Any] = list(
        sheet.axes.plot(
            x, y, color=colour, linewidth=2.2, linestyle=dashes, path_effects=sheet.halo(3.8)
        )
    )
    if kind == "untyped":
        return artists
    ahead = _speed(item) >= 0.0
    width = view.frame.x1 - view.frame.x0
    shapes: list[Array] = []
    colours: list[str] = []
    for number, (place, tangent) in enumerate(_stations(x, y, STEP * width)):
        toward_warm = np.array([-tangent[1], tangent[0]])
        if float(toward_warm @ warm) < 0:
            toward_warm = -toward_warm
        cold_symbol = kind == "cold" or (kind != "warm" and number % 2 == 0)
        to_warm = ahead if kind == "occluded" else cold_symbol
        side = toward_warm if to_warm else -toward_warm
        shape = _triangle if cold_symbol else _half_circle
        shapes.append(shape(place, tangent, side, SIZE * width))
        symbol = COLD if cold_symbol else WARM
        colours.append(colour if kind == "occluded" else theme.line(symbol))
    if shapes:
        symbols = PolyCollection(shapes, facecolors=colours, edgecolors="none")
        sheet.axes.add_collection(symbols, autolim=False)
        artists.append(symbols)
    return artists


def front_entry(kind: str, theme: Theme) -> dict[str, Any]:
    """Return how a front of a type looks in a legend: its line with one symbol on it."""
    colour = theme.line(COLOURS.get(kind, COLD))
    line: dict[str, Any] = {"color": colour, "linewidth": 2.2}
    if kind == "untyped":
        return {**line, "linestyle": (0, (4, 2))}
    half = {"marker": "o", "fillstyle": "top", "markerfacecoloralt": "none"}
    symbol = half if kind in ("warm", "stationary") else {"marker": "^"}
    symbols = theme.line(WARM) if kind in ("warm", "stationary") else colour
    return {**line, **symbol, "markersize": 7, "markerfacecolor": symbols, "markeredgewidth": 0}


def _speed(item: Feature) -> float:
    """Speed toward the warm air, m s-1: by the displacement where it is known."""
    for name in ("moved_ms", "normal_wind"):
        speed = item.extra.get(name)
        if isinstance(speed, (int, float)):
            return float(speed)
    return 0.0


def _warm_on_map(view: MapView, item: Feature) -> Array:
    """Unit vector on the map toward the warm air; toward the equator where it is not known."""
    bearing = item.extra.get("warm_bearing")
    angle = np.radians(float(bearing)) if isinstance(bearing, (int, float)) else None
    east, north = view.projection.axes_of(np.array([item.longitude]), np.array([item.latitude]))
    if angle is None:
        return np.asarray(-np.sign(item.latitude) * north[:, 0])
    return np.asarray(np.sin(angle) * east[:, 0] + np.cos(angle) * north[:, 0])


def _stations(x: Array, y: Array, step: float) -> list[tuple[Array, Array]]:
    """Places at equal distances along a line, with the direction of the line there."""
    good = np.isfinite(x) & np.isfinite(y)
    points = np.column_stack([x[good], y[good]])
    lengths = np.hypot(*np.diff(points, axis=0).T)
    along = np.r_[0.0, np.cumsum(lengths)]
    if along[-1] < step:
        return []
    found = []
    for distance in np.arange(0.5 * step, along[-1], step):
        ends = np.clip([distance - 0.35 * step, distance + 0.35 * step], 0.0, along[-1])
        places = [
            np.array([np.interp(at, along, points[:, axis]) for axis in (0, 1)])
            for at in (distance, *ends)
        ]
        tangent = places[2] - places[1]
        size = float(np.hypot(*tangent))
        if size > 0:
            found.append((places[0], tangent / size))
    return found


def _triangle(place: Array, tangent: Array, side: Array, size: float) -> Array:
    return np.array([place - size * tangent, place + 1.5 * size * side, place + size * tangent])


def _half_circle(place: Array, tangent: Array, side: Array, size: float) -> Array:
    angle = np.linspace(0.0, np.pi, 16)[:, None]
    return np.asarray(place + size * (np.cos(angle) * tangent + np.sin(angle) * side))
