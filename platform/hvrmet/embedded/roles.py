"""Prepare a PostgreSQL server for the project: two roles and a database.

The owner role owns the tables, runs migrations and takes backups, for which it sees every tenant's
rows, and shows that they can be restored, for which it may create databases. The runtime role owns
nothing, cannot bypass row-level security, and is what web and worker processes log in as. The same
statements prepare the embedded server, the one of a test run and one in production (``python -m
hvrmet.embedded.roles``, see ``docs/operate/deploy.md``).
"""

from __future__ import annotations

import os
import sys
from typing import LiteralString

import psycopg
from psycopg import sql

OWNER_ROLE = "hvrmet_owner"
RUNTIME_ROLE = "hvrmet_app"
DATABASE = "hvrmet"


def prepare_server(
    connection: psycopg.Connection,
    *,
    owner_password: str | None,
    runtime_password: str | None,
    create_databases: bool = False,
) -> None:
    """Create or correct the roles and create the database; a repeat is harmless.

    Parameters
    ----------
    connection : psycopg.Connection
        Of a superuser, to any database, in autocommit mode.
    owner_password, runtime_password : str, optional
        None leaves a role without a password, for servers that identify users otherwise.
    create_databases : bool
        Let the owner act as the runtime role, as test runs do in databases of their own.
    """
    # It restores backups into databases of its own, to show that they can be restored.
    _role(connection, OWNER_ROLE, owner_password, "BYPASSRLS CREATEDB")
    _role(connection, RUNTIME_ROLE, runtime_password, "NOBYPASSRLS NOCREATEDB")
    if create_databases:
        connection.execute(
            sql.SQL("GRANT {} TO {}").format(
                sql.Identifier(RUNTIME_ROLE), sql.Identifier(OWNER_ROLE)
            )
        )
    found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
    if found.fetchone() is None:
        connection.execute(
            sql.SQL("CREATE DATABASE {} OWNER {} ENCODING 'UTF8' TEMPLATE template0").format(
                sql.Identifier(DATABASE), sql.Identifier(OWNER_ROLE)
            )
        )
    connection.execute(
        sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(sql.Identifier(DATABASE))
    )
    connection.execute(
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(
            sql.Identifier(DATABASE), sql.Identifier(RUNTIME_ROLE)
        )
    )


def _role(
    connection: psycopg.Connection, name: str, password: str | None, may: LiteralString
) -> None:
    found = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone()
    verb = sql.SQL("ALTER ROLE" if found else "CREATE ROLE")
    connection.execute(
        sql.SQL("{} {} LOGIN NOSUPERUSER NOCREATEROLE {} PASSWORD {}").format(
            verb, sql.Identifier(name), sql.SQL(may), sql.Literal(password)
        )
    )


def main() -> int:
    """Prepare the server that ``DATABASE_ADMIN_URL`` names, with passwords from the environment.

    Reads ``HVRMET_OWNER_PASSWORD`` and ``HVRMET_APP_PASSWORD``; ``HVRMET_CREATE_DATABASES=1``
    prepares a server for test runs.
    """
    url = os.environ.get("DATABASE_ADMIN_URL")
    if not url:
        sys.stderr.write("DATABASE_ADMIN_URL is not set: name a superuser's connection\n")
        return 1
    with psycopg.connect(url, autocommit=True) as connection:
        prepare_server(
            connection,
            owner_password=os.environ.get("HVRMET_OWNER_PASSWORD"),
            runtime_password=os.environ.get("HVRMET_APP_PASSWORD"),
            create_databases=os.environ.get("HVRMET_CREATE_DATABASES") == "1",
        )
    sys.stdout.write(f"roles {OWNER_ROLE} and {RUNTIME_ROLE} and database {DATABASE} are ready\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
