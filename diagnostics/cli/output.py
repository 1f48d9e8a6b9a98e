"""What the command line prints: one document on standard output, the rest on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.checking import CheckFinding
from diagnostics.contracts.choice import DataChoice
from diagnostics.errors import DiagnosticsError
from diagnostics.messages import Message, Param, localise, render
from diagnostics.messages.catalogue import SOURCE, catalogue

_PIPE_WIDTH = 160
"""Columns of a table that no terminal wraps."""


_SAID = {True: "format-yes", False: "format-no", None: "command-cannot_say"}


def answer_entry(answer: bool | None) -> str:
    """Return the entry of the catalogue for yes, no, and what cannot be told."""
    return _SAID[answer]


class Output:
    """Standard output for the answer, standard error for progress and messages.

    Parameters
    ----------
    json : bool
        Print answers as one JSON document instead of tables.
    language : str
        Of what people read on standard error.
    """

    def __init__(self, *, json: bool, language: str = SOURCE) -> None:
        self.json = json
        self.language = language
        self.answered = True
        self.console = Console(stderr=True, highlight=False)
        self.screen = Console(highlight=False)
        if not self.screen.is_terminal:
            self.screen = Console(highlight=False, width=_PIPE_WIDTH)

    def progress(self, line: str) -> None:
        """Print a line that is written already on standard error."""
        self.console.print(line, markup=False)

    def report(self, message: Message) -> None:
        """Print a message about the work under way on standard error."""
        self.progress(render(message, self.language))

    def doubts(self, findings: Iterable[CheckFinding]) -> None:
        """Say below an answer what the checks of its data doubt, and what to do about it."""
        for finding in findings:
            params: dict[str, Param] = {"reason": finding.wording, "cure": finding.cure}
            self.say(Message(id="command-doubt", params=params))

    def choice(self, choice: DataChoice | None) -> None:
        """Say which run, member or statistic an answer is of, where the options chose one."""
        if choice is None:
            return
        if choice.run is not None:
            params: dict[str, Param] = {"run": format_instant(choice.run)}
            self.say(Message(id="command-of_run", params=params))
        if choice.member is not None:
            self.say(Message(id="command-of_member", params={"member": str(choice.member)}))
        if choice.statistic is not None:
            self.say(Message(id="command-of_statistic", params={"statistic": choice.statistic}))

    def no_answer(self) -> None:
        """Say by the exit status that there is no value, though what was printed is whole."""
        self.answered = False

    def document(self, value: BaseModel | dict[str, Any] | list[Any]) -> None:
        """Print one JSON document; a NaN in it is a defect and raises."""
        if isinstance(value, BaseModel):
            value = value.model_dump(mode="json")
        json.dump(value, sys.stdout, ensure_ascii=False, allow_nan=False, indent=1)
        sys.stdout.write("\n")

    def table(self, title: Message, heads: Sequence[str], rows: Iterable[Sequence[Param]]) -> None:
        """Print a table for people, in their language.

        Parameters
        ----------
        title : Message
        heads : sequence of str
            Names of entries, after ``command-head_``; empty for a column without a head.
        rows : iterable of sequence of Param
            A text is shown as it is.
        """
        table = Table(title=render(title, self.language), title_justify="left", header_style="bold")
        for place, name in enumerate(heads):
            head = localise(f"command-head_{name}", self.language) if name else ""
            table.add_column(head, overflow="fold", no_wrap=place == 0)
        texts = catalogue(self.language)
        for row in rows:
            table.add_row(*(escape(texts.write(cell)) for cell in row))
        self.screen.print(table)

    def is_translated(self) -> bool:
        """Whether people read another language than that in which texts are written first."""
        return self.language != SOURCE

    def say(self, message: Message) -> None:
        """Print a message for people on standard output, in their language."""
        self.text(render(message, self.language))

    def text(self, message: str) -> None:
        """Print a line for people on standard output."""
        self.screen.print(message, markup=False, soft_wrap=True)

    def markdown(self, text: str) -> None:
        """Print a page for people: laid out on a terminal, as it is where it is piped."""
        if self.screen.is_terminal:
            from rich.markdown import Markdown

            self.screen.print(Markdown(text))
        else:
            sys.stdout.write(text)

    def error(self, error: DiagnosticsError) -> None:
        """Print an error: the JSON document, or its message on standard error.

        The document is for programs and in English; people read the language that they asked for.
        """
        if self.json:
            self.document(error.as_document())
        else:
            line = localise(
                "error-line", self.language, code=error.code, text=error.written(self.language)
            )
            self.console.print(line, markup=False, soft_wrap=True)
