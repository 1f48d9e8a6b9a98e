"""The catalogue: one Fluent file per language, parsed section by section when it is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import ast

from diagnostics.messages.capitals import capitalised, uncapitalised
from diagnostics.messages.message import Listing, Measure, Message, Moment, Param, Term
from diagnostics.messages.numbers import format_number
from diagnostics.messages.reader_units import reader_unit
from diagnostics.messages.terms import term_identifier, write_term

_SECTION = re.compile(r"^### section: ([a-z]+)$", re.MULTILINE)
_SUFFIX = ".ftl"
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "CAPITALISED": capitalised,
    "UNCAPITALISED": uncapitalised,
}
"""What an entry may do with a variable, beside the functions of Fluent itself."""
_UNITS_OF_THEIR_OWN = {"%": "format-percent", "h": "format-hours"}
"""Units that some languages write close to the number, or as a word."""
_ENDED_TWICE = re.compile(r"(?<![.])([.])[.](?=\s|$)|(。)。", re.MULTILINE)
"""The full stop of a sentence that was put in, and that of the sentence around it."""
SOURCE = "en"
"""The language in which texts are written first."""
_LONGEST_ARGUMENT = 1000
"""Characters that are handed to Fluent, which refuses more: longer ones are put in afterwards."""
_PLACE_OF = "\ue000{}\ue001"
"""Stands for such a text: letters of the private use area, which no text holds."""


class MessageError(LookupError):
    """A text that the catalogue does not have, or that was given other parameters than it names."""


class Catalogue:
    """All texts of one language.

    Parameters
    ----------
    language : str
        Code of the language, as the plural rules of Unicode know it.
    source : str
        A file in Fluent syntax. Lines ``### section: NAME`` divide it; the identifiers of a section
        begin with its name and a hyphen.
    """

    def __init__(self, language: str, source: str) -> None:
        self.language = language
        heads = list(_SECTION.finditer(source))
        ends = [head.start() for head in heads[1:]] + [len(source)]
        self._sources = {
            head[1]: source[head.end() : end] for head, end in zip(heads, ends, strict=True)
        }
        self._bundles: dict[str, FluentBundle] = {}

    @property
    def sections(self) -> tuple[str, ...]:
        """Names of the sections, in the order of the file."""
        return tuple(self._sources)

    def variables(self) -> dict[str, frozenset[str]]:
        """Return the names of the variables of every entry, by its identifier.

        Those of the entries that it refers to are among them.

        Raises
        ------
        MessageError
            When an entry cannot be parsed, stands twice, or stands in a section of another name.
        """
        found: dict[str, set[str]] = {}
        named: dict[str, set[str]] = {}
        for section, source in self._sources.items():
            for entry in FluentResource(source).body:
                if isinstance(entry, ast.Junk):
                    raise MessageError(f"{self.language}: cannot parse {entry.content!r}")
                if not isinstance(entry, ast.Message):
                    continue
                name = entry.id.name
                if not name.startswith(f"{section}-") or name in found:
                    raise MessageError(f"{self.language}: {name} is misplaced or stands twice")
                found[name] = _names(entry, ast.VariableReference)
                named[name] = _names(entry, ast.MessageReference)
        return {name: frozenset(_with_named(name, found, named)) for name in found}

    def has(self, identifier: str) -> bool:
        """Whether there is an entry of this identifier."""
        section = identifier.partition("-")[0]
        return section in self._sources and self._bundle(section).has_message(identifier)

    def text(self, identifier: str, params: Mapping[str, Param]) -> str:
        """Write one entry.

        Raises
        ------
        MessageError
            When there is no such entry, or a parameter that it needs is missing.
        """
        if not self.has(identifier):
            raise MessageError(f"{self.language}: no text {identifier!r} in the catalogue")
        bundle = self._bundle(identifier.partition("-")[0])
        pattern = bundle.get_message(identifier).value
        if pattern is None:
            raise MessageError(f"{self.language}: {identifier} has no text")
        arguments = {name: self._argument(value) for name, value in params.items()}
        long = {
            _PLACE_OF.format(name): text
            for name, text in arguments.items()
            if isinstance(text, str) and len(text) > _LONGEST_ARGUMENT
        }
        arguments.update(
            (name, mark) for name in arguments if (mark := _PLACE_OF.format(name)) in long
        )
        written, errors = bundle.format_pattern(pattern, arguments)
        if errors:
            raise MessageError(f"{self.language}: {identifier}: {errors[0]}")
        whole = str(written)
        for mark, text in long.items():
            whole = whole.replace(mark, text)
        return _ENDED_TWICE.sub(r"\1\2", whole)

    def write(self, param: Param) -> str:
        """Write one parameter as it stands in a sentence."""
        match param:
            case Message():
                return self.text(param.id, param.params)
            case Term():
                return write_term(self, param.term)
            case Measure():
                return self._measure(param)
            case Moment():
                at = param.moment.astimezone(UTC)
                parts = {
                    "date": f"{at:%Y-%m-%d}",
                    "clock": f"{at:%H:%M}",
                    **{name: str(getattr(at, name)) for name in ("year", "month", "day")},
                }
                return self.text("format-moment", parts)
            case Listing():
                return self._listing(param)
            case bool():
                return self.text("format-yes" if param else "format-no", {})
            case float():
                return format_number(param)
            case _:
                return str(param)

    def _argument(self, param: Param) -> object:
        """Keep whole numbers for the plural rules; write everything else."""
        if isinstance(param, int) and not isinstance(param, bool):
            return fluent_number(param, useGrouping=self._groups_digits)
        return self.write(param)

    @cached_property
    def _groups_digits(self) -> bool:
        return self.text("format-groups-digits", {}) == "yes"

    def _measure(self, measure: Measure) -> str:
        unit = reader_unit(measure.unit, self.language)
        return self.measured(unit.number(measure.measure, measure.digits), unit.text)

    def measured(self, number: str, unit: str) -> str:
        """Write a number with its unit, spaced as the unit and the language ask."""
        if not unit or unit == "°" or unit.startswith("×"):
            return f"{number}{unit}"
        named = _UNITS_OF_THEIR_OWN.get(unit, "format-measure")
        return self.text(named, {"number": number, "unit": unit})

    def _listing(self, listing: Listing) -> str:
        items = [self.write(item) for item in listing.items]
        if listing.style in ("comma", "clauses"):
            # The pattern of two items gives the separator; the catalogue trims spaces at its ends.
            return self._joined(f"format-{listing.style}", items)
        if len(items) < 2:
            return "".join(items)
        head = self._joined("format-comma", items[:-1])
        return self.text(f"format-{listing.style}", {"first": head, "second": items[-1]})

    def _joined(self, identifier: str, items: list[str]) -> str:
        written = items[0] if items else ""
        for item in items[1:]:
            written = self.text(identifier, {"first": written, "second": item})
        return written

    def _bundle(self, section: str) -> FluentBundle:
        bundle = self._bundles.get(section)
        if bundle is None:
            bundle = FluentBundle([self.language], functions=_FUNCTIONS, use_isolating=False)
            bundle.add_resource(FluentResource(self._sources[section]))
            self._bundles[section] = bundle
        return bundle


def _with_named(
    name: str, variables: Mapping[str, set[str]], named: Mapping[str, set[str]]
) -> set[str]:
    """Return the variables of an entry and of the entries that it refers to."""
    return variables[name].union(*(_with_named(item, variables, named) for item in named[name]))


def _names(
    node: ast.BaseNode, kind: type[ast.VariableReference | ast.MessageReference]
) -> set[str]:
    """Return the names of what an entry refers to, of one kind."""
    found: set[str] = set()
    if isinstance(node, kind):
        found.add(node.id.name)
    for value in vars(node).values():
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.BaseNode):
                found |= _names(child, kind)
    return found


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a file, the source language first."""
    names = [
        item.name.removesuffix(_SUFFIX)
        for item in files("diagnostics.messages").iterdir()
        if item.name.endswith(_SUFFIX)
    ]
    return tuple(sorted(names, key=lambda name: (name != SOURCE, name)))


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language.

    Raises
    ------
    MessageError
        When there is no file of that language.
    """
    if language not in languages():
        raise MessageError(f"no texts in {language!r}; there are: {', '.join(languages())}")
    path = files("diagnostics.messages").joinpath(language + _SUFFIX)
    return Catalogue(language, path.read_text(encoding="utf-8"))


def localise(identifier: str, language: str, /, **params: Param) -> str:
    """Write the entry `identifier` in a language.

    Parameters
    ----------
    identifier : str
        ``section-name``.
    language : str
        ``en`` or ``zh``; a `diagnostics.contracts.Language` is one.
    **params : Param
        The variables of the entry.

    Raises
    ------
    MessageError
        When there is no such entry, or a parameter is missing.

    Examples
    --------
    >>> localise("report-section_summary", "zh")
    '摘要'
    """
    return catalogue(str(language)).text(identifier, params)


def render(message: Message, language: str) -> str:
    """Write a message in a language.

    Raises
    ------
    MessageError
        When there is no such entry, or a parameter is missing.

    Examples
    --------
    >>> render(Message(id="report-part_of", params={"place": "Jiangsu"}), "en")
    'part of Jiangsu'
    """
    return catalogue(str(language)).text(message.id, message.params)


def is_term(name: str) -> bool:
    """Whether a name belongs to the closed vocabularies."""
    return catalogue("en").has(term_identifier(name))


def term(name: str, language: str) -> str:
    """Write a term in a language; an unknown name is shown with its words apart.

    Terms that are joined by a plus sign (linked events) are written one by one.

    Examples
    --------
    >>> term("cold_wave+gale", "zh")
    '寒潮 + 大风'
    >>> term("some_new_flag", "zh")
    'some new flag'
    """
    return write_term(catalogue(str(language)), name)
