"""Admin: saved regions, to read."""

from __future__ import annotations

from django.contrib import admin

from hvrmet.core.admin import OwnedAdmin
from hvrmet.regions.models import SavedRegion


@admin.register(SavedRegion)
class SavedRegionAdmin(OwnedAdmin):
    """The saved regions of the chosen tenant."""

    list_display = ("name", "west", "south", "east", "north", "created_by")
