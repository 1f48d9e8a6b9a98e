"""The load run: its figures, and a small one from nothing to the end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hvrmet.embedded.load import percentiles
from hvrmet.embedded.processes import use_of

ROOT = Path(__file__).resolve().parents[3]


def test_percentiles_are_in_milliseconds() -> None:
    values = [number / 1000 for number in range(1, 101)]
    assert percentiles(values) == {"n": 100, "p50": 51.0, "p95": 96.0, "p99": 100.0, "max": 100.0}
    assert percentiles([]) == {"n": 0}


@pytest.mark.processes
def test_use_counts_descendants() -> None:
    holds = "x = bytearray(50_000_000); x[::4096] = b'1' * len(x[::4096]); input()"
    script = (
        "import subprocess, sys; "
        f"subprocess.run([sys.executable, '-c', {holds!r}], start_new_session=True)"
    )
    child = subprocess.Popen(
        [sys.executable, "-u", "-c", script.replace("input()", "print(1); input()")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == b"1\n"
        ended = subprocess.Popen([sys.executable, "-c", ""])
        ended.wait()
        use = use_of({"child": child.pid, "nobody": ended.pid})
        assert use["child"].memory > 50_000_000
        assert use["nobody"].memory == 0
    finally:
        child.communicate(b"\n")


@pytest.mark.services
@pytest.mark.processes
def test_a_small_run_misses_no_event() -> None:
    ours = ("PYTEST", "HVRMET_", "DJANGO", "DATABASE_", "BROKER_", "CHANNEL_", "STORAGE_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "hvrmet.embedded.load", "--json", "--sockets", "12"),
            *("--rate", "5", "--seconds", "20", "--events", "500", "--jobs", "1"),
        ],
        cwd=ROOT,
        env={**kept, "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    # A machine that is busy otherwise answers late; nothing may fail in another way.
    assert not [name for name in figures["errors"] if "Timeout" not in name and "503" not in name]
    assert figures["sockets"]["open"] == 12
    assert figures["sockets"]["events_missing"] == figures["sockets"]["closed_early"] == 0
    assert figures["sockets"]["events"] > 0
    assert figures["events_in_table"] <= 500
    assert set(figures["memory"]) >= {"web", "worker", "beat", "postgres", "valkey"}
    assert all(size > 0 for size in figures["memory"].values())
