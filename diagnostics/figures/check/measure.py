"""What the drawn artists tell: texts, contours, barbs, colour bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.messages.reader_units import reader_unit

if TYPE_CHECKING:
    from diagnostics.figures.chart_canvas import ChartCanvas, Drawn

Array = NDArray[np.float64]
SHORTEST_PX = 1.5
"""Shorter pieces of a contour turn by rounding alone."""
TEXT_OVERLAP = 0.3
"""Share of the smaller text's box that another must cover to hinder reading."""
COLOUR_STEP = 24.0
"""Sum of colour differences up to which a colour bar shows the colour of its class."""
NAMED = ("title", "source", "layers", "valid", "local", "attribution", "credit")


def measure_canvas(sheet: ChartCanvas, dpi: float) -> dict[str, JsonValue]:
    """Measure a finished sheet; also adds to the facts of its layers.

    Parameters
    ----------
    sheet : ChartCanvas
        After `ChartCanvas.finish`.
    dpi : float
        Pixels per inch of the raster.

    Returns
    -------
    dict
        Texts that run off the sheet or overlap, words and sizes of the title block, colour bars,
        entropy and empty sides of the map.
    """
    for layer in sheet.layers:
        _measure_layer(sheet, layer, dpi)
    width, height = (float(part) for part in sheet.canvas.get_width_height())
    boxes = [(text, box) for text, box in sheet.text_boxes() if text.strip()]
    clipped: list[JsonValue] = [
        text for text, box in boxes if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height
    ]
    overlaps: list[JsonValue] = [
        [one, other]
        for k, (one, first) in enumerate(boxes)
        for other, second in boxes[k + 1 :]
        if min(first.x1, second.x1) - max(first.x0, second.x0) > 1.0
        and min(first.y1, second.y1) - max(first.y0, second.y0) > 1.0
    ]
    crowded, labels = _map_texts(sheet)
    bars = [bar for layer in sheet.layers if isinstance(bar := layer.facts.get("bar"), dict)]
    return {
        "kind": "sheet",
        "texts": len(boxes),
        "clipped": clipped,
        "overlaps": overlaps,
        "labels": labels,
        "crowded": crowded,
        "colour_bars": max(sheet.colour_bars, len(bars)),
        "dpi": dpi,
        "order": [layer.name for layer in sheet.layers],
        "words": _words(sheet),
        "sizes": _sizes(sheet),
        **sheet.facts,
    }


def _words(sheet: ChartCanvas) -> dict[str, JsonValue]:
    """The texts of title block and footer, by their role."""
    return {
        str(text.get_gid()): text.get_text().strip()
        for text in sheet.texts
        if text.get_gid() in NAMED
    }


def _sizes(sheet: ChartCanvas) -> dict[str, JsonValue]:
    """Sizes in points of the title block's texts, of the tick labels and of the smallest text."""
    sizes: dict[str, JsonValue] = {
        str(text.get_gid()): float(text.get_fontsize())
        for text in sheet.texts
        if text.get_gid() in NAMED and text.get_text().strip()
    }
    ticks = [
        float(text.get_fontsize())
        for axis in (sheet.axes.xaxis, sheet.axes.yaxis)
        for text in axis.get_ticklabels()
        if text.get_text().strip()
    ]
    if ticks:
        sizes["ticks"] = max(ticks)
    every = [float(text.get_fontsize()) for text in sheet.texts if text.get_text().strip()]
    every += [float(text.get_fontsize()) for text in _drawn_texts(sheet)]
    if every:
        sizes["smallest"] = min(every)
    return sizes


def _drawn_texts(sheet: ChartCanvas) -> list[Any]:
    """Visible texts inside the axes: contour labels, centres, values."""
    return [
        artist
        for layer in sheet.layers
        for artist in layer.artists
        if hasattr(artist, "get_text")
        and hasattr(artist, "get_fontsize")
        and artist.get_visible()
        and artist.get_text().strip()
    ]


def _map_texts(sheet: ChartCanvas) -> tuple[int, int]:
    """How many of the texts inside the axes lie on one another, and how many there are."""
    renderer = sheet.canvas.get_renderer()
    texts = _drawn_texts(sheet)
    if len(texts) < 2:
        return 0, len(texts)
    boxes = np.array([text.get_window_extent(renderer).extents for text in texts])
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.clip(high - low, 0.0, None).prod(axis=2)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    share = shared / np.maximum(np.minimum(area[:, None], area[None, :]), 1.0)
    np.fill_diagonal(share, 0.0)
    return int((share.max(axis=1) > TEXT_OVERLAP).sum()), len(texts)


def _measure_layer(sheet: ChartCanvas, layer: Drawn, dpi: float) -> None:
    artist: Any
    for artist in layer.artists:
        if hasattr(artist, "levels") and hasattr(artist, "get_paths"):
            if layer.facts.get("kind") == "shading":
                unit = reader_unit(str(layer.facts.get("unit", "")), sheet.look.language)
                layer.facts["bar"] = _bar(sheet, artist, unit.name)
            else:
                layer.facts["turning"] = round(turning_deg(artist), 1)
                widths = np.atleast_1d(artist.get_linewidths())
                layer.facts["linewidths"] = [float(widths.min()), float(widths.max())]
        elif hasattr(artist, "barb_increments"):
            spacing = _spacing_pt(artist, dpi)
            if spacing is not None:
                layer.facts["spacing_pt"] = round(spacing, 1)
        elif layer.facts.get("kind") == "line" and hasattr(artist, "get_linewidth"):
            layer.facts["linewidths"] = [float(artist.get_linewidth())] * 2


def turning_deg(contours: Any) -> float:
    """Mean angle by which contours turn from one piece to the next, degrees on the sheet.

    Pieces shorter than 1.5 pixels are left out. A smooth curve sampled finely turns by a few
    degrees, stairs of cells by 45 and more.
    """
    turned, count = 0.0, 0
    for path in contours.get_paths():
        points = contours.axes.transData.transform(path.vertices)
        if len(points) < 3:
            continue
        steps = np.diff(points, axis=0)
        if path.codes is not None:  # a new line begins at code 1: nothing leads to it
            steps[np.asarray(path.codes)[1:] == 1] = 0.0
        long = np.hypot(steps[:, 0], steps[:, 1]) >= SHORTEST_PX
        pair = long[:-1] & long[1:]
        one, other = steps[:-1][pair], steps[1:][pair]
        cross = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
        along = (one * other).sum(axis=1)
        turned += float(np.abs(np.degrees(np.arctan2(cross, along))).sum())
        count += int(pair.sum())
    return turned / count if count else 0.0


def _spacing_pt(barbs: Any, dpi: float) -> float | None:
    """Median distance from a barb to its nearest neighbour, points on the sheet."""
    from scipy.spatial import cKDTree

    points = np.ma.filled(barbs.get_offsets(), np.nan)
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) < 2:
        return None
    places = barbs.get_offset_transform().transform(points)
    distance, _ = cKDTree(places).query(places, k=2)
    return float(np.median(distance[:, 1])) * 72.0 / dpi


def _bar(sheet: ChartCanvas, filled: Any, unit: str) -> dict[str, JsonValue] | None:
    """A shading's colour bar: its ticks, whether its unit stands beside it, whether colours fit."""
    bar = getattr(filled, "colorbar", None)
    if bar is None:
        return None
    renderer = sheet.canvas.get_renderer()
    box = bar.ax.get_window_extent(renderer)
    beside = [
        text
        for text, place in sheet.text_boxes()
        if place.y0 < box.y1 + box.height
        and place.y1 > box.y0 - 3 * box.height
        and (place.x0 >= box.x0 - 4 * box.height)
    ]
    labels = [bar.ax.get_xlabel(), bar.ax.get_ylabel(), *beside]
    ticks: list[JsonValue] = [float(value) for value in bar.get_ticks()]
    return {
        "ticks": ticks,
        "unit": bool(not unit or any(unit in text for text in labels)),
        "matches": _colours_match(sheet, bar, filled),
    }


def _colours_match(sheet: ChartCanvas, bar: Any, filled: Any) -> bool:
    """Whether the bar's pixels show the colours with which its classes are filled."""
    raster = np.asarray(sheet.canvas.buffer_rgba())
    levels = np.asarray(filled.levels, dtype=np.float64)
    middle = (levels[1:] + levels[:-1]) / 2.0
    wanted = np.asarray(filled.cmap(filled.norm(middle)))
    upright = bar.orientation == "vertical"
    share = (np.arange(middle.size) + 0.5) / middle.size
    place = bar.ax.transAxes.transform(
        np.column_stack([np.full_like(share, 0.5), share] if upright else [share, 0.5 + 0 * share])
    )
    rows = np.clip((raster.shape[0] - place[:, 1]).astype(int), 0, raster.shape[0] - 1)
    columns = np.clip(place[:, 0].astype(int), 0, raster.shape[1] - 1)
    opaque = wanted[:, 3] > 0.99
    apart = np.abs(raster[rows, columns, :3] - 255.0 * wanted[:, :3]).sum(axis=1)
    return bool((apart[opaque] <= COLOUR_STEP).all())
