"""Marks on a map: the event region, centres with their values, and what the detectors found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.evidence import Feature, FeaturesAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.detection.centres import contour_rule
from diagnostics.figures import typography
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.fronts import front_symbols
from diagnostics.figures.layer_data import MapPlane
from diagnostics.figures.projection import Frame, outline
from diagnostics.figures.spec import Layer
from diagnostics.grid.centres import Centres, ContourRule
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.extrema import Kind
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Measure, heading, localise, message, render

if TYPE_CHECKING:
    from diagnostics.figures.projection import MapView

Array = NDArray[np.float64]
MAX_MARKS = 14
MAX_FEATURES = 6
WIDE_KINDS = frozenset({"gradient_band", "convergence_line", "moisture_tongue"})
LEAST_ASPECT = 3.0
LEAST_STRAIGHTNESS = 0.8
"""Distance between the ends of an axis over its length."""
LEAST_SCORE = 0.5
LOW, HIGH = "#b3001b", "#0b3fa8"
LINES: dict[str, tuple[str, Any, float]] = {
    "trough_axis": ("#7a3b00", "solid", 2.4),
    "ridge_axis": ("#00695c", (0, (1.2, 1.0)), 2.6),
    "jet_core": ("#4a0f5c", "solid", 2.0),
    "low_level_jet": ("#b34700", "solid", 2.4),
    "shear_line": ("#8a0f0f", (0, (6, 2)), 2.4),
    "pressure_track": ("#555555", (0, (1, 1)), 1.6),
}
"""Colour, dashes and width of features that are lines."""
OTHER: tuple[str, Any, float] = ("#111111", (0, (4, 2)), 1.8)
NAMED = frozenset({"trough_axis", "ridge_axis", "jet_core", "low_level_jet", "shear_line"})
"""Features whose name stands beside them."""
CENTRES = {
    "pressure_low": ("low", LOW),
    "pressure_high": ("high", HIGH),
    "cyclone": ("cyclone", LOW),
}
"""Pressure centres of the synoptic chart: the message of the letter, and the colour."""
SELF_EVIDENT = frozenset({*CENTRES, "front"})
"""Features whose letters or symbols need no legend."""
RINGED = ("closed_", "cutoff_low", "polar_vortex")
"""Centres that a letter marks already: a ring around it."""
EXTREMA = {
    "index_extremum": "map-extremum",
    "event_extremum": "map-extremum",
    "extremum_at_event": "map-extremum_at_event",
    "event_place": "map-event_place",
}
"""The place of the strongest value, labelled with it if it is known, and the legend's message."""
VALUED = {"jet_core": "m s-1", "low_level_jet": "m s-1"}
"""Features whose label carries their value, with its unit."""


def draw_region(canvas: ChartCanvas, view: MapView, region: Region) -> None:
    """Outline the event region."""
    if region.width >= 359.0:
        return
    lon, lat = outline(region)
    x, y = view.projection.project(lon, lat)
    if view.projection.name == "plate_carree":
        start = view.projection.project(np.array([region.west]), np.array([0.0]))[0][0]
        x = start + (lon - region.west)
    drawn = canvas.axes.plot(x, y, color=canvas.theme.halo, linewidth=3.0, alpha=0.8)
    drawn += canvas.axes.plot(x, y, color=canvas.theme.region, linewidth=1.7)
    facts: dict[str, JsonValue] = {"kind": "region"}
    canvas.add("event region", list(drawn), facts)


def draw_extrema(
    canvas: ChartCanvas, plane: MapPlane, grid: Grid, layer: Layer, field: Array
) -> None:
    """Mark closed highs and lows with their value, as `diagnostics.grid.centres` defines them."""
    frame = plane.frame
    pad_x, pad_y = 0.03 * (frame.x1 - frame.x0), 0.04 * (frame.y1 - frame.y0)
    inner = Frame(frame.x0 + pad_x, frame.x1 - pad_x, frame.y0 + pad_y, frame.y1 - pad_y)
    columns = grid.shape[1]
    within = inner.contains(plane.x, plane.y)[:, :columns]
    interval = layer.interval or 1.0
    rule = contour_rule(layer.quantity) or ContourRule(interval, interval)
    centres = Centres(field, grid, rule, rival_km=500.0)
    kinds: tuple[tuple[Kind, str, str], ...]
    kinds = (("minimum", "low", LOW), ("maximum", "high", HIGH))
    artists: list[Any] = []
    count = 0
    for kind, name, colour in kinds:
        letter = _letter(canvas, name)
        for item in centres.closed(kind, within)[:MAX_MARKS]:
            x, y = plane.x[item.row, item.column], plane.y[item.row, item.column]
            artists += _centre(
                canvas, (x, y), letter, f"{item.value:.0f}", canvas.theme.line(colour)
            )
            count += 1
    canvas.add("centres", artists, {"kind": "marks", "count": count})


def _letter(canvas: ChartCanvas, name: str) -> str:
    return localise(f"map-letter_{name}", canvas.look.language)


def _centre(
    canvas: ChartCanvas, place: tuple[float, float], letter: str, value: str, colour: str
) -> list[Any]:
    size = 16 if letter.isascii() else 14
    big = canvas.axes.text(
        *place,
        letter,
        ha="center",
        va="center",
        color=colour,
        fontproperties=typography.title_font(letter, size),
        path_effects=canvas.halo(),
    )
    small = canvas.axes.annotate(
        value,
        place,
        xytext=(0, -17),
        textcoords="offset points",
        ha="center",
        va="center",
        color=colour,
        fontproperties=typography.font(8.5, bold=True),
        path_effects=canvas.halo(1.8),
    )
    return [big, small]


def draw_legend(canvas: ChartCanvas, answers: Sequence[FeaturesAnswer], *, whole: bool) -> None:
    """Say what the outline, each kind of line and circle, and the grey beyond the data mean.

    Parameters
    ----------
    canvas : ChartCanvas
    answers : sequence of FeaturesAnswer
        Those that are drawn.
    whole : bool
        Whether the data reach all of the map's edge.
    """
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    language, theme = canvas.look.language, canvas.theme
    entries: list[Any] = [
        Line2D([], [], color=theme.region, linewidth=1.7, label=localise("map-region", language))
    ]
    kinds = dict.fromkeys(
        (item.kind, len(item.line) > 1)
        for answer in answers
        if answer.passed
        for item in answer.features[:MAX_FEATURES]
        if item.score >= LEAST_SCORE and item.kind not in SELF_EVIDENT
    )
    for kind, lined in kinds:
        colour, dashes, width = LINES.get(kind, OTHER)
        words = localise(EXTREMA[kind], language) if kind in EXTREMA else heading(kind, language)
        look = {"linestyle": dashes, "linewidth": width} if lined else _CIRCLE
        entries.append(Line2D([], [], color=theme.line(colour), label=words, **look))
    if not whole:
        grey = Patch(facecolor=theme.no_data, label=localise("map-no_data", language))
        entries.append(grey)
    drawn = canvas.axes.legend(
        handles=entries,
        loc="lower left",
        prop=typography.font(8.5),
        framealpha=0.85,
        facecolor=theme.panel,
        edgecolor=theme.muted,
        labelcolor=theme.ink,
        borderpad=0.5,
        handlelength=1.8,
    )
    drawn.set_zorder(6)
    canvas.add("legend", [drawn], {"kind": "marks", "count": len(entries)})


_CIRCLE: dict[str, Any] = {
    "linestyle": "none",
    "marker": "o",
    "markersize": 8,
    "markerfacecolor": "none",
    "markeredgewidth": 1.6,
}


def draw_features(canvas: ChartCanvas, view: MapView, answers: Sequence[FeaturesAnswer]) -> None:
    """Draw and label what the detectors found, where they passed."""
    from matplotlib.text import Text

    artists: list[Any] = []
    count = 0
    named: set[str] = set()
    for answer in answers:
        if not answer.passed:
            continue
        for item in answer.features[:MAX_FEATURES]:
            if item.score >= LEAST_SCORE:
                drawn = _feature(canvas, view, item, label=item.kind not in named)
                artists += drawn
                count += bool(drawn)
                if drawn:
                    named.add(item.kind)
    # Names lie above every line, or the next line would cross them out.
    artists.sort(key=lambda artist: isinstance(artist, Text))
    if artists:
        canvas.add("features", artists, {"kind": "features", "count": count})


def marked_places(
    view: MapView, answers: Sequence[FeaturesAnswer]
) -> tuple[tuple[float, float], ...]:
    """Return the places, in map coordinates, whose values `draw_features` writes."""
    features = [
        item
        for answer in answers
        if answer.passed
        for item in answer.features[:MAX_FEATURES]
        if item.kind in EXTREMA
    ]
    if not features:
        return ()
    x, y = view.projection.project(
        np.array([item.longitude for item in features]),
        np.array([item.latitude for item in features]),
    )
    return tuple(zip(x.tolist(), y.tolist(), strict=True))


def _feature(canvas: ChartCanvas, view: MapView, item: Feature, *, label: bool) -> list[Any]:
    if len(item.line) > 1 and not _compact(item):
        points = np.array(item.line)
        x, y = view.projection.project(points[:, 1], points[:, 0])
        gap = np.abs(np.diff(x, prepend=x[0])) > 0.5 * (view.frame.x1 - view.frame.x0)
        x = np.where(gap, np.nan, x)
        if not view.frame.contains(x, y).any():
            return []
        if item.kind == "front":
            return front_symbols(canvas, view, x, y, item)
        return _line(canvas, view, x, y, item, label=label)
    x, y = view.projection.project(np.array([item.longitude]), np.array([item.latitude]))
    if not view.frame.contains(x, y)[0]:
        return []
    return _point(canvas, (float(x[0]), float(y[0])), item)


def _compact(item: Feature) -> bool:
    """Whether an object is too wide, or too bent, for its axis to stand for it on a map."""
    width = item.extra.get("width_km")
    if item.kind not in WIDE_KINDS or not isinstance(width, (int, float)) or not item.length_km:
        return False
    ends = float(great_circle_km(*item.line[0], *item.line[-1]))
    return item.length_km < LEAST_ASPECT * width or ends < LEAST_STRAIGHTNESS * item.length_km


def _line(
    canvas: ChartCanvas, view: MapView, x: Array, y: Array, item: Feature, *, label: bool
) -> list[Any]:
    colour, dashes, width = LINES.get(item.kind, OTHER)
    colour = canvas.theme.line(colour)
    artists: list[Any] = list(
        canvas.axes.plot(
            x,
            y,
            color=colour,
            linewidth=width,
            linestyle=dashes,
            path_effects=canvas.halo(width + 1.6),
        )
    )
    text = _name(canvas, item)
    if not label or not text:
        return artists
    frame = view.frame
    pad_x, pad_y = 0.06 * (frame.x1 - frame.x0), 0.05 * (frame.y1 - frame.y0)
    inner = Frame(frame.x0 + pad_x, frame.x1 - pad_x, frame.y0 + pad_y, frame.y1 - pad_y)
    shown = np.flatnonzero(inner.contains(x, y))
    if shown.size == 0:
        return artists
    at = shown[-1]
    artists.append(
        _beside(
            canvas,
            (float(x[at]), float(y[at])),
            text,
            offset=5,
            color=colour,
            fontproperties=typography.title_font(text, 9),
            path_effects=canvas.halo(2.2),
        )
    )
    return artists


def _beside(
    canvas: ChartCanvas, place: tuple[float, float], text: str, *, offset: float, **look: Any
) -> Any:
    """Write to the upper right of a place, or to its left where the map ends."""
    right, high = canvas.axes.get_xlim()[1], canvas.axes.get_ylim()[1]
    written = canvas.axes.annotate(
        text, place, xytext=(offset, offset), textcoords="offset points", **look
    )
    box = written.get_window_extent(canvas.agg.get_renderer())
    corner = canvas.axes.transData.transform((right, high))
    if box.x1 > corner[0]:
        written.set_horizontalalignment("right")
        written.xyann = (-offset, written.xyann[1])
    if box.y1 > corner[1]:
        written.set_verticalalignment("top")
        written.xyann = (written.xyann[0], -offset)
    return written


def _name(canvas: ChartCanvas, item: Feature) -> str:
    if item.kind not in NAMED:
        return ""
    name = message(f"map-mark_{item.kind}")
    if item.kind in VALUED and item.value is not None:
        value = Measure(measure=item.value, unit=VALUED[item.kind], digits=0)
        name = message("map-mark_with_value", name=name, value=value)
    return render(name, canvas.look.language)


def _point(canvas: ChartCanvas, place: tuple[float, float], item: Feature) -> list[Any]:
    if item.kind in CENTRES:
        name, colour = CENTRES[item.kind]
        value = f"{item.value or 0.0:.0f}"
        return _centre(canvas, place, _letter(canvas, name), value, canvas.theme.line(colour))
    colour, _, _ = LINES.get(item.kind, OTHER)
    colour = canvas.theme.line(colour)
    artists: list[Any] = list(
        canvas.axes.plot(
            [place[0]],
            [place[1]],
            marker="o",
            markersize=24 if item.kind.startswith(RINGED) else 9,
            markerfacecolor="none",
            markeredgecolor=colour,
            markeredgewidth=1.6,
            linestyle="none",
            path_effects=canvas.halo(3.0),
        )
    )
    text = _name(canvas, item)
    if item.kind in EXTREMA and item.value is not None:
        text = f"{item.value:.4g} {item.unit}".strip().replace("-", "−")
    if text:
        artists.append(
            _beside(
                canvas,
                place,
                text,
                offset=9,
                color=canvas.theme.ink if item.kind in EXTREMA else colour,
                fontproperties=typography.title_font(text, 10),
                path_effects=canvas.halo(2.6),
            )
        )
    return artists
