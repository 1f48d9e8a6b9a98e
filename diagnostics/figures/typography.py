"""How charts look: typefaces, colours, sizes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from diagnostics.figures.themes import LIGHT, Theme

if TYPE_CHECKING:
    from matplotlib.colors import BoundaryNorm, ListedColormap
    from matplotlib.font_manager import FontProperties

    from diagnostics.figures.spec import Layer

DPI = 200


@dataclass(frozen=True)
class ChartSizes:
    """Sizes that all charts share, in points; `conventions` says within which limits they stay."""

    title: float = 17.0
    valid_time: float = 13.0
    subtitle: float = 11.0
    ticks: float = 9.5
    plane_ticks: float = 9.0
    bar_ticks: float = 9.0
    sounding_ticks: float = 9.5
    hovmoller_ticks: float = 8.5
    coast: float = 0.85
    graticule: float = 0.5
    graticule_alpha: float = 0.45
    barb: float = 5.4
    plane_barb: float = 5.2
    meteogram_barb: float = 5.6
    sounding_barb: float = 6.2
    faces: tuple[str, str] = ("NotoSansSC-Regular.otf", "NotoSansSC-Bold.otf")
    reasons: tuple[tuple[str, str], ...] = (
        ("hovmoller_ticks", "moments down the side stand as close as the rows of the diagram"),
        ("sounding_barb", "barbs of a sounding stand alone in a column of their own"),
    )


CHART_SIZES = ChartSizes()
WIDTH_IN = 11.0
MARGIN_LEFT_IN = 0.58
MARGIN_RIGHT_IN = 0.30
HEADER_IN = 1.05
FOOTER_IN = 0.42
COLOUR_BAR_IN = 0.62
MAP_ASPECTS = (1.05, 1.8)

RAIN_COLOURS = (
    *("#a6f28e", "#3db93d", "#61b8ff", "#0000e1", "#fa00fa", "#800040"),
    *("#b3541e", "#d98b00", "#f0c419", "#f7e59a", "#fff7d6", "#ffffff"),
)
"""Colours of 24-h rain classes in Chinese operational practice, and of sums beyond them."""
SNOW_COLOURS = (
    *("#d9ecff", "#a9cdf0", "#6fa3dc", "#3d6fbe", "#5b3a9e", "#7c1d6f"),
    *("#a8325e", "#cf5a4a", "#e8944a", "#f4cf7a", "#fbeec2"),
)
BEAUFORT_COLOURS = (
    "#e8f3ec",
    "#cfe6d3",
    "#fff1b8",
    "#fdd27a",
    "#fba952",
    "#f4793b",
    "#e24a33",
    "#b31b3a",
    "#7a0f4c",
    *("#4d0b5e", "#2d1160", "#14213d", "#3c5a80", "#7a9cc6", "#b8cde6", "#e8eef7"),
)
FALL_COLOURS = (
    *("#e3f1f7", "#c0dfee", "#8fc3e3", "#5a9fd4", "#3a77bd", "#2c4f9e", "#3d2f85"),
    *("#5b2a86", "#7d2a86", "#a0307c", "#c2446c", "#dd6b62", "#f0a07a"),
)
"""Colours of falls of temperature, from the limits of cold waves on."""
LIGHT_WIND_COLOURS = ("#f1f7f4", "#e0f0e6", "#c4e3d0", "#9dd0b6")
JET_COLOURS = (
    "#dbeaf5",
    "#b4d3ea",
    "#86b6dc",
    "#6a93cc",
    "#7a6fc0",
    "#9a52b3",
    "#b8359f",
    "#8c1172",
)
PALETTES = {
    "cma_rain": RAIN_COLOURS,
    "snow": SNOW_COLOURS,
    "beaufort": BEAUFORT_COLOURS,
    "cold_fall": FALL_COLOURS,
    "wind_light": LIGHT_WIND_COLOURS,
    "jet": JET_COLOURS,
}


RAMPS = {
    "temperature": (
        *((-48, "#3b0f59"), (-40, "#5a3a9e"), (-32, "#3f55b5"), (-24, "#2f74c5"), (-16, "#4a9ada")),
        *((-8, "#8cc6ea"), (-2, "#cde8f2"), (2, "#d6eec9"), (8, "#a5d68c"), (14, "#dfe28a")),
        *((20, "#fbd76a"), (26, "#f7a94a"), (32, "#ea7238"), (37, "#cf3a30"), (42, "#9c1637")),
        *((48, "#4d0a2b"),),
    ),
}
"""Colours by value, between which they run on: of temperatures, degC, with a change of hue at 0."""


@cache
def ramp(name: str) -> Any:
    """Return a continuous colour map over the values of one of `RAMPS`."""
    from matplotlib.colors import LinearSegmentedColormap

    stops = RAMPS[name]
    first, last = stops[0][0], stops[-1][0]
    places = [((value - first) / (last - first), colour) for value, colour in stops]
    return LinearSegmentedColormap.from_list(name, places, N=512)


@cache
def _bold_characters() -> frozenset[int]:
    from matplotlib.ft2font import FT2Font

    path = files("diagnostics.figures") / "fonts" / "NotoSansSC-Bold.otf"
    return frozenset(FT2Font(str(path)).get_charmap())


def title_font(text: str, size: float) -> FontProperties:
    """Return the bold face, or the regular one where the bold lacks a character of `text`."""
    known = _bold_characters()
    return font(size, bold=all(ord(character) in known for character in text))


@cache
def font(size: float, *, bold: bool = False) -> FontProperties:
    """Return the charts' typeface: a subset of Noto Sans SC that ships with the package."""
    from matplotlib.font_manager import FontProperties

    name = CHART_SIZES.faces[bold]
    return FontProperties(fname=str(files("diagnostics.figures") / "fonts" / name), size=size)


def colour_classes(
    layer: Layer, levels: tuple[float, ...], theme: Theme = LIGHT
) -> tuple[ListedColormap, BoundaryNorm]:
    """Return the colour map and the class limits of a shading layer.

    Colours follow the value, not the rank of a class, wherever the layer anchors them, so that a
    temperature has the same colour on every chart.
    """
    from matplotlib.colors import BoundaryNorm, ListedColormap

    edges = np.asarray(levels, dtype=np.float64)
    low_open = layer.extend in ("min", "both")
    high_open = layer.extend in ("max", "both")
    inner = _colours(layer, edges, low_open=low_open, high_open=high_open)
    fixed = bool(layer.colors) or layer.colormap in PALETTES
    rgba = theme.fills(np.array(inner), fixed=fixed)
    if layer.blank is not None:
        middle = (edges[1:] + edges[:-1]) / 2
        clear = (middle > layer.blank[0]) & (middle < layer.blank[1])
        rgba[low_open : low_open + middle.size][clear] = 0.0
    body = rgba[low_open : rgba.shape[0] - high_open if high_open else None]
    clear_colour = (0.0, 0.0, 0.0, 0.0)
    colormap = ListedColormap(
        body,
        under=tuple(rgba[0]) if low_open else clear_colour,
        over=tuple(rgba[-1]) if high_open else clear_colour,
        bad=clear_colour,
    )
    return colormap, BoundaryNorm(edges, body.shape[0])


def _colours(layer: Layer, edges: Any, *, low_open: bool, high_open: bool) -> Any:
    from matplotlib import colormaps
    from matplotlib.colors import to_rgba

    count = edges.size - 1 + low_open + high_open
    fixed = layer.colors or PALETTES.get(layer.colormap, ())
    if fixed:
        listed = [to_rgba(colour) for colour in fixed]
        while len(listed) < count:
            listed.append(listed[-1])
        return np.array(listed[:count])
    middle = (edges[1:] + edges[:-1]) / 2
    first, last = 1.5 * edges[0] - 0.5 * edges[1], 1.5 * edges[-1] - 0.5 * edges[-2]
    points = np.concatenate([[first] * low_open, middle, [last] * high_open])
    if layer.anchor is not None:
        place = (points - layer.anchor[0]) / (layer.anchor[1] - layer.anchor[0])
    elif layer.center is not None:
        place = _by_rank_about(points, layer.center)
    else:
        place = (np.arange(count) + 0.6) / (count + 0.2)
    chosen = ramp(layer.colormap) if layer.colormap in RAMPS else colormaps[layer.colormap]
    return chosen(np.clip(place, 0.0, 1.0))


def _by_rank_about(points: Any, center: float) -> Any:
    """Place classes by rank to either side of a neutral value, so that unequal steps all show."""
    below, above = points < center, points > center
    reach = max(int(below.sum()), int(above.sum()), 1)
    place = np.full(points.size, 0.5)
    place[below] = 0.5 - 0.45 * np.arange(int(below.sum()), 0, -1) / reach
    place[above] = 0.5 + 0.45 * np.arange(1, int(above.sum()) + 1) / reach
    return place
