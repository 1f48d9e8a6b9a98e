"""Reading evidence and artifacts, in the open tenant scope but for `artifact_bytes`."""

from __future__ import annotations

from uuid import UUID

from diagnostics.contracts.report import REPORT_FILES
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import NotFoundError
from hvrmet.evidence.models import EvidenceItem, JobArtifact
from hvrmet.evidence.storage import content_read


def evidence_list(job_id: UUID) -> OwnedQuerySet:
    """Return the evidence of a job in the order it was found."""
    items: OwnedQuerySet = EvidenceItem.objects.filter(job_id=job_id).order_by("created_at", "id")
    return items


def entry_judgements(entry_id: str) -> OwnedQuerySet:
    """Return the last verdict of each diagnosis on an entry of the library, newest first."""
    judged = EvidenceItem.objects.filter(entry_id=entry_id).exclude(verdict="")
    last = judged.order_by("job", "-turn", "-created_at", "-id").distinct("job").values("pk")
    found: OwnedQuerySet = EvidenceItem.objects.filter(pk__in=last).select_related("job")
    return found.order_by("-job__created_at", "-job__id")


def artifact_list(job_id: UUID, *, drafts: bool) -> OwnedQuerySet:
    """Return the named artifacts of a job; without drafts, all but the report as drafted."""
    names: OwnedQuerySet = (
        JobArtifact.objects.filter(job_id=job_id).select_related("artifact").order_by("name")
    )
    return names if drafts else names.exclude(name__in=REPORT_FILES)


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
            raise NotFoundError(f"artifact {name!r}")
        sha256 = row.artifact.sha256
    return content_read(tenant_id, sha256)
