"""A real worker with beat in a process group of its own, for tests that harm it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.db import connection
from hvrmet.jobs.queue import dispatch
from hvrmet.jobs.states import JobKind

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 1500.0


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


class StartWorker(Protocol):
    """Start a worker in a process group, with its steps and its sources.

    Its loop stands still once it has said so many events of a kind (`hold`), until `go_on`: in
    Python, or in a way that `hang` names (`scripted_worker.HANGS`).
    """

    def __call__(
        self,
        steps: int,
        sources: dict[str, object],
        hold: tuple[str, int] | None = None,
        hang: str = "python",
    ) -> subprocess.Popen[bytes]: ...


@pytest.fixture
def go_on(tmp_path: Path) -> Callable[[], None]:
    """Return a function that lets the loops of all workers go on for good."""
    return (tmp_path / "go-on").touch


@pytest.fixture
def start_worker(tmp_path: Path, monkeypatch) -> Iterator[StartWorker]:
    """Return a function that starts a worker."""
    queue = f"suite-{uuid4().hex}"
    for kind in JobKind:
        monkeypatch.setitem(dispatch.QUEUES, kind, queue)
    monkeypatch.setattr(dispatch.app, "send_task", no_broker)
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "hvrmet.settings.development",
        "DATABASE_URL": database_url(),
        "STORAGE_URL": (tmp_path / "store").as_uri(),
        "HVRMET_LEASE_SECONDS": "4",
        # No limit of time shall end a step before `PATIENCE` does.
        "HVRMET_SLICE_SECONDS": "900",
        "HVRMET_STEP_SECONDS": "600",
    }
    script = str(Path(__file__).with_name("scripted_worker.py"))
    workers: list[subprocess.Popen[bytes]] = []

    def start(
        steps: int,
        sources: dict[str, object],
        hold: tuple[str, int] | None = None,
        hang: str = "python",
    ) -> subprocess.Popen[bytes]:
        held = ("--hold", hold[0], str(hold[1]), str(tmp_path / "go-on")) if hold else ()
        schedule = str(tmp_path / f"beat-{len(workers)}")
        with (tmp_path / f"worker-{len(workers)}.log").open("wb") as log:
            workers.append(
                subprocess.Popen(
                    [sys.executable, script, queue, str(steps), schedule, *held, "--hang", hang],
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
    worker.wait(timeout=PATIENCE)
