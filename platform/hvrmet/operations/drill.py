"""A drill: restore a backup into a database of its own, check everything, and remove it again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from uuid import uuid4

import psycopg
from django.conf import settings
from psycopg import sql

from hvrmet.embedded.binaries import find_client
from hvrmet.operations.clients import connection_of, run_client
from hvrmet.operations.manifest import ARTIFACTS, DUMP, BackupError, Manifest, manifest_read
from hvrmet.settings.urls_of_services import database_settings

# Named, not imported: it composes the platform with the science that rebuilds a report.
CHECK = "tasks.restore_check"


def restore_drill(folder: Path, server: str | None, say: Callable[[str], None]) -> list[str]:
    """Restore a backup, check it, and return what is wrong with it.

    Parameters
    ----------
    folder : Path
        What `backup_make` has written.
    server : str, optional
        URL of a role that may create databases and sees every row; the owner's by default.
    say : callable
        Receives in a few words what was done.

    Raises
    ------
    BackupError
        When the backup is not whole, or cannot be restored at all.
    EmbeddedError
        When there is no ``pg_restore`` for the server.
    """
    manifest = manifest_read(folder)
    url = server or os.environ.get("DATABASE_ADMIN_URL") or os.environ.get("DATABASE_OWNER_URL")
    if not url:
        raise BackupError(
            "no server to restore to: set DATABASE_ADMIN_URL, or give --server, with a role that "
            "may create databases"
        )
    with _scratch_database(connection_of(database_settings(url, pool=False))) as scratch:
        _restore(folder, manifest, scratch)
        say(f"restored into {scratch['dbname']}: {sum(manifest.tables.values())} rows")
        return _check(folder, scratch, say)


@contextmanager
def _scratch_database(server: dict[str, Any]) -> Iterator[dict[str, Any]]:
    name = f"hvrmet_drill_{uuid4().hex[:12]}"
    try:
        with psycopg.connect(**server, autocommit=True) as connection:
            statement = "CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0"
            connection.execute(sql.SQL(statement).format(sql.Identifier(name)))
    except psycopg.Error as error:
        raise BackupError(
            f"no database can be created as {server.get('user')}: {error}\n  name a role that may "
            "with --server, or let this one: ALTER ROLE ... CREATEDB BYPASSRLS"
        ) from error
    try:
        yield {**server, "dbname": name}
    finally:
        with psycopg.connect(**server, autocommit=True) as connection:
            statement = "DROP DATABASE {} WITH (FORCE)"
            connection.execute(sql.SQL(statement).format(sql.Identifier(name)))


def _restore(folder: Path, manifest: Manifest, scratch: dict[str, Any]) -> None:
    with psycopg.connect(**scratch, autocommit=True) as connection:
        version = connection.info.server_version // 10_000
        # The dump makes the schema itself.
        connection.execute("DROP SCHEMA IF EXISTS public CASCADE")
    program = find_client("pg_restore", max(version, manifest.server_version))
    options = ("--no-owner", "--no-privileges", "--exit-on-error")
    run_client(program, scratch, *options, str(folder / DUMP))


def _check(folder: Path, scratch: dict[str, Any], say: Callable[[str], None]) -> list[str]:
    """Run the checks in a process whose database and store are the restored ones."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "DATABASE_URL": _url(scratch),
        "STORAGE_URL": (folder.resolve() / ARTIFACTS).as_uri(),
        "DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE,
    }
    done = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-m", CHECK, str(folder)],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BackupError(f"the restored database cannot be checked:\n{done.stderr[-4000:]}")
    outcome = json.loads(done.stdout)
    for line in outcome["done"]:
        say(line)
    found: list[str] = outcome["faults"]
    return found


def _url(connection: dict[str, Any]) -> str:
    """Return libpq's parameters as a URL."""
    rest = {
        name: connection[name] for name in connection if name not in ("user", "password", "dbname")
    }
    user = quote(str(connection.get("user", "")), safe="")
    password = quote(str(connection.get("password", "")), safe="")
    return f"postgresql://{user}:{password}@/{connection['dbname']}?{urlencode(rest)}"
