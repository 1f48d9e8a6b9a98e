"""Coordinates in words: points, ranges, bands and boxes of degrees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.lattice import Atom, Edge

_NUMBER = r"-?\d+(?:\.\d+)?"
_DEGREES = r"\s*(?:°|º|degrees?(?![a-z])|deg\.?(?![a-z])|度)?\s*"
_SIGNED = r"(?:north|south|east|west|[nsew])(?![a-z°])(?!\s*of\b)"
_EN = re.compile(
    rf"(?<![a-z0-9_.])(?P<value>{_NUMBER}){_DEGREES}(?P<side>{_SIGNED}|[北南东西](?!部|方|偏|风|北|南))"
)
_EN_LED = re.compile(r"(?<![a-z])(?P<side>[nsew])\s?(?P<value>\d+(?:\.\d+)?)\s*°?(?![\w.])")
_RANGE_TAIL = re.compile(
    rf"(?<![a-z0-9_.])(?P<first>{_NUMBER}){_DEGREES}\s*(?:-|~|to|and|到|至)\s*(?P<second>{_NUMBER}){_DEGREES}(?P<side>{_SIGNED}|[北南东西](?!部|方|偏|风))"
)
_ZH = re.compile(rf"(?P<side>北纬|南纬|东经|西经)\s*(?P<value>\d+(?:\.\d+)?){_DEGREES}")
_ZH_RANGE = re.compile(
    rf"(?P<side>北纬|南纬|东经|西经)\s*(?P<first>\d+(?:\.\d+)?){_DEGREES}\s*(?:-|~|到|至)\s*(?P<side2>北纬|南纬|东经|西经)?\s*(?P<second>\d+(?:\.\d+)?)(?:\s*(?:°|度))?(?!\s*[nsew])"
)
_BOX = re.compile(
    rf"[\[(]?\s*(?<![a-z0-9_.])({_NUMBER})\s*,\s*({_NUMBER})\s*,\s*({_NUMBER})\s*,\s*({_NUMBER})(?![\w.,])\s*[\])]?"
    r"(?:\s*[(\[]?\s*(?P<order>[nsew]\s*,\s*[nsew]\s*,\s*[nsew]\s*,\s*[nsew])\s*[)\]]?)?"
)
_PAIR = re.compile(rf"[\[(]\s*({_NUMBER})\s*,\s*({_NUMBER})\s*[\])]")
_AXES = {
    "n": ("lat", 1),
    "s": ("lat", -1),
    "e": ("lon", 1),
    "w": ("lon", -1),
    "北": ("lat", 1),
    "南": ("lat", -1),
    "东": ("lon", 1),
    "西": ("lon", -1),
}


@dataclass(frozen=True)
class Axis:
    """A latitude or longitude, or a range of either; degrees."""

    axis: str
    first: float
    last: float | None = None


_LED_AXIS = re.compile(
    rf"(?:(?<![a-z])(?P<axis>lat|lon)[a-z]*\.?|(?P<han>纬度|经度))\s*(?:from|between|of|=|:|为|从)?\s*"
    rf"(?P<first>{_NUMBER}){_DEGREES}(?:(?:-|~|to|and|到|至)\s*(?P<second>{_NUMBER}){_DEGREES})?(?![a-z0-9.北南东西])"
)
_SIGNED_BOX = re.compile(
    r"(?<![a-z0-9_.])(\d+(?:\.\d+)?)\s*°?([nsew])(?:\s*,\s*|\s+)(\d+(?:\.\d+)?)\s*°?([nsew])(?:\s*,\s*|\s+)"
    r"(\d+(?:\.\d+)?)\s*°?([nsew])(?:\s*,\s*|\s+)(\d+(?:\.\d+)?)\s*°?([nsew])(?![a-z0-9])"
    r"(?:\s*[(\[]\s*(?:[nsew]|north|south|east|west)(?:[\s,/]+(?:[nsew]|north|south|east|west)){3}\s*[)\]])?"
)
_EDGE = (
    r"(north|south|east|west|[nsew]|北|南|东|西)(?:ern)?\s*(?:edge|bound|boundary|limit|side|界|边界?)?"
    rf"\s*[:=为]?\s*({_NUMBER})\s*(?:°|度)?\s*([nsew])?(?![\w.])"
)
_NEXT_EDGE = rf"(?:\s*[,;/，；]\s*|\s+){_EDGE}"
_EDGES = re.compile(rf"(?<![a-z0-9_]){_EDGE}{_NEXT_EDGE * 3}")
_TO_ZERO = re.compile(
    r"(?<![a-z0-9_.])(?P<first>\d+(?:\.\d+)?)\s*°?(?P<side>[nsew])\s*(?:-|~|to|到|至)\s*(?P<second>0)°?(?![\d.a-z])"
)


_LINES = re.compile(
    r"(?<![a-z])(?:the\s+)?(?P<name>equator|international date ?line|date ?line|prime meridian"
    r"|greenwich meridian|tropic of cancer|tropic of capricorn|arctic circle|antarctic circle)"
    r"(?![a-z])"
    r"|(?P<han>赤道|国际日期变更线|日期变更线|国际日界线|本初子午线|北回归线|南回归线"
    r"|北极圈|南极圈)"
)
_LINE_AT = {
    **dict.fromkeys(("equator", "赤道"), ("lat", 0.0)),
    **dict.fromkeys(
        ("international date line", "international dateline", "date line", "dateline",
         "国际日期变更线", "日期变更线", "国际日界线"), ("lon", 180.0)
    ),
    **dict.fromkeys(("prime meridian", "greenwich meridian", "本初子午线"), ("lon", 0.0)),
    **dict.fromkeys(("tropic of cancer", "北回归线"), ("lat", 23.436)),
    **dict.fromkeys(("tropic of capricorn", "南回归线"), ("lat", -23.436)),
    **dict.fromkeys(("arctic circle", "北极圈"), ("lat", 66.564)),
    **dict.fromkeys(("antarctic circle", "南极圈"), ("lat", -66.564)),
}  # fmt: skip
"""Lines with a name; the obliquity of the ecliptic is 23.436 degrees (IAU, 2000s)."""


def coordinate_edges(flat: str, atoms: Sequence[Atom]) -> list[Edge]:
    """Find coordinates in a text in lower case.

    Returns
    -------
    list of Edge
        ``AXIS`` for a latitude, a longitude or a range; ``BOX`` for four numbers; ``PAIR`` for two
        numbers in brackets, latitude first.
    """
    edges = []
    for pattern, read in (
        (_BOX, _four),
        (_SIGNED_BOX, _signed),
        (_EDGES, _edges),
        (_LED_AXIS, _led),
        (_TO_ZERO, _range),
        (_PAIR, _pair),
        (_ZH_RANGE, _range),
        (_RANGE_TAIL, _range),
        (_ZH, _one),
        (_EN, _one),
        (_EN_LED, _one),
        (_LINES, _named_line),
    ):
        for match in pattern.finditer(flat):
            found = read(match)
            if found is None:
                continue
            start, end = match.span()
            while end > start and flat[end - 1].isspace():
                end -= 1
            while start < end and flat[start].isspace():
                start += 1
            first = next((i for i, a in enumerate(atoms) if a.start == start), None)
            last = next((i for i, a in enumerate(atoms) if a.end == end), None)
            if first is not None and last is not None:
                edges.append(Edge(first, last + 1, (found,), 0.5))
    return edges


def _side(text: str) -> tuple[str, int]:
    if text[0] in ("纬", "经"):
        return _AXES[text]
    return _AXES[text[0]]


def _fits(axis: str, *values: float) -> bool:
    return all(abs(value) <= (90 if axis == "lat" else 360) for value in values)


def _one(match: re.Match[str]) -> tuple[str, Axis] | None:
    axis, sign = _side(match["side"])
    value = sign * float(match["value"])
    return ("AXIS", Axis(axis, value)) if _fits(axis, value) else None


def _named_line(match: re.Match[str]) -> tuple[str, Axis]:
    axis, value = _LINE_AT[" ".join((match["name"] or match["han"]).split())]
    return "AXIS", Axis(axis, value)


def _range(match: re.Match[str]) -> tuple[str, Axis] | None:
    axis, sign = _side(match["side"])
    other = match.groupdict().get("side2")
    second_axis, second_sign = _side(other) if other else (axis, sign)
    if second_axis != axis:
        return None
    first, second = sign * float(match["first"]), second_sign * float(match["second"])
    if not _fits(axis, first, second):
        return None
    return "AXIS", Axis(axis, first, second)


def _four(match: re.Match[str]) -> tuple[str, Any]:
    numbers = [float(match[n]) for n in range(1, 5)]
    order = match["order"]
    if order is not None:
        letters = [one.strip() for one in order.split(",")]
        if sorted(letters) != ["e", "n", "s", "w"]:
            return "BOX", tuple(numbers)
        numbers = [numbers[letters.index(one)] for one in "wsen"]
    return "BOX", tuple(numbers)


def _signed(match: re.Match[str]) -> tuple[str, Any] | None:
    """Read "28E,41N,34E,43N": two of each axis, whichever comes first."""
    values: dict[str, list[float]] = {"lat": [], "lon": []}
    for number in (1, 3, 5, 7):
        axis, sign = _AXES[match[number + 1]]
        values[axis].append(sign * float(match[number]))
    if len(values["lat"]) != 2:
        return None
    south, north = sorted(values["lat"])
    west, east = values["lon"]
    return "BOX", (west, south, east, north)


def _edges(match: re.Match[str]) -> tuple[str, Any] | None:
    """Read "west 110, south 30, east 120, north 40": each edge by its name, in any order."""
    found: dict[str, float] = {}
    for number in (1, 4, 7, 10):
        name, value, side = match[number], float(match[number + 1]), match[number + 2]
        letter = {"北": "n", "南": "s", "东": "e", "西": "w"}.get(name, name[0])
        axis, _ = _AXES[letter]
        if side is not None:
            stated, sign = _AXES[side]
            if stated != axis or value < 0:
                return None
            value *= sign
        found[letter] = value
    if len(found) != 4 or found["s"] > found["n"]:
        return None
    return "BOX", tuple(found[letter] for letter in "wsen")


def _led(match: re.Match[str]) -> tuple[str, Axis] | None:
    """Read "lat 18 to 24" and 经度80~87: east and north are positive."""
    axis = match["axis"] or ("lat" if match["han"] == "纬度" else "lon")
    first = float(match["first"])
    last = float(match["second"]) if match["second"] else None
    if not _fits(axis, first, first if last is None else last):
        return None
    return "AXIS", Axis(axis, first, last)


def _pair(match: re.Match[str]) -> tuple[str, Any]:
    return "PAIR", (float(match[1]), float(match[2]))


def box_of(latitudes: Axis | None, longitudes: Axis | None) -> Region:
    """Return the box of two ranges; without one of them it is a band around the earth."""
    south, north = -90.0, 90.0
    west, east = -180.0, 180.0
    if latitudes is not None:
        assert latitudes.last is not None
        south, north = sorted((latitudes.first, latitudes.last))
    if longitudes is not None:
        assert longitudes.last is not None
        west, east = longitudes.first, longitudes.last
        if (east - west) % 360 > 180 and (west - east) % 360 < 180:
            west, east = east, west
    return Region(west=west, south=south, east=east, north=north)
