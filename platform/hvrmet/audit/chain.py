"""The hash chain: each record of a tenant holds the hash of the one before it.

The database links a record as it is inserted (`link_records`); nothing above it can choose a
number, a time or a hash. `chain_faults` computes every hash again with the expression below, not
with the database's function, which whoever tampers could replace. A chain that lost its tail is
whole in itself: exported heads (`manage.py audit_export_heads`) show that it was once longer.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from hvrmet.core.db.scope import current_tenant

FIRST = "0" * 64
TABLE = "audit_auditrecord"


def hash_expression(row: str) -> str:
    """Return the SQL of a record's hash, from everything that the record says."""
    columns = ", ".join(
        f"{row}.{name}" if name != "created_at" else _instant(f"{row}.created_at")
        for name in (
            *("previous_hash", "seq", "id", "tenant_id", "created_at", "action", "actor"),
            *("actor_id", "subject_id", "request_id", "address", "data", "before", "after"),
        )
    )
    return f"encode(sha256(convert_to(jsonb_build_array({columns})::text, 'UTF8')), 'hex')"


def _instant(column: str) -> str:
    return f"to_char({column} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US')"


LINK_FUNCTION = f"""
CREATE FUNCTION audit_link() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
    last record;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('audit:' || NEW.tenant_id::text, 0));
    SELECT seq, hash INTO last FROM {TABLE}
        WHERE tenant_id = NEW.tenant_id ORDER BY seq DESC LIMIT 1;
    NEW.created_at := clock_timestamp();
    NEW.seq := coalesce(last.seq, 0) + 1;
    NEW.previous_hash := coalesce(last.hash, '{FIRST}');
    NEW.hash := {hash_expression("NEW")};
    RETURN NEW;
END
$$
"""  # noqa: S608 - constants only

_FAULTS = f"""
WITH linked AS (
    SELECT r.*, lag(r.hash) OVER (ORDER BY r.seq) AS hash_before,
           lag(r.seq) OVER (ORDER BY r.seq) AS seq_before
    FROM {TABLE} r WHERE r.tenant_id = %s
)
SELECT seq,
       CASE WHEN seq <> coalesce(seq_before, 0) + 1 THEN 'records before it are missing'
            WHEN hash <> {hash_expression("linked")} THEN 'its content was changed'
            ELSE 'it does not continue the record before it' END
FROM linked
WHERE seq <> coalesce(seq_before, 0) + 1
   OR hash <> {hash_expression("linked")}
   OR previous_hash <> coalesce(hash_before, '{FIRST}')
ORDER BY seq
LIMIT %s
"""  # noqa: S608 - constants only
_HEAD = f"SELECT seq, hash FROM {TABLE} WHERE tenant_id = %s ORDER BY seq DESC LIMIT 1"  # noqa: S608
_HOLDS = f"SELECT 1 FROM {TABLE} WHERE tenant_id = %s AND seq = %s AND hash = %s"  # noqa: S608


@dataclass(frozen=True)
class Fault:
    """A record that does not fit its chain."""

    seq: int
    what: str


@dataclass(frozen=True)
class Head:
    """The last record of a chain, or a former last one."""

    seq: int
    hash: str


def chain_faults(limit: int = 20) -> tuple[Fault, ...]:
    """Check the chain of the open scope and return its first faults."""
    with connection.cursor() as cursor:
        cursor.execute(_FAULTS, [current_tenant(), limit])
        return tuple(Fault(seq, what) for seq, what in cursor.fetchall())


def chain_head() -> Head | None:
    """Return the last record's number and hash in the open scope."""
    with connection.cursor() as cursor:
        cursor.execute(_HEAD, [current_tenant()])
        row = cursor.fetchone()
    return Head(*row) if row else None


def chain_holds(head: Head) -> bool:
    """Say whether the chain of the open scope still has this record."""
    with connection.cursor() as cursor:
        cursor.execute(_HOLDS, [current_tenant(), head.seq, head.hash])
        return cursor.fetchone() is not None
