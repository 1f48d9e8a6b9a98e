"""The phrases of one sentence, each of which a frame must use exactly once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from diagnostics.language.grammar.items import Item, NotReadError, Sentence
from diagnostics.language.grammar.near_words import near_word
from diagnostics.messages import Listing, Message

SILENT = frozenset({"EMPTY", "PREP", "BE", "WILL", "FORECAST", "SUFFIX"})
UNREAD = frozenset({"UNKNOWN", "LIFE", "LOCALE"})
"""Words that nothing reads: unknown, or of daily life where they may change what is asked."""
_SIGNS = frozenset(",，;；?？.。!！:：\"'“”‘’「」《》()（）、…")


@dataclass
class PhrasePool:
    """Items of a sentence and which of them were used.

    Parameters
    ----------
    sentence : Sentence
    """

    sentence: Sentence
    used: set[int] = field(default_factory=set)

    @property
    def items(self) -> list[Item]:
        """All items, in the order of the text."""
        return self.sentence.items

    def _free(self) -> Iterable[tuple[int, Item]]:
        return ((n, item) for n, item in enumerate(self.items) if n not in self.used)

    def has(self, *kinds: str) -> bool:
        """Whether an item of one of the kinds is left."""
        return any(item.read_as(kind) for _, item in self._free() for kind in kinds)

    def unread(self) -> bool:
        """Whether a word is left that nothing reads."""
        return any(item.kind in UNREAD for _, item in self._free())

    def peek(self, *kinds: str) -> Item | None:
        """Return the first item of one of the kinds that is left, or None."""
        for _, item in self._free():
            for kind in kinds:
                found = item.read_as(kind)
                if found is not None:
                    return found
        return None

    def take(self, *kinds: str) -> Item | None:
        """Return and use the first item of one of the kinds, or None."""
        for number, item in self._free():
            for kind in kinds:
                found = item.read_as(kind)
                if found is not None:
                    self.used.add(number)
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

    def take_all(self, *kinds: str) -> list[Item]:
        """Return and use every item of the kinds."""
        found = []
        while (item := self.take(*kinds)) is not None:
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

    def close(self) -> None:
        """End the reading.

        Raises
        ------
        NotReadError
            ``unknown_words`` for words that nothing knows, ``unused_words`` for those that were
            read and have no part in the form.
        """
        left = [
            item
            for _, item in self._free()
            if item.kind not in SILENT
            and not (set(item.text) <= _SIGNS)
            and not self._parting(item)
        ]
        unknown = [item for item in left if item.kind in UNREAD]
        if unknown:
            raise unknown_words(self.sentence, unknown)
        if left:
            texts = tuple(dict.fromkeys(item.text for item in left))
            raise NotReadError(
                "unused_words",
                Message(
                    id="grammar-unused_words",
                    params={"words": Listing(items=texts, style="clauses")},
                ),
                left[0].text,
            )


def unknown_words(sentence: Sentence, items: Iterable[Item]) -> NotReadError:
    """Return the refusal of words that nothing knows; neighbours are shown together.

    Where one of them is near a known word, that is said too; it is never read for it.
    """
    runs: list[list[int]] = []
    for item in items:
        if runs and not sentence.text[runs[-1][1] : item.start].strip():
            runs[-1][1] = item.end
        else:
            runs.append([item.start, item.end])
    texts = tuple(dict.fromkeys(sentence.text[a:b] for a, b in runs))
    words = Listing(items=texts, style="clauses")
    slips = next(
        (found for text in texts if (found := near_word(text, sentence.text)) is not None), None
    )
    if slips is None:
        message = Message(id="grammar-unknown_words", params={"words": words})
    else:
        written, near = slips
        message = Message(
            id="grammar-unknown_words_near",
            params={"words": words, "written": written, "near": near},
        )
    return NotReadError("unknown_words", message, texts[0])
