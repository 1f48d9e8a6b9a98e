"""Reasons and findings of the program in Chinese, from a catalogue of their templates.

Reasons are composed in English where they arise; the catalogue knows each clause with its values
as slots. A clause that it does not know is shown as it is, so that nothing is lost.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from diagnostics.contracts.enums import Language
from diagnostics.documents import read_yaml
from diagnostics.messages import is_term, localise, term

_SLOT = re.compile(r"\\\{(\w+)\\\}")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::\d{2})?Z)?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_ENGLISH = re.compile(r"[A-Za-z]{2,} +[A-Za-z]{2,}")
_CELSIUS = re.compile(r"\bdegC\b")
_NAMES_FIELDS = ("field", "fields")
"""Slots that hold the short names of fields."""


class _Template(NamedTuple):
    pattern: re.Pattern[str]
    text: str
    literal: int
    open: bool


@cache
def _templates() -> tuple[_Template, ...]:
    """The templates: those that begin with a word first, then those with most of their own."""
    text = files("diagnostics.reporting").joinpath("messages.yaml").read_text(encoding="utf-8")
    made = [_template(english, chinese) for english, chinese in read_yaml(text).items()]
    return tuple(sorted(made, key=lambda item: (item.open, -item.literal)))


def _template(english: str, chinese: str) -> _Template:
    whole = ";" in english or "{how}" in english
    slot = r"(?P<\1>.+?)" if whole else r"(?P<\1>[^;]+?)"
    pattern = _SLOT.sub(slot, re.escape(english).replace("\\ ", " "))
    literal = len(re.sub(r"\{\w+\}", "", english))
    return _Template(re.compile(pattern), chinese, literal, english.startswith("{"))


def translated(message: str, language: Language) -> str:
    """Write a composed message in a language.

    Parameters
    ----------
    message : str
        English, its clauses joined by semicolons.
    language : Language

    Returns
    -------
    str
        In Chinese clause by clause; a clause without a template stays as it is.
    """
    return message if language is Language.EN else _chinese(message)


@lru_cache(maxsize=4096)
def _chinese(message: str) -> str:
    whole = _clause(message)
    if whole is not None:
        return whole
    old = message.split("; ")
    parts = [_clause(part) or part.removesuffix(".") for part in old]
    return ("; " if parts == old else "；").join(parts)


def _clause(clause: str) -> str | None:
    """Translate one clause, or return None where no template fits."""
    bare = clause[:-1] if clause.endswith(".") else clause
    for template in _templates():
        match = template.pattern.fullmatch(bare)
        if match is None:
            continue
        text = template.text
        for name, value in match.groupdict().items():
            text = text.replace(
                f"{{{name}}}", _fields(value) if name in _NAMES_FIELDS else _value(value)
            )
        return text
    return None


def _fields(value: str) -> str:
    """Write the short names of fields as readers call them, each followed by itself."""
    names = value.split(", ")
    if not any(is_term(f"field_{name}") for name in names):
        return _value(value)
    return "、".join(
        f"{term(f'field_{name}', Language.ZH)}（{name}）" if is_term(f"field_{name}") else name
        for name in names
    )


def _value(value: str) -> str:
    """Write what stands in a slot: a time, a number, a name of the vocabulary, or a clause."""
    if len(value) > 1 and is_term(value):
        return term(value, Language.ZH)
    return _clause(value) or readable(value)


def readable(text: str) -> str:
    """Write the times, degrees and thousands of a text as Chinese readers do."""
    stamped = _CELSIUS.sub("℃", _ISO.sub(_stamp, text))
    return _THOUSANDS.sub("", stamped).replace("km2", "km²")


def _stamp(match: re.Match[str]) -> str:
    year, month, day = (str(int(match[place])) for place in (1, 2, 3))
    date = localise("format-date", Language.ZH, year=year, month=month, day=day)
    if match[4] is None:
        return date
    return localise("format-utc", Language.ZH, date=date, clock=f"{match[4]}:{match[5]}")


def known_in_chinese(message: str) -> bool:
    """Whether a message can be said in Chinese with no English sentence left in it."""
    return not untranslated(message) and _ENGLISH.search(_chinese(message)) is None


def untranslated(message: str) -> tuple[str, ...]:
    """Return the clauses of a message that the catalogue does not know."""
    if _clause(message) is not None:
        return ()
    return tuple(part for part in message.split("; ") if _clause(part) is None)
