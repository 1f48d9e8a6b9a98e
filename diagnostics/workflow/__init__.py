"""Declarative plans: what to compute, validated whole before anything runs."""

from diagnostics.workflow.engine import StepOutcome, ToolContext, run_plan, run_step
from diagnostics.workflow.files import read_plan, write_plan
from diagnostics.workflow.schema import (
    FigureStep,
    IndexMapStep,
    IndexStep,
    Plan,
    PlanSource,
    StepRecord,
)
from diagnostics.workflow.validation import PlanProblem, check_plan, validate_plan

__all__ = [
    "FigureStep",
    "IndexMapStep",
    "IndexStep",
    "Plan",
    "PlanProblem",
    "PlanSource",
    "StepOutcome",
    "StepRecord",
    "ToolContext",
    "check_plan",
    "read_plan",
    "run_plan",
    "run_step",
    "validate_plan",
    "write_plan",
]
