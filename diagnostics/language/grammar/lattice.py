"""From a text to words: every way to cut it into known words, and the best of them.

The text is first cut into atoms: a run of Latin letters, a number, one Chinese character or one
sign. Words of the vocabulary, names of places and written patterns (dates, clock times,
coordinates) are edges between atoms; the path with the fewest unknown atoms, then the fewest words,
then the longest words at the left, is the reading. An atom that no edge covers is ``UNKNOWN``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from diagnostics.language.grammar.items import Item
from diagnostics.language.text_normalisation import flatten

_ATOM = re.compile(
    r"(?P<num>\d{1,3}(?:,\d{3})+(?!\d|,)(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"|(?P<own>'s(?![a-z]))"
    r"|(?P<word>[^\W\d_\u3400-\u9fff]+(?:'(?!s(?![a-z]))[^\W\d_\u3400-\u9fff]+)?\.?(?=\s|$|[^\w.])"
    r"|[^\W\d_\u3400-\u9fff]+)"
    r"|(?P<han>[\u3400-\u9fff])"
    r"|(?P<sign>[^\s\w]|_)"
)
_UNKNOWN_COST = 1000.0
_WORD_COST = 1.0
_ALONE_COST = 0.35
"""One Chinese character on its own is part of a longer word more often than not."""


@dataclass(frozen=True)
class Atom:
    """The smallest piece of text."""

    text: str
    start: int
    end: int
    sort: str


def cut(flat: str) -> list[Atom]:
    """Cut a text in lower case into atoms."""
    atoms = []
    for match in _ATOM.finditer(flat):
        text, end = match[0], match.end()
        sort = match.lastgroup or "sign"
        if sort == "word" and text.endswith("."):
            text, end = text[:-1], end - 1
        atoms.append(Atom(text, match.start(), end, sort))
        if end < match.end():
            atoms.append(Atom(".", end, match.end(), "sign"))
    return atoms


@dataclass(slots=True)
class _Node:
    children: dict[str, _Node] = field(default_factory=dict)
    readings: list[tuple[str, Any]] = field(default_factory=list)


class Trie:
    """Phrases by their atoms."""

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, phrase: str, kind: str, value: Any) -> None:
        """Add a phrase with a reading."""
        node = self._root
        atoms = cut(flatten(phrase))
        for atom in atoms:
            if atom.text == "-" and len(atoms) > 1:
                continue
            node = node.children.setdefault(atom.text, _Node())
        if (kind, value) not in node.readings:
            node.readings.append((kind, value))

    def matches(
        self, atoms: Sequence[Atom], start: int
    ) -> Iterable[tuple[int, list[tuple[str, Any]]]]:
        """Yield where phrases that begin at an atom end, with their readings."""
        node, at = self._root, start
        while at < len(atoms):
            atom = atoms[at]
            if atom.text == "-" and at > start and atoms[at - 1].sort != "sign":
                at += 1
                continue
            following = node.children.get(atom.text)
            if atom.sort == "word" and (following is None or not following.readings):
                for stem in _stems(atom.text):
                    ended = node.children.get(stem)
                    if ended is not None and ended.readings:
                        yield at + 1, ended.readings
            if following is None and atom.sort == "word":
                following = next(
                    (node.children[s] for s in _stems(atom.text) if s in node.children), None
                )
            if following is None:
                return
            node, at = following, at + 1
            if node.readings:
                yield at, node.readings


def _stems(word: str) -> tuple[str, ...]:
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss"):
        return ()
    return (word[:-1], word[:-2]) if word.endswith("es") else (word[:-1],)


@dataclass(frozen=True)
class Edge:
    """A word from one atom to another, with what it may mean."""

    start: int
    end: int
    readings: tuple[tuple[str, Any], ...]
    cost: float = _WORD_COST


def edge_cost(atoms: Sequence[Atom], start: int, end: int) -> float:
    """Cost of a word of the vocabulary."""
    alone = end - start == 1 and atoms[start].sort == "han"
    return _WORD_COST + (_ALONE_COST if alone else 0.0)


def best_path(text: str, atoms: Sequence[Atom], edges: Iterable[Edge]) -> list[Item]:
    """Choose the best cut of a text into words.

    Returns
    -------
    list of Item
        In the order of the text; ``UNKNOWN`` for atoms that no edge covers.
    """
    starts: dict[int, dict[int, Edge]] = {}
    for edge in edges:
        known = starts.setdefault(edge.start, {}).get(edge.end)
        if known is not None:
            readings = (*known.readings, *(r for r in edge.readings if r not in known.readings))
            edge = Edge(edge.start, edge.end, readings, min(known.cost, edge.cost))
        starts[edge.start][edge.end] = edge
    best: list[tuple[float, Edge | None]] = [(0.0, None)] * (len(atoms) + 1)
    for at in range(len(atoms) - 1, -1, -1):
        chosen = (
            _UNKNOWN_COST + best[at + 1][0],
            Edge(at, at + 1, (("UNKNOWN", atoms[at].text),)),
        )
        for edge in sorted(starts.get(at, {}).values(), key=lambda e: -e.end):
            cost = edge.cost + best[edge.end][0]
            if cost < chosen[0] - 1e-9:
                chosen = (cost, edge)
        best[at] = chosen
    items, at = [], 0
    while at < len(atoms):
        step = best[at][1]
        if step is None:
            raise AssertionError("every atom has an edge")
        edge = step
        start, end = atoms[edge.start].start, atoms[edge.end - 1].end
        (kind, value), *others = edge.readings
        # a long dash is a dash
        written = "-" if atoms[edge.start].text == "-" else text[start:end]
        items.append(Item(kind, value, start, end, written, tuple(others)))
        at = edge.end
    return items
