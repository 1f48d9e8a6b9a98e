"""REST: requests in words, read by the grammar."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.asked_words import ReadSentence, SlotName
from diagnostics.contracts.base import Instant
from diagnostics.contracts.computations import LONGEST_QUESTION
from diagnostics.contracts.enums import Language
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers


class RequestInWords(BaseModel):
    """A request for a diagnosis in English or Chinese."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(min_length=1, max_length=LONGEST_QUESTION)
    source: str | None = Field(
        default=None,
        max_length=200,
        description="whose times and area the words are read against; the only one without it",
    )
    now: Instant | None = Field(
        default=None, description="what 'yesterday' counts from; the last time of the data"
    )
    timezone: str | None = Field(
        default=None, max_length=100, description="of times that name none; the centre's without it"
    )
    language: Language | None = Field(
        default=None, description="of the answer; that of the text without it"
    )
    given: tuple[SlotName, ...] = Field(
        default=(), description="parts that stand beside the text and win over its words"
    )


class ReadRequestView(TenantView):
    """What a request in words says."""

    verbs = {"POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="requests_read",
        parameters=[TENANT_PARAMETER],
        request=RequestInWords,
        responses=answers({200: ReadSentence}, 400, 415, 422),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Read a request in words, at once; nothing is queued."""
        raise NotImplementedError
