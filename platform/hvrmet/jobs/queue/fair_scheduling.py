"""Whose turn it is: which waiting job a free worker takes, whatever message woke it.

Centres take turns: the one with the fewest jobs at work goes first, then the one that was served
longest ago. Among a centre's own jobs priority decides, then the nearer deadline, then who came
first. The broker's own order plays no part, so every broker will do.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import connection
from pydantic import BaseModel

from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.dispatch import enqueue_again
from hvrmet.jobs.queue.leases import Lease

_RANKED = """
WITH busy AS (
  SELECT tenant_id, count(*) AS jobs FROM jobs_queuerow
  WHERE queue = %(queue)s AND lease_expires_at IS NOT NULL GROUP BY tenant_id
), waiting AS (
  SELECT q.*, coalesce(b.jobs, 0) + row_number() OVER (
           PARTITION BY q.tenant_id
           ORDER BY q.priority DESC, q.deadline NULLS LAST, q.queued_at, q.job_id
         ) AS round
  FROM jobs_queuerow q LEFT JOIN busy b USING (tenant_id)
  WHERE q.queue = %(queue)s AND q.lease_expires_at IS NULL
), ranked AS (
  SELECT w.job_id, w.tenant_id, row_number() OVER (
           ORDER BY w.round, t.served_at NULLS FIRST, w.tenant_id
         ) AS position,
         extract(epoch FROM clock_timestamp() - w.queued_at)::float AS waited
  FROM waiting w LEFT JOIN jobs_queueturn t USING (tenant_id)
)
SELECT job_id, tenant_id, position, waited FROM ranked
WHERE %(tenant)s::uuid IS NULL OR tenant_id = %(tenant)s ORDER BY position LIMIT %(limit)s
"""
PLACES = 500
"""Places that are shown at most."""
_LOAD = """
SELECT count(DISTINCT worker) FILTER (WHERE lease_expires_at > clock_timestamp()),
       count(*) FILTER (WHERE lease_expires_at IS NOT NULL AND tenant_id = %(tenant)s),
       count(*) FILTER (WHERE lease_expires_at IS NULL AND tenant_id = %(tenant)s),
       min(queued_at) FILTER (WHERE lease_expires_at IS NULL AND tenant_id = %(tenant)s),
       (SELECT max(served_at) FROM jobs_queueturn)
FROM jobs_queuerow WHERE queue = %(queue)s
"""


class QueuePosition(BaseModel):
    """Where a waiting job stands: 1 is taken next, if nothing of more right comes before."""

    job: UUID
    position: int
    waiting_seconds: float


class QueueLoad(BaseModel):
    """How a queue does, as one tenant may see it.

    `workers_busy` and `last_taken_at` are of all centres, the rest is of the tenant's own jobs.
    """

    running: int
    waiting: int
    oldest_waiting_at: datetime | None
    workers_busy: int
    last_taken_at: datetime | None


class QueueHealth(QueueLoad):
    """The load, and where the tenant's waiting jobs stand."""

    places: tuple[QueuePosition, ...]


def claim_next(*, job_id: UUID, tenant_id: UUID, queue: str, worker: str) -> Lease | None:
    """Claim the job whose turn it is, where it is another one than a message names.

    The named job keeps its place and gets a new message. Returns None for a harmless repeat, as
    `leases.claim` does.
    """
    for first, owner, _, _ in _ranked(queue, None, 1):
        lease = leases.claim(job_id=first, tenant_id=owner, worker=worker)
        if lease is not None and first != job_id:
            enqueue_again(job_id)
        if lease is not None:
            return lease
    return leases.claim(job_id=job_id, tenant_id=tenant_id, worker=worker)


def queue_health(queue: str, tenant_id: UUID) -> QueueHealth:
    """Return where a tenant's waiting jobs stand, and whether the queue is being worked on."""
    places = tuple(
        QueuePosition(job=job, position=position, waiting_seconds=round(waited, 3))
        for job, _, position, waited in _ranked(queue, tenant_id, PLACES)
    )
    return QueueHealth(places=places, **dict(queue_load(queue, tenant_id)))


def queue_load(queue: str, tenant_id: UUID) -> QueueLoad:
    """Return how much waits and runs for a tenant, and whether the queue is being worked on."""
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, {"queue": queue, "tenant": tenant_id})
        workers, running, waiting, oldest, taken = cursor.fetchone()
    return QueueLoad(
        running=running,
        waiting=waiting,
        oldest_waiting_at=oldest,
        workers_busy=workers,
        last_taken_at=taken,
    )


def _ranked(queue: str, tenant_id: UUID | None, limit: int) -> list[tuple[UUID, UUID, int, float]]:
    with connection.cursor() as cursor:
        cursor.execute(_RANKED, {"queue": queue, "tenant": tenant_id, "limit": limit})
        found: list[tuple[UUID, UUID, int, float]] = cursor.fetchall()
    return found
