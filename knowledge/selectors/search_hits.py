"""What a search found, in words: titles, and the passages that hold what was searched for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from diagnostics.contracts.enums import EventType
from diagnostics.guidelines import preset_document
from knowledge.models import ProposedKind
from knowledge.selectors.library import (
    entries_in_force,
    entries_of,
    explanations_in_force,
    presets_in_force,
    references_in_force,
)
from knowledge.selectors.rows import explanation_of, preset_of, reference_of
from knowledge.selectors.search import Found, Name, stems_of
from knowledge.selectors.search_texts import (
    WEIGHTS,
    FoundIn,
    Named,
    Text,
    cause_texts,
    entry_texts,
    preset_texts,
    reference_texts,
)
from knowledge.words import Stems, Term, words_of

_PASSAGES = 2
_BEFORE, _LENGTH = 40, 170
_VALUES = {"A": 8, "B": 4, "C": 2, "D": 1}
_NOT_READ = (FoundIn.KEY, FoundIn.EVENT)
"""Shown only for words that nothing else of an item holds."""


@dataclass(frozen=True)
class Segment:
    """A piece of a passage, and whether it is what was searched for."""

    text: str
    match: bool


@dataclass(frozen=True)
class Passage:
    """Where words were found."""

    place: FoundIn
    language: str
    by_centre: bool
    segments: tuple[Segment, ...]


@dataclass(frozen=True)
class Hit:
    """An item that a search found.

    Attributes
    ----------
    own : bool
        Whether the item is an entry of the centre's own.
    """

    kind: ProposedKind
    key: str
    title: str
    title_zh: str
    event_types: tuple[EventType, ...]
    own: bool
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Said:
    """What an item says, and of which types of event."""

    texts: Sequence[Text]
    event_types: tuple[EventType, ...] = ()


def items_said(names: Iterable[Name] | None = None) -> dict[Name, Said]:
    """Return what items in force say, by their names; of all items without names."""
    wanted = None if names is None else [*names]
    causes = {row.item.key: explanation_of(row) for row in explanations_in_force()}
    references = {row.item.key: reference_of(row.item.key, row) for row in references_in_force()}
    rows, criteria = entries_in_force(), presets_in_force()
    if wanted is not None:
        rows = rows.filter(item__key__in=_keys(wanted, ProposedKind.ENTRY))
        criteria = criteria.filter(item__key__in=_keys(wanted, ProposedKind.PRESET))
    named = Named([*causes.values()], references)
    found = {
        (ProposedKind.ENTRY.value, entry.id): Said([*entry_texts(entry, named)], entry.event_types)
        for entry in entries_of(rows)
    }
    found |= {
        (ProposedKind.CAUSE.value, key): Said([*cause_texts(cause)], cause.event_types)
        for key, cause in causes.items()
    }
    found |= {
        (ProposedKind.REFERENCE.value, key): Said([*reference_texts(reference)])
        for key, reference in references.items()
    }
    presets = {row.item.key: preset_document(preset_of(row)) for row in criteria}
    found |= {
        (ProposedKind.PRESET.value, key): Said([*preset_texts(document)])
        for key, document in presets.items()
    }
    return found if wanted is None else {name: found[name] for name in wanted if name in found}


def search_hits(found: Found, names: Sequence[Name]) -> list[Hit]:
    """Return items that were found, with the passages that hold the words.

    Parameters
    ----------
    found : Found
    names : sequence
        Of these: a page of what was found.
    """
    shared = items_said(names)
    said = {name: shared.get(name, Said(())) for name in names}
    texts = {name: [*found.own.get(name, ()), *said[name].texts] for name in names}
    words = (word.text for held in texts.values() for text in held for word in words_of(text.text))
    marked = _Marked(found.terms, stems_of(words))
    return [
        Hit(
            kind=ProposedKind(name[0]),
            key=name[1],
            **_titles(name, texts[name]),
            event_types=said[name].event_types,
            own=name not in shared,
            passages=tuple(marked.passages(texts[name])),
        )
        for name in names
    ]


def _titles(name: Name, texts: Sequence[Text]) -> dict[str, str]:
    titles = {text.language: text.text for text in texts if text.place is FoundIn.NAME}
    english = titles.get("en", titles.get("", name[1]))
    return {"title": english, "title_zh": titles.get("zh", english)}


def _keys(names: Iterable[Name], kind: ProposedKind) -> list[str]:
    return [key for held, key in names if held == kind]


@dataclass(frozen=True)
class _Marked:
    """Finds terms in texts as the index does."""

    terms: Sequence[Term]
    stems: Stems

    def passages(self, texts: Iterable[Text]) -> Iterator[Passage]:
        """Give the passages that hold the most, those that hold other words first."""
        met = [(text, self._met(text.text)) for text in texts]
        read = {term for text, terms in met if text.place not in _NOT_READ for term in terms}
        left = [(text, terms - read if text.place in _NOT_READ else terms) for text, terms in met]
        covered: set[str] = set()
        for _ in range(_PASSAGES):
            best = max(left, key=lambda one: self._worth(one[0], one[1], covered), default=None)
            if best is None or not best[1]:
                return
            left.remove(best)
            covered |= best[1]
            yield self._passage(best[0])

    def _worth(self, text: Text, terms: set[str], covered: set[str]) -> int:
        place = 0 if text.place is FoundIn.KEY else _VALUES[WEIGHTS[text.place]] + text.by_centre
        return 1000 * len(terms - covered) + 10 * len(terms) + place

    def _met(self, text: str) -> set[str]:
        return {term for _, _, term in self._places(text)}

    def _places(self, text: str) -> Iterator[tuple[int, int, str]]:
        for word in words_of(text):
            stems = self.stems.get(word.text, ())
            for term in self.terms:
                if term.meets(word.text, stems):
                    yield word.start, word.end, term.word

    def _passage(self, text: Text) -> Passage:
        places = [*self._places(text.text)]
        first = max(places, key=lambda one: self._held_from(one[0], places))[0]
        start = _cut(text.text, first - _BEFORE)
        end = _cut(text.text, start + _LENGTH)
        segments = [*_segments(text.text, start, end, places)]
        if start:
            segments.insert(0, Segment("…", match=False))
        if end < len(text.text):
            segments.append(Segment("…", match=False))
        return Passage(text.place, text.language, text.by_centre, tuple(segments))

    def _held_from(self, start: int, places: Sequence[tuple[int, int, str]]) -> int:
        end = start + _LENGTH - _BEFORE
        return len({term for at, _, term in places if start <= at < end})


def _cut(text: str, at: int) -> int:
    """Return where a text can be cut at or before a place: between words."""
    if at <= 0:
        return 0
    if at >= len(text):
        return len(text)
    space = text.rfind(" ", max(at - 20, 0), at)
    return space + 1 if space >= 0 and text[at].isascii() else at


def _segments(
    text: str, start: int, end: int, places: Iterable[tuple[int, int, str]]
) -> Iterator[Segment]:
    """Give a part of a text in pieces that are what was searched for, or not."""
    marked = [False] * len(text)
    for first, last, _ in places:
        marked[first:last] = [True] * (last - first)
    at = start
    for place in range(start + 1, end + 1):
        if place == end or marked[place] != marked[at]:
            yield Segment(text[at:place], marked[at])
            at = place
