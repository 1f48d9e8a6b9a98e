"""Work for the library that waits for a worker: sent, sent again, and struck off."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from hvrmet.jobs.queue.dispatch import BATCH, post

from knowledge.models import WaitingWork

QUEUE = "diagnose"
SILENT = timedelta(minutes=5)
"""Work without a sign of life for so long was lost with its worker."""


def work_post(*, task: str, subject_id: UUID, tenant_id: UUID) -> None:
    """Send work to a worker when the open transaction commits."""
    WaitingWork.objects.create(subject_id=subject_id, tenant_id=tenant_id, task=task)
    post(task=task, queue=QUEUE, subject_id=subject_id, tenant_id=tenant_id)


def work_done(subject_id: UUID) -> None:
    """Strike off what has ended."""
    WaitingWork.objects.filter(subject_id=subject_id).delete()


def works_resend(older_than: timedelta) -> int:
    """Send again what waits although its message went out long ago, and return how many."""
    before = timezone.now() - older_than
    with transaction.atomic():
        waiting = WaitingWork.objects.select_for_update(skip_locked=True)
        rows: list[WaitingWork] = list(waiting.filter(asked_at__lt=before)[:BATCH])
        for row in rows:
            post(task=row.task, queue=QUEUE, subject_id=row.subject_id, tenant_id=row.tenant_id)
        WaitingWork.objects.filter(pk__in=[row.pk for row in rows]).update(asked_at=timezone.now())
    return len(rows)
