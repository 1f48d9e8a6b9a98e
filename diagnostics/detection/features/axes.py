"""Trough and ridge axes of a height field, from the curvature of its contours."""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from diagnostics.contracts.evidence import Feature
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.answers import Detection, detection, graded, line_feature
from diagnostics.detection.features.lines import Line, link_cells
from diagnostics.detection.features.objects import edge_cells
from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import Grid
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Message
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import Array, Mask, Scene

ZONAL_HALF_WIDTH_DEG = 15.0
ROW_HALF_WIDTH_KM = 1400.0
"""On a projected grid."""


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
    *,
    trough: bool,
    sigma_km: float,
    kappa_per_1e6_m: float,
    grad_min_gpm_100km: float,
    min_length_km: float,
) -> list[Line]:
    """Axes of troughs or ridges in the smoothed heights, longest first."""
    grid = scene.grid
    smooth = grid.smooth(heights, sigma_km)
    curvature, fx, fy = contour_curvature(smooth, grid)
    signed = curvature if trough else -curvature
    signed = np.where(np.isfinite(signed), signed, -np.inf)
    slope = np.hypot(fx, fy) * 1e5
    mask = (signed >= abs(kappa_per_1e6_m) * 1e-6) & (slope >= grad_min_gpm_100km)
    bounded = np.where(np.isfinite(signed), np.minimum(signed, 1e-4), -1e-4)
    axis = ridge_cells(bounded, grid, -fy, fx, mask)
    return [line for line in link_cells(axis, grid, gap_cells=2) if line.length_km >= min_length_km]


def zonal_departure(field: Array, grid: Grid) -> Array:
    """Departure from the mean over 15 degrees of longitude to either side, same unit.

    On a projected grid the mean runs over 1400 km to either side along the grid's rows. At the edge
    of the data it is the mean of what is there.
    """
    if grid.mapping is None:
        step = float(np.median(np.abs(np.diff(grid.longitude[0]))))
        half = max(1, round(ZONAL_HALF_WIDTH_DEG / step))
    else:
        half = max(1, round(ROW_HALF_WIDTH_KM / grid.spacing_km[1]))
    half = min(half, grid.shape[1] // 2)
    finite = np.isfinite(field)
    mode = "wrap" if grid.cyclic else "constant"
    total = ndimage.uniform_filter1d(np.where(finite, field, 0.0), 2 * half + 1, axis=1, mode=mode)
    count = ndimage.uniform_filter1d(finite.astype(float), 2 * half + 1, axis=1, mode=mode)
    with np.errstate(invalid="ignore", divide="ignore"):
        departure: Array = field - total / count
    return departure


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
    lines = curvature_axes(
        scene,
        heights,
        trough=True,
        sigma_km=sigma_km,
        kappa_per_1e6_m=kappa_min_per_1e6_m,
        grad_min_gpm_100km=grad_min_gpm_100km,
        min_length_km=min_length_km,
    )
    departure = zonal_departure(heights, scene.grid)
    sector = _sector(scene, west=upstream_deg, east=downstream_deg, side=5.0)
    found = [
        _axis_feature(
            "trough_axis", scene, line, float(np.nanmin(departure[line.cells])), depth_gpm
        )
        for line in lines
        if line.touches(sector)
    ]
    passed = any((item.value or 0.0) <= depth_gpm for item in found)
    return detection(passed, found, Message(id="detect-troughs", params={"count": str(len(found))}))


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
    lines = curvature_axes(
        scene,
        heights,
        trough=False,
        sigma_km=sigma_km,
        kappa_per_1e6_m=kappa_max_per_1e6_m,
        grad_min_gpm_100km=grad_min_gpm_100km,
        min_length_km=min_length_km,
    )
    departure = zonal_departure(heights, scene.grid)
    sector = _sector(scene, west=margin_deg, east=margin_deg, side=5.0)
    found = [
        _axis_feature(
            "ridge_axis", scene, line, float(np.nanmax(departure[line.cells])), excess_gpm
        )
        for line in lines
        if line.touches(sector)
    ]
    passed = any((item.value or 0.0) >= excess_gpm for item in found)
    return detection(passed, found, Message(id="detect-ridges", params={"count": str(len(found))}))


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
