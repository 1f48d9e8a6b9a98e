"""Orders to a running diagnosis: refused at once where they cannot be done, else kept in order."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from diagnostics.contracts.enums import EventType, Feasibility
from diagnostics.contracts.events import DataRetrieved, EventClassified, RoleDecided, Steered
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import RepairPlan
from diagnostics.contracts.steering import SteeringAction
from diagnostics.contracts.steering import SteeringOrder as Order
from diagnostics.guidelines import case_profile, find_entry, inapplicable_reason, nearest_names
from diagnostics.messages import Listing, Message, Param, Term, message
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.events import log
from hvrmet.jobs.library import library
from hvrmet.jobs.models import Job, SteeringOrder
from hvrmet.jobs.selectors import events_of_type
from hvrmet.jobs.states import OFF_QUEUE, JobKind, JobState, JobStatus

MAX_ORDERS = 100
"""Orders that one diagnosis takes."""


def order_create(
    *, principal: Principal, job_id: UUID, action: SteeringAction, factor: str, reason: str
) -> SteeringOrder:
    """Keep an order for the loop to take at its next step.

    Raises
    ------
    ApplicationError
        ``job_ended``, ``already_concluded``, ``already_tested`` or ``too_many_orders`` (409).
    ArgumentError
        ``unknown_factor`` or ``inapplicable_factor``, with the names that come near.
    """
    job = log.lock_job(job_id, kind=JobKind.DIAGNOSIS)
    state: JobState = job.state
    number = SteeringOrder.objects.filter(job=job).count() + 1
    _require_open(job, state, number)
    if action is not SteeringAction.CONCLUDE:
        entry = find_entry(library().release_document(job.release_digest), factor, state.event)
        if action is not SteeringAction.VETO:
            _require_testable(job, state, entry)
    order: SteeringOrder = SteeringOrder.objects.create(
        job=job,
        number=number,
        action=action,
        factor=factor,
        reason=reason,
        author=principal.label,
    )
    audit_record(
        action=Action.DIAGNOSIS_STEERED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=job.pk,
        data={"order": number, "action": action, "factor": factor, "reason": reason},
    )
    return order


def orders_of(job_id: UUID) -> tuple[Order, ...]:
    """Return the orders to a job as the loop takes them."""
    rows = SteeringOrder.objects.filter(job_id=job_id).order_by("number")
    return tuple(
        Order(
            id=str(row.pk),
            action=SteeringAction(row.action),
            factor=row.factor,
            author=row.author,
            reason=row.reason,
        )
        for row in rows
    )


def taken_orders(job_id: UUID) -> dict[str, tuple[int, Steered]]:
    """Return what the loop has made of orders: number and body of the event, by the order's id."""
    found: dict[str, tuple[int, Steered]] = {}
    for event in events_of_type(job_id, "steered"):
        if isinstance(event.body, Steered):
            found[event.body.order] = (event.seq, event.body)
    return found


def _require_open(job: Job, state: JobState, number: int) -> None:
    refusal = None
    if JobStatus(job.status) in OFF_QUEUE:
        status = message(f"refusal-status_{job.status}")
        refusal = ("job_ended", message("refusal-job_ended_steering", status=status))
    elif state.conclusion is not None:
        refusal = ("already_concluded", message("refusal-already_concluded"))
    elif number > MAX_ORDERS:
        refusal = ("too_many_orders", message("refusal-too_many_orders", most=MAX_ORDERS))
    if refusal is not None:
        code, wording = refusal
        raise ApplicationError(wording, code=code, http_status=409)


def _require_testable(job: Job, state: JobState, entry: GuidelineEntry) -> None:
    """Refuse to try what has been tried or cannot be, as far as the log tells."""
    vetoed = {
        record.entry_id: record.action is SteeringAction.VETO
        for _, record in taken_orders(job.pk).values()
        if record.applied
    }
    if vetoed.get(entry.id):
        return
    judged = next((item for item in state.factors if item.entry_id == entry.id), None)
    if judged is not None:
        raise ApplicationError(
            message(
                "refusal-already_tested", factor=entry.factor, verdict=Term(term=judged.verdict)
            ),
            code="already_tested",
            http_status=409,
        )
    reason = _inapplicable(job, entry, state.event) if state.event else None
    if reason is not None:
        release = library().release_document(job.release_digest)
        near = nearest_names(entry.factor, _others(release, entry, state.event))
        parts: dict[str, Param] = {"factor": entry.factor, "reason": reason}
        wording = (
            message("refusal-inapplicable_factor_near", near=Listing(items=tuple(near)), **parts)
            if near
            else message("refusal-inapplicable_factor", **parts)
        )
        raise ApplicationError(
            wording,
            code="inapplicable_factor",
            data={"nearest": near},
        )


def _others(
    release: GuidelineRelease, entry: GuidelineEntry, event: EventType | None
) -> Iterable[GuidelineEntry]:
    return (item for item in release.entries if event in item.event_types and item != entry)


def _inapplicable(job: Job, entry: GuidelineEntry, event: EventType) -> Message | None:
    """Say why an entry does not fit the case or its data; None where nothing speaks against it."""
    request = DiagnosisRequest.model_validate(job.request, extra="ignore")
    events = events_of_type(job.pk, "event_classified", "data_retrieved")
    bodies = [item.body for item in events]
    for body in bodies:
        if isinstance(body, EventClassified):
            window = body.classification.window
            middle = window.start + (window.end - window.start) / 2
            profile = case_profile(event, request.region, body.classification, middle=middle)
            reason = inapplicable_reason(entry, profile)
            if reason is not None:
                return reason
    tools = [
        tool for body in bodies if isinstance(body, DataRetrieved) for tool in body.inventory.tools
    ]
    for tool in tools:
        if tool.name == entry.factor and tool.feasibility is Feasibility.BLOCKED:
            if entry.factor in _unlocked_by_repairs(job.pk):
                return None
            if tool.missing:
                return message("refusal-data_lack", names=Listing(items=tool.missing))
            return message("refusal-quoted", text=tool.note)
    return None


def _unlocked_by_repairs(job_id: UUID) -> frozenset[str]:
    """Return the factors that levels interpolated by the Data Specialist make possible."""
    plans = (
        RepairPlan.model_validate(event.body.output, extra="ignore")
        for event in events_of_type(job_id, "role_decided")
        if isinstance(event.body, RoleDecided) and event.body.output_type == RepairPlan.__name__
    )
    return frozenset(name for plan in plans for name in plan.unlocked)
