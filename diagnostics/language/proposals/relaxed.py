"""A sentence without the words that frame it: greetings, reasons, plain words for a quantity.

What is left out here stands in closed lists (``data/framing.yaml``). The grammar must not do so by
itself, since leaving words out is a guess; a second reader has to come to the same form.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise

from diagnostics.contracts.base import Contract
from diagnostics.documents import read_yaml
from diagnostics.language.grammar.lattice import Atom, Trie, cut
from diagnostics.language.grammar.phrase_pool import SILENT
from diagnostics.language.grammar.vocabulary import words_of
from diagnostics.language.text_normalisation import flatten

_CLAUSE_ENDS = frozenset('.,;:!?()"…')
_LED = re.compile(r"^[\s,;:.!，；：。！、]+")
_REPEATED = re.compile(r"(?<=[.?!。？！])[\s.?!。？！]+(?=[.?!。？！\s]|$)")
_DOUBLED = re.compile(r"\s*[,;:，；：、]\s*(?=[.?!。？！,，;；]|$)")


class Framing(Contract):
    """The closed lists of ``data/framing.yaml``."""

    phrases: tuple[str, ...]
    words: tuple[str, ...]
    everyday: Mapping[str, tuple[str, ...]]
    supporting: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Relaxed:
    """A sentence in plainer words.

    Parameters
    ----------
    text : str
        What is left for the grammar.
    left_out : tuple of str
        Words without a part in the question, as written.
    replaced : tuple of (str, str)
        Plain words, and the name of the quantity that stands for them.
    """

    text: str
    left_out: tuple[str, ...] = ()
    replaced: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=1)
def framing() -> Framing:
    """Return the closed lists."""
    folder = files("diagnostics.language").joinpath("data", "framing.yaml")
    return Framing.model_validate(read_yaml(folder.read_text("utf-8")))


def relaxed(text: str, slots: Collection[str] = ()) -> tuple[Relaxed, ...]:
    """Return a sentence without what frames it, in each of the ways that the lists allow.

    Parameters
    ----------
    text : str
    slots : collection of str
        Keys of ``supporting`` that the proposed form has: their words repeat what it says.

    Returns
    -------
    tuple of Relaxed
        At most three, without repetition; the first leaves out the least.
    """
    spans = _framing_spans(text, slots)
    everyday = _everyday_spans(text, spans)
    ways = [_without(text, spans, {})]
    if everyday:
        ways.append(_without(text, spans, everyday))
        ways.append(_without(text, [*spans, *everyday], {}))
    return tuple({one.text: one for one in ways}.values())


@lru_cache(maxsize=1)
def _tries() -> tuple[Trie, Trie, Trie, Trie]:
    lists = framing()
    phrases, words, everyday, supporting = Trie(), Trie(), Trie(), Trie()
    for phrase in lists.phrases:
        phrases.add(phrase, "FRAMING", "")
    for word in (*lists.phrases, *lists.words):
        words.add(word, "FRAMING", "")
    for name, known in lists.everyday.items():
        for word in known:
            everyday.add(word, "EVERYDAY", name)
    for slot, known in lists.supporting.items():
        for word in known:
            supporting.add(word, "SUPPORTING", slot)
    return phrases, words, everyday, supporting


_Span = tuple[int, int]


def _found(trie: Trie, atoms: Sequence[Atom]) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Yield the longest phrases of a list from the left, as numbers of atoms, with their values."""
    at = 0
    while at < len(atoms):
        matches = list(trie.matches(atoms, at))
        if not matches:
            at += 1
            continue
        end, readings = max(matches, key=lambda match: match[0])
        yield at, end, frozenset(str(value) for _, value in readings)
        at = end


def _framing_spans(text: str, slots: Collection[str]) -> list[_Span]:
    phrases, _, _, supporting = _tries()
    atoms = cut(flatten(text))
    spans = [(atoms[a].start, atoms[b - 1].end) for a, b, _ in _found(phrases, atoms)]
    spans = [(start, end) for start, end in spans if not _abbreviated(text[start:end])]
    spans += [
        (atoms[a].start, atoms[b - 1].end)
        for a, b, values in _found(supporting, atoms)
        if values & set(slots)
    ]
    return spans + _framing_clauses(text, atoms)


def _abbreviated(words: str) -> bool:
    """Whether two capitals stand for a name: HI is a state, "Hi" a greeting."""
    return len(words) == 2 and words.isupper()


def _framing_clauses(text: str, atoms: Sequence[Atom]) -> list[_Span]:
    """Find clauses between two signs that hold nothing but framing and empty words."""
    silent = [
        (item.start, item.end) for item in words_of(text) if item.kind in SILENT or item.text == "'"
    ]
    borders = [-1, *(n for n in range(len(atoms)) if _ends_clause(text, atoms, n)), len(atoms)]
    found = []
    for before, after in pairwise(borders):
        clause = atoms[before + 1 : after]
        if not clause or (before == -1 and after == len(atoms)):
            continue
        if _only_frames(text, clause, silent):
            found.append((clause[0].start, clause[-1].end))
    return found


def _ends_clause(text: str, atoms: Sequence[Atom], at: int) -> bool:
    """Whether a sign stands between clauses; the points of "i.e." do not."""
    atom = atoms[at]
    if atom.text not in _CLAUSE_ENDS:
        return False
    if text[atom.start] != ".":
        return True
    short = at > 1 and atoms[at - 1].sort == "word" and atoms[at - 2].text == "."
    return not short and (at + 1 == len(atoms) or atoms[at + 1].start > atom.end)


def _only_frames(text: str, clause: Sequence[Atom], silent: Sequence[_Span]) -> bool:
    words = _tries()[1]
    covered = {
        n
        for a, b, _ in _found(words, clause)
        for n in range(a, b)
        if not _abbreviated(text[clause[a].start : clause[b - 1].end])
    }
    if not covered:
        return False
    return all(
        n in covered or any(start <= atom.start and atom.end <= end for start, end in silent)
        for n, atom in enumerate(clause)
    )


def _everyday_spans(text: str, taken: Sequence[_Span]) -> dict[_Span, str]:
    atoms = cut(flatten(text))
    found = {}
    for first, last, names in _found(_tries()[2], atoms):
        span = atoms[first].start, atoms[last - 1].end
        if not any(start < span[1] and span[0] < end for start, end in taken):
            found[span] = min(names)
    return found


def _without(text: str, spans: Sequence[_Span], replaced: Mapping[_Span, str]) -> Relaxed:
    """Leave spans out of a text, and write names in the place of others."""
    pieces, at, left_out = [], 0, []
    for start, end in sorted({*spans, *replaced}):
        if end <= at:
            continue
        pieces += [text[at : max(start, at)], " ", replaced.get((start, end), ""), " "]
        if (start, end) not in replaced:
            left_out.append(text[max(start, at) : end])
        at = end
    plain = " ".join("".join([*pieces, text[at:]]).split())
    return Relaxed(
        text=_REPEATED.sub("", _LED.sub("", _DOUBLED.sub("", plain))),
        left_out=tuple(left_out),
        replaced=tuple((text[start:end], name) for (start, end), name in replaced.items()),
    )
