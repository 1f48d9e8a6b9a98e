"""Refusals of a command line that cannot be read, in the language that it asks for."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NoReturn

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
    "region_or_words": re.compile(
        r"name a --region or an --object, or say it in words with --request"
    ),
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


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are entries of the catalogue."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and what was wrong, and exit with status 2."""
        params: dict[str, Param] = {
            "program": self.prog,
            "usage": self.format_usage().partition(" ")[2].rstrip(),
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
