"""Factors computed and drawn ahead by the workers of the `render` queue.

A worker's children may not start processes of their own, so the loop asks the queue. Who begins a
draft is settled by one entry of the shared cache that only one side can make: the render worker
when it starts, or the loop when the factor's turn comes first. Answers come back through the cache,
pictures through the store, by their digest: the loop removes those that it takes or drops, and
upkeep those that came too late. Whatever is lost costs time only.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from celery.exceptions import OperationalError as CeleryOperationalError
from django.core.cache import cache
from hvrmet.celery_app import app
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.storage import draft_remove, draft_take, draft_write
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.registries.sources import source_get
from hvrmet.jobs.selectors import job_get
from kombu.exceptions import OperationalError as BrokerError
from redis import RedisError

from diagnostics.catalog import FieldCache
from diagnostics.climatology.open_climatology import open_climatologies
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import SourceError
from diagnostics.fields import open_source
from diagnostics.loop.prefetch import FactorWork, PrefetchTask, prefetch_factor
from diagnostics.workflow import StepOutcome, ToolContext
from diagnostics.workflow.storage import read_outcome, write_outcome
from tasks.boundaries import pinned_boundaries
from tasks.interruption import shielded
from tasks.limits import source_limits

log = logging.getLogger(__name__)
T = TypeVar("T")
R = TypeVar("R")

TASK = "tasks.rendering.draft"
QUEUE = "render"
KEPT_SECONDS = 600
LONGEST_WAIT = 15.0
"""Seconds to wait for a draft that a render worker has begun."""
LOOK_SECONDS = 0.05
UNREACHABLE = (RedisError, OSError)


@dataclass(frozen=True)
class Place:
    """Where the two sides of a draft meet; an attempt that was taken over meets nobody."""

    tenant_id: UUID
    job_id: UUID
    attempt: int
    call_key: str

    @property
    def _key(self) -> str:
        return f"draft:{self.tenant_id}:{self.job_id}:{self.attempt}:{self.call_key}"

    @shielded()
    def claim(self) -> bool:
        """Take the draft; False where the other side has."""
        return cache.add(f"{self._key}:begun", 1, timeout=KEPT_SECONDS)

    @shielded()
    def leave(self, outcomes: Sequence[StepOutcome]) -> None:
        """Leave the outcomes, pictures in the store; none of them where the store takes none."""
        try:
            document = [
                {
                    "call_key": outcome.call_key,
                    "answer": write_outcome(replace(outcome, png=None)).decode(),
                    "picture": outcome.png
                    and draft_write(self.tenant_id, self.job_id, outcome.png),
                }
                for outcome in outcomes
            ]
        except OSError as error:
            log.warning("a draft of job %s cannot be kept: %s", self.job_id, error)
            document = []
        cache.set(self._key, json.dumps(document), timeout=KEPT_SECONDS)

    @shielded()
    def find(self, work: FactorWork) -> tuple[StepOutcome, ...] | None:
        """Return what was left, None while there is nothing."""
        text = cache.get(self._key)
        if text is None:
            return None
        found = []
        for item in json.loads(text):
            outcome = read_outcome(item["answer"].encode(), work.step, item["call_key"])
            if outcome is None:
                return ()
            if item["picture"]:
                picture = draft_take(self.tenant_id, self.job_id, item["picture"])
                outcome = replace(outcome, png=picture)
            found.append(outcome)
        return tuple(found)

    def clear(self) -> None:
        """Remove the pictures of what was left."""
        text = cache.get(self._key)
        for item in json.loads(text) if text is not None else ():
            if item["picture"]:
                draft_remove(self.tenant_id, self.job_id, item["picture"])


@dataclass(frozen=True)
class QueuedDraft:
    """A draft that waits in the queue, or is with a render worker."""

    place: Place
    work: FactorWork

    def take(self) -> tuple[StepOutcome, ...] | None:
        """Return the outcomes; None where they are not begun, lost or too slow."""
        try:
            if self.place.claim():
                return None
            ends = time.monotonic() + LONGEST_WAIT
            while time.monotonic() < ends:
                found = self.place.find(self.work)
                if found is not None:
                    return found
                time.sleep(LOOK_SECONDS)
        except (*UNREACHABLE, ApplicationError) as error:
            log.warning("a draft of job %s cannot be had: %s", self.place.job_id, error)
        return None

    def drop(self) -> None:
        """Keep a render worker from beginning it; remove what one has drawn already."""
        try:
            if not self.place.claim():
                self.place.clear()
        except UNREACHABLE as error:
            log.warning("a draft of job %s cannot be dropped: %s", self.place.job_id, error)


class RenderQueue:
    """An executor whose other processes are the workers of the `render` queue.

    Parameters
    ----------
    lease : Lease
        Of the job whose factors are drafted.
    """

    def __init__(self, lease: Lease) -> None:
        self._lease = lease

    def map(self, function: Callable[[T], R], items: Sequence[T]) -> Iterable[R]:
        """Apply `function` to each item, here."""
        return map(function, items)

    @shielded()
    def submit(self, function: Callable[[T], Any], item: T) -> Any:
        """Queue a draft; None for any other work, and while the broker takes no message."""
        if not isinstance(item, PrefetchTask):
            return None
        lease, work = self._lease, item.work
        try:
            app.send_task(
                TASK,
                args=[
                    *(str(lease.job_id), str(lease.tenant_id), lease.attempt),
                    work.model_dump(mode="json"),
                ],
                queue=QUEUE,
                expires=KEPT_SECONDS,
                retry=False,
            )
        except (BrokerError, CeleryOperationalError, OSError) as error:
            log.warning("no draft can be queued now: %s", error)
            return None
        return QueuedDraft(_place(lease, work), work)


def _place(lease: Lease, work: FactorWork) -> Place:
    return Place(lease.tenant_id, lease.job_id, lease.attempt, work.call_key)


def make_draft(job_id: UUID, tenant_id: UUID, attempt: int, work: FactorWork) -> bool:
    """Prefetch a factor, unless the loop has come to it or another attempt works on the job.

    Returns
    -------
    bool
        Whether anything was done.
    """
    place = Place(tenant_id, job_id, attempt, work.call_key)
    with scope(tenant_id):
        stale = job_get(job_id).writer_attempt != attempt
    if stale or not place.claim():
        return False
    outcomes: tuple[StepOutcome, ...] = ()
    try:
        outcomes = prefetch_factor(PrefetchTask(reopening(tenant_id, job_id), work))
    finally:
        place.leave(outcomes)
        if not outcomes:
            _forget_changed()
    return True


def reopening(tenant_id: UUID, job_id: UUID) -> Callable[[], ToolContext]:
    """Return a function that opens a job's data in another process, once."""
    return partial(_reopened, tenant_id, job_id)


_open: dict[tuple[UUID, UUID], ToolContext] = {}
"""The data that this process holds open: those of one job."""


def _reopened(tenant_id: UUID, job_id: UUID) -> ToolContext:
    key = (tenant_id, job_id)
    if key not in _open:
        context = _opened(tenant_id, job_id)
        _open.clear()
        _open[key] = context
    return _open[key]


def _forget_changed() -> None:
    """Close data that have changed since they were opened: the next draft opens them again."""
    for context in list(_open.values()):
        try:
            context.source.check_unchanged()
        except SourceError as error:
            log.warning("data of a draft are opened again: %s", error)
            _open.clear()


def _opened(tenant_id: UUID, job_id: UUID) -> ToolContext:
    with scope(tenant_id):
        job = job_get(job_id)
        registered = source_get(job.source, tenant_id=tenant_id)
    request = DiagnosisRequest.model_validate(job.request, extra="ignore")
    source = open_source(
        registered.readable(),
        run=request.run,
        member=request.member,
        statistic=request.statistic,
        limits=source_limits(),
    )
    known = registered.climatology
    return ToolContext(
        source=source,
        data_digest=source.digest(),
        baseline=open_climatologies([known]) if known else None,
        boundaries=pinned_boundaries(request.boundaries, tenant_id=tenant_id),
        cache=FieldCache(),
    )
