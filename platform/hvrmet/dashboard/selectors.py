"""Reading the situation of a centre, in the open tenant scope: a bounded number of rows."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.models import Case, Q, When
from redis import RedisError

from diagnostics.contracts.detection import EventObject
from diagnostics.contracts.enums import OccurrenceStatus, Verdict
from diagnostics.contracts.request import DiagnosisRequest
from hvrmet.accounts.principals import Principal
from hvrmet.core.db.clock import database_now
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.dashboard.schemas import (
    Attention,
    Situation,
    SituationDiagnosis,
    SituationQueue,
    SituationReport,
    SituationSource,
    event_area,
)
from hvrmet.jobs.models import EventAreas, Job, SourceHolding
from hvrmet.jobs.queue.dispatch import QUEUES
from hvrmet.jobs.queue.fair_scheduling import queue_load
from hvrmet.jobs.registries.inventories import is_late, source_holdings
from hvrmet.jobs.registries.sources import RegisteredSource, sources_of
from hvrmet.jobs.states import RETRYABLE, JobKind, JobStatus
from hvrmet.reports.models import Publication
from hvrmet.reports.selectors import Places, places_said, publication_list
from hvrmet.reports.states import VersionStatus
from hvrmet.tenants.pages import page_address

log = logging.getLogger(__name__)
MOST_DIAGNOSES = 100
"""Diagnoses in one answer."""
CACHED_SECONDS = 5
"""How long an answer is kept for all who ask the same while nothing has happened."""
STALLED = timedelta(minutes=2)
"""Jobs that wait longer while no worker takes any are not being worked on."""
_ACTIVE = (JobStatus.QUEUED, JobStatus.RUNNING)
_WAITING = (VersionStatus.IN_REVIEW, VersionStatus.APPROVED)
_ORDER = list(Attention)
_FINDINGS = (
    OccurrenceStatus.MET,
    OccurrenceStatus.REACHED_HERE,
    OccurrenceStatus.LIKELY_AT_STATIONS,
    OccurrenceStatus.NOT_MET,
    OccurrenceStatus.CANNOT_BE_TESTED,
    None,
)
# Every change that an answer shows moves one of these; a change is timed before it is committed, so
# that an answer may lack it for as long as it is kept.
_STAMP = """
SELECT (SELECT max(moved_at) FROM jobs_job WHERE tenant_id = %(tenant)s),
       (SELECT max(changed_at) FROM reports_publication WHERE tenant_id = %(tenant)s),
       (SELECT max(looked_at) FROM jobs_sourceholding)
"""


def situation_now(principal: Principal, *, days: int) -> Situation:
    """Return the situation, which all who see the same share for some seconds.

    Parameters
    ----------
    principal : Principal
        Who is not shown drafts is shown no report that was never published.
    days : int
        How far back.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STAMP, {"tenant": principal.tenant_id})
        stamp = "/".join(str(at and at.timestamp()) for at in cursor.fetchone())
    key = f"situation:{principal.tenant_id}:{principal.sees_drafts:d}:{days}:{stamp}"
    try:
        if (kept := cache.get(key)) is not None:
            return Situation.model_validate_json(kept)
        found = _situation(principal, days)
        cache.set(key, found.model_dump_json(), CACHED_SECONDS)
    except (RedisError, OSError) as error:
        log.warning("the situation is read each time: the cache does not answer: %s", error)
        found = _situation(principal, days)
    return found


def _situation(principal: Principal, days: int) -> Situation:
    now = database_now()
    wanted = _wanted(principal, now - timedelta(days=days))
    jobs = list(wanted.order_by("pressing", "-moved_at", "id")[:MOST_DIAGNOSES])
    reports = _reports_of(jobs, drafts=principal.sees_drafts)
    # Of a version that was withdrawn, who is shown no drafts sees the reason only.
    read = (row for row in reports.values() if principal.sees_drafts or not _is_withdrawn(row))
    places = places_said([row.version_id for row in read])
    areas = {row.job_id: row for row in EventAreas.objects.filter(job__in=jobs)}
    diagnoses = [
        _diagnosis(job, _report(reports.get(job.pk), places), areas.get(job.pk)) for job in jobs
    ]
    full = len(jobs) == MOST_DIAGNOSES
    return Situation(
        mode=settings.ENVIRONMENT.hvrmet_mode,
        diagnoses=tuple(sorted(diagnoses, key=_rank)),
        left_out=wanted.count() - len(jobs) if full else 0,
        queue=_queue(principal.tenant_id, now),
        sources=_sources(principal.tenant_id, now),
    )


def _wanted(principal: Principal, since: datetime) -> OwnedQuerySet:
    """Return what has changed since a time, is under way, or waits for review or publication."""
    waiting: list[UUID] = []
    if principal.sees_drafts:
        newest = publication_list(drafts=True, newest=True).filter(status__in=_WAITING)
        waiting = list(
            newest.order_by("-changed_at").values_list("report__job_id", flat=True)[:MOST_DIAGNOSES]
        )
    # Three conditions with an index each: an archive of years costs nothing.
    chosen = Q(moved_at__gte=since) | Q(status__in=_ACTIVE) | Q(pk__in=waiting)
    jobs: OwnedQuerySet = Job.objects.filter(chosen, kind=JobKind.DIAGNOSIS)
    return jobs.annotate(
        pressing=Case(
            When(status__in=RETRYABLE, then=0),
            When(pk__in=waiting, then=1),
            When(status__in=_ACTIVE, then=2),
            default=3,
        )
    )


def _reports_of(jobs: Sequence[Job], *, drafts: bool) -> dict[UUID, Publication]:
    newest = publication_list(drafts=drafts, newest=True).filter(report__job__in=jobs)
    return {row.report.job_id: row for row in newest}


def _diagnosis(
    job: Job, report: SituationReport | None, areas: EventAreas | None
) -> SituationDiagnosis:
    request = DiagnosisRequest.model_validate(job.request, extra="ignore")
    state = job.state
    occurrence = state.conclusion.occurrence if state.conclusion else None
    objects = (
        [EventObject.model_validate(item, extra="ignore") for item in areas.objects_shown]
        if areas
        else []
    )
    return SituationDiagnosis(
        id=job.pk,
        status=JobStatus(job.status),
        attention=_attention(job, report),
        source=job.source,
        requested_by=job.requested_by,
        created_at=job.created_at,
        moved_at=job.moved_at,
        deadline=job.deadline,
        region=request.region,
        period=state.period or request.window,
        event=occurrence.event if occurrence else None,
        occurrence=occurrence.status if occurrence else None,
        grade_name=occurrence.grade_name if occurrence else "",
        severity=occurrence.severity
        if occurrence
        else max((item.severity for item in objects), default=0.0),
        turn=state.turn,
        confirmed=sum(factor.verdict is Verdict.CONFIRMED for factor in state.factors),
        failure=state.failure,
        report=report,
        found=areas.found if areas else 0,
        areas=tuple(event_area(item) for item in objects),
        measured=next(iter(occurrence.values), None) if occurrence and not objects else None,
    )


def _attention(job: Job, report: SituationReport | None) -> Attention:
    if job.status in RETRYABLE:
        return Attention.FAILED
    if report is not None and report.status is VersionStatus.IN_REVIEW:
        return Attention.REVIEW
    if report is not None and report.status is VersionStatus.APPROVED:
        return Attention.PUBLICATION
    if job.status in _ACTIVE and job.deadline is not None:
        return Attention.DEADLINE
    return Attention.NONE


def _is_withdrawn(row: Publication) -> bool:
    return row.status == VersionStatus.WITHDRAWN


def _report(row: Publication | None, places: Places) -> SituationReport | None:
    if row is None:
        return None
    return SituationReport(
        id=row.version_id,
        number=row.version.number,
        status=VersionStatus(row.status),
        changed_at=row.changed_at,
        page=page_address("report-page", row.report.job_id, row.version.number),
        where=places.get(row.version_id, {}),
    )


def _rank(item: SituationDiagnosis) -> tuple[int, float, float, int, float, str]:
    deadline = (
        item.deadline.timestamp() if item.attention is Attention.DEADLINE and item.deadline else 0.0
    )
    return (
        _ORDER.index(item.attention),
        deadline,
        -item.severity,
        _FINDINGS.index(item.occurrence),
        -item.moved_at.timestamp(),
        str(item.id),
    )


def _queue(tenant_id: UUID, now: datetime) -> SituationQueue:
    load = queue_load(QUEUES[JobKind.DIAGNOSIS], tenant_id)
    idle_since = max(filter(None, (load.oldest_waiting_at, load.last_taken_at)), default=now)
    stalled = load.waiting > 0 and load.workers_busy == 0 and now - idle_since > STALLED
    return SituationQueue(**dict(load), stalled=stalled)


def _sources(tenant_id: UUID, now: datetime) -> tuple[SituationSource, ...]:
    registered = sources_of(tenant_id)
    seen = source_holdings(registered)
    return tuple(
        _source(name, source, seen.get(name), now) for name, source in sorted(registered.items())
    )


def _source(
    name: str, source: RegisteredSource, seen: SourceHolding | None, now: datetime
) -> SituationSource:
    newest = seen.newest_at if seen else None
    return SituationSource(
        name=name,
        title=source.title,
        title_zh=source.title_zh,
        newest_at=newest,
        looked_at=seen.looked_at if seen else None,
        late=is_late(source, newest, now),
    )
