"""Reading evidence and artifacts, in the open tenant scope but for `artifact_bytes`."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from diagnostics.contracts.report import REPORT_FILES
from diagnostics.messages import message
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import NotFoundError
from hvrmet.evidence.models import Artifact, EvidenceItem, Extract, ExtractFile, JobArtifact
from hvrmet.evidence.storage import content_read


def evidence_list(job_id: UUID) -> OwnedQuerySet:
    """Return the evidence of a job in the order it was found."""
    items: OwnedQuerySet = EvidenceItem.objects.filter(job_id=job_id).order_by("created_at", "id")
    return items


def artifact_list(job_id: UUID, *, drafts: bool) -> OwnedQuerySet:
    """Return the named artifacts of a job; without drafts, all but the report as drafted."""
    names: OwnedQuerySet = (
        JobArtifact.objects.filter(job_id=job_id).select_related("artifact").order_by("name")
    )
    return names if drafts else names.exclude(name__in=REPORT_FILES)


def artifact_of(job_id: UUID, sha256: str) -> Artifact:
    """Return a job's artifact by its content.

    Raises
    ------
    NotFoundError
        When the job keeps nothing of this content.
    """
    row = (
        JobArtifact.objects.filter(job_id=job_id, artifact__sha256=sha256)
        .select_related("artifact")
        .first()
    )
    if row is None:
        raise NotFoundError(message("refusal-an_artifact", name=sha256[:12]))
    found: Artifact = row.artifact
    return found


def artifact_named(job_id: UUID, name: str) -> Artifact:
    """Return what a job keeps under a name.

    Raises
    ------
    NotFoundError
        When it keeps nothing of this name.
    """
    row = JobArtifact.objects.filter(job_id=job_id, name=name).select_related("artifact").first()
    if row is None:
        raise NotFoundError(message("refusal-an_artifact", name=name))
    found: Artifact = row.artifact
    return found


def evidence_of(job_id: UUID, evidence_id: str) -> EvidenceItem:
    """Return one piece of evidence of a job.

    Raises
    ------
    NotFoundError
        When the job has none of this id.
    """
    found: EvidenceItem | None = EvidenceItem.objects.filter(
        job_id=job_id, evidence_id=evidence_id
    ).first()
    if found is None:
        raise NotFoundError(message("refusal-an_evidence"))
    return found


def extract_known(key: str) -> dict[str, Any] | None:
    """Return what was taken out of data before, None where it is not kept; notes that it was used.

    The note is written once a day.
    """
    found: Extract | None = Extract.objects.filter(key=key).first()
    if found is None:
        return None
    now = timezone.now()
    if now - found.used_at > timedelta(days=1):
        Extract.objects.filter(pk=found.pk).update(used_at=now)
    document: dict[str, Any] = found.document
    return document


def extracted_file(sha256: str) -> ExtractFile:
    """Return a file that was taken out of data, by its content.

    Raises
    ------
    NotFoundError
        When no extract of the tenant has it.
    """
    found: ExtractFile | None = ExtractFile.objects.filter(sha256=sha256).first()
    if found is None:
        raise NotFoundError(message("refusal-an_artifact", name=sha256[:12]))
    return found


def artifact_bytes(tenant_id: UUID, job_id: UUID, name: str) -> bytes:
    """Return what a run keeps under a name; the store is read after the scope has closed.

    Raises
    ------
    NotFoundError
        When the run keeps nothing under this name.
    """
    with scope(tenant_id):
        row = (
            JobArtifact.objects.filter(job_id=job_id, name=name).select_related("artifact").first()
        )
        if row is None:
            raise NotFoundError(message("refusal-an_artifact", name=name))
        sha256 = row.artifact.sha256
    return content_read(tenant_id, sha256)
