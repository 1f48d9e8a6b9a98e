"""REST: one change in many entries, shown first and then put into a draft."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_installation_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from rest_framework.request import Request
from rest_framework.response import Response

from knowledge.library_api import LibraryQuery
from knowledge.proposal_bodies import Body, Reason
from knowledge.proposals_api import ProblemInfo
from knowledge.selectors import LibraryFilter, Need
from knowledge.services import (
    BulkAct,
    BulkChange,
    BulkOutcome,
    BulkPath,
    bulk_preview,
    bulk_propose,
)


class BulkFilter(LibraryQuery):
    """Which entries are to change: filters as of their list, and a need of the queue."""

    model_config = ConfigDict(extra="forbid")

    need: Need | None = None

    def wanted(self) -> LibraryFilter:
        """Return the filter, but for the need."""
        return LibraryFilter(**self.model_dump(exclude={"need"}))


class NewBulkChange(Body):
    """A change and the entries that it is for."""

    filter: BulkFilter = BulkFilter()
    path: BulkPath = Field(description="The field; empty for the entry itself, to remove it")
    act: BulkAct
    value: JsonValue = Field(
        default=None,
        description="What is set, by how much a limit is scaled or shifted, or the tag or key of a "
        "publication that is added or taken out",
    )
    former: str = Field(
        default="", max_length=300, description="With `replace`: in whose place `value` comes"
    )
    unit: str | None = Field(
        default=None, max_length=50, description="Of a limit that is set, where it is another one"
    )
    preview: bool = Field(default=True, description="Whether it is only shown")
    digest: str = Field(default="", max_length=64, description="Of what was shown, to keep it")
    proposal: UUID | None = Field(default=None, description="A draft of your own; else a new one")
    reason: Reason = ""


class BulkRow(BaseModel):
    """What becomes of an entry."""

    model_config = ConfigDict(from_attributes=True)

    item: str
    factor: str
    was: JsonValue
    value: JsonValue
    unit: str


class BulkLeftOut(BaseModel):
    """An entry that cannot be changed so."""

    item: str
    factor: str
    problems: list[ProblemInfo] = Field(description="Empty where it has no such limit")


class BulkAnswer(BaseModel):
    """What a change does, or has done, to the entries that the filter meets."""

    met: int
    changed: list[BulkRow]
    same: list[str] = Field(description="Entries that say so already")
    left_out: list[BulkLeftOut]
    digest: str
    proposal: UUID | None = Field(description="The draft that holds it; null for a preview")


class BulkView(TenantView):
    """One change in many entries."""

    verbs = {"POST": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="proposals_bulk",
        parameters=[TENANT_PARAMETER],
        request=NewBulkChange,
        responses=answers({200: BulkAnswer, 201: BulkAnswer}, 400, 403, 404, 409, 415),
    )
    @in_installation_scope
    def post(self, request: Request) -> Response:
        """Preview a change to many entries, or put it into a draft.

        The change concerns the entries that a filter meets. What is put into a draft is what was
        shown: the digest of the preview says so. It ends in the ordinary review, field by field.
        """
        asked = parse_body(NewBulkChange, request)
        change = BulkChange(asked.path, asked.act, asked.value, asked.former, asked.unit)
        given: dict[str, Any] = {
            "principal": self.principal(request),
            "wanted": asked.filter.wanted(),
            "need": asked.filter.need,
            "change": change,
            "proposal_id": asked.proposal,
        }
        if asked.preview:
            return Response(_answer(bulk_preview(**given), kept=False))
        outcome = bulk_propose(**given, digest=asked.digest, reason=asked.reason)
        return Response(_answer(outcome, kept=True), status=201)


def _answer(outcome: BulkOutcome, *, kept: bool) -> dict[str, object]:
    parts = (outcome.changed, outcome.same, outcome.left_out)
    answer = BulkAnswer(
        met=sum(map(len, parts)),
        changed=[BulkRow.model_validate(item) for item in outcome.changed],
        same=list(outcome.same),
        left_out=[
            BulkLeftOut(
                item=item.item,
                factor=item.factor,
                problems=[
                    ProblemInfo.model_validate(problem.document()) for problem in item.problems
                ],
            )
            for item in outcome.left_out
        ],
        digest=outcome.digest,
        proposal=outcome.proposal if kept else None,
    )
    return answer.model_dump(mode="json")
