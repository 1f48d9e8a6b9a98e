"""Which dimension of a NetCDF or Zarr variable is what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import InputDataError
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.horizontal import EDGE_TOLERANCE_DEG, HorizontalGrid, tidy_degrees
from diagnostics.fields.projections import (
    from_degrees,
    mapping_from_crs,
    projected_grid,
    unknown_projection,
)
from diagnostics.grid.projection import ROTATED
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
_WRF_ROTATED = 6
_NEAR = 0.2
"""Of the spacing of a grid: positions that are no farther apart are the same."""


@dataclass(frozen=True)
class GridAxes:
    """A grid and, for each canonical row and column, its position in the file."""

    grid: HorizontalGrid
    y_dim: str
    x_dim: str
    y_order: NDArray[np.intp]
    x_order: NDArray[np.intp]
    pole_from_coordinates: bool = False
    """Whether the file's own latitudes say that its grid mapping names another pole."""

    @property
    def westward(self) -> bool:
        """Whether the longitudes of the file run from east to west."""
        plain = self.grid.kind == "latitude_longitude" and self.x_order.size > 1
        return plain and bool(self.x_order[0] > self.x_order[-1])


def text_of(variable: xr.Variable, key: str) -> str:
    """Return an attribute as text, empty where absent."""
    return str(variable.attrs.get(key, "")).strip()


def is_latitude(name: str, variable: xr.Variable) -> bool:
    """Whether a coordinate is latitude, by CF attributes or by name."""
    return _is_angle(name, variable, "latitude", "north", ("lat", "xlat", "nav_lat", "gridlat"))


def is_longitude(name: str, variable: xr.Variable) -> bool:
    """Whether a coordinate is longitude, by CF attributes or by name."""
    return _is_angle(name, variable, "longitude", "east", ("lon", "xlong", "nav_lon", "gridlon"))


def _is_angle(
    name: str, variable: xr.Variable, word: str, side: str, short: tuple[str, ...]
) -> bool:
    lower = name.lower()
    if variable.ndim == 0 or variable.dtype.kind not in "fiu":
        return False
    if lower.endswith(("_bnds", "_bounds")) or text_of(variable, "standard_name").startswith(
        "grid_"
    ):
        return False
    units = text_of(variable, "units").lower().replace(" ", "_")
    if units in {f"degrees_{side}", f"degree_{side}", f"degrees_{side[0]}"}:
        return variable.ndim <= 2 or lower in short
    return text_of(variable, "standard_name") == word or lower == word or lower.startswith(short)


def horizontal_axes(
    dataset: xr.Dataset, name: str, cache: dict[tuple[str, ...], GridAxes | InputDataError]
) -> GridAxes | None:
    """Return the grid of a variable; None where it has no horizontal dims.

    Raises
    ------
    InputDataError
        ``unknown_projection`` or ``irregular_axis``.
    """
    dims = tuple(str(dim) for dim in dataset.variables[name].dims)
    key = (*dims, text_of(dataset.variables[name], "grid_mapping"))
    if key not in cache:
        try:
            found = _find_axes(dataset, name, dims)
        except InputDataError as error:
            cache[key] = error
            raise
        if found is None:
            return None
        cache[key] = found
    cached = cache[key]
    if isinstance(cached, InputDataError):
        raise cached
    return cached


def _find_axes(dataset: xr.Dataset, name: str, dims: tuple[str, ...]) -> GridAxes | None:
    projected = _projection_dims(dataset, dims)
    if projected is not None:
        return _projected_axes(dataset, name, *projected)
    latitudes = list(_coordinates(dataset, dims, is_latitude))
    longitudes = list(_coordinates(dataset, dims, is_longitude))
    for lat_name, latitude in latitudes:
        for lon_name, longitude in longitudes:
            if latitude.ndim == longitude.ndim == 1 and latitude.dims != longitude.dims:
                return _rectilinear(
                    lat_name,
                    _numbers(latitude),
                    lon_name,
                    _numbers(longitude),
                    (str(latitude.dims[0]), str(longitude.dims[0])),
                )
    for _, latitude in latitudes:
        for _, longitude in longitudes:
            if latitude.ndim >= 2 and latitude.dims == longitude.dims:
                return _curvilinear(dataset, name, latitude, longitude)
    return None


def _coordinates(
    dataset: xr.Dataset, dims: tuple[str, ...], test: Any
) -> Iterator[tuple[str, xr.Variable]]:
    named = sorted(dataset.variables, key=lambda item: (item not in dims, str(item)))
    for item in named:
        variable = dataset.variables[item]
        if variable.ndim and set(variable.dims) <= set(dims) and test(str(item), variable):
            yield str(item), variable


def _numbers(variable: xr.Variable) -> Floats:
    """Return the values of a coordinate; radians become degrees."""
    values = np.asarray(variable.values, dtype=np.float64)
    return np.rad2deg(values) if tidy_unit(text_of(variable, "units")) == "rad" else values


def _rectilinear(
    lat_name: str, latitude: Floats, lon_name: str, longitude: Floats, dims: tuple[str, str]
) -> GridAxes:
    y_order = _ascending(latitude, lat_name)
    if np.any(np.abs(latitude) > 90.001):
        raise _irregular(lat_name, "poles")
    turned = np.rad2deg(np.unwrap(np.deg2rad(longitude))) if longitude.size > 1 else longitude
    turned = tidy_degrees(turned)
    x_order = _ascending(turned, lon_name)
    x = turned[x_order]
    step = float(np.median(np.diff(x))) if x.size > 1 else 0.0
    while x.size > 2 and x[-1] - x[0] > 360.0 - 0.01 * step:
        x, x_order = x[:-1], x_order[:-1]
    if x[0] < -360.0 or x[-1] >= 540.0:
        raise _irregular(lon_name, "longitudes")
    grid = HorizontalGrid("latitude_longitude", tidy_degrees(latitude[y_order]), x)
    return GridAxes(grid, *dims, y_order, x_order)


def _ascending(values: Floats, name: str) -> NDArray[np.intp]:
    order = np.arange(values.size)
    if values.size > 1 and values[0] > values[-1]:
        order = order[::-1]
    if not np.all(np.isfinite(values)) or np.any(np.diff(values[order]) <= 0):
        raise _irregular(name, "order")
    return order


def _irregular(name: str, what: str) -> InputDataError:
    return InputDataError(
        Message(id=f"dataerror-irregular_{what}", params={"name": name}),
        code="irregular_axis",
        data={"axis": name},
    )


def _projection_dims(dataset: xr.Dataset, dims: tuple[str, ...]) -> tuple[str, str] | None:
    found: dict[str, str] = {}
    for dim in dims:
        if dim not in dataset.variables:
            continue
        variable = dataset.variables[dim]
        standard = text_of(variable, "standard_name")
        for axis, names in (
            ("y", {"projection_y_coordinate", "grid_latitude"}),
            ("x", {"projection_x_coordinate", "grid_longitude"}),
        ):
            is_length = tidy_unit(text_of(variable, "units")) in {"m", "km"}
            if standard in names or (dim.lower() in {axis, f"{axis}c"} and is_length):
                found[axis] = dim
    return (found["y"], found["x"]) if len(found) == 2 else None


def _projected_axes(dataset: xr.Dataset, name: str, y_dim: str, x_dim: str) -> GridAxes:
    mapping = _mapping_attributes(dataset, name)
    if mapping is None:
        raise unknown_projection(f"{name} names no grid_mapping")
    axes: list[Floats] = []
    for dim in (y_dim, x_dim):
        scale = 1000.0 if tidy_unit(text_of(dataset.variables[dim], "units")) == "km" else 1.0
        axes.append(_numbers(dataset.variables[dim]) * scale)
    y_order, x_order = _ascending(axes[0], y_dim), _ascending(axes[1], x_dim)
    y, x = axes[0][y_order], axes[1][x_order]
    grid = projected_grid(mapping, y, x)
    own = _own_degrees(dataset, (y_dim, x_dim))
    if own is None:
        return GridAxes(grid, y_dim, x_dim, y_order, x_order)
    latitude, longitude = (item[np.ix_(y_order, x_order)] for item in own)
    others = (projected_grid(item, y, x) for item in _other_poles(mapping))
    for number, found in enumerate(chain([grid], others)):
        if _is_near(found, latitude, longitude):
            return GridAxes(found, y_dim, x_dim, y_order, x_order, number > 0)
    raise unknown_projection("the latitudes and longitudes of the file do not fit its grid_mapping")


def _own_degrees(dataset: xr.Dataset, dims: tuple[str, str]) -> tuple[Floats, Floats] | None:
    """Return the latitudes and longitudes that a file gives beside its projected axes."""
    found = [
        next(
            (item for _, item in _coordinates(dataset, dims, test) if item.dims == dims),
            None,
        )
        for test in (is_latitude, is_longitude)
    ]
    latitude, longitude = found
    if latitude is None or longitude is None:
        return None
    return _numbers(latitude), _numbers(longitude)


def _is_near(grid: HorizontalGrid, latitude: Floats, longitude: Floats) -> bool:
    """Whether given positions are those of a grid, to a fifth of its spacing."""
    if grid.latitude is None or grid.longitude is None:
        return False
    east = np.mod(longitude - grid.longitude + 180.0, 360.0) - 180.0
    apart = np.hypot(latitude - grid.latitude, east * np.cos(np.deg2rad(latitude)))
    known = np.isfinite(apart)
    return not known.any() or float(apart[known].max()) <= _NEAR * grid.spacing_deg


def _other_poles(mapping: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what a rotated grid may mean whose pole is given by another convention.

    The south pole in place of the north pole, or the longitude counted from the other side.
    """
    if mapping["grid_mapping_name"] != ROTATED:
        return []
    latitude = float(mapping["grid_north_pole_latitude"])
    longitude = float(mapping["grid_north_pole_longitude"])
    turn = float(mapping.get("north_pole_grid_longitude", 0.0))
    return [
        mapping_from_crs(
            {
                "grid_mapping_name": ROTATED,
                "grid_north_pole_latitude": sign * latitude,
                "grid_north_pole_longitude": (longitude + east + 180.0) % 360.0 - 180.0,
                "north_pole_grid_longitude": turn + more,
            }
        )
        for sign in (1.0, -1.0)
        for east in (180.0, 0.0)
        for more in (0.0, 180.0)
    ]


def _mapping_attributes(dataset: xr.Dataset, name: str) -> dict[str, Any] | None:
    """Mapping of a variable, repaired where the attributes are not quite CF."""
    mapping_name = text_of(dataset.variables[name], "grid_mapping").split(":")[0].strip()
    if mapping_name not in dataset.variables:
        return None
    attributes = {str(key): value for key, value in dataset.variables[mapping_name].attrs.items()}
    for key in ("proj_params", "proj4", "proj4text", "crs_wkt", "spatial_ref"):
        if attributes.get(key):
            return mapping_from_crs(str(attributes[key]))
    plain = {
        key: value.tolist() if isinstance(value, np.ndarray | np.generic) else value
        for key, value in attributes.items()
        if key != "_FillValue"
    }
    return mapping_from_crs(plain)


def _curvilinear(
    dataset: xr.Dataset, name: str, latitude: xr.Variable, longitude: xr.Variable
) -> GridAxes:
    """2-D coordinates: a lat-lon grid written in full, or a projection that must be known."""
    y_dim, x_dim = (str(dim) for dim in latitude.dims[-2:])
    lat = _numbers(latitude)
    lon = _numbers(longitude)
    if lat.ndim == 3:
        lat, lon = lat[0], lon[0]
    if np.allclose(lat, lat[:, :1], atol=1e-4) and np.allclose(lon, lon[:1], atol=1e-4):
        return _rectilinear("latitude", lat[:, 0], "longitude", lon[0], (y_dim, x_dim))
    stated = _mapping_attributes(dataset, name)
    mappings = wrf_mappings(dataset.attrs) if stated is None else [stated]
    if not mappings:
        raise unknown_projection(f"{name} has 2-D coordinates and no grid_mapping")
    fits = [_fitted(mapping, lat, lon) for mapping in mappings]
    known = [item for item in fits if item is not None]
    # Poles on opposite sides fit alike; of a grid that is turned over the columns run backwards.
    found = next((item for item in known if item[2][0] <= item[2][-1]), known[0] if known else None)
    if found is None:
        raise unknown_projection("the coordinates do not fit the mapping")
    mapping, rows, columns = found
    y_order, x_order = _ascending(rows, y_dim), _ascending(columns, x_dim)
    grid = HorizontalGrid(
        str(mapping["grid_mapping_name"]),
        rows[y_order],
        columns[x_order],
        lat[np.ix_(y_order, x_order)],
        lon[np.ix_(y_order, x_order)],
        mapping,
    )
    return GridAxes(grid, y_dim, x_dim, y_order, x_order)


def _fitted(
    mapping: dict[str, Any], lat: Floats, lon: Floats
) -> tuple[dict[str, Any], Floats, Floats] | None:
    """Return a mapping with the axes on which the coordinates lie; None where they do not."""
    x, y = from_degrees(mapping, lat, lon)
    rows, columns = np.median(y, axis=1), np.median(x, axis=0)
    spread = max(float(np.abs(y - rows[:, None]).max()), float(np.abs(x - columns).max()))
    step = float(np.median(np.abs(np.diff(columns)))) if columns.size > 1 else spread
    return None if spread > _NEAR * step else (mapping, rows, columns)


def moving_dimension(dataset: xr.Dataset) -> tuple[str, int] | None:
    """Return the time dim of coordinates that change with time, and its length, or None."""
    for item, variable in dataset.variables.items():
        if variable.ndim == 3 and is_latitude(str(item), variable) and variable.shape[0] > 1:
            values = np.asarray(variable.values, dtype=np.float64)
            if np.abs(values - values[:1]).max() > EDGE_TOLERANCE_DEG:
                return str(variable.dims[0]), int(variable.shape[0])
    return None


def wrf_mappings(attributes: Mapping[str, Any]) -> list[dict[str, Any]]:
    """CF mappings that a WRF file's global attributes may mean, on its sphere of 6370 km.

    Those of a rotated grid leave open to which side its pole is turned; the coordinates decide.
    """
    if "MAP_PROJ" not in attributes:
        return []
    kind = int(attributes["MAP_PROJ"])
    if kind == _WRF_ROTATED:
        pole, turn = float(attributes["POLE_LAT"]), float(attributes["STAND_LON"])
        return [
            mapping_from_crs(
                {
                    "grid_mapping_name": ROTATED,
                    "grid_north_pole_latitude": pole,
                    "grid_north_pole_longitude": (longitude + 180.0) % 360.0 - 180.0,
                    "north_pole_grid_longitude": 0.0,
                    "earth_radius": 6370000.0,
                }
            )
            for longitude in (180.0 - turn, -turn, turn, 180.0 + turn)
        ]
    lat_1, lat_2 = float(attributes["TRUELAT1"]), float(attributes["TRUELAT2"])
    lon_0, lat_0 = float(attributes["STAND_LON"]), float(attributes["MOAD_CEN_LAT"])
    sphere = "+R=6370000 +units=m"
    definition = {
        1: f"+proj=lcc +lat_1={lat_1} +lat_2={lat_2} +lat_0={lat_0} +lon_0={lon_0} {sphere}",
        2: f"+proj=stere +lat_ts={lat_1} +lat_0={np.copysign(90, lat_1)} +lon_0={lon_0} {sphere}",
        3: f"+proj=merc +lat_ts={lat_1} +lon_0={lon_0} {sphere}",
    }.get(kind)
    return [] if definition is None else [mapping_from_crs(definition)]
