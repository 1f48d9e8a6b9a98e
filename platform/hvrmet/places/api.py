"""REST: the regions that a centre keeps by name."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import BaseModel, ConfigDict, Field, model_validator
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.validation import ContractError
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.core.names import Name
from hvrmet.places.models import SavedRegion
from hvrmet.places.selectors import region_list
from hvrmet.places.services import region_create, region_delete


class NewSavedRegion(BaseModel):
    """A box to keep under a name, which no other region of the centre has in whatever case."""

    model_config = ConfigDict(extra="forbid")

    name: Name = Field(min_length=1, max_length=100)
    region: Region

    @model_validator(mode="after")
    def _has_area(self) -> NewSavedRegion:
        if self.region.width == 0 or self.region.north == self.region.south:
            raise ContractError("no_area")
        return self


class SavedRegionDocument(BaseModel):
    """A region of the centre."""

    id: UUID
    name: str
    region: Region
    created_by: str = Field(description="label of who kept it, as it was then")
    created_at: datetime


class SavedRegionList(BaseModel):
    """The regions of the centre, by name."""

    results: tuple[SavedRegionDocument, ...]


class SavedRegionListView(TenantView):
    """The regions of a tenant."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="regions_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SavedRegionList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the centre's regions, by name."""
        return Response(SavedRegionList(results=tuple(_document(row) for row in region_list())))

    @extend_schema(
        operation_id="regions_create",
        parameters=[TENANT_PARAMETER],
        request=NewSavedRegion,
        responses=answers({201: SavedRegionDocument}, 400, 409, 415, 422),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Keep a region under a name."""
        wanted = parse_body(NewSavedRegion, request)
        row = region_create(
            principal=self.principal(request), name=wanted.name, region=wanted.region
        )
        return Response(_document(row), status=201)


class SavedRegionView(TenantView):
    """One region of a tenant."""

    verbs = {"DELETE": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="regions_delete",
        parameters=[TENANT_PARAMETER],
        responses=answers({204: OpenApiResponse(description="Gone")}, 404),
    )
    @in_tenant_scope
    def delete(self, request: Request, region_id: UUID) -> Response:
        """Forget a region; diagnoses that used it stay."""
        region_delete(principal=self.principal(request), region_id=region_id)
        return Response(status=204)


def _document(row: SavedRegion) -> SavedRegionDocument:
    return SavedRegionDocument(
        id=row.pk,
        name=row.name,
        region=Region.model_validate(row.bounds),
        created_by=row.created_by,
        created_at=row.created_at,
    )
