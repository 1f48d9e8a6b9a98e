"""SQL that migrations share."""

from __future__ import annotations

from django.db.migrations import RunSQL

REFUSING_FUNCTION = "hvrmet_refuse_change"
TENANT_POLICY = "tenant_isolation"

CREATE_REFUSING_FUNCTION = f"""
CREATE FUNCTION {REFUSING_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$
"""

# The setting is empty, not absent, on a connection whose scope has ended: nullif turns both into
# a comparison with null, which no row passes.
_OF_SCOPE = "tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid"


def append_only(table: str) -> RunSQL:
    """Return the operation after which the database refuses to change or delete rows of `table`."""
    return RunSQL(
        [
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {REFUSING_FUNCTION}()",
            no_truncate(table),
        ],
        [
            f"DROP TRIGGER IF EXISTS {table}_no_truncate ON {table}",
            f"DROP TRIGGER {table}_append_only ON {table}",
        ],
    )


def never_deleted(table: str) -> RunSQL:
    """Return the operation after which rows of `table` can be changed, and not deleted."""
    return RunSQL(
        [
            f"CREATE TRIGGER {table}_never_deleted BEFORE DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {REFUSING_FUNCTION}()",
            no_truncate(table),
        ],
        [
            f"DROP TRIGGER IF EXISTS {table}_no_truncate ON {table}",
            f"DROP TRIGGER {table}_never_deleted ON {table}",
        ],
    )


def no_truncate(table: str) -> str:
    """Refuse to empty a table, which fires no trigger of a row. Safe to repeat."""
    return (
        f"CREATE OR REPLACE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {REFUSING_FUNCTION}()"
    )


def audited(
    table: str,
    subject: str = "",
    events: str = "INSERT OR UPDATE OR DELETE",
    when: str = "",
) -> RunSQL:
    """Return the operation after which no change to `table` is without its audit record.

    The table cannot be emptied at once any more, which would fire no trigger of a row.

    At the end of a transaction that changed a row the database looks for a record about it, and
    writes one where the code has not: of what was made, changed or deleted, by whom, with the
    values before and after. It needs no call in the code, so no page, command or statement can
    leave it out.

    Parameters
    ----------
    table : str
        A table whose rows are rights, or say what is in force.
    subject : str, optional
        An SQL expression of the column ``(record ->> 'NAME')`` for the subject that the code's own
        records name, where that is in none of the row's columns.
    events : str, optional
        What is recorded, where not everything is a change of rights.
    when : str, optional
        An SQL condition on ``OLD`` and ``NEW`` of one event, such as `any_changed`, for a table
        that the application changes otherwise all the time.
    """
    argument = subject.replace("'", "''")
    condition = f"WHEN ({when}) " if when else ""
    return RunSQL(
        [
            f"CREATE CONSTRAINT TRIGGER {table}_audited AFTER {events} ON {table} "
            "DEFERRABLE INITIALLY DEFERRED "
            f"FOR EACH ROW {condition}EXECUTE FUNCTION audit_change('{argument}')",
            no_truncate(table),
        ],
        [
            f"DROP TRIGGER IF EXISTS {table}_no_truncate ON {table}",
            f"DROP TRIGGER {table}_audited ON {table}",
        ],
    )


def any_changed(*columns: str) -> str:
    """Return the condition that an update changes one of these columns."""
    was, now_is = (", ".join(f"{row}.{name}" for name in columns) for row in ("OLD", "NEW"))
    return f"({was}) IS DISTINCT FROM ({now_is})"


def tenant_isolation(table: str) -> RunSQL:
    """Return the operation after which `table` shows and takes rows of the scope's tenant only.

    Row-level security is forced, so it binds the table's owner as well; only a role with
    ``BYPASSRLS`` (the one that migrates and takes backups) sees every tenant. Outside a tenant
    scope the table is empty and takes no row.

    Parameters
    ----------
    table : str
        Name of a table with a ``tenant_id`` column of type ``uuid``.
    """
    return RunSQL(
        [
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
            f"CREATE POLICY {TENANT_POLICY} ON {table} "
            f"USING ({_OF_SCOPE}) WITH CHECK ({_OF_SCOPE})",
        ],
        [
            f"DROP POLICY {TENANT_POLICY} ON {table}",
            f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
        ],
    )


_OUTSIDE = "coalesce(current_setting('app.tenant_id', true), '') = ''"


def shared(table: str) -> RunSQL:
    """Return the operation after which all tenants read `table` and none of them writes it.

    Rows are added outside a tenant scope: by the operator's commands, never in a request.
    """
    return RunSQL(
        [
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
            f"CREATE POLICY shared_read ON {table} FOR SELECT USING (true)",
            f"CREATE POLICY shared_add ON {table} FOR INSERT WITH CHECK ({_OUTSIDE})",
        ],
        [
            f"DROP POLICY shared_add ON {table}",
            f"DROP POLICY shared_read ON {table}",
            f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
        ],
    )


# Outside every tenant's scope, or in the scope of what belongs to the installation.
_INSTALLATION = (
    "coalesce(nullif(current_setting('app.tenant_id', true), ''), "
    "'00000000-0000-0000-0000-000000000000') = '00000000-0000-0000-0000-000000000000'"
)


def curated(table: str, *, changes: bool = False) -> RunSQL:
    """Return the operation after which all read `table`, and the installation's scope writes it.

    Parameters
    ----------
    table : str
    changes : bool
        Whether rows may be changed as well as added.
    """
    change = f"FOR UPDATE USING ({_INSTALLATION}) WITH CHECK ({_INSTALLATION})"
    return RunSQL(
        [
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
            f"CREATE POLICY shared_read ON {table} FOR SELECT USING (true)",
            f"CREATE POLICY shared_add ON {table} FOR INSERT WITH CHECK ({_INSTALLATION})",
            *([f"CREATE POLICY shared_change ON {table} {change}"] if changes else []),
        ],
        [
            f"DROP POLICY IF EXISTS shared_change ON {table}",
            f"DROP POLICY shared_add ON {table}",
            f"DROP POLICY shared_read ON {table}",
            f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
        ],
    )


def curated_from_now(table: str) -> RunSQL:
    """Return the operation that lets the installation's scope add to a table of `shared` too."""
    policy = f"ALTER POLICY shared_add ON {table} WITH CHECK"
    return RunSQL(f"{policy} ({_INSTALLATION})", f"{policy} ({_OUTSIDE})")


def same_tenant(table: str, column: str, parent: str) -> RunSQL:
    """Return the operation after which `table.column` can only name a row of the same tenant.

    The database checks foreign keys without regard to row-level security; this one holds the
    tenant too, so that no row can point to, or find out about, another tenant's. `parent` needs a
    unique constraint on ``(tenant_id, id)``.
    """
    name = f"{table}_{column}_same_tenant"
    return RunSQL(
        f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY (tenant_id, {column}) "
        f"REFERENCES {parent} (tenant_id, id) DEFERRABLE INITIALLY DEFERRED",
        f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )
