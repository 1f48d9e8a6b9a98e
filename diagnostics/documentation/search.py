"""Finding pages of the catalogue by words: BM25 over short texts, English and Chinese.

Chinese has no spaces: runs of its characters are taken as overlapping pairs. The ranking is
lexical and deterministic (Robertson and Zaragoza 2009, doi:10.1561/1500000019); ties keep the
catalogue's order.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from diagnostics.contracts.enums import EventType, ToolKind
from diagnostics.contracts.pages import PageEntry, ToolPage
from diagnostics.documentation.packaged import tool_pages
from diagnostics.messages import languages, message, render

_WORD = re.compile(r"[a-z]+|\d+(?:\.\d+)?|[\u4e00-\u9fff]+")
_STOP = frozenset(
    re.findall(r"\w+", "a an and are at by for from how in is it of on or over the to what with")
)
_SATURATION = 1.2
_LENGTH_SHARE = 0.6
_TITLE_WEIGHT = 4
_NAME_WEIGHT = 3


def retrieve(query: str, kinds: Sequence[ToolKind] = (), limit: int = 8) -> tuple[PageEntry, ...]:
    """Return the pages that speak of `query`, the best first.

    Parameters
    ----------
    query : str
        Words in English or Chinese; an identifier counts as its words.
    kinds : sequence of ToolKind
        Which tools to look among; all by default.
    limit : int
        How many at most.

    Returns
    -------
    tuple of PageEntry
        None with a score of 0.
    """
    index = _index()
    wanted = Counter(words_of(query))
    scored = [
        (index.score(wanted, place), -place)
        for place, page in enumerate(index.pages)
        if not kinds or page.kind in kinds
    ]
    best = sorted((item for item in scored if item[0] > 0.0), reverse=True)[: max(limit, 0)]
    return tuple(_entry(index.pages[-place], score) for score, place in best)


def words_of(text: str) -> list[str]:
    """Split a text into words: lower case, simple plurals cut, Chinese in pairs."""
    found: list[str] = []
    for word in _WORD.findall(text.lower().replace("_", " ")):
        if word[0] >= "\u4e00":
            found += [word[k : k + 2] for k in range(max(len(word) - 1, 1))]
        elif word not in _STOP:
            plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
            found.append(word[:-1] if plural else word)
    return found


@dataclass(frozen=True)
class _Index:
    pages: tuple[ToolPage, ...]
    counts: tuple[Counter[str], ...]
    rarity: Mapping[str, float]
    mean_length: float

    def score(self, wanted: Mapping[str, int], place: int) -> float:
        counts = self.counts[place]
        share = counts.total() / self.mean_length
        damping = _SATURATION * (1.0 - _LENGTH_SHARE + _LENGTH_SHARE * share)
        return sum(
            times
            * self.rarity[word]
            * counts[word]
            * (_SATURATION + 1.0)
            / (counts[word] + damping)
            for word, times in wanted.items()
            if counts[word]
        )


@cache
def _index() -> _Index:
    pages = tuple(tool_pages().values())
    counts = tuple(_counts(page) for page in pages)
    holding = Counter(word for found in counts for word in found)
    rarity = {
        word: math.log(1.0 + (len(pages) - number + 0.5) / (number + 0.5))
        for word, number in holding.items()
    }
    mean = sum(found.total() for found in counts) / max(len(counts), 1)
    return _Index(pages, counts, rarity, mean)


def _counts(page: ToolPage) -> Counter[str]:
    body: Iterable[str] = (
        page.summary,
        page.formula,
        *page.description[:1],
        *(question.text for question in page.questions),
        *(f"{layer.title_en} {layer.title_zh}" for layer in page.layers),
        *(item.title for item in page.inputs),
        *(_event_words(event) for event in page.events),
        page.category or "",
    )
    counts = Counter(words_of(" ".join(body)))
    for words, weight in (
        (words_of(f"{page.title_en} {page.title_zh}"), _TITLE_WEIGHT),
        (words_of(page.name), _NAME_WEIGHT),
    ):
        for word in words:
            counts[word] += weight
    return counts


def _event_words(event: EventType) -> str:
    """The words for an event type, in every language."""
    return " ".join(render(message(f"search-event_{event}"), each) for each in languages())


def _entry(page: ToolPage, score: float) -> PageEntry:
    parts = [page.summary]
    if page.unit:
        parts.append(f"Unit {page.unit}.")
    if page.formula and page.kind is ToolKind.INDEX:
        parts.append(f"Formula: {page.formula}.")
    if page.layers:
        parts.append("Layers: " + "; ".join(f"{i.kind} {i.quantity}" for i in page.layers) + ".")
    if page.questions:
        parts.append("Asks: " + " ".join(question.text for question in page.questions))
    if page.inputs:
        needed = (f"{i.name} {i.where}".strip() for i in page.inputs if not i.optional)
        parts.append("Reads " + ", ".join(needed) + ".")
    if page.events:
        parts.append("Events: " + ", ".join(event.value for event in page.events) + ".")
    return PageEntry(
        name=page.name,
        kind=page.kind,
        title_en=page.title_en,
        title_zh=page.title_zh,
        text=" ".join(part for part in parts if part),
        score=round(score, 4),
    )
