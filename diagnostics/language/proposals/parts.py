"""The parts that the lexicon finds in a sentence, and those that a form is made of.

Places, times, quantities and numbers are looked up in the words, whatever the sentence asks. They
are what a model composes a form from, and what the form is compared with afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from diagnostics.contracts.form_terms import (
    AllTimes,
    Amount,
    BoxPlace,
    NamedPlace,
    PointPlace,
    QuantityTerm,
    Statistic,
    TimeSet,
)
from diagnostics.contracts.forms import (
    ClaimForm,
    Form,
    Holds,
    Negation,
    NotOf,
    PercentileLimit,
    Quantifier,
    Relation,
    UnitsQuery,
)
from diagnostics.language.grammar.amounts import Share, Stated
from diagnostics.language.grammar.items import Item
from diagnostics.language.grammar.phrase_pool import PhrasePool
from diagnostics.language.grammar.reader import phrases
from diagnostics.language.grammar.sentence_context import Context, Scene

_SORTS = {
    "PLACE": "place",
    "TIME": "time",
    "TERM": "quantity",
    "AMOUNT": "number",
    "PERCENTILE": "number",
}
_DENIALS = ("NOT", "NEVER", "NOWHERE")
_DOWNWARD = frozenset({Relation.BELOW, Relation.AT_MOST})
_IMPLYING = ("SUPER", "ADJ", "COMPARE", "RAINED")
_CENTRE = "low"
_PRESSURE_CHANGES = ("变压",)
_UNITS_MEAN = {
    "degC": "temperature",
    "degF": "temperature",
    "K": "temperature",
    "degree": "temperature",
    "m/s": "wind_speed",
    "km/h": "wind_speed",
    "kt": "wind_speed",
    "mph": "wind_speed",
    "mm": "precipitation",
    "hPa": "mean_sea_level_pressure",
}


@dataclass(frozen=True)
class Part:
    """A phrase of a sentence that a form must hold.

    Parameters
    ----------
    sort : str
        place | time | quantity | number
    words : str
        As written.
    """

    sort: str
    words: str


@dataclass(frozen=True)
class TextParts:
    """What the lexicon finds in a sentence.

    Parameters
    ----------
    parts : tuple of Part
        In the order of the text.
    places, times, quantities, numbers : tuple
        What they mean, as the terms of forms.
    counted : frozenset of float
        Numbers of days, hours and the like.
    implied : frozenset of str
        Quantities that an adjective or a unit means.
    denials : int
        How many words deny.
    """

    parts: tuple[Part, ...]
    places: tuple[Any, ...]
    times: tuple[TimeSet, ...]
    quantities: tuple[QuantityTerm, ...]
    numbers: tuple[Stated | Share, ...]
    counted: frozenset[float]
    implied: frozenset[str]
    denials: int

    def offered(self) -> dict[str, Any]:
        """Return the parts as the terms of forms, for whoever composes one."""
        return {
            "parts": [{"sort": part.sort, "words": part.words} for part in self.parts],
            "places": [_plain(item) for item in self.places],
            "times": [_plain(item) for item in self.times],
            "quantities": [_plain(item) for item in self.quantities],
            "numbers": [_number(item) for item in self.numbers],
        }


def parts_of(text: str, context: Context, *, statement: bool = False) -> TextParts:
    """Look up the parts of a sentence.

    Raises
    ------
    NotReadError
        For a place with several meanings, or a time that no calendar places.
    """
    assumed: list[tuple[str, str]] = []
    sentence = phrases(text, context, assumed, statement=statement)
    items = tuple(sentence.items)
    scene = Scene(PhrasePool(sentence), context, assumed)
    scene.gather()
    stated = tuple(item.value for item in items if item.kind in ("AMOUNT", "PERCENTILE"))
    return TextParts(
        parts=tuple(Part(_SORTS[one.kind], one.text) for one in items if one.kind in _SORTS),
        places=tuple(scene.places),
        times=tuple(scene.times),
        quantities=tuple(term.quantity(assumed) for term in scene.terms),
        numbers=stated,
        counted=frozenset(_counted(items)),
        implied=frozenset(_implied(items)),
        denials=sum(any(item.read_as(kind) for kind in _DENIALS) for item in items),
    )


def _counted(items: tuple[Item, ...]) -> Iterator[float]:
    for item in items:
        number = item.read_as("NUM")
        if number is not None:
            yield abs(number.value)
        if item.kind == "SPAN" and item.value.count is not None:
            yield item.value.count


def _implied(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        for kind in _IMPLYING:
            found = item.read_as(kind)
            if found is not None:
                name = str(found.value).rstrip("+-")
                yield "low_centre" if name == _CENTRE else name
        unit = item.read_as("UNIT")
        if unit is not None:
            yield _UNITS_MEAN.get(str(unit.value), "")
        noun = item.read_as("COUNT_NOUN")
        if noun is not None and noun.value == "degrees":
            yield "temperature"
        if item.kind == "AMOUNT" and isinstance(item.value, Stated):
            yield _UNITS_MEAN.get(item.value.unit, "temperature" if not item.value.unit else "")
        if item.kind in ("DIFFERENCE", "FALL", "RISE", "CHANGE", "DAILY"):
            yield "mean_sea_level_pressure" if item.text in _PRESSURE_CHANGES else "temperature"


def _plain(item: BaseModel) -> dict[str, Any]:
    return item.model_dump(mode="json", exclude_defaults=True, exclude={"words"}) | {
        name: getattr(item, name) for name in ("kind",) if hasattr(item, name)
    }


def _number(stated: Stated | Share) -> dict[str, Any]:
    relation = None if stated.relation is None else stated.relation.value
    if isinstance(stated, Share):
        return {"percentile": stated.percentile, "relation": relation}
    upper = None if stated.upper is None else _plain(stated.upper)
    return {"amount": _plain(stated.amount), "upper": upper, "relation": relation}


@dataclass(frozen=True)
class FormParts:
    """What a form is made of, wherever it stands in it."""

    places: frozenset[str]
    dated: bool
    quantities: frozenset[str]
    numbers: frozenset[float]
    shares: frozenset[float]
    denies: bool
    downward: bool


def form_parts(form: Form | ClaimForm) -> FormParts:
    """Return the places, times, quantities, numbers and negations of a form."""
    queries = [one.query for one in (form.clauses if isinstance(form, ClaimForm) else (form,))]
    found = [item for query in queries for item in _walk(query)]
    times = [item for item in found if isinstance(item, TimeSet)]
    return FormParts(
        places=frozenset(key for item in found if (key := place_key(item))),
        dated=any(one.clock is not None or not isinstance(one.base, AllTimes) for one in times),
        quantities=frozenset(item.id for item in found if isinstance(item, QuantityTerm)),
        numbers=frozenset(abs(item.value) for item in found if isinstance(item, Amount)),
        shares=frozenset(_shares(found)),
        denies=any(isinstance(item, NotOf | Negation) or item is Quantifier.NONE for item in found),
        downward=any(isinstance(item, Relation) and item in _DOWNWARD for item in found),
    )


def _shares(found: list[Any]) -> Iterator[float]:
    """Yield percentiles, and shares of an area as percentages."""
    for item in found:
        if isinstance(item, PercentileLimit | Statistic) and item.percentile is not None:
            yield item.percentile
        if isinstance(item, Holds | UnitsQuery) and item.share is not None:
            yield 100.0 * item.share


def place_key(item: Any) -> str:
    """Return what makes a place itself; empty for what is none by itself."""
    if isinstance(item, PointPlace):
        return f"point {item.latitude:g} {item.longitude:g}"
    if isinstance(item, NamedPlace):
        return f"named {item.name}"
    if isinstance(item, BoxPlace):
        return f"box {item.region.bounds()} {item.surface or ''}"
    return ""


def leaves(item: Any) -> frozenset[str]:
    """Return the keys of all places in a place."""
    return frozenset(key for one in _walk(item) if (key := place_key(one)))


def _walk(item: Any) -> Iterator[Any]:
    yield item
    if isinstance(item, BaseModel):
        for name in type(item).model_fields:
            yield from _walk(getattr(item, name))
    elif isinstance(item, tuple | list):
        for one in item:
            yield from _walk(one)
