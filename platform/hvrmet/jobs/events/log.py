"""The one writer of a job's events."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models.functions import Now

from diagnostics.contracts.events import (
    SCHEMA_VERSION,
    AnswerQueued,
    EventBody,
    EventClassified,
    JobQueued,
    RecordedEvent,
)
from diagnostics.errors import BudgetError
from hvrmet.core.db.clock import database_now
from hvrmet.core.errors import NotFoundError
from hvrmet.core.observability.metrics import JOBS_ENDED
from hvrmet.jobs.events.areas import areas_keep
from hvrmet.jobs.events.webhooks import outcome_announce
from hvrmet.jobs.models import Job, JobEvent, QueueRow
from hvrmet.jobs.states import OFF_QUEUE, JobKind, apply
from hvrmet.realtime.notify import announce


def lock_job(job_id: object, *, kind: JobKind | None = None, wait: bool = True) -> Job:
    """Lock a job of the scope's tenant, of one kind if named, for the rest of the transaction.

    Raises
    ------
    NotFoundError
        When this tenant has no such job, or, without `wait`, another transaction has locked it.
    """
    rows = Job.objects.select_for_update(skip_locked=not wait)
    job: Job | None = rows.filter(pk=job_id).first()
    if job is None or kind not in (None, job.kind):
        raise NotFoundError("job")
    return job


def begin(job: Job, body: JobQueued | AnswerQueued) -> RecordedEvent:
    """Write a job that is not in the table yet, with its first event, which changes no state.

    The event's time is the database's, and the one since which the job stands where it stands.
    """
    job.last_seq = 1
    job.save(force_insert=True)
    recorded = _recorded(1, job.moved_at, body)
    _keep(job, recorded)
    _wake(job, recorded, moved=True)
    return recorded


def append(job: Job, body: EventBody, *, attempt: int | None = None) -> RecordedEvent:
    """Number, time and keep one event of a locked job, and fold it into the job's state.

    An event that ends or parks the job takes it from the queue in the same transaction.

    Parameters
    ----------
    job : Job
        As `lock_job` returned it in this transaction.
    body : EventBody
        What happened.
    attempt : int, optional
        The worker's fencing token; left out by the platform itself (queueing, cancelling,
        reclaiming), which holds the lock and needs no lease.

    Raises
    ------
    BudgetError
        With code ``lease_lost`` when `attempt` does not hold the job any more.
    ApplicationError
        With code ``illegal_transition`` when the event does not fit the job's state.
    """
    if attempt is not None and job.writer_attempt != attempt:
        raise BudgetError(
            f"attempt {attempt} no longer holds job {job.pk}: another worker took over",
            code="lease_lost",
            data={"attempt": attempt, "holder": job.writer_attempt},
        )
    recorded = _recorded(job.last_seq + 1, database_now(), body)
    state = apply(job.state, recorded)
    _keep(job, recorded)
    if isinstance(body, EventClassified):
        areas_keep(job, body.classification)
    job.last_seq = recorded.seq
    job.state = state
    moved = state.status != job.status
    job.status = state.status
    if moved:
        job.moved_at = Now()
    if state.status in OFF_QUEUE:
        job.writer_attempt = None
        QueueRow.objects.filter(job_id=job.pk).delete()
    changed = ("last_seq", "state", "status", "writer_attempt", "updated_at")
    job.save(update_fields=(*changed, "moved_at") if moved else changed)
    if moved and state.status in OFF_QUEUE:
        code = state.failure.code if state.failure else ""
        counter = JOBS_ENDED.labels(job.kind, state.status, code)
        transaction.on_commit(counter.inc, robust=True)
    if moved:
        outcome_announce(job, state)
    _wake(job, recorded, moved=moved)
    return recorded


def _recorded(seq: int, at: datetime, body: EventBody) -> RecordedEvent:
    return RecordedEvent(
        seq=seq, at=at.replace(microsecond=0), schema_version=SCHEMA_VERSION, body=body
    )


def _keep(job: Job, recorded: RecordedEvent) -> None:
    JobEvent.objects.create(
        job=job,
        seq=recorded.seq,
        at=recorded.at,
        schema_version=recorded.schema_version,
        type=recorded.body.type,
        body=recorded.body.model_dump(mode="json"),
    )


def _wake(job: Job, recorded: RecordedEvent, *, moved: bool) -> None:
    wake = partial(announce, job.tenant_id, job.pk, recorded.seq, moved=moved)
    transaction.on_commit(wake, robust=True)
