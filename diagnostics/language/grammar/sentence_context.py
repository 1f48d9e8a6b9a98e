"""Where, when and what a sentence speaks of, gathered before it is known what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from pydantic import ValidationError

from diagnostics.contracts.form_terms import (
    AllTimes,
    Days,
    Everywhere,
    ExtremeTime,
    Instants,
    Intervals,
    Months,
    NamedPlace,
    Place,
    PlacesTogether,
    PointPlace,
    RelativeTimes,
    TimeSet,
)
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.zones import zone_of
from diagnostics.language.grammar.calendar import Calendar
from diagnostics.language.grammar.datetimes import Moment
from diagnostics.language.grammar.gazetteer import Spot
from diagnostics.language.grammar.items import Item, NotReadError, about
from diagnostics.language.grammar.phrase_pool import PhrasePool
from diagnostics.language.grammar.terms import Term
from diagnostics.language.grammar.time_phrases import Known, TimePhrase
from diagnostics.language.times import zone_at
from diagnostics.messages import Message


@dataclass(frozen=True)
class Context:
    """What a sentence is read against.

    Parameters
    ----------
    times : sequence of datetime
        Of the data, UTC, ascending.
    extent : Region, optional
        Of the data.
    now : datetime, optional
        What relative times count from.
    zone : str, optional
        Of times that name none; UTC without it.
    place_given : bool
        The place is given beside the text and wins over what the text names.
    time_given : bool
        So is the time: what the text says of it is set aside unread.
    sources : sequence of str
        Names and titles of data that a text may use.
    open : bool
        Several places or events are left for the caller to choose from.
    aside : sequence of (int, int)
        Words that are read as nothing, by where they stand.
    meant : mapping of str to Spot
        Which of several namesakes a name means.
    day_first : bool, optional
        How to read 3/4/2021; without it, it is left unread.
    """

    times: Sequence[datetime] = ()
    extent: Region | None = None
    now: datetime | None = None
    zone: str | None = None
    place_given: bool = False
    time_given: bool = False
    sources: Sequence[str] = ()
    open: bool = False
    aside: Sequence[tuple[int, int]] = ()
    meant: Mapping[str, Spot] = field(default_factory=dict)
    day_first: bool | None = None


_OF_TIMES = frozenset({"NUM", "NEXTN", "ALL"})


@dataclass
class Scene:
    """Places, times and terms in the order of the text; frames take them from here."""

    bag: PhrasePool
    context: Context
    assumed: list[tuple[str, str]]
    places: list[Place] = field(default_factory=list)
    place_starts: list[int] = field(default_factory=list)
    times: list[TimeSet] = field(default_factory=list)
    time_starts: list[int] = field(default_factory=list)
    terms: list[Term] = field(default_factory=list)
    term_starts: list[int] = field(default_factory=list)
    zone: str = "UTC"
    set_aside: int = 0
    taken: dict[int, Item] = field(default_factory=dict)
    """Phrases of place, time and quantity by where they begin."""

    def gather(self) -> None:
        """Take places, times and terms from the bag; what is said twice counts once."""
        for item in self._taken("PLACE", "where"):
            self.places.append(item.value)
            self.place_starts.append(item.start)
        for item in self._taken("TERM"):
            self.terms.append(item.value)
            self.term_starts.append(item.start)
        for kind, part in (("SOURCE", "source"), ("STORM_WORD", "storm")):
            for item in self.bag.take_all(kind, part=part):
                self.assumed.append((part, item.text))
        self._once()
        self._gather_times()
        if any(len(found) == 2 for found in (self.places, self.times, self.terms)):
            self.bag.take_all("BOTH")

    def _taken(self, kind: str, part: str = "") -> list[Item]:
        found = self.bag.take_all(kind, part=part)
        self.taken.update((item.start, item) for item in found)
        return found

    def imply(self, identity: str, item: Item) -> None:
        """Add the quantity that a word means without naming it."""
        self.terms.append(Term(identity, item.text, implied=True))
        self.term_starts.append(item.start)
        self.assumed.append(("quantity", identity))

    def _once(self) -> None:
        """Drop places and quantities that are named again: "Cardiff minus Norwich" in brackets."""
        places = self.places = _known_again(self.places)
        if len(places) == 4 and places[2:] == places[:2]:
            self.places, self.place_starts = places[:2], self.place_starts[:2]
            self.bag.take_all("MINUS")
        elif len(places) == 4 and places[2:] == places[1::-1]:
            self.places, self.place_starts = places[2:], self.place_starts[2:]
            self.bag.take_all("THAN")
        elif len(places) == 3 and places[2] in places[:2]:
            other = places[0] if places[2] == places[1] else places[1]
            self.places, self.place_starts = [places[2], other], [0, self.place_starts[2]]
            self.bag.take_all("THAN")
        elif len(places) == 2 and places[0] == places[1]:
            self.places, self.place_starts = places[:1], self.place_starts[:1]
        if len(self.terms) == 2:
            self._explained()
        if len(self.terms) == 2 and len(self.places) == 2:
            first, second = self.terms
            if replace(first, words="") == replace(second, words=""):
                self.terms, self.term_starts = [first], self.term_starts[:1]

    def _explained(self) -> None:
        """Let one sign of a quantity stand for the quantity that explains it: ascent (omega)."""
        first, second = self.terms
        for one, other in ((first, second), (second, first)):
            entry = one.entry
            level = other.level if one.level is None else one.level
            if entry is not None and entry.of == other.id and other.level in (None, level):
                self.term_starts = [self.term_starts[self.terms.index(one)]]
                self.terms = [replace(one, level=level)]
                return

    def _gather_times(self) -> None:
        items = self._taken("TIME", "when")
        found = [(item.value, item.text, item.start) for item in items]
        zones = [
            zone
            for spoken, _, _ in found
            for moment in (spoken.first, spoken.last)
            if moment is not None and (zone := moment.zone) is not None
        ]
        zones = _one_zone(zones)
        if self.context.time_given:
            self._set_aside(len(found))
            self.zone = self._zone(zones if len(set(zones)) == 1 else [], [])
            return
        if len(set(zones)) > 1:
            with about("when", items):
                named = tuple(dict.fromkeys(zones))
                raise NotReadError(
                    "ambiguous",
                    Message(id="grammar-two_zones", params={"words": ", ".join(named)}),
                    found[0][1],
                    named,
                )
        found = [row for row in found if row[0].sort != "zone"]
        found = _merged(found)
        with about("when", items):
            self.zone = self._zone(zones, [row[0] for row in found])
        known = Known(tuple(self.context.times), self.context.now, self.zone)
        calendar = Calendar(known, self.assumed)
        clocks: list[TimeSet] = []
        for spoken, words, start in found:
            with about("when", [self.taken[start]]):
                placed = _on_calendar(calendar, spoken, words, self.zone)
            if placed.clock is not None and isinstance(placed.base, AllTimes):
                clocks.append(placed)
            else:
                self.times.append(placed)
                self.time_starts.append(start)
        if len(clocks) == 1 and self.times:
            self.times = [
                one.model_copy(update={"clock": clocks[0].clock, "zone": clocks[0].zone})
                for one in self.times
            ]
        else:
            self.times += clocks
            self.time_starts += [0] * len(clocks)

    def _set_aside(self, count: int) -> None:
        """Leave times unread, with the words in front that are part of them: "05/07/", "next"."""
        self.set_aside = count
        items = self.bag.items
        for at in (n for n, item in enumerate(items) if item.kind == "TIME"):
            before = at - 1
            while before >= 0 and (
                items[before].kind in _OF_TIMES or items[before].value == "slash"
            ):
                self.bag.used.add(before)
                before -= 1

    def _zone(self, zones: list[str], spoken: list[TimePhrase]) -> str:
        said = zones[0] if zones else None
        moments = [m for one in spoken for m in (one.first, one.last) if m is not None]
        if said == "local" or (
            said is None and self.context.zone is None and any(m.part for m in moments)
        ):
            local = self._local()
            if local is not None:
                if said is None:
                    self.assumed.append(("zone", local))
                return local
            if said == "local":
                raise NotReadError("incomplete", Message(id="grammar-local_of_where"), "local")
        if said is not None and said != "local":
            return said
        if self.context.zone is not None:
            return self.context.zone
        if moments:
            self.assumed.append(("zone", "UTC"))
        return "UTC"

    def _local(self) -> str | None:
        place = self.places[0] if self.places else None
        if isinstance(place, PlacesTogether):
            place = place.places[0]
        if isinstance(place, PointPlace):
            return zone_at(place.latitude, place.longitude, place.country)
        if isinstance(place, NamedPlace):
            latitude, longitude = place.region.center
            return zone_at(latitude, longitude, place.country)
        return None

    # -- taking ------------------------------------------------------------------------------

    def one_place(self) -> Place:
        """Return the place, everything where none is said.

        Raises
        ------
        NotReadError
            ``unused_words`` where several are said.
        """
        if len(self.places) > 1:
            names = tuple(_words(place) for place in self.places)
            raise NotReadError(
                "unused_words",
                Message(id="grammar-several_places", params={"words": ", ".join(names)}),
                names[-1],
                names,
            )
        if self.places:
            return self.places.pop()
        self.assumed.append(("place", "everywhere"))
        return Everywhere()

    def one_time(self) -> TimeSet:
        """Return the times, all of the data where none is said.

        Raises
        ------
        NotReadError
            ``unused_words`` where several are said.
        """
        if len(self.times) > 1:
            words = ", ".join(getattr(one.base, "words", "") for one in self.times)
            raise NotReadError(
                "unused_words", Message(id="grammar-several_times", params={"words": words}), words
            )
        if self.times:
            return self.times.pop()
        self.assumed.append(("time", "all_times"))
        return TimeSet()

    def one_term(self) -> Term:
        """Return the quantity.

        Raises
        ------
        NotReadError
            ``incomplete`` without one, ``unused_words`` with several.
        """
        if not self.terms:
            raise NotReadError("incomplete", Message(id="grammar-no_quantity_named"))
        if len(self.terms) > 1:
            words = ", ".join(term.words for term in self.terms)
            raise NotReadError(
                "unused_words",
                Message(id="grammar-several_quantities", params={"words": words}),
                words,
            )
        self.term_starts.pop()
        return self.terms.pop()

    def close(self) -> None:
        """Refuse what was gathered and not taken."""
        if self.places:
            self.one_place_left()
        if self.times:
            words = ", ".join(getattr(one.base, "words", "") for one in self.times)
            raise NotReadError(
                "unused_words", Message(id="grammar-several_times", params={"words": words}), words
            )
        if self.terms:
            words = ", ".join(term.words for term in self.terms)
            raise NotReadError(
                "unused_words",
                Message(id="grammar-several_quantities", params={"words": words}),
                words,
            )

    def one_place_left(self) -> None:
        """Refuse places that no part of the form uses."""
        names = ", ".join(_words(place) for place in self.places)
        raise NotReadError(
            "unused_words", Message(id="grammar-several_places", params={"words": names}), names
        )


def _on_calendar(calendar: Calendar, spoken: TimePhrase, words: str, zone: str) -> TimeSet:
    try:
        return calendar.place(spoken, words, zone)
    except (OverflowError, ValidationError) as error:
        raise NotReadError(
            "contradiction", Message(id="grammar-no_such_date", params={"words": words}), words
        ) from error


def _known_again(places: list[Place]) -> list[Place]:
    """Let a name that had its coordinates before mean these again."""
    known: dict[str, Place] = {}
    found: list[Place] = []
    for place in places:
        name = _words(place).casefold()
        found.append(known.setdefault(name, place) if name else place)
    return found


def _one_zone(zones: list[str]) -> list[str]:
    """Let a zone that is named twice count once: "Turkish time (UTC+3)"."""
    fixed = [zone for zone in zones if zone[:1] in "+-"]
    named = [zone for zone in zones if zone not in fixed]
    if len(set(fixed)) != 1 or not named:
        return zones
    hours = float(fixed[0][:3])
    for zone in named:
        if zone == "local":
            continue
        offsets = {
            datetime(2021, month, 1, tzinfo=UTC).astimezone(zone_of(zone)).utcoffset()
            for month in (1, 7)
        }
        if all(offset is None or offset.total_seconds() / 3600 != hours for offset in offsets):
            return zones
    return fixed[:1]


def _words(place: Place) -> str:
    return str(getattr(place, "words", "") or getattr(place, "name", ""))


def is_point(place: Place) -> bool:
    """Whether a place is one cell."""
    return place.kind in ("point", "extreme", "centroid")


def is_instant(time: TimeSet) -> bool:
    """Whether a time set is one time."""
    base = time.base
    if isinstance(base, Instants):
        return len(base.times) == 1
    return isinstance(base, ExtremeTime) or (isinstance(base, RelativeTimes) and base.instant)


def ends_of(time: TimeSet) -> tuple[TimeSet, TimeSet] | None:
    """Return the first and last of a range that is said: its two times, or its two days."""
    base = time.base
    if isinstance(base, Intervals) and len(base.windows) == 1:
        window = base.windows[0]
        return (
            TimeSet(base=Instants(times=(window.start,), words=base.words)),
            TimeSet(base=Instants(times=(window.end,), words=base.words)),
        )
    if isinstance(base, Days) and len(base.dates) > 1:
        return (
            time.model_copy(update={"base": Days(dates=base.dates[:1], words=base.words)}),
            time.model_copy(update={"base": Days(dates=base.dates[-1:], words=base.words)}),
        )
    if isinstance(base, Months):
        return None
    return None


_Row = tuple[TimePhrase, str, int]


def _merged(found: list[_Row]) -> list[_Row]:
    """Join pieces of one time that stand apart: "on 4 September in Oslo between 18 and 21 UTC"."""
    dated = [row for row in found if _date_only(row[0])]
    clocks = [row for row in found if _clock_only(row[0])]
    if len(dated) == 1 and len(clocks) >= 1 and _single_day(dated[0][0]):
        date = dated[0][0].first
        assert date is not None
        rest = [row for row in found if row is not dated[0] and row not in clocks]
        joined = [(_dated(row[0], date), f"{dated[0][1]} {row[1]}", row[2]) for row in clocks]
        return [*rest, *joined]
    years = [row for row in found if _year_only(row[0])]
    others = [row for row in found if row not in years]
    if len(years) == 1 and others and all(_lacks_year(row[0]) for row in others):
        assert years[0][0].first is not None
        year = years[0][0].first.year
        return [(_with_year(row[0], year), row[1], row[2]) for row in others]
    if len(found) > 1:
        lent = next(
            (
                m.year
                for row in reversed(found)
                for m in (row[0].last, row[0].first)
                if m is not None and m.year
            ),
            None,
        )
        month = next(
            (
                m.month
                for row in found
                for m in (row[0].first, row[0].last)
                if m is not None and m.month
            ),
            None,
        )
        if lent or month:
            found = [
                (_with_month(_with_year(row[0], lent), month), row[1], row[2]) for row in found
            ]
    return found


def _moments(spoken: TimePhrase) -> list[Moment]:
    return [m for m in (spoken.first, spoken.last) if m is not None]


def _date_only(spoken: TimePhrase) -> bool:
    return spoken.sort == "moment" and all(
        m.dated and not m.timed and m.part is None and not m.edge for m in _moments(spoken)
    )


def _clock_only(spoken: TimePhrase) -> bool:
    return spoken.sort in ("moment", "range", "before", "after", "since", "until") and all(
        not m.dated and (m.timed or m.part is not None) for m in _moments(spoken)
    )


def _single_day(spoken: TimePhrase) -> bool:
    m = spoken.first
    return m is not None and (m.day is not None or m.days is not None or m.weekday is not None)


def _year_only(spoken: TimePhrase) -> bool:
    m = spoken.first
    return (
        spoken.sort == "moment"
        and m is not None
        and m.year is not None
        and m.month is None
        and not m.months
        and not m.timed
    )


def _lacks_year(spoken: TimePhrase) -> bool:
    return all(
        m.year is None and (m.month or m.day or m.months or m.third) for m in _moments(spoken)
    ) and bool(_moments(spoken))


def _with_year(spoken: TimePhrase, year: int | None) -> TimePhrase:
    def lend(m: Moment | None) -> Moment | None:
        if m is None or m.year is not None or not (m.month or m.day or m.months or m.third):
            return m
        return replace(m, year=year)

    return replace(spoken, first=lend(spoken.first), last=lend(spoken.last))


def _with_month(spoken: TimePhrase, month: int | None) -> TimePhrase:
    def lend(m: Moment | None) -> Moment | None:
        return (
            replace(m, month=month)
            if m is not None and (m.day or m.third) and m.month is None
            else m
        )

    return replace(spoken, first=lend(spoken.first), last=lend(spoken.last))


def _dated(spoken: TimePhrase, date: Moment) -> TimePhrase:
    def lend(m: Moment | None) -> Moment | None:
        if m is None:
            return None
        return replace(
            m,
            year=date.year,
            month=date.month,
            day=date.day,
            days=date.days,
            weekday=date.weekday,
            zone=m.zone or date.zone,
        )

    return replace(spoken, first=lend(spoken.first), last=lend(spoken.last))
