"""Under which licence a paper stands, and whether its words may be quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from diagnostics.literature.paper import Paper

_SPACE = r"[\s\-]*"
_BY = re.compile(
    rf"\bcc{_SPACE}by\b(?P<short>(?:{_SPACE}(?:nc|nd|sa)\b)*){_SPACE}(?P<short_version>[234]\.0)?"
    r"|licenses/by(?P<address>(?:-(?:nc|nd|sa))*)/(?P<address_version>[234]\.0)"
    rf"|creative\s+commons\s+attribution(?P<words>(?:{_SPACE}(?:non{_SPACE}commercial"
    rf"|no{_SPACE}deriv\w*|share{_SPACE}alike))*)\s*(?:(?P<words_version>[234]\.0)"
    rf"(?P<after>(?:{_SPACE}(?:non{_SPACE}commercial|no{_SPACE}deriv\w*|share{_SPACE}alike))*))?",
    re.I,
)
_ZERO = re.compile(r"\bcc0\b|publicdomain/zero|creative\s+commons\s+zero", re.I)
_OWN = re.compile(
    r"\b(?:this|the)\s+(?:article|work|paper|manuscript)\b|\bopen[\s-]access\b"
    r"|©|\(c\)|\bauthor\(s\)|\bauthors?\s+\d{4}|\bpublished\s+(?:by|under)\b",
    re.I,
)
_AROUND = 200
"""Characters before a licence within which it must be said of the paper itself."""


@dataclass(frozen=True)
class Licence:
    """A licence with where it is known from, and whether words may be quoted under it."""

    name: str | None
    known_from: Literal["named", "text", "nowhere"]

    @property
    def quotes(self) -> bool:
        """Whether the words of the paper may be stored: CC BY and CC0 alone."""
        return self.name is not None and self.name != "other"


def licence_of(paper: Paper, named: str | None = None) -> Licence:
    """Return the licence of a paper.

    A licence in the text counts where it is said of the article itself; one of a figure or a data
    set does not. Where text and person differ, or the text names several, the stricter one holds.

    Parameters
    ----------
    paper : Paper
    named : str, optional
        One of `contracts.guidelines.PAPER_LICENCES`, by a person who knows.
    """
    found = set(_stated(page.text for page in paper.pages))
    if "other" in found:
        return Licence("other", "text")
    if named is not None:
        return Licence(named, "named")
    if len(found) == 1:
        return Licence(found.pop(), "text")
    return Licence("other", "text") if found else Licence(None, "nowhere")


def _stated(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        for match in _BY.finditer(text):
            if not _of_the_paper(text, match):
                continue
            parts = match.groupdict()
            limited = any(parts[name] for name in ("short", "address", "words", "after"))
            versions = (f"{name}_version" for name in ("short", "address", "words"))
            version = next((parts[name] for name in versions if parts[name]), None)
            if limited:
                yield "other"
            elif version is not None:
                yield f"CC-BY-{version}"
        for match in _ZERO.finditer(text):
            if _of_the_paper(text, match):
                yield "CC0-1.0"


def _of_the_paper(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - _AROUND) : match.start()]
    return _OWN.search(before) is not None
