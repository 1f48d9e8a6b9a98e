"""Compare publications of the library with what Crossref answers of them.

Crossref's answers are JSON (https://api.crossref.org/swagger-ui/): a work, or a list of works that
a search found. Titles, names and journals are compared by their letters, whatever their case,
punctuation and accents; an abbreviated journal agrees with a name whose words begin with it.
"""

from __future__ import annotations

import json
import re
import unicodedata
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from diagnostics.contracts.library import LibraryReference

_ADDRESS = "https://api.crossref.org/works"
_SECONDS = 20
_LONGEST = 5_000_000
_NEEDED = ("title", "authors", "year")
_SMALL = frozenset({"a", "and", "for", "in", "of", "on", "the"})


class UnansweredError(Exception):
    """Crossref, or the folder of its answers, says nothing of a publication; the text says why."""


class Answers(Protocol):
    """Where answers come from."""

    def of(self, reference: LibraryReference, /) -> Any:
        """Return the JSON that Crossref gave for a publication.

        Raises
        ------
        UnansweredError
        """


@dataclass(frozen=True)
class Difference:
    """A field in which the library and Crossref differ.

    Parameters
    ----------
    field, ours, theirs : str
    """

    field: str
    ours: str
    theirs: str


@dataclass(frozen=True)
class Comparison:
    """What came of comparing a publication.

    Parameters
    ----------
    doi : str
        Of the work that was compared with.
    differences : tuple of Difference
    """

    doi: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Folder:
    """Answers that were kept: ``KEY.json`` for each publication."""

    path: Path

    def of(self, reference: LibraryReference, /) -> Any:
        """Return the kept answer."""
        path = self.path / f"{reference.key}.json"
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise UnansweredError(f"{path} is not there") from error
        except (OSError, ValueError) as error:
            raise UnansweredError(f"{path} cannot be read: {error}") from error


@dataclass(frozen=True)
class Network:
    """Crossref itself, which asks for an address to write to.

    Parameters
    ----------
    mailto : str
    """

    mailto: str

    def of(self, reference: LibraryReference, /) -> Any:
        """Ask for the DOI; where there is none, search by the printed reference."""
        asked = {"mailto": self.mailto}
        address = _ADDRESS
        if reference.doi:
            address = f"{_ADDRESS}/{urllib.parse.quote(reference.doi, safe='')}"
        else:
            asked |= {"query.bibliographic": reference.text, "rows": "3"}
        request = urllib.request.Request(  # noqa: S310  the address is Crossref's
            f"{address}?{urllib.parse.urlencode(asked)}", headers={"Accept": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as reply:  # noqa: S310  as above
                return json.loads(reply.read(_LONGEST))
        except urllib.error.HTTPError as error:
            raise UnansweredError(f"Crossref answered {error.code}") from error
        except (OSError, ValueError) as error:
            raise UnansweredError(f"Crossref could not be asked: {error}") from error


def compare(reference: LibraryReference, answer: Any) -> Comparison:
    """Compare a publication with an answer.

    Parameters
    ----------
    reference : LibraryReference
    answer : JSON
        A work, or a list of which the one with the same title is taken.

    Raises
    ------
    UnansweredError
        When the answer holds no such work, or lacks its title, its authors or its year: what is
        not compared does not agree.
    """
    work = _work(reference, answer)
    found = {
        "title": (reference.title, _first(work.get("title")), _alike),
        "authors": (reference.authors[0], _author(work), _begins),
        "year": (str(reference.year), _year(work), _same),
        "volume": (reference.volume, str(work.get("volume") or ""), _same),
        "pages": (reference.pages, str(work.get("page") or ""), _same_pages),
        "container": (reference.container, _first(work.get("container-title")), _abbreviates),
    }
    missing = [field for field in _NEEDED if not found[field][1]]
    if missing:
        raise UnansweredError(f"the answer lacks: {', '.join(missing)}")
    differences = tuple(
        Difference(field, ours, theirs)
        for field, (ours, theirs, agrees) in found.items()
        if ours and theirs and not agrees(ours, theirs)
    )
    return Comparison(str(work.get("DOI") or ""), differences)


def _work(reference: LibraryReference, answer: Any) -> Mapping[str, Any]:
    message = answer.get("message", answer) if isinstance(answer, Mapping) else None
    if not isinstance(message, Mapping):
        raise UnansweredError("the answer is no document of Crossref")
    items = message.get("items")
    if items is None:
        return message
    for item in items if isinstance(items, list) else ():
        if isinstance(item, Mapping) and _alike(reference.title, _first(item.get("title"))):
            return item
    raise UnansweredError("no work with this title was found")


def _first(value: Any) -> str:
    held = value[0] if isinstance(value, list) and value else value
    return held if isinstance(held, str) else ""


def _author(work: Mapping[str, Any]) -> str:
    authors = work.get("author")
    first = authors[0] if isinstance(authors, list) and authors else {}
    return str(first.get("family") or "") if isinstance(first, Mapping) else ""


def _year(work: Mapping[str, Any]) -> str:
    """Return the year of the printed issue, or the earliest that there is."""
    for name in ("published-print", "issued"):
        try:
            return str(int(work[name]["date-parts"][0][0]))
        except (KeyError, IndexError, TypeError, ValueError):
            continue
    return ""


def _letters(text: str) -> str:
    """Return the words of a text in lower case, without accents and punctuation."""
    plain = unicodedata.normalize("NFKD", re.sub(r"<[^>]*>", "", text).casefold())
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", kept))


def _alike(ours: str, theirs: str) -> bool:
    return _letters(ours) == _letters(theirs)


def _begins(ours: str, theirs: str) -> bool:
    """Whether a name with initials is that of a family."""
    return f"{_letters(ours)} ".startswith(f"{_letters(theirs)} ")


def _same(ours: str, theirs: str) -> bool:
    return ours == theirs


def _same_pages(ours: str, theirs: str) -> bool:
    """Compare pages by their numbers; a first page alone agrees with a range from there."""
    own, other = re.findall(r"\w+", ours), re.findall(r"\w+", theirs)
    shorter = min(len(own), len(other))
    return bool(shorter) and own[:shorter] == other[:shorter]


def _abbreviates(ours: str, theirs: str) -> bool:
    """Whether each word of an abbreviated name begins a word of the whole one, in their order."""
    whole = iter([word for word in _letters(theirs).split() if word not in _SMALL])
    words = [word for word in _letters(ours).split() if word not in _SMALL]
    return all(any(full.startswith(word) for full in whole) for word in words)
