"""Sentences and terms of reports, from one catalogue in both languages."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from diagnostics.contracts.enums import Language
from diagnostics.contracts.yaml_text import read_yaml

_SCALED = "model-scaled equivalent of "
_MARKED = re.compile(r"(.+) (\((?:rolling|lower bound)\))")
_MEASURED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"rolling (?P<part>[\d.]+) of (?P<whole>[\d.]+) h"), "window_part"),
    (re.compile(r"rolling (?P<part>[\d.]+) h"), "window_rolling"),
    (re.compile(r"maximum of (?P<part>[\d.]+) h"), "window_maximum"),
)


@cache
def _catalogue(name: str) -> dict[str, dict[str, str]]:
    text = files("diagnostics.reporting").joinpath(name).read_text(encoding="utf-8")
    document: dict[str, dict[str, str]] = read_yaml(text)
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
    if known is None:
        composed = _composed(name, language)
        if composed is not None:
            return composed
    if known is None and "+" in name:
        return " + ".join(term(part, language) for part in name.split("+"))
    return known[language.value] if known else name.replace("_", " ")


def _composed(name: str, language: Language) -> str | None:
    """Write a term that is made of others: a scaled grade, a marked one, a window of hours."""
    if name.startswith(_SCALED):
        grade = term(name.removeprefix(_SCALED), language)
        return phrase("scaled_grade", language).replace("<grade>", grade)
    marked = _MARKED.fullmatch(name)
    if marked:
        text = phrase("marked", language).replace("<name>", term(marked[1], language))
        return text.replace("<mark>", term(marked[2], language))
    for pattern, key in _MEASURED:
        match = pattern.fullmatch(name)
        if match:
            text = phrase(key, language)
            for slot, value in match.groupdict().items():
                text = text.replace(f"<{slot}>", value)
            return text
    return None
