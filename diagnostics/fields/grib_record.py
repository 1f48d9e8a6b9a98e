"""What a GRIB message says of itself: a statistic of time and of members, and a version.

Read from the product definition of edition 2 (WMO-No. 306, Manual on Codes, Volume I.2, FM 92:
code tables 4.0, 4.3, 4.6, 4.7, 4.9 and 4.10), from the time range indicator of edition 1 (code
table 5), from ECMWF's ``type`` and ``stream`` (local section, edition 1 and 2), and from NCEP's
extension of section 1 for products of ensembles (NCEP Office Note 388, appendix C).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from diagnostics.contracts.field_record import (
    Authority,
    FieldRecord,
    MemberStatement,
    MemberStatistic,
    Period,
    RecordItem,
    TimeStatement,
    TimeStatistic,
    stated,
)
from diagnostics.fields.grib_messages import section_of

Getter = Callable[[str], Any]
"""From an ecCodes key to its value, None where it is not defined."""

_END_OF_INTERVAL: Mapping[int, int] = MappingProxyType({8: 34, 9: 47, 10: 35, 11: 37, 12: 36})
"""By product definition template: where section 4 has the end of the interval (7 octets).

Of the common ones, which are many in a file; ecCodes knows where the others have it.
"""
_END_PARTS = ("year", "month", "day", "hour", "minute", "second")
_TIME_LENGTH = 7
_COMMON = 34
"""Octets that templates 0 to 15 begin with: the field, its run and its level."""

_MEMBERS = frozenset({1, 11, 33, 34, 41, 43, 45, 47, 49, 58, 60, 61, 63})
_DERIVED = frozenset({2, 3, 4, 12, 13, 14})
_PROBABILITIES = frozenset({5, 9})
_PERCENTILES = frozenset({6, 10})
_QUANTILES = frozenset({86, 87})
_ERRORS = 7

_OF_DERIVED: Mapping[int, tuple[MemberStatistic, float | None]] = MappingProxyType(
    {
        0: (MemberStatistic.MEAN, None),
        1: (MemberStatistic.MEAN, None),
        2: (MemberStatistic.SPREAD, None),
        3: (MemberStatistic.SPREAD, None),
        4: (MemberStatistic.SPREAD, None),
        7: (MemberStatistic.SPREAD, None),
        193: (MemberStatistic.PERCENTILE, 10.0),
        194: (MemberStatistic.PERCENTILE, 50.0),
        195: (MemberStatistic.PERCENTILE, 90.0),
        200: (MemberStatistic.MEAN, None),
    }
)
"""Code table 4.7, 192 and above as NCEP uses them; what is not here is another statistic."""
_OF_PROCESSING: Mapping[int, TimeStatistic] = MappingProxyType(
    {
        0: TimeStatistic.MEAN,
        1: TimeStatistic.SUM,
        2: TimeStatistic.MAXIMUM,
        3: TimeStatistic.MINIMUM,
        6: TimeStatistic.STANDARD_DEVIATION,
        11: TimeStatistic.SUM,
    }
)
"""Code table 4.10; what is not here is another statistic."""
_OF_RANGE: Mapping[int, TimeStatistic | None] = MappingProxyType(
    {
        0: TimeStatistic.INSTANT,
        1: TimeStatistic.INSTANT,
        2: None,
        3: TimeStatistic.MEAN,
        4: TimeStatistic.SUM,
        5: TimeStatistic.OTHER,
        7: TimeStatistic.MEAN,
        10: TimeStatistic.INSTANT,
    }
)
"""Code table 5 of edition 1; 2 is valid for an interval, and the parameter says as what."""
_OF_MANY: Mapping[int, TimeStatistic] = MappingProxyType(
    {
        51: TimeStatistic.MEAN,
        113: TimeStatistic.MEAN,
        114: TimeStatistic.SUM,
        115: TimeStatistic.MEAN,
        116: TimeStatistic.SUM,
        117: TimeStatistic.MEAN,
        118: TimeStatistic.OTHER,
        119: TimeStatistic.STANDARD_DEVIATION,
        123: TimeStatistic.MEAN,
        124: TimeStatistic.SUM,
        125: TimeStatistic.STANDARD_DEVIATION,
        **dict.fromkeys(range(128, 141), TimeStatistic.MEAN),
    }
)
"""Code table 5 of edition 1, and NCEP's part of it: statistics of many analyses or forecasts."""
_CLIMATE = 51
_OF_TYPE: Mapping[str, MemberStatistic] = MappingProxyType(
    {
        "em": MemberStatistic.MEAN,
        "taem": MemberStatistic.MEAN,
        "es": MemberStatistic.SPREAD,
        "ses": MemberStatistic.SPREAD,
        "taes": MemberStatistic.SPREAD,
        "pb": MemberStatistic.PERCENTILE,
        **dict.fromkeys(("ep", "fp", "pd"), MemberStatistic.PROBABILITY),
        **dict.fromkeys(("cm", "cs", "cd", "efi", "efic", "sot"), MemberStatistic.OTHER),
    }
)
"""ECMWF's types that are statistics of an ensemble."""
_TIME_OF_TYPE: Mapping[str, TimeStatistic] = MappingProxyType(
    {
        "fcmean": TimeStatistic.MEAN,
        "fcmax": TimeStatistic.MAXIMUM,
        "fcmin": TimeStatistic.MINIMUM,
        "fcstdev": TimeStatistic.STANDARD_DEVIATION,
    }
)
_CLIMATE_TYPE = "cl"
_MONTHLY = frozenset(
    {"moda", "mnth", "edmo", "edmm", "wamo", "ewmo", "ewmm"}
    | {"msmm", "mmsa", "mfam", "swmm", "smma", "esmm"}
)
"""ECMWF's streams of monthly means."""
_CLIMATE_STREAM = "dacl"
_MEMBER_TYPES = frozenset({"cf", "pf"})
_VERSIONS: Mapping[str, str] = MappingProxyType({"0001": "final", "0005": "preliminary"})
"""ECMWF's experiment versions of its reanalyses: ERA5 and ERA5T."""
_REANALYSES = frozenset({"ea", "l5"})

_NCEP = 7
_NCEP_ENSEMBLE = 1
_OF_NCEP: Mapping[int, MemberStatistic] = MappingProxyType(
    {
        2: MemberStatistic.MEAN,
        3: MemberStatistic.MEAN,
        11: MemberStatistic.SPREAD,
        12: MemberStatistic.SPREAD,
    }
)
_NCEP_PROBABILITY = frozenset({191, 192})

_HOURS_OF_UNIT: Mapping[int, float] = MappingProxyType(
    {0: 1 / 60, 1: 1.0, 2: 24.0, 10: 3.0, 11: 6.0, 12: 12.0, 13: 1 / 3600}
)
"""Code table 4.4; 13 is seconds in edition 2 (in edition 1 a quarter of an hour)."""
_MONTH_UNIT = 3
_MONTH_HOURS = (27 * 24.0, 32 * 24.0)


_MOST_KNOWN = 5000


@dataclass(frozen=True, eq=False)
class GribStatement:
    """What a message says beside its field, level and times; the same object for equal words.

    Attributes
    ----------
    members : MemberStatement
    time : TimeStatement
    version : RecordItem
        ``final`` or ``preliminary``, where the producer has both.
    facts : frozenset of str
        Marks by which `diagnostics.fields.habits` knows producers.
    data_type, centre : str
        Empty where the message does not say.
    member : int or None
        Number of the member.
    """

    members: MemberStatement
    time: TimeStatement
    version: RecordItem
    facts: frozenset[str]
    data_type: str
    centre: str
    member: int | None

    @cached_property
    def group(self) -> tuple[object, ...]:
        """What fields have in common that may stand in one series."""
        members, time = self.members, self.time
        return (members.value, members.number, time.value, time.period, self.version.value)

    def record(self, name: str) -> FieldRecord:
        """Return the record of a field with what is said here, and nothing else."""
        return FieldRecord(
            source_name=name,
            time_statistic=self.time,
            member_statistic=self.members,
            version=self.version,
        )


_KNOWN: dict[bytes, GribStatement] = {}
"""Statements by the octets that they rest on: files of a folder say the same."""


def statement_of(data: bytes, get: Getter) -> GribStatement:
    """Return what a message says; of messages that say the same, it is read once.

    Parameters
    ----------
    data : bytes
        The message.
    get : callable
        From an ecCodes key to its value, None where it is not defined.
    """
    key = data[7:8] + _key(data)
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        found = _KNOWN[key] = _read(data, get)
    return found


def stated_end(data: bytes, get: Getter) -> np.datetime64 | None:
    """Return the end of the interval that a message of edition 2 states itself, UTC.

    None where its template has none, it is missing, or it is no time.
    """
    if data[7] != 2:
        return None
    section = section_of(data, 4)
    start = _END_OF_INTERVAL.get(int.from_bytes(section[7:9], "big"))
    if start is None:
        parts = [get(f"{part}OfEndOfOverallTimeInterval") for part in _END_PARTS]
        if None in parts:
            return None
        year, month, day, hour, minute, second = (int(part) for part in parts)
    elif len(section) < start + _TIME_LENGTH:
        return None
    else:
        year = int.from_bytes(section[start : start + 2], "big")
        month, day, hour, minute, second = section[start + 2 : start + _TIME_LENGTH]
    try:
        return np.datetime64(
            f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}", "ns"
        )
    except ValueError:
        return None


def _key(data: bytes) -> bytes:
    """Return the octets that a statement rests on: without the field's level and times."""
    if data[7] == 1:
        section = data[8 : 8 + int.from_bytes(data[8:11], "big")]
        number = section[8:9] if section[4] == _NCEP else b""
        return section[4:6] + number + section[17:18] + section[20:24] + section[40:]
    origin = section_of(data, 1)
    product = section_of(data, 4)
    template = int.from_bytes(product[7:9], "big")
    rest = product[_COMMON:] if template < 16 else product[5:]
    start = _END_OF_INTERVAL.get(template)
    if start is not None:
        rest = product[_COMMON:start] + product[start + _TIME_LENGTH :]
    local = section_of(data, 2)
    return b"|".join((origin[5:12] + origin[19:21], local, product[7:9], product[11:12], rest))


def _read(data: bytes, get: Getter) -> GribStatement:
    texts = {key: _text(get(key)) for key in ("class", "stream", "centre", "dataType", "expver")}
    kind = texts["dataType"]
    members = _members_2(get) if data[7] == 2 else _members_1(data)
    if members.value in {None, MemberStatistic.NONE} and kind in _OF_TYPE:
        members = _member_statement(_OF_TYPE[kind], f"type {kind}")
    number = get("perturbationNumber")
    if members.value is MemberStatistic.NONE and (kind in _MEMBER_TYPES or number):
        members = _member_statement(MemberStatistic.MEMBER, "perturbationNumber", number)
    time = _of_stream(_time_2(get) if data[7] == 2 else _time_1(data), kind, texts["stream"])
    version = RecordItem()
    if texts["class"] in _REANALYSES and texts["expver"] in _VERSIONS:
        version = stated(_VERSIONS[texts["expver"]], f"expver {texts['expver']}")
    return GribStatement(
        members=members,
        time=time,
        version=version,
        facts=frozenset(f"{key}={texts[key]}" for key in texts if texts[key]),
        data_type=kind,
        centre=texts["centre"],
        member=None if number is None else int(number),
    )


def _text(value: object) -> str:
    return "" if value is None else str(value).lower()


def _member_statement(
    value: MemberStatistic, by: str, number: float | None = None
) -> MemberStatement:
    return MemberStatement(
        value=value,
        number=None if number is None else float(number),
        authority=Authority.STATED,
        by=by,
    )


def _members_2(get: Getter) -> MemberStatement:
    """Read which statistic of members a message of edition 2 is, by its template first."""
    template = int(get("productDefinitionTemplateNumber") or 0)
    by = f"productDefinitionTemplateNumber {template}"
    if template in _DERIVED:
        code = int(get("derivedForecast") or 0)
        value, number = _OF_DERIVED.get(code, (MemberStatistic.OTHER, None))
        return _member_statement(value, f"{by}, derivedForecast {code}", number)
    if template in _PROBABILITIES:
        return _member_statement(MemberStatistic.PROBABILITY, by, _threshold(get))
    if template in _PERCENTILES:
        return _member_statement(MemberStatistic.PERCENTILE, by, get("percentileValue"))
    if template in _QUANTILES:
        total = float(get("totalNumberOfQuantiles") or 0)
        number = 100.0 * float(get("quantileValue") or 0) / total if total else None
        return _member_statement(MemberStatistic.PERCENTILE, by, number)
    if template == _ERRORS:
        return _member_statement(MemberStatistic.OTHER, by)
    if template in _MEMBERS:
        return _member_statement(MemberStatistic.MEMBER, by, get("perturbationNumber"))
    process = int(get("typeOfGeneratingProcess") or 0)
    if process == 5:
        return _member_statement(MemberStatistic.PROBABILITY, f"typeOfGeneratingProcess {process}")
    if process in {6, 7}:
        return _member_statement(MemberStatistic.OTHER, f"typeOfGeneratingProcess {process}")
    return _member_statement(MemberStatistic.NONE, by)


def _threshold(get: Getter) -> float | None:
    """Return the threshold of a probability: the upper limit where it is above that one."""
    sides = ("Upper", "Lower") if int(get("probabilityType") or 0) in {1, 2, 4} else ("Lower",)
    for side in sides:
        value, factor = (get(f"{part}Of{side}Limit") for part in ("scaledValue", "scaleFactor"))
        if value is not None and factor is not None and abs(int(factor)) < 100:
            return float(value) / 10.0 ** int(factor)
    return None


def _members_1(data: bytes) -> MemberStatement:
    """Read which statistic of members a message of edition 1 is, by NCEP's extension."""
    section = data[8 : 8 + int.from_bytes(data[8:11], "big")]
    if section[4] == _NCEP and section[8] in _NCEP_PROBABILITY and section[3] < 128:
        return _member_statement(MemberStatistic.PROBABILITY, f"parameter {section[8]}")
    if section[4] == _NCEP and len(section) >= 45 and section[40] == _NCEP_ENSEMBLE:
        product = section[43]
        by = f"ensemble product {product}"
        if product in _OF_NCEP:
            return _member_statement(_OF_NCEP[product], by)
        if product == 1:
            return _member_statement(MemberStatistic.MEMBER, by, section[42])
        return _member_statement(MemberStatistic.OTHER, by)
    return MemberStatement(value=MemberStatistic.NONE, authority=Authority.STATED, by="edition 1")


def _time_2(get: Getter) -> TimeStatement:
    code = get("typeOfStatisticalProcessing")
    if code is None:
        by = f"productDefinitionTemplateNumber {get('productDefinitionTemplateNumber')}"
        return _time_statement(TimeStatistic.INSTANT, by)
    by = f"typeOfStatisticalProcessing {code}"
    if int(code) == 255:
        return TimeStatement(by=by)
    value = _OF_PROCESSING.get(int(code), TimeStatistic.OTHER)
    unit = int(get("indicatorOfUnitForTimeRange") or 0)
    length = float(get("lengthOfTimeRange") or 0)
    is_of_many = get("typeOfTimeIncrement") == 1
    period: Period | None = None
    if unit == _MONTH_UNIT and length:
        period = Period.MONTH if length == 1 else Period.LONGER
    elif unit in _HOURS_OF_UNIT and (is_of_many or value is TimeStatistic.MEAN):
        period = _period_of(length * _HOURS_OF_UNIT[unit], is_of_many)
    return _time_statement(value, by, period)


def _period_of(hours: float, is_of_many: bool) -> Period | None:
    """Return the part of the calendar that a statistic of so many hours is of."""
    if hours >= _MONTH_HOURS[0]:
        return Period.MONTH if hours <= _MONTH_HOURS[1] else Period.LONGER
    return Period.DAY if is_of_many and hours <= 24 else None


def _time_1(data: bytes) -> TimeStatement:
    section = data[8 : 8 + int.from_bytes(data[8:11], "big")]
    code = section[20]
    by = f"timeRangeIndicator {code}"
    if code in _OF_MANY:
        count, spacing = int.from_bytes(section[21:23], "big"), section[19]
        hours = count * spacing * _HOURS_OF_UNIT.get(section[17], 0.0)
        period = _period_of(hours, is_of_many=True) if hours else None
        if code == _CLIMATE:
            period = Period.LONGER
        return _time_statement(_OF_MANY[code], by, period or Period.MONTH)
    value = _OF_RANGE.get(code, TimeStatistic.OTHER)
    return TimeStatement(by=by) if value is None else _time_statement(value, by)


def _of_stream(time: TimeStatement, kind: str, stream: str) -> TimeStatement:
    """Add what ECMWF's type and stream say: monthly means, climatologies."""
    if kind in _TIME_OF_TYPE:
        return _time_statement(_TIME_OF_TYPE[kind], f"type {kind}", Period.MONTH)
    if stream == _CLIMATE_STREAM or kind == _CLIMATE_TYPE:
        return _time_statement(TimeStatistic.MEAN, f"stream {stream}, type {kind}", Period.LONGER)
    if stream in _MONTHLY:
        value = time.value
        if value in {None, TimeStatistic.INSTANT}:
            value = TimeStatistic.MEAN
        return _time_statement(value, f"stream {stream}, {time.by}", Period.MONTH)
    return time


def _time_statement(
    value: TimeStatistic | None, by: str, period: Period | None = None
) -> TimeStatement:
    return TimeStatement(value=value, period=period, authority=Authority.STATED, by=by)
