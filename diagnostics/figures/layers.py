"""Drawing the layers of a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.charts import Emphasis
from diagnostics.figures import typography
from diagnostics.figures.chart_canvas import ChartCanvas, colour_bar
from diagnostics.figures.layer_data import LayerData, MapPlane, facts_of
from diagnostics.figures.levels import contour_levels, shading_levels
from diagnostics.figures.spec import Layer
from diagnostics.figures.vectors import draw_arrows, draw_barbs
from diagnostics.messages import Message, Param, render
from diagnostics.messages.reader_units import reader_unit

Array = NDArray[np.float64]
REFINED_DEG = 0.5
MAX_REFINED = 400_000


def draw_layer(sheet: ChartCanvas, plane: MapPlane, layer: Layer, data: LayerData) -> None:
    """Draw one layer of a map and record what was drawn."""
    drawers = {
        "shading": _shading,
        "contour": _contours,
        "line": _contours,
        "barb": draw_barbs,
        "quiver": draw_arrows,
    }
    drawers[layer.kind](sheet, plane, layer, data)


def _shading(sheet: ChartCanvas, plane: MapPlane, layer: Layer, data: LayerData) -> None:
    shown = data.field[plane.inside]
    value = constant_value(shown)
    if value is not None:
        _state(sheet, layer, data, plane, value)
        return
    levels = shading_levels(layer, shown)
    colormap, norm = typography.colour_classes(layer, levels, sheet.theme)
    x, y, field = _refined(plane, *plane.window(data.field), bounded=True)
    filled = sheet.axes.contourf(
        x,
        y,
        _filled(field),
        levels=levels,
        cmap=colormap,
        norm=norm,
        extend=layer.extend,
        antialiased=False,
    )
    colour_bar(sheet, filled, levels, data.unit, layer.extend)
    facts = facts_of(layer, data, plane)
    facts["levels"] = list(levels)
    facts.update(class_shares(layer, levels, shown))
    sheet.add(f"shading {data.name}", [filled], facts)


def constant_value(shown: Array) -> float | None:
    """Return the value that a field has everywhere; None where it varies, or has no value.

    Examples
    --------
    >>> constant_value(np.array([2.5, 2.5, np.nan]))
    2.5
    >>> constant_value(np.array([2.5, 2.6]))
    """
    finite = shown[np.isfinite(shown)]
    if finite.size < 2 or float(np.ptp(finite)) > 1e-6 * max(1.0, float(np.abs(finite).max())):
        return None
    return float(finite[0])


def _state(
    sheet: ChartCanvas, layer: Layer, data: LayerData, plane: MapPlane, value: float
) -> None:
    """Write that a field is the same everywhere, in place of one colour over the map."""
    params: dict[str, Param] = {
        "name": data.label,
        "value": f"{value:.4g}".replace("-", "−"),
        "unit": data.unit,
    }
    words = render(Message(id="map-constant", params=params), sheet.look.language.value)
    text = sheet.axes.text(
        0.5,
        0.96,
        words.strip(),
        transform=sheet.axes.transAxes,
        ha="center",
        va="top",
        color=sheet.theme.ink,
        fontproperties=typography.title_font(words, 11),
        bbox={"facecolor": sheet.theme.panel, "edgecolor": sheet.theme.muted, "pad": 5.0},
    )
    sheet.colour_bars += 1  # the sentence stands for the bar
    sheet.add(f"shading {data.name}", [text], {**facts_of(layer, data, plane), "constant": value})


def class_shares(layer: Layer, levels: tuple[float, ...], shown: Array) -> dict[str, JsonValue]:
    """How the values on the map fill the classes of a shading.

    The share in the largest coloured class, in any coloured class, below the first and above the
    last limit, and the 1st and 99th percentile.
    """
    finite = shown[np.isfinite(shown)]
    counts = np.histogram(finite, bins=[-np.inf, *levels, np.inf])[0]
    middle = np.r_[-np.inf, (np.array(levels[1:]) + np.array(levels[:-1])) / 2, np.inf]
    blank = np.zeros(counts.size, dtype=bool)
    blank[0] = layer.extend in ("neither", "max")
    blank[-1] = layer.extend in ("neither", "min")
    if layer.blank is not None:
        blank |= (middle > layer.blank[0]) & (middle < layer.blank[1])
    coloured, total = np.where(blank, 0, counts), max(1, int(counts.sum()))
    return {
        "largest_coloured_class": round(float(coloured.max() / total), 4),
        "coloured": round(float(coloured.sum() / total), 4),
        "below": round(float(counts[0] / total), 4),
        "above": round(float(counts[-1] / total), 4),
        "low": float(f"{np.percentile(finite, 1.0):.6g}") if finite.size else None,
        "high": float(f"{np.percentile(finite, 99.0):.6g}") if finite.size else None,
    }


def _filled(field: Array) -> Any:
    return np.ma.masked_invalid(field)


@dataclass(frozen=True, eq=False)
class ContouredField:
    """What contours are drawn from.

    Attributes
    ----------
    levels : tuple of float
    interval : float or None
        None where levels are fixed or chosen.
    x, y : array, shape (ny, nx)
        Map coordinates.
    values : masked array, shape (ny, nx)
        Smoothed as the layer says, refined on a coarse grid.
    """

    levels: tuple[float, ...]
    interval: float | None
    x: Array
    y: Array
    values: Any


def contoured_field(plane: MapPlane, layer: Layer, data: LayerData) -> ContouredField:
    """Return the values of the contours of a layer, and the field that they are drawn from."""
    levels, interval = contour_levels(layer, data.field[plane.inside])
    drawn = data.field if data.smoothed is None else data.smoothed
    x, y, drawn = _refined(plane, *plane.window(drawn))
    return ContouredField(levels, interval, x, y, _filled(drawn))


def _contours(sheet: ChartCanvas, plane: MapPlane, layer: Layer, data: LayerData) -> None:
    found = contoured_field(plane, layer, data)
    levels = found.levels
    facts = facts_of(layer, data, plane)
    facts["levels"] = list(levels)
    facts["interval"] = found.interval
    facts["contours"] = len(levels)
    name = f"{layer.kind} {data.name}"
    if not levels:
        sheet.add(name, [], facts)
        return
    special = {item.value: item for item in layer.emphasis}
    lines = sheet.axes.contour(
        found.x,
        found.y,
        found.values,
        levels=levels,
        colors=[sheet.theme.line(_line_colour(layer, level, special)) for level in levels],
        linewidths=[special[at].linewidth if at in special else layer.linewidth for at in levels],
        linestyles=[special[at].linestyle if at in special else layer.linestyle for at in levels],
    )
    artists: list[Any] = [lines]
    if layer.labels:
        artists += _contour_labels(sheet, plane, lines, levels, special, data.unit)
    facts["labels"] = len(artists) - 1
    sheet.add(name, artists, facts)


def _refined(
    plane: MapPlane, x: Array, y: Array, field: Array, *, bounded: bool = False
) -> tuple[Array, Array, Array]:
    """Interpolate a field between the cells of a coarse grid, so that contours are smooth curves.

    A cubic spline through the grid's own values: nothing is added at the cells themselves. Cells
    without a value take the nearest one for the spline alone, and stay without one. A `bounded`
    field stays between the values of the cells around: a class that no cell reaches would be
    coloured otherwise, or rain drawn where none falls.
    """
    from scipy.ndimage import distance_transform_edt, zoom

    factor = min(6, round(plane.spacing_deg / REFINED_DEG))
    whole = bool(np.isfinite(x).all() and np.isfinite(y).all())
    holes = ~np.isfinite(field)
    if factor < 2 or not whole or holes.all() or field.size * factor**2 > MAX_REFINED:
        return x, y, field
    shape = [factor * (size - 1) + 1 for size in field.shape]
    ratio = [new / old for new, old in zip(shape, field.shape, strict=True)]
    x, y = (zoom(part, ratio, order=3, mode="nearest") for part in (x, y))
    whole_field = field
    if holes.any():
        nearest = distance_transform_edt(holes, return_distances=False, return_indices=True)
        whole_field = field[tuple(nearest)]
    fine = zoom(whole_field, ratio, order=3, mode="nearest")
    if bounded:
        fine = np.clip(fine, *_bounds(whole_field, factor))
    if holes.any():
        fine[zoom(holes.astype(np.float64), ratio, order=1, mode="nearest") > 0.0] = np.nan
    return x, y, fine


def _bounds(field: Array, factor: int) -> tuple[Array, Array]:
    """Least and largest value of the cells around each point between them.

    Parameters
    ----------
    field : array, shape (ny, nx)
    factor : int
        Points from one cell to the next.

    Returns
    -------
    tuple of array, shape (factor (ny - 1) + 1, factor (nx - 1) + 1)
    """
    found = []
    for most in (np.minimum, np.maximum):
        bound = field
        for axis, size in enumerate(field.shape):
            at = np.arange(factor * (size - 1) + 1)
            before, after = at // factor, -(-at // factor)
            bound = most(np.take(bound, before, axis), np.take(bound, after, axis))
        found.append(bound)
    return found[0], found[1]


def _line_colour(layer: Layer, level: float, special: dict[float, Emphasis]) -> str:
    if level in special:
        return special[level].color
    return layer.negative_color if layer.negative_color and level < 0 else layer.color


def _contour_labels(
    sheet: ChartCanvas, plane: MapPlane, lines: Any, levels: Any, special: Any, unit: str
) -> Any:
    from matplotlib.colors import to_hex

    every = sheet.label_step or (1 if len(levels) <= 10 else 2)
    chosen = [level for k, level in enumerate(levels) if k % every == 0 or level in special]
    frame = plane.frame
    pad_x, pad_y = 0.02 * (frame.x1 - frame.x0), 0.02 * (frame.y1 - frame.y0)
    # A label breaks its line: where they would come is asked first, and only those are set that
    # are drawn, so that no line has a gap without a label.
    written: dict[str, Any] = {
        "levels": chosen,
        "fontsize": 8.5,
        "fmt": reader_unit(unit, sheet.look.language).level,
    }
    tried = sheet.axes.clabel(lines, inline=False, **written)
    inside = [
        (x, y)
        for x, y in (text.get_position() for text in tried or ())
        if frame.x0 + pad_x < x < frame.x1 - pad_x and frame.y0 + pad_y < y < frame.y1 - pad_y
    ]
    for text in tried or ():
        text.remove()
    lines.labelTexts, lines.labelXYs, lines.labelCValues = [], [], []
    kept = sheet.axes.clabel(lines, inline=True, inline_spacing=4, manual=inside, **written)
    for text in kept:
        text.set_fontproperties(typography.font(8.5))
        text.set_path_effects(sheet.halo(1.8, to_hex(text.get_color())))
    return list(kept)
