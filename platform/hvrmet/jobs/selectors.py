"""Reading jobs and their events, in the open tenant scope."""

from __future__ import annotations

from uuid import UUID

from diagnostics.contracts.events import RecordedEvent, read_event
from hvrmet.core.errors import NotFoundError
from hvrmet.core.models import OwnedQuerySet
from hvrmet.jobs.models import Job, JobEvent
from hvrmet.jobs.states import JobKind, JobStatus

EVENTS_PER_READ = 500


def job_get(job_id: UUID) -> Job:
    """Return a job of this tenant.

    Raises
    ------
    NotFoundError
        When there is none: unknown, or another tenant's.
    """
    job: Job | None = Job.objects.filter(pk=job_id).first()
    if job is None:
        raise NotFoundError("job")
    return job


def job_list(*, kind: JobKind, status: JobStatus | None = None) -> OwnedQuerySet:
    """Return the tenant's jobs, without their requests' results."""
    jobs: OwnedQuerySet = Job.objects.filter(kind=kind)
    return jobs if status is None else jobs.filter(status=status)


def event_list(
    job_id: UUID, *, after: int = 0, limit: int | None = EVENTS_PER_READ
) -> tuple[RecordedEvent, ...]:
    """Return the events of a job that follow number `after`, in order."""
    rows = JobEvent.objects.filter(job_id=job_id, seq__gt=after).order_by("seq")
    return tuple(_recorded(row) for row in (rows if limit is None else rows[:limit]))


def _recorded(row: JobEvent) -> RecordedEvent:
    return read_event(
        {"seq": row.seq, "at": row.at, "schema_version": row.schema_version, "body": row.body}
    )
