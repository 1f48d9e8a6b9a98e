"""A PostgreSQL server of the project's own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psycopg

from hvrmet.embedded.binaries import Programs, find_postgres
from hvrmet.embedded.credentials import Credentials, load_credentials
from hvrmet.embedded.errors import EmbeddedError, server_failure
from hvrmet.embedded.identity import ServerUser
from hvrmet.embedded.ports import free_port, require_free_port
from hvrmet.embedded.processes import command_line, end_leftover, wait_until
from hvrmet.embedded.roles import DATABASE, RUNTIME_ROLE, prepare_server
from hvrmet.embedded.server_process import EmbeddedServer
from hvrmet.embedded.state import StatePaths

SUPERUSER = "postgres"
SOCKET_PORT = 5432
_STATUS_LINE = 7  # of postmaster.pid
_NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgresServer(EmbeddedServer):
    """PostgreSQL on a socket that only its user can reach, with the project's roles.

    Parameters
    ----------
    paths : StatePaths
        Where the data, the log and the socket are.
    durable : bool
        False gives up the safety of written data for speed; for tests only.
    tcp_port : int, optional
        Listen on 127.0.0.1 too; 0 chooses a free port. Without it there is the socket only.
    create_databases : bool
        Let the owner role create databases, as a test run must.
    max_connections : int
    user : ServerUser, optional
        Whom the server runs as.
    """

    start_seconds = 60.0
    stop_seconds = 20.0
    stop_signal = signal.SIGINT

    def __init__(
        self,
        paths: StatePaths,
        *,
        durable: bool = True,
        tcp_port: int | None = None,
        create_databases: bool = False,
        max_connections: int = 100,
        user: ServerUser | None = None,
    ) -> None:
        super().__init__(paths, durable=durable, user=user)
        self.tcp_port = tcp_port
        self.create_databases = create_databases
        self.max_connections = max_connections

    @property
    def data(self) -> Path:
        """The cluster's data directory."""
        return self.paths.postgres / "data"

    @property
    def log(self) -> Path:
        """The server's log."""
        return self.paths.logs / "postgres.log"

    def start(self) -> None:
        """Make the cluster if there is none, start the server, prepare roles and database.

        Call from the main thread: the server ends with the thread that started it.

        Raises
        ------
        EmbeddedError
            With what went wrong and its cure.
        """
        if self.running():
            return
        self.paths.prepare(self.user)
        programs = find_postgres(self.user, self.paths.binaries)
        credentials = self._initialise(programs)
        self._clear_leftover()
        self._launch(
            f"PostgreSQL {programs.version}",
            self._command(programs, self._choose_port()),
            self.paths.postgres,
            _server_environment(),
        )
        try:
            with psycopg.connect(self.url(SUPERUSER, SUPERUSER), autocommit=True) as connection:
                prepare_server(
                    connection,
                    owner_password=credentials.hvrmet_owner,
                    runtime_password=credentials.hvrmet_app,
                    create_databases=self.create_databases,
                )
        except psycopg.Error as error:
            self.stop()
            raise EmbeddedError(
                f"PostgreSQL runs, but its roles could not be prepared: {error}",
                cure=f"if {self.paths.credentials} was replaced, 'make clean' starts from nothing",
                code="roles_not_prepared",
            ) from error

    def url(self, role: str = RUNTIME_ROLE, database: str = DATABASE) -> str:
        """Return a connection URL with password, by the socket.

        The socket's folder stands percent-encoded where a host would, as libpq accepts it.
        """
        password = quote(load_credentials(self.paths.credentials).password(role), safe="")
        folder = quote(str(self.paths.postgres_socket), safe="")
        return f"postgresql://{role}:{password}@{folder}:{self._port_in_use()}/{database}"

    def tcp_url(self, role: str = RUNTIME_ROLE, database: str = DATABASE) -> str:
        """Return a connection URL by TCP; only for a server with a `tcp_port`."""
        password = quote(load_credentials(self.paths.credentials).password(role), safe="")
        return f"postgresql://{role}:{password}@127.0.0.1:{self._port_in_use()}/{database}"

    def _port_in_use(self) -> int:
        return self.tcp_port or SOCKET_PORT

    def _choose_port(self) -> int:
        if self.tcp_port is None:
            return SOCKET_PORT
        if self.tcp_port == 0:
            self.tcp_port = free_port()
        else:
            require_free_port(self.tcp_port, "PostgreSQL")
        return self.tcp_port

    def _initialise(self, programs: Programs) -> Credentials:
        """Make the cluster once, whole or not at all."""
        version_file = self.data / "PG_VERSION"
        if version_file.exists():
            made_by = version_file.read_text().strip()
            if made_by != str(programs.version):
                raise EmbeddedError(
                    f"{self.data} was made by PostgreSQL {made_by}; the programs found "
                    f"({programs.origin}) are of {programs.version}",
                    cure="choose the programs of that version with HVRMET_POSTGRES, or remove "
                    "the data with 'make clean'",
                    code="version_mismatch",
                )
            return load_credentials(self.paths.credentials)
        credentials = load_credentials(self.paths.credentials)
        draft = self.paths.postgres / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        password_file = self._password_file(credentials)
        command = [
            str(programs.folder / "initdb"),
            f"--pgdata={draft}",
            f"--username={SUPERUSER}",
            f"--pwfile={password_file}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--no-instructions",
            *([] if self.durable else ["--no-sync"]),
        ]
        try:
            with self.log.open("ab") as output:
                made = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    cwd=self.paths.postgres,
                    env=_server_environment(),
                    check=False,
                    **self.user.spawn_options(),
                )
        except OSError as error:
            raise EmbeddedError(
                f"initdb could not be run as {self.user.name!r}: {error}",
                cure="set HVRMET_SERVER_USER to an account that may run programs here",
                code="server_not_started",
            ) from error
        finally:
            password_file.unlink()
        if made.returncode != 0:
            raise server_failure(f"PostgreSQL {programs.version} (initdb)", self.log)
        draft.rename(self.data)
        return credentials

    def _password_file(self, credentials: Credentials) -> Path:
        path = self.paths.postgres / "password"
        path.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as handle:
            handle.write(credentials.postgres)
        self.user.own(path)
        return path

    def _command(self, programs: Programs, port: int) -> list[str]:
        settings = {
            "port": str(port),
            "listen_addresses": "" if self.tcp_port is None else "127.0.0.1",
            "unix_socket_directories": str(self.paths.postgres_socket),
            "unix_socket_permissions": "0700",
            "max_connections": str(self.max_connections),
            "shared_buffers": "64MB",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "log_line_prefix": "%m [%p] %q%u@%d ",
            **({} if self.durable else _NOT_DURABLE),
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(programs.folder / "postgres"), "-D", str(self.data), *options]

    def _ready(self) -> bool:
        lines = self._postmaster_lines()
        return len(lines) > _STATUS_LINE and lines[_STATUS_LINE].strip() == "ready"

    def _postmaster_lines(self) -> list[str]:
        try:
            return (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return []

    def _clear_leftover(self) -> None:
        """Deal with the pid file of a run that was killed.

        A server that still runs on this data is stopped. A number that belongs to another
        program by now is removed, because PostgreSQL would take it for a running server.
        """
        lines = self._postmaster_lines()
        if lines and lines[0].strip().isdigit():
            pid = int(lines[0])
            if str(self.data) in command_line(pid):
                end_leftover(pid, self.stop_signal, patience=self.stop_seconds)
            (self.data / "postmaster.pid").unlink(missing_ok=True)
        # Its processes notice that it has gone, and no server starts while one is left.
        wait_until(lambda: not self._backends(), timeout=self.stop_seconds, alive=lambda: True)
        for pid in self._backends():
            end_leftover(pid, signal.SIGKILL, patience=self.stop_seconds)
        for left in self.paths.postgres_socket.glob(".s.PGSQL.*"):
            left.unlink(missing_ok=True)

    def _backends(self) -> list[int]:
        """Return the processes that work in the data directory."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if (entry / "cwd").readlink() == self.data:
                    found.append(int(entry.name))
        return found


def _server_environment() -> dict[str, str]:
    """Return an environment without anything of ours: no secrets, no PG* variables."""
    return {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
