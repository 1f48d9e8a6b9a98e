"""The turns of a run: propose factors, plan what to read, verify, replan."""

from __future__ import annotations

from diagnostics.contracts import events as ev
from diagnostics.contracts.enums import EventType, Role
from diagnostics.contracts.roles import (
    Hypothesis,
    HypothesisFactor,
    RepairPlan,
    ReplanDecision,
    RetrievalPlan,
    RetrievalReview,
)
from diagnostics.loop.retrieval import retrieve
from diagnostics.loop.run import Run
from diagnostics.loop.verification import verify_factor


def examine(run: Run, event: EventType) -> None:
    """Go round: propose, verify, judge, replan, until the Diagnostician or an order stops."""
    _repair(run, event)
    ranked: tuple[str, ...] = ()
    while True:
        if run.state.turn:
            run.checkpoint()
            _plan_data(run, event)
            _verify(run, event)
            if run.state.stopping:
                return
            decision = _replan(run, event)
            ranked = decision.candidates
            run.checkpoint()
            if run.state.replanned_turn != run.state.turn:
                continue  # an order has opened the turn again
            if decision.action == "stop":
                return
        else:
            run.checkpoint()
            if run.state.stopping:
                return
        if not _propose(run, event, ranked):
            return


def _verify(run: Run, event: EventType) -> None:
    """Verify what the present turn still wants, as the last orders have it."""
    target = run.request.options.target_factors
    run.drafts.begin(run, event, run.state.pending(target))
    while run.state.pending(target):
        planned = run.state.extended
        run.checkpoint()
        if run.state.extended != planned:
            _plan_data(run, event)
        for entry_id in run.state.pending(target)[:1]:
            verify_factor(run, event, entry_id)


def _repair(run: Run, event: EventType) -> None:
    """Let the Data Specialist repair levels before the first turn."""
    known = run.state.decision(Role.DATA_SPECIALIST, RepairPlan.__name__)
    if known is not None:
        plan = RepairPlan.model_validate(known.output)
    else:
        view = run.view(event)
        plan = run.decide(
            Role.DATA_SPECIALIST, RepairPlan, lambda: run.team.data_specialist.repair(view)
        )
    if plan.levels:
        run.repair(plan.levels)


def _replan(run: Run, event: EventType) -> ReplanDecision:
    if run.state.replanned_turn == run.state.turn:
        return run.state.replans[-1]
    view = run.view(event)
    decision = run.decide(
        Role.DIAGNOSTICIAN,
        ReplanDecision,
        lambda: run.team.diagnostician.replan(view),
        after=run.state.reopened,
    )
    run.say(ev.Replanned(turn=run.state.turn, decision=decision))
    return decision


def _propose(run: Run, event: EventType, ranked: tuple[str, ...]) -> bool:
    view = run.view(event)
    turn = run.state.turn + 1
    hypothesis = run.decide(
        Role.DECOMPOSER,
        Hypothesis,
        lambda: run.team.decomposer.propose(view, ranked),
        after=run.state.reopened,
    )
    if not hypothesis.factors:
        return False
    run.say(ev.HypothesisProposed(turn=turn, hypothesis=hypothesis))
    return True


def _plan_data(run: Run, event: EventType) -> None:
    """Plan the retrieval of the present turn and tell which entries lack data."""
    hypothesis = _to_test(run)
    view, since = run.view(event), run.state.extended
    plan = run.decide(
        Role.DATA_SPECIALIST,
        RetrievalPlan,
        lambda: run.team.data_specialist.plan(view, hypothesis),
        after=since,
    )
    run.decide(
        Role.DATA_SPECIALIST,
        RetrievalReview,
        lambda: run.team.data_specialist.review(view, plan, retrieve(run.source, plan)),
        after=since,
    )
    # In the library's order: a plan read back from a database has lost its own.
    for entry in run.release.entries:
        if entry.id in plan.blocked and entry.id not in run.state.blocked:
            run.say(
                ev.ToolBlocked(
                    turn=run.state.turn,
                    entry_id=entry.id,
                    tool=entry.factor,
                    reason=plan.blocked[entry.id],
                )
            )


def _to_test(run: Run) -> Hypothesis:
    """Return the turn's hypothesis with the factors that orders have put beside it."""
    hypothesis = run.state.hypothesis
    assert hypothesis is not None
    own = {item.entry_id for item in hypothesis.factors}
    pending = run.state.pending(run.request.options.target_factors)
    entries = [run.release.entry(entry_id) for entry_id in pending if entry_id not in own]
    ordered = tuple(
        HypothesisFactor(entry_id=entry.id, factor=entry.factor, modality=entry.modality)
        for entry in entries
    )
    return hypothesis.model_copy(update={"factors": (*hypothesis.factors, *ordered)})
