"""Drawing a map chart: frame, base map, layers, marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.evidence import Feature, FeaturesAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.extremes import closed_extrema
from diagnostics.figures import style
from diagnostics.figures.basemap import DETAIL_LIMIT_DEG, map_lines
from diagnostics.figures.canvas import Sheet, new_sheet
from diagnostics.figures.graticule import graticule
from diagnostics.figures.layers import LayerData, MapPlane, draw_layer, map_plane
from diagnostics.figures.projection import (
    Frame,
    Projection,
    choose_projection,
    fit_to_data,
    frame_of,
    outline,
    region_of_frame,
    trim_aspect,
)
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.grid.geometry import Grid

Array = NDArray[np.float64]
MAX_MARKS = 14


@dataclass(frozen=True)
class MapView:
    """Projection, frame and the box of longitudes and latitudes that the frame shows."""

    projection: Projection
    frame: Frame
    extent: Region

    def as_document(self) -> dict[str, JsonValue]:
        """The view as JSON, for the chart's specification."""
        frame = self.frame
        return {
            "projection": self.projection.name,
            "center": [round(self.projection.longitude, 4), round(self.projection.latitude, 4)],
            "frame": [round(part, 3) for part in (frame.x0, frame.y0, frame.x1, frame.y1)],
            "extent": [round(part, 3) for part in self.extent.bounds()],
        }


def view_of(spec: ChartSpec, region: Region) -> MapView:
    """Return the view of a chart around a region, before the data are known."""
    if spec.domain == "nh_polar":
        north = region.center[0] >= 0
        longitude = region.center[1]
        extent = Region(
            west=longitude - 180,
            east=longitude + 180,
            south=20 if north else -90,
            north=90 if north else -20,
        )
        projection = Projection("polar", longitude, 90.0 if north else -90.0)
    else:
        extent = region.padded(spec.margin_deg, east_west=spec.margin_deg)
        projection = choose_projection(extent, spec.projection)
    frame = frame_of(projection, extent, style.MAP_ASPECTS)
    return MapView(projection, frame, region_of_frame(projection, frame))


def fit_view(view: MapView, grid: Grid, region: Region) -> MapView:
    """Shrink the view to where the data are, keeping the event region."""
    if grid.cyclic:
        return view
    longitude = np.concatenate(
        [
            grid.longitude[0],
            grid.longitude[:, -1],
            grid.longitude[-1][::-1],
            grid.longitude[::-1, 0],
        ]
    )
    latitude = np.concatenate(
        [grid.latitude[0], grid.latitude[:, -1], grid.latitude[-1][::-1], grid.latitude[::-1, 0]]
    )
    if view.projection.name == "plate_carree":
        turns = np.round((np.median(longitude) - view.projection.longitude) / 360.0) * 360.0
        x, y = longitude - view.projection.longitude - turns, latitude
    else:
        x, y = view.projection.project(longitude, latitude)
    lon, lat = outline(region)
    rx, ry = view.projection.project(lon, lat)
    keep = Frame(float(rx.min()), float(rx.max()), float(ry.min()), float(ry.max()))
    frame = trim_aspect(fit_to_data(view.frame, x, y, keep), keep, style.MAP_ASPECTS)
    return MapView(view.projection, frame, region_of_frame(view.projection, frame))


def draw_map(
    spec: ChartSpec,
    grid: Grid,
    region: Region,
    view: MapView,
    answers: Sequence[FeaturesAnswer],
    data_of: Callable[[Layer], LayerData],
) -> Sheet:
    """Draw everything between header and footer of a map chart.

    Parameters
    ----------
    spec : ChartSpec
    grid : Grid
        Of the fields that `data_of` returns.
    region : Region
        Outlined on the map.
    view : MapView
    answers : sequence of FeaturesAnswer
        What the detectors found; the features of those that passed are drawn.
    data_of : callable
        Returns what a layer draws.
    """
    shaded = [layer for layer in spec.layers if layer.kind == "shading"]
    others = [layer for layer in spec.layers if layer.kind != "shading"]
    sheet = new_sheet(view.frame.aspect, colour_bars=len(shaded))
    sheet.label_step = spec.label_step
    sheet.frame = view.as_document()
    frame = view.frame
    sheet.axes.set_xlim(frame.x0, frame.x1)
    sheet.axes.set_ylim(frame.y0, frame.y1)
    plane = map_plane(grid, view.projection, frame)
    for layer in shaded:
        draw_layer(sheet, plane, layer, data_of(layer))
    _base(sheet, view, plane, spec.graticule_step)
    for layer in others:
        draw_layer(sheet, plane, layer, data_of(layer))
    _region_box(sheet, view, region)
    for layer in spec.layers:
        if layer.extrema:
            _extrema(sheet, plane, grid, layer, data_of(layer).field)
    _features(sheet, view, answers)
    return sheet


def _base(sheet: Sheet, view: MapView, plane: MapPlane, step: float | None) -> None:
    """Coastlines, borders, graticule and its labels."""
    axes, frame = sheet.axes, view.frame
    wide = view.extent.width > DETAIL_LIMIT_DEG
    artists: list[Any] = []
    lines, labels = graticule(view.projection, frame, view.extent, step)
    joined = np.concatenate([part for line in lines for part in (line, [[np.nan, np.nan]])])
    artists += axes.plot(
        joined[:, 0], joined[:, 1], color=style.GRATICULE, linewidth=0.5, alpha=0.45
    )
    for kind, colour, width in (("borders", style.BORDER, 0.55), ("coastline", style.COAST, 0.85)):
        points = map_lines(view.projection, frame, kind, wide)
        artists += axes.plot(points[:, 0], points[:, 1], color=colour, linewidth=width)
    sheet.add(
        "base map",
        artists,
        {"kind": "base", "graticule_labels": len(labels), "coverage": _coverage(plane)},
    )
    for side, axis in (("bottom", axes.xaxis), ("left", axes.yaxis)):
        here = [item for item in labels if item.side == side]
        axis.set_ticks([item.position for item in here], [item.text for item in here])
        for text in axis.get_ticklabels():
            text.set_fontproperties(style.font(9.5))
            text.set_color(style.INK)
            sheet.texts.append(text)
    axes.tick_params(length=3, width=0.6, pad=2.5)
    for spine in axes.spines.values():
        spine.set_linewidth(0.9)


def _coverage(plane: MapPlane) -> float:
    """Share of the frame's edge that the data reach."""
    from matplotlib.path import Path

    rows, columns = plane.x.shape
    ring = [
        (0, slice(None)),
        (slice(None), columns - 1),
        (rows - 1, slice(None, None, -1)),
        (slice(None, None, -1), 0),
    ]
    edge = np.concatenate([np.column_stack([plane.x[at], plane.y[at]]) for at in ring])
    if plane.cyclic or not np.isfinite(edge).all():
        return 1.0
    frame = plane.frame
    pad_x, pad_y = 0.005 * (frame.x1 - frame.x0), 0.005 * (frame.y1 - frame.y0)
    inner = Frame(frame.x0 + pad_x, frame.x1 - pad_x, frame.y0 + pad_y, frame.y1 - pad_y)
    x, y = inner.lattice(30, 30)
    border = np.ones(x.shape, dtype=bool)
    border[1:-1, 1:-1] = False
    inside = Path(edge).contains_points(np.column_stack([x[border], y[border]]))
    return round(float(inside.mean()), 3)


def _region_box(sheet: Sheet, view: MapView, region: Region) -> None:
    if region.width >= 359.0:
        return
    lon, lat = outline(region)
    x, y = view.projection.project(lon, lat)
    if view.projection.name == "plate_carree":
        start = view.projection.project(np.array([region.west]), np.array([0.0]))[0][0]
        x = start + (lon - region.west)
    drawn = sheet.axes.plot(x, y, color="white", linewidth=3.0, alpha=0.8)
    drawn += sheet.axes.plot(x, y, color=style.REGION, linewidth=1.7)
    facts: dict[str, JsonValue] = {"kind": "region"}
    sheet.add("event region", list(drawn), facts)


def _halo(width: float = 2.2) -> list[Any]:
    from matplotlib import patheffects

    return [patheffects.withStroke(linewidth=width, foreground="white")]


def _extrema(sheet: Sheet, plane: MapPlane, grid: Grid, layer: Layer, field: Array) -> None:
    """Mark closed highs and lows with their value."""
    frame = plane.frame
    pad_x, pad_y = 0.03 * (frame.x1 - frame.x0), 0.04 * (frame.y1 - frame.y0)
    inner = Frame(frame.x0 + pad_x, frame.x1 - pad_x, frame.y0 + pad_y, frame.y1 - pad_y)
    columns = grid.shape[1]
    within = inner.contains(plane.x, plane.y)[:, :columns]
    interval = layer.interval or 1.0
    artists: list[Any] = []
    count = 0
    for low, letter, colour in ((True, "L", "#b3001b"), (False, "H", "#0b3fa8")):
        found = closed_extrema(
            field, grid, low=low, interval=interval, radius_km=500.0, within=within, limit=1
        )
        for item in islice(found, MAX_MARKS):
            x, y = plane.x[item.row, item.column], plane.y[item.row, item.column]
            artists.append(
                sheet.axes.text(
                    x,
                    y,
                    letter,
                    ha="center",
                    va="center",
                    color=colour,
                    fontproperties=style.font(16, bold=True),
                    path_effects=_halo(),
                )
            )
            artists.append(
                sheet.axes.annotate(
                    f"{item.value:.0f}",
                    (x, y),
                    xytext=(0, -11),
                    textcoords="offset points",
                    ha="center",
                    va="center",
                    color=colour,
                    fontproperties=style.font(8.5, bold=True),
                    path_effects=_halo(1.8),
                )
            )
            count += 1
    sheet.add("centres", artists, {"kind": "marks", "count": count})


LINE_STYLES = {
    "trough_axis": (style.TROUGH, "solid", 2.4),
    "ridge_axis": (style.RIDGE, (0, (1.2, 1.0)), 2.6),
    "jet_core": ("#4a0f5c", "solid", 2.0),
    "low_level_jet": ("#b34700", "solid", 2.4),
    "shear_line": ("#8a0f0f", "solid", 2.4),
    "front": ("#0b3fa8", "solid", 2.4),
}


def _features(sheet: Sheet, view: MapView, answers: Sequence[FeaturesAnswer]) -> None:
    """Draw what the detectors found, where they passed."""
    artists: list[Any] = []
    count = 0
    for answer in answers:
        if not answer.passed:
            continue
        for item in answer.features[:6]:
            if item.score >= 0.5:
                drawn = _feature(sheet, view, item)
                artists += drawn
                count += bool(drawn)
    if artists:
        sheet.add("features", artists, {"kind": "features", "count": count})


def _feature(sheet: Sheet, view: MapView, item: Feature) -> list[Any]:
    axes = sheet.axes
    colour, dashes, width = LINE_STYLES.get(item.kind, (style.DETECTED, (0, (4, 2)), 1.8))
    if len(item.line) > 1:
        points = np.array(item.line)
        x, y = view.projection.project(points[:, 1], points[:, 0])
        gap = np.abs(np.diff(x, prepend=x[0])) > 0.5 * (view.frame.x1 - view.frame.x0)
        x = np.where(gap, np.nan, x)
        return list(
            axes.plot(
                x,
                y,
                color=colour,
                linewidth=width,
                linestyle=dashes,
                path_effects=_halo(width + 1.6),
            )
        )
    x, y = view.projection.project(np.array([item.longitude]), np.array([item.latitude]))
    if not view.frame.contains(x, y)[0]:
        return []
    artists: list[Any] = list(
        axes.plot(
            x,
            y,
            marker="o",
            markersize=24 if item.kind.startswith("closed_") else 9,
            markerfacecolor="none",
            markeredgecolor=colour,
            markeredgewidth=1.6,
            linestyle="none",
            path_effects=_halo(3.0),
        )
    )
    if item.kind == "index_extremum" and item.value is not None:
        text = f"{item.value:.4g} {item.unit}".strip().replace("-", "−")
        artists.append(
            axes.annotate(
                text,
                (x[0], y[0]),
                xytext=(9, 9),
                textcoords="offset points",
                color=style.INK,
                fontproperties=style.font(10, bold=True),
                path_effects=_halo(2.6),
            )
        )
    return artists
