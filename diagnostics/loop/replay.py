"""Rebuild a report from its events, and recompute what its workflow computed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from diagnostics.agents import ablated_release
from diagnostics.catalog import get_catalog
from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import Language, Role
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.report import Report
from diagnostics.contracts.roles import ReportOutline
from diagnostics.errors import InputDataError
from diagnostics.loop.environment import environment_fingerprint
from diagnostics.loop.open_run import boundaries_changed
from diagnostics.loop.publication import material_of
from diagnostics.loop.state import RunState, contiguous, fold
from diagnostics.messages import Message
from diagnostics.reporting import build_report
from diagnostics.workflow import Plan, StepOutcome, ToolContext, run_plan, validate_plan


class StepComparison(Contract):
    """One step computed again, against what the run recorded."""

    step: str
    tool: str
    identical: bool
    within_tolerance: bool
    recorded: float | None = None
    recomputed: float | None = None
    message: str = ""


class Recomputation(Contract):
    """All steps computed again."""

    same_environment: bool
    identical: bool
    within_tolerance: bool
    steps: tuple[StepComparison, ...]


def rebuild_report(
    events: Sequence[RecordedEvent],
    release: GuidelineRelease,
    language: Language | None = None,
) -> tuple[Report, RunState]:
    """Fold a run's events and build its report again.

    Parameters
    ----------
    events : sequence of RecordedEvent
        The whole log of a run that concluded.
    release : GuidelineRelease
        The release that the run pinned.
    language : Language, optional
        In which the report is written; that of the request by default.

    Returns
    -------
    Report, RunState
        The report's digest equals the recorded one where the log is whole and the language is
        the request's.

    Raises
    ------
    InputDataError
        When the log has gaps, did not conclude, or pins another release.
    """
    if not contiguous(events):
        raise InputDataError(Message(id="looperror-broken_log"), code="broken_event_log")
    state = fold(events)
    if state.started is None or state.conclusion is None:
        raise InputDataError(
            Message(id="looperror-unfinished_run"),
            code="unfinished_run",
        )
    if state.started.release_digest != release.digest:
        raise InputDataError(
            Message(
                id="looperror-release_not_found",
                params={
                    "pinned": f"{state.started.release_digest[:12]}",
                    "found": f"{release.digest[:12]}",
                },
            ),
            code="release_not_found",
        )
    release = ablated_release(release, state.started.request.options.without)
    decided = state.decision(Role.REPORTER, "ReportOutline")
    outline = ReportOutline.model_validate(decided.output) if decided else ReportOutline()
    material = material_of(state, release, outline)
    if language is not None:
        request = material.request.model_copy(update={"language": language})
        material = replace(material, request=request)
    return build_report(material), state


def recompute(
    plan: Plan,
    context: ToolContext,
    *,
    progress: Callable[[StepOutcome, int, int], Any] | None = None,
) -> Recomputation:
    """Run a recorded plan again and compare every step.

    In the same environment every step must be identical; elsewhere index values are compared
    within the operator's declared tolerance, and differences are listed.

    Raises
    ------
    InputDataError
        With code ``data_changed`` when the data are not those of the run, ``boundaries_changed``
        when the boundaries are not.
    """
    if plan.source.data_digest and plan.source.data_digest != context.data_digest:
        raise InputDataError(
            Message(id="looperror-data_differ"),
            code="data_changed",
            data={"recorded": plan.source.data_digest, "found": context.data_digest},
        )
    if plan.source.boundaries_digest != context.boundaries.digest:
        raise boundaries_changed()
    validate_plan(plan)
    outcomes = run_plan(plan, context, progress=progress)
    steps = tuple(_compare(outcome) for outcome in outcomes)
    return Recomputation(
        same_environment=plan.environment == environment_fingerprint(),
        identical=all(step.identical for step in steps),
        within_tolerance=all(step.within_tolerance for step in steps),
        steps=steps,
    )


def _compare(outcome: StepOutcome) -> StepComparison:
    step, recorded, now = outcome.step, outcome.step.record, outcome.record
    if recorded is None:
        return StepComparison(
            step=step.id,
            tool=step.tool,
            identical=True,
            within_tolerance=True,
            message="nothing was recorded",
        )
    identical = recorded.digest == now.digest and recorded.error == now.error
    close = identical
    if not identical and recorded.value is not None and now.value is not None:
        tolerance = get_catalog().tool(step.tool).spec.tolerance
        close = math.isclose(recorded.value, now.value, rel_tol=tolerance, abs_tol=tolerance)
    return StepComparison(
        step=step.id,
        tool=step.tool,
        identical=identical,
        within_tolerance=close,
        recorded=recorded.value,
        recomputed=now.value,
        message="" if identical else (now.error or "the digest differs"),
    )
