"""The interval that an accumulated or extreme value of a NetCDF or Zarr variable belongs to.

In this order, and a contradiction between two of them is a finding: an attribute
``interval_hours``, bounds of time, hours in the name or the description, what the history says a
tool made of the file, habits of producers (`habits`). Spacing of times is never taken for it, and
the interval in ``cell_methods`` is that of the values that went in (CF conventions, 7.3.2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.contracts.field_record import (
    Period,
    RecordItem,
    TimeStatement,
    TimeStatistic,
    inferred,
    stated,
)
from diagnostics.fields.axes import text_of
from diagnostics.fields.blocks import Scan, Times
from diagnostics.fields.cell_methods import cell_methods
from diagnostics.fields.falling_amounts import totals_since_midnight
from diagnostics.fields.file_facts import FileFacts
from diagnostics.fields.habits import Begin, Habit, begins, habit_of
from diagnostics.fields.time_axes import TimeAxis
from diagnostics.fields.wgrib2 import bucket_starts, is_written_by, read_name
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

CONTRADICTS = "interval_contradicts"
"""Code of the finding that two statements of an interval do not agree."""

_IN_NAME = re.compile(
    r"_(\d+)hr?$|_acc(\d+)h$|_(\d+)_?hour_(?:accumulation|maximum|minimum|average)|"
    r"^(?:mx2t|mn2t|10fg|p10fg)(\d+)$|^(?:tp|sf|pr)_?(\d{2})h?$"
)
_SINCE_START_IN_NAME = re.compile(r"_acc$|_accum(?:ulated)?$|^acc_|^accumulated_")
_SINCE_START = re.compile(
    r"(?:since|from) (?:the )?(?:(?:model|forecast|run|simulation) )?"
    r"(?:start|beginning|init)|run total"
)
_HOURS_IN_WORDS = re.compile(
    r"(?<![\d.])(\d+(?:\.\d+)?) ?(?:h|hr|hrs|hours?|hourly)\b(?! ?(?:of|after|forecast|before))"
)
_MINUTES_IN_WORDS = re.compile(r"(?<![\d.])(\d+) ?min(?:ute)?s?\b")
_ONE_HOUR = re.compile(r"\bhourly\b|(?:last|past|previous|preceding) hour\b")
_DAILY = re.compile(r"\bdaily\b")
_PROCESS = re.compile(r"(\d+(?:\.\d+)?) (hours?|minutes?|days?)")
_UNIT_HOURS = {"h": 1.0, "m": 1 / 60, "d": 24.0}
_DAY = np.timedelta64(24, "h")


@dataclass(frozen=True)
class Interval:
    """Where the intervals of a variable begin and end, or why that is not known.

    Attributes
    ----------
    axis : TimeAxis
        With the ends as its times.
    starts : ndarray of datetime64[ns] or None
    statement : RecordItem
        Hours, and what states them or by which rule.
    refusal : tuple of (str, Message) or None
        Code and reason where nothing states the interval.
    """

    axis: TimeAxis
    starts: Times | None
    statement: RecordItem
    refusal: tuple[str, Message] | None = None


@dataclass(frozen=True)
class _Named:
    """What name or description say: hours before the stamp, since the start, or a day."""

    by: str
    hours: float | None = None
    since_start: bool = False


def interval_of(
    dataset: xr.Dataset,
    name: str,
    statistic: TimeStatement,
    axis: TimeAxis,
    file: FileFacts,
    scan: Scan,
) -> Interval:
    """Return the interval that ends at each time.

    Parameters
    ----------
    dataset : xarray.Dataset
        Raw.
    name : str
    statistic : TimeStatement
        Of the variable; sum, mean, maximum or minimum.
    axis : TimeAxis
        As the file stamps its values.
    file : FileFacts
    scan : Scan
        Is warned of contradictions.
    """
    variable = dataset.variables[name]
    named = _named(name, variable)
    if "interval_hours" in variable.attrs:
        hours = float(np.ravel(variable.attrs["interval_hours"])[0])
        _compare_bounds(axis, hours, name, scan)
        return _before_stamp(axis, hours, "interval_hours")
    if axis.bounds is not None and bool((axis.bounds[:, 1] > axis.bounds[:, 0]).any()):
        return _in_bounds(axis, named, name, scan)
    if named is not None:
        return _as_named(axis, named, name)
    if statistic.period is Period.DAY and file.time is not None and file.made_days:
        return _days_of_tool(axis, file, name)
    value = statistic.value or TimeStatistic.OTHER
    if is_written_by(dataset):
        starts = None
        if value is TimeStatistic.SUM:
            starts = bucket_starts(dataset, name, axis.times, axis.runs, scan)
        rule = inferred(_length(axis.times, starts), "values-fall")
        return Interval(
            axis, starts, rule, None if starts is not None else _unknown(name, variable)
        )
    if statistic.period is Period.DAY:
        if value in {TimeStatistic.MAXIMUM, TimeStatistic.MINIMUM}:
            return _day_of_stamp(axis, name, scan)
        return _as_named(axis, _Named(statistic.by), name)
    return _by_habit(dataset, name, value, axis, file)


def _compare_bounds(axis: TimeAxis, hours: float, name: str, scan: Scan) -> None:
    """Note where bounds do not agree with the attribute that a person gave to correct them."""
    if axis.bounds is None or not axis.bounds.size:
        return
    length = float(np.median((axis.bounds[:, 1] - axis.bounds[:, 0]) / np.timedelta64(1, "h")))
    if abs(length - hours) > 0.02 * hours:
        params = {"name": name, "hours": f"{hours:g}", "bounds": f"{length:g}"}
        scan.warn(CONTRADICTS, Message(id="reader-attribute_contradicts", params=params))


def _before_stamp(axis: TimeAxis, hours: float, by: str) -> Interval:
    starts = np.asarray(axis.times - np.timedelta64(round(hours * 3600), "s"))
    return Interval(axis, starts, stated(f"{hours:g}", by))


def _in_bounds(axis: TimeAxis, named: _Named | None, name: str, scan: Scan) -> Interval:
    """Take the bounds, whatever the name says, and note where the two do not agree."""
    bounds = axis.bounds
    if bounds is None:
        raise ValueError("the axis has no bounds")
    outside = (axis.times < bounds[:, 0]) | (axis.times > bounds[:, 1])
    statement = stated(_length(bounds[:, 1], bounds[:, 0]), "bounds of time")
    if outside.any():
        reason = Message(id="reader-stamps_outside_bounds", params={"name": name})
        return Interval(axis, None, statement, ("stamps_outside_bounds", reason))
    hours = (bounds[:, 1] - bounds[:, 0]) / np.timedelta64(1, "h")
    length = float(np.median(hours))
    if named is not None and named.hours is not None and abs(named.hours - length) > 0.02 * length:
        params = {
            "name": name,
            "by": named.by,
            "hours": f"{named.hours:g}",
            "bounds": f"{length:g}",
        }
        if bool((bounds[1:, 0] < bounds[:-1, 1]).any()) and bool((hours == length).all()):
            # Windows that overlap cannot be right where the name has some that do not.
            reason = Message(id="reader-interval_contradicts_overlap", params=params)
            return Interval(axis, None, statement, (CONTRADICTS, reason))
        scan.warn(CONTRADICTS, Message(id="reader-interval_contradicts", params=params))
    return Interval(axis.at_ends(), bounds[:, 0].copy(), statement)


def _length(ends: Times, starts: Times | None) -> str | None:
    """Return the hours of intervals where they are one length."""
    if starts is None or not ends.size:
        return None
    hours = np.unique((ends - starts) / np.timedelta64(1, "h"))
    return f"{hours[0]:g}" if hours.size == 1 else None


def _named(name: str, variable: xr.Variable) -> _Named | None:
    process = text_of(variable, "statistical_process_duration").lower()
    found = _PROCESS.search(process)
    if found:
        hours = float(found[1]) * _UNIT_HOURS[found[2][0]]
        return _Named("statistical_process_duration", hours)
    if process.startswith("initial time to"):
        return _Named("statistical_process_duration", since_start=True)
    tool = read_name(name)
    if tool is not None and tool.hours is not None:
        return _Named("name", tool.hours)
    match = _IN_NAME.search(name.lower())
    if match:
        return _Named("name", float(next(group for group in match.groups() if group)))
    if _SINCE_START_IN_NAME.search(name.lower()):
        return _Named("name", since_start=True)
    for key in ("long_name", "description"):
        words = text_of(variable, key).lower().replace("_", " ").replace("-", " ")
        if _SINCE_START.search(words):
            return _Named(key, since_start=True)
        in_words = _hours_in_words(words)
        if in_words is not None:
            return _Named(key, in_words)
        if _DAILY.search(words):
            return _Named(key)
    return None


def _hours_in_words(words: str) -> float | None:
    found = {float(item) for item in _HOURS_IN_WORDS.findall(words)}
    found |= {float(item) / 60.0 for item in _MINUTES_IN_WORDS.findall(words)}
    if not found and _ONE_HOUR.search(words):
        return 1.0
    return found.pop() if len(found) == 1 else None


def _as_named(axis: TimeAxis, named: _Named, name: str) -> Interval:
    if named.hours is not None:
        return _before_stamp(axis, named.hours, named.by)
    if named.since_start:
        if axis.runs is None:
            reason = Message(id="reader-start_unknown", params={"name": name})
            return Interval(axis, None, stated(None, named.by), ("unknown_accumulation", reason))
        statement = stated(_length(axis.times, axis.runs), f"{named.by}: since the start")
        return Interval(axis, axis.runs, statement)
    reason = Message(id="reader-day_unknown", params={"name": name})
    return Interval(axis, None, stated("24", named.by), ("unknown_accumulation", reason))


def _days_of_tool(axis: TimeAxis, file: FileFacts, name: str) -> Interval:
    """Days of ERA5's daily statistics, which are stamped with their begin at 00 UTC."""
    shift = np.timedelta64(round(file.day_shift_hours * 3600), "s")
    if np.any(axis.times != axis.times.astype("datetime64[D]")):
        reason = Message(id="reader-day_unknown", params={"name": name})
        return Interval(axis, None, stated("24", "history"), ("unknown_accumulation", reason))
    starts = np.asarray(axis.times - shift)
    ends = np.asarray(starts + _DAY)
    statement = stated("24", "history: days stamped with their begin")
    return Interval(replace(axis, times=ends), starts, statement)


def _day_of_stamp(axis: TimeAxis, name: str, scan: Scan) -> Interval:
    """Take an extreme of a day, without bounds, as that of the day of its stamp, with a warning."""
    scan.warn("day_assumed", Message(id="reader-day_assumed", params={"name": name}))
    starts = axis.times.astype("datetime64[D]").astype("datetime64[ns]")
    statement = inferred("24", "day-of-the-stamp")
    return Interval(replace(axis, times=np.asarray(starts + _DAY)), starts, statement)


def _by_habit(
    dataset: xr.Dataset, name: str, value: TimeStatistic, axis: TimeAxis, file: FileFacts
) -> Interval:
    variable = dataset.variables[name]
    words = file.words if _may_be_reanalysis(axis) else ""
    habit = habit_of(file.facts, words, value, name)
    if habit is None:
        return Interval(axis, None, RecordItem(), _unknown(name, variable))
    if habit.begin is Begin.BUCKET:
        reason = Message(id="reader-buckets", params={"name": name})
        return Interval(axis, None, RecordItem(), ("unknown_accumulation", reason))
    if habit.begin is Begin.VALUES:
        return _by_values(dataset, name, axis, habit)
    if habit.begin is Begin.HOURS and _are_days_apart(axis.times):
        params = {"name": name, "hours": f"{habit.hours:g}"}
        reason = Message(id="reader-perhaps_days", params=params)
        return Interval(axis, None, RecordItem(), ("unknown_accumulation", reason))
    if habit.begin is Begin.STEP and not _are_steps_of(axis.times, habit.hours):
        params = {"name": name, "hours": f"{habit.hours:g}"}
        reason = Message(id="reader-steps_left_out", params=params)
        return Interval(axis, None, RecordItem(), ("unknown_accumulation", reason))
    starts = begins(habit, axis.times, axis.runs)
    refusal = _unknown(name, variable) if starts is None else None
    return Interval(axis, starts, inferred(_length(axis.times, starts), habit.name), refusal)


def _are_days_apart(times: Times) -> bool:
    """Whether values of hours would leave most of each day out: they may be statistics of days."""
    return times.size > 1 and bool((np.abs(np.diff(times)) >= _DAY).all())


def _are_steps_of(times: Times, hours: float) -> bool:
    """Whether times are so many hours apart, each: what was since the time before still is."""
    step = np.timedelta64(round(hours * 3600), "s")
    return times.size > 1 and bool((np.diff(np.unique(times)) == step).all())


_LONGEST_OF_REANALYSIS = np.timedelta64(18, "h")
"""Leads of the forecasts in ERA5 (ECMWF, ERA5: data documentation)."""


def _may_be_reanalysis(axis: TimeAxis) -> bool:
    """Whether words about ERA5 may be of the data themselves: a model may have learnt from it."""
    if axis.runs is None:
        return True
    return bool(((axis.times - axis.runs) <= _LONGEST_OF_REANALYSIS).all())


_TOTALS = ("tp", "total_precipitation")


def _by_values(dataset: xr.Dataset, name: str, axis: TimeAxis, habit: Habit) -> Interval:
    """Tell hourly amounts from totals since 00 UTC, where the file has the marks of both."""
    beside = [item for item in dict.fromkeys((name, *_TOTALS)) if item in dataset.variables]
    found = (
        totals_since_midnight(dataset.variables[item], axis.dims, axis.times) for item in beside
    )
    since_midnight = next((item for item in found if item is not None), None)
    if since_midnight is None:
        reason = Message(id="reader-era5_or_land", params={"name": name})
        return Interval(axis, None, RecordItem(), ("unknown_accumulation", reason))
    length = Begin.DAY if since_midnight else Begin.HOURS
    starts = begins(replace(habit, begin=length, hours=1.0), axis.times, axis.runs)
    rule = "values-fall-after-00-utc" if since_midnight else "values-fall-within-days"
    return Interval(axis, starts, inferred(_length(axis.times, starts), rule))


def _unknown(name: str, variable: xr.Variable) -> tuple[str, Message]:
    entries = cell_methods(text_of(variable, "cell_methods"))
    has_sampling = any(item.has_sampling for item in entries)
    wording = "reader-only_sampling" if has_sampling else "reader-unknown_accumulation"
    return "unknown_accumulation", Message(id=wording, params={"name": f"{name}"})
