"""A diagnosis asked for in words: what was understood, as the options of a command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import Ambiguity, RequestReading
from diagnostics.errors import ArgumentError
from diagnostics.messages import Listing, Message, Param
from diagnostics.messages.catalogue import SOURCE, catalogue
from diagnostics.ports import FieldSource
from diagnostics.service.parsing import parse_choice, parse_time
from diagnostics.service.worded_requests import Given, WordedRequest
from diagnostics.service.worded_requests import read_words as read_text


def read_words(text: str, source: FieldSource, options: argparse.Namespace) -> WordedRequest:
    """Read the text of ``--request`` against the data; options that are given win.

    Raises
    ------
    ArgumentError
        ``ambiguous_request`` with the choices, ``region_needed`` where neither text nor data
        bound the region.
    """
    words = read_text(
        text,
        source.inventory(),
        Given(
            region=bool(options.region),
            window=bool(options.start or options.end),
            event=options.event is not None,
            now=parse_time(getattr(options, "now", None), "--now"),
            timezone=options.timezone,
            language=parse_choice(Language, options.lang, "--lang") if options.lang else None,
        ),
    )
    reading = words.reading
    if reading.ambiguities:
        raise ArgumentError(
            _doubtful(reading, reading.ambiguities),
            code="ambiguous_request",
            data={"ambiguities": [item.model_dump(mode="json") for item in reading.ambiguities]},
        )
    for doubt in words.doubts:
        if doubt.code == "region_needed":
            raise ArgumentError(doubt.wording, code="region_needed")
        choices = [catalogue(SOURCE).write(choice) for choice in doubt.choices]
        raise ArgumentError(doubt.wording, code="ambiguous_request", data={"choices": choices})
    return words


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
