"""Comparison of references with records of Crossref: what agrees, what differs, what is not there.

Records are Crossref's own JSON (https://api.crossref.org/swagger-ui/index.html): the answer for one
DOI, the answer to a search, or a list of works. Nothing here reaches the network.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from diagnostics.contracts.enums import VerificationOutcome
from diagnostics.contracts.guidelines import Reference

COMPARED = ("title", "year", "journal", "volume", "pages", "authors")
# Titles differ in hyphens, marks and capitals between lists; below this they are other works.
_SAME_TITLE = 0.9
_DATES = ("published-print", "published-online", "published", "issued")


@dataclass(frozen=True)
class Record:
    """What a record of Crossref says of one work."""

    doi: str
    title: str
    authors: tuple[str, ...]
    """Family names, in their order."""
    years: tuple[int, ...]
    """In print and online: either may be cited."""
    journals: tuple[str, ...]
    volume: str
    issue: str
    pages: str


@dataclass(frozen=True)
class Difference:
    """A field in which a reference and a record differ."""

    field: str
    ours: str
    theirs: str


@dataclass(frozen=True)
class Comparison:
    """What came of the comparison of one reference."""

    reference: Reference
    outcome: VerificationOutcome
    record: Record | None = None
    differences: tuple[Difference, ...] = ()
    missing: tuple[str, ...] = ()
    """Fields that either side does not give."""


def records_of(document: object) -> Iterator[Record]:
    """Return the works of a document in any of Crossref's forms.

    Parameters
    ----------
    document : object
        A work; ``{"message": work}``; ``{"message": {"items": [work, ...]}}``; or a list of them.

    Raises
    ------
    ValueError
        Where it is none of these.
    """
    if isinstance(document, list):
        for one in document:
            yield from records_of(one)
    elif not isinstance(document, Mapping):
        raise ValueError("neither a work nor a list of works")
    elif isinstance(document.get("message"), Mapping):
        yield from records_of(document["message"])
    elif isinstance(document.get("items"), list):
        yield from records_of(document["items"])
    elif isinstance(document.get("DOI"), str):
        yield _record(document)
    else:
        raise ValueError("a work without DOI")


def compare(reference: Reference, records: Iterable[Record]) -> Comparison:
    """Compare a reference with the record of its DOI, or else with that of its title.

    The outcome is ``agrees`` where title, year, journal, volume and first page agree, ``partly``
    where nothing differs and something is missing, ``contradicted`` where something differs, and
    ``not_found`` without a record.
    """
    record = _record_for(reference, list(records))
    if record is None:
        return Comparison(reference, VerificationOutcome.NOT_FOUND)
    differences, missing = [], []
    for field in COMPARED:
        ours, theirs, same = _sides(field, reference, record)
        if not ours or not theirs:
            missing.append(field)
        elif not same:
            differences.append(Difference(field, ours, theirs))
    if differences:
        outcome = VerificationOutcome.CONTRADICTED
    else:
        outcome = VerificationOutcome.PARTLY if missing else VerificationOutcome.AGREES
    return Comparison(reference, outcome, record, tuple(differences), tuple(missing))


def plain_doi(doi: str) -> str:
    """Return a DOI as it is compared: without an address before it, in small letters."""
    return re.sub(r"^(https?://(dx\.)?doi\.org/|doi:\s*)", "", doi.strip(), flags=re.I).lower()


def _record(work: Mapping[str, Any]) -> Record:
    years = {year for name in _DATES if (year := _year(work.get(name))) is not None}
    return Record(
        doi=plain_doi(work["DOI"]),
        title=": ".join([*_texts(work.get("title"))[:1], *_texts(work.get("subtitle"))[:1]]),
        authors=tuple(
            str(one.get("family") or one.get("name") or "")
            for one in _listed(work.get("author"))
            if isinstance(one, Mapping)
        ),
        years=tuple(sorted(years)),
        journals=tuple(
            name
            for key in ("container-title", "short-container-title")
            for name in _texts(work.get(key))
        ),
        volume=str(work.get("volume") or ""),
        issue=str(work.get("issue") or ""),
        pages=str(work.get("page") or work.get("article-number") or ""),
    )


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [one for one in _listed(value) if isinstance(one, str)]


def _year(date: object) -> int | None:
    parts = _listed(date.get("date-parts")) if isinstance(date, Mapping) else []
    first = _listed(parts[0])[:1] if parts else []
    return first[0] if first and isinstance(first[0], int) else None


def _record_for(reference: Reference, records: list[Record]) -> Record | None:
    if reference.doi:
        wanted = plain_doi(reference.doi)
        return next((one for one in records if one.doi == wanted), None)
    scored = [(_title_likeness(reference.title, one.title), one) for one in records]
    likeness, best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return best if likeness >= _SAME_TITLE else None


def _sides(field: str, reference: Reference, record: Record) -> tuple[str, str, bool]:
    """Return both sides of a field as texts, and whether they agree."""
    if field == "title":
        same = _title_likeness(reference.title, record.title) >= _SAME_TITLE
        return reference.title, record.title, same
    if field == "year":
        theirs = " / ".join(map(str, record.years))
        return str(reference.year or ""), theirs, reference.year in record.years
    if field == "journal":
        same = any(_same_journal(reference.journal, name) for name in record.journals)
        return reference.journal, " / ".join(record.journals), same
    if field == "volume":
        return reference.volume, record.volume, reference.volume == record.volume
    if field == "pages":
        same = _first_page(reference.pages) == _first_page(record.pages)
        return reference.pages, record.pages, same
    first = reference.authors[0] if reference.authors else ""
    theirs = record.authors[0] if record.authors else ""
    # "Du Y." against the family name "Du": the family name comes first in ours
    return first, theirs, _letters(first).startswith(_letters(theirs))


def _letters(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(one for one in decomposed if one.isalnum())


def _title_likeness(ours: str, theirs: str) -> float:
    first, second = _letters(ours), _letters(theirs)
    if not first or not second:
        return 0.0
    if min(len(first), len(second)) > 20 and (first.startswith(second) or second.startswith(first)):
        return 1.0  # a record without the subtitle, or a title without it
    return difflib.SequenceMatcher(None, first, second, autojunk=False).ratio()


def _same_journal(ours: str, theirs: str) -> bool:
    """Whether an abbreviated name stands for a full one: each word begins the other's word.

    What follows a colon names a section: *Tellus A* is *Tellus A: Dynamic Meteorology*.
    """
    first = _words(ours)
    return any(
        len(first) == len(second)
        and all(
            long.startswith(short) or short.startswith(long) or _contracted(short, long)
            for short, long in zip(first, second, strict=True)
        )
        for second in (_words(theirs), _words(theirs.partition(":")[0]))
    )


def _contracted(short: str, long: str) -> bool:
    """Whether a word is a contraction of another: ``natl`` of ``national``."""
    letters = iter(long)
    return short[0] == long[0] and all(letter in letters for letter in short)


_SMALL_WORDS = {"of", "the", "and", "for", "in", "on", "a", "part", "series", "usa"}


def _words(name: str) -> list[str]:
    split = re.split(r"[^\w]+", unicodedata.normalize("NFKD", name.replace("&", " ")).casefold())
    return [word for word in split if word and word not in _SMALL_WORDS]


def _first_page(pages: str) -> str:
    return _letters(re.split(r"[-\u2010-\u2015,;]", pages.strip(), maxsplit=1)[0])
