"""Quantities with everything that belongs to them: level, layer, window, day, component."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from diagnostics.contracts.form_terms import (
    Anomaly,
    Component,
    Daily,
    End,
    QuantityTerm,
    Reduce,
)
from diagnostics.language.grammar.amounts import Stated
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, NotReadError, Sentence, about
from diagnostics.language.grammar.time_phrases import TimePhrase
from diagnostics.language.lexicon import Entry, entries
from diagnostics.messages import Message

AMOUNTS = frozenset({"precipitation", "snowfall"})
"""Quantities that accumulate."""
_SPECIAL = {"wind_direction", "northerly_wind", "geopotential"}
_FIELD_UNITS = {"field:sst": "degC"}
_CENTRES = {
    **dict.fromkeys(
        ("low", "lows", "depression", "storm", "cyclone", "低压", "气旋"), "low_centre"
    ),
    **dict.fromkeys(("high", "highs", "anticyclone", "高压"), "high_centre"),
}
"""Words for a system whose number in hPa is the pressure of its centre."""
_OWN_LEVEL = ("cape", "dcape")
"""Which parcel is lifted is no level of the data: "surface CAPE" is another quantity."""
_NEAR_GROUND = ("2", "10", "two", "ten", "near", "surface", "近地", "地面", "两", "地表", "screen")
_UNIT_IDS = {
    **dict.fromkeys(("m/s", "km/h", "kt", "mph"), "wind_speed"),
    **dict.fromkeys(("degC", "degF"), "temperature"),
}
"""The quantity that a unit means where none is named."""
_LAYERED = frozenset(
    {
        "vertical_wind_shear",
        "pwat",
        "average_relative_humidity",
        "relative_humidity",
        "thickness",
        "lapse_rate_850_500",
    }
)


@dataclass(frozen=True)
class Term:
    """A quantity while it is read.

    Parameters
    ----------
    id : str
        Of the lexicon, or one of a few that are a component of another.
    level : float or str, optional
    end : End, optional
        The end that the word means: the lowest pressure of a low.
    implied : bool
        Whether an adjective named it ("hot").
    """

    id: str
    words: str
    level: float | Literal["2m", "10m", "surface"] | None = None
    levels: tuple[float, ...] = ()
    height_m: float | None = None
    hours: float | None = None
    change_hours: float | None = None
    daily: Daily | None = None
    anomaly: Anomaly | None = None
    implied: bool = False

    @property
    def entry(self) -> Entry | None:
        """The record of the lexicon."""
        return entries().get(self.id)

    @property
    def end(self) -> End | None:
        """The end that the name means."""
        entry = self.entry
        return End(entry.end) if entry is not None and entry.end in ("max", "min") else None

    @property
    def sense(self) -> str:
        """The sign of another quantity that is meant: negative | positive | signed | open | ""."""
        entry = self.entry
        return entry.sense if entry is not None else ""

    @property
    def one_sided(self) -> bool:
        """Whether the name means one sign of another quantity."""
        return self.sense in ("negative", "positive")

    @property
    def accumulates(self) -> bool:
        """Whether it is an amount that adds up."""
        return self.id in AMOUNTS

    @property
    def unit(self) -> str:
        """Unit in which it is shown."""
        entry = self.entry
        if entry is not None:
            return entry.unit
        if self.id.startswith("field:"):
            return _FIELD_UNITS.get(self.id, "")
        return {"wind_direction": "deg", "northerly_wind": "m/s", "geopotential": "m2 s-2"}[self.id]

    @property
    def levelled(self) -> bool:
        """Whether a level may be named with it."""
        entry = self.entry
        if entry is None:
            return True
        return entry.level != "none" or self.id in ("temperature_change_24h",)

    def quantity(self, assumed: list[tuple[str, str]]) -> QuantityTerm:
        """Return the term of a form; a level that no word names is the usual one, and noted."""
        entry = self.entry
        identity, component = (entry.of if entry is not None and entry.of else self.id), None
        if identity == "wind_direction":
            identity, component = "wind_speed", Component.DIRECTION
        elif identity == "eastward_wind":
            identity, component = "wind_speed", Component.EASTWARD
        elif identity == "northward_wind":
            identity, component = "wind_speed", Component.NORTHWARD
        level = self.level
        entry = entries().get(identity)
        if entry is not None and level is None and self.height_m is None and not self.levels:
            if entry.level == "aloft" and entry.default_level is not None:
                level = entry.default_level
                assumed.append(("level", f"{level:g} hPa"))
            elif entry.level == "optional":
                level = "10m" if entry.at_surface or identity == "wind_speed" else "2m"
                if not self.words.lower().startswith(_NEAR_GROUND):
                    assumed.append(("level", level))
        if level == "surface" and entry is not None:
            level = (
                "10m" if identity == "wind_speed" else "2m" if entry.level == "optional" else None
            )
        return QuantityTerm(
            id=identity,
            level=level,
            levels=self.levels,
            height_m=self.height_m,
            component=component,
            anomaly=self.anomaly,
            hours=self.hours,
            change_hours=self.change_hours,
            daily=self.daily,
            words=self.words,
        )


def find_terms(sentence: Sentence, *, statement: bool = False) -> None:
    """Replace names of quantities, with what stands beside them, by items ``TERM``."""
    for at, item in enumerate(sentence.items):
        letter = item.read_as("LETTER")
        if letter is not None:
            identity, level = letter.value
            sentence.take(at, at + 1, "TERM", Term(identity, item.text, level=level))
    _levels(sentence)
    items, at = sentence.items, 0
    sought = _feature_sought(items, statement=statement)
    pressures = statement and any(
        item.kind == "AMOUNT" and getattr(item.value, "unit", "") == "hPa" for item in items
    )
    directed = not statement and any(
        item.kind == "AMOUNT" or item.read_as("STAT") or item.read_as("SUPER") for item in items
    )
    while at < len(items):
        item = items[at]
        feature = kind_at(items, at, "FEATURE")
        if feature is not None and sought:
            sentence.take(at, at + 1, "FEATURE", feature.value)
            at += 1
            continue
        quantity = kind_at(items, at, "QUANT")
        cells = kind_at(items, at, "COUNT_NOUN")
        extreme = kind_at(items, at - 1, "STAT") or kind_at(items, at - 1, "SUPER")
        if (
            cells is not None
            and cells.value == "cells"
            and extreme is not None
            and not any(item.read_as("HOW_MANY") for item in items)
        ):
            sentence.take(at, at + 1, "EMPTY", "")
        if kind_at(items, at, "CENTRAL") is not None and (quantity is None):
            other = any(str(one.value) in _CENTRES.values() for one in _quantities(items))
            other = other or any(
                one.kind == "TERM" and one.value.id in _CENTRES.values() for one in items
            )
            other = other or (pressures and any(one.text.lower() in _CENTRES for one in items))
            if other:
                sentence.take(at, at + 1, "EMPTY", "")
                continue
            if "pressure" in item.text.lower() or "气压" in item.text:
                sentence.take(at, at + 1, "TERM", Term("low_centre", item.text))
                at += 1
                continue
        if quantity is None and pressures and item.text.lower() in _CENTRES:
            sentence.take(at, at + 1, "TERM", Term(_CENTRES[item.text.lower()], item.text))
            at += 1
            continue
        if kind_at(items, at, "WIND_FROM") is not None and not directed:
            # without an extreme or a limit "westerly" is a direction of the wind
            quantity = None
        if quantity is None and (rained := kind_at(items, at, "RAINED")) is not None:
            said = any(
                rained.value == (other.value.id if other.kind == "TERM" else found and found.value)
                for n, other in enumerate(items)
                if n != at and ((found := other.read_as("QUANT")) or other.kind == "TERM")
            )
            if said and ("多少" in rained.text or "几" in rained.text):
                # 总共下了多少毫米雨: the quantity is named beside the question for it
                sentence.take(at, at + 1, "WHAT", "what")
                at += 1
                continue
            quantity = rained
        if kind_at(items, at, "DTR") is not None:
            spread = Term("temperature", item.text, daily=Daily(statistic=Reduce.RANGE))
            sentence.take(at, at + 1, "TERM", spread)
        if quantity is not None:
            if quantity.value in ("northerly_wind", "geopotential"):
                with about("", [item]):
                    raise NotReadError(
                        "unknown_words",
                        Message(id="grammar-no_quantity", params={"words": item.text}),
                        item.text,
                    )
            sentence.take(at, at + 1, "TERM", Term(str(quantity.value), item.text))
        at += 1
    for item in list(items):
        if item.kind == "TERM":
            _attach(sentence, item)


def _quantities(items: list[Item]) -> list[Item]:
    return [found for item in items if (found := item.read_as("QUANT")) is not None]


def _feature_sought(items: list[Item], *, statement: bool) -> bool:
    """Whether a sentence asks for features by their names and not for a value of theirs."""
    asks = statement or any(
        item.read_as(kind) for item in items for kind in ("EXISTS", "WHERE", "HOW_MANY", "ASKS")
    )
    valued = any(
        item.read_as(kind)
        for item in items
        for kind in ("AMOUNT", "STAT", "HOW", "SUPER", "COMPARE")
    )
    return asks and not valued


def _attach(sentence: Sentence, item: Item) -> None:
    """Take level, window and day of one term from the words beside it."""
    items = sentence.items
    while True:
        at = items.index(item)
        left = _beside(items, at, -1)
        right = _beside(items, at, 1)
        grown = None
        if left is not None:
            grown = _taken(item.value, items[left], items, before=True)
            if grown is not None:
                item = sentence.take(left, at + 1, "TERM", grown)
                continue
        if right is not None:
            grown = _taken(item.value, items[right], items, before=False)
            if grown is not None:
                item = sentence.take(at, right + 1, "TERM", grown)
                continue
        return


def _beside(items: list[Item], at: int, step: int) -> int | None:
    at += step
    passed = 0
    while 0 <= at < len(items) and items[at].kind in ("EMPTY", "PREP") and passed < 2:
        at, passed = at + step, passed + 1
    return at if 0 <= at < len(items) else None


def _taken(term: Term, other: Item, items: list[Item], *, before: bool) -> Term | None:
    if other.kind == "LEVEL" and term.level is None and term.height_m is None and not term.levels:
        return with_level(term, other)
    if other.kind == "LEVELS" and not term.levels:
        return replace(term, levels=other.value)
    if not before and other.kind not in ("SPAN", "ANOMALY"):
        return None
    if other.kind == "SPAN":
        spoken: TimePhrase = other.value
        if (
            term.accumulates
            and term.hours is None
            and term.daily is None
            and (before or "in" not in other.text)
        ):
            return replace(term, hours=spoken.hours) if before else None
        return None
    per = other.read_as("PER")
    if per is not None and term.accumulates and term.hours is None and term.daily is None:
        if per.value == "hour":
            return replace(term, hours=1.0)
        return replace(term, daily=Daily(statistic=Reduce.SUM))
    daily = other.read_as("DAILY")
    if daily is not None and term.daily is None:
        return replace(term, daily=Daily(statistic=Reduce(daily.value)))
    anomaly = other.read_as("ANOMALY")
    if anomaly is not None and term.anomaly is None:
        return replace(term, anomaly=Anomaly(anomaly.value))
    return None


def with_level(term: Term, level: Item) -> Term | None:
    """Bind a level to a term that can have one.

    Raises
    ------
    NotReadError
        ``unused_words`` for a level of what has none.
    """
    if isinstance(level.value, tuple):
        if term.id not in (
            "wind_speed",
            "temperature",
            "relative_humidity",
            "wind_gust",
            "wind_direction",
            "eastward_wind",
            "northward_wind",
            "dewpoint",
        ):
            return None
        return replace(term, height_m=level.value[0])
    if term.id in _OWN_LEVEL or (not term.levelled and isinstance(level.value, float)):
        return None
    if level.value == "2m" and term.id in ("wind_speed", "wind_gust"):
        return replace(term, height_m=2.0)
    if level.value == "10m" and term.id == "wind_gust":
        return (
            term if term.level == "10m" else replace(term, words=f"10 m {term.words}", level=None)
        )
    if level.value == "10m" and term.id in ("temperature", "relative_humidity", "dewpoint"):
        return replace(term, height_m=10.0)
    if not term.levelled:
        return (
            replace(term, words=term.words, level=None)
            if level.value in ("2m", "surface")
            else None
        )
    return replace(term, level=level.value)


def _levels(sentence: Sentence) -> None:
    """Tell levels from numbers of pressure and length."""
    items = sentence.items
    ids = [
        str(found.value)
        for at in range(len(items))
        if (found := kind_at(items, at, "QUANT")) is not None
    ]
    ids += [
        found.value.rstrip("+-")
        for item in items
        for kind in ("SUPER", "COMPARE", "ADJ")
        if (found := item.read_as(kind)) is not None and found.value.rstrip("+-") in entries()
    ]
    ids += [
        _UNIT_IDS[item.value.unit]
        for item in items
        if item.kind == "AMOUNT" and not ids and item.value.unit in _UNIT_IDS
    ]
    if not ids and any(
        item.kind in ("DIFFERENCE", "CHANGE", "RISE", "FALL") and "温" in item.text
        for item in items
    ):
        ids.append("temperature")
    levelled = (
        any(Term(one, "").levelled for one in ids if one in entries()) or "wind_direction" in ids
    )
    at = 0
    while at < len(items):
        item = items[at]
        if item.kind == "AMOUNT":
            at = _level(sentence, at, levelled, ids)
        elif (surface := kind_at(items, at, "SURFACE_LEVEL")) is not None and not surface.read_as(
            "QUANT"
        ):
            sentence.take(at, at + 1, "LEVEL", "surface")
        at += 1


def _level(sentence: Sentence, at: int, levelled: bool, ids: list[str]) -> int:
    items = sentence.items
    stated: Stated = items[at].value
    unit = stated.unit
    plain = stated.relation is None and stated.amount.approximation.value == "as_written"
    apart = any(item.kind in ("DIFFERENCE", "COMPARE", "MINUS") for item in items)
    if unit == "hPa" and stated.upper is not None and apart and levelled:
        item = items[at]
        ends = (stated.amount.value, stated.upper.value)
        items[at : at + 1] = [
            replace(item, kind="LEVEL", value=float(value), others=()) for value in ends
        ]
        return at + 1
    if unit == "hPa" and stated.upper is not None and any(one in _LAYERED for one in ids):
        end = at + 2 if kind_at(items, at + 1, "HEIGHT_WORD") else at + 1
        both = (stated.upper.value, stated.amount.value)
        sentence.take(at, end, "LEVELS", both)
        return at
    if unit == "hPa" and stated.upper is None and plain:
        word = kind_at(items, at + 1, "HEIGHT_WORD")
        pressures = any(
            one in ("mean_sea_level_pressure", "low_centre", "high_centre", "surface_pressure")
            for one in ids
        )
        near = _beside(items, at, 1)
        named = _named_after(items, near)
        followed = named is not None and Term(str(named.value), "").levelled
        if not (word or followed or (levelled and not pressures)):
            return at
        end = at + 2 if word else at + 1
        sentence.take(at, end, "LEVEL", float(stated.amount.value))
        return _listed(sentence, at)
    if unit in ("m", "km", "ft") and stated.upper is None and plain:
        word = kind_at(items, at + 1, "HEIGHT_WORD")
        near = _beside(items, at, 1)
        followed = near is not None and near <= at + 2 and _named_after(items, near) is not None
        led = at and items[at - 1].text.lower() in ("at", "of") and bool(ids)
        if not (word or followed or led):
            return at
        metres = stated.amount.value * {"m": 1.0, "km": 1000.0, "ft": 0.3048}[unit]
        value: object = {2.0: "2m", 10.0: "10m"}.get(metres, (metres,))
        end = at + 2 if word else at + 1
        while kind_at(items, end, "HEIGHT_WORD"):
            end += 1
        sentence.take(at, end, "LEVEL", value)
    return at


def _named_after(items: list[Item], at: int | None) -> Item | None:
    """Return the quantity that stands here, behind a statistic or not: 2米平均气温."""
    if at is None:
        return None
    for _ in range(2):
        found = kind_at(items, at, "QUANT")
        if found is not None:
            return found
        extreme = kind_at(items, at, "SUPER")
        if extreme is not None and extreme.value.rstrip("+-") in entries():
            return replace(extreme, kind="QUANT", value=extreme.value.rstrip("+-"))
        if not any(kind_at(items, at, kind) for kind in ("STAT", "AREA_STAT", "DAILY", "ADJ")):
            return None
        at += 1
    return None


def _listed(sentence: Sentence, at: int) -> int:
    """Read the bare numbers of a list of levels: "850, 700 and 500 hPa"."""
    items = sentence.items
    while at >= 2:
        joint, number = items[at - 1], kind_at(items, at - 2, "NUM")
        if number is None or not (
            joint.kind in ("AND", "OR", "THAN", "MINUS", "TO", "DIFFERENCE", "COMPARE")
            or joint.text in (",", "，", "、", "-")
        ):
            break
        if not 1 <= number.value <= 1100:
            break
        sentence.take(at - 2, at - 1, "LEVEL", float(number.value))
        at -= 2
    return at
