"""Turns of phrase about places, settled before their phrases are read."""

from __future__ import annotations

from diagnostics.contracts.form_terms import PointPlace
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, Sentence


def lead_axes(sentence: Sentence) -> None:
    """Let "latitudes 50N and 60N" be a range: the word before two of one axis says "between"."""
    items = sentence.items
    for at, item in enumerate(items):
        first, second = kind_at(items, at + 1, "AXIS"), kind_at(items, at + 3, "AXIS")
        word = item.read_as("LATITUDE")
        if word is None or first is None or second is None:
            continue
        same = first.value.axis == second.value.axis == str(word.value)[:3]
        if same and kind_at(items, at + 2, "AND") is not None:
            led = kind_at(items, at - 1, "BETWEEN") is not None
            kind = "EMPTY" if led else "BETWEEN"
            items[at] = Item(kind, "", item.start, item.end, item.text)
            if led:
                items[at - 1], items[at] = items[at], items[at - 1]


def corners(sentence: Sentence) -> None:
    """Let two points that are called corners be joined by "to", as the corners of a box."""
    items = sentence.items
    named = [n for n, item in enumerate(items) if _is_corner(item)]
    points = [n for n, item in enumerate(items) if isinstance(item.value, PointPlace)]
    if len(named) != 2 or len(points) != 2:
        return
    for n in named:
        items[n] = Item("EMPTY", "", items[n].start, items[n].end, items[n].text)
    for n in range(points[0] + 1, points[1]):
        item = items[n]
        joins = item.kind == "AND" or item.text in ",，、;；"
        kind = "TO" if joins else "EMPTY"
        items[n] = Item(kind, "to", item.start, item.end, item.text)


def _is_corner(item: Item) -> bool:
    word = item.read_as("COORD_WORD")
    return word is not None and word.value == "corner"


_COASTS = {
    "west coast": "W", "east coast": "E", "north coast": "N", "south coast": "S", "西海岸": "W",
    "东海岸": "E", "北海岸": "N", "南海岸": "S", "south-west coast": "SW", "southwest coast": "SW",
    "northwest coast": "NW", "north-west coast": "NW", "southeast coast": "SE",
    "south-east coast": "SE", "northeast coast": "NE", "north-east coast": "NE",
}  # fmt: skip


def coasts_by_side(sentence: Sentence) -> None:
    """Read "the west coast of Ireland" and "Irish west coast" as that side of the country."""
    items = sentence.items
    for at, item in enumerate(items):
        side = _COASTS.get(item.text.lower())
        if side is None:
            continue
        behind = at + 1
        while behind < len(items) and items[behind].text.lower() in ("of", "the"):
            behind += 1
        if behind > at + 1 and kind_at(items, behind, "NAME") is not None:
            items[at] = Item("DIR", side, item.start, item.end, item.text)
        elif kind_at(items, at - 1, "NAME") is not None and item.text.isascii():
            items[at - 1], items[at] = (
                Item("DIR", side, items[at - 1].start, items[at - 1].start, item.text),
                items[at - 1],
            )
            items[at] = Item("NAME", items[at].value, items[at].start, item.end, items[at].text)
