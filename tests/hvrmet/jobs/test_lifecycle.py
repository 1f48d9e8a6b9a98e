"""Retry, running again, deadlines, and whose turn it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events import log
from hvrmet.jobs.models import Job, OutboxRow, QueueRow
from hvrmet.jobs.queue import deadlines, leases
from hvrmet.jobs.queue.dispatch import QUEUES
from hvrmet.jobs.queue.fair_scheduling import claim_next, queue_health
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.services.jobs import Terms, diagnosis_create, job_cancel
from hvrmet.jobs.states import LEGAL, JobKind, JobState, JobStatus, Priority, fold
from hvrmet.testing import Centre, diagnosis_document

from diagnostics.contracts import events as ev
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.steering import SteeringAction
from diagnostics.loop import fold as fold_run
from diagnostics.messages import Message, render
from tasks.adapters import JobControl

pytestmark = pytest.mark.django_db
QUEUE = QUEUES[JobKind.DIAGNOSIS]
SOON = timedelta(hours=1)


def queue(centre: Centre, **terms: Any) -> Any:
    request = DiagnosisRequest.model_validate(diagnosis_document())
    with scope(centre.id):
        job, _ = diagnosis_create(
            principal=centre.principal, request=request, terms=Terms.model_validate(terms)
        )
        return job.pk


def fail(centre: Centre, job_id: Any) -> Any:
    """Let a worker begin and fail."""
    lease = leases.claim(job_id=job_id, tenant_id=centre.id, worker="w")
    assert lease is not None
    with scope(centre.id):
        body = ev.RunFailed(code="source_gone", message="the disk was not there")
        log.append(log.lock_job(job_id), body, attempt=lease.attempt)
    return lease


def past(centre: Centre, job_id: Any, by: timedelta = SOON) -> None:
    """Move a job's deadline into the past."""
    when = datetime.now(UTC) - by
    with scope(centre.id):
        Job.objects.filter(pk=job_id).update(deadline=when)
    QueueRow.objects.filter(job_id=job_id).update(deadline=when)


def types(centre: Centre, job_id: Any) -> list[str]:
    with scope(centre.id):
        return [event.body.type for event in event_list(job_id, limit=None)]


def state(centre: Centre, job_id: Any) -> JobState:
    with scope(centre.id):
        return job_get(job_id).state


@pytest.fixture
def send(client, alpha):
    """Return a function that posts to a diagnosis of alpha."""

    def post(job_id: Any, action: str, body: Any = None, **headers: str) -> Any:
        return client.post(
            f"/api/v1/diagnoses/{job_id}/{action}/",
            body or {},
            content_type="application/json",
            headers={**alpha.headers, **headers},
        )

    return post


class TestRetry:
    def test_a_failed_job_goes_on_with_its_history(self, alpha, sent, send) -> None:
        job_id = queue(alpha)
        first = fail(alpha, job_id)
        reply = send(job_id, "retry", {"reason": "the disk is back"})
        assert reply.status_code == 202, reply.content
        shown = reply.json()
        assert (shown["status"], shown["state"]["failure"]) == ("queued", None)
        second = leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w2")
        assert second is not None
        assert second.attempt == first.attempt + 1
        assert types(alpha, job_id) == [
            "job_queued",
            "job_claimed",
            "run_failed",
            "job_retried",
            "job_claimed",
            "resumed",
        ]
        with scope(alpha.id):
            events = event_list(job_id, limit=None)
            record = AuditRecord.objects.get(action="diagnosis.retried")
        assert state(alpha, job_id) == fold(events)
        assert not fold_run(events).finished
        assert record.data["reason"] == "the disk is back"

    def test_a_parked_job_is_put_back(self, alpha, sent, send) -> None:
        job_id = queue(alpha)
        with scope(alpha.id):
            said = Message(id="error-parked", params={"count": 5})
            parked = ev.Parked(reason=render(said, "en"), wording=said, attempts=5)
            log.append(log.lock_job(job_id), parked)
            failure = log.lock_job(job_id).state.failure
        assert failure.texts == {"en": parked.reason, "zh": render(said, "zh")}
        assert not QueueRow.objects.exists()
        assert send(job_id, "retry").status_code == 202
        assert QueueRow.objects.get().lost_leases == 0

    def test_only_what_failed_or_is_parked(self, alpha, sent, send) -> None:
        job_id = queue(alpha)
        reply = send(job_id, "retry")
        assert (reply.status_code, reply.json()["code"]) == (409, "not_retryable")
        with scope(alpha.id):
            job_cancel(principal=alpha.principal, job_id=job_id)
        assert send(job_id, "retry").json()["code"] == "not_retryable"

    def test_a_missed_deadline_asks_for_a_later_one(self, alpha, sent, send) -> None:
        job_id = queue(alpha)
        fail(alpha, job_id)
        past(alpha, job_id)
        assert send(job_id, "retry").json()["code"] == "deadline_passed"
        later = (datetime.now(UTC) + SOON).isoformat()
        assert send(job_id, "retry", {"deadline": later}).status_code == 202
        assert QueueRow.objects.get().deadline > datetime.now(UTC)

    def test_the_table_allows_it(self) -> None:
        assert JobStatus.QUEUED in LEGAL[JobStatus.FAILED]
        assert LEGAL[JobStatus.FINISHED] == LEGAL[JobStatus.CANCELLED] == frozenset()


class TestRerun:
    def test_a_child_changes_what_it_is_told_to(self, client, alpha, sent, send) -> None:
        parent = queue(alpha, priority="high")
        reply = send(parent, "rerun", {"changes": {"preset": "nws", "options": {"max_turns": 7}}})
        assert reply.status_code == 202, reply.content
        child = reply.json()
        assert reply["Location"] == child["url"]
        assert (child["parent"], child["priority"]) == (str(parent), "high")
        assert child["request"]["preset"] == "nws"
        assert child["request"]["options"]["max_turns"] == 7
        assert child["request"]["region"] == [100, 20, 120, 40]
        assert child["links"]["parent"] == f"/api/v1/diagnoses/{parent}/"
        shown = client.get(child["links"]["parent"], headers=alpha.headers).json()
        listed = client.get(shown["links"]["reruns"], headers=alpha.headers).json()["results"]
        assert [item["id"] for item in listed] == [child["id"]]

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"region": [1, 2, 3]}, "invalid_request"),
            ({"colour": "red"}, "invalid_request"),
            ({"source": "nowhere"}, "unknown_source"),
        ],
    )
    def test_changes_that_make_no_request_are_refused(
        self, alpha, sent, send, changes, code
    ) -> None:
        reply = send(queue(alpha), "rerun", {"changes": changes})
        assert (reply.status_code, reply.json()["code"]) == (400, code)

    def test_the_same_key_gives_the_same_child(self, alpha, sent, send) -> None:
        parent = queue(alpha)
        key = {"Idempotency-Key": "again-1"}
        first, again = (send(parent, "rerun", {}, **key) for _ in range(2))
        assert first.json()["id"] == again.json()["id"]
        assert again["Idempotent-Replayed"] == "true"
        other = send(parent, "rerun", {"changes": {"preset": "nws"}}, **key)
        assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


class TestDeadlines:
    def test_a_deadline_in_the_past_is_refused(self, client, alpha) -> None:
        reply = client.post(
            "/api/v1/diagnoses/",
            diagnosis_document(deadline="2020-01-01T00:00:00Z"),
            content_type="application/json",
            headers=alpha.headers,
        )
        assert (reply.status_code, reply.json()["code"]) == (400, "deadline_passed")

    def test_what_nobody_began_fails(self, alpha, sent) -> None:
        late, other = queue(alpha, deadline=datetime.now(UTC) + SOON), queue(alpha)
        assert deadlines.expire() == 0
        past(alpha, late)
        assert deadlines.expire() == 1
        found = state(alpha, late)
        assert (found.status, found.failure.code) == ("failed", "deadline_missed")
        assert state(alpha, other).status == "queued"
        assert QueueRow.objects.get().job_id == other

    def test_a_worker_does_not_begin_it_either(self, alpha, sent) -> None:
        job_id = queue(alpha, deadline=datetime.now(UTC) + SOON)
        past(alpha, job_id)
        assert leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w") is None
        assert state(alpha, job_id).failure.code == "deadline_missed"

    def test_a_running_job_is_told_to_conclude(self, alpha, sent) -> None:
        job_id = queue(alpha, deadline=datetime.now(UTC) + SOON)
        lease = leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w")
        assert lease is not None
        control = JobControl(lease, lost=lambda: False, slice_seconds=60.0)
        assert control.poll().orders == ()
        past(alpha, job_id)
        control._next_look = 0.0
        (order,) = control.poll().orders
        assert (order.action, order.stop) == (SteeringAction.CONCLUDE, "deadline")
        assert deadlines.expire() == 0
        leases.release(lease)
        past(alpha, job_id, by=timedelta(seconds=1))
        assert deadlines.expire() == 0, "it waits for a worker that lets it conclude"
        past(alpha, job_id)
        assert deadlines.expire() == 1


class TestTurns:
    def take(self, message: Any, centre: Centre) -> Any:
        lease = claim_next(job_id=message, tenant_id=centre.id, queue=QUEUE, worker="w")
        return lease.job_id if lease is not None else None

    def test_priority_goes_before_the_message(self, alpha, sent) -> None:
        low, normal, high = (queue(alpha, priority=name) for name in ("low", "normal", "high"))
        OutboxRow.objects.all().delete()
        assert self.take(low, alpha) == high
        assert [row.subject_id for row in OutboxRow.objects.all()] == [low]
        assert self.take(high, alpha) == normal
        assert self.take(low, alpha) == low
        assert self.take(low, alpha) is None

    def test_the_nearer_deadline_goes_first_then_who_came_first(self, alpha, sent) -> None:
        now = datetime.now(UTC)
        first, far, near = (
            queue(alpha),
            queue(alpha, deadline=now + 2 * SOON),
            queue(alpha, deadline=now + SOON),
        )
        assert [self.take(first, alpha) for _ in range(3)] == [near, far, first]

    def test_a_flood_of_one_centre_does_not_hold_up_another(self, alpha, beta, sent) -> None:
        flood = [queue(alpha, priority="high") for _ in range(6)]
        few = [queue(beta, priority="low") for _ in range(2)]
        taken = [self.take(flood[0], alpha) for _ in range(8)]
        assert set(taken) == {*flood, *few}
        assert max(taken.index(job_id) for job_id in few) <= 4

    def test_with_one_worker_centres_take_turns(self, alpha, beta, sent) -> None:
        for _ in range(4):
            queue(alpha, priority="high")
        for _ in range(2):
            queue(beta, priority="low")
        owners = []
        for _ in range(6):
            message = QueueRow.objects.filter(lease_expires_at__isnull=True).first()
            lease = claim_next(
                job_id=message.job_id, tenant_id=message.tenant_id, queue=QUEUE, worker="w"
            )
            assert lease is not None
            owners.append(lease.tenant_id)
            with scope(lease.tenant_id):
                log.append(
                    log.lock_job(lease.job_id), ev.Cancelled(author="x"), attempt=lease.attempt
                )
        assert owners[:4] in ([alpha.id, beta.id] * 2, [beta.id, alpha.id] * 2)

    def test_the_queue_shows_places_without_showing_other_centres(
        self, client, alpha, beta, sent
    ) -> None:
        theirs = queue(beta)
        mine = [queue(alpha, priority=name) for name in ("low", "high")]
        lease = leases.claim(job_id=queue(alpha), tenant_id=alpha.id, worker="w")
        assert lease is not None
        reply = client.get("/api/v1/queue/", headers=alpha.headers)
        shown = reply.json()
        assert [place["job"] for place in shown["places"]] == [str(mine[1]), str(mine[0])]
        assert [place["position"] for place in shown["places"]] == [2, 3]
        assert (shown["waiting"], shown["running"], shown["workers_busy"]) == (2, 1, 1)
        assert shown["oldest_waiting_seconds"] >= 0
        assert shown["last_taken_at"] is not None
        assert str(theirs) not in reply.content.decode()
        assert queue_health(QUEUE, beta.id).places[0].position == 1

    def test_priorities_rank_as_they_read(self) -> None:
        assert sorted(Priority, key=lambda item: item.rank) == ["low", "normal", "high"]
