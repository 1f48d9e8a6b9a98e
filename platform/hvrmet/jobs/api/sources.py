"""REST: the sources that the operator has registered, and what they hold."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.jobs.schemas import SourceDetail, SourceList


class SourceListView(TenantView):
    """The data that a diagnosis may use."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="sources_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SourceList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the sources that the operator has registered for this tenant."""
        raise NotImplementedError


class SourceView(TenantView):
    """One source."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="sources_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SourceDetail}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, name: str) -> Response:
        """Return what a source holds, as a worker last read it."""
        raise NotImplementedError
