"""When the values of a NetCDF or Zarr variable are valid, and which member they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.base import FIRST_YEAR, LAST_YEAR
from diagnostics.errors import InputDataError
from diagnostics.fields.axes import text_of
from diagnostics.fields.blocks import Hints, Scan, Times
from diagnostics.fields.times import decode_times, has_reference, parse_moment, seconds_per
from diagnostics.fields.wgrib2 import run_of
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

_TIME_NAMES = {"time", "valid_time", "times", "xtime", "date", "t", "forecast_reference_time"}
_STEP_NAMES = {"step", "prediction_timedelta", "lead_time", "leadtime", "forecast_period"}
_STEP_PREFIXES = ("forecast_time", "frtime", "fcst_time")
_MEMBER_NAMES = {"number", "realization", "member", "ensemble", "ens"}


@dataclass(frozen=True)
class TimeAxis:
    """Valid times of a variable: one or two dims of the file, flattened.

    ``positions`` has one row per time with the position in each of ``dims``.
    """

    dims: tuple[str, ...]
    times: Times
    positions: NDArray[np.intp]
    runs: Times | None = None
    bounds: Times | None = None

    def at_ends(self) -> TimeAxis:
        """Return the axis of what belongs to an interval: its times are the ends of their bounds.

        The stamp may lie anywhere in the interval, often in its middle (CF conventions, 7.1).
        """
        if self.bounds is None or not (self.bounds[:, 1] > self.bounds[:, 0]).all():
            return self
        return replace(self, times=np.asarray(self.bounds[:, 1]))


def time_axis(dataset: xr.Dataset, name: str, hints: Hints, scan: Scan) -> TimeAxis | None:
    """Return the valid times of a variable; None where nothing says when it is."""
    dims = [str(dim) for dim in dataset.variables[name].dims]
    steps = [dim for dim in dims if _is_step(dataset, dim)]
    moments = [dim for dim in dims if dim not in steps and _is_time(dataset, dim)]
    base, base_bounds = _moments_of(dataset, moments[:1], hints, scan, name)
    lead_name = steps[0] if steps else _scalar_step(dataset, moments)
    if lead_name is None:
        if base is None:
            return None
        positions = np.arange(base.size, dtype=np.intp)[:, None] if moments else np.zeros((1, 0))
        times = np.atleast_1d(base)
        runs = _stated_run(dataset, times)
        return TimeAxis(tuple(moments[:1]), times, positions.astype(np.intp), runs, base_bounds)
    start = base if base is not None else hints.origin
    if start is None:
        return None
    lead = _lead_times(dataset.variables[lead_name])
    runs, leads = np.meshgrid(np.atleast_1d(start), np.atleast_1d(lead), indexing="ij")
    index = np.stack(np.meshgrid(*(np.arange(n) for n in runs.shape), indexing="ij"), axis=-1)
    used = [*moments[:1], *steps[:1]]
    keep = [0] if moments else []
    keep += [1] if steps else []
    positions = index.reshape(-1, 2)[:, keep]
    return TimeAxis(
        tuple(used), (runs + leads).ravel(), positions.astype(np.intp), runs.ravel(), None
    )


def _stated_run(dataset: xr.Dataset, times: Times) -> Times | None:
    """Return the one run that a file of valid times says they are of, for each of them."""
    begin = _simulation_start(dataset)
    if begin is not None:
        return np.repeat(begin, times.size)
    for item, variable in dataset.variables.items():
        fixed = run_of(variable)
        if fixed is not None:
            return np.repeat(fixed, times.size)
        said = text_of(variable, "standard_name") or str(item)
        units = text_of(variable, "units")
        if said == "forecast_reference_time" and variable.size == 1 and has_reference(units):
            calendar = text_of(variable, "calendar")
            run = decode_times(np.atleast_1d(variable.values), units, calendar, str(item))
            return np.repeat(run, times.size)
    return None


def _simulation_start(dataset: xr.Dataset) -> np.datetime64 | None:
    """Return the start that WRF states; idealised runs begin in the year 1 and have none."""
    moment = parse_moment(str(dataset.attrs.get("SIMULATION_START_DATE", "")).strip())
    if moment is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        return None
    return np.datetime64(moment.replace(tzinfo=None), "ns")


def _is_time(dataset: xr.Dataset, dim: str) -> bool:
    if dim.lower() in _TIME_NAMES or dim.lower().startswith(("initial_time", "timestep")):
        return True
    if dim in dataset.variables:
        variable = dataset.variables[dim]
        return text_of(variable, "standard_name") == "time" or has_reference(
            text_of(variable, "units")
        )
    return False


def _is_step(dataset: xr.Dataset, dim: str) -> bool:
    lower = dim.lower()
    if lower in _STEP_NAMES or lower.startswith(_STEP_PREFIXES):
        return not (
            dim in dataset.variables and has_reference(text_of(dataset.variables[dim], "units"))
        )
    return False


def _scalar_step(dataset: xr.Dataset, moments: Sequence[str]) -> str | None:
    """A scalar step with no valid time beside it (cfgrib writes both)."""
    if any("valid" in dim for dim in moments) or "valid_time" in dataset.variables:
        return None
    for item in ("step", "prediction_timedelta"):
        if item in dataset.variables and dataset.variables[item].ndim == 0:
            return item
    return None


def _lead_times(variable: xr.Variable) -> NDArray[np.timedelta64]:
    if variable.dtype.kind == "m":
        return variable.values.astype("timedelta64[ns]")
    factor = seconds_per(text_of(variable, "units") or "hours")
    if factor is None:
        raise InputDataError(
            Message(id="dataerror-step_unit", params={"unit": f"{text_of(variable, 'units')!r}"}),
            code="time_not_understood",
        )
    milliseconds = np.round(np.asarray(variable.values, dtype=np.float64) * factor * 1000.0)
    return milliseconds.astype("timedelta64[ms]").astype("timedelta64[ns]")


def _moments_of(
    dataset: xr.Dataset, moments: Sequence[str], hints: Hints, scan: Scan, name: str
) -> tuple[Times | None, Times | None]:
    """Times of the file's time dim (or its scalar time), and its bounds where it has some."""
    dim = moments[0] if moments else None
    for item in _time_candidates(dataset, dim, name):
        variable = dataset.variables[item]
        units = text_of(variable, "units")
        if variable.dtype.kind == "M":
            return variable.values.astype("datetime64[ns]"), None
        if variable.dtype.kind in "SU":
            parsed = _parsed_text(variable, dim)
            if parsed is not None:
                return parsed, None
        elif variable.dtype.kind in "fiu" and has_reference(units):
            calendar = text_of(variable, "calendar")
            times = decode_times(variable.values, units, calendar, item)
            bounds_name = text_of(variable, "bounds")
            bounds = None
            if bounds_name in dataset.variables and variable.ndim == 1:
                edges = dataset.variables[bounds_name]
                if edges.ndim == 2 and edges.shape[-1] == 2:
                    own = text_of(edges, "units") or units
                    bounds = decode_times(edges.values, own, calendar, bounds_name)
            return times, bounds
    if dim is None or dim not in dataset.variables:
        return (None if hints.origin is None or dim else np.atleast_1d(hints.origin)), None
    return _from_origin(dataset, dim, hints, scan), None


def _time_candidates(dataset: xr.Dataset, dim: str | None, name: str) -> list[str]:
    if dim is not None:
        beside = [
            str(item)
            for item, variable in dataset.variables.items()
            if variable.dims == (dim,)
            and item != dim
            and str(item) != name
            and (_is_time(dataset, str(item)) or str(item) in {"Times", "XTIME"})
        ]
        # Times of WRF are exact, its minutes in single precision are not.
        beside.sort(key=lambda item: item != "Times")
        return [*([dim] if dim in dataset.variables else []), *beside]
    scalars = [
        str(item)
        for item, variable in dataset.variables.items()
        if variable.size == 1 and _is_time(dataset, str(item)) and variable.dtype.kind in "fiuM"
    ]
    return sorted(scalars, key=lambda item: (item != "valid_time", item))


def _parsed_text(variable: xr.Variable, dim: str | None) -> Times | None:
    texts = [
        item.decode("ascii", "replace") if isinstance(item, bytes) else str(item)
        for item in np.atleast_1d(variable.values)
    ]
    moments = [parse_moment(text.strip().rstrip("\x00")) for text in texts]
    if not moments or any(moment is None for moment in moments):
        return None
    return np.array(
        [moment.replace(tzinfo=None) for moment in moments if moment is not None],
        dtype="datetime64[ns]",
    )


def _from_origin(dataset: xr.Dataset, dim: str, hints: Hints, scan: Scan) -> Times | None:
    """Times counted from a reference given apart from the axis, or by the caller."""
    variable = dataset.variables[dim]
    origin = hints.origin
    if origin is None:
        for item in ("reftime", "reference_time", "forecast_reference_time", "base_time"):
            if item in dataset.variables and dataset.variables[item].size == 1:
                parsed = _parsed_text(dataset.variables[item], None)
                origin = parsed[0] if parsed is not None else None
    if origin is None or variable.dtype.kind not in "fiu":
        return None
    unit = text_of(variable, "units")
    if not unit:
        scan.warn(
            "time_unit_assumed",
            Message(
                id="reader-time_unit_assumed",
                params={"dim": f"{dim}", "origin": f"{np.datetime_as_string(origin, unit='m')}"},
            ),
        )
    return np.asarray(origin + _lead_times(variable))


def member_position(
    dataset: xr.Dataset, dims: Sequence[str], hints: Hints
) -> tuple[str | None, int, int | None]:
    """Return the ensemble dim of a variable, the position in it, and the number of the member.

    Without such a dim it is None, and the number that of a scalar coordinate, if there is one.

    Raises
    ------
    InputDataError
        ``several_members`` when the caller must choose, ``missing_member`` when it is absent.
    """
    dim = next((item for item in dims if item.lower() in _MEMBER_NAMES), None)
    if dim is None:
        return None, 0, _stated_member(dataset)
    size = dataset.sizes[dim]
    numbers = (
        np.asarray(dataset.variables[dim].values, dtype=np.float64)
        if dim in dataset.variables
        else np.arange(size)
    )
    if size == 1:
        return dim, 0, int(numbers[0])
    known = [int(item) for item in numbers]
    wanted = require_member(known, hints.member)
    return dim, known.index(wanted), wanted


def _stated_member(dataset: xr.Dataset) -> int | None:
    for name, variable in dataset.variables.items():
        if str(name).lower() in _MEMBER_NAMES and not variable.ndim and variable.dtype.kind in "iu":
            return int(variable.values)
    return None


def require_member(known: Sequence[int], wanted: int | None) -> int:
    """Return the member to read, of those that there are.

    Raises
    ------
    InputDataError
        ``several_members`` when the caller must choose, ``missing_member`` when it is absent.
    """
    listed = ", ".join(str(item) for item in known[:40]) + (" ..." if len(known) > 40 else "")
    if wanted is None:
        raise InputDataError(
            Message(
                id="dataerror-several_members",
                params={"count": f"{len(known)}", "listed": f"{listed}"},
            ),
            code="several_members",
            data={"members": list(known)},
        )
    if wanted not in known:
        there = Message(id="dataerror-there_are", params={"listed": listed})
        if not known:
            there = Message(id="dataerror-member_unnamed")
        raise InputDataError(
            Message(id="dataerror-missing_member", params={"wanted": f"{wanted}", "there": there}),
            code="missing_member",
            data={"members": list(known)},
        )
    return wanted
