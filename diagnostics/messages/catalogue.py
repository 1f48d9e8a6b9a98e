"""The catalogue: one Fluent file per language, parsed section by section when it is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import ast

from diagnostics.messages.capitals import capitalised, uncapitalised
from diagnostics.messages.message import (
    Listing,
    ListingStyle,
    Measure,
    Message,
    Moment,
    Param,
    Term,
)
from diagnostics.messages.numbers import format_number, pretty_unit
from diagnostics.messages.terms import term_identifier, write_term

_SECTION = re.compile(r"^### section: ([a-z]+)$", re.MULTILINE)
_SUFFIX = ".ftl"
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "CAPITALISED": capitalised,
    "UNCAPITALISED": uncapitalised,
}
"""What an entry may do with a variable, beside the functions of Fluent itself."""
_LONGEST_PART = 2000
"""Fluent refuses longer parameters: they take their places afterwards."""
_MARK = "\ue000"
_COUNT = re.compile(r"0|[1-9]\d{0,8}")
SOURCE = "en"
"""The language in which texts are written first."""
API = "api"
"""The door of those who read answers over REST, and have no command line."""


class MessageError(LookupError):
    """A text that the catalogue does not have, or that was given other parameters than it names."""


@dataclass(frozen=True)
class Count:
    """A whole number that chooses between one and several, and is written in another way.

    It is given to :func:`localise` and never stored.

    Attributes
    ----------
    count : int
    written : str
        What stands in the text, such as the placeholder of a claim.
    """

    count: int
    written: str


_LEAST_DIGITS = 60
"""Counts are formatted so wide: Fluent chooses by their number, and they are found again by their
width and replaced by what is written."""


class Catalogue:
    """All texts of one language.

    Parameters
    ----------
    language : str
        Code of the language, as the plural rules of Unicode know it.
    source : str
        A file in Fluent syntax. Lines ``### section: NAME`` divide it; the identifiers of a section
        begin with its name and a hyphen.
    door : str, optional
        By which door the readers come: `API`, for example. Where an entry has an attribute of this
        name, that is the text for them; by default they sit at the command line.
    """

    def __init__(self, language: str, source: str, door: str = "") -> None:
        self.language = language
        self._door = door
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

    def text(self, identifier: str, params: Mapping[str, Param | Count]) -> str:
        """Write one entry.

        Raises
        ------
        MessageError
            When there is no such entry, or a parameter that it needs is missing.
        """
        if not self.has(identifier):
            raise MessageError(f"{self.language}: no text {identifier!r} in the catalogue")
        bundle = self._bundle(identifier.partition("-")[0])
        entry = bundle.get_message(identifier)
        pattern = entry.attributes.get(self._door, entry.value)
        if pattern is None:
            raise MessageError(f"{self.language}: {identifier} has no text")
        counts = [(name, value) for name, value in params.items() if isinstance(value, Count)]
        arguments: dict[str, Any] = {
            name: self._argument(value)
            for name, value in params.items()
            if not isinstance(value, Count)
        }
        for width, (name, value) in enumerate(counts, _LEAST_DIGITS):
            arguments[name] = fluent_number(
                value.count, minimumIntegerDigits=width, useGrouping=False
            )
        longer = {
            name: text
            for name, text in arguments.items()
            if isinstance(text, str) and len(text) > _LONGEST_PART
        }
        marks = {name: f"{_MARK}{name}{_MARK}" for name in longer}
        written, errors = bundle.format_pattern(pattern, {**arguments, **marks})
        if errors:
            raise MessageError(f"{self.language}: {identifier}: {errors[0]}")
        whole = str(written)
        # the widest first: a narrower number would be found in a wider one
        for width, (_, value) in reversed([*enumerate(counts, _LEAST_DIGITS)]):
            whole = whole.replace(f"{value.count:0{width}d}", value.written)
        for name, text in longer.items():
            whole = whole.replace(marks[name], text)
        return whole

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
        if isinstance(param, str) and _COUNT.fullmatch(param):
            # A count that was stored as it is shown still chooses between one and several.
            return fluent_number(int(param), useGrouping=False)
        if isinstance(param, int) and not isinstance(param, bool):
            return fluent_number(param, useGrouping=self._groups_digits)
        return self.write(param)

    @cached_property
    def _groups_digits(self) -> bool:
        return self.text("format-groups-digits", {}) == "yes"

    def _measure(self, measure: Measure) -> str:
        number = format_number(measure.measure, measure.digits)
        unit = pretty_unit(measure.unit)
        if unit == "°":
            return f"{number}{unit}"
        return self.text("format-measure", {"number": number, "unit": unit}) if unit else number

    def _listing(self, listing: Listing) -> str:
        items = [self.write(item) for item in listing.items]
        if listing.style in ("comma", "clauses", "sentences"):
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


def catalogue(language: str, door: str = "") -> Catalogue:
    """Return the catalogue of a language, for those who come by a door.

    Raises
    ------
    MessageError
        When there is no file of that language.
    """
    return _read(language, door)


@cache
def _read(language: str, door: str) -> Catalogue:
    if language not in languages():
        raise MessageError(f"no texts in {language!r}; there are: {', '.join(languages())}")
    path = files("diagnostics.messages").joinpath(language + _SUFFIX)
    return Catalogue(language, path.read_text(encoding="utf-8"), door)


def join_written(parts: Iterable[str], language: str, style: ListingStyle = "comma") -> str:
    """Join written parts as a language joins a list, statements or sentences.

    Examples
    --------
    >>> join_written(["wind", "rain"], "en")
    'wind, rain'
    >>> join_written(["It rains.", "It blows."], "en", "sentences")
    'It rains. It blows.'
    """
    return catalogue(language).write(Listing(items=tuple(parts), style=style))


def localise(identifier: str, language: str, /, **params: Param | Count) -> str:
    """Write the entry `identifier` in a language.

    Parameters
    ----------
    identifier : str
        ``section-name``.
    language : str
        ``en`` or ``zh``; a `diagnostics.contracts.Language` is one.
    **params : Param or Count
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


def render(message: Message, language: str, door: str = "") -> str:
    """Write a message in a language, for those who come by a door: `API` names no commands.

    Raises
    ------
    MessageError
        When there is no such entry, or a parameter is missing.

    Examples
    --------
    >>> render(Message(id="report-part_of", params={"place": "Jiangsu"}), "en")
    'part of Jiangsu'
    """
    return catalogue(str(language), door).text(message.id, message.params)


def recorded(wording: Message | None, text: str) -> Message:
    """Return a stored wording, or what was said when it was stored where it cannot be written now.

    Entries and their parameters change between releases; what old jobs and logs hold stays.

    Parameters
    ----------
    wording : Message or None
    text : str
        The sentence that was stored beside it.

    Examples
    --------
    >>> render(recorded(Message(id="error-of_an_older_release"), "there is no wind"), "en")
    'there is no wind'
    """
    if wording is not None:
        try:
            render(wording, SOURCE)
        except MessageError:
            pass
        else:
            return wording
    return Message(id="error-quoted", params={"text": text})


def is_term(name: str) -> bool:
    """Whether a name belongs to the closed vocabularies."""
    return catalogue("en").has(term_identifier(name))


def heading(name: str, language: str) -> str:
    """Write a term as a legend needs it: without an English article.

    Examples
    --------
    >>> heading("jet_core", "en")
    'jet core'
    """
    words = term(name, language)
    for article in ("a ", "an ", "the ") if language == "en" else ():
        words = words.removeprefix(article)
    return words


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
