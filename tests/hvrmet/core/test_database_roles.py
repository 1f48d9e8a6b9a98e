"""What the database itself refuses to the runtime role."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from hvrmet.core.scope import scope
from hvrmet.jobs.models import JobEvent
from hvrmet.testing import queue_job

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unguarded")]

APPEND_ONLY = (
    "audit_auditrecord",
    "jobs_jobevent",
    "jobs_jobresult",
    "jobs_steeringorder",
    "knowledge_entry",
    "knowledge_release",
    "reports_reportversion",
    "reviews_review",
    "webhooks_attempt",
    "webhooks_event",
)


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


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "UPDATE {} SET created_at = now()"])
def test_the_runtime_role_may_only_add(table: str, statement: str) -> None:
    assert "permission denied" in refused(statement.format(table))


def test_even_the_owner_cannot_change_an_event(alpha) -> None:
    queue_job(alpha)
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
    with scope(alpha.id):
        assert JobEvent.objects.count() == 1
    for statement in ("DELETE FROM jobs_jobevent", "UPDATE jobs_jobevent SET seq = 9"):
        assert "never changed or deleted" in refused(statement)


def test_each_append_only_table_has_its_trigger() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = 'hvrmet_refuse_change' ORDER BY 1"
        )
        assert tuple(row[0] for row in cursor.fetchall()) == APPEND_ONLY


def test_the_runtime_role_may_not_change_the_schema() -> None:
    assert "permission denied" in refused("CREATE TABLE public.mine (id int)")
    assert "must be owner" in refused("ALTER TABLE jobs_job DISABLE TRIGGER ALL")
    assert "permission denied" in refused("TRUNCATE jobs_job CASCADE")
