"""REST: what a worker answers while the request waits, and following what takes longer."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import Context, copy_context
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import BaseModel, Field, JsonValue
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.messages import API, message, recorded, render
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView
from hvrmet.core.errors import NotFoundError
from hvrmet.core.http.language import reader_language
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.problems import MEDIA_TYPE as PROBLEM
from hvrmet.core.http.problems import problem_document
from hvrmet.core.http.rendering import json_bytes
from hvrmet.core.http.soon import attach, replace_content
from hvrmet.jobs.queue import inquiries
from hvrmet.jobs.queue.inquiries import Answer, Inquiry, InquiryKind, InquiryState, Refusal

JSON = "application/json"
INQUIRY_ERRORS = (400, 415, 422, 429, 500, 503)
"""Statuses of operations that ask a worker."""
CLIMATOLOGY_ERRORS = (404, 409)
"""Statuses of operations whose request may name a climatology: unknown, or not built yet."""


class InquiryFailure(BaseModel):
    """Why an inquiry has no answer."""

    code: str
    detail: str = Field(description="what was wrong, where, and what to do")
    data: dict[str, JsonValue] = {}


class InquiryDocument(BaseModel):
    """A question to a worker that was not answered at once; it is kept for a quarter of an hour."""

    id: UUID
    url: str
    kind: InquiryKind
    status: InquiryState
    asked_at: datetime
    result: JsonValue = Field(
        default=None, description="what the operation would have answered, once it is there"
    )
    failure: InquiryFailure | None = None


ACCEPTED = OpenApiResponse(
    InquiryDocument, description="Not answered within two seconds; `Location` says where to follow"
)


def inquiry_document(inquiry: Inquiry) -> InquiryDocument:
    """Return an inquiry as the API shows it."""
    refusal = inquiry.refusal
    return InquiryDocument(
        id=inquiry.id,
        url=reverse("inquiry-detail", args=[inquiry.id]),
        kind=inquiry.kind,
        status=inquiry.state,
        asked_at=datetime.fromtimestamp(round(inquiry.asked_at), UTC),
        result=None if inquiry.answer is None else inquiry.answer.document,
        failure=None
        if refusal is None
        else InquiryFailure(code=refusal.code, detail=_said(refusal), data=dict(refusal.data)),
    )


def _said(refusal: Refusal) -> str:
    """Write why there is no answer for its reader."""
    if refusal.wording is None:
        return refusal.message
    return render(recorded(refusal.wording, refusal.message), reader_language(), API)


def ask_worker(
    view: TenantView, request: Request, kind: InquiryKind, asked: Mapping[str, Any]
) -> Response:
    """Ask a worker and return its answer, or 202 with where to follow it.

    To be called outside a scope: a request that waits holds no transaction.
    """
    inquiry = inquiries.inquire(view.principal(request), kind, asked, language=reader_language())
    return _response(inquiry, whole=False)


def _response(inquiry: Inquiry, *, whole: bool) -> Response:
    """Answer with an inquiry: with its own document, or with `whole` that of how it stands."""
    if whole:
        response = Response(inquiry_document(inquiry))
    elif inquiry.answer is not None:
        answer = inquiry.answer
        return Response(answer.document, status=answer.status, headers=_headers(answer))
    elif inquiry.refusal is not None:
        status, headers, problem = _problem(inquiry.refusal)
        return Response(problem, status=status, headers=headers, content_type=PROBLEM)
    else:
        waiting = inquiry_document(inquiry)
        response = Response(waiting, status=202, headers={"Location": waiting.url})
    if inquiry.state is InquiryState.WAITING:
        attach(response, _Waiting(inquiry, copy_context(), whole))
    return response


def _headers(answer: Answer) -> dict[str, str]:
    return {**answer.headers, **({"Location": answer.location} if answer.location else {})}


def _problem(refusal: Refusal) -> tuple[int, dict[str, str], dict[str, Any]]:
    document = problem_document(
        refusal.status, refusal.code, refusal.wording or refusal.message, dict(refusal.data)
    )
    retry = refusal.data.get("retry_after")
    return refusal.status, {"Retry-After": str(retry)} if retry else {}, document


@dataclass(frozen=True)
class _Waiting:
    """Fills an answer with what a worker left, in the language of the request's reader."""

    inquiry: Inquiry
    context: Context
    whole: bool

    async def arrived(self) -> bool:
        """Wait for the worker."""
        return await inquiries.heard(self.inquiry)

    def fill(self, response: HttpResponseBase) -> None:
        """Put the answer in the place of what was said while it was waited for."""
        found = inquiries.look(self.inquiry.id, self.inquiry.tenant_id)
        if found is not None and found.state is not InquiryState.WAITING:
            self.context.run(self._fill, response, found)

    def _fill(self, response: HttpResponseBase, found: Inquiry) -> None:
        status, headers, media_type = 200, {}, JSON
        document: Any
        if self.whole:
            document = inquiry_document(found)
        elif found.answer is not None:
            document, status = found.answer.document, found.answer.status
            headers = _headers(found.answer)
        else:
            assert found.refusal is not None
            status, headers, document = _problem(found.refusal)
            media_type = PROBLEM
        del response["Location"]
        del response["ETag"]
        for name, value in headers.items():
            response[name] = value
        replace_content(
            response, status=status, content=json_bytes(document), media_type=media_type
        )


class InquiryView(TenantView):
    """A question to a worker."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="inquiries_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: InquiryDocument}, 404, 503),
    )
    def get(self, request: Request, inquiry_id: UUID) -> Response:
        """Return how an inquiry stands, with its answer; waits up to two seconds for it."""
        found = inquiries.look(inquiry_id, self.principal(request).tenant_id)
        if found is None:
            raise NotFoundError(message("refusal-an_inquiry"))
        return _response(found, whole=True)
