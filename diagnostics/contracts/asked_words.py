"""What was read of a sentence: its parts with the words they stand on, and what is still open."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.forms import ClaimForm, Form, RequestForm
from diagnostics.contracts.questions import Scenario
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow


class SentenceKind(StrEnum):
    """What a sentence is read as."""

    REQUEST = "request"
    QUESTION = "question"
    CLAIM = "claim"


class SlotName(StrEnum):
    """A part of a request that is said, or that a rule fills."""

    WHAT = "what"
    WHERE = "where"
    WHEN = "when"
    EVENT = "event"
    PRESET = "preset"
    SOURCE = "source"


class Span(Contract):
    """Words of the text, as they stand there."""

    start: int = Field(ge=0, description="first character, counted in Unicode code points from 0")
    end: int = Field(ge=0, description="the character after the last")
    words: str


class _Said(BaseModel):
    """One part of a request: the words that say it, and what they mean."""

    spans: tuple[Span, ...] = Field(default=(), description="empty where no word says it")
    meaning: str = Field(description="in the language of the answer")
    assumed: bool = Field(default=False, description="no word says it: a rule took it")


class WhatSlot(_Said, Contract):
    """Whether a whole diagnosis is asked for, or charts alone."""

    slot: Literal["what"] = "what"
    scenario: Scenario
    charts: tuple[str, ...] = Field(default=(), description="of the catalogue")


class WhereSlot(_Said, Contract):
    """The box to diagnose, and the place it stands for."""

    slot: Literal["where"] = "where"
    region: Region
    name: str
    country: str = Field(default="", description="two letters, where the place lies in one")
    point: bool = Field(
        default=False,
        description="a town or a position: the box is around it, of a question it is the point",
    )


class WhenSlot(_Said, Contract):
    """The period, UTC, and the zone in which the words were read."""

    slot: Literal["when"] = "when"
    window: TimeWindow
    timezone: str | None = None
    timezone_assumed: bool = Field(
        default=False, description="nobody asked for that zone: it is none of the request's"
    )


class EventSlot(_Said, Contract):
    """The type of event that is asked for."""

    slot: Literal["event"] = "event"
    event: EventType


class PresetSlot(_Said, Contract):
    """Whose criteria."""

    slot: Literal["preset"] = "preset"
    preset: str


class SourceSlot(_Said, Contract):
    """The data."""

    slot: Literal["source"] = "source"
    source: str


Slot = Annotated[
    WhatSlot | WhereSlot | WhenSlot | EventSlot | PresetSlot | SourceSlot,
    Field(discriminator="slot"),
]


class UnreadWords(Contract):
    """Words that were not understood, or that have no part in what is asked."""

    span: Span | None = Field(description="null where a word is missing, not unread")
    code: str = Field(
        description="unknown_words | unused_words | ambiguous | incomplete | outside_the_data | "
        "contradiction | not_checkable | internal_error"
    )
    message: str = Field(description="what is wrong and what would be understood")


class Missing(Contract):
    """A part that nothing says and no rule fills, with what could fill it."""

    slot: SlotName
    message: str
    choices: tuple[Slot, ...] = ()


class OtherReading(Contract):
    """Another thing that the same words may mean: the parts that would be different."""

    meaning: str
    slots: tuple[Slot, ...]


class ReadSentence(Contract):
    """What was read of a sentence.

    `form` is what the grammar made of it, null while a word is unread or may mean several things;
    of a question also while it is not known which data are asked, or what they hold.

    `request` can be sent as it is; it is null while anything is unread, missing or open.
    """

    kind: SentenceKind = SentenceKind.REQUEST
    text: str
    language: Language
    form: RequestForm | Form | ClaimForm | None
    slots: tuple[Slot, ...] = Field(
        default=(),
        description="of a request each part at most once; of a question every place that is a box "
        "and every period that is unbroken",
    )
    unread: tuple[UnreadWords, ...] = ()
    missing: tuple[Missing, ...] = ()
    readings: tuple[OtherReading, ...] = Field(
        default=(), description="where there is any, one is to be chosen"
    )
    request: DiagnosisRequest | None = None
