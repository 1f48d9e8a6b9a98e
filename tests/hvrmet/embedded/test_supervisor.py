"""The whole platform as processes: started, found, stopped and killed for real."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hvrmet.embedded.processes import command_line, descendants, wait_until
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.web import answers

from tests.left_running import remaining

pytestmark = [pytest.mark.processes, pytest.mark.services]
ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 1200.0
"""Seconds; a guard against a hang."""
WORKERS = {"celery", "upkeep", "webhooks"}
REAL_SERVERS = {"DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "CHANNEL_URL", "STORAGE_URL"}


def environment(paths: StatePaths) -> dict[str, str]:
    """An environment without servers, for a state folder of the test's own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in REAL_SERVERS and not name.startswith(("PYTEST", "HVRMET_", "DJANGO"))
    }
    return {
        **kept,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
        "HVRMET_STATE_DIR": str(paths.root),
        "HVRMET_RUNTIME_DIR": str(paths.runtime),
    }


def control(paths: StatePaths, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the control command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "hvrmet.embedded.control", *arguments],
        env=environment(paths),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def running(server_paths: StatePaths) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, Any]]]:
    """The platform in the foreground, as `make demo` has it."""
    with (server_paths.logs / "serve.txt").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "hvrmet.embedded.control", "serve"],
            env=environment(server_paths),
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    try:
        ready = wait_until(
            server_paths.services.exists, timeout=PATIENCE, alive=lambda: process.poll() is None
        )
        assert ready, (server_paths.logs / "serve.txt").read_text()
        yield process, json.loads(server_paths.services.read_text())
    finally:
        family = descendants(process.pid)
        process.kill()
        process.wait()
        wait_until(lambda: not remaining(family), timeout=PATIENCE, alive=lambda: True)


def test_interrupt_leaves_nothing_behind(
    running: tuple[subprocess.Popen[bytes], dict[str, Any]], server_paths: StatePaths
) -> None:
    process, document = running
    with urllib.request.urlopen(f"{document['url']}/readyz") as reply:
        assert json.load(reply)["status"] == "ok"
    assert document["environment"]["HVRMET_EMBEDDED"] == "database,broker,storage"

    second = control(server_paths, "serve")
    assert second.returncode == 1
    assert "another process runs the platform" in second.stderr
    assert "make down" in second.stderr
    found = control(server_paths, "up")
    assert found.returncode == 0
    assert document["url"] in found.stderr

    family = descendants(process.pid)
    programs = " ".join(remaining(family))
    assert all(name in programs for name in ("postgres", "valkey", "hvrmet.web", "worker", "beat"))
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 0
    assert wait_until(lambda: not remaining(family), timeout=PATIENCE, alive=lambda: True)
    assert not server_paths.services.exists()
    assert "nothing is running" in control(server_paths, "down").stderr


def test_killed_worker_is_started_again(
    running: tuple[subprocess.Popen[bytes], dict[str, Any]], server_paths: StatePaths
) -> None:
    process, document = running

    def workers() -> set[int]:
        family = descendants(process.pid)
        return {pid for pid in family if {"worker", "tasks"} <= set(command_line(pid))}

    before = workers()
    assert before
    for pid in before:
        with suppress(ProcessLookupError):  # a child of one that was killed before
            os.kill(pid, signal.SIGKILL)
    restarted = wait_until(
        lambda: bool(workers() - before), timeout=PATIENCE, alive=lambda: process.poll() is None
    )
    assert restarted
    assert "worker has stopped: starting it again" in (server_paths.logs / "serve.txt").read_text()
    with urllib.request.urlopen(f"{document['url']}/healthz") as reply:
        assert reply.status == 200


def test_killed_supervisor_takes_everything_with_it(
    running: tuple[subprocess.Popen[bytes], dict[str, Any]],
) -> None:
    process, _ = running
    family = descendants(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert wait_until(lambda: not remaining(family), timeout=PATIENCE, alive=lambda: True), (
        remaining(family)
    )


def test_background_platform_is_stopped_by_down(server_paths: StatePaths) -> None:
    assert control(server_paths, "up").returncode == 0
    pid = json.loads(server_paths.services.read_text())["pid"]
    family = descendants(pid)
    exported = (server_paths.root / "environment").read_text()
    assert "export DATABASE_URL=" in exported
    assert control(server_paths, "status").returncode == 0
    assert control(server_paths, "remove").returncode == 1
    assert control(server_paths, "down").returncode == 0
    assert remaining(family) == []
    assert control(server_paths, "status").returncode == 1


def test_taken_port_is_told(server_paths: StatePaths) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = control(server_paths, "serve", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "is taken by another program" in done.stderr
    assert "what to do" in done.stderr


def is_ready(document: dict[str, Any]) -> bool:
    return answers(f"{document['url']}/readyz")


def answering(paths: StatePaths, document: dict[str, Any]) -> set[str]:
    """Ask the workers whether they are there, and return which answer."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "celery", "-A", "tasks", "inspect", "ping"),
            *("--json", "--timeout", "5"),
        ],
        env={**environment(paths), **document["environment"]},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return {name.partition("@")[0] for name in json.loads(done.stdout or "{}")}


def test_killed_servers_are_started_again(
    running: tuple[subprocess.Popen[bytes], dict[str, Any]], server_paths: StatePaths
) -> None:
    process, document = running

    for name, file in zip(("PostgreSQL", "Valkey"), server_paths.pid_files, strict=True):
        before = int(file.read_text().split()[0])
        os.kill(before, signal.SIGKILL)
        again = wait_until(
            lambda before=before, file=file: (
                file.exists()
                and file.read_text().split()[:1] not in ([], [str(before)])
                and is_ready(document)
            ),
            timeout=PATIENCE,
            alive=lambda: process.poll() is None,
        )
        words = (server_paths.logs / "serve.txt").read_text()
        assert again, words
        assert f"{name} has stopped: starting it again" in words
    heard: set[str] = set()

    def all_have_answered() -> bool:
        heard.update(answering(server_paths, document))
        return heard >= WORKERS

    workers = wait_until(all_have_answered, timeout=PATIENCE, alive=lambda: process.poll() is None)
    assert workers, (heard, (server_paths.logs / "worker.log").read_text())


def test_up_after_a_crash_succeeds_and_says_what_it_cleans(server_paths: StatePaths) -> None:
    assert control(server_paths, "up").returncode == 0
    pid = json.loads(server_paths.services.read_text())["pid"]
    family = descendants(pid)
    os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: not remaining(family), timeout=PATIENCE, alive=lambda: True)
    assert server_paths.services.exists()
    again = control(server_paths, "up")
    assert again.returncode == 0, again.stderr
    assert "the run before was killed; cleaning up after it: services.json" in again.stderr
    url = json.loads(server_paths.services.read_text())["url"]
    assert url in again.stderr
    assert answers(f"{url}/readyz")
    elsewhere = control(server_paths, "up", "--port", "1")
    assert (elsewhere.returncode, "not at port 1" in elsewhere.stderr) == (1, True)
    assert control(server_paths, "down").returncode == 0
