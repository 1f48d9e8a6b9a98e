"""Times and levels by value: exact matches only, never the nearest in silence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.messages import Listing, Message, Param

Times = NDArray[np.datetime64]


def to_instant(value: np.datetime64) -> datetime:
    """Return a numpy time (UTC) as an aware datetime, to the second."""
    seconds = int(value.astype("datetime64[s]").astype("int64"))
    return datetime.fromtimestamp(seconds, tz=UTC)


def to_datetime64(value: datetime) -> np.datetime64:
    """Return an aware datetime as a numpy time in UTC."""
    return np.datetime64(value.astimezone(UTC).replace(tzinfo=None), "ns")


def span_text(times: Times) -> str:
    """Return the first and last time in words."""
    if times.size == 0:
        return "no time at all"
    first = format_instant(to_instant(times[0]))
    if times.size == 1:
        return f"only {first}"
    return f"{first} to {format_instant(to_instant(times[-1]))} ({times.size} times)"


def select_times(times: Times, window: TimeWindow | None) -> slice:
    """Return the slice of ascending `times` inside the closed `window`.

    Raises
    ------
    InputDataError
        ``period_without_data`` when no time lies inside.
    """
    if window is None:
        return slice(0, times.size)
    start = int(np.searchsorted(times, to_datetime64(window.start), side="left"))
    stop = int(np.searchsorted(times, to_datetime64(window.end), side="right"))
    if stop > start:
        return slice(start, stop)
    first, last = format_instant(window.start), format_instant(window.end)
    asked = first if first == last else f"{first}/{last}"
    near = times[max(0, start - 1) : start + 1]
    params: dict[str, Param] = {"asked": asked, "period": span_text(times)}
    wording = Message(id="error-period_without_data", params=params)
    if near.size == 2:
        before, after = (format_instant(to_instant(item)) for item in near)
        wording = Message(
            id="error-period_between_times",
            params={**params, "before": before, "after": after},
        )
    raise InputDataError(
        wording,
        code="period_without_data",
        data={
            "asked": [first, last],
            "available": [format_instant(to_instant(item)) for item in times[[0, -1]]]
            if times.size
            else [],
        },
    )


def select_levels(
    available: Sequence[float] | NDArray[np.float64], wanted: Iterable[float], name: str = ""
) -> list[int]:
    """Return positions of the `wanted` levels (hPa) in `available`, ascending.

    Raises
    ------
    InputDataError
        ``missing_level`` naming the levels there are.
    """
    have = np.asarray(available, dtype=np.float64)
    asked = sorted({float(level) for level in wanted})
    if not asked:
        return list(range(have.size))
    found: list[int] = []
    missing: list[float] = []
    for level in asked:
        match = np.flatnonzero(np.isclose(have, level, rtol=1e-6, atol=1e-6))
        if match.size:
            found.append(int(match[0]))
        else:
            missing.append(level)
    if missing:
        listed = ", ".join(f"{level:g}" for level in have) or "none"
        absent = ", ".join(f"{level:g}" for level in missing)
        raise InputDataError(
            Message(
                id="error-missing_level_of" if name else "error-missing_level",
                params={
                    "levels": absent,
                    "available": listed,
                    **({"variable": name} if name else {}),
                },
            ),
            code="missing_level",
            data={"missing": missing, "available": have.tolist(), "variable": name},
        )
    return sorted(found)


def missing_variable(
    name: str,
    available: Iterable[str],
    reason: str = "",
    described: Mapping[str, Message] = MappingProxyType({}),
) -> InputDataError:
    """Return the error for a canonical field that is neither there nor derivable.

    Parameters
    ----------
    name : str
    available : iterable of str
        The fields that are there.
    reason : str
    described : mapping
        What readers are shown in place of a name.
    """
    listed = ", ".join(available) or "none"
    shown = Listing(items=tuple(described.get(item, item) for item in listed.split(", ")))
    params: dict[str, Param] = {"variable": name, "available": shown}
    wording = Message(id="error-missing_variable", params=params)
    if reason:
        wording = Message(id="error-missing_variable_why", params={**params, "reason": reason})
    return InputDataError(
        wording,
        code="missing_variable",
        data={"variable": name, "available": listed.split(", "), "reason": reason},
    )
