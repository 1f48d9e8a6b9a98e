"""Admin: audit records, to read."""

from __future__ import annotations

from django.contrib import admin

from hvrmet.audit.models import AuditRecord
from hvrmet.core.admin import OwnedAdmin


@admin.register(AuditRecord)
class AuditRecordAdmin(OwnedAdmin):
    """What was done in the chosen tenant."""

    list_display = ("created_at", "action", "actor", "subject_id", "request_id")
    list_filter = ("action",)
    ordering = ("-created_at",)
