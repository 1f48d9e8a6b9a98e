"""Boxes and points given in degrees."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import ValidationError

from diagnostics.contracts.questions import PlaceMention
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.language.words import Words

NEAR_MERIDIAN = 5.0
"""Degrees of longitude that "near 95W" reaches to either side."""

_NUMBER = r"-?\d+(?:\.\d+)?"

_BOX = re.compile(rf"[\[(]?\s*(?P<box>{_NUMBER}(?:\s*,\s*{_NUMBER}){{3}})\s*[\])]?")

_AXIS = r"(?P<{0}>\d+(?:\.\d+)?)\s*°?\s*(?P<{0}h>[{1}])(?![a-z])"

_POINT = re.compile(_AXIS.format("lat", "ns") + r"[\s,;/]*" + _AXIS.format("lon", "ew"))

_RANGE = re.compile(
    r"(?P<s>\d+(?:\.\d+)?)\s*°?\s*(?P<sh>[ns])?\s*(?:-|to|and|~)\s*(?P<n>\d+(?:\.\d+)?)\s*°?\s*(?P<nh>[ns])"
    r"(?:\s*(?:,|and|by)?\s*(?:between\s+)?)"
    r"(?P<w>\d+(?:\.\d+)?)\s*°?\s*(?P<wh>[ew])?\s*(?:-|to|and|~)\s*(?P<e>\d+(?:\.\d+)?)\s*°?\s*(?P<eh>[ew])(?![a-z])"
)

_ZH_POINT = re.compile(
    r"(?P<lath>[北南])纬\s*(?P<lat>\d+(?:\.\d+)?)\s*(?:度|°)?[,\s]*(?P<lonh>[东西])经\s*(?P<lon>\d+(?:\.\d+)?)\s*(?:度|°)?"
)

_BEYOND = re.compile(
    r"(?:(?P<side>north|south)\s+of\s+(?P<a>\d+(?:\.\d+)?)\s*°?\s*(?P<ah>[ns])(?![a-z]))"
    r"|(?:(?P<zh>[北南])纬\s*(?P<za>\d+(?:\.\d+)?)\s*(?:度|°)?以(?P<zside>[北南]))"
)

_MERIDIAN = re.compile(
    r"(?:(?<=near\s)|(?<=around\s)|(?<=along\s)|(?<=at\s))(?:longitude\s+)?"
    r"(?P<lon>\d{1,3}(?:\.\d+)?)\s*°?\s*(?P<half>[ew])(?![a-z])"
)


def find_coordinates(words: Words, extent: Region | None) -> list[tuple[int, PlaceMention]]:
    """Find boxes and points given in degrees, and cross them out."""
    return list(_numbers(words, extent))


def _numbers(words: Words, extent: Region | None) -> Iterator[tuple[int, PlaceMention]]:
    for match in list(_BOX.finditer(words.left)):
        text = words.original(*match.span())
        words.cross(*match.span())
        try:
            region = Region.model_validate(match["box"])
        except (ValidationError, ValueError):
            words.doubt("place", text, (), "a region is W,S,E,N in degrees")
            continue
        yield match.start(), PlaceMention(name=match["box"], region=region, words=text)
    for match in list(_RANGE.finditer(words.left)):
        text = words.original(*match.span())
        words.cross(*match.span())
        south, north = sorted(
            (_signed(match["s"], match["sh"] or match["nh"]), _signed(match["n"], match["nh"]))
        )
        west = _signed(match["w"], match["wh"] or match["eh"])
        east = _signed(match["e"], match["eh"])
        region = Region(west=west, south=south, east=east, north=north)
        yield match.start(), PlaceMention(name=text, region=region, words=text)
    for pattern in (_POINT, _ZH_POINT):
        for match in list(pattern.finditer(words.left)):
            text = words.original(*match.span())
            words.cross(*match.span())
            latitude = _signed(match["lat"], match["lath"])
            longitude = wrap_longitude(_signed(match["lon"], match["lonh"]))
            region = Region(west=longitude, south=latitude, east=longitude, north=latitude)
            yield match.start(), PlaceMention(name=text, region=region, words=text, point=True)
    for match in list(_MERIDIAN.finditer(words.left)):
        text = words.original(*match.span())
        words.cross(*match.span())
        longitude = _signed(match["lon"], match["half"])
        base = extent or Region(west=-180, south=-90, east=180, north=90)
        region = Region(
            west=longitude - NEAR_MERIDIAN,
            east=longitude + NEAR_MERIDIAN,
            south=base.south,
            north=base.north,
        )
        words.note("place", text, f"within {NEAR_MERIDIAN:g} degrees of longitude", assumed=True)
        yield match.start(), PlaceMention(name=text, region=region, words=text)
    for match in list(_BEYOND.finditer(words.left)):
        text = words.original(*match.span())
        words.cross(*match.span())
        edge = _signed(match["a"] or match["za"], match["ah"] or match["zh"])
        north = (match["side"] or match["zside"]) in ("north", "北")
        base = extent or Region(west=-180, south=-90, east=180, north=90)
        region = Region(
            west=base.west,
            east=base.east,
            south=edge if north else -90.0,
            north=90.0 if north else edge,
        )
        yield match.start(), PlaceMention(name=text, region=region, words=text)


def _signed(number: str, half: str) -> float:
    return float(number) * (-1.0 if half in ("s", "w", "南", "西") else 1.0)
