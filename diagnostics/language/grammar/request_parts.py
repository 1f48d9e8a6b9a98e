"""Parts of a request that say who asks, for whom, and which event is not meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from diagnostics.contracts.form_terms import BoxPlace, PointPlace
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import Item, NotReadError, about
from diagnostics.language.grammar.phrase_pool import PhrasePool
from diagnostics.language.grammar.sentence_context import Scene
from diagnostics.messages import Message

_LONGEST_AUDIENCE = 6
"""Words between "to" and who is addressed."""
_FOR = frozenset(["to", "for", "给", "向", "对", "为", "供"])
_DETERMINERS = frozenset(["a", "an", "the", "my", "our", "your", "their", "some", "all"])
_TELLING = ("UNKNOWN", "EMPTY", "REQUEST", "SUFFIX", "VAGUE", "AUDIENCE")
_NOT_AN_EVENT = frozenset(["not", "no", "不是", "并非", "不"])
_OF_AN_EVENT = frozenset(["the", "a", "an", "any", "about", "of", "for", "in", "that", "的", "看"])
_EACH = frozenset(
    ["each", "every", "every single", "each one of", "every one of", "每个", "每一个"]
)
_BEFORE_CRITERIA = ("EMPTY", "PREP", "CRITERIA", "CRITERIA_BY")
_UNSAID = ("EMPTY", "PREP", "BE")
_ENDS = frozenset(".?!。？！;；")
_ASKED = ("DIAGNOSE", "WHY", "WHAT", "HOW", "ASKS", "UNKNOWN", "UNREAD")
_EITHER = re.compile(r"不是.{1,8}就是")
"""不是暴雪，就是寒潮 says that it is one of them, and not which."""


def spend_audience(bag: PhrasePool) -> None:
    """Take "to a county civil protection officer" and 给领导: words about who is addressed.

    Words that nothing knows are taken only between "to" or "for" with an article and the person,
    where they can mean nothing but the person; a name is never taken.
    """
    items = bag.items
    for at, item in enumerate(items):
        if item.text.lower() not in _FOR:
            continue
        end = at + 1
        while end < len(items) and end - at <= _LONGEST_AUDIENCE and _may_tell(items[end]):
            end += 1
        inside = range(at + 1, end)
        last = max((n for n in inside if items[n].read_as("AUDIENCE") is not None), default=None)
        if last is None:
            continue
        unknown = any(items[n].kind == "UNKNOWN" for n in range(at + 1, last))
        if unknown and items[at + 1].text.lower() not in _DETERMINERS:
            continue
        bag.used.update(range(at, last + 1))


def _may_tell(item: Item) -> bool:
    if item.kind == "UNKNOWN":
        return item.text.isascii() and item.text.islower()
    return any(item.read_as(kind) is not None for kind in _TELLING)


def excluded_starts(bag: PhrasePool, is_event: Callable[[Item], bool]) -> frozenset[int]:
    """Return where the events stand that a request leaves out: "the rain, not the wind".

    Parameters
    ----------
    bag : PhrasePool
        Its words that leave an event out are taken.
    is_event : callable
        Whether an item names an event.

    Raises
    ------
    NotReadError
        ``ambiguous`` where more than one event may be left out, or one of two is meant.
    """
    if _EITHER.search(bag.sentence.text):
        return frozenset()
    items, found = bag.items, set()
    for at, item in enumerate(items):
        word = item.read_as("EXCLUDE")
        if word is None and not (item.read_as("NOT") and item.text.lower() in _NOT_AN_EVENT):
            continue
        after = at + 1
        while after < len(items) and items[after].text.lower() in _OF_AN_EVENT:
            after += 1
        if after >= len(items) or not is_event(items[after]):
            continue
        joined = after + 2 < len(items) and (
            items[after + 1].read_as("AND") or items[after + 1].read_as("OR")
        )
        if joined and any(map(is_event, items[after + 2 : after + 4])):
            with about("event", [item]):
                raise NotReadError(
                    "ambiguous",
                    Message(id="grammar-unused_words", params={"words": item.text}),
                    item.text,
                )
        bag.used.add(at)
        found.add(items[after].start)
    return frozenset(found)


def spend_asking(bag: PhrasePool, kinds: Sequence[str]) -> None:
    """Take the words that ask, but not "each county", which asks for more than one diagnosis."""
    each = {
        at
        for at, (item, behind) in enumerate(pairwise(bag.items))
        if at not in bag.used
        and item.read_as("ALL")
        and behind.kind == "SUFFIX"
        and item.text.lower() in _EACH
    }
    bag.used |= each
    bag.take_all(*kinds)
    bag.used -= each


def spend_leads_to_criteria(bag: PhrasePool) -> None:
    """Take "using" and 用 before the name of criteria; anywhere else they say more."""
    for at, item in enumerate(bag.items):
        if item.read_as("CRITERIA_BY") is None or at in bag.used:
            continue
        after = at + 1
        while after < len(bag.items) and bag.items[after].kind in _BEFORE_CRITERIA:
            after += 1
        if after < len(bag.items) and bag.items[after].read_as("PRESET") is not None:
            bag.used.add(at)


def spend_loose_joints(bag: PhrasePool) -> None:
    """Take an "and" that opens a sentence, or before what asks: it joins no two parts."""
    for at, item in enumerate(bag.items):
        if item.kind != "AND" or at in bag.used:
            continue
        opens = at == 0 or bag.items[at - 1].text in _ENDS
        after = at + 1
        while after < len(bag.items) and bag.items[after].kind in _UNSAID:
            after += 1
        behind = bag.items[after] if after < len(bag.items) else None
        if opens or (behind is not None and behind.kind in _ASKED):
            bag.used.add(at)


def join_corners(bag: PhrasePool, scene: Scene) -> None:
    """Take two stated points with "to" between them as the corners of a box."""
    if len(scene.places) != 2:
        return
    first, second = scene.places
    if not isinstance(first, PointPlace) or not isinstance(second, PointPlace):
        return
    if not all(any(map(str.isdigit, one.words)) for one in (first, second)):
        return
    between = [
        item
        for item in bag.items
        if scene.place_starts[0] < item.start < scene.place_starts[1] and item.kind != "EMPTY"
    ]
    if len(between) != 1 or not (between[0].read_as("TO") or between[0].text == "-"):
        return
    west, east = sorted((first.longitude, second.longitude))
    if east - west > 180:
        west, east = east, west
    south, north = sorted((first.latitude, second.latitude))
    bag.use([bag.items.index(between[0])], "where")
    words = f"{first.words} {between[0].text} {second.words}"
    region = Region(west=west, south=south, east=east, north=north)
    scene.places[:] = [BoxPlace(region=region, words=words)]
    scene.place_starts[:] = scene.place_starts[:1]
