"""Requests for a diagnosis: where, when and which event, with every word read or a refusal."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.form_terms import (
    AllTimes,
    Anchor,
    Around,
    BoxPlace,
    Days,
    Instants,
    Intervals,
    Months,
    NamedPlace,
    PlacesTogether,
    PointPlace,
    RelativeTimes,
    Step,
    TimeSet,
)
from diagnostics.contracts.forms import Assumption, RequestForm, Spoken
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.language.grammar.charts import charts_of
from diagnostics.language.grammar.datetimes import Moment
from diagnostics.language.grammar.items import Item, NotReadError, which_event
from diagnostics.language.grammar.phrase_pool import SILENT, PhrasePool
from diagnostics.language.grammar.reader import phrases
from diagnostics.language.grammar.request_parts import (
    excluded_starts,
    join_corners,
)
from diagnostics.language.grammar.request_places import (
    drop_what_holds_the_others,
    join_neighbours,
    narrowest,
    stated_box,
)
from diagnostics.language.grammar.request_talk import skip_talk
from diagnostics.language.grammar.sentence_context import Context, Scene
from diagnostics.language.grammar.time_phrases import TimePhrase
from diagnostics.language.text_normalisation import language_of
from diagnostics.language.times import zone_of
from diagnostics.messages import Listing, Message

_TERM_EVENTS = {
    "precipitation": EventType.RAINSTORM,
    "snowfall": EventType.SNOWSTORM,
    "wind_speed": EventType.GALE,
    "wind_gust": EventType.GALE,
}
_FELT = {
    "temperature+": EventType.HEAT_WAVE,
    "temperature-": EventType.COLD_WAVE,
    "wind_speed+": EventType.GALE,
    "precipitation+": EventType.RAINSTORM,
    "snowfall+": EventType.SNOWSTORM,
}
"""Events that are named by how they felt: "why was it so hot"."""
_ASKING = (
    "DIAGNOSE", "WHY", "WHAT", "HOW", "ASKS", "EXISTS", "PRESENT", "EVENT_TYPES", "STORM_NAME",
    "CRITERIA", "ANY", "ALL", "REQUEST", "APART", "BOTH", "VAGUE",
    "WHICH", "THIS", "UNIT_ASK", "TIME_NOUN",
)  # fmt: skip


_ANY_STORM = frozenset(["storm", "winter storm", "风暴", "气旋风暴"])
_CYCLONES = frozenset(["cyclone", "cyclones", "气旋"])
_LOWS = frozenset(["low", "lows", "low pressure", "depression", "低压", "低气压"])
_LOW_IS = frozenset(
    [
        "over",
        "off",
        "near",
        "bomb",
        "bombed",
        "deepen",
        "deepened",
        "deepening",
        "deepens",
        "system",
    ]
)
"""Words behind "low" by which it is one of pressure and not of temperature."""
_REMNANTS = ("remnant", "ex-", "post-tropical", "残余", "残涡", "残留")
_BESIDE_JOINTS = ("WHY", "DIAGNOSE", "REQUEST", "AUDIENCE", "TERM", "FEATURE", "WHAT", "WHERE")
_ALSO_ASKED = (
    "FEATURE", "NOQUANT", "FIRST", "WHERE", "WHEN", "HOW_LONG", "CENTRAL", "ADJ", "GRADE",
    "COMPARE", "SUPER", "BEARING", "HOW_MANY", "COUNT_NOUN", "HOW_OFTEN", "CLIMATE", "ANOMALY",
)  # fmt: skip
"""Kinds of words that ask for more of an event and change nothing of where, when and which."""
_LISTING = re.compile(r"[,，、/&+]|\bwith\b|[伴兼]")
"""Signs and words that set one event beside another."""

_SIDE_BY_SIDE = frozenset({EventType.RAINSTORM, EventType.SNOWSTORM, EventType.GALE})
"""Events that fall and blow at once."""
_APART = "分别"
"""Asks for every period by itself."""
_RANGE = re.compile(r"[-–—~至到]")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


def read_diagnosis(text: str, context: Context | None = None) -> RequestForm:
    """Read a request for a diagnosis in English or Chinese.

    Parameters
    ----------
    text : str
    context : Context, optional

    Returns
    -------
    RequestForm

    Raises
    ------
    NotReadError
        When a word has no part in the form, or several places or events are named.
    """
    around = context or Context()
    assumed: list[tuple[str, str]] = []
    bag = PhrasePool(phrases(text, around, assumed, request=True))
    _whole_days(bag)
    scene = Scene(bag, around, assumed)
    scene.gather()
    join_corners(bag, scene)
    spoken: list[Spoken] = []
    charts = _charts(bag, scene, spoken)
    events = _events(bag, scene, spoken)
    _spend_days(bag, scene)
    preset = bag.take("PRESET")
    if preset is not None:
        spoken.append(Spoken(part="preset", meaning=preset.value, words=preset.text))
    bag.take_all(*_ASKING)
    while bag.take_value("APPROX", "as_written") is not None:
        pass
    if events:
        bag.take_all("STORM", "FEATURE")
    if events:
        bag.take_all("AMOUNT", "CMP", "CMP_AFTER")
    _spend_origins(bag)
    _spend_counts(bag, scene)
    _spend_to(bag)
    if scene.times or scene.set_aside:
        bag.take_all("MOVABLE")
    if any(isinstance(one, BoxPlace) for one in scene.places):
        bag.take_all("AS_GIVEN")
    if len(scene.times) + scene.set_aside > 1:
        bag.take_all("AND", "THAN")
    if len(scene.places) > 1:
        stated_box(bag, scene)
    if len(scene.places) > 1:
        drop_what_holds_the_others(bag, scene)
    if len(scene.places) > 1:
        join_neighbours(bag, scene)
        if len(scene.places) == 1:
            bag.take("BETWEEN")
    if events:
        skip_talk(bag, scene, assumed)
    bag.close()
    place = scene.places.pop() if len(scene.places) == 1 else None
    if scene.places:
        scene.one_place_left()
    if isinstance(place, PlacesTogether) and place.shared:
        place = narrowest(place)
    if place is not None and not isinstance(place, BoxPlace | NamedPlace | PointPlace | Around):
        words = str(getattr(place, "words", ""))
        raise NotReadError(
            "unused_words", Message(id="grammar-several_places", params={"words": words}), words
        )
    return RequestForm(
        text=text,
        language=language_of(text),
        place=place,
        periods=tuple(one for one in scene.times if not _everything(one)),
        events=events,
        charts=charts,
        preset=preset.value if preset is not None else None,
        zone=scene.zone,
        now=around.now,
        assumed=tuple(
            Assumption(part=part, meaning=meaning) for part, meaning in dict.fromkeys(assumed)
        ),
        spoken=tuple(spoken),
    )


_HOURS = 24
_LONGEST = timedelta(days=62)
"""Longest period that may reach to the moment of asking without saying so."""
_FORECAST = timedelta(days=16)
"""No forecast of weather reaches further ahead."""


def _whole_days(bag: PhrasePool) -> None:
    """Let a part of a day that is dated stand for its days: a diagnosis needs what led to it.

    "The early hours of 16 October" is that day, "the night of 7 August 2010" that day and the next.
    """
    for at, item in enumerate(bag.items):
        spoken = item.value if item.kind == "TIME" else None
        if not isinstance(spoken, TimePhrase) or spoken.first is None:
            continue
        if spoken.sort == "range":
            bag.items[at] = replace(item, value=_without_parts(spoken))
            continue
        ranged = any(
            one.kind == "TIME" and one.value.sort == "range" and not _timed(one.value)
            for one in bag.items
        )
        if (
            ranged
            and spoken.first.part
            and spoken.first == Moment(part=spoken.first.part, zone=spoken.first.zone)
        ):
            # "the night of 1 to 2 November"
            bag.used.add(at)
            continue
        if spoken.sort != "moment":
            continue
        moment = spoken.first
        if moment.part is None or moment.timed or moment.day is None:
            continue
        whole = replace(moment, part=None)
        new = TimePhrase("moment", first=whole)
        if moment.part[1] > _HOURS and moment.year is not None and moment.month is not None:
            after = date(moment.year, moment.month, moment.day) + timedelta(days=1)
            last = replace(whole, year=after.year, month=after.month, day=after.day)
            new = TimePhrase("range", first=whole, last=last)
        bag.items[at] = replace(item, value=new)


def _timed(spoken: TimePhrase) -> bool:
    return any(one is not None and one.timed for one in (spoken.first, spoken.last))


def _without_parts(spoken: TimePhrase) -> TimePhrase:
    """Let a range from a part of a day to another stand for its days."""
    first, last = spoken.first, spoken.last
    if first is None or last is None or _timed(spoken):
        return spoken
    if first.day is None or last.day is None or not (first.part or last.part):
        return spoken
    return replace(spoken, first=replace(first, part=None), last=replace(last, part=None))


def _charts(bag: PhrasePool, scene: Scene, spoken: list[Spoken]) -> tuple[str, ...]:
    """Take the charts that are asked for, by name or by what they show.

    Raises
    ------
    NotReadError
        ``incomplete`` where no chart shows all that is named.
    """
    titles = bag.take_all("CHART")
    named = tuple(dict.fromkeys(item.value for item in titles))
    asked = bag.take_all("CHART_WORD")
    if not named and not asked:
        return ()
    terms = list(scene.terms)
    fitting = charts_of(terms)
    charts = named if not terms else tuple(name for name in named if name in fitting) or fitting
    if not charts and not named and _tells_event(bag):
        # "charts please": the figures of a diagnosis
        scene.assumed.append(("looked_at", " ".join(item.text for item in asked)))
        return ()
    if not charts or (named and not set(named) <= set(charts)):
        words = " ".join(item.text for item in asked) or ", ".join(named)
        raise NotReadError("incomplete", Message(id="grammar-no_chart"), words)
    if len(terms) > 1 or len(named) > 1:
        bag.take_all("AND")
    shown = [item.text for item in titles] or [term.words for term in terms]
    spoken += [Spoken(part="chart", meaning=chart, words="; ".join(shown)) for chart in charts]
    scene.terms.clear()
    scene.term_starts.clear()
    return charts


def _tells_event(bag: PhrasePool) -> bool:
    """Whether an event or a storm is named or felt beside a chart that is asked for."""
    kinds = ("EVENT", "EVENTS", "STORM", "STORM_NAME", "STORM_WORD")
    felt = any(
        str(getattr(item.read_as(kind), "value", "")) in _FELT
        for item in bag.items
        for kind in ("ADJ", "SUPER")
    )
    return felt or any(item.read_as(kind) is not None for item in bag.items for kind in kinds)


def _events(bag: PhrasePool, scene: Scene, spoken: list[Spoken]) -> tuple[EventType, ...]:
    """Take the events that are named; a quantity that makes one stands for it: wind, a gale."""
    spans: list[tuple[int, int, EventType]] = []
    named: dict[EventType, str] = {}
    seen: list[str] = []
    left_out = excluded_starts(bag, lambda item: _names_event(item, scene))

    def name(event: EventType, words: str, start: int) -> None:
        if start in left_out:
            return
        spans.append((start, start + len(words), event))
        named.setdefault(event, words)

    _spend_during(bag)
    for item in bag.take_all("EVENTS"):
        pair = tuple(EventType(event) for event in item.value.split())
        for one in pair:
            name(one, item.text, item.start)
    if left_out:
        bag.take_all("WHILE")
    for item in bag.take_all("EVENT"):
        name(EventType(item.value), item.text, item.start)
    for kind in ("ADJ", "SUPER"):
        for value, felt in _FELT.items():
            while (said := bag.take_value(kind, value)) is not None:
                name(felt, said.text, said.start)
    felt_air = any(term.id == "temperature" for term in scene.terms)
    fallen = bag.take("FALL") if felt_air else None
    risen = bag.take("RISE") if felt_air and fallen is None else None
    for term, start in zip(scene.terms, scene.term_starts, strict=True):
        event = _TERM_EVENTS.get(term.id)
        if term.id == "temperature" and fallen is not None:
            event = EventType.COLD_WAVE
        elif term.id == "temperature" and risen is not None:
            event = EventType.HEAT_WAVE
        if event is None:
            seen.append(term.words)
        else:
            name(event, term.words, start)
    if not named and not left_out:
        _of_amount(bag, scene, name)
    if not named and not left_out:
        _of_storm(bag, scene, name)
    _looked_at(bag, scene, seen, named=bool(named))
    scene.terms.clear()
    scene.term_starts.clear()
    fall = bag.peek("FALL")
    if fall is not None and "温" in fall.text:
        bag.take("FALL")
        name(EventType.COLD_WAVE, fall.text, fall.start)
    if named and not bag.has("AMOUNT"):
        bag.take_value("CMP", "at_least")
    if left_out and not named:
        raise which_event()
    why = bag.has("WHY") and not scene.places
    if why and not named and not seen and not storms_said(bag, scene):
        raise which_event()
    spans.sort()
    if len(named) > 1:
        _side_by_side(bag, spans, named)
        bag.take_all("AND", "WHILE")
    _spend_slashes(bag, spans)
    events = tuple(dict.fromkeys(event for _, _, event in spans))
    spoken += [Spoken(part="event", meaning=one.value, words=named[one]) for one in events]
    return events


def _spend_during(bag: PhrasePool) -> None:
    """Take the event during which the one that is meant fell: 雨雪冰冻期间的强降雪."""
    for at, item in enumerate(bag.items):
        event = item.read_as("EVENT") or item.read_as("EVENTS")
        if event is None or at + 1 >= len(bag.items):
            continue
        during = bag.items[at + 1].text in ("期间", "期间的", "影响期间")
        later = any(one.read_as("EVENT") for one in bag.items[at + 2 :])
        if during and later:
            bag.used.add(at)


def storms_said(bag: PhrasePool, scene: Scene) -> bool:
    """Whether a request names a storm, a chart or a feature, which needs no event beside it."""
    named = any(part == "storm" for part, _ in scene.assumed)
    kinds = ("STORM", "STORM_NAME", "STORM_WORD", "FEATURE", "CHART", "CHART_WORD", "MOVABLE")
    return named or any(item.read_as(kind) for item in bag.items for kind in kinds)


def _of_amount(bag: PhrasePool, scene: Scene, name: Callable[[EventType, str, int], None]) -> None:
    """Let "300 mm in a day" stand for rain where a request says no more of its event."""
    stated = next((item for item in bag.items if item.read_as("AMOUNT") is not None), None)
    amount = getattr(stated.value, "amount", None) if stated is not None else None
    if stated is None or amount is None or amount.unit != "mm" or "mm" not in stated.text.lower():
        return
    if not any(item.read_as(kind) for item in bag.items for kind in ("STORM", "STORM_WORD")):
        name(EventType.RAINSTORM, stated.text, stated.start)
        scene.assumed.append(("event", f"{stated.text} = {EventType.RAINSTORM.value}"))


def _of_storm(bag: PhrasePool, scene: Scene, name: Callable[[EventType, str, int], None]) -> None:
    """Let a storm or a deep low stand for its wind, what is left of one for its rain.

    "Storm" alone may bring anything: then no event is named.
    """
    lows = [
        item
        for item, behind in pairwise(bag.items)
        if item.text.lower() in _LOWS and behind.text.lower() in _LOW_IS
    ]
    lows += [
        Item("TERM", term, start, start + len(term.words), term.words)
        for term, start in zip(scene.terms, scene.term_starts, strict=True)
        if term.id == "low_centre"
    ]
    known = [part for part in scene.assumed if part[0] == "storm"]
    storms = [
        item
        for item in bag.items
        if item.read_as("STORM")
        or item.kind == "STORM_NAME"
        or (item.kind == "FEATURE" and item.text.lower() in _CYCLONES)
    ]
    if any("easter" in item.text.lower() for item in storms):
        # its snow, its rain or its wind may be meant
        return
    vague = not known and all(item.text.lower() in _ANY_STORM for item in storms)
    if lows:
        bag.used.update(bag.items.index(item) for item in lows if item in bag.items)
        bag.take_value("CMP", "above")
        bag.take_all("FALL")
    elif (known or storms) and vague:
        bag.take_all("STORM")
        return
    elif not known and not storms:
        return
    left = any(mark in bag.sentence.text.lower() for mark in _REMNANTS)
    event = EventType.RAINSTORM if left else EventType.GALE
    words = lows[0] if lows else storms[0] if storms else None
    text = words.text if words is not None else known[0][1]
    name(event, text, words.start if words is not None else 0)
    scene.assumed.append(("event", f"{text} = {event.value}"))


def _looked_at(bag: PhrasePool, scene: Scene, seen: list[str], *, named: bool) -> None:
    """Take what a request with an event asks to be looked at; the whole is diagnosed in any case.

    Raises
    ------
    NotReadError
        ``unused_words`` for quantities without an event: they are a question for `ask`.
    """
    if seen and not named:
        words = ", ".join(seen)
        raise NotReadError(
            "unused_words", Message(id="grammar-unused_words", params={"words": words}), words
        )
    if not named:
        return
    seen += [item.text for item in bag.take_all(*_ALSO_ASKED)]
    _spend_joints(bag)
    if seen:
        scene.assumed.append(("looked_at", ", ".join(dict.fromkeys(seen))))


def _spend_slashes(bag: PhrasePool, spans: list[tuple[int, int, EventType]]) -> None:
    """Take the slash of "derecho/gale"."""
    ends, starts = {end for _, end, _ in spans}, {start for start, _, _ in spans}
    for at, item in enumerate(bag.items):
        if item.text == "/" and item.start in ends and item.end in starts:
            bag.used.add(at)


def _names_event(item: Item, scene: Scene) -> bool:
    """Whether an item names an event, or a quantity that makes one."""
    if item.kind == "TERM":
        return item.start in scene.term_starts and item.value.id in _TERM_EVENTS
    felt = item.read_as("ADJ") or item.read_as("SUPER")
    if felt is not None:
        return str(felt.value) in _FELT
    return item.read_as("EVENT") is not None


def _side_by_side(
    bag: PhrasePool, spans: list[tuple[int, int, EventType]], named: dict[EventType, str]
) -> None:
    """Refuse an event that may only be mentioned with another: the snow that a cold wave brought.

    Raises
    ------
    NotReadError
        ``ambiguous`` where two events are not listed.
    """
    text = bag.sentence.text
    joins = [item.start for item in bag.items if item.read_as("AND") or item.read_as("WHILE")]
    for (begin, end, first), (start, _, second) in pairwise(spans):
        if begin == start:
            # one word for both
            continue
        between = text[end:start]
        joined = any(end <= at < start for at in joins)
        # 暴雪大风 is a list without a sign; the gale of 寒潮大风 may be what the cold brought
        beside = not between and {first, second} <= _SIDE_BY_SIDE
        listed = joined or beside or _LISTING.search(between) is not None
        if first is not second and not listed:
            words = Listing(items=tuple(named.values()), style="clauses")
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-several_events", params={"words": words}),
                next(iter(named.values())),
                tuple(event.value for event in named),
            )


def _spend_origins(bag: PhrasePool) -> None:
    """Take "from" before the name of a storm: the rain from Storm Ciara."""
    for at, (item, behind) in enumerate(pairwise(bag.items)):
        if item.read_as("FROM") and behind.kind in ("STORM", "STORM_NAME", "STORM_WORD"):
            bag.used.add(at)


def _spend_to(bag: PhrasePool) -> None:
    """Take "to" that stands between no two places or times: "what brought snow to Buffalo"."""
    for at, item in enumerate(bag.items):
        if item.kind != "TO" or at in bag.used:
            continue
        before = next((one for one in reversed(bag.items[:at]) if one.kind not in SILENT), None)
        if before is None or before.kind not in ("PLACE", "TIME", "NUM", "AMOUNT"):
            bag.used.add(at)


def _spend_joints(bag: PhrasePool) -> None:
    """Take "and" beside what is asked or looked at: it joins no places, times or events."""
    for at, item in enumerate(bag.items):
        if not (item.read_as("AND") or item.read_as("OR")) or at in bag.used:
            continue
        for step in (1, -1):
            beside = at + step
            while 0 <= beside < len(bag.items) and bag.items[beside].kind in ("EMPTY", "BE"):
                beside += step
            if 0 <= beside < len(bag.items) and bag.items[beside].kind in _BESIDE_JOINTS:
                bag.used.add(at)


def _spend_counts(bag: PhrasePool, scene: Scene) -> None:
    """Take "two" of "two cold spells" where so many periods are named, and "around" of a time."""
    for at, (item, behind) in enumerate(pairwise(bag.items)):
        counted = item.kind == "NUM" and behind.read_as("EVENT") is not None
        near = item.read_as("APPROX") or item.read_as("NEAR")
        if (counted and item.value == len(scene.times)) or (near and behind.kind == "TIME"):
            bag.used.add(at)


def _spend_days(bag: PhrasePool, scene: Scene) -> None:
    """Take "the two days" where the days that are named are so many, or are set aside."""
    span = bag.peek("SPAN")
    dates = sum(len(one.base.dates) for one in scene.times if isinstance(one.base, Days))
    if (
        span is not None
        and span.value.step == "day"
        and (scene.context.time_given or span.value.count == dates)
    ):
        bag.take("SPAN")


def _everything(time: TimeSet) -> bool:
    return isinstance(time.base, AllTimes) and time.clock is None


def windows_of(form: RequestForm) -> tuple[TimeWindow, ...]:
    """Return the periods of a request, UTC, in their order.

    Those of one event that meet are one, unless each is asked for by itself; those of several
    events may be one of each.

    Raises
    ------
    NotReadError
        Where a time is no period of the calendar, or it is not said whether hours that are named
        are those of each day that is named.
    """
    zone, found = form.zone or "UTC", []
    apart = _APART in form.text
    periods = _narrowed_months(form.periods)
    _same_grain(periods)
    _in_order(periods, form.zone or "UTC", form.now)
    for times in periods:
        base = times.base
        split = _period(times, zone, None) is None or (
            apart and (len(form.periods) == 1 or not _RANGE.search(getattr(base, "words", "")))
        )
        if isinstance(base, Days) and len(base.dates) > 1 and split:
            each = [times.model_copy(update={"base": Days(dates=(one,))}) for one in base.dates]
            found += [window_of(one, zone, form.now) for one in each]
        else:
            found.append(window_of(times, zone, form.now))
    _ended(found, form)
    relative = not _YEAR.search(form.text)
    ahead = form.now is not None and any(one.end - form.now > _FORECAST for one in found)
    if relative and ahead:
        raise NotReadError("outside_the_data", Message(id="grammar-too_far_ahead"))
    joined: list[TimeWindow] = []
    for one in sorted(found, key=lambda window: (window.start, window.end)):
        last = joined[-1] if joined else None
        one_run = len(form.events) < 2 and not apart
        if last is not None and one.start <= last.end and (one_run or one == last):
            joined[-1] = TimeWindow(start=last.start, end=max(last.end, one.end))
        else:
            joined.append(one)
    return tuple(joined)


def _ended(found: list[TimeWindow], form: RequestForm) -> None:
    """Refuse "from noon on 5 May 2020" whose end is not said: it is not this moment."""
    for one in found:
        if one.end == form.now and one.end - one.start > _LONGEST:
            words = ", ".join(str(getattr(period.base, "words", "")) for period in form.periods)
            raise NotReadError(
                "incomplete", Message(id="grammar-time_unplaced", params={"words": words}), words
            )


def _narrowed_months(periods: tuple[TimeSet, ...]) -> tuple[TimeSet, ...]:
    """Drop a month or days of which a part is named as well: January 2016, the 22nd to 25th."""
    days = [one.base.dates for one in periods if isinstance(one.base, Days)]
    days += [
        tuple(moment.date() for window in one.base.windows for moment in (window.start, window.end))
        for one in periods
        if isinstance(one.base, Intervals)
    ]
    days += [
        tuple(at.date() for at in one.base.times)
        for one in periods
        if isinstance(one.base, Instants)
    ]

    def holds_days(base: object) -> bool:
        if isinstance(base, Days):
            return any(set(dates) < set(base.dates) for dates in days)
        return isinstance(base, Months) and any(
            all(day.year == base.year and day.month in base.months for day in dates)
            for dates in days
        )

    return tuple(one for one in periods if not holds_days(one.base))


def _same_grain(periods: tuple[TimeSet, ...]) -> None:
    """Refuse whole days beside hours: "on the 3rd and the 4th between 12 and 18 UTC"."""
    whole = [isinstance(one.base, Days | Months) for one in periods]
    if any(whole) and not all(whole):
        words = ", ".join(str(getattr(one.base, "words", "")) for one in periods)
        raise NotReadError("ambiguous", Message(id="grammar-days_and_hours"), words)


def _in_order(periods: tuple[TimeSet, ...], zone: str, now: datetime | None) -> None:
    """Refuse dates that go back where one names no year: "30 December and 2 January 2022"."""
    words = [str(getattr(one.base, "words", "")) for one in periods]
    undated = [text for text in words if any(map(str.isdigit, text)) and not _YEAR.search(text)]
    starts = [found[0] for one in periods if (found := _period(one, zone, now)) is not None]
    if undated and any(later < earlier for earlier, later in pairwise(starts)):
        raise NotReadError(
            "ambiguous",
            Message(id="grammar-time_unplaced", params={"words": undated[0]}),
            undated[0],
        )


def window_of(times: TimeSet, zone: str, now: datetime | None) -> TimeWindow:
    """Return the period of a time set, from its first to its last moment, UTC.

    Raises
    ------
    NotReadError
        Where it is not one unbroken period.
    """
    words = str(getattr(times.base, "words", ""))
    found = None if times.clock is not None else _period(times, zone, now)
    if found is None:
        raise NotReadError(
            "incomplete", Message(id="grammar-time_unplaced", params={"words": words}), words
        )
    return TimeWindow(start=found[0], end=found[1])


def _period(times: TimeSet, zone: str, now: datetime | None) -> tuple[datetime, datetime] | None:
    base = times.base
    named = times.zone or zone
    if isinstance(base, Instants) and len(base.times) == 1:
        return base.times[0], base.times[0]
    if isinstance(base, Intervals) and len(base.windows) == 1:
        return base.windows[0].start, base.windows[0].end
    if isinstance(base, Days):
        first, last = min(base.dates), max(base.dates)
        whole = len(set(base.dates)) == (last - first).days + 1
        return _days(first, last, named) if whole else None
    if isinstance(base, Months) and base.year is not None and len(base.months) == 1:
        month = base.months[0]
        last = date(base.year, month, monthrange(base.year, month)[1])
        return _days(date(base.year, month, 1), last, named)
    if isinstance(base, Months) and base.year is not None:
        opening, closing = base.months[0], base.months[-1]
        if base.months != tuple(range(opening, closing + 1)):
            return None
        last = date(base.year, closing, monthrange(base.year, closing)[1])
        return _days(date(base.year, opening, 1), last, named)
    if isinstance(base, RelativeTimes) and base.anchor is Anchor.NOW and now is not None:
        return _relative(base, named, now)
    return None


def _days(first: date, last: date, zone: str) -> tuple[datetime, datetime]:
    tz = zone_of(zone)
    start = datetime.combine(first, time(), tz).astimezone(UTC)
    end = datetime.combine(last + timedelta(days=1), time(), tz).astimezone(UTC)
    return start, end


def _relative(base: RelativeTimes, zone: str, now: datetime) -> tuple[datetime, datetime] | None:
    hours = {Step.HOUR: 1.0}.get(base.step)
    if hours is not None:
        start, end = (now + timedelta(hours=count) for count in (base.first, base.last))
        return min(start, end), max(start, end)
    if base.step is Step.DAY:
        today = now.astimezone(zone_of(zone)).date()
        first, last = (today + timedelta(days=round(n)) for n in (base.first, base.last))
        return _days(first, last, zone)
    return None
