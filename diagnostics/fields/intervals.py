"""The interval that an accumulated or extreme value of a NetCDF or Zarr variable belongs to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.fields.axes import text_of
from diagnostics.fields.blocks import Scan, Times
from diagnostics.fields.canonical import FieldKind
from diagnostics.fields.conversion import rate_of_water
from diagnostics.fields.horizontal import HorizontalGrid
from diagnostics.fields.time_axes import TimeAxis
from diagnostics.fields.wgrib2 import bucket_starts, is_written_by, read_name
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

_IN_NAME = re.compile(
    r"_(\d+)hr?$|_acc(\d+)h$|_(\d+)_hour_(?:accumulation|maximum|minimum)|"
    r"^(?:mx2t|mn2t|10fg|p10fg)(\d+)$"
)
_IN_METHODS = re.compile(r"interval:\s*(\d+(?:\.\d+)?)\s*(hours?|h|hr|minutes?|min|days?)", re.I)
_HOURS = {"h": 1.0, "m": 1 / 60, "d": 24.0}
_LAND_GRID = 0.11
_STORE = "adaptor.mars"
"""In the history of files from the Climate Data Store's archive of ERA5 and ERA5-Land."""


def is_era5(dataset: xr.Dataset, path: str) -> bool:
    """Whether a file calls itself ERA5, in its attributes or as its own name."""
    if "expver" in dataset.variables or "expver" in dataset.dims:
        return True
    said = " ".join(str(value) for value in dataset.attrs.values()).lower()
    return "era5" in said or _STORE in said or "era5" in path.lower().rsplit("/", 1)[-1]


def intervals_of(
    dataset: xr.Dataset,
    name: str,
    kind: FieldKind,
    axis: TimeAxis,
    grid: HorizontalGrid,
    path: str,
    scan: Scan,
) -> tuple[Times, Times] | None:
    """Return begin and end of the interval of each time; None where nothing says it.

    In this order: time bounds, which also say where the interval ends (times of climate models lie
    in its middle, those of satellites at its begin); an ``interval_hours`` attribute, hours in the
    name (``total_precipitation_6hr``), an interval in ``cell_methods``; the increment of the time
    axis of MERRA-2; then what is known of the source: wgrib2 leaves the interval out, so that the
    values must decide; forecasts accumulate from their start, ERA5 over the hour before the valid
    time, ERA5-Land (0.1 degrees) from 00 UTC (ECMWF, documentation of ERA5 and ERA5-Land).
    """
    variable = dataset.variables[name]
    hours = _stated_hours(name, variable)
    bounds = axis.bounds
    if bounds is not None and _fits(bounds, hours):
        return np.asarray(bounds[:, 0]), np.asarray(bounds[:, 1])
    if hours is not None:
        return _before(axis.times, hours), axis.times
    centred = _time_average(dataset, axis)
    if centred is not None:
        return centred
    starts = _known_starts(dataset, name, kind, axis, grid, path, scan)
    if starts is None and kind is FieldKind.ACCUMULATION:
        starts = _since_begin(dataset, name, axis, scan)
    if starts is None and kind is FieldKind.ACCUMULATION:
        starts = _of_steps(variable, name, axis, scan)
    return None if starts is None else (starts, axis.times)


_RUN_TOTALS = frozenset({"tot_prec", "rain_gsp", "snow_gsp"})
"""Totals since the start of the run by their definition (ICON and COSMO, DWD)."""


def _since_begin(dataset: xr.Dataset, name: str, axis: TimeAxis, scan: Scan) -> Times | None:
    """Begin of a total that is known to run since the start: the first time, where it is zero."""
    variable = dataset.variables[name]
    if name.lower() not in _RUN_TOTALS or len(axis.dims) != 1 or axis.times.size < 2:
        return None
    first = variable.isel({axis.dims[0]: int(np.argmin(axis.times))})
    if not float(np.nanmax(np.abs(np.asarray(first.values, dtype=np.float64)))) < 1e-3:
        return None
    wording = Message(
        id="reader-interval_from_values",
        params={"name": name, "since": Message(id="reader-since_run")},
    )
    scan.warn("interval_from_values", wording)
    return np.full(axis.times.size, axis.times.min())


def _of_steps(variable: xr.Variable, name: str, axis: TimeAxis, scan: Scan) -> Times | None:
    """Begin of sums over time (CF, ``cell_methods``) at even steps: the time before.

    Without bounds CF leaves their intervals open; sums that lie side by side fill the steps.
    """
    if not _SUM.search(text_of(variable, "cell_methods").lower()) or axis.times.size < 2:
        return None
    steps = np.diff(np.sort(axis.times)) / np.timedelta64(1, "h")
    if not np.allclose(steps, steps[0]) or not 0.0 < steps[0] <= 24.0:
        return None
    params = {"name": name, "hours": f"{steps[0]:g}"}
    scan.warn("interval_from_step", Message(id="reader-interval_from_step", params=params))
    return _before(axis.times, float(steps[0]))


_SUM = re.compile(r"\btime\d*:\s*sum\b")


def _fits(bounds: Times, hours: float | None) -> bool:
    """Whether bounds are intervals, of the length that is stated elsewhere, if any is."""
    lengths = (bounds[:, 1] - bounds[:, 0]) / np.timedelta64(1, "h")
    return bool((lengths > 0).all()) and (hours is None or np.allclose(lengths, hours))


def _time_average(dataset: xr.Dataset, axis: TimeAxis) -> tuple[Times, Times] | None:
    """Intervals of a time-averaged collection of MERRA-2, around its times (GMAO, file spec.)."""
    if len(axis.dims) != 1 or axis.dims[0] not in dataset.variables:
        return None
    increment = dataset.variables[axis.dims[0]].attrs.get("time_increment")
    said = " ".join(str(dataset.attrs.get(key, "")) for key in ("Title", "ShortName", "Filename"))
    if increment is None or "tavg" not in said.lower():
        return None
    clock = int(increment)
    half = np.timedelta64(clock // 10000 * 3600 + clock // 100 % 100 * 60 + clock % 100, "s") / 2
    return np.asarray(axis.times - half), np.asarray(axis.times + half)


def _known_starts(
    dataset: xr.Dataset,
    name: str,
    kind: FieldKind,
    axis: TimeAxis,
    grid: HorizontalGrid,
    path: str,
    scan: Scan,
) -> Times | None:
    """Return where intervals begin by what is known of the source."""
    is_rate = rate_of_water(text_of(dataset.variables[name], "units")) is not None
    total = kind is FieldKind.ACCUMULATION and not is_rate
    if is_written_by(dataset):
        return bucket_starts(dataset, name, axis.times, axis.runs, scan) if total else None
    is_forecast = axis.runs is not None and not np.array_equal(axis.runs, axis.times)
    if is_forecast and not is_era5(dataset, path):
        return axis.runs if total else None
    if is_era5(dataset, path):
        if grid.spacing_deg <= _LAND_GRID and total:
            return (
                (axis.times - np.timedelta64(1, "s"))
                .astype("datetime64[D]")
                .astype("datetime64[ns]")
            )
        return _before(axis.times, 1.0)
    return None


def _stated_hours(name: str, variable: xr.Variable) -> float | None:
    if "interval_hours" in variable.attrs:
        return float(variable.attrs["interval_hours"])
    tool = read_name(name)
    if tool is not None and tool.hours is not None:
        return tool.hours
    match = _IN_NAME.search(name.lower())
    if match:
        return float(next(group for group in match.groups() if group))
    found = _IN_METHODS.search(text_of(variable, "cell_methods"))
    if found:
        return float(found[1]) * _HOURS[found[2][0].lower()]
    return None


def _before(times: Times, hours: float) -> Times:
    return np.asarray(times - np.timedelta64(round(hours * 3600), "s"))
