"""Outlines of sets of cells: the polygons that a map draws, with a bounded number of positions.

A cell is an area that reaches half-way to its neighbours, and half a cell beyond the edge of the
grid. An outline follows the edges of cells, so it holds the centre of each member and of no other
cell, and its area is theirs. A contour half-way between centres would leave half the area of a
single cell. An outline of too many positions is simplified.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.space_time import Outline
from diagnostics.grid.geometry import Grid, cell_edges
from diagnostics.grid.mask_rings import (
    Corners,
    trace,
)

if TYPE_CHECKING:
    from shapely import LinearRing, MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

Array = NDArray[np.float64]

MOST_POSITIONS = 160
"""Positions of an outline, of all its rings together."""
TOLERANCES = (0.05, *(0.75 * 1.25**step for step in range(30)))
"""A corner that makes a triangle smaller than a square of so many cells a side may go.

The first removes what lies on straight lines, the second the steps of slanting lines, triangles of
half a cell. They grow until few positions are left.
"""
_COARSE = 2.0
"""Tolerance from which on small parts and holes are dropped step by step."""
_MOST_EDGES = 4000
"""Edges of cells that are followed; with more, blocks of cells are outlined in their place."""
_RECTANGLE = 5
"""Positions of a rectangle, which is not simplified: half a cell is no better than a cell."""
_DIGITS = 2
"""Decimals of coordinates; more where a tenth of a cell is finer."""
_POLAR = 80.0
"""Poleward of it, degrees, edges of projected cells bend so much that they are divided."""
_DIVISIONS = 4
_TURNS = (-360.0, 0.0, 360.0)


def outline_of(grid: Grid, cells: NDArray[np.intp], keep: int | None = None) -> Outline:
    """Outline cells of a grid, simplified to at most ``MOST_POSITIONS``.

    Parameters
    ----------
    grid : Grid
    cells : array of int, shape (n,)
        Positions in the flattened grid.
    keep : int, optional
        The part with this cell is never dropped, however small it is.

    Returns
    -------
    Outline
        Longitudes are continuous, from a west edge in -180..180; what goes round the whole circle
        is cut at 180 degrees. Empty without cells.

    Examples
    --------
    >>> import numpy as np
    >>> from diagnostics.grid.geometry import latitude_longitude_grid
    >>> grid = latitude_longitude_grid(np.arange(0.0, 4.0), np.arange(100.0, 104.0))
    >>> ((ring,),) = outline_of(grid, np.array([5, 6]))
    >>> sorted(set(ring))
    [(100.5, 0.5), (100.5, 1.5), (102.5, 0.5), (102.5, 1.5)]
    """
    if cells.size == 0:
        return ()
    kept = int(cells[0]) if keep is None else keep
    place = np.unravel_index(kept, grid.shape)
    shown, size = _in_blocks(cells, grid.shape, kept)
    return _bounded(
        exact_outline(grid, shown),
        _cell_degrees(grid, *np.unravel_index(cells, grid.shape)),
        (float(grid.longitude[place]), float(grid.latitude[place])),
        size,
    )


def joined_outlines(outlines: Sequence[Outline], spacing_deg: float) -> Outline:
    """Join the outlines of an event at several times, each on a grid of its own.

    Parameters
    ----------
    outlines : sequence of Outline
        At least one, none empty. The first one's largest part is never dropped.
    spacing_deg : float
        Size of a cell, degrees.
    """
    shapes = [_shape(outline) for outline in outlines]
    middles = [(shape.bounds[0] + shape.bounds[2]) / 2.0 for shape in shapes]
    anchor = max(shapes[0].geoms, key=lambda part: float(part.area)).representative_point()
    shape = _on_circle(shapes, np.array(middles), winding=False)
    return _bounded(shape, (spacing_deg, spacing_deg), (anchor.x, anchor.y), 1)


def longitude_span(longitude: Array) -> tuple[float, float]:
    """Return the ends of the shortest arc that holds all longitudes.

    Parameters
    ----------
    longitude : array, shape (n,)
        Degrees.

    Returns
    -------
    tuple of float
        West in 0..360, and east of it or equal.
    """
    degrees = np.unique(np.round(np.mod(longitude, 360.0), 4))
    gaps = np.diff(np.append(degrees, degrees[0] + 360.0))
    widest = int(np.argmax(gaps))
    west = float(degrees[(widest + 1) % degrees.size])
    east = float(degrees[widest])
    return west, east + 360.0 if east < west else east


def exact_outline(grid: Grid, cells: NDArray[np.intp]) -> MultiPolygon:
    """Outline cells by their edges, before anything is simplified.

    Parameters
    ----------
    grid : Grid
    cells : array of int, shape (n,)
        Positions in the flattened grid, at least one.

    Returns
    -------
    shapely MultiPolygon
        Of longitude and latitude, degrees. Cells that touch in a corner are parts of their own.
    """
    rows, columns = np.unravel_index(cells, grid.shape)
    if grid.mapping is not None:
        return _projected(grid, rows, columns)
    return _latitude_longitude(grid, rows, columns)


# Tracing


# Latitude-longitude grids


def _latitude_longitude(grid: Grid, rows: Any, columns: Any) -> MultiPolygon:
    import shapely

    order, edges_x = _columns(grid, columns)
    edges_y = np.clip(np.degrees(cell_edges(grid.metric.y)), -90.0, 90.0)
    first, last = int(rows.min()), int(rows.max()) + 1
    mask = np.zeros((last - first, grid.shape[1] + 1), dtype=bool)
    mask[rows - first, columns] = True
    mask = mask[:, order]
    edges_y = edges_y[first : last + 1]
    if edges_y[0] > edges_y[-1]:
        mask, edges_y = mask[::-1], edges_y[::-1]
    used = np.flatnonzero(mask.any(axis=0))
    mask = mask[:, used[0] : used[-1] + 1]
    edges_x = edges_x[used[0] : used[-1] + 2]
    edges_x = edges_x - 360.0 * np.floor((edges_x[0] + 180.0) / 360.0)
    parts = [
        [np.stack([edges_x[ring[:, 0]], edges_y[ring[:, 1]]], axis=1) for ring in part]
        for part in trace(mask, straight=True)
    ]
    return _in_order([shapely.Polygon(shell, holes) for shell, *holes in parts])


def _columns(grid: Grid, members: Any) -> tuple[NDArray[np.intp], Array]:
    """Order columns from west to east around the circle, from the widest gap between members.

    Returns
    -------
    tuple of array
        Columns, with ``nx`` for the gap of a grid that does not close the circle; and their edges,
        one more, degrees. Without a gap the column at 180 degrees comes first and last.
    """
    count = grid.shape[1]
    longitude = np.degrees(grid.metric.x)
    edges = np.degrees(cell_edges(grid.metric.x))
    order = np.arange(count)
    if edges[0] > edges[-1]:
        longitude, edges, order = longitude[::-1], edges[::-1], order[::-1]
    edges = edges.copy()
    if grid.cyclic:
        edges[-1] = (longitude[-1] + longitude[0] + 360.0) / 2.0
        edges[0] = edges[-1] - 360.0
    excess = edges[-1] - edges[0] - 360.0
    if excess > -1e-6:
        edges[0], edges[-1] = edges[0] + excess / 2.0, edges[-1] - excess / 2.0
    else:
        order, longitude = np.append(order, count), np.append(longitude, np.nan)
        edges = np.append(edges, edges[0] + 360.0)
    met = np.isin(order, members)
    if met.all():
        return _cut_at_180(order, edges)
    west, _ = longitude_span(longitude[met])
    apart = np.abs(np.mod(longitude - west + 180.0, 360.0) - 180.0)
    start = int(np.nanargmin(np.where(met, apart, np.nan)))
    return np.roll(order, -start), _turned(edges, start)


def _cut_at_180(order: NDArray[np.intp], edges: Array) -> tuple[NDArray[np.intp], Array]:
    seam = edges[0] + np.mod(180.0 - edges[0], 360.0)
    start = int(np.searchsorted(edges, seam, "right")) - 1
    order, edges = np.roll(order, -start), _turned(edges, start)
    if seam - edges[0] < 1e-9:
        return order, edges
    return np.append(order, order[0]), np.concatenate([[seam], edges[1:], [seam + 360.0]])


def _turned(edges: Array, start: int) -> Array:
    """Edges around the circle, beginning with another one."""
    return np.concatenate([edges[start:-1], edges[: start + 1] + 360.0])


# Projected grids


def _projected(grid: Grid, rows: Any, columns: Any) -> MultiPolygon:
    import shapely

    south, west = int(rows.min()), int(columns.min())
    shape = int(rows.max()) - south + 1, int(columns.max()) - west + 1
    mask = np.zeros(shape, dtype=bool)
    mask[rows - south, columns - west] = True
    positions = _Positions(grid, south, west, shape)
    polar = bool(np.abs(grid.latitude[rows, columns]).max() > _POLAR)
    pole = float(np.copysign(90.0, grid.latitude.mean()))
    parts: list[Polygon] = []
    winding = False
    for part in trace(mask, straight=False):
        rings = [positions.along(_divided(ring) if polar else ring) for ring in part]
        winding = winding or _winds(rings[0])
        shell, *holes = (_filled(ring, pole) for ring in rings)
        copies = [_shifted(hole, turn) for hole in holes for turn in _TURNS]
        parts += _parts(shapely.difference(shell, shapely.union_all(copies)) if copies else shell)
    return _on_circle(parts, grid.longitude[rows, columns], winding=winding)


class _Positions:
    """Positions between the centres of a window of a grid, and half a cell beyond its edge."""

    def __init__(self, grid: Grid, south: int, west: int, shape: tuple[int, int]) -> None:
        rows = slice(max(south - 1, 0), south + shape[0] + 1)
        columns = slice(max(west - 1, 0), west + shape[1] + 1)
        phi = np.radians(grid.latitude[rows, columns])
        lam = np.radians(grid.longitude[rows, columns])
        vectors = np.stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)], -1)
        self._vectors = _widened(_widened(vectors, 0), 1)
        self._offset = np.array([west - columns.start, south - rows.start]) + 0.5

    def along(self, ring: Array | Corners) -> Array:
        """Longitude, continuous, and latitude along a ring, degrees; the first point again."""
        points = np.concatenate([ring, ring[:1]]) + self._offset
        low = np.floor(points).astype(np.intp)
        x, y = (points - low).T[:, :, np.newaxis]
        (column, row), (east, north) = low.T, np.ceil(points).astype(np.intp).T
        vectors = self._vectors
        point = (1.0 - y) * ((1.0 - x) * vectors[row, column] + x * vectors[row, east])
        point += y * ((1.0 - x) * vectors[north, column] + x * vectors[north, east])
        # a corner on a pole has no longitude: move it a little
        point[np.hypot(point[:, 0], point[:, 1]) < 1e-9, :2] += 1e-6
        longitude = np.degrees(np.arctan2(point[:, 1], point[:, 0]))
        latitude = np.degrees(np.arctan2(point[:, 2], np.hypot(point[:, 0], point[:, 1])))
        return np.column_stack([np.unwrap(longitude, period=360.0), latitude])


def _widened(vectors: Array, axis: int) -> Array:
    """Continue positions by a cell on both sides of an axis."""
    first, last = np.take(vectors, [0], axis), np.take(vectors, [-1], axis)
    if vectors.shape[axis] > 1:
        before = first - np.take(vectors, [1], axis)
        after = last - np.take(vectors, [-2], axis)
    else:
        # a single row or column is as wide as its cells are along it, a single cell one degree
        if vectors.shape[1 - axis] > 1:
            after = np.cross(vectors, np.gradient(vectors, axis=1 - axis))
        else:
            east = np.cross((0.0, 0.0, 1.0), vectors)
            after = np.radians(1.0) * east / np.linalg.norm(east)
        before = -after
    return np.concatenate([first + before, vectors, last + after], axis=axis)


def _divided(ring: Corners) -> Array:
    steps = (np.roll(ring, -1, axis=0) - ring)[:, np.newaxis]
    shares = np.arange(_DIVISIONS)[:, np.newaxis] / _DIVISIONS
    return np.asarray((ring[:, np.newaxis] + shares * steps).reshape(-1, 2))


def _winds(ring: Array) -> bool:
    """Whether a ring goes round the pole."""
    return bool(abs(ring[-1, 0] - ring[0, 0]) > 180.0)


def _filled(ring: Array, pole: float) -> BaseGeometry:
    """Return what a closed ring surrounds; from -180 to 180 where it goes round the pole."""
    import shapely

    if not _winds(ring):
        return _valid(shapely.Polygon(np.concatenate([ring[:-1], ring[:1]])))
    turn = ring[-1, 0] - ring[0, 0]
    path = np.concatenate([ring[:-1] + np.array([number * turn, 0.0]) for number in range(-2, 3)])
    ends = [(path[-1, 0], pole), (path[0, 0], pole)]
    return shapely.intersection(_valid(shapely.Polygon(np.concatenate([path, ends]))), _world())


# Shapes of longitude and latitude


def _world() -> Polygon:
    import shapely

    return shapely.box(-180.0, -90.0, 180.0, 90.0)


def _valid(shape: BaseGeometry) -> BaseGeometry:
    import shapely

    return shape if shape.is_valid else shapely.make_valid(shape, method="structure")


def _parts(shape: BaseGeometry) -> list[Polygon]:
    import shapely

    parts = shapely.get_parts(shapely.get_parts(shape))
    return [part for part in parts if part.geom_type == "Polygon" and not part.is_empty]


def _shifted(shape: BaseGeometry, degrees: float) -> BaseGeometry:
    import shapely

    return (
        shapely.transform(shape, lambda points: points + np.array([degrees, 0.0]))
        if degrees
        else shape
    )


def _on_circle(shapes: Sequence[BaseGeometry], longitude: Array, *, winding: bool) -> MultiPolygon:
    """Join shapes, from the middle of the widest gap between longitudes, or cut at 180 degrees."""
    import shapely

    west, east = longitude_span(longitude)
    start = west - (360.0 - (east - west)) / 2.0
    moved = [_moved_to(shape, start) for shape in shapes]
    west, _, east, _ = shapely.total_bounds(moved)
    if winding or east - west > 360.0:
        copies = [_shifted(shape, turn) for shape in shapes for turn in _TURNS]
        moved = shapely.intersection(copies, _world())
    # parts that touch in a corner have it from different sums
    return _in_order(_parts(shapely.union_all(moved, grid_size=1e-9)))


def _moved_to(shape: BaseGeometry, start: float) -> BaseGeometry:
    """Move a shape by whole circles, so that its middle lies in the circle east of a longitude."""
    west, _, east, _ = shape.bounds
    return _shifted(shape, -360.0 * np.floor(((west + east) / 2.0 - start) / 360.0))


def _in_order(parts: Sequence[Polygon]) -> MultiPolygon:
    """Return parts as one shape, the largest first, with its west edge in -180..180."""
    import shapely

    shape = shapely.MultiPolygon(sorted(parts, key=lambda part: -float(part.area)))
    turn = -360.0 * np.floor(round((shape.bounds[0] + 180.0) / 360.0, 9))
    return _shifted(shape, float(turn))


def _shape(outline: Outline) -> MultiPolygon:
    import shapely

    return shapely.MultiPolygon([(part[0], part[1:]) for part in outline])


# Few positions


def _in_blocks(
    cells: NDArray[np.intp], shape: tuple[int, int], keep: int
) -> tuple[NDArray[np.intp], int]:
    """Replace cells with too many edges by the square blocks that are at least half full.

    Returns
    -------
    tuple
        Cells, the one to keep included, and the cells along a side of a block, 1 for few edges.
    """
    rows, columns = np.unravel_index(cells, shape)
    south, west = int(rows.min()), int(columns.min())
    mask = np.zeros((int(rows.max()) - south + 1, int(columns.max()) - west + 1), dtype=bool)
    mask[rows - south, columns - west] = True
    size, shown = 1, mask
    while _edges(shown) > _MOST_EDGES * size:
        size *= 2
        shown = _blocks(mask, size)
    if size == 1:
        return cells, 1
    rows, columns = np.nonzero(shown)
    found = np.ravel_multi_index((rows + south, columns + west), shape)
    return np.union1d(found, [keep]), size


def _edges(mask: NDArray[np.bool_]) -> int:
    """Count the edges between members and others."""
    along, across = mask[:, 1:] != mask[:, :-1], mask[1:] != mask[:-1]
    return int(np.count_nonzero(along) + np.count_nonzero(across))


def _blocks(mask: NDArray[np.bool_], size: int) -> NDArray[np.bool_]:
    rows, columns = (np.arange(0, length, size) for length in mask.shape)
    sums = np.add.reduceat(np.add.reduceat(mask, rows, axis=0, dtype=int), columns, axis=1)
    heights, widths = (
        np.diff(np.append(starts, length))
        for starts, length in zip((rows, columns), mask.shape, strict=True)
    )
    full = 2 * sums >= np.outer(heights, widths)
    return np.asarray(np.repeat(np.repeat(full, heights, axis=0), widths, axis=1))


def _cell_degrees(grid: Grid, rows: Any, columns: Any) -> tuple[float, float]:
    """Return a typical width and height of cells, degrees of longitude and latitude."""
    if grid.mapping is not None:
        narrow = max(float(np.cos(np.radians(grid.latitude[rows, columns].mean()))), 0.02)
        return grid.spacing_deg / narrow, grid.spacing_deg
    width = np.abs(np.diff(np.degrees(cell_edges(grid.metric.x))))[columns]
    height = np.abs(np.diff(np.degrees(cell_edges(grid.metric.y))))[rows]
    return float(np.median(width)), float(np.median(height))


def _bounded(
    shape: MultiPolygon,
    cell: tuple[float, float],
    anchor: tuple[float, float],
    size: int,
) -> Outline:
    """Simplify a shape, and drop its smallest rings where need be, until it has few positions.

    Parameters
    ----------
    shape : shapely MultiPolygon
    cell : tuple of float
        Width and height of cells, degrees.
    anchor : tuple of float
        Longitude and latitude: the part that is nearest is kept.
    size : int
        Cells along a side of what was outlined.
    """
    import shapely

    scale = np.array(cell)
    digits = max(_DIGITS, int(np.ceil(1.0 - np.log10(scale.min()))))
    parts = _parts(shapely.transform(shape, lambda points: points / scale))
    places = [((anchor[0] + turn) / scale[0], anchor[1] / scale[1]) for turn in _TURNS]
    apart = shapely.distance(np.array(parts)[:, np.newaxis], shapely.points(places))
    parts.insert(0, parts.pop(int(apart.min(axis=1).argmin())))
    crowded = int(shapely.get_num_coordinates(parts).sum()) > MOST_POSITIONS
    rings = MOST_POSITIONS // _RECTANGLE
    for tolerance in TOLERANCES:
        if crowded:
            parts = _largest(parts, rings)
        parts = _simplified(parts, size * tolerance)
        if shapely.get_num_coordinates(parts).sum() <= MOST_POSITIONS:
            shape = _valid(shapely.MultiPolygon(parts))
            degrees = shapely.transform(shape, lambda points: points * scale)
            rounded = _parts(shapely.set_precision(degrees, 10.0**-digits))
            if shapely.get_num_coordinates(rounded).sum() <= MOST_POSITIONS:
                return _as_outline(rounded, digits)
        crowded = True
        if tolerance > _COARSE:
            rings = max(1, int(0.85 * rings))
    return _as_outline([shapely.box(*shapely.total_bounds(parts))], digits)


def _simplified(parts: list[Polygon], tolerance: float) -> list[Polygon]:
    """Leave out corners by the area that they change, so that parts do not come to cross.

    Visvalingam and Whyatt (1993, doi:10.1179/000870493786962263): unlike a limit on distances it
    leaves no spikes of ragged edges.
    """
    import shapely

    simplified = np.array(parts)
    numbers = np.flatnonzero(shapely.get_num_coordinates(simplified) > _RECTANGLE)
    simplified[numbers] = shapely.coverage_simplify(simplified[numbers], tolerance)
    return list(simplified)


def _largest(parts: list[Polygon], count: int) -> list[Polygon]:
    """Keep the first part, and of the others and of all holes the largest."""
    import shapely

    rings = [(number, ring) for number, part in enumerate(parts) for ring in _rings(part)]
    if len(rings) <= count:
        return parts
    areas = shapely.area(shapely.polygons([ring for _, ring in rings]))
    kept: dict[int, list[LinearRing]] = {0: [parts[0].exterior]}
    # a hole is smaller than its shell, so a shell comes before its holes
    for place in np.argsort(-areas, kind="stable")[:count]:
        number, ring = rings[place]
        if number or ring is not rings[0][1]:
            kept.setdefault(number, []).append(ring)
    return [shapely.Polygon(shell, holes) for shell, *holes in kept.values()]


def _rings(part: Polygon) -> list[LinearRing]:
    return [part.exterior, *part.interiors]


def _as_outline(parts: Sequence[Polygon], digits: int) -> Outline:
    """Write parts as RFC 7946 wants them: outer rings counterclockwise, holes clockwise."""
    import shapely

    oriented = shapely.orient_polygons(list(parts))
    return tuple(
        tuple(
            tuple((round(x, digits), round(y, digits)) for x, y in ring.coords)
            for ring in _rings(part)
        )
        for part in oriented
    )
