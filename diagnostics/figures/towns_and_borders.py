"""Towns and the borders of states on a map, as far as the gazetteer has them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.figures import typography
from diagnostics.grid.gazetteer import Place, outline, places
from diagnostics.language.area_names import chinese_names

if TYPE_CHECKING:
    from diagnostics.figures.chart_canvas import ChartCanvas
    from diagnostics.figures.projection import MapView

Array = NDArray[np.float64]

MOST_TOWNS = 14
APART = 0.11
"""Least distance of two named towns, in parts of the map's width."""
LEGEND = (0.2, 0.1)
"""Room of the legend in the lower left corner, in parts of the map's width."""
WIDEST_DEG = 60.0
"""Maps wider than this show no towns and no states."""
SIZES = ((5_000_000, 4.6), (1_000_000, 3.6), (0, 2.6))
"""People from which a town's mark has this size, points."""


def draw_states(canvas: ChartCanvas, view: MapView) -> None:
    """Draw the borders of states, thinner than those of countries."""
    if view.extent.width > WIDEST_DEG:
        return
    artists: list[Any] = []
    for line in _state_lines():
        if not _near(line, view.extent):
            continue
        x, y = view.projection.project(line[:, 0], line[:, 1])
        inside = view.frame.contains(x, y)
        if not inside.any():
            continue
        artists += canvas.axes.plot(
            x, y, color=canvas.theme.border, linewidth=0.45, linestyle=(0, (4, 2)), alpha=0.8
        )
    if artists:
        canvas.add("states", artists, {"kind": "marks", "count": len(artists)})


def draw_towns(
    canvas: ChartCanvas, view: MapView, marked: Sequence[tuple[float, float]] = ()
) -> None:
    """Mark and name the largest towns that have room on the map.

    Parameters
    ----------
    canvas : ChartCanvas
    view : MapView
    marked : sequence of (x, y)
        Places in map coordinates that other marks are written beside.
    """
    if view.extent.width > WIDEST_DEG:
        return
    frame = view.frame
    width = frame.x1 - frame.x0
    artists: list[Any] = []
    taken: list[tuple[float, float]] = []
    for town in _towns():
        if len(taken) == MOST_TOWNS:
            break
        longitude = _beside(town.longitude, view.extent)
        if longitude is None or not view.extent.south <= town.latitude <= view.extent.north:
            continue
        xs, ys = view.projection.project(np.array([longitude]), np.array([town.latitude]))
        x, y = float(xs[0]), float(ys[0])
        inset = 0.03 * width
        if not (frame.x0 + inset < x < frame.x1 - 3 * inset):
            continue
        if not frame.y0 + inset < y < frame.y1 - inset:
            continue
        if any(np.hypot(x - a, y - b) < APART * width for a, b in taken):
            continue
        if any(_over(x - a, y - b, width) for a, b in marked):
            continue
        if x < frame.x0 + LEGEND[0] * width and y < frame.y0 + LEGEND[1] * width:
            continue
        name = _name(town, canvas.look.language)
        if name is None:
            continue
        taken.append((x, y))
        artists += _mark(canvas, (x, y), name, town.population)
    if artists:
        canvas.add("towns", artists, {"kind": "marks", "count": len(taken)})


def _over(right: float, up: float, width: float) -> bool:
    """Whether a town's name would run into the value that stands to the right of a mark."""
    return -APART * width < right < APART * width and abs(up) < 0.3 * APART * width


def _mark(canvas: ChartCanvas, place: tuple[float, float], name: str, population: int) -> list[Any]:
    size = next(size for least, size in SIZES if population >= least)
    dot = canvas.axes.plot(
        [place[0]],
        [place[1]],
        marker="s",
        markersize=size,
        markerfacecolor=canvas.theme.ink,
        markeredgecolor=canvas.theme.halo,
        markeredgewidth=0.6,
        linestyle="none",
    )
    written = canvas.axes.annotate(
        name,
        place,
        xytext=(4, 3),
        textcoords="offset points",
        color=canvas.theme.ink,
        fontproperties=typography.font(8.5),
        path_effects=canvas.halo(2.0),
    )
    return [*dot, written]


@cache
def _towns() -> tuple[Place, ...]:
    """Towns, the largest first."""
    known = [place for place in places() if place.kind == "town"]
    return tuple(sorted(known, key=lambda place: (-place.population, place.name)))


@cache
def _state_lines() -> tuple[Array, ...]:
    """The rings of the states' outlines, shape (n, 2) each: longitude and latitude."""
    found: list[Array] = []
    for place in places():
        if place.kind != "state" or place.outline is None:
            continue
        for part in getattr(outline(place.outline), "geoms", ()):
            found.append(np.asarray(part.exterior.coords, dtype=np.float64))
    return tuple(found)


def _near(line: Array, extent: Region) -> bool:
    """Whether a line's box touches a box of longitudes and latitudes."""
    west, south = line.min(axis=0)
    east, north = line.max(axis=0)
    if north < extent.south or south > extent.north:
        return False
    middle, reach = (west + east) / 2, (east - west) / 2 + extent.width / 2
    return bool(abs(wrap_longitude(float(middle - extent.center[1]))) <= reach)


def _beside(longitude: float, extent: Region) -> float | None:
    """Return a longitude in the turn of a box; None where it lies outside."""
    moved = extent.center[1] + wrap_longitude(longitude - extent.center[1])
    return moved if extent.west <= moved <= extent.east else None


@cache
def _letters() -> frozenset[int]:
    from matplotlib.ft2font import FT2Font

    path = files("diagnostics.figures") / "fonts" / typography.CHART_SIZES.faces[0]
    return frozenset(FT2Font(str(path)).get_charmap())


def _name(town: Place, language: Language) -> str | None:
    """Return a town's name as the charts' typeface can write it."""
    names = [town.name]
    if language is Language.ZH:
        known = chinese_names()
        listed = (*town.aliases, known.get(town.label), known.get(town.name))
        names = [
            name
            for name in listed
            if name and all("\u4e00" <= letter <= "\u9fff" for letter in name)
        ]
    writable = (name for name in names if all(ord(letter) in _letters() for letter in name))
    return next(writable, None)
