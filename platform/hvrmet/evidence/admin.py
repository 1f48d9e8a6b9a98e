"""Admin: evidence and artifacts, to read."""

from __future__ import annotations

from django.contrib import admin

from hvrmet.core.admin import OwnedAdmin
from hvrmet.evidence.models import Artifact, EvidenceItem


@admin.register(EvidenceItem)
class EvidenceItemAdmin(OwnedAdmin):
    """The evidence of the chosen tenant's jobs."""

    list_display = ("job_id", "evidence_id", "factor", "verdict", "turn")
    list_filter = ("verdict", "modality")
    ordering = ("-created_at",)


@admin.register(Artifact)
class ArtifactAdmin(OwnedAdmin):
    """The stored files of the chosen tenant."""

    list_display = ("sha256", "media_type", "size", "created_at")
    ordering = ("-created_at",)
