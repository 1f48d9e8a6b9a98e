"""What a diagnosis would begin with: its event, the factors of the first turn, what they read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from diagnostics.agents import CaseView
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import Hypothesis, RetrievalPlan
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.loop.conclusion import event_to_examine
from diagnostics.loop.engine import begin
from diagnostics.loop.open_run import open_case, usable_source
from diagnostics.loop.ports import LoopPorts
from diagnostics.loop.run import Run
from diagnostics.loop.state import RunState, fold


@dataclass(frozen=True)
class FirstTurn:
    """What is known of a diagnosis before its first factor is tested.

    `view`, `hypothesis` and `retrieval` are None where no event is found.
    """

    state: RunState
    window: TimeWindow
    classification: Classification
    event: EventType | None
    view: CaseView | None = None
    hypothesis: Hypothesis | None = None
    retrieval: RetrievalPlan | None = None


def plan_first_turn(request: DiagnosisRequest, ports: LoopPorts) -> FirstTurn:
    """Go as far as the first hypothesis, by the same roles that a run asks.

    Parameters
    ----------
    request : DiagnosisRequest
    ports : LoopPorts
        Their sinks may keep what they get for this call only.

    Raises
    ------
    DiagnosticsError
        For input that cannot be diagnosed, as `diagnostics.loop.diagnose`.
    """
    ports = replace(ports, source=usable_source(request, ports.source))
    run = Run(request, ports, fold(()), 1)
    try:
        classification = begin(run, open_case(request, ports, run.state))
        event = event_to_examine(classification)
        known = FirstTurn(run.state, run.window, classification, event)
        if event is None:
            return known
        repairs = run.team.data_specialist.repair(run.view(event)).output
        if repairs.levels:
            run.repair(repairs.levels)
        view = run.view(event)
        hypothesis = run.team.decomposer.propose(view, ()).output
        retrieval = run.team.data_specialist.plan(view, hypothesis).output
        return replace(
            known, state=run.state, view=view, hypothesis=hypothesis, retrieval=retrieval
        )
    finally:
        run.drafts.drop()
        run.team.close()
