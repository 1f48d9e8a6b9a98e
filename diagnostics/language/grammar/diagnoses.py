"""Requests for a diagnosis: where, when and which event, with every word read or a refusal."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.form_terms import (
    AllTimes,
    Around,
    BoxPlace,
    Days,
    NamedPlace,
    Place,
    PlacesTogether,
    PointPlace,
    TimeSet,
)
from diagnostics.contracts.forms import Assumption, RequestForm
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.charts import charts_of
from diagnostics.language.grammar.datetimes import Moment
from diagnostics.language.grammar.items import Item, NotReadError, about
from diagnostics.language.grammar.phrase_pool import PhrasePool
from diagnostics.language.grammar.reader import phrases
from diagnostics.language.grammar.request_parts import (
    excluded_starts,
    join_corners,
    spend_asking,
    spend_audience,
    spend_leads_to_criteria,
    spend_loose_joints,
)
from diagnostics.language.grammar.sentence_context import Context, Scene
from diagnostics.language.grammar.time_phrases import TimePhrase
from diagnostics.language.text_normalisation import language_of
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
_WANTED = ("DIAGNOSE", "WHY")
"""Words that ask for a diagnosis."""
_ASKING = (
    "WHAT", "HOW", "ASKS", "EXISTS", "PRESENT", "EVENT_TYPES", "STORM_NAME",
    "CRITERIA", "ANY", "ALL", "REQUEST", "APART", "BOTH", "VAGUE",
    "WHICH",
)  # fmt: skip


_LISTING = re.compile(r"[,，、/&+]|\bwith\b|[伴兼]")
"""Signs and words that set one event beside another."""


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
    asked = gather_request(text, context or Context())
    asked.bag.close()
    if len(asked.scene.places) > 1:
        asked.scene.one_place_left()
    return asked.form(next(iter(asked.scene.places), None))


@dataclass(frozen=True)
class AskedParts:
    """What a request names: all its places, periods, events and charts.

    Parameters
    ----------
    bag : PhrasePool
        Says of each word for which part it was used, and which words were left.
    scene : Scene
        Places and times in the order of the text.
    events : tuple of EventType
    charts : tuple of str
    preset : str or None
    """

    bag: PhrasePool
    scene: Scene
    events: tuple[EventType, ...]
    charts: tuple[str, ...]
    preset: str | None

    def form(self, place: Place | None) -> RequestForm:
        """Return the form with one of the places.

        Raises
        ------
        NotReadError
            ``unused_words`` for a place that is no box.
        """
        if isinstance(place, PlacesTogether) and place.shared:
            place = _narrowest(place)
        if place is not None and not isinstance(place, BoxPlace | NamedPlace | PointPlace | Around):
            words = str(getattr(place, "words", ""))
            raise NotReadError(
                "unused_words",
                Message(id="grammar-several_places", params={"words": words}),
                words,
            )
        text = self.bag.sentence.text
        return RequestForm(
            text=text,
            language=language_of(text),
            place=place,
            periods=tuple(one for one in self.scene.times if not _everything(one)),
            events=self.events,
            charts=self.charts,
            preset=self.preset,
            zone=self.scene.zone,
            now=self.scene.context.now,
            assumed=tuple(
                Assumption(part=part, meaning=meaning)
                for part, meaning in dict.fromkeys(self.scene.assumed)
            ),
        )


def gather_request(text: str, around: Context) -> AskedParts:
    """Take the parts of a request from its words; words without a part are left.

    Raises
    ------
    NotReadError
        For words that are a part and cannot be read as one: a date that is none, a name of several
        places, events of which one may only be told of another.
    """
    assumed: list[tuple[str, str]] = []
    bag = PhrasePool(phrases(text, around, assumed, request=True))
    _whole_days(bag)
    spend_audience(bag)
    scene = Scene(bag, around, assumed)
    scene.gather()
    join_corners(bag, scene)
    charts = _charts(bag, scene)
    events = _events(bag, scene)
    _spend_days(bag, scene)
    spend_leads_to_criteria(bag)
    preset = bag.take("PRESET", part="preset")
    bag.take_all(*_WANTED, part="what")
    spend_asking(bag, _ASKING)
    bag.take_all("SOURCE_NAME", part="source")
    if around.sources:
        _spend_data_words(bag)
    while bag.take_value("APPROX", "as_written") is not None:
        pass
    bag.take_all("STORM")
    if events:
        bag.take_all("FEATURE")
    _spend_origins(bag)
    if scene.times or scene.set_aside:
        bag.take_all("MOVABLE")
    if scene.times or scene.set_aside or around.time_given:
        bag.take_all("DAY_NAME")
    if any(isinstance(one, BoxPlace) for one in scene.places):
        bag.take_all("AS_GIVEN")
    if len(scene.times) + scene.set_aside > 1:
        bag.take_all("AND")
    if len(scene.places) > 1:
        _joined(bag, scene)
    if around.open and max(len(scene.places), len(scene.times), len(events)) > 1:
        bag.take_all("AND", "OR")
    spend_loose_joints(bag)
    return AskedParts(bag, scene, events, charts, preset.value if preset is not None else None)


_HOURS = 24
_AREAS = NamedPlace | BoxPlace
_NEIGHBOURS = 3.0
"""Degrees that two places may lie apart which are diagnosed as one."""


def _joined(bag: PhrasePool, scene: Scene) -> None:
    """Take neighbours that are named together as one box: "Pakistan and northwest India"."""
    whole = scene.places[0]
    for place, (begin, end) in zip(scene.places[1:], pairwise(scene.place_starts), strict=True):
        between = [item for item in bag.items if begin < item.start < end and item.kind != "EMPTY"]
        if len(between) != 1 or not _adds(between[0]):
            return
        both = _one_box(whole, place, between[0].text)
        if both is None:
            return
        whole = both
    scene.places[:] = [whole]
    first, last = scene.place_starts[0], scene.place_starts[-1]
    bag.use((n for n, item in enumerate(bag.items) if first < item.start < last), "where")
    scene.place_starts[:] = [first]


def _adds(item: Item) -> bool:
    return item.kind == "AND" or item.text in (",", "，", "、", "/", "&")


def _one_box(one: Place, other: Place, joint: str) -> NamedPlace | None:
    """Return the box around two areas that touch or nearly do, None for others."""
    first, second = (
        _narrowest(place) if isinstance(place, PlacesTogether) and place.shared else place
        for place in (one, other)
    )
    if not isinstance(first, _AREAS) or not isinstance(second, _AREAS):
        return None
    return _around_both(first, second, f"{first.words} {joint} {second.words}")


def _around_both(
    first: NamedPlace | BoxPlace, second: NamedPlace | BoxPlace, words: str
) -> NamedPlace | None:
    one, other = first.region, second.region
    if one.west > one.east or other.west > other.east:
        return None
    apart = one.padded(_NEIGHBOURS)
    if (
        apart.west > other.east
        or apart.east < other.west
        or apart.south > other.north
        or apart.north < other.south
    ):
        return None
    region = Region(
        west=min(one.west, other.west),
        south=min(one.south, other.south),
        east=max(one.east, other.east),
        north=max(one.north, other.north),
    )
    return NamedPlace(name=words, region=region, words=words)


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
            bag.use([at], "when")
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


def _narrowest(together: PlacesTogether) -> Place:
    """Return the box that a side of a named place is drawn as: southern Arizona."""
    boxes = [one for one in together.places if isinstance(one, BoxPlace)]
    if len(boxes) != 1:
        return together
    return boxes[0]


def _charts(bag: PhrasePool, scene: Scene) -> tuple[str, ...]:
    """Take the charts that are asked for, by name or by what they show.

    Raises
    ------
    NotReadError
        ``incomplete`` where no chart shows all that is named.
    """
    titles = bag.take_all("CHART", part="what")
    named = tuple(dict.fromkeys(item.value for item in titles))
    asked = bag.take_all("CHART_WORD", part="what")
    if not named and not asked:
        return ()
    for start in scene.term_starts:
        bag.mark(start, "what")
    terms = list(scene.terms)
    fitting = charts_of(terms)
    charts = named if not terms else tuple(name for name in named if name in fitting) or fitting
    if not charts or (named and not set(named) <= set(charts)):
        words = " ".join(item.text for item in asked) or ", ".join(named)
        with about("what", [*titles, *asked]):
            raise NotReadError("incomplete", Message(id="grammar-no_chart"), words)
    if len(terms) > 1 or len(named) > 1:
        bag.take_all("AND")
    scene.terms.clear()
    scene.term_starts.clear()
    return charts


def _events(bag: PhrasePool, scene: Scene) -> tuple[EventType, ...]:
    """Take the events that are named; a quantity that makes one stands for it: wind, a gale."""
    spans: list[tuple[int, int, EventType]] = []
    named: dict[EventType, str] = {}
    left_out = excluded_starts(bag, lambda item: _names_event(item, scene))

    def name(event: EventType, words: str, start: int) -> None:
        if start in left_out:
            return
        spans.append((start, start + len(words), event))
        bag.mark(start, "event")
        bag.mark(start, f"event:{event}")
        named.setdefault(event, words)

    for item in bag.take_all("EVENTS"):
        pair = tuple(EventType(event) for event in item.value.split())
        for one in pair:
            name(one, item.text, item.start)
    if left_out:
        bag.take_all("WHILE")
    for item in bag.take_all("EVENT"):
        name(EventType(item.value), item.text, item.start)
    for item in bag.take_all("ADJ", "SUPER"):
        felt = _FELT.get(str(item.value))
        if felt is not None:
            name(felt, item.text, item.start)
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
            with about("", [scene.taken[one] for one in scene.term_starts]):
                scene.one_term()
                raise NotReadError(
                    "unused_words",
                    Message(id="grammar-unused_words", params={"words": term.words}),
                    term.words,
                )
        name(event, term.words, start)
    scene.terms.clear()
    scene.term_starts.clear()
    fall = bag.peek("FALL")
    if fall is not None and "温" in fall.text:
        bag.take("FALL")
        name(EventType.COLD_WAVE, fall.text, fall.start)
    if named and not bag.has("AMOUNT"):
        bag.take_value("CMP", "at_least")
    if left_out and not named:
        with about("event", [item for item in bag.items if item.start in left_out]):
            raise NotReadError("incomplete", Message(id="grammar-which_event"))
    spans.sort()
    if len(named) > 1:
        if not scene.context.open:
            _side_by_side(bag, spans, named)
        bag.take_all("AND", "WHILE")
    _spend_slashes(bag, spans)
    return tuple(dict.fromkeys(event for _, _, event in spans))


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
    """Refuse events of which one may only be told of another: the snow that a cold wave brought.

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
        listed = joined or _LISTING.search(between) is not None
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


def _spend_data_words(bag: PhrasePool) -> None:
    """Take "using", "from" and 采用 before the name of data, and "source" anywhere beside it."""
    named = {start for start, parts in bag.parts.items() if "source" in parts}
    if not named:
        return
    bag.take_all("SOURCE_WORD")
    for at, (item, behind) in enumerate(pairwise(bag.items)):
        if behind.start in named and (item.read_as("FROM") or item.read_as("UNIT_ASK")):
            bag.use([at])


def _spend_days(bag: PhrasePool, scene: Scene) -> None:
    """Take "the two days" where the days that are named are so many, or are set aside."""
    span = bag.peek("SPAN")
    dates = sum(len(one.base.dates) for one in scene.times if isinstance(one.base, Days))
    if (
        span is not None
        and span.value.step == "day"
        and (scene.context.time_given or span.value.count == dates)
    ):
        bag.take("SPAN", part="when")


def _everything(time: TimeSet) -> bool:
    return isinstance(time.base, AllTimes) and time.clock is None
