"""Which climatology of its own a centre uses: chosen for a source, or named by a request."""

from __future__ import annotations

import re
from uuid import UUID

from diagnostics.contracts.events import Answered
from diagnostics.messages import message
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError, NotFoundError
from hvrmet.jobs.models import ClimatologyChoice, JobEvent
from hvrmet.jobs.registries.sources import sources_of
from hvrmet.jobs.selectors import events_of_type, job_get
from hvrmet.jobs.states import JobKind, JobStatus

_DIGEST = re.compile(r"[0-9a-f]{64}")


def climatology_chosen(source: str) -> ClimatologyChoice | None:
    """Return what the open scope's tenant has chosen for a source."""
    found: ClimatologyChoice | None = ClimatologyChoice.objects.filter(source=source).first()
    return found


def climatology_choose(
    *, principal: Principal, source: str, climatology: UUID | None
) -> ClimatologyChoice | None:
    """Choose a climatology of the centre for a source; with None the operator's alone is used.

    Raises
    ------
    NotFoundError
        When the tenant has no such source or climatology.
    ApplicationError
        ``climatology_not_ready`` (409).
    """
    if source not in sources_of(principal.tenant_id):
        raise NotFoundError(message("refusal-a_source"))
    before = climatology_chosen(source)
    row = None
    if climatology is None:
        ClimatologyChoice.objects.filter(source=source).delete()
    else:
        row, _ = ClimatologyChoice.objects.update_or_create(
            source=source,
            defaults={
                "job_id": climatology,
                "digest": digest_of_build(climatology),
                "chosen_by": principal.label,
            },
        )
    audit_record(
        action=Action.CLIMATOLOGY_CHOSEN,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=climatology or (before.job_id if before else principal.tenant_id),
        data={"source": source},
        before={"digest": before.digest if before else None},
        after={"digest": row.digest if row else None},
    )
    return row


def digest_of_build(job_id: UUID) -> str:
    """Return the digest of the file that a build made.

    Raises
    ------
    NotFoundError
        When the tenant has no such build.
    ApplicationError
        ``climatology_not_ready`` (409) for one that has not finished.
    """
    try:
        job = job_get(job_id, kind=JobKind.CLIMATOLOGY)
    except NotFoundError as error:
        raise NotFoundError(message("refusal-a_climatology")) from error
    if job.status != JobStatus.FINISHED:
        raise ApplicationError(
            message(
                "refusal-climatology_not_ready", status=message(f"refusal-status_{job.status}")
            ),
            code="climatology_not_ready",
            http_status=409,
            data={"status": job.status},
        )
    (answered,) = events_of_type(job_id, "answered")
    assert isinstance(answered.body, Answered)
    return answered.body.artifacts[0].sha256


def climatology_pinned(source: str, named: str | None) -> str | None:
    """Return the digest of the climatology that a job of the open scope's tenant is pinned to.

    Parameters
    ----------
    source : str
    named : str, optional
        The id of a build, or a digest, as a diagnosis that is run again has it; what is chosen for
        the source without.

    Raises
    ------
    NotFoundError
        When the tenant has no such climatology.
    ApplicationError
        ``unknown_climatology`` for what names none, ``climatology_not_ready`` (409).
    """
    if named is not None:
        return _named(named)
    chosen = climatology_chosen(source)
    return None if chosen is None else chosen.digest


def _named(text: str) -> str:
    if _DIGEST.fullmatch(text):
        made = JobEvent.objects.filter(
            job__kind=JobKind.CLIMATOLOGY, type="answered", body__artifacts__0__sha256=text
        )
        if not made.exists():
            raise NotFoundError(message("refusal-a_climatology"))
        return text
    try:
        job_id = UUID(text)
    except ValueError as error:
        raise ApplicationError(
            message("refusal-unknown_climatology"), code="unknown_climatology"
        ) from error
    return digest_of_build(job_id)
