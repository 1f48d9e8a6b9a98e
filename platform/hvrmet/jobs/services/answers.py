"""Computations and questions: queued, answered by a worker, kept with their answers."""

from __future__ import annotations

import difflib
from typing import Any
from uuid import UUID

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.computations import ComputationRequest, Operation, QuestionRequest
from diagnostics.contracts.events import Answered, Cancelled
from diagnostics.contracts.evidence import ArtifactRef
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.events import log
from hvrmet.jobs.library import library
from hvrmet.jobs.models import Job, JobResult
from hvrmet.jobs.queue.deadlines import require_future
from hvrmet.jobs.registries.sources import check_zone, source_get, with_zone
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.jobs import Terms, job_create, reserve_key
from hvrmet.jobs.services.quotas import require_quota
from hvrmet.jobs.states import JobKind

_KINDS = {Operation.INDEX: "index", Operation.FEATURES: "detector", Operation.FIGURE: "figure"}


def answer_create(
    *,
    principal: Principal,
    request: ComputationRequest | QuestionRequest,
    terms: Terms,
    idempotency_key: str | None = None,
) -> tuple[Job, bool]:
    """Queue a computation or a question, once per idempotency key.

    Returns
    -------
    tuple of Job and bool
        The job, and whether this call made it.

    Raises
    ------
    ApplicationError
        ``unknown_source``, ``unknown_tool``, ``unknown_timezone``, ``deadline_passed``,
        ``quota_...`` (429) or ``idempotency_key_reused`` (422).
    """
    computing = isinstance(request, ComputationRequest)
    kind = JobKind.COMPUTATION if computing else JobKind.QUESTION
    key = None
    if idempotency_key:
        asked = {kind.value: request.model_dump(mode="json"), **terms.model_dump(mode="json")}
        key = reserve_key(principal, asked, idempotency_key)
    if key is not None and key.job_id is not None:
        return job_get(key.job_id, kind=kind), False
    require_future(terms.deadline)
    source_get(request.source, tenant_id=principal.tenant_id)
    if isinstance(request, ComputationRequest):
        _require_tool(request)
    else:
        check_zone(request)
        request = with_zone(request, tenant_id=principal.tenant_id)
    require_quota(principal.tenant_id)
    job = job_create(
        principal=principal, kind=kind, request=request, terms=terms, action=Action.ANSWER_ASKED
    )
    if key is not None:
        key.job = job
        key.save(update_fields=("job",))
    return job, True


def answer_store(
    *, job_id: UUID, document: dict[str, Any], artifacts: tuple[ArtifactRef, ...], attempt: int
) -> None:
    """Keep an answer and end its job, or cancel it where that was asked for meanwhile.

    Raises
    ------
    BudgetError
        With code ``lease_lost`` when `attempt` does not hold the job any more.
    """
    job = log.lock_job(job_id)
    if job.cancel_requested_by:
        wish = Cancelled(author=job.cancel_requested_by, reason=job.cancel_reason)
        log.append(job, wish, attempt=attempt)
        return
    log.append(job, Answered(digest=digest_of(document), artifacts=artifacts), attempt=attempt)
    JobResult.objects.create(job=job, document=document)


def answer_of(job_id: UUID) -> dict[str, Any] | None:
    """Return the stored answer of a job, or None."""
    found: dict[str, Any] | None = (
        JobResult.objects.filter(job_id=job_id).values_list("document", flat=True).first()
    )
    return found


def _require_tool(request: ComputationRequest) -> None:
    """Refuse a name that the catalogue does not hold for this operation."""
    if request.name is None:
        return
    kind = _KINDS[request.op]
    names = [tool["name"] for tool in library().catalog_document()["tools"] if tool["kind"] == kind]
    if request.name not in names:
        near = difflib.get_close_matches(request.name, names, n=4, cutoff=0.4)
        hint = f"did you mean {', '.join(near)}?" if near else "GET /api/v1/catalog/ lists them"
        raise ApplicationError(
            f"there is no {kind} called {request.name!r} in the catalogue; {hint}",
            code="unknown_tool",
            data={"name": request.name, "nearest": near},
        )
