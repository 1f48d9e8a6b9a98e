"""Computations and questions: queued, answered by a worker, kept with their answers."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.computations import ComputationRequest, Operation, QuestionRequest
from diagnostics.contracts.events import Answered, Cancelled
from diagnostics.contracts.evidence import ArtifactRef
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.grid.regions import outlined
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.events import log
from hvrmet.jobs.library import library
from hvrmet.jobs.models import IdempotencyKey, Job, JobResult
from hvrmet.jobs.queue.deadlines import require_future
from hvrmet.jobs.registries.held import check_field_held, held_for_certain
from hvrmet.jobs.registries.sources import RegisteredSource, check_zone, source_get, with_zone
from hvrmet.jobs.selectors import job_asked, job_get
from hvrmet.jobs.services.jobs import Terms, job_create, reserve_key
from hvrmet.jobs.services.quotas import require_quota
from hvrmet.jobs.states import JobKind

_KINDS = {
    Operation.INDEX: "index",
    Operation.FEATURES: "detector",
    Operation.FIGURE: "figure",
    Operation.FIELD: "index",
    Operation.CONTOURS: "index",
    Operation.SERIES: "index",
}


KEPT = frozenset({Operation.FIELD, Operation.CONTOURS, Operation.SOUNDING, Operation.SERIES})
"""What is computed once for the same data."""


def answer_create(
    *,
    principal: Principal,
    request: ComputationRequest | QuestionRequest,
    terms: Terms,
    idempotency_key: str | None = None,
) -> tuple[Job, bool]:
    """Queue a computation or a question, once per idempotency key.

    A field, contours or a sounding that a job of the centre has computed, or will, from the same
    data is that job's.

    Returns
    -------
    tuple of Job and bool
        The job, and whether this call made it.

    Raises
    ------
    ApplicationError
        ``unknown_source``, ``unknown_tool``, ``unknown_timezone``, ``deadline_passed``,
        ``quota_...`` (429) or ``idempotency_key_reused`` (422); for these as `check_field_held`.
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
    source = source_get(request.source, tenant_id=principal.tenant_id)
    digest = ""
    if isinstance(request, ComputationRequest):
        _require_tool(request)
        digest = _asked_digest(request, source) if request.op in KEPT else ""
        answering = job_asked(digest) if digest else None
        if answering is not None:
            _remember(key, answering)
            return answering, False
    else:
        check_zone(request)
        request = with_zone(request, tenant_id=principal.tenant_id)
    require_quota(principal.tenant_id)
    job = job_create(
        principal=principal,
        kind=kind,
        request=request,
        terms=terms,
        action=Action.ANSWER_ASKED,
        asked_digest=digest,
    )
    _remember(key, job)
    return job, True


def _remember(key: IdempotencyKey | None, job: Job) -> None:
    if key is not None:
        key.job = job
        key.save(update_fields=("job",))


def _asked_digest(request: ComputationRequest, source: RegisteredSource) -> str:
    """Refuse what the source does not hold, and return the digest of what makes it.

    The digest is empty where it is not certain which data the source holds now.
    """
    area = request.region if request.outline is None else _area(request.outline)
    held = held_for_certain(request.source, source, request.statistic)
    if held is None:
        return ""
    check_field_held(request, held, area, level_unit=_level_unit(request))
    return digest_of(
        {
            "request": request.model_dump(mode="json"),
            "data": held.files,
            "climatology": source.climatology,
            "catalogue": library().catalog_document()["digest"],
        }
    )


def _area(outline: Sequence[tuple[float, float]]) -> Region:
    """Return the box around an outline; refuse one that crosses itself."""
    try:
        return outlined(outline).region
    except ArgumentError as error:
        raise ApplicationError(error.message, code="outline_invalid", http_status=422) from error


def _level_unit(request: ComputationRequest) -> str | None:
    """Return the unit of the level that a field is asked for, None where it has none."""
    catalogue = library().catalog_document()
    for tool in catalogue["tools"]:
        if tool["name"] == request.name and tool["kind"] == "index":
            return next(
                (item["unit"] for item in tool["parameters"] if item["name"] == "level"), None
            )
    units = {item["name"]: item["level_unit"] for item in catalogue["quantities"]}
    return units.get(request.name)


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


def answer_destroyed() -> ApplicationError:
    """Return the refusal of an answer whose time is over: ``answer_destroyed`` (410)."""
    return ApplicationError(
        "the answer is gone: its time was over; ask again for a new one",
        code="answer_destroyed",
        http_status=410,
    )


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
    catalogue = library().catalog_document()
    names = [tool["name"] for tool in catalogue["tools"] if tool["kind"] == kind]
    if request.op in (Operation.FIELD, Operation.CONTOURS):
        kind = "index or quantity"
        names += [item["name"] for item in catalogue["quantities"]]
    if request.name not in names:
        near = difflib.get_close_matches(request.name, names, n=4, cutoff=0.4)
        hint = f"did you mean {', '.join(near)}?" if near else "GET /api/v1/catalog/ lists them"
        raise ApplicationError(
            f"there is no {kind} called {request.name!r} in the catalogue; {hint}",
            code="unknown_tool",
            data={"name": request.name, "nearest": near},
        )
