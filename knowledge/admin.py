"""Admin: releases of the Guideline Library, to read."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from hvrmet.core.admin import OwnedAdmin

from knowledge.models import Adoption, Entry, Release


class ReadOnlyAdmin(admin.ModelAdmin):
    """Releases never change."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: `manage.py load_library` loads releases."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a release never changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: jobs are pinned to releases."""
        return False


@admin.register(Release)
class ReleaseAdmin(ReadOnlyAdmin):
    """All releases."""

    list_display = ("release_id", "version", "title", "digest", "created_at")
    exclude = ("document",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """All entries."""

    list_display = ("entry_id", "factor", "modality", "category", "weight")
    list_filter = ("release", "category", "modality")
    list_select_related = ("release",)


@admin.register(Adoption)
class AdoptionAdmin(OwnedAdmin):
    """Which releases the chosen tenant has decided to work with."""

    list_display = ("release_id", "proposed_by", "adopted_by", "adopted_at")
    ordering = ("-created_at",)
