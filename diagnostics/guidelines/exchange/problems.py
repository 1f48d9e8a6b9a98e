"""What is wrong with a file of the library: of which item, in which field, on which line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from diagnostics.errors import InputDataError
from diagnostics.messages import Listing, Message, languages, render
from diagnostics.messages.catalogue import SOURCE

_SHOWN = 20


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong.

    Parameters
    ----------
    kind : str
        Of the item: ``entry``, ``reference``, ``cause`` or ``release``.
    key : str
        Its name, or its number where it has none.
    path : str
        The field, as ``expected.absolute.value``; empty for the item as a whole.
    what : Message
    file : str
    line : int
        From 1; 0 where there is none.
    """

    kind: str
    key: str
    path: str
    what: Message
    file: str = ""
    line: int = 0

    @property
    def message(self) -> Message:
        """The problem with its place, as one line."""
        place = Message(
            id="libraryerror-place" if self.line else "libraryerror-place_unknown",
            params={"file": self.file, "line": str(self.line)},
        )
        params = {
            "place": place,
            "kind": Message(id=f"libraryerror-kind_{self.kind}"),
            "key": self.key,
            "path": self.path,
            "problem": self.what,
        }
        return Message(id="libraryerror-field" if self.path else "libraryerror-item", params=params)

    def document(self) -> dict[str, Any]:
        """Return the problem for programs, with its text in every language."""
        texts = {language: render(self.what, language) for language in languages()}
        return {
            "file": self.file,
            "line": self.line,
            "kind": self.kind,
            "key": self.key,
            "field": self.path,
            "problem": texts[SOURCE],
            "texts": texts,
        }


def refuse_problems(problems: Sequence[Problem]) -> None:
    """Refuse a library that has problems; do nothing where there is none.

    Raises
    ------
    InputDataError
        With code ``invalid_library``: the first twenty problems in words, and in the data under
        ``problems`` all of them.
    """
    if not problems:
        return
    shown = Listing(items=tuple(p.message for p in problems[:_SHOWN]), style="clauses")
    more = len(problems) - _SHOWN
    raise InputDataError(
        Message(
            id="libraryerror-refused_more" if more > 0 else "libraryerror-refused",
            params={"count": str(len(problems)), "problems": shown, "more": str(more)},
        ),
        code="invalid_library",
        data={"problems": [problem.document() for problem in problems]},
    )
