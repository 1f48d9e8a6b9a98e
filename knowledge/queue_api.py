"""REST: what of the library needs a curator's attention."""

from __future__ import annotations

from datetime import datetime

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_installation_scope
from hvrmet.core.db.scope import scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import Query, parse_query
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.enums import Category, EventType, Modality
from knowledge.models import Adoption
from knowledge.selectors import Cell, Need, QueueKind, adoptions_waiting, queue_of


class Answer(BaseModel):
    """What is read from what a selector found."""

    model_config = ConfigDict(from_attributes=True)


class NeedCount(Answer):
    """How much there is of one need."""

    need: Need
    count: int


class CellInfo(Answer):
    """How many entries a cell has, and how many of them need something."""

    event: EventType
    category: Category
    modality: Modality
    entries: int
    attention: int


class HitInfo(Answer):
    """In how many cases an entry's anomaly was found, with its event and without."""

    confirmed: int
    tested: int
    confirmed_without: int
    tested_without: int


class QueueItem(Answer):
    """One thing that needs attention, and why."""

    need: Need
    kind: QueueKind
    id: str = Field(description="Of a cell, as `gale/moisture/figure`")
    title: str = Field(description="Reason of a proposal, version of a release, name of an entry")
    items: list[str] = Field(description="`entry NAME` of what a proposal changes")
    event: EventType | None
    category: Category | None
    modality: Modality | None
    factor: str = Field(description="Of an entry; empty for others")
    at: datetime | None = Field(description="Since when")
    by: str = Field(
        description="Who owns a proposal, prepared a release or proposed its use; empty for others"
    )
    references: list[str] = Field(description="Cited publications that are not verified")
    hits: HitInfo | None
    entries: int | None = Field(description="How many a thin cell has")


class Queue(Answer):
    """What needs attention, most urgent first."""

    counts: list[NeedCount] = Field(description="Of every need, whichever is listed")
    total: int
    results: list[QueueItem] = Field(description="The first 500")
    cells: list[CellInfo] = Field(description="Every one, whatever is listed")


class QueueQuery(Query):
    """Filters; each that is given narrows the list."""

    need: Need | None = None
    event: EventType | None = None
    category: Category | None = None
    modality: Modality | None = None


class QueueView(TenantView):
    """The queue of a curator."""

    verbs = {"GET": Verb.LIBRARY_EDIT}

    @extend_schema(
        operation_id="library_queue",
        parameters=[*query_parameters(QueueQuery), TENANT_PARAMETER],
        responses=answers({200: Queue}),
    )
    def get(self, request: Request) -> Response:
        """List what waits for the caller, and what of the library needs care."""
        principal = self.principal(request)
        with scope(principal.tenant_id):
            adoptions = adoptions_waiting(principal)
        return self._queue(request, adoptions)

    @in_installation_scope
    def _queue(self, request: Request, adoptions: list[Adoption]) -> Response:
        wanted = parse_query(QueueQuery, request)
        found = queue_of(
            principal=self.principal(request),
            need=wanted.need,
            within=Cell(wanted.event, wanted.category, wanted.modality),
            adoptions=adoptions,
        )
        return Response(Queue.model_validate(found).model_dump(mode="json"))
