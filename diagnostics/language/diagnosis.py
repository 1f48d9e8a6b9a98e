"""A diagnosis or a chart in words: read by the grammar, which leaves no word unread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Language
from diagnostics.contracts.form_terms import Around, BoxPlace, NamedPlace, Place, PointPlace
from diagnostics.contracts.forms import RequestForm
from diagnostics.contracts.questions import (
    Ambiguity,
    PlaceMention,
    RequestReading,
    Scenario,
    Understanding,
)
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.language.grammar.diagnoses import read_diagnosis
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.grammar.windows import windows_of
from diagnostics.language.text_normalisation import language_of
from diagnostics.messages import Message, render

_KM_PER_DEGREE = 111.2


@dataclass(frozen=True)
class LanguageContext:
    """What a request is read against.

    Parameters
    ----------
    times : sequence of datetime
        Of the data, UTC, ascending.
    region : Region, optional
        Extent of the data.
    now : datetime, optional
        What relative times count from; the last time of the data otherwise.
    timezone : str, optional
        Zone of times that name none.
    language : Language, optional
        Of the answer; that of the text otherwise.
    place_given : bool
        The place is given beside the text and wins over what the text names.
    time_given : bool
        So is the time: what the text says of it is set aside unread.
    """

    times: Sequence[datetime] = ()
    region: Region | None = None
    now: datetime | None = None
    timezone: str | None = None
    language: Language | None = None
    place_given: bool = False
    time_given: bool = False


def read_asked_diagnosis(text: str, data_context: LanguageContext | None = None) -> RequestReading:
    """Read a request for a diagnosis, or for a chart, in English or Chinese.

    Parameters
    ----------
    text : str
    data_context : LanguageContext, optional

    Returns
    -------
    RequestReading
        With a doubt for every word that has no part in it; `events` and `windows` hold all that
        are named, `event` and `window` only where that is one.

    Raises
    ------
    ArgumentError
        ``invalid_time`` or ``unknown_timezone``.
    """
    around = data_context or LanguageContext()
    language = around.language or language_of(text)
    now = around.now or (around.times[-1] if around.times else None)
    context = Context(
        times=around.times,
        extent=around.region,
        now=now,
        zone=around.timezone,
        place_given=around.place_given,
        time_given=around.time_given,
    )
    blank = RequestReading(text=text, language=language, scenario=Scenario.DIAGNOSIS)
    try:
        form = read_diagnosis(text, context)
        return _reading(blank, form, windows_of(form))
    except NotReadError as doubt:
        new = Ambiguity(
            part=doubt.code,
            words=doubt.words,
            choices=doubt.choices,
            message=render(doubt.message, language),
        )
        return blank.model_copy(update={"ambiguities": (new,)})


def _reading(
    blank: RequestReading, form: RequestForm, windows: tuple[TimeWindow, ...]
) -> RequestReading:
    """Say what the grammar read."""
    notes: list[Understanding] = []
    place = None if form.place is None else mention_of(form.place)
    if place is not None:
        edges = ", ".join(f"{edge:g}" for edge in place.region.bounds())
        meaning = f"{place.name}: W,S,E,N {edges}"
        notes.append(Understanding(part="place", words=place.words, meaning=meaning))
    else:
        whole = "the whole area of the data, or that of the options"
        notes.append(Understanding(part="place", meaning=whole, assumed=True))
    words = [str(getattr(period.base, "words", "")) for period in form.periods]
    for at, one in enumerate(windows):
        spoken = words[at] if len(words) == len(windows) else "; ".join(words)
        notes.append(Understanding(part="time", words=spoken, meaning=_told(one)))
    if form.zone is not None and any(item.part == "zone" for item in form.assumed):
        notes.append(Understanding(part="timezone", meaning=form.zone, assumed=True))
    notes += [Understanding(part="event", meaning=event.value) for event in form.events]
    notes += [Understanding(part="chart", meaning=chart) for chart in form.charts]
    if form.preset is not None:
        notes.append(Understanding(part="preset", meaning=form.preset))
    window = windows[0] if len(windows) == 1 else None
    instant = window is not None and window.start == window.end
    return blank.model_copy(
        update={
            "scenario": Scenario.CHART if form.charts else Scenario.DIAGNOSIS,
            "charts": form.charts,
            "event": form.events[0] if len(form.events) == 1 else None,
            "events": form.events,
            "windows": windows,
            "preset": form.preset,
            "places": () if place is None else (place,),
            "window": None if instant else window,
            "instants": (window.start,) if instant and window is not None else (),
            "timezone": form.zone,
            "understood": tuple(notes),
        }
    )


def _told(window: TimeWindow) -> str:
    return f"{format_instant(window.start)} to {format_instant(window.end)}"


def mention_of(place: Place) -> PlaceMention:
    """Return a place of a form as a place that is mentioned.

    Raises
    ------
    NotReadError
        For what has no box.
    """
    if isinstance(place, PointPlace):
        spot = Region(
            west=place.longitude, south=place.latitude, east=place.longitude, north=place.latitude
        )
        return PlaceMention(
            name=place.name or place.words,
            region=spot,
            words=place.words,
            point=True,
            country=place.country,
        )
    if isinstance(place, Around) and isinstance(place.centre, PointPlace):
        centre = mention_of(place.centre)
        box = centre.region.padded(place.km / _KM_PER_DEGREE)
        return centre.model_copy(update={"region": box, "point": False})
    if isinstance(place, NamedPlace):
        return PlaceMention(
            name=place.name,
            region=place.region,
            words=place.words,
            outline=place.outline,
            country=place.country,
        )
    if isinstance(place, BoxPlace):
        return PlaceMention(name=place.words, region=place.region, words=place.words)
    raise NotReadError("unused_words", Message(id="grammar-compare_two"))
