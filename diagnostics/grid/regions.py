"""Regions on a grid: boxes, polygons and named places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from diagnostics.grid.geometry import Grid

EDGE_TOLERANCE = 1e-4
"""Box edges are compared with this tolerance, degrees: coordinates may be single precision."""

_POINTS, _WHOLE = 200, 0.99
"""Points of a box that are looked at along each side, and the share that is all of it."""


@dataclass(frozen=True)
class ResolvedRegion:
    """A region as a grid needs it: its box, its outline where it has one, and its name."""

    region: Region
    polygon: BaseGeometry | None = None
    name: str = ""


def format_region(region: Region) -> str:
    """Write a box as ``W,S,E,N`` with longitudes in -180..180.

    Examples
    --------
    >>> format_region(Region(west=110, south=27, east=126, north=35))
    '110,27,126,35'
    """
    return ",".join(f"{value:g}" for value in region.bounds())


def outlined(outline: Sequence[tuple[float, float]]) -> ResolvedRegion:
    """Return the region inside a closed line.

    Parameters
    ----------
    outline : sequence of (float, float)
        Longitude and latitude of each position, degrees; the last is the first. Longitudes are
        continuous: they go on beyond 180.

    Raises
    ------
    ArgumentError
        ``outline_invalid`` for a line that crosses itself or encloses nothing.

    Examples
    --------
    >>> outlined([(178.0, 0.0), (184.0, 0.0), (181.0, 4.0), (178.0, 0.0)]).region.bounds()
    [178.0, 0.0, -176.0, 4.0]
    """
    from shapely import Polygon, affinity, box, is_valid_reason, unary_union

    whole = Polygon(outline)
    if not whole.is_valid or not whole.area:
        raise ArgumentError(
            Message(
                id="error-outline_invalid",
                params={"reason": is_valid_reason(whole) if not whole.is_valid else "no area"},
            ),
            code="outline_invalid",
        )
    west, south, east, north = whole.bounds
    parts = [
        affinity.translate(whole.intersection(box(-180.0 + turn, -90.0, 180.0 + turn, 90.0)), -turn)
        for turn in (-360.0, 0.0, 360.0)
    ]
    region = Region.model_validate((west, south, min(east, west + 360.0), north))
    return ResolvedRegion(region, unary_union([part for part in parts if not part.is_empty]))


def region_mask(
    grid: Grid, region: Region, polygon: BaseGeometry | None = None
) -> NDArray[np.bool_]:
    """Cells whose centre lies in a box, edges included, and in a polygon where one is given.

    Parameters
    ----------
    grid : Grid
    region : Region
        Longitudes are compared modulo 360. A box without extent, or a polygon smaller than a cell,
        stands for the nearest cell.
    polygon : shapely geometry, optional
        Outline in degrees, longitudes -180..180.

    Returns
    -------
    array of bool, shape (ny, nx)

    Raises
    ------
    InputDataError
        ``region_outside_data`` when no cell lies inside, ``point_outside_data`` for a point
        outside the grid.
    """
    if region.width == 0 and region.north == region.south:
        return _nearest_only(grid, region)
    inside = box_mask(grid.latitude, grid.longitude, region)
    if polygon is not None:
        within = inside & polygon_mask(grid.latitude, grid.longitude, polygon)
        return within if within.any() else _nearest_only(grid, region)
    if not inside.any():
        if region.width == 0 or region.north == region.south:
            return _line_mask(grid, region)
        raise InputDataError(
            Message(
                id="error-region_between_cells",
                params={
                    "region": format_region(region),
                    "extent": format_region(grid.bounds),
                    "spacing": f"{grid.spacing_deg:g}",
                },
            ),
            code="region_outside_data",
            data={"region": region.bounds(), "data": grid.bounds.bounds()},
        )
    return inside


def box_mask(
    latitude: NDArray[np.float64], longitude: NDArray[np.float64], region: Region
) -> NDArray[np.bool_]:
    """Points in a box, edges included with a tolerance of 1e-4 degrees, longitudes modulo 360."""
    east_of_west = np.mod(longitude - region.west + EDGE_TOLERANCE, 360.0)
    inside = (latitude >= region.south - EDGE_TOLERANCE) & (
        latitude <= region.north + EDGE_TOLERANCE
    )
    if region.width < 360.0:
        inside = inside & (east_of_west <= region.width + 2 * EDGE_TOLERANCE)
    return np.asarray(inside)


def polygon_mask(
    latitude: NDArray[np.float64], longitude: NDArray[np.float64], polygon: BaseGeometry
) -> NDArray[np.bool_]:
    """Points inside a polygon whose longitudes lie in -180..180, the edge included."""
    import shapely

    shapely.prepare(polygon)
    wrapped = (np.asarray(longitude) + 180.0) % 360.0 - 180.0
    return np.asarray(shapely.intersects_xy(polygon, wrapped, latitude), dtype=bool)


def _nearest_only(grid: Grid, region: Region) -> NDArray[np.bool_]:
    latitude, longitude = region.center
    row, column = grid.nearest(latitude, longitude)
    mask = np.zeros(grid.shape, dtype=bool)
    mask[row, column] = True
    return mask


def _line_mask(grid: Grid, region: Region) -> NDArray[np.bool_]:
    """Cells along a box that is a line: those nearest to its points."""
    count = max(2, int(np.ceil(2 * max(region.width, region.north - region.south))) + 1)
    count = max(count, int(2 * max(region.width, region.north - region.south) / grid.spacing_deg))
    mask = np.zeros(grid.shape, dtype=bool)
    for latitude, longitude in zip(
        np.linspace(region.south, region.north, count),
        np.linspace(region.west, region.east, count),
        strict=True,
    ):
        mask[grid.nearest(float(latitude), float(longitude))] = True
    return mask


def share_held(
    region: Region, holds: Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.bool_]]
) -> float | None:
    """Return how much of a box's area data hold.

    Parameters
    ----------
    region : Region
    holds : callable
        From latitudes and longitudes, degrees, to which of the points the data hold.

    Returns
    -------
    float or None
        To three digits; None from 0.99 on, where what is left is narrower than cells are.
    """
    fractions = (np.arange(_POINTS) + 0.5) / _POINTS
    latitude, longitude = np.meshgrid(
        region.south + fractions * (region.north - region.south),
        region.west + fractions * region.width,
        indexing="ij",
    )
    weights = np.cos(np.radians(latitude))
    share = float(np.average(holds(latitude, longitude), weights=weights))
    return None if share >= _WHOLE else round(share, 3)


def united(one: Region, other: Region) -> Region:
    """Return the smallest box that holds both; the whole circle where they do not meet.

    Parameters
    ----------
    one, other : Region

    Returns
    -------
    Region
    """
    south, north = min(one.south, other.south), max(one.north, other.north)
    if max(one.width, other.width) >= 360.0:
        return Region.model_validate((-180.0, south, 180.0, north))
    west, east = one.west, one.west + one.width
    turn = 360.0 * round((one.center[1] - other.center[1]) / 360.0)
    left, right = min(west, other.west + turn), max(east, other.west + turn + other.width)
    if right - left >= 360.0:
        left, right = -180.0, 180.0
    return Region.model_validate((left, south, right, north))
