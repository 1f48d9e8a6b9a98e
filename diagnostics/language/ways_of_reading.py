"""The ways in which a request in words can be read, and the words that are left of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from diagnostics.contracts.asked_words import (
    Slot,
    SlotName,
)
from diagnostics.language.grammar.diagnoses import AskedParts
from diagnostics.language.grammar.gazetteer import Spot, label_of
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.messages import Message

Stretch = tuple[int, int]


@dataclass(frozen=True)
class Doubt:
    """Words that were set aside, and why."""

    code: str
    message: Message
    spans: tuple[Stretch, ...]
    part: str = ""


@dataclass(frozen=True)
class Way:
    """One way to read the sentence: the alternatives of each part, and what is left."""

    parts: AskedParts
    doubts: tuple[Doubt, ...]
    options: dict[SlotName, list[Slot]] = field(default_factory=dict)

    @property
    def unread(self) -> frozenset[Stretch]:
        """Where the words stand that are not read."""
        return frozenset(span for doubt in self.doubts for span in doubt.spans)


def with_meaning(context: Context, name: str, spot: Spot) -> Context:
    """Return a context in which a name means one of its namesakes, called by its label."""
    return replace(context, meant={**context.meant, name: replace(spot, name=label_of(spot))})


def left_over(refused: NotReadError) -> Doubt:
    """Return words that no part of the request used."""
    identifier = f"asked-{refused.message.id.removeprefix('grammar-')}"
    message = Message(id=identifier, params={"words": refused.words})
    return Doubt(refused.code, message, refused.spans)


def is_open(part: str, doubts: Iterable[Doubt]) -> bool:
    """Whether words of a part were not read, so that no rule may fill it."""
    return any(doubt.part == part for doubt in doubts)


def how_many(way: Way) -> int:
    """Return how many choices of one alternative for each part there are."""
    return prod(len(slots) for slots in way.options.values())


def choices_of(ways: Sequence[Way]) -> list[dict[SlotName, Slot]]:
    """Return every choice of one alternative for each part."""
    found: list[dict[SlotName, Slot]] = []
    for way in ways:
        for slots in product(*way.options.values()):
            one = dict(zip(way.options, slots, strict=True))
            if one not in found:
                found.append(one)
    return found


def in_all(slot: Slot, combined: Sequence[Mapping[SlotName, Slot]]) -> bool:
    """Whether every choice has an alternative of a part."""
    return all(slot in one.values() for one in combined)
