"""Directions: the part of a place, or its surroundings, that a word takes."""

from __future__ import annotations

import re

from diagnostics.contracts.questions import PlaceMention
from diagnostics.contracts.space_time import Region
from diagnostics.language.words import Words

BESIDE = 10.0
"""Degrees that "south of" a place reaches beyond it."""

AROUND = 3.0
"""Degrees that "near" a place adds on every side."""

OFF = 6.0
"""Degrees that "off" a place adds on every side: the open sea before it."""

_DIRECTIONS: dict[str, tuple[int, int]] = {
    "northwest": (1, -1),
    "northeast": (1, 1),
    "southwest": (-1, -1),
    "southeast": (-1, 1),
    "north-west": (1, -1),
    "north-east": (1, 1),
    "south-west": (-1, -1),
    "south-east": (-1, 1),
    "north": (1, 0),
    "south": (-1, 0),
    "west": (0, -1),
    "east": (0, 1),
    "central": (0, 0),
    "西北": (1, -1),
    "东北": (1, 1),
    "西南": (-1, -1),
    "东南": (-1, 1),
    "北": (1, 0),
    "南": (-1, 0),
    "西": (0, -1),
    "东": (0, 1),
    "中": (0, 0),
}

ENGLISH = "|".join(one for one in _DIRECTIONS if one.isascii())
"""Alternatives of the English directions, for patterns."""

_PART_BEFORE = re.compile(
    rf"(?P<dir>{ENGLISH})(?:ern)?(?:\s+(?:parts?|half|coast|portion)\s+of)?\s+(?:the\s+)?$"
)

_SIDE_BEFORE = re.compile(rf"(?:to\s+the\s+)?(?P<dir>{ENGLISH})\s+of\s+(?:the\s+)?$")

_NEAR_BEFORE = re.compile(
    r"(?:near|around|in\s+the\s+vicinity\s+of|off(?:\s+the\s+coast\s+of)?|close\s+to)\s+(?:the\s+)?$"
)

CHINESE_PART = re.compile(r"^(?P<dir>东北|西北|东南|西南|东|西|南|北|中)部")
"""A direction that takes a part of the place before it."""

_ZH_SIDE = re.compile(r"^以(?P<dir>东北|西北|东南|西南|东|西|南|北)")

CHINESE_DIRECTION = re.compile(
    f"{CHINESE_PART.pattern}|{_ZH_SIDE.pattern}".replace("?P<dir>", "?:")
)
"""A direction after a place: part of it, or what lies to a side."""

TAKEN = "taken as W,S,E,N"
"""How the box that a direction stands for is noted."""

_ZH_NEAR = re.compile(r"^(?:附近|周边|沿海|近海|海上|周围)")


def directed(
    words: Words, mention: PlaceMention, start: int, end: int, around: Region | None
) -> tuple[PlaceMention, int, int]:
    """Take the part of a place, or the surroundings, that a direction names."""
    before, after = words.left[:start], words.left[end:]
    region = around or mention.region
    for pattern, text, how in (
        (_SIDE_BEFORE, before, "side"),
        (_NEAR_BEFORE, before, "near"),
        (_PART_BEFORE, before, "part"),
        (CHINESE_PART, after, "part"),
        (_ZH_SIDE, after, "side"),
        (_ZH_NEAR, after, "near"),
    ):
        match = pattern.search(text)
        if match is None or (how == "part" and mention.point):
            continue
        if how == "near":
            box = region.padded(
                OFF if match[0].startswith("off") else AROUND if around is None else 1.0
            )
        elif how == "part":
            box = _part(region, *_DIRECTIONS[match["dir"]])
        else:
            box = _side(region, *_DIRECTIONS[match["dir"]])
        zh = text is after
        start, end = (start, end + match.end()) if zh else (start - len(match[0]), end)
        said = words.original(start, end)
        words.note(
            "place",
            said,
            f"{TAKEN} {', '.join(f'{edge:g}' for edge in box.bounds())}",
            assumed=True,
        )
        outline = mention.outline if how == "part" else ""
        return (
            mention.model_copy(
                update={
                    "region": box,
                    "words": said,
                    "point": False,
                    "outline": outline,
                    "name": said if zh else re.sub(r"^(?:to\s+)?the\s+", "", said),
                }
            ),
            start,
            end,
        )
    return mention, start, end


def _part(region: Region, north: int, east: int) -> Region:
    """The half, quarter or middle half of a box."""
    height, width = region.north - region.south, region.width
    south, top = region.south, region.north
    west, right = region.west, region.east
    if (north, east) == (0, 0):
        return Region(
            west=west + width / 4,
            east=right - width / 4,
            south=south + height / 4,
            north=top - height / 4,
        )
    if north:
        south, top = (south + height / 2, top) if north > 0 else (south, top - height / 2)
    if east:
        west, right = (west + width / 2, right) if east > 0 else (west, right - width / 2)
    return Region(west=west, south=south, east=right, north=top)


def _side(region: Region, north: int, east: int) -> Region:
    """From the middle of a box outward, ten degrees beyond its edge."""
    latitude = (region.south + region.north) / 2
    longitude = region.west + region.width / 2
    south, top, west, right = region.south, region.north, region.west, region.east
    if north:
        south, top = (
            (latitude, min(90.0, top + BESIDE))
            if north > 0
            else (max(-90.0, south - BESIDE), latitude)
        )
    if east:
        west, right = (longitude, right + BESIDE) if east > 0 else (west - BESIDE, longitude)
    return Region(west=west, south=south, east=right, north=top)
