"""What the roles decide: catalogue ids and evidence ids only, never numbers or prose."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.enums import Modality, Verdict
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


class FactorVerdict(Contract):
    """The Diagnostician's choice for one piece of evidence."""

    evidence_id: str
    verdict: Verdict
    reason: str = ""


class ReplanDecision(Contract):
    """What follows a turn: go on with other factors, or stop."""

    action: Literal["continue", "stop"]
    remove: tuple[str, ...] = ()
    candidates: tuple[str, ...] = Field(default=(), description="entry ids, best first")
    reason: str = ""


class Usage(Contract):
    """What one decision cost."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0


class ChartTime(Contract):
    """The valid time that the Plotter chose for a chart."""

    time: Instant
    reason: str = ""
