"""What the roles decide: catalogue ids, evidence ids and plan arguments, never prose or results."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract, Instant, is_none, is_zero
from diagnostics.contracts.enums import (
    CauseStanding,
    Modality,
    Mode,
    Severity,
    StopReason,
    Verdict,
)
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.messages import Message


class HypothesisFactor(Contract):
    """One factor to verify, with what would refute it."""

    entry_id: str
    factor: str
    modality: Modality
    reason: str = ""
    refuted_by: str = ""
    value: float = Field(default=0.0, description="worth by which it was ranked")
    discriminates: tuple[str, ...] = Field(
        default=(), description="explanations that its verdict would speak for or against"
    )


class Hypothesis(Contract):
    """The Decomposer's proposal for one turn."""

    factors: tuple[HypothesisFactor, ...]
    reason: str = ""


class FieldNeed(Contract):
    """One field with the levels that some factor of the plan reads; none for the surface."""

    name: str
    levels_hpa: tuple[float, ...] = ()


class RetrievalPlan(Contract):
    """The Data Specialist's plan: the smallest read that serves the factors."""

    variables: tuple[str, ...]
    levels_hpa: tuple[float, ...]
    region: Region
    window: TimeWindow
    needs: tuple[FieldNeed, ...] = ()
    halo_cells: int = Field(default=0, description="margin that derivatives and smoothing take")
    blocked: dict[str, str] = Field(default={}, description="entry id -> what is missing")
    notes: tuple[str, ...] = ()


class FieldArrival(Contract):
    """What came of one field: counts, span and limits, never arrays."""

    name: str
    unit: str
    levels_hpa: tuple[float, ...] = ()
    times: int
    missing_fraction: float = 0.0
    minimum: float | None = None
    maximum: float | None = None


class Arrival(Contract):
    """What the retrieval brought, for the Data Specialist to check."""

    fields: tuple[FieldArrival, ...]
    times: tuple[Instant, ...]
    region: Region | None = None
    failed: dict[str, str] = Field(default={}, description="field -> why it could not be read")


class DataFinding(Contract):
    """One thing that the check of the retrieved data found."""

    code: str
    severity: Severity
    message: str
    message_zh: str = ""
    wording: Message | None = Field(
        default=None, description="the message for every language", exclude_if=is_none
    )
    fields: tuple[str, ...] = ()


class LevelRepair(Contract):
    """A level made from its two neighbours, linear in the logarithm of pressure."""

    level_hpa: float
    below_hpa: float
    above_hpa: float
    fields: tuple[str, ...]


class RetrievalReview(Contract):
    """The Data Specialist's check of what arrived."""

    accepted: bool
    findings: tuple[DataFinding, ...] = ()
    arrival: Arrival | None = None


class RepairPlan(Contract):
    """What the Data Specialist mends before anything is computed."""

    levels: tuple[LevelRepair, ...] = ()
    unlocked: tuple[str, ...] = Field(default=(), description="factors that the repair serves")


class IndexCall(Contract):
    """The Code Executor's choice of how to compute one index factor."""

    entry_id: str
    tool: str
    level: float | None = None
    reduction: str
    mode: Mode = Mode.DIAGNOSE
    params: dict[str, JsonValue] = {}


class ChartCall(Contract):
    """The Plotter's choice for one figure factor: valid times, the preferred one first."""

    entry_id: str
    tool: str
    times: tuple[Instant, ...] = Field(min_length=1)
    level: float | None = None
    region: Region | None = Field(
        default=None, description="around the event point, of a chart at a point; else the case's"
    )


class ChartReview(Contract):
    """The Image Checker's decision on one chart."""

    evidence_id: str
    accepted: bool
    reason: str = ""


class FactorVerdict(Contract):
    """The Diagnostician's choice for one piece of evidence."""

    evidence_id: str
    verdict: Verdict
    reason: str = ""
    strength: str = ""
    significance: float | None = Field(
        default=None, description="share of the climatology that is at least as extreme"
    )
    speaks_for: tuple[str, ...] = ()
    speaks_against: tuple[str, ...] = ()


BY_CLASSIFICATION = "classification"
"""Stands among the evidence of an explanation where the classification's subtype speaks."""
WITHOUT_STRUCTURE = "structure"
"""Stands against an explanation whose system was looked for and not found near the event."""


StructureSearch = Literal["found", "absent", "unknown"]
"""Whether the system that an explanation names is near the event; `unknown`: it could not be
searched in these data."""


class CauseWeight(Contract):
    """How one competing explanation stands, and the evidence on each side of it."""

    cause: str
    standing: CauseStanding
    weight: float = Field(ge=-1, le=1, description="-1 spoken against, 1 spoken for")
    supported_by: tuple[str, ...] = ()
    opposed_by: tuple[str, ...] = ()
    structure: StructureSearch | None = Field(
        default=None,
        description="of the system that it names; null where it names none, and in older runs",
        exclude_if=is_none,
    )


class CauseWeighing(Contract):
    """The Diagnostician's weighing of the competing explanations, the strongest first."""

    causes: tuple[CauseWeight, ...] = ()


class ReplanDecision(Contract):
    """What follows a turn: go on with other factors, or stop."""

    action: Literal["continue", "stop"]
    candidates: tuple[str, ...] = Field(default=(), description="entry ids, best first")
    target: int = Field(
        default=0,
        description="factors that count at which the search ends now, where more than asked for",
        exclude_if=is_zero,
    )
    reason: str = ""
    stop: StopReason | None = None


class ReportOutline(Contract):
    """The Reporter's choice of what to show, in order: ids of evidence only."""

    mechanisms: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()


class Usage(Contract):
    """What one decision cost."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0


class ModelFailure(Contract):
    """A model that was asked and gave no answer that holds, with what that cost.

    `message` is in the platform's own words: what a model or provider said is not repeated.
    """

    model: str
    prompt_id: str
    code: str = Field(
        description="timeout | provider_error | not_authorised | not_configured | refused | "
        "invalid_answer | decision_budget | run_budget"
    )
    message: str
    usage: Usage = Usage()
