"""What the finished raster tells of each layer: how much it covers, how well it stands out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from diagnostics.figures.chart_canvas import ChartCanvas, Drawn

SAMPLE = 3
"""Every third pixel is compared to measure what each layer covers."""
CHANGE = 24
"""Sum of colour differences from which a pixel counts as changed."""
MOST_POINTS = 4000
TILES = (8, 12)
STRIP = 0.04
"""Share of the map's width or height that makes the strip along a side."""
DATA_KINDS = frozenset({"shading", "contour", "line", "barb", "quiver", "bar"})
LINES = frozenset({"contour", "line", "barb", "quiver"})

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Sampled = NDArray[np.uint32]


class PixelRecord:
    """Follows the raster while the layers of a canvas are drawn one after the other.

    Parameters
    ----------
    canvas : ChartCanvas
        Its background is drawn, its layers are not.
    """

    def __init__(self, canvas: ChartCanvas) -> None:
        self._canvas = canvas
        self._before = self._sampled()
        self._owner = np.full(self._before.shape, -1, dtype=np.int16)
        self._inked: list[int] = []

    def _sampled(self) -> Sampled:
        """Every third pixel, its four channels as one number."""
        raster = np.asarray(self._canvas.agg.buffer_rgba())
        return raster.view(np.uint32)[::SAMPLE, ::SAMPLE, 0].copy()

    def after(self, layer: Drawn) -> None:
        """Take note of what `layer`, drawn just now, has changed."""
        now = self._sampled()
        changed = colour_difference(now, self._before) > CHANGE
        self._owner[changed] = len(self._inked)
        self._inked.append(int(np.count_nonzero(changed)))
        if layer.facts.get("kind") in LINES:
            layer.facts.update(contrast_of(layer, channels(self._before), self._canvas))
        self._before = now

    def finish(self) -> dict[str, Any]:
        """Give every layer its ``ink`` and ``visible``; return what is known of the whole map.

        ``ink`` is the share of the map that a layer touches, ``visible`` the share of that which
        later layers leave uncovered.
        """
        box = self._canvas.axes.get_window_extent()
        pixels = max(1.0, box.width * box.height / SAMPLE**2)
        kept = np.bincount(self._owner.ravel() + 1, minlength=len(self._inked) + 1)[1:]
        for index, layer in enumerate(self._canvas.layers):
            ink = self._inked[index]
            layer.facts["ink"] = round(ink / pixels, 4)
            layer.facts["visible"] = round(int(kept[index]) / ink, 3) if ink else 0.0
        rows, columns = _window(box, self._owner.shape)
        owner = self._owner[rows, columns]
        data = [False]  # where no layer left a mark
        data += [layer.facts.get("kind") in DATA_KINDS for layer in self._canvas.layers]
        return {
            "entropy": round(entropy(channels(self._before[rows, columns])), 3),
            "inked_tiles": round(_inked_tiles(owner >= 0), 3),
            "empty_sides": list(_empty_sides(np.array(data)[owner + 1])),
        }


def colour_difference(one: Sampled, other: Sampled) -> Sampled:
    """Sum of the differences of red, green and blue, 0..765.

    The four bytes of all pixels are taken apart at once and added two at a time: many times faster
    than an axis of channels.
    """
    first, second = one.view(np.uint8), other.view(np.uint8)
    apart = (np.maximum(first, second) - np.minimum(first, second)).view(np.uint32)
    outer = apart & 0xFF00FF
    return np.asarray((outer & 0xFFFF) + (outer >> 16) + ((apart >> 8) & 0xFF))


def channels(sampled: Sampled) -> Pixels:
    """Red, green and blue of pixels that are one number each, on a new last axis."""
    whole = np.ascontiguousarray(sampled)
    return whole.view(np.uint8).reshape(*whole.shape, 4)[..., :3]


def _window(box: Any, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Rows and columns of the sampled raster that the main axes take."""
    height = shape[0] * SAMPLE
    top, bottom = height - box.y1, height - box.y0
    return (
        slice(max(0, round(top / SAMPLE) + 1), max(1, round(bottom / SAMPLE) - 1)),
        slice(max(0, round(box.x0 / SAMPLE) + 1), max(1, round(box.x1 / SAMPLE) - 1)),
    )


def entropy(pixels: NDArray[np.integer[Any]]) -> float:
    """Entropy of the brightness in 32 classes, bits; 0 for a canvas of one colour."""
    if pixels.size == 0:
        return 0.0
    red, green, blue = (pixels[..., channel].astype(np.int16) for channel in range(3))
    bright = (red + green + blue) // 24
    counts = np.bincount(bright.ravel(), minlength=32)
    share = counts[counts > 0] / counts.sum()
    return float(max(0.0, -(share * np.log2(share)).sum()))


def _inked_tiles(inked: Mask) -> float:
    """Share of the map's tiles in which anything is drawn."""
    if inked.size == 0:
        return 0.0
    bands = np.array_split(inked, TILES[0], axis=0)
    tiles = [tile.any() for band in bands for tile in np.array_split(band, TILES[1], axis=1)]
    return float(np.mean(tiles))


def _empty_sides(data: Mask) -> tuple[str, ...]:
    """Sides along which no data layer leaves a mark, although some do elsewhere."""
    if not data.any():
        return ()
    high, wide = (max(1, round(STRIP * size)) for size in data.shape)
    strips = {
        "top": data[:high],
        "bottom": data[-high:],
        "left": data[:, :wide],
        "right": data[:, -wide:],
    }
    return tuple(side for side, strip in strips.items() if not strip.any())


def luminance(rgb: NDArray[Any]) -> NDArray[np.float64]:
    """Relative luminance of sRGB colours 0..1, last axis red, green, blue (WCAG 2.1)."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def contrast_ratio(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.float64]:
    """Contrast ratio of two colours, 1..21 (WCAG 2.1)."""
    first, second = luminance(one) + 0.05, luminance(other) + 0.05
    return np.maximum(first, second) / np.minimum(first, second)


def contrast_of(layer: Drawn, before: Pixels, canvas: ChartCanvas) -> dict[str, Any]:
    """How a line layer stands out from what lies under it; nothing where there are no lines.

    ``contrast`` is the lower quartile of the contrast ratio along the lines, ``under`` the median
    luminance under them.
    """
    places, colours = [], []
    for artist in layer.artists:
        for points, colour in _inked_points(artist):
            places.append(points)
            colours.append(np.broadcast_to(np.asarray(colour)[:3], (len(points), 3)))
    if not places:
        return {}
    where, ink = np.concatenate(places), np.concatenate(colours)
    step = max(1, len(where) // MOST_POINTS)
    where, ink = where[::step], ink[::step]
    height = canvas.agg.get_width_height()[1]
    with np.errstate(invalid="ignore"):
        rows = np.nan_to_num((height - where[:, 1]) / SAMPLE, nan=-1.0).astype(int)
        columns = np.nan_to_num(where[:, 0] / SAMPLE, nan=-1.0).astype(int)
    box = layer.axes.get_window_extent()
    inside = (where[:, 0] > box.x0) & (where[:, 0] < box.x1)
    inside &= (where[:, 1] > box.y0) & (where[:, 1] < box.y1)
    inside &= (rows >= 0) & (rows < before.shape[0]) & (columns >= 0)
    inside &= columns < before.shape[1]
    if not inside.any():
        return {}
    under = before[rows[inside], columns[inside]] / 255.0
    return {
        "contrast": round(float(np.percentile(contrast_ratio(ink[inside], under), 25)), 2),
        "under": round(float(np.median(luminance(under))), 3),
    }


def _inked_points(artist: Any) -> list[tuple[NDArray[Any], Any]]:
    """Points in pixels that an artist draws on, each group with its colour."""
    if hasattr(artist, "get_offsets") and hasattr(artist, "u"):  # barbs and arrows
        points = np.ma.filled(artist.get_offsets(), np.nan)
        colours = artist.get_edgecolor() if hasattr(artist, "barb_increments") else None
        colours = artist.get_facecolor() if colours is None or not len(colours) else colours
        return [(artist.axes.transData.transform(points), colours[0])] if len(colours) else []
    if hasattr(artist, "get_paths") and hasattr(artist, "levels"):  # contours
        colours = artist.get_edgecolor()
        if not len(colours):
            return []
        return [
            (artist.axes.transData.transform(path.vertices), colours[k % len(colours)])
            for k, path in enumerate(artist.get_paths())
            if len(path.vertices)
        ]
    if hasattr(artist, "get_xydata"):  # a line of a diagram
        from matplotlib.colors import to_rgb

        points = np.asarray(artist.get_xydata(), dtype=np.float64)
        return [(artist.get_transform().transform(points), to_rgb(artist.get_color()))]
    return []
