"""REST: the regions that a centre keeps by name."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.space_time import Region
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers


class NewSavedRegion(BaseModel):
    """A box to keep under a name."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=100)
    region: Region


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
        raise NotImplementedError

    @extend_schema(
        operation_id="regions_create",
        parameters=[TENANT_PARAMETER],
        request=NewSavedRegion,
        responses=answers({201: SavedRegionDocument}, 400, 409, 415, 422),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Keep a region under a name."""
        raise NotImplementedError


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
        raise NotImplementedError
