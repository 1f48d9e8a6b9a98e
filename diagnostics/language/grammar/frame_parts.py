"""What frames of all kinds ask of terms, places, times and adjectives."""

from __future__ import annotations

from typing import Any

from diagnostics.contracts.form_terms import (
    Amount,
    Place,
    TimeSet,
)
from diagnostics.language.grammar.amounts import Stated
from diagnostics.language.grammar.form_parts import (
    constant,
)
from diagnostics.language.grammar.items import Item
from diagnostics.language.grammar.phrase_pool import PhrasePool
from diagnostics.language.grammar.terms import Term


def alike(term: Term, name: str) -> bool:
    """Whether an adjective goes with a quantity: the warmest dew point, the windiest gust."""
    if term.id == name:
        return True
    units = {"temperature": ("degC", "K"), "wind_speed": ("m/s",)}.get(name, ())
    return term.unit in units


def counts_degrees(bag: PhrasePool) -> bool:
    """Whether degrees are asked for: "how many degrees hotter"."""
    item = bag.peek("COUNT_NOUN")
    return item is not None and item.value == "degrees"


def nothing() -> Any:
    """Return the number zero."""
    return constant(Stated(Amount(value=0.0)))


def label_of(place: Place) -> str:
    """Return how a place is called in a ranking."""
    return str(getattr(place, "name", "") or getattr(place, "words", ""))


def sorted_times(times: list[TimeSet]) -> tuple[TimeSet, TimeSet]:
    """Return two times, the earlier first where that can be known."""
    first, second = times

    def key(time: TimeSet) -> str:
        base: Any = time.base
        for name in ("times", "dates"):
            if hasattr(base, name):
                return str(getattr(base, name)[0])
        if hasattr(base, "windows"):
            return str(base.windows[0].start)
        return ""

    return (second, first) if key(second) and key(second) < key(first) else (first, second)


def reference_first(bag: PhrasePool, than: Item, starts: list[int]) -> bool:
    """Whether what is compared with stands first in the text."""
    trailing = than.text in ("相比", "与之相比", "对比")
    after = [n for n, start in enumerate(starts) if start > than.start]
    before = [n for n, start in enumerate(starts) if start < than.start]
    if trailing:
        return bool(before) and before[-1] == 0
    return bool(after) and after[0] == 0


def lower(adjective: Item | None) -> bool:
    """Whether an adjective of a comparison means less: 比伦敦低."""
    if adjective is None:
        return False
    return adjective.kind == "FALL" or str(adjective.value).endswith("-")
