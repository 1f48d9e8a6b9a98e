"""Validate a workflow against data, run it, and recompute a recorded one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from diagnostics.contracts.workflow_requests import MOST_STEPS, CheckedWorkflow, PlannedStep
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.ports import Cache, Executor, FieldSource
from diagnostics.service.contexts import ToolFiles
from diagnostics.service.revision import software_revision

if TYPE_CHECKING:
    from diagnostics.loop.replay import Recomputation
    from diagnostics.workflow import Plan, StepOutcome

Progress = Callable[["StepOutcome", int, int], None]
"""Is called after each step with its outcome, its number and how many there are."""


@dataclass(frozen=True)
class WorkflowRun:
    """What a workflow gave.

    Parameters
    ----------
    plan : Plan
        The plan with the record of this run.
    steps : tuple of dict
        One JSON document for each step.
    pictures : mapping of str to bytes
        PNG of each chart by its name.
    diagram : str
        SVG of the plan with what each step gave.
    """

    plan: Plan
    steps: tuple[dict[str, Any], ...]
    pictures: Mapping[str, bytes]
    diagram: str


def check_workflow(text: str, source: FieldSource) -> Plan:
    """Read a workflow and validate it whole against the data; nothing is run.

    Raises
    ------
    ArgumentError
        As `diagnostics.workflow.read_plan` and `diagnostics.workflow.validate_plan`.
    """
    from diagnostics.workflow import read_plan, validate_plan

    plan = read_plan(text)
    validate_plan(plan, source.inventory())
    return plan


def require_steps(plan: Plan) -> None:
    """Refuse a workflow that is too long for the platform.

    Raises
    ------
    ArgumentError
        With code ``too_many_steps``.
    """
    count = len(plan.steps)
    if count > MOST_STEPS:
        raise ArgumentError(
            Message(id="workflowerror-too_many_steps", params={"count": count, "most": MOST_STEPS}),
            code="too_many_steps",
            data={"steps": count, "most": MOST_STEPS},
        )


def checked_workflow(text: str, source: FieldSource) -> CheckedWorkflow:
    """Check a workflow against data, and describe and draw it.

    Raises
    ------
    ArgumentError
        As `check_workflow`, and ``too_many_steps``.
    """
    from diagnostics.workflow import read_plan
    from diagnostics.workflow.schema import named_steps

    require_steps(read_plan(text))
    plan = check_workflow(text, source)
    steps = tuple(
        PlannedStep(id=step.id, kind=step.kind, tool=step.tool, needs=named_steps(step))
        for step in plan.steps
    )
    return CheckedWorkflow(
        name=plan.name, description=plan.description, steps=steps, diagram=draw_workflow(plan)
    )


def draw_workflow(plan: Plan) -> str:
    """Return the SVG of a plan that was not run."""
    from diagnostics.workflow import draw_plan

    return draw_plan(plan)


def run_workflow(
    plan: Plan,
    files: ToolFiles,
    *,
    executor: Executor | None = None,
    cache: Cache | None = None,
    only: Sequence[str] = (),
    again: Sequence[str] = (),
    progress: Progress | None = None,
) -> WorkflowRun:
    """Run a validated workflow.

    Parameters
    ----------
    plan : Plan
    files : ToolFiles
        What the steps run on.
    executor, cache, only, again, progress
        As for `diagnostics.workflow.run_plan`.

    Raises
    ------
    DiagnosticsError
        As `diagnostics.workflow.run_plan`.
    """
    from diagnostics import __version__
    from diagnostics.catalog import get_catalog
    from diagnostics.loop import environment_fingerprint
    from diagnostics.workflow import PlanRun, draw_plan, run_plan, with_records

    context = files.open()
    started = datetime.now(UTC)
    outcomes = run_plan(
        plan,
        context,
        executor=executor,
        cache=cache,
        only=only,
        again=again,
        progress=progress,
    )
    source = plan.source.model_copy(
        update={
            "data_digest": context.data_digest,
            "climatology_digest": context.baseline.digest if context.baseline else "",
        }
    )
    done = with_records(plan, outcomes).model_copy(
        update={
            "source": source,
            "catalogue_digest": get_catalog().digest,
            "software_version": __version__,
            "environment": environment_fingerprint(),
            "run": PlanRun(
                revision=software_revision(), started_at=started, finished_at=datetime.now(UTC)
            ),
        }
    )
    pictures = {
        f"figures/{part.step.id}_{part.step.tool}.png": part.png
        for outcome in outcomes
        for part in outcome.items or (outcome,)
        if part.png is not None
    }
    steps = tuple(
        _document(step.record.digest if step.record else None, outcome)
        for step, outcome in zip(plan.steps, outcomes, strict=True)
    )
    return WorkflowRun(done, steps, pictures, draw_plan(plan, outcomes))


def _document(recorded: str | None, outcome: StepOutcome) -> dict[str, Any]:
    """Say what a step gave; ``identical`` is None where nothing was recorded before."""
    from diagnostics.workflow import StepState

    answer = outcome.answer
    answered = outcome.state is StepState.ANSWERED
    document: dict[str, Any] = {
        "step": outcome.step.id,
        "tool": outcome.step.tool,
        "kind": outcome.step.kind,
        "status": "ok" if answered else outcome.state.value,
        "error": outcome.reason,
        "digest": outcome.record.digest,
        "identical": None if recorded is None else recorded == outcome.record.digest,
        "answer": answer.model_dump(mode="json") if answer else None,
    }
    if outcome.items:
        document["items"] = [_document(None, item) for item in outcome.items]
    return document


def recompute_workflow(text: str, files: ToolFiles, progress: Progress) -> Recomputation:
    """Run a recorded workflow again and compare it with its record.

    Raises
    ------
    DiagnosticsError
        As `diagnostics.loop.recompute`.
    """
    from diagnostics.loop import recompute
    from diagnostics.workflow import read_plan

    plan = read_plan(text)
    return recompute(plan, files.open(), progress=progress)
