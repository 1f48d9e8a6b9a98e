"""The areas that the gazetteer does not hold: seas, regions and their names."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.documents import read_yaml
from diagnostics.grid.gazetteer import Place

_SEA = re.compile(r"\b(?:Sea|Gulf|Bay|Atlantic|Pacific|Caribbean|Mediterranean)\b")
_CHINESE = re.compile("[\u4e00-\u9fff]")


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


def is_chinese(name: str) -> bool:
    """Whether a name is written in Chinese characters."""
    return _CHINESE.search(name) is not None


def place_name(place: Place, language: Language) -> str:
    """Return a place's name in a language; the English one where there is no other."""
    if language is Language.EN:
        return place.name
    for alias in place.aliases:
        if is_chinese(alias):
            return alias
    names = chinese_names()
    return names.get(place.label) or names.get(place.name, place.name)


def is_water(name: str) -> bool:
    """Whether the English name of a region is that of a sea, a gulf or a bay."""
    return _SEA.search(name) is not None
