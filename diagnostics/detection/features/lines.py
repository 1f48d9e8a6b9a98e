"""Lines on the sphere from cells of a mask: linking, ordering, length.

Cells are joined in three-dimensional space, so nothing here depends on the longitude convention,
on the date line or on the projection.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, csr_matrix
from scipy.sparse.csgraph import connected_components, dijkstra
from scipy.spatial import cKDTree

from diagnostics.constants import EARTH_RADIUS
from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.grid.distance import great_circle_km, initial_bearing, unit_vectors
from diagnostics.grid.geometry import Grid
from diagnostics.quantities.scene import Array, Mask

RADIUS_KM = EARTH_RADIUS / 1000.0
LONGEST_GAP_KM = 350.0
"""Cells farther apart are not one line, however coarse the grid."""
MAX_NODES = 1500
"""More cells than this are thinned before a path is sought through them."""


@dataclass(frozen=True, eq=False)
class Line:
    """An ordered chain of cells.

    Attributes
    ----------
    cells : tuple of index arrays
        Rows and columns of every cell of the connected set (not only of the path).
    latitude, longitude : array, shape (n,)
        The path through the set, degrees; longitudes in -180..180.
    rows, columns : array, shape (n,)
        Cell indices of the path.
    length_km : float
        Length of the path.
    """

    cells: tuple[NDArray[np.intp], NDArray[np.intp]]
    latitude: Array
    longitude: Array
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    length_km: float

    def touches(self, mask: Mask) -> bool:
        """Whether any cell of the set lies in `mask`."""
        return bool(mask[self.cells].any())

    def part(self, first: int, last: int) -> Line:
        """Return the path from one of its points to another, both included, without side cells."""
        kept = slice(first, last + 1)
        latitude, longitude = self.latitude[kept], self.longitude[kept]
        rows, columns = self.rows[kept], self.columns[kept]
        steps = great_circle_km(latitude[:-1], longitude[:-1], latitude[1:], longitude[1:])
        return Line((rows, columns), latitude, longitude, rows, columns, float(steps.sum()))

    @property
    def bearing(self) -> float:
        """Direction from the first to the last point, degrees clockwise from north, 0..180."""
        start = (self.latitude[0], self.longitude[0])
        end = (self.latitude[-1], self.longitude[-1])
        return float(initial_bearing(*start, *end)) % 180.0

    def points(self, limit: int = 40) -> tuple[tuple[float, float], ...]:
        """At most `limit` points of the path as (latitude, longitude), rounded to 0.01 degrees."""
        picked = np.unique(np.linspace(0, self.latitude.size - 1, limit).round().astype(int))
        return tuple(
            (round(float(self.latitude[k]), 2), round(wrap_longitude(float(self.longitude[k])), 2))
            for k in picked
        )


def link_cells(mask: Mask, grid: Grid, *, gap_cells: float = 1.0) -> list[Line]:
    """Join the cells of a thin mask into lines.

    Parameters
    ----------
    mask : array of bool, shape (y, x)
    grid : Grid
    gap_cells : float
        How many empty cells may lie between two cells of one line.

    Returns
    -------
    list of Line
        Longest first; single cells have length 0.
    """
    rows, columns = np.nonzero(mask)
    if rows.size == 0:
        return []
    points = unit_vectors(grid.latitude[rows, columns], grid.longitude[rows, columns])
    spacing = max(grid.spacing_km)
    gap = max(0, int(min(gap_cells, LONGEST_GAP_KM / spacing - 1.0)))
    reach = (1.5 + gap) * spacing / RADIUS_KM
    pairs = cKDTree(points).query_pairs(reach, output_type="ndarray")
    pairs = pairs[_neighbours(grid, rows, columns, pairs, gap)]
    weight = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1)
    graph = coo_matrix((weight, (pairs[:, 0], pairs[:, 1])), shape=(rows.size, rows.size)).tocsr()
    count, labels = connected_components(graph, directed=False)
    lines = []
    for label in range(count):
        members = np.flatnonzero(labels == label)
        path = members[_longest_path(graph[members][:, members])]
        lines.append(_line(grid, rows, columns, members, path))
    return sorted(lines, key=lambda line: -line.length_km)


def _neighbours(
    grid: Grid,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    pairs: NDArray[np.intp],
    gap: int,
) -> Mask:
    """Pairs that lie within the gap in rows and in columns; near a pole columns do not matter."""
    one, other = pairs[:, 0], pairs[:, 1]
    apart = np.abs(columns[one] - columns[other])
    if grid.cyclic:
        apart = np.minimum(apart, grid.shape[1] - apart)
    polar = np.abs(grid.latitude[rows[one], columns[one]]) > 75.0
    near: Mask = (np.abs(rows[one] - rows[other]) <= 1 + gap) & ((apart <= 1 + gap) | polar)
    return near


def axis_of(mask: Mask, grid: Grid, attraction: Array | None = None) -> Line:
    """Return the long axis of a connected object: its longest shortest path.

    Large objects are thinned first, so the axis is good to a few cells.

    Parameters
    ----------
    mask : array of bool, shape (y, x)
    grid : Grid
    attraction : array, shape (y, x), optional
        The path between the far ends keeps to large values of this field: steps cost up to ten
        times their length where it is smallest.
    """
    rows, columns = np.nonzero(mask)
    keep = np.arange(rows.size)
    step = 1
    while keep.size > MAX_NODES:
        step += 1
        keep = np.flatnonzero((rows % step == 0) & (columns % step == 0))
    if keep.size < 2:
        keep = np.arange(min(rows.size, MAX_NODES))
        step = max(1, rows.size // MAX_NODES)
    points = unit_vectors(
        grid.latitude[rows[keep], columns[keep]], grid.longitude[rows[keep], columns[keep]]
    )
    reach = 1.6 * step * max(grid.spacing_km) / RADIUS_KM
    pairs = cKDTree(points).query_pairs(reach, output_type="ndarray")
    weight = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1)
    graph = coo_matrix((weight, (pairs[:, 0], pairs[:, 1])), shape=(keep.size, keep.size)).tocsr()
    _, labels = connected_components(graph, directed=False)
    largest = np.flatnonzero(labels == np.bincount(labels).argmax())
    inside = graph[largest][:, largest]
    path = _longest_path(inside)
    if attraction is not None and path.size > 2:
        field = attraction[rows[keep[largest]], columns[keep[largest]]]
        path = _attracted_path(inside, field, int(path[0]), int(path[-1]))
    return _line(grid, rows, columns, np.arange(rows.size), keep[largest[path]])


def _attracted_path(graph: csr_matrix, field: Array, start: int, end: int) -> NDArray[np.intp]:
    """Cheapest path between two nodes where small values of `field` make steps dear."""
    low, high = float(np.nanmin(field)), float(np.nanmax(field))
    if not high > low:
        return _traced(graph, start, end)
    dear = 1.0 + 9.0 * ((high - np.nan_to_num(field, nan=low)) / (high - low))
    edges = graph.tocoo()
    cost = edges.data * (dear[edges.row] + dear[edges.col]) / 2.0
    return _traced(
        coo_matrix((cost, (edges.row, edges.col)), shape=graph.shape).tocsr(), start, end
    )


def _traced(graph: csr_matrix, start: int, end: int) -> NDArray[np.intp]:
    _, before = dijkstra(graph, directed=False, indices=start, return_predecessors=True)
    node, path = end, [end]
    while before[node] >= 0:
        node = int(before[node])
        path.append(node)
    return np.asarray(path[::-1], dtype=np.intp)


def _longest_path(graph: csr_matrix) -> NDArray[np.intp]:
    """Indices along the longest shortest path, found by two sweeps from an arbitrary node."""
    if graph.shape[0] == 1:
        return np.zeros(1, dtype=np.intp)
    start = int(np.argmax(dijkstra(graph, directed=False, indices=0)))
    distance, before = dijkstra(graph, directed=False, indices=start, return_predecessors=True)
    node = int(np.argmax(distance))
    path = [node]
    while before[node] >= 0:
        node = int(before[node])
        path.append(node)
    return np.asarray(path[::-1], dtype=np.intp)


def _line(
    grid: Grid,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    members: NDArray[np.intp],
    path: NDArray[np.intp],
) -> Line:
    j, i = rows[path], columns[path]
    points = _smoothed(unit_vectors(grid.latitude[j, i], grid.longitude[j, i]))
    latitude = np.degrees(np.arcsin(np.clip(points[:, 2], -1, 1)))
    longitude = np.degrees(np.arctan2(points[:, 1], points[:, 0]))
    length = great_circle_km(latitude[:-1], longitude[:-1], latitude[1:], longitude[1:]).sum()
    return Line((rows[members], columns[members]), latitude, longitude, j, i, float(length))


def _smoothed(points: Array) -> Array:
    """Take the stairs of a cell path out by a running mean of three, ends kept."""
    if len(points) < 3:
        return points
    middle = (points[:-2] + points[1:-1] + points[2:]) / 3.0
    joined = np.concatenate([points[:1], middle, points[-1:]])
    result: Array = joined / np.linalg.norm(joined, axis=1, keepdims=True)
    return result
