"""What runs leave behind: evidence, and files kept under their content's address."""

from __future__ import annotations

from django.db import models

from hvrmet.core.db.models import OwnedModel
from hvrmet.jobs.models import Job


class EvidenceItem(OwnedModel):
    """One operator call; `document` is the whole `contracts.EvidenceItem`."""

    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+", db_index=False)
    evidence_id = models.CharField(max_length=200)
    call_key = models.CharField(max_length=128)
    entry_id = models.CharField(max_length=200, blank=True)
    factor = models.CharField(max_length=100)
    modality = models.CharField(max_length=20)
    verdict = models.CharField(max_length=20, blank=True)
    turn = models.PositiveIntegerField()
    document = models.JSONField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "job", "call_key"), name="evidence_tenant_job_call"
            ),
            models.UniqueConstraint(
                fields=("tenant", "job", "evidence_id"), name="evidence_tenant_job_id"
            ),
        ]
        indexes = [
            models.Index(
                fields=("tenant", "entry_id"),
                condition=~models.Q(verdict=""),
                name="evidence_tenant_entry",
            )
        ]

    def __str__(self) -> str:
        return f"{self.evidence_id} {self.factor}"


class Artifact(OwnedModel):
    """Bytes of a tenant, kept once however many runs made them."""

    sha256 = models.CharField(max_length=64)
    media_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "sha256"), name="artifact_tenant_sha256"),
            models.UniqueConstraint(fields=("tenant", "id"), name="artifact_tenant_id"),
        ]
        indexes = [models.Index(fields=("tenant",), include=("size",), name="artifact_tenant_size")]

    def __str__(self) -> str:
        return self.sha256[:12]


class JobArtifact(OwnedModel):
    """The name under which a run keeps an artifact."""

    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+", db_index=False)
    artifact = models.ForeignKey(Artifact, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=255)

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "job", "name"), name="jobartifact_tenant_job_name"
            )
        ]

    def __str__(self) -> str:
        return self.name
