"""Places in a text: boxes, coordinates, names, and directions that take a part of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml
from pydantic import ValidationError

from diagnostics.contracts.questions import PlaceMention
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.grid.gazetteer import NATIONAL, Place, known_places, prevailing_place
from diagnostics.language.words import CROSSED, Words, flatten

CITY = 1_000_000
"""A town of so many people is meant before the state of the same name, and said to be."""
BESIDE = 10.0
"""Degrees that "south of" a place reaches beyond it."""
AROUND = 3.0
"""Degrees that "near" a place adds on every side."""
OFF = 6.0
"""Degrees that "off" a place adds on every side: the open sea before it."""

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
_EN_DIRECTION = "|".join(one for one in _DIRECTIONS if one.isascii())
_PART_BEFORE = re.compile(
    rf"(?P<dir>{_EN_DIRECTION})(?:ern)?(?:\s+(?:parts?|half|coast|portion)\s+of)?\s+(?:the\s+)?$"
)
_SIDE_BEFORE = re.compile(rf"(?:to\s+the\s+)?(?P<dir>{_EN_DIRECTION})\s+of\s+(?:the\s+)?$")
_NEAR_BEFORE = re.compile(
    r"(?:near|around|in\s+the\s+vicinity\s+of|off(?:\s+the\s+coast\s+of)?|close\s+to)\s+(?:the\s+)?$"
)
_ZH_PART = re.compile(r"^(?P<dir>东北|西北|东南|西南|东|西|南|北|中)部")
_ZH_SIDE = re.compile(r"^以(?P<dir>东北|西北|东南|西南|东|西|南|北)")
_ZH_NEAR = re.compile(r"^(?:附近|周边|沿海|近海|海上|周围)")
_PREPOSITIONS = {
    "in",
    "at",
    "over",
    "near",
    "of",
    "for",
    "across",
    "to",
    "around",
    "than",
    "and",
    "between",
    "from",
    "or",
    "off",
}
_NEVER = {
    "of",
    "the",
    "a",
    "and",
    "at",
    "in",
    "on",
    "was",
    "is",
    "how",
    "what",
    "where",
    "when",
    "which",
    "many",
    "most",
    "top",
    "low",
    "high",
    "it",
    "to",
    "by",
    "did",
    "does",
    "are",
    "more",
    "than",
    "as",
    "all",
    "or",
    "no",
    "over",
    "mean",
    "central",
    "be",
    "for",
    "up",
    "will",
    "off",
    "has",
    "have",
    "an",
    "gust",
    "gusts",
    "cape",
    "index",
    "data",
    "both",
}
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?\.?|&")
_MAX_WORDS = 6


@dataclass(frozen=True)
class _Named:
    """A name in the text, with everything it may stand for."""

    start: int
    end: int
    places: tuple[Place, ...] = ()
    area: tuple[str, Region] | None = None


@lru_cache(maxsize=1)
def _areas() -> dict[str, tuple[str, Region]]:
    document = _document()
    found: dict[str, tuple[str, Region]] = {}
    for row in document["areas"]:
        entry = (str(row["name"]), Region.model_validate(row["box"]))
        for name in (row["name"], *row.get("en", ()), *row.get("zh", ())):
            found[flatten(str(name))] = entry
    return found


@lru_cache(maxsize=1)
def _aliases() -> dict[str, str]:
    return {
        flatten(str(other)): str(name)
        for name, others in _document()["names"].items()
        for other in others
    }


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    text = files("diagnostics.language").joinpath("data", "areas.yaml").read_text(encoding="utf-8")
    document: dict[str, Any] = yaml.safe_load(text)
    return document


def find_coordinates(words: Words, extent: Region | None) -> list[tuple[int, PlaceMention]]:
    """Find boxes and points given in degrees, and cross them out."""
    return list(_numbers(words, extent))


def find_names(words: Words, extent: Region | None) -> list[tuple[int, PlaceMention]]:
    """Find named places, and cross them out.

    Parameters
    ----------
    words : Words
    extent : Region or None
        Of the data: tells namesakes apart.
    """
    return list(_names(words, extent))


def record_places(
    words: Words, found: Sequence[tuple[int, PlaceMention]]
) -> tuple[PlaceMention, ...]:
    """Put places in the order of the text, each once, and record them."""
    mentions: list[PlaceMention] = []
    for _, mention in sorted(found, key=lambda item: item[0]):
        if mention not in mentions:
            mentions.append(mention)
            kind = "point" if mention.point else "W,S,E,N"
            box = mention.region.bounds()
            place = box[1::-1] if mention.point else box
            words.note(
                "place",
                mention.words,
                f"{mention.name}: {kind} {', '.join(f'{edge:g}' for edge in place)}",
            )
    return tuple(mentions)


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


def _names(words: Words, extent: Region | None) -> Iterator[tuple[int, PlaceMention]]:
    named = list(_scan(words))
    skip: set[int] = set()
    for index, item in enumerate(named):
        if index in skip:
            continue
        following = named[index + 1] if index + 1 < len(named) else None
        candidates, end = item.places, item.end
        if following is not None and re.fullmatch(
            r"\s*[,(]\s*", words.left[item.end : following.start]
        ):
            inside = _inside(item.places, following)
            if inside:
                candidates, end = inside, following.end
                skip.add(index + 1)
        mention = _mention(words, item, candidates, end, extent)
        if mention is not None:
            yield item.start, mention


def _inside(places: Sequence[Place], outer: _Named) -> tuple[Place, ...]:
    """Of several namesakes, those that lie in the place that follows the comma."""
    nations = {place.country for place in outer.places if place.kind in NATIONAL}
    if nations:
        return tuple(place for place in places if place.country in nations)
    boxes = [place.region for place in outer.places if place.kind != "town"]
    if outer.area is not None:
        boxes.append(outer.area[1])
    return tuple(
        place
        for place in places
        if place.kind == "town" and any(box.holds(place.latitude, place.longitude) for box in boxes)
    )


def _scan(words: Words) -> Iterator[_Named]:
    tokens = list(_TOKEN.finditer(words.left))
    taken = -1
    for index, token in enumerate(tokens):
        if token.start() < taken:
            continue
        if not token[0].isascii() and "\u3400" <= token[0][0] <= "\u9fff":
            yield from _scan_chinese(words, token)
            continue
        hit = _longest(words, tokens, index)
        if hit is not None:
            taken = hit.end
            yield hit


def _longest(words: Words, tokens: Sequence[re.Match[str]], index: int) -> _Named | None:
    start = tokens[index].start()
    capital = words.text[start].isupper()
    before = tokens[index - 1][0] if index else ""
    if before == "the" and index > 1:
        before = tokens[index - 2][0]
    pointed = re.fullmatch(rf"(?:{_EN_DIRECTION})(?:ern)?", tokens[index][0])
    if (
        not capital
        and not pointed
        and before not in _PREPOSITIONS
        and not re.search(
            rf"(?:{_EN_DIRECTION})(?:ern)?\s+(?:of\s+)?(?:the\s+)?$", words.left[:start]
        )
    ):
        return None
    for last in range(min(index + _MAX_WORDS, len(tokens)) - 1, index - 1, -1):
        end = tokens[last].end()
        text = words.left[start:end]
        if CROSSED in text or re.search(r"[,;:()\n]", text):
            continue
        for trial in (text.rstrip("."), re.sub(r"'s?$", "", text.rstrip("."))):
            if trial in _NEVER or len(trial) < 3:
                continue
            hit = _known(trial, start, start + len(trial))
            if hit is not None:
                return hit
    return None


def _scan_chinese(words: Words, token: re.Match[str]) -> Iterator[_Named]:
    text, position = token[0], 0
    named = -1
    while position < len(text) - 1:
        direction = _ZH_PART.match(text[position:])
        if position == named and direction is not None:
            position += direction.end()
            continue
        for length in range(min(10, len(text) - position), 1, -1):
            part = text[position : position + length]
            start = token.start() + position
            hit = _known(part, start, start + length) if part not in ("高中", "大风") else None
            if hit is not None:
                yield hit
                position += length
                named = position
                break
        else:
            position += 1


def _known(text: str, start: int, end: int) -> _Named | None:
    area = _areas().get(text)
    if area is not None:
        return _Named(start, end, area=area)
    places = known_places(_aliases().get(text, text))
    return _Named(start, end, places=places) if places else None


def _mention(
    words: Words, item: _Named, candidates: Sequence[Place], end: int, extent: Region | None
) -> PlaceMention | None:
    text = words.original(item.start, end)
    if item.area is not None:
        name, region = item.area
        mention = PlaceMention(name=name, region=region, words=text)
        middle = None
    else:
        place = _choose(words, text, candidates, extent)
        if place is None:
            words.cross(item.start, end)
            return None
        town = place.kind == "town"
        middle = Region(
            west=place.longitude, south=place.latitude, east=place.longitude, north=place.latitude
        )
        mention = PlaceMention(
            name=place.name,
            region=middle if town else place.region,
            words=text,
            point=town,
            outline="" if place.outline is None else place.label,
            country=place.country,
        )
        middle = place.region if town else None
    start = item.start
    mention, start, end = _directed(words, mention, start, end, middle)
    words.cross(start, end)
    return mention


def _choose(
    words: Words, text: str, candidates: Sequence[Place], extent: Region | None
) -> Place | None:
    """Choose among namesakes: the prevailing one, the only one in the data, the great city."""
    chosen = prevailing_place(candidates)
    if chosen is not None:
        if len(candidates) > 1:
            words.note(
                "place", text, f"{chosen.label}, by far the largest of its name", assumed=True
            )
        return chosen
    held = [
        place
        for place in candidates
        if extent is None or extent.holds(place.latitude, place.longitude)
    ]
    if len(held) == 1:
        words.note("place", text, f"{held[0].label}, the only one inside the data", assumed=True)
        return held[0]
    cities = [place for place in held if place.kind == "town" and place.population >= CITY]
    if len(cities) == 1 and all(
        place.country == cities[0].country for place in held if place.kind != "town"
    ):
        words.note(
            "place",
            text,
            f"{cities[0].label}, not the state or province of that name",
            assumed=True,
        )
        return cities[0]
    larger = prevailing_place(held)
    if larger is not None:
        words.note("place", text, larger.label, assumed=True)
        return larger
    words.doubt(
        "place",
        text,
        [
            f"{place.label} at {place.latitude:.1f}, {place.longitude:.1f}"
            for place in held or candidates
        ][:8],
        "several places have this name: add what tells yours apart, or give a region",
    )
    return None


def _directed(
    words: Words, mention: PlaceMention, start: int, end: int, around: Region | None
) -> tuple[PlaceMention, int, int]:
    """Take the part of a place, or the surroundings, that a direction names."""
    before, after = words.left[:start], words.left[end:]
    region = around or mention.region
    for pattern, text, how in (
        (_SIDE_BEFORE, before, "side"),
        (_NEAR_BEFORE, before, "near"),
        (_PART_BEFORE, before, "part"),
        (_ZH_PART, after, "part"),
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
            f"taken as W,S,E,N {', '.join(f'{edge:g}' for edge in box.bounds())}",
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
