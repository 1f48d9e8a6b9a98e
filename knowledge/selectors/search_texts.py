"""What the library says in words, by where it says it: what is indexed, and what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from diagnostics.contracts.guidelines import Cause, FigureExpectation
from diagnostics.contracts.library import LibraryEntry, LibraryReference
from diagnostics.contracts.overlay import Adjustment
from diagnostics.guidelines import preset_numbers
from diagnostics.messages import languages, term
from knowledge.catalog import tools_by_name
from knowledge.models import CentreAdjustment


class FoundIn(StrEnum):
    """Where in an item words stand."""

    NAME = "name"
    KEY = "key"
    EVENT = "event"
    REASON = "reason"
    CHAIN = "chain"
    CONDITIONS = "conditions"
    TIMING = "timing"
    AUTHORS = "authors"
    EXPECTED = "expected"
    NOTE = "note"
    TAGS = "tags"
    ALTERNATIVES = "alternatives"
    EXPLANATIONS = "explanations"
    SOURCE = "source"
    CITATIONS = "citations"


WEIGHTS: Mapping[FoundIn, str] = {
    FoundIn.NAME: "A",
    FoundIn.KEY: "A",
    FoundIn.EVENT: "B",
    FoundIn.REASON: "B",
    FoundIn.CHAIN: "B",
    FoundIn.CONDITIONS: "B",
    FoundIn.TIMING: "B",
    FoundIn.AUTHORS: "B",
    FoundIn.EXPECTED: "C",
    FoundIn.NOTE: "C",
    FoundIn.TAGS: "C",
    FoundIn.ALTERNATIVES: "C",
    FoundIn.EXPLANATIONS: "C",
    FoundIn.SOURCE: "C",
    FoundIn.CITATIONS: "D",
}
"""PostgreSQL's weight of each, A first."""


class Text(NamedTuple):
    """Words of an item; the language is empty where they are of none."""

    place: FoundIn
    language: str
    text: str
    by_centre: bool = False


@dataclass(frozen=True)
class Named:
    """The explanations and publications that entries name."""

    causes: Sequence[Cause]
    references: Mapping[str, LibraryReference]


def entry_texts(entry: LibraryEntry, named: Named) -> Iterator[Text]:
    """Give what an entry says, with the words of what it names."""
    yield from _titles(FoundIn.NAME, [entry.factor])
    yield Text(FoundIn.KEY, "", f"{entry.id} {entry.factor}")
    kinds = [*map(str, entry.event_types), str(entry.category), str(entry.modality)]
    yield from _terms(FoundIn.EVENT, kinds)
    yield from _both(FoundIn.REASON, entry.rationale, entry.rationale_zh)
    conditions = (entry.conditions, entry.conditions_zh)
    yield from _both(FoundIn.CONDITIONS, *(" · ".join(said.values()) for said in conditions))
    yield from _both(FoundIn.TIMING, entry.timing, entry.timing_zh)
    yield from _both(FoundIn.NOTE, entry.note, entry.note_zh)
    yield from _expected(entry)
    yield Text(FoundIn.TAGS, "", " · ".join(entry.tags))
    yield from _titles(FoundIn.ALTERNATIVES, entry.alternatives)
    spoken_of = {*entry.supports, *entry.opposes}
    for cause in named.causes:
        if cause.id in spoken_of and {*cause.event_types} & {*entry.event_types}:
            yield from _both(FoundIn.EXPLANATIONS, cause.name, cause.name_zh)
            yield from _both(FoundIn.EXPLANATIONS, cause.chain, cause.chain_zh)
    for citation in entry.citations:
        reference = named.references.get(citation.reference)
        if reference is not None:
            yield Text(FoundIn.CITATIONS, "", f"{reference.text}. {reference.doi or ''}")
        yield Text(FoundIn.CITATIONS, "", f"{citation.passage} {citation.quoted}".strip())


def cause_texts(cause: Cause) -> Iterator[Text]:
    """Give what an explanation says."""
    yield from _both(FoundIn.NAME, cause.name, cause.name_zh)
    yield Text(FoundIn.KEY, "", cause.key)
    yield from _terms(FoundIn.EVENT, [*map(str, cause.event_types)])
    yield from _both(FoundIn.CHAIN, cause.chain, cause.chain_zh)


def reference_texts(reference: LibraryReference) -> Iterator[Text]:
    """Give what is known of a publication."""
    yield Text(FoundIn.NAME, "", reference.title)
    yield Text(FoundIn.KEY, "", reference.key)
    yield Text(FoundIn.AUTHORS, "", f"{', '.join(reference.authors)} {reference.year}")
    said = (reference.container, reference.volume, reference.publisher, reference.doi)
    yield Text(FoundIn.SOURCE, "", " · ".join(filter(None, said)))
    yield Text(FoundIn.NOTE, "", reference.note)


def preset_texts(document: Mapping[str, Any]) -> Iterator[Text]:
    """Give whose criteria of events these are, and what their numbers are called."""
    yield from _terms(FoundIn.NAME, [document["name"]])
    yield Text(FoundIn.KEY, "", document["name"])
    yield Text(FoundIn.AUTHORS, "", f"{document['authority']} · {document['title']}")
    numbers = preset_numbers(document)
    for language in languages():
        names = [number.names[language] for number in numbers]
        yield Text(FoundIn.EXPECTED, language, " · ".join(names))
    sources = dict.fromkeys(number.source for number in numbers if number.source)
    yield Text(FoundIn.SOURCE, "", " · ".join(sources))


def entry_titles(factor: str) -> tuple[str, str]:
    """Return the names of an entry's factor in both languages."""
    spec = tools_by_name().get(factor)
    return (spec.title_en, spec.title_zh) if spec else (factor, factor)


_OF_CENTRE = {
    "rationale": FoundIn.REASON,
    "conditions": FoundIn.CONDITIONS,
    "timing": FoundIn.TIMING,
    "note": FoundIn.NOTE,
    "name": FoundIn.NAME,
    "chain": FoundIn.CHAIN,
    "tags": FoundIn.TAGS,
}


def centre_texts(row: CentreAdjustment | Adjustment) -> Iterator[Text]:
    """Give the words of something that a centre says otherwise, or of an entry of its own."""
    head = row.path.partition(".")[0]
    given = row.value if isinstance(row.value, list) else [row.value]
    names = [name for name in given if isinstance(name, str)]
    if not names:
        return
    place = _OF_CENTRE.get(head.removesuffix("_zh"))
    found: Iterable[Text] = ()
    if head == "factor":
        found = (*_titles(FoundIn.NAME, names), Text(FoundIn.KEY, "", f"{row.item} {names[0]}"))
    elif head == "alternatives":
        found = _titles(FoundIn.ALTERNATIVES, names)
    elif head in ("event_types", "category", "modality"):
        found = _terms(FoundIn.EVENT, names)
    elif place is not None:
        language = "" if place is FoundIn.TAGS else "zh" if head.endswith("_zh") else "en"
        found = (Text(place, language, " · ".join(names)),)
    yield from (text._replace(by_centre=True) for text in found)


def _both(place: FoundIn, english: str, chinese: str) -> Iterator[Text]:
    yield Text(place, "en", english)
    yield Text(place, "zh", chinese)


def _titles(place: FoundIn, factors: Iterable[str]) -> Iterator[Text]:
    titles = [entry_titles(factor) for factor in factors]
    yield from _both(place, *(" · ".join(title[at] for title in titles) for at in (0, 1)))


def _terms(place: FoundIn, names: Iterable[str]) -> Iterator[Text]:
    for language in languages():
        yield Text(place, language, " · ".join(term(name, language) for name in names))


def _expected(entry: LibraryEntry) -> Iterator[Text]:
    expected = entry.expected
    if isinstance(expected, FigureExpectation):
        found = [item.detector for item in expected.detectors]
        yield from _titles(FoundIn.EXPECTED, found)
        yield Text(FoundIn.EXPECTED, "", expected.direction)
        return
    limits = [test for test in (expected.absolute, expected.floor) if test is not None]
    limits += [band.absolute for band in expected.bands]
    values = [f"{limit.op} {limit.value} {expected.unit}" for limit in limits]
    said = [expected.direction, *(values or [expected.unit])]
    yield Text(FoundIn.EXPECTED, "", " · ".join(said))
