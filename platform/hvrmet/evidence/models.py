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


class Extract(OwnedModel):
    """What was taken out of data on request, kept to be given again; `key` is what was asked.

    A cache: the data, the request and the software make it again. `used_at` is a day on which it
    was asked for; those that nobody asks for are removed.
    """

    key = models.CharField(max_length=64)
    document = models.JSONField()
    used_at = models.DateTimeField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "key"), name="extract_tenant_key"),
            models.UniqueConstraint(fields=("tenant", "id"), name="extract_tenant_id"),
        ]
        indexes = [models.Index(fields=("tenant", "used_at"), name="extract_tenant_used")]

    def __str__(self) -> str:
        return self.key[:12]


class ExtractFile(OwnedModel):
    """A file of an extract, by the content that its address names.

    No `Artifact`: what runs left is never removed, and these are.
    """

    extract = models.ForeignKey(Extract, on_delete=models.CASCADE, related_name="files")
    sha256 = models.CharField(max_length=64)
    media_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "sha256", "extract"), name="extractfile_tenant_content"
            )
        ]
        indexes = [
            models.Index(fields=("tenant",), include=("size",), name="extractfile_tenant_size")
        ]

    def __str__(self) -> str:
        return self.sha256[:12]
