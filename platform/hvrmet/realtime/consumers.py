"""Sockets that replay a job's events and follow it. They only read."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from pydantic import BaseModel

from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.core.errors import NotFoundError
from hvrmet.core.scope import scope
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.states import ENDED, JobStatus
from hvrmet.jobs.viewing import diagnosis_viewed
from hvrmet.realtime.access import SocketRefusedError, socket_principal
from hvrmet.realtime.events import Ended, Event, Ready, group_of

LOOK_AGAIN_SECONDS = 2.0
NOT_ALLOWED, NOT_FOUND, MALFORMED = 4403, 4404, 4400


class DiagnosisConsumer(AsyncWebsocketConsumer):
    """``/ws/v1/diagnoses/{id}/?after=SEQ``: every event after SEQ, once and in order.

    The consumer joins the job's group first and reads the table then, so that nothing falls
    between. A message of the group only wakes it; since one may be lost, it looks at the table
    every two seconds as well. What it sends is what the table holds after the last number sent.
    """

    principal: Principal | None = None
    tenant_id: UUID
    job_id: UUID
    group = ""
    last_seq = 0
    follower: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Check the actor and the job, then follow."""
        self.job_id = self.scope["url_route"]["kwargs"]["job_id"]
        query = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        after = query.get("after", ["0"])[-1]
        if not (after.isascii() and after.isdigit() and len(after) < 10):
            await self.close(code=MALFORMED)
            return
        try:
            principal = await _read(socket_principal, self.scope)
        except SocketRefusedError:
            await self.close(code=NOT_ALLOWED)
            return
        self.tenant_id, self.last_seq = principal.tenant_id, int(after)
        if Verb.DIAGNOSIS_VIEW not in principal.verbs:
            await self.close(code=NOT_ALLOWED)
            return
        if not await _read(_job_exists, self.tenant_id, self.job_id):
            await self.close(code=NOT_FOUND)
            return
        self.principal = principal
        self.wake = asyncio.Event()
        self.group = group_of(self.tenant_id, self.job_id)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept(subprotocol=next(iter(self.scope.get("subprotocols", [])), None))
        await self._send(Ready(job=self.job_id, after=self.last_seq))
        self.follower = asyncio.create_task(self._follow())

    async def disconnect(self, code: int) -> None:
        """Leave the group and stop following."""
        if self.follower is not None:
            self.follower.cancel()
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)
        if self.principal is not None:
            await _read(_note_view, self.principal, self.job_id, self.last_seq)

    async def job_changed(self, message: dict[str, Any]) -> None:
        """Look at the table now: the group says that it has grown."""
        self.wake.set()

    async def _follow(self) -> None:
        while True:
            self.wake.clear()
            status, events = await _read(_news, self.tenant_id, self.job_id, self.last_seq)
            for event in events:
                await self._send(Event(event=event))
                self.last_seq = event.seq
            if events:
                continue
            if status in ENDED:
                await self._send(Ended(status=status, last_seq=self.last_seq))
                await self.close(code=1000)
                return
            try:
                async with asyncio.timeout(LOOK_AGAIN_SECONDS):
                    await self.wake.wait()
            except TimeoutError:
                continue

    async def _send(self, message: BaseModel) -> None:
        await self.send(text_data=message.model_dump_json())


def _read(function: Any, *args: Any) -> Any:
    # Many sockets share a process: each read takes a thread of its own from the pool.
    return database_sync_to_async(function, thread_sensitive=False)(*args)


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


def _news(tenant_id: UUID, job_id: UUID, after: int) -> tuple[JobStatus, tuple[Any, ...]]:
    with scope(tenant_id):
        # The status is read first: whatever ended the job was written before it.
        status = JobStatus(job_get(job_id).status)
        return status, event_list(job_id, after=after)
