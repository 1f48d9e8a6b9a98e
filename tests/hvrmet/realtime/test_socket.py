"""The socket: replay after a number, follow, end; and who is refused."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import connections
from django.test import Client
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import member_add
from hvrmet.audit.models import AuditRecord
from hvrmet.core.scope import scope
from hvrmet.jobs import leases, log
from hvrmet.jobs.selectors import event_list
from hvrmet.realtime import consumers
from hvrmet.realtime.events import Ended, Event, Ready
from hvrmet.testing import queue_job

from diagnostics.contracts.events import RunFailed, StepFailed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sent")]


@pytest.fixture(autouse=True)
async def _close_connections() -> AsyncIterator[None]:
    """Close what the event loop's own thread has opened."""
    yield
    await sync_to_async(connections.close_all)()


def key_header(centre) -> list[tuple[bytes, bytes]]:
    return [(b"authorization", f"Bearer {centre.key}".encode())]


class Follower(ApplicationCommunicator):
    """A client of the socket, without a network."""

    async def connect(self) -> tuple[bool, int | None]:
        await self.send_input({"type": "websocket.connect"})
        reply = await self.receive_output(timeout=5)
        return reply["type"] == "websocket.accept", reply.get("code")

    async def receive_from(self, timeout: float) -> str:
        message = await self.receive_output(timeout=timeout)
        assert message["type"] == "websocket.send", message
        return message["text"]

    async def disconnect(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(timeout=5)


def socket(job_id, headers, query="") -> Follower:
    from hvrmet.asgi import application

    return Follower(
        application,
        {
            "type": "websocket",
            "path": f"/ws/v1/diagnoses/{job_id}/",
            "query_string": query.removeprefix("?").encode(),
            "headers": list(headers),
            "subprotocols": [],
        },
    )


@sync_to_async
def work(centre, job_id, *bodies) -> None:
    """Claim the job where nobody holds it, and say things."""
    lease = leases.claim(job_id=job_id, tenant_id=centre.id, worker="w")
    for body in bodies:
        with scope(centre.id):
            job = log.lock_job(job_id)
            log.append(job, body, attempt=lease.attempt if lease else job.writer_attempt)


async def seqs(follower: Follower, count: int) -> list[int]:
    messages = [json.loads(await follower.receive_from(timeout=5)) for _ in range(count)]
    return [Event.model_validate(message).event.seq for message in messages]


STEP = StepFailed(turn=1, entry_id=None, code="x", message="x")
FAILED = RunFailed(code="no_data", message="nothing there")


async def test_replays_follows_and_ends(alpha) -> None:
    job_id = await sync_to_async(queue_job)(alpha)
    follower = socket(job_id, key_header(alpha))
    assert (await follower.connect())[0]
    ready = Ready.model_validate_json(await follower.receive_from(timeout=5))
    assert (ready.job, ready.after) == (job_id, 0)
    assert await seqs(follower, 1) == [1]
    await work(alpha, job_id, STEP)
    assert await seqs(follower, 2) == [2, 3]
    await work(alpha, job_id, STEP, FAILED)
    assert await seqs(follower, 2) == [4, 5]
    ended = Ended.model_validate_json(await follower.receive_from(timeout=5))
    assert (ended.status, ended.last_seq) == ("failed", 5)
    closed = await follower.receive_output(timeout=5)
    assert (closed["type"], closed["code"]) == ("websocket.close", 1000)


async def test_resumes_after_a_number(alpha) -> None:
    job_id = await sync_to_async(queue_job)(alpha)
    await work(alpha, job_id, STEP, STEP, FAILED)
    follower = socket(job_id, key_header(alpha), "?after=3")
    await follower.connect()
    await follower.receive_from(timeout=5)
    assert await seqs(follower, 2) == [4, 5]


async def test_sends_the_recorded_events_themselves(alpha) -> None:
    job_id = await sync_to_async(queue_job)(alpha)
    await work(alpha, job_id, FAILED)

    @sync_to_async
    def stored():
        with scope(alpha.id):
            return event_list(job_id)

    follower = socket(job_id, key_header(alpha))
    await follower.connect()
    await follower.receive_from(timeout=5)
    sent_events = [
        Event.model_validate_json(await follower.receive_from(timeout=5)).event for _ in range(3)
    ]
    assert tuple(sent_events) == await stored()


async def test_a_lost_wake_up_delays_only(alpha, monkeypatch) -> None:
    monkeypatch.setattr(log, "announce", lambda *_: None)
    monkeypatch.setattr(consumers, "LOOK_AGAIN_SECONDS", 0.05)
    job_id = await sync_to_async(queue_job)(alpha)
    follower = socket(job_id, key_header(alpha))
    await follower.connect()
    await follower.receive_from(timeout=5)
    assert await seqs(follower, 1) == [1]
    await work(alpha, job_id, FAILED)
    assert await seqs(follower, 2) == [2, 3]


async def test_a_broken_channel_layer_breaks_no_job(alpha, monkeypatch) -> None:
    def broken() -> None:
        raise ConnectionRefusedError

    class Layer:
        async def group_send(self, *_: object) -> None:
            broken()

    monkeypatch.setattr("hvrmet.realtime.events.get_channel_layer", Layer)
    job_id = await sync_to_async(queue_job)(alpha)
    await work(alpha, job_id, FAILED)


class TestRefusal:
    async def test_of_another_tenants_or_unknown_job(self, alpha, beta) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        for wanted in (job_id, uuid4()):
            assert await socket(wanted, key_header(beta)).connect() == (False, 4404)

    async def test_of_nobody(self, alpha) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        assert await socket(job_id, []).connect() == (False, 4403)
        wrong = [(b"authorization", b"Bearer hvr_no")]
        assert await socket(job_id, wrong).connect() == (False, 4403)

    @pytest.mark.parametrize("after", ["-1", "x", "1e3", "99999999999", "\u00b2"])
    async def test_of_a_malformed_number(self, alpha, after) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        assert await socket(job_id, key_header(alpha), f"?after={after}").connect() == (False, 4400)


class TestSession:
    @pytest.fixture
    def cookie(self, alpha) -> bytes:
        user = User.objects.create_user(username="fan", password="x")
        member_add(tenant_id=alpha.id, user=user, roles=[TenantRole.VIEWER])
        client = Client()
        client.force_login(user)
        return f"hvrmet_session={client.cookies['hvrmet_session'].value}".encode()

    async def test_of_an_allowed_page_is_accepted(self, alpha, cookie) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        headers = [(b"cookie", cookie), (b"origin", b"http://localhost:8000")]
        follower = socket(job_id, headers)
        assert (await follower.connect())[0]
        await follower.disconnect()

    @pytest.mark.parametrize("origin", [b"http://evil.example", b"", b"null"])
    async def test_of_another_page_is_refused(self, alpha, cookie, origin) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        headers = [(b"cookie", cookie), (b"origin", origin)]
        assert await socket(job_id, headers).connect() == (False, 4403)

    async def test_of_another_tenants_member_is_refused(self, beta, cookie) -> None:
        job_id = await sync_to_async(queue_job)(beta)
        headers = [(b"cookie", cookie), (b"origin", b"http://localhost")]
        assert await socket(job_id, headers).connect() == (False, 4404)
        assert await socket(job_id, headers, "?tenant=beta").connect() == (False, 4403)


async def test_a_ticket_opens_one_socket(alpha) -> None:
    job_id = await sync_to_async(queue_job)(alpha)
    ask = sync_to_async(Client().post)
    ticket = (await ask("/api/v1/ws-tickets/", headers=alpha.headers)).json()["ticket"]
    first = socket(job_id, [], f"?ticket={ticket}")
    assert (await first.connect())[0]
    await first.disconnect()
    again = socket(job_id, [], f"?ticket={ticket}")
    assert await again.connect() == (False, 4403)
    theirs = (await ask("/api/v1/ws-tickets/", headers=alpha.headers)).json()["ticket"]
    elsewhere = socket(uuid4(), [], f"?ticket={theirs}")
    assert await elsewhere.connect() == (False, 4404)


async def test_a_session_without_its_second_factor_opens_none(alpha, settings) -> None:
    settings.REQUIRE_SECOND_FACTOR = True
    job_id = await sync_to_async(queue_job)(alpha)
    client = Client()
    await sync_to_async(make_member)(client, alpha)
    cookie = client.cookies["hvrmet_session"].value
    headers = [(b"cookie", f"hvrmet_session={cookie}".encode()), (b"origin", b"http://testserver")]
    assert await socket(job_id, headers).connect() == (False, 4403)


def make_member(client, centre) -> None:
    user = User.objects.create_user(username="li", password="x")
    member_add(tenant_id=centre.id, user=user, roles=[TenantRole.VIEWER])
    client.force_login(user)


async def test_what_a_person_followed_is_on_record(alpha) -> None:
    job_id = await sync_to_async(queue_job)(alpha)
    client = Client()
    await sync_to_async(make_member)(client, alpha)
    cookie = client.cookies["hvrmet_session"].value
    headers = [(b"cookie", f"hvrmet_session={cookie}".encode()), (b"origin", b"http://testserver")]
    follower = socket(job_id, headers)
    assert (await follower.connect())[0]
    await follower.receive_from(timeout=5)
    assert await seqs(follower, 1) == [1]
    await follower.disconnect()
    assert await sync_to_async(viewed)(alpha) == [("person:li", {"last_seq": 1})]


def viewed(centre) -> list[tuple[str, dict[str, int]]]:
    with scope(centre.id):
        views = AuditRecord.objects.filter(action="diagnosis.viewed")
        return list(views.values_list("actor", "data"))
