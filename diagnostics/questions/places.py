"""The places of a sentence: what they mean together."""

from __future__ import annotations

from collections.abc import Sequence

from diagnostics.contracts.questions import PlaceMention
from diagnostics.contracts.space_time import Region


def overlap(first: Region, second: Region) -> Region | None:
    """Return what two boxes share, or None."""
    south, north = max(first.south, second.south), min(first.north, second.north)
    if south > north:
        return None
    for turn in (-360.0, 0.0, 360.0):
        west = max(first.west, second.west + turn)
        east = min(first.east, second.east + turn)
        if west <= east:
            return Region(west=west, south=south, east=east, north=north)
    return None


def narrowed(places: Sequence[PlaceMention]) -> PlaceMention | None:
    """Return the one place that all the named ones share; None where they share none.

    A town inside a region is the town; two regions that overlap are their common part.
    """
    if not places:
        return None
    result = places[0]
    for other in places[1:]:
        shared = overlap(result.region, other.region)
        if shared is None:
            return None
        if other.point:
            result = other
        elif not result.point:
            outline = result.outline or other.outline
            result = result.model_copy(
                update={
                    "region": shared,
                    "outline": outline,
                    "name": f"{result.name}, {other.name}",
                }
            )
    return result
