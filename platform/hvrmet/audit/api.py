"""REST: the audit log of a tenant, and what somebody was shown until a moment."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.base import Instant
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.audit.actions import Action
from hvrmet.audit.models import AuditRecord
from hvrmet.audit.selectors import record_list, views_until
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst, Page, PageQuery
from hvrmet.core.http.schemas import Query, parse_query
from hvrmet.jobs.states import JobKind

MOST_SHOWN = 500


class RecordQuery(PageQuery):
    """Filters of the log."""

    action: Action | None = None
    actor: str | None = Field(default=None, max_length=200, description="Label, as in `person:fan`")
    subject: UUID | None = None
    since: Instant | None = None
    until: Instant | None = None


class Record(BaseModel):
    """One audited action; `hash` continues the record before it."""

    seq: int = Field(description="Number of the record")
    at: datetime = Field(description="When it happened, UTC")
    action: str = Field(description="What was done")
    actor: str = Field(description="Label of who did it")
    actor_id: UUID | None = Field(description="Id of the person or the key")
    subject_id: UUID | None = Field(description="Id of what it was done to")
    request_id: str = Field(description="As in `X-Request-ID`")
    address: str = Field(description="Network address that the request came from")
    data: dict[str, Any] = Field(description="What else belongs to the action")
    before: dict[str, Any] | None = Field(description="What it changed, as it was")
    after: dict[str, Any] | None = Field(description="What it changed, as it is since")
    previous_hash: str = Field(description="The hash of the record before it")
    hash: str


class RecordPage(Page[Record]):
    """Records, newest first."""


class SeenQuery(Query):
    """Whose view, at which moment, and how far back."""

    actor: str = Field(min_length=1, max_length=200, description="As in `person:fan`")
    at: Instant
    hours: int = Field(default=24, ge=1, le=24 * 31, description="How far back")


class Seen(BaseModel):
    """The last state of one diagnosis that was shown, and where it can be read again."""

    diagnosis: UUID
    diagnosis_at: datetime | None = None
    last_seq: int | None = None
    report_at: datetime | None = None
    report_version: int | None = None
    report_digest: str | None = None
    report: str | None = None


class SeenAnswer(BaseModel):
    """The last state of one computation or question that was shown; `digest` is of its answer.

    Without a digest the actor had seen that it was asked or worked on, and no answer.
    """

    kind: JobKind
    id: UUID
    url: str
    seen_at: datetime
    last_seq: int
    digest: str | None


class SeenList(BaseModel):
    """What the actor had been shown at `at`, the latest first."""

    actor: str
    at: datetime
    results: tuple[Seen, ...]
    answers: tuple[SeenAnswer, ...]


class AuditListView(TenantView):
    """The audit log of the tenant."""

    verbs = {"GET": Verb.AUDIT_VIEW}

    @extend_schema(
        operation_id="audit_list",
        parameters=[*query_parameters(RecordQuery), TENANT_PARAMETER],
        responses=answers({200: RecordPage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List who did what, newest first."""
        query = parse_query(RecordQuery, request)
        records = record_list(
            action=query.action,
            actor=query.actor,
            subject_id=query.subject,
            since=query.since,
            until=query.until,
        )
        return NewestFirst().page(records, request, _record)


class SeenView(TenantView):
    """What somebody had been shown."""

    verbs = {"GET": Verb.AUDIT_VIEW}

    @extend_schema(
        operation_id="audit_seen",
        parameters=[*query_parameters(SeenQuery), TENANT_PARAMETER],
        responses=answers({200: SeenList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return the last state of each diagnosis, report and answer that a person saw."""
        query = parse_query(SeenQuery, request)
        since = query.at - timedelta(hours=query.hours)
        views = list(views_until(actor=query.actor, at=query.at, since=since)[:MOST_SHOWN])
        answered = [view for view in views if view.action == Action.ANSWER_VIEWED]
        others = [view for view in views if view.action != Action.ANSWER_VIEWED]
        seen = SeenList(
            actor=query.actor,
            at=query.at,
            results=_latest(others),
            answers=_latest_answers(answered),
        )
        return Response(seen)


def _latest_answers(views: list[AuditRecord]) -> tuple[SeenAnswer, ...]:
    """Keep, of views that come newest first, the first of each computation and question."""
    found: dict[UUID | None, SeenAnswer] = {}
    for view in views:
        if view.subject_id is not None and view.subject_id not in found:
            kind = JobKind(view.data["kind"])
            found[view.subject_id] = SeenAnswer(
                kind=kind,
                id=view.subject_id,
                url=reverse(f"{kind}-detail", args=[view.subject_id]),
                seen_at=view.created_at,
                last_seq=view.data["last_seq"],
                digest=view.data["digest"],
            )
    return tuple(found.values())


def _latest(views: Any) -> tuple[Seen, ...]:
    """Keep, of views that come newest first, the first of each kind for each diagnosis."""
    found: dict[UUID, Seen] = {}
    for view in views:
        seen = found.setdefault(view.subject_id, Seen(diagnosis=view.subject_id))
        if view.action == Action.DIAGNOSIS_VIEWED and seen.last_seq is None:
            seen.diagnosis_at, seen.last_seq = view.created_at, view.data["last_seq"]
        elif view.action == Action.REPORT_VIEWED and seen.report_version is None:
            number = view.data["number"]
            seen.report_at, seen.report_version = view.created_at, number
            seen.report_digest = view.data["digest"]
            seen.report = reverse("diagnosis-report-version", args=[view.subject_id, number])
    return tuple(found.values())


def _record(row: AuditRecord) -> Record:
    return Record(
        at=row.created_at,
        **{name: getattr(row, name) for name in Record.model_fields if name != "at"},
    )
