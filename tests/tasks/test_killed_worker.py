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
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.core.management import call_command
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
PATIENCE = 150.0
ENDS = {"job_finished", "run_failed", "parked"}


def wait_for(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"waited {PATIENCE:.0f} s for {what}")
        time.sleep(0.1)


def database_url() -> str:
    """Address of this test's database, for other processes, as the runtime role."""
    found = connection.settings_dict
    host, port = found["HOST"], found["PORT"]
    user, password, name = found["USER"], found["PASSWORD"], found["NAME"]
    server = f"host={host or '/var/run/postgresql'}&port={port or 5432}"
    role = quote(found["OPTIONS"]["options"])
    return f"postgresql://{user}:{password}@/{name}?{server}&options={role}"


@pytest.fixture
def start_worker(
    tmp_path: Path, monkeypatch
) -> Iterator[Callable[[int, dict[str, object]], subprocess.Popen[bytes]]]:
    """Return a function that starts a worker (its steps, its sources) in a process group."""
    queue = f"suite-{uuid4().hex}"
    monkeypatch.setitem(dispatch.QUEUES, JobKind.DIAGNOSIS, queue)
    monkeypatch.setattr(dispatch.app, "send_task", no_broker)
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "hvrmet.settings.development",
        "DATABASE_URL": database_url(),
        "STORAGE_URL": (tmp_path / "store").as_uri(),
        "HVRMET_LEASE_SECONDS": "4",
    }
    script = str(Path(__file__).with_name("scripted_worker.py"))
    workers: list[subprocess.Popen[bytes]] = []

    def start(steps: int, sources: dict[str, object]) -> subprocess.Popen[bytes]:
        with (tmp_path / f"worker-{len(workers)}.log").open("wb") as log:
            workers.append(
                subprocess.Popen(
                    [sys.executable, script, queue, str(steps)],
                    env={**environment, "HVRMET_SOURCES": json.dumps(sources)},
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


def no_broker(*_: object, **__: object) -> None:
    """Leave the message in the outbox, for the relay of the worker that is started next."""
    raise ConnectionRefusedError("no broker in this process")


def kill(worker: subprocess.Popen[bytes]) -> None:
    """Kill a worker with all its children, as a machine that loses power does."""
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait(timeout=30)


def kill_in_the_middle(centre, job_id, start: Callable[[], subprocess.Popen[bytes]], after) -> None:
    """Kill a worker once `after` holds for the event types, and let another one finish."""

    def types() -> list[str]:
        with scope(centre.id):
            return [event.body.type for event in event_list(job_id, limit=None)]

    first = start()
    wait_for(lambda: after(types()) or types()[-1] in ENDS, "the first worker to come half-way")
    kill(first)
    left = types()
    assert left[-1] not in ENDS
    start()
    wait_for(lambda: types()[-1] in ENDS, "the end")
    with scope(centre.id):
        events = event_list(job_id, limit=None)
        state = JobState.model_validate(job_get(job_id).state)
        assert ReportVersion.objects.count() == 1
    found = [event.body.type for event in events]
    assert found[-1] == "job_finished"
    assert found[: len(left) + 1] == [*left, "lease_lost"]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [found.count(name) for name in ("lease_lost", "resumed", "report_drafted")] == [1, 1, 1]
    assert state == fold(events)


def test_another_worker_says_the_steps_that_are_missing(alpha, start_worker) -> None:
    job_id = queue_job(alpha)
    assert OutboxRow.objects.count() == 1
    kill_in_the_middle(
        alpha,
        job_id,
        lambda: start_worker(STEPS, SOURCES),
        after=lambda types: types.count("step_failed") >= 5,
    )
    with scope(alpha.id):
        events = event_list(job_id, limit=None)
        steps = [event.body.turn for event in events if event.body.type == "step_failed"]
        assert steps == list(range(1, STEPS + 1))
        assert EvidenceItem.objects.count() == STEPS


def test_another_worker_finishes_a_real_diagnosis(alpha, start_worker, tmp_path: Path) -> None:
    from diagnostics.samples import write_sample

    sample = write_sample("rainstorm", tmp_path / "sample.nc")
    call_command("load_library", verbosity=0)
    job_id = queue_job(alpha, region=sample.region.bounds())
    sources = {"sample": {"paths": [sample.path], "title": "Generated"}}
    kill_in_the_middle(
        alpha,
        job_id,
        lambda: start_worker(0, sources),
        after=lambda types: types.count("factor_judged") >= 2,
    )
    with scope(alpha.id):
        events = event_list(job_id, limit=None)
        judged = [e.body.evidence.id for e in events if e.body.type == "factor_judged"]
        assert len(judged) == len(set(judged))
        assert EvidenceItem.objects.count() == len(judged)
