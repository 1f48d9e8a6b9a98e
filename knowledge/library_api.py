"""REST: the library as its curators keep it, its history, its bibliography, and it as files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView
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
    ReferenceRevision,
)
from knowledge.selectors import (
    LibraryFilter,
    approvers_of,
    citing_entries,
    entries_in_force,
    entries_of,
    entry_history,
    entry_in_force,
    explanation_of,
    explanations_in_force,
    import_list,
    reference_in_force,
    reference_of,
    references_in_force,
)

_MEDIA_TYPES = {
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.YAML: "application/yaml; charset=utf-8",
}
_NAME = Field(default=None, min_length=1, max_length=200)


class Change(BaseModel):
    """Who made a state of an item, when and why."""

    revision: int
    changed_by: str
    changed_at: datetime
    reason: str
    effect_reason: str = Field(description="Why right cases may turn wrong, where it was said")
    imported_from: str | None
    proposal: UUID | None
    approved_by: list[str] = Field(description="Who approved fields of the proposal")
    removed: bool


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
    text: str | None = Field(
        default=None, min_length=1, max_length=200, description="Words of an entry, any language"
    )

    def wanted(self) -> LibraryFilter:
        """Return the filter."""
        return LibraryFilter(**self.model_dump())


class ReferenceQuery(Query):
    """Filters of publications."""

    outcome: CheckOutcome | None = None
    text: str | None = Field(
        default=None, min_length=1, max_length=200, description="Words of its data: author, title"
    )


class LibraryEntryListView(TenantView):
    """The entries in force."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_entries",
        parameters=[*PAGE_PARAMETERS, *query_parameters(LibraryQuery), TENANT_PARAMETER],
        responses=answers({200: EntryStatePage}),
    )
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


class LibraryEntryHistoryView(TenantView):
    """The states of an entry."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_entry_history",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: EntryRevisionPage}, 404),
    )
    def get(self, request: Request, entry_id: str) -> Response:
        """List every state that an entry had, with who made it and why; also of a removed one."""
        return _entry_page(entry_history(entry_id), request)


class LibraryReferenceListView(TenantView):
    """The bibliography."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_references",
        parameters=[*PAGE_PARAMETERS, *query_parameters(ReferenceQuery), TENANT_PARAMETER],
        responses=answers({200: ReferenceStatePage}),
    )
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
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: CauseStatePage}),
    )
    def get(self, request: Request) -> Response:
        """List the explanations, which entries support or oppose."""
        pages = NewestFirst()
        rows = pages.paginate_queryset(explanations_in_force(), request)
        states = [
            {**change, "key": row.item.key, "cause": explanation_of(row).model_dump(mode="json")}
            for change, row in zip(_changes(rows), rows, strict=True)
        ]
        return Response(pages.envelope(states))


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
        for change, entry in zip(_changes(rows), entries_of(rows), strict=True)
    ]


def _reference_states(rows: list[ReferenceRevision]) -> list[dict[str, object]]:
    references = [reference_of(row.item.key, row) for row in rows]
    return [
        {**change, "reference": reference.model_dump(mode="json"), "text": reference.text}
        for change, reference in zip(_changes(rows), references, strict=True)
    ]


def _changes(
    rows: Sequence[EntryRevision | ReferenceRevision | ExplanationRevision],
) -> list[dict[str, object]]:
    """Return who made states of items, when and why, and who approved it."""
    approvers = approvers_of(row.proposal_id for row in rows)
    changes = [
        Change(
            revision=row.number,
            changed_by=row.actor,
            changed_at=row.created_at,
            reason=row.reason,
            effect_reason=row.proposal.effect_reason if row.proposal else "",
            imported_from=row.imported.name if row.imported else None,
            proposal=row.proposal_id,
            approved_by=approvers.get(row.proposal_id, []) if row.proposal_id else [],
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
