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
