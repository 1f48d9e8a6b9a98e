"""An open socket: its right asked again, its heartbeat, its limits, and clients that are slow."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone
from hvrmet.accounts.keys import NewKey
from hvrmet.accounts.models import ApiKey, User
from hvrmet.accounts.services import api_key_rotate
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.realtime import feeds, rights_checks, sockets
from hvrmet.realtime.messages import Heartbeat
from hvrmet.realtime.rights_checks import rights_watch
from hvrmet.tenants.models import Membership
from hvrmet.testing import Centre, queue_job

from tests.hvrmet.realtime.clients import (
    ACTIVITY,
    FAILED,
    STEP,
    Follower,
    key_header,
    seqs,
    signed_in,
    socket,
    work,
)
from tests.hvrmet.realtime.virtual_time import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sent")]


@pytest.fixture
def job_id(alpha: Centre) -> Any:
    return queue_job(alpha)


def rotate(centre: Centre) -> tuple[ApiKey, NewKey]:
    """Give the centre's key another secret."""
    row = ApiKey.objects.get(pk=centre.principal.id)
    return api_key_rotate(principal=centre.principal, key_id=row.pk, grace=timedelta(minutes=5))


class TestRights:
    """Each way to lose a right closes the socket with 4401."""

    async def follow(self, job_id: Any, headers: Any, query: str = "") -> Follower:
        follower = socket(job_id, headers, query)
        await follower.connect()
        await follower.receive_from()
        assert await seqs(follower, 1) == [1]
        return follower

    @pytest.mark.parametrize(
        "change",
        [
            {"revoked_at": "2026-01-01T00:00:00Z"},
            {"expires_at": "2026-01-01T00:00:00Z"},
            {"roles": []},
            {"scopes": ["report.view"]},
        ],
        ids=lambda change: next(iter(change)),
    )
    async def test_of_a_key(self, alpha: Centre, job_id: Any, change: dict[str, Any]) -> None:
        follower = await self.follow(job_id, key_header(alpha))
        await in_scope(alpha, lambda: ApiKey.objects.update(**change))
        await rights_watch().ask()
        assert (await follower.closed())[0] == sockets.RIGHTS_ENDED

    @pytest.mark.parametrize(
        "way", ["removed", "without roles", "locked", "signed out", "password"]
    )
    async def test_of_a_person(self, alpha: Centre, job_id: Any, way: str) -> None:
        client, headers = await sync_to_async(signed_in)(alpha, "li")
        follower = await self.follow(job_id, headers)

        def change() -> None:
            match way:
                case "removed":
                    Membership.objects.all().delete()
                case "without roles":
                    Membership.objects.update(roles=[])
                case "locked":
                    User.objects.update(is_active=False)
                case "password":
                    user = User.objects.get()
                    user.set_password("another")
                    user.save()

        if way == "signed out":
            await sync_to_async(client.logout)()
        else:
            await in_scope(alpha, change)
        await rights_watch().ask()
        assert (await follower.closed())[0] == sockets.RIGHTS_ENDED

    async def follow_by_ticket(
        self, job_id: Any, client: Any, headers: dict[str, str] | None = None
    ) -> Follower:
        reply = await sync_to_async(client.post)("/api/v1/ws-tickets/", headers=headers)
        return await self.follow(job_id, [], f"?ticket={reply.json()['ticket']}")

    @pytest.mark.parametrize("way", ["removed", "locked", "signed out"])
    async def test_of_the_holder_of_a_ticket(self, alpha: Centre, job_id: Any, way: str) -> None:
        client, _ = await sync_to_async(signed_in)(alpha, "li")
        follower = await self.follow_by_ticket(job_id, client)
        match way:
            case "removed":
                await in_scope(alpha, lambda: Membership.objects.all().delete())
            case "locked":
                await in_scope(alpha, lambda: User.objects.update(is_active=False))
            case "signed out":
                await sync_to_async(client.logout)()
        await rights_watch().ask()
        assert (await follower.closed())[0] == sockets.RIGHTS_ENDED

    @pytest.mark.parametrize("by_ticket", [False, True], ids=["key", "ticket"])
    async def test_of_a_former_secret(self, alpha: Centre, job_id: Any, by_ticket: bool) -> None:
        headers = {"Authorization": f"Bearer {alpha.key}"}
        follower = await (
            self.follow_by_ticket(job_id, Client(), headers)
            if by_ticket
            else self.follow(job_id, key_header(alpha))
        )
        key, new = await in_scope(alpha, lambda: rotate(alpha))
        own = await self.follow(job_id, [(b"authorization", f"Bearer {new.text}".encode())])
        await rights_watch().ask()
        await work(alpha, job_id, STEP)
        assert await seqs(follower, 2) == [2, 3], "in its grace the former secret works"
        assert await seqs(own, 2) == [2, 3]
        over = timezone.now()
        await in_scope(alpha, lambda: ApiKey.objects.filter(pk=key.pk).update(previous_until=over))
        await rights_watch().ask()
        assert (await follower.closed())[0] == sockets.RIGHTS_ENDED
        await work(alpha, job_id, FAILED)
        assert await seqs(own, 1) == [4]
        await own.disconnect()

    async def test_another_actors_loss_is_not_ones_own(
        self, alpha: Centre, beta: Centre, job_id: Any
    ) -> None:
        theirs = await sync_to_async(queue_job)(beta)
        mine = await self.follow(job_id, key_header(alpha))
        gone = await self.follow(theirs, key_header(beta))
        await in_scope(beta, lambda: ApiKey.objects.update(revoked_at=timezone.now()))
        await rights_watch().ask()
        assert (await gone.closed())[0] == sockets.RIGHTS_ENDED
        await work(alpha, job_id, STEP)
        assert await seqs(mine, 2) == [2, 3]
        await mine.disconnect()

    async def test_all_sockets_of_a_right_are_one_question(
        self, alpha: Centre, job_id: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[int] = []

        def ask(accesses: list[Any], _verb: Any) -> set[Any]:
            asked.append(len(accesses))
            return set()

        monkeypatch.setattr(rights_checks, "lost_accesses", ask)
        followers = [await self.follow(job_id, key_header(alpha)) for _ in range(5)]
        await rights_watch().ask()
        assert asked == [1]
        for follower in followers:
            await follower.disconnect()

    async def test_is_asked_for_every_few_seconds(self, alpha: Centre, job_id: Any) -> None:
        follower = await self.follow(job_id, key_header(alpha))
        await clock().advance(rights_checks.ASK_SECONDS)
        await in_scope(alpha, lambda: ApiKey.objects.update(revoked_at=timezone.now()))
        await clock().advance(rights_checks.ASK_SECONDS - 0.1)
        assert follower.output_queue.empty()
        await clock().advance(0.1)
        assert (await follower.closed())[0] == sockets.RIGHTS_ENDED


@sync_to_async
def in_scope(centre: Centre, change: Any) -> Any:
    with scope(centre.id):
        return change()


async def test_silence_is_filled_with_heartbeats(alpha, job_id) -> None:
    follower = socket(job_id, key_header(alpha))
    await follower.connect()
    await follower.receive_from()
    assert await seqs(follower, 1) == [1]
    for _ in range(2):
        await clock().advance(sockets.DURATIONS.heartbeat)
        assert Heartbeat.model_validate_json(await follower.receive_from()).last_seq == 1
    await follower.disconnect()


class TestLimits:
    @pytest.mark.parametrize("name", ["actor", "tenant", "process"])
    async def test_one_socket_too_many_is_refused(
        self, alpha, job_id, platform_settings, name
    ) -> None:
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={f"hvrmet_sockets_per_{name}": 2}
        )
        opened = [socket(job_id, key_header(alpha)) for _ in range(2)]
        for follower in opened:
            await follower.connect()
            await follower.receive_from()
        refused = socket("", key_header(alpha), path=ACTIVITY)
        await refused.connect()
        code, reason = await refused.closed()
        assert code == sockets.TOO_MANY
        assert name in reason
        await opened.pop().disconnect()
        again = socket(job_id, key_header(alpha))
        await again.connect()
        await again.receive_from()
        for follower in (*opened, again):
            await follower.disconnect()

    async def test_of_one_tenant_are_not_anothers(
        self, alpha, beta, job_id, platform_settings
    ) -> None:
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sockets_per_tenant": 1}
        )
        mine = socket(job_id, key_header(alpha))
        await mine.connect()
        await mine.receive_from()
        theirs = socket(await sync_to_async(queue_job)(beta), key_header(beta))
        await theirs.connect()
        await theirs.receive_from()
        await mine.disconnect()
        await theirs.disconnect()


class Stuck:
    """A server whose client takes a number of messages and then nothing more, while time passes."""

    def __init__(self, follower: Follower, takes: int) -> None:
        self.takes = takes
        self.sent: list[dict[str, Any]] = []
        self.dropped = False
        self.scope = {**follower_scope(follower)}
        self.stuck = asyncio.Event()

    class _Transport:
        def __init__(self, owner: Stuck) -> None:
            self.owner = owner

        def abort(self) -> None:
            self.owner.dropped = True

    @property
    def transport(self) -> Any:
        return self._Transport(self)

    async def receive(self) -> dict[str, Any]:
        if not self.sent:
            return {"type": "websocket.connect"}
        await asyncio.Event().wait()
        return {}

    async def send(self, message: dict[str, Any]) -> None:
        if len(self.sent) > self.takes:
            self.stuck.set()
            clock().move(sockets.DURATIONS.send)
            await asyncio.Event().wait()
        self.sent.append(message)


def follower_scope(follower: Follower) -> dict[str, Any]:
    found: dict[str, Any] = follower.scope
    return found


@sync_to_async
def say(centre: Centre, job_id: Any, count: int) -> None:
    with scope(centre.id):
        job = lock_job(job_id)
        for _ in range(count):
            append(job, STEP)


class TestSlowClients:
    async def test_one_that_takes_nothing_is_dropped_and_holds_nothing(self, alpha, job_id) -> None:
        from hvrmet.asgi import application

        await say(alpha, job_id, 600)
        server = Stuck(socket(job_id, key_header(alpha)), takes=3)
        await application(server.scope, server.receive, server.send)
        assert server.dropped
        assert [message["type"] for message in server.sent] == [
            "websocket.accept",
            *["websocket.send"] * 3,
        ]
        assert not feeds.Feed._running[asyncio.get_running_loop()]

    async def test_one_that_wakes_up_is_told_where_to_resume(self, alpha, job_id) -> None:
        from hvrmet.asgi import application

        await say(alpha, job_id, 20)
        server = Stuck(socket(job_id, key_header(alpha)), takes=4)
        running = asyncio.create_task(application(server.scope, server.receive, server.send))
        await server.stuck.wait()
        server.takes = 10**6  # it reads again, after the socket has given up the message
        await running
        last = server.sent[-1]
        assert (last["type"], last["code"]) == ("websocket.close", sockets.TOO_SLOW)
        assert last["reason"] == "too slow: resume with after=3"
        again = socket(job_id, key_header(alpha), "?after=3")
        await again.connect()
        await again.receive_from()
        assert await seqs(again, 18) == list(range(4, 22))
        await again.disconnect()

    async def test_one_far_behind_reads_pages_and_misses_nothing(
        self, alpha, job_id, monkeypatch
    ) -> None:
        monkeypatch.setattr(feeds, "PAGE", 7)
        monkeypatch.setattr(feeds, "KEPT", 10)
        await say(alpha, job_id, 60)
        follower = socket(job_id, key_header(alpha))
        await follower.connect()
        await follower.receive_from()
        assert await seqs(follower, 30) == list(range(1, 31))
        await say(alpha, job_id, 40)
        assert await seqs(follower, 71) == list(range(31, 102))
        await follower.disconnect()


async def test_many_sockets_of_a_job_share_one_reader(alpha, job_id, monkeypatch) -> None:
    looks: list[int] = []
    news = feeds._news

    def counting(*args: Any) -> Any:
        looks.append(1)
        return news(*args)

    monkeypatch.setattr(feeds, "_news", counting)
    followers = [socket(job_id, key_header(alpha)) for _ in range(20)]
    for follower in followers:
        await follower.connect()
        await follower.receive_from()
        assert await seqs(follower, 1) == [1]
    before = len(looks)
    await work(alpha, job_id, FAILED)
    for follower in followers:
        assert await seqs(follower, 2) == [2, 3]
        assert json.loads(await follower.receive_from())["type"] == "ended"
        assert (await follower.closed())[0] == 1000
    assert before + 1 <= len(looks) <= before + 3
