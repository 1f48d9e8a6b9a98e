"""Admin: reviews and corrections, to read."""

from __future__ import annotations

from django.contrib import admin

from hvrmet.core.admin import OwnedAdmin
from hvrmet.reviews.models import Correction, Review


@admin.register(Review)
class ReviewAdmin(OwnedAdmin):
    """The reviews of the chosen tenant."""

    list_display = ("report", "reviewer", "verdict", "dissent", "created_at")
    list_select_related = ("report",)
    ordering = ("-created_at",)


@admin.register(Correction)
class CorrectionAdmin(OwnedAdmin):
    """The corrections of the chosen tenant."""

    list_display = ("report", "author", "status", "result", "created_at")
    list_select_related = ("report",)
    ordering = ("-created_at",)
