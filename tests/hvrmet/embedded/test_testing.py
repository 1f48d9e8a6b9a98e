"""One set of servers for a whole test run, whichever of its processes asks and however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hvrmet.embedded.processes import command_line, wait_until

pytestmark = [pytest.mark.processes, pytest.mark.services]
ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 1200.0

SUITE = """
import os, pathlib, time
import psycopg, pytest, redis

folder = pathlib.Path(os.environ["NOTES"])

@pytest.mark.parametrize("number", range(4))
def test_servers(embedded_services, number):
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        assert connection.execute("SHOW fsync").fetchone()[0] == "off"
    assert redis.Redis.from_url(os.environ["CHANNEL_URL"]).ping()
    (folder / f"servers-{number}").write_text(os.environ["HVRMET_TEST_SERVICES"])
    time.sleep(float(os.environ.get("PAUSE", "0")))
"""
NOTHING = """
import os, pathlib
def test_without_servers():
    folder = pathlib.Path(os.environ["HVRMET_TEST_SERVICES"])
    assert not (folder / "watchdog.pid").exists()
"""


def run(folder: Path, suite: str, *arguments: str, pause: str = "0") -> subprocess.Popen[str]:
    """Start a small suite of its own that uses the plugin."""
    (folder / "conftest.py").write_text('pytest_plugins = ["hvrmet.embedded.testing"]\n')
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_it.py").write_text(suite)
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "HVRMET_", "DJANGO", "DATABASE_", "BROKER_", "CHANNEL_"))
    }
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:django",
            *arguments,
        ],
        cwd=folder,
        env={
            **kept,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
            "PYTEST_DEBUG_TEMPROOT": str(folder),
            "NOTES": str(folder),
            "PAUSE": pause,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_processes_share_one_set(tmp_path: Path) -> None:
    suite = run(tmp_path, SUITE, "-n", "2")
    output, _ = suite.communicate(timeout=PATIENCE)
    assert suite.returncode == 0, output
    folders = {path.read_text() for path in tmp_path.glob("servers-*")}
    assert len(folders) == 1
    assert not Path(folders.pop()).exists()


def test_a_run_without_need_starts_nothing(tmp_path: Path) -> None:
    suite = run(tmp_path, NOTHING)
    output, _ = suite.communicate(timeout=PATIENCE)
    assert suite.returncode == 0, output


def test_a_killed_run_leaves_no_server(tmp_path: Path) -> None:
    def notes() -> list[str]:
        return [text for path in tmp_path.glob("servers-*") if (text := path.read_text())]

    suite = run(tmp_path, SUITE, pause=str(PATIENCE))
    try:
        # Of whichever test comes first: the small suite runs in random order.
        wait_until(lambda: bool(notes()), timeout=PATIENCE, alive=lambda: suite.poll() is None)
        [noted] = notes()
        folder = Path(noted)
        watchdog = int((folder / "watchdog.pid").read_text())
        assert "hvrmet.embedded.watchdog" in command_line(watchdog)
    finally:
        suite.send_signal(signal.SIGKILL)
        suite.communicate()
    assert wait_until(lambda: not command_line(watchdog), timeout=PATIENCE, alive=lambda: True)
    assert not folder.exists()
