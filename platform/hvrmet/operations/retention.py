"""What is kept for a limited time, and its removal when the time is over.

Records of a tenant go through the database's `audit_destroy`, which compares with the rules that
the owner role has written and leaves a record. Sessions that have expired, and counts of failed
sign-ins, are no records and are deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils import timezone

from hvrmet.audit.models import RetentionRule
from hvrmet.audit.triggers import LARGEST_BATCH
from hvrmet.core.scope import acting, scope
from hvrmet.tenants.models import Tenant
from hvrmet.webhooks.models import Attempt, Delivery, Event

REASON = "older than the installation keeps it"
ACTOR = "retention"


def rules() -> dict[str, int]:
    """Return the days for which each table's rows are kept, from the settings."""
    days = settings.ENVIRONMENT.hvrmet_keep_webhooks_days
    models = (Attempt, Delivery, Event)
    return {model._meta.db_table: days for model in models} if days else {}


def rules_write(alias: str) -> None:
    """Let the database know the rules; only the owner role may."""
    wanted = rules()
    stored = RetentionRule.objects.using(alias)
    stored.exclude(table_name__in=wanted).delete()
    for table, days in wanted.items():
        stored.update_or_create(table_name=table, defaults={"days": days})


def retention_run(*, dry_run: bool, say: Callable[[str], None]) -> dict[str, int]:
    """Remove what is older than its rule, in all tenants, and return how many rows of each table.

    Parameters
    ----------
    dry_run : bool
        Count only.
    say : callable
        Gets a line for each table of a tenant from which something goes.
    """
    counts: dict[str, int] = {}
    for tenant in Tenant.objects.order_by("slug"):
        for table, number in _of_tenant(tenant, dry_run):
            say(f"{tenant.slug}: {table}: {number}")
            counts[table] = counts.get(table, 0) + number
    for name, rows in _no_records():
        number = rows.count() if dry_run else rows.delete()[0]
        if number:
            say(f"{name}: {number}")
            counts[name] = number
    return counts


def _of_tenant(tenant: Tenant, dry_run: bool) -> Iterator[tuple[str, int]]:
    stored = dict(RetentionRule.objects.values_list("table_name", "days"))
    for model, select in _SELECT.items():
        table = model._meta.db_table
        if table not in stored:
            continue
        before = timezone.now() - timedelta(days=stored[table])
        total = 0
        while True:
            with acting(ACTOR), scope(tenant.pk):
                rows = select().filter(created_at__lt=before)
                if dry_run:
                    total = rows.count()
                    break
                ids = list(rows.values_list("pk", flat=True)[:LARGEST_BATCH])
                if not ids:
                    break
                with connection.cursor() as cursor:
                    cursor.execute("SELECT audit_destroy(%s, %s, %s)", [table, ids, REASON])
                    total += cursor.fetchone()[0]
        if total:
            yield table, total


def _no_records() -> Iterator[tuple[str, Any]]:
    now = timezone.now()
    yield Session._meta.db_table, Session.objects.filter(expire_date__lt=now)
    cooled = now - settings.AXES_COOLOFF_TIME
    yield AccessAttempt._meta.db_table, AccessAttempt.objects.filter(attempt_time__lt=cooled)


def _attempts() -> Any:
    return Attempt.objects.filter(delivery__ended_at__isnull=False)


def _deliveries() -> Any:
    tried = Attempt.objects.filter(delivery=OuterRef("pk"))
    return Delivery.objects.filter(~Exists(tried), ended_at__isnull=False)


def _events() -> Any:
    return Event.objects.filter(~Exists(Delivery.objects.filter(event=OuterRef("pk"))))


# What refers to other rows goes before them.
_SELECT: dict[Any, Callable[[], Any]] = {
    Attempt: _attempts,
    Delivery: _deliveries,
    Event: _events,
}
