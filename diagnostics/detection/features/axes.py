"""Trough and ridge axes of a height field, from the curvature of its contours."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy import ndimage

from diagnostics.contracts.evidence import Feature
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.answers import Detection, detection, graded, line_feature
from diagnostics.detection.features.lines import Line, link_cells
from diagnostics.detection.features.objects import edge_cells
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.grid.geometry import Grid
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Message
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import Array, Mask, Scene

ZONAL_HALF_WIDTH_DEG = 15.0
ROW_HALF_WIDTH_KM = 1400.0
"""On a projected grid."""
LEAST_SHARE = 1.0 / 3.0
"""Of the largest departure, what an axis keeps to its ends [D]."""
MOST_TURN_DEG = 60.0
"""How far an axis turns from its direction at its strongest point [D]."""
DIRECTION_KM = 300.0
"""Length over which a direction is taken."""


def contour_curvature(smooth: Array, grid: Grid) -> tuple[Array, Array, Array]:
    """Curvature of the contours of a field, m-1, positive around minima; and its gradient.

    K = (fxx fy^2 - 2 fxy fx fy + fyy fx^2) / |grad f|^3, in either hemisphere (Berry, Thorncroft
    and Hewson 2007, doi:10.1175/MWR3254.1; Schemm et al. 2020, doi:10.5194/wcd-1-459-2020).

    Returns
    -------
    curvature, eastward and northward derivative : array, shape (y, x)
    """
    fx, fy = grid.gradient(smooth)
    fxx, fxy = grid.gradient(fx)
    _, fyy = grid.gradient(fy)
    slope = np.hypot(fx, fy)
    with np.errstate(invalid="ignore", divide="ignore"):
        curvature: Array = (fxx * fy**2 - 2 * fxy * fx * fy + fyy * fx**2) / slope**3
    return curvature, fx, fy


def shifted(field: Array, grid: Grid, east_m: Array, north_m: Array) -> Array:
    """Sample a field at a displacement from every cell, by bilinear interpolation.

    Parameters
    ----------
    field : array, shape (y, x)
    east_m, north_m : array, shape (y, x)
        Displacement, metres; at most a few cells.
    """
    rows, columns = np.indices(grid.shape, dtype=np.float64)
    row_east, row_north = grid.gradient(rows)
    column_east, column_north = grid.gradient(columns)
    if grid.cyclic:  # the column number jumps at the seam: its derivative does not
        column_east = np.broadcast_to(column_east[:, [grid.shape[1] // 2]], grid.shape)
    j = rows + row_east * east_m + row_north * north_m
    i = columns + column_east * east_m + column_north * north_m
    mode = "grid-wrap" if grid.cyclic else "nearest"
    j = np.clip(np.nan_to_num(j), 0, grid.shape[0] - 1)
    sampled = ndimage.map_coordinates(
        np.nan_to_num(field), [j, np.nan_to_num(i)], order=1, mode=mode
    )
    return np.asarray(sampled)


def sign_change(field: Array, *, cyclic: bool) -> Mask:
    """Cells next to a change of sign, on the side where the field is nearer to zero."""
    found = np.zeros(field.shape, dtype=bool)
    size = np.abs(field)
    positive = field >= 0  # a value of exactly zero counts as positive
    for axis in (0, 1):
        size_ahead = np.roll(size, -1, axis=axis)
        crossed = positive != np.roll(positive, -1, axis=axis)
        if axis == 0:
            crossed[-1, :] = False
        elif not cyclic:
            crossed[:, -1] = False
        here = crossed & (size <= size_ahead)
        there = np.roll(crossed & (size > size_ahead), 1, axis=axis)
        found |= here | there
    return found


def ridge_cells(field: Array, grid: Grid, along_x: Array, along_y: Array, mask: Mask) -> Mask:
    """Cells of `mask` where `field` is a maximum along the direction (`along_x`, `along_y`)."""
    step = 1000.0 * max(grid.spacing_km)
    length = np.hypot(along_x, along_y)
    with np.errstate(invalid="ignore", divide="ignore"):
        east, north = step * along_x / length, step * along_y / length
    ahead = shifted(field, grid, east, north)
    behind = shifted(field, grid, -east, -north)
    # Nothing is known beyond the data, so a cell at their edge is no maximum.
    mask = mask & ~ndimage.binary_dilation(edge_cells(grid), iterations=2)
    return mask & (field >= ahead) & (field > behind)


def curvature_axes(
    scene: Scene,
    heights: Array,
    departure: Array,
    *,
    trough: bool,
    sigma_km: float,
    kappa_per_1e6_m: float,
    grad_min_gpm_100km: float,
    min_length_km: float,
) -> list[Line]:
    """Axes of troughs or ridges in the smoothed heights, longest first, as `drawn_axes` says."""
    grid = scene.grid
    smooth = grid.smooth(heights, sigma_km, about=scene.region.center[0])
    curvature, fx, fy = contour_curvature(smooth, grid)
    signed = curvature if trough else -curvature
    signed = np.where(np.isfinite(signed), signed, -np.inf)
    slope = np.hypot(fx, fy) * 1e5
    mask = (signed >= abs(kappa_per_1e6_m) * 1e-6) & (slope >= grad_min_gpm_100km)
    bounded = np.where(np.isfinite(signed), np.minimum(signed, 1e-4), -1e-4)
    axis = ridge_cells(bounded, grid, -fy, fx, mask)
    beyond = -departure if trough else departure
    return drawn_axes(link_cells(axis, grid, gap_cells=2), beyond, min_length_km=min_length_km)


def drawn_axes(lines: Iterable[Line], beyond: Array, *, min_length_km: float) -> list[Line]:
    """Return the parts of axes that a forecaster would draw, the longest first.

    From its strongest point an axis runs either way as long as the heights stay beyond their
    surroundings by a share of what they are there, and as long as it hardly turns: a trough ends
    where it would climb over a ridge, and no axis goes round a centre. What is left on either side
    may be an axis of its own.

    Parameters
    ----------
    lines : iterable of Line
    beyond : array, shape (y, x)
        Departure of the heights from their surroundings, positive on the side of the axes: below
        the mean for troughs, above it for ridges.
    min_length_km : float
    """
    found: list[Line] = []
    rest = list(lines)
    while rest:
        line = rest.pop()
        along = beyond[line.rows, line.columns]
        if line.length_km < min_length_km or not (along > 0).any():
            continue
        first, last = _straight_part(line, along)
        part = line.part(first, last)
        if part.length_km >= min_length_km:
            found.append(part)
        rest += [line.part(0, first - 1)] if first > 1 else []
        rest += [line.part(last + 1, along.size - 1)] if last < along.size - 2 else []
    return sorted(found, key=lambda line: -line.length_km)


def _straight_part(line: Line, along: Array) -> tuple[int, int]:
    """First and last point of the part about the strongest point that is straight and strong."""
    at = int(np.nanargmax(along))
    first, last = _run_about(along >= LEAST_SHARE * along[at], at)
    headings = _headings(line.part(first, last))
    turned = np.abs((headings - headings[at - first] + 180.0) % 360.0 - 180.0)
    start, end = _run_about(turned <= MOST_TURN_DEG, at - first)
    return first + start, first + end


def _run_about(holds: Mask, at: int) -> tuple[int, int]:
    """First and last of the neighbours of a point that all hold, itself among them."""
    fails = np.flatnonzero(~holds)
    before, after = fails[fails < at], fails[fails > at]
    first = int(before[-1]) + 1 if before.size else 0
    return first, int(after[0]) - 1 if after.size else holds.size - 1


def _headings(line: Line) -> Array:
    """Direction of an axis at each of its points, over `DIRECTION_KM`, degrees from north."""
    latitude, longitude = line.latitude, line.longitude
    steps = great_circle_km(latitude[:-1], longitude[:-1], latitude[1:], longitude[1:])
    run = np.r_[0.0, np.cumsum(steps)]
    last = latitude.size - 1
    back = np.clip(np.searchsorted(run, run - DIRECTION_KM / 2.0, side="right") - 1, 0, last)
    ahead = np.clip(np.searchsorted(run, run + DIRECTION_KM / 2.0), 0, last)
    return np.asarray(
        initial_bearing(latitude[back], longitude[back], latitude[ahead], longitude[ahead])
    )


def zonal_departure(field: Array, grid: Grid) -> tuple[Array, Array]:
    """Departure from the mean along the row, and how far to either side that mean runs.

    The mean is that of the cells whose centres lie within 15 degrees of longitude to either side,
    the cell itself among them; on a projected grid within 1400 km, counted in cells as wide as
    that one. Where the data end before, or have a hole there, it runs as far as they reach on the
    shorter side, in whole degrees or tens of km, and as far on the other one.

    Parameters
    ----------
    field : array, shape (y, x)
    grid : Grid

    Returns
    -------
    departure : array, shape (y, x)
        In the field's unit; NaN where the field is.
    within : array, shape (y, x)
        Degrees, or km on a projected grid.
    """
    most, unit = widest_mean(grid), 1.0 if grid.mapping is None else 10.0
    step = column_spacing(grid)
    beside = (most / step + 1e-6).astype(np.intp)
    wrapped = min(int(beside.max()), grid.shape[1] - 1) if grid.cyclic else 0
    wide = np.pad(field, ((0, 0), (wrapped, wrapped)), mode="wrap")
    known = np.isfinite(wide)
    place = np.broadcast_to(np.arange(wide.shape[1]), wide.shape)
    before = np.maximum.accumulate(np.where(known, -1, place), axis=1)
    after = np.minimum.accumulate(np.where(known, wide.shape[1], place)[:, ::-1], axis=1)[:, ::-1]
    reach = np.clip(np.minimum(place - before, after - place) - 1, 0, beside)
    if grid.cyclic:
        reach = np.minimum(reach, (grid.shape[1] - 1) // 2)
    within = unit * np.maximum(0.0, np.ceil(reach * step / unit - 1e-6))
    beyond = within >= (reach + 1) * step - 1e-6
    within = np.where(beyond, unit * np.floor(reach * step / unit + 1e-6), within)
    within = np.where(reach == beside, most, within)
    half = (within / step + 1e-6).astype(np.intp)
    sums = np.pad(np.cumsum(np.where(known, wide, 0.0), axis=1), ((0, 0), (1, 0)))
    first, last = np.maximum(place - half, 0), np.minimum(place + half + 1, wide.shape[1])
    total = np.take_along_axis(sums, last, axis=1) - np.take_along_axis(sums, first, axis=1)
    departure = np.where(known, wide - total / (last - first), np.nan)
    kept = slice(wrapped, wrapped + grid.shape[1])
    return departure[:, kept], within[:, kept]


def column_spacing(grid: Grid) -> Array:
    """Step from column to column at each cell: degrees, or km on a projected grid.

    Returns
    -------
    array, shape (y, x) on a projected grid, else (1, 1)
    """
    if grid.mapping is None:
        return np.full((1, 1), np.median(np.abs(np.diff(grid.longitude[0]))))
    step = np.median(np.abs(np.diff(grid.metric.x)))
    return np.asarray(step * grid.metric.hx / 1e3)


def widest_mean(grid: Grid) -> float:
    """How far the mean of `zonal_departure` runs to either side where nothing is missing."""
    return ZONAL_HALF_WIDTH_DEG if grid.mapping is None else ROW_HALF_WIDTH_KM


def _sector(scene: Scene, *, west: float, east: float, side: float) -> Mask:
    region = scene.region
    box = Region(
        west=region.west - west,
        south=max(-90.0, region.south - side),
        east=region.west - west + min(360.0, region.width + west + east),
        north=min(90.0, region.north + side),
    )
    try:
        return np.asarray(region_mask(scene.grid, box), dtype=bool)
    except InputDataError:
        return scene.inside()


def trough_axis(
    scene: Scene,
    *,
    level: float = 500.0,
    sigma_km: float = 150.0,
    kappa_min_per_1e6_m: float = 0.6,
    grad_min_gpm_100km: float = 1.5,
    depth_gpm: float = -40.0,
    min_length_km: float = 500.0,
    upstream_deg: float = 15.0,
    downstream_deg: float = 3.0,
) -> Detection:
    """Trough axis over the region or just upstream (to the west).

    Passes when an axis of at least `min_length_km` meets the sector from `upstream_deg` west to
    `downstream_deg` east of the region and is `depth_gpm` below its zonal surroundings.
    """
    heights = values(scene, QuantityRef("height", level))
    departure, within = zonal_departure(heights, scene.grid)
    lines = curvature_axes(
        scene,
        heights,
        departure,
        trough=True,
        sigma_km=sigma_km,
        kappa_per_1e6_m=kappa_min_per_1e6_m,
        grad_min_gpm_100km=grad_min_gpm_100km,
        min_length_km=min_length_km,
    )
    sector = _sector(scene, west=upstream_deg, east=downstream_deg, side=5.0)
    return _judged(
        scene,
        departure,
        within,
        "trough_axis",
        [line for line in lines if line.touches(sector)],
        depth_gpm,
        "detect-troughs",
    )


def ridge_axis(
    scene: Scene,
    *,
    level: float = 500.0,
    sigma_km: float = 150.0,
    kappa_max_per_1e6_m: float = -0.6,
    grad_min_gpm_100km: float = 0.5,
    excess_gpm: float = 40.0,
    min_length_km: float = 500.0,
    margin_deg: float = 10.0,
) -> Detection:
    """Ridge axis within `margin_deg` of longitude of the region.

    Passes when the ridge rises `excess_gpm` above its zonal surroundings.
    """
    heights = values(scene, QuantityRef("height", level))
    departure, within = zonal_departure(heights, scene.grid)
    lines = curvature_axes(
        scene,
        heights,
        departure,
        trough=False,
        sigma_km=sigma_km,
        kappa_per_1e6_m=kappa_max_per_1e6_m,
        grad_min_gpm_100km=grad_min_gpm_100km,
        min_length_km=min_length_km,
    )
    sector = _sector(scene, west=margin_deg, east=margin_deg, side=5.0)
    return _judged(
        scene,
        departure,
        within,
        "ridge_axis",
        [line for line in lines if line.touches(sector)],
        excess_gpm,
        "detect-ridges",
    )


def _judged(
    scene: Scene,
    departure: Array,
    within: Array,
    kind: str,
    lines: list[Line],
    limit: float,
    message: str,
) -> Detection:
    """Judge axes by their largest departure on the side of `limit`.

    Undetermined where none reaches it and the mean of one is cut by the edge of the data.
    """
    sign = np.sign(limit)
    found, cut = [], False
    for line in lines:
        beyond = sign * departure[line.cells]
        cell = tuple(part[int(np.nanargmax(beyond))] for part in line.cells)
        found.append(_axis_feature(kind, scene, line, float(departure[cell]), limit))
        cut = cut or bool(within[cell] < widest_mean(scene.grid))
    passed: bool | None = any(sign * ((item.value or 0.0) - limit) >= 0 for item in found)
    if not passed and cut:
        return detection(None, found, Message(id="detect-mean_cut"))
    return detection(passed, found, Message(id=message, params={"count": str(len(found))}))


def _axis_feature(kind: str, scene: Scene, line: Line, depth: float, threshold: float) -> Feature:
    centre = scene.region.center[0]
    nearest = int(np.argmin(np.abs(line.latitude - centre)))
    return line_feature(
        kind,
        line,
        value=depth,
        unit="gpm",
        strength=abs(depth),
        score=graded(depth, threshold),
        extra={
            "bearing": round(line.bearing),
            "longitude_at_region": round(float(line.longitude[nearest]), 2),
        },
    )
