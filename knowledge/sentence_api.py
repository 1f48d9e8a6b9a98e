"""REST: the sentence that a report would print of an entry as a draft says it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_view
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from knowledge.selectors import Subject, overlay_subject, proposal_get, proposal_subject
from knowledge.services import SentenceInfo, sentence_ask, sentence_told


class WantedSentence(BaseModel):
    """Of which entry the sentence is wanted."""

    model_config = ConfigDict(extra="forbid")

    entry: str = Field(max_length=300)


class SentenceView(TenantView):
    """The sentence that the caller asked for last."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="sentence",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: SentenceInfo}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return the sentence that was asked for last, as far as it is judged.

        What was asked more than ten minutes ago is not kept.
        """
        return Response(sentence_told(self.principal(request)).model_dump(mode="json"))


class AskedSentenceView(TenantView, ABC):
    """Asking for the sentence of an entry that is being changed; subclasses say in what."""

    @abstractmethod
    def subject(self, **named: UUID) -> Subject:
        """Return the changes among which that of the entry is."""

    @in_tenant_scope
    def post(self, request: Request, /, **named: UUID) -> Response:
        """Have an entry judged, in the place of what the caller asked for before."""
        entry = parse_body(WantedSentence, request).entry
        subject = self.subject(**named)
        info = sentence_ask(principal=self.principal(request), subject=subject, entry_id=entry)
        return Response(info.model_dump(mode="json"), status=202)


def _described(
    name: str, what: str
) -> Callable[[type[AskedSentenceView]], type[AskedSentenceView]]:
    return extend_schema_view(
        post=extend_schema(
            operation_id=f"{name}_sentence",
            summary=f"Have an entry judged as {what} says it",
            parameters=[TENANT_PARAMETER],
            request=WantedSentence,
            responses=answers({202: SentenceInfo}, 400, 404, 415, 503),
        )
    )


@_described("proposals", "a proposal")
class ProposalSentenceView(AskedSentenceView):
    """The sentence of an entry as a proposal says it."""

    verbs = {"POST": Verb.LIBRARY_EDIT}

    def subject(self, **named: UUID) -> Subject:
        """Return what the proposal says."""
        return proposal_subject(proposal_get(named["proposal_id"]))


@_described("overlay", "the centre's draft")
class OverlaySentenceView(AskedSentenceView):
    """The sentence of an entry as the centre's own draft says it."""

    verbs = {"POST": Verb.LIBRARY_PROPOSE}

    def subject(self, **named: UUID) -> Subject:
        """Return what the draft changes."""
        return overlay_subject()
