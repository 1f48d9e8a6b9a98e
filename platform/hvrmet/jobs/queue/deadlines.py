"""Deadlines: when a job's answer is of no more use.

A job that nobody has begun by then fails. One that runs concludes from what it has; if it waits for
its next slice and no worker comes for as long as a slice takes, it fails too.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import StopReason
from diagnostics.contracts.events import RunFailed
from diagnostics.contracts.steering import SteeringAction, SteeringOrder
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from hvrmet.core.db.clock import database_now
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError, NotFoundError
from hvrmet.jobs.events import log
from hvrmet.jobs.models import Job, QueueRow
from hvrmet.jobs.states import ENDED, JobStatus

PLATFORM = "hvrmet"
_BATCH = 100


def require_future(deadline: datetime | None) -> None:
    """Refuse a deadline that has passed.

    Raises
    ------
    ApplicationError
        With code ``deadline_passed``.
    """
    if deadline is not None and deadline <= database_now():
        raise ApplicationError(
            f"the deadline {format_instant(deadline)} has passed: name a later one, or none",
            code="deadline_passed",
        )


def job_overdue(job: Job) -> bool:
    """Tell whether a job's deadline has come, by the database's clock."""
    return job.deadline is not None and job.deadline <= database_now()


def deadline_order(job: Job) -> SteeringOrder:
    """Return the order to conclude that the deadline of a running job gives."""
    return SteeringOrder(
        id=f"deadline:{format_instant(job.deadline)}",
        action=SteeringAction.CONCLUDE,
        author=PLATFORM,
        reason=f"the deadline {format_instant(job.deadline)} has come",
        stop=StopReason.DEADLINE,
    )


def job_mark_overdue(job: Job) -> None:
    """End a locked job that no worker holds as failed, because its deadline has come."""
    said = Message(id="error-deadline_missed", params={"when": format_instant(job.deadline)})
    failed = RunFailed(code="deadline_missed", message=render(said, SOURCE), wording=said)
    log.append(job, failed)


def expire() -> int:
    """Fail what waits beyond its deadline, and return how many jobs that were."""
    slice_length = timedelta(seconds=settings.ENVIRONMENT.hvrmet_slice_seconds)
    waiting = QueueRow.objects.filter(lease_expires_at__isnull=True)
    overdue = waiting.filter(
        Q(attempt=0, deadline__lt=Now()) | Q(deadline__lt=Now() - slice_length)
    ).values_list("job_id", "tenant_id")[:_BATCH]
    ended = 0
    for job_id, tenant_id in list(overdue):
        with scope(tenant_id):
            try:
                job = log.lock_job(job_id, wait=False)
            except NotFoundError:
                continue  # a worker takes it at this moment
            if job.writer_attempt is None and JobStatus(job.status) not in ENDED:
                job_mark_overdue(job)
                ended += 1
    return ended
