"""Corrections: a person submits other wording, a worker holds it against the evidence.

Each function runs in the caller's tenant scope.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from diagnostics.contracts.corrections import (
    Edit,
    Quantity,
    claims_in,
    edit_problem,
    quantity_problem,
)
from diagnostics.contracts.reading import Reading
from diagnostics.contracts.report import Report
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError, NotFoundError
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.queue.dispatch import BATCH, post
from hvrmet.reports.models import ReportVersion
from hvrmet.reports.selectors import publication_get
from hvrmet.reports.services import report_version_create
from hvrmet.reviews.acts import Act, require_act
from hvrmet.reviews.models import Correction, WaitingCorrection
from hvrmet.reviews.report_parts import require_parts, require_subjects
from hvrmet.reviews.selectors import correction_get
from hvrmet.reviews.verdicts import CorrectionStatus, PartKind

CHECKER = "tasks.corrections.check"
QUEUE = "diagnose"


def correction_submit(
    *,
    principal: Principal,
    job_id: UUID,
    number: int,
    edits: Sequence[Edit],
    note: str,
    quantities: Sequence[Quantity] = (),
) -> Correction:
    """Take other wording for a version in, to be checked by a worker.

    Raises
    ------
    NotFoundError
        When there is no such version.
    ApplicationError
        ``person_required`` (403); ``unknown_part`` (400) for an address, a claim, evidence or an
        explanation that the version does not have; ``invalid_request`` (400) for edits that
        exclude each other and ids of quantities that are taken; ``version_not_opened`` (409) when
        this person was never shown the version.
    """
    publication = publication_get(job_id, number)
    require_act(Act.CORRECT, principal, publication)
    version = publication.version
    report = Report.model_validate(version.document, extra="ignore")
    addresses = ((PartKind.SENTENCE, edit.at) for edit in edits)
    claims = ((PartKind.CLAIM, name) for edit in edits for name in claims_in(edit.text))
    require_parts(report, (*addresses, *claims))
    require_subjects(report, edits, quantities)
    if problem := edit_problem(edits) or quantity_problem(quantities, report):
        raise ApplicationError(problem, code="invalid_request")
    row: Correction = Correction.objects.create(
        report=version.report,
        version=version,
        author=principal.label,
        author_id=principal.id,
        note=note,
        edits=[edit.model_dump(mode="json") for edit in edits],
        quantities=[item.model_dump(mode="json") for item in quantities],
        status=CorrectionStatus.PENDING,
    )
    WaitingCorrection.objects.create(correction_id=row.pk, tenant_id=row.tenant_id)
    post(task=CHECKER, queue=QUEUE, subject_id=row.pk, tenant_id=row.tenant_id)
    audit_record(
        action=Action.REPORT_CORRECTED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=job_id,
        data={"number": number, "correction": str(row.pk), "note": note},
    )
    return row


def correction_pending(correction_id: UUID) -> Correction | None:
    """Return a correction that nobody has checked yet, with its version and job, or None."""
    found: Correction | None = (
        Correction.objects.filter(pk=correction_id, status=CorrectionStatus.PENDING)
        .select_related("version", "report__job")
        .first()
    )
    return found


def correction_accept(
    correction_id: UUID,
    *,
    job_id: UUID,
    report: Report,
    markdown: str,
    html: str,
    readings: Iterable[Reading] = (),
) -> ReportVersion | None:
    """Store checked wording as a new version with the corrector as its author, once."""
    job = lock_job(job_id)
    row = _lock_pending(correction_id)
    if row is None:
        return None
    version = report_version_create(
        job=job,
        report=report,
        markdown=markdown,
        html=html,
        author=row.author,
        author_id=row.author_id,
        corrects=row.version.number,
        note=row.note,
        readings=readings,
    )
    row.status, row.result, row.ended_at = (
        CorrectionStatus.ACCEPTED,
        version.number,
        timezone.now(),
    )
    _settle(row, "result")
    return version


def correction_refuse(correction_id: UUID, *, job_id: UUID, problems: list[dict[str, Any]]) -> None:
    """Keep why wording was not taken, once."""
    row = _lock_pending(correction_id)
    if row is None:
        return
    row.status, row.problems, row.ended_at = (
        CorrectionStatus.REFUSED,
        problems,
        timezone.now(),
    )
    _settle(row, "problems")
    audit_record(
        action=Action.REPORT_CORRECTION_REFUSED,
        actor=row.author,
        actor_id=row.author_id,
        subject_id=job_id,
        data={"number": row.version.number, "correction": str(row.pk)},
    )


def corrections_resend(older_than: timedelta) -> int:
    """Send again what waits although its message went out long ago, and return how many.

    A broker that lost its memory is the usual reason, or a worker that died on every delivery.
    """
    with transaction.atomic():
        waiting = WaitingCorrection.objects.select_for_update(skip_locked=True)
        rows = list(waiting.filter(dispatched_at__lt=Now() - older_than)[:BATCH])
        for row in rows:
            post(task=CHECKER, queue=QUEUE, subject_id=row.correction_id, tenant_id=row.tenant_id)
        WaitingCorrection.objects.filter(pk__in=[row.pk for row in rows]).update(
            dispatched_at=Now()
        )
    return len(rows)


def _settle(row: Correction, outcome: str) -> None:
    row.save(update_fields=("status", outcome, "ended_at"))
    WaitingCorrection.objects.filter(correction_id=row.pk).delete()


def _lock_pending(correction_id: UUID) -> Correction | None:
    try:
        row = correction_get(correction_id, lock=True)
    except NotFoundError:
        return None
    return row if row.status == CorrectionStatus.PENDING else None
