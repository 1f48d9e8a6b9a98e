"""Which statistic over time and over members a NetCDF or Zarr variable is said to be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.contracts.field_record import (
    Authority,
    MemberStatement,
    MemberStatistic,
    Period,
    TimeStatement,
    TimeStatistic,
)
from diagnostics.fields.axes import text_of
from diagnostics.fields.cell_methods import CellMethod, cell_methods
from diagnostics.fields.file_facts import FileFacts
from diagnostics.fields.time_axes import MEMBER_NAMES, TimeAxis

if TYPE_CHECKING:
    import xarray as xr

_TIMES = {"time", "t", "valid_time", "time1", "date", "step", "lead_time", "forecast_period"}
_STEP_TYPES = {
    "instant": TimeStatistic.INSTANT,
    "accum": TimeStatistic.SUM,
    "avg": TimeStatistic.MEAN,
    "max": TimeStatistic.MAXIMUM,
    "min": TimeStatistic.MINIMUM,
    "sd": TimeStatistic.STANDARD_DEVIATION,
}
_MONTHLY_STEP_TYPES = {"avgua", "avgad", "avgid", "avgfc", "avgas", "avgia"}
"""Monthly means in ECMWF's archive (stream moda): avgad of amounts is one of daily amounts."""
_DATA_TYPES = {
    "em": MemberStatistic.MEAN,
    "es": MemberStatistic.SPREAD,
    "ep": MemberStatistic.PROBABILITY,
    "pb": MemberStatistic.PERCENTILE,
    "pd": MemberStatistic.PROBABILITY,
    "taem": MemberStatistic.MEAN,
    "taes": MemberStatistic.SPREAD,
}
_PROCESSES = {
    "average": TimeStatistic.MEAN,
    "mean": TimeStatistic.MEAN,
    "accumulation": TimeStatistic.SUM,
    "maximum": TimeStatistic.MAXIMUM,
    "minimum": TimeStatistic.MINIMUM,
    "individual obs": TimeStatistic.INSTANT,
    "individual observation": TimeStatistic.INSTANT,
}
_PROCESS_KEYS = (
    "Grib_Statistical_Interval_Type",
    "Grib2_Statistical_Process_Type",
    "type_of_statistical_processing",
    "statistic",
)
_WORDS_OF_TIME = (
    (TimeStatistic.STANDARD_DEVIATION, r"standard deviation|\bstd ?dev\b|\bstd\b|\bstdv\b"),
    (TimeStatistic.RANGE, r"diurnal (?:temperature )?range|\bdtr\b|temperature range"),
    (TimeStatistic.OTHER, r"\banomal(?:y|ies)\b|\bvariance\b|\btrend\b|\bdifference\b"),
)
_PLAIN_WORDS_OF_TIME = (
    (TimeStatistic.MAXIMUM, r"daily max|maximum daily|\bmax(?:imum)? (?:temperature|2 ?m)"),
    (TimeStatistic.MINIMUM, r"daily min|minimum daily|\bmin(?:imum)? (?:temperature|2 ?m)"),
    (
        TimeStatistic.MEAN,
        r"(?:daily|monthly|hourly|24 ?-?h(?:our)?|time) (?:mean|average)|(?:mean|average) daily|"
        r"\d+ hour average|long term mean",
    ),
    (TimeStatistic.SUM, r"(?:daily|monthly|hourly) (?:total|sum|accumul)|\d+ hour accumulation"),
    (TimeStatistic.MAXIMUM, r"\d+ hour maximum"),
    (TimeStatistic.MINIMUM, r"\d+ hour minimum"),
)
_WORDS_OF_PERIOD = (
    (Period.LONGER, r"long term|climatolog|annual|seasonal"),
    (Period.MONTH, r"\bmonthly\b"),
    (Period.DAY, r"\bdaily\b"),
)
_WORDS_OF_MEMBERS = (
    (MemberStatistic.PROBABILITY, r"\bprob(?:ability|abilities)?\b|\bexceedance\b|^poe\b"),
    (MemberStatistic.PERCENTILE, r"percentile|quantile|\bpctl\b"),
    (
        MemberStatistic.SPREAD,
        r"\bspread\b|\bsprd\b|\bspr$|ensemble (?:standard deviation|std)|"
        r"standard deviation of (?:all |the )?(?:members|ensemble)|\bstd ?dev of members",
    ),
    (
        MemberStatistic.MEAN,
        r"\bens(?:emble)? ?(?:mean|avg|average)\b|unweighted ?mean|"
        r"mean of (?:all |the )?(?:members|ensemble)|multi ?model mean",
    ),
    (MemberStatistic.OTHER, r"ensemble (?:max|min|range)|ens (?:max|min)\b"),
)
_MEDIAN = re.compile(r"\bens(?:emble)? ?median\b")
_NUMBER = re.compile(r"(\d{1,2}(?:\.\d+)?) ?(?:st|nd|rd|th)? ?(?:percentile|pctl)")
_IN_NAME = re.compile(r"_p(\d\d)$")
_QUANTILES = re.compile(r"^(?:percentiles?|quantiles?|pctl|perc)(?:_over_\w+)?$")
_THRESHOLDS = re.compile(r"^thresholds?$|_thresholds?$")
_NCL_TEMPLATE = re.compile(r"_p(\d+)_(?:\d+_)?l\d+_g")
_OF_TEMPLATE = {
    **dict.fromkeys((2, 3, 4, 12, 13, 14), MemberStatistic.OTHER),
    **dict.fromkeys((5, 9), MemberStatistic.PROBABILITY),
    **dict.fromkeys((6, 10), MemberStatistic.PERCENTILE),
}
"""Product definition templates of GRIB2 (code table 4.0), which NCL puts into names."""
_MODIFIERS = {"standard_error", "number_of_observations", "status_flag", "detection_minimum"}
_MONTH_DAYS = (28.0, 31.0)


@dataclass(frozen=True)
class Choice:
    """A position along a coordinate of percentiles or thresholds.

    ``dim`` is None where the coordinate is a scalar.
    """

    dim: str | None
    position: int
    statement: MemberStatement


_MEAN_RATE = re.compile(r"^(?:avg_|mean_|m(?:tpr|sr|csr|lssr)$)")
"""Names that ECMWF and wgrib2 give to mean rates."""


def is_named_mean(name: str) -> bool:
    """Whether a rate is named as ECMWF and wgrib2 name means over time."""
    return _MEAN_RATE.match(name.lower()) is not None or "_ave" in name


def words_of(name: str, variable: xr.Variable) -> str:
    """Return the name and what describes the variable, in lower case and with blanks."""
    keys = ("long_name", "standard_name", "description", "GRIB_name")
    said = " ".join([name, *(text_of(variable, key) for key in keys)]).lower()
    return said.replace("_", " ").replace("-", " ")


def time_statement(
    name: str,
    variable: xr.Variable,
    axis: TimeAxis,
    coordinate: xr.Variable | None,
    file: FileFacts,
) -> TimeStatement:
    """Return the statistic over time that a variable is said to be.

    Words that name another quantity (standard deviation, range, anomaly) come first, then
    ``cell_methods``, what the history says a tool made of the file, the kind of step of GRIB,
    other attributes, words of name and description, and the title.

    Parameters
    ----------
    name : str
    variable : xarray.Variable
    axis : TimeAxis
    coordinate : xarray.Variable or None
        Of time.
    file : FileFacts
    """
    words = words_of(name, variable)
    found = _time_by_other_words(words, variable)
    if found is None:
        statements = (
            _by_cell_methods(variable, axis),
            file.time if file.time is not None and file.time.by != "title" else None,
            _by_step_type(variable),
            _by_process(variable),
            _by_words(words),
            file.time,
        )
        found = next((item for item in statements if item is not None), TimeStatement())
    if found.value is TimeStatistic.INSTANT:
        return found
    period = _period(found, words, axis, coordinate, file)
    return found.model_copy(update={"period": period}) if period is not found.period else found


def _stated(value: TimeStatistic, by: str, period: Period | None = None) -> TimeStatement:
    return TimeStatement(value=value, period=period, authority=Authority.STATED, by=by)


def _time_by_other_words(words: str, variable: xr.Variable) -> TimeStatement | None:
    modifier = text_of(variable, "standard_name").split(" ")[-1]
    if modifier in _MODIFIERS:
        return _stated(TimeStatistic.OTHER, "standard_name")
    for value, pattern in _WORDS_OF_TIME:
        if re.search(pattern, words):
            return _stated(value, "name")
    return None


def _by_cell_methods(variable: xr.Variable, axis: TimeAxis) -> TimeStatement | None:
    text = text_of(variable, "cell_methods")
    entries = [item for item in cell_methods(text) if _is_of_time(item, axis)] if text else []
    if not entries:
        return None
    period = Period.LONGER if any(item.scope for item in entries) else None
    return _stated(entries[-1].statistic, "cell_methods", period)


def _is_of_time(entry: CellMethod, axis: TimeAxis) -> bool:
    known = _TIMES | {dim.lower() for dim in axis.dims}
    return any(name in known for name in entry.names)


def _by_step_type(variable: xr.Variable) -> TimeStatement | None:
    step = text_of(variable, "GRIB_stepType")
    if not step:
        return None
    if step in _MONTHLY_STEP_TYPES:
        return _stated(TimeStatistic.MEAN, "GRIB_stepType", Period.MONTH)
    return _stated(_STEP_TYPES.get(step, TimeStatistic.OTHER), "GRIB_stepType")


def _by_process(variable: xr.Variable) -> TimeStatement | None:
    for key in _PROCESS_KEYS:
        said = text_of(variable, key).lower()
        value = next((item for word, item in _PROCESSES.items() if word in said), None)
        if value is not None:
            return _stated(value, key)
    return None


def _by_words(words: str) -> TimeStatement | None:
    for value, pattern in _PLAIN_WORDS_OF_TIME:
        if re.search(pattern, words):
            return _stated(value, "name")
    return None


def _period(
    found: TimeStatement,
    words: str,
    axis: TimeAxis,
    coordinate: xr.Variable | None,
    file: FileFacts,
) -> Period | None:
    """Return the part of the calendar of a statistic: by bounds, words, and what a tool made."""
    if found.period is not None:
        return found.period
    if coordinate is not None and "climatology" in coordinate.attrs:
        return Period.LONGER
    if axis.bounds is not None and axis.bounds.size:
        days = (axis.bounds[:, 1] - axis.bounds[:, 0]) / np.timedelta64(1, "D")
        if np.all(days == 1.0):
            return Period.DAY
        if np.all(days >= _MONTH_DAYS[0]):
            return Period.MONTH if np.all(days <= _MONTH_DAYS[1]) else Period.LONGER
    elif coordinate is not None and "avg_period" in coordinate.attrs:
        found_period = _averaged(text_of(coordinate, "avg_period"))
        if found_period is not None:
            return found_period
    for period, pattern in _WORDS_OF_PERIOD:
        if re.search(pattern, words):
            return period
    return file.time.period if file.time is not None else None


def _averaged(text: str) -> Period | None:
    """Read ``avg_period`` of NOAA's Physical Sciences Laboratory: ``0000-01-00 00:00:00``."""
    numbers = [int(item) for item in re.findall(r"\d+", text)[:3]]
    kinds = (Period.LONGER, Period.MONTH, Period.DAY)
    return next((kind for kind, number in zip(kinds, numbers, strict=False) if number), None)


def member_statement(
    name: str, variable: xr.Variable, file: FileFacts, member: int | None
) -> MemberStatement:
    """Return the statistic over members that a variable is said to be.

    A coordinate of percentiles or thresholds (`choices`) states more than this.

    Parameters
    ----------
    name : str
    variable : xarray.Variable
    file : FileFacts
    member : int or None
        The number that a coordinate gives.
    """
    for entry in reversed(cell_methods(text_of(variable, "cell_methods"))):
        if MEMBER_NAMES & set(entry.names):
            return _of_members(_member_method(entry.method), "cell_methods")
    data_type = _DATA_TYPES.get(text_of(variable, "GRIB_dataType"))
    if data_type is not None:
        return _of_members(data_type, "GRIB_dataType")
    words = words_of(name, variable)
    derived = text_of(variable, "Grib2_Ensemble_Derived_Type").lower()
    said = f"{words} {derived}".strip()
    if _MEDIAN.search(said):
        return _of_members(MemberStatistic.PERCENTILE, "name", 50.0)
    percentile = _IN_NAME.search(name.lower())
    if percentile is not None:
        return _of_members(MemberStatistic.PERCENTILE, "name", float(percentile[1]))
    for value, pattern in _WORDS_OF_MEMBERS:
        if re.search(pattern, said):
            number = _NUMBER.search(said) if value is MemberStatistic.PERCENTILE else None
            return _of_members(value, "name", None if number is None else float(number[1]))
    template = _NCL_TEMPLATE.search(name.lower())
    if template is not None and int(template[1]) in _OF_TEMPLATE:
        return _of_members(_OF_TEMPLATE[int(template[1])], "name")
    if file.members is not None:
        return file.members
    if member is not None:
        return _of_members(MemberStatistic.MEMBER, "coordinate", float(member))
    return MemberStatement()


def _of_members(value: MemberStatistic, by: str, number: float | None = None) -> MemberStatement:
    return MemberStatement(value=value, number=number, authority=Authority.STATED, by=by)


def _member_method(method: str) -> MemberStatistic:
    if method in {"mean", "average"}:
        return MemberStatistic.MEAN
    if method == "median":
        return MemberStatistic.PERCENTILE
    return MemberStatistic.SPREAD if method == "standard_deviation" else MemberStatistic.OTHER


def choices(dataset: xr.Dataset, name: str, scalars: Sequence[str]) -> Sequence[Choice]:
    """Return what a coordinate of percentiles or thresholds makes of a variable, one each.

    Empty where it has no such coordinate, as a dimension or as a scalar.

    Parameters
    ----------
    dataset : xarray.Dataset
        Raw.
    name : str
    scalars : sequence of str
        What `scalar_choices` found in the file.
    """
    variable = dataset.variables[name]
    for item in (str(dim) for dim in variable.dims):
        value = _kind_of_choice(item, dataset.variables.get(item))
        if value is not None:
            numbers = _numbers_of(dataset, item, value)
            return [
                Choice(item, place, _of_members(value, item, number))
                for place, number in enumerate(numbers)
            ]
    if not scalars:
        return []
    own = set(text_of(variable, "coordinates").split())
    listed = (text_of(item, "coordinates").split() for item in dataset.variables.values())
    named = {word for words in listed for word in words}
    for item in scalars:
        value = _kind_of_choice(item, dataset.variables[item])
        if value is not None and (item in own or item not in named):
            (number,) = _numbers_of(dataset, item, value)
            return [Choice(None, 0, _of_members(value, item, number))]
    return []


def scalar_choices(dataset: xr.Dataset) -> tuple[str, ...]:
    """Return the names of scalar coordinates of percentiles or thresholds in a file."""
    return tuple(
        str(item)
        for item, variable in dataset.variables.items()
        if variable.size == 1 and _kind_of_choice(str(item), variable) is not None
    )


def _kind_of_choice(name: str, coordinate: xr.Variable | None) -> MemberStatistic | None:
    lower = name.lower()
    keys = () if coordinate is None else coordinate.attrs
    if any(str(key).endswith("relative_to_threshold") for key in keys):
        return MemberStatistic.PROBABILITY
    if _QUANTILES.match(lower):
        return MemberStatistic.PERCENTILE
    return MemberStatistic.PROBABILITY if _THRESHOLDS.search(lower) else None


def _numbers_of(dataset: xr.Dataset, name: str, value: MemberStatistic) -> Sequence[float | None]:
    """Return percentiles from 0 to 100, or thresholds as the file has them."""
    coordinate = dataset.variables.get(name)
    if coordinate is None or coordinate.dtype.kind not in "fiu":
        return [None] * int(dataset.sizes.get(name, 1))
    numbers = np.atleast_1d(np.asarray(coordinate.values, dtype=np.float64))
    is_share = numbers.size and float(np.nanmax(numbers)) <= 1.0
    if value is MemberStatistic.PERCENTILE and is_share:
        numbers = numbers * 100.0
    return [round(float(item), 6) for item in numbers]
