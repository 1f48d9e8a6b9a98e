"""A request in words, read as far as it can be: its parts with their words, and what is open.

The grammar is the one of :func:`diagnostics.language.read_asked_diagnosis`. Where that refuses a
sentence for words that it cannot place, these words are set aside and the rest is read again, until
a reading stands; where words may mean several things, each is read. A sentence that the strict
reading takes whole is read once, and the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from diagnostics.contracts.asked_words import (
    EventSlot,
    Missing,
    OtherReading,
    PresetSlot,
    ReadSentence,
    Slot,
    SlotName,
    SourceSlot,
    Span,
    UnreadWords,
    WhatSlot,
    WhenSlot,
    WhereSlot,
)
from diagnostics.contracts.enums import Language
from diagnostics.contracts.forms import RequestForm
from diagnostics.contracts.questions import PlaceMention, Scenario
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.zones import read_zone
from diagnostics.errors import ArgumentError
from diagnostics.grid.gazetteer import known_places
from diagnostics.language.area_names import chinese_names, is_chinese, place_name
from diagnostics.language.asked_context import (
    AskedContext,
    KnownSource,
    may_hold,
)
from diagnostics.language.defaults import box_around, is_one_region, period_around
from diagnostics.language.diagnosis import mention_of
from diagnostics.language.grammar.diagnoses import AskedParts, gather_request
from diagnostics.language.grammar.gazetteer import labelled
from diagnostics.language.grammar.items import Item, NotReadError
from diagnostics.language.grammar.phrase_pool import joined
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.grammar.vocabulary import either_order, words_of
from diagnostics.language.grammar.windows import windows_of
from diagnostics.language.lexicon import tools
from diagnostics.language.spelling import near_spellings
from diagnostics.language.text_normalisation import flatten, language_of
from diagnostics.language.ways_of_reading import (
    Doubt,
    Stretch,
    Way,
    choices_of,
    how_many,
    in_all,
    is_open,
    left_over,
    with_meaning,
)
from diagnostics.messages import Listing, Message, Moment, Param, localise, render, term
from diagnostics.messages.catalogue import catalogue

_MOST_NAMESAKES = 2
"""Names of several places that are read in each of their meanings."""
_MOST_READ = 20_000
"""Characters that are read in all for one text: what needs more is not read at all."""
_MOST_READINGS = 40
"""With more of them, the part that has most is to be said in other words."""
_MOST_LOOKED_UP = 6
"""Unknown words of a text for which names that are written nearly so are looked for."""
_UNKNOWN, _NEAR = "asked-unknown_words", "asked-unknown_near"
_LEFT = ("grammar-unknown_words", "grammar-unused_words")
"""What the grammar says of words that are no part of a question."""
_SIGNS = re.compile(r"[^0-9a-z]+")


def read_request(text: str, around: AskedContext | None = None) -> ReadSentence:
    """Read a request for a diagnosis in English or Chinese, as far as it can be read.

    Parameters
    ----------
    text : str
    around : AskedContext, optional

    Returns
    -------
    ReadSentence
        No two spans of its slots, of one of its readings and of its unread words share a
        character, and the words of each are those of the text.

    Raises
    ------
    ArgumentError
        ``unknown_timezone``.
    """
    return _Reader(text, around or AskedContext()).read()


class _Reader:
    """Reads one sentence."""

    def __init__(self, text: str, around: AskedContext) -> None:
        self.text, self.around, self.given = text, around, around.given
        self.zone = None if around.timezone is None else _plain_zone(around.timezone)
        self.language = around.language or language_of(text)
        self.names: dict[str, set[str]] = {}
        for one in around.sources:
            for phrase in filter(_is_a_name, (one.title_zh, one.title, one.name)):
                self.names.setdefault(phrase, set()).add(one.name)
        self.known = {one.name: one for one in around.sources}
        self.source = self._read_against()
        self.unspent = _MOST_READ

    def read(self) -> ReadSentence:
        """Return what was read."""
        ways = [self._with_options(way) for way in self._ways()]
        least = min(ways, key=lambda way: sum(end - start for start, end in way.unread))
        ways, crowded = self._few([way for way in ways if way.unread == least.unread])
        doubts = (*least.doubts, *crowded)
        combined = choices_of(ways)
        slots = [slot for slot in combined[0].values() if in_all(slot, combined)]
        open_parts = {doubt.part for doubt in doubts}
        readings = [
            self._reading([slot for slot in one.values() if slot not in slots])
            for one in combined
            if len(combined) > 1
        ]
        what = next((slot for slot in slots if isinstance(slot, WhatSlot) and slot.charts), None)
        if what is not None:
            whole = self._what(charts=(), spans=what.spans, assumed=False)
            readings.append(self._reading([whole]))
        several = {SlotName(slot.slot) for one in readings for slot in one.slots}
        missing = self._missing(
            slots, open_parts | several | self.given | {slot.slot for slot in slots}
        )
        unread = tuple(self._unread(doubts))
        if not (unread or readings or self.given or any(slot.spans for slot in slots)):
            said = localise("asked-nothing", self.language)
            unread = (UnreadWords(span=None, code="incomplete", message=said),)
        settled = not (unread or readings)
        form = self._form(ways[0]) if settled else None
        ready = settled and not missing and not self.given
        return ReadSentence(
            text=self.text,
            language=self.language,
            form=form,
            slots=tuple(slots),
            unread=unread,
            missing=missing,
            readings=tuple(readings),
            request=self._request(ways[0].parts, slots) if ready else None,
        )

    # -- the data ------------------------------------------------------------------------------

    def _read_against(self) -> KnownSource | None:
        """Return the data whose times and area count."""
        named: set[str] = set()
        if SlotName.SOURCE not in self.given:
            for item in words_of(self.text, request=True, sources=tuple(self.names)):
                if item.kind in ("SOURCE_NAME", "SOURCE"):
                    named |= self._called(item)
        if len(named) == 1:
            return self.known[named.pop()]
        if self.around.source is not None:
            return self.known.get(self.around.source)
        return self.around.sources[0] if len(self.around.sources) == 1 else None

    def _called(self, item: Item) -> set[str]:
        """Return the sources that a name, or a word such as ERA5, means."""
        own = item.read_as("SOURCE_NAME")
        if own is not None:
            return self.names[own.value]
        return {
            one.name
            for one in self.around.sources
            if any(_holds(name, item.text) for name in (one.name, one.title, one.title_zh))
        }

    @property
    def _times(self) -> Sequence[datetime]:
        return self.source.times if self.source is not None else ()

    @property
    def _extent(self) -> Region | None:
        return self.source.region if self.source is not None else None

    # -- ways to read --------------------------------------------------------------------------

    def _ways(self) -> list[Way]:
        times = self._times
        context = Context(
            times=times,
            extent=self._extent,
            now=self.around.now or (times[-1] if times else None),
            zone=self.zone,
            place_given=SlotName.WHERE in self.given,
            time_given=SlotName.WHEN in self.given,
            sources=tuple(self.names),
            open=True,
        )
        if not either_order(self.text):
            return self._gathered(context, ())
        return [
            way
            for day_first in (True, False)
            for way in self._gathered(replace(context, day_first=day_first), ())
        ]

    def _gathered(self, context: Context, doubts: tuple[Doubt, ...]) -> list[Way]:
        """Set aside what cannot be read until the rest can be, in each meaning of a name."""
        while True:
            self.unspent -= len(self.text)
            try:
                parts = gather_request(self.text, context)
            except NotReadError as refused:
                if refused.name and len(context.meant) < self._most_meant(refused):
                    return [
                        way
                        for spot in refused.namesakes
                        for way in self._gathered(with_meaning(context, refused.name, spot), doubts)
                    ]
                doubt = self._set_aside(refused, context.aside)
                if doubt.spans == (self._whole(),):
                    doubts = ()
                doubts = (*doubts, doubt)
                context = replace(context, aside=(*context.aside, *doubt.spans))
                continue
            left = tuple(left_over(one) for one in parts.bag.refusals())
            return [Way(parts, (*doubts, *left))]

    def _most_meant(self, refused: NotReadError) -> int:
        """Return of how many names each meaning is read: none where that would take too long."""
        costs = len(refused.namesakes) * len(self.text)
        return _MOST_NAMESAKES if refused.namesakes and costs < self.unspent else 0

    def _set_aside(self, refused: NotReadError, before: Sequence[Stretch]) -> Doubt:
        """Return which words a refusal sets aside: all of them where it does not know."""
        whole = self._whole()
        if whole in before:
            raise refused
        if self.unspent < 0:
            return Doubt("incomplete", Message(id="asked-too_much"), (whole,))
        fresh = [
            (start, end)
            for start, end in refused.spans
            if not any(first <= start and end <= last for first, last in before)
        ]
        spans = tuple(joined(self.text, fresh)) or (whole,)
        message = refused.message
        if message.id in _LEFT:
            message = left_over(refused).message
        elif refused.choices:
            choices = Listing(items=refused.choices, style="clauses")
            message = Message(
                id="asked-with_choices", params={"message": message, "choices": choices}
            )
        return Doubt(refused.code, message, spans, refused.part)

    def _whole(self) -> Stretch:
        bare = self.text.strip()
        start = self.text.index(bare)
        return start, start + len(bare)

    # -- the alternatives of each part ---------------------------------------------------------

    def _with_options(self, way: Way) -> Way:
        """Return a way with the alternatives of each part; a part that none fits is in doubt."""
        doubts, parts = list(way.doubts), way.parts
        options: dict[SlotName, list[Slot]] = {
            SlotName.WHAT: [
                self._what(
                    charts=parts.charts,
                    spans=self._spans(parts.bag.spans("what")),
                    assumed=not parts.bag.spans("what"),
                )
            ],
            SlotName.WHERE: self._places(parts, doubts),
            SlotName.WHEN: self._periods(parts, doubts),
            SlotName.EVENT: [
                EventSlot(
                    spans=self._spans(parts.bag.spans(f"event:{event}")),
                    meaning=term(event, self.language),
                    event=event,
                )
                for event in parts.events
            ],
            SlotName.PRESET: self._preset(parts),
            SlotName.SOURCE: self._named_sources(parts, doubts),
        }
        kept = {
            name: found
            for name, found in options.items()
            if found and name not in self.given and not is_open(name, doubts)
        }
        return Way(parts, tuple(doubts), kept)

    def _what(self, *, charts: tuple[str, ...], spans: tuple[Span, ...], assumed: bool) -> WhatSlot:
        title = "title_zh" if self.language is Language.ZH else "title_en"
        titles = Listing(items=tuple(str(tools()[name][title]) for name in charts))
        return WhatSlot(
            spans=spans,
            meaning=localise("asked-charts", self.language, charts=titles)
            if charts
            else localise("asked-whole_diagnosis", self.language),
            assumed=assumed,
            scenario=Scenario.CHART if charts else Scenario.DIAGNOSIS,
            charts=charts,
        )

    def _places(self, parts: AskedParts, doubts: list[Doubt]) -> list[Slot]:
        scene, found = parts.scene, list[Slot]()
        if SlotName.WHERE in self.given:
            return []
        several = len(scene.places) > 1
        for place, start in zip(scene.places, scene.place_starts, strict=True):
            spans = parts.bag.spans("where", [start] if several else None)
            try:
                form = parts.form(place)
                assert form.place is not None
                found.append(self._where(mention_of(form.place), spans))
            except NotReadError as refused:
                doubts.append(Doubt(refused.code, refused.message, tuple(spans), "where"))
        if not scene.places and is_one_region(self._extent) and not is_open("where", doubts):
            assert self._extent is not None
            box = _box(self._extent)
            meaning = localise("asked-area_of_data", self.language, box=box)
            found.append(
                WhereSlot(meaning=meaning, assumed=True, region=self._extent, name=meaning)
            )
        return found

    def _where(self, place: PlaceMention, spans: list[Stretch]) -> WhereSlot:
        region = box_around(place.region) if place.point else place.region
        if region.width == 0 or region.north == region.south:
            words = Message(id="asked-no_area", params={"words": place.words})
            raise NotReadError("incomplete", words, place.words)
        name = written_place(place, self.language)
        identifier = "asked-around_place" if place.point else "asked-place"
        return WhereSlot(
            spans=self._spans(spans),
            meaning=localise(identifier, self.language, place=name, box=_box(region)),
            region=region,
            name=name,
            country=place.country,
            point=place.point,
        )

    def _periods(self, parts: AskedParts, doubts: list[Doubt]) -> list[Slot]:
        if SlotName.WHEN in self.given:
            return []
        spans = parts.bag.spans("when")
        form = parts.form(None)
        try:
            windows = windows_of(form)
        except NotReadError as refused:
            doubts.append(Doubt(refused.code, refused.message, tuple(spans), "when"))
            return []
        if not windows and self._times and not is_open("when", doubts):
            every = TimeWindow(start=self._times[0], end=self._times[-1])
            return [self._when("asked-every_time", every, [])]
        own = self._spans_of_periods(parts, form) if len(windows) > 1 else {}
        zone = {"timezone": form.zone, "timezone_assumed": self._zone(parts) is None}
        return [
            self._when("asked-period", one, own.get(one, spans)).model_copy(update=zone)
            for one in windows
        ]

    def _spans_of_periods(
        self, parts: AskedParts, form: RequestForm
    ) -> dict[TimeWindow, list[Stretch]]:
        """Return the words of each period that is named by itself, with those of the zone."""
        scene, bag = parts.scene, parts.bag
        zones = {start for start, said in bag.parts.items() if "when" in said}
        zones -= set(scene.time_starts)
        found: dict[TimeWindow, list[Stretch]] = {}
        for times, start in zip(scene.times, scene.time_starts, strict=True):
            for one in windows_of(form.model_copy(update={"periods": (times,)})):
                found[one] = bag.spans("when", {start, *zones})
        return found

    def _when(self, identifier: str, window: TimeWindow, spans: list[Stretch]) -> WhenSlot:
        moment = window.start
        if window.start == window.end:
            identifier, window = "asked-around_moment", period_around(moment, self._times)
        ends = {"start": window.start, "end": window.end}
        if identifier == "asked-around_moment":
            ends["moment"] = moment
        shown: dict[str, Param] = {name: Moment(moment=one) for name, one in ends.items()}
        return WhenSlot(
            spans=self._spans(spans),
            meaning=localise(identifier, self.language, **shown),
            assumed=identifier == "asked-every_time",
            window=window,
        )

    def _preset(self, parts: AskedParts) -> list[Slot]:
        if parts.preset is None:
            return []
        spans = self._spans(parts.bag.spans("preset"))
        meaning = term(parts.preset, self.language)
        return [PresetSlot(spans=spans, meaning=meaning, preset=parts.preset)]

    def _named_sources(self, parts: AskedParts, doubts: list[Doubt]) -> list[Slot]:
        """Return the data that the words name, else those that a rule takes."""
        if SlotName.SOURCE in self.given:
            return []
        starts: list[int] = []
        meant: list[set[str]] = []
        for item in parts.bag.items:
            if "source" not in parts.bag.parts.get(item.start, ()):
                continue
            called = self._called(item)
            if called:
                starts.append(item.start)
                meant.append(called)
            elif self.known:
                doubts.append(self._unknown_data(item.text, (item.start, item.end)))
        if meant:
            spans = parts.bag.spans("source", starts)
            names = set.intersection(*meant) or set.union(*meant)
            return [self._source(self.known[one], spans, assumed=False) for one in sorted(names)]
        if self.source is not None and not is_open("source", doubts):
            return [self._source(self.source, [], assumed=True)]
        return []

    def _unknown_data(self, words: str, span: Stretch) -> Doubt:
        sources = Listing(items=tuple(self.known), style="or")
        message = Message(id="asked-unknown_data", params={"words": words, "sources": sources})
        return Doubt("unused_words", message, (span,), "source")

    def _source(self, source: KnownSource, spans: list[Stretch], *, assumed: bool) -> SourceSlot:
        return SourceSlot(
            spans=self._spans(spans),
            meaning=source.written(self.language),
            assumed=assumed,
            source=source.name,
        )

    # -- together ------------------------------------------------------------------------------

    def _few(self, ways: list[Way]) -> tuple[list[Way], list[Doubt]]:
        """Leave the part that has most alternatives unread while all together are too many."""
        doubts: list[Doubt] = []
        while sum(how_many(way) for way in ways) > _MOST_READINGS:
            part = max(
                (name for name in ways[0].options), key=lambda name: len(ways[0].options[name])
            )
            if len(ways[0].options[part]) < 2:
                part = SlotName.WHERE
            slots = [slot for way in ways for slot in way.options.pop(part, ())]
            spans = sorted({(one.start, one.end) for slot in slots for one in slot.spans})
            words = Listing(items=tuple(self.text[a:b] for a, b in spans), style="clauses")
            message = Message(id="asked-too_many", params={"words": words})
            doubts.append(Doubt("ambiguous", message, tuple(spans), part.value))
        return ways, doubts

    def _reading(self, slots: list[Slot]) -> OtherReading:
        meanings = Listing(items=tuple(slot.meaning for slot in slots), style="clauses")
        return OtherReading(meaning=catalogue(self.language).write(meanings), slots=tuple(slots))

    def _spans(self, spans: Iterable[Stretch]) -> tuple[Span, ...]:
        return tuple(Span(start=a, end=b, words=self.text[a:b]) for a, b in spans)

    def _unread(self, doubts: Sequence[Doubt]) -> Iterator[UnreadWords]:
        rows = [(span, doubt) for doubt in doubts for span in doubt.spans]
        looked_up = 0
        for (start, end), doubt in sorted(rows, key=lambda row: row[0]):
            words, message = self.text[start:end], doubt.message
            if message.id == _UNKNOWN and looked_up < _MOST_LOOKED_UP:
                looked_up += 1
                near = near_spellings(words, self.language)
                if near:
                    offered = Listing(items=near, style="or")
                    message = Message(id=_NEAR, params={"words": words, "near": offered})
            yield UnreadWords(
                span=Span(start=start, end=end, words=words),
                code=doubt.code,
                message=render(message, self.language),
            )

    def _missing(self, slots: list[Slot], there: Iterable[str]) -> tuple[Missing, ...]:
        """Return the parts that nothing says and no rule fills."""
        found, settled = [], set(there)
        if SlotName.WHERE not in settled:
            unknown = "" if self._extent is not None else "_unread"
            found.append(self._lacking(SlotName.WHERE, f"asked-missing_place{unknown}"))
        if SlotName.WHEN not in settled:
            found.append(self._lacking(SlotName.WHEN, "asked-missing_time"))
        if SlotName.SOURCE not in settled:
            sources = sorted(self.around.sources, key=lambda one: not may_hold(one, slots))
            choices = tuple(self._source(one, [], assumed=False) for one in sources)
            identifier = "asked-missing_source" if sources else "asked-missing_any_source"
            found.append(self._lacking(SlotName.SOURCE, identifier, choices))
        return tuple(found)

    def _lacking(self, slot: SlotName, identifier: str, choices: tuple[Slot, ...] = ()) -> Missing:
        return Missing(slot=slot, message=localise(identifier, self.language), choices=choices)

    def _form(self, way: Way) -> RequestForm:
        places = way.parts.scene.places
        single = len(places) == 1 and SlotName.WHERE not in self.given
        return way.parts.form(places[0] if single else None)

    def _request(self, parts: AskedParts, slots: list[Slot]) -> DiagnosisRequest | None:
        """Return the request that the slots say; a chart alone is none."""
        by_name = {slot.slot: slot for slot in slots}
        where, when = by_name.get("where"), by_name.get("when")
        source, event = by_name.get("source"), by_name.get("event")
        preset = by_name.get("preset")
        assert isinstance(where, WhereSlot)
        assert isinstance(when, WhenSlot)
        assert isinstance(source, SourceSlot)
        asked = {} if not isinstance(preset, PresetSlot) else {"preset": preset.preset}
        return DiagnosisRequest(
            source=source.source,
            region=where.region,
            window=when.window,
            timezone=self._zone(parts),
            event=event.event if isinstance(event, EventSlot) else None,
            language=self.language,
            **asked,
        )

    def _zone(self, parts: AskedParts) -> str | None:
        """Return the zone that somebody asked for, or that the place has."""
        zone = parts.scene.zone
        nobody = ("zone", "UTC") in parts.scene.assumed
        default = zone == self.zone and self.around.timezone_assumed
        unsaid = self.zone is None and not parts.scene.times
        return None if nobody or default or unsaid else zone


@lru_cache(maxsize=1024)
def _is_a_name(phrase: str) -> bool:
    """Whether a name of data can be nothing else: "Cold wave over China" is a request."""
    return any(item.kind in ("UNKNOWN", "SOURCE") for item in words_of(phrase, request=True))


def _holds(name: str, word: str) -> bool:
    """Whether a word such as ERA-5 stands in a name."""
    spoken, flat = flatten(word), flatten(name)
    plain = _SIGNS.sub("", spoken)
    if not plain:
        return spoken in flat
    return plain in {*_SIGNS.split(flat), *_SIGNS.split(flat.replace("-", ""))}


def _plain_zone(text: str) -> str:
    """Return a zone as the grammar writes it.

    Raises
    ------
    ArgumentError
        ``unknown_timezone``.
    """
    zone = read_zone(text)
    if zone is None:
        raise ArgumentError(
            Message(id="error-unknown_timezone", params={"name": text}), code="unknown_timezone"
        )
    if zone.offset is None:
        return zone.name
    return zone.name.removeprefix("UTC") if zone.offset else "UTC"


def _box(region: Region) -> str:
    return ", ".join(f"{edge:g}" for edge in region.bounds())


def written_place(place: PlaceMention, language: Language) -> str:
    """Return the name of a place as readers of a language know it."""
    if language is Language.EN or is_chinese(place.name):
        return place.name
    if is_chinese(place.words):
        own_label = place.name in labelled()
        return f"{place.words}（{place.name}）" if own_label else place.words
    latitude, longitude = place.region.center
    own = [
        one
        for one in known_places(place.name)
        if one.region == place.region or (place.point and one.region.holds(latitude, longitude))
    ]
    return place_name(own[0], language) if own else chinese_names().get(place.name, place.name)
