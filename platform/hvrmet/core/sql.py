"""SQL that migrations share."""

from __future__ import annotations

from django.db.migrations import RunSQL

REFUSING_FUNCTION = "hvrmet_refuse_change"

CREATE_REFUSING_FUNCTION = f"""
CREATE FUNCTION {REFUSING_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$
"""


def append_only(table: str) -> RunSQL:
    """Return the operation after which the database refuses to change or delete rows of `table`."""
    return RunSQL(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {REFUSING_FUNCTION}()",
        f"DROP TRIGGER {table}_append_only ON {table}",
    )
