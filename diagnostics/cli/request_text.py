"""A diagnosis asked for in words: what was understood, as the options of a command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from diagnostics.cli.arguments import is_of_a_run
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.questions import Ambiguity, RequestReading, Scenario, Understanding
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError
from diagnostics.language import LanguageContext, read_asked_diagnosis
from diagnostics.language.defaults import box_around, is_one_region, period_around
from diagnostics.messages import Listing, Message, Param, Term
from diagnostics.messages.catalogue import SOURCE, catalogue
from diagnostics.ports import FieldSource
from diagnostics.service.parsing import parse_choice, parse_time


@dataclass(frozen=True)
class TextRequest:
    """What a text says of a diagnosis.

    Parameters
    ----------
    reading : RequestReading
    region : Region or None
        None where an option gives it.
    window : TimeWindow or None
        None for every time of the data.
    notes : tuple of Understanding
        What the command line took for granted.
    """

    reading: RequestReading
    region: Region | None
    window: TimeWindow | None
    notes: tuple[Understanding, ...]

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
    def understood(self) -> tuple[Understanding, ...]:
        """Everything understood or assumed, in the language of the reader."""
        from diagnostics.questions.descriptions import in_language

        whole = self.reading.model_copy(
            update={"understood": (*self.reading.understood, *self.notes)}
        )
        return in_language(whole, self.language).understood

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


def read_words(text: str, source: FieldSource, options: argparse.Namespace) -> TextRequest:
    """Read the text of ``--request`` against the data; options that are given win.

    Raises
    ------
    ArgumentError
        ``ambiguous_request`` with the choices, ``region_needed`` where neither text nor data
        bound the region.
    """
    inventory = source.inventory()
    grid = inventory.grid
    extent = None if grid is None else grid.region
    given = bool(options.region) or is_of_a_run(options)
    reading = read_asked_diagnosis(
        text,
        LanguageContext(
            times=inventory.times,
            region=extent,
            now=parse_time(getattr(options, "now", None), "--now"),
            timezone=options.timezone,
            language=parse_choice(Language, options.lang, "--lang") if options.lang else None,
            place_given=given,
            time_given=bool(options.start or options.end),
        ),
    )
    if reading.ambiguities:
        raise ArgumentError(
            _doubtful(reading, reading.ambiguities),
            code="ambiguous_request",
            data={"ambiguities": [item.model_dump(mode="json") for item in reading.ambiguities]},
        )
    _check_single(
        reading, event_given=options.event is not None, period_given=options.start is not None
    )
    notes: list[Understanding] = []
    if reading.scenario is Scenario.CHART and reading.charts:
        alone = ", ".join(f"hvrmet figure {name}" for name in reading.charts)
        _assume(notes, "request", f"a whole diagnosis; the chart alone is drawn by {alone}")
    region = None if given else _region(reading, extent, notes)
    window = None if options.start else _window(reading, inventory.times, notes)
    return TextRequest(reading, region, window, tuple(notes))


def _check_single(reading: RequestReading, *, event_given: bool, period_given: bool) -> None:
    """Refuse several events or periods: a run diagnoses one.

    Raises
    ------
    ArgumentError
        ``ambiguous_request``.
    """
    several: dict[str, list[Param]] = {}
    if len(reading.events) > 1 and not event_given:
        several["grammar-several_events"] = [Term(term=event.value) for event in reading.events]
    if len(reading.windows) > 1 and not period_given:
        several["grammar-several_times"] = [
            Message(
                id="command-period",
                params={"start": format_instant(one.start), "end": format_instant(one.end)},
            )
            for one in reading.windows
        ]
    for name, words in several.items():
        message = Message(id=name, params={"words": Listing(items=tuple(words), style="clauses")})
        raise ArgumentError(
            message,
            code="ambiguous_request",
            data={"choices": [catalogue(SOURCE).write(word) for word in words]},
        )


def _doubtful(reading: RequestReading, doubts: Sequence[Ambiguity]) -> Message:
    """Return which words may mean several things, or nothing."""
    from diagnostics.questions.descriptions import in_language

    chosen = reading.model_copy(update={"ambiguities": tuple(doubts)})
    parts = []
    for item in in_language(chosen, reading.language).ambiguities:
        params: dict[str, Param] = {"words": item.words, "message": item.message}
        part = Message(id="commanderror-doubt", params=params)
        if item.choices:
            params["choices"] = Listing(items=item.choices, style="clauses")
            part = Message(id="commanderror-doubt_choices", params=params)
        parts.append(part)
    listed = Listing(items=tuple(parts), style="clauses")
    return Message(id="commanderror-doubts", params={"doubts": listed})


def _assume(notes: list[Understanding], part: str, meaning: str) -> None:
    notes.append(Understanding(part=part, meaning=meaning, assumed=True))


def _region(
    reading: RequestReading, extent: Region | None, notes: list[Understanding]
) -> Region | None:
    from diagnostics.questions.places import narrowed

    place = narrowed(reading.places)
    if place is None and len(reading.places) > 1:
        places = Listing(items=tuple(item.words or item.name for item in reading.places))
        raise ArgumentError(
            Message(id="commanderror-places_apart", params={"places": places}),
            code="ambiguous_request",
        )
    if place is not None:
        if not place.point:
            return place.region
        box = box_around(place.region)
        _assume(notes, "place", f"a box around {place.name}: {_told(box)}")
        return box
    if extent is None or not is_one_region(extent):
        raise ArgumentError(Message(id="commanderror-place_needed"), code="region_needed")
    _assume(notes, "place", f"the area of the data: {_told(extent)}")
    return extent


def _told(region: Region) -> str:
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
    _assume(notes, "time", "24 hours to either side of the moment, as far as the data go")
    return period_around(first, times)
