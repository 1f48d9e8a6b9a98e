"""The whole platform as child processes of one: servers, web, worker and beat.

What it starts, it stops, in order; if it is killed, the kernel stops the rest.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from hvrmet.embedded.errors import LOG_LINES_SHOWN, EmbeddedError, last_words
from hvrmet.embedded.identity import server_user
from hvrmet.embedded.ports import LOOPBACK, ClaimedPort, claim_port
from hvrmet.embedded.processes import (
    Use,
    ask,
    collect,
    ended,
    spawn,
    use_of,
    wait_until,
)
from hvrmet.embedded.restarts import Restarts
from hvrmet.embedded.services import EmbeddedServices
from hvrmet.embedded.state import StatePaths, checkout_folder
from hvrmet.embedded.web import answers

DEFAULT_PORT = 8000
WEB_SECONDS = 60.0
STOP_SECONDS = 5.0
WORKER_PROCESSES = 2
WEB_PROCESSES = 2

Reporter = Callable[[str], None]


@dataclass(frozen=True)
class Running:
    """What a running supervisor tells other processes of this checkout.

    Attributes
    ----------
    pid : int
    url : str
        Where the web process answers.
    environment : mapping
        Variables that lead to the servers.
    """

    pid: int
    url: str
    environment: Mapping[str, str]


def find_running(paths: StatePaths) -> Running | None:
    """Return the supervisor that holds this state folder, if one does."""
    if not paths.lock.exists():
        return None
    free = _try_lock(paths)
    if free is not None:
        free.close()
        return None
    try:
        document = json.loads(paths.services.read_text())
    except (OSError, ValueError):
        return None
    return Running(**document)


def clear_left_behind(paths: StatePaths) -> list[str]:
    """Remove what a killed run left in the state folder, and name it; a running one keeps its own.

    The servers deal with their data themselves when they start.
    """
    if not paths.root.exists():
        return []
    free = _try_lock(paths)
    if free is None:
        return []
    with free:
        return _clear(paths)


def _clear(paths: StatePaths) -> list[str]:
    left = [path for path in (paths.services, *paths.pid_files) if path.exists()]
    paths.services.unlink(missing_ok=True)
    return [str(path.relative_to(paths.root)) for path in left]


class Supervisor:
    """Starts, watches and stops the platform.

    Parameters
    ----------
    paths : StatePaths
    port : int, optional
        Where the web process listens. Without it the first free port from 8000 on is taken; with
        it a taken port is an error.
    report : callable
        Receives in a few words what happens.
    variables : mapping, optional
        More environment for the platform's processes.
    """

    def __init__(
        self,
        paths: StatePaths,
        *,
        port: int | None = None,
        report: Reporter = lambda _text: None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self.paths = paths
        self.report = report
        self._wanted_port = port
        self._services = EmbeddedServices(paths)
        self._extra = dict(variables or {})
        self._lock: IO[str] | None = None
        self._port: ClaimedPort | None = None
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._commands: dict[str, list[str]] = {}
        self._restarts = Restarts()
        self.url = ""

    def environment(self) -> dict[str, str]:
        """Return the whole environment of the platform's processes."""
        root = checkout_folder()
        return {
            "HVRMET_METRICS_DIR": str(self.paths.runtime / "metrics"),
            **os.environ,
            **self._services.environment(),
            **self._extra,
            "PYTHONPATH": os.pathsep.join((str(root), str(root / "platform"))),
            "PYTHONUNBUFFERED": "1",
            "MPLCONFIGDIR": str(self.paths.root / "cache"),
        }

    def start(self) -> None:
        """Start everything and wait until the web process answers.

        Raises
        ------
        EmbeddedError
            With what went wrong and its cure; nothing is left running.
        """
        self.paths.prepare(server_user())
        self._lock = _try_lock(self.paths)
        if self._lock is None:
            raise EmbeddedError(
                f"another process runs the platform on {self.paths.root}",
                cure="'make down' stops it",
                code="already_running",
            )
        if left := _clear(self.paths):
            self.report(f"the run before was killed; cleaning up after it: {', '.join(left)}")
        try:
            self._start_all()
        except BaseException:
            self.stop()
            raise

    def _start_all(self) -> None:
        self._port = self._choose_port()
        port = self._port.number
        self._turn_logs()
        self._services.start()
        self.report(f"embedded: {', '.join(self._services.embedded_parts) or 'nothing'}")
        self.manage("setup_database")
        self.manage("load_library")
        self.report("database: migrated, Guideline Library loaded")
        self.url = f"http://{LOOPBACK}:{port}"
        self._commands = platform_commands(self.paths, port)
        for name, command in self._commands.items():
            self._children[name] = self._spawn(name, command)
        web = self._children["web"]
        ready = wait_until(
            lambda: answers(f"{self.url}/readyz"),
            timeout=WEB_SECONDS,
            alive=lambda: not ended(web),
        )
        if not ready:
            raise _died("web", self._log("web"))
        self._publish()
        self.report(f"web, workers and beat: {self.url}")

    def manage(self, *arguments: str) -> str:
        """Run one of Django's commands and return what it prints.

        Raises
        ------
        EmbeddedError
            With the command's last words.
        """
        command = [sys.executable, str(checkout_folder() / "manage.py"), *arguments]
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=self.environment(),
            check=False,
        )
        with (self.paths.logs / "manage.log").open("a") as log:
            log.write(f"$ manage.py {' '.join(arguments)}\n{done.stdout}{done.stderr}")
        if done.returncode != 0:
            words = "\n    ".join(
                (done.stderr or done.stdout).strip().splitlines()[-LOG_LINES_SHOWN:]
            )
            raise EmbeddedError(
                f"manage.py {arguments[0]} failed:\n    {words}",
                cure=f"read {self.paths.logs / 'manage.log'}; 'make clean' starts from nothing",
                code="command_failed",
            )
        return done.stdout

    def check(self) -> None:
        """Start again what has died and has waited long enough.

        A server that does not come up counts as one that has died again.

        Raises
        ------
        EmbeddedError
            When a server or a process has died for the sixth time within ten minutes.
        """
        for name in self._services.failed():
            if self._starts_again(name, self._services.log(name)):
                try:
                    self._services.start_again(name)
                except (EmbeddedError, OSError) as error:
                    self.report(f"{name} did not start and will be tried again: {error}")
        for name, process in list(self._children.items()):
            if ended(process) and self._starts_again(name, self._log(name)):
                collect(process, patience=0)
                self._children[name] = self._spawn(name, self._commands[name])

    def _starts_again(self, name: str, log: Path) -> bool:
        """Count a restart whose time has come."""
        if self._restarts.exhausted(name):
            raise _died(name, log)
        if not self._restarts.due(name):
            return False
        self._restarts.count(name)
        self.report(f"{name} has stopped: starting it again")
        return True

    def watch(self, until: Callable[[], bool], *, interval: float = 0.5) -> None:
        """Keep everything running until told otherwise."""
        while not until():
            self.check()
            time.sleep(interval)

    def use(self) -> dict[str, Use]:
        """Return what each part of the platform uses of the machine."""
        started = {name: process.pid for name, process in self._children.items()}
        return use_of(started | self._services.processes())

    def stop(self) -> None:
        """Stop everything that this object started, last first; the data stays."""
        if self._lock is None:
            return
        self.paths.services.unlink(missing_ok=True)
        for process in self._children.values():
            ask(process, signal.SIGTERM)
        for name in reversed(list(self._children)):
            collect(self._children.pop(name), patience=STOP_SECONDS)
        self._services.stop()
        shutil.rmtree(self.paths.runtime, ignore_errors=True)
        if self._port is not None:
            self._port.release()
            self._port = None
        self._lock.close()
        self._lock = None

    def _turn_logs(self) -> None:
        """Keep the logs of the run before this one, and no older ones."""
        for log in self.paths.logs.glob("*.log"):
            log.replace(log.with_suffix(".log.before"))

    def _choose_port(self) -> ClaimedPort:
        if self._wanted_port is None:
            return claim_port(DEFAULT_PORT)
        return claim_port(self._wanted_port, tried=1, purpose="the web process (PORT)")

    def _spawn(self, name: str, command: list[str]) -> subprocess.Popen[bytes]:
        return spawn(
            command,
            log=self._log(name),
            environment=self.environment(),
            directory=checkout_folder(),
        )

    def _publish(self) -> None:
        variables = {**self._services.environment(), **self._extra}
        document: dict[str, Any] = {
            "pid": os.getpid(),
            "url": self.url,
            "environment": variables,
        }
        draft = self.paths.services.with_suffix(".new")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(document, indent=1))
        draft.rename(self.paths.services)

    def _log(self, name: str) -> Path:
        return self.paths.logs / f"{name}.log"


def platform_commands(paths: StatePaths, port: int) -> dict[str, list[str]]:
    """Return the platform's processes, in the order in which they are started."""
    celery = [sys.executable, "-m", "celery", "-A", "tasks"]
    worker = [*celery, "worker", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    return {
        "web": [
            *(sys.executable, "-m", "hvrmet.web", "--host", LOOPBACK, "--port", str(port)),
            *("--workers", str(WEB_PROCESSES)),
        ],
        "worker": [
            # A diagnosis takes all that it gets: answers and sockets go first.
            *("nice", "-n", "10", *worker),
            *("--concurrency", str(WORKER_PROCESSES), "--queues", "diagnose,render"),
        ],
        "interactive": [
            # One process that keeps sources open: somebody waits for each of its answers.
            *(*worker, "--concurrency", "1", "--queues", "interactive", "-n", "interactive@%h"),
            *("--max-tasks-per-child", "5000"),
        ],
        "upkeep": [*worker, "--concurrency", "2", "--queues", "upkeep", "-n", "upkeep@%h"],
        "webhooks": [*worker, "--concurrency", "1", "--queues", "webhooks", "-n", "webhooks@%h"],
        "beat": [
            *(*celery, "beat", "--loglevel", "INFO", "--pidfile="),
            *("--schedule", str(paths.root / "beat-schedule")),
        ],
    }


def _died(name: str, log: Path) -> EmbeddedError:
    words = "".join(f"\n    {line}" for line in last_words(log))
    return EmbeddedError(
        f"the {name} process does not stay up; its last words:{words}",
        cure=f"read {log}",
        code="process_died",
    )


def _try_lock(paths: StatePaths) -> IO[str] | None:
    """Take the state folder's lock, or return None when another process has it."""
    handle = paths.lock.open("a")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        return None
    return handle
