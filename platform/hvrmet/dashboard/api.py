"""REST: the situation of a centre, as its first page shows it."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import parse_query
from hvrmet.dashboard.schemas import Situation, SituationQuery
from hvrmet.dashboard.selectors import situation_now


class SituationView(TenantView):
    """What a centre has to know now."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="situation_retrieve",
        parameters=[*query_parameters(SituationQuery), TENANT_PARAMETER],
        responses=answers({200: Situation}, 400),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return the diagnoses in the order of what needs attention.

        Queue and sources come with them.
        """
        query = parse_query(SituationQuery, request)
        return Response(situation_now(self.principal(request), days=query.days))
