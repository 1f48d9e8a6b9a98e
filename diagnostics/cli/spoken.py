"""A diagnosis asked for in words: what was understood, as the options of a command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.questions import Ambiguity, RequestReading, Scenario, Understanding
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError
from diagnostics.language import Surroundings, read_request
from diagnostics.ports import FieldSource
from diagnostics.service.parsing import parse_time

AROUND_TOWN = 2.5
"""A town stands for a box that reaches this far on every side, degrees."""
AROUND_MOMENT = timedelta(hours=24)
"""A moment stands for the period that reaches this far to either side."""
WIDEST = 120.0
"""Data wider than this, degrees, are no region to diagnose as a whole."""


@dataclass(frozen=True)
class SpokenRequest:
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
        """Of the text."""
        return self.reading.language

    @property
    def understood(self) -> tuple[Understanding, ...]:
        """Everything understood or assumed, in the language of the text."""
        from diagnostics.questions.told import in_language

        whole = self.reading.model_copy(
            update={"understood": (*self.reading.understood, *self.notes)}
        )
        return in_language(whole, self.language).understood

    def lines(self) -> list[str]:
        """Say in lines what was understood."""
        from diagnostics.questions.told import told_line

        return [told_line(item, self.language) for item in self.understood]

    def record(self) -> dict[str, Any]:
        """Return the text and what was understood of it, for the run's manifest."""
        return {
            "text": self.reading.text,
            "understood": [item.model_dump(mode="json") for item in self.understood],
        }


def read_words(text: str, source: FieldSource, options: argparse.Namespace) -> SpokenRequest:
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
    reading = read_request(
        text,
        Surroundings(
            times=inventory.times,
            region=extent,
            now=parse_time(getattr(options, "now", None), "--now"),
            timezone=options.timezone,
        ),
    )
    settled = {"place"} if options.region else set()
    settled |= {"time", "timezone"} if options.start else set()
    doubts = [item for item in reading.ambiguities if item.part not in settled | {"chart"}]
    if doubts:
        raise ArgumentError(
            _doubtful(reading, doubts),
            code="ambiguous_request",
            data={"ambiguities": [item.model_dump(mode="json") for item in doubts]},
        )
    notes: list[Understanding] = []
    if reading.scenario is Scenario.CHART and reading.charts:
        alone = f"hvrmet figure {reading.charts[0]}"
        _assume(notes, "request", f"a whole diagnosis; the chart alone is drawn by {alone}")
    elif reading.scenario is Scenario.INDEX:
        _assume(notes, "request", "a whole diagnosis; the number alone is given by hvrmet ask")
    region = None if options.region else _region(reading, extent, notes)
    window = None if options.start else _window(reading, inventory.times, notes)
    return SpokenRequest(reading, region, window, tuple(notes))


def _doubtful(reading: RequestReading, doubts: Sequence[Ambiguity]) -> str:
    """Say which words may mean several things, or nothing, in the language of the text."""
    from diagnostics.questions.told import in_language

    chosen = reading.model_copy(update={"ambiguities": tuple(doubts)})
    zh = reading.language is Language.ZH
    joint = "；" if zh else "; "
    told = []
    for item in in_language(chosen, reading.language).ambiguities:
        choices = joint.join(item.choices)
        if zh:
            told.append(
                f"“{item.words}”：{item.message}" + (f"（可选：{choices}）" if choices else "")
            )
        else:
            told.append(f"'{item.words}': {item.message}" + (f" ({choices})" if choices else ""))
    opening = "请求中有不明确之处：" if zh else "the request cannot be read for certain: "
    return opening + joint.join(told)


def _assume(notes: list[Understanding], part: str, meaning: str) -> None:
    notes.append(Understanding(part=part, meaning=meaning, assumed=True))


def _region(
    reading: RequestReading, extent: Region | None, notes: list[Understanding]
) -> Region | None:
    from diagnostics.questions.places import narrowed

    place = narrowed(reading.places)
    if place is None and len(reading.places) > 1:
        names = "; ".join(item.name for item in reading.places)
        words = "、".join(item.words for item in reading.places)
        raise ArgumentError(
            f"请求中有多个互不重叠的地点（{words}）：请用 --region 给出其中一个"
            if reading.language is Language.ZH
            else f"the request names several places that do not overlap ({names}): "
            "give one --region",
            code="ambiguous_request",
        )
    if place is not None:
        if not place.point:
            return place.region
        latitude = min(80.0, abs(place.region.center[0]))
        box = place.region.padded(
            AROUND_TOWN, east_west=AROUND_TOWN * (1.0 + (latitude / 60.0) ** 2)
        )
        _assume(notes, "place", f"a box around {place.name}: {_told(box)}")
        return box
    if extent is None or extent.width > WIDEST:
        raise ArgumentError(
            "请求中没有地点，而资料范围过大，不能作为一个区域诊断：请写明地点，或给出 --region"
            if reading.language is Language.ZH
            else "the request names no place and the data cover too much to diagnose as one "
            "region: name a place, or give --region",
            code="region_needed",
        )
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
    window = TimeWindow(start=first - AROUND_MOMENT, end=first + AROUND_MOMENT)
    if times:
        window = TimeWindow(
            start=max(window.start, min(times[0], first)),
            end=min(window.end, max(times[-1], first)),
        )
    _assume(notes, "time", "24 hours to either side of the moment, as far as the data go")
    return window
