"""Children that do not outlive their parent, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hvrmet.embedded.processes import command_line, ended, spawn, stop, wait_until

pytestmark = pytest.mark.processes
PATIENCE = 200.0
PLATFORM = Path(__file__).resolve().parents[3] / "platform"

FAMILY = """
import sys, time
from pathlib import Path
from hvrmet.embedded.processes import spawn
folder = Path(sys.argv[1])
child = spawn(["sleep", "3000"], log=folder / "log", environment={"PATH": "/usr/bin:/bin"},
              directory=folder)
(folder / "child.new").write_text(str(child.pid))
(folder / "child.new").rename(folder / "child")
time.sleep(3000)
"""


def gone(pid: int) -> bool:
    return not command_line(pid)


def test_child_dies_with_a_killed_parent(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", FAMILY, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(PLATFORM)},
    )
    named = tmp_path / "child"
    assert wait_until(named.exists, timeout=PATIENCE, alive=lambda: parent.poll() is None)
    child = int(named.read_text())
    assert not gone(child)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    assert wait_until(lambda: gone(child), timeout=PATIENCE, alive=lambda: True)


def test_stubborn_family_is_killed(tmp_path: Path) -> None:
    script = "trap '' TERM; sleep 3000 & echo $! > grandchild; wait; wait"
    child = spawn(
        ["/bin/sh", "-c", script],
        log=tmp_path / "log",
        environment={"PATH": os.environ["PATH"]},
        directory=tmp_path,
    )
    written = tmp_path / "grandchild"
    assert wait_until(
        lambda: written.exists() and written.read_text().strip() != "",
        timeout=PATIENCE,
        alive=lambda: not ended(child),
    )
    grandchild = int(written.read_text())
    stop(child, signal.SIGTERM, patience=0.1)
    assert wait_until(lambda: gone(grandchild), timeout=PATIENCE, alive=lambda: True)
    assert gone(child.pid)


def test_output_goes_to_the_log(tmp_path: Path) -> None:
    child = spawn(
        ["/bin/sh", "-c", "echo said; echo complained >&2"],
        log=tmp_path / "log",
        environment={},
        directory=tmp_path,
    )
    assert wait_until(lambda: ended(child), timeout=PATIENCE, alive=lambda: True)
    stop(child, signal.SIGTERM, patience=0)
    assert (tmp_path / "log").read_text() == "said\ncomplained\n"
