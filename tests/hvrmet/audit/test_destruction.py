"""Rows are destroyed by one function, within the rules, and leave a record with their digest."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from hvrmet.audit.chain import chain_faults
from hvrmet.audit.models import AuditRecord, RetentionRule
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import JobEvent
from hvrmet.testing import as_owner, queue_job

pytestmark = pytest.mark.django_db
TABLE = "jobs_jobevent"


def destroy(table: str, ids: list[UUID], reason: str = "its time is over") -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT audit_destroy(%s, %s, %s)", [table, ids, reason])
        return int(cursor.fetchone()[0])


def rule(table: str, days: int) -> None:
    with as_owner():
        RetentionRule.objects.update_or_create(table_name=table, defaults={"days": days})


def old_events(centre: Any) -> list[UUID]:
    """Queue a job whose events are a hundred days old."""
    job_id = queue_job(centre)
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {TABLE} DISABLE TRIGGER USER")
        cursor.execute(
            f"UPDATE {TABLE} SET created_at = %s WHERE job_id = %s",
            [timezone.now() - timedelta(days=100), job_id],
        )
        cursor.execute(f"ALTER TABLE {TABLE} ENABLE TRIGGER USER")
    with scope(centre.id):
        return list(JobEvent.objects.filter(job_id=job_id).values_list("pk", flat=True))


@pytest.mark.usefixtures("unguarded")
def test_what_is_older_than_its_rule_goes_and_leaves_its_digest(alpha) -> None:
    ids = old_events(alpha)
    rule(TABLE, 90)
    with scope(alpha.id):
        assert destroy(TABLE, ids) == len(ids) > 0
        assert not JobEvent.objects.filter(pk__in=ids).exists()
        record = AuditRecord.objects.latest("seq")
        assert record.action == "record.destroyed"
        assert (record.data["table"], record.data["rows"]) == (TABLE, len(ids))
        assert (record.data["reason"], record.data["kept_days"]) == ("its time is over", 90)
        assert len(record.data["sha256"]) == 64
        assert chain_faults() == ()
        assert destroy(TABLE, ids) == 0


@pytest.mark.usefixtures("unguarded")
@pytest.mark.parametrize(
    ("days", "reason", "words"),
    [(None, "r", "kept for ever"), (101, "r", "kept for 101 days"), (90, "", "needs a reason")],
)
def test_nothing_else_goes(alpha, days, reason, words) -> None:
    ids = old_events(alpha)
    if days is not None:
        rule(TABLE, days)
    with scope(alpha.id):
        before = AuditRecord.objects.count()
        with pytest.raises(DatabaseError, match=words):
            destroy(TABLE, ids, reason)
        assert JobEvent.objects.filter(pk__in=ids).count() == len(ids)
        assert AuditRecord.objects.count() == before


@pytest.mark.usefixtures("unguarded")
def test_rows_of_another_tenant_stay(alpha, beta) -> None:
    ids = old_events(alpha)
    rule(TABLE, 90)
    with scope(beta.id):
        assert destroy(TABLE, ids) == 0
    with scope(alpha.id):
        assert JobEvent.objects.filter(pk__in=ids).count() == len(ids)


@pytest.mark.usefixtures("unguarded")
def test_the_audit_log_itself_is_never_destroyed(alpha) -> None:
    rule("audit_auditrecord", 0)
    with scope(alpha.id):
        ids = list(AuditRecord.objects.values_list("pk", flat=True))
        with pytest.raises(DatabaseError, match="kept for ever"):
            destroy("audit_auditrecord", ids)
        assert AuditRecord.objects.filter(pk__in=ids).count() == len(ids)


@pytest.mark.usefixtures("unguarded")
def test_naming_a_destruction_by_hand_does_not_open_the_table(alpha) -> None:
    """The trigger believes a record of this table and transaction, not a variable."""
    ids = old_events(alpha)
    with scope(alpha.id):
        other = AuditRecord.objects.latest("seq").pk
        with as_owner(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('app.destruction', %s, true)", [str(other)])
            with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                cursor.execute(f"DELETE FROM {TABLE} WHERE id = ANY (%s)", [ids])
