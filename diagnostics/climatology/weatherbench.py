"""Reading WeatherBench2's climatologies: dims ``hour`` and ``dayofyear``, its own names.

A variable without suffix is the mean, ``NAME_std`` the standard deviation, ``NAME_quantile`` the
quantiles along ``quantile`` (shares of one). Days are ordinary days of the year, levels hPa, rows
and columns in either order. The files do not say how many years or values are behind them; the
years are taken from a name such as ``1990-2019_6h_64x32.zarr``, and counts stay unknown.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import numpy as np
import xarray

from diagnostics.climatology.gridded import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.contracts.base import canonical_bytes
from diagnostics.errors import InputDataError
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.fields.format_detection import Recognised
from diagnostics.fields.identity import Identity
from diagnostics.fields.names import LEVEL_NAMES, SURFACE_NAMES
from diagnostics.messages import Message

_STATISTIC = re.compile(r"(?P<name>.+?)(?:_(?P<statistic>std|quantile))?$")
_YEARS = re.compile(r"(?<!\d)(\d{4})[-_](\d{4})(?!\d)")
_MAPS = {"total_column_water_vapour": "pwat", "total_column_water_vapor": "pwat"}
"""Fields that are the map of an index here, in its own unit."""
_HASHED_BYTES = 256 * 1024 * 1024


def open_weatherbench(path: str) -> GridClimatology:
    """Open a WeatherBench2 climatology, a Zarr store or a NetCDF file.

    Parameters
    ----------
    path : str
        A path, or the address of a store.

    Raises
    ------
    InputDataError
        ``not_a_climatology`` where it has no days of the year, ``no_known_field`` where none of
        its fields is known here.
    """
    data, identity = _open(path)
    if "dayofyear" not in data.dims or "latitude" not in data or "longitude" not in data:
        raise not_a_climatology(path)
    name = Path(path.rstrip("/")).name
    years = _years_of(name)
    arrays: dict[tuple[str, float | None, str], xarray.DataArray] = {}
    units: dict[str, str] = {}
    for variable, array in data.data_vars.items():
        match = _STATISTIC.match(str(variable))
        if match is None or "dayofyear" not in array.dims:
            continue
        statistic = match["statistic"] or "mean"
        for key, part in _parts(match["name"], array):
            arrays[*key, statistic] = part
            units[key[0]] = str(array.attrs.get("units", ""))
    if not arrays:
        raise InputDataError(
            Message(
                id="climatologyerror-no_known_field",
                params={
                    "name": f"{name!r}",
                    "variables": ", ".join(map(str, data.data_vars)) or "no variable",
                },
            ),
            code="no_known_field",
            data={"path": path},
        )
    kind = GridKind.HOURLY if "hour" in data.dims else GridKind.DAILY
    found: dict[tuple[str, float | None], dict[str, xarray.DataArray]] = {}
    for (field, level, statistic), array in arrays.items():
        found.setdefault((field, level), {})[statistic] = array
    items = [
        GridItem(GridKey(name=field, level=level), kind, units[field], held, years)
        for (field, level), held in found.items()
    ]
    return GridClimatology(
        items,
        data["latitude"].values,
        data["longitude"].values,
        name=name,
        digest=_digest(path, data),
        attributes={"provenance": "WeatherBench2", "base_period": _period(name)},
        leap_calendar=False,
        identity=identity,
    )


def _open(path: str) -> tuple[xarray.Dataset, Identity]:
    """Open a file or store whose identity was taken before."""
    is_store = path.rstrip("/").endswith(".zarr") or Path(path).is_dir() or "://" in path
    try:
        identity = Identity([Recognised(path, "zarr" if is_store else "netcdf4")])
        if is_store:
            return xarray.open_zarr(path, chunks=None, decode_timedelta=False), identity
        data = xarray.open_dataset(path, engine="netcdf4", decode_times=False, cache=False)
        return data, identity
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise not_a_climatology(path) from error


def _parts(
    name: str, array: xarray.DataArray
) -> list[tuple[tuple[str, float | None], xarray.DataArray]]:
    """Split a variable into canonical fields, one for each level."""
    lower = name.lower()
    if lower in _MAPS:
        return [((_MAPS[lower], None), array)]
    if "level" in array.dims:
        field = LEVEL_NAMES.get(lower, "")
        if field not in CANONICAL:
            return []
        levels = np.asarray(array["level"].values, dtype=np.float64).tolist()
        return [((field, level), array.isel(level=at)) for at, level in enumerate(levels)]
    field = SURFACE_NAMES.get(lower, "")
    # amounts are metres over windows that only their names tell
    if field not in CANONICAL or CANONICAL[field].kind is not FieldKind.SURFACE:
        return []
    return [((field, None), array)]


def _years_of(name: str) -> int:
    match = _YEARS.search(name)
    return int(match[2]) - int(match[1]) + 1 if match else 0


def _period(name: str) -> str:
    match = _YEARS.search(name)
    return f"{match[1]} to {match[2]}" if match else "not stated"


def _digest(path: str, data: xarray.Dataset) -> str:
    """Digest of a file's bytes where it is small, else of its layout and coordinates."""
    local = Path(path)
    if local.is_file() and local.stat().st_size <= _HASHED_BYTES:
        return hashlib.sha256(local.read_bytes()).hexdigest()
    layout: dict[str, Any] = {
        str(name): [list(map(str, array.dims)), list(array.shape), str(array.dtype)]
        for name, array in data.variables.items()
    }
    state = hashlib.sha256(canonical_bytes(layout))
    for name in ("latitude", "longitude", "level", "hour", "dayofyear", "quantile"):
        if name in data.variables:
            state.update(np.asarray(data[name].values, dtype="<f8").tobytes())
    if local.is_dir():
        for member in sorted(local.rglob("*")):
            if member.is_file():
                entry = f"{member.relative_to(local).as_posix()} {member.stat().st_size}\n"
                state.update(entry.encode())
    return state.hexdigest()


def not_a_climatology(path: str | Path) -> InputDataError:
    """Return the error for what is no climatology of any kind known here."""
    return InputDataError(
        Message(id="climatologyerror-no_climatology", params={"name": f"{Path(str(path)).name!r}"}),
        code="not_a_climatology",
        data={"path": str(path)},
    )
