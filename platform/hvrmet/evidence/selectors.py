"""Reading evidence and artifacts, in the open tenant scope."""

from __future__ import annotations

from uuid import UUID

from hvrmet.core.models import OwnedQuerySet
from hvrmet.evidence.models import EvidenceItem, JobArtifact


def evidence_list(job_id: UUID) -> OwnedQuerySet:
    """Return the evidence of a job in the order it was found."""
    items: OwnedQuerySet = EvidenceItem.objects.filter(job_id=job_id).order_by("created_at", "id")
    return items


def artifact_list(job_id: UUID) -> OwnedQuerySet:
    """Return the named artifacts of a job."""
    names: OwnedQuerySet = (
        JobArtifact.objects.filter(job_id=job_id).select_related("artifact").order_by("name")
    )
    return names
