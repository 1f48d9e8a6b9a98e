"""REST: places by name, in English and Chinese."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.space_time import Region
from diagnostics.language.place_search import search_places
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import Query, parse_query


class PlaceSearch(Query):
    """A part of a name."""

    q: str = Field(min_length=1, max_length=100, description="Begin of a name, or of a word in it")
    limit: int = Field(default=10, ge=1, le=50)


class FoundPlace(BaseModel):
    """A place whose name fits: a country, a province, a sea, a town.

    `label` tells it from its namesakes and can stand in a request in words; `region` is what a
    diagnosis of the place covers, for a town or a position the box around it.
    """

    name: str
    name_zh: str = Field(description="empty where none is known")
    label: str
    kind: str = Field(description="country | territory | state | province | region | water | town")
    country: str = Field(description="two letters, empty for seas and regions of several countries")
    country_name: str
    country_name_zh: str
    matched: str = Field(description="the name or alias that fits")
    region: Region
    latitude: float
    longitude: float
    population: int = Field(description="of a town, 0 for others")


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
        found = search_places(query.q, query.limit)
        results = tuple(FoundPlace.model_validate(place, from_attributes=True) for place in found)
        return Response(PlaceList(results=results))
