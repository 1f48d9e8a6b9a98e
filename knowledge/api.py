"""REST: releases of the Guideline Library, and the catalogue."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import Query, parse_query
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.pages import ToolPage
from diagnostics.documentation.text import page_markdown
from knowledge.catalog import catalog_document, catalog_page
from knowledge.models import Overlay, Release
from knowledge.selectors import (
    EntryFilter,
    adopted_get,
    digests_in_use,
    entry_documents,
    entry_get,
    release_list,
)
from knowledge.services import release_viewed


class ReleaseInfo(BaseModel):
    """One immutable release."""

    id: str
    version: str
    title: str
    digest: str
    entries: int
    loaded_at: datetime
    note: str = Field(description="What curators say that it changes; empty for one of the package")
    approved_by: tuple[str, ...] = Field(description="Two curators; nobody for one of the package")
    in_use: bool = Field(
        description="Whether new jobs are pinned to it, as it is or with the overlay in it"
    )
    overlay: int | None = Field(
        description="Number of the tenant's overlay that is in it; null for a shared release"
    )
    base: str | None = Field(description="Digest of the shared release that an overlay is in")


class ReleasePage(Page[ReleaseInfo]):
    """Releases, newest first."""


class EntryList(BaseModel):
    """Entries of a release."""

    results: tuple[GuidelineEntry, ...]


class ToolPageDocument(ToolPage):
    """The page of one tool, with its text for readers."""

    markdown: str


class EntryQuery(Query):
    """Filters of entries."""

    event: EventType | None = None
    category: Category | None = None
    modality: Modality | None = None


class ReleaseListView(TenantView):
    """All releases."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="releases_list",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: ReleasePage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the releases of the Guideline Library.

        One of them is marked as the release that the tenant works with.
        """
        in_use = cache(digests_in_use)
        return NewestFirst().page(release_list(), request, lambda row: _info(row, in_use()))


class ReleaseView(TenantView):
    """One release."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="releases_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ReleaseInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, digest: str) -> Response:
        """Return a release by its digest."""
        info = _info(adopted_get(digest), digests_in_use())
        return Response(info.model_dump(mode="json"))


class EntryListView(TenantView):
    """The entries of a release."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="releases_entries",
        parameters=[*query_parameters(EntryQuery), TENANT_PARAMETER],
        responses=answers({200: EntryList}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, digest: str) -> Response:
        """List the entries of a release, filtered.

        The whole list counts as opening the release.
        """
        query = parse_query(EntryQuery, request)
        if query == EntryQuery():
            release_viewed(self.principal(request), adopted_get(digest))
        return Response({"results": entry_documents(digest, EntryFilter(**query.model_dump()))})


class EntryView(TenantView):
    """One entry of a release."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="releases_entry",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: GuidelineEntry}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, digest: str, entry_id: str) -> Response:
        """Return an entry as the release has it.

        This does not count as opening the release.
        """
        return Response(entry_get(digest, entry_id))


class CatalogView(TenantView):
    """What the platform can compute and draw."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="catalog_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: OpenApiTypes.OBJECT}, 503),
    )
    def get(self, request: Request) -> Response:
        """Return every index, chart and detector with its inputs and parameters."""
        return Response(catalog_document())


class CatalogPageView(TenantView):
    """The page of one index, chart or detector."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="catalog_page",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ToolPageDocument}, 404),
    )
    def get(self, request: Request, name: str) -> Response:
        """Return what the knowledge base says of one tool, with an executed example."""
        page = catalog_page(name)
        return Response({**page.model_dump(mode="json"), "markdown": page_markdown(page)})


def _info(row: Release | Overlay, in_use: frozenset[str]) -> ReleaseInfo:
    named = {"version": row.version, "digest": row.digest, "loaded_at": row.created_at}
    named["in_use"] = row.digest in in_use
    if isinstance(row, Overlay):
        return ReleaseInfo(
            **named,
            id=row.base.release_id,
            title=row.base.title,
            entries=row.entries,
            note="",
            approved_by=(),
            overlay=row.number,
            base=row.base.digest,
        )
    candidate = getattr(row, "candidate", None)
    approvals = candidate.approvals.all() if candidate else ()
    return ReleaseInfo(
        **named,
        id=row.release_id,
        title=row.title,
        entries=row.entry_count,  # type: ignore[attr-defined]  # annotated by the selector
        note=candidate.note if candidate else "",
        approved_by=tuple(sorted(item.person for item in approvals)),
        overlay=None,
        base=None,
    )
