"""What was understood of a text, told in the language of its reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache
from importlib.resources import files

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import (
    Ambiguity,
    ClaimCheck,
    ClaimVerdict,
    RequestReading,
    Understanding,
)
from diagnostics.documents import read_yaml
from diagnostics.grid.gazetteer import NATIONAL, known_places, places
from diagnostics.language.area_names import chinese_names, place_name
from diagnostics.language.lexicon import entries, tools
from diagnostics.messages import Listing, Moment, Param, is_term, localise, message, term
from diagnostics.messages.catalogue import catalogue
from diagnostics.questions import answer_format
from diagnostics.reporting.messages import readable

_SLOT = re.compile(r"\\\{(\w+)\\\}")
_LABEL = re.compile(r"(?P<name>.+) \((?P<kind>\w+)(?:, (?P<nation>\w+))?\)")


def format_lines(reading: RequestReading, language: Language) -> list[str]:
    """Say in lines what was understood, what was assumed and what is ambiguous.

    Parameters
    ----------
    reading : RequestReading
        In the language of the reader.
    language : Language
    """
    lines = [format_line(item, language) for item in reading.understood]
    return lines + [_doubt_line(doubt, language) for doubt in reading.ambiguities]


def _doubt_line(doubt: Ambiguity, language: Language) -> str:
    said: dict[str, Param] = {"words": doubt.words, "doubt": doubt.message}
    if not doubt.choices:
        return localise("reading-ambiguous", language, **said)
    choices = Listing(items=doubt.choices, style="clauses")
    return localise("reading-ambiguous_choices", language, **said, choices=choices)


def format_line(item: Understanding, language: Language) -> str:
    """Say in a line what was understood, or taken for granted."""
    entry = "reading-assumed" if item.assumed else "reading-understood"
    part = _of_kind("part", item.part, language)
    if not item.words:
        return localise(entry, language, part=part, meaning=item.meaning)
    return localise(f"{entry}_words", language, part=part, words=item.words, meaning=item.meaning)


def _of_kind(kind: str, name: str, language: Language) -> str:
    """Name a part of a reading or a kind of place; one that has no name stays as it is."""
    identifier = f"reading-{kind}_{name}"
    return localise(identifier, language) if catalogue(language).has(identifier) else name


def in_language(reading: RequestReading, language: Language) -> RequestReading:
    """Return a reading whose meanings and doubts are told in a language."""
    if language is Language.EN:
        return reading
    return reading.model_copy(
        update={
            "understood": tuple(_understood(item, language) for item in reading.understood),
            "ambiguities": tuple(_doubt(item, language) for item in reading.ambiguities),
        }
    )


def _understood(item: Understanding, language: Language) -> Understanding:
    return item.model_copy(update={"meaning": in_reader_language(item.meaning, language)})


def _doubt(item: Ambiguity, language: Language) -> Ambiguity:
    return item.model_copy(
        update={
            "message": in_reader_language(item.message, language),
            "choices": tuple(in_reader_language(choice, language) for choice in item.choices),
        }
    )


def in_reader_language(meaning: str, language: Language) -> str:
    """Write a meaning in a language; one that no template knows stays as it is.

    Parameters
    ----------
    meaning : str
        English, as the reading of a text records it.
    language : Language

    Returns
    -------
    str
    """
    if language is Language.EN:
        return meaning
    for pattern, text in _templates():
        match = pattern.fullmatch(meaning)
        if match is not None:
            for name, value in match.groupdict().items():
                text = text.replace(f"{{{name}}}", _WRITTEN.get(name, readable)(value))
            return text
    return readable(_name(meaning))


@cache
def _templates() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The templates, those with most words of their own first."""
    text = files("diagnostics.questions").joinpath("readings.yaml").read_text(encoding="utf-8")
    found = []
    for english, chinese in read_yaml(text).items():
        pattern = _SLOT.sub(r"(?P<\1>.+?)", re.escape(english)).replace("\\ ", " ")
        found.append((len(_SLOT.sub("", re.escape(english))), re.compile(pattern), str(chinese)))
    return tuple((pattern, told_) for _, pattern, told_ in sorted(found, key=lambda row: -row[0]))


def _place(name: str) -> str:
    """Return the Chinese name of a place, or the one that is given."""
    if _LABEL.fullmatch(name):
        return _label(name)
    found = known_places(name)
    own = chinese_names().get(name)
    return own or (place_name(found[0], Language.ZH) if found else name)


def _label(label: str) -> str:
    """Write the label of a place: its Chinese name, its country and what it is."""
    match = _LABEL.fullmatch(label)
    if match is None:
        return label
    own = next((item for item in places() if item.label == label), None)
    name = match["name"] if own is None else place_name(own, Language.ZH)
    kind = _of_kind("kind", match["kind"], Language.ZH)
    nations = [
        item
        for item in places()
        if item.kind in NATIONAL and item.country == match["nation"] and own is not item
    ]
    if not nations:
        return localise("reading-place", Language.ZH, name=name, kind=kind)
    where = place_name(nations[0], Language.ZH)
    return localise("reading-place_in", Language.ZH, name=name, kind=kind, where=where)


def _name(name: str) -> str:
    """Write a name of the vocabulary: a statistic, an event, criteria, an operator, a place."""
    statistic = answer_format.statistic_name(name, Language.ZH)
    if statistic is not None:
        return statistic
    field = f"field_{name.removeprefix('field:')}"
    for known in (name, field):
        if is_term(known):
            return term(known, Language.ZH)
    tool = tools().get(name)
    if tool is not None:
        return localise("reading-operator", Language.ZH, title=tool["title_zh"], name=name)
    entry = entries().get(name)
    return entry.label_zh if entry is not None else _label(name)


_WRITTEN: dict[str, Callable[[str], str]] = {
    "place": _place,
    "label": _label,
    "operator": _name,
    "quantity": _name,
}
"""How slots are written; others as numbers, units and times are."""


def describe_verdict(verdict: ClaimVerdict, language: Language) -> str:
    """Name what the data say of a claim."""
    return localise(f"reading-verdict_{verdict}", language)


def describe_check(check: ClaimCheck, language: Language) -> str:
    """Say in one line what a check found."""
    verdict = describe_verdict(check.verdict, language)
    if check.found is None:
        return localise("reading-check_reason", language, verdict=verdict, reason=check.reason)
    moment = check.time if isinstance(check.time, datetime) else None
    if language is Language.EN:
        place = ""
        if check.latitude is not None and check.longitude is not None:
            place = f" ({check.latitude:.2f}, {check.longitude:.2f})"
        when = "" if moment is None else format_instant(moment)
        return localise(
            "reading-check",
            language,
            verdict=verdict,
            operator=check.operator,
            statistic=check.statistic,
            found=f"{check.found:.4g} {check.unit}{place} {when}".rstrip(),
        )
    said: dict[str, Param] = {
        "verdict": verdict,
        "operator": _name(check.operator),
        "statistic": answer_format.statistic_name(check.statistic, language) or check.statistic,
        "found": answer_format.in_chinese(answer_format.amount(check.found, check.unit)),
    }
    aside: Param = answer_format.position(check.latitude, check.longitude)
    if moment is not None:
        time = Moment(moment=moment)
        aside = message("reading-aside", place=aside, time=time) if aside else time
    if not aside:
        return localise("reading-check", language, **said)
    return localise("reading-check_at", language, **said, aside=aside)
