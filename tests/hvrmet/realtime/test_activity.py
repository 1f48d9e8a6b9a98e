"""The activity of a tenant: every change of a job's status, and a fresh state at any time."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events import log
from hvrmet.jobs.services.jobs import job_cancel
from hvrmet.jobs.states import fold
from hvrmet.realtime import consumers, feeds
from hvrmet.realtime.messages import Activity, ActivityHeartbeat, ActivityReady, Event
from hvrmet.realtime.sockets import DURATIONS
from hvrmet.testing import Centre, queue_job

from tests.hvrmet.realtime.clients import (
    ACTIVITY,
    FAILED,
    STEP,
    Follower,
    key_header,
    socket,
    work,
)
from tests.hvrmet.realtime.virtual_time import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sent")]


async def opened(centre: Centre, query: str = "") -> Follower:
    follower = socket("", key_header(centre), query, path=ACTIVITY)
    await follower.connect()
    ActivityReady.model_validate_json(await follower.receive_from())
    return follower


async def moves(follower: Follower, until: str) -> dict[UUID, Activity]:
    """Receive changes until a job has this status; return the newest of each job."""
    newest: dict[UUID, Activity] = {}
    while True:
        move = Activity.model_validate_json(await follower.receive_from())
        known = newest.get(move.job.id)
        if known is None or known.job.last_seq <= move.job.last_seq:
            newest[move.job.id] = move
        if move.job.status == until:
            return newest


async def test_tells_what_is_queued_taken_and_ended(alpha) -> None:
    follower = await opened(alpha)
    job_id = await sync_to_async(queue_job)(alpha)
    assert (await moves(follower, "queued"))[job_id].job.last_seq == 1
    await work(alpha, job_id, STEP)
    assert (await moves(follower, "running"))[job_id].job.state["attempt"] == 1
    await work(alpha, job_id, FAILED)
    last = (await moves(follower, "failed"))[job_id].job
    assert (last.state["failure"]["code"], last.last_seq) == ("no_data", 4)
    await follower.disconnect()


async def test_tells_one_tenant_only(alpha, beta) -> None:
    follower = await opened(alpha)
    await sync_to_async(queue_job)(beta)
    mine = await sync_to_async(queue_job)(alpha)
    assert set(await moves(follower, "queued")) == {mine}
    await follower.disconnect()


async def test_resumes_after_a_time(alpha, monkeypatch) -> None:
    monkeypatch.setattr(feeds, "PAGE", 2)
    monkeypatch.setattr(consumers, "PAGE", 2)
    since = timezone.now()
    jobs = [await sync_to_async(queue_job)(alpha) for _ in range(5)]
    await work(alpha, jobs[0], FAILED)
    follower = await opened(alpha, f"after={quote(since.isoformat())}")
    assert set(await moves(follower, "failed")) == set(jobs)
    await follower.disconnect()


async def test_begins_now_without_a_time(alpha) -> None:
    old = await sync_to_async(queue_job)(alpha)
    follower = await opened(alpha)
    new = await sync_to_async(queue_job)(alpha)
    assert set(await moves(follower, "queued")) == {new} != {old}
    await follower.disconnect()


async def test_a_lost_wake_up_delays_only(alpha, monkeypatch) -> None:
    monkeypatch.setattr(log, "announce", lambda *_, **__: None)
    follower = await opened(alpha)
    job_id = await sync_to_async(queue_job)(alpha)
    await work(alpha, job_id, FAILED)
    await clock().idle()
    assert follower.output_queue.empty()
    clock().move(feeds.LOOK_AGAIN_SECONDS)
    assert job_id in await moves(follower, "failed")
    await follower.disconnect()


async def test_one_that_fell_behind_reads_the_table(alpha, monkeypatch) -> None:
    monkeypatch.setattr(feeds, "KEPT", 2)
    follower = await opened(alpha)
    with_many = [await sync_to_async(queue_job)(alpha) for _ in range(6)]
    await work(alpha, with_many[-1], FAILED)
    found: set[UUID] = set()
    while found != set(with_many):
        found |= set(await moves(follower, "failed"))
    await follower.disconnect()


async def test_silence_is_filled_with_heartbeats(alpha) -> None:
    follower = await opened(alpha)
    await clock().advance(DURATIONS.heartbeat - 0.1)
    assert follower.output_queue.empty()
    await clock().advance(0.1)
    ActivityHeartbeat.model_validate_json(await follower.receive_from())
    await follower.disconnect()


@pytest.mark.parametrize(
    "after", ["yesterday", "2026-01-01", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z"]
)
async def test_a_time_that_is_none_is_refused(alpha, after) -> None:
    assert await socket("", key_header(alpha), f"after={after}", path=ACTIVITY).refused() == 4400


async def test_nobody_is_refused(alpha) -> None:
    assert await socket("", [], path=ACTIVITY).refused() == 4403


async def test_the_first_state_and_what_follows_give_a_fresh_state(alpha) -> None:
    """A client that reads REST once and then follows has what REST says later."""

    @sync_to_async
    def read(path: str) -> Any:
        return Client().get(f"/api/v1/{path}", headers=alpha.headers).json()

    ended, running, waiting = [await sync_to_async(queue_job)(alpha) for _ in range(3)]
    await work(alpha, running, STEP)
    activity = await opened(alpha)
    jobs = {item["id"]: item for item in (await read("diagnoses/"))["results"]}
    log_of = {
        job_id: (await read(f"diagnoses/{job_id}/events/"))["results"]
        for job_id in (ended, running, waiting)
    }
    sockets = {
        job_id: socket(job_id, key_header(alpha), f"after={events[-1]['seq']}")
        for job_id, events in log_of.items()
    }
    for follower in sockets.values():
        await follower.connect()
        await follower.receive_from()

    await work(alpha, ended, STEP, FAILED)
    await work(alpha, running, STEP, STEP)
    await sync_to_async(cancel)(alpha, waiting)
    late = await sync_to_async(queue_job)(alpha)

    found = await moves(activity, "queued")
    for job_id, move in found.items():
        known = jobs.setdefault(str(job_id), {"last_seq": 0})
        if move.job.last_seq > known["last_seq"]:
            known.update(status=move.job.status, state=move.job.state, last_seq=move.job.last_seq)
    fresh = {item["id"]: item for item in (await read("diagnoses/"))["results"]}
    assert set(jobs) == set(fresh) >= {str(late)}
    assert {key: item["status"] for key, item in jobs.items()} == {
        key: item["status"] for key, item in fresh.items()
    }
    for job_id, follower in sockets.items():
        events = log_of[job_id]
        while events[-1]["seq"] < fresh[str(job_id)]["last_seq"]:
            events.append(json.loads(await follower.receive_from())["event"])
        state = fold(Event.model_validate({"event": event}).event for event in events)
        assert state.model_dump(mode="json") == fresh[str(job_id)]["state"]
    for follower in (activity, sockets[running]):
        await follower.disconnect()


def cancel(centre: Centre, job_id: UUID) -> None:
    with scope(centre.id):
        job_cancel(principal=centre.principal, job_id=job_id)
