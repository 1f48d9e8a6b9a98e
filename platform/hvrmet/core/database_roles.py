"""The two database roles: the owner migrates, the runtime role owns nothing."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from hvrmet.core.sql import REFUSING_FUNCTION, TENANT_POLICY

_APPEND_ONLY = """
SELECT DISTINCT c.relname
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE p.proname = %s
"""
# Ids, queue, rank, lease, times and attempt, no content: dispatch, reaper, relay and the sender of
# webhooks read them across tenants.
CROSS_TENANT_TABLES = (
    "jobs_outboxrow",
    "jobs_queuerow",
    "jobs_queueturn",
    "reviews_waitingcorrection",
    "webhooks_duedelivery",
)
_UNISOLATED = """
SELECT c.relname
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
WHERE c.relkind IN ('r', 'p', 'm', 'f') AND c.relnamespace = 'public'::regnamespace
  AND c.relname <> ALL(%s)
  AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
      SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = %s))
ORDER BY 1
"""
LOOKUPS = ("accounts_identify(text,uuid)", "accounts_invitations(uuid)")


def role_exists(connection: BaseDatabaseWrapper, role: str) -> bool:
    """Say whether the server knows a role."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
        return cursor.fetchone() is not None


def sees_every_tenant(connection: BaseDatabaseWrapper) -> bool:
    """Say whether the connected role is exempt from row-level security."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


def tables_without_isolation(connection: BaseDatabaseWrapper) -> list[str]:
    """Name the tables with a ``tenant_id`` that forced row-level security does not guard."""
    with connection.cursor() as cursor:
        cursor.execute(_UNISOLATED, [list(CROSS_TENANT_TABLES), TENANT_POLICY])
        return [row[0] for row in cursor.fetchall()]


def runtime_role_create(connection: BaseDatabaseWrapper, role: str, password: str | None) -> None:
    """Create the runtime role: it can log in, owns nothing and bypasses nothing."""
    statement = sql.SQL(
        "CREATE ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS"
    ).format(sql.Identifier(role))
    if password:
        statement += sql.SQL(" PASSWORD {}").format(sql.Literal(password))
    _execute(connection, statement)


def runtime_grants(connection: BaseDatabaseWrapper, role: str) -> None:
    """Let the runtime role work on all rows, and only add to append-only tables.

    Call it as the owner after every migration.
    """
    name = sql.Identifier(role)
    for text in (
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        "GRANT USAGE ON SCHEMA public TO {}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {}",
        "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}",
    ):
        _execute(connection, sql.SQL(text).format(name))
    with connection.cursor() as cursor:
        cursor.execute(_APPEND_ONLY, [REFUSING_FUNCTION])
        append_only = [row[0] for row in cursor.fetchall()]
    for table in append_only:
        _execute(
            connection,
            sql.SQL("REVOKE UPDATE, DELETE ON {} FROM {}").format(sql.Identifier(table), name),
        )
    _execute(
        connection,
        sql.SQL("REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {}").format(name),
    )
    for function in LOOKUPS:
        _execute(connection, sql.SQL(f"GRANT EXECUTE ON FUNCTION {function} TO {{}}").format(name))


def _execute(connection: BaseDatabaseWrapper, statement: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
