"""Taking papers from curators, and keeping what a worker reads in them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.enums import EventType
from diagnostics.messages import Message, message
from knowledge.models import PaperReading
from knowledge.papers import LARGEST, PaperResult
from knowledge.selectors.workspaces import workspace_get
from knowledge.services.waiting import SILENT, work_done, work_post

TASK = "tasks.papers.read"
RUNNING = ("waiting", "running")
MOST_WAITING = 20
"""Papers of one centre that wait at a time: each holds its file until it is read."""
_SIGNATURE, _WITHIN = b"%PDF-", 1024


@dataclass(frozen=True)
class NewPaper:
    """A paper as a curator gives it: what they say of it may be empty."""

    name: str
    content: bytes
    reference: str = ""
    licence: str = ""
    events: Iterable[EventType] = ()


def paper_give(*, principal: Principal, paper: NewPaper) -> PaperReading:
    """Let a worker read a paper and draft entries of what it states.

    The same paper once more, with nothing else said of it, is the reading that there is already,
    unless that failed.

    Raises
    ------
    ApplicationError
        ``paper_broken`` (400) for what is no PDF, ``paper_size`` (413), ``no_workspace`` (409),
        ``quota_papers`` (429) where the centre has as many waiting as it may.
    """
    workspace_get(lock=True)
    if len(paper.content) > LARGEST:
        params = {"file": paper.name, "most": str(LARGEST >> 20)}
        raise ApplicationError(
            message("paper-refused_size", **params), code="paper_size", http_status=413
        )
    if _SIGNATURE not in paper.content[:_WITHIN]:
        params = {"file": paper.name, "reason": _SIGNATURE.decode()}
        raise ApplicationError(message("paper-refused_broken", **params), code="paper_broken")
    said = {
        "sha256": hashlib.sha256(paper.content).hexdigest(),
        "reference": paper.reference,
        "licence": paper.licence,
        "events": sorted(event.value for event in paper.events),
    }
    known: PaperReading | None = (
        PaperReading.objects.filter(**said).exclude(status="failed").defer("content").first()
    )
    if known is not None:
        return known
    waiting = PaperReading.objects.filter(status__in=RUNNING).count()
    if waiting >= MOST_WAITING:
        raise ApplicationError(
            message("refusal-quota_papers", limit=str(MOST_WAITING)),
            code="quota_papers",
            http_status=429,
            data={"limit": MOST_WAITING, "used": waiting},
        )
    row: PaperReading = PaperReading.objects.create(
        **said,
        name=paper.name,
        size=len(paper.content),
        content=paper.content,
        status="waiting",
        asked_by=principal.label,
        asked_by_id=principal.id,
    )
    work_post(task=TASK, subject_id=row.pk, tenant_id=row.tenant_id)
    audit_record(
        action=Action.LIBRARY_PAPER_GIVEN,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"name": row.name, "sha256": row.sha256},
    )
    return row


def paper_claim(paper_id: UUID) -> PaperReading | None:
    """Take a paper on with its content, or return None where another worker has it or it ended."""
    row: PaperReading | None = (
        PaperReading.objects.select_for_update(skip_locked=True).filter(pk=paper_id).first()
    )
    if row is None or row.status not in RUNNING:
        return None
    now = timezone.now()
    if row.status == "running" and row.beat_at is not None and now - row.beat_at < SILENT:
        return None
    row.status, row.beat_at = "running", now
    row.save(update_fields=("status", "beat_at"))
    return row


def paper_end(
    paper_id: UUID, *, result: PaperResult | None = None, problem: Message | None = None
) -> None:
    """Keep what was found in a paper, or why nothing was, and let go of the file; once."""
    row: PaperReading | None = (
        PaperReading.objects.select_for_update().filter(pk=paper_id, status__in=RUNNING).first()
    )
    if row is None:
        return
    row.status = "failed" if result is None else "done"
    row.result = None if result is None else result.model_dump(mode="json")
    row.problem = None if problem is None else problem.model_dump(mode="json")
    row.content, row.ended_at = None, timezone.now()
    row.save()
    work_done(paper_id)
