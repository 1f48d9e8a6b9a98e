"""The removal of what has been kept for as long as the installation keeps it.

Records of a tenant go through the database's `audit_destroy`, which compares with the rules that
the owner role has written and leaves a record. Sessions that have expired, what is known of their
browsers, and counts of failed sign-ins are no records and are deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from hvrmet.audit.models import RetentionRule
from hvrmet.audit.triggers import LARGEST_BATCH
from hvrmet.core.db.scope import acting, scope
from hvrmet.operations.retention_kinds import KINDS, Kind
from hvrmet.tenants.models import Tenant

REASON = "older than the installation keeps it"
ACTOR = "retention"
# Rows with others that refer to them go in small numbers: one transaction locks them all.
_BATCH_OF_MANY = 50


def rules() -> dict[str, int]:
    """Return the least days for which rows of each table are kept, from the settings."""
    found: dict[str, int] = {}
    for kind in KINDS:
        if kind.kept_days:
            for table in kind.tables:
                found[table] = min(kind.kept_days, found.get(table, kind.kept_days))
    return found


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
    for kind in KINDS:
        if not kind.kept_days or not stored.keys() >= set(kind.tables):
            continue
        # The database refuses what is younger than its rule, whatever the settings say by now.
        days = max(kind.kept_days, *(stored[table] for table in kind.tables))
        before = timezone.now() - timedelta(days=days)
        counts = dict.fromkeys(kind.tables, 0)
        while True:
            with acting(ACTOR), scope(tenant.pk):
                found = _counted(kind, before) if dry_run else _destroyed(kind, before)
            for table, number in found.items():
                counts[table] += number
            if dry_run or not any(found.values()):
                break
        yield from ((table, number) for table, number in counts.items() if number)


def _counted(kind: Kind, before: datetime) -> dict[str, int]:
    rows = kind.due(before)
    found = {
        model._meta.db_table: model.objects.filter(**{f"{column}__in": rows}).count()
        for model, column in kind.referring
    }
    return {**found, kind.model._meta.db_table: rows.count()}


def _destroyed(kind: Kind, before: datetime) -> dict[str, int]:
    """Destroy a batch with all that refers to it, and return how many rows of each table."""
    size = _BATCH_OF_MANY if kind.referring else LARGEST_BATCH
    ids = list(kind.due(before).order_by("created_at").values_list("pk", flat=True)[:size])
    if ids and kind.lock is not None:
        # Somebody may have acted on one of them until it was locked.
        kind.lock(ids)
        ids = list(kind.due(before).filter(pk__in=ids).values_list("pk", flat=True))
    if not ids:
        return {}
    kind.note(ids)
    found = {}
    for model, column in kind.referring:
        rows = model.objects.filter(**{f"{column}__in": ids}).values_list("pk", flat=True)
        found[model._meta.db_table] = _destroy(model, list(rows))
    return {**found, kind.model._meta.db_table: _destroy(kind.model, ids)}


def _destroy(model: Any, ids: list[UUID]) -> int:
    total = 0
    with connection.cursor() as cursor:
        for start in range(0, len(ids), LARGEST_BATCH):
            batch = ids[start : start + LARGEST_BATCH]
            cursor.execute(
                "SELECT audit_destroy(%s, %s, %s)", [model._meta.db_table, batch, REASON]
            )
            total += cursor.fetchone()[0]
    return total


def _no_records() -> Iterator[tuple[str, Any]]:
    now = timezone.now()
    yield Session._meta.db_table, Session.objects.filter(expire_date__lt=now)
    alive = Session.objects.values("session_key")
    yield UserSession._meta.db_table, UserSession.objects.exclude(session_key__in=alive)
    cooled = now - settings.AXES_COOLOFF_TIME
    yield AccessAttempt._meta.db_table, AccessAttempt.objects.filter(attempt_time__lt=cooled)
