"""A worker killed in the middle of a loop: another one finishes the job, with real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection
from hvrmet.core.scope import scope
from hvrmet.evidence.models import EvidenceItem
from hvrmet.jobs import dispatch
from hvrmet.jobs.models import OutboxRow
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.states import JobKind, JobState, fold
from hvrmet.reports.models import ReportVersion
from hvrmet.testing import SOURCES, queue_job

pytestmark = [pytest.mark.processes, pytest.mark.services, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parents[2]
STEPS = 25
PATIENCE = 90.0


def wait_for(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"waited {PATIENCE:.0f} s for {what}")
        time.sleep(0.1)


def test_database_url() -> str:
    """Address of this test's database, for other processes."""
    found = connection.settings_dict
    host, port = found["HOST"], found["PORT"]
    user, password, name = found["USER"], found["PASSWORD"], found["NAME"]
    server = f"host={host or '/var/run/postgresql'}&port={port or 5432}"
    return f"postgresql://{user}:{password}@/{name}?{server}"


test_database_url.__test__ = False


@pytest.fixture
def start_worker(tmp_path: Path, monkeypatch) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Return a function that starts a worker in a process group of its own."""
    queue = f"suite-{uuid4().hex}"
    monkeypatch.setitem(dispatch.QUEUES, JobKind.DIAGNOSIS, queue)
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "hvrmet.settings.development",
        "DATABASE_URL": test_database_url(),
        "STORAGE_URL": (tmp_path / "store").as_uri(),
        "HVRMET_SOURCES": json.dumps(SOURCES),
        "HVRMET_LEASE_SECONDS": "2",
    }
    workers: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        log = (tmp_path / f"worker-{len(workers)}.log").open("wb")
        workers.append(
            subprocess.Popen(
                [
                    sys.executable,
                    str(Path(__file__).with_name("scripted_worker.py")),
                    queue,
                    str(STEPS),
                ],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        )
        return workers[-1]

    yield start
    for worker in workers:
        if worker.poll() is None:
            kill(worker)
    for path in sorted(tmp_path.glob("worker-*.log")):
        sys.stdout.write(f"--- {path.name}\n{path.read_text(errors='replace')[-4000:]}\n")


def kill(worker: subprocess.Popen[bytes]) -> None:
    """Kill a worker with all its children, as a machine that loses power does."""
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait(timeout=30)


def test_another_worker_finishes_the_same_job(alpha, start_worker, monkeypatch) -> None:
    def no_broker(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("the message waits in the outbox for the worker's relay")

    monkeypatch.setattr(dispatch.app, "send_task", no_broker)
    job_id = queue_job(alpha)
    assert OutboxRow.objects.count() == 1

    def log():
        with scope(alpha.id):
            return event_list(job_id, limit=None)

    def steps() -> list[int]:
        return [event.body.turn for event in log() if event.body.type == "step_failed"]

    first = start_worker()
    wait_for(lambda: len(steps()) >= 5, "the first worker's fifth step")
    kill(first)
    left = len(log())
    assert len(steps()) < STEPS
    start_worker()
    wait_for(lambda: log()[-1].body.type in {"job_finished", "run_failed", "parked"}, "the end")

    events = log()
    types = [event.body.type for event in events]
    assert types[-1] == "job_finished"
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert steps() == list(range(1, STEPS + 1))
    assert [types.count(name) for name in ("lease_lost", "resumed", "report_drafted")] == [1, 1, 1]
    assert types[left] == "lease_lost"
    with scope(alpha.id):
        assert JobState.model_validate(job_get(job_id).state) == fold(events)
        assert EvidenceItem.objects.count() == STEPS
        assert ReportVersion.objects.count() == 1
