"""REST: the diagnoses in which an entry of the library was judged."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.enums import EventType, Verdict
from diagnostics.contracts.space_time import Region, TimeWindow
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.evidence.models import EvidenceItem
from hvrmet.evidence.selectors import entry_judgements

NEWEST_USES = 20


class EntryUse(BaseModel):
    """A diagnosis, and its last verdict on the entry."""

    job: UUID
    source: str
    region: Region
    event: EventType | None = Field(description="Found by the run")
    period: TimeWindow | None
    at: datetime = Field(description="When the diagnosis was queued")
    verdict: Verdict
    confirmed: bool


class EntryUses(BaseModel):
    """The newest diagnoses of the centre in which an entry was judged."""

    results: list[EntryUse]
    judged: int = Field(description="In how many diagnoses of the centre")
    confirmed: int


class EntryUsesView(TenantView):
    """Who uses an entry."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="library_entry_uses",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: EntryUses}),
    )
    @in_tenant_scope
    def get(self, request: Request, entry_id: str) -> Response:
        """List the newest diagnoses in which an entry was judged.

        Each revision of the entry counts. What nobody judged has none, also where no release has
        such an entry.
        """
        rows = entry_judgements(entry_id)
        confirmed = Count("pk", filter=Q(verdict=Verdict.CONFIRMED))
        counts = rows.aggregate(judged=Count("pk"), confirmed=confirmed)
        results = [_use(row) for row in rows.defer("document")[:NEWEST_USES]]
        return Response(EntryUses(results=results, **counts).model_dump(mode="json"))


def _use(row: EvidenceItem) -> EntryUse:
    job = row.job
    return EntryUse(
        job=job.pk,
        source=job.source,
        region=job.request["region"],
        event=job.state.event,
        period=job.state.period,
        at=job.created_at,
        verdict=Verdict(row.verdict),
        confirmed=row.verdict == Verdict.CONFIRMED,
    )
