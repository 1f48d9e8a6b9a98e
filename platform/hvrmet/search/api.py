"""REST: search, one operation for each kind and one across all."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_view
from pydantic import BaseModel, Field, JsonValue
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from diagnostics.contracts.base import Instant
from diagnostics.contracts.enums import EventType, Verdict
from diagnostics.contracts.space_time import Region
from diagnostics.messages import message
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.cursors import invalid_cursor, opened, sealed
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import Query, RegionText, parse_query
from hvrmet.jobs.api.inquiries import ACCEPTED, INQUIRY_ERRORS, ask_worker
from hvrmet.jobs.queue.inquiries import InquiryKind
from hvrmet.search import shared
from hvrmet.search.indexing import DIAGNOSIS, REPORT
from hvrmet.search.selectors import (
    Edge,
    Found,
    Wanted,
    merged,
    own_found,
    query_tokens,
    shared_found,
)

SALT = "hvrmet.search.cursor"
PAGE_SIZE = 25


class HitKind(StrEnum):
    """What a hit is."""

    PLACE = "place"
    CATALOG = "catalog"
    ENTRY = "entry"
    REPORT = "report"
    DIAGNOSIS = "diagnosis"


OWN = {HitKind(REPORT), HitKind(DIAGNOSIS)}
"""What is a tenant's own."""


class WordsQuery(Query):
    """What is looked for, and which page."""

    q: str = Field(
        default="",
        max_length=200,
        description="Words in English or Chinese; half must be there, of what all centres share "
        "half of those that any text has",
    )
    cursor: str | None = Field(
        default=None, max_length=1000, description="From `next` of another page"
    )
    page_size: int = Field(default=PAGE_SIZE, ge=1, le=100, description="Rows on a page")


class OwnQuery(WordsQuery):
    """Words and filters of diagnoses and reports; without words the newest come first."""

    event: EventType | None = None
    source: str | None = Field(default=None, max_length=200)
    region: RegionText | None = Field(
        default=None, description="`W,S,E,N` in degrees; what meets it"
    )
    since: Instant | None = Field(default=None, description="The period reaches this time")
    until: Instant | None = Field(default=None, description="The period begins before this time")
    factor: str | None = Field(
        default=None, max_length=100, description="Catalogue id of a factor that was tested"
    )
    verdict: Verdict | None = Field(default=None, description="Of that factor")


class AllQuery(OwnQuery):
    """Words and filters across all kinds; filters other than words leave out what all share."""

    kind: tuple[HitKind, ...] = Field(default=(), description="One or several, repeated")


class PlaceSearchQuery(WordsQuery):
    """A place by its names, or what lies at a point."""

    latitude: float | None = Field(default=None, ge=-90, le=90, description="For what lies there")
    longitude: float | None = Field(default=None, ge=-360, le=540)


class Hit(BaseModel):
    """One thing that was found; what does not belong to its kind is null."""

    kind: HitKind
    id: str
    title: str
    title_zh: str = ""
    score: float = Field(description="10 where every word stands in the title; more where newer")
    url: str | None = Field(description="where it is read; null for a place")
    region: Region | None = None
    latitude: float | None = None
    longitude: float | None = None
    country: str | None = None
    population: int | None = None
    place_kind: str | None = Field(default=None, description="country | state | town | ...")
    event: EventType | None = None
    events: tuple[EventType, ...] = ()
    source: str | None = None
    status: str | None = None
    starts: datetime | None = None
    ends: datetime | None = None
    at: datetime | None = None


class HitPage(BaseModel):
    """Hits, the best first; `next` is the address of those that follow, null at the end."""

    next: str | None = None
    results: tuple[Hit, ...]


def hit_of(found: Found) -> Hit:
    """Return what was found as the API shows it."""
    data: dict[str, JsonValue] = found.data
    return Hit.model_validate(
        {
            **{name: value for name, value in data.items() if name in Hit.model_fields},
            "kind": found.kind,
            "id": found.key,
            "title": found.title_en,
            "title_zh": found.title_zh,
            "score": float(found.rank),
            "url": _address(found),
        }
    )


def _address(found: Found) -> str | None:
    match found.kind:
        case HitKind.CATALOG:
            return reverse("catalog-page", args=[found.key])
        case HitKind.ENTRY:
            return reverse("release-entries", args=[found.data["release"]])
        case HitKind.REPORT:
            return reverse("report-detail", args=[found.key])
        case HitKind.DIAGNOSIS:
            return reverse("diagnosis-detail", args=[found.key])
    return None


class SearchView(TenantView):
    """What the searches share."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}
    kinds: ClassVar[tuple[HitKind, ...]]

    def search(self, request: Request, query: WordsQuery, kinds: tuple[HitKind, ...]) -> Response:
        """Answer with a page of hits of some kinds."""
        wanted = self._wanted(request, query)
        edge = _read(query.cursor)
        tokens = query_tokens(query.q)
        limit = query.page_size + 1
        own = [kind.value for kind in kinds if kind in OWN]
        lists = [own_found(own, wanted, tokens, limit=limit, edge=edge)]
        if tokens and not wanted.filtered:
            lists += [_shared(kind, tokens, limit=limit, edge=edge) for kind in kinds]
        best = merged(lists, limit)
        page = best[: query.page_size]
        following = None
        if len(best) > query.page_size:
            cursor = sealed(list(page[-1].edge), salt=SALT)
            following = replace_query_param(request.build_absolute_uri(), "cursor", cursor)
        return Response(HitPage(next=following, results=tuple(hit_of(item) for item in page)))

    def _wanted(self, request: Request, query: WordsQuery) -> Wanted:
        principal = self.principal(request)
        given = query.model_dump(include=set(Wanted.model_fields))
        if given.get("verdict") and not given.get("factor"):
            raise ApplicationError(message("refusal-verdict_of_factor"), code="invalid_request")
        if isinstance(query, OwnQuery):
            given["region"] = query.region
        drafts = principal.sees_drafts
        return Wanted.model_validate({**given, "text": query.q, "drafts": drafts})


def _shared(kind: HitKind, tokens: list[str], *, limit: int, edge: Edge | None) -> list[Found]:
    """Return what all tenants share of a kind; nothing of a kind that is a tenant's own."""
    edition: str | None
    match kind:
        case HitKind.CATALOG:
            edition = shared.catalogue_edition()
        case HitKind.ENTRY:
            edition = shared.release_edition()
        case HitKind.PLACE:
            edition = shared.places_edition()
        case _:
            return []
    if edition is None:
        return []
    if kind is not HitKind.PLACE:
        tokens = shared.known_tokens(kind, edition, tokens)
    return shared_found(kind, edition, tokens, limit=limit, edge=edge)


def _read(cursor: str | None) -> Edge | None:
    if cursor is None:
        return None
    try:
        rank, kind, key = opened(cursor, salt=SALT)
        return Edge(str(Decimal(rank)), HitKind(kind).value, str(key))
    except (ValueError, TypeError, ArithmeticError) as error:
        raise invalid_cursor() from error


class SearchAllView(SearchView):
    """Across all kinds."""

    @extend_schema(
        operation_id="search",
        parameters=[*query_parameters(AllQuery), TENANT_PARAMETER],
        responses=answers({200: HitPage}, 503),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Search places, catalogue, library, reports and diagnoses, the best first."""
        query = parse_query(AllQuery, request)
        return self.search(request, query, query.kind or tuple(HitKind))


def _described(name: str, model: type[WordsQuery]) -> Any:
    return extend_schema_view(
        get=extend_schema(
            operation_id=f"search_{name}",
            parameters=[*query_parameters(model), TENANT_PARAMETER],
            responses=answers({200: HitPage}, 503),
        )
    )


@_described("diagnoses", OwnQuery)
class SearchDiagnosesView(SearchView):
    """Past diagnoses."""

    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Search the diagnoses by words, event, region, period, factor and verdict."""
        return self.search(request, parse_query(OwnQuery, request), (HitKind.DIAGNOSIS,))


@_described("reports", OwnQuery)
class SearchReportsView(SearchView):
    """Reports."""

    verbs = {"GET": Verb.REPORT_VIEW}

    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Search the reports by their words, event, region, period, factor and verdict."""
        return self.search(request, parse_query(OwnQuery, request), (HitKind.REPORT,))


@_described("catalog", WordsQuery)
class SearchCatalogView(SearchView):
    """The catalogue."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Search the indices, charts and detectors of the catalogue."""
        return self.search(request, parse_query(WordsQuery, request), (HitKind.CATALOG,))


@_described("entries", WordsQuery)
class SearchEntriesView(SearchView):
    """The library."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Search the entries of the release of the library that the tenant works with."""
        return self.search(request, parse_query(WordsQuery, request), (HitKind.ENTRY,))


class SearchPlacesView(SearchView):
    """Places."""

    @extend_schema(
        operation_id="search_places",
        parameters=[*query_parameters(PlaceSearchQuery), TENANT_PARAMETER],
        responses=answers({200: HitPage, 202: ACCEPTED}, *INQUIRY_ERRORS),
    )
    def get(self, request: Request) -> Response:
        """Search places by name, alias or Chinese name, or find what lies at a point.

        With `latitude` and `longitude` the countries and states that hold the point come first,
        then the towns nearest to it.
        """
        query = parse_query(PlaceSearchQuery, request)
        if (query.latitude is None) != (query.longitude is None):
            raise ApplicationError(message("refusal-point_needs_both"), code="invalid_request")
        if query.latitude is not None:
            asked = {"latitude": query.latitude, "longitude": query.longitude}
            return ask_worker(self, request, InquiryKind.PLACES_AT, asked)
        return self._named(request)

    @in_tenant_scope
    def _named(self, request: Request) -> Response:
        return self.search(request, parse_query(PlaceSearchQuery, request), (HitKind.PLACE,))
