"""What the command line prints: one document on standard output, the rest on standard error."""

from __future__ import annotations

import json
import sys
from typing import Any

from pydantic import BaseModel
from rich.console import Console
from rich.table import Table

from diagnostics.errors import DiagnosticsError
from diagnostics.messages import localise
from diagnostics.messages.catalogue import SOURCE

_PIPE_WIDTH = 160
"""Columns of a table that no terminal wraps."""


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

    def progress(self, message: str) -> None:
        """Tell how long work goes on."""
        self.console.print(message, markup=False)

    def no_answer(self) -> None:
        """Say by the exit status that there is no value, though what was printed is whole."""
        self.answered = False

    def document(self, value: BaseModel | dict[str, Any] | list[Any]) -> None:
        """Print one JSON document; a NaN in it is a defect and raises."""
        if isinstance(value, BaseModel):
            value = value.model_dump(mode="json")
        json.dump(value, sys.stdout, ensure_ascii=False, allow_nan=False, indent=1)
        sys.stdout.write("\n")

    def table(self, title: str, heads: list[str], rows: list[list[str]]) -> None:
        """Print a table for people."""
        table = Table(title=title, title_justify="left", header_style="bold")
        for place, head in enumerate(heads):
            table.add_column(head, overflow="fold", no_wrap=place == 0)
        for row in rows:
            table.add_row(*row)
        self.screen.print(table)

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
