"""REST: the library as its curators keep it, its history, its bibliography, and it as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.errors import NotFoundError
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import Query, parse_query
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.guidelines import Cause
from diagnostics.contracts.library import CheckOutcome, LibraryEntry, LibraryReference
from knowledge.export import ExportFormat, ExportKind, export_text
from knowledge.models import (
    EntryRevision,
    ExplanationRevision,
    LibraryImport,
    PresetRevision,
    ProposedKind,
    ReferenceRevision,
)
from knowledge.search_api import LONGEST_QUERY
from knowledge.selectors import (
    LibraryFilter,
    approvers_of,
    citing_entries,
    corrections_of,
    entries_in_force,
    entries_of,
    entry_in_force,
    explanation_of,
    explanations_in_force,
    import_list,
    item_history,
    kind_of,
    reference_in_force,
    reference_of,
    references_in_force,
)

_MEDIA_TYPES = {
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.YAML: "application/yaml; charset=utf-8",
}
_NAME = Field(default=None, min_length=1, max_length=200)
_WORDS = Field(
    default=None,
    min_length=1,
    max_length=LONGEST_QUERY,
    description="Words of any language, found as `search/` finds them",
)


class CorrectedField(BaseModel):
    """A field that has a reviewer's value in the place of its first author's."""

    path: str
    by: str
    reason: str


class Change(BaseModel):
    """Who made a state of an item, when and why."""

    revision: int = Field(description="Number of the state; the highest is in force")
    changed_by: str = Field(description="Label of who made the state")
    changed_at: datetime = Field(description="When the state was made, UTC")
    reason: str = Field(description="Why it was made, in the words of who made it")
    effect_reason: str = Field(description="Why right cases may turn wrong, where it was said")
    unmeasured: str = Field(
        description="Why it was accepted before its effect was measured, where it was"
    )
    imported_from: str | None = Field(description="Name of the import that made it, where one did")
    proposal: UUID | None = Field(description="Id of the proposal that it came from, where it did")
    approved_by: list[str] = Field(description="Who approved fields of the proposal")
    corrections: list[CorrectedField] = Field(description="Of fields of this item, by reviewers")
    removed: bool = Field(description="Whether the item was taken out by it")


class EntryState(Change):
    """An entry with who changed it last."""

    entry: LibraryEntry


class EntryStatePage(Page[EntryState]):
    """Entries in force, last changed first."""


class EntryRevisionPage(Page[EntryState]):
    """States of one entry, newest first."""


class ReferenceState(Change):
    """A publication with who changed its record last."""

    reference: LibraryReference
    text: str


class ReferenceStatePage(Page[ReferenceState]):
    """Publications in force, last changed first."""


class CauseState(Change):
    """An explanation with who changed it last; `key` is its name in proposals."""

    key: str
    cause: Cause


class CauseStatePage(Page[CauseState]):
    """Explanations in force, last changed first."""


class ReferenceRevisionPage(Page[ReferenceState]):
    """States of one publication, newest first."""


class CauseRevisionPage(Page[CauseState]):
    """States of one explanation, newest first."""


class PresetRevisionState(Change):
    """A state of criteria: what it says otherwise than the package."""

    numbers: dict[str, float]
    sources: dict[str, str] = Field(description="Where numbers are from, by the path of the source")


class PresetRevisionPage(Page[PresetRevisionState]):
    """States of criteria, newest first."""


class CitedReference(ReferenceState):
    """A publication, and the entries in force that cite it."""

    cited_by: list[str]


class ImportInfo(BaseModel):
    """One taking over of files."""

    name: str
    origin: str
    digest: str
    by: str
    at: datetime
    reason: str
    created: int
    changed: int
    removed: int
    kept: int


class ImportPage(Page[ImportInfo]):
    """Takings over, newest first."""


class LibraryQuery(Query):
    """Filters of entries; each that is given narrows the list."""

    event: EventType | None = None
    category: Category | None = None
    modality: Modality | None = None
    factor: str | None = _NAME
    reference: str | None = Field(
        default=None, min_length=1, max_length=200, description="Key of a publication that is cited"
    )
    tag: str | None = _NAME
    reviewed: bool | None = Field(
        default=None, description="Whether curators have found them right as a whole"
    )
    text: str | None = _WORDS

    def wanted(self) -> LibraryFilter:
        """Return the filter."""
        return LibraryFilter(**self.model_dump())


class ReferenceQuery(Query):
    """Filters of publications."""

    outcome: CheckOutcome | None = None
    text: str | None = _WORDS


class CauseQuery(Query):
    """Filters of explanations."""

    text: str | None = _WORDS


class LibraryEntryListView(TenantView):
    """The entries in force."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_entries",
        parameters=[*PAGE_PARAMETERS, *query_parameters(LibraryQuery), TENANT_PARAMETER],
        responses=answers({200: EntryStatePage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List what the library says now; releases are made from it."""
        wanted = parse_query(LibraryQuery, request).wanted()
        return _entry_page(entries_in_force(wanted), request)


class LibraryEntryView(TenantView):
    """One entry in force."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_entry",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: EntryState}, 404),
    )
    def get(self, request: Request, entry_id: str) -> Response:
        """Return an entry as it is now."""
        (state,) = _entry_states([entry_in_force(entry_id)])
        return Response(state)


class ItemHistoryView(TenantView):
    """The states of an item, whatever its kind."""

    verbs = {"GET": Verb.LIBRARY_VIEW}
    kind: ClassVar[ProposedKind]

    def history(self, request: Request, key: str) -> Response:
        """Return a page of states, newest first."""
        pages = NewestFirst()
        rows = pages.paginate_queryset(item_history(self.kind, key), request)
        return Response(pages.envelope(_STATES[self.kind](rows)))


def _history(operation_id: str, description: str, page: type[BaseModel]) -> Any:
    """Describe the list of an item's states."""
    return extend_schema(
        operation_id=operation_id,
        summary=f"List every state that {description} had, with who made it and why",
        description="What was removed from the library keeps its states.",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: page}, 404),
    )


class LibraryEntryHistoryView(ItemHistoryView):
    """The states of an entry."""

    kind = ProposedKind.ENTRY

    @_history("library_entry_history", "an entry", EntryRevisionPage)
    def get(self, request: Request, entry_id: str) -> Response:
        """List the states of an entry."""
        return self.history(request, entry_id)


class LibraryReferenceHistoryView(ItemHistoryView):
    """The states of a publication."""

    kind = ProposedKind.REFERENCE

    @_history("library_reference_history", "a publication", ReferenceRevisionPage)
    def get(self, request: Request, reference_key: str) -> Response:
        """List the states of a publication."""
        return self.history(request, reference_key)


class LibraryCauseHistoryView(ItemHistoryView):
    """The states of an explanation, whose name is that of a type of event and its own."""

    kind = ProposedKind.CAUSE

    @_history("library_cause_history", "an explanation", CauseRevisionPage)
    def get(self, request: Request, event: str, cause_id: str) -> Response:
        """List the states of an explanation."""
        return self.history(request, f"{event}/{cause_id}")


class LibraryPresetHistoryView(ItemHistoryView):
    """The states of criteria of events."""

    kind = ProposedKind.PRESET

    @_history("library_preset_history", "criteria", PresetRevisionPage)
    def get(self, request: Request, preset_name: str) -> Response:
        """List the states of criteria: what they say otherwise than the package."""
        return self.history(request, preset_name)


class LibraryReferenceListView(TenantView):
    """The bibliography."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_references",
        parameters=[*PAGE_PARAMETERS, *query_parameters(ReferenceQuery), TENANT_PARAMETER],
        responses=answers({200: ReferenceStatePage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List publications, and what came of checking each of them."""
        wanted = parse_query(ReferenceQuery, request)
        pages = NewestFirst()
        rows = pages.paginate_queryset(references_in_force(**wanted.model_dump()), request)
        return Response(pages.envelope(_reference_states(rows)))


class LibraryReferenceView(TenantView):
    """One publication."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_reference",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: CitedReference}, 404),
    )
    def get(self, request: Request, reference_key: str) -> Response:
        """Return a publication with the entries that cite it."""
        (state,) = _reference_states([reference_in_force(reference_key)])
        return Response({**state, "cited_by": citing_entries(reference_key)})


class LibraryCauseListView(TenantView):
    """The competing explanations of each type of event."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_causes",
        parameters=[*PAGE_PARAMETERS, *query_parameters(CauseQuery), TENANT_PARAMETER],
        responses=answers({200: CauseStatePage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the explanations, which entries support or oppose."""
        pages = NewestFirst()
        wanted = parse_query(CauseQuery, request)
        rows = pages.paginate_queryset(explanations_in_force(wanted.text), request)
        return Response(pages.envelope(_cause_states(rows)))


class LibraryImportListView(TenantView):
    """What was taken into the library."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_imports",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: ImportPage}),
    )
    def get(self, request: Request) -> Response:
        """List takings over of files and of the package's own library."""
        return NewestFirst().page(import_list(), request, _import_info)


class LibraryExportView(TenantView):
    """The library as a file."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_export",
        parameters=[*query_parameters(LibraryQuery), TENANT_PARAMETER],
        responses=answers(
            {(200, "text/csv"): OpenApiTypes.STR, (200, "application/yaml"): OpenApiTypes.STR}, 404
        ),
    )
    @in_tenant_scope
    def get(self, request: Request, library_file: str) -> HttpResponse:
        """Return entries or references as a table (csv) or a document (yaml).

        `library_file` is ``entries`` or ``references`` with ``.csv`` or ``.yaml``.
        """
        kind, form = _export(library_file)
        text = export_text(kind, form, parse_query(LibraryQuery, request).wanted())
        response = HttpResponse(text, content_type=_MEDIA_TYPES[form])
        response["Content-Disposition"] = f'attachment; filename="library-{library_file}"'
        return response


def _export(name: str) -> tuple[ExportKind, ExportFormat]:
    kind, _, form = name.partition(".")
    try:
        return ExportKind(kind), ExportFormat(form)
    except ValueError as error:
        raise NotFoundError(f"export {name!r} (entries or references, .csv or .yaml)") from error


def _entry_page(rows: QuerySet[EntryRevision], request: Request) -> Response:
    pages = NewestFirst()
    return Response(pages.envelope(_entry_states(pages.paginate_queryset(rows, request))))


def _entry_states(rows: list[EntryRevision]) -> list[dict[str, object]]:
    return [
        {**change, "entry": entry.model_dump(mode="json")}
        for change, entry in zip(changes_of(rows), entries_of(rows), strict=True)
    ]


def _reference_states(rows: list[ReferenceRevision]) -> list[dict[str, object]]:
    references = [reference_of(row.item.key, row) for row in rows]
    return [
        {**change, "reference": reference.model_dump(mode="json"), "text": reference.text}
        for change, reference in zip(changes_of(rows), references, strict=True)
    ]


def _cause_states(rows: list[ExplanationRevision]) -> list[dict[str, object]]:
    return [
        {**change, "key": row.item.key, "cause": explanation_of(row).model_dump(mode="json")}
        for change, row in zip(changes_of(rows), rows, strict=True)
    ]


def _preset_states(rows: list[PresetRevision]) -> list[dict[str, object]]:
    return [
        {**change, **{of: dict(sorted(getattr(row, of).items())) for of in ("numbers", "sources")}}
        for change, row in zip(changes_of(rows), rows, strict=True)
    ]


_STATES: Mapping[str, Callable[[Any], list[dict[str, object]]]] = {
    ProposedKind.ENTRY: _entry_states,
    ProposedKind.REFERENCE: _reference_states,
    ProposedKind.CAUSE: _cause_states,
    ProposedKind.PRESET: _preset_states,
}


def changes_of(
    rows: Sequence[Any],
) -> list[dict[str, object]]:
    """Return who made revisions of items, when and why, who corrected and who approved them."""
    approvers = approvers_of(row.proposal_id for row in rows)
    corrected = corrections_of(row.proposal_id for row in rows)
    changes = [
        Change(
            revision=row.number,
            changed_by=row.actor,
            changed_at=row.created_at,
            reason=row.reason,
            effect_reason=row.proposal.effect_reason if row.proposal else "",
            unmeasured=row.proposal.unmeasured if row.proposal else "",
            imported_from=row.imported.name if row.imported else None,
            proposal=row.proposal_id,
            approved_by=approvers.get(row.proposal_id, []) if row.proposal_id else [],
            corrections=[
                CorrectedField(**vars(one))
                for one in corrected.get((row.proposal_id, kind_of(row), row.item.key), ())
            ],
            removed=row.removed,
        )
        for row in rows
    ]
    return [change.model_dump(mode="json") for change in changes]


def _import_info(row: LibraryImport) -> ImportInfo:
    counts = {name: getattr(row, name) for name in ("created", "changed", "removed", "kept")}
    return ImportInfo(
        name=row.name,
        origin=row.origin,
        digest=row.digest,
        by=row.actor,
        at=row.created_at,
        reason=row.reason,
        **counts,
    )
