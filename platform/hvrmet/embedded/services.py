"""The embedded servers as a set, and the environment that leads other processes to them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from hvrmet.embedded.credentials import load_credentials
from hvrmet.embedded.postgres import PostgresServer
from hvrmet.embedded.roles import OWNER_ROLE, RUNTIME_ROLE
from hvrmet.embedded.server_process import EmbeddedServer
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.valkey import ValkeyServer

_REPLACEABLE = ("BROKER_URL", "CHANNEL_URL", "STORAGE_URL")


class EmbeddedServices:
    """PostgreSQL, Valkey and file storage, as far as the environment names no real ones.

    ``DATABASE_URL`` replaces the embedded database, ``BROKER_URL`` and ``CHANNEL_URL`` together
    the embedded broker, ``STORAGE_URL`` the folder of files.

    Parameters
    ----------
    paths : StatePaths
    environment : mapping, optional
        The process environment by default.
    for_tests : bool
        Give up durability, and let the owner role create databases.
    """

    def __init__(
        self,
        paths: StatePaths,
        *,
        environment: Mapping[str, str] | None = None,
        for_tests: bool = False,
    ) -> None:
        given = os.environ if environment is None else environment
        self.paths = paths
        self.postgres: PostgresServer | None = None
        self.valkey: ValkeyServer | None = None
        if not given.get("DATABASE_URL"):
            self.postgres = PostgresServer(paths, durable=not for_tests, create_databases=for_tests)
        if not (given.get("BROKER_URL") and given.get("CHANNEL_URL")):
            self.valkey = ValkeyServer(paths, durable=not for_tests)
        self._given = {
            name: given[name]
            for name in ("BROKER_URL", "CHANNEL_URL", "STORAGE_URL")
            if given.get(name)
        }

    @property
    def embedded_parts(self) -> tuple[str, ...]:
        """Names of the parts that are embedded."""
        parts = {
            "database": self.postgres is not None,
            "broker": self.valkey is not None,
            "storage": "STORAGE_URL" not in self._given,
        }
        return tuple(name for name, embedded in parts.items() if embedded)

    def start(self) -> None:
        """Start what is embedded; stop it again when a part fails.

        Raises
        ------
        EmbeddedError
            With what went wrong and its cure.
        """
        try:
            if self.postgres:
                self.postgres.start()
            if self.valkey:
                self.valkey.start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop what is embedded."""
        if self.valkey:
            self.valkey.stop()
        if self.postgres:
            self.postgres.stop()

    def start_again(self, name: str) -> None:
        """Start a server that has died, on its data and at its address.

        Raises
        ------
        EmbeddedError
            With what went wrong and its cure.
        """
        server = self._servers()[name]
        server.stop()
        server.start()

    def log(self, name: str) -> Path:
        """Return the log of a server."""
        return self._servers()[name].log

    def _servers(self) -> dict[str, EmbeddedServer]:
        servers: dict[str, EmbeddedServer | None] = {
            "PostgreSQL": self.postgres,
            "Valkey": self.valkey,
        }
        return {name: server for name, server in servers.items() if server is not None}

    def failed(self) -> tuple[str, ...]:
        """Name the servers that were started and have died."""
        return tuple(name for name, server in self._servers().items() if not server.running())

    def processes(self) -> dict[str, int]:
        """Return the process ids of the servers that run."""
        servers: dict[str, EmbeddedServer | None] = {
            "postgres": self.postgres,
            "valkey": self.valkey,
        }
        return {name: server.pid for name, server in servers.items() if server and server.pid}

    def environment(self) -> dict[str, str]:
        """Return the variables that lead the platform's processes to these servers."""
        variables = dict(self._given)
        if self.postgres:
            variables["DATABASE_URL"] = self.postgres.url(RUNTIME_ROLE)
            variables["DATABASE_OWNER_URL"] = self.postgres.url(OWNER_ROLE)
        if self.valkey:
            variables.setdefault("BROKER_URL", self.valkey.broker_url())
            variables.setdefault("CHANNEL_URL", self.valkey.url())
        variables.setdefault("STORAGE_URL", self.paths.artifacts.as_uri())
        variables["HVRMET_SECRET_KEY"] = load_credentials(self.paths.credentials).secret_key
        variables["HVRMET_EMBEDDED"] = ",".join(self.embedded_parts)
        return variables
