"""The baseline file: NetCDF-4, one variable (hour, date) per reduced index.

Global attributes: ``format`` (``hvrmet-baseline-1``), ``name``, ``base_period``, ``provenance``,
``digest`` (sha256 of all keys and values). Each variable carries ``index``, ``level`` (hPa, absent
where there is none), ``reduction``, ``params_digest``, ``region`` (W, S, E, N), ``units``,
``std_floor``, and ``mode`` (qa or diagnose) where it is known; its dimensions are ``hour_N`` and
``date_N``, shared by variables that have the same hours and days.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from diagnostics.climatology.series import BaselineSeries, IndexKey
from diagnostics.contracts.base import canonical_bytes
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.messages import Message

if TYPE_CHECKING:
    import netCDF4

FORMAT = "hvrmet-baseline-1"


def series_digest(series: Sequence[BaselineSeries]) -> str:
    """Sha256 of keys, regions, units, hours, days and values (as stored: float32)."""
    state = hashlib.sha256()
    for item in sorted(series, key=_order):
        head = {
            "key": _key_document(item.key),
            "region": item.region.bounds(),
            "unit": item.unit,
            "std_floor": float(np.float32(item.std_floor)),
        }
        state.update(canonical_bytes(head))
        state.update(np.ascontiguousarray(item.hours, dtype="<f8").tobytes())
        state.update(_days(item.dates).astype("<i8").tobytes())
        state.update(np.ascontiguousarray(item.values, dtype="<f4").tobytes())
    return state.hexdigest()


def _key_document(key: IndexKey) -> dict[str, Any]:
    # files from before modes were kept have their digest without one
    return key.model_dump(mode="json", exclude=None if key.mode else {"mode"})


def _order(item: BaselineSeries) -> tuple[str, str, str, float, tuple[float, ...]]:
    key = item.key
    level = -1.0 if key.level is None else key.level
    name = f"{key.name} {key.mode}".rstrip()
    return name, key.reduction, key.params_digest, level, tuple(item.region.bounds())


def _days(dates: npt.NDArray[np.datetime64]) -> npt.NDArray[np.int64]:
    return dates.astype("datetime64[D]").astype(np.int64)


def write_series(
    path: str | Path, series: Sequence[BaselineSeries], attributes: dict[str, str]
) -> str:
    """Write a baseline file, whole or not at all, and return its digest."""
    import netCDF4

    target = Path(path)
    digest = series_digest(series)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with netCDF4.Dataset(temporary, "w", format="NETCDF4") as file:
            file.setncatts({"format": FORMAT, "digest": digest, **attributes})
            axes: dict[tuple[bytes, bytes], int] = {}
            for number, item in enumerate(sorted(series, key=_order)):
                _write_one(file, number, item, axes)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    return digest


def _write_one(
    file: netCDF4.Dataset, number: int, item: BaselineSeries, axes: dict[tuple[bytes, bytes], int]
) -> None:
    hours, days = np.asarray(item.hours, dtype=np.float64), _days(item.dates)
    axis = axes.setdefault((hours.tobytes(), days.tobytes()), len(axes))
    names = (f"hour_{axis}", f"date_{axis}")
    if names[0] not in file.dimensions:
        file.createDimension(names[0], hours.size)
        file.createDimension(names[1], days.size)
        file.createVariable(names[0], "f8", (names[0],))[:] = hours
        file.createVariable(names[1], "i8", (names[1],), zlib=True)[:] = days
        file[names[0]].units = "hours of the day, UTC"
        file[names[1]].units = "days since 1970-01-01"
    variable = file.createVariable(
        f"series_{number:04d}", "f4", names, zlib=True, complevel=6, shuffle=True
    )
    variable[:] = item.values.astype(np.float32)
    key = item.key
    level = {} if key.level is None else {"level": float(key.level)}
    variable.setncatts(
        {
            "index": key.name,
            **level,
            "reduction": key.reduction,
            "params_digest": key.params_digest,
            "region": np.asarray(item.region.bounds(), dtype=np.float64),
            **({"mode": key.mode} if key.mode else {}),
            "units": item.unit,
            "std_floor": float(np.float32(item.std_floor)),
            **item.attributes,
        }
    )


def read_series(path: str | Path) -> tuple[list[BaselineSeries], dict[str, str]]:
    """Read a baseline file and check its digest.

    Raises
    ------
    InputDataError
        ``file_not_found``, ``not_a_baseline``, or ``damaged_baseline`` when the content does not
        match the recorded digest.
    """
    import netCDF4

    source = Path(path)
    if not source.is_file():
        raise InputDataError(
            Message(id="climatologyerror-baseline_missing", params={"name": f"{source.name!r}"}),
            code="file_not_found",
            data={"path": str(path)},
        )
    try:
        with netCDF4.Dataset(source) as file:
            attributes = {name: str(file.getncattr(name)) for name in file.ncattrs()}
            if attributes.get("format") != FORMAT:
                raise _not_a_baseline(source)
            series = [
                _read_one(file, variable)
                for name, variable in file.variables.items()
                if name.startswith("series_")
            ]
    except (OSError, RuntimeError, AttributeError, KeyError, ValueError) as error:
        raise _not_a_baseline(source) from error
    if series_digest(series) != attributes.get("digest"):
        raise InputDataError(
            Message(id="climatologyerror-baseline_checksum", params={"name": f"{source.name!r}"}),
            code="damaged_baseline",
            data={"path": str(path)},
        )
    return series, attributes


def _not_a_baseline(source: Path) -> InputDataError:
    return InputDataError(
        Message(
            id="climatologyerror-not_a_baseline",
            params={"name": f"{source.name!r}", "kind": f"{FORMAT}"},
        ),
        code="not_a_baseline",
        data={"path": str(source)},
    )


def _read_one(file: netCDF4.Dataset, variable: netCDF4.Variable[Any]) -> BaselineSeries:
    hours, days = (np.asarray(file[name][:]) for name in variable.dimensions)
    stored = variable[:]
    own = {"index", "level", "reduction", "params_digest", "mode", "region", "units", "std_floor"}
    return BaselineSeries(
        key=IndexKey(
            name=variable.index,
            level=float(variable.level) if "level" in variable.ncattrs() else None,
            reduction=variable.reduction,
            params_digest=variable.params_digest,
            mode=str(variable.getncattr("mode")) if "mode" in variable.ncattrs() else "",
        ),
        region=Region.model_validate(tuple(float(edge) for edge in variable.region)),
        unit=variable.units,
        hours=hours.astype(np.float64),
        dates=days.astype("datetime64[D]"),
        values=np.ma.filled(stored.astype(np.float64), np.nan),
        std_floor=float(variable.std_floor),
        attributes={
            name: str(variable.getncattr(name))
            for name in variable.ncattrs()
            if name not in own and not name.startswith("_")
        },
    )
