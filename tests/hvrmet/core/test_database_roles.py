"""What the database itself refuses to the runtime role."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from hvrmet.accounts.models import User
from hvrmet.core.db.roles import OWNERS_TABLES, guarded_tables
from hvrmet.testing import as_owner

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unguarded")]


def refused(statement: str) -> str:
    """Run a statement that must fail and return the database's words."""
    with (
        pytest.raises(DatabaseError) as caught,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    return str(caught.value)


def test_the_suite_works_as_the_runtime_role() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_user, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
        )
        assert cursor.fetchone() == (settings.RUNTIME_ROLE, False, False)
        cursor.execute("SELECT count(*) FROM pg_tables WHERE tableowner = current_user")
        assert cursor.fetchone() == (0,)


def owner() -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")


def a_column(table: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns "
            "WHERE table_name = %s AND table_schema = 'public' ORDER BY ordinal_position LIMIT 1",
            [table],
        )
        return str(cursor.fetchone()[0])


def insert_of_anything(table: str) -> None:
    """Put a row into a table, whatever it holds, with its constraints and triggers asleep."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name, data_type FROM information_schema.columns "
            "WHERE table_name = %s AND table_schema = 'public' AND is_nullable = 'NO'",
            [table],
        )
        of_type = {
            "uuid": "gen_random_uuid()",
            "jsonb": "'{}'",
            "ARRAY": "'{}'",
            "boolean": "false",
            "timestamp with time zone": "now()",
            "integer": "1",
            "smallint": "1",
            "bigint": "1",
            "double precision": "1",
        }
        columns = {name: of_type.get(kind, "'draft'") for name, kind in cursor.fetchall()}
        if "is_superuser" in columns:
            columns["username"] = "'somebody'"
        names, values = ", ".join(columns), ", ".join(columns.values())
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(f"INSERT INTO {table} ({names}) VALUES ({values})")


def test_what_is_guarded_is_what_holds_records() -> None:
    """The list is the database's; these are on it, whatever else is."""
    guarded = guarded_tables(connection)
    append_only = {name for name, only in guarded.items() if only}
    assert append_only >= {
        *("audit_auditrecord", "django_admin_log", "jobs_jobevent", "jobs_jobresult"),
        *("jobs_steeringorder", "knowledge_entry", "knowledge_release"),
        *("knowledge_libraryimport", "knowledge_entryrevision", "knowledge_threshold"),
        *("knowledge_detector", "knowledge_citation", "knowledge_referencerevision"),
        *("knowledge_explanationrevision", "knowledge_libraryentry"),
        *("knowledge_libraryreference", "knowledge_libraryexplanation"),
        *("knowledge_librarypreset", "knowledge_presetrevision"),
        *("knowledge_wording", "knowledge_decision", "knowledge_interest", "knowledge_approval"),
        *("knowledge_remark", "knowledge_remarkwithdrawal"),
        *("knowledge_measuredeffect", "knowledge_overlay"),
        *("reports_reportversion", "reports_reportreading", "reviews_review"),
        *("webhooks_attempt", "webhooks_event", "evidence_artifact"),
    }
    assert set(guarded) - append_only >= {
        *("accounts_user", "tenants_tenant", "jobs_job", "reports_publication"),
        *("evidence_evidenceitem", "knowledge_adoption"),
        *("knowledge_proposal", "knowledge_proposedfield", "knowledge_candidate"),
        "knowledge_centreadjustment",
    }


def test_the_runtime_role_deletes_and_changes_no_record() -> None:
    for table, append_only in guarded_tables(connection).items():
        assert "permission denied" in refused(f"DELETE FROM {table}"), table
        assert "permission denied" in refused(f"TRUNCATE {table} CASCADE"), table
        if append_only:
            column = a_column(table)
            assert "permission denied" in refused(f"UPDATE {table} SET {column} = {column}"), table


def test_not_even_the_owner_does_so_in_passing() -> None:
    owner()
    for table, append_only in guarded_tables(connection).items():
        mark = transaction.savepoint()
        assert "never emptied at once" in refused(f"TRUNCATE {table} CASCADE"), table
        insert_of_anything(table)
        assert "never changed or deleted" in refused(f"DELETE FROM {table}"), table
        if append_only:
            column = a_column(table)
            statement = f"UPDATE {table} SET {column} = {column}"
            assert "never changed or deleted" in refused(statement), table
        transaction.savepoint_rollback(mark)


# Tables whose changes need no record, and why.
UNRECORDED = {
    **dict.fromkeys(
        ("account_emailconfirmation", "accounts_socketticket", "django_session"),
        "last for a sign-in or a connection, which is on record",
    ),
    "usersessions_usersession": "lists sessions; their beginning and end are on record",
    **dict.fromkeys(
        ("axes_accessattemptexpiration", "axes_accessfailurelog", "axes_accesslog"), "not used"
    ),
    **dict.fromkeys(
        ("jobs_idempotencykey", "jobs_outboxrow", "jobs_queuerow", "jobs_queueturn"),
        "the queue: what was done is in the log of the job",
    ),
    **dict.fromkeys(
        ("reports_waitingreading", "reviews_waitingcorrection", "webhooks_duedelivery"),
        "what waits; what was done is on record",
    ),
    **dict.fromkeys(("jobs_sourceholding", "knowledge_searcheditem"), "derived, and made again"),
    "places_savedregion": "a person's places, which say nothing of what is so",
    **dict.fromkeys(
        ("auth_permission", "django_content_type", "django_migrations"), "of the schema itself"
    ),
}
# Rows that are kept and change: their states, which services move, each with its own record.
STATES = {
    "jobs_eventareas": "derived from the log of the job, and made again",
    **dict.fromkeys(
        ("knowledge_candidate", "knowledge_centreadjustment"), "curators' acts are on record"
    ),
    **dict.fromkeys(
        ("knowledge_proposal", "knowledge_proposedfield"), "curators' acts are on record"
    ),
}


def triggers(suffix: str) -> set[str]:
    """Return the tables that have a trigger of a kind."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "WHERE t.tgname = c.relname || %s",
            [f"_{suffix}"],
        )
        return {row[0] for row in cursor.fetchall()}


def test_every_table_is_guarded_recorded_or_named_here() -> None:
    tables = set(connection.introspection.table_names())
    guarded = guarded_tables(connection)
    changing = {name for name, append_only in guarded.items() if not append_only}
    recorded = triggers("audited")
    assert tables - set(guarded) - recorded == set(UNRECORDED)
    assert changing - recorded == set(STATES)


def test_what_is_recorded_row_by_row_is_never_emptied_at_once() -> None:
    assert triggers("audited") <= triggers("no_truncate")
    owner()
    for table in sorted(triggers("audited")):
        assert "never emptied at once" in refused(f"TRUNCATE {table} CASCADE"), table


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_the_runtime_role_makes_no_operator(right: str) -> None:
    user = User.objects.create_user(username="li")
    assert "set_operator" in refused(f"UPDATE accounts_user SET {right} = true")
    with pytest.raises(DatabaseError, match="set_operator"), transaction.atomic():
        User.objects.create_user(username="wang", **{right: True})
    with as_owner():
        User.objects.filter(pk=user.pk).update(**{right: True})
    User.objects.filter(pk=user.pk).update(first_name="Li", **{right: True})
    User.objects.filter(pk=user.pk).update(**{right: False})


@pytest.mark.parametrize("table", OWNERS_TABLES)
def test_the_runtime_role_only_reads_what_the_owner_decides(table: str) -> None:
    column = a_column(table)
    for statement in (
        f"DELETE FROM {table}",
        f"UPDATE {table} SET {column} = {column}",
        f"INSERT INTO {table} ({column}) VALUES (NULL)",
    ):
        assert "permission denied" in refused(statement)


def test_the_runtime_role_may_not_change_the_schema() -> None:
    assert "permission denied" in refused("CREATE TABLE public.mine (id int)")
    assert "must be owner" in refused("ALTER TABLE jobs_job DISABLE TRIGGER ALL")
    assert "permission denied" in refused("TRUNCATE jobs_job CASCADE")
