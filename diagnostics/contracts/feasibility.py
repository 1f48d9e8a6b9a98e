"""What is possible before it is asked for: feasibility of tools, and the plan of a diagnosis."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.checking import CheckFinding
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow


class Possibility(StrEnum):
    """Whether something can be tested on data."""

    FULLY = "fully"
    PARTLY = "partly"
    NOT = "not"


class Missing(Contract):
    """One thing that is missing, and its cure; texts are in the reader's language."""

    kind: str = Field(description="field | levels | climatology | criterion | region | period")
    fields: tuple[str, ...] = Field(
        default=(), description="canonical names; of several any one will do"
    )
    levels_hpa: tuple[float, ...] = ()
    message: str
    cure: str = ""


class FeasibilityRequest(Contract):
    """What a source allows over a region and period, for one type of event or for all."""

    source: str = Field(min_length=1, max_length=200)
    region: Region | None = Field(default=None, description="the whole grid by default")
    window: TimeWindow | None = Field(default=None, description="all times by default")
    event: EventType | None = Field(default=None, description="all types by default")
    preset: str = Field(default="cma", max_length=100)
    run: Instant | None = Field(default=None, description="start of the forecast")
    member: int | None = Field(default=None, ge=0)


class CriterionFeasibility(Contract):
    """Whether the criterion of a type of event can be tested."""

    event: EventType
    testable: Possibility
    fields: tuple[str, ...] = Field(default=(), description="that would test it")
    missing: tuple[Missing, ...] = ()


class ToolPossible(Contract):
    """Whether an index, a detector or a chart can be computed."""

    name: str
    title: str
    testable: Possibility
    missing: tuple[Missing, ...] = ()


class EntryPossible(Contract):
    """Whether an entry of the Guideline Library can be tested for a type of event."""

    id: str
    event: EventType
    factor: str
    title: str
    modality: Modality
    category: Category
    testable: Possibility
    applies: bool = Field(description="to the season and place; subtypes are seen in a diagnosis")
    reason: str = Field(default="", description="why it does not apply")
    missing: tuple[Missing, ...] = ()


class FeasibilityAnswer(Contract):
    """What can be tested, partly or not, each with what is missing and its cure."""

    source: str
    region: Region | None
    window: TimeWindow | None
    times: int = Field(description="of the data, in the period")
    preset: str
    climatology: str = Field(default="", description="of the source; empty without one")
    missing: tuple[Missing, ...] = Field(
        default=(), description="what keeps everything from being tested: region and period"
    )
    criteria: tuple[CriterionFeasibility, ...] = ()
    indices: tuple[ToolPossible, ...] = ()
    detectors: tuple[ToolPossible, ...] = ()
    charts: tuple[ToolPossible, ...] = ()
    entries: tuple[EntryPossible, ...] = ()


class PlannedFactor(Contract):
    """A factor that a diagnosis would test first."""

    entry_id: str
    factor: str
    title: str
    modality: Modality
    category: Category
    value: float = Field(description="worth by which it was ranked")
    refuted_by: str


class PlannedField(Contract):
    """A field that would be read."""

    name: str
    levels_hpa: tuple[float, ...] = ()
    times: int
    bytes: int = Field(description="of the values in memory, four for each")


class DiagnosisPlan(Contract):
    """What a diagnosis would begin with; nothing was queued.

    Factors beyond the first turn depend on what is found, and are not among them.
    """

    request: DiagnosisRequest
    event: EventType | None = Field(description="what would be explained; None: no event is found")
    classification: Classification
    window: TimeWindow
    factors: tuple[PlannedFactor, ...] = ()
    blocked: int = Field(default=0, description="applicable entries whose inputs are missing")
    fields: tuple[PlannedField, ...] = ()
    levels_hpa: tuple[float, ...] = ()
    times: tuple[Instant, ...] = Field(default=(), description="of the data, that would be read")
    region: Region = Field(description="that would be read: the request's with a margin")
    bytes: int = 0
    doubts: tuple[CheckFinding, ...] = Field(
        default=(), description="what the checks of data doubt, and what nobody may use"
    )
    estimated_seconds: float | None = Field(
        default=None, description="of work, from past diagnoses; None without any"
    )
    estimated_from: int = Field(default=0, description="how many past diagnoses it is from")
