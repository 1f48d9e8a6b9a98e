"""Refusals of a command line that cannot be read, in the language that it asks for."""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NoReturn

from diagnostics.language.text_normalisation import language_of as text_language
from diagnostics.messages import Message, Param, languages, render
from diagnostics.messages.catalogue import SOURCE

_USAGE_ERROR = 2
# As Python's own parser words them: it gives texts only, and no codes.
_WORDS = {
    "arguments_required": re.compile(r"the following arguments are required: (?P<names>.+)"),
    "arguments_unknown": re.compile(r"unrecognized arguments: (?P<names>.+)"),
    "value_needed": re.compile(r"argument (?P<name>.+): expected (?:one|at least one) argument"),
    "value_refused": re.compile(
        r"argument (?P<name>.+): invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)"
    ),
    "value_no_number": re.compile(
        r"argument (?P<name>.+): invalid (?:int|float) value: '(?P<value>.*)'"
    ),
    "no_value_taken": re.compile(r"argument (?P<name>.+): ignored explicit argument (?P<value>.+)"),
    "region_or_words": re.compile(r"name a --region, or say it in words with --request"),
}
_language: ContextVar[str] = ContextVar("language of usage errors", default=SOURCE)


_ASKING = {"ask": ("--claim",), "diagnose": ("--request",)}
"""Commands that are asked in words, and their options with words; `ask` takes a bare text too."""


def language_of(words: Sequence[str]) -> str:
    """Return the language that ``--lang`` names, else that of a question or request in the line.

    English where neither is a language that there is.
    """
    wanted = None
    for option, value in _values(words):
        if option == "--lang":
            wanted = value.lower()
    if wanted is None:
        return text_language(" ".join(_asked(words))).value
    return wanted if wanted in languages() else SOURCE


def _values(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each option with what follows it; bare words with an empty option."""
    before = ""
    for word in words:
        option, sign, value = word.partition("=")
        if option.startswith("--") and sign:
            yield option, value
            before = ""
        elif word.startswith("-"):
            before = "" if word == "--json" else word
        else:
            yield before, word
            before = ""


def _asked(words: Sequence[str]) -> list[str]:
    """Return what a line asks in words: no paths and no names of files."""
    command = next(iter(words), "")
    options = _ASKING.get(command, ())
    bare = command == "ask"
    return [
        value
        for option, value in _values(words[1:])
        if (not option and bare) or any(len(option) > 3 and o.startswith(option) for o in options)
    ]


@contextmanager
def speaking(language: str) -> Iterator[str]:
    """Word the refusals of parsers in a language, inside the block."""
    token = _language.set(language)
    try:
        yield language
    finally:
        _language.reset(token)


def help_text(identifier: str, **params: Param) -> str:
    """Return an entry of the catalogue for a parser's help, in the language of the block.

    Parameters
    ----------
    identifier : str
        Of the section ``help``.
    **params
        What the entry takes.
    """
    line = Message(id=identifier, params=params)
    return render(line, _language.get()).replace("%", "%%")


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help with headings from the catalogue; each line of a description is folded by itself."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Begin with the heading of the usage."""
        heading = help_text("help-heading_usage") if prefix is None else prefix
        super().add_usage(usage, actions, groups, heading)

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None) -> str:
        """Fold the usage at the width that a heading of wide characters leaves."""
        whole = self._width
        self._width = whole - (columns(prefix or "") - len(prefix or ""))
        try:
            return super()._format_usage(usage, actions, groups, prefix)
        finally:
            self._width = whole

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Keep the lines of a text that begin with a space, such as examples."""
        lines = (
            [line] if line[:1] in ("", " ") else wrapped(line, width) for line in text.split("\n")
        )
        return "\n".join(indent + part for parts in lines for part in parts)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(" ".join(text.split()), width)


class Parser(argparse.ArgumentParser):
    """A parser whose help and refusals are entries of the catalogue."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": _Help, **options, "add_help": False})
        self._positionals.title = help_text("help-heading_arguments")
        self._optionals.title = help_text("help-heading_options")
        self.add_argument("-h", "--help", action="help", help=help_text("help-help"))

    def error(self, message: str) -> NoReturn:
        """Print the usage and what was wrong, and exit with status 2."""
        params: dict[str, Param] = {
            "program": self.prog,
            "usage": self.format_usage().removeprefix(help_text("help-heading_usage")).rstrip(),
            "problem": problem_of(message),
        }
        line = Message(id="command-usage", params=params)
        self.exit(_USAGE_ERROR, render(line, _language.get()) + "\n")


def problem_of(message: str) -> Message | str:
    """Return the entry of the catalogue for a refusal of Python's parser; itself for another."""
    for name, pattern in _WORDS.items():
        found = pattern.fullmatch(message)
        if found is not None:
            return Message(id=f"command-{name}", params=dict(found.groupdict()))
    return message


_PIECE = re.compile(r"\s+|[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+")
_NOT_FIRST = "\uff0c\u3002\uff1b\uff1a\u3001\uff09\u201d\u300f\u300d\uff01\uff1f"


def wrapped(text: str, width: int) -> list[str]:
    r"""Fold a text into lines; a Chinese character takes two columns, and may end a line.

    Parameters
    ----------
    text : str
    width : int
        In columns of a terminal.

    Examples
    --------
    >>> wrapped("a box in degrees", 10)
    ['a box in', 'degrees']
    >>> wrapped("\u65b9\u6846\u65b9\u6846", 6) == ["\u65b9\u6846\u65b9", "\u6846"]
    True
    """
    lines, line = [], ""
    for piece in _PIECE.findall(text):
        full = columns(line) + columns(piece.rstrip()) > width
        if full and line.strip() and piece not in _NOT_FIRST:
            lines.append(line.rstrip())
            line = ""
        line += piece if line else piece.lstrip()
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    Examples
    --------
    >>> columns("hPa")
    3
    """
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
