"""Effects of changes of the library: queued behind all else of a centre, once per change."""

from __future__ import annotations

from diagnostics.contracts.effect import EffectPart, EffectRequest
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action
from hvrmet.jobs.models import Job
from hvrmet.jobs.selectors import effect_job
from hvrmet.jobs.services.jobs import Terms, job_cancel, job_create
from hvrmet.jobs.services.quotas import require_quota
from hvrmet.jobs.states import OFF_QUEUE, JobKind, JobStatus, Priority


def effect_create(*, principal: Principal, request: EffectRequest) -> tuple[Job, bool]:
    """Queue the measuring of an effect for a centre, unless it is under way there.

    Parameters
    ----------
    principal : Principal
    request : EffectRequest

    Returns
    -------
    tuple of Job and bool
        The job, and whether this call made it.

    Raises
    ------
    ApplicationError
        ``quota_...`` (429).
    """
    held = _under_way(request.part, request.digest)
    if held is None:
        require_quota(principal.tenant_id)
        held = _under_way(request.part, request.digest)  # another one may have passed just before
    if held is not None:
        return held, False
    job = job_create(
        principal=principal,
        kind=JobKind.EFFECT,
        request=request,
        terms=Terms(priority=Priority.LOW),
        action=Action.EFFECT_ASKED,
    )
    return job, True


def effect_cancel(*, principal: Principal, part: EffectPart, digest: str) -> None:
    """Cancel the measuring of an effect where it is under way for a centre."""
    job = _under_way(part, digest)
    if job is not None:
        job_cancel(
            principal=principal, job_id=job.pk, kind=JobKind.EFFECT, action=Action.EFFECT_STOPPED
        )


def _under_way(part: EffectPart, digest: str) -> Job | None:
    job = effect_job(part, digest)
    return None if job is None or JobStatus(job.status) in OFF_QUEUE else job
