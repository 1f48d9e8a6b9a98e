"""Declarative plans: what to compute, validated whole before anything runs."""

from diagnostics.workflow.diagram import draw_plan
from diagnostics.workflow.engine import ToolContext, call_key, detect_at, index_call_key, run_step
from diagnostics.workflow.files import read_plan, write_plan
from diagnostics.workflow.outcome import StepOutcome, StepState, answer_digest, with_records
from diagnostics.workflow.scheduling import run_plan
from diagnostics.workflow.schema import (
    Condition,
    FeaturesStep,
    FigureStep,
    IndexMapStep,
    IndexStep,
    MapStep,
    Plan,
    PlanRun,
    PlanSource,
    StepRecord,
    Wire,
)
from diagnostics.workflow.validation import PlanProblem, check_plan, validate_plan

__all__ = [
    "Condition",
    "FeaturesStep",
    "FigureStep",
    "IndexMapStep",
    "IndexStep",
    "MapStep",
    "Plan",
    "PlanProblem",
    "PlanRun",
    "PlanSource",
    "StepOutcome",
    "StepRecord",
    "StepState",
    "ToolContext",
    "Wire",
    "answer_digest",
    "call_key",
    "check_plan",
    "detect_at",
    "draw_plan",
    "index_call_key",
    "read_plan",
    "run_plan",
    "run_step",
    "validate_plan",
    "with_records",
    "write_plan",
]
