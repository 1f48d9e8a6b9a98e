"""What was understood of a request in words, and how it is answered."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract, Instant, is_none
from diagnostics.contracts.checking import CheckFinding, no_doubts
from diagnostics.contracts.choice import DataChoice
from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.evidence import Provenance
from diagnostics.contracts.forms import Form
from diagnostics.contracts.space_time import Region, TimeWindow


class Scenario(StrEnum):
    """What kind of thing a request asks for."""

    INDEX = "index"
    CHART = "chart"
    DIAGNOSIS = "diagnosis"


class Comparator(StrEnum):
    """How a number stands to the one that is stated."""

    ABOVE = "above"
    BELOW = "below"
    ABOUT = "about"
    BETWEEN = "between"


class ClaimVerdict(StrEnum):
    """What the data say of a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_CHECKABLE = "not_checkable"


class Understanding(Contract):
    """One thing that was understood, and from which words."""

    part: str = Field(description="quantity | level | place | time | statistic | threshold | ...")
    words: str = Field(default="", description="as written; empty for what no word says")
    meaning: str
    assumed: bool = Field(default=False, description="not said by the words: taken by a rule")


class Ambiguity(Contract):
    """Words that may mean several things; nothing was chosen."""

    part: str
    words: str
    choices: tuple[str, ...]
    message: str


class QuantityMention(Contract):
    """A quantity that is asked for."""

    id: str = Field(description="of the lexicon, or an index of the catalogue")
    operator: str = Field(description="an index of the catalogue, or field:NAME")
    unit: str
    words: str
    level: float | str | None = Field(default=None, description="hPa, 2m or 10m")
    levels: tuple[float, ...] = Field(default=(), description="hPa, where several are named")
    end: str | None = Field(default=None, description="max | min: the end that the word means")


class PlaceMention(Contract):
    """A place: a box, or a point where it is a town or a pair of coordinates."""

    name: str
    region: Region
    words: str
    point: bool = False
    outline: str = Field(default="", description="place of the gazetteer whose outline holds")
    country: str = Field(default="", description="two letters, where the place lies in one")


class Threshold(Contract):
    """A number with a unit and how the quantity should stand to it."""

    comparator: Comparator
    value: float
    upper: float | None = None
    unit: str = ""
    words: str


class RequestReading(Contract):
    """Everything that was understood of a request in words."""

    text: str
    language: Language
    scenario: Scenario
    quantities: tuple[QuantityMention, ...] = ()
    charts: tuple[str, ...] = ()
    places: tuple[PlaceMention, ...] = ()
    window: TimeWindow | None = None
    instants: tuple[Instant, ...] = ()
    hours: float | None = Field(default=None, description="length of an accumulation or change")
    timezone: str | None = None
    statistic: str | None = Field(default=None, description="max | min | mean | median | pNN")
    thresholds: tuple[Threshold, ...] = ()
    trend: str | None = Field(default=None, description="rise | fall: the number is a change")
    event: EventType | None = None
    events: tuple[EventType, ...] = Field(
        default=(), description="every event that is named; `event` where it is one"
    )
    windows: tuple[TimeWindow, ...] = Field(
        default=(), description="every period that is named; `window` where it is one"
    )
    preset: str | None = None
    understood: tuple[Understanding, ...] = ()
    ambiguities: tuple[Ambiguity, ...] = ()

    @property
    def assumed(self) -> tuple[Understanding, ...]:
        """What no word says."""
        return tuple(item for item in self.understood if item.assumed)


class Display(Contract):
    """A number in the unit to show it in, beside the value that keeps its own."""

    value: float
    unit: str


class QuestionReply(Contract):
    """The answer to a question in words: the contract of ``hvrmet ask --json``."""

    question: str
    language: Language
    answered: bool
    template: str = Field(default="", description="which of the published questions it is like")
    kind: str = Field(
        default="none", description="number | boolean | time | place | ranking | set | chart | none"
    )
    value: JsonValue = None
    unit: str = ""
    sentence: str
    place: str = ""
    region: Region | None = None
    latitude: float | None = None
    longitude: float | None = None
    time: Instant | TimeWindow | None = None
    operator: str = ""
    provenance: tuple[Provenance, ...] = ()
    detail: dict[str, JsonValue] = {}
    reason: str = Field(default="", description="why there is no answer")
    code: str = Field(
        default="", description="the reason for programs; empty for an answer: missing_input, ..."
    )
    nearest: str = Field(default="", description="the nearest question that can be answered")
    reading: RequestReading
    display: Display | None = Field(
        default=None, description="a number in the unit asked for, or that of the country's habit"
    )
    form: Form | None = Field(default=None, description="what was evaluated")
    restated: str = Field(default="", description="the form as a sentence, said before the answer")
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )
    choice: DataChoice | None = Field(
        default=None,
        description="the run, and the member or statistic of the ensemble, that the request named",
        exclude_if=is_none,
    )


class ClaimCheck(Contract):
    """One checkable claim of a sentence, held against the data."""

    words: str
    verdict: ClaimVerdict
    quantity: str = ""
    level: float | str | None = None
    statistic: str = ""
    comparator: Comparator | None = None
    stated: float | None = None
    stated_upper: float | None = None
    found: float | None = None
    tolerance: float | None = None
    unit: str = ""
    place: str = ""
    latitude: float | None = None
    longitude: float | None = None
    time: Instant | TimeWindow | None = None
    operator: str = ""
    provenance: tuple[Provenance, ...] = ()
    reason: str = ""
    form: Form | None = Field(default=None, description="the clause that was checked")
    restated: str = Field(default="", description="the clause's form as a sentence")
    display: Display | None = Field(
        default=None, description="the found number in the unit of the stated one"
    )


class ClaimReport(Contract):
    """What the data say of a sentence: the contract of ``hvrmet ask --claim --json``.

    A sentence is contradicted where one of its claims is, supported where all that could be
    checked are and at least one was, and not checkable otherwise.
    """

    sentence: str
    language: Language
    verdict: ClaimVerdict
    claims: tuple[ClaimCheck, ...] = ()
    reason: str = ""
    reading: RequestReading
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )
    choice: DataChoice | None = Field(
        default=None,
        description="the run, and the member or statistic of the ensemble, that the request named",
        exclude_if=is_none,
    )
