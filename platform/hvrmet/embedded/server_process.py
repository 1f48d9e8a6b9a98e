"""What the embedded servers have in common: one process that is started, watched and stopped."""

from __future__ import annotations

import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from hvrmet.embedded.errors import server_failure
from hvrmet.embedded.identity import ServerUser, server_user
from hvrmet.embedded.processes import ended, spawn, stop, wait_until
from hvrmet.embedded.state import StatePaths


class EmbeddedServer(ABC):
    """A server of the project's own, on a socket that only its user can reach.

    Parameters
    ----------
    paths : StatePaths
        Where the data, the log and the socket are.
    durable : bool
        Keep what was written over a restart or a crash; off for tests.
    user : ServerUser, optional
        Whom the server runs as.
    """

    start_seconds: ClassVar[float]
    stop_seconds: ClassVar[float]
    stop_signal: ClassVar[signal.Signals]

    def __init__(self, paths: StatePaths, *, durable: bool, user: ServerUser | None) -> None:
        self.paths = paths
        self.durable = durable
        self.user = user or server_user()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    @abstractmethod
    def log(self) -> Path:
        """The server's log."""

    @abstractmethod
    def start(self) -> None:
        """Start the server. Call from the main thread: it ends with the thread that started it.

        Raises
        ------
        EmbeddedError
            With what went wrong and its cure.
        """

    @property
    def pid(self) -> int | None:
        """The server's process, until it is stopped."""
        return self._process.pid if self._process is not None else None

    def running(self) -> bool:
        """Say whether the server that this object started is alive."""
        return self._process is not None and not ended(self._process)

    def stop(self) -> None:
        """Stop the server, closing its connections; durable data stay."""
        if self._process is not None:
            stop(self._process, self.stop_signal, patience=self.stop_seconds)
            self._process = None

    @abstractmethod
    def _ready(self) -> bool:
        """Say whether the server accepts connections."""

    def _launch(
        self, name: str, command: Sequence[str], directory: Path, environment: Mapping[str, str]
    ) -> None:
        """Start the process and wait until it is ready.

        Raises
        ------
        EmbeddedError
            ``server_not_started`` with the end of its log; nothing is left running.
        """
        process = spawn(
            command,
            log=self.log,
            environment=environment,
            directory=directory,
            death_signal=self.stop_signal,
            user=self.user,
        )
        self._process = process
        if not wait_until(
            self._ready, timeout=self.start_seconds, alive=lambda: not ended(process)
        ):
            self.stop()
            raise server_failure(name, self.log)
