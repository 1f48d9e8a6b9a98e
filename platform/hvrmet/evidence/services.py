"""Keeping evidence and artifacts, by the attempt that holds the job."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Protocol
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from diagnostics.contracts import evidence as contracts
from diagnostics.errors import BudgetError
from diagnostics.messages import message
from hvrmet.core.db.scope import current_tenant
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.models import Artifact, EvidenceItem, Extract, ExtractFile, JobArtifact
from hvrmet.evidence.storage import content_remove
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import Job

_FORGOTTEN = 500


class StoredFile(Protocol):
    """Bytes that are in the store, as a contract names them."""

    @property
    def sha256(self) -> str:
        """Their address."""

    @property
    def media_type(self) -> str:
        """What they are."""

    @property
    def size(self) -> int:
        """How many."""


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
            message("refusal-artifact_name", name=name), code="invalid_artifact_name"
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


def extract_store(*, key: str, document: dict[str, Any], files: Sequence[StoredFile]) -> None:
    """Keep what was taken out of data under what was asked; its bytes are in the store already.

    The same once more is harmless: whoever asked at the same time got the same.
    """
    row, _ = Extract.objects.get_or_create(
        tenant_id=current_tenant(),
        key=key,
        defaults={"document": document, "used_at": timezone.now()},
    )
    for file in files:
        ExtractFile.objects.get_or_create(
            tenant_id=current_tenant(),
            extract=row,
            sha256=file.sha256,
            defaults={"media_type": file.media_type, "size": file.size},
        )


def extracts_forget(unused_since: datetime) -> int:
    """Remove extracts that nobody has asked for, and their bytes where nothing else has them.

    Runs in the open scope. Returns how many there were.
    """
    ids = [row.pk for row in Extract.objects.filter(used_at__lt=unused_since)[:_FORGOTTEN]]
    files = ExtractFile.objects.filter(extract_id__in=ids)
    contents = set(files.values_list("sha256", flat=True))
    files.delete()
    Extract.objects.filter(pk__in=ids).delete()
    for model in (Artifact, ExtractFile):
        named = model.objects.filter(sha256__in=contents).values_list("sha256", flat=True)
        contents -= set(named)
    for sha256 in contents:
        transaction.on_commit(partial(content_remove, current_tenant(), sha256))
    return len(ids)
