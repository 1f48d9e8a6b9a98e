"""Reading jobs and their events, in the open tenant scope."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from diagnostics.contracts.effect import EffectPart
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.events import RecordedEvent, read_event
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import NotFoundError
from hvrmet.jobs.models import Job, JobEvent, JobResult
from hvrmet.jobs.states import JobKind, JobStatus

EVENTS_PER_READ = 500


def job_get(job_id: UUID, *, kind: JobKind | None = None) -> Job:
    """Return a job of this tenant, of one kind if named.

    Raises
    ------
    NotFoundError
        When there is none: unknown, or another tenant's.
    """
    job: Job | None = Job.objects.filter(pk=job_id).first()
    if job is None or kind not in (None, job.kind):
        raise NotFoundError("job")
    return job


def job_list(*, kind: JobKind, status: JobStatus | None = None) -> OwnedQuerySet:
    """Return the tenant's jobs, without their requests' results."""
    jobs: OwnedQuerySet = Job.objects.filter(kind=kind)
    return jobs if status is None else jobs.filter(status=status)


def diagnoses_of(events: Collection[EventType], presets: Collection[str] = ()) -> OwnedQuerySet:
    """Return the tenant's finished diagnoses about a type of event, or by a preset of criteria."""
    about = Q(state__event__in=[*map(str, events)]) | Q(request__preset__in=[*presets])
    found: OwnedQuerySet = Job.objects.filter(
        about, kind=JobKind.DIAGNOSIS, status=JobStatus.FINISHED
    )
    return found


def effect_job(part: EffectPart, digest: str) -> Job | None:
    """Return the tenant's newest job that measures a change on this, or None."""
    jobs = Job.objects.filter(kind=JobKind.EFFECT, change_digest=digest, request__part=part)
    found: Job | None = jobs.defer("request").order_by("-created_at").first()
    return found


def job_asked(digest: str) -> Job | None:
    """Return the tenant's newest job that answers, or will answer, what has this digest, or None.

    One whose answer is gone answers nothing.
    """
    ended_well = Q(status=JobStatus.FINISHED) & Exists(JobResult.objects.filter(job=OuterRef("pk")))
    waits = Q(status__in=(JobStatus.QUEUED, JobStatus.RUNNING), cancel_requested_by="")
    jobs = Job.objects.filter(ended_well | waits, asked_digest=digest)
    found: Job | None = jobs.order_by("-created_at").first()
    return found


def effect_answer(part: EffectPart, digest: str) -> dict[str, Any] | None:
    """Return the newest answer of the tenant's jobs that measure a change on this, or None."""
    jobs = Job.objects.filter(kind=JobKind.EFFECT, change_digest=digest, request__part=part)
    answers = JobResult.objects.filter(job__in=jobs).order_by("-created_at")
    found: dict[str, Any] | None = answers.values_list("document", flat=True).first()
    return found


def jobs_moved(since: datetime | None, *, last: UUID | None = None) -> OwnedQuerySet:
    """Return the tenant's jobs whose status has changed since a time, in that order.

    With `last`, those that follow this job in the order, its own time being `since`.
    """
    jobs: OwnedQuerySet = Job.objects.order_by("moved_at", "id")
    if since is None:
        return jobs
    if last is None:
        return jobs.filter(moved_at__gt=since)
    return jobs.filter(Q(moved_at=since, id__gt=last) | Q(moved_at__gt=since))


def database_time() -> datetime:
    """Return the time by the clock that times every change of status."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def event_rows(
    job_id: UUID,
    *,
    after: int = 0,
    types: Collection[str] = (),
    evidence: str | None = None,
) -> QuerySet[JobEvent]:
    """Return the stored events of a job that follow number `after`, in order.

    Parameters
    ----------
    job_id : UUID
    after : int
    types : collection of str
        Of these types alone, where there are any.
    evidence : str, optional
        Of this piece of evidence alone: computed, drawn, checked, judged.
    """
    rows = JobEvent.objects.filter(job_id=job_id, seq__gt=after).order_by("seq")
    if types:
        rows = rows.filter(type__in=types)
    if evidence is not None:
        rows = rows.filter(Q(body__evidence_id=evidence) | Q(body__evidence__id=evidence))
    return rows


def event_list(
    job_id: UUID, *, after: int = 0, limit: int | None = EVENTS_PER_READ
) -> tuple[RecordedEvent, ...]:
    """Return the events of a job that follow number `after`, in order, `limit` at most."""
    rows = event_rows(job_id, after=after)
    return tuple(map(recorded, rows if limit is None else rows[:limit]))


def events_of_type(job_id: UUID, *types: str) -> tuple[RecordedEvent, ...]:
    """Return the events of a job that have one of these types, in order."""
    return tuple(map(recorded, event_rows(job_id, types=types)))


def recorded(row: JobEvent) -> RecordedEvent:
    """Read a stored event."""
    return read_event(
        {"seq": row.seq, "at": row.at, "schema_version": row.schema_version, "body": row.body}
    )
