"""REST: what curators declare of their interests, once for all that they write and decide."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_installation_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from knowledge.selectors import interest_of
from knowledge.services import interest_declare


class InterestText(BaseModel):
    """What colleagues should know of somebody's interests; empty for nothing."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(max_length=1000)


class InterestInfo(BaseModel):
    """What somebody declared; null where they did not yet."""

    text: str | None


class InterestView(TenantView):
    """What one declared."""

    verbs = {"GET": Verb.LIBRARY_EDIT, "PUT": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="interest_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: InterestInfo}),
    )
    @in_installation_scope
    def get(self, request: Request) -> Response:
        """Return what the caller declared."""
        principal = self.principal(request)
        return Response({"text": interest_of(principal.id)})

    @extend_schema(
        operation_id="interest_declare",
        parameters=[TENANT_PARAMETER],
        request=InterestText,
        responses=answers({200: InterestInfo}, 400, 415),
    )
    @in_installation_scope
    def put(self, request: Request) -> Response:
        """Declare one's interests, or that there is none.

        The declaration stands beside all that one writes.
        """
        wanted = parse_body(InterestText, request)
        row = interest_declare(principal=self.principal(request), text=wanted.text)
        return Response({"text": row.text})
