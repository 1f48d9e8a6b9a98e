"""A RabbitMQ node of the fault run's own, which may be killed and started again."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
from pathlib import Path

from hvrmet.embedded.identity import ServerUser
from hvrmet.embedded.ports import LOOPBACK, free_port, is_free
from hvrmet.embedded.processes import ended, spawn, stop, wait_until
from hvrmet.embedded.state import StatePaths

PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
ACCOUNT = "rabbitmq"
START_SECONDS = 1200.0
STOP_SECONDS = 200.0


class RabbitServer:
    """One node on a port of 127.0.0.1; its queues survive a kill."""

    def __init__(self, paths: StatePaths) -> None:
        self.port = free_port()
        self._distribution = free_port()
        self._folder = paths.root / "rabbitmq"
        self._log = paths.logs / "rabbitmq.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Address for Celery."""
        return f"amqp://guest:guest@{LOOPBACK}:{self.port}//"

    @property
    def pid(self) -> int:
        """Leader of the node's process group."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the node and wait until it takes connections."""
        user = _account()
        self._folder.mkdir(exist_ok=True)
        user.own(self._folder)
        settings = self._folder / "rabbitmq.conf"
        settings.write_text(f"listeners.tcp.local = {LOOPBACK}:{self.port}\n")
        self._process = spawn(
            [str(PROGRAM)],
            log=self._log,
            environment={
                "PATH": os.environ["PATH"],
                "HOME": str(self._folder),
                "LC_ALL": "C.UTF-8",
                "RABBITMQ_NODENAME": f"faults-{self.port}@localhost",
                "RABBITMQ_DIST_PORT": str(self._distribution),
                "RABBITMQ_MNESIA_BASE": str(self._folder),
                "RABBITMQ_LOG_BASE": str(self._folder),
                "RABBITMQ_CONFIG_FILE": str(settings),
                "RABBITMQ_ENABLED_PLUGINS_FILE": str(self._folder / "plugins"),
            },
            directory=self._folder,
            user=user,
        )
        process = self._process
        taken = wait_until(
            lambda: not is_free(self.port), timeout=START_SECONDS, alive=lambda: not ended(process)
        )
        assert taken, self._log.read_text(errors="replace")[-2000:]

    def stop(self) -> None:
        """Stop the node."""
        if self._process is not None:
            stop(self._process, signal.SIGTERM, patience=STOP_SECONDS)
            self._process = None


def _account() -> ServerUser:
    if os.geteuid() != 0:
        entry = pwd.getpwuid(os.geteuid())
        return ServerUser(entry.pw_name, entry.pw_uid, entry.pw_gid, switched=False)
    entry = pwd.getpwnam(ACCOUNT)
    return ServerUser(entry.pw_name, entry.pw_uid, entry.pw_gid, switched=True)
