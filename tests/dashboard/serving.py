"""The demonstration as a process, for tests and benches of the dashboard."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 300
STOP_SECONDS = 60
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Served(NamedTuple):
    """A demonstration that serves: its address, and the file with passwords and key."""

    url: str
    account: Path


@contextmanager
def serving() -> Iterator[Served]:
    """Run ``make demo``'s program in a state folder of its own, until the block ends."""
    root = Path(tempfile.mkdtemp(prefix="hvrmet-browser-", dir="/var/tmp"))
    root.chmod(0o711)
    output = root / "demo.log"
    with output.open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "hvrmet.embedded.demo"],
            env=_environment(root),
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Served(_address(process, output), root / "state" / "demo.json")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(STOP_SECONDS)
        shutil.rmtree(root, ignore_errors=True)


def _environment(root: Path) -> dict[str, str]:
    """Return what a fresh shell would have, with a state folder of our own."""
    mine = ("PYTEST", "HVRMET_", "DJANGO", "DATABASE_", "BROKER_", "CHANNEL_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(mine)}
    return {
        **kept,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
        "PYTHONUNBUFFERED": "1",
        "HVRMET_STATE_DIR": str(root / "state"),
        "HVRMET_RUNTIME_DIR": str(root / "run"),
    }


def _address(process: subprocess.Popen[bytes], output: Path) -> str:
    """Wait until the demonstration serves, and return where."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        found = re.search(r"serving at (http://\S+) until", output.read_text())
        if found:
            return found[1]
        time.sleep(0.2)
    raise AssertionError(f"the demonstration does not serve:\n{output.read_text()}")
