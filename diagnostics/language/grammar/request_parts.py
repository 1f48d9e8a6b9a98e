"""Parts of a request: which event is not meant, and a box between two corners."""

from __future__ import annotations

import re
from collections.abc import Callable

from diagnostics.contracts.form_terms import BoxPlace, PointPlace
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import Item, NotReadError
from diagnostics.language.grammar.phrase_pool import PhrasePool
from diagnostics.language.grammar.sentence_context import Scene
from diagnostics.messages import Message

_NOT_AN_EVENT = frozenset(["not", "no", "不是", "并非", "不"])
_OF_AN_EVENT = frozenset(["the", "a", "an", "any", "about", "of", "for", "in", "that", "的", "看"])
_EITHER = re.compile(r"不是.{1,8}就是")
"""不是暴雪，就是寒潮 says that it is one of them, and not which."""


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
        while after < len(items) and (
            items[after].text.lower() in _OF_AN_EVENT or items[after].kind == "STORM"
        ):
            after += 1
        if after >= len(items) or not is_event(items[after]):
            continue
        joined = after + 2 < len(items) and (
            items[after + 1].read_as("AND") or items[after + 1].read_as("OR")
        )
        if joined and any(map(is_event, items[after + 2 : after + 4])):
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-unused_words", params={"words": item.text}),
                item.text,
            )
        bag.used.add(at)
        found.add(items[after].start)
    return frozenset(found)


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
    bag.used.add(bag.items.index(between[0]))
    words = f"{first.words} {between[0].text} {second.words}"
    region = Region(west=west, south=south, east=east, north=north)
    scene.places[:] = [BoxPlace(region=region, words=words)]
    scene.place_starts[:] = scene.place_starts[:1]
