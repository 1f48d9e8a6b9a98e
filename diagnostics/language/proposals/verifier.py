"""Whether a proposed form says what a sentence says: all of it, and nothing else.

The check is deterministic and knows nothing of who proposes. It holds a form against the sentence
three times: the words that the proposal names must stand in the sentence and cover its places,
times, quantities and numbers; the grammar must read the sentence, without the words that only frame
it, to the same form, which settles what is bound to what and in which order; and the parts of that
reading must be those of the sentence, both ways. Where the readings of the sentence differ, or any
word is left over, nothing is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from diagnostics.contracts.forms import ClaimForm, Form, Impossible, Trend
from diagnostics.language.grammar.amounts import Share
from diagnostics.language.grammar.claims import read_claim
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.lattice import cut
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.proposals.parts import (
    FormParts,
    TextParts,
    form_parts,
    leaves,
    parts_of,
)
from diagnostics.language.proposals.relaxed import Relaxed, relaxed
from diagnostics.language.text_normalisation import flatten
from diagnostics.messages import Listing, Message

ASKED_AFTER = frozenset({"unknown_words", "unused_words", "incomplete"})
"""Refusals of the grammar that are about words: after others nobody is asked."""
_SHOWN_ONLY = frozenset({"words", "text", "assumed", "language", "label", "country", "version"})
"""Fields that do not change what is evaluated."""
_FROM_THE_TEXT = frozenset({"resolution", "now"})
"""Fields that the grammar fills from the words and the options, not a proposal."""
_UNSPOKEN = frozenset({0.0, 0.1})
"""Limits that "hours with rain" and signs have without a word."""
_DEFAULT_ZONE = "UTC"
_PARTS = {
    **dict.fromkeys(("place", "position", "centre", "region", "surface"), "place"),
    **dict.fromkeys(("time", "base", "clock"), "time"),
    **dict.fromkeys(("level", "levels", "height_m"), "level"),
    **dict.fromkeys(("limit", "amount", "upper", "relation", "share", "percentile"), "limit"),
    **dict.fromkeys(("id", "component", "anomaly", "daily", "quantity"), "quantity"),
    **{name: name for name in ("zone", "space", "over", "unit", "hours", "event", "which")},
}
"""The part of a form that a field belongs to, as people read it."""


@dataclass(frozen=True)
class Checked:
    """The verdict on a proposal.

    Parameters
    ----------
    form : Form or ClaimForm, optional
        The reading that counts: the grammar's own, which the proposal equals. None where the
        proposal is not accepted.
    problems : tuple of Message
        What was not accounted for.
    left_out : tuple of str
        Words that only frame the sentence.
    replaced : tuple of (str, str)
        Plain words with the quantity that they mean.
    """

    form: Form | ClaimForm | None
    problems: tuple[Message, ...] = ()
    left_out: tuple[str, ...] = ()
    replaced: tuple[tuple[str, str], ...] = ()


def verify(
    text: str, proposed: Form | ClaimForm, spans: Sequence[str], context: Context
) -> Checked:
    """Check a proposed form against a sentence.

    Parameters
    ----------
    text : str
        A question for a form, a sentence that states something for a claim.
    proposed : Form or ClaimForm
    spans : sequence of str
        The words from which the proposal took its parts, as written.
    context : Context
        As the grammar reads the sentence against.

    Returns
    -------
    Checked
    """
    statement = isinstance(proposed, ClaimForm)
    absent = [words for words in spans if not words.strip() or flatten(words) not in flatten(text)]
    if absent:
        return _refused("proposal-words_absent", absent)
    read: Callable[[str, Context], Form | ClaimForm] = read_claim if statement else read_question
    readings: list[tuple[Relaxed, Form | ClaimForm]] = []
    doubts: list[NotReadError] = []
    for plain in relaxed(text, _supported(proposed)):
        try:
            readings.append((plain, read(plain.text, context)))
        except NotReadError as doubt:
            doubts.append(doubt)
    if not readings:
        return Checked(None, (doubts[-1].message,))
    chosen, reading = readings[0]
    for _, other in readings[1:]:
        if differences(other, reading):
            return _refused("proposal-two_readings", [one.text for one, _ in readings])
    different = differences(proposed, reading)
    if different:
        return _refused("proposal-differs", [_part_of(path) for path in different])
    unspoken = _uncovered(text, chosen, spans, context, statement)
    if unspoken:
        return _refused("proposal-not_covered", unspoken)
    lost = _lost(parts_of(chosen.text, context, statement=statement), form_parts(reading))
    if lost:
        return _refused("proposal-not_covered", lost)
    accepted = reading.model_copy(update={"text": text})
    return Checked(accepted, left_out=chosen.left_out, replaced=chosen.replaced)


def _refused(name: str, words: Sequence[str | Message]) -> Checked:
    unique = tuple(one for at, one in enumerate(words) if one not in words[:at])
    listed = Listing(items=unique, style="clauses")
    return Checked(None, (Message(id=name, params={"words": listed}),))


def _part_of(path: str) -> Message:
    """Name the part of a form in which a path lies; what is asked where it is none of them."""
    for name in reversed(path.replace("[", ".").split(".")):
        if name in _PARTS:
            return Message(id=f"question-part_{_PARTS[name]}")
    return Message(id="proposal-part_asked")


def _supported(form: Form | ClaimForm) -> frozenset[str]:
    """Return for which supporting words a form has what they repeat."""
    clauses = form.clauses if isinstance(form, ClaimForm) else (form,)
    found = {"trend"} if any(isinstance(one.query, Trend) for one in clauses) else set()
    parts = form_parts(form)
    if parts.denies or parts.downward:
        found.add("not")
    return frozenset(found)


# -- one form against another ----------------------------------------------------------------------


def differences(one: Form | ClaimForm, other: Form | ClaimForm) -> list[str]:
    """Return the paths at which two forms mean different things.

    What is only shown does not count, nor does an `answer` that the first leaves open.
    """
    first, second = _document(one), _document(other)
    if isinstance(one, Form) and one.answer is None:
        first["answer"] = second.get("answer")
    return list(_paths(first, second, ""))


def _document(form: Form | ClaimForm) -> dict[str, Any]:
    if isinstance(form, ClaimForm):
        return {"clauses": [_clause(clause) for clause in form.clauses]}
    meaning: dict[str, Any] = _meaning(form.model_dump(mode="json"), form.zone or _DEFAULT_ZONE)
    return meaning


def _clause(form: Form) -> dict[str, Any]:
    meaning = _document(form)
    meaning.pop("answer", None)
    return meaning


def _meaning(value: Any, zone: str) -> Any:
    if isinstance(value, dict):
        kept = {
            name: _meaning(part, zone)
            for name, part in value.items()
            if name not in _SHOWN_ONLY and name not in _FROM_THE_TEXT
        }
        if "zone" in kept and kept["zone"] is None:
            kept["zone"] = zone
        return kept
    if isinstance(value, list):
        return [_meaning(part, zone) for part in value]
    return value


def _paths(one: Any, other: Any, at: str) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict) and one.get("kind") == other.get("kind"):
        for name in dict.fromkeys((*one, *other)):
            yield from _paths(one.get(name), other.get(name), f"{at}.{name}" if at else name)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _paths(left, right, f"{at}[{number}]")
    elif one != other:
        yield at


# -- a form against the parts of the sentence ------------------------------------------------------


def _uncovered(
    text: str, plain: Relaxed, spans: Sequence[str], context: Context, statement: bool
) -> list[str]:
    """Return the parts of a sentence that the words of the proposal do not cover.

    A part is covered where all of its numbers, or any word of one without numbers, are named.
    """
    atoms = [atom.text for atom in cut(flatten(text))]
    named = {at for words in spans for at in _occurrences(_atoms(words), atoms)}
    written = {name: words for words, name in plain.replaced}
    missing = []
    for part in parts_of(plain.text, context, statement=statement).parts:
        words = _atoms(written.get(part.words, part.words))
        places = _occurrences(words, atoms)
        numbers = {at for at in places if atoms[at][:1].isdigit()}
        if places and not (numbers <= named if numbers else places & named):
            missing.append(part.words)
    return missing


def _atoms(words: str) -> list[str]:
    return [atom.text for atom in cut(flatten(words))]


def _occurrences(words: Sequence[str], atoms: Sequence[str]) -> set[int]:
    """Return the numbers of the atoms at which words stand in a text."""
    size = len(words)
    starts = (at for at in range(len(atoms) - size + 1) if size and atoms[at : at + size] == words)
    return {at + step for at in starts for step in range(size)}


def _lost(said: TextParts, made: FormParts) -> list[str]:
    """Return the parts that the sentence has and the form has not, and the other way round."""
    return [
        *_places(said, made),
        *_quantities(said, made),
        *_numbers(said, made),
        *_rest(said, made),
    ]


def _places(said: TextParts, made: FormParts) -> list[str]:
    spoken = frozenset(key for place in said.places for key in leaves(place))
    return sorted(spoken ^ made.places)


def _quantities(said: TextParts, made: FormParts) -> list[str]:
    spoken = frozenset(item.id for item in said.quantities)
    return sorted((spoken - made.quantities) | (made.quantities - spoken - said.implied))


def _numbers(said: TextParts, made: FormParts) -> list[str]:
    """Compare stated numbers without their signs: a sign may follow from the quantity."""
    spoken = set()
    for stated in said.numbers:
        if isinstance(stated, Share):
            spoken.add(stated.percentile)
        else:
            ends = (stated.amount, stated.upper)
            spoken |= {abs(one.value) for one in ends if one is not None}
    missing = spoken - made.numbers - made.shares
    added = (made.numbers | made.shares) - spoken - said.counted - _UNSPOKEN
    return [f"{value:g}" for value in sorted(missing | added)]


def _rest(said: TextParts, made: FormParts) -> list[str]:
    found = []
    if said.times and not made.dated:
        found.append("time")
    if made.dated and not said.times:
        found.append("time")
    if made.denies and not said.denials:
        found.append("not")
    if said.denials % 2 == 1 and not (made.denies or made.downward):
        found.append("not")
    return found


def speaks_of_nothing(form: Form | ClaimForm) -> bool:
    """Whether a form only says that no data can answer."""
    return isinstance(form, Form) and isinstance(form.query, Impossible)
