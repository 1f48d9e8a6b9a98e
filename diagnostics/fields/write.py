"""Write a canonical dataset as compact NetCDF-4, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diagnostics.errors import InputDataError, reason_of
from diagnostics.fields.canonical import CANONICAL
from diagnostics.fields.memory import MemorySource
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

_CONVENTIONS = "CF-1.11"
_TIME_UNITS = "seconds since 1970-01-01 00:00:00"


def write_dataset(dataset: xr.Dataset, path: str | Path, *, title: str = "") -> Path:
    """Write a canonical dataset that `diagnostics.fields.open_source` reads back as it is.

    Values are stored as float32, compressed without loss, one chunk per time and variable; the
    file appears under its name only when it is whole.

    Parameters
    ----------
    dataset : xarray.Dataset
        Canonical, in memory.
    path : path
        Replaced where it exists; its directory must exist.
    title : str, optional
        Global attribute.

    Returns
    -------
    Path

    Raises
    ------
    InputDataError
        ``not_canonical``, or ``not_writable`` when the place refuses the file.
    """
    target = Path(path)
    MemorySource(dataset)
    prepared = _prepared(dataset, title)
    try:
        handle, temporary = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=".part", dir=target.parent
        )
    except OSError as error:
        raise InputDataError(
            Message(
                id="dataerror-not_writable",
                params={
                    "name": f"{target.name}",
                    "folder": f"{target.parent.name or 'this directory'}",
                    "reason": reason_of(error),
                },
            ),
            code="not_writable",
            data={"path": str(target)},
        ) from error
    os.close(handle)
    try:
        prepared.to_netcdf(
            temporary, engine="netcdf4", format="NETCDF4", encoding=_encoding(prepared)
        )
        Path(temporary).chmod(0o644)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return target


def _prepared(dataset: xr.Dataset, title: str) -> xr.Dataset:
    names = [name for name in CANONICAL if name in dataset.data_vars]
    prepared = dataset[names].copy()
    for array in prepared.variables.values():
        array.encoding = {}
    attributes: dict[str, Any] = {"Conventions": _CONVENTIONS}
    for key in ("title", "attribution", "origin", "source", "references", "comment"):
        text = title if key == "title" and title else dataset.attrs.get(key)
        if text:
            attributes[key] = str(text)
    prepared.attrs = attributes
    # The mapping is a plain variable in CF, although a coordinate is handier in memory.
    mappings = [str(k) for k, v in prepared.coords.items() if "grid_mapping_name" in v.attrs]
    return prepared.reset_coords(mappings) if mappings else prepared


def _encoding(dataset: xr.Dataset) -> dict[str, dict[str, Any]]:
    encoding: dict[str, dict[str, Any]] = {
        "time": {"units": _TIME_UNITS, "dtype": "int64", "calendar": "proleptic_gregorian"}
    }
    for name, array in dataset.data_vars.items():
        if str(name) not in CANONICAL:
            continue
        chunks = [1 if dim == "time" else size for dim, size in array.sizes.items()]
        encoding[str(name)] = {
            "dtype": "float32",
            "zlib": True,
            "complevel": 1,
            "shuffle": True,
            "_FillValue": float("nan"),
            "chunksizes": tuple(chunks) if array.ndim else None,
        }
    return encoding


def field_to_netcdf(field: xr.DataArray) -> bytes:
    """Write one field, of any name and unit, as a NetCDF-3 file in memory.

    Parameters
    ----------
    field : xarray.DataArray
        With its coordinates; a scalar grid mapping may be among them.

    Returns
    -------
    bytes
        The same for the same field.
    """
    name = str(field.name or "field")
    dataset = field.to_dataset(name=name)
    dataset[name].attrs = {key: value for key, value in field.attrs.items() if value != ""}
    for key, coordinate in dataset.coords.items():
        # The classic format knows no integers of 64 bits.
        if coordinate.dtype.kind in "iub":
            dataset = dataset.assign_coords({key: coordinate.astype("int32")})
    encoding: dict[Hashable, dict[str, Any]] = {}
    if "time" in dataset.variables and dataset["time"].dtype.kind == "M":
        encoding["time"] = {"units": _TIME_UNITS, "dtype": "float64"}
    return bytes(dataset.to_netcdf(engine="scipy", format="NETCDF3_64BIT", encoding=encoding))
