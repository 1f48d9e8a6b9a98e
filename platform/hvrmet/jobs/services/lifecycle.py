"""Going on with a job that failed, and running one again as another job."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from diagnostics.contracts.climatology_requests import ClimatologyRequest
from diagnostics.contracts.events import JobRetried
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.messages import message
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.schemas import parse_document
from hvrmet.jobs.events import log
from hvrmet.jobs.models import Job
from hvrmet.jobs.queue.deadlines import job_overdue, require_future
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.answers import answer_create
from hvrmet.jobs.services.jobs import Terms, diagnosis_create, put_in_queue
from hvrmet.jobs.services.quotas import require_quota
from hvrmet.jobs.states import RETRYABLE, JobKind, JobStatus, Priority

_PINNED = {"boundaries": None}
"""What the platform writes into a request for itself."""


def job_retry(
    *, principal: Principal, job_id: UUID, reason: str = "", deadline: datetime | None = None
) -> Job:
    """Put a failed or parked job back into the queue: the next worker goes on from its log.

    Raises
    ------
    ApplicationError
        ``not_retryable`` (409), ``deadline_passed``, or ``quota_...`` (429).
    """
    job = log.lock_job(job_id, kind=JobKind.DIAGNOSIS)
    before = {"status": job.status}
    if JobStatus(job.status) not in RETRYABLE:
        raise ApplicationError(
            message("refusal-not_retryable", status=message(f"refusal-status_{job.status}")),
            code="not_retryable",
            http_status=409,
        )
    require_future(deadline)
    if deadline is None and job_overdue(job):
        require_future(job.deadline)
    require_quota(principal.tenant_id)
    job.deadline = deadline or job.deadline
    job.cancel_requested_by = job.cancel_reason = ""
    job.save(update_fields=("deadline", "cancel_requested_by", "cancel_reason", "updated_at"))
    log.append(job, JobRetried(author=principal.label, reason=reason))
    put_in_queue(job, attempt=job.state.attempt)
    audit_record(
        action=Action.DIAGNOSIS_RETRIED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=job.pk,
        data={"reason": reason},
        before=before,
        after={"status": job.status},
    )
    return job


def job_rerun(
    *,
    principal: Principal,
    job_id: UUID,
    changes: dict[str, Any],
    priority: Priority | None = None,
    deadline: datetime | None = None,
    idempotency_key: str | None = None,
) -> tuple[Job, bool]:
    """Queue a diagnosis again as a child of its first run, perhaps with other fields.

    The child works with the release of the library that is in use now.

    Returns
    -------
    tuple of Job and bool
        The child, and whether this call made it.

    Raises
    ------
    ApplicationError
        ``invalid_request`` for changes that make no request, and as `diagnosis_create`.
    """
    parent = job_get(job_id, kind=JobKind.DIAGNOSIS)
    options = {**parent.request.get("options", {}), **(changes.get("options") or {})}
    wanted = {**parent.request, **_PINNED, **changes, "options": options}
    return diagnosis_create(
        principal=principal,
        request=parse_document(DiagnosisRequest, wanted),
        terms=Terms(
            priority=priority or Priority(parent.priority), deadline=deadline, parent=parent.pk
        ),
        idempotency_key=idempotency_key,
    )


def climatology_resume(
    *, principal: Principal, job_id: UUID, idempotency_key: str | None = None
) -> tuple[Job, bool]:
    """Go on with a build that was cancelled or failed, as its child: what is computed is kept.

    Returns
    -------
    tuple of Job and bool
        The child, and whether this call made it.

    Raises
    ------
    ApplicationError
        ``not_retryable`` (409), and as `answer_create`.
    """
    parent = job_get(job_id, kind=JobKind.CLIMATOLOGY)
    if JobStatus(parent.status) not in RETRYABLE | {JobStatus.CANCELLED}:
        raise ApplicationError(
            message("refusal-not_resumable", status=message(f"refusal-status_{parent.status}")),
            code="not_retryable",
            http_status=409,
        )
    return answer_create(
        principal=principal,
        request=ClimatologyRequest.model_validate(parent.request, extra="ignore"),
        terms=Terms(priority=Priority(parent.priority), parent=parent.pk),
        idempotency_key=idempotency_key,
    )
