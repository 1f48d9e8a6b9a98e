"""Connected objects in a field: area, place, shape."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diagnostics.detection.features.lines import RADIUS_KM, Line, axis_of
from diagnostics.grid.distance import great_circle_km, unit_vectors, vector_centroid
from diagnostics.grid.geometry import Grid
from diagnostics.grid.objects import label_cells
from diagnostics.quantities.scene import Array, Mask


@dataclass(frozen=True, eq=False)
class Blob:
    """One connected object on a grid.

    Attributes
    ----------
    rows, columns : array, shape (n,)
        Its cells.
    area_km2 : float
    """

    grid: Grid
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    area_km2: float

    @property
    def cells(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Rows and columns, ready to index an array."""
        return self.rows, self.columns

    @cached_property
    def mask(self) -> Mask:
        """The object's cells as an array of bool, shape (y, x)."""
        mask = np.zeros(self.grid.shape, dtype=bool)
        mask[self.cells] = True
        return mask

    @cached_property
    def centroid(self) -> tuple[float, float]:
        """Latitude and longitude of the area-weighted centre."""
        return vector_centroid(
            self.grid.latitude[self.cells],
            self.grid.longitude[self.cells],
            self.grid.cell_area[self.cells],
        )

    def touches(self, mask: Mask) -> bool:
        """Whether any cell lies in `mask`."""
        return bool(mask[self.cells].any())

    @cached_property
    def axis(self) -> Line:
        """The long axis, as a path through the object."""
        return axis_of(self.mask, self.grid)

    def axis_along(self, field: Array) -> Line:
        """The long axis, kept to large values of `field`."""
        return axis_of(self.mask, self.grid, field)

    @cached_property
    def shape_km(self) -> tuple[float, float, float]:
        """Length and width of the equivalent ellipse, km, and its bearing, 0..180 degrees."""
        latitude, longitude = self.centroid
        offsets = unit_vectors(self.grid.latitude[self.cells], self.grid.longitude[self.cells])
        phi, lam = np.radians(latitude), np.radians(longitude)
        east = np.array([-np.sin(lam), np.cos(lam), 0.0])
        north = np.array([-np.sin(phi) * np.cos(lam), -np.sin(phi) * np.sin(lam), np.cos(phi)])
        plane = RADIUS_KM * np.stack([offsets @ east, offsets @ north])
        weights = self.grid.cell_area[self.cells]
        spread = np.cov(plane, aweights=weights, ddof=0) if self.rows.size > 1 else np.zeros((2, 2))
        # A cell has an extent of its own: a uniform square of side d has variance d^2 / 12.
        spread = spread + np.eye(2) * float(np.mean(weights)) / 1e6 / 12.0
        values, axes = np.linalg.eigh(spread)
        bearing = float(np.degrees(np.arctan2(axes[0, 1], axes[1, 1]))) % 180.0
        return 4.0 * float(np.sqrt(values[1])), 4.0 * float(np.sqrt(values[0])), bearing

    @property
    def aspect(self) -> float:
        """Length over width of the equivalent ellipse."""
        length, width, _ = self.shape_km
        return length / width

    def distance_km(self, latitude: float, longitude: float) -> float:
        """Distance from a point to the nearest cell."""
        return float(
            great_circle_km(
                latitude,
                longitude,
                self.grid.latitude[self.cells],
                self.grid.longitude[self.cells],
            ).min()
        )

    def peak(self, field: Array, *, largest: bool = True) -> tuple[float, float, float]:
        """Return the extreme value of `field` in the object with its latitude and longitude."""
        cell = self.peak_cell(field, largest=largest)
        return float(field[cell]), float(self.grid.latitude[cell]), float(self.grid.longitude[cell])

    def peak_cell(self, field: Array, *, largest: bool = True) -> tuple[int, int]:
        """Return row and column of the extreme value of `field` in the object."""
        inside = field[self.cells]
        k = int(np.nanargmax(inside) if largest else np.nanargmin(inside))
        return int(self.rows[k]), int(self.columns[k])


def find_objects(mask: Mask, grid: Grid, *, min_area_km2: float = 0.0) -> list[Blob]:
    """Return the connected objects of a mask with at least `min_area_km2`, largest first."""
    labels, _ = label_cells(mask, cyclic=grid.cyclic)
    flat = labels.ravel()
    cells = np.flatnonzero(flat)
    if cells.size == 0:
        return []
    areas = np.bincount(flat[cells], weights=(grid.cell_area.ravel() / 1e6)[cells])
    order = np.argsort(flat[cells], kind="stable")
    cells = cells[order]
    starts = np.flatnonzero(np.r_[True, np.diff(flat[cells]) > 0])
    found = []
    for group in np.split(cells, starts[1:]):
        area = float(areas[flat[group[0]]])
        if area >= min_area_km2:
            rows, columns = np.unravel_index(group, labels.shape)
            found.append(Blob(grid, rows, columns, area))
    return sorted(found, key=lambda blob: -blob.area_km2)


def edge_cells(grid: Grid) -> Mask:
    """Cells at the border of the data: all four sides, or only rows where the grid is cyclic."""
    edge = np.zeros(grid.shape, dtype=bool)
    edge[[0, -1], :] = True
    if not grid.cyclic:
        edge[:, [0, -1]] = True
    return edge
