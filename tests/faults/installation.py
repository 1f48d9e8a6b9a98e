"""The platform as processes that may be killed: servers, web, workers, beat, and their watchdog.

What runs here is what runs in production: uvicorn, prefork workers and beat, on PostgreSQL with an
owner and a runtime role and on a real broker. `keep_up` starts again what has died, as an init
system does.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from hvrmet.embedded.identity import server_user
from hvrmet.embedded.ports import LOOPBACK, free_port
from hvrmet.embedded.postgres import SUPERUSER
from hvrmet.embedded.processes import collect, ended, kill_group, spawn, stop, wait_until
from hvrmet.embedded.services import EmbeddedServices
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.supervisor import platform_commands
from hvrmet.embedded.watchdog import session_paths
from hvrmet.embedded.web import ApiClient, answers

from tests.faults.rabbitmq import RabbitServer

ROOT = Path(__file__).resolve().parents[2]
WORKER = Path(__file__).with_name("worker.py")
STORE_BYTES = 256 * 2**20
READY_SECONDS = 1200.0
STOP_SECONDS = 600.0
GIVEN = {"DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "CHANNEL_URL", "STORAGE_URL"}


@contextmanager
def folders(*, keep: Callable[[], bool] = lambda: False) -> Iterator[StatePaths]:
    """Make short folders for an installation, and remove them unless they are to be kept."""
    folder = Path(tempfile.mkdtemp(prefix="hvrmet-faults-", dir="/tmp"))
    folder.chmod(0o711 if server_user().switched else 0o700)
    paths = session_paths(folder)
    paths.prepare(server_user())
    try:
        yield paths
    finally:
        if not keep():
            shutil.rmtree(folder)


class Installation:
    """One installation with servers of its own.

    Parameters
    ----------
    paths : StatePaths
    rabbitmq : bool
        RabbitMQ with quorum queues as the broker, Valkey otherwise.
    sources : mapping
        What ``HVRMET_SOURCES`` registers.
    variables : mapping
        More environment, e.g. a shorter lease.
    clocks : sequence of float
        One worker for each: the seconds by which its clock is wrong.
    visibility : int, optional
        Seconds after which Valkey delivers an unacknowledged message again.
    """

    def __init__(
        self,
        paths: StatePaths,
        *,
        rabbitmq: bool,
        sources: Mapping[str, Any],
        variables: Mapping[str, str],
        clocks: tuple[float, ...] = (0.0, 0.0),
        visibility: int | None = None,
    ) -> None:
        self.paths = paths
        self.rabbit = RabbitServer(paths) if rabbitmq else None
        given = {"BROKER_URL": self.rabbit.url} if self.rabbit else {}
        self.services = EmbeddedServices(paths, environment=given)
        self.variables = {"HVRMET_SOURCES": json.dumps(sources), **variables}
        self.port = free_port()
        self.url = f"http://{LOOPBACK}:{self.port}"
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.down: set[str] = set()
        self.restarts = 0
        self._mounted = False
        self._commands = platform_commands(paths, self.port)
        worker = self._commands.pop("worker")
        # "python -m celery -A tasks worker ..." with the scripted worker in Celery's place.
        arguments = worker[worker.index("worker") + 1 :]
        for number, clock in enumerate(clocks, start=1):
            self._commands[f"worker-{number}"] = [
                *(sys.executable, str(WORKER), f"--clock={clock}"),
                *((f"--visibility={visibility}",) if visibility else ()),
                *(*arguments, "-n", f"worker-{number}@%h"),
            ]

    @property
    def workers(self) -> tuple[str, ...]:
        """Names of the workers."""
        return tuple(name for name in self._commands if name.startswith("worker-"))

    def environment(self) -> dict[str, str]:
        """Return the environment of the platform's processes."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in GIVEN and not name.startswith(("PYTEST", "DJANGO"))
        }
        return {
            **kept,
            **self.services.environment(),
            **self.variables,
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "platform"))),
            "DJANGO_SETTINGS_MODULE": "hvrmet.settings.development",
            "PYTHONUNBUFFERED": "1",
        }

    def start(self) -> ApiClient:
        """Start everything, and return a client with a service key."""
        self.paths.prepare(server_user())
        self._limit_store()
        self.services.start()
        if self.rabbit:
            self.rabbit.start()
        self.manage("setup_database")
        self.manage("load_library")
        account = self.paths.root / "account.json"
        self.manage("seed_demo", "--out", str(account))
        for name in self._commands:
            self.launch(name)
        self.wait_for(lambda: answers(f"{self.url}/readyz"), "the web process")
        for name in self.workers:
            log = self.paths.logs / f"{name}.log"
            self.wait_for(lambda log=log: " ready." in log.read_text(errors="replace"), name)
        return ApiClient(self.url, json.loads(account.read_text())["api_key"])

    def stop(self) -> None:
        """Stop everything, suspended processes included."""
        for name, process in self.children.items():
            if not ended(process):
                self.signal(name, signal.SIGCONT)
                process.send_signal(signal.SIGTERM)
        for process in self.children.values():
            collect(process, patience=100)
        with suppress(OSError):
            self.broker_signal(signal.SIGCONT)
        if self.rabbit:
            self.rabbit.stop()
        self.services.stop()
        if self._mounted:
            subprocess.run(["umount", "--lazy", str(self.paths.artifacts)], check=True)

    def manage(self, *arguments: str) -> str:
        """Run one of Django's commands and return what it says."""
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *arguments],
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def launch(self, name: str) -> None:
        """Start one of the platform's processes."""
        self.children[name] = spawn(
            self._commands[name],
            log=self.paths.logs / f"{name}.log",
            environment=self.environment(),
            directory=ROOT,
            death_signal=signal.SIGKILL,
        )

    def keep_up(self) -> None:
        """Start again what has died, unless it is held down by a fault."""
        for name, process in list(self.children.items()):
            if name not in self.down and ended(process):
                collect(process, patience=0)
                self.restarts += 1
                self.launch(name)

    def kill(self, name: str) -> None:
        """Kill a process with all its children, as a machine that loses power does."""
        kill_group(self.children[name].pid)

    def signal(self, name: str, number: signal.Signals) -> None:
        """Send a signal to a process and all its children."""
        os.killpg(self.children[name].pid, number)

    def broker_signal(self, number: signal.Signals) -> None:
        """Send a signal to the broker and all its children."""
        os.killpg(self.broker_pid, number)

    @property
    def broker_pid(self) -> int:
        """Leader of the broker's process group."""
        if self.rabbit:
            return self.rabbit.pid
        return int(self.services.valkey.pid_file.read_text())

    def broker_restart(self) -> None:
        """Start the broker again after a kill."""
        server = self.rabbit or self.services.valkey
        server.stop()
        server.start()

    @contextmanager
    def database(self) -> Iterator[psycopg.Connection[Any]]:
        """Open a superuser's connection, which sees every tenant's rows."""
        url = self.services.postgres.url(SUPERUSER)
        with psycopg.connect(url, autocommit=True, connect_timeout=50) as connection:
            yield connection

    def wait_for(
        self, condition: Callable[[], bool], what: str, seconds: float = READY_SECONDS
    ) -> None:
        """Wait for a condition; failing, show the logs' ends."""
        if not wait_until(condition, timeout=seconds, alive=lambda: True):
            raise AssertionError(f"waited {seconds:.0f} s for {what}\n{self.last_words()}")

    def last_words(self) -> str:
        """Return the end of every log."""
        return "\n".join(
            f"--- {path.name}\n{path.read_text(errors='replace')[-3000:]}"
            for path in sorted(self.paths.logs.glob("*.log"))
        )

    def fill_store(self) -> Callable[[], None]:
        """Leave no room for another artifact, and return what makes room again."""
        if self._mounted:
            filler = self.paths.artifacts / "filler"
            with filler.open("wb", buffering=0) as stream:
                try:
                    while True:
                        stream.write(bytes(2**16))
                except OSError:
                    pass
            return lambda: filler.unlink()
        pids = [pid for name in self.workers for pid in self.family(name)]
        for pid in pids:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)

        def heal() -> None:
            for pid in pids:
                if Path(f"/proc/{pid}").exists():
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)

        return heal

    def family(self, name: str) -> tuple[int, ...]:
        """Return the numbers of a process and of its children."""
        leader = self.children[name].pid
        found = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
        return (leader, *map(int, found))

    def _limit_store(self) -> None:
        """Give the store a file system of its own, small enough to be filled, where we may."""
        if os.geteuid() != 0:
            return
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={STORE_BYTES}", "tmpfs", self.paths.artifacts],
            check=False,
            capture_output=True,
        )
        self._mounted = done.returncode == 0


def stop_process(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, and wait until it has; only a guard against a hang kills it."""
    stop(process, signal.SIGTERM, patience=STOP_SECONDS)
