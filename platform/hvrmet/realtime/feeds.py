"""One reader for all sockets of a process that follow the same thing.

A feed joins its group first and reads the table then, so that nothing falls between. A message of
the group only wakes it; since one may be lost, it looks at the table every two seconds as well. It
keeps the newest messages, as they are sent, in a list of bounded length; sockets take them from
there, each at its own pace. One that falls behind the list reads the table itself, a page at a
time: a slow client costs no memory.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, ClassVar, NamedTuple
from uuid import UUID
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import DatabaseError, InterfaceError
from redis import RedisError

from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job
from hvrmet.jobs.selectors import database_time, event_list, job_get, jobs_moved
from hvrmet.jobs.states import ENDED, JobStatus
from hvrmet.realtime.messages import Activity, Event, JobMoved
from hvrmet.realtime.notify import activity_group_of, group_of

log = logging.getLogger(__name__)
LOOK_AGAIN_SECONDS = 2.0
_THREADS = ThreadPoolExecutor(2, thread_name_prefix="sockets")
KEPT = 256
PAGE = 100
# A change is timed before it is committed: what may still come is looked for again.
OVERLAP = timedelta(seconds=30)


def in_thread(function: Callable[..., Any], *args: Any) -> Awaitable[Any]:
    """Read the database without holding up the other sockets of the process."""
    return database_sync_to_async(function, thread_sensitive=False, executor=_THREADS)(*args)


class Feed:
    """What jobs' and tenants' feeds share: waking up, looking, and telling the sockets.

    `open` gives the running feed of a subject; it ends with its last socket.
    """

    _running: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Any, Feed]]] = (
        WeakKeyDictionary()
    )

    def __init__(self, group: str) -> None:
        self.group = group
        self.changed = asyncio.Event()
        self.ready = asyncio.Event()
        self._wake = asyncio.Event()
        self._joined = asyncio.Event()
        self._sockets = 0
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @classmethod
    @contextmanager
    def open(cls, *subject: UUID) -> Iterator[Any]:
        """Give the feed of a subject, shared by every socket of this process."""
        feeds = Feed._running.setdefault(asyncio.get_running_loop(), {})
        feed = feeds.get((cls, subject))
        if feed is None:
            feed = feeds[cls, subject] = cls.about(*subject)
            feed._tasks = (
                asyncio.create_task(feed._listen()),
                asyncio.create_task(feed._read()),
            )
        feed._sockets += 1
        try:
            yield feed
        finally:
            feed._sockets -= 1
            if feed._sockets == 0:
                del feeds[cls, subject]
                for task in feed._tasks:
                    task.cancel()

    @classmethod
    def about(cls, *subject: UUID) -> Feed:
        """Make the feed of a subject."""
        raise NotImplementedError

    async def look(self) -> bool:
        """Read what is new, and say whether there may be more."""
        raise NotImplementedError

    def tell(self) -> None:
        """Wake the sockets that wait for a change."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    async def _listen(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(self.group, channel)
                try:
                    self._joined.set()
                    while True:
                        await layer.receive(channel)
                        self._wake.set()
                finally:
                    with suppress(RedisError, OSError):
                        await layer.group_discard(self.group, channel)
            except (RedisError, OSError) as error:
                self._joined.set()
                log.warning("sockets look at the table only: %s", error)
                await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def _read(self) -> None:
        await self._joined.wait()
        while True:
            self._wake.clear()
            try:
                more = await self.look()
            except (DatabaseError, InterfaceError) as error:
                log.warning("sockets wait for the database: %s", error)
                more = False
            else:
                self.ready.set()
            if not more:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_AGAIN_SECONDS):
                        await self._wake.wait()


class JobFeed(Feed):
    """The newest events of a job, as messages; `last_seq` is the number of the last one."""

    def __init__(self, tenant_id: UUID, job_id: UUID) -> None:
        super().__init__(group_of(tenant_id, job_id))
        self.tenant_id, self.job_id = tenant_id, job_id
        self.status: JobStatus | None = None
        self.last_seq = 0
        self._written = 0
        self._kept: deque[tuple[int, str]] = deque(maxlen=KEPT)

    @classmethod
    def about(cls, *subject: UUID) -> JobFeed:
        """Make the feed of a tenant's job."""
        tenant_id, job_id = subject
        return cls(tenant_id, job_id)

    @property
    def ended(self) -> bool:
        """Whether the job has ended and its last event is here."""
        return self.status in ENDED and self.last_seq >= self._written

    async def look(self) -> bool:
        """Read the events after the last one; a new feed begins with the last page of the log."""
        before = self.status
        after = None if before is None else self.last_seq
        self.status, self._written, found = await in_thread(
            _news, self.tenant_id, self.job_id, after
        )
        if found:
            self._kept.extend(found)
            self.last_seq = found[-1][0]
        if found or self.status is not before:
            self.tell()
        return self.last_seq < self._written

    async def after(self, seq: int) -> list[tuple[int, str]]:
        """Return messages after a number: from here, or one page of the table."""
        if seq >= self.last_seq:
            return []
        if seq >= self._kept[0][0] - 1:
            start = seq - self._kept[0][0] + 1
            return list(islice(self._kept, start, start + PAGE))
        return list(await in_thread(_page, self.tenant_id, self.job_id, seq))


class Move(NamedTuple):
    """A change of a job's status, as a message; `number` counts the moves that a feed has seen."""

    number: int
    job_id: UUID
    at: datetime
    text: str


class ActivityFeed(Feed):
    """The newest changes of a tenant's jobs, as messages."""

    def __init__(self, tenant_id: UUID) -> None:
        super().__init__(activity_group_of(tenant_id))
        self.tenant_id = tenant_id
        self.number = 0
        self.looked_at: datetime | None = None
        self._seen: dict[UUID, datetime] = {}
        self._kept: deque[Move] = deque(maxlen=KEPT)

    @classmethod
    def about(cls, *subject: UUID) -> ActivityFeed:
        """Make the feed of a tenant."""
        (tenant_id,) = subject
        return cls(tenant_id)

    async def look(self) -> bool:
        """Read the jobs whose status has changed since the last look."""
        first = self.looked_at is None
        now, found, more = await in_thread(_moves, self.tenant_id, self.looked_at, self._seen)
        for job_id, at, text in found:
            self._seen[job_id] = at
            if not first:
                self.number += 1
                self._kept.append(Move(self.number, job_id, at, text))
        if not more:
            self.looked_at = now
            self._seen = {job: at for job, at in self._seen.items() if at > now - 2 * OVERLAP}
        if first or found:
            self.tell()
        return bool(more)

    def after(self, number: int) -> list[Move] | None:
        """Return the moves after one, or None when they are not kept any more."""
        if number >= self.number:
            return []
        if number < self._kept[0].number - 1:
            return None
        start = number - self._kept[0].number + 1
        return list(islice(self._kept, start, start + PAGE))

    async def since(self, at: datetime, last: UUID | None) -> list[Move]:
        """Return one page of the jobs that have changed since a time, from the table."""
        return list(await in_thread(_moved_page, self.tenant_id, at, last))


def _news(
    tenant_id: UUID, job_id: UUID, after: int | None
) -> tuple[JobStatus, int, list[tuple[int, str]]]:
    with scope(tenant_id):
        # The status is read first: whatever ended the job was written before it.
        job = job_get(job_id)
        start = max(0, job.last_seq - PAGE) if after is None else after
        return JobStatus(job.status), job.last_seq, _messages(job_id, start)


def _page(tenant_id: UUID, job_id: UUID, after: int) -> list[tuple[int, str]]:
    with scope(tenant_id):
        return _messages(job_id, after)


def _messages(job_id: UUID, after: int) -> list[tuple[int, str]]:
    return [
        (event.seq, Event(event=event).model_dump_json())
        for event in event_list(job_id, after=after, limit=PAGE)
    ]


def _moves(
    tenant_id: UUID, looked_at: datetime | None, seen: dict[UUID, datetime]
) -> tuple[datetime, list[tuple[UUID, datetime, str]], bool]:
    with scope(tenant_id):
        now = database_time()
        moved = jobs_moved((looked_at or now) - OVERLAP).values_list("id", "moved_at")
        fresh = [job_id for job_id, at in moved if seen.get(job_id) != at]
        # What happened before the first look is in the list that a client reads.
        rows = jobs_moved(None).filter(pk__in=fresh if looked_at is None else fresh[:PAGE])
        found = [(job.pk, job.moved_at, _activity(job)) for job in rows]
        return now, found, looked_at is not None and len(fresh) > PAGE


def _moved_page(tenant_id: UUID, at: datetime, last: UUID | None) -> list[Move]:
    with scope(tenant_id):
        rows = jobs_moved(at, last=last)[:PAGE]
        return [Move(0, job.pk, job.moved_at, _activity(job)) for job in rows]


def _activity(job: Job) -> str:
    moved = JobMoved(
        id=job.pk,
        kind=job.kind,
        status=job.status,
        source=job.source,
        requested_by=job.requested_by,
        created_at=job.created_at,
        last_seq=job.last_seq,
        state=job.state.model_dump(mode="json"),
    )
    return Activity(at=job.moved_at, job=moved).model_dump_json()
