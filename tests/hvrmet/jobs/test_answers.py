"""Computations and questions over REST: queueing, refusing, reading, cancelling."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, JobResult, OutboxRow, QueueRow
from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.dispatch import QUEUES
from hvrmet.jobs.queue.fair_scheduling import claim_next
from hvrmet.jobs.selectors import event_list
from hvrmet.jobs.services.answers import answer_store
from hvrmet.jobs.states import JobKind, fold
from hvrmet.testing import queue_job

pytestmark = pytest.mark.django_db
INDEX = {"source": "sample", "op": "index", "name": "pwat"}
POINT = {"latitude": 30, "longitude": 115}
QUESTION = {"source": "sample", "text": "What is the maximum CAPE?"}
BOTH = pytest.mark.parametrize(("kind", "body"), [("computations", INDEX), ("questions", QUESTION)])


@pytest.fixture
def ask(client, alpha):
    """Return a function that posts a computation or a question as alpha."""

    def post(kind: str, body: Any, **headers: str) -> Any:
        return client.post(
            f"/api/v1/{kind}/",
            body,
            content_type="application/json",
            headers={**alpha.headers, **headers},
        )

    return post


@BOTH
def test_queues_a_job_of_its_kind(client, alpha, ask, kind, body) -> None:
    reply = ask(kind, {**body, "region": [110, 27, 126, 35], "priority": "high"})
    assert reply.status_code == 202, reply.content
    shown = reply.json()
    assert reply["Location"] == shown["url"] == f"/api/v1/{kind}/{shown['id']}/"
    assert (shown["status"], shown["priority"]) == ("queued", "high")
    assert shown["request"]["region"] == [110, 27, 126, 35]
    assert OutboxRow.objects.get().subject_id == QueueRow.objects.get().job_id
    detail = client.get(shown["url"], headers=alpha.headers).json()
    assert detail["result"] is None
    listed = client.get(f"/api/v1/{kind}/", headers=alpha.headers).json()["results"]
    assert [item["id"] for item in listed] == [shown["id"]]
    events = client.get(shown["links"]["events"], headers=alpha.headers).json()["results"]
    assert events[0]["body"]["type"] == "answer_queued"
    assert client.get(shown["links"]["artifacts"], headers=alpha.headers).json() == {"results": []}


@BOTH
def test_one_kind_is_not_found_at_another(client, alpha, ask, kind, body) -> None:
    job_id = ask(kind, body).json()["id"]
    other = "questions" if kind == "computations" else "computations"
    for place in (other, "diagnoses"):
        assert client.get(f"/api/v1/{place}/{job_id}/", headers=alpha.headers).status_code == 404
        assert client.get(f"/api/v1/{place}/", headers=alpha.headers).json()["results"] == []
    diagnosis = queue_job(alpha)
    assert client.get(f"/api/v1/{kind}/{diagnosis}/", headers=alpha.headers).status_code == 404


@pytest.mark.parametrize(
    ("kind", "change", "code", "words"),
    [
        ("computations", {"name": "pwatt"}, "unknown_tool", "pwat"),
        ("computations", {"op": "figure", "name": "pwat"}, "unknown_tool", "figure"),
        ("computations", {"source": "private"}, "unknown_source", "sample"),
        ("computations", {"name": None}, "invalid_request", "needs a name"),
        ("computations", {"op": "dance"}, "invalid_request", "index"),
        ("computations", {"out": "/etc/passwd"}, "invalid_request", "out"),
        ("computations", {"data": ["/etc/passwd"]}, "invalid_request", "data"),
        ("computations", {"params": {"boundaries": "/etc/passwd"}}, "invalid_request", "own"),
        ("computations", {"region": [1, 2, 3, 4], "place": "China"}, "invalid_request", "both"),
        ("computations", {"op": "raster", "name": None}, "invalid_request", "needs a name"),
        ("computations", {"op": "raster", "params": {"zoom": 3}}, "invalid_request", "zoom"),
        (
            "computations",
            {"op": "raster", "time": {"start": "2026-07-05T00:00Z", "end": "2026-07-06T00:00Z"}},
            "invalid_request",
            "one time",
        ),
        ("computations", {"op": "raster", "region": [0, 80, 10, 100]}, "invalid_request", "90"),
        ("computations", {"op": "series"}, "invalid_request", "one of the two"),
        ("computations", {"op": "series", "points": [POINT] * 500}, "invalid_request", "at most"),
        (
            "computations",
            {"op": "series", "points": [POINT], "time": "2026-07-05T00:00Z"},
            "invalid_request",
            "later end",
        ),
        ("computations", {"op": "section", "points": [POINT]}, "invalid_request", "2 points"),
        ("computations", {"op": "sounding", "points": [POINT]}, "invalid_request", "no name"),
        ("computations", {"points": [POINT]}, "invalid_request", "no points"),
        (
            "computations",
            {"op": "detections", "name": None, "params": {"lattice": 0.01}},
            "invalid_request",
            "0.25",
        ),
        ("questions", {"claim": "It was hot"}, "invalid_request", "give one of"),
        ("questions", {"text": "   "}, "invalid_request", "give one of"),
        ("questions", {"text": "x" * 2001}, "invalid_request", "2000"),
        ("questions", {"timezone": "Mars/Olympus"}, "unknown_timezone", "Asia/Shanghai"),
    ],
)
def test_refuses_with_a_stable_code(alpha, ask, kind, change, code, words) -> None:
    body = INDEX if kind == "computations" else QUESTION
    reply = ask(kind, {**body, **change})
    assert (reply.status_code, reply.json()["code"]) == (400, code), reply.content
    assert words in reply.json()["detail"]
    assert not QueueRow.objects.exists()


def test_ten_thousand_points_are_not_read(ask) -> None:
    reply = ask("computations", {"source": "sample", "op": "series", "points": [POINT] * 10000})
    assert (reply.status_code, reply.json()["code"]) == (413, "body_too_large")
    assert not QueueRow.objects.exists()


@pytest.mark.parametrize(
    "asked",
    [
        {"op": "detections", "params": {"lattice": 4}, "region": [110, 27, 126, 35]},
        {"op": "raster", "name": "temperature", "level": 850, "params": {"format": "uint16"}},
        {"op": "contours", "name": "height@500", "params": {"interval": 40}, "place": "China"},
        {"op": "vectors", "name": "wind@250", "params": {"count": 200}},
        {"op": "series", "name": "temperature_2m", "points": [POINT]},
        {"op": "series", "name": "pwat", "place": "China", "params": {"reduction": "max"}},
        {"op": "sounding", "points": [POINT]},
        {"op": "section", "name": "wind", "points": [POINT, {"latitude": 40, "longitude": 120}]},
    ],
    ids=lambda asked: asked["op"],
)
def test_extracts_are_queued_as_they_were_asked(ask, asked) -> None:
    reply = ask("computations", {"source": "sample", **asked})
    assert reply.status_code == 202, reply.content
    shown = reply.json()["request"]
    assert {name: shown[name] for name in asked} == asked


@BOTH
def test_the_same_key_gives_the_same_job(ask, kind, body) -> None:
    key = {"Idempotency-Key": "k1"}
    first, again = (ask(kind, body, **key) for _ in range(2))
    assert first.json()["id"] == again.json()["id"]
    assert again["Idempotent-Replayed"] == "true"
    other = ask("questions", {**QUESTION, "text": "Where is it coldest?"}, **key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


def test_an_answer_ends_its_job_and_is_never_changed(client, alpha, ask) -> None:
    shown = ask("computations", INDEX).json()
    with scope(alpha.id):
        job_id = Job.objects.get().pk
    lease = leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w")
    assert lease is not None
    assert lease.kind is JobKind.COMPUTATION
    with scope(alpha.id):
        answer_store(job_id=job_id, document={"value": 1.5}, artifacts=(), attempt=lease.attempt)
    detail = client.get(shown["url"], headers=alpha.headers).json()
    assert (detail["status"], detail["result"]) == ("finished", {"value": 1.5})
    assert not QueueRow.objects.exists()
    with scope(alpha.id):
        assert Job.objects.get().state == fold(event_list(job_id))
        with pytest.raises(DatabaseError), transaction.atomic():
            JobResult.objects.update(document={"value": 2.0})


@BOTH
def test_cancels_at_once_or_at_the_end(client, alpha, beta, ask, kind, body) -> None:
    waiting, running = (ask(kind, body).json() for _ in range(2))

    def cancel(shown: Any, centre: Any) -> Any:
        return client.post(
            f"{shown['url']}cancel/", {}, content_type="application/json", headers=centre.headers
        )

    assert cancel(waiting, beta).status_code == 404
    assert cancel(waiting, alpha).json()["status"] == "cancelled"
    lease = leases.claim(job_id=running["id"], tenant_id=alpha.id, worker="w")
    assert lease is not None
    assert cancel(running, alpha).json()["cancel_requested"]
    with scope(alpha.id):
        answer_store(job_id=lease.job_id, document={}, artifacts=(), attempt=lease.attempt)
        assert not JobResult.objects.exists()
    assert client.get(running["url"], headers=alpha.headers).json()["status"] == "cancelled"


def test_a_short_answer_goes_before_a_diagnosis(alpha, ask) -> None:
    diagnosis = queue_job(alpha)
    computation = ask("computations", INDEX).json()["id"]
    queue = QUEUES[JobKind.DIAGNOSIS]
    lease = claim_next(job_id=diagnosis, tenant_id=alpha.id, queue=queue, worker="w")
    assert lease is not None
    assert str(lease.job_id) == computation


def test_detections_are_a_computation(client, alpha, ask) -> None:
    window = {"start": "2026-07-05T00:00:00Z", "end": "2026-07-06T00:00:00Z"}
    body = {"source": "sample", "lattice": 5, "window": window, "region": [110, 27, 126, 35]}
    reply = ask("detections", body)
    assert reply.status_code == 202, reply.content
    shown = reply.json()
    assert reply["Location"] == f"/api/v1/computations/{shown['id']}/"
    assert (shown["request"]["op"], shown["request"]["time"]) == ("detections", window)
    assert shown["request"]["params"] == {"preset": "cma", "lattice": 5.0}
    for change, code in (
        ({"lattice": 0.01}, "invalid_request"),
        ({"source": "nowhere"}, "unknown_source"),
        ({"points": [POINT]}, "invalid_request"),
    ):
        assert ask("detections", {**body, **change}).json()["code"] == code
