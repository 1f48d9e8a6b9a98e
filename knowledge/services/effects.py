"""Asking for the effect of a proposal, and keeping what a worker finds."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError

from diagnostics.messages import Message, message
from knowledge.effects import EffectResult
from knowledge.models import EffectRun
from knowledge.selectors.proposals import proposal_get, proposal_items, proposed_release
from knowledge.selectors.workspaces import workspace_get
from knowledge.services.waiting import SILENT, work_done, work_post
from knowledge.states import OPEN_PROPOSALS

TASK = "tasks.library.effect"
RUNNING = ("waiting", "running")
MOST_RUNNING = 2
"""Effects of one centre at a time; each takes a worker for minutes."""


def effect_ask(*, principal: Principal, number: int) -> EffectRun:
    """Let a worker try a proposal on the generated cases and the centre's own runs.

    Raises
    ------
    ApplicationError
        ``proposal_closed`` or ``proposal_empty`` (409); ``quota_effects`` (429) where the centre
        has as many running as it may.
    """
    workspace = workspace_get(lock=True)
    proposal = proposal_get(number, lock=True)
    if proposal.status not in OPEN_PROPOSALS:
        raise ApplicationError(
            message(
                "refusal-proposal_closed", status=message(f"curation-status_{proposal.status}")
            ),
            code="proposal_closed",
            http_status=409,
        )
    if not proposal_items(proposal):
        raise ApplicationError(
            message("refusal-proposal_empty"), code="proposal_empty", http_status=409
        )
    running = EffectRun.objects.filter(status__in=RUNNING).count()
    if running >= MOST_RUNNING:
        raise ApplicationError(
            message("refusal-quota_effects", limit=str(MOST_RUNNING)),
            code="quota_effects",
            http_status=429,
            data={"limit": MOST_RUNNING, "used": running},
        )
    row: EffectRun = EffectRun.objects.create(
        proposal=proposal,
        digest=proposed_release(proposal, workspace).digest,
        base_digest=workspace.base_digest,
        status="waiting",
        asked_by=principal.label,
        asked_by_id=principal.id,
    )
    work_post(task=TASK, subject_id=row.pk, tenant_id=row.tenant_id)
    audit_record(
        action=Action.LIBRARY_EFFECT_ASKED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=proposal.pk,
        data={"number": number, "digest": row.digest},
    )
    return row


def effect_claim(effect_id: UUID) -> EffectRun | None:
    """Take an effect run on, or return None where another worker has it or it has ended."""
    found = EffectRun.objects.select_for_update(of=("self",), skip_locked=True)
    row: EffectRun | None = found.select_related("proposal").filter(pk=effect_id).first()
    if row is None or row.status not in RUNNING:
        return None
    now = timezone.now()
    if row.status == "running" and row.beat_at is not None and now - row.beat_at < SILENT:
        return None
    row.status, row.beat_at, row.done = "running", now, 0
    row.save(update_fields=("status", "beat_at", "done"))
    return row


def effect_progress(effect_id: UUID, *, done: int, cases: int) -> None:
    """Say how far an effect run is."""
    EffectRun.objects.filter(pk=effect_id, status="running").update(
        done=done, cases=cases, beat_at=timezone.now()
    )


def effect_end(
    effect_id: UUID, *, result: EffectResult | None = None, problem: Message | None = None
) -> None:
    """Keep what an effect run found, or why it found nothing; once."""
    row: EffectRun | None = (
        EffectRun.objects.select_for_update().filter(pk=effect_id, status__in=RUNNING).first()
    )
    if row is None:
        return
    row.status = "failed" if result is None else "done"
    row.result = None if result is None else result.model_dump(mode="json")
    row.problem = None if problem is None else problem.model_dump(mode="json")
    row.ended_at = timezone.now()
    row.save()
    work_done(effect_id)
