"""The whole platform once, as a newcomer starts it, and as a machine that fails ends it.

`make demo` must come to a report and answer an authenticated request. Then a browser must be able
to work in its pages (`frontend/tests/browser`), and 60 s after its supervisor was killed no process
and no port of it may be left. It works in a state folder of its own, and runs alone: nothing else
should keep the machine busy.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from hvrmet.embedded.server_folders import server_folder
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.supervisor import Running, find_running
from hvrmet.embedded.watchdog import session_paths
from hvrmet.embedded.web import ApiClient

ROOT = Path(__file__).resolve().parents[1]
GONE_SECONDS = 60.0
"""What the embedded platform promises for the end of everything it started."""
REPORT_SECONDS = 600.0
POLL_SECONDS = 0.2
CROWD = ("-m", "tests.crowded_centre")
OF_ANOTHER_PLATFORM = ("DATABASE_", "BROKER_", "CHANNEL_", "STORAGE_", "HVRMET_", "DJANGO")


class SmokeError(Exception):
    """The platform did not do what it promises."""


@contextmanager
def state_folder() -> Iterator[StatePaths]:
    """Give a state folder of its own."""
    with server_folder("smoke") as folder:
        yield session_paths(folder)


@contextmanager
def demonstrated(paths: StatePaths) -> Iterator[Running]:
    """Start the demonstration on the state folder, give it with its report, and end it.

    Raises
    ------
    SmokeError
        When it ends before its report, has none after `REPORT_SECONDS`, or does not list it.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(OF_ANOTHER_PLATFORM)
    }
    folders = {"HVRMET_STATE_DIR": str(paths.root), "HVRMET_RUNTIME_DIR": str(paths.runtime)}
    demonstration = subprocess.Popen(
        ["make", "--no-print-directory", "demo"],
        cwd=ROOT,
        env={**kept, **folders},
        stdin=subprocess.DEVNULL,
    )
    try:
        yield _with_report(paths, demonstration)
    finally:
        demonstration.terminate()
        demonstration.wait()


def _with_report(paths: StatePaths, demonstration: subprocess.Popen[bytes]) -> Running:
    began = time.monotonic()
    while not any(paths.reports.glob("*/report.html")):
        if demonstration.poll() is not None or time.monotonic() - began > REPORT_SECONDS:
            show_logs(paths)
            raise SmokeError(f"'make demo' has no report after {time.monotonic() - began:.0f} s")
        time.sleep(POLL_SECONDS)
    running = find_running(paths)
    key = json.loads((paths.root / "demo.json").read_text())["api_key"]
    reports = ApiClient(running.url, key).get("/api/v1/reports/") if running else {}
    if running is None or len(reports.get("results", ())) != 1:
        raise SmokeError(f"the report of the demonstration is not listed: {reports}")
    return running


def run_beside(paths: StatePaths, running: Running, *words: str, **variables: str) -> int:
    """Run a Python program that finds the running platform; return its status."""
    demo = str(paths.root / "demo.json")
    where = {"HVRMET_URL": running.url, "HVRMET_DEMO": demo}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, **running.environment, **where, **variables},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode


def browse(paths: StatePaths, running: Running) -> str:
    """Run the browser's tests on a running platform; without a browser, say that they are left out.

    Raises
    ------
    SmokeError
        When one fails, or when ``HVRMET_REQUIRE`` lists a browser and there is none.
    """
    program = os.environ.get("HVRMET_CHROMIUM") or shutil.which("chromium")
    if program is None or not Path(program).exists():
        if "browser" in os.environ.get("HVRMET_REQUIRE", "").split(","):
            raise SmokeError("no browser: apt install chromium, or HVRMET_CHROMIUM=/path")
        return "browser: skipped, chromium is not installed"
    began = time.monotonic()
    if os.environ.get("HVRMET_NIGHTLY") and run_beside(paths, running, *CROWD) != 0:
        raise SmokeError("the crowded centre could not be made")
    pages = ("scripts/frontend.py", "run", "browser")
    if run_beside(paths, running, *pages, HVRMET_CHROMIUM=program) != 0:
        show_logs(paths)
        raise SmokeError("tests of the browser failed: they are named above")
    return f"browser: passed in {time.monotonic() - began:.0f} s"


def show_logs(paths: StatePaths) -> None:
    """Print the end of each process's log."""
    for log in sorted([*paths.logs.glob("*"), *paths.root.glob("*.log")]):
        text = log.read_text(errors="replace")
        sys.stdout.write(f"--- {log.name}\n{text[-3000:]}\n")


def family(pid: int) -> list[psutil.Process]:
    """Return a process with everything below it."""
    leader = psutil.Process(pid)
    return [leader, *leader.children(recursive=True)]


def listening(processes: list[psutil.Process]) -> set[int]:
    """Return the TCP ports on which processes listen; one that ends meanwhile listens no more."""
    ports = set()
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            found = process.net_connections("tcp")
            ports |= {one.laddr.port for one in found if one.status == psutil.CONN_LISTEN}
    return ports


def left_over(processes: list[psutil.Process], ports: set[int]) -> list[str]:
    """Name what is still there of processes and ports."""
    alive = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                alive.append(f"process {process.pid}: {' '.join(process.cmdline())[:100]}")
    open_ports = {
        found.laddr.port
        for found in psutil.net_connections("tcp")
        if found.status == psutil.CONN_LISTEN
    }
    return [*alive, *(f"port {port}" for port in sorted(ports & open_ports))]


def kill_and_look(paths: StatePaths) -> str:
    """Kill a running platform's supervisor; return how long its last process or port stayed.

    Raises
    ------
    SmokeError
        When something is left after `GONE_SECONDS`.
    """
    running = find_running(paths)
    if running is None:
        raise SmokeError("the demonstration serves no more")
    processes = family(running.pid)
    ports = listening(processes)
    if len(processes) < 5 or not ports:
        raise SmokeError(f"{len(processes)} processes and the ports {ports} are no whole platform")
    psutil.Process(running.pid).kill()
    killed = time.monotonic()
    while left := left_over(processes, ports):
        if time.monotonic() - killed > GONE_SECONDS:
            raise SmokeError(f"left {GONE_SECONDS:.0f} s after the kill: {'; '.join(left)}")
        time.sleep(POLL_SECONDS)
    seconds = time.monotonic() - killed
    return f"{len(processes)} processes and ports {sorted(ports)} were gone after {seconds:.1f} s"


def main() -> int:
    """Start, ask, kill and look."""
    with state_folder() as paths:
        try:
            # What the browser finds does not hide what the kill leaves behind.
            with demonstrated(paths) as running:
                try:
                    sys.stdout.write(f"smoke: {browse(paths, running)}\n")
                finally:
                    sys.stdout.write(f"smoke: {kill_and_look(paths)}\n")
        except SmokeError as error:
            sys.stdout.write(f"FAILED smoke: {error}\n")
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
