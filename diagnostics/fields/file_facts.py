"""What a NetCDF or Zarr file says of itself as a whole: of its producer, and what tools did."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diagnostics.contracts.field_record import (
    Authority,
    MemberStatement,
    MemberStatistic,
    Period,
    TimeStatement,
    TimeStatistic,
)
from diagnostics.fields.levels import VerticalAxis
from diagnostics.fields.time_axes import TimeAxis

if TYPE_CHECKING:
    import xarray as xr

STORE = "adaptor.mars"
"""In the history of files from the Climate Data Store's archive of ERA5 and ERA5-Land."""

_MET_NORWAY = re.compile(r"norwegian meteorological institute|met norway|meteorologisk institutt")
_KEY = re.compile(r"\b(class|stream|type|product_type)\W{1,6}([a-z][\w-]*)")
_STREAM_IN_NAME = re.compile(r"stream-([a-z]+)")
_MONTHLY_STREAMS = {"moda", "mnth", "edmo", "edmm", "wamo", "mmsf", "msmm", "mmsa"}
_TOOL = re.compile(r"\bcdo\b[^\n]*")
_OPERATOR = re.compile(
    r"(?<![a-z])(ens|hour|day|mon|year|seas|tim|yhour|yday|ymon|yseas)"
    r"(mean|avg|std1?|var1?|max|min|sum|range|pctl)(?![a-z])"
)
_REDUCE = re.compile(r"\b(daily|monthly)_(?:reduce\b.*?\bhow\W{1,4}(\w+)|(mean|max|min|sum|std)\b)")
_DAILY_STORE = re.compile(r"daily[-_](mean|max(?:imum)?|min(?:imum)?|sum)\b")
_SHIFT = re.compile(r"time_shift\W{1,6}hours\W{1,4}(-?\d+(?:\.\d+)?)")
_UTC_SHIFT = re.compile(r"utc([+-]\d{1,2}):?(\d\d)?")
_RECORDS = re.compile(r"\bncra\b(?:[^\n]*?-y\s+(\w+))?")
_TITLE_PERIOD = (
    (Period.MONTH, re.compile(r"monthly[\s_-]*(?:averag|mean)|mean[\s_-]*monthly|monthly-means")),
    (Period.LONGER, re.compile(r"climatolog|long[\s_-]term[\s_-]mean|annual[\s_-]mean")),
    (Period.DAY, re.compile(r"\bmean[\s_-]daily|daily[\s_-](?:mean|averag)")),
)
_STATISTICS = {
    "mean": TimeStatistic.MEAN,
    "avg": TimeStatistic.MEAN,
    "max": TimeStatistic.MAXIMUM,
    "maximum": TimeStatistic.MAXIMUM,
    "min": TimeStatistic.MINIMUM,
    "minimum": TimeStatistic.MINIMUM,
    "sum": TimeStatistic.SUM,
    "ttl": TimeStatistic.SUM,
    "range": TimeStatistic.RANGE,
    "std": TimeStatistic.STANDARD_DEVIATION,
    "std1": TimeStatistic.STANDARD_DEVIATION,
}
_PERIODS = {"hour": None, "day": Period.DAY, "mon": Period.MONTH}
_OF_MEMBERS = {
    "mean": MemberStatistic.MEAN,
    "avg": MemberStatistic.MEAN,
    "std": MemberStatistic.SPREAD,
    "std1": MemberStatistic.SPREAD,
    "pctl": MemberStatistic.PERCENTILE,
}
_MEMBERS_IN_NAME = (
    (MemberStatistic.SPREAD, re.compile(r"gespr|ens(?:emble)?[-_.]?(?:spr(?:ea)?d|std)")),
    (MemberStatistic.MEAN, re.compile(r"geavg|ens(?:emble)?[-_.]?(?:mean|avg)")),
    (MemberStatistic.PROBABILITY, re.compile(r"ens(?:emble)?[-_.]?prob|geprob")),
)


@dataclass(frozen=True)
class FileFacts:
    """What a file says of all its fields.

    Attributes
    ----------
    words : str
        Its global attributes and its own name, in lower case.
    facts : frozenset of str
        ``key=value`` in lower case: centre, class, stream, and ``has=expver``.
    is_era5 : bool
        Whether it calls itself ERA5 or has the marks of its archive.
    time : TimeStatement or None
        The statistic over time that a tool made of all fields, or that the title names.
    made_days : bool
        Whether the days of `time` were made by a tool that stamps them with their begin.
    day_shift_hours : float
        By how much those days begin before 00 UTC.
    members : MemberStatement or None
        The statistic over members that a tool made, or that the title or the file's name names.
    choices : tuple of str
        Scalar coordinates of percentiles or thresholds.
    levels : dict of str to VerticalAxis
        Coordinates that were looked at before.
    times : dict of tuple to TimeAxis
        Axes of times that were read before, by dims and lead.
    """

    words: str
    facts: frozenset[str]
    is_era5: bool
    time: TimeStatement | None = None
    made_days: bool = False
    day_shift_hours: float = 0.0
    members: MemberStatement | None = None
    choices: tuple[str, ...] = ()
    levels: dict[str, VerticalAxis | None] = field(default_factory=dict)
    times: dict[tuple[object, ...], TimeAxis | None] = field(default_factory=dict)


def facts_of(dataset: xr.Dataset, path: str) -> FileFacts:
    """Read what a file says of itself.

    Parameters
    ----------
    dataset : xarray.Dataset
        Raw.
    path : str
        File or URL; only its last part counts.
    """
    attributes = {str(key).lower(): str(value).lower() for key, value in dataset.attrs.items()}
    own_name = path.lower().rstrip("/").rsplit("/", 1)[-1]
    said = " ".join(attributes.values())
    words = f"{said} {own_name}"
    facts = {f"{key}={value}" for key, value in _KEY.findall(said)}
    facts |= {f"stream={stream}" for stream in _STREAM_IN_NAME.findall(words)}
    if "grib_centre" in attributes:
        facts.add(f"centre={attributes['grib_centre']}")
    if _MET_NORWAY.search(attributes.get("institution", "")):
        facts.add("centre=enmi")
    if "expver" in dataset.variables or "expver" in dataset.dims:
        facts.add("has=expver")
    if STORE in words:
        facts.add("has=store")
    is_era5 = "has=expver" in facts or "era5" in words or STORE in words
    if is_era5 and any(dataset.sizes[dim] > 1 for dim in ("number",) if dim in dataset.sizes):
        facts.add("stream=enda")
    history = attributes.get("history", "")
    title = f"{attributes.get('title', '')} {own_name}"
    time, made_days = _time_operation(history, words)
    shift = _SHIFT.search(history) or (_UTC_SHIFT.search(history) if made_days else None)
    return FileFacts(
        words=words,
        facts=frozenset(facts),
        is_era5=is_era5,
        time=time or _time_of_title(title, facts, words),
        made_days=made_days,
        day_shift_hours=_hours(shift) if made_days else 0.0,
        members=_member_operation(history) or _members_of_title(title),
    )


def _hours(match: re.Match[str] | None) -> float:
    if match is None:
        return 0.0
    minutes = match[2] if match.re is _UTC_SHIFT else None
    hours = float(match[1])
    return hours + float(minutes or 0) / 60.0 * (1.0 if hours >= 0 else -1.0)


def _time_operation(history: str, words: str) -> tuple[TimeStatement | None, bool]:
    """Return the last statistic over time in the history, and whether it made days of ERA5."""
    reduced = list(_REDUCE.finditer(history))
    if reduced or "daily-statistics" in words:
        found = reduced[-1] if reduced else None
        daily = found is None or found[1] == "daily"
        how = (found[2] or found[3]) if found else ""
        if not how:
            named = _DAILY_STORE.search(words)
            how = named[1] if named else ""
        period = Period.DAY if daily else Period.MONTH
        statistic = _STATISTICS.get(how, TimeStatistic.OTHER)
        by = f"history: {'daily' if daily else 'monthly'} {how}".strip()
        return TimeStatement(value=statistic, period=period, authority=Authority.STATED, by=by), (
            daily
        )
    for tool in _TOOL.findall(history):
        for prefix, method in _OPERATOR.findall(tool):
            if prefix == "ens":
                continue
            return (
                TimeStatement(
                    value=_STATISTICS.get(method, TimeStatistic.OTHER),
                    period=_PERIODS.get(prefix, Period.LONGER),
                    authority=Authority.STATED,
                    by=f"history: cdo {prefix}{method}",
                ),
                False,
            )
    records = _RECORDS.search(history)
    if records is not None:
        how = records[1] or "mean"
        value = _STATISTICS.get(how, TimeStatistic.OTHER)
        by = "history: ncra"
        return TimeStatement(value=value, authority=Authority.STATED, by=by), False
    return None, False


def _time_of_title(title: str, facts: set[str], words: str) -> TimeStatement | None:
    streams = {f"stream={stream}" for stream in _MONTHLY_STREAMS}
    if facts & streams or "monthly_averaged" in words or "monthly-means" in words:
        by = next(iter(sorted(facts & streams)), "product_type")
        return TimeStatement(
            value=TimeStatistic.MEAN, period=Period.MONTH, authority=Authority.STATED, by=by
        )
    for period, pattern in _TITLE_PERIOD:
        if pattern.search(title):
            return TimeStatement(
                value=TimeStatistic.MEAN, period=period, authority=Authority.STATED, by="title"
            )
    return None


def _member_operation(history: str) -> MemberStatement | None:
    for tool in _TOOL.findall(history):
        for prefix, method in _OPERATOR.findall(tool):
            if prefix == "ens":
                value = _OF_MEMBERS.get(method, MemberStatistic.OTHER)
                by = f"history: cdo ens{method}"
                return MemberStatement(value=value, authority=Authority.STATED, by=by)
    return None


def _members_of_title(title: str) -> MemberStatement | None:
    plain = title.replace(" ", "_")
    for value, pattern in _MEMBERS_IN_NAME:
        if pattern.search(plain):
            by = "title or name of the file"
            return MemberStatement(value=value, authority=Authority.STATED, by=by)
    return None
