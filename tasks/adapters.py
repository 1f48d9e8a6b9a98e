"""The loop's ports, implemented with the platform's tables and store.

Each call opens the tenant's scope for itself: a transaction lasts as long as one write, never as
long as the loop. None is interrupted half-way.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from uuid import UUID

from hvrmet.core.db.scope import scope
from hvrmet.core.observability.metrics import SOURCE_NEWEST, STAGE_SECONDS
from hvrmet.core.observability.tracing import passed
from hvrmet.evidence.services import artifact_register, evidence_put
from hvrmet.evidence.storage import content_read, content_write
from hvrmet.jobs.events import log
from hvrmet.jobs.queue.deadlines import deadline_order, job_overdue
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.steering import orders_of

from diagnostics.contracts.events import DataRetrieved, EventBody, RecordedEvent
from diagnostics.contracts.evidence import ArtifactRef, EvidenceItem
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.steering import SteeringOrder
from diagnostics.errors import BudgetError
from diagnostics.ports import ControlSignal
from knowledge.selectors import release_document
from tasks.draining import stopping
from tasks.interruption import shielded
from tasks.limits import exceeded, too_long
from tasks.source_names import SourceNames

POLL_SECONDS = 0.5


class DatabaseEventSink:
    """Appends events to the job's log, in a short transaction each.

    Parameters
    ----------
    lease : Lease
    names : SourceNames, optional
        Names the source in the place of where its data lie; without it paths are cut short.
    """

    def __init__(self, lease: Lease, names: SourceNames | None = None) -> None:
        self._lease = lease
        self._names = names or SourceNames("")
        self._last = time.monotonic()

    @shielded()
    def append(self, body: EventBody, attempt: int) -> RecordedEvent:
        """Number, time and keep one event.

        Raises
        ------
        BudgetError
            With code ``lease_lost`` when another worker holds the run.
        """
        body = self._names.hide_in(body)
        with scope(self._lease.tenant_id):
            job = log.lock_job(self._lease.job_id)
            recorded = log.append(job, body, attempt=attempt)
        last, self._last = self._last, time.monotonic()
        STAGE_SECONDS.labels(body.type).observe(self._last - last)
        passed(body.type, self._last - last)
        if isinstance(body, DataRetrieved) and body.inventory.times:
            SOURCE_NEWEST.labels(job.source).set(body.inventory.times[-1].timestamp())
        return recorded


class DatabaseEvidenceSink:
    """Keeps evidence, unique by its call key."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease

    @shielded()
    def put(self, item: EvidenceItem) -> None:
        """Store one piece of evidence; a repeat of the same call is harmless."""
        with scope(self._lease.tenant_id):
            evidence_put(job_id=self._lease.job_id, item=item, attempt=self._lease.attempt)


class StoredArtifactSink:
    """Keeps bytes under the tenant's prefix, and their names in the run."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease

    @shielded()
    def put(self, name: str, data: bytes, media_type: str) -> ArtifactRef:
        """Store bytes first and name them then: a name never points to nothing."""
        sha256 = content_write(self._lease.tenant_id, data)
        with scope(self._lease.tenant_id):
            return artifact_register(
                job_id=self._lease.job_id,
                name=name,
                sha256=sha256,
                media_type=media_type,
                size=len(data),
                attempt=self._lease.attempt,
            )

    @shielded()
    def get(self, sha256: str) -> bytes:
        """Return stored bytes."""
        return content_read(self._lease.tenant_id, sha256)


class JobControl:
    """Tells the loop to go on, to stop, or to yield the worker: after its slice, or on a stop."""

    def __init__(
        self,
        lease: Lease,
        *,
        lost: Callable[[], bool],
        slice_seconds: float,
        stopping: Callable[[], bool] = stopping,
        exceeded: Callable[[], bool] = exceeded,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lease = lease
        self._lost = lost
        self._stopping = stopping
        self._exceeded = exceeded
        self._monotonic = monotonic
        self._slice_ends = monotonic() + slice_seconds
        self._next_look = monotonic()
        self._orders: tuple[SteeringOrder, ...] = ()

    @shielded()
    def poll(self) -> ControlSignal:
        """Look for a wish to cancel and for orders, at most twice a second.

        Raises
        ------
        BudgetError
            With code ``lease_lost`` when the heartbeat has found the lease gone, and
            ``step_too_long`` when the step before took too long.
        """
        if self._lost():
            raise BudgetError(f"the lease on job {self._lease.job_id} is gone", code="lease_lost")
        if self._exceeded():
            raise too_long()
        now = self._monotonic()
        if now >= self._next_look:
            self._next_look = now + POLL_SECONDS
            with scope(self._lease.tenant_id):
                job = job_get(self._lease.job_id)
                self._orders = orders_of(self._lease.job_id)
                if job_overdue(job):
                    self._orders = (*self._orders, deadline_order(job))
            if job.cancel_requested_by:
                return ControlSignal(
                    action="cancel", author=job.cancel_requested_by, reason=job.cancel_reason
                )
        over = now >= self._slice_ends or self._stopping()
        return ControlSignal(action="yield" if over else "continue", orders=self._orders)


class PinnedGuidelines:
    """The release that a tenant's job was pinned to when it was queued.

    Parameters
    ----------
    tenant_id : UUID
    digest : str
    """

    def __init__(self, tenant_id: UUID, digest: str) -> None:
        self._tenant_id = tenant_id
        self._digest = digest

    @shielded()
    def release(self, digest: str | None = None) -> GuidelineRelease:
        """Return the release with this digest, the job's own by default."""
        with scope(self._tenant_id):
            return release_document(digest or self._digest)
