"""Other wording for a report, as a person wants it: words change, values and verdicts do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, Self

from pydantic import Field, JsonValue, model_validator

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.report import OwnWords, Report, ReportFigure, Section, Sentence
from diagnostics.contracts.report_parts import TITLE, caption_address, sentence_address
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.validation import ContractError

_PLACEHOLDER = re.compile(r"\{claim:([^{}]*)\}")
# What would be markup in one of the forms in which a report is read.
_MARKUP = re.compile(r"[<>`{}|\\]|\]\(|!\[|^\s*[#>*+-]")


class EditKind(StrEnum):
    """What is done to a sentence."""

    REPLACE = "replace"
    REMOVE = "remove"
    INSERT_AFTER = "insert_after"


class Subject(StrEnum):
    """What a sentence of the phrase catalogue says something of."""

    VALUE = "value"
    FEATURE = "feature"
    EXPLANATION = "explanation"


class Statement(Contract):
    """A sentence of the phrase catalogue: the person says of what, the platform writes it.

    `id` is an evidence id for a value or a feature (that of a quantity of the same correction
    included), and the id of a weighed explanation (`conclusion.causes`) else. `number` counts the
    features of a detection from 1, the strongest first; without any, the sentence says that
    nothing was detected.
    """

    of: Subject
    id: str = Field(min_length=1, max_length=200)
    detector: str | None = Field(
        default=None, max_length=100, description="of a chart with several detectors"
    )
    number: int = Field(default=1, ge=1, le=1000)


class Quantity(Contract):
    """An index or a feature that a correction needs: computed on the data of the diagnosis.

    It becomes evidence of the new version under `id`. Time and region are those of the
    classification where they are left out.
    """

    id: str = Field(pattern=r"^q[1-9][0-9]{0,2}$")
    op: Literal["index", "features"]
    name: str = Field(min_length=1, max_length=100, description="of the catalogue")
    time: Instant | TimeWindow | None = None
    region: Region | None = None
    level: float | Literal["2m"] | None = Field(default=None, description="hPa, or 2m")
    params: dict[str, JsonValue] = {}

    @model_validator(mode="after")
    def _one_time_of_features(self) -> Self:
        if self.op == "features" and not isinstance(self.time, datetime):
            raise ContractError("features_time")
        if self.op == "features" and self.level == "2m":
            raise ContractError("features_level")
        return self


class Edit(Contract):
    """One change of wording.

    `at` is the address of a sentence of the version that is corrected (``report_parts``), whatever
    the other edits do. What is written there is either a `statement`, bound to the evidence, or
    `text`: the person's own words, which stand in a paragraph marked with their name and may hold
    the version's placeholders, ``{claim:c7}``.
    """

    op: EditKind
    at: str = Field(min_length=1, max_length=300)
    text: str = Field(default="", max_length=2000)
    statement: Statement | None = None

    @model_validator(mode="after")
    def _plain_words(self) -> Self:
        if self.op is EditKind.REMOVE:
            if self.text or self.statement is not None:
                raise ContractError("removal_alone")
            return self
        if self.statement is not None:
            if self.text:
                raise ContractError("text_or_statement")
            return self
        if not self.text.strip() or not self.text.isprintable():
            raise ContractError("one_line")
        if _MARKUP.search(_PLACEHOLDER.sub("", self.text)):
            raise ContractError("markup", placeholder="{claim:c7}")
        return self


Writer = Callable[[Edit], Sentence]
"""Makes the sentence of an edit."""


def in_own_words(
    edit: Edit, words: OwnWords, placeholders: Mapping[str, str] = MappingProxyType({})
) -> Sentence:
    """Return the text of an edit as a paragraph of a person's own words.

    Parameters
    ----------
    edit : Edit
    words : OwnWords
        Whose they are.
    placeholders : mapping, optional
        What stands for a claim in the report that takes the paragraph, by the id in the text;
        others stay as they are.
    """
    text = _PLACEHOLDER.sub(lambda found: placeholders.get(found[1], found[0]), edit.text)
    return Sentence(text=text, claims=claims_in(text), own=words)


def claims_in(text: str) -> tuple[str, ...]:
    """Return the ids of the claims whose placeholders a text holds, each once."""
    return tuple(dict.fromkeys(_PLACEHOLDER.findall(text)))


def edit_problem(edits: Sequence[Edit]) -> str | None:
    """Say why edits cannot be made together, or None."""
    once = [edit.at for edit in edits if edit.op is not EditKind.INSERT_AFTER]
    twice = sorted({address for address in once if once.count(address) > 1})
    if twice:
        return f"{', '.join(twice)} is replaced or removed more than once"
    if any(edit.at == TITLE for edit in edits):
        return (
            "the title is the platform's: it names the event, the region and the period; "
            "write beside it, in a paragraph of the summary"
        )
    fixed = [
        edit.at
        for edit in edits
        if edit.op is not EditKind.REPLACE and edit.at.startswith(caption_address(""))
    ]
    if fixed:
        return f"{fixed[0]} can be replaced only: nothing is removed or added there"
    return None


def quantity_problem(quantities: Sequence[Quantity], report: Report) -> str | None:
    """Say why quantities cannot become evidence of a report, or None."""
    names = [item.id for item in quantities]
    taken = {item.id for item in report.evidence}
    twice = sorted({name for name in names if name in taken or names.count(name) > 1})
    return f"the id {twice[0]} is taken: give each quantity one of its own" if twice else None


def apply_edits(report: Report, edits: Iterable[Edit], write: Writer) -> Report:
    """Return a report with other wording; its claims, evidence and conclusion are the same.

    Parameters
    ----------
    report : Report
    edits : iterable of Edit
    write : callable
        Makes the sentence of each edit that writes one.

    Notes
    -----
    The digest is left for the caller to renew; addresses that the report does not have are
    without effect.
    """
    found: dict[tuple[EditKind, str], list[Edit]] = {}
    for edit in edits:
        found.setdefault((edit.op, edit.at), []).append(edit)
    return report.model_copy(
        update={
            "title": _replaced(report.title, TITLE, found, write),
            "sections": tuple(_section(section, found, write) for section in report.sections),
        }
    )


_Found = dict[tuple[EditKind, str], list[Edit]]


def _section(section: Section, found: _Found, write: Writer) -> Section:
    sentences: list[Sentence] = []
    for number, item in enumerate(section.sentences, start=1):
        address = sentence_address(section.id, number)
        if (EditKind.REMOVE, address) not in found:
            sentences.append(_replaced(item, address, found, write))
        inserted = found.get((EditKind.INSERT_AFTER, address), ())
        sentences += [write(edit) for edit in inserted]
    return section.model_copy(
        update={
            "sentences": tuple(sentences),
            "figures": tuple(_figure(figure, found, write) for figure in section.figures),
        }
    )


def _figure(figure: ReportFigure, found: _Found, write: Writer) -> ReportFigure:
    caption = _replaced(figure.caption, caption_address(figure.artifact), found, write)
    return figure.model_copy(update={"caption": caption})


def _replaced(sentence: Sentence, address: str, found: _Found, write: Writer) -> Sentence:
    edits = found.get((EditKind.REPLACE, address))
    if not edits:
        return sentence
    return write(edits[0]).model_copy(update={"topic": sentence.topic})
