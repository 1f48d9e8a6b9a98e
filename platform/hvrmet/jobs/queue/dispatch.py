"""From the outbox to the broker: by task name, after the commit, with ids only.

A message that cannot be sent now stays in the outbox for the relay; one that is sent twice is
harmless, because a job is claimed once.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.db import connection, transaction
from django.db.models.functions import Now

from hvrmet.celery_app import app
from hvrmet.core.broker import CONFIRM_SECONDS, SENDING_FAILED
from hvrmet.core.observability import tracing
from hvrmet.jobs.models import OutboxRow, QueueRow
from hvrmet.jobs.states import JobKind

log = logging.getLogger(__name__)

# One queue for all kinds: whoever takes a message works on the job whose turn it is.
TASKS: dict[JobKind, str] = dict.fromkeys(JobKind, "tasks.diagnosis.run")
QUEUES: dict[JobKind, str] = dict.fromkeys(JobKind, "diagnose")
BATCH = 100
_SENT = """
WITH sent AS (DELETE FROM jobs_outboxrow WHERE id = %s RETURNING subject_id)
UPDATE jobs_queuerow SET dispatched_at = now() FROM sent WHERE job_id = sent.subject_id
"""


def enqueue(*, kind: JobKind, job_id: UUID, tenant_id: UUID) -> None:
    """Send a job to the workers of its kind when the open transaction commits."""
    post(task=TASKS[kind], queue=QUEUES[kind], subject_id=job_id, tenant_id=tenant_id)


def post(*, task: str, queue: str, subject_id: UUID, tenant_id: UUID) -> None:
    """Write an outbox row in the open transaction and send it when that commits."""
    row = OutboxRow.objects.create(
        task=task, queue=queue, tenant_id=tenant_id, subject_id=subject_id
    )
    transaction.on_commit(partial(_send_now, row), robust=True)


def _send_now(row: OutboxRow) -> None:
    """Send a message that has just been written: one statement afterwards, and no transaction.

    A relay that comes by in this very moment sends it once more, which is harmless.
    """
    if _send(row, parent=_parents([row]).get(row.subject_id, "")):
        with connection.cursor() as cursor:
            cursor.execute(_SENT, [row.pk])


def relay() -> int:
    """Send waiting messages, oldest first, and return how many were sent.

    Rows that another relay holds are skipped. A row is deleted after its message was handed to
    the broker, so a crash in between repeats it and loses nothing.
    """
    with transaction.atomic():
        rows = OutboxRow.objects.select_for_update(skip_locked=True).order_by("created_at")
        sent: list[OutboxRow] = []
        waiting = list(rows[:BATCH])
        parents = _parents(waiting)
        for row in waiting:
            if not _send(row, parent=parents.get(row.subject_id, "")):
                break
            sent.append(row)
        OutboxRow.objects.filter(pk__in=[row.pk for row in sent]).delete()
        QueueRow.objects.filter(job_id__in=[row.subject_id for row in sent]).update(
            dispatched_at=Now()
        )
    return len(sent)


def _send(row: OutboxRow, *, parent: str) -> bool:
    """Hand a message to the broker, within the trace `parent` or the one that is open."""
    try:
        with tracing.span(f"send {row.task}", kind="producer", parent=parent):
            app.send_task(
                row.task,
                args=[str(row.subject_id), str(row.tenant_id)],
                queue=row.queue,
                task_id=str(row.pk),
                retry=False,
                confirm_timeout=CONFIRM_SECONDS,
            )
    except SENDING_FAILED as error:
        log.warning("the broker takes no message now, %s waits: %s", row, error)
        return False
    return True


def enqueue_again(job_id: UUID) -> None:
    """Give a waiting job a new message, for one that woke a worker to another job."""
    kinds = {queue: kind for kind, queue in QUEUES.items()}
    with transaction.atomic():
        row = QueueRow.objects.filter(job_id=job_id, lease_expires_at__isnull=True).first()
        if row is not None:
            enqueue(kind=kinds[row.queue], job_id=row.job_id, tenant_id=row.tenant_id)


def _parents(rows: Collection[OutboxRow]) -> dict[UUID, str]:
    """Return the traces that messages belong to, by job."""
    if not tracing.enabled():
        return {}
    jobs = QueueRow.objects.filter(job_id__in=[row.subject_id for row in rows])
    return dict(jobs.values_list("job_id", "traceparent"))


def enqueue_forgotten(older_than: timedelta) -> int:
    """Send again the jobs that wait although their message went out long ago.

    A broker that lost its memory is the usual reason.
    """
    with transaction.atomic():
        rows = list(
            QueueRow.objects.select_for_update(skip_locked=True).filter(
                lease_expires_at__isnull=True, dispatched_at__lt=Now() - older_than
            )[:BATCH]
        )
        kinds = {queue: kind for kind, queue in QUEUES.items()}
        for row in rows:
            enqueue(kind=kinds[row.queue], job_id=row.job_id, tenant_id=row.tenant_id)
        QueueRow.objects.filter(job_id__in=[row.job_id for row in rows]).update(dispatched_at=Now())
    return len(rows)
