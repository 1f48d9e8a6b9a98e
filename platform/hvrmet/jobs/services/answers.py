"""All jobs but diagnoses: queued, answered by a worker, kept with their answers."""

from __future__ import annotations

import difflib
from typing import Any
from uuid import UUID

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.climatology_requests import ClimatologyRequest
from diagnostics.contracts.computations import (
    TOOLS,
    ComputationRequest,
    Operation,
    QuestionRequest,
)
from diagnostics.contracts.events import Answered, Cancelled
from diagnostics.contracts.evidence import ArtifactRef
from diagnostics.contracts.workflow_requests import WorkflowRequest
from diagnostics.messages import Listing, message
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.events import log
from hvrmet.jobs.library import library
from hvrmet.jobs.models import Job, JobResult
from hvrmet.jobs.queue.deadlines import require_future
from hvrmet.jobs.registries.sources import check_zone, source_get, with_zone
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.climatologies import climatology_pinned
from hvrmet.jobs.services.jobs import Terms, job_create, reserve_key
from hvrmet.jobs.services.quotas import require_quota
from hvrmet.jobs.states import JobKind

_KINDS = {Operation.INDEX: "index", Operation.FEATURES: "detector", Operation.FIGURE: "figure"}

_KIND_OF = {
    ComputationRequest: JobKind.COMPUTATION,
    QuestionRequest: JobKind.QUESTION,
    WorkflowRequest: JobKind.WORKFLOW,
    ClimatologyRequest: JobKind.CLIMATOLOGY,
}


def answer_create(
    *,
    principal: Principal,
    request: ComputationRequest | QuestionRequest | WorkflowRequest | ClimatologyRequest,
    terms: Terms,
    idempotency_key: str | None = None,
) -> tuple[Job, bool]:
    """Queue a computation, a question, a workflow or a climatology, once per idempotency key.

    Returns
    -------
    tuple of Job and bool
        The job, and whether this call made it.

    Raises
    ------
    ApplicationError
        ``unknown_source``, ``unknown_tool``, ``unknown_timezone``, ``deadline_passed``,
        ``unknown_climatology``, ``climatology_not_ready`` (409), ``quota_...`` (429),
        ``no_guideline_release`` (503) or ``idempotency_key_reused`` (422).
    """
    kind = _KIND_OF[type(request)]
    key = None
    if idempotency_key:
        asked = {kind.value: request.model_dump(mode="json"), **terms.model_dump(mode="json")}
        key = reserve_key(principal, asked, idempotency_key)
    if key is not None and key.job_id is not None:
        return job_get(key.job_id, kind=kind), False
    require_future(terms.deadline)
    source_get(request.source, tenant_id=principal.tenant_id)
    if isinstance(request, ComputationRequest):
        require_tool(request)
    elif isinstance(request, QuestionRequest):
        check_zone(request)
        request = with_zone(request, tenant_id=principal.tenant_id)
    if not isinstance(request, ClimatologyRequest):
        request = request.model_copy(
            update={"climatology": climatology_pinned(request.source, request.climatology)}
        )
    require_quota(principal.tenant_id)
    # A release that is adopted in the middle of a build must not change what it builds.
    of_library = isinstance(request, ClimatologyRequest) and not request.names_all
    job = job_create(
        principal=principal,
        kind=kind,
        request=request,
        terms=terms,
        action=Action.ANSWER_ASKED,
        release_digest=library().current_release_digest() if of_library else "",
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


def require_tool(request: ComputationRequest) -> None:
    """Refuse a name that the catalogue does not hold for this operation."""
    if request.name is None or request.op not in TOOLS:
        return
    kind = _KINDS[request.op]
    names = [tool["name"] for tool in library().catalog_document()["tools"] if tool["kind"] == kind]
    if request.name not in names:
        near = difflib.get_close_matches(request.name, names, n=4, cutoff=0.4)
        kind_of = message(f"refusal-kind_{kind}")
        wording = (
            message(
                "refusal-unknown_tool_near",
                kind=kind_of,
                name=request.name,
                near=Listing(items=tuple(near)),
            )
            if near
            else message("refusal-unknown_tool", kind=kind_of, name=request.name)
        )
        raise ApplicationError(
            wording,
            code="unknown_tool",
            data={"name": request.name, "nearest": near},
        )
