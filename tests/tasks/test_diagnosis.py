"""The task around the loop, with a scripted loop: every way to end, and none that sticks."""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import Any, Literal

import pytest
from celery.exceptions import Reject, SoftTimeLimitExceeded
from django.db import DataError, InternalError, OperationalError
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.supervisor import platform_commands
from hvrmet.jobs.models import OutboxRow, QueueRow
from hvrmet.jobs.queue import dispatch, leases
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.services.jobs import job_cancel
from hvrmet.jobs.states import JobKind, JobState
from hvrmet.reports.models import ReportVersion
from hvrmet.reports.readings import WRITER
from hvrmet.reviews.corrections import CHECKER
from hvrmet.testing import IdleHeartbeat, queue_job, sample_evidence, sample_report
from hvrmet.webhooks.services import SENDER

from diagnostics.contracts import events as ev
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import BudgetError, InputDataError
from diagnostics.loop import LoopOutcome, RunState
from tasks import app, diagnosis, limits
from tasks.adapters import (
    DatabaseEventSink,
    DatabaseEvidenceSink,
    JobControl,
    PinnedGuidelines,
    StoredArtifactSink,
)
from tasks.limits import exceeded, step_limit
from tests.hvrmet.factories import key_headers

pytestmark = pytest.mark.django_db


def left(status: Literal["finished", "yielded", "failed"]) -> LoopOutcome:
    """Return how the loop leaves a run whose report is kept."""
    return LoopOutcome(status, RunState())


@pytest.fixture
def job_id(alpha, monkeypatch):
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    found = queue_job(alpha)
    OutboxRow.objects.all().delete()
    return found


@pytest.fixture
def run(alpha, job_id, monkeypatch):
    """Return a function that runs the task with a loop given as a function of the lease."""

    def start(loop) -> None:
        monkeypatch.setattr(diagnosis, "run_loop", lambda lease, _heartbeat: loop(lease))
        diagnosis.run(str(job_id), str(alpha.id))

    return start


def publish(lease) -> None:
    """Leave what the loop leaves at its end."""
    with scope(lease.tenant_id):
        request = DiagnosisRequest.model_validate(job_get(lease.job_id).request)
    report = sample_report(request)
    keep = StoredArtifactSink(lease).put
    keep("report.md", b"# A", "text/markdown")
    keep("report.html", b"<h1>A</h1>", "text/html")
    keep("diagnosis.json", report.model_dump_json().encode(), "application/json")
    DatabaseEventSink(lease).append(
        ev.ReportDrafted(report_digest=report.report_digest, title="A", claims=0, evidence=0),
        lease.attempt,
    )


def whole_run(lease) -> LoopOutcome:
    DatabaseEvidenceSink(lease).put(sample_evidence())
    publish(lease)
    return left("finished")


def state_of(alpha, job_id) -> tuple[JobState, list[str]]:
    with scope(alpha.id):
        types = [event.body.type for event in event_list(job_id)]
        return JobState.model_validate(job_get(job_id).state), types


def test_a_finished_run_leaves_a_report_version(alpha, job_id, run, client) -> None:
    run(whole_run)
    state, types = state_of(alpha, job_id)
    assert types == ["job_queued", "job_claimed", "report_drafted", "job_finished"]
    assert (state.status, state.report_version) == ("finished", 1)
    assert not QueueRow.objects.exists()
    reader = key_headers(
        alpha, "reader", TenantRole.SERVICE, scopes=[Verb.REPORT_VIEW, Verb.REPORT_DRAFT]
    )
    page = client.get(f"/api/v1/diagnoses/{job_id}/report/versions/1/export/html/", headers=reader)
    assert page.content == b"<h1>A</h1>"


def test_a_second_delivery_is_a_no_op(alpha, job_id, run) -> None:
    run(whole_run)
    run(lambda _: pytest.fail("the job has ended"))
    assert state_of(alpha, job_id)[1][-1] == "job_finished"
    with scope(alpha.id):
        assert ReportVersion.objects.count() == 1


def test_a_worker_that_died_after_the_draft_is_followed_by_one_that_stores_it(
    alpha, job_id, run
) -> None:
    lease = leases.claim(job_id=job_id, tenant_id=alpha.id, worker="dead")
    publish(lease)
    QueueRow.objects.update(lease_expires_at="2020-01-01T00:00:00Z")
    leases.reap()
    run(lambda _: left("finished"))
    state, types = state_of(alpha, job_id)
    assert state.status == "finished"
    assert types.count("report_drafted") == 1


def test_a_slice_gives_the_job_back(alpha, job_id, run) -> None:
    run(lambda _: left("yielded"))
    assert state_of(alpha, job_id)[0].status == "running"
    assert OutboxRow.objects.get().subject_id == job_id
    run(whole_run)
    state, types = state_of(alpha, job_id)
    assert (state.status, state.attempt) == ("finished", 2)
    assert "resumed" in types


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (InputDataError("the file is gone", code="missing_file"), "missing_file", "is gone"),
        (ApplicationError("no such source", code="unknown_source"), "unknown_source", "source"),
        (SoftTimeLimitExceeded(), "step_too_long", "smaller region"),
        (OSError(28, "No space left on device"), "storage_full", "made room"),
        (OSError(5, "Input/output error"), "input_output_failed", "Input/output"),
        (DataError("a NUL in a text"), "internal_error", "DataError"),
        (ZeroDivisionError("secret"), "internal_error", "ZeroDivisionError"),
    ],
)
def test_a_failure_ends_the_job_with_a_readable_reason(
    alpha, job_id, run, error, code, words
) -> None:
    def loop(_lease) -> LoopOutcome:
        raise error

    run(loop)
    state, types = state_of(alpha, job_id)
    assert (state.status, state.failure.code, types[-1]) == ("failed", code, "run_failed")
    assert words in state.failure.message
    assert "secret" not in state.failure.message
    assert not QueueRow.objects.exists()


def test_a_failure_that_the_loop_recorded_is_kept_as_it_is(alpha, job_id, run) -> None:
    def loop(lease) -> LoopOutcome:
        DatabaseEventSink(lease).append(ev.RunFailed(code="x", message="y"), lease.attempt)
        return left("failed")

    run(loop)
    state, types = state_of(alpha, job_id)
    assert (state.status, state.failure.code) == ("failed", "x")
    assert types.count("run_failed") == 1


def test_a_run_without_its_report_fails_instead_of_finishing(alpha, job_id, run) -> None:
    run(lambda _: left("finished"))
    assert state_of(alpha, job_id)[0].failure.code == "not_found"


def test_a_lost_lease_ends_the_attempt_only(alpha, job_id, run) -> None:
    def loop(lease) -> LoopOutcome:
        QueueRow.objects.update(lease_expires_at="2020-01-01T00:00:00Z")
        leases.reap()
        DatabaseEventSink(lease).append(
            ev.StepFailed(turn=1, entry_id=None, code="x", message="x"), lease.attempt
        )
        return left("finished")

    run(loop)
    state, types = state_of(alpha, job_id)
    assert (state.status, types[-1]) == ("queued", "lease_lost")


@pytest.fixture
def kept_connection(monkeypatch) -> None:
    """A test's transaction lives on one connection, so nothing closes it."""
    monkeypatch.setattr(diagnosis.connection, "close", lambda: None)
    monkeypatch.setattr(diagnosis, "RETRY_SECONDS", 0.001)


@pytest.mark.usefixtures("kept_connection")
@pytest.mark.parametrize("fault", [OperationalError, InternalError])
def test_a_database_fault_leaves_the_job_to_the_reaper_at_once(alpha, job_id, run, fault) -> None:
    def loop(_lease) -> LoopOutcome:
        raise fault("the connection is gone")

    run(loop)
    assert state_of(alpha, job_id)[0].status == "running"
    assert leases.reap() == 1
    state, types = state_of(alpha, job_id)
    assert (state.status, types[-1]) == ("queued", "lease_lost")


def test_a_step_that_hangs_ends_the_job_by_name_whoever_caught_the_signal(
    alpha, job_id, run
) -> None:
    """A reader of data takes any exception for damaged data: the job's end says what it was."""

    def loop(lease) -> LoopOutcome:
        control = JobControl(lease, lost=lambda: False, slice_seconds=60.0)
        with suppress(Exception):
            limits._interrupt(0, None)  # what the signal of the soft limit calls
        control.poll()
        return left("finished")

    before = signal.getsignal(signal.SIGUSR1)
    run(loop)
    state, _ = state_of(alpha, job_id)
    assert (state.status, state.failure.code) == ("failed", "step_too_long")
    assert signal.getsignal(signal.SIGUSR1) is before
    assert not exceeded()


def test_the_signal_is_an_error_of_the_loops_own_family() -> None:
    with pytest.raises(BudgetError) as caught, step_limit():
        limits._interrupt(0, None)
    assert caught.value.code == "step_too_long"


@pytest.mark.usefixtures("kept_connection")
def test_a_claim_waits_for_the_database(alpha, job_id, run, monkeypatch) -> None:
    claim, faults = leases.claim, [OperationalError("starting up"), OperationalError("again")]

    def fail_twice(**claimed: Any) -> Any:
        if faults:
            raise faults.pop()
        return claim(**claimed)

    monkeypatch.setattr(leases, "claim", fail_twice)
    run(whole_run)
    assert state_of(alpha, job_id)[0].status == "finished"


@pytest.mark.usefixtures("kept_connection")
def test_a_worker_that_is_stopped_while_it_waits_gives_the_message_back(
    alpha, job_id, run, monkeypatch
) -> None:
    def unreachable(**_: Any) -> None:
        raise OperationalError("no server")

    monkeypatch.setattr(leases, "claim", unreachable)
    monkeypatch.setattr(diagnosis, "stopping", lambda: True)
    with pytest.raises(Reject) as caught:
        run(whole_run)
    assert caught.value.requeue


class TestControl:
    def control(self, lease, **changes: Any) -> JobControl:
        self.now = 0.0
        return JobControl(
            lease,
            **{"lost": lambda: False, "slice_seconds": 60.0, **changes},
            monotonic=lambda: self.now,
        )

    @pytest.fixture
    def lease(self, alpha, job_id):
        return leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w")

    def test_goes_on_and_yields_after_the_slice(self, lease) -> None:
        control = self.control(lease)
        assert control.poll().action == "continue"
        self.now = 60.0
        assert control.poll().action == "yield"

    def test_gives_the_job_back_when_the_worker_is_stopped(self, lease) -> None:
        asked = [False, True]
        control = self.control(lease, stopping=asked.pop)
        assert control.poll().action == "yield"
        assert control.poll().action == "continue"

    def test_passes_on_the_wish_to_cancel(self, alpha, lease) -> None:
        control = self.control(lease)
        control.poll()
        with scope(alpha.id):
            job_cancel(principal=alpha.principal, job_id=lease.job_id, reason="enough")
        self.now = 0.4
        assert control.poll().action == "continue"
        self.now = 0.6
        signal = control.poll()
        assert (signal.action, signal.author, signal.reason) == (
            "cancel",
            "service:suite",
            "enough",
        )

    def test_stops_when_the_heartbeat_has_lost_the_lease(self, lease) -> None:
        with pytest.raises(BudgetError) as caught:
            self.control(lease, lost=lambda: True).poll()
        assert caught.value.code == "lease_lost"


def test_the_release_is_the_one_that_the_job_was_pinned_to(alpha, release) -> None:
    assert PinnedGuidelines(alpha.id, release.digest).release().entries[0].id
    with pytest.raises(ApplicationError):
        PinnedGuidelines(alpha.id, release.digest).release("0" * 64)


def test_every_name_that_is_sent_is_registered() -> None:
    app.loader.import_default_modules()
    assert {*dispatch.TASKS.values(), CHECKER, SENDER, WRITER} <= set(app.tasks)
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
    assert set(dispatch.TASKS) == set(dispatch.QUEUES) == set(JobKind)


def test_upkeep_never_waits_behind_jobs_and_never_expires() -> None:
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        queue = app.amqp.router.route({}, entry["task"])["queue"].name
        assert queue not in dispatch.QUEUES.values()
        assert app.tasks[entry["task"]].expires is None


def test_each_queue_has_a_worker_and_the_sender_of_webhooks_one_of_its_own(tmp_path) -> None:
    """A receiver that never answers holds its worker only."""
    app.loader.import_default_modules()
    queues: dict[str, set[str]] = {}
    for name in app.tasks:
        if name.startswith("tasks."):
            queue = app.amqp.router.route({}, name)["queue"].name
            queues.setdefault(queue, set()).add(name.split(".")[1])
    assert queues["webhooks"] == {"webhooks"}
    assert queues["upkeep"] == {"upkeep"}
    assert sorted(diagnosis.PLAIN_QUEUES) == ["upkeep", "webhooks"]
    commands = platform_commands(StatePaths(tmp_path, tmp_path), 0).values()
    taken = [
        set(command[command.index("--queues") + 1].split(","))
        for command in commands
        if "--queues" in command
    ]
    assert [of for of in taken if "webhooks" in of] == [{"webhooks"}]
    assert [of for of in taken if "upkeep" in of] == [{"upkeep"}]
    assert {queue for of in taken for queue in of} >= set(queues)


def test_no_process_gives_a_broker_up() -> None:
    """Beat's one connection is renewed by a repeated publication only; workers try for ever."""
    assert app.conf.task_publish_retry
    assert app.conf.broker_connection_max_retries is None


def test_messages_are_json_and_acknowledged_late() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"
    assert app.conf.task_acks_late
    assert app.conf.task_ignore_result
    assert app.conf.worker_prefetch_multiplier == 1
