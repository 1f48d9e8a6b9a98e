"""From what a text says of time to moments and periods in UTC."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.contracts.yaml_text import read_yaml
from diagnostics.errors import ArgumentError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.gazetteer import places_at
from diagnostics.language.moments import PARTS, Moment, Spoken
from diagnostics.language.words import Words
from diagnostics.messages import Message


@dataclass(frozen=True)
class Timing:
    """Times that a request names, in UTC."""

    window: TimeWindow | None = None
    instants: tuple[datetime, ...] = ()
    hours: float | None = None
    timezone: str | None = None


def zone_of(name: str) -> tzinfo:
    """Return a zone by IANA name, ``UTC`` or an offset such as ``+08:00``.

    Raises
    ------
    ArgumentError
        With code ``unknown_timezone``.
    """
    if name.upper() == "UTC":
        return UTC
    if name[:1] in "+-" and ":" in name:
        sign = -1 if name[0] == "-" else 1
        hours, minutes = name[1:].split(":")
        return timezone(sign * timedelta(hours=int(hours), minutes=int(minutes)))
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ArgumentError(
            Message(id="error-unknown_timezone", params={"name": name}),
            code="unknown_timezone",
        ) from error


@lru_cache(maxsize=1)
def _zone_cities() -> tuple[tuple[str, float, float, str], ...]:
    text = files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return tuple((row[0], *_coordinates(row[1]), row[2]) for row in rows)


@lru_cache(maxsize=1)
def _zones_of_states() -> dict[str, str]:
    text = files("diagnostics.language").joinpath("data", "zones.yaml").read_text(encoding="utf-8")
    return {state: zone for zone, states in read_yaml(text).items() for state in states}


def _coordinates(text: str) -> tuple[float, float]:
    split = max(text.rfind("+"), text.rfind("-"))

    def degrees(part: str, whole: int) -> float:
        sign = -1.0 if part[0] == "-" else 1.0
        digits = part[1:]
        return sign * (float(digits[:whole]) + float(digits[whole : whole + 2]) / 60.0)

    return degrees(text[:split], 2), degrees(text[split:], 3)


def zone_at(latitude: float, longitude: float, country: str = "") -> str:
    """Name the zone at a point: that of its state, or that of the nearest city that names one.

    Where a country is given, only its own cities count.
    """
    if country in ("", "US"):
        for place in places_at(latitude, longitude):
            if place.country == "US" and place.name in _zones_of_states():
                return _zones_of_states()[place.name]
    cities = [row for row in _zone_cities() if row[0] == country] or list(_zone_cities())
    return min(cities, key=lambda row: float(great_circle_km(latitude, longitude, row[1], row[2])))[
        3
    ]


class Calendar:
    """Places spoken times on the calendar of the data.

    Parameters
    ----------
    words : Words
        Where assumptions and doubts are recorded.
    times : sequence of datetime
        Of the data, UTC.
    now : datetime or None
        What relative times count from; the last time of the data otherwise.
    zone : str or None
        Zone of times that name none.
    local : str or None
        Zone of the place, for "local time".
    """

    def __init__(
        self,
        words: Words,
        times: Sequence[datetime],
        now: datetime | None,
        zone: str | None,
        local: str | None,
    ) -> None:
        self.words, self.times, self.now = words, tuple(times), now
        self.named, self.local = zone, local

    @property
    def reference(self) -> datetime:
        """What relative times count from."""
        if self.now is not None:
            return self.now
        if not self.times:
            raise ArgumentError(
                "the request speaks of a relative time and the data have none", code="invalid_time"
            )
        self.words.note(
            "time",
            "",
            f"relative to the last time of the data, {format_instant(self.times[-1])}",
            assumed=True,
        )
        return self.times[-1]

    def place(self, spoken: Spoken) -> Timing:
        """Resolve everything that is said of time."""
        timing = self._place(spoken)
        if spoken.words:
            self.words.note("time", spoken.words, self._told(timing))
        return timing

    def _told(self, timing: Timing) -> str:
        if timing.window is not None:
            return f"{format_instant(timing.window.start)} to {format_instant(timing.window.end)}"
        if timing.instants:
            return ", ".join(format_instant(item) for item in timing.instants)
        return f"{timing.hours:g} h" if timing.hours else "not resolved"

    def _place(self, spoken: Spoken) -> Timing:
        if spoken.last_hours is not None and not spoken.moments:
            end = self.reference
            window = TimeWindow(start=end - timedelta(hours=spoken.last_hours), end=end)
            return Timing(window=window, hours=spoken.last_hours)
        if spoken.next_hours is not None and not spoken.moments:
            start = self.now or (self.times[0] if self.times else self.reference)
            if self.now is None:
                self.words.note("time", "", "from the first time of the data", assumed=True)
            window = TimeWindow(start=start, end=start + timedelta(hours=spoken.next_hours))
            return Timing(window=window, hours=spoken.next_hours)
        if not spoken.moments:
            if spoken.hours_after is not None and self.times:
                start = self.times[0]
                self.words.note("time", "", f"after {format_instant(start)}", assumed=True)
                return Timing(instants=(start + timedelta(hours=spoken.hours_after),))
            return Timing(hours=spoken.hours_before)
        moments = _share(spoken.moments)
        zone = self._zone(moments)
        spans = [span for moment in moments if (span := self._span(moment, zone)) is not None]
        if not spans:
            return Timing()
        if spoken.hours_after is not None:
            return Timing(instants=(spans[0][0] + timedelta(hours=spoken.hours_after),))
        if len(spans) > 1 and all(moment.joined for moment in moments[1:]):
            return Timing(
                window=TimeWindow(start=min(s for s, _ in spans), end=max(e for _, e in spans)),
                hours=spoken.hours_before,
                timezone=zone,
            )
        if spoken.hours_before is not None:
            end = spans[-1][1] if spans[-1][0] == spans[-1][1] else spans[-1][0]
            return Timing(
                window=TimeWindow(start=end - timedelta(hours=spoken.hours_before), end=end),
                hours=spoken.hours_before,
                timezone=zone,
            )
        if all(start == end for start, end in spans):
            return Timing(instants=tuple(dict.fromkeys(start for start, _ in spans)), timezone=zone)
        return Timing(window=TimeWindow(start=spans[0][0], end=spans[0][1]), timezone=zone)

    def _zone(self, moments: Sequence[Moment]) -> str:
        said = next((moment.zone for moment in moments if moment.zone), None)
        if said == "local":
            if self.named or self.local:
                zone = self.named or self.local or "UTC"
                self.words.note("timezone", "", f"{zone}, of the place", assumed=self.named is None)
                return zone
            self.words.doubt("timezone", "local", (), "local time of which place?")
            return "UTC"
        if said is not None:
            return said
        if self.named is not None:
            return self.named
        if any(moment.part for moment in moments) and self.local is not None:
            self.words.note("timezone", "", f"{self.local}, of the place", assumed=True)
            return self.local
        self.words.note("timezone", "", "UTC: the text names no zone", assumed=True)
        return "UTC"

    def _span(self, moment: Moment, zone_name: str) -> tuple[datetime, datetime] | None:
        zone = zone_of(zone_name)
        dated = self._dated(moment, zone)
        if dated is None:
            return None
        year, month, day = dated.year, dated.month, dated.day
        if year is None or month is None:
            return None
        if day is None:
            first = datetime(year, month, 1, tzinfo=zone)
            last = datetime(year, month, monthrange(year, month)[1], tzinfo=zone)
            return _utc(first), _utc(last + timedelta(days=1) - timedelta(seconds=1))
        try:
            midnight = datetime(year, month, day, tzinfo=zone)
        except ValueError as error:
            raise ArgumentError(
                f"{year}-{month:02d}-{day:02d} is not a date", code="invalid_time"
            ) from error
        if moment.hour is not None:
            hour = moment.hour
            if (
                moment.part in ("下午", "晚上", "晚间", "傍晚", "afternoon", "evening")
                and hour < 12
            ):
                hour += 12
            at = _utc(midnight + timedelta(hours=hour, minutes=moment.minute))
            return at, at
        first_hour, last_hour = PARTS[moment.part] if moment.part else (0, 24)
        start = _utc(midnight + timedelta(hours=first_hour))
        end = _utc(midnight + timedelta(hours=last_hour))
        return start, end - timedelta(seconds=0 if moment.part else 1)

    def _dated(self, moment: Moment, zone: tzinfo) -> Moment | None:
        """Fill in what of a date is not said, from the data."""
        if moment.days_from_now is not None:
            day = self.reference.astimezone(zone) + timedelta(days=moment.days_from_now)
            return replace(moment, year=day.year, month=day.month, day=day.day)
        if moment.year and moment.month:
            return moment
        if moment.year and not moment.month:
            return None
        days = sorted({item.astimezone(zone).date() for item in self.times})
        matching = [
            day
            for day in days
            if moment.month in (None, day.month) and moment.day in (None, day.day)
        ]
        if not moment.dated and moment.hour is not None:
            hours = [
                item.astimezone(zone)
                for item in self.times
                if item.astimezone(zone).hour == moment.hour % 24
            ]
            matching = sorted({item.date() for item in hours}) or days
        words = self.words.original(moment.start, moment.end)
        if moment.month and moment.day is None:
            years = sorted({day.year for day in matching}) or sorted({day.year for day in days})
            return self._only(moment, years, words, "year")
        if not matching and days and moment.month and moment.day:
            return self._only(moment, sorted({day.year for day in days}), words, "year")
        if len(matching) == 1:
            day_ = matching[0]
            self.words.note("time", words, f"{day_.isoformat()}, from the data", assumed=True)
            return replace(moment, year=day_.year, month=day_.month, day=day_.day)
        if moment.month and len({day.year for day in matching}) == 1:
            return replace(moment, year=matching[0].year)
        self.words.doubt(
            "time",
            words,
            [day.isoformat() for day in matching[:8]],
            "on which day?" if matching else "the data have no such day",
        )
        return None

    def _only(self, moment: Moment, years: Sequence[int], words: str, part: str) -> Moment | None:
        if len(years) == 1:
            self.words.note("time", words, f"{part} {years[0]}, from the data", assumed=True)
            return replace(moment, year=years[0])
        self.words.doubt("time", words, [str(item) for item in years], f"of which {part}?")
        return None


def _utc(value: datetime) -> datetime:
    return value.astimezone(UTC)


def _share(moments: Sequence[Moment]) -> list[Moment]:
    """Let moments of one range lend each other what they leave out."""
    shared = list(moments)
    for index, moment in enumerate(shared):
        if moment.days_from_now is not None:
            continue
        others = [*shared[index + 1 :], *reversed(shared[:index])]
        for other in others:
            if (
                moment.month is None
                and other.month is not None
                and (moment.day is not None or moment.hour is not None or moment.part)
            ):
                moment = replace(moment, month=other.month, day=moment.day or other.day)
            if moment.year is None and other.year is not None:
                moment = replace(moment, year=other.year)
            if not moment.dated and other.days_from_now is not None:
                moment = replace(moment, days_from_now=other.days_from_now)
            if moment.zone is None and other.zone is not None:
                moment = replace(moment, zone=other.zone)
        shared[index] = moment
    return shared
