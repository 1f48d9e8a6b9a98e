"""REST: what a request means and what is possible, before anything is queued."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.feasibility import FeasibilityAnswer, FeasibilityRequest
from diagnostics.contracts.worded_requests import ReadRequest, RequestInWords
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView
from hvrmet.core.db.scope import scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.api.inquiries import ACCEPTED, INQUIRY_ERRORS, ask_worker
from hvrmet.jobs.queue.inquiries import InquiryKind
from hvrmet.jobs.registries.sources import source_get


def require_source(principal: Principal, name: str | None) -> None:
    """Refuse a source that the tenant does not have, before a worker is asked.

    Raises
    ------
    ApplicationError
        With code ``unknown_source``.
    """
    if name is not None:
        with scope(principal.tenant_id):
            source_get(name, tenant_id=principal.tenant_id)


class RequestReadView(TenantView):
    """What a sentence asks for."""

    verbs = {"POST": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="requests_read",
        parameters=[TENANT_PARAMETER],
        request=RequestInWords,
        responses=answers({200: ReadRequest, 202: ACCEPTED}, *INQUIRY_ERRORS),
    )
    def post(self, request: Request) -> Response:
        """Read a request in English or Chinese; nothing is queued.

        Every part is shown with the words that it was read from and where they stand, what no word
        says as assumed, and what was not understood with its reason. `diagnosis`, `charts` or
        `question` holds what to queue, where every word was read.
        """
        wanted = parse_body(RequestInWords, request)
        require_source(self.principal(request), wanted.source)
        return ask_worker(self, request, InquiryKind.READING, wanted.model_dump(mode="json"))


class FeasibilityView(TenantView):
    """What a source allows."""

    verbs = {"POST": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="feasibility",
        parameters=[TENANT_PARAMETER],
        request=FeasibilityRequest,
        responses=answers({200: FeasibilityAnswer, 202: ACCEPTED}, *INQUIRY_ERRORS),
    )
    def post(self, request: Request) -> Response:
        """Say which criteria, indices, charts and entries can be tested, partly or not.

        From the source's inventory alone: no field is read. Each comes with what is missing and
        its cure.
        """
        wanted = parse_body(FeasibilityRequest, request)
        require_source(self.principal(request), wanted.source)
        return ask_worker(self, request, InquiryKind.FEASIBILITY, wanted.model_dump(mode="json"))
