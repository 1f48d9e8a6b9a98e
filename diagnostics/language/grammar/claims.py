"""Sentences of a bulletin to claims: each clause becomes a form whose query is a statement."""

from __future__ import annotations

from dataclasses import dataclass, replace

from diagnostics.contracts.form_terms import Approximation
from diagnostics.contracts.forms import Assumption, ClaimForm, Form, Relation
from diagnostics.language.grammar.amounts import Share, Stated
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.form_parts import fits
from diagnostics.language.grammar.frame_claims import ClaimFrames
from diagnostics.language.grammar.frames import impossible
from diagnostics.language.grammar.items import Item, NotReadError, Sentence
from diagnostics.language.grammar.phrase_pool import PhrasePool
from diagnostics.language.grammar.reader import phrases, spend_steps
from diagnostics.language.grammar.sentence_context import Context, Scene
from diagnostics.language.grammar.terms import Term
from diagnostics.language.text_normalisation import language_of
from diagnostics.messages import Message

_STOPS = frozenset(";；。.!！")
_COMMAS = frozenset(",，、")


@dataclass
class _Clause:
    """One clause while it is read: its words, and what it says of where, when and what."""

    bag: PhrasePool
    scene: Scene
    assumed: list[tuple[str, str]]
    text: str


def read_claim(text: str, context: Context | None = None) -> ClaimForm:
    """Read a sentence that states something, in English or Chinese.

    Parameters
    ----------
    text : str
        Clauses are divided by a semicolon or full stop, by "while" or "but", and by "and" or a
        comma where both sides state a number. A clause shares the place, the time and the quantity
        of the others where it names none.
    context : Context, optional

    Returns
    -------
    ClaimForm

    Raises
    ------
    NotReadError
        When a word of any clause has no part in it: nothing is then said of the others either.
    """
    around = context or Context()
    language = language_of(text)
    places: list[tuple[str, str]] = []
    sentence = phrases(text, around, places, statement=True)
    beyond = impossible(PhrasePool(sentence))
    if beyond is not None:
        raise NotReadError(
            "not_checkable",
            Message(id="grammar-not_of_data", params={"words": beyond.words}),
            beyond.words,
        )
    clauses = [_clause(part, around, places) for part in _parts(sentence)]
    if not clauses:
        raise NotReadError("incomplete", Message(id="grammar-no_quantity_named"))
    _share(clauses)
    forms = []
    for clause in clauses:
        spend_steps(clause.bag, clause.scene)
        frames = ClaimFrames(clause.scene, clause.assumed, statement=True)
        query = frames.build()
        unique = dict.fromkeys(clause.assumed)
        forms.append(
            Form.model_validate(
                {
                    "language": language,
                    "query": query,
                    "zone": clause.scene.zone,
                    "now": around.now,
                    "text": clause.text,
                    "assumed": tuple(Assumption(part=one, meaning=two) for one, two in unique),
                }
            )
        )
    return ClaimForm(text=text, language=language, clauses=tuple(forms))


def _clause(sentence: Sentence, context: Context, shared: list[tuple[str, str]]) -> _Clause:
    bag, assumed = PhrasePool(sentence), list(shared)
    _reached(sentence)
    scene = Scene(bag, context, assumed)
    scene.gather()
    first, last = sentence.items[0], sentence.items[-1]
    return _Clause(bag, scene, assumed, sentence.text[first.start : last.end].strip(" ,，;；。."))


def _reached(sentence: Sentence) -> None:
    """Let a number that was "reached" be met by what rounds to it."""
    for at, item in enumerate(sentence.items):
        if item.kind == "AMOUNT" and isinstance(item.value, Stated) and item.value.force:
            if item.value.relation is None:
                stated = replace(item.value, relation=Relation.AT_LEAST)
                sentence.items[at] = replace(item, value=stated)
        elif item.kind == "AMOUNT" and isinstance(item.value, Stated) and item.value.reached:
            amount = item.value.amount
            if amount.approximation is Approximation.AS_WRITTEN:
                rounded = amount.model_copy(update={"approximation": Approximation.ROUNDED})
                sentence.items[at] = replace(item, value=replace(item.value, amount=rounded))


def _parts(sentence: Sentence) -> list[Sentence]:
    """Cut a sentence into clauses that each state something."""
    items = sentence.items
    cuts: list[tuple[int, int]] = []
    start = 0
    for at, item in enumerate(items):
        strong = item.text in _STOPS or item.kind == "WHILE"
        weak = item.text in _COMMAS or item.kind == "AND"
        if not (strong or weak) or at < start:
            continue
        if at == start:
            # "..., while ...": the comma has cut already
            start = at + 1
            continue
        left, right = items[start:at], items[at + 1 :]
        if _states(left) and _states(right) and (strong or (_apart(left) and _apart(right))):
            cuts.append((start, at))
            start = at + 1
    cuts.append((start, len(items)))
    return [Sentence(sentence.text, items[first:last]) for first, last in cuts if last > first]


def _states(items: list[Item]) -> bool:
    """Whether a clause states something that can be checked."""
    kinds = ("AMOUNT", "PERCENTILE", "COMPARE", "RISE", "FALL", "FEATURE", "EVENT", "WIND_FROM")
    return any(kind_at(items, at, kind) for at in range(len(items)) for kind in kinds) or (
        any(item.read_as("STAT") or item.read_as("SUPER") for item in items)
        and any(item.kind in ("TIME", "PLACE") for item in items)
    )


def _apart(items: list[Item]) -> bool:
    """Whether a clause is one of its own: a number with a quantity, a place or a time."""
    amounts = [item for item in items if item.kind == "AMOUNT"]
    told = any(item.kind in ("TERM", "PLACE", "TIME") for item in items)
    spread = any(item.kind in ("BETWEEN", "SHARE", "COVER", "SAME_SPOT") for item in items)
    return bool(amounts) and told and not spread


def _share(clauses: list[_Clause]) -> None:
    """Let clauses that name no place, time or quantity share those of the others."""
    for at, clause in enumerate(clauses):
        others = [*reversed(clauses[:at]), *clauses[at + 1 :]]
        scene = clause.scene
        if not scene.places:
            scene.places += next((one.scene.places for one in others if one.scene.places), [])
            scene.place_starts += [0] * len(scene.places)
        if not scene.times:
            scene.times += next((one.scene.times for one in others if one.scene.times), [])
            scene.time_starts += [0] * len(scene.times)
            scene.zone = next((one.scene.zone for one in others if one.scene.times), scene.zone)
    for at, clause in enumerate(clauses[1:], 1):
        before = clauses[at - 1]
        if not clause.scene.terms and len(before.scene.terms) == 1 and _fitting(clause, before):
            clause.scene.terms.append(before.scene.terms[0])
            clause.scene.term_starts.append(0)
        _lend_relation(clause, before)


def _fitting(clause: _Clause, before: _Clause) -> bool:
    term: Term = before.scene.terms[0]
    return all(fits(term, item.value) for item in clause.bag.items if item.kind == "AMOUNT")


def _lend_relation(clause: _Clause, before: _Clause) -> None:
    """Read "exceeded 30 m/s in Brest and 25 m/s in Paris": the second is exceeded as well."""
    mine = [n for n, item in enumerate(clause.bag.items) if item.kind == "AMOUNT"]
    theirs = [item for item in before.bag.items if item.kind == "AMOUNT"]
    if len(mine) != 1 or len(theirs) != 1:
        return
    item = clause.bag.items[mine[0]]
    said, lent = item.value, theirs[0].value
    bare = not any(one.kind == "BE" for one in clause.bag.items)
    if isinstance(said, Share) or isinstance(lent, Share) or not bare:
        return
    if said.relation is None and lent.relation is not None and said.upper is None:
        told = any(one.kind == "TERM" for one in clause.bag.items)
        if not told:
            clause.bag.items[mine[0]] = replace(
                item, value=replace(said, relation=lent.relation, reached=lent.reached)
            )
