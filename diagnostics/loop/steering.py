"""Take orders: pin, veto or add a factor, or stop and conclude.

An order is applied once, and the event that says so is all that later steps look at.
"""

from __future__ import annotations

from collections.abc import Sequence

from diagnostics.contracts import events as ev
from diagnostics.contracts.enums import EventType, StopReason
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.steering import SteeringAction, SteeringOrder
from diagnostics.errors import ArgumentError, BudgetError
from diagnostics.guidelines import find_entry, inapplicable_reason
from diagnostics.guidelines.examined import event_to_examine
from diagnostics.loop.run_context import RunContext
from diagnostics.messages import Message


def take_orders(run: RunContext, orders: Sequence[SteeringOrder]) -> None:
    """Record what becomes of each order that the run has not taken yet.

    They wait until the event is classified, and come too late once the run has concluded.

    Raises
    ------
    BudgetError
        With code ``deadline_missed`` when the deadline comes before there is anything to conclude
        from.
    """
    if run.state.conclusion is not None:
        return
    taken = {record.order for record in run.state.steering}
    for order in orders:
        if order.id in taken:
            continue
        if run.state.classification is not None:
            run.say(_steered(run, order))
        elif order.stop is StopReason.DEADLINE:
            raise BudgetError(
                Message(id="looperror-deadline_missed", params={"reason": f"{order.reason}"}),
                code="deadline_missed",
            )


def _steered(run: RunContext, order: SteeringOrder) -> ev.Steered:
    assert run.state.classification is not None
    event = event_to_examine(run.state.classification)
    done = ev.Steered(
        order=order.id,
        action=order.action,
        factor=order.factor,
        author=order.author,
        reason=order.reason,
        turn=run.state.turn,
        stop=order.stop if order.action is SteeringAction.CONCLUDE else None,
    )
    try:
        if event is None:
            raise ArgumentError(
                Message(id="looperror-nothing_to_steer"),
                code="nothing_to_steer",
            )
        if order.action is SteeringAction.CONCLUDE:
            return done
        entry = find_entry(run.release, order.factor, event)
        if order.action is not SteeringAction.VETO:
            _require_testable(run, event, entry)
    except ArgumentError as error:
        refused = {"applied": False, "problem": error.code, "message": error.message}
        return done.model_copy(update={**refused, "stop": None})
    return done.model_copy(update={"factor": entry.factor, "entry_id": entry.id})


def _require_testable(run: RunContext, event: EventType, entry: GuidelineEntry) -> None:
    """Refuse to test what has been tested, or cannot be; a veto may be taken back at any time."""
    if entry.id in run.state.vetoed:
        return
    if entry.id in run.state.judged_entries():
        raise ArgumentError(
            Message(id="looperror-already_tested", params={"factor": f"{entry.factor}"}),
            code="already_tested",
        )
    view = run.view(event)
    reason = inapplicable_reason(entry, view.profile) or view.blocked_reason(entry)
    if reason is not None:
        raise ArgumentError(
            Message(
                id="looperror-inapplicable_factor",
                params={"factor": f"{entry.factor}", "reason": reason},
            ),
            code="inapplicable_factor",
        )
