"""What data can support of each type of event, derived from what they hold, before any is read.

The functions say what `classify` can do over all times of the data: what it certainly cannot test
is blocked, what it tests as the criterion is defined is feasible. Between them lie proxies, parts
of a criterion, and answers that hang on the values. Land, season and missing values are not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from diagnostics.contracts.enums import Feasibility
from diagnostics.contracts.inventory import Inventory, VariableInfo
from diagnostics.detection.events.amounts import amounts
from diagnostics.detection.events.case import Series
from diagnostics.detection.events.criterion_numbers import AccumulationWindow, DayBoundary
from diagnostics.detection.events.daily_temperatures import (
    COMPLETE,
    DailyExtremes,
    Extreme,
    daily_extremes,
    days_between,
    resolve_timezone,
)
from diagnostics.detection.events.moisture_budget import (
    HIGHEST_TOP_HPA,
    MAX_STEP_HOURS,
    MIN_LEVELS,
)
from diagnostics.detection.events.phase import FLAG_HOURS
from diagnostics.messages import Message, Param, Term

HOURLY = 1.0
"""Instantaneous samples that are farther apart miss the extremes between them."""


@dataclass(frozen=True)
class Support:
    """What the data can support of one type.

    Attributes
    ----------
    feasibility : Feasibility
    fields, missing : tuple of str
        That the test reads, and without which it is not feasible.
    lacks : tuple of Message
        What is lacking, and what that means.
    """

    feasibility: Feasibility
    fields: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    lacks: tuple[Message, ...] = ()


@dataclass(frozen=True)
class Held:
    """The inventory that the tests of all types look at.

    Parameters
    ----------
    inventory : Inventory
        Of a source whose grid does not move, or of one time of one that does.
    days : DayBoundary
        Of the preset's days of temperature.
    """

    inventory: Inventory
    days: DayBoundary

    def has(self, *names: str) -> bool:
        """Whether all these fields are there."""
        return all(self.inventory.variable(name) is not None for name in names)

    def those_of(self, *names: str) -> tuple[str, ...]:
        """Return those of the fields that are there."""
        return tuple(name for name in names if self.has(name))

    def times_of(self, info: VariableInfo) -> list[datetime]:
        """Return the times of a field; evenly spread to the last one where it lacks some."""
        times = list(self.inventory.times)
        count = min(info.times, len(times))
        step = len(times) // count if count else 1
        return times[::-1][::step][:count][::-1]

    def step_of(self, info: VariableInfo) -> float | None:
        """Return the usual step of a field in hours; None for a single time."""
        moments = [time.timestamp() for time in self.times_of(info)]
        return float(np.median(np.diff(moments))) / 3600.0 if len(moments) > 1 else None


def joined(supports: Sequence[Message]) -> tuple[Feasibility, tuple[Message, ...]]:
    """Return feasible where nothing is lacking, else partial."""
    return (Feasibility.PARTIAL if supports else Feasibility.FEASIBLE), tuple(supports)


def blocked(wording: Message, *missing: str) -> Support:
    """Return the support of a type that cannot be tested."""
    return Support(Feasibility.BLOCKED, missing=missing, lacks=(wording,))


@dataclass(frozen=True)
class Rain:
    """The precipitation that a test would read: of the data, or estimated.

    Attributes
    ----------
    fields : tuple of str
    series : Series
        Its times and interval, without values.
    lacks : tuple of Message
    """

    fields: tuple[str, ...]
    series: Series
    lacks: tuple[Message, ...] = ()


def _without_values(times: list[datetime], interval: float | None) -> Series:
    return Series(np.zeros((len(times), 1, 1)), times, interval)


def precipitation_held(held: Held) -> Rain | None:
    """Return the precipitation of the data, or what the moisture budget would give."""
    info = held.inventory.variable("tp")
    if info is not None:
        interval = info.interval_hours or held.step_of(info)
        assumed = () if info.interval_hours else (Message(id="support-interval_assumed"),)
        return Rain(("tp",), _without_values(held.times_of(info), interval), assumed)
    levels = [held.inventory.variable(name) for name in ("q", "u", "v")]
    if None in levels:
        return None
    shared = set.intersection(*(set(item.levels_hpa) for item in levels if item is not None))
    step = held.inventory.step_hours
    if (
        len(shared) < MIN_LEVELS
        or min(shared) > HIGHEST_TOP_HPA
        or step is None
        or step > MAX_STEP_HOURS + 1e-3
    ):
        return None
    series = _without_values(list(held.inventory.times[1:]), step)
    return Rain(("q", "u", "v"), series, (Message(id="support-precipitation_proxy"),))


def windows_lack(
    found: Rain, windows: Sequence[AccumulationWindow], quantity: str
) -> tuple[Message, ...] | Message:
    """Return what the windows of a criterion lack; one message where none can be summed."""
    lengths = [window.hours for window in windows]
    if not found.series.interval_hours:
        needed: dict[str, Param] = {"quantity": Term(term=quantity), "hours": max(lengths)}
        return Message(id="event-needs_interval", params=needed)
    given: dict[int, float] = {}
    for frame in amounts(found.series, range(len(found.series.times)), lengths):
        for amount in frame:
            given[amount.hours] = max(given.get(amount.hours, 0.0), amount.given_hours)
    if not given:
        interval = f"{found.series.interval_hours:g}"
        unfit: dict[str, Param] = {"interval": interval, "hours": min(lengths)}
        return Message(id="support-interval_unfit", params=unfit)
    whole = [hours for hours in lengths if given.get(hours, 0.0) >= COMPLETE * hours - 1e-6]
    if not whole:
        few: dict[str, Param] = {"given": f"{max(given.values()):g}", "hours": min(given)}
        return (Message(id="support-few_hours", params=few),)
    return tuple(
        Message(id="support-window_untested", params={"hours": hours})
        for hours in lengths
        if hours not in whole
    )


def phase_fields(held: Held, found: Rain) -> tuple[tuple[str, ...], Message | None] | None:
    """Return the fields that tell snow from rain, and what they lack; None without any."""
    snow = held.inventory.variable("sf")
    interval = found.series.interval_hours
    if snow is not None and snow.interval_hours and interval:
        pieces = interval / snow.interval_hours
        if pieces >= 1 and pieces % 1 == 0 and _is_filled(held.times_of(snow), snow, found.series):
            return ("sf",), None
    derived = Message(id="support-phase_derived")
    if held.has("t2m"):
        return held.those_of("t2m", "d2m") or ("t2m",), derived
    types = held.has("ptype") or held.has("crain", "csnow")
    if types and interval is not None and interval <= FLAG_HOURS:
        return held.those_of("ptype", "crain", "csnow"), derived
    return None


def _is_filled(times: list[datetime], snow: VariableInfo, total: Series) -> bool:
    """Whether amounts of snow fill every interval of the precipitation."""
    length, there = timedelta(hours=snow.interval_hours or 0.0), set(times)
    count = round((total.interval_hours or 0.0) / (snow.interval_hours or 1.0))
    return all(time - length * back in there for time in total.times for back in range(count))


def needs_precipitation(inventory: Inventory) -> Message:
    """Say that there is no precipitation, or why what the files hold of it is not used."""
    reason = inventory.why_unused("tp", "sf")
    if reason is None:
        return Message(id="event-needs_precipitation")
    return Message(id="event-precipitation_not_used", params={"reason": reason})


def support_of_rain(held: Held, windows: Sequence[AccumulationWindow]) -> Support:
    """Return what the data can support of a criterion on amounts of rain."""
    found = precipitation_held(held)
    if found is None:
        return blocked(needs_precipitation(held.inventory), "tp")
    lacks = windows_lack(found, windows, "precipitation")
    if isinstance(lacks, Message):
        return blocked(lacks)
    phase = phase_fields(held, found)
    unknown = () if phase is not None else (Message(id="support-phase_unknown"),)
    feasibility, said = joined((*found.lacks, *lacks, *unknown))
    missing = () if "tp" in found.fields else ("tp",)
    return Support(feasibility, (*found.fields, *(phase or ((), None))[0]), missing, said)


def support_of_snow(held: Held, windows: Sequence[AccumulationWindow]) -> Support:
    """Return what the data can support of a criterion on amounts of snow."""
    found = precipitation_held(held)
    if found is None:
        return blocked(needs_precipitation(held.inventory), "tp", "sf")
    phase = phase_fields(held, found)
    if phase is None:
        return blocked(Message(id="event-needs_phase"), "sf")
    lacks = windows_lack(found, windows, "snowfall in water equivalent")
    if isinstance(lacks, Message):
        return blocked(lacks)
    fields, derived = phase
    feasibility, said = joined((*found.lacks, *lacks, *(() if derived is None else (derived,))))
    absent = ("tp" not in found.fields, "tp"), (derived is not None, "sf")
    missing = tuple(name for is_absent, name in absent if is_absent)
    return Support(feasibility, (*found.fields, *fields), missing, said)


def support_of_wind(held: Held) -> Support:
    """Return what the data can support of a criterion on mean wind and gusts."""
    mean, gusts = held.has("u10", "v10"), held.has("fg10")
    if not mean and not gusts:
        return blocked(Message(id="event-gale_needs_wind"), "u10", "v10", "fg10")
    lacks: list[Message] = []
    if not gusts:
        lacks.append(Message(id="support-no_gusts"))
        wind = held.inventory.variable("u10")
        step = held.step_of(wind) if wind is not None else None
        if step is None or step > HOURLY:
            lacks.append(_coarse(step))
    if not mean:
        lacks.append(Message(id="support-no_mean_wind"))
    feasibility, said = joined(lacks)
    names = ("u10", "v10", "fg10")
    missing = tuple(name for name in names if not held.has(name))
    return Support(feasibility, held.those_of(*names), missing, said)


def _coarse(step: float | None) -> Message:
    if step is None:
        return Message(id="support-one_time")
    return Message(id="support-coarse_steps", params={"step": f"{step:g}"})


def temperature_days(held: Held, kind: Extreme, field: str) -> tuple[str, DailyExtremes] | None:
    """Return the field that gives daily extremes, and its days without values; None without one."""
    name = next(iter(held.those_of(field, "t2m")), None)
    info = held.inventory.variable(name) if name is not None else None
    grid = held.inventory.grid
    if name is None or info is None or grid is None:
        return None
    times = held.times_of(info)
    zone = resolve_timezone(None, grid.region)
    days = days_between(times[0], times[-1], held.days, zone) if times else []
    return name, daily_extremes(
        np.zeros((len(times), 1, 1)),
        times,
        kind=kind,
        interval_hours=info.interval_hours,
        days=days,
        longitude=grid.region.center[1],
    )


def samples_lack(held: Held, name: str, daily: DailyExtremes) -> tuple[Message, ...]:
    """Return what is lacking where instantaneous samples stand for the extremes of days."""
    info = held.inventory.variable(name)
    return (_coarse(held.step_of(info)),) if daily.undersampled and info is not None else ()
