"""The two database roles: the owner migrates, the runtime role owns nothing."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql

from hvrmet.core.db.sql import REFUSING_FUNCTION, TENANT_POLICY

# What the refusing function guards: bit 3 of a trigger's type is DELETE, bit 4 UPDATE.
_GUARDED = """
SELECT c.relname, bool_or(t.tgtype & 16 <> 0)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE p.proname = %s AND t.tgtype & 8 <> 0 AND c.relnamespace = 'public'::regnamespace
GROUP BY 1 ORDER BY 1
"""
# What only the owner writes: the schema's history, and how long rows are kept.
OWNERS_TABLES = ("django_migrations", "audit_retentionrule")
# Ids, queue, rank, lease, times and attempt, no content: dispatch, reaper, relay and the sender of
# webhooks read them across tenants.
CROSS_TENANT_TABLES = (
    "jobs_outboxrow",
    "jobs_queuerow",
    "jobs_queueturn",
    "reports_waitingreading",
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
# With the owner's rights: from a credential to its tenants, from a person to their invitations, and
# destruction within the rules.
FUNCTIONS = (
    "accounts_identify(text,uuid)",
    "accounts_invitations(uuid)",
    "audit_destroy(text,uuid[],text)",
)


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


def guarded_tables(connection: BaseDatabaseWrapper) -> dict[str, bool]:
    """Return the tables whose rows are never deleted, and whether they never change either."""
    with connection.cursor() as cursor:
        cursor.execute(_GUARDED, [REFUSING_FUNCTION])
        return dict(cursor.fetchall())


def runtime_role_create(connection: BaseDatabaseWrapper, role: str, password: str | None) -> None:
    """Create the runtime role: it can log in, owns nothing and bypasses nothing."""
    statement = sql.SQL(
        "CREATE ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS"
    ).format(sql.Identifier(role))
    if password:
        statement += sql.SQL(" PASSWORD {}").format(sql.Literal(password))
    _execute(connection, statement)


def runtime_grants(connection: BaseDatabaseWrapper, role: str) -> None:
    """Let the runtime role work on all rows, only add to append-only tables, and delete no record.

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
    for table, append_only in guarded_tables(connection).items():
        rights = "UPDATE, DELETE, TRUNCATE" if append_only else "DELETE, TRUNCATE"
        _execute(
            connection,
            sql.SQL(f"REVOKE {rights} ON {{}} FROM {{}}").format(sql.Identifier(table), name),
        )
    for table in OWNERS_TABLES:
        _execute(
            connection,
            sql.SQL("REVOKE INSERT, UPDATE, DELETE ON {} FROM {}").format(
                sql.Identifier(table), name
            ),
        )
    for function in FUNCTIONS:
        _execute(connection, sql.SQL(f"GRANT EXECUTE ON FUNCTION {function} TO {{}}").format(name))


def _execute(connection: BaseDatabaseWrapper, statement: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
