"""How a bound value is written for readers: numbers, places, times, terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Literal

from diagnostics.contracts.enums import Language
from diagnostics.contracts.reading import Piece
from diagnostics.contracts.report import Claim, Report, Sentence
from diagnostics.contracts.zones import fixed_zone, read_zone
from diagnostics.grid.legal_time import BEIJING
from diagnostics.language.area_names import place_name
from diagnostics.messages import Message, Param, catalogue, is_term, localise, render, term
from diagnostics.messages.compass import wind_direction_text
from diagnostics.messages.numbers import format_number, typeset
from diagnostics.messages.reader_units import ReaderUnit, fall_unit, reader_unit
from diagnostics.reporting.messages import translated
from diagnostics.reporting.places import (
    COMPASS,
    name_of_box,
    name_of_point,
    with_article,
)

_PLACEHOLDER = re.compile(r"\{claim:([A-Za-z0-9_]+)\}")
_METRIC = re.compile(r"\.metrics\.\w+$")
_FIELD = re.compile(r"\.(?:fields|missing)\.\d+$")
_LACKING = re.compile(r"^cannot_tell\.\d+$")
_FRONT = re.compile(r"^fronts\.\d+\.type$")
_CENTRE = re.compile(r"^pressure\.\d+\.kind$")
_PHASE_TEST = re.compile(r"\.phase\.tests\.\d+\.test$")
_RULE = re.compile(r"\.not_run\.\d+\.rule$")
_REDUCTION = re.compile(r"(?:^|\.)reduction$")
DAYS = re.compile(r"^(\d\d:\d\d) to \1 (\S+?)(, named by their end)?$")
"""Where the days of a criterion begin, in the words of a classification."""
CLOSING = "; the day that ends then"
"""After the zone or the days of a claim of a day: its moment is the end of the day."""
_MIDDLE = re.compile(r"; of ([\d.]+) h$")
_MIDNIGHT = "00:00"
_CLOCK = re.compile(r"; by the clock of (\S+)$")
_EVENT_ID = re.compile(r"^([a-z_]+)-(\d+)$")
_HELD = re.compile(r"^coverage\.region$")
"""A part of a region is given beside its name, and has none of its own."""
_PERSON = re.compile(r"\.author$|^release_approval\.by\.\d+$")
_ACTOR = re.compile(r"^(?:person|service):")
_WIND = re.compile(r"^jets\.\d+\.(?:part\.)?toward_deg$")
_MOTION = re.compile(r"\.(?:movement|earlier)\.speed_ms$|^fronts\.\d+\.speed_ms$")
_ON_LAND = re.compile(r"\.on_land\.")
_STOPS = frozenset(".。;；")
_BRACKETS = {"(": ")", "（": "）"}
_ASIDE = re.compile(r"（([^（）]*)）$| \(([^()]*)\)$")
KMH = 3.6
_DATE_LINE = 180.0
FRACTION = "fraction"
"""Unit of a share between 0 and 1 that readers see in percent."""
FROM = "from"
"""Unit of a direction from which a wind blows."""


def format_named_place(
    latitude: float, longitude: float, language: Language, *, on_land: bool = False
) -> str:
    """Write a position with the place that it lies at: ``31.5° N, 117.0° E (Anqing)``."""
    found = name_of_point(latitude, longitude, language, on_land=on_land)
    place = format_place(latitude, longitude, language)
    return place if found is None else _beside(place, found, language)


def format_named_box(bounds: Sequence[float], language: Language) -> str:
    """Write a box after the name of the area that it stands for, where there is one."""
    box = format_box(bounds, language)
    found = name_of_box(*bounds)
    if found is None:
        return box
    place, part = found
    name = place_name(place, language)
    if language is Language.EN:
        name = with_article(name)
    if part:
        name = localise("report-part_of", language, place=name)
    return _beside(name, box, language)


def _beside(text: str, aside: str, language: Language) -> str:
    return f"{text}（{aside}）" if language is Language.ZH else f"{text} ({aside})"


def format_place(latitude: float, longitude: float, language: Language = Language.EN) -> str:
    """Write a position in degrees: ``31.5° N, 117.0° E``, in Chinese ``31.5°N、117.0°E``."""
    east = _wrapped(longitude)
    parts = (
        f"{abs(latitude):.1f}{_side(latitude, 'NS')}",
        "180°" if abs(east) == _DATE_LINE else f"{abs(east):.1f}{_side(east, 'EW')}",
    )
    return _spaced(parts, language)


def format_box(bounds: Sequence[float], language: Language) -> str:
    """Write a box W,S,E,N in degrees: ``27–35° N, 110–126° E``."""
    west, south, east, north = bounds
    parts = (_span(south, north, "NS"), _span(_wrapped(west), _wrapped(east), "EW"))
    return _spaced(parts, language)


def _spaced(parts: Sequence[str], language: Language) -> str:
    if language is Language.ZH:
        return "、".join(parts).replace("° ", "°")
    return ", ".join(parts)


def _side(value: float, letters: str) -> str:
    return f"° {letters[0] if value >= 0 else letters[1]}"


def _wrapped(longitude: float) -> float:
    """Return a longitude between 180 W and 180 E; the date line stays on the given side."""
    return longitude if -180.0 <= longitude <= 180.0 else (longitude + 180.0) % 360.0 - 180.0


def _span(first: float, last: float, letters: str) -> str:
    """Write a span; on one side of the zero line its smaller number first."""
    low, high = (f"{abs(value):.2f}".rstrip("0").rstrip(".") for value in (first, last))
    sides = _side(first, letters), _side(last, letters)
    if sides[0] == sides[1]:
        ends = (low, high) if abs(first) <= abs(last) else (high, low)
        return f"{'–'.join(ends)}{sides[0]}"
    return f"{low}{sides[0]}–{high}{sides[1]}"


def format_time(text: str, language: Language) -> str:
    """Write an ISO time in UTC for readers."""
    moment = datetime.fromisoformat(text)
    day = _date(moment, language)
    return localise("format-utc", language, clock=_hour(moment, language), date=day)


def _date(day: date, language: Language) -> str:
    return localise("format-date", language, **_date_parts(day, language))


def _date_parts(day: date, language: Language) -> dict[str, Param]:
    month = f"{day:%B}" if language is Language.EN else f"{day.month}"
    return {"year": f"{day.year}", "month": month, "day": f"{day.day}"}


def format_both_clocks(
    text: str, zone: str, language: Language, said: set[str] | None = None
) -> str:
    """Write an ISO time in UTC and by the clock of a place, Beijing time by its name.

    Parameters
    ----------
    text : str
    zone : str
    language : Language
    said : set of str, optional
        Offsets that the same sentence named before, which are not named again; takes this one.

    Examples
    --------
    >>> format_both_clocks("2023-09-04T20:00:00Z", "Asia/Kolkata", Language.EN)
    '20:00 UTC 4 September 2023 (01:30 on 5 September, UTC+05:30)'
    >>> format_both_clocks("2023-09-04T20:00:00Z", "Asia/Kolkata", Language.EN, {"UTC+05:30"})
    '20:00 UTC 4 September 2023 (01:30 on 5 September)'
    """
    clock, moment = read_zone(zone), datetime.fromisoformat(text)
    shift = None if clock is None else clock.local(moment) - moment.replace(tzinfo=None)
    if clock is None or not shift:
        return format_time(text, language)
    local = clock.local(moment)
    zone_name = fixed_zone(shift).name
    parts = {"hour": _hour(local, language), "zone": zone_name, **_date_parts(local, language)}
    same = [getattr(local, part) == getattr(moment, part) for part in ("year", "month", "day")]
    form = "hour" if all(same) else "day" if all(same[:2]) else "month" if same[0] else "year"
    other = localise(f"format-clock_{form}", language, **parts)
    named = "beijing" if zone == BEIJING else "local"
    if _is_known(zone_name, said):
        named += "_again"
    whole = localise(f"format-clock_{named}", language, clock=other, zone=zone_name)
    utc = format_time(text, language)
    return utc.replace("（UTC）", f"（UTC；{whole}）") if "（" in utc else f"{utc} ({whole})"


def _is_known(aside: str, said: set[str] | None) -> bool:
    """Whether a sentence has said an aside before; from now on it has."""
    known = said is not None and aside in said
    if said is not None:
        said.add(aside)
    return known


def _hour(moment: datetime, language: Language) -> str:
    whole = language is Language.ZH and moment.minute == 0
    if whole:
        return localise("format-whole_hour", language, hour=f"{moment:%H}")
    return f"{moment:%H:%M}"


def of_interval(days: str, hours: float) -> str:
    """Return the unit of a day whose moment is the end of an interval of so many hours.

    The interval belongs to the day that its middle lies in.
    """
    return f"{days}; of {hours:g} h"


def by_the_clock(days: str, zone: str) -> str:
    """Return the days of a criterion with the zone by whose clock readers see where they begin."""
    return f"{days}; by the clock of {zone}"


def format_day(text: str, zone: str, language: Language, said: set[str] | None = None) -> str:
    """Write the day of an ISO time by the clock of a zone, or by the days that a criterion has.

    Parameters
    ----------
    text : str
    zone : str
        A zone, or where its days begin: ``20:00 to 20:00 UTC+08:00, named by their end``. With
        ``CLOSING`` after it the time is the end of the day, as `of_interval` has it of an interval
        in the day. `by_the_clock` shows the same days by another clock.
    language : Language
    said : set of str, optional
        Days that the same sentence described before, which are not described again; takes these.

    Examples
    --------
    >>> days = "20:00 to 20:00 UTC-06:00, named by their end"
    >>> format_day("1996-01-17T02:00:00Z", days, Language.EN, {days})
    '17 January 1996'
    >>> format_day("1996-01-17T02:00:00Z", days + CLOSING, Language.EN, {days})
    '16 January 1996'
    """
    middle, before = _MIDDLE.search(zone), timedelta(seconds=zone.endswith(CLOSING))
    if middle:
        before = timedelta(hours=float(middle[1]) / 2.0)
    described = _MIDDLE.sub("", zone).removesuffix(CLOSING)
    shown = _CLOCK.search(described)
    days = DAYS.match(_CLOCK.sub("", described))
    clock = read_zone(days[2] if days else described)
    moment = datetime.fromisoformat(text) - before
    local = clock.local(moment) if clock is not None else moment
    begin = timedelta(hours=int(days[1][:2]), minutes=int(days[1][3:])) if days else timedelta(0)
    # The date on which the day begins; named by its end it has that of the day after.
    day = local - begin + (timedelta(days=1) if days and days[3] and begin else timedelta(0))
    written = _date(day, language)
    if _is_known(described, said):
        return written
    named: Literal["by_end", "by_start"] = "by_end" if days and days[3] and begin else "by_start"
    hour, offset = (days[1], days[2]) if days else (_MIDNIGHT, described)
    if days and clock is not None and shown:
        first = day - (timedelta(days=1) if named == "by_end" else timedelta(0))
        start = clock.utc(datetime.combine(first.date(), time()) + begin)
        named, hour, offset = _begun(start, day.date(), shown[1]) or (named, hour, offset)
    if named == "by_start" and hour == _MIDNIGHT:
        return localise("format-day_of_zone", language, day=written, zone=offset)
    return localise(f"format-day_named_{named}", language, day=written, hour=hour, zone=offset)


def _begun(
    start: datetime, day: date, zone: str
) -> tuple[Literal["by_end", "by_start"], str, str] | None:
    """Return whether a day has the date of its end, and hour and offset at which it begins.

    None where by the clock of the zone it neither begins nor ends on the date that it bears.
    """
    clock = read_zone(zone)
    assert clock is not None
    local = clock.local(start)
    if not day - timedelta(days=1) <= local.date() <= day:
        return None
    offset = fixed_zone(local - start.replace(tzinfo=None)).name
    return ("by_end" if local.date() < day else "by_start"), f"{local:%H:%M}", offset


def format_days(text: str, language: Language, offset: str | None = None) -> str:
    """Write where days begin, by an offset if one is given.

    Parameters
    ----------
    text : str
        As a classification has it: ``20:00 to 20:00 UTC+08:00, named by their end``.
    language : Language
    offset : str, optional

    Examples
    --------
    >>> format_days("20:00 to 20:00 UTC+00:00, named by their end", Language.EN, "UTC+01:00")
    '21:00 to 21:00 UTC+01:00, named by their end'
    """
    days = DAYS.match(text)
    if days is None:
        return typeset(translated(text, language))
    named: Literal["by_end", "by_start"] = "by_end" if days[3] else "by_start"
    hour, zone = days[1], days[2]
    clock = read_zone(zone)
    if offset is not None and clock is not None:
        any_day = date(2000, 1, 2)
        first = any_day - timedelta(days=1) if days[3] else any_day
        begin = clock.utc(datetime.combine(first, time.fromisoformat(hour)))
        named, hour, zone = _begun(begin, any_day, offset) or (named, hour, zone)
    return localise(f"format-days_{named}", language, hour=hour, zone=zone)


def _percent_digits(share: float) -> int:
    return 1 if 0.0 < share < 0.995 else 0


def format_claim(claim: Claim, language: Language, said: set[str] | None = None) -> str:
    """Write one bound value in the reader's language.

    Parameters
    ----------
    claim : Claim
    language : Language
    said : set of str, optional
        What the values before it in the same sentence said of clocks and days.
    """
    value = claim.value
    if value is None:
        return localise("report-no_value", language)
    if claim.kind == "place" and isinstance(value, list):
        numbers = [float(item) for item in value if isinstance(item, (int, float))]
        if len(numbers) == 4 and _HELD.search(claim.path):
            return format_box(numbers, language)
        if len(numbers) == 4:
            return format_named_box(numbers, language)
        if len(numbers) == 2:
            on_land = _ON_LAND.search(claim.path) is not None
            return format_named_place(numbers[0], numbers[1], language, on_land=on_land)
        return localise("report-no_value", language)
    if claim.kind == "time" and isinstance(value, str):
        if claim.unit:
            return format_both_clocks(value, claim.unit, language, said)
        return format_time(value, language)
    if claim.kind == "day" and isinstance(value, str):
        return format_day(value, claim.unit or "UTC", language, said)
    if claim.kind in ("term", "comparison") and isinstance(value, str):
        value = f"field_{value}" if _FIELD.search(claim.path) else value
        value = f"lacking_{value}" if _LACKING.search(claim.path) else value
        value = f"pressure_{value}" if _CENTRE.search(claim.path) else value
        value = f"{value}_front" if _FRONT.search(claim.path) else value
        value = f"phase_{value}" if _PHASE_TEST.search(claim.path) else value
        value = f"check_{value}" if _RULE.search(claim.path) else value
        value = f"reduction_{value}" if _REDUCTION.search(claim.path) else value
        return _full_width(term(value, language), language)
    if claim.kind == "direction" and claim.unit == FROM and isinstance(value, (int, float)):
        return wind_direction_text(value + (180.0 if _WIND.search(claim.path) else 0.0), language)
    if claim.kind == "direction" and isinstance(value, (int, float)):
        # Chinese names a wind by where it comes from
        back = 4 if language is Language.ZH and _WIND.search(claim.path) else 0
        return term(f"compass_{COMPASS[(round(value / 45.0) + back) % 8]}", language)
    if isinstance(value, bool):
        return term(str(value).lower(), language)
    if isinstance(value, (int, float)):
        if _MOTION.search(claim.path):
            return _with_unit(str(5 * round(KMH * abs(value) / 5.0)), "km/h", language)
        if claim.unit == FRACTION:
            share = format_number(100.0 * value, _percent_digits(value))
            return _with_unit(share, "%", language)
        unit = _unit_of(claim, language)
        number = str(value) if claim.kind == "count" else unit.number(value, claim.digits)
        return _with_unit(number, unit.text, language)
    if claim.kind == "number" and isinstance(value, list):
        unit = _unit_of(claim, language)
        ends = [unit.number(item) for item in value if isinstance(item, (int, float))]
        return f"{'–'.join(ends)} {unit.text}".rstrip()
    if claim.kind == "words" and _PERSON.search(claim.path):
        return _ACTOR.sub("", str(value))
    if claim.kind == "message":
        return typeset(render(Message.model_validate(value), language))
    if claim.kind == "text" and isinstance(value, str):
        if claim.path == "day_boundary":
            return format_days(value, language, claim.unit)
        if claim.path.endswith(".id"):
            return format_event_id(value, language)
        return typeset(translated(value, language))
    if isinstance(value, list):
        joint = "、" if language is Language.ZH else ", "
        return joint.join(term(str(item), language) for item in value)
    return str(value)


def format_event_id(identifier: str, language: Language) -> str:
    """Write the id of an event: ``gale-2``, in Chinese ``大风-2``, which a request can repeat."""
    parts = _EVENT_ID.match(identifier)
    if language is Language.EN or parts is None or not is_term(parts[1]):
        return identifier
    return f"{term(parts[1], language)}-{parts[2]}"


def _unit_of(claim: Claim, language: Language) -> ReaderUnit:
    """Return the unit of a claim as a reader of the language sees it."""
    # what a criterion gives in K is a fall of temperature
    fall = claim.unit == "K" and _METRIC.search(claim.path) is not None
    return reader_unit(fall_unit(language) if fall else claim.unit or "", language)


def _with_unit(number: str, unit: str, language: Language) -> str:
    """Write a number with its unit, spaced as the unit and the language ask."""
    return catalogue(language).measured(number, unit)


def _full_width(text: str, language: Language) -> str:
    """Write brackets as Chinese text does."""
    if language is Language.EN or text.isascii():
        return text
    return text.replace("(", "（").replace(")", "）")


Adapt = Callable[[Claim, str], str]
"""Changes the text of a value for the form of output: escapes, no-break spaces."""


def sentence_pieces(
    sentence: Sentence,
    claims: Mapping[str, Claim],
    language: Language,
    adapt: Adapt | None = None,
    *,
    stands_alone: bool = False,
    said: set[str] | None = None,
) -> tuple[Piece, ...]:
    """Write a sentence as its words and values, in order; a term that opens it gets a capital.

    The offset of a clock, and where days begin, are said with the first time that has them.

    Parameters
    ----------
    sentence : Sentence
    claims : mapping
        By id.
    language : Language
    adapt : callable, optional
    stands_alone : bool, optional
        Whether it is a cell or a line of its own, which opens with a capital. An identifier stays
        as it is: a reader repeats it in a request.
    said : set of str, optional
        What was said of clocks and days before this sentence, where a table is read as a whole;
        takes what it says.

    Returns
    -------
    tuple of Piece
        None is empty. Their texts, joined, are what readers see.

    Raises
    ------
    KeyError
        When a placeholder has no claim.
    """
    parts: list[tuple[str, str | None]] = []
    said = set() if said is None else said
    end = 0
    for match in _PLACEHOLDER.finditer(sentence.text):
        claim = claims[match[1]]
        before = sentence.text[end : match.start()]
        text = _fitting(format_claim(claim, language, said), before, sentence.text[match.end() :])
        parts.append((before, None))
        parts.append((adapt(claim, text) if adapt else text, claim.id))
        end = match.end()
    parts.append((sentence.text[end:], None))
    shown = [part for part in parts if part[0]]
    opening = _PLACEHOLDER.match(sentence.text)
    if shown and _opens_with_a_capital(claims[opening[1]] if opening else None, stands_alone):
        text, name = shown[0]
        shown[0] = (text[:1].upper() + text[1:], name)
    return tuple(Piece(text=text, claim=name) for text, name in shown)


def _fitting(text: str, before: str, after: str) -> str:
    """Write a value as what stands around it asks.

    A text that ends in a stop loses it before another one; brackets within brackets become a
    comma.
    """
    if after[:1] in _STOPS and text[-1:] in _STOPS:
        text = text[:-1]
    if before[-1:] in _BRACKETS and after[:1] in _BRACKETS.values():
        text = _ASIDE.sub(lambda aside: f"，{aside[1]}" if aside[1] else f", {aside[2]}", text)
    return text


def _opens_with_a_capital(opening: Claim | None, stands_alone: bool) -> bool:
    if opening is None:
        return stands_alone
    return opening.kind == "term" or (stands_alone and not opening.path.endswith(".id"))


def fill(sentence: Sentence, report: Report, adapt: Adapt | None = None) -> str:
    """Write a sentence of a report as text: `sentence_pieces`, joined."""
    return _joined(sentence_pieces(sentence, _claims(report), report.language, adapt))


def fill_table(
    table: Sequence[Sequence[Sentence]], report: Report, adapt: Adapt | None = None
) -> list[list[str]]:
    """Write the cells of a report's table as text: `sentence_pieces`, joined."""
    said: set[str] = set()
    claims = _claims(report)
    return [
        [
            _joined(
                sentence_pieces(cell, claims, report.language, adapt, stands_alone=True, said=said)
            )
            for cell in row
        ]
        for row in table
    ]


def _claims(report: Report) -> dict[str, Claim]:
    return {claim.id: claim for claim in report.claims}


def _joined(pieces: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in pieces)
