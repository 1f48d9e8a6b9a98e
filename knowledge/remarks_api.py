"""REST: what curators say to each other about proposals and items of the library."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_installation_scope
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import Query, parse_body, parse_query
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from rest_framework.request import Request
from rest_framework.response import Response

from knowledge.models import ProposedKind, Remark
from knowledge.selectors import Thread, remark_list
from knowledge.services import remark_take_back, remark_write, remarks_viewed


class ThreadQuery(Query):
    """What remarks are about: a proposal, one of its fields, or an item of the library."""

    proposal: UUID | None = Field(default=None, description="With the remarks on its fields")
    field: UUID | None = Field(default=None, description="Of a proposal")
    kind: ProposedKind | None = Field(default=None, description="Of an item, with its name")
    item: str | None = Field(default=None, min_length=1, max_length=300)

    @model_validator(mode="after")
    def _one(self) -> ThreadQuery:
        of_item = self.kind is not None and self.item is not None
        given = (self.proposal is not None) + (self.field is not None) + of_item
        if given != 1 or (self.kind is None) != (self.item is None):
            raise ValueError("name one of: `proposal`, `field`, or `kind` and `item`")
        return self

    def thread(self) -> Thread:
        """Return what is meant."""
        return Thread(self.proposal, self.field, self.kind or "", self.item or "")


class NewRemark(ThreadQuery):
    """A remark, which the curators of all centres read."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)
    ] = Field(description="Plain text; its lines are kept")


class RemarkInfo(BaseModel):
    """What somebody wrote, and about what."""

    id: UUID
    proposal: UUID | None
    field: UUID | None
    kind: ProposedKind | None = Field(description="Of the item, or of the one of the field")
    item: str
    path: str = Field(description="Of the field; empty for others")
    by: str
    mine: bool
    at: datetime
    text: str = Field(description="Empty where it was taken back")
    taken_back_at: datetime | None


class RemarkPage(Page[RemarkInfo]):
    """Remarks in order of time."""


class OldestFirst(NewestFirst):
    """Pages in order of time."""

    descending = False


class RemarkListView(TenantView):
    """Remarks of the curators of all centres."""

    verbs = {"GET": Verb.LIBRARY_EDIT, "POST": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="remarks_list",
        parameters=[*PAGE_PARAMETERS, *query_parameters(ThreadQuery), TENANT_PARAMETER],
        responses=answers({200: RemarkPage}),
    )
    @in_installation_scope
    def get(self, request: Request) -> Response:
        """List what was said, the oldest first; what is shown counts as seen."""
        principal = self.principal(request)
        thread = parse_query(ThreadQuery, request).thread()
        pages = OldestFirst()
        rows = pages.paginate_queryset(remark_list(thread), request)
        remarks_viewed(principal, rows)
        results = [_info(row, principal) for row in rows]
        return Response(pages.envelope([item.model_dump(mode="json") for item in results]))

    @extend_schema(
        operation_id="remarks_write",
        parameters=[TENANT_PARAMETER],
        request=NewRemark,
        responses=answers({201: RemarkInfo}, 400, 404, 409, 415),
    )
    @in_installation_scope
    def post(self, request: Request) -> Response:
        """Write about an open proposal, one of its fields, or an item.

        A remark changes no approval.
        """
        wanted = parse_body(NewRemark, request)
        principal = self.principal(request)
        row = remark_write(principal=principal, thread=wanted.thread(), text=wanted.text)
        return Response(_info(row, principal).model_dump(mode="json"), status=201)


class RemarkTakeBackView(TenantView):
    """One's own remark."""

    verbs = {"POST": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="remarks_take_back",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: RemarkInfo}, 404, 409),
    )
    @in_installation_scope
    def post(self, request: Request, remark_id: UUID) -> Response:
        """Take back what one wrote: that it was there stays to be seen."""
        principal = self.principal(request)
        row = remark_take_back(principal=principal, remark_id=remark_id)
        return Response(_info(row, principal).model_dump(mode="json"))


def _info(row: Remark, principal: Principal) -> RemarkInfo:
    withdrawal = getattr(row, "withdrawal", None)
    of = row.field or row
    return RemarkInfo(
        id=row.pk,
        proposal=row.proposal_id,
        field=row.field_id,
        kind=of.kind or None,
        item=of.item,
        path=row.field.path if row.field else "",
        by=row.author,
        mine=row.author_id == principal.id,
        at=row.created_at,
        text="" if withdrawal else row.text,
        taken_back_at=withdrawal.created_at if withdrawal else None,
    )
