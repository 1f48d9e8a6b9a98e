"""Admin: the Guideline Library, its history, proposals and releases, to read."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from hvrmet.core.admin import OwnedAdmin

from knowledge.models import (
    Adoption,
    Approval,
    Candidate,
    CentreAdjustment,
    Citation,
    Decision,
    Detector,
    Entry,
    EntryRevision,
    ExplanationRevision,
    Interest,
    LibraryImport,
    Overlay,
    PresetRevision,
    Proposal,
    ProposedField,
    ReferenceRevision,
    Release,
    Remark,
    RemarkWithdrawal,
    SearchedItem,
    Threshold,
    Wording,
)


class ReadOnlyAdmin(admin.ModelAdmin):
    """What is here never changes: commands add to it."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: `manage.py load_library` and `import_library` add to the library."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a release or a revision never changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: jobs are pinned to releases, and a history is whole."""
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

    list_display = ("release_id", "overlay_id", "proposed_by", "adopted_by", "adopted_at")
    ordering = ("-created_at",)


@admin.register(CentreAdjustment)
class CentreAdjustmentAdmin(OwnedAdmin):
    """What the chosen tenant says otherwise than the library, as it was written last."""

    list_display = ("kind", "item", "path", "value", "author", "saved_at", "dropped")
    list_filter = ("kind", "dropped")
    ordering = ("item", "path")


@admin.register(Overlay)
class OverlayAdmin(OwnedAdmin):
    """The states of the chosen tenant's overlay."""

    list_display = ("number", "version", "made_by", "created_at", "digest")
    exclude = ("document",)
    ordering = ("-number",)


class PartInline(admin.TabularInline):
    """Parts of a revision, to read."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a revision never changes."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a revision never changes."""
        return False


class PositionedInline(PartInline):
    """Parts that have their places."""

    ordering = ("position",)
    exclude = ("position",)


class ThresholdInline(PositionedInline):
    """Limits of an entry."""

    model = Threshold


class DetectorInline(PositionedInline):
    """Detectors of an entry's chart."""

    model = Detector


class CitationInline(PositionedInline):
    """Publications that an entry cites."""

    model = Citation


@admin.register(EntryRevision)
class EntryRevisionAdmin(ReadOnlyAdmin):
    """Every state of every entry, newest first."""

    list_display = ("item", "number", "factor", "category", "actor", "created_at", "removed")
    list_filter = ("category", "modality", "removed")
    list_select_related = ("item",)
    search_fields = ("item__key", "factor", "rationale", "rationale_zh")
    ordering = ("-created_at",)
    inlines = (ThresholdInline, DetectorInline, CitationInline)


@admin.register(ReferenceRevision)
class ReferenceRevisionAdmin(ReadOnlyAdmin):
    """Every state of every publication's record, newest first."""

    list_display = ("item", "number", "title", "year", "outcome", "actor", "created_at", "removed")
    list_filter = ("outcome", "removed")
    list_select_related = ("item",)
    search_fields = ("item__key", "title", "doi")
    ordering = ("-created_at",)


@admin.register(ExplanationRevision)
class ExplanationRevisionAdmin(ReadOnlyAdmin):
    """Every state of every explanation, newest first."""

    list_display = ("item", "number", "name", "actor", "created_at", "removed")
    list_select_related = ("item",)
    ordering = ("-created_at",)


@admin.register(PresetRevision)
class PresetRevisionAdmin(ReadOnlyAdmin):
    """Every state of the criteria of events, newest first."""

    list_display = ("item", "number", "numbers", "actor", "created_at", "removed")
    list_select_related = ("item",)
    ordering = ("-created_at",)


@admin.register(LibraryImport)
class LibraryImportAdmin(ReadOnlyAdmin):
    """What was taken into the library, newest first."""

    list_display = (
        "name",
        "origin",
        "actor",
        "created",
        "changed",
        "removed",
        "kept",
        "created_at",
    )
    ordering = ("-created_at",)


class ProposedFieldInline(PartInline):
    """What a proposal changes."""

    model = ProposedField
    ordering = ("created_at",)
    exclude = ("author_id",)


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin):
    """What was proposed, newest first; who curates is set on the pages of people."""

    list_display = ("reason", "state", "owner", "created_at", "submitted_at", "closed_at")
    list_filter = ("state",)
    search_fields = ("reason", "owner", "fields__item")
    ordering = ("-created_at",)
    inlines = (ProposedFieldInline,)


class DecisionInline(PartInline):
    """What was said of a wording."""

    model = Decision
    ordering = ("created_at",)
    exclude = ("author_id", "reviewer_id")


@admin.register(Wording)
class WordingAdmin(ReadOnlyAdmin):
    """What was handed in, newest first, with what others said of it."""

    list_display = ("field", "number", "value", "unit", "author", "created_at")
    list_select_related = ("field",)
    search_fields = ("field__item", "field__path", "author")
    ordering = ("-created_at",)
    inlines = (DecisionInline,)


@admin.register(Interest)
class InterestAdmin(ReadOnlyAdmin):
    """What curators declared, newest first."""

    list_display = ("person", "text", "created_at")
    ordering = ("-created_at",)


class RemarkWithdrawalInline(PartInline):
    """That a remark was taken back."""

    model = RemarkWithdrawal
    exclude = ("author_id",)


@admin.register(Remark)
class RemarkAdmin(ReadOnlyAdmin):
    """What curators said to each other, newest first."""

    list_display = ("said", "proposal", "field", "kind", "item", "author", "created_at")
    list_select_related = ("proposal", "field", "withdrawal")
    search_fields = ("author", "item")
    ordering = ("-created_at",)
    exclude = ("text",)
    readonly_fields = ("said",)
    inlines = (RemarkWithdrawalInline,)

    @admin.display(description="text")
    def said(self, remark: Remark) -> str:
        """Return what was written, unless it was taken back."""
        return "" if hasattr(remark, "withdrawal") else remark.text


class ApprovalInline(PartInline):
    """Who approved a prepared release."""

    model = Approval
    ordering = ("created_at",)
    exclude = ("person_id",)


@admin.register(Candidate)
class CandidateAdmin(ReadOnlyAdmin):
    """Releases that were prepared, newest first."""

    list_display = ("version", "note", "prepared_by", "created_at", "release", "withdrawn_by")
    list_select_related = ("release",)
    exclude = ("document",)
    ordering = ("-created_at",)
    inlines = (ApprovalInline,)


@admin.register(SearchedItem)
class SearchedItemAdmin(ReadOnlyAdmin):
    """The words by which items are found."""

    list_display = ("kind", "key")
    list_filter = ("kind",)
    search_fields = ("key",)
    ordering = ("kind", "key")
