"""A cancelled job stops in the middle of its step, and leaves nothing half-done."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, QueueRow
from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.selectors import event_list
from hvrmet.jobs.services.answers import answer_create, answer_of
from hvrmet.jobs.services.jobs import Terms, job_cancel
from hvrmet.testing import queue_job

from diagnostics.contracts.computations import ComputationRequest, QuestionRequest
from tasks import diagnosis, heartbeat
from tasks.adapters import StoredArtifactSink
from tasks.interruption import Interruptible, StepInterruptedError, interrupt, shielded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sent")]

LONG = 200.0
"""Seconds of a step that nobody waits for; a test that takes them fails by its limit."""


@pytest.fixture
def run(alpha: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., list[str]]]:
    """Return a function that lets a worker do a job with a step, and returns its event types."""

    def start(job_id: Any, step: Callable[[Lease], None]) -> list[str]:
        def loop(lease: Lease, _heartbeat: Any) -> SimpleNamespace:
            step(lease)
            return SimpleNamespace(status="yielded")

        monkeypatch.setattr(diagnosis, "run_loop", loop)
        monkeypatch.setattr(diagnosis, "answer", step)
        diagnosis.run(str(job_id), str(alpha.id))
        with scope(alpha.id):
            return [event.body.type for event in event_list(job_id)]

    yield start
    assert not [item for item in threading.enumerate() if item.name == "lease-heartbeat"]


@pytest.fixture
def cancel(alpha: Any) -> Callable[[Lease], None]:
    """Return a function that asks for the end of a job that a worker holds, as the API does."""

    def ask(lease: Lease) -> None:
        with scope(alpha.id):
            job = job_cancel(principal=alpha.principal, job_id=lease.job_id, reason="enough")
            assert job.status == "running"

    return ask


def question() -> QuestionRequest:
    return QuestionRequest.model_validate(
        {"source": "sample", "text": "Does it rain?", "now": "2026-07-01T00:00:00Z"}
    )


def computation() -> ComputationRequest:
    return ComputationRequest.model_validate(
        {"source": "sample", "op": "index", "name": "pwat", "region": [100, 20, 120, 40]}
    )


@pytest.mark.parametrize("asked", [None, question, computation])
def test_a_step_of_any_kind_of_job_stops_at_once(alpha, run, cancel, asked) -> None:
    if asked is None:
        job_id = queue_job(alpha)
    else:
        with scope(alpha.id):
            job_id = answer_create(principal=alpha.principal, request=asked(), terms=Terms())[0].pk

    def step(lease: Lease) -> None:
        cancel(lease)
        time.sleep(LONG)

    assert run(job_id, step)[1:] == ["job_claimed", "cancelled"]
    with scope(alpha.id):
        job = Job.objects.get(pk=job_id)
        assert (job.status, job.writer_attempt) == ("cancelled", None)
        last = event_list(job_id)[-1].body
        assert (last.author, last.reason) == ("service:suite", "enough")
        assert answer_of(job_id) is None
    assert not QueueRow.objects.exists()
    assert leases.reap() == 0


def test_the_worker_goes_on_with_another_job(alpha, run, cancel) -> None:
    first, second = queue_job(alpha), queue_job(alpha)

    def step(lease: Lease) -> None:
        if lease.job_id == first:
            cancel(lease)
            time.sleep(LONG)
        time.sleep(1.2)

    assert run(first, step)[-1] == "cancelled"
    assert run(second, step)[-1] == "job_claimed"
    assert QueueRow.objects.get().lease_expires_at is None


def test_a_reader_that_takes_any_error_for_its_own_does_not_keep_the_job(
    alpha, run, cancel
) -> None:
    swallowed = []

    def step(lease: Lease) -> None:
        cancel(lease)
        with suppress(Exception):
            try:
                time.sleep(LONG)
            except StepInterruptedError as error:  # as a call back from native code does
                swallowed.append(error)
        time.sleep(LONG)

    assert run(queue_job(alpha), step)[-1] == "cancelled"
    assert len(swallowed) == 1


def test_a_step_that_swallows_the_end_of_its_time_ends_all_the_same(
    alpha, run, platform_settings, monkeypatch
) -> None:
    """Celery's limit asks once, by an error; a reader may take it and go on."""
    short = {"hvrmet_slice_seconds": 0, "hvrmet_step_seconds": 0}
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(update=short)
    monkeypatch.setattr(heartbeat, "GRACE_SECONDS", 0.5)
    swallowed = []

    def step(_lease: Lease) -> None:
        with suppress(Exception):
            try:
                time.sleep(LONG)
            except StepInterruptedError as error:
                swallowed.append(error)
        while True:
            with suppress(Exception):
                time.sleep(LONG)

    job_id = queue_job(alpha)
    assert run(job_id, step)[1:] == ["job_claimed", "run_failed"]
    with scope(alpha.id):
        assert event_list(job_id)[-1].body.code == "step_too_long"
    assert len(swallowed) == 1
    assert not QueueRow.objects.exists()


def test_what_is_being_written_is_written_to_its_end(
    alpha, run, cancel, tmp_path, platform_settings
) -> None:
    """The file is whole; the row that would name it is refused, for the job has ended."""
    ended = threading.Event()

    class SlowSink(StoredArtifactSink):
        @shielded()
        def put(self, *given: Any) -> Any:
            while not job_has_ended(self._lease):
                time.sleep(0.05)
            time.sleep(1.2)
            ended.set()
            return super().put(*given)

    def job_has_ended(lease: Lease) -> bool:
        with scope(alpha.id):
            return Job.objects.get(pk=lease.job_id).status == "cancelled"

    def step(lease: Lease) -> None:
        cancel(lease)
        SlowSink(lease).put("map.png", b"a picture" * 1000, "image/png")

    types = run(queue_job(alpha), step)
    assert types[1:] == ["job_claimed", "cancelled"]
    assert ended.is_set()
    store = tmp_path / "store"
    assert not list((store / ".drafts").iterdir())
    (kept,) = [path for path in store.rglob("*") if path.is_file()]
    assert kept.read_bytes() == b"a picture" * 1000
    assert connection.is_usable()


def test_a_step_stops_when_another_worker_has_the_job(alpha, run, platform_settings) -> None:
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_lease_seconds": 2}
    )
    job_id = queue_job(alpha)

    def step(lease: Lease) -> None:
        QueueRow.objects.filter(job_id=lease.job_id).update(lease_expires_at="2020-01-01T00:00:00Z")
        leases.reap()
        leases.claim(job_id=lease.job_id, tenant_id=alpha.id, worker="other")
        time.sleep(LONG)

    types = run(job_id, step)
    assert types[-3:] == ["lease_lost", "job_claimed", "resumed"]
    assert QueueRow.objects.filter(job_id=job_id, lease_expires_at__gt=Now()).exists()


def test_nothing_is_interrupted_outside_a_step() -> None:
    interrupt()
    with Interruptible():
        pass
    interrupt()
    time.sleep(0)


def test_an_interruption_waits_for_the_outermost_shield() -> None:
    done = []

    @shielded()
    def write() -> None:
        interrupt()
        done.append("written")

    def step() -> None:
        with Interruptible():
            with shielded():
                write()
                done.append("committed")
            done.append("gone on")

    with pytest.raises(StepInterruptedError):
        step()
    assert done == ["written", "committed"]


def test_the_error_of_a_shielded_call_is_not_replaced() -> None:
    @shielded()
    def fail() -> None:
        interrupt()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), Interruptible():
        fail()


def test_a_job_that_nobody_cancelled_goes_on(alpha) -> None:
    lease = leases.claim(job_id=queue_job(alpha), tenant_id=alpha.id, worker="w")
    assert not leases.stop_if_cancelled(lease)
    with scope(alpha.id):
        job_cancel(principal=alpha.principal, job_id=lease.job_id)
    stale = Lease(lease.job_id, alpha.id, lease.attempt + 1, "other")
    assert not leases.stop_if_cancelled(stale)
    assert leases.stop_if_cancelled(lease)
    assert not leases.stop_if_cancelled(lease)
