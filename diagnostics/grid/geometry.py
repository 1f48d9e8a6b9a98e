"""The horizontal grid of a canonical dataset: derivatives, areas, masks.

Winds given to a grid and tensors taken from it are earth-relative (eastward, northward); on
projected grids the components are turned to the grid's axes and back inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.constants import EARTH_RADIUS, EARTH_ROTATION
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.derivatives import Array
from diagnostics.grid.differential import DifferentialGrid
from diagnostics.grid.distance import nearest_cell
from diagnostics.grid.metric import (
    latitude_longitude_metric,
    projected_metric,
)
from diagnostics.grid.projection import project
from diagnostics.grid.smoothing import MIN_SIGMA_CELLS, smooth_gaussian
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray

EDGE_SLACK = 1e-4
"""Points this close to the western edge, degrees, belong to it."""
KM_PER_DEGREE = float(np.pi * EARTH_RADIUS / 180e3)


@dataclass(frozen=True, eq=False)
class Grid(DifferentialGrid):
    """A latitude-longitude or conformal projected grid.

    Build one with `grid_of`, `latitude_longitude_grid` or `projected_grid`.
    """

    @cached_property
    def spacing_km(self) -> tuple[float, float]:
        """Nominal spacing along y and x, km: at the equator, or at the middle of the map."""
        row, column = (size // 2 for size in self.shape)
        metric = self.metric
        step_y = np.median(np.abs(np.diff(metric.y))) if metric.y.size > 1 else np.nan
        step_x = np.median(np.abs(np.diff(metric.x))) if metric.x.size > 1 else np.nan
        scale = EARTH_RADIUS if self.mapping is None else metric.hx[row, column]
        steps = np.array([step_y, step_x]) * scale / 1000.0
        steps[np.isnan(steps)] = np.nanmax(steps) if np.isfinite(steps).any() else np.nan
        return float(steps[0]), float(steps[1])

    @cached_property
    def spacing_deg(self) -> float:
        """Nominal spacing, degrees of a great circle: the geometric mean of both directions."""
        return round(float(np.sqrt(np.prod(self.spacing_km))) / KM_PER_DEGREE, 6)

    @cached_property
    def cell_area(self) -> Array:
        """Area of each cell, m2, shape (ny, nx).

        Latitude-longitude cells reach half-way to their neighbours and stop at the poles:
        ``a**2 dlon (sin(north) - sin(south))``. Projected cells are ``dx dy / m**2``.
        """
        metric = self.metric
        width = _cell_widths(metric.x)
        if self.mapping is not None:
            return np.asarray(metric.hx * metric.hy * np.outer(_cell_widths(metric.y), width))
        edges = np.clip(cell_edges(metric.y), -np.pi / 2, np.pi / 2)
        height = np.abs(np.diff(np.sin(edges)))
        return np.asarray(EARTH_RADIUS**2 * np.outer(height, width))

    @cached_property
    def weights(self) -> Array:
        """Weights of means and percentiles, shape (ny, nx).

        ``cos(lat)`` on latitude-longitude grids, relative cell area on projected ones.
        """
        if self.mapping is None:
            return np.clip(np.cos(np.radians(self.latitude)), 0.0, None)
        return np.asarray(self.cell_area / self.cell_area.mean())

    @cached_property
    def coriolis(self) -> Array:
        """Coriolis parameter ``2 Omega sin(lat)``, s-1, shape (ny, nx)."""
        return 2 * EARTH_ROTATION * np.sin(np.radians(self.latitude))

    def defined(self, definition: str) -> Grid:
        """Return this grid with its metric terms by another definition.

        Parameters
        ----------
        definition : {"analytic", "metpy"}
            ``analytic`` is this grid itself. ``metpy`` differentiates the map factors numerically
            and does not look across the seam of a circle, as MetPy 1.7.1 does: the metric terms
            differ by 1e-3 at 30 and 1e-2 at 75 degrees of latitude on a 1.5-degree grid, and mean
            nothing in the three rows next to a pole.

        Raises
        ------
        ArgumentError
            For another definition (``unknown_definition``).
        """
        if definition == "analytic":
            return self
        if definition != "metpy":
            raise ArgumentError(
                Message(
                    id="griderror-derivative_definition", params={"definition": f"{definition!r}"}
                ),
                code="unknown_definition",
            )
        return self._as_in_metpy

    @cached_property
    def _as_in_metpy(self) -> Grid:
        return replace(self, metric=self.metric.differenced())

    @cached_property
    def bounds(self) -> Region:
        """Smallest box W,S,E,N that holds every cell centre."""
        south, north = float(self.latitude.min()), float(self.latitude.max())
        if self.cyclic:
            west = float(self.longitude[0, 0])
            return Region(west=west, south=south, east=west + 360, north=north)
        reference = float(self.longitude[self.shape[0] // 2, self.shape[1] // 2])
        offset = (self.longitude - reference + 180.0) % 360.0 - 180.0
        return Region(
            west=reference + float(offset.min()),
            south=south,
            east=reference + float(offset.max()),
            north=north,
        )

    def smooth(self, field: ArrayLike, sigma_km: float, about: float | None = None) -> Array:
        """Gaussian smoothing with `sigma_km`, aware of missing values; see `smooth_gaussian`.

        `about` is the latitude where cells are as wide as the kernel takes them for, the middle
        of the grid by default; with it the kernel does not depend on how much of a grid was read.
        """
        sigma_y, sigma_x = self.sigma_cells(sigma_km, about)
        return smooth_gaussian(field, sigma_y, sigma_x, cyclic=self.cyclic)

    def sigma_cells(self, sigma_km: float, about: float | None = None) -> tuple[float, float]:
        """Width of a Gaussian in cells along y and x; cells vary with the latitude `about`."""
        step_y, step_x = self.spacing_km
        if self.mapping is not None and about is not None:
            # the scale of a map varies: take that of the latitude, not of the middle of the window
            row, column = (size // 2 for size in self.shape)
            order = np.argsort(self.latitude, axis=None)
            scale = self.metric.hx.ravel()[order]
            there = np.interp(about, self.latitude.ravel()[order], scale)
            ratio = float(there) / float(self.metric.hx[row, column])
            step_y, step_x = ratio * step_y, ratio * step_x
        if self.mapping is None:
            middle = (self.latitude[0, 0] + self.latitude[-1, 0]) / 2
            centre = middle if about is None else about
            step_x *= max(float(np.cos(np.radians(centre))), 0.02)
        return sigma_km / step_y, sigma_km / step_x

    def smooths(self, sigma_km: float, about: float | None = None) -> bool:
        """Whether a Gaussian of `sigma_km` is wide enough to change anything on this grid."""
        return max(self.sigma_cells(sigma_km, about)) >= MIN_SIGMA_CELLS

    # Places

    @cached_property
    def at_pole(self) -> NDArray[np.bool_]:
        """Cells of the row at a pole of a latitude-longitude grid, shape (ny, nx)."""
        if self.mapping is not None:
            return np.zeros(self.shape, dtype=bool)
        return np.asarray(np.abs(self.latitude) + self.spacing_deg > 90.0)

    def on_edge(self, cell: tuple[int, int]) -> bool:
        """Whether a cell (row, column) is an outermost one; poles and seams are no edges."""
        row, column = cell
        if row in (0, self.shape[0] - 1) and not self.at_pole[cell]:
            return True
        return not self.cyclic and column in (0, self.shape[1] - 1)

    def nearest(self, latitude: float, longitude: float) -> tuple[int, int]:
        """Row and column of the cell nearest to a point.

        Raises
        ------
        InputDataError
            ``point_outside_data`` when the point is more than a cell away from the grid.
        """
        centres = self.latitude, self.longitude
        if self.mapping is None:
            centres = self.latitude[:, 0], self.longitude[0]
        row, column, distance = nearest_cell(latitude, longitude, *centres)
        reach = 1.01 * max(self.spacing_km)
        if np.isfinite(reach) and distance > reach:
            west, south, east, north = self.bounds.bounds()
            raise InputDataError(
                Message(
                    id="griderror-point_outside_data",
                    params={
                        "latitude": f"{latitude:g}",
                        "longitude": f"{longitude:g}",
                        "west": f"{west:g}",
                        "south": f"{south:g}",
                        "east": f"{east:g}",
                        "north": f"{north:g}",
                    },
                ),
                code="point_outside_data",
                data={"latitude": latitude, "longitude": longitude},
            )
        return row, column

    def circle_of_latitude(self, values: Array, latitude: float) -> Array:
        """Interpolate a map (ny, nx) linearly to a latitude; NaN beyond the data, shape (nx,).

        For latitude-longitude grids, whose rows are circles of latitude.
        """
        rows = self.latitude[:, 0]
        if len(rows) < 2 or not rows[0] - 1e-6 <= latitude <= rows[-1] + 1e-6:
            return np.full(values.shape[-1], np.nan)
        upper = int(np.clip(np.searchsorted(rows, latitude), 1, len(rows) - 1))
        weight = (latitude - rows[upper - 1]) / (rows[upper] - rows[upper - 1])
        circle: Array = values[upper - 1] * (1.0 - weight) + values[upper] * weight
        return circle

    def coordinates(self, latitude: ArrayLike, longitude: ArrayLike) -> tuple[Array, Array]:
        """Grid coordinates ``(x, y)`` of points: radians, or metres of the projection.

        Parameters
        ----------
        latitude, longitude : array_like
            Degrees; on latitude-longitude grids longitudes are brought into the grid's circle.
        """
        if self.mapping is not None:
            return project(self.mapping, latitude, longitude)
        first = min(float(self.longitude[0, 0]), float(self.longitude[0, -1]))
        offset = np.mod(np.asarray(longitude, np.float64) - first + EDGE_SLACK, 360.0) - EDGE_SLACK
        return np.radians(first + offset), np.radians(np.asarray(latitude, np.float64))

    def holds(self, latitude: ArrayLike, longitude: ArrayLike) -> NDArray[np.bool_]:
        """Tell which points lie in a cell; the outermost cells are as wide outwards as inwards.

        Parameters
        ----------
        latitude, longitude : array_like
            Degrees.

        Returns
        -------
        array of bool
        """
        x, y = self.coordinates(latitude, longitude)
        south_north, west_east = (
            np.sort(cell_edges(axis)[[0, -1]]) for axis in (self.metric.y, self.metric.x)
        )
        inside = (south_north[0] <= y) & (y <= south_north[1])
        if self.cyclic:
            return np.asarray(inside)
        if self.mapping is None:
            x = west_east[0] + np.mod(x - west_east[0], 2 * np.pi)
        return np.asarray(inside & (west_east[0] <= x) & (x <= west_east[1]))

    def crop(self, slice_y: slice, slice_x: slice) -> Grid:
        """Return a window of the grid, given as two slices with step 1."""
        columns = range(*slice_x.indices(self.shape[1]))
        cyclic = self.cyclic and len(columns) == self.shape[1]
        period = self.metric.period if cyclic else None
        return Grid(
            latitude=self.latitude[slice_y, slice_x],
            longitude=self.longitude[slice_y, slice_x],
            dims=self.dims,
            metric=self.metric.crop(slice_y, slice_x, period=period),
            cyclic=cyclic,
            mapping=self.mapping,
        )


def grid_of(dataset: xarray.Dataset | xarray.DataArray) -> Grid:
    """Read the grid of a canonical dataset.

    Parameters
    ----------
    dataset : xarray.Dataset or DataArray
        With one-dimensional ``latitude`` and ``longitude``, or two-dimensional ones over ``y, x``
        and a CF grid-mapping variable.

    Raises
    ------
    InputDataError
        ``missing_coordinates`` without latitude and longitude; ``unknown_grid_mapping`` when the
        coordinates are two-dimensional and no grid mapping says how.
    """
    if "latitude" not in dataset.coords or "longitude" not in dataset.coords:
        raise InputDataError(
            Message(id="griderror-missing_coordinates"),
            code="missing_coordinates",
        )
    latitude = np.asarray(dataset["latitude"].values, dtype=np.float64)
    longitude = np.asarray(dataset["longitude"].values, dtype=np.float64)
    if latitude.ndim <= 1:
        return latitude_longitude_grid(np.atleast_1d(latitude), np.atleast_1d(longitude))
    mapping = _grid_mapping(dataset)
    if mapping is None:
        raise InputDataError(
            Message(id="griderror-no_grid_mapping"),
            code="unknown_grid_mapping",
        )
    return projected_grid(latitude, longitude, mapping)


def latitude_longitude_grid(latitude: ArrayLike, longitude: ArrayLike) -> Grid:
    """Grid from one-dimensional coordinates in degrees, strictly monotonic.

    Raises
    ------
    InputDataError
        ``invalid_coordinates`` when a coordinate is not strictly monotonic or not finite.

    Examples
    --------
    >>> import numpy as np
    >>> grid = latitude_longitude_grid(np.arange(20.0, 31.0), np.arange(100.0, 111.0))
    >>> grid.shape
    (11, 11)
    """
    rows, columns = np.asarray(latitude, np.float64), np.asarray(longitude, np.float64)
    for name, values in (("latitude", rows), ("longitude", columns)):
        steps = np.diff(values)
        if not np.isfinite(values).all() or not ((steps > 0).all() or (steps < 0).all()):
            raise InputDataError(
                Message(id="griderror-invalid_coordinates", params={"name": f"{name}"}),
                code="invalid_coordinates",
                data={"coordinate": name},
            )
    cyclic = False
    if columns.size > 3:
        step = abs(columns[-1] - columns[0]) / (columns.size - 1)
        cyclic = bool(abs(columns.size * step - 360.0) < 0.05 * step)
    shape = (rows.size, columns.size)
    return Grid(
        latitude=np.broadcast_to(rows[:, np.newaxis], shape),
        longitude=np.broadcast_to(columns, shape),
        dims=("latitude", "longitude"),
        metric=latitude_longitude_metric(rows, columns, cyclic=cyclic),
        cyclic=cyclic,
    )


def projected_grid(latitude: ArrayLike, longitude: ArrayLike, mapping: Mapping[str, Any]) -> Grid:
    """Grid from two-dimensional coordinates in degrees and CF grid-mapping attributes.

    Raises
    ------
    InputDataError
        When the mapping is unknown, not conformal, or does not fit the coordinates.
    """
    rows, columns = np.asarray(latitude, np.float64), np.asarray(longitude, np.float64)
    return Grid(
        latitude=rows,
        longitude=columns,
        dims=("y", "x"),
        metric=projected_metric(rows, columns, mapping),
        mapping=dict(mapping),
    )


def _grid_mapping(dataset: xarray.Dataset | xarray.DataArray) -> dict[str, Any] | None:
    """Attributes of the grid-mapping variable, wherever the dataset keeps it."""
    candidates = list(dataset.coords.values())
    variables = getattr(dataset, "data_vars", None)
    if variables is not None:
        candidates += list(variables.values())
    for variable in candidates:
        if "grid_mapping_name" in variable.attrs:
            return dict(variable.attrs)
    return None


def cell_edges(coordinate: Array) -> Array:
    """Edges half-way between centres; the outermost cells are as wide outwards as inwards.

    Parameters
    ----------
    coordinate : array, shape (n,)
        Radians; a single cell is one degree wide.

    Returns
    -------
    array, shape (n + 1,)
    """
    if coordinate.size == 1:
        half = np.radians(0.5)
        return np.array([coordinate[0] - half, coordinate[0] + half])
    middle = (coordinate[1:] + coordinate[:-1]) / 2
    first = coordinate[0] - (coordinate[1] - coordinate[0]) / 2
    last = coordinate[-1] + (coordinate[-1] - coordinate[-2]) / 2
    return np.concatenate([[first], middle, [last]])


def _cell_widths(coordinate: Array) -> Array:
    return np.abs(np.diff(cell_edges(coordinate)))
