"""Directions: the part of a place, or its surroundings, that a word takes."""

from __future__ import annotations

import re

from diagnostics.contracts.space_time import Region

BESIDE = 10.0
"""Degrees that "south of" a place reaches beyond it."""

AROUND = 3.0
"""Degrees that "near" a place adds on every side."""

COAST = 1.0
"""Degrees that the coast of a place adds on every side."""

OFF = 6.0
"""Degrees that "off" a place adds on every side: the open sea before it."""


def part_of(region: Region, north: int, east: int) -> Region:
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


def side_of(region: Region, north: int, east: int) -> Region:
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


_SIDE = re.compile(
    r"(?:to the )?(?:north|south|east|west)[a-z-]* of\b|(?:northward|southward|poleward) of\b"
    r"|.+(?:以[东南西北]|[东西][南北]方) =",
    re.IGNORECASE,
)


def is_side(meaning: str) -> bool:
    """Whether a place that was assumed is a side of another: nobody says how far it reaches.

    Parameters
    ----------
    meaning : str
        Of the assumption: the words of the place, "=" and its edges.
    """
    return _SIDE.match(meaning) is not None
