"""Admin: jobs and their events, to read."""

from __future__ import annotations

from django.contrib import admin

from hvrmet.core.admin import OwnedAdmin
from hvrmet.jobs.models import Job, JobEvent


@admin.register(Job)
class JobAdmin(OwnedAdmin):
    """The jobs of the chosen tenant."""

    list_display = ("id", "kind", "status", "source", "requested_by", "created_at")
    list_filter = ("status", "kind")
    ordering = ("-created_at",)


@admin.register(JobEvent)
class JobEventAdmin(OwnedAdmin):
    """The events of the chosen tenant's jobs."""

    list_display = ("job_id", "seq", "type", "at")
    list_filter = ("type",)
    ordering = ("-created_at", "-seq")
