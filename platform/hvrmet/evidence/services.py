"""Keeping evidence and artifacts, by the attempt that holds the job."""

from __future__ import annotations

from pathlib import PurePosixPath
from uuid import UUID

from diagnostics.contracts import evidence as contracts
from diagnostics.errors import BudgetError
from hvrmet.core.db.scope import current_tenant
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.models import Artifact, EvidenceItem, JobArtifact
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import Job


def evidence_put(*, job_id: UUID, item: contracts.EvidenceItem, attempt: int) -> None:
    """Store one piece of evidence; the same call again replaces it with the same, or judged, item.

    Raises
    ------
    BudgetError
        With code ``lease_lost`` when `attempt` does not hold the job any more.
    """
    job = _locked(job_id, attempt)
    EvidenceItem.objects.update_or_create(
        job=job,
        call_key=item.call_key,
        defaults={
            "evidence_id": item.id,
            "entry_id": item.entry_id or "",
            "factor": item.factor,
            "modality": item.modality,
            "verdict": item.judgement.verdict if item.judgement else "",
            "turn": item.turn,
            "document": item.model_dump(mode="json"),
        },
    )


def artifact_register(
    *, job_id: UUID, name: str, sha256: str, media_type: str, size: int, attempt: int
) -> contracts.ArtifactRef:
    """Name stored bytes in a run; the same name again points to the newer bytes.

    Raises
    ------
    ApplicationError
        With code ``invalid_artifact_name`` for a name that leaves the run's directory.
    BudgetError
        With code ``lease_lost`` when `attempt` does not hold the job any more.
    """
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or len(name) > 255:
        raise ApplicationError(
            f"{name!r} is no relative path below the run's directory", code="invalid_artifact_name"
        )
    job = _locked(job_id, attempt)
    artifact, _ = Artifact.objects.get_or_create(
        tenant_id=current_tenant(),
        sha256=sha256,
        defaults={"media_type": media_type, "size": size},
    )
    JobArtifact.objects.update_or_create(job=job, name=name, defaults={"artifact": artifact})
    return contracts.ArtifactRef(name=name, sha256=sha256, media_type=media_type, size=size)


def _locked(job_id: UUID, attempt: int) -> Job:
    job = lock_job(job_id)
    if job.writer_attempt != attempt:
        raise BudgetError(
            f"attempt {attempt} no longer holds job {job_id}: another worker took over",
            code="lease_lost",
            data={"attempt": attempt, "holder": job.writer_attempt},
        )
    return job
