"""A request in words: what is given beside the text, and what was read from it."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.computations import (
    LONGEST_QUESTION,
    ComputationRequest,
    QuestionRequest,
)
from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.validation import ContractError

Span = tuple[int, int]


class AskedFor(StrEnum):
    """What a request in words asks for."""

    DIAGNOSIS = "diagnosis"
    CHART = "chart"
    QUESTION = "question"
    NOTHING = "nothing"


class RequestInWords(Contract):
    """A request in English or Chinese; what is given beside the text wins over its words."""

    text: str = Field(min_length=1, max_length=LONGEST_QUESTION)
    source: str | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="the only registered source by default",
    )
    region: Region | None = None
    window: TimeWindow | None = None
    event: EventType | None = None
    preset: str | None = Field(default=None, max_length=100)
    timezone: str | None = Field(default=None, max_length=100)
    now: Instant | None = Field(default=None, description="what 'yesterday' counts from")
    language: Language | None = Field(default=None, description="the text's own by default")
    run: Instant | None = Field(default=None, description="start of the forecast")
    member: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.text.strip():
            raise ContractError("no_words")
        return self


class ReadPart(Contract):
    """One thing that was understood, or taken for granted."""

    part: str = Field(
        description="place | time | event | chart | preset | timezone | data_source | ..."
    )
    words: str = Field(default="", description="as written; empty for what no word says")
    spans: tuple[Span, ...] = Field(
        default=(), description="where the words stand: first character, and the one behind them"
    )
    meaning: str = Field(description="in the reader's language")


class UnreadPart(Contract):
    """Words that were not understood, or may mean several things; nothing was chosen."""

    code: str = Field(
        description="unknown_words | unused_words | ambiguous | incomplete | outside_the_data | "
        "contradiction | region_needed | source_needed"
    )
    words: str = ""
    spans: tuple[Span, ...] = ()
    choices: tuple[str, ...] = Field(default=(), description="what would be understood")
    message: str = Field(description="in the reader's language")


class ReadRequest(Contract):
    """What was read from a request in words.

    Where nothing is left in `not_understood`, one of `diagnosis`, `charts` and `question` holds
    what can be queued as it is.
    """

    text: str
    language: Language
    asks: AskedFor
    understood: tuple[ReadPart, ...] = ()
    assumed: tuple[ReadPart, ...] = Field(default=(), description="what no word says")
    not_understood: tuple[UnreadPart, ...] = ()
    diagnosis: DiagnosisRequest | None = None
    charts: tuple[ComputationRequest, ...] = Field(
        default=(), description="one for each chart that shows what was asked for"
    )
    question: QuestionRequest | None = None
