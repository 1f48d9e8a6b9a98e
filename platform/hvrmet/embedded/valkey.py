"""A Valkey server of the project's own: broker, channel layer and cache."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

from hvrmet.embedded.binaries import find_valkey
from hvrmet.embedded.identity import ServerUser
from hvrmet.embedded.processes import command_line, end_leftover
from hvrmet.embedded.server_process import EmbeddedServer
from hvrmet.embedded.state import StatePaths

SOCKET_SECONDS = 1.0


class ValkeyServer(EmbeddedServer):
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

    start_seconds = 20.0
    stop_seconds = 10.0
    stop_signal = signal.SIGTERM

    def __init__(
        self, paths: StatePaths, *, durable: bool = True, user: ServerUser | None = None
    ) -> None:
        super().__init__(paths, durable=durable, user=user)

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
        self._launch(
            "Valkey",
            [str(program), *self._options()],
            self.paths.valkey,
            {"LC_ALL": "C.UTF-8", "TZ": "UTC"},
        )

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

    def _ready(self) -> bool:
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
            end_leftover(pid, signal.SIGTERM, patience=self.stop_seconds)
        self.pid_file.unlink(missing_ok=True)
