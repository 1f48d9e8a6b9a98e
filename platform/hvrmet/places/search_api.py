"""REST: places by name, in English and Chinese."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.language.place_search import FoundPlace, search_places
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import Query, parse_query


class PlaceSearch(Query):
    """A part of a name."""

    q: str = Field(min_length=1, max_length=100, description="Begin of a name, or of a word in it")
    limit: int = Field(default=10, ge=1, le=50)


class PlaceList(BaseModel):
    """Places that fit, the likeliest first."""

    results: tuple[FoundPlace, ...]


class PlaceSearchView(TenantView):
    """The gazetteer."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="places_list",
        parameters=[*query_parameters(PlaceSearch), TENANT_PARAMETER],
        responses=answers({200: PlaceList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Find places by the begin of a name, in English or Chinese."""
        query = parse_query(PlaceSearch, request)
        return Response(PlaceList(results=search_places(query.q, query.limit)))
