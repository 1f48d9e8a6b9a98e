"""REST: which release a tenant works with, decided by two people."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import parse_body
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from knowledge.models import Adoption
from knowledge.selectors import adoption_list
from knowledge.services import adoption_confirm, adoption_propose, adoption_withdraw


class NewAdoption(BaseModel):
    """The release that the tenant shall work with, and why."""

    model_config = ConfigDict(extra="forbid")

    digest: str = Field(pattern="^[0-9a-f]{64}$")
    reason: str = Field(default="", max_length=1000)


class AdoptionInfo(BaseModel):
    """A proposal, and who put it into use."""

    id: UUID = Field(description="Of the proposed adoption")
    digest: str = Field(
        description="That jobs are pinned to: of the release, with the overlay in it"
    )
    release: str = Field(description="Name and version of the shared release")
    version: str = Field(description="Version of the shared release")
    overlay: int | None = Field(description="Number of the centre's overlay; null without one")
    reason: str = Field(description="Why it was proposed")
    proposed_by: str = Field(description="Label of who proposed it")
    created_at: datetime = Field(description="When it was proposed, UTC")
    adopted_by: str = Field(description="Label of who adopted it; empty before")
    adopted_at: datetime | None = Field(description="When it was adopted, UTC")
    withdrawn_by: str = Field(description="Label of who took it back; empty where nobody did")
    withdrawn_at: datetime | None = Field(description="When it was taken back, UTC")


class AdoptionPage(Page[AdoptionInfo]):
    """Proposals and decisions, newest first."""


class AdoptionListView(TenantView):
    """Proposals and decisions of the tenant."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_PROPOSE}

    @extend_schema(
        operation_id="adoptions_list",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: AdoptionPage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List which releases were proposed and adopted."""
        return NewestFirst().page(adoption_list(), request, adoption_info)

    @extend_schema(
        operation_id="adoptions_propose",
        parameters=[TENANT_PARAMETER],
        request=NewAdoption,
        responses=answers({201: AdoptionInfo}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Propose a release; a second person adopts it."""
        wanted = parse_body(NewAdoption, request)
        row = adoption_propose(
            principal=self.principal(request), digest=wanted.digest, reason=wanted.reason
        )
        return Response(adoption_info(row).model_dump(mode="json"), status=201)


class AdoptionConfirmView(TenantView):
    """The second person's word."""

    verbs = {"POST": Verb.LIBRARY_ADOPT}

    @extend_schema(
        operation_id="adoptions_confirm",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: AdoptionInfo}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, adoption_id: UUID) -> Response:
        """Adopt a release that another person proposed: new jobs are pinned to it."""
        row = adoption_confirm(principal=self.principal(request), adoption_id=adoption_id)
        return Response(adoption_info(row).model_dump(mode="json"))


class AdoptionWithdrawView(TenantView):
    """The first person's second thought."""

    verbs = {"POST": Verb.LIBRARY_PROPOSE}

    @extend_schema(
        operation_id="adoptions_withdraw",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: AdoptionInfo}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, adoption_id: UUID) -> Response:
        """Take back the proposal to work with a release."""
        row = adoption_withdraw(principal=self.principal(request), adoption_id=adoption_id)
        return Response(adoption_info(row).model_dump(mode="json"))


def adoption_info(row: Adoption) -> AdoptionInfo:
    """Return a proposal or decision as it is answered."""
    return AdoptionInfo(
        id=row.pk,
        digest=row.adopted.digest,
        release=str(row.adopted),
        version=row.adopted.version,
        overlay=None if row.overlay is None else row.overlay.number,
        reason=row.reason,
        proposed_by=row.proposed_by,
        created_at=row.created_at,
        adopted_by=row.adopted_by,
        adopted_at=row.adopted_at,
        withdrawn_by=row.withdrawn_by,
        withdrawn_at=row.withdrawn_at,
    )
