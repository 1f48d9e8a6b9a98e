"""Making and cancelling jobs. Each function runs in the caller's tenant scope."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models.functions import Now
from pydantic import BaseModel, ConfigDict, Field

from diagnostics.contracts.base import Instant, digest_of, is_empty
from diagnostics.contracts.computations import ComputationRequest, QuestionRequest
from diagnostics.contracts.effect import EffectRequest
from diagnostics.contracts.events import AnswerQueued, JobFinished, JobQueued
from diagnostics.contracts.request import DiagnosisRequest
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError
from hvrmet.core.observability.tracing import traceparent
from hvrmet.jobs.events import log
from hvrmet.jobs.library import library
from hvrmet.jobs.models import IdempotencyKey, Job, QueueRow
from hvrmet.jobs.queue.deadlines import require_future
from hvrmet.jobs.queue.dispatch import QUEUES, enqueue
from hvrmet.jobs.queue.leases import job_mark_cancelled
from hvrmet.jobs.registries.boundaries import with_boundaries
from hvrmet.jobs.registries.held import check_held
from hvrmet.jobs.registries.model_profiles import with_profile
from hvrmet.jobs.registries.sources import check_request, with_zone
from hvrmet.jobs.schemas import FirstOrder
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.quotas import require_quota
from hvrmet.jobs.services.steering import order_create
from hvrmet.jobs.states import ENDED, JobKind, JobState, JobStatus, Priority

Request = DiagnosisRequest | ComputationRequest | QuestionRequest | EffectRequest
LIBRARY = "guideline-library"
"""Stands in the place of a source for jobs that read none of their own."""


class Terms(BaseModel):
    """How a job is worked on, beside what it is asked."""

    model_config = ConfigDict(frozen=True)

    priority: Priority = Priority.NORMAL
    deadline: Instant | None = None
    parent: UUID | None = None
    orders: tuple[FirstOrder, ...] = Field(default=(), exclude_if=is_empty)


def diagnosis_create(
    *,
    principal: Principal,
    request: DiagnosisRequest,
    terms: Terms | None = None,
    idempotency_key: str | None = None,
) -> tuple[Job, bool]:
    """Queue a diagnosis, once per idempotency key.

    Returns
    -------
    tuple of Job and bool
        The job, and whether this call made it.

    Raises
    ------
    ApplicationError
        As `check_request` and `check_held`; ``deadline_passed``, ``unknown_model``,
        ``unknown_boundaries``, ``boundaries_unusable``, ``no_guideline_release``,
        ``permission_denied`` (403) for orders without the right to steer, ``quota_...`` (429), or
        ``idempotency_key_reused`` (422) when the key came before with
        another request.
    """
    terms = terms or Terms()
    key = None
    if idempotency_key:
        asked = {"request": request.model_dump(mode="json"), **terms.model_dump(mode="json")}
        key = reserve_key(principal, asked, idempotency_key)
    if key is not None and key.job_id is not None:
        return job_get(key.job_id, kind=JobKind.DIAGNOSIS), False
    require_future(terms.deadline)
    if terms.orders and Verb.DIAGNOSIS_STEER not in principal.verbs:
        raise ApplicationError(
            "orders need the right to steer: leave them out, or ask somebody who has it",
            code="permission_denied",
            http_status=403,
        )
    check_held(request, check_request(request, tenant_id=principal.tenant_id))
    request = with_zone(request, tenant_id=principal.tenant_id)
    request = with_profile(request, tenant_id=principal.tenant_id)
    request = with_boundaries(request, tenant_id=principal.tenant_id)
    release_digest = library().current_release_digest()
    # Last: from here to the commit the requests of one centre go one after the other.
    require_quota(principal.tenant_id)
    job = job_create(
        principal=principal,
        kind=JobKind.DIAGNOSIS,
        request=request,
        terms=terms,
        action=Action.DIAGNOSIS_CREATED,
        release_digest=release_digest,
    )
    for order in terms.orders:
        order_create(principal=principal, job_id=job.pk, **dict(order))
    if key is not None:
        key.job = job
        key.save(update_fields=("job",))
    return job, True


def job_create(
    *,
    principal: Principal,
    kind: JobKind,
    request: Request,
    terms: Terms,
    action: Action,
    release_digest: str = "",
    asked_digest: str = "",
) -> Job:
    """Write job, first event, queue row, outbox row and audit record in one transaction.

    `release_digest` pins a diagnosis to a release of the Guideline Library. A later request
    with the same `asked_digest` is answered by this job.
    """
    source = LIBRARY if isinstance(request, EffectRequest) else request.source
    job = Job(
        kind=kind,
        status=JobStatus.QUEUED,
        source=source,
        request=request.model_dump(mode="json"),
        release_digest=release_digest,
        asked_digest=asked_digest,
        change_digest=request.digest if isinstance(request, EffectRequest) else "",
        state=JobState(),
        requested_by=principal.label,
        requested_by_id=principal.id,
        priority=terms.priority,
        deadline=terms.deadline,
        parent_id=terms.parent,
    )
    log.begin(job, _queued_event(request))
    put_in_queue(job)
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=job.pk,
        data={"source": source},
    )
    return job


def _queued_event(request: Request) -> JobQueued | AnswerQueued:
    match request:
        case DiagnosisRequest():
            return JobQueued(request=request)
        case ComputationRequest():
            return AnswerQueued(computation=request)
        case QuestionRequest():
            return AnswerQueued(question=request)
        case EffectRequest():
            return AnswerQueued(effect=request.part)


def put_in_queue(job: Job, *, attempt: int = 0) -> None:
    """Give a locked job its place in the queue and its message; attempts are counted on."""
    kind = JobKind(job.kind)
    QueueRow.objects.create(
        job_id=job.pk,
        tenant_id=job.tenant_id,
        queue=QUEUES[kind],
        priority=_rank(kind, Priority(job.priority)),
        deadline=job.deadline,
        attempt=attempt,
        dispatched_at=Now(),
        traceparent=traceparent(),
    )
    enqueue(kind=kind, job_id=job.pk, tenant_id=job.tenant_id)


def _rank(kind: JobKind, priority: Priority) -> int:
    """Return a job's rank: a short answer before a diagnosis of its priority, an effect last."""
    if kind is JobKind.EFFECT:
        return 0
    return 1 + 2 * priority.rank + (kind is not JobKind.DIAGNOSIS)


def job_cancel(
    *,
    principal: Principal,
    job_id: UUID,
    reason: str = "",
    kind: JobKind | None = None,
    action: Action = Action.DIAGNOSIS_CANCELLED,
) -> Job:
    """Cancel a job: at once where no worker holds it, else as soon as the worker hears of it.

    Raises
    ------
    ApplicationError
        With code ``job_ended`` (409) when it has already ended.
    """
    job = log.lock_job(job_id, kind=kind)
    if JobStatus(job.status) in ENDED:
        raise ApplicationError(
            f"the job has already ended ({job.status})", code="job_ended", http_status=409
        )
    before = {"status": job.status}
    asked = not job.cancel_requested_by
    if asked:
        job.cancel_requested_by = principal.label
        job.cancel_reason = reason
        job.save(update_fields=("cancel_requested_by", "cancel_reason", "updated_at"))
    if job.writer_attempt is None:
        job_mark_cancelled(job)
    if asked:
        audit_record(
            action=action,
            actor=principal.label,
            actor_id=principal.id,
            subject_id=job.pk,
            data={"reason": reason},
            before=before,
            after={"status": job.status},
        )
    return job


def job_finish(job: Job, *, report_version: int, report_digest: str, attempt: int) -> None:
    """End a locked job as finished, in the transaction that stored its report."""
    body = JobFinished(report_version=report_version, report_digest=report_digest)
    log.append(job, body, attempt=attempt)


def reserve_key(principal: Principal, asked: dict[str, Any], key: str) -> IdempotencyKey:
    """Return the locked row of an idempotency key, with its job where it has made one before.

    Raises
    ------
    ApplicationError
        With code ``idempotency_key_reused`` (422) when it came before with another request.
    """
    digest = digest_of(asked)
    # An insert that meets the same key of a transaction still open waits for its end.
    IdempotencyKey.objects.bulk_create(
        [IdempotencyKey(principal_id=principal.id, key=key, request_digest=digest)],
        ignore_conflicts=True,
    )
    row: IdempotencyKey = IdempotencyKey.objects.select_for_update().get(
        principal_id=principal.id, key=key
    )
    if row.request_digest != digest:
        raise ApplicationError(
            "this Idempotency-Key came before with another request: use a new key",
            code="idempotency_key_reused",
            http_status=422,
        )
    return row
