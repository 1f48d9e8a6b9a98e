"""Drawing the layers of a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.detection.features.quantities import components, label, resolve, values
from diagnostics.detection.features.scene import Scene
from diagnostics.figures import style
from diagnostics.figures.levels import contour_levels, shading_levels
from diagnostics.figures.projection import Frame, Projection
from diagnostics.figures.spec import Layer

if TYPE_CHECKING:
    from diagnostics.figures.canvas import Sheet

Array = NDArray[np.float64]
BARB_STEP = {"half": 2, "full": 4, "flag": 20}


@dataclass(frozen=True, eq=False)
class MapPlane:
    """The data's cells on the map.

    Attributes
    ----------
    x, y : array, shape (ny, nx)
        Cell centres in map coordinates; one column more than the data on a cyclic grid.
    inside : array of bool, shape of the data
        Cells inside the frame.
    """

    projection: Projection
    frame: Frame
    x: Array
    y: Array
    inside: NDArray[np.bool_]
    cyclic: bool

    def closed(self, field: Array) -> Array:
        """Repeat the first column at the end of a cyclic field."""
        return np.concatenate([field, field[:, :1]], axis=1) if self.cyclic else field


def map_plane(scene: Scene, projection: Projection, frame: Frame) -> MapPlane:
    """Project the scene's grid once."""
    grid = scene.grid
    longitude, latitude = np.array(grid.longitude), np.array(grid.latitude)
    if grid.cyclic:
        longitude = np.concatenate([longitude, longitude[:, :1] + 360.0], axis=1)
        latitude = np.concatenate([latitude, latitude[:, :1]], axis=1)
    x, y = projection.project_grid(longitude, latitude)
    shown = frame.contains(x, y)[:, : grid.shape[1]]
    return MapPlane(projection, frame, x, y, shown, grid.cyclic)


def draw_layer(sheet: Sheet, plane: MapPlane, scene: Scene, layer: Layer, language: str) -> None:
    """Draw one layer of a map and record what was drawn."""
    drawers = {
        "shading": _shading,
        "contour": _contours,
        "line": _contours,
        "barb": _barbs,
        "quiver": _arrows,
    }
    drawers[layer.kind](sheet, plane, scene, layer, language)


def _facts(layer: Layer, shown: Array) -> dict[str, JsonValue]:
    reference = resolve(layer.quantity)
    finite = shown[np.isfinite(shown)]
    return {
        "kind": layer.kind,
        "quantity": reference.text,
        "unit": reference.quantity.unit,
        "minimum": round(float(finite.min()), 4) if finite.size else None,
        "maximum": round(float(finite.max()), 4) if finite.size else None,
        "missing": round(1.0 - finite.size / max(1, shown.size), 4),
    }


def _shading(sheet: Sheet, plane: MapPlane, scene: Scene, layer: Layer, language: str) -> None:
    field = values(scene, layer.quantity)
    shown = field[plane.inside]
    levels = shading_levels(layer, shown)
    colormap, norm = style.colour_classes(layer, levels)
    filled = sheet.axes.contourf(
        plane.x,
        plane.y,
        _filled(plane.closed(field)),
        levels=levels,
        cmap=colormap,
        norm=norm,
        extend=layer.extend,
        antialiased=False,
    )
    unit = resolve(layer.quantity).quantity.unit
    text = f"{unit}"
    from diagnostics.figures.canvas import colour_bar

    colour_bar(sheet, filled, levels, text, layer.extend)
    counts = np.histogram(shown[np.isfinite(shown)], bins=[-np.inf, *levels, np.inf])[0]
    total = max(1, counts.sum())
    facts = _facts(layer, shown)
    facts["levels"] = list(levels)
    facts["largest_class"] = round(float(counts.max() / total), 4)
    middle = np.r_[-np.inf, (np.array(levels[1:]) + np.array(levels[:-1])) / 2, np.inf]
    blank = np.zeros(counts.size, dtype=bool)
    blank[0] = layer.extend in ("neither", "max")
    blank[-1] = layer.extend in ("neither", "min")
    if layer.blank is not None:
        blank |= (middle > layer.blank[0]) & (middle < layer.blank[1])
    coloured = np.where(blank, 0, counts)
    facts["largest_coloured_class"] = round(float(coloured.max() / total), 4)
    facts["coloured"] = round(float(coloured.sum() / total), 4)
    facts["label"] = label(layer.quantity, language)
    sheet.add(f"shading {layer.quantity}", [filled], facts)


def _filled(field: Array) -> Any:
    return np.ma.masked_invalid(field)


def _contours(sheet: Sheet, plane: MapPlane, scene: Scene, layer: Layer, language: str) -> None:
    field = values(scene, layer.quantity)
    levels, interval = contour_levels(layer, field[plane.inside])
    facts = _facts(layer, field[plane.inside])
    facts["levels"] = list(levels)
    facts["interval"] = interval
    facts["label"] = label(layer.quantity, language)
    name = f"{layer.kind} {layer.quantity}"
    if not levels:
        sheet.add(name, [], facts)
        return
    smooth = scene.grid.smooth(field, layer.smooth_km) if layer.smooth_km else field
    special = {item.value: item for item in layer.emphasis}
    colours = [
        special[level].color
        if level in special
        else layer.negative_color
        if layer.negative_color and level < 0
        else layer.color
        for level in levels
    ]
    widths = [special[lv].linewidth if lv in special else layer.linewidth for lv in levels]
    styles = [special[lv].linestyle if lv in special else layer.linestyle for lv in levels]
    lines = sheet.axes.contour(
        plane.x,
        plane.y,
        _filled(plane.closed(smooth)),
        levels=levels,
        colors=colours,
        linewidths=widths,
        linestyles=styles,
    )
    artists: list[Any] = [lines]
    if layer.labels:
        artists += _contour_labels(sheet, plane, lines, levels, special)
    facts["contours"] = len(levels)
    facts["labels"] = len(artists) - 1
    sheet.add(name, artists, facts)


def _contour_labels(sheet: Sheet, plane: MapPlane, lines: Any, levels: Any, special: Any) -> Any:
    from matplotlib import patheffects

    every = 1 if len(levels) <= 10 else 2
    chosen = [level for k, level in enumerate(levels) if k % every == 0 or level in special]
    texts = sheet.axes.clabel(
        lines,
        levels=chosen,
        fontsize=8.5,
        inline=True,
        inline_spacing=4,
        fmt=lambda value: f"{value:g}".replace("-", "−"),
    )
    kept = []
    frame = plane.frame
    pad_x, pad_y = 0.02 * (frame.x1 - frame.x0), 0.02 * (frame.y1 - frame.y0)
    for text in texts or ():
        text.set_fontproperties(style.font(8.5))
        text.set_path_effects(
            [patheffects.withStroke(linewidth=1.8, foreground="white", alpha=0.7)]
        )
        x, y = text.get_position()
        near_edge = not (
            frame.x0 + pad_x < x < frame.x1 - pad_x and frame.y0 + pad_y < y < frame.y1 - pad_y
        )
        if near_edge:
            text.set_visible(False)
        else:
            kept.append(text)
    return kept


def _picked(plane: MapPlane, density: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Cells nearest to a regular lattice of about `density` points over the frame."""
    from scipy.spatial import cKDTree

    frame = plane.frame
    ny = max(6, round(float(np.sqrt(density / frame.aspect))))
    nx = max(6, round(density / ny))
    inset_x, inset_y = (frame.x1 - frame.x0) / nx / 2, (frame.y1 - frame.y0) / ny / 2
    inner = Frame(frame.x0 + inset_x, frame.x1 - inset_x, frame.y0 + inset_y, frame.y1 - inset_y)
    lattice = np.column_stack([part.ravel() for part in inner.lattice(nx, ny)])
    rows, columns = np.nonzero(plane.inside)
    points = np.column_stack([plane.x[rows, columns], plane.y[rows, columns]])
    if rows.size == 0:
        return rows, columns
    distance, nearest = cKDTree(points).query(lattice)
    reach = 0.75 * max((frame.x1 - frame.x0) / nx, (frame.y1 - frame.y0) / ny)
    chosen = np.unique(nearest[distance <= reach])
    return rows[chosen], columns[chosen]


def _vectors(plane: MapPlane, scene: Scene, layer: Layer) -> tuple[Any, ...]:
    east, north = components(scene, layer.quantity)
    rows, columns = _picked(plane, layer.density)
    u, v = east[rows, columns], north[rows, columns]
    latitude, longitude = scene.grid.latitude[rows, columns], scene.grid.longitude[rows, columns]
    good = np.isfinite(u) & np.isfinite(v)
    toward_east, toward_north = plane.projection.axes_of(longitude, latitude)
    on_map = u * toward_east + v * toward_north
    x, y = plane.x[rows, columns], plane.y[rows, columns]
    speed = np.hypot(east, north)
    return x[good], y[good], on_map[:, good], np.hypot(u, v)[good], latitude[good], speed


def _barbs(sheet: Sheet, plane: MapPlane, scene: Scene, layer: Layer, language: str) -> None:
    x, y, vector, speed, latitude, whole = _vectors(plane, scene, layer)
    strong = speed >= layer.minimum
    drawn = sheet.axes.barbs(
        x[strong],
        y[strong],
        vector[0][strong],
        vector[1][strong],
        length=5.4,
        linewidth=0.6,
        barb_increments=BARB_STEP,
        flip_barb=latitude[strong] < 0,
        barbcolor=layer.color,
        sizes={"emptybarb": 0.1, "spacing": 0.14, "height": 0.42},
    )
    facts = _facts(layer, whole[plane.inside])
    facts["barbs"] = int(strong.sum())
    facts["points"] = int(speed.size)
    facts["label"] = label(layer.quantity, language)
    sheet.add(f"barb {layer.quantity}", [drawn], facts)


def _arrows(sheet: Sheet, plane: MapPlane, scene: Scene, layer: Layer, language: str) -> None:
    x, y, vector, size, _, whole = _vectors(plane, scene, layer)
    facts = _facts(layer, whole[plane.inside])
    facts["label"] = label(layer.quantity, language)
    name = f"quiver {layer.quantity}"
    if size.size == 0 or float(size.max()) <= 0:
        sheet.add(name, [], facts)
        return
    reference = nice(float(np.percentile(size, 98)))
    strong = size >= 0.06 * reference
    drawn = sheet.axes.quiver(
        x[strong],
        y[strong],
        vector[0][strong],
        vector[1][strong],
        color=layer.color,
        scale=reference / 0.035,
        scale_units="width",
        units="width",
        width=0.0011,
        headwidth=4.5,
        headlength=5.5,
        headaxislength=5.0,
        minlength=0.5,
    )
    unit = resolve(layer.quantity).quantity.unit
    width, height = sheet.figure.get_size_inches()
    key = sheet.axes.quiverkey(
        drawn,
        (style.MARGIN_LEFT_IN + 0.25) / width,
        (style.FOOTER_IN + 0.38) / height,
        reference,
        f"{reference:g} {unit}",
        labelpos="E",
        labelsep=0.06,
        coordinates="figure",
        fontproperties={"fname": style.font(9).get_file(), "size": 9},
    )
    facts["arrows"] = int(strong.sum())
    facts["reference"] = reference
    sheet.add(name, [drawn, key], facts)


def nice(value: float) -> float:
    """Round to 1, 2 or 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(value))
    return float(min((1.0, 2.0, 5.0, 10.0), key=lambda step: abs(step * power - value)) * power)
