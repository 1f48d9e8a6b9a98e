"""What is older than its rule goes, on record; nothing else does, and a dry run only counts."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone
from hvrmet.audit.models import AuditRecord, RetentionRule
from hvrmet.core.scope import scope
from hvrmet.operations.retention import rules, rules_write
from hvrmet.testing import as_owner
from hvrmet.webhooks.models import Attempt, Delivery, Event

from tasks.upkeep import retain
from tests.hvrmet.furnishing import furnish

pytestmark = pytest.mark.django_db
MODELS = (Attempt, Delivery, Event)


@pytest.fixture
def old(alpha: Any, release: Any, sent: Any) -> Any:
    """A centre with a delivery that ended."""
    furnish(alpha, release)
    with scope(alpha.id):
        delivery = Delivery.objects.get()
        Attempt.objects.create(delivery=delivery, duration_ms=1)
        Delivery.objects.update(ended_at=timezone.now())
    with as_owner():
        rules_write("default")
    return alpha


def counts(centre: Any) -> list[int]:
    with scope(centre.id):
        return [model.objects.count() for model in MODELS]


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("retention", *arguments, stdout=out)
    return out.getvalue()


def rule_of_no_days() -> None:
    """Make everything older than its rule: rows cannot be made older than they are."""
    with as_owner():
        RetentionRule.objects.update(days=0)


def test_what_is_younger_than_its_rule_stays(old) -> None:
    assert rules() == dict.fromkeys((m._meta.db_table for m in MODELS), 90)
    assert "0 rows are gone" in run()
    assert counts(old) == [1, 1, 1]


def test_what_is_older_goes_and_leaves_records(old) -> None:
    rule_of_no_days()
    assert "alpha: webhooks_attempt: 1" in run("--dry-run")
    assert counts(old) == [1, 1, 1]
    assert "alpha: webhooks_attempt: 1" in run()
    assert counts(old) == [0, 0, 0]
    with scope(old.id):
        records = AuditRecord.objects.filter(action="record.destroyed").order_by("seq")
        assert [row.data["table"] for row in records] == [m._meta.db_table for m in MODELS]
        assert {row.actor for row in records} == {"retention"}
    assert "0 rows are gone" in run()


def test_what_waits_stays(old) -> None:
    rule_of_no_days()
    with scope(old.id):
        Delivery.objects.update(ended_at=None)
    retain()
    assert counts(old) == [1, 1, 1]


def test_expired_sessions_go(alpha) -> None:
    for name, hours in (("old", -1), ("new", 1)):
        Session.objects.create(
            session_key=name, expire_date=timezone.now() + timedelta(hours=hours)
        )
    retain()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]
