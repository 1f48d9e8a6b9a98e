"""Claims, heartbeats, slices, dead workers: one writer at a time, and no job stays stuck."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db.models.functions import Now
from django.utils import timezone
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.events import log
from hvrmet.jobs.models import Job, OutboxRow, QueueRow
from hvrmet.jobs.queue import dispatch, leases
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.services.jobs import job_cancel
from hvrmet.jobs.states import JobState, JobStatus, fold
from hvrmet.testing import queue_job

from diagnostics.contracts.enums import Role
from diagnostics.contracts.events import ModelFailed, RunFailed, StepFailed, TimeResolved
from diagnostics.contracts.roles import ModelFailure
from diagnostics.errors import BudgetError

pytestmark = pytest.mark.django_db


@pytest.fixture
def job_id(alpha):
    found = queue_job(alpha)
    OutboxRow.objects.all().delete()
    return found


def claim(alpha, job_id, worker="w1"):
    return leases.claim(job_id=job_id, tenant_id=alpha.id, worker=worker)


def say(lease, body=None):
    with scope(lease.tenant_id):
        body = body or StepFailed(turn=1, entry_id=None, code="x", message="x")
        return log.append(log.lock_job(lease.job_id), body, attempt=lease.attempt)


def read(alpha, job_id) -> tuple[Job, list[str]]:
    with scope(alpha.id):
        return job_get(job_id), [event.body.type for event in event_list(job_id)]


def expire() -> None:
    QueueRow.objects.update(lease_expires_at=Now() - timedelta(seconds=1))


class TestClaim:
    def test_starts_the_job(self, alpha, job_id) -> None:
        lease = claim(alpha, job_id)
        assert lease is not None
        assert lease.attempt == 1
        job, types = read(alpha, job_id)
        assert (job.status, job.writer_attempt, types) == (
            "running",
            1,
            ["job_queued", "job_claimed"],
        )

    def test_a_second_delivery_is_a_no_op(self, alpha, job_id) -> None:
        claim(alpha, job_id)
        assert claim(alpha, job_id, "w2") is None
        assert read(alpha, job_id)[1] == ["job_queued", "job_claimed"]

    def test_another_tenants_or_unknown_job_is_a_no_op(self, alpha, beta, job_id) -> None:
        assert leases.claim(job_id=job_id, tenant_id=beta.id, worker="w") is None
        assert leases.claim(job_id=uuid4(), tenant_id=alpha.id, worker="w") is None

    def test_an_ended_job_is_a_no_op(self, alpha, job_id) -> None:
        lease = claim(alpha, job_id)
        say(lease, RunFailed(code="x", message="x"))
        assert claim(alpha, job_id) is None
        assert not QueueRow.objects.exists()

    def test_a_job_cancelled_while_it_waited_for_a_slice_ends(self, alpha, job_id) -> None:
        leases.release(claim(alpha, job_id))
        with scope(alpha.id):
            Job.objects.update(cancel_requested_by="person:fan")
        assert claim(alpha, job_id) is None
        assert read(alpha, job_id)[0].status == "cancelled"


class TestFencing:
    def test_only_the_holder_writes(self, alpha, job_id) -> None:
        first = claim(alpha, job_id)
        expire()
        assert leases.reap() == 1
        with pytest.raises(BudgetError) as caught:
            say(first)
        assert caught.value.code == "lease_lost"
        second = claim(alpha, job_id, "w2")
        with pytest.raises(BudgetError):
            say(first)
        assert say(second).seq == 6

    def test_a_heartbeat_prolongs_only_the_own_lease(self, alpha, job_id) -> None:
        first = claim(alpha, job_id)
        expire()
        assert leases.heartbeat(first)
        assert leases.reap() == 0
        leases.release(first)
        assert not leases.heartbeat(first)
        claim(alpha, job_id, "w2")
        assert not leases.heartbeat(first)

    def test_a_late_release_changes_nothing(self, alpha, job_id) -> None:
        first = claim(alpha, job_id)
        expire()
        leases.reap()
        second = claim(alpha, job_id, "w2")
        leases.release(first)
        assert leases.heartbeat(second)

    def test_events_are_numbered_without_gap(self, alpha, job_id) -> None:
        lease = claim(alpha, job_id)
        for _ in range(3):
            say(lease)
        with scope(alpha.id):
            assert [event.seq for event in event_list(job_id)] == [1, 2, 3, 4, 5]
            assert [event.seq for event in event_list(job_id, after=2, limit=2)] == [3, 4]


class TestClocks:
    def test_events_have_the_database_time_whatever_the_worker_believes(
        self, alpha, job_id
    ) -> None:
        lease = claim(alpha, job_id)
        with time_machine.travel("2031-01-01T00:00:00Z"):
            late = say(lease)
        with time_machine.travel("2021-01-01T00:00:00Z"):
            early = say(lease)
        before = timezone.now()
        assert abs((late.at - before).total_seconds()) < 3600
        assert late.at <= early.at

    def test_a_lease_is_as_long_as_the_database_counts(self, alpha, job_id) -> None:
        with time_machine.travel("2031-01-01T00:00:00Z"):
            lease = claim(alpha, job_id)
            assert leases.heartbeat(lease)
        with time_machine.travel("2041-01-01T00:00:00Z"):
            assert leases.reap() == 0
        expire()
        with time_machine.travel("2021-01-01T00:00:00Z"):
            assert leases.reap() == 1


class TestSlices:
    def test_a_released_job_is_sent_again_and_resumes(self, alpha, job_id) -> None:
        leases.release(claim(alpha, job_id))
        assert OutboxRow.objects.get().subject_id == job_id
        assert read(alpha, job_id)[0].status == "running"
        again = claim(alpha, job_id)
        assert again.attempt == 2
        assert read(alpha, job_id)[1][-2:] == ["job_claimed", "resumed"]


class TestReaper:
    def test_returns_the_job_of_a_dead_worker(self, alpha, job_id) -> None:
        claim(alpha, job_id)
        assert leases.reap() == 0
        expire()
        assert leases.reap() == 1
        job, types = read(alpha, job_id)
        assert (job.status, types[-1]) == ("queued", "lease_lost")
        assert OutboxRow.objects.get().subject_id == job_id
        assert leases.reap() == 0

    def test_parks_a_job_that_kills_its_workers(self, alpha, job_id, settings) -> None:
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"hvrmet_max_lost_leases": 2})
        for _ in range(2):
            claim(alpha, job_id)
            expire()
            leases.reap()
        job, types = read(alpha, job_id)
        assert (job.status, types[-1]) == ("parked", "parked")
        assert "2 workers died" in job.state.failure.message
        assert not QueueRow.objects.exists()
        assert claim(alpha, job_id) is None

    def test_slices_do_not_count_as_deaths(self, alpha, job_id, settings) -> None:
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"hvrmet_max_lost_leases": 2})
        for _ in range(5):
            leases.release(claim(alpha, job_id))
        claim(alpha, job_id)
        expire()
        leases.reap()
        assert read(alpha, job_id)[0].status == "queued"

    def test_counts_only_deaths_without_a_step_forward_between_them(
        self, alpha, job_id, settings
    ) -> None:
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"hvrmet_max_lost_leases": 2})
        for _ in range(3):
            claim(alpha, job_id)
            expire()
            leases.reap()
            leases.release(claim(alpha, job_id))
        assert read(alpha, job_id)[0].status == "running"

    def test_steps_of_a_slice_that_was_cut_short_are_steps_forward(
        self, alpha, job_id, settings
    ) -> None:
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"hvrmet_max_lost_leases": 2})
        for _ in range(3):
            say(claim(alpha, job_id))
            expire()
            leases.reap()
        assert read(alpha, job_id)[0].status == "queued"
        claim(alpha, job_id)
        expire()
        leases.reap()
        assert read(alpha, job_id)[0].status == "parked"

    def test_a_model_that_fails_again_is_no_step_forward(self, alpha, job_id, settings) -> None:
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"hvrmet_max_lost_leases": 2})
        failure = ModelFailure(
            model="m", prompt_id="p", code="provider_error", message="out of order"
        )
        failed = ModelFailed(role=Role.PLOTTER, turn=1, output_type="x", failure=failure)
        for _ in range(2):
            say(claim(alpha, job_id), failed)
            expire()
            leases.reap()
        assert read(alpha, job_id)[0].status == "parked"

    def test_takes_at_once_what_a_worker_gives_up(self, alpha, job_id) -> None:
        lease = claim(alpha, job_id)
        leases.abandon(lease)
        assert leases.reap() == 1
        second = claim(alpha, job_id, "w2")
        leases.abandon(lease)
        assert leases.reap() == 0
        assert leases.heartbeat(second)

    def test_ends_a_job_whose_worker_died_after_the_wish_to_cancel(self, alpha, job_id) -> None:
        claim(alpha, job_id)
        with scope(alpha.id):
            job = job_cancel(principal=alpha.principal, job_id=job_id, reason="enough")
            assert job.status == "running"
        expire()
        leases.reap()
        assert read(alpha, job_id)[0].status == "cancelled"


class TestOutbox:
    def test_a_broker_outage_delays_only(self, alpha, job_id, sent, monkeypatch) -> None:
        leases.release(claim(alpha, job_id))

        def out_of_order(*_: object, **__: object) -> None:
            raise ConnectionRefusedError("no broker")

        with monkeypatch.context() as outage:
            outage.setattr(dispatch.app, "send_task", out_of_order)
            assert dispatch.relay() == 0
        assert OutboxRow.objects.count() == 1
        assert dispatch.relay() == 1
        assert sent == [("tasks.diagnosis.run", [str(job_id), str(alpha.id)])]
        assert not OutboxRow.objects.exists()

    def test_what_a_broker_forgot_is_sent_again_once_per_period(self, alpha, job_id, sent) -> None:
        period = timedelta(minutes=5)
        assert dispatch.enqueue_forgotten(period) == 0
        QueueRow.objects.update(dispatched_at=Now() - 2 * period)
        assert dispatch.enqueue_forgotten(period) == 1
        assert dispatch.enqueue_forgotten(period) == 0
        assert dispatch.relay() == 1

    def test_a_held_job_is_not_sent_again(self, alpha, job_id) -> None:
        claim(alpha, job_id)
        QueueRow.objects.update(dispatched_at=Now() - timedelta(hours=1))
        assert dispatch.enqueue_forgotten(timedelta(minutes=5)) == 0


class TestState:
    def test_the_rest_state_is_the_fold_of_the_events(self, alpha, job_id, client) -> None:
        lease = claim(alpha, job_id)
        say(lease)
        expire()
        leases.reap()
        say(claim(alpha, job_id), RunFailed(code="no_data", message="nothing there"))
        with scope(alpha.id):
            folded = fold(event_list(job_id))
        shown = client.get(f"/api/v1/diagnoses/{job_id}/", headers=alpha.headers).json()
        assert JobState.model_validate(shown["state"]) == folded
        assert shown["status"] == folded.status == "failed"
        assert folded.failure.code == "no_data"
        assert folded.ended_at is not None

    def test_the_period_is_the_one_that_was_resolved(self, alpha, job_id, client) -> None:
        def listed() -> dict | None:
            rows = client.get("/api/v1/diagnoses/", headers=alpha.headers).json()["results"]
            return rows[0]["state"]["period"]

        with scope(alpha.id):
            Job.objects.update(state={"status": "queued"})  # of a release without it
        assert listed() is None
        window = {"start": "2026-07-01T00:00:00Z", "end": "2026-07-03T00:00:00Z"}
        say(claim(alpha, job_id), TimeResolved(window=window, timezone="UTC", times=9))
        assert listed() == window

    def test_an_ended_job_takes_no_more_events(self, alpha, job_id) -> None:
        with scope(alpha.id):
            job_cancel(principal=alpha.principal, job_id=job_id)
            with pytest.raises(ApplicationError) as caught:
                log.append(log.lock_job(job_id), RunFailed(code="x", message="x"))
        assert caught.value.code == "illegal_transition"
        assert read(alpha, job_id)[0].status == JobStatus.CANCELLED
