"""A request in words, read against what a source holds: where, when, which event or chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.computations import ComputationRequest, Operation, QuestionRequest
from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.questions import Ambiguity, RequestReading, Scenario, Understanding
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.worded_requests import (
    AskedFor,
    ReadPart,
    ReadRequest,
    RequestInWords,
    Span,
    UnreadPart,
)
from diagnostics.language import LanguageContext, read_asked_diagnosis
from diagnostics.messages import Listing, Message, Param, Term, render

AROUND_TOWN = 2.5
"""A town stands for a box that reaches this far on every side, degrees."""
AROUND_MOMENT = timedelta(hours=24)
"""A moment stands for the period that reaches this far to either side."""
WIDEST = 120.0
"""Data wider than this, degrees, are no region to diagnose as a whole."""


@dataclass(frozen=True)
class Given:
    """What is given beside a text, and wins over its words."""

    region: bool = False
    window: bool = False
    event: bool = False
    now: datetime | None = None
    timezone: str | None = None
    language: Language | None = None


@dataclass(frozen=True)
class Doubt:
    """Why a text cannot be taken as it is: a stable code, and what to say of it."""

    code: str
    wording: Message
    words: str = ""
    choices: tuple[Param, ...] = ()


@dataclass(frozen=True)
class WordedRequest:
    """What a text says of a diagnosis or a chart.

    Parameters
    ----------
    reading : RequestReading
    region : Region or None
        None where it is given beside the text, or doubtful.
    window : TimeWindow or None
        None for every time of the data.
    notes : tuple of Understanding
        What was taken for granted.
    doubts : tuple of Doubt
        Beside those of the reading itself.
    """

    reading: RequestReading
    region: Region | None
    window: TimeWindow | None
    notes: tuple[Understanding, ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def event(self) -> EventType | None:
        """The type that the text names."""
        return self.reading.event

    @property
    def preset(self) -> str | None:
        """The criteria that the text names."""
        return self.reading.preset

    @property
    def timezone(self) -> str | None:
        """The zone that the text names."""
        return self.reading.timezone

    @property
    def language(self) -> Language:
        """Of what people read: that of the text, unless one is named."""
        return self.reading.language

    @property
    def charts(self) -> tuple[str, ...]:
        """Charts that are asked for alone; empty for a diagnosis."""
        return self.reading.charts if self.reading.scenario is Scenario.CHART else ()

    @property
    def chart_time(self) -> datetime | None:
        """The moment that a chart is asked for, where the text names one."""
        return self.reading.instants[0] if len(self.reading.instants) == 1 else None

    def said(self, language: Language) -> tuple[Understanding, ...]:
        """Return everything understood or assumed, written in a language."""
        from diagnostics.questions.descriptions import in_language

        known = (*self.reading.understood, *self.notes)
        return in_language(
            self.reading.model_copy(update={"understood": known}), language
        ).understood

    @property
    def understood(self) -> tuple[Understanding, ...]:
        """Everything understood or assumed, in the language of the reader."""
        return self.said(self.language)

    def lines(self) -> list[str]:
        """Say in lines what was understood."""
        from diagnostics.questions.descriptions import format_line

        return [format_line(item, self.language) for item in self.understood]

    def record(self) -> dict[str, Any]:
        """Return the text and what was understood of it, for the run's manifest."""
        return {
            "text": self.reading.text,
            "understood": [item.model_dump(mode="json") for item in self.understood],
        }


def read_words(text: str, inventory: Inventory, given: Given | None = None) -> WordedRequest:
    """Read a text against what the data hold.

    Parameters
    ----------
    text : str
    inventory : Inventory
    given : Given, optional

    Returns
    -------
    WordedRequest
        Its reading holds a doubt for words that may mean several things or nothing.

    Raises
    ------
    ArgumentError
        ``invalid_time`` or ``unknown_timezone``.
    """
    beside = given or Given()
    extent = None if inventory.grid is None else inventory.grid.region
    reading = read_asked_diagnosis(
        text,
        LanguageContext(
            times=inventory.times,
            region=extent,
            now=beside.now,
            timezone=beside.timezone,
            language=beside.language,
            place_given=beside.region,
            time_given=beside.window,
        ),
    )
    if reading.ambiguities:
        return WordedRequest(reading, None, None, ())
    notes: list[Understanding] = []
    doubts = _several(reading, beside)
    region = window = None
    if not beside.region:
        found = _region(reading, extent, notes)
        if isinstance(found, Doubt):
            doubts.append(found)
        else:
            region = found
    charts = reading.scenario is Scenario.CHART
    if not beside.window and not charts:
        window = _window(reading, inventory.times, notes)
    return WordedRequest(reading, region, window, tuple(notes), tuple(doubts))


def _several(reading: RequestReading, given: Given) -> list[Doubt]:
    """Doubt several events or periods: a run diagnoses one."""
    doubts = []
    if len(reading.events) > 1 and not given.event:
        events = tuple(Term(term=event.value) for event in reading.events)
        doubts.append(_choice("grammar-several_events", events))
    if len(reading.windows) > 1 and not given.window:
        periods = tuple(
            Message(
                id="command-period",
                params={"start": format_instant(one.start), "end": format_instant(one.end)},
            )
            for one in reading.windows
        )
        doubts.append(_choice("grammar-several_times", periods))
    return doubts


def _choice(name: str, choices: Sequence[Param]) -> Doubt:
    listed = Listing(items=tuple(choices), style="clauses")
    return Doubt("ambiguous", Message(id=name, params={"words": listed}), choices=tuple(choices))


def _assume(notes: list[Understanding], part: str, meaning: str) -> None:
    notes.append(Understanding(part=part, meaning=meaning, assumed=True))


def _region(
    reading: RequestReading, extent: Region | None, notes: list[Understanding]
) -> Region | Doubt | None:
    from diagnostics.questions.places import narrowed

    place = narrowed(reading.places)
    if place is None and len(reading.places) > 1:
        names = tuple(item.words or item.name for item in reading.places)
        params: dict[str, Param] = {"places": Listing(items=names)}
        apart = Message(id="commanderror-places_apart", params=params)
        return Doubt("ambiguous", apart, names[0], names)
    if place is not None:
        if not place.point:
            return place.region
        latitude = min(80.0, abs(place.region.center[0]))
        box = place.region.padded(
            AROUND_TOWN, east_west=AROUND_TOWN * (1.0 + (latitude / 60.0) ** 2)
        )
        _assume(notes, "place", f"a box around {place.name}: {_corners(box)}")
        return box
    if reading.scenario is Scenario.CHART:
        return None
    if extent is None or extent.width > WIDEST:
        return Doubt("region_needed", Message(id="commanderror-place_needed"))
    _assume(notes, "place", f"the area of the data: {_corners(extent)}")
    return extent


def _corners(region: Region) -> str:
    return ", ".join(f"{edge:g}" for edge in region.bounds())


def _window(
    reading: RequestReading, times: tuple[datetime, ...], notes: list[Understanding]
) -> TimeWindow | None:
    if reading.window is not None:
        return reading.window
    if not reading.instants:
        _assume(notes, "time", "every time of the data")
        return None
    first, last = min(reading.instants), max(reading.instants)
    if first != last:
        return TimeWindow(start=first, end=last)
    window = TimeWindow(start=first - AROUND_MOMENT, end=first + AROUND_MOMENT)
    if times:
        window = TimeWindow(
            start=max(window.start, min(times[0], first)),
            end=min(window.end, max(times[-1], first)),
        )
    _assume(notes, "time", "24 hours to either side of the moment, as far as the data go")
    return window


def read_request(
    wanted: RequestInWords, source: str, inventory: Inventory, *, reader: Language, door: str = ""
) -> ReadRequest:
    """Read a request in words, and say what can be queued of it.

    Parameters
    ----------
    wanted : RequestInWords
    source : str
        Name of the source that it is read against.
    inventory : Inventory
    reader : Language
        Of those who read what was understood.
    door : str, optional
        By which door they come, for cures.

    Returns
    -------
    ReadRequest
        With what can be queued where every word was read, and without it otherwise.

    Raises
    ------
    ArgumentError
        As `read_words`.
    """
    text = wanted.text
    given = Given(
        region=wanted.region is not None,
        window=wanted.window is not None,
        event=wanted.event is not None,
        now=wanted.now,
        timezone=wanted.timezone,
        language=wanted.language,
    )
    words = read_words(text, inventory, given)
    said = words.said(reader)
    shared: dict[str, Any] = {
        "text": text,
        "language": words.language,
        "understood": tuple(_part(text, item) for item in said if not item.assumed),
        "assumed": (
            *_source_note(wanted, source),
            *(_part(text, item) for item in said if item.assumed),
        ),
    }
    if words.reading.ambiguities:
        question = _question(wanted, source, inventory)
        if question is not None:
            return ReadRequest.model_validate(
                {**shared, "asks": AskedFor.QUESTION, "question": question}
            )
    unread = (
        *(_unread(text, item) for item in _worded(words.reading, reader)),
        *(_doubtful(text, doubt, reader, door) for doubt in words.doubts),
    )
    if unread:
        return ReadRequest.model_validate(
            {**shared, "asks": AskedFor.NOTHING, "not_understood": unread}
        )
    region = wanted.region or words.region
    if words.charts:
        charts = tuple(
            ComputationRequest(
                source=source,
                op=Operation.FIGURE,
                name=name,
                time=words.chart_time or (wanted.window and wanted.window.start),
                region=region,
                params={"lang": words.language.value},
                run=wanted.run,
                member=wanted.member,
            )
            for name in words.charts
        )
        return ReadRequest.model_validate({**shared, "asks": AskedFor.CHART, "charts": charts})
    diagnosis = DiagnosisRequest.model_validate(
        {
            "source": source,
            "region": region,
            "window": wanted.window or words.window,
            "event": wanted.event or words.event,
            "preset": wanted.preset or words.preset or "cma",
            "timezone": wanted.timezone or _zone_said(words.reading),
            "language": words.language,
            "run": wanted.run,
            "members": () if wanted.member is None else (wanted.member,),
            "text": text,
        }
    )
    return ReadRequest.model_validate(
        {**shared, "asks": AskedFor.DIAGNOSIS, "diagnosis": diagnosis}
    )


def _zone_said(reading: RequestReading) -> str | None:
    """Return the zone where the words name one; of one that was assumed the caller decides."""
    assumed = any(item.part == "timezone" and item.assumed for item in reading.understood)
    return None if assumed else reading.timezone


def _question(wanted: RequestInWords, source: str, inventory: Inventory) -> QuestionRequest | None:
    """Return the text as a question, where the grammar of questions reads every word of it."""
    from diagnostics.language.grammar.items import NotReadError
    from diagnostics.language.grammar.reader import read_question
    from diagnostics.language.grammar.sentence_context import Context

    context = Context(
        times=inventory.times,
        extent=None if inventory.grid is None else inventory.grid.region,
        now=wanted.now or (inventory.times[-1] if inventory.times else None),
        zone=wanted.timezone,
        place_given=wanted.region is not None,
        time_given=wanted.window is not None,
    )
    try:
        form = read_question(wanted.text, context)
    except NotReadError:
        return None
    if form.query.kind == "impossible":
        return None
    return QuestionRequest(
        source=source,
        text=wanted.text,
        region=wanted.region,
        window=wanted.window,
        now=wanted.now,
        language=wanted.language,
        timezone=wanted.timezone,
        run=wanted.run,
        member=wanted.member,
    )


def _source_note(wanted: RequestInWords, source: str) -> tuple[ReadPart, ...]:
    return () if wanted.source else (ReadPart(part="data_source", meaning=source),)


def _worded(reading: RequestReading, reader: Language) -> tuple[Ambiguity, ...]:
    from diagnostics.questions.descriptions import in_language

    return in_language(reading, reader).ambiguities


def _part(text: str, item: Understanding) -> ReadPart:
    return ReadPart(
        part=item.part, words=item.words, spans=spans_of(text, item.words), meaning=item.meaning
    )


def _unread(text: str, item: Ambiguity) -> UnreadPart:
    return UnreadPart(
        code=item.part,
        words=item.words,
        spans=spans_of(text, item.words),
        choices=item.choices,
        message=item.message,
    )


def _doubtful(text: str, doubt: Doubt, reader: Language, door: str) -> UnreadPart:
    from diagnostics.messages.catalogue import catalogue

    return UnreadPart(
        code=doubt.code,
        words=doubt.words,
        spans=spans_of(text, doubt.words),
        choices=tuple(catalogue(reader.value, door).write(item) for item in doubt.choices),
        message=render(doubt.wording, reader, door),
    )


def spans_of(text: str, words: str) -> tuple[Span, ...]:
    """Return where words stand in a text; several that are quoted together are found one by one.

    Examples
    --------
    >>> spans_of("Rain over Jiangsu, 2 July", "Jiangsu")
    ((10, 17),)
    >>> spans_of("7月2日江苏暴雨", "暴雨")
    ((6, 8),)
    >>> spans_of("snow and wind", "snow; wind")
    ((0, 4), (9, 13))
    """
    if not words:
        return ()
    low = _lower(text)
    whole = low.find(_lower(words))
    if whole >= 0:
        return ((whole, whole + len(words)),)
    found: list[Span] = []
    behind = 0
    for part in words.replace(", ", "; ").split("; "):
        at = low.find(_lower(part), behind)
        if part and at >= 0:
            found.append((at, at + len(part)))
            behind = at + len(part)
    return tuple(found)


def _lower(text: str) -> str:
    """Lower case, each character in its place."""
    return "".join(one.lower() if len(one.lower()) == 1 else one for one in text)
