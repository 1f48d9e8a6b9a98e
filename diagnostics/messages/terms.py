"""Closed vocabularies: event types, grades, fields, detectors, flags."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

_SIGNS = {">=": "at-least", "<=": "at-most"}
_OTHER = re.compile(r"[^A-Za-z0-9_-]+")
_SCALED = "model-scaled equivalent of "
_MARKED = re.compile(r"(.+) (\((?:rolling|lower bound)\))")
_SET_GRADE = re.compile(r"(?P<name>.+) \(grade (?P<grade>\d) of the (?P<whose>centre|library)\)")
_SET_PERCENTILE = re.compile(r"(?P<name>.+) \(percentile of the (?P<whose>centre|library)\)")
_MEASURED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"rolling (?P<part>[\d.]+) of (?P<whole>[\d.]+) h"), "report-window_part"),
    (re.compile(r"rolling (?P<part>[\d.]+) h"), "report-window_rolling"),
    (re.compile(r"maximum of (?P<part>[\d.]+) h"), "report-window_maximum"),
    (re.compile(r"minimum of (?P<part>[\d.]+) h"), "report-window_minimum"),
    (re.compile(r"(?P<days>\d+) days"), "report-window_days"),
)


class Texts(Protocol):
    """The texts of one language, as a term needs them."""

    def has(self, identifier: str, /) -> bool:
        """Whether there is an entry of this identifier."""

    def text(self, identifier: str, params: Mapping[str, str], /) -> str:
        """Write one entry."""


def term_identifier(name: str) -> str:
    """Return the identifier of a term in the catalogue.

    Examples
    --------
    >>> term_identifier("heat_wave"), term_identifier(">="), term_identifier("10-m gust")
    ('term-heat_wave', 'term-at-least', 'term-10-m-gust')
    """
    if not name.isascii():  # a text in another language, no name of a term
        return "term-"
    return f"term-{_SIGNS.get(name) or _OTHER.sub('-', name).strip('-')}"


def write_term(texts: Texts, name: str) -> str:
    """Write a term with the texts of a language."""
    identifier = term_identifier(name)
    if texts.has(identifier):
        return texts.text(identifier, {})
    composed = _composed(texts, name)
    if composed is not None:
        return composed
    if "+" in name:
        return " + ".join(write_term(texts, part) for part in name.split("+"))
    return name.replace("_", " ")


def _composed(texts: Texts, name: str) -> str | None:
    """Write a term that is made of others: a scaled grade, a marked one, a window of time."""
    if name.startswith(_SCALED):
        grade = write_term(texts, name.removeprefix(_SCALED))
        return texts.text("report-scaled_grade", {"grade": grade})
    for pattern, identifier in ((_SET_PERCENTILE, "percentile"), (_SET_GRADE, "grade")):
        found = pattern.fullmatch(name)
        if found:
            parts = {**found.groupdict(), "name": write_term(texts, found["name"])}
            return texts.text(f"report-{identifier}_of_{found['whose']}", parts)
    marked = _MARKED.fullmatch(name)
    if marked:
        parts = {"name": write_term(texts, marked[1]), "mark": write_term(texts, marked[2])}
        return texts.text("report-marked", dict(parts))
    for pattern, identifier in _MEASURED:
        match = pattern.fullmatch(name)
        if match:
            return texts.text(identifier, dict(match.groupdict()))
    return None
