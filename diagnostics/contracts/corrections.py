"""Other wording for a report, as a person wants it: words change, values and verdicts do not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from diagnostics.contracts.base import Contract
from diagnostics.contracts.report import Report, ReportFigure, Section, Sentence
from diagnostics.contracts.report_parts import TITLE, caption_address, sentence_address

_PLACEHOLDER = re.compile(r"\{claim:([^{}]*)\}")
# What would be markup in one of the forms in which a report is read.
_MARKUP = re.compile(r"[<>`{}|\\]|\]\(|!\[|^\s*[#>*+-]")


class EditKind(StrEnum):
    """What is done to a sentence."""

    REPLACE = "replace"
    REMOVE = "remove"
    INSERT_AFTER = "insert_after"


class Edit(Contract):
    """One change of wording.

    `at` is the address of a sentence of the version that is corrected (``report_parts``), whatever
    the other edits do. `text` may hold the version's own placeholders, ``{claim:c7}``.
    """

    op: EditKind
    at: str = Field(min_length=1, max_length=300)
    text: str = Field(default="", max_length=2000)

    @model_validator(mode="after")
    def _plain_words(self) -> Self:
        if self.op is EditKind.REMOVE:
            if self.text:
                raise ValueError("a removal has no text")
            return self
        if not self.text.strip() or not self.text.isprintable():
            raise ValueError("write one line of text")
        if _MARKUP.search(_PLACEHOLDER.sub("", self.text)):
            raise ValueError(
                "write plain words, without markup; braces only as in {claim:c7}, bound to a "
                "claim of the version"
            )
        return self


def claims_in(text: str) -> tuple[str, ...]:
    """Return the ids of the claims whose placeholders a text holds, each once."""
    return tuple(dict.fromkeys(_PLACEHOLDER.findall(text)))


def edit_problem(edits: Sequence[Edit]) -> str | None:
    """Say why edits cannot be made together, or None."""
    once = [edit.at for edit in edits if edit.op is not EditKind.INSERT_AFTER]
    twice = sorted({address for address in once if once.count(address) > 1})
    if twice:
        return f"{', '.join(twice)} is replaced or removed more than once"
    fixed = [
        edit.at
        for edit in edits
        if edit.op is not EditKind.REPLACE
        and (edit.at == TITLE or edit.at.startswith(caption_address("")))
    ]
    if fixed:
        return f"{fixed[0]} can be replaced only: nothing is removed or added there"
    return None


def apply_edits(report: Report, edits: Iterable[Edit]) -> Report:
    """Return a report with other wording; its claims, evidence and conclusion are the same.

    The digest is left for the caller to renew; addresses that the report does not have are
    without effect.
    """
    found: dict[tuple[EditKind, str], list[Edit]] = {}
    for edit in edits:
        found.setdefault((edit.op, edit.at), []).append(edit)
    return report.model_copy(
        update={
            "title": _replaced(report.title, TITLE, found),
            "sections": tuple(_section(section, found) for section in report.sections),
        }
    )


_Found = dict[tuple[EditKind, str], list[Edit]]


def _section(section: Section, found: _Found) -> Section:
    sentences: list[Sentence] = []
    for number, item in enumerate(section.sentences, start=1):
        address = sentence_address(section.id, number)
        if (EditKind.REMOVE, address) not in found:
            sentences.append(_replaced(item, address, found))
        inserted = found.get((EditKind.INSERT_AFTER, address), ())
        sentences += [_sentence(edit) for edit in inserted]
    return section.model_copy(
        update={
            "sentences": tuple(sentences),
            "figures": tuple(_figure(figure, found) for figure in section.figures),
        }
    )


def _figure(figure: ReportFigure, found: _Found) -> ReportFigure:
    caption = _replaced(figure.caption, caption_address(figure.artifact), found)
    return figure.model_copy(update={"caption": caption})


def _replaced(sentence: Sentence, address: str, found: _Found) -> Sentence:
    edits = found.get((EditKind.REPLACE, address))
    return _sentence(edits[0]) if edits else sentence


def _sentence(edit: Edit) -> Sentence:
    return Sentence(text=edit.text, claims=claims_in(edit.text))
