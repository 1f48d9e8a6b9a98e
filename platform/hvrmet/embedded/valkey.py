"""A Valkey server of the project's own: broker, channel layer and cache."""

from __future__ import annotations

import signal
import socket
import subprocess
from pathlib import Path

from hvrmet.embedded.binaries import find_valkey
from hvrmet.embedded.errors import server_failure
from hvrmet.embedded.identity import ServerUser, server_user
from hvrmet.embedded.processes import (
    command_line,
    end_leftover,
    ended,
    spawn,
    stop,
    wait_until,
)
from hvrmet.embedded.state import StatePaths

START_SECONDS = 20.0
STOP_SECONDS = 10.0
SOCKET_SECONDS = 1.0


class ValkeyServer:
    """Valkey on a socket that only its user can reach; no port is opened.

    Parameters
    ----------
    paths : StatePaths
        Where the data, the log and the socket are.
    durable : bool
        Keep queued messages over a restart; off for tests.
    user : ServerUser, optional
        Whom the server runs as.
    """

    def __init__(
        self, paths: StatePaths, *, durable: bool = True, user: ServerUser | None = None
    ) -> None:
        self.paths = paths
        self.user = user or server_user()
        self.durable = durable
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        """The server's socket."""
        return self.paths.valkey_socket / "valkey.sock"

    @property
    def log(self) -> Path:
        """The server's log."""
        return self.paths.logs / "valkey.log"

    @property
    def pid_file(self) -> Path:
        """Written by the server, removed when it stops in order."""
        return self.paths.pid_files[1]

    def start(self) -> None:
        """Start the server. Call from the main thread: it ends with the thread that started it.

        Raises
        ------
        EmbeddedError
            With what went wrong and its cure.
        """
        if self.running():
            return
        self.paths.prepare(self.user)
        program = find_valkey(self.user, self.paths.binaries)
        self._clear_leftover()
        self._process = spawn(
            [str(program), *self._options()],
            log=self.log,
            environment={"LC_ALL": "C.UTF-8", "TZ": "UTC"},
            directory=self.paths.valkey,
            user=self.user,
        )
        process = self._process
        if not wait_until(self._answers, timeout=START_SECONDS, alive=lambda: not ended(process)):
            self.stop()
            raise server_failure("Valkey", self.log)

    def stop(self) -> None:
        """Stop the server; what is queued stays where it is durable."""
        if self._process is not None:
            stop(self._process, signal.SIGTERM, patience=STOP_SECONDS)
            self._process = None

    @property
    def pid(self) -> int | None:
        """The server's process, while it runs."""
        return self._process.pid if self._process is not None else None

    def running(self) -> bool:
        """Say whether the server that this object started is alive."""
        return self._process is not None and not ended(self._process)

    def broker_url(self, database: int = 0) -> str:
        """Return the URL for Celery."""
        return f"redis+socket://{self.socket}?virtual_host={database}"

    def url(self, database: int = 1) -> str:
        """Return the URL for Redis clients, the channel layer and the cache."""
        return f"unix://{self.socket}?db={database}"

    def _options(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.paths.valkey),
            "pidfile": str(self.pid_file),
            "daemonize": "no",
            "save": "",
            "appendonly": "yes" if self.durable else "no",
            "maxmemory-policy": "noeviction",
        }
        return [part for name, value in options.items() for part in (f"--{name}", value)]

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(SOCKET_SECONDS)
            try:
                client.connect(str(self.socket))
                client.sendall(b"PING\r\n")
                return client.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    def _clear_leftover(self) -> None:
        """Stop a server that a killed run left behind on this data."""
        try:
            pid = int(self.pid_file.read_text())
        except (OSError, ValueError):
            return
        if any(str(self.socket) in part for part in command_line(pid)):
            end_leftover(pid, signal.SIGTERM, patience=STOP_SECONDS)
        self.pid_file.unlink(missing_ok=True)
