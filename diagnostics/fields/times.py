"""Time axes of files: valid times in UTC, from CF units and the older ways to write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import InputDataError
from diagnostics.fields.blocks import Times
from diagnostics.messages import Message

_SECONDS = {
    "microsecond": 1e-6,
    "nanosecond": 1e-9,
    "millisecond": 1e-3,
    "s": 1.0,
    "sec": 1.0,
    "second": 1.0,
    "m": 60.0,
    "min": 60.0,
    "minute": 60.0,
    "h": 3600.0,
    "hr": 3600.0,
    "hour": 3600.0,
    "d": 86400.0,
    "day": 86400.0,
}
_SINCE = re.compile(r"^\s*(?P<unit>\w+)\s+since\s+(?P<reference>.+?)\s*$", re.IGNORECASE)
_DATE = re.compile(
    r"^(?P<year>[+-]?\d{1,6})-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?"
    r"(?:[T\s_]+(?P<hour>\d{1,2})(?::(?P<minute>\d{1,2}))?(?::(?P<second>\d{1,2}(?:\.\d*)?))?)?"
    r"\s*(?P<zone>Z|UTC|GMT|[+-]\d{1,2}:?\d{0,2}|(?<=\s)\d{1,2}:\d{2})?\s*$",
    re.IGNORECASE,
)
_STANDARD = {"", "standard", "gregorian", "proleptic_gregorian"}


def seconds_per(unit: str) -> float | None:
    """Return the length of a time unit in seconds, or None for no fixed length."""
    plain = unit.strip().lower()
    return _SECONDS.get(plain) or _SECONDS.get(plain.removesuffix("s"))


def has_reference(units: str) -> bool:
    """Whether units say ``<unit> since <date>``."""
    return _SINCE.match(units) is not None or "%Y" in units


def decode_times(values: NDArray[np.generic], units: str, calendar: str, name: str) -> Times:
    """Decode CF time values into UTC.

    Parameters
    ----------
    values : ndarray
        Numbers, any shape.
    units : str
        ``<unit> since <date>``, or ``day as %Y%m%d.%f``.
    calendar : str
        Of the Gregorian family; empty means standard.
    name : str
        Of the coordinate, for messages.

    Raises
    ------
    InputDataError
        ``calendar_not_supported`` or ``time_not_understood``.
    """
    if calendar.lower() not in _STANDARD:
        raise InputDataError(
            Message(id="dataerror-calendar", params={"name": name, "calendar": f"{calendar!r}"}),
            code="calendar_not_supported",
            data={"calendar": calendar},
        )
    numbers = np.asarray(values, dtype=np.float64)
    if "%Y%m%d" in units:
        return _absolute(numbers)
    match = _SINCE.match(units)
    factor = seconds_per(match["unit"]) if match else None
    if match is None or factor is None:
        raise _not_understood(name, units)
    reference = parse_moment(match["reference"])
    if reference is None:
        raise _not_understood(name, units)
    if reference.year < 1583 and calendar.lower() != "proleptic_gregorian":
        return _mixed_calendar(numbers, units)
    base = np.datetime64(reference.replace(tzinfo=None), "ms")
    if not np.all(np.isfinite(numbers)):
        raise _not_understood(name, f"{units} (with missing values)")
    return _to_ns(base + np.round(numbers * factor * 1000.0).astype("timedelta64[ms]"))


def parse_moment(text: str) -> datetime | None:
    """Read a date as files write it; without a zone it is UTC (CF). None: not a date."""
    match = _DATE.match(text.strip())
    if match is None:
        digits = re.fullmatch(r"(\d{4})\s+(\d{2})\s+(\d{2})\s+(\d{2}):(\d{2})", text.strip())
        if digits is None:
            return None
        year, month, day, hour, minute = (int(part) for part in digits.groups())
        return datetime(year, month, day, hour, minute, tzinfo=UTC)
    zone = (match["zone"] or "Z").upper()
    if zone in {"Z", "UTC", "GMT"}:
        offset = "+00:00"
    else:
        zone = zone if zone[0] in "+-" else f"+{zone}"
        hours, minutes = zone[1:].partition(":")[::2] if ":" in zone else (zone[1:3], zone[3:])
        offset = f"{zone[0]}{int(hours):02d}:{int(minutes or 0):02d}"
    seconds = float(match["second"] or 0)
    try:
        return datetime.fromisoformat(
            f"{int(match['year']):04d}-{int(match['month']):02d}-{int(match['day'] or 1):02d}"
            f"T{int(match['hour'] or 0):02d}:{int(match['minute'] or 0):02d}"
            f":{int(seconds):02d}{offset}"
        ).astimezone(UTC)
    except ValueError:
        return None


def undated(path: str, detail: str) -> InputDataError:
    """Return the error for data whose date cannot be known."""
    return InputDataError(
        Message(id="dataerror-undated_data", params={"path": path, "detail": detail}),
        code="undated_data",
        data={"path": path},
    )


def _to_ns(times: NDArray[np.datetime64]) -> Times:
    years = times.astype("datetime64[Y]").astype(int) + 1970
    if years.size and (years.min() < 1678 or years.max() > 2261):
        raise InputDataError(
            Message(
                id="dataerror-years_not_real",
                params={"first": f"{years.min()}", "last": f"{years.max()}"},
            ),
            code="time_not_understood",
        )
    return times.astype("datetime64[ns]")


def _absolute(numbers: NDArray[np.float64]) -> Times:
    days = np.floor(numbers).astype(np.int64)
    text = [f"{day // 10000:04d}-{day // 100 % 100:02d}-{day % 100:02d}" for day in days.ravel()]
    base = np.array(text, dtype="datetime64[ms]").reshape(numbers.shape)
    part = np.round((numbers - days) * 86_400.0).astype(np.int64) * 1000
    return _to_ns(base + part.astype("timedelta64[ms]"))


def _mixed_calendar(numbers: NDArray[np.float64], units: str) -> Times:
    """Dates counted from before 1582 pass the change from the Julian calendar."""
    import cftime  # type: ignore[import-untyped]  # it ships no types

    dates = cftime.num2date(numbers.ravel(), units, "standard", only_use_cftime_datetimes=True)
    text = [date.strftime("%Y-%m-%dT%H:%M:%S").strip().rjust(19, "0") for date in dates]
    return _to_ns(np.array(text, dtype="datetime64[ms]").reshape(numbers.shape))


def _not_understood(name: str, units: str) -> InputDataError:
    return InputDataError(
        Message(id="dataerror-axis_units", params={"name": name, "units": f"{units!r}"}),
        code="time_not_understood",
        data={"units": units},
    )
