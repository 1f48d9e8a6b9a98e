"""Who works on a job: claim, heartbeat, release, and reclaiming what a dead worker held.

Times are compared by the database's clock, so workers' clocks do not matter. Every function locks
the job first and its queue row second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, Subquery
from django.db.models.functions import Now
from django.utils import timezone

from diagnostics.contracts.events import Cancelled, JobClaimed, LeaseLost, Parked, Resumed
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import NotFoundError
from hvrmet.core.observability.metrics import JOB_WAIT_SECONDS, LEASES_LOST
from hvrmet.jobs.events import log
from hvrmet.jobs.models import Job, JobEvent, QueueRow, QueueTurn
from hvrmet.jobs.queue.deadlines import job_mark_overdue, job_overdue
from hvrmet.jobs.queue.dispatch import enqueue
from hvrmet.jobs.states import ENDED, JobKind, JobStatus

REAPER_LOCK = 0x4856524D4554  # any constant: the advisory lock that one reaper holds
_BATCH = 100


@dataclass(frozen=True)
class Lease:
    """The right of one worker to write one job's events."""

    job_id: UUID
    tenant_id: UUID
    attempt: int
    worker: str
    traceparent: str = ""
    kind: JobKind = JobKind.DIAGNOSIS


def _lease_length() -> timedelta:
    return timedelta(seconds=settings.ENVIRONMENT.hvrmet_lease_seconds)


def claim(*, job_id: UUID, tenant_id: UUID, worker: str) -> Lease | None:
    """Take a job, or return None when it has ended, is unknown or is held: a harmless repeat."""
    with scope(tenant_id):
        try:
            job = log.lock_job(job_id)
        except NotFoundError:
            return None
        free = Q(lease_expires_at__isnull=True)
        row = QueueRow.objects.select_for_update().filter(free, job_id=job_id).first()
        if row is None or JobStatus(job.status) in ENDED:
            return None
        if job.cancel_requested_by:
            job_mark_cancelled(job)
            return None
        if row.attempt == 0 and job_overdue(job):
            job_mark_overdue(job)
            return None
        waited = (timezone.now() - row.dispatched_at).total_seconds()
        JOB_WAIT_SECONDS.labels(row.queue).observe(max(0.0, waited))
        row.attempt += 1
        row.worker = worker
        row.lease_expires_at = Now() + _lease_length()
        row.save(update_fields=("attempt", "worker", "lease_expires_at"))
        QueueTurn.objects.update_or_create(tenant_id=tenant_id, defaults={"served_at": Now()})
        job.writer_attempt = row.attempt
        job.save(update_fields=("writer_attempt", "updated_at"))
        earlier = job.last_seq
        log.append(job, JobClaimed(worker=worker, attempt=row.attempt), attempt=row.attempt)
        if row.attempt > 1:
            log.append(job, Resumed(attempt=row.attempt, after=earlier), attempt=row.attempt)
        return Lease(job_id, tenant_id, row.attempt, worker, row.traceparent, JobKind(job.kind))


def job_mark_cancelled(job: Job) -> None:
    """End a locked job that no worker holds as cancelled, in the name of who asked for it."""
    log.append(job, Cancelled(author=job.cancel_requested_by, reason=job.cancel_reason))


def heartbeat(lease: Lease) -> bool:
    """Prolong a lease; False means that it is gone and the worker must stop."""
    changed = QueueRow.objects.filter(
        job_id=lease.job_id, attempt=lease.attempt, lease_expires_at__isnull=False
    ).update(lease_expires_at=Now() + _lease_length())
    return changed == 1


def stop_if_cancelled(lease: Lease) -> bool:
    """End a job that was cancelled while this worker holds it, whatever step it is in.

    The lease goes with it: what the step still writes is refused. False where nobody asked for it.
    """
    with scope(lease.tenant_id):
        held = Job.objects.filter(pk=lease.job_id, writer_attempt=lease.attempt)
        if not held.exclude(cancel_requested_by="").exists():
            return False
        job = log.lock_job(lease.job_id)
        if job.writer_attempt != lease.attempt:
            return False
        job_mark_cancelled(job)
        return True


def release(lease: Lease) -> None:
    """Give a running job back to the queue, for its next slice.

    The job went forward, so workers that died on it before are not counted any more.
    """
    _give_back(lease, forward=True)


def hand_over(lease: Lease) -> None:
    """Give a running job back in the middle of a step, because its worker stops.

    What the step still writes is refused. No worker died on the job, and it did not go forward.
    """
    _give_back(lease, forward=False)


def _give_back(lease: Lease, *, forward: bool) -> None:
    with scope(lease.tenant_id):
        job = log.lock_job(lease.job_id)
        if job.writer_attempt != lease.attempt:
            return
        _free(job)
        if forward:
            QueueRow.objects.filter(job_id=job.pk).update(lost_leases=0)
        enqueue(kind=JobKind(job.kind), job_id=job.pk, tenant_id=lease.tenant_id)


def abandon(lease: Lease) -> None:
    """Let a lease run out now: this worker cannot go on, and the reaper need not wait for it."""
    QueueRow.objects.filter(
        job_id=lease.job_id, attempt=lease.attempt, lease_expires_at__isnull=False
    ).update(lease_expires_at=Now())


def reap() -> int:
    """Return the jobs of dead workers to the queue, and park those that keep killing workers.

    One reaper works at a time, however many ask. Returns the number of leases taken back.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [REAPER_LOCK])
            if not cursor.fetchone()[0]:
                return 0
        dead = list(
            QueueRow.objects.filter(lease_expires_at__lt=Now())
            .order_by("lease_expires_at")
            .values_list("job_id", "tenant_id", "attempt")[:_BATCH]
        )
    return _reclaim_all(dead)


def _reclaim_all(dead: Sequence[tuple[UUID, UUID, int]]) -> int:
    return sum(
        _reclaim(job_id=job_id, tenant_id=tenant_id, attempt=attempt)
        for job_id, tenant_id, attempt in dead
    )


def _reclaim(*, job_id: UUID, tenant_id: UUID, attempt: int) -> bool:
    with scope(tenant_id):
        try:
            job = log.lock_job(job_id, wait=False)
        except NotFoundError:
            return False  # a transaction holds it: the next round looks again
        row = (
            QueueRow.objects.select_for_update()
            .filter(job_id=job_id, attempt=attempt, lease_expires_at__lt=Now())
            .first()
        )
        if row is None:
            return False
        silent = f"worker {row.worker} has been silent for longer than its lease, or gave it up"
        row.lost_leases = 1 if _went_forward(job) else row.lost_leases + 1
        log.append(job, LeaseLost(attempt=attempt, reason=silent))
        LEASES_LOST.labels(row.queue).inc()
        row.save(update_fields=("lost_leases",))
        _free(job)
        if job.cancel_requested_by:
            job_mark_cancelled(job)
        elif row.lost_leases >= settings.ENVIRONMENT.hvrmet_max_lost_leases:
            said = Message(id="error-parked", params={"count": row.lost_leases})
            reason = render(said, SOURCE)
            log.append(job, Parked(reason=reason, wording=said, attempts=row.attempt))
        else:
            enqueue(kind=JobKind(job.kind), job_id=job.pk, tenant_id=tenant_id)
        return True


def _went_forward(job: Job) -> bool:
    """Say whether the last attempt recorded a step: then deaths before it do not count any more.

    Its beginning is no step; nor is a model that fails, which each attempt may record again, or the
    progress of an effect, which begins again.
    """
    events = JobEvent.objects.filter(job=job)
    claimed = events.filter(type="job_claimed").order_by("-seq").values("seq")[:1]
    after = events.filter(seq__gt=Subquery(claimed))
    return after.exclude(type__in=("resumed", "model_failed", "advanced")).exists()


def _free(job: Job) -> None:
    job.writer_attempt = None
    job.save(update_fields=("writer_attempt", "updated_at"))
    QueueRow.objects.filter(job_id=job.pk).update(
        worker="", lease_expires_at=None, dispatched_at=Now()
    )
