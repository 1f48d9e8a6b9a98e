"""Drawing a map chart: frame, base map, layers, marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.evidence import FeaturesAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.figures import typography
from diagnostics.figures.basemap import DETAIL_LIMIT_DEG, map_lines
from diagnostics.figures.chart_canvas import ChartCanvas, new_canvas
from diagnostics.figures.chart_style import PLAIN, ChartStyle
from diagnostics.figures.check.rules import ASPECTS, LEAST_COVERAGE
from diagnostics.figures.graticule import graticule
from diagnostics.figures.layer_data import LayerData, MapPlane, map_plane
from diagnostics.figures.layers import draw_layer
from diagnostics.figures.marks import draw_extrema, draw_features, draw_legend, draw_region
from diagnostics.figures.projection import (
    Frame,
    MapView,
    Projection,
    choose_projection,
    fit_to_data,
    frame_of,
    grown_to_aspect,
    outline,
    region_of_frame,
    share_inside,
    trim_aspect,
)
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.figures.towns_and_borders import draw_states, draw_towns
from diagnostics.grid.geometry import Grid
from diagnostics.quantities.registry import resolve

Array = NDArray[np.float64]
HEMISPHERE = "nh_polar"
"""The domain of charts that look down on a pole."""


def view_of(spec: ChartSpec, region: Region) -> MapView:
    """Return the view of a chart around a region, before the data are known."""
    if spec.domain == HEMISPHERE:
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
    frame = frame_of(projection, extent, typography.MAP_ASPECTS)
    settled = spec.projection != "auto"
    return MapView(projection, frame, region_of_frame(projection, frame), settled)


ROOM = 1.0 / 3.0
"""Part of the region's own width and height that is shown around it on each side."""
LEAST_ROOM_DEG = 1.5


def room_of(region: Region) -> float:
    """Return the room north and south of a region, degrees."""
    return max(LEAST_ROOM_DEG, ROOM * (region.north - region.south))


def with_room(region: Region) -> Region:
    """Return a region with a third of its own size around it on every side."""
    wide = max(LEAST_ROOM_DEG, ROOM * region.width)
    return region.padded(room_of(region), east_west=wide)


def view_around(extent: Region) -> MapView:
    """Return the view that shows a box whole, in the projection that suits it."""
    projection = choose_projection(extent, "auto")
    frame = frame_of(projection, extent, typography.MAP_ASPECTS)
    return MapView(projection, frame, region_of_frame(projection, frame))


def reading_of(view: MapView, spacing_deg: float) -> Region:
    """Return what is read for a map: cells whose middle lies just beyond it fill it to its edge.

    Parameters
    ----------
    view : MapView
    spacing_deg : float
        Of the data, degrees.
    """
    return view.extent.padded(2.0 * spacing_deg)


def reaches_further(view: MapView, grid: Grid, reach: Region) -> bool:
    """Whether data have cells on a map that were not read: they are not missing there.

    Parameters
    ----------
    view : MapView
    grid : Grid
        Of what was read.
    reach : Region
        Where the data have cells.
    """
    could = view.extent.overlap(reach)
    read = None if could is None else grid.bounds.padded(grid.spacing_deg).overlap(could)
    if could is None or read is None or grid.cyclic:
        return False
    lacks = max(could.width - read.width, read.south - could.south, could.north - read.north)
    return lacks > grid.spacing_deg


def box_holding(box: Region, points: Iterable[tuple[float, float]]) -> Region:
    """Return a box grown until it holds points, on the side on which each is nearer.

    Parameters
    ----------
    box : Region
    points : iterable of (latitude, longitude)
    """
    west, south, east, north = box.west, box.south, box.west + box.width, box.north
    for latitude, longitude in points:
        middle = (west + east) / 2.0
        at = middle + (longitude - middle + 180.0) % 360.0 - 180.0
        west, east = min(west, at), max(east, at)
        south, north = min(south, latitude), max(north, latitude)
    if east - west >= 360.0:
        return Region(west=-180.0, south=south, east=180.0, north=north)
    return Region(west=west, south=south, east=east, north=north)


def fit_view(view: MapView, grid: Grid, region: Region) -> MapView:
    """Shrink the view to where the data are, keeping the event region.

    Where data or region alone are too narrow or too flat for a map, the base map is shown around
    them. Where a Lambert map cannot be filled because rows and columns of the data, parallels and
    meridians, are bent on it, a Mercator map, on which they are straight, shows them without
    empty slivers along its sides.
    """
    if grid.cyclic:
        return view
    fitted, filled = _fitted(view, grid, region)
    bent = view.projection.name == "lambert" and grid.mapping is None
    if filled or view.settled or not bent:
        return fitted
    straight = replace(view.projection, name="mercator")
    frame = frame_of(straight, view.extent, typography.MAP_ASPECTS)
    return _fitted(MapView(straight, frame, view.extent), grid, region)[0]


def _fitted(view: MapView, grid: Grid, region: Region) -> tuple[MapView, bool]:
    """Shrink a view, and tell whether the data fill it."""
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
    frame = trim_aspect(fit_to_data(view.frame, x, y, keep), keep, typography.MAP_ASPECTS)
    frame = grown_to_aspect(view.projection, frame, ASPECTS)
    shown = region_of_frame(view.projection, frame)
    filled = share_inside(frame, x, y) >= LEAST_COVERAGE
    return replace(view, frame=frame, extent=shown), filled


def draw_map(
    spec: ChartSpec,
    grid: Grid,
    region: Region,
    view: MapView,
    answers: Sequence[FeaturesAnswer],
    data_of: Callable[[Layer], LayerData],
    look: ChartStyle = PLAIN,
    *,
    may_lack: bool = True,
) -> ChartCanvas:
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
    look : ChartStyle
        Theme and boundaries.
    may_lack : bool
        Whether data are missing where the map has none; else they were not read there, and the
        ground is not grey.
    """
    shaded = [layer for layer in spec.layers if layer.kind == "shading"]
    sheet = new_canvas(view.frame.aspect, look, colour_bars=len(shaded))
    sheet.label_step = spec.label_step
    sheet.frame = view.as_document()
    paint_map(sheet, spec, grid, region, view, answers, data_of, may_lack=may_lack)
    return sheet


def paint_map(
    sheet: ChartCanvas,
    spec: ChartSpec,
    grid: Grid,
    region: Region,
    view: MapView,
    answers: Sequence[FeaturesAnswer],
    data_of: Callable[[Layer], LayerData],
    *,
    may_lack: bool = True,
) -> None:
    """Draw a map onto the sheet's present axes; see `draw_map`."""
    frame = view.frame
    if spec.keyed and may_lack:
        sheet.axes.set_facecolor(sheet.theme.no_data)
    sheet.axes.set_xlim(frame.x0, frame.x1)
    sheet.axes.set_ylim(frame.y0, frame.y1)
    plane = map_plane(grid, view.projection, frame)
    drawn = {layer: data_of(layer) for layer in spec.layers}
    if spec.keyed and may_lack:
        draw_ground(sheet, plane)
    for layer in spec.layers:
        if layer.kind == "shading":
            draw_layer(sheet, plane, layer, drawn[layer])
    _base(sheet, view, plane, region, spec)
    if spec.places:
        draw_states(sheet, view)
    for layer in spec.layers:
        if layer.kind != "shading":
            draw_layer(sheet, plane, layer, drawn[layer])
    draw_region(sheet, view, region)
    if spec.places:
        draw_towns(sheet, view)
    draw_features(sheet, view, [item for item in answers if not _shown_already(spec, item)])
    if spec.keyed:
        whole = not may_lack or _coverage(plane) >= LEAST_COVERAGE
        draw_legend(sheet, spec, view, answers, whole=whole)
    for layer in spec.layers:
        if layer.extrema:  # last, since axes of troughs and jets pass through the centres
            draw_extrema(sheet, plane, grid, layer, drawn[layer])


def _shown_already(spec: ChartSpec, answer: FeaturesAnswer) -> bool:
    """Whether a detected zero line is a line of the chart itself, which it would only hide."""
    field = answer.provenance.parameters.get("field")
    if answer.detector != "zero_line" or not isinstance(field, str):
        return False
    searched = resolve(field).text
    return any(
        layer.kind in ("line", "contour") and resolve(layer.quantity).text == searched
        for layer in spec.layers
    )


def draw_ground(sheet: ChartCanvas, plane: MapPlane) -> None:
    """Leave the ground of the sheet grey where the data do not reach."""
    from matplotlib.patches import PathPatch

    edge = _data_edge(plane)
    if edge is None:
        sheet.axes.set_facecolor(sheet.theme.panel)
        return
    paper = PathPatch(edge, facecolor=sheet.theme.panel, edgecolor="none")
    sheet.axes.add_patch(paper)
    sheet.add("ground", [paper], {"kind": "marks"})


def _base(
    sheet: ChartCanvas, view: MapView, plane: MapPlane, region: Region, spec: ChartSpec
) -> None:
    """Coastlines, borders, graticule and its labels."""
    axes, frame, theme = sheet.axes, view.frame, sheet.theme
    wide = view.extent.width > DETAIL_LIMIT_DEG
    artists: list[Any] = []
    lines, labels = graticule(view.projection, frame, view.extent, spec.graticule_step)
    joined = np.concatenate([part for line in lines for part in (line, [[np.nan, np.nan]])])
    artists += axes.plot(
        joined[:, 0],
        joined[:, 1],
        color=theme.graticule,
        linewidth=typography.CHART_SIZES.graticule,
        alpha=typography.CHART_SIZES.graticule_alpha,
    )
    for kind, colour, width in (
        ("borders", theme.border, 0.55),
        ("coastline", theme.coast, typography.CHART_SIZES.coast),
    ):
        points = map_lines(view.projection, frame, kind, wide, sheet.look.boundaries)
        artists += axes.plot(points[:, 0], points[:, 1], color=colour, linewidth=width)
    sheet.add(
        "base map",
        artists,
        {
            "kind": "base",
            "graticule_labels": len(labels),
            # where a legend says that the data end, an edge is no fault
            "coverage": 1.0 if spec.keyed else _coverage(plane),
            "region_covered": _region_covered(plane, region),
        },
    )
    for side, axis in (("bottom", axes.xaxis), ("left", axes.yaxis)):
        here = [item for item in labels if item.side == side]
        axis.set_ticks([item.position for item in here], [item.text for item in here])
        for text in axis.get_ticklabels():
            text.set_fontproperties(typography.font(typography.CHART_SIZES.ticks))
            text.set_color(theme.ink)
            sheet.texts.append(text)
    axes.tick_params(length=3, width=0.6, pad=2.5)
    for spine in axes.spines.values():
        spine.set_linewidth(0.9)


def _coverage(plane: MapPlane) -> float:
    """Share of the frame's edge that the data reach."""
    edge = _data_edge(plane)
    return 1.0 if edge is None else round(share_inside(plane.frame, *edge.vertices.T), 3)


def _region_covered(plane: MapPlane, region: Region) -> float:
    """Share of the event region that the data reach."""
    edge = _data_edge(plane)
    if edge is None:
        return 1.0
    middle = (np.arange(20) + 0.5) / 20
    lon, lat = np.meshgrid(
        region.west + middle * region.width,
        region.south + middle * (region.north - region.south),
    )
    x, y = plane.projection.project(lon.ravel(), lat.ravel())
    return round(float(edge.contains_points(np.column_stack([x, y])).mean()), 3)


def _data_edge(plane: MapPlane) -> Any:
    """The outline of the data on the map as a path; None where they have no edge there."""
    from matplotlib.path import Path

    rows, columns = plane.x.shape
    ring = [
        (0, slice(None)),
        (slice(None), columns - 1),
        (rows - 1, slice(None, None, -1)),
        (slice(None, None, -1), 0),
    ]
    edge = np.concatenate([np.column_stack([plane.x[at], plane.y[at]]) for at in ring])
    return None if plane.cyclic or not np.isfinite(edge).all() else Path(edge)
