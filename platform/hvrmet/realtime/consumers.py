"""The sockets: a job's events, and a tenant's activity. They only read."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from django.utils import timezone
from pydantic import TypeAdapter, ValidationError

from diagnostics.contracts.base import FIRST_YEAR, LAST_YEAR, Instant
from diagnostics.messages import message
from hvrmet.accounts.principals import Principal
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import NotFoundError
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.access_log import job_viewed
from hvrmet.jobs.states import JobKind
from hvrmet.realtime.feeds import OVERLAP, PAGE, ActivityFeed, JobFeed, Move, in_thread
from hvrmet.realtime.messages import ActivityHeartbeat, ActivityReady, Ended, Heartbeat, Ready
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

_INSTANT: TypeAdapter[datetime] = TypeAdapter(Instant)


class JobSocket(Socket):
    """``/ws/v1/KIND/{id}/?after=SEQ``: every event of a job after SEQ, once and in order.

    Each kind of job has an address of its own, as in REST, and is found below no other.
    """

    job_kind: ClassVar[JobKind]
    job_id: UUID
    last_seq = 0

    async def prepare(self) -> None:
        """Read the job's id and the number to follow from."""
        self.job_id = self.scope["url_route"]["kwargs"]["job_id"]
        after = self.query.get("after", ["0"])[-1]
        if not (after.isascii() and after.isdigit() and len(after) < 10):
            raise Refused(MALFORMED, message("refusal-socket_after_number"))
        self.last_seq = int(after)

    async def admit(self) -> None:
        """Look for the job."""
        tenant_id = self.principal.tenant_id
        if not await in_thread(_job_exists, tenant_id, self.job_id, self.job_kind):
            raise Refused(
                NOT_FOUND,
                message(
                    "refusal-socket_no_job", kind=message(f"refusal-socket_no_{self.job_kind}")
                ),
            )

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
        if self.principal.is_person:
            await in_thread(_note_view, self.principal, self.job_id, self.last_seq)


class DiagnosisSocket(JobSocket):
    """The events of a diagnosis."""

    kind = job_kind = JobKind.DIAGNOSIS


class ComputationSocket(JobSocket):
    """The events of a computation; the answer itself is in REST."""

    kind = job_kind = JobKind.COMPUTATION


class QuestionSocket(JobSocket):
    """The events of a question; the answer itself is in REST."""

    kind = job_kind = JobKind.QUESTION


class WorkflowSocket(JobSocket):
    """The events of a workflow; what its steps gave is in REST."""

    kind = job_kind = JobKind.WORKFLOW


class ClimatologySocket(JobSocket):
    """The events of a climatology: each part as it is built."""

    kind = job_kind = JobKind.CLIMATOLOGY


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
            self.since = _INSTANT.validate_python(self.query["after"][-1].replace(" ", "+"))
        except ValidationError as error:
            raise Refused(
                MALFORMED,
                message("refusal-socket_after_time", first=str(FIRST_YEAR), last=str(LAST_YEAR)),
            ) from error

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


class UnknownSocket(Socket):
    """Any other address: a client learns by a code that nothing is there."""

    kind = "unknown"

    async def prepare(self) -> None:
        """Refuse.

        Raises
        ------
        Refused
            Always.
        """
        raise Refused(NOT_FOUND, message("refusal-socket_nowhere"))


def _job_exists(tenant_id: UUID, job_id: UUID, kind: JobKind) -> bool:
    with scope(tenant_id):
        try:
            job_get(job_id, kind=kind)
        except NotFoundError:
            return False
        return True


def _note_view(principal: Principal, job_id: UUID, last_seq: int) -> None:
    with scope(principal.tenant_id):
        job_viewed(principal, job_get(job_id), last_seq=last_seq)
