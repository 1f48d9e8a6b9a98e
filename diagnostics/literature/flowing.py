"""The text of a page as sentences: lines joined, each character with its place on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE_END = re.compile(
    r"(?P<joined>(?<=[a-z])-\s*\n\s*(?=[a-z])|(?<=[\u3400-\u9fff])\s*\n\s*(?=[\u3400-\u9fff]))|\s+"
)
_END = re.compile(r"[.!?](?=\s+[\"(\[]?[A-Z0-9\u3400-\u9fff])|[。！？；]|;(?=\s)")
_ABBREVIATED = re.compile(
    r"\b(?:figs?|eqs?|refs?|secs?|no|vs|cf|ca|approx|al|e\.g|i\.e|dr|st)\.$"
    r"|(?<![\d°] )(?<![\d°])\b(?-i:[A-Z])\.$",
    re.I,
)


@dataclass(frozen=True)
class Sentence:
    """A sentence with its place: `offset` counts characters from the start of the page's text."""

    text: str
    offset: int


def sentences_of(page: str) -> Iterator[Sentence]:
    r"""Yield the sentences of a page; what a line's end divides is joined.

    Examples
    --------
    >>> [one.text for one in sentences_of("Strong as-\ncent (Fig. 2).\nIt rains.")]
    ['Strong ascent (Fig. 2).', 'It rains.']
    """
    text, places = _flowing(page)
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        if match[0] == "." and _ABBREVIATED.search(text[max(0, end - 10) : end]):
            continue
        yield from _between(text, places, start, end)
        start = end
    yield from _between(text, places, start, len(text))


def _between(text: str, places: list[int], start: int, end: int) -> Iterator[Sentence]:
    while start < end and text[start] == " ":
        start += 1
    if start < end:
        yield Sentence(text[start:end].rstrip(), places[start])


def _flowing(page: str) -> tuple[str, list[int]]:
    parts: list[str] = []
    places: list[int] = []
    position = 0
    for match in _LINE_END.finditer(page):
        parts.append(page[position : match.start()])
        places.extend(range(position, match.start()))
        if match["joined"] is None:
            parts.append(" ")
            places.append(match.start())
        position = match.end()
    parts.append(page[position:])
    places.extend(range(position, len(page)))
    return "".join(parts), places
