"""Reading a request: time first, then levels, numbers, places, quantities and what is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import (
    PlaceMention,
    QuantityMention,
    RequestReading,
    Scenario,
    Threshold,
)
from diagnostics.contracts.space_time import Region
from diagnostics.language import intents, lexicon
from diagnostics.language.coordinates import find_coordinates
from diagnostics.language.measures import LevelMention, Measure, find_levels, find_measures
from diagnostics.language.moments import find_times
from diagnostics.language.places import find_names, record_places
from diagnostics.language.times import Calendar, Timing, zone_at
from diagnostics.language.unread import unread_words
from diagnostics.language.words import Words, flatten
from diagnostics.units import same_quantity

_NEAR_GROUND = re.compile(r"(?:2|10|two|ten|near|surface|近地|地面|两)")
_CLOSE = 16
"""Characters between an adjective and the quantity that it describes, a level between them."""
_HOURS = re.compile(r"(?<![\d.])(?P<hours>\d{1,3})[\s-]*(?:h|hrs?|hours?|小时)(?:ly)?(?![a-z])")
_DAILY = re.compile(r"(?<![a-z])daily\s+(?=rain|precip|snow|total)|日(?=降水|降雨|雨量|降雪)")
_FALL = re.compile(
    r"(?:(?<![a-z])(?:fell|fall\w*|dropp?\w*|plung\w*|plummet\w*|cool\w*|declin\w*|decreas\w*|deepen\w*|"
    r"weaken\w*)|下降|降低|降温|减弱|减小|减少|加深|降了|跌)"
)
_RISE = re.compile(
    r"(?:(?<![a-z])(?:rose|ris\w+|warm(?:ed|ing|s)(?!\s+sector)|climb\w*|increas\w*|fill\w*|strengthen\w*|"
    r"jump\w*|gain\w*)|上升|升高|升温|增强|增大|增加|回升|升了|填塞)"
)
_TO_VALUE = re.compile(
    r"(?:to|to\s+(?:about|near|around)|below|above|under|past|beyond|至|到|至约)\s*$"
)


@dataclass(frozen=True)
class Surroundings:
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
    """

    times: Sequence[datetime] = ()
    region: Region | None = None
    now: datetime | None = None
    timezone: str | None = None
    language: Language | None = None


def read_request(text: str, surroundings: Surroundings | None = None) -> RequestReading:
    """Read a request in English or Chinese.

    Parameters
    ----------
    text : str
    surroundings : Surroundings, optional
        Times and extent of the data, the present, the zone.

    Returns
    -------
    RequestReading
        What was understood from which words, what was assumed, and what is ambiguous with the
        choices; for an ambiguous part nothing is chosen.

    Raises
    ------
    ArgumentError
        ``invalid_time`` or ``unknown_timezone``.
    """
    around = surroundings or Surroundings()
    words = Words(text)
    flat = words.left
    boxes = find_coordinates(words, around.region)
    spoken = find_times(words)
    # names that hold a number of their own come before levels, lengths and stray numbers
    numbered = lexicon.find_quantities(words, numbered=True)
    levels = find_levels(words)
    # a number before "hours" is a length of time, never a value with a unit
    match = words.take(_HOURS)
    hours = float(match["hours"]) if match else None
    if hours is None and words.take(_DAILY):
        hours = 24.0
    preset = intents.find_preset(words)
    measures = find_measures(words)
    places = record_places(words, [*boxes, *find_names(words, around.region)])
    timing = Calendar(words, around.times, around.now, around.timezone, _local_zone(places)).place(
        spoken
    )
    found = sorted([*numbered, *lexicon.find_quantities(words)], key=lambda item: item.start)
    found = [item for item in found if not _describes(item, found)]
    statistics = intents.find_statistics(words)
    event = intents.find_event(words)
    quantities = _with_levels(words, found, levels, measures, around)
    unread_words(words, places)
    scenario, charts = _scenario(words, flat, quantities, event is not None)
    statistic = _statistic(words, statistics)
    return RequestReading(
        text=text,
        language=around.language or words.language,
        scenario=scenario,
        quantities=quantities,
        charts=charts,
        places=places,
        window=timing.window,
        instants=timing.instants,
        hours=_hours(words, hours, timing),
        timezone=timing.timezone,
        statistic=statistic,
        thresholds=tuple(item.threshold for item in measures),
        trend=_trend(flat, measures),
        event=event,
        preset=preset,
        understood=tuple(words.notes),
        ambiguities=tuple(words.doubts),
    )


def _describes(item: lexicon.Found, found: Sequence[lexicon.Found]) -> bool:
    """Whether "high" or "low" describes the quantity after it: "high 500 hPa wind speed"."""
    if item.words.lower() not in ("high", "low", "highs", "lows"):
        return False
    return any(item.end <= other.start <= item.end + _CLOSE for other in found)


def _local_zone(places: Sequence[PlaceMention]) -> str | None:
    if not places:
        return None
    latitude, longitude = places[0].region.center
    return zone_at(latitude, longitude, places[0].country)


def _hours(words: Words, stated: float | None, timing: Timing) -> float | None:
    hours = stated if stated is not None else timing.hours
    if hours is not None:
        words.note("hours", "", f"{hours:g} h")
    return hours


def _statistic(words: Words, statistics: Sequence[tuple[int, str]]) -> str | None:
    if not statistics:
        return None
    names = [name for _, name in statistics]
    chosen = next((name for name in names if name.startswith(("p", "mean", "med"))), names[0])
    words.note("statistic", "", chosen)
    return chosen


def _with_levels(
    words: Words,
    found: Sequence[lexicon.Found],
    levels: Sequence[LevelMention],
    measures: Sequence[Measure],
    around: Surroundings,
) -> tuple[QuantityMention, ...]:
    """Bind each quantity to a level: the one named, its own default, or near the ground."""
    found = list(found) or _from_units(words, measures) or _from_adjectives(words)
    mentions: list[QuantityMention] = []
    numeric = [item.level for item in levels if isinstance(item.level, float)]
    for item in found:
        entry = item.entry
        level: float | str | None = None
        near_ground = _NEAR_GROUND.match(item.words.lower()) is not None
        if entry.level != "none" and levels and not near_ground:
            level = _nearest_level(levels, item.start)
        elif entry.level == "none" and numeric and entry.id == "temperature_change_24h":
            level = numeric[0]
        if entry.level == "aloft" and level is None:
            level = entry.default_level
            if level is not None:
                words.note("level", item.words, f"{level:g} hPa: no level is named", assumed=True)
        if entry.level == "optional" and level is None:
            level = "10m" if entry.at_surface else "2m"
            if not near_ground:
                words.note(
                    "level",
                    item.words,
                    f"{level[:-1]} m above ground: no level is named",
                    assumed=True,
                )
        mention = lexicon.mention(item, level, numeric)
        if not any(other.id == mention.id and other.level == mention.level for other in mentions):
            mentions.append(mention)
            at = (
                ""
                if level is None
                else f" at {level if isinstance(level, str) else f'{level:g} hPa'}"
            )
            words.note("quantity", item.words, f"{mention.operator}{at}")
    return tuple(mentions)


def _from_units(words: Words, measures: Sequence[Measure]) -> list[lexicon.Found]:
    """Infer a quantity from the unit of a stated number, and say so."""
    for item in measures:
        unit = item.threshold.unit
        for sample, name in (("degC", "temperature"), ("degF", "temperature")):
            if unit == sample:
                words.note("quantity", "", f"{name}, from the unit {unit}", assumed=True)
                return [
                    lexicon.Found(
                        lexicon.entries()[name], item.start, item.end, item.threshold.words
                    )
                ]
    return []


def _nearest_level(levels: Sequence[LevelMention], start: int) -> float | str:
    return min(levels, key=lambda one: abs(one.start - start)).level


_ADJECTIVES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"(?<![a-z])(?:warm|hot|cold|cool|chill)\w*|最[热暖冷]|多[热冷]|更[热暖冷]|[热暖冷]多少"
        ),
        "temperature",
    ),
    (re.compile(r"(?<![a-z])wind(?:y|iest|ier)"), "wind_speed"),
    (re.compile(r"(?<![a-z])(?:wet|rain)(?:ter|test|iest|ier|y)"), "precipitation"),
)


def _from_adjectives(words: Words) -> list[lexicon.Found]:
    """Infer a quantity from "warmest", "windy" or 最冷, and say so."""
    flat = flatten(words.text)
    for pattern, name in _ADJECTIVES:
        match = pattern.search(flat)
        if match is not None:
            text = words.original(*match.span())
            words.note("quantity", text, name, assumed=True)
            return [lexicon.Found(lexicon.entries()[name], *match.span(), text)]
    return []


def _trend(flat: str, measures: Sequence[Measure]) -> str | None:
    """Tell a change ("fell by 10 hPa", "rose 4 K") from a value reached ("fell to 968 hPa")."""
    for item in measures:
        clause = re.split(r"[;.!?](?!\d)", flat[: item.start])[-1]
        found: list[tuple[int, str, int]] = []
        for name, pattern in (("fall", _FALL), ("rise", _RISE)):
            found += [(match.start(), name, match.end()) for match in pattern.finditer(clause)]
        if not found:
            continue
        _, name, end = max(found)
        gap = clause[end:]
        if _TO_VALUE.search(gap) or re.search(
            r"(?<![a-z])(?:to|below|above|under|past)(?![a-z])(?!.*by)|至|到", gap
        ):
            continue
        if item.threshold.comparator.value in ("above", "below") and re.match(
            r"below|above|under|beyond|past|低于|高于", item.threshold.words.lower()
        ):
            continue
        return name
    return None


def _scenario(
    words: Words, flat: str, quantities: Sequence[QuantityMention], event: bool
) -> tuple[Scenario, tuple[str, ...]]:
    if lexicon.asks_for_chart(flat):
        charts = lexicon.find_charts(flat, quantities)
        if len(charts) > 1:
            words.doubt("chart", "", charts, "several charts show this: name one")
        elif charts:
            words.note("chart", "", charts[0])
        return Scenario.CHART, charts
    if intents.asks_for_diagnosis(flat) or (event and not quantities):
        return Scenario.DIAGNOSIS, ()
    if not quantities:
        return Scenario.DIAGNOSIS, ()
    return Scenario.INDEX, ()


def same_unit(quantity: QuantityMention, threshold: Threshold) -> bool:
    """Whether a number with its unit may be a value of a quantity, or a change of one."""
    if not threshold.unit:
        return True
    if threshold.unit == "degC" and quantity.unit in ("K", "degC"):
        return True
    return same_quantity(threshold.unit, quantity.unit) or {threshold.unit, quantity.unit} <= {
        "sigma",
        "1",
    }


def flat_text(text: str) -> str:
    """Return a text as the patterns of this package see it."""
    return flatten(text)
