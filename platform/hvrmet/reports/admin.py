"""Admin: report versions, to read."""

from __future__ import annotations

from django.contrib import admin

from hvrmet.core.admin import OwnedAdmin
from hvrmet.reports.models import Publication, ReportVersion


@admin.register(ReportVersion)
class ReportVersionAdmin(OwnedAdmin):
    """The report versions of the chosen tenant."""

    list_display = ("report", "number", "digest", "author", "created_at")
    list_select_related = ("report",)
    ordering = ("-created_at",)


@admin.register(Publication)
class PublicationAdmin(OwnedAdmin):
    """Where the versions of the chosen tenant stand."""

    list_display = ("title", "status", "published_by", "published_at", "changed_at")
    ordering = ("-changed_at",)
