"""The engine: says what happens next, one event at a time.

It is in charge of the order of things and of nothing else: operators compute, the release says
what counts, roles choose, the sink numbers and keeps. Every choice of what to do next looks at
the folded state only, so a run that was killed goes on from its log as if nothing had been.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from diagnostics.contracts import events as ev
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType, Role, StopReason
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import CauseWeighing, ReportOutline
from diagnostics.detection.events import classify
from diagnostics.errors import DiagnosticsError
from diagnostics.guidelines.examined import event_to_examine
from diagnostics.loop.conclusion import (
    conclude,
    missing_fields,
    why_stopped,
)
from diagnostics.loop.event_chart import show_event
from diagnostics.loop.open_run import Opening, open_case, usable_source
from diagnostics.loop.ports import LoopOutcome, LoopPorts
from diagnostics.loop.publication import publish
from diagnostics.loop.rounds import examine
from diagnostics.loop.run import Run, StopRequestedError
from diagnostics.loop.signs_of_untested import signs_of_untested
from diagnostics.loop.situation import find_situation, show_situation
from diagnostics.loop.state import RunState, fold


def diagnose(
    request: DiagnosisRequest,
    ports: LoopPorts,
    history: Sequence[ev.RecordedEvent] = (),
    *,
    attempt: int = 1,
) -> LoopOutcome:
    """Run a diagnosis from where its log ends to its report.

    Parameters
    ----------
    request : DiagnosisRequest
    ports : LoopPorts
        The surroundings; `ports.events` keeps what is said.
    history : sequence of RecordedEvent
        What earlier attempts left; empty for a new run.
    attempt : int
        Fencing token, passed to the event sink with every event.

    Returns
    -------
    LoopOutcome

    Raises
    ------
    DiagnosticsError
        For input that cannot be diagnosed, found before ``run_started``: nothing was recorded.
        Later errors are recorded as ``run_failed`` and returned.
    """
    state = fold(history)
    if state.finished:
        return _outcome(state)
    pinned = state.started.release_digest if state.started else None
    release = ports.guidelines.release(pinned)
    ports = replace(ports, source=usable_source(request, ports.source, release.presets))
    run = Run(request, ports, state, attempt)
    opening = open_case(request, ports, run.state)
    try:
        return _to_end(run, opening)
    except StopRequestedError as stop:
        if stop.status == "cancelled":
            return LoopOutcome("cancelled", run.state)
        return LoopOutcome("yielded", run.state)
    except DiagnosticsError as error:
        if error.code == "lease_lost":
            raise
        run.say(
            ev.RunFailed(
                code=error.code, message=error.message, wording=error.wording, data=error.data
            )
        )
        return LoopOutcome(
            "failed", run.state, code=error.code, message=error.message, wording=error.wording
        )
    finally:
        run.drafts.drop()
        run.team.close()


def _to_end(run: Run, opening: Opening) -> LoopOutcome:
    """Go on until the report is drafted."""
    classification = begin(run, opening)
    if run.state.conclusion is None:
        show_event(run, classification)
        find_situation(run, classification)
        show_situation(run)
    event = search(run, classification)
    run.checkpoint()
    outline = ReportOutline()
    if event is not None:
        view = run.view(event)
        outline = run.decide(Role.REPORTER, ReportOutline, lambda: run.team.reporter.outline(view))
    run.ports.source.check_unchanged()
    published = publish(run, outline)
    return LoopOutcome(
        "finished",
        run.state,
        report=published.report,
        markdown=published.markdown,
        html=published.html,
    )


def search(run: Run, classification: Classification) -> EventType | None:
    """Examine the factors of a classified event and conclude; return the type that is examined.

    A run that has concluded is left as it is.
    """
    event = event_to_examine(classification)
    if run.state.conclusion is not None:
        return event
    if event is not None:
        find_situation(run, classification)  # no place within a system is a control
        examine(run, event)
    run.checkpoint()
    run.ports.source.check_unchanged()
    _conclude(run, event)
    return event


def begin(run: Run, opening: Opening) -> Classification:
    """Open a run and classify its event, and go no further."""
    run.open(opening)
    run.check_data()
    _classify(run)
    assert run.state.classification is not None
    return run.state.classification


def _classify(run: Run) -> None:
    if run.state.classification is not None:
        return
    run.checkpoint()
    window = run.window
    classification = classify(
        run.ports.source,
        run.request.region,
        window,
        preset=run.preset,
        timezone=run.request.timezone,
        declared=run.request.event,
        climatology=run.ports.baseline,
        event_object=run.request.object,
    )
    run.say(ev.EventClassified(classification=classification))


def _conclude(run: Run, event: EventType | None) -> None:
    """Weigh the explanations and conclude."""
    weighing = CauseWeighing()
    stopped: StopReason | None = None
    missing: tuple[str, ...] = ()
    if event is not None:
        view = run.view(event)
        missing = missing_fields(view)
        if run.state.turn:
            weighing = run.decide(
                Role.DIAGNOSTICIAN, CauseWeighing, lambda: run.team.diagnostician.weigh(view)
            )
        order = run.state.stopping
        stopped = order.stop if order else why_stopped(view, run.state.replans)
    entries = {entry.id: entry for entry in run.release.entries}
    target = run.request.options.target_factors
    found = conclude(
        run.state,
        entries,
        event,
        target,
        causes=weighing.causes,
        stopped=stopped,
        missing=missing,
    )
    assert run.state.classification is not None
    signs = signs_of_untested(run, run.state.classification)
    run.say(ev.Concluded(conclusion=found.model_copy(update={"signs": signs})))


def _outcome(state: RunState) -> LoopOutcome:
    """Describe a run that had ended before this call."""
    if state.failure is not None:
        return LoopOutcome("failed", state, code=state.failure.code, message=state.failure.message)
    return LoopOutcome("cancelled" if state.cancelled else "finished", state)
