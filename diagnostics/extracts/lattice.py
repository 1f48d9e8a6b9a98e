"""The pixels of a raster: where they lie, and which cell of the grid each one shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.extracts import Bounds, Projection
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import KM_PER_DEGREE, Grid
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Message, positions

Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.intp]

MERCATOR_LIMIT = 85.05112877980659
"""Latitude at which Web Mercator ends, so that the world is a square."""
UNEVEN = 0.01
"""Steps that differ by less than this share are those of an even axis in single precision."""
DIAGONAL = 0.7
"""Pixels of a turned grid are as wide as this share of a cell: no cell is passed over."""


@dataclass(frozen=True, eq=False)
class PixelLattice:
    """Rows of pixels from north to south and columns from west to east.

    Attributes
    ----------
    bounds : tuple of float
        Outer edges west, south, east, north in degrees; east exceeds 180 beyond that meridian.
    row, column : ndarray of int, broadcastable to (height, width)
        Of the cell nearest to each pixel; -1 where the pixel lies outside the grid.
    """

    bounds: Bounds
    row: Index
    column: Index

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width in pixels."""
        height, width = np.broadcast_shapes(self.row.shape, self.column.shape)
        return height, width

    def sample(self, values: Array) -> Array:
        """Return the value of each pixel's cell, shape (height, width); NaN outside the grid."""
        row, column = np.broadcast_arrays(self.row, self.column)
        return np.where((row >= 0) & (column >= 0), values[row, column], np.nan)


def mercator(latitude: npt.ArrayLike) -> Array:
    """Return the ordinate of Web Mercator in degrees of longitude.

    Examples
    --------
    >>> round(float(mercator(MERCATOR_LIMIT)), 6)
    180.0
    """
    phi = np.radians(np.asarray(latitude, dtype=np.float64))
    return np.asarray(np.degrees(np.arctanh(np.sin(phi))))


def from_mercator(ordinate: npt.ArrayLike) -> Array:
    """Return the latitude of an ordinate of Web Mercator."""
    return np.asarray(
        np.degrees(np.arcsin(np.tanh(np.radians(np.asarray(ordinate, dtype=np.float64)))))
    )


def pixel_lattice(
    grid: Grid, region: Region | None, projection: Projection, *, thinned: int = 1
) -> PixelLattice:
    """Lay pixels over the cells of a grid that lie in a region.

    Pixels are as fine as the grid's smallest step in each direction, so that each cell has the
    pixel in which its centre lies. On an even latitude-longitude grid and in plate carree there is
    one pixel to a cell.

    Parameters
    ----------
    grid : Grid
    region : Region, optional
        The whole grid by default.
    projection : Projection
        Web Mercator ends at 85.05 degrees.
    thinned : int
        Make pixels so many times as wide and high.

    Raises
    ------
    InputDataError
        ``region_outside_data``; ``too_few_cells`` where fewer than two rows or columns lie inside;
        ``beyond_mercator`` where the region lies beyond the end of Web Mercator.
    """
    inside = np.ones(grid.shape, dtype=bool) if region is None else region_mask(grid, region)
    if projection is Projection.WEB_MERCATOR:
        inside = inside & (np.abs(grid.latitude) <= MERCATOR_LIMIT)
        if not inside.any():
            raise InputDataError(Message(id="extracterror-beyond_mercator"), code="beyond_mercator")
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if min(rows.size, columns.size) < 2:
        raise too_few_cells(grid, region)
    west = eastern_start(grid, region)
    if grid.mapping is None:
        return _along_axes(grid, rows, columns, west, projection, thinned)
    return _across(grid, inside, west, projection, thinned)


def too_few_cells(grid: Grid, region: Region | None) -> InputDataError:
    """Return the error for a region that holds too little of a grid to be shown."""
    return InputDataError(
        Message(
            id="extracterror-too_few_cells",
            params={
                "region": positions.box((region or grid.bounds).bounds()),
                "spacing": f"{grid.spacing_deg:g}",
            },
        ),
        code="too_few_cells",
    )


def eastern_start(grid: Grid, region: Region | None) -> float:
    """Return the longitude from which columns are counted eastward, -180 to 180."""
    box = region if region is not None else grid.bounds
    return box.west if box.width < 360.0 or grid.mapping is None else -180.0


def eastward(longitude: Array, west: float) -> Array:
    """Return longitudes as degrees east of -180 that do not fall behind `west`."""
    slack = 1e-3
    return np.asarray(west + np.mod(longitude - west + slack, 360.0) - slack)


def _along_axes(
    grid: Grid, rows: Index, columns: Index, west: float, projection: Projection, thinned: int
) -> PixelLattice:
    north = grid.latitude[rows, 0]
    ordinate = mercator(north) if projection is Projection.WEB_MERCATOR else north
    east = eastward(grid.longitude[0, columns], west)
    down, along = np.argsort(-ordinate), np.argsort(east)
    limit = 180.0 if projection is Projection.WEB_MERCATOR else np.inf
    top_edge, bottom_edge, row = _axis(-ordinate[down], thinned, limit)
    left, right, column = _axis(east[along], thinned, np.inf)
    south, north_edge = -bottom_edge, -top_edge
    if projection is Projection.WEB_MERCATOR:
        south, north_edge = (float(from_mercator(edge)) for edge in (south, north_edge))
    return PixelLattice(
        (left, south, right, north_edge),
        rows[down][row][:, np.newaxis],
        columns[along][column][np.newaxis, :],
    )


def _axis(nodes: Array, thinned: int, limit: float) -> tuple[float, float, Index]:
    """Divide an ascending axis evenly: its first and last edge, and the node of each pixel."""
    steps = np.diff(nodes)
    first = max(float(nodes[0] - steps[0] / 2), -limit)
    last = min(float(nodes[-1] + steps[-1] / 2), limit)
    even = float(np.ptp(steps)) <= UNEVEN * float(np.median(steps)) and np.isinf(limit)
    count = nodes.size if even else int(np.ceil(1.001 * (last - first) / float(steps.min())))
    count = max(1, -(-count // thinned))
    centres = first + (np.arange(count) + 0.5) * (last - first) / count
    return first, last, nearest_node(nodes, centres)


def nearest_node(nodes: Array, places: Array) -> Index:
    """Return the position of the node nearest to each place, on an ascending axis."""
    return np.asarray(np.searchsorted((nodes[1:] + nodes[:-1]) / 2, places))


def _across(
    grid: Grid, inside: npt.NDArray[np.bool_], west: float, projection: Projection, thinned: int
) -> PixelLattice:
    """Lay pixels over a grid whose rows and columns do not run along the meridians."""
    latitude, longitude = grid.latitude, grid.longitude
    down = great_circle_km(latitude[1:], longitude[1:], latitude[:-1], longitude[:-1])
    along = great_circle_km(latitude[:, 1:], longitude[:, 1:], latitude[:, :-1], longitude[:, :-1])
    step = DIAGONAL * min(float(down.min()), float(along.min())) / KM_PER_DEGREE * thinned
    widest = float(np.cos(np.radians(np.abs(latitude[inside]).min())))
    east = eastward(longitude[inside], west)
    north = latitude[inside]
    flat = projection is Projection.PLATE_CARREE
    ordinate = north if flat else mercator(north)
    high = step if flat else step / widest
    limit = 90.0 if flat else 180.0
    left, right = float(east.min()) - step / 2, float(east.max()) + step / 2
    bottom = max(float(ordinate.min()) - high / 2, -limit)
    top = min(float(ordinate.max()) + high / 2, limit)
    width = max(1, int(np.ceil((right - left) * widest / step)))
    height = max(1, int(np.ceil((top - bottom) / high)))
    x = left + (np.arange(width) + 0.5) * (right - left) / width
    y = top - (np.arange(height) + 0.5) * (top - bottom) / height
    places = np.meshgrid(y if flat else from_mercator(y), x, indexing="ij")
    on_x, on_y = grid.coordinates(places[0], places[1])
    row, column = _cell(grid.metric.y, on_y), _cell(grid.metric.x, on_x)
    outside = (row < 0) | (column < 0)
    outside |= ~inside[np.where(outside, 0, row), np.where(outside, 0, column)]
    edges = (bottom, top) if flat else tuple(float(from_mercator(edge)) for edge in (bottom, top))
    return PixelLattice(
        (left, edges[0], right, edges[1]), np.where(outside, -1, row), np.where(outside, -1, column)
    )


def _cell(nodes: Array, places: Array) -> Index:
    """Return the position of the nearest node; -1 beyond half a step of the axis."""
    sign = 1.0 if nodes[-1] > nodes[0] else -1.0
    axis, wanted = sign * nodes, sign * places
    steps = np.diff(axis)
    beyond = (wanted < axis[0] - 0.5001 * steps[0]) | (wanted > axis[-1] + 0.5001 * steps[-1])
    return np.where(beyond | ~np.isfinite(wanted), -1, nearest_node(axis, wanted))
