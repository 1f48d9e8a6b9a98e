"""Reading evidence and artifacts, in the open tenant scope but for `artifact_bytes`."""

from __future__ import annotations

from uuid import UUID

from diagnostics.contracts.report import REPORT_FILES
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import NotFoundError
from hvrmet.evidence.models import EvidenceItem, JobArtifact
from hvrmet.evidence.storage import content_read

FIELDS = "fields/"
"""Where runs keep fields, as NetCDF-3."""


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
        sha256 = artifact_sha256(job_id, name)
    if sha256 is None:
        raise NotFoundError(f"artifact {name!r}")
    return content_read(tenant_id, sha256)


def artifact_sha256(job_id: UUID, name: str) -> str | None:
    """Return the digest of what a run keeps under a name, or None."""
    rows = JobArtifact.objects.filter(job_id=job_id, name=name)
    found: str | None = rows.values_list("artifact__sha256", flat=True).first()
    return found


def field_list(job_id: UUID) -> OwnedQuerySet:
    """Return the named artifacts of a job that are fields, by name."""
    rows: OwnedQuerySet = JobArtifact.objects.filter(job_id=job_id, name__startswith=FIELDS)
    return rows.select_related("artifact").order_by("name")
