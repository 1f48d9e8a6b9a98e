"""The phrases of one sentence, each of which a frame must use exactly once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from diagnostics.language.grammar.items import Item, NotReadError, Sentence
from diagnostics.messages import Listing, Message

UNREAD = "UNREAD"
"""Kind of words that are set aside: no phrase joins them, and no part asks for them."""
SILENT = frozenset({"EMPTY", "PREP", "BE", "WILL", "FORECAST", "SUFFIX"})
_SIGNS = frozenset(",，;；?？.。!！:：\"'“”‘’「」《》()（）、…")


@dataclass
class PhrasePool:
    """Items of a sentence, which of them were used, and for which part of what is asked.

    Parameters
    ----------
    sentence : Sentence

    Attributes
    ----------
    parts : dict of int to set of str
        By where an item begins: ``where``, ``when``, ``event``, ``what``, ``preset``, ``source``;
        of an event its type as well, as in ``event:gale``. Items in no part say nothing of their
        own.
    """

    sentence: Sentence
    used: set[int] = field(default_factory=set)
    parts: dict[int, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Leave out what was set aside."""
        self.used.update(n for n, item in enumerate(self.items) if item.kind == UNREAD)

    def use(self, numbers: Iterable[int], part: str = "") -> None:
        """Use items by their number, for a part."""
        for number in numbers:
            self.used.add(number)
            self.mark(self.items[number].start, part)

    def mark(self, start: int, part: str) -> None:
        """Note that the item that begins at a place of the text says something of a part."""
        if part:
            self.parts.setdefault(start, set()).add(part)

    def spans(self, part: str, starts: Iterable[int] | None = None) -> list[tuple[int, int]]:
        """Return where the words of a part stand; neighbours are one span.

        Parameters
        ----------
        part : str
        starts : iterable of int, optional
            Only items that begin there.
        """
        chosen = None if starts is None else set(starts)
        return runs(
            self.sentence.text,
            [
                item
                for item in self.items
                if part in self.parts.get(item.start, ())
                and (chosen is None or item.start in chosen)
            ],
        )

    @property
    def items(self) -> list[Item]:
        """All items, in the order of the text."""
        return self.sentence.items

    def _free(self) -> Iterable[tuple[int, Item]]:
        return ((n, item) for n, item in enumerate(self.items) if n not in self.used)

    def has(self, *kinds: str) -> bool:
        """Whether an item of one of the kinds is left."""
        return any(item.read_as(kind) for _, item in self._free() for kind in kinds)

    def peek(self, *kinds: str) -> Item | None:
        """Return the first item of one of the kinds that is left, or None."""
        for _, item in self._free():
            for kind in kinds:
                found = item.read_as(kind)
                if found is not None:
                    return found
        return None

    def take(self, *kinds: str, part: str = "") -> Item | None:
        """Return and use the first item of one of the kinds, or None."""
        for number, item in self._free():
            for kind in kinds:
                found = item.read_as(kind)
                if found is not None:
                    self.use([number], part)
                    return found
        return None

    def take_value(self, kind: str, *values: str) -> Item | None:
        """Return and use the first item of a kind with one of the values, or None."""
        for number, item in self._free():
            found = item.read_as(kind)
            if found is not None and found.value in values:
                self.used.add(number)
                return found
        return None

    def take_all(self, *kinds: str, part: str = "") -> list[Item]:
        """Return and use every item of the kinds."""
        found = []
        while (item := self.take(*kinds, part=part)) is not None:
            found.append(item)
        return found

    def position(self, kind: str) -> int | None:
        """Return where in the text the first item of a kind stands, used or not."""
        for item in self.items:
            if item.read_as(kind):
                return item.start
        return None

    def _parting(self, item: Item) -> bool:
        """Whether a dash stands apart, between two phrases."""
        text = self.sentence.text
        around = text[item.start - 1 : item.start], text[item.end : item.end + 1]
        return item.text in "-–—" and around == (" ", " ")

    def left(self) -> list[Item]:
        """Return the items that nothing used and that say something."""
        return [
            item
            for _, item in self._free()
            if item.kind not in SILENT
            and not (set(item.text) <= _SIGNS)
            and not self._parting(item)
        ]

    def refusals(self) -> Iterator[NotReadError]:
        """Yield a refusal of each run of words that is left, in the order of the text.

        ``unknown_words`` is what nothing knows, ``unused_words`` what was read and has no part.
        """
        for known, items in groupby(self.left(), lambda item: item.kind != "UNKNOWN"):
            refuse = unused_words if known else unknown_words
            for start, end in runs(self.sentence.text, list(items)):
                refusal = refuse((self.sentence.text[start:end],))
                refusal.spans = ((start, end),)
                yield refusal

    def close(self) -> None:
        """End the reading.

        Raises
        ------
        NotReadError
            ``unknown_words`` for words that nothing knows, ``unused_words`` for those that were
            read and have no part in the form.
        """
        left = self.left()
        unknown = [item for item in left if item.kind == "UNKNOWN"]
        if unknown:
            spans = runs(self.sentence.text, unknown)
            refusal = unknown_words(tuple(dict.fromkeys(self.sentence.text[a:b] for a, b in spans)))
            refusal.spans = tuple(spans)
            raise refusal
        if left:
            refusal = unused_words(tuple(dict.fromkeys(item.text for item in left)))
            refusal.spans = tuple((item.start, item.end) for item in left)
            raise refusal


def runs(text: str, items: Sequence[Item]) -> list[tuple[int, int]]:
    """Return where items stand; those with nothing but blanks between them are one run."""
    return joined(text, [(item.start, item.end) for item in items])


def joined(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join spans with nothing but blanks between them."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and not text[found[-1][1] : start].strip():
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def unknown_words(texts: tuple[str, ...]) -> NotReadError:
    """Return the refusal of words that nothing knows."""
    return _refusal("unknown_words", "grammar-unknown_words", texts)


def unused_words(texts: tuple[str, ...]) -> NotReadError:
    """Return the refusal of words that were read and have no part."""
    return _refusal("unused_words", "grammar-unused_words", texts)


def _refusal(code: str, identifier: str, texts: tuple[str, ...]) -> NotReadError:
    words = Listing(items=texts, style="clauses")
    return NotReadError(code, Message(id=identifier, params={"words": words}), texts[0])
