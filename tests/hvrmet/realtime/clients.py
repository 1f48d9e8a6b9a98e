"""Clients of sockets without a network."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.test import Client
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import member_add
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events import log
from hvrmet.jobs.queue import leases
from hvrmet.realtime.messages import Event
from hvrmet.testing import Centre

from diagnostics.contracts.events import RunFailed, StepFailed

ACTIVITY = "/ws/v1/activity/"
Headers = list[tuple[bytes, bytes]]
STEP = StepFailed(turn=1, entry_id=None, code="x", message="x")
FAILED = RunFailed(code="no_data", message="nothing there")


def key_header(centre) -> list[tuple[bytes, bytes]]:
    return [(b"authorization", f"Bearer {centre.key}".encode())]


class Follower(ApplicationCommunicator):
    """A client of the socket, without a network, which waits until something comes."""

    async def frame(self) -> dict[str, Any]:
        """Return what the socket sends next.

        A socket that has ended says no more: its failure is raised, or else its silence fails.
        """
        coming = asyncio.ensure_future(self.output_queue.get())
        try:
            await asyncio.wait((coming, self.future), return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                self.future.result()
                assert not self.output_queue.empty(), "the socket has ended"
            frame: dict[str, Any] = await coming
        finally:
            coming.cancel()
        return frame

    async def connect(self) -> None:
        await self.send_input({"type": "websocket.connect"})
        assert (await self.frame())["type"] == "websocket.accept"

    async def receive_from(self) -> str:
        message = await self.frame()
        assert message["type"] == "websocket.send", message
        text: str = message["text"]
        return text

    async def closed(self) -> tuple[int, str]:
        message = await self.frame()
        assert message["type"] == "websocket.close", message
        return message["code"], message["reason"]

    async def refused(self) -> int:
        await self.connect()
        return (await self.closed())[0]

    async def disconnect(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.future


def socket(job_id, headers, query="", path="/ws/v1/diagnoses/{}/") -> Follower:
    from hvrmet.asgi import application

    return Follower(
        application,
        {
            "type": "websocket",
            "path": path.format(job_id),
            "query_string": query.removeprefix("?").encode(),
            "headers": [(b"host", b"testserver"), *headers],
            "subprotocols": [],
        },
    )


def signed_in(centre: Centre, name: str) -> tuple[Client, Headers]:
    """Sign a viewer in; return the browser and what it sends with a socket."""
    user = User.objects.create_user(username=name, password="x")
    member_add(tenant_id=centre.id, user=user, roles=[TenantRole.VIEWER])
    client = Client()
    client.force_login(user)
    cookie = f"hvrmet_session={client.cookies['hvrmet_session'].value}".encode()
    return client, [(b"cookie", cookie), (b"origin", b"http://testserver")]


@sync_to_async
def work(centre: Centre, job_id: UUID, *bodies: Any) -> None:
    """Claim the job where nobody holds it, and say things."""
    lease = leases.claim(job_id=job_id, tenant_id=centre.id, worker="w")
    for body in bodies:
        with scope(centre.id):
            job = log.lock_job(job_id)
            log.append(job, body, attempt=lease.attempt if lease else job.writer_attempt)


async def seqs(follower: Follower, count: int) -> list[int]:
    """Receive events and return their numbers."""
    messages = [json.loads(await follower.receive_from()) for _ in range(count)]
    return [Event.model_validate(message).event.seq for message in messages]
