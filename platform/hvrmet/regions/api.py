"""REST: saved regions."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.regions.schemas import NewRegion, RegionInfo, RegionList, region_info
from hvrmet.regions.selectors import region_get, region_list
from hvrmet.regions.services import region_change, region_remove, region_save


class RegionListView(TenantView):
    """The saved regions of the centre."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.REGION_MANAGE}

    @extend_schema(
        operation_id="regions_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: RegionList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the saved regions by name."""
        return Response(RegionList(results=tuple(region_info(row) for row in region_list())))

    @extend_schema(
        operation_id="regions_create",
        parameters=[TENANT_PARAMETER],
        request=NewRegion,
        responses=answers({201: RegionInfo}, 400, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Save a region, a box or a polygon, under a name."""
        wanted = parse_body(NewRegion, request)
        row = region_save(principal=self.principal(request), wanted=wanted)
        return Response(region_info(row), status=201)


class RegionView(TenantView):
    """One saved region."""

    verbs = {
        "GET": Verb.DIAGNOSIS_VIEW,
        "PUT": Verb.REGION_MANAGE,
        "DELETE": Verb.REGION_MANAGE,
    }

    @extend_schema(
        operation_id="regions_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: RegionInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, region_id: UUID) -> Response:
        """Return a saved region."""
        return Response(region_info(region_get(region_id)))

    @extend_schema(
        operation_id="regions_change",
        parameters=[TENANT_PARAMETER],
        request=NewRegion,
        responses=answers({200: RegionInfo}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def put(self, request: Request, region_id: UUID) -> Response:
        """Give a saved region another name or outline."""
        region_get(region_id)
        wanted = parse_body(NewRegion, request)
        principal = self.principal(request)
        row = region_change(principal=principal, region_id=region_id, wanted=wanted)
        return Response(region_info(row))

    @extend_schema(
        operation_id="regions_remove",
        parameters=[TENANT_PARAMETER],
        responses=answers({204: None}, 404),
    )
    @in_tenant_scope
    def delete(self, request: Request, region_id: UUID) -> Response:
        """Remove a saved region."""
        region_remove(principal=self.principal(request), region_id=region_id)
        return Response(status=204)
