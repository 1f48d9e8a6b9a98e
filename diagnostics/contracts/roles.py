"""What the roles decide: catalogue ids, evidence ids and plan arguments, never prose or results."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.enums import Modality, Mode, Verdict
from diagnostics.contracts.space_time import Region, TimeWindow


class HypothesisFactor(Contract):
    """One factor to verify, with what would refute it."""

    entry_id: str
    factor: str
    modality: Modality
    reason: str = ""
    refuted_by: str = ""


class Hypothesis(Contract):
    """The Decomposer's proposal for one turn."""

    factors: tuple[HypothesisFactor, ...]
    reason: str = ""


class RetrievalPlan(Contract):
    """The Data Specialist's plan: the smallest read that serves the factors."""

    variables: tuple[str, ...]
    levels_hpa: tuple[float, ...]
    region: Region
    window: TimeWindow
    blocked: dict[str, str] = Field(default={}, description="entry id -> what is missing")
    notes: tuple[str, ...] = ()


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


class ReplanDecision(Contract):
    """What follows a turn: go on with other factors, or stop."""

    action: Literal["continue", "stop"]
    candidates: tuple[str, ...] = Field(default=(), description="entry ids, best first")
    reason: str = ""


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
