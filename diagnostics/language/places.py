"""Places in a text: boxes, coordinates, names, and directions that take a part of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from diagnostics.contracts.questions import PlaceMention
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.yaml_text import read_yaml
from diagnostics.grid.gazetteer import NATIONAL, Place, known_places, prevailing_place
from diagnostics.language.directions import CHINESE_DIRECTION, ENGLISH, TAKEN, directed
from diagnostics.language.words import CROSSED, Words, flatten

CITY = 1_000_000
"""A town of so many people is meant before the state of the same name, and said to be."""


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
_CHINESE_RUN = re.compile(r"[\u3400-\u9fff]+")
_NO_NAMES = frozenset({"高中", "大风"})
"""Names of places that are other words in nearly every text on the weather."""


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
    document: dict[str, Any] = read_yaml(text)
    return document


@lru_cache(maxsize=1)
def chinese_names() -> dict[str, str]:
    """Return the Chinese name of each place that has one here: areas, and those of the gazetteer.

    Of namesakes, that of the label: ``Georgia (state, US)``.
    """
    found = {str(row["name"]): str(row["zh"][0]) for row in _document()["areas"] if "zh" in row}
    for name, others in _document()["names"].items():
        chinese = next((other for other in others if not other.isascii()), None)
        if chinese is not None:
            found[name] = chinese
    return found


def lands() -> tuple[tuple[str, str, Region], ...]:
    """Return areas that are no waters and have a Chinese name: name, Chinese name, box."""
    return tuple(
        (row["name"], row["zh"][0], Region.model_validate(tuple(row["box"])))
        for row in _document()["areas"]
        if "zh" in row and not row.get("water")
    )


def waters() -> tuple[tuple[str, str, Region], ...]:
    """Return seas, straits and large lakes: name, Chinese name, box."""
    return tuple(
        (row["name"], row["zh"][0], Region.model_validate(tuple(row["box"])))
        for row in _document()["areas"]
        if row.get("water")
    )


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
    taken = {
        item.words
        for item in words.notes
        if item.part == "place" and item.meaning.startswith(TAKEN)
    }
    for _, mention in sorted(found, key=lambda item: item[0]):
        if mention not in mentions:
            mentions.append(mention)
            if mention.words in taken:
                continue
            kind = "point" if mention.point else "W,S,E,N"
            box = mention.region.bounds()
            place = box[1::-1] if mention.point else box
            words.note(
                "place",
                mention.words,
                f"{_told(mention)}: {kind} {', '.join(f'{edge:g}' for edge in place)}",
            )
    return tuple(mentions)


def _told(mention: PlaceMention) -> str:
    """Return the name of a place, with what tells it from its namesakes among states."""
    several = len([one for one in known_places(mention.name) if one.kind != "town"]) > 1
    return mention.outline if several and mention.outline else mention.name


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
    pointed = re.fullmatch(rf"(?:{ENGLISH})(?:ern)?", tokens[index][0])
    if (
        not capital
        and not pointed
        and before not in _PREPOSITIONS
        and not re.search(rf"(?:{ENGLISH})(?:ern)?\s+(?:of\s+)?(?:the\s+)?$", words.left[:start])
    ):
        return None
    for last in range(min(index + _MAX_WORDS, len(tokens)) - 1, index - 1, -1):
        end = tokens[last].end()
        text = words.left[start:end]
        if CROSSED in text or re.search(r"[,;:()\n]", text):
            continue
        for trial in (text.rstrip("."), re.sub(r"'s?$", "", text.rstrip("."))):
            code = words.text[start:end].isupper() and re.search(r"[,(]\s*$", words.left[:start])
            if trial in _NEVER or len(trial) < (2 if code else 3):
                continue
            hit = _known(trial, start, start + len(trial))
            if hit is not None:
                return hit
    return None


def _scan_chinese(words: Words, token: re.Match[str]) -> Iterator[_Named]:
    text, position = token[0], 0
    named = -1
    while position < len(text) - 1:
        direction = CHINESE_DIRECTION.match(text[position:])
        if position == named and direction is not None:
            position += direction.end()
            continue
        # names are of Chinese characters alone: "CA" in 时次CAPE is none
        run = _CHINESE_RUN.match(text, position)
        longest = 0 if run is None else run.end() - position
        for length in range(min(10, longest), 1, -1):
            part = text[position : position + length]
            start = token.start() + position
            named_so = part not in _NO_NAMES and text[:position][-1:] + part != "副热带"
            hit = _known(part, start, start + length) if named_so else None
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
    mention, start, end = directed(words, mention, start, end, middle)
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
