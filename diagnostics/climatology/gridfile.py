"""The file of a grid climatology: NetCDF-4, one variable per quantity and statistic.

Global attributes: ``format`` (``hvrmet-gridded-1``), ``name``, ``base_period``, ``provenance``,
``items`` (JSON: key, kind, unit, years, attributes and statistics of each) and ``digest``: sha256
of the items, the coordinates and the sha256 of every row of every statistic, whatever the blocks
in which the file was built. Variables are called ``item_NN_STATISTIC`` with dims among
``quantile``, ``hour_NN``, ``dayofyear``, and ``latitude, longitude`` or ``y, x``; every chunk
carries a checksum that the library verifies on reading.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import xarray

from diagnostics.climatology.gridded import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.contracts.base import canonical_bytes
from diagnostics.errors import InputDataError
from diagnostics.fields.format_detection import Recognised
from diagnostics.fields.identity import Identity
from diagnostics.messages import Message

if TYPE_CHECKING:
    import netCDF4

FORMAT = "hvrmet-gridded-1"
_DAYS_PER_CHUNK = 8
_CELLS_PER_CHUNK = 48
_ROWS_AT_ONCE = 16

Tables = Mapping[str, npt.NDArray[np.float32]]


@dataclass(frozen=True)
class ItemHead:
    """What the file says of one quantity, beside its statistics."""

    key: GridKey
    kind: GridKind
    unit: str
    years: int
    attributes: Mapping[str, str] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "key": self.key.model_dump(mode="json"),
            "kind": self.kind.value,
            "unit": self.unit,
            "years": self.years,
            "attributes": dict(self.attributes),
        }


class GridWriter:
    """Writes the blocks of a grid climatology, whole or not at all.

    Use it as a context; the file appears under its name when the context ends without an error.

    Parameters
    ----------
    path : Path
    heads : sequence of ItemHead
    latitude, longitude : ndarray
        One-dimensional, or two-dimensional over (y, x).
    quantiles : sequence of float
        Per cent.
    attributes : mapping
        ``name``, ``base_period``, ``provenance``.
    """

    def __init__(
        self,
        path: Path,
        heads: Sequence[ItemHead],
        latitude: npt.NDArray[np.float64],
        longitude: npt.NDArray[np.float64],
        quantiles: Sequence[float],
        attributes: Mapping[str, str],
    ) -> None:
        self._target = path
        self._temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
        self._heads = tuple(heads)
        self._axes = (latitude, longitude)
        self._quantiles = np.asarray(quantiles, dtype=np.float64)
        self._attributes = dict(attributes)
        self._documents = [head.document() for head in self._heads]
        self._rows: list[str] = []
        self.digest = ""

    def __enter__(self) -> GridWriter:
        import netCDF4

        self._file = netCDF4.Dataset(self._temporary, "w", format="NETCDF4")
        latitude, longitude = self._axes
        flat = latitude.ndim == 1
        dims = ("latitude", "longitude") if flat else ("y", "x")
        sizes = (latitude.size, longitude.size) if flat else latitude.shape
        for dim, size in zip(dims, sizes, strict=True):
            self._file.createDimension(dim, size)
        self._dims = dims
        self._file.createDimension("dayofyear", 366)
        self._file.createVariable("dayofyear", "i4", ("dayofyear",))[:] = np.arange(1, 367)
        self._file["dayofyear"].long_name = "day of a leap year: 60 is 29 February"
        if self._quantiles.size:
            self._file.createDimension("quantile", self._quantiles.size)
            shares = self._file.createVariable("quantile", "f8", ("quantile",))
            shares[:] = self._quantiles / 100.0
        for name, values in (("latitude", latitude), ("longitude", longitude)):
            over = (name,) if flat else dims
            axis = self._file.createVariable(name, "f8", over)
            axis[:] = values
            axis.units = "degrees_north" if name == "latitude" else "degrees_east"
        return self

    def add(self, number: int, first_row: int, tables: Tables) -> None:
        """Write one block of item `number`; blocks come in the order of items and rows.

        Parameters
        ----------
        number : int
        first_row : int
        tables : mapping of ndarray (..., row, column)
            By statistic; ``hours`` apart.
        """
        hours = tables.get("hours")
        names = sorted(name for name in tables if name != "hours")
        if f"item_{number:02d}_{names[0]}" not in self._file.variables:
            self._begin(number, names, tables, hours)
        rows = tables[names[0]].shape[-2]
        for name in names:
            variable = self._file[f"item_{number:02d}_{name}"]
            variable[..., first_row : first_row + rows, :] = tables[name]
        self._rows += _row_digests(number, names, tables)

    def _begin(
        self,
        number: int,
        names: Sequence[str],
        tables: Tables,
        hours: npt.NDArray[np.float32] | None,
    ) -> None:
        self._documents[number]["statistics"] = list(names)
        lead: tuple[str, ...] = ()
        kind = self._heads[number].kind
        if kind is GridKind.HOURLY and hours is not None:
            dim = f"hour_{number:02d}"
            self._documents[number]["hours"] = [float(hour) for hour in hours]
            self._file.createDimension(dim, hours.size)
            self._file.createVariable(dim, "f8", (dim,))[:] = hours
            self._file[dim].units = "hours of the day, UTC"
            lead = (dim,)
        if kind is not GridKind.ALL_DAYS:
            lead = (*lead, "dayofyear")
        for name in names:
            dims = (("quantile",) if name == "quantile" else ()) + lead + self._dims
            sizes = [len(self._file.dimensions[dim]) for dim in dims]
            variable = self._file.createVariable(
                f"item_{number:02d}_{name}",
                "f4",
                dims,
                zlib=True,
                complevel=1,
                shuffle=True,
                fletcher32=True,
                chunksizes=[
                    _chunk(dim, size, tables[name].shape[-2])
                    for dim, size in zip(dims, sizes, strict=True)
                ],
                fill_value=np.float32(np.nan),
            )
            variable.quantity = self._heads[number].key.label
            variable.statistic = name

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.digest = _total(self._documents, self._axes, self._quantiles, self._rows)
            self._file.setncatts(
                {
                    "format": FORMAT,
                    **self._attributes,
                    "items": json.dumps(self._documents),
                    "digest": self.digest,
                }
            )
        self._file.close()
        if kind is None:
            self._temporary.replace(self._target)
        self._temporary.unlink(missing_ok=True)


def _chunk(dim: str, size: int, rows: int) -> int:
    if dim == "dayofyear":
        return min(size, _DAYS_PER_CHUNK)
    if dim.startswith("hour"):
        return 1
    if dim in ("latitude", "y"):
        return max(1, min(size, rows, _CELLS_PER_CHUNK))
    return min(size, _CELLS_PER_CHUNK)


def _row_digests(number: int, names: Sequence[str], tables: Tables) -> list[str]:
    """Digest each row of a block, statistic by statistic."""
    found = []
    for row in range(tables[names[0]].shape[-2]):
        state = hashlib.sha256(str(number).encode())
        for name in names:
            values = np.ascontiguousarray(tables[name][..., row, :], dtype="<f4")
            state.update(name.encode())
            state.update(values.tobytes())
        found.append(state.hexdigest())
    return found


def _total(
    documents: Sequence[Mapping[str, Any]],
    axes: Sequence[npt.NDArray[np.float64]],
    quantiles: npt.NDArray[np.float64],
    rows: Sequence[str],
) -> str:
    state = hashlib.sha256(canonical_bytes(list(documents)))
    # the file keeps shares, which are per cent again only after rounding
    for values in (*axes, np.round(quantiles, 6)):
        state.update(np.ascontiguousarray(values, dtype="<f8").tobytes())
    for row in rows:
        state.update(bytes.fromhex(row))
    return state.hexdigest()


def open_gridded(path: Path) -> GridClimatology:
    """Open a grid climatology; what is read of it later is verified chunk by chunk.

    Raises
    ------
    InputDataError
        ``not_a_climatology`` where the file cannot be read.
    """
    identity = Identity([Recognised(str(path), "netcdf4")])
    try:
        data = xarray.open_dataset(path, engine="netcdf4", decode_times=False, cache=False)
        documents = json.loads(data.attrs["items"])
        items = [_item(data, number, document) for number, document in enumerate(documents)]
        digest = str(data.attrs["digest"])
        latitude, longitude = data["latitude"].values, data["longitude"].values
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise InputDataError(
            Message(id="climatologyerror-damaged", params={"name": f"{path.name!r}"}),
            code="damaged_climatology",
            data={"path": str(path)},
        ) from error
    known = ("format", "items", "digest", "name")
    return GridClimatology(
        items,
        latitude,
        longitude,
        name=str(data.attrs.get("name", path.stem)),
        digest=digest,
        attributes={name: str(text) for name, text in data.attrs.items() if name not in known},
        identity=identity,
    )


def _item(data: xarray.Dataset, number: int, document: Mapping[str, Any]) -> GridItem:
    hour = f"hour_{number:02d}"
    arrays = {}
    for name in document["statistics"]:
        array = data[f"item_{number:02d}_{name}"]
        arrays[name] = array.rename({hour: "hour"}) if hour in array.dims else array
    return GridItem(
        GridKey.model_validate(document["key"]),
        GridKind(document["kind"]),
        document["unit"],
        arrays,
        int(document["years"]),
        document["attributes"],
    )


def verify(path: Path) -> str:
    """Read a grid climatology from end to end and return its digest.

    Raises
    ------
    InputDataError
        ``damaged_climatology`` when the content is not what the digest says.
    """
    import netCDF4

    try:
        with netCDF4.Dataset(path) as file:
            file.set_auto_mask(False)
            documents = json.loads(file.getncattr("items"))
            axes = [np.asarray(file[name][:]) for name in ("latitude", "longitude")]
            shares = file["quantile"][:] if "quantile" in file.variables else ()
            quantiles = 100.0 * np.asarray(shares, dtype=np.float64)
            rows = [digest for number, item in enumerate(documents)
                    for digest in _digests_in(file, number, item["statistics"])]  # fmt: skip
            recorded = str(file.getncattr("digest"))
    except (OSError, RuntimeError, KeyError, ValueError, AttributeError) as error:
        raise _damaged(path) from error
    if _total(documents, axes, quantiles, rows) != recorded:
        raise _damaged(path)
    return recorded


def _digests_in(file: netCDF4.Dataset, number: int, names: Sequence[str]) -> Iterator[str]:
    variables = {name: file[f"item_{number:02d}_{name}"] for name in names}
    rows = next(iter(variables.values())).shape[-2]
    for first in range(0, rows, _ROWS_AT_ONCE):
        part = {
            name: np.asarray(variable[..., first : first + _ROWS_AT_ONCE, :])
            for name, variable in variables.items()
        }
        yield from _row_digests(number, names, part)


def _damaged(path: Path) -> InputDataError:
    return InputDataError(
        Message(id="climatologyerror-grid_checksum", params={"name": f"{path.name!r}"}),
        code="damaged_climatology",
        data={"path": str(path)},
    )
