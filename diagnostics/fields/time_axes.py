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

_TIME_NAMES = {"time", "valid_time", "times", "xtime", "date", "t"}
_RUN_NAMES = {
    *("forecast_reference_time", "reftime", "reference_time", "base_time", "analysis_time"),
    *("init_time", "initialization_time", "forecast_run", "model_run", "run_time"),
}
_STEP_NAMES = {
    *("step", "prediction_timedelta", "lead_time", "leadtime", "forecast_period", "lead"),
    *("forecast_hour", "fhour"),
}
_STEP_PREFIXES = ("forecast_time", "frtime", "fcst_time")
_SCALAR_STEPS = ("step", "prediction_timedelta", "lead_time", "forecast_period")
MEMBER_NAMES = frozenset(
    {"number", "realization", "realisation", "member", "members", "ensemble", "ens"}
    | {"ensemble_member", "ens_member", "ensmem"}
)
"""Lower-case names of the dimension of members."""
_RUN = "forecast_reference_time"
TIMES_CONTRADICT = "times_contradict"
"""Code of the finding that run, lead and valid time do not agree."""
_SECOND = np.timedelta64(1, "s")


@dataclass(frozen=True)
class TimeAxis:
    """Valid times of a variable: one or two dims of the file, flattened.

    ``positions`` has one row per time with the position in each of ``dims``; ``bounds`` (time, 2)
    ascend in each row. ``coordinate`` names what the times are read from, ``run_by`` what the runs
    are.
    """

    dims: tuple[str, ...]
    times: Times
    positions: NDArray[np.intp]
    runs: Times | None = None
    bounds: Times | None = None
    coordinate: str = ""
    run_by: str = ""

    def at_ends(self) -> TimeAxis:
        """Return the axis of what belongs to an interval: its times are the ends of their bounds.

        The stamp may lie anywhere in the interval, often in its middle (CF conventions, 7.1).
        """
        return self if self.bounds is None else replace(self, times=self.bounds[:, 1].copy())


@dataclass(frozen=True)
class _Moments:
    """Times along one dim, or at one scalar."""

    times: Times
    bounds: Times | None
    name: str


def time_axis(dataset: xr.Dataset, name: str, hints: Hints, scan: Scan) -> TimeAxis | None:
    """Return the valid times of a variable; None where nothing says when it is.

    The start of a forecast is never taken for its valid time where the file states a lead or a
    valid time beside it. Where both are stated and do not agree, the valid time is taken, with a
    warning.
    """
    dims = [str(dim) for dim in dataset.variables[name].dims]
    steps = [dim for dim in dims if _is_step(dataset, dim)]
    moments = [dim for dim in dims if dim not in steps and _is_time(dataset, dim)]
    moments.sort(key=lambda dim: _is_run(dataset, dim))
    if steps:
        return _along_leads(dataset, moments[:1], steps[0], hints, scan, name)
    base = _moments_of(dataset, moments[:1], hints, scan, name)
    if base is None:
        return None
    lead_name = _lead_beside(dataset, base.name)
    if lead_name is None:
        return _at_valid_times(dataset, moments[:1], base, scan, name)
    lead = _lead_times(dataset.variables[lead_name], lead_name, scan)
    if lead.size not in (1, base.times.size):
        return None
    times = base.times + np.ravel(lead)
    positions = _positions(base.times.size, is_scalar=not moments)
    bounds = _lead_bounds(dataset, lead_name, base.times)
    return TimeAxis(tuple(moments[:1]), times, positions, base.times, bounds, lead_name, base.name)


def _positions(size: int, *, is_scalar: bool) -> NDArray[np.intp]:
    return np.zeros((1, 0), np.intp) if is_scalar else np.arange(size, dtype=np.intp)[:, None]


def _at_valid_times(
    dataset: xr.Dataset, moments: Sequence[str], base: _Moments, scan: Scan, name: str
) -> TimeAxis:
    positions = _positions(base.times.size, is_scalar=not moments)
    lead = _lead_of_tool(dataset, name, base)
    times = base.times if lead is None else base.times + lead
    runs, run_by = _stated_run(dataset, times, moments)
    if lead is not None:
        runs, run_by = base.times, base.name
    elif runs is not None and base.name != run_by:
        _compare_lead(dataset, runs, times, scan, base.name)
    bounds = base.bounds if lead is None else None
    return TimeAxis(tuple(moments), times, positions, runs, bounds, base.name, run_by)


def _compare_lead(
    dataset: xr.Dataset, runs: Times, times: Times, scan: Scan, valid_name: str
) -> None:
    """Note where a scalar lead beside run and valid time says another valid time."""
    for item in _SCALAR_STEPS:
        variable = dataset.variables.get(item)
        if variable is not None and variable.size == 1 and times.size == 1:
            lead = np.ravel(_lead_times(variable, item, scan))
            _compare_times(runs + lead, times, scan, valid_name)
            return


def _compare_times(counted: Times, stated: Times, scan: Scan, valid_name: str) -> None:
    apart = np.abs(counted - stated) > _SECOND
    if not apart.any():
        return
    first = int(np.flatnonzero(apart)[0])
    scan.warn(
        TIMES_CONTRADICT,
        Message(
            id="reader-times_contradict",
            params={
                "name": valid_name,
                "stated": f"{np.datetime_as_string(stated[first], unit='m')}Z",
                "counted": f"{np.datetime_as_string(counted[first], unit='m')}Z",
            },
        ),
    )


def _along_leads(
    dataset: xr.Dataset,
    moments: Sequence[str],
    step: str,
    hints: Hints,
    scan: Scan,
    name: str,
) -> TimeAxis | None:
    """Times of a variable with a dim of leads: run + lead, or the valid times beside them."""
    base = _moments_of(dataset, moments, hints, scan, name, of_run=True)
    start = np.atleast_1d(hints.origin) if base is None and hints.origin is not None else None
    scan.is_dated_by_caller |= start is not None
    start = base.times if base is not None else start
    valid = _valid_beside(dataset, (*moments, step))
    if start is None:
        if valid is None or moments:
            return None
        positions = _positions(valid.times.size, is_scalar=False)
        return TimeAxis((step,), valid.times, positions, None, valid.bounds, valid.name)
    lead = np.atleast_1d(_lead_times(dataset.variables[step], step, scan))
    runs, leads = np.meshgrid(start, lead, indexing="ij")
    index = np.stack(np.meshgrid(*(np.arange(n) for n in runs.shape), indexing="ij"), axis=-1)
    positions = index.reshape(-1, 2)[:, [0, 1] if moments else [1]].astype(np.intp)
    times = (runs + leads).ravel()
    bounds = None if moments else _lead_bounds(dataset, step, start)
    coordinate = step
    if valid is not None and valid.times.size == times.size:
        _compare_times(times, valid.times, scan, valid.name)
        times, coordinate = valid.times, valid.name
        bounds = valid.bounds if valid.bounds is not None else bounds
    run_by = base.name if base is not None else "origin"
    return TimeAxis((*moments, step), times, positions, runs.ravel(), bounds, coordinate, run_by)


def _valid_beside(dataset: xr.Dataset, dims: tuple[str, ...]) -> _Moments | None:
    """Return valid times that the file states along dims of runs and leads."""
    for item, variable in dataset.variables.items():
        text = str(item)
        is_valid = text == "valid_time" or text_of(variable, "standard_name") == "time"
        if not is_valid or text in dims or variable.dtype.kind not in "fiu":
            continue
        wanted = [dim for dim in dims if dim in variable.dims]
        if (
            variable.ndim
            and wanted == list(variable.dims)
            and has_reference(text_of(variable, "units"))
        ):
            size = int(np.prod([dataset.sizes[dim] for dim in dims]))
            if variable.size == size:
                found = _decoded(dataset, text)
                return _Moments(found.times.ravel(), found.bounds, text)
    return None


def _lead_beside(dataset: xr.Dataset, base: str) -> str | None:
    """Return a scalar lead that is to be added to what is the start of a forecast."""
    is_run = _is_run(dataset, base)
    said = text_of(dataset.variables[base], "standard_name") if base in dataset.variables else ""
    if base == "valid_time" or said == "time":
        return None
    for item in _SCALAR_STEPS if is_run else _SCALAR_STEPS[:2]:
        if item in dataset.variables and dataset.variables[item].size == 1:
            return item
    return None


def _lead_of_tool(dataset: xr.Dataset, name: str, base: _Moments) -> np.timedelta64 | None:
    """Return the one lead that NCL writes to a variable on a dim of initial times."""
    if not base.name.lower().startswith("initial_time"):
        return None
    lead = dataset.variables[name].attrs.get("forecast_time")
    factor = seconds_per(str(dataset.variables[name].attrs.get("forecast_time_units", "hours")))
    if lead is None or factor is None or np.size(lead) != 1 or float(np.ravel(lead)[0]) == 0.0:
        return None
    return np.timedelta64(round(float(np.ravel(lead)[0]) * factor), "s")


def _stated_run(
    dataset: xr.Dataset, times: Times, moments: Sequence[str]
) -> tuple[Times | None, str]:
    """Return the run that valid times are of, for each of them, and what says so."""
    begin = _simulation_start(dataset)
    if begin is not None:
        return np.repeat(begin, times.size), "SIMULATION_START_DATE"
    for item, variable in dataset.variables.items():
        text = str(item)
        fixed = run_of(variable)
        if fixed is not None:
            return np.repeat(fixed, times.size), text
        if not _is_run(dataset, text) or not has_reference(text_of(variable, "units")):
            continue
        if variable.dtype.kind in "fiu" and (
            variable.size == 1 or variable.dims == tuple(moments[:1])
        ):
            run = _decoded(dataset, text).times.ravel()
            return (run if run.size == times.size else np.repeat(run, times.size)), text
    return None, ""


def _simulation_start(dataset: xr.Dataset) -> np.datetime64 | None:
    """Return the start that WRF states; idealised runs begin in the year 1 and have none."""
    moment = parse_moment(str(dataset.attrs.get("SIMULATION_START_DATE", "")).strip())
    if moment is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        return None
    return np.datetime64(moment.replace(tzinfo=None), "ns")


def _is_run(dataset: xr.Dataset, name: str) -> bool:
    """Whether a coordinate is the start of forecasts, by CF or by its name."""
    variable = dataset.variables.get(name)
    said = "" if variable is None else text_of(variable, "standard_name")
    return said == _RUN or (said != "time" and name.lower() in _RUN_NAMES)


def _is_time(dataset: xr.Dataset, dim: str) -> bool:
    lower = dim.lower()
    if lower in _TIME_NAMES or lower in _RUN_NAMES:
        return True
    if lower.startswith(("initial_time", "timestep")):
        return True
    if dim in dataset.variables:
        variable = dataset.variables[dim]
        return text_of(variable, "standard_name") in {"time", _RUN} or has_reference(
            text_of(variable, "units")
        )
    return False


def _is_step(dataset: xr.Dataset, dim: str) -> bool:
    lower = dim.lower()
    variable = dataset.variables.get(dim)
    said = "" if variable is None else text_of(variable, "standard_name")
    if lower in _STEP_NAMES or lower.startswith(_STEP_PREFIXES) or said == "forecast_period":
        return variable is None or not has_reference(text_of(variable, "units"))
    return False


def _lead_times(variable: xr.Variable, name: str, scan: Scan) -> NDArray[np.timedelta64]:
    if variable.dtype.kind == "m":
        return np.asarray(variable.values.astype("timedelta64[ns]"))
    unit = text_of(variable, "units")
    if not unit:
        scan.warn(
            "time_unit_assumed",
            Message(id="reader-lead_unit_assumed", params={"dim": name}),
        )
    return _in_unit(np.asarray(variable.values, dtype=np.float64), unit or "hours")


def _in_unit(numbers: NDArray[np.float64], unit: str) -> NDArray[np.timedelta64]:
    factor = seconds_per(unit)
    if factor is None:
        raise InputDataError(
            Message(id="dataerror-step_unit", params={"unit": f"{unit!r}"}),
            code="time_not_understood",
        )
    milliseconds = np.round(numbers * factor * 1000.0)
    return milliseconds.astype("timedelta64[ms]").astype("timedelta64[ns]")


def _lead_bounds(dataset: xr.Dataset, lead: str, starts: Times) -> Times | None:
    """Return the bounds of a lead, from one start or one for each time, as times."""
    variable = dataset.variables[lead]
    edges = dataset.variables.get(text_of(variable, "bounds"))
    if edges is None or edges.shape[-1:] != (2,) or edges.dtype.kind not in "fiu":
        return None
    unit = text_of(edges, "units") or text_of(variable, "units") or "hours"
    numbers = np.asarray(edges.values, dtype=np.float64).reshape(-1, 2)
    if starts.size not in (1, len(numbers)):
        return None
    found = np.asarray(starts[:, None] + _in_unit(numbers, unit))
    return np.sort(found, axis=1)


def _decoded(dataset: xr.Dataset, name: str) -> _Moments:
    """Decode a coordinate of times, with the bounds that it names."""
    variable = dataset.variables[name]
    units, calendar = text_of(variable, "units"), text_of(variable, "calendar")
    times = np.atleast_1d(decode_times(variable.values, units, calendar, name))
    bounds_name = text_of(variable, "bounds") or text_of(variable, "climatology")
    if bounds_name not in dataset.variables:
        bounds_name = next(
            (f"{name}{end}" for end in ("_bnds", "_bounds") if f"{name}{end}" in dataset.variables),
            "",
        )
    edges = dataset.variables.get(bounds_name)
    if edges is None or edges.shape[-1:] != (2,) or edges.size != 2 * times.size:
        return _Moments(times, None, name)
    own = text_of(edges, "units") or units
    found = decode_times(edges.values, own, calendar, bounds_name).reshape(-1, 2)
    return _Moments(times, np.sort(found, axis=1), name)


def _moments_of(
    dataset: xr.Dataset,
    moments: Sequence[str],
    hints: Hints,
    scan: Scan,
    name: str,
    *,
    of_run: bool = False,
) -> _Moments | None:
    """Times of the file's time dim (or its scalar time), and its bounds where it has some.

    With `of_run` the start of the forecast is wanted, else the valid time.
    """
    dim = moments[0] if moments else None
    for item in _time_candidates(dataset, dim, name, of_run=of_run):
        variable = dataset.variables[item]
        units = text_of(variable, "units")
        if variable.dtype.kind == "M":
            return _Moments(np.atleast_1d(variable.values.astype("datetime64[ns]")), None, item)
        if variable.dtype.kind in "SU":
            parsed = _parsed_text(variable)
            if parsed is not None:
                return _Moments(parsed, None, item)
        elif variable.dtype.kind in "fiu" and has_reference(units):
            return _decoded(dataset, item)
    if dim is None or dim not in dataset.variables:
        if hints.origin is None or dim:
            return None
        scan.is_dated_by_caller = True
        return _Moments(np.atleast_1d(hints.origin), None, "origin")
    times = _from_origin(dataset, dim, hints, scan)
    return None if times is None else _Moments(np.atleast_1d(times), None, dim)


def _time_candidates(dataset: xr.Dataset, dim: str | None, name: str, *, of_run: bool) -> list[str]:
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
        found = [*([dim] if dim in dataset.variables else []), *beside]
        return sorted(found, key=lambda item: _is_run(dataset, item) is not of_run)
    scalars = [
        str(item)
        for item, variable in dataset.variables.items()
        if variable.size == 1 and _is_time(dataset, str(item)) and variable.dtype.kind in "fiuM"
    ]
    return sorted(
        scalars,
        key=lambda item: (
            _is_run(dataset, item) is not of_run,
            (item == "valid_time") is of_run,
            item,
        ),
    )


def _parsed_text(variable: xr.Variable) -> Times | None:
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
                parsed = _parsed_text(dataset.variables[item])
                origin = parsed[0] if parsed is not None else None
    if origin is None or variable.dtype.kind not in "fiu":
        return None
    scan.is_dated_by_caller |= hints.origin is not None
    unit = text_of(variable, "units")
    if not unit:
        scan.warn(
            "time_unit_assumed",
            Message(
                id="reader-time_unit_assumed",
                params={"dim": f"{dim}", "origin": f"{np.datetime_as_string(origin, unit='m')}"},
            ),
        )
    return np.asarray(origin + _in_unit(np.asarray(variable.values, np.float64), unit or "hours"))


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
    dim = next((item for item in dims if is_member(dataset, item)), None)
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
        is_scalar = not variable.ndim and variable.dtype.kind in "iu"
        if is_scalar and is_member(dataset, str(name)):
            return int(variable.values)
    return None


def is_member(dataset: xr.Dataset, name: str) -> bool:
    """Whether a coordinate numbers the members of an ensemble."""
    variable = dataset.variables.get(name)
    said = "" if variable is None else text_of(variable, "standard_name")
    return name.lower() in MEMBER_NAMES or said == "realization"


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
