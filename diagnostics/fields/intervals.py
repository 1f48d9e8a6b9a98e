"""The interval that an accumulated or extreme value of a NetCDF or Zarr variable belongs to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.fields.axes import text_of
from diagnostics.fields.blocks import Scan, Times
from diagnostics.fields.canonical import FieldKind
from diagnostics.fields.horizontal import HorizontalGrid
from diagnostics.fields.time_axes import TimeAxis
from diagnostics.fields.wgrib2 import bucket_starts, is_written_by, read_name

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


def interval_starts(
    dataset: xr.Dataset,
    name: str,
    kind: FieldKind,
    axis: TimeAxis,
    grid: HorizontalGrid,
    path: str,
    scan: Scan,
) -> Times | None:
    """Return the begin of the interval that ends at each time; None where nothing says it.

    In this order: an ``interval_hours`` attribute, hours in the name
    (``total_precipitation_6hr``), an interval in ``cell_methods``, time bounds; then what is known
    of the source: wgrib2 leaves the interval out, so that the values must decide; forecasts
    accumulate from their start, ERA5 over the hour before the valid time, ERA5-Land (0.1 degrees)
    from 00 UTC (ECMWF, documentation of ERA5 and ERA5-Land).
    """
    variable = dataset.variables[name]
    hours = _stated_hours(name, variable)
    if hours is not None:
        return _before(axis.times, hours)
    if axis.bounds is not None:
        return np.asarray(axis.bounds[:, 0])
    if is_written_by(dataset):
        if kind is FieldKind.ACCUMULATION:
            return bucket_starts(dataset, name, axis.times, axis.runs, scan)
        return None
    is_forecast = axis.runs is not None and not np.array_equal(axis.runs, axis.times)
    if is_forecast and not is_era5(dataset, path):
        return axis.runs if kind is FieldKind.ACCUMULATION else None
    if is_era5(dataset, path):
        if grid.spacing_deg <= _LAND_GRID and kind is FieldKind.ACCUMULATION:
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
    methods = text_of(variable, "cell_methods")
    found = _IN_METHODS.search(methods)
    # Of a mean this is how far the values apart are that it is the mean of (CF conventions, 7.3.2).
    if found and "mean" not in methods:
        return float(found[1]) * _HOURS[found[2][0].lower()]
    return None


def _before(times: Times, hours: float) -> Times:
    return np.asarray(times - np.timedelta64(round(hours * 3600), "s"))
