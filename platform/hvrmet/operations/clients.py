"""PostgreSQL's own programs, run against a database of the settings."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from psycopg.conninfo import make_conninfo

from hvrmet.operations.manifest import BackupError

WORDS_SHOWN = 20


def connection_of(database: Mapping[str, Any]) -> dict[str, Any]:
    """Return libpq's parameters of an entry of DATABASES."""
    known = {
        "host": database["HOST"],
        "port": database["PORT"],
        "user": database["USER"],
        "password": database["PASSWORD"],
        "dbname": database["NAME"],
    }
    options = {name: value for name, value in database["OPTIONS"].items() if name != "pool"}
    return {name: value for name, value in {**known, **options}.items() if value}


def run_client(program: Path, connection: Mapping[str, Any], *arguments: str) -> None:
    """Run a program on a database; its password goes by the environment, not the command line.

    Raises
    ------
    BackupError
        With the program's last words.
    """
    shown = {name: value for name, value in connection.items() if name != "password"}
    done = subprocess.run(  # noqa: S603 - a program of the installation, arguments of our own
        [str(program), f"--dbname={make_conninfo(**shown)}", *arguments],
        env={**os.environ, "PGPASSWORD": str(connection.get("password", ""))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        words = "\n  ".join(done.stderr.strip().splitlines()[-WORDS_SHOWN:])
        raise BackupError(f"{program.name} failed:\n  {words}")
