"""The socket: replay after a number, follow, end; and who is refused."""

from __future__ import annotations

import asyncio
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.test import Client
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events import log
from hvrmet.jobs.selectors import event_list
from hvrmet.jobs.services.answers import answer_create
from hvrmet.jobs.services.jobs import Terms
from hvrmet.jobs.states import JobKind
from hvrmet.realtime import feeds
from hvrmet.realtime.consumers import JobSocket
from hvrmet.realtime.layer import WAKE_SECONDS
from hvrmet.realtime.messages import Ended, Event, Ready
from hvrmet.realtime.routing import websocket_urlpatterns
from hvrmet.realtime.sockets import Socket
from hvrmet.testing import Centre, queue_job

from tests.hvrmet.factories import COMPUTATION, QUESTION
from tests.hvrmet.realtime.clients import (
    FAILED,
    STEP,
    key_header,
    seqs,
    signed_in,
    socket,
    work,
)
from tests.hvrmet.realtime.virtual_time import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sent")]
KINDS = ("diagnoses", "computations", "questions")
JOB_PATHS = {kind: f"/ws/v1/{kind}/{{}}/" for kind in KINDS}


def job_of(centre: Centre, kind: str) -> UUID:
    """Queue a job of a kind, named as addresses name it."""
    requests = {"computations": COMPUTATION, "questions": QUESTION}
    if kind not in requests:
        return queue_job(centre)
    with scope(centre.id):
        job, _ = answer_create(principal=centre.principal, request=requests[kind], terms=Terms())
        return UUID(str(job.pk))


def test_every_kind_of_job_but_effects_has_its_address() -> None:
    patterns = {f"/{entry.pattern}" for entry in websocket_urlpatterns}
    assert {path.format("<uuid:job_id>") for path in JOB_PATHS.values()} == {
        pattern for pattern in patterns if "job_id" in pattern
    }
    assert len(KINDS) == len(set(JobKind) - {JobKind.EFFECT})


async def test_replays_follows_and_ends(alpha) -> None:
    job_id = await sync_to_async(queue_job)(alpha)
    follower = socket(job_id, key_header(alpha))
    await follower.connect()
    ready = Ready.model_validate_json(await follower.receive_from())
    assert (ready.job, ready.after) == (job_id, 0)
    assert await seqs(follower, 1) == [1]
    await work(alpha, job_id, STEP)
    assert await seqs(follower, 2) == [2, 3]
    await work(alpha, job_id, STEP, FAILED)
    assert await seqs(follower, 2) == [4, 5]
    ended = Ended.model_validate_json(await follower.receive_from())
    assert (ended.status, ended.last_seq) == ("failed", 5)
    assert await follower.closed() == (1000, "")


@pytest.mark.parametrize("step", ["_authenticate", "admit"])
async def test_a_database_that_is_away_at_the_start_is_said(alpha, monkeypatch, step) -> None:
    async def away(_self: Socket) -> None:
        raise OperationalError("couldn't get a connection after 15.00 sec")

    job_id = await sync_to_async(queue_job)(alpha)
    for kind in (Socket, JobSocket):
        monkeypatch.setattr(kind, step, away)
    follower = socket(job_id, key_header(alpha))
    await follower.connect()
    code, reason = await follower.closed()
    assert code == 1013
    assert "database" in reason


async def test_resumes_after_a_number(alpha) -> None:
    job_id = await sync_to_async(queue_job)(alpha)
    await work(alpha, job_id, STEP, STEP, FAILED)
    follower = socket(job_id, key_header(alpha), "?after=3")
    await follower.connect()
    await follower.receive_from()
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
    await follower.receive_from()
    sent_events = [Event.model_validate_json(await follower.receive_from()).event for _ in range(3)]
    assert tuple(sent_events) == await stored()


async def test_a_lost_wake_up_delays_only(alpha, monkeypatch) -> None:
    monkeypatch.setattr(log, "announce", lambda *_, **__: None)
    job_id = await sync_to_async(queue_job)(alpha)
    follower = socket(job_id, key_header(alpha))
    await follower.connect()
    await follower.receive_from()
    assert await seqs(follower, 1) == [1]
    await work(alpha, job_id, FAILED)
    await clock().idle()
    assert follower.output_queue.empty()
    clock().move(feeds.LOOK_AGAIN_SECONDS)
    assert await seqs(follower, 2) == [2, 3]


async def refuse() -> None:
    raise ConnectionRefusedError


async def say_nothing() -> None:
    clock().move(WAKE_SECONDS)
    await asyncio.Event().wait()


@pytest.mark.parametrize("answer", [refuse, say_nothing], ids=["broken", "silent"])
async def test_a_channel_layer_out_of_order_breaks_no_job(alpha, monkeypatch, answer) -> None:
    class Layer:
        async def group_send(self, *_: object) -> None:
            await answer()

    monkeypatch.setattr("hvrmet.realtime.notify.get_channel_layer", Layer)
    job_id = await sync_to_async(queue_job)(alpha)
    await work(alpha, job_id, FAILED)


class TestRefusal:
    async def test_of_another_tenants_or_unknown_job(self, alpha, beta) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        for wanted in (job_id, uuid4()):
            assert await socket(wanted, key_header(beta)).refused() == 4404

    @pytest.mark.parametrize("kind", KINDS)
    async def test_of_another_kind_and_of_another_tenants_job(self, alpha, beta, kind) -> None:
        job_id = await sync_to_async(job_of)(alpha, kind)
        follower = socket(job_id, key_header(alpha), path=JOB_PATHS[kind])
        await follower.connect()
        assert Ready.model_validate_json(await follower.receive_from()).job == job_id
        assert await seqs(follower, 1) == [1]
        await follower.disconnect()
        for other, path in JOB_PATHS.items():
            assert await socket(job_id, key_header(beta), path=path).refused() == 4404
            if other != kind:
                assert await socket(job_id, key_header(alpha), path=path).refused() == 4404

    async def test_of_nobody(self, alpha) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        assert await socket(job_id, []).refused() == 4403
        wrong = [(b"authorization", b"Bearer hvr_no")]
        assert await socket(job_id, wrong).refused() == 4403

    @pytest.mark.parametrize("after", ["-1", "x", "1e3", "99999999999", "\u00b2"])
    async def test_of_a_malformed_number(self, alpha, after) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        assert await socket(job_id, key_header(alpha), f"?after={after}").refused() == 4400


class TestSession:
    @pytest.fixture
    def cookie(self, alpha) -> bytes:
        return signed_in(alpha, "fan")[1][0][1]

    async def test_of_an_allowed_page_is_accepted(self, alpha, cookie) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        headers = [(b"cookie", cookie), (b"origin", b"http://testserver")]
        follower = socket(job_id, headers)
        await follower.connect()
        Ready.model_validate_json(await follower.receive_from())
        await follower.disconnect()

    @pytest.mark.parametrize(
        ("scheme", "origin"),
        [
            ("ws", b"http://testserver:80"),
            ("ws", b"https://page.trusted.example"),
            ("ws", b"https://other.example:8443"),
            ("wss", b"https://testserver"),
            ("wss", b"https://testserver:443"),
        ],
    )
    async def test_of_the_same_origin_or_a_trusted_one_is_accepted(
        self, alpha, cookie, settings, scheme, origin
    ) -> None:
        settings.CSRF_TRUSTED_ORIGINS = [
            "https://*.trusted.example",
            "https://other.example:8443",
        ]
        job_id = await sync_to_async(queue_job)(alpha)
        follower = socket(job_id, [(b"cookie", cookie), (b"origin", origin)])
        follower.scope["scheme"] = scheme
        await follower.connect()
        Ready.model_validate_json(await follower.receive_from())
        await follower.disconnect()

    @pytest.mark.parametrize(
        "origin",
        [
            *(b"http://evil.example", b"", b"null", b"http://testserver:8000", b"http://localhost"),
            *(b"https://testserver", b"ws://testserver", b"http://testserver/", b"http://["),
            *(b"http://testserver:99999", b"http://x@testserver", b"testserver", b"//testserver"),
            *(b"http://beta.trusted.example", b"https://trusted.example.evil", b"\xff"),
        ],
    )
    async def test_of_another_page_is_refused(self, alpha, cookie, origin) -> None:
        job_id = await sync_to_async(queue_job)(alpha)
        headers = [(b"cookie", cookie), (b"origin", origin)]
        assert await socket(job_id, headers).refused() == 4403

    async def test_of_another_tenants_member_is_refused(self, beta, cookie) -> None:
        job_id = await sync_to_async(queue_job)(beta)
        headers = [(b"cookie", cookie), (b"origin", b"http://testserver")]
        assert await socket(job_id, headers).refused() == 4404
        assert await socket(job_id, headers, "?tenant=beta").refused() == 4403


async def test_a_ticket_opens_one_socket(alpha) -> None:
    job_id = await sync_to_async(queue_job)(alpha)
    ask = sync_to_async(Client().post)
    ticket = (await ask("/api/v1/ws-tickets/", headers=alpha.headers)).json()["ticket"]
    first = socket(job_id, [], f"?ticket={ticket}")
    await first.connect()
    await first.receive_from()
    await first.disconnect()
    again = socket(job_id, [], f"?ticket={ticket}")
    assert await again.refused() == 4403
    theirs = (await ask("/api/v1/ws-tickets/", headers=alpha.headers)).json()["ticket"]
    elsewhere = socket(uuid4(), [], f"?ticket={theirs}")
    assert await elsewhere.refused() == 4404


async def test_a_session_without_its_second_factor_opens_none(alpha, settings) -> None:
    settings.REQUIRE_SECOND_FACTOR = True
    job_id = await sync_to_async(queue_job)(alpha)
    _, headers = await sync_to_async(signed_in)(alpha, "li")
    assert await socket(job_id, headers).refused() == 4403


@pytest.mark.parametrize("kind", KINDS)
async def test_what_a_person_followed_is_on_record(alpha, kind) -> None:
    job_id = await sync_to_async(job_of)(alpha, kind)
    _, headers = await sync_to_async(signed_in)(alpha, "li")
    follower = socket(job_id, headers, path=JOB_PATHS[kind])
    await follower.connect()
    await follower.receive_from()
    assert await seqs(follower, 1) == [1]
    await follower.disconnect()
    more = {"kind": kind.removesuffix("s"), "digest": None} if kind != "diagnoses" else {}
    assert await sync_to_async(viewed)(alpha) == [("person:li", {"last_seq": 1, **more})]


def viewed(centre) -> list[tuple[str, dict[str, int]]]:
    with scope(centre.id):
        views = AuditRecord.objects.filter(action__endswith=".viewed")
        return list(views.values_list("actor", "data"))
