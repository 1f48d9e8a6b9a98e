"""A cancelled job stops in the middle of its step, and so does a job whose worker is stopped.

The heartbeat is called where a step would wait for its thread; `test_interrupted_steps.py` has the
thread itself.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, QueueRow
from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.selectors import event_list
from hvrmet.jobs.services.answers import answer_create, answer_of
from hvrmet.jobs.services.jobs import Terms, job_cancel
from hvrmet.testing import queue_job

from diagnostics.contracts.computations import ComputationRequest, QuestionRequest
from tasks import diagnosis
from tasks.adapters import StoredArtifactSink
from tasks.draining import GRACE_SECONDS, Grace
from tasks.heartbeat import Heartbeat
from tasks.interruption import Interruptible, StepInterruptedError, interrupt, shielded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sent")]

Step = Callable[[Lease], None]


class Worker:
    """A worker whose heartbeat looks when a step says so, by a clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self.stops = False
        self.heartbeat: Heartbeat

    def look(self) -> None:
        """Look as the thread does, twice a second."""
        self.heartbeat.look()

    def beat(self, lease: Lease) -> Called:
        """Stand for the class of the heartbeat."""
        grace = Grace(stopping=lambda: self.stops, monotonic=lambda: self.now)
        self.heartbeat = Called(lease, grace, monotonic=lambda: self.now)
        return self.heartbeat


class Called(Heartbeat):
    """A heartbeat without its thread."""

    def __enter__(self) -> Called:
        return self

    def __exit__(self, *_: object) -> None: ...


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    made = Worker()
    monkeypatch.setattr(diagnosis, "Heartbeat", made.beat)
    return made


@pytest.fixture
def run(
    alpha: Any, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Any, Step], list[str]]:
    """Return a function that lets a worker do a job with a step, and returns its event types."""

    def start(job_id: Any, step: Step) -> list[str]:
        def loop(lease: Lease, _heartbeat: Any) -> SimpleNamespace:
            step(lease)
            return SimpleNamespace(status="yielded")

        monkeypatch.setattr(diagnosis, "run_loop", loop)
        monkeypatch.setattr(diagnosis, "answer", step)
        diagnosis.run(str(job_id), str(alpha.id))
        with scope(alpha.id):
            return [event.body.type for event in event_list(job_id)]

    return start


@pytest.fixture
def cancel(alpha: Any) -> Callable[[Lease], None]:
    """Return a function that asks for the end of a job that a worker holds, as the API does."""

    def ask(lease: Lease) -> None:
        with scope(alpha.id):
            job = job_cancel(principal=alpha.principal, job_id=lease.job_id, reason="enough")
            assert job.status == "running"

    return ask


@pytest.fixture(params=["diagnosis", "question", "computation"])
def any_job(request: pytest.FixtureRequest, alpha: Any) -> Any:
    """A queued job of each kind."""
    if request.param == "diagnosis":
        return queue_job(alpha)
    asked = question() if request.param == "question" else computation()
    with scope(alpha.id):
        return answer_create(principal=alpha.principal, request=asked, terms=Terms())[0].pk


def question() -> QuestionRequest:
    return QuestionRequest.model_validate(
        {"source": "sample", "text": "Does it rain?", "now": "2026-07-01T00:00:00Z"}
    )


def computation() -> ComputationRequest:
    return ComputationRequest.model_validate(
        {"source": "sample", "op": "index", "name": "pwat", "region": [100, 20, 120, 40]}
    )


def test_a_step_of_any_kind_of_job_stops_at_once(alpha, run, worker, cancel, any_job) -> None:
    def step(lease: Lease) -> None:
        worker.look()
        cancel(lease)
        worker.look()
        pytest.fail("the step went on")

    assert run(any_job, step)[1:] == ["job_claimed", "cancelled"]
    with scope(alpha.id):
        job = Job.objects.get(pk=any_job)
        assert (job.status, job.writer_attempt) == ("cancelled", None)
        last = event_list(any_job)[-1].body
        assert (last.author, last.reason) == ("service:suite", "enough")
        assert answer_of(any_job) is None
    assert not QueueRow.objects.exists()
    assert leases.reap() == 0


def test_the_worker_goes_on_with_another_job(alpha, run, worker, cancel) -> None:
    first, second = queue_job(alpha), queue_job(alpha)
    ended = []

    def step(lease: Lease) -> None:
        if lease.job_id == first:
            cancel(lease)
        worker.look()
        worker.look()
        ended.append(lease.job_id)

    assert run(first, step)[-1] == "cancelled"
    assert run(second, step)[-1] == "job_claimed"
    assert ended == [second]
    assert QueueRow.objects.get().lease_expires_at is None


def test_a_reader_that_takes_any_error_for_its_own_does_not_keep_the_job(
    alpha, run, worker, cancel
) -> None:
    swallowed = []

    def step(lease: Lease) -> None:
        cancel(lease)
        with suppress(Exception):
            try:
                worker.look()
            except StepInterruptedError as error:  # as a call back from native code does
                swallowed.append(error)
        worker.look()
        pytest.fail("the step went on")

    assert run(queue_job(alpha), step)[-1] == "cancelled"
    assert len(swallowed) == 1


class WatchedSink(StoredArtifactSink):
    """A store during whose writing the heartbeat looks."""

    def __init__(self, lease: Lease, worker: Worker) -> None:
        super().__init__(lease)
        self.worker = worker
        self.looked = 0

    @shielded()
    def put(self, *given: Any) -> Any:
        for _ in range(2):
            self.worker.look()
            self.looked += 1
        return super().put(*given)


@pytest.mark.parametrize("end", ["cancelled", "stopped"])
def test_what_is_being_written_is_written_to_its_end(
    alpha, run, worker, cancel, tmp_path, platform_settings, end
) -> None:
    """The file is whole; the row that would name it is refused, for the job is not ours."""
    sinks: list[WatchedSink] = []

    def step(lease: Lease) -> None:
        if end == "cancelled":
            cancel(lease)
        else:
            worker.stops = True
            worker.look()
            worker.now += GRACE_SECONDS
        sinks.append(WatchedSink(lease, worker))
        sinks[0].put("map.png", b"a picture" * 1000, "image/png")

    types = run(queue_job(alpha), step)
    assert types[1:] == ["job_claimed", "cancelled"][: 2 if end == "cancelled" else 1]
    assert sinks[0].looked == 2
    store = tmp_path / "store"
    assert not list((store / ".drafts").iterdir())
    (kept,) = [path for path in store.rglob("*") if path.is_file()]
    assert kept.read_bytes() == b"a picture" * 1000
    assert connection.is_usable()


def test_a_step_stops_when_another_worker_has_the_job(alpha, run, worker) -> None:
    job_id = queue_job(alpha)

    def step(lease: Lease) -> None:
        QueueRow.objects.filter(job_id=lease.job_id).update(lease_expires_at="2020-01-01T00:00:00Z")
        leases.reap()
        leases.claim(job_id=lease.job_id, tenant_id=alpha.id, worker="other")
        worker.look()  # it is not yet time to prolong
        worker.now += worker.heartbeat._length / 4
        worker.look()
        pytest.fail("the step went on")

    types = run(job_id, step)
    assert types[-3:] == ["lease_lost", "job_claimed", "resumed"]
    row = QueueRow.objects.get(job_id=job_id)
    assert (row.worker, row.lease_expires_at is None) == ("other", False)


def test_a_lease_is_prolonged_each_quarter_of_its_length(
    alpha, run, worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    prolonged, heartbeat = [], leases.heartbeat
    monkeypatch.setattr(
        leases, "heartbeat", lambda lease: prolonged.append(worker.now) or heartbeat(lease)
    )

    def step(_lease: Lease) -> None:
        quarter = worker.heartbeat._length / 4
        for part in (0.0, 0.9, 1.0, 1.1, 2.0):
            worker.now = part * quarter
            worker.look()
        worker.now = quarter

    run(queue_job(alpha), step)
    assert prolonged == [worker.now, 2 * worker.now]


@pytest.mark.parametrize("stops", [False, True])
def test_a_database_that_is_gone_for_a_lease_ends_the_step_and_a_stop_does_sooner(
    alpha, run, worker, monkeypatch: pytest.MonkeyPatch, stops: bool
) -> None:
    seen = []

    def unreachable(_lease: Lease) -> bool:
        raise OperationalError("the server is gone")

    def step(_lease: Lease) -> None:
        monkeypatch.setattr(leases, "stop_if_cancelled", unreachable)
        worker.stops = stops
        worker.look()
        worker.now = GRACE_SECONDS if stops else worker.heartbeat._length
        if not stops:
            worker.look()
            worker.now += 0.1
        seen.append(worker.heartbeat.lost)
        worker.look()
        pytest.fail("the step went on")

    assert run(queue_job(alpha), step)[1:] == ["job_claimed"]
    assert (seen, worker.heartbeat.lost) == ([False], True)


def test_a_worker_that_stops_gives_the_job_of_a_long_step_back(
    alpha, run, worker, any_job, sent
) -> None:
    """Another worker goes on at once; no death is counted, and no progress either."""
    QueueRow.objects.filter(job_id=any_job).update(lost_leases=1)
    looks = []

    def step(_lease: Lease) -> None:
        worker.look()
        worker.stops = True
        for part in (0.0, 0.5, 0.99, 1.0):
            worker.now = part * GRACE_SECONDS
            looks.append(part)
            worker.look()
        pytest.fail("the step went on")

    sent.clear()
    assert run(any_job, step)[1:] == ["job_claimed"]
    assert looks[-1] == 1.0
    row = QueueRow.objects.get(job_id=any_job)
    assert (row.attempt, row.lost_leases, row.lease_expires_at) == (1, 1, None)
    assert [arguments[0] for _, arguments in sent] == [str(any_job)]
    assert leases.reap() == 0
    again = leases.claim(job_id=any_job, tenant_id=alpha.id, worker="another")
    assert again.attempt == 2
    with scope(alpha.id):
        assert Job.objects.get(pk=any_job).status == "running"
        said = [event.body.type for event in event_list(any_job)]
    assert said[1:] == ["job_claimed", "job_claimed", "resumed"]


def test_a_step_that_ends_within_the_grace_is_not_interrupted(alpha, run, worker) -> None:
    """The job is released by its own worker, as at the end of a slice."""
    job_id = queue_job(alpha)
    QueueRow.objects.filter(job_id=job_id).update(lost_leases=1)

    def step(_lease: Lease) -> None:
        worker.stops = True
        worker.look()
        worker.now = 0.9 * GRACE_SECONDS
        worker.look()

    assert run(job_id, step)[1:] == ["job_claimed"]
    assert not worker.heartbeat.lost
    row = QueueRow.objects.get(job_id=job_id)
    assert (row.lost_leases, row.lease_expires_at) == (0, None)


def test_a_stop_does_not_take_a_job_from_another_worker(alpha) -> None:
    lease = leases.claim(job_id=queue_job(alpha), tenant_id=alpha.id, worker="w")
    leases.hand_over(lease)
    other = leases.claim(job_id=lease.job_id, tenant_id=alpha.id, worker="other")
    leases.hand_over(lease)
    assert leases.heartbeat(other)


def test_nothing_is_interrupted_outside_a_step() -> None:
    interrupt()
    with Interruptible():
        pass
    interrupt()


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
