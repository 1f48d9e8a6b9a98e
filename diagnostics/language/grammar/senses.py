"""Words of strength: which end, or which side of a number, they mean of each quantity.

"Strongest" is the highest wind and the lowest pressure of a low; upward motion is negative
vertical velocity. Here such words are turned to the ends of the values that a form names, before
any frame reads them. Where strength has no sign ("the strongest temperature advection"), or where
the weak end of one sign is asked for, nothing is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from diagnostics.contracts.form_terms import Amount, End
from diagnostics.contracts.forms import Relation
from diagnostics.language.grammar.amounts import Stated
from diagnostics.language.grammar.items import Item, NotReadError
from diagnostics.language.grammar.terms import Term
from diagnostics.messages import Message

_TURNED = {
    Relation.ABOVE: Relation.BELOW,
    Relation.AT_LEAST: Relation.AT_MOST,
    Relation.BELOW: Relation.ABOVE,
    Relation.AT_MOST: Relation.AT_LEAST,
}
_HIGH = (Relation.ABOVE, Relation.AT_LEAST)
_DEPTHS = frozenset({"snow_depth", "moist_layer_depth", "field:blh"})
_GROWING = frozenset({"m/s", "mm", "J/kg", "kg m-1 s-1", "kg m-2", "g/kg", "K/100km", "K/km"})
"""Units of quantities of which more is stronger."""
_CENTRES = frozenset({"low_centre", "high_centre"})
"""Quantities that are one end of a field: the highest pressure of a low is of no centre."""
_SIDES = {
    "STAT": {"max": "high", "min": "low", "strong": "strong", "weak": "weak"},
    "COMPARE": {"+": "high", "-": "low", "strong": "strong", "weak": "weak", "deep": "deep"},
    "ADJ": {"+": "high", "-": "low", "strong": "strong", "weak": "weak", "deep": "deep"},
    "SUPER": {"low+": "deep"},
    "RISE": {"rise": "high", "strengthen": "strong"},
    "FALL": {"fall": "low", "weaken": "weak", "deepen": "deep"},
}
"""What the words of each kind say of a quantity."""
_ONE_SIDED = frozenset({"mean", "median", "sum", "range", "std"})
_PASSED = ("EMPTY", "PREP", "BE", "LEVEL", "WILL")


def orient(items: list[Item], terms: Sequence[Term]) -> None:
    """Turn words of strength to the end of the values that their quantity is strong at.

    Parameters
    ----------
    items : list of Item
        Of a sentence; changed in place.
    terms : sequence of Term
        The quantities that are named.

    Raises
    ------
    NotReadError
        ``ambiguous`` where no sign of a quantity is the strong one, or a statistic of one sign of
        a quantity is asked for that its values of the other sign would enter.
    """
    for at, item in enumerate(items):
        written = item
        for kind, sides in _SIDES.items():
            found = written.read_as(kind)
            if found is None or (kind == "SUPER" and not terms):
                continue
            if found.value in sides:
                side = sides[found.value]
                items[at] = item = _reread(item, kind, _turned(items, at, kind, side, terms))
            elif kind == "STAT" and found.value in ("negative", "positive"):
                end = "min" if found.value == "negative" else "max"
                items[at] = item = _reread(item, kind, ("STAT", end))
            elif kind == "STAT" and found.value in _ONE_SIDED:
                _refuse_one_sided(items, at, terms)
        if item.kind in ("AREA_STAT", "TIME_STAT"):
            _refuse_one_sided(items, at, terms)


def _refuse_one_sided(items: list[Item], at: int, terms: Sequence[Term]) -> None:
    term = _of(items, at, terms)
    if term is not None and term.one_sided:
        raise _unsaid(items[at].text, term)


def _turned(
    items: list[Item], at: int, kind: str, side: str, terms: Sequence[Term]
) -> tuple[str, str]:
    """Return kind and value of a word with its end of the values."""
    term = _of(items, at, terms)
    text, extreme = items[at].text, kind in ("STAT", "SUPER", "ADJ")
    end = _usual_end(side) if term is None else end_of(term, side, text, extreme=extreme)
    if kind in ("RISE", "FALL"):
        return ("RISE", "rise") if end is End.MAX else ("FALL", "fall")
    if kind == "STAT":
        return kind, end.value
    return kind, "+" if end is End.MAX else "-"


def _usual_end(side: str) -> End:
    return End.MAX if side in ("high", "strong") else End.MIN


def end_of(term: Term, side: str, words: str, *, extreme: bool = False) -> End:
    """Return the end of a quantity's values that a word of strength means.

    Parameters
    ----------
    term : Term
    side : str
        high | low | strong | weak | deep.
    words : str
        For the refusal.
    extreme : bool
        Whether the end itself is asked for: the weak end of one sign is no end of the quantity,
        though one may be weaker than another.

    Raises
    ------
    NotReadError
        ``ambiguous``.
    """
    strength = side in ("strong", "weak")
    if (term.sense == "open" and side != "deep") or (term.sense == "signed" and strength):
        raise _unsaid(words, term)
    if term.one_sided:
        if side not in ("high", "strong") and extreme:
            raise _unsaid(words, term)
        return _at(End.MIN if term.sense == "negative" else End.MAX, side)
    if side in ("high", "low"):
        usual = _usual_end(side)
        if extreme and term.end is not None and usual is not term.end and term.id in _CENTRES:
            raise _unsaid(words, term)
        return usual
    if side == "deep":
        if term.id in _DEPTHS:
            return End.MAX
        if term.unit in ("hPa", "gpm") and term.end is not End.MAX:
            return End.MIN
        raise _unsaid(words, term)
    strong = _strong_end(term)
    endless = side == "weak" and extreme and (strong is End.MIN or term.unit not in _GROWING)
    if strong is None or endless:
        raise _unsaid(words, term)
    return _at(strong, side)


def _at(strong: End, side: str) -> End:
    """Return the strong end, or for what is low or weak the other one."""
    if side in ("high", "strong"):
        return strong
    return End.MIN if strong is End.MAX else End.MAX


def _strong_end(term: Term) -> End | None:
    if term.end is not None:
        return term.end
    return End.MAX if term.unit in _GROWING else None


def _unsaid(words: str, term: Term) -> NotReadError:
    return NotReadError(
        "ambiguous",
        Message(id="grammar-which_sense", params={"words": words, "quantity": term.words}),
        words,
    )


def _of(items: list[Item], at: int, terms: Sequence[Term]) -> Term | None:
    """Return the quantity that a word is said of: the only one, or the one beside it."""
    if not terms:
        return None
    plain = [term for term in terms if not term.sense and term.end is not End.MIN]
    if len(plain) == len(terms) or len(terms) == 1:
        return terms[0]
    if len({(term.sense, term.end, term.unit) for term in terms}) == 1:
        return terms[0]
    beside = [found for step in (1, -1) if (found := _beside(items, at, step)) is not None]
    first = next((term for term in beside if any(term is one for one in terms)), None)
    if first is None:
        raise NotReadError(
            "ambiguous",
            Message(id="grammar-which_sense", params={"words": items[at].text, "quantity": ""}),
            items[at].text,
        )
    return first


def _beside(items: list[Item], at: int, step: int) -> Term | None:
    at += step
    while 0 <= at < len(items) and items[at].kind in _PASSED:
        at += step
    if 0 <= at < len(items) and items[at].kind == "TERM":
        term: Term = items[at].value
        return term
    return None


def _reread(item: Item, kind: str, new: tuple[str, str]) -> Item:
    """Return an item whose reading of a kind is another one."""
    if item.kind == kind:
        return replace(item, kind=new[0], value=new[1])
    others = tuple(new if one == kind else (one, value) for one, value in item.others)
    return replace(item, others=others)


def limited(stated: Stated, term: Term) -> Stated:
    """Turn a stated number of one sign of a quantity to the values of that quantity.

    "Upward motion above 0.5 Pa/s" is vertical velocity below -0.5 Pa/s; a low "stronger than 970
    hPa" has less.

    Raises
    ------
    NotReadError
        ``ambiguous``.
    """
    if term.sense == "positive" and stated.amount.value < 0:
        raise _unsaid(stated.amount.words, term)
    if term.sense == "negative":
        return _negated(stated, term)
    if not stated.strength or stated.relation is None:
        return stated
    end = end_of(term, stated.strength, stated.amount.words)
    return stated if end is End.MAX else _with_turned(stated)


def _with_turned(stated: Stated) -> Stated:
    assert stated.relation is not None
    return replace(stated, relation=_TURNED.get(stated.relation, stated.relation), strength="")


def _negated(stated: Stated, term: Term) -> Stated:
    """Turn a number of a negative sense; one that is written negative is of the values already."""
    relation = stated.relation
    if stated.amount.value < 0:
        if stated.upper is not None or relation is None:
            return stated
        if relation in _HIGH and not stated.strength:
            raise _unsaid(stated.amount.words, term)
        return _with_turned(stated) if stated.strength else stated

    def turn(amount: Amount) -> Amount:
        return amount.model_copy(update={"value": 0.0 - amount.value})

    turned = replace(
        stated,
        amount=turn(stated.upper if stated.upper is not None else stated.amount),
        upper=None if stated.upper is None else turn(stated.amount),
    )
    return turned if relation is None else _with_turned(turned)
