"""The pieces that the grammar works on, and what it raises when it does not understand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from diagnostics.messages import Message


@dataclass(frozen=True)
class Item:
    """A word or a phrase with its kind and meaning.

    Parameters
    ----------
    kind : str
        Of the vocabulary (``STAT``, ``NUM``, ...) or of a phrase (``TIME``, ``PLACE``, ...).
    value : object
        What it means; the type depends on the kind.
    start, end : int
        Where it stands in the text.
    text : str
        As written.
    others : tuple of (str, object)
        Further readings of the same words, as kind and value.
    """

    kind: str
    value: Any
    start: int
    end: int
    text: str
    others: tuple[tuple[str, Any], ...] = ()

    def read_as(self, kind: str) -> Item | None:
        """Return the item in another of its readings, or None."""
        if self.kind == kind:
            return self
        for other, value in self.others:
            if other == kind:
                return replace(self, kind=kind, value=value, others=())
        return None


def join(kind: str, value: Any, parts: Sequence[Item], text: str) -> Item:
    """Make one item of several that stand beside each other."""
    start, end = parts[0].start, parts[-1].end
    return Item(kind, value, start, end, text[start:end])


class NotReadError(Exception):
    """A sentence was not understood; carries what to say of it.

    Parameters
    ----------
    code : str
        unknown_words | unused_words | ambiguous | incomplete | outside_the_data | contradiction
    message : Message
    words : str
        What it is about, as written.
    choices : tuple of str
        Readings or forms that would be understood.
    namesakes : tuple of object
        The places that `name` may mean, where that is the doubt.
    name : str
        As the grammar looked it up.

    Attributes
    ----------
    part : str
        Of the request, as :class:`PhrasePool` names parts; empty where none is known.
    spans : tuple of (int, int)
        Where in the text the words stand, see :func:`about`.
    """

    def __init__(
        self,
        code: str,
        message: Message,
        words: str = "",
        choices: tuple[str, ...] = (),
        *,
        namesakes: tuple[Any, ...] = (),
        name: str = "",
    ) -> None:
        super().__init__(code, words)
        self.code, self.message, self.words, self.choices = code, message, words, choices
        self.namesakes, self.name = namesakes, name
        self.part = ""
        self.spans: tuple[tuple[int, int], ...] = ()


@contextmanager
def about(part: str, items: Sequence[Item]) -> Iterator[None]:
    """Note on a refusal which words it is about, unless it knows.

    Parameters
    ----------
    part : str
        Of the request that the words are; empty where that is not known.
    items : sequence of Item
    """
    try:
        yield
    except NotReadError as doubt:
        if not doubt.spans:
            doubt.part = part
            doubt.spans = tuple((item.start, item.end) for item in items)
        raise


@dataclass
class Sentence:
    """The items of a sentence while it is read."""

    text: str
    items: list[Item] = field(default_factory=list)

    def take(self, start: int, end: int, kind: str, value: Any) -> Item:
        """Replace the items from `start` up to `end` by one."""
        item = join(kind, value, self.items[start:end], self.text)
        self.items[start:end] = [item]
        return item

    def kinds(self) -> str:
        """Return the kinds of all items, each followed by a blank, for patterns."""
        return "".join(f"{item.kind} " for item in self.items)

    def first(self, kind: str, test: Callable[[Item], bool] | None = None) -> Item | None:
        """Return the first item of a kind, or None."""
        for item in self.items:
            if item.kind == kind and (test is None or test(item)):
                return item
        return None
