"""Connected objects on a grid and their life in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.space_time import Region
from diagnostics.grid.distance import great_circle_km, vector_centroid

if TYPE_CHECKING:
    from diagnostics.grid.geometry import Grid

_EIGHT_NEIGHBOURS = np.ones((3, 3), dtype=int)


@dataclass(frozen=True, eq=False)
class GridObject:
    """A set of touching cells.

    Attributes
    ----------
    cells : array of bool, shape (ny, nx)
    area_km2 : float
    cell_count : int
    latitude, longitude : float
        Area-weighted centre by the mean of vectors, degrees, longitude -180..180.
    extent : Region
        Smallest box of the cell centres, W,S,E,N, across 180 where need be.
    length_km : float
        Distance between its two farthest cell centres along the box's diagonal.
    touches_edge : bool
        Whether it reaches a true edge of the grid and may go on beyond.
    """

    cells: NDArray[np.bool_]
    area_km2: float
    cell_count: int
    latitude: float
    longitude: float
    extent: Region
    length_km: float
    touches_edge: bool


def label_cells(mask: NDArray[np.bool_], *, cyclic: bool) -> tuple[NDArray[np.int64], int]:
    """Number the 8-connected objects of a mask, across the seam of a cyclic grid.

    Parameters
    ----------
    mask : array of bool, shape (ny, nx)
    cyclic : bool
        Whether the columns close the circle.

    Returns
    -------
    tuple
        Labels from 1 (0 outside) in the order of each object's first cell, and their number.

    Examples
    --------
    >>> import numpy as np
    >>> mask = np.array([[True, False, True], [False, False, True]])
    >>> labels, count = label_cells(mask, cyclic=False)
    >>> count
    2
    """
    from scipy.ndimage import label

    labels, count = label(mask, structure=_EIGHT_NEIGHBOURS)
    labels = np.asarray(labels, dtype=np.int64)
    if not cyclic or count == 0 or mask.shape[1] < 2:
        return labels, int(count)
    parent = list(range(count + 1))

    def root(index: int) -> int:
        while parent[index] != index:
            index = parent[index]
        return index

    rows = mask.shape[0]
    last, first = labels[:, -1], labels[:, 0]
    for shift in (-1, 0, 1):
        left = slice(max(0, -shift), rows - max(0, shift))
        right = slice(max(0, shift), rows - max(0, -shift))
        for one, other in zip(last[left], first[right], strict=True):
            if one and other:
                high, low = sorted((root(int(one)), root(int(other))), reverse=True)
                parent[high] = low
    roots = np.array([root(index) for index in range(count + 1)])
    kept, renumbered = np.unique(roots, return_inverse=True)
    return np.asarray(renumbered, dtype=np.int64)[labels], kept.size - 1


def label_objects(
    mask: NDArray[np.bool_], grid: Grid, *, min_area_km2: float = 0.0
) -> list[GridObject]:
    """Find the 8-connected objects of a mask, largest first.

    Parameters
    ----------
    mask : array of bool, shape (ny, nx)
    grid : Grid
        Gives areas, and joins objects across the seam where it is cyclic.
    min_area_km2 : float
        Smaller objects are left out.

    Examples
    --------
    >>> import numpy as np
    >>> from diagnostics.grid.geometry import latitude_longitude_grid
    >>> grid = latitude_longitude_grid(np.arange(0.0, 4.0), np.arange(100.0, 104.0))
    >>> mask = np.zeros(grid.shape, dtype=bool)
    >>> mask[0, 0] = mask[2, 2] = mask[3, 3] = True
    >>> [int(item.cells.sum()) for item in label_objects(mask, grid)]
    [2, 1]
    """
    labels, count = label_cells(mask, cyclic=grid.cyclic)
    if count == 0:
        return []
    areas = np.bincount(labels.ravel(), weights=grid.cell_area.ravel(), minlength=count + 1) / 1e6
    wanted = [index for index in range(1, count + 1) if areas[index] >= min_area_km2]
    wanted.sort(key=lambda index: (-areas[index], index))
    return [_describe(labels == index, float(areas[index]), grid) for index in wanted]


def _describe(cells: NDArray[np.bool_], area_km2: float, grid: Grid) -> GridObject:
    latitude, longitude = grid.latitude[cells], grid.longitude[cells]
    centre = vector_centroid(latitude, longitude, grid.cell_area[cells])
    offset = (longitude - centre[1] + 180.0) % 360.0 - 180.0
    if grid.cyclic and cells.any(axis=0).all():
        west, east = -180.0, 180.0
    else:
        west, east = centre[1] + float(offset.min()), centre[1] + float(offset.max())
    extent = Region(west=west, south=float(latitude.min()), east=east, north=float(latitude.max()))
    diagonals = great_circle_km(
        np.array([extent.south, extent.north]), west, np.array([extent.north, extent.south]), east
    )
    edge = cells[0].any() or cells[-1].any()
    if not grid.cyclic:
        edge = edge or cells[:, 0].any() or cells[:, -1].any()
    return GridObject(
        cells=cells,
        area_km2=area_km2,
        cell_count=int(cells.sum()),
        latitude=centre[0],
        longitude=centre[1],
        extent=extent,
        length_km=float(np.max(diagonals)),
        touches_edge=bool(edge),
    )
