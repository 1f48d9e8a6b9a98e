"""The sockets: a diagnosis's events, and a tenant's activity. They only read."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.core.errors import NotFoundError
from hvrmet.core.scope import scope
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.viewing import diagnosis_viewed
from hvrmet.realtime.events import ActivityHeartbeat, ActivityReady, Ended, Heartbeat, Ready
from hvrmet.realtime.feeds import OVERLAP, PAGE, ActivityFeed, JobFeed, Move, in_thread
from hvrmet.realtime.sockets import (
    HEARTBEAT_SECONDS,
    MALFORMED,
    NORMAL,
    NOT_FOUND,
    Closing,
    Refused,
    Socket,
    until,
)


class DiagnosisSocket(Socket):
    """``/ws/v1/diagnoses/{id}/?after=SEQ``: every event after SEQ, once and in order."""

    kind = "diagnosis"
    job_id: UUID
    last_seq = 0

    async def prepare(self) -> None:
        """Read the job's id and the number to follow from."""
        self.job_id = self.scope["url_route"]["kwargs"]["job_id"]
        after = self.query.get("after", ["0"])[-1]
        if not (after.isascii() and after.isdigit() and len(after) < 10):
            raise Refused(MALFORMED, "after is the number of an event")
        self.last_seq = int(after)

    async def admit(self) -> None:
        """Look for the job."""
        if not await in_thread(_job_exists, self.principal.tenant_id, self.job_id):
            raise Refused(NOT_FOUND, "there is no such job here")

    async def follow(self) -> Closing:
        """Send the events after the last one sent, until the job has ended."""
        await self.send(Ready(job=self.job_id, after=self.last_seq))
        with JobFeed.open(self.principal.tenant_id, self.job_id) as feed:
            await feed.ready.wait()
            while True:
                changed = feed.changed
                for seq, text in (messages := await feed.after(self.last_seq)):
                    await self.send(text)
                    self.last_seq = seq
                if messages:
                    continue
                if feed.ended:
                    await self.send(Ended(status=feed.status, last_seq=feed.last_seq))
                    return Closing(NORMAL)
                if not await until(changed, HEARTBEAT_SECONDS):
                    await self.send(Heartbeat(at=timezone.now(), last_seq=feed.last_seq))

    def position(self) -> str:
        """Return the number of the last event sent."""
        return str(self.last_seq)

    async def left(self) -> None:
        """Note what a person was shown."""
        if self.principal.kind is PrincipalKind.PERSON:
            await in_thread(_note_view, self.principal, self.job_id, self.last_seq)


class ActivitySocket(Socket):
    """``/ws/v1/activity/?after=TIME``: the tenant's jobs, each as it stands after a change.

    Without a time it begins now. A message is the job's whole state, so that one that comes twice
    is harmless; changes in quick succession may come as one.
    """

    kind = "activity"
    since: datetime | None = None

    async def prepare(self) -> None:
        """Read the time to follow from."""
        if "after" not in self.query:
            return
        try:
            self.since = parse_datetime(self.query["after"][-1].replace(" ", "+"))
        except ValueError:
            self.since = None
        if self.since is None or self.since.tzinfo is None:
            raise Refused(MALFORMED, "after is a time with its zone")

    async def follow(self) -> Closing:
        """Send what has changed since the given time, and then each change."""
        with ActivityFeed.open(self.principal.tenant_id) as feed:
            await feed.ready.wait()
            number, resumed = feed.number, self.since is not None
            self.since = self.since or feed.looked_at
            await self.send(ActivityReady(after=self.since))
            if resumed:
                await self._catch_up(feed)
            while True:
                changed = feed.changed
                moves = feed.after(number)
                if moves is None:
                    number = feed.number
                    await self._catch_up(feed)
                    continue
                for move in moves:
                    await self._say(move)
                    number = move.number
                if not moves and not await until(changed, HEARTBEAT_SECONDS):
                    await self.send(ActivityHeartbeat(at=self.since))

    async def _catch_up(self, feed: ActivityFeed) -> None:
        assert self.since is not None
        at, last = self.since - OVERLAP, None
        while True:
            page = await feed.since(at, last)
            for move in page:
                await self._say(move)
            if len(page) < PAGE:
                return
            at, last = page[-1].at, page[-1].job_id

    async def _say(self, move: Move) -> None:
        await self.send(move.text)
        assert self.since is not None
        self.since = max(self.since, move.at)

    def position(self) -> str:
        """Return the time of the newest change sent."""
        return self.since.isoformat() if self.since else ""


def _job_exists(tenant_id: UUID, job_id: UUID) -> bool:
    with scope(tenant_id):
        try:
            job_get(job_id)
        except NotFoundError:
            return False
        return True


def _note_view(principal: Principal, job_id: UUID, last_seq: int) -> None:
    with scope(principal.tenant_id):
        diagnosis_viewed(principal, job_get(job_id), last_seq=last_seq)
