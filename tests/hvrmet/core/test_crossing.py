"""What crosses tenants is named, and nothing else does: tables, processes, groups, stored files."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.storage import default_storage
from django.db import connection
from django.db.models.functions import Now
from hvrmet.core.db.models import TenantRow
from hvrmet.core.db.roles import CROSS_TENANT_TABLES
from hvrmet.core.db.scope import UnscopedQueryError, current_tenant, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.storage import content_read
from hvrmet.jobs.models import Job, OutboxRow, QueueRow
from hvrmet.jobs.queue import deadlines, dispatch, fair_scheduling, leases
from hvrmet.operations.collector import PlatformCollector
from hvrmet.realtime.feeds import Feed
from hvrmet.realtime.notify import announce
from hvrmet.reports.models import WaitingReading
from hvrmet.reports.readings import readings_send
from hvrmet.reviews.corrections import corrections_resend
from hvrmet.reviews.models import WaitingCorrection
from hvrmet.testing import queue_job
from hvrmet.webhooks.models import DueDelivery
from hvrmet.webhooks.sending import Outcome

from tasks.webhooks import send_due
from tests.hvrmet.factories import Things

pytestmark = pytest.mark.django_db
SECURITY = Path(__file__).resolve().parents[3] / "docs" / "operate" / "security.md"
AGO = timedelta(hours=1)


@pytest.fixture
def both(mine: Things, theirs: Things, monkeypatch: pytest.MonkeyPatch) -> tuple[Things, Things]:
    """Two furnished centres with a waiting job each, and receivers that take every message."""
    monkeypatch.setattr("tasks.webhooks.send", lambda *_, **__: Outcome(204, 1))
    for things in (mine, theirs):
        queue_job(things.centre)
    return mine, theirs


def test_every_table_without_row_level_security_is_named() -> None:
    section = SECURITY.read_text(encoding="utf-8").split("### Tables of no tenant")[1]
    rows = [line for line in section.split("\n#")[0].splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    models = apps.get_models(include_auto_created=True)
    open_to_all = [item._meta.db_table for item in models if not issubclass(item, TenantRow)]
    assert sorted(named) == sorted(open_to_all)
    assert set(CROSS_TENANT_TABLES) <= set(named)


def forgotten() -> int:
    QueueRow.objects.update(dispatched_at=Now() - AGO)
    return dispatch.enqueue_forgotten(timedelta(seconds=1))


def dead() -> int:
    QueueRow.objects.filter(lease_expires_at__isnull=False).update(lease_expires_at=Now() - AGO)
    return leases.reap()


def overdue() -> int:
    QueueRow.objects.update(deadline=Now() - AGO)
    for tenant_id in set(QueueRow.objects.values_list("tenant_id", flat=True)):
        with scope(tenant_id):
            Job.objects.update(deadline=Now() - AGO)
    return deadlines.expire()


def webhooks() -> int:
    DueDelivery.objects.update(due_at=Now() - AGO)
    waiting = DueDelivery.objects.count()
    send_due()
    return waiting - DueDelivery.objects.count()


def corrections() -> int:
    WaitingCorrection.objects.update(dispatched_at=Now() - AGO)
    return corrections_resend(timedelta(seconds=1))


def readings() -> int:
    WaitingReading.objects.update(dispatched_at=Now() - AGO)
    return readings_send(timedelta(seconds=1))


def worker() -> int:
    row = OutboxRow.objects.latest("created_at")
    names = {"job_id": row.subject_id, "tenant_id": row.tenant_id}
    taken = [fair_scheduling.claim_next(**names, queue=row.queue, worker="w") for _ in range(2)]
    return len({lease.tenant_id for lease in taken if lease is not None})


def metrics() -> int:
    samples = [one for metric in PlatformCollector().collect() for one in metric.samples]
    waiting = {"queue": "diagnose", "state": "waiting"}
    return sum(int(one.value) for one in samples if one.labels == waiting)


@pytest.mark.parametrize(
    "process",
    [dispatch.relay, forgotten, dead, overdue, webhooks, corrections, readings, worker, metrics],
)
def test_a_process_reads_across_tenants_only_what_is_named(
    both: tuple[Things, Things], process: Callable[[], int]
) -> None:
    tables = set(connection.introspection.table_names())
    seen: set[str] = set()

    def note(execute: Any, statement: Any, *args: Any) -> Any:
        try:
            current_tenant()
        except UnscopedQueryError:
            seen.update(re.findall(r'(?:FROM|JOIN|INTO|UPDATE)\s+"?(\w+)', str(statement)))
        return execute(statement, *args)

    with connection.execute_wrapper(note):
        assert process() >= len(both), "it worked for both tenants"
    assert seen & tables
    assert seen & tables <= set(CROSS_TENANT_TABLES)


def test_every_group_of_sockets_begins_with_the_tenant(
    both: tuple[Things, Things], monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[str] = []

    class Layer:
        async def group_send(self, group: str, _: Any) -> None:
            woken.append(group)

    monkeypatch.setattr("hvrmet.realtime.notify.get_channel_layer", Layer)
    for things in both:
        subject = {"tenant_id": things.centre.id, "job_id": things.values["job_id"]}
        kinds = Feed.__subclasses__()
        joined = [
            kind.about(*(subject[name] for name in inspect.signature(kind).parameters)).group
            for kind in kinds
        ]
        woken.clear()
        announce(**subject, seq=1, moved=True)
        assert sorted(joined) == sorted(woken)
        assert all(group.startswith(f"{things.centre.id.hex}.") for group in woken)


def test_every_stored_file_is_below_its_tenant_and_read_by_it_alone(
    both: tuple[Things, Things],
) -> None:
    store = Path(default_storage.location)
    files = [path.relative_to(store) for path in store.rglob("*") if path.is_file()]
    assert {file.parts[0] for file in files} == {str(things.centre.id) for things in both}
    for mine, theirs in (both, both[::-1]):
        assert content_read(mine.centre.id, mine.sha256)
        with pytest.raises(ApplicationError) as caught:
            content_read(mine.centre.id, theirs.sha256)
        assert (caught.value.code, caught.value.http_status) == ("artifact_missing", 404)
