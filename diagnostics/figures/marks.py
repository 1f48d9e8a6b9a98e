"""Marks on a map: the event region, centres with their values, and what the detectors found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import dist
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.evidence import Feature, FeaturesAnswer
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.detection.features.extremes import closed_extrema
from diagnostics.figures import typography
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.fronts import front_entry, front_symbols
from diagnostics.figures.layer_data import LayerData, MapPlane
from diagnostics.figures.projection import Frame, outline
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.figures.themes import Theme
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Measure, localise, message, render, term
from diagnostics.messages.reader_units import reader_unit

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
RINGED = ("closed_", "cutoff_low", "polar_vortex")
"""Centres that a letter marks already: a ring around it."""
EXTREMA = {
    "index_extremum": "map-extremum",
    "event_extremum": "map-extremum",
    "extremum_at_event": "map-extremum_at_event",
}
"""The place of the strongest value, labelled with it, and the message of the legend."""
Corner = Literal["lower left", "lower right", "upper left", "upper right"]
CORNER = 0.22, 0.24
"""Part of the map's width and height that a legend takes."""
TIME_ROOM = 0.035
"""Least distance between the times along a track, as a share of the map's width."""
VALUED = {"jet_core": "m s-1", "low_level_jet": "m s-1"}
"""Features whose label carries their value, with its unit."""


def draw_region(sheet: ChartCanvas, view: MapView, region: Region) -> None:
    """Outline the event region."""
    if region.width >= 359.0:
        return
    lon, lat = outline(region)
    x, y = view.projection.project(lon, lat)
    if view.projection.name == "plate_carree":
        start = view.projection.project(np.array([region.west]), np.array([0.0]))[0][0]
        x = start + (lon - region.west)
    drawn = sheet.axes.plot(x, y, color=sheet.theme.halo, linewidth=3.0, alpha=0.8)
    drawn += sheet.axes.plot(x, y, color=sheet.theme.region, linewidth=1.7)
    facts: dict[str, JsonValue] = {"kind": "region"}
    sheet.add("event region", list(drawn), facts)


def draw_extrema(
    sheet: ChartCanvas, plane: MapPlane, grid: Grid, layer: Layer, data: LayerData
) -> None:
    """Mark closed highs and lows with their value."""
    frame = plane.frame
    pad_x, pad_y = 0.03 * (frame.x1 - frame.x0), 0.04 * (frame.y1 - frame.y0)
    inner = Frame(frame.x0 + pad_x, frame.x1 - pad_x, frame.y0 + pad_y, frame.y1 - pad_y)
    columns = grid.shape[1]
    within = inner.contains(plane.x, plane.y)[:, :columns]
    interval = layer.interval or 1.0
    unit = reader_unit(data.unit, sheet.look.language)
    artists: list[Any] = []
    marked: list[JsonValue] = []
    for low, name, colour in ((True, "low", LOW), (False, "high", HIGH)):
        letter = _letter(sheet, name)
        found = closed_extrema(
            data.field, grid, low=low, interval=interval, radius_km=500.0, within=within, limit=1
        )
        for item in islice(found, MAX_MARKS):
            x, y = plane.x[item.row, item.column], plane.y[item.row, item.column]
            value = f"{unit.scale * item.value:.0f}"
            artists += _centre(sheet, (x, y), letter, value, sheet.theme.line(colour))
            marked.append(
                {
                    "kind": name,
                    "value": item.value,
                    "latitude": round(float(grid.latitude[item.row, item.column]), 4),
                    "longitude": round(
                        wrap_longitude(float(grid.longitude[item.row, item.column])), 4
                    ),
                }
            )
    facts: dict[str, JsonValue] = {"kind": "marks", "count": len(marked), "marks": marked}
    sheet.add("centres", artists, {**facts, "of": layer.quantity})


def _letter(sheet: ChartCanvas, name: str) -> str:
    return localise(f"map-letter_{name}", sheet.look.language)


def _centre(
    sheet: ChartCanvas, place: tuple[float, float], letter: str, value: str, colour: str
) -> list[Any]:
    size = 16 if letter.isascii() else 14
    big = sheet.axes.text(
        *place,
        letter,
        ha="center",
        va="center",
        color=colour,
        fontproperties=typography.title_font(letter, size),
        path_effects=sheet.halo(),
    )
    small = sheet.axes.annotate(
        value,
        place,
        xytext=(0, -17),
        textcoords="offset points",
        ha="center",
        va="center",
        color=colour,
        fontproperties=typography.font(8.5, bold=True),
        path_effects=sheet.halo(1.8),
    )
    return [big, small]


def draw_legend(
    sheet: ChartCanvas,
    spec: ChartSpec,
    view: MapView,
    answers: Sequence[FeaturesAnswer],
    *,
    whole: bool,
) -> None:
    """Say what the outline, each kind of line and circle, and the grey beyond the data mean.

    Parameters
    ----------
    sheet : ChartCanvas
    spec : ChartSpec
        Its contours are told apart too where it asks for a legend.
    view : MapView
    answers : sequence of FeaturesAnswer
        Those that are drawn.
    whole : bool
        Whether the data reach all of the map's edge.
    """
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    language, theme = sheet.look.language, sheet.theme
    entries: list[Any] = [
        Line2D([], [], color=theme.region, linewidth=1.7, label=localise("map-region", language))
    ]
    if spec.legend:
        entries += _contours(sheet, spec)
    kinds = dict.fromkeys(
        (_kind_of(item), len(item.line) > 1)
        for answer in answers
        if answer.passed
        for item in answer.features[:MAX_FEATURES]
        if item.score >= LEAST_SCORE and item.kind not in CENTRES
    )
    for kind, lined in kinds:
        words = localise(EXTREMA[kind], language) if kind in EXTREMA else term(kind, language)
        look = _look_of(kind, theme) if lined else {"color": theme.line(OTHER[0]), **_CIRCLE}
        entries.append(Line2D([], [], label=words, **look))
    if not whole:
        grey = Patch(facecolor=theme.no_data, label=localise("map-no_data", language))
        entries.append(grey)
    drawn = sheet.axes.legend(
        handles=entries,
        loc=_emptiest_corner(view, answers) if spec.legend else "lower left",
        prop=typography.font(8.5),
        framealpha=0.85,
        facecolor=theme.panel,
        edgecolor=theme.muted,
        labelcolor=theme.ink,
        borderpad=0.5,
        handlelength=1.8,
    )
    drawn.set_zorder(6)
    names: list[JsonValue] = [entry.get_label() for entry in entries]
    sheet.add("legend", [drawn], {"kind": "marks", "count": len(entries), "names": names})


def _emptiest_corner(view: MapView, answers: Sequence[FeaturesAnswer]) -> Corner:
    """Return the corner of the map that hides least of what was found."""
    places = [
        place
        for answer in answers
        if answer.passed
        for item in answer.features[:MAX_FEATURES]
        for place in (item.line or ((item.latitude, item.longitude),))
    ]
    if not places:
        return "lower left"
    latitude, longitude = np.array(places, dtype=np.float64).T
    x, y = view.projection.project(longitude, latitude)
    frame = view.frame
    across = (x - frame.x0) / (frame.x1 - frame.x0)
    up = (y - frame.y0) / (frame.y1 - frame.y0)
    inside = frame.contains(x, y)

    def hidden(corner: Corner) -> int:
        upright, side = corner.split()
        near = across < CORNER[0] if side == "left" else across > 1.0 - CORNER[0]
        level = up < CORNER[1] if upright == "lower" else up > 1.0 - CORNER[1]
        return int(np.count_nonzero(inside & near & level))

    return min(get_args(Corner), key=hidden)


def _contours(sheet: ChartCanvas, spec: ChartSpec) -> list[Any]:
    """Make an entry for each field that is drawn as contours, with its colour and dashes."""
    from matplotlib.lines import Line2D

    names = {item.facts.get("quantity"): item.facts.get("label") for item in sheet.layers}
    entries = []
    for layer in spec.layers:
        if layer.kind == "contour":
            colour, width = sheet.theme.line(layer.color), layer.linewidth
            look: dict[str, Any] = {"color": colour, "linestyle": layer.linestyle}
            label = str(names.get(layer.quantity) or layer.quantity)
            entries.append(Line2D([], [], linewidth=width, label=label, **look))
    return entries


def _kind_of(item: Feature) -> str:
    """The kind of a feature by which the legend names it: of a front with its type."""
    return f"{item.extra.get('type', 'untyped')}_front" if item.kind == "front" else item.kind


def _look_of(kind: str, theme: Theme) -> dict[str, Any]:
    """How the line of a feature looks in a legend."""
    if kind.endswith("_front"):
        return front_entry(kind.removesuffix("_front"), theme)
    colour, dashes, width = LINES.get(kind, OTHER)
    return {"color": theme.line(colour), "linestyle": dashes, "linewidth": width}


_CIRCLE: dict[str, Any] = {
    "linestyle": "none",
    "marker": "o",
    "markersize": 8,
    "markerfacecolor": "none",
    "markeredgewidth": 1.6,
}


def draw_features(sheet: ChartCanvas, view: MapView, answers: Sequence[FeaturesAnswer]) -> None:
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
                drawn = _feature(sheet, view, item, label=item.kind not in named)
                artists += drawn
                count += bool(drawn)
                if drawn:
                    named.add(item.kind)
    # Names lie above every line, or the next line would cross them out.
    artists.sort(key=lambda artist: isinstance(artist, Text))
    if artists:
        sheet.add("features", artists, {"kind": "features", "count": count})


def _feature(sheet: ChartCanvas, view: MapView, item: Feature, *, label: bool) -> list[Any]:
    if len(item.line) > 1 and not _compact(item):
        points = np.array(item.line)
        x, y = view.projection.project(points[:, 1], points[:, 0])
        gap = np.abs(np.diff(x, prepend=x[0])) > 0.5 * (view.frame.x1 - view.frame.x0)
        x = np.where(gap, np.nan, x)
        if not view.frame.contains(x, y).any():
            return []
        if item.kind == "front":
            return front_symbols(sheet, view, x, y, item)
        return _line(sheet, view, x, y, item, label=label)
    x, y = view.projection.project(np.array([item.longitude]), np.array([item.latitude]))
    if not view.frame.contains(x, y)[0]:
        return []
    return _point(sheet, (float(x[0]), float(y[0])), item)


def _compact(item: Feature) -> bool:
    """Whether an object is too wide, or too bent, for its axis to stand for it on a map."""
    width = item.extra.get("width_km")
    if item.kind not in WIDE_KINDS or not isinstance(width, (int, float)) or not item.length_km:
        return False
    ends = float(great_circle_km(*item.line[0], *item.line[-1]))
    return item.length_km < LEAST_ASPECT * width or ends < LEAST_STRAIGHTNESS * item.length_km


def _line(
    sheet: ChartCanvas, view: MapView, x: Array, y: Array, item: Feature, *, label: bool
) -> list[Any]:
    colour, dashes, width = LINES.get(item.kind, OTHER)
    colour = sheet.theme.line(colour)
    artists: list[Any] = list(
        sheet.axes.plot(
            x,
            y,
            color=colour,
            linewidth=width,
            linestyle=dashes,
            path_effects=sheet.halo(width + 1.6),
        )
    )
    if item.kind == "pressure_track":
        return [*artists, *_times(sheet, view, x, y, item)]
    text = _name(sheet, item)
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
            sheet,
            (float(x[at]), float(y[at])),
            text,
            offset=5,
            color=colour,
            fontproperties=typography.title_font(text, 9),
            path_effects=sheet.halo(2.2),
        )
    )
    return artists


def _times(sheet: ChartCanvas, view: MapView, x: Array, y: Array, item: Feature) -> list[Any]:
    """Mark where a centre was at each time, and write day and hour where there is room."""
    inside = view.frame.contains(x, y)
    drawn: list[Any] = list(
        sheet.axes.plot(x[inside], y[inside], "o", markersize=3.5, color=sheet.theme.muted)
    )
    room = TIME_ROOM * (view.frame.x1 - view.frame.x0)
    last: tuple[float, float] | None = None
    here = view.projection.project(np.array([item.longitude]), np.array([item.latitude]))
    for place, text in zip(np.column_stack([x, y]), str(item.extra["times"]).split(), strict=True):
        at = (float(place[0]), float(place[1]))
        others = [(float(here[0][0]), float(here[1][0])), *([last] if last else [])]
        if not view.frame.contains(*place) or min(dist(at, other) for other in others) < room:
            continue
        last = at
        look = {"color": sheet.theme.muted, "fontproperties": typography.font(8, bold=True)}
        drawn.append(_beside(sheet, at, text, offset=3, path_effects=sheet.halo(2.0), **look))
    return drawn


def _beside(
    sheet: ChartCanvas, place: tuple[float, float], text: str, *, offset: float, **look: Any
) -> Any:
    """Write to the upper right of a place, or to its left where the map ends."""
    right, high = sheet.axes.get_xlim()[1], sheet.axes.get_ylim()[1]
    written = sheet.axes.annotate(
        text, place, xytext=(offset, offset), textcoords="offset points", **look
    )
    box = written.get_window_extent(sheet.canvas.get_renderer())
    corner = sheet.axes.transData.transform((right, high))
    if box.x1 > corner[0]:
        written.set_horizontalalignment("right")
        written.xyann = (-offset, written.xyann[1])
    if box.y1 > corner[1]:
        written.set_verticalalignment("top")
        written.xyann = (written.xyann[0], -offset)
    return written


def _name(sheet: ChartCanvas, item: Feature) -> str:
    if item.kind not in NAMED:
        return ""
    name = message(f"map-mark_{item.kind}")
    if item.kind in VALUED and item.value is not None:
        value = Measure(measure=item.value, unit=VALUED[item.kind], digits=0)
        name = message("map-mark_with_value", name=name, value=value)
    return render(name, sheet.look.language)


def _point(sheet: ChartCanvas, place: tuple[float, float], item: Feature) -> list[Any]:
    if item.kind in CENTRES:
        name, colour = CENTRES[item.kind]
        value = "" if item.value is None else f"{item.value:.0f}"
        return _centre(sheet, place, _letter(sheet, name), value, sheet.theme.line(colour))
    colour, _, _ = LINES.get(item.kind, OTHER)
    colour = sheet.theme.line(colour)
    artists: list[Any] = list(
        sheet.axes.plot(
            [place[0]],
            [place[1]],
            marker="o",
            markersize=24 if item.kind.startswith(RINGED) else 9,
            markerfacecolor="none",
            markeredgecolor=colour,
            markeredgewidth=1.6,
            linestyle="none",
            path_effects=sheet.halo(3.0),
        )
    )
    text = _name(sheet, item)
    if item.kind in EXTREMA and item.value is not None:
        unit = reader_unit(item.unit, sheet.look.language)
        text = f"{unit.scale * item.value:.4g} {unit.name}".strip().replace("-", "−")
    if text:
        artists.append(
            _beside(
                sheet,
                place,
                text,
                offset=9,
                color=sheet.theme.ink if item.kind in EXTREMA else colour,
                fontproperties=typography.title_font(text, 10),
                path_effects=sheet.halo(2.6),
            )
        )
    return artists
