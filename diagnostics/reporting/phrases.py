"""Sentences and terms of reports, from one catalogue in both languages."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml

from diagnostics.contracts.enums import Language

_SCALED = "model-scaled equivalent of "


@cache
def _catalogue(name: str) -> dict[str, dict[str, str]]:
    text = files("diagnostics.reporting").joinpath(name).read_text(encoding="utf-8")
    document: dict[str, dict[str, str]] = yaml.safe_load(text)
    return {str(key): value for key, value in document.items()}


def phrase(key: str, language: Language) -> str:
    """Return the sentence `key` in a language, with its ``<slots>``."""
    return _catalogue("phrases.yaml")[key][language.value]


def is_term(name: str) -> bool:
    """Whether a name belongs to the closed vocabulary."""
    return name in _catalogue("terms.yaml")


def term(name: str, language: Language) -> str:
    """Return a closed term in a language; an unknown name is shown with its words apart.

    Terms that are joined by a plus (linked events) are written one by one.
    """
    known = _catalogue("terms.yaml").get(name)
    if name.startswith(_SCALED):
        grade = term(name.removeprefix(_SCALED), language)
        return phrase("scaled_grade", language).replace("<grade>", grade)
    if known is None and "+" in name:
        return " + ".join(term(part, language) for part in name.split("+"))
    return known[language.value] if known else name.replace("_", " ")
