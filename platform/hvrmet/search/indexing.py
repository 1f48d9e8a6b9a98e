"""Indexing: a tenant's diagnoses and reports as they are saved, and what all share on demand."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.db.models.signals import post_save
from pydantic import ValidationError

from diagnostics.contracts.report import Report
from diagnostics.contracts.space_time import Region
from diagnostics.documentation.packaged import tool_pages
from diagnostics.messages import languages, term
from hvrmet.core.db.clock import database_now
from hvrmet.core.db.regions import CIRCLE
from hvrmet.core.db.scope import current_tenant, scope
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import Job
from hvrmet.jobs.states import ENDED, JobKind, JobStatus
from hvrmet.reports.models import Publication, ReportVersion
from hvrmet.reports.states import VersionStatus
from hvrmet.search.models import SearchDocument, SearchToken, SharedDocument
from hvrmet.search.words import LONGEST_TOKEN, latin_of, pairs_of, tokens_of

log = logging.getLogger(__name__)

DIAGNOSIS, REPORT = "diagnosis", "report"
SETTLED = timedelta(minutes=5)
"""So long after it was queued, nobody is indexing a new diagnosis any more."""
LONGEST_TEXT = 40_000
"""Characters of a report that are indexed."""
_INSERT = """
INSERT INTO search_searchtoken (id, created_at, tenant_id, document_id, token, weight)
SELECT gen_random_uuid(), now(), %(tenant)s, %(document)s, token, max(weight) FROM (
  SELECT lexeme AS token, 3 AS weight FROM unnest(to_tsvector('english', %(title)s))
  UNION ALL SELECT lexeme, 1 FROM unnest(to_tsvector('english', %(body)s))
  UNION ALL SELECT unnest(%(title_pairs)s::text[]), 3
  UNION ALL SELECT unnest(%(body_pairs)s::text[]), 1
  UNION ALL SELECT unnest(%(tags)s::text[]), 0
) AS words WHERE length(token) <= %(longest)s GROUP BY token
"""


@dataclass(frozen=True)
class Indexed:
    """What a document says, and by which tags it is filtered."""

    title: str
    body: str
    tags: tuple[str, ...] = ()
    columns: dict[str, Any] = field(default_factory=dict)


def connect() -> None:
    """Index diagnoses once they are queued and when they end, and versions of reports always."""
    post_save.connect(_job_saved, sender=Job, dispatch_uid="search.job")
    post_save.connect(_publication_saved, sender=Publication, dispatch_uid="search.publication")


def _job_saved(
    instance: Job, *, created: bool, update_fields: Iterable[str] | None, **_: Any
) -> None:
    if instance.kind != JobKind.DIAGNOSIS:
        return
    ended = JobStatus(instance.status) in ENDED and "moved_at" in (update_fields or ())
    if created:
        # Not under the lock of the centre's quota; where it fails, `missed_index` makes it good.
        later = partial(_index_new, current_tenant(), instance)
        transaction.on_commit(later, robust=True)
    elif ended:
        index_job(instance)


def _index_new(tenant_id: UUID, job: Job) -> None:
    with scope(tenant_id):
        index_job(job)


def _publication_saved(instance: Publication, **_: Any) -> None:
    index_version(instance)


def index_job(job: Job) -> None:
    """Index a diagnosis: where, when, which event, which factors, in which words asked."""
    request, state = job.request, job.state
    event = state.event.value if state.event else request.get("event") or ""
    factors = [(item.factor, item.verdict.value) for item in state.factors]
    pages = tool_pages()
    named = [
        f"{factor} {pages[factor].title_en} {pages[factor].title_zh}"
        for factor, _ in factors
        if factor in pages
    ]
    body = [
        *named,
        request.get("text") or "",
        job.source,
        job.status,
        job.requested_by,
        state.failure.code if state.failure else "",
    ]
    title = f"{_event_words(event)} {request.get('text') or ''}"
    window = request.get("window") or {}
    _keep(
        DIAGNOSIS,
        job.pk,
        job.pk,
        Indexed(
            title=title,
            body=" ".join(body),
            tags=_tags(factors),
            columns={
                "title": (request.get("text") or _event_title(event))[:500],
                "event": event,
                "source": job.source,
                "status": job.status,
                "starts": window.get("start"),
                "ends": window.get("end"),
                "at": job.created_at,
                **_box(request.get("region")),
            },
        ),
    )


def index_version(row: Publication) -> None:
    """Index a version of a report by its words; of one that is indexed, only where it stands."""
    draft = row.status != VersionStatus.PUBLISHED
    found = SearchDocument.objects.filter(kind=REPORT, subject_id=row.version_id)
    if found.update(draft=draft, status=row.status):
        return
    try:
        report = Report.model_validate(row.version.document, extra="ignore")
    except ValidationError:
        return  # of a version of the software that this one cannot read
    text = " ".join(sentence.text for section in report.sections for sentence in section.sentences)
    factors = [
        (item.factor, item.judgement.verdict.value)
        for item in report.evidence
        if item.judgement is not None
    ]
    window = report.classification.window
    _keep(
        REPORT,
        row.version_id,
        row.report.job_id,
        Indexed(
            title=f"{row.title} {_event_words(row.event)}",
            body=text[:LONGEST_TEXT],
            tags=_tags(factors),
            columns={
                "title": row.title,
                "event": row.event,
                "source": report.request.source,
                "status": row.status,
                "draft": draft,
                "west": row.west,
                "south": row.south,
                "east": row.east,
                "north": row.north,
                "starts": window.start,
                "ends": window.end,
                "at": row.created_at,
            },
        ),
    )


def missed_index() -> int:
    """Index the diagnoses of the open scope's tenant that search does not have; return how many.

    A new diagnosis is indexed after its transaction, in which a process can die or the database be
    away. One that cannot be indexed is logged, and keeps no other from it.
    """
    indexed = SearchDocument.objects.filter(kind=DIAGNOSIS, subject_id=OuterRef("pk"))
    missed = Job.objects.filter(
        ~Exists(indexed), kind=JobKind.DIAGNOSIS, created_at__lt=database_now() - SETTLED
    )
    count = 0
    for job_id in missed.order_by("created_at").values_list("pk", flat=True):
        try:
            with transaction.atomic():
                index_job(lock_job(job_id))
        except Exception:
            log.exception("diagnosis %s cannot be indexed for search", job_id)
        else:
            count += 1
    return count


def gone_forget() -> int:
    """Remove the words of report versions that are no longer kept; return how many there were."""
    kept = ReportVersion.objects.filter(pk=OuterRef("subject_id"))
    gone = SearchDocument.objects.filter(~Exists(kept), kind=REPORT)
    count, _ = SearchToken.objects.filter(document__in=gone).delete()
    gone.delete()
    return int(count)


def _keep(kind: str, subject_id: UUID, job_id: UUID, indexed: Indexed) -> None:
    """Write a document with its words in the place of what was indexed before."""
    row, created = SearchDocument.objects.update_or_create(
        kind=kind, subject_id=subject_id, defaults={"job_id": job_id, **indexed.columns}
    )
    if not created:
        SearchToken.objects.filter(document=row).delete()
    with connection.cursor() as cursor:
        cursor.execute(
            _INSERT,
            {
                "tenant": current_tenant(),
                "document": row.pk,
                "title": latin_of(indexed.title),
                "body": latin_of(indexed.body),
                "title_pairs": pairs_of(indexed.title),
                "body_pairs": pairs_of(indexed.body),
                "tags": list(indexed.tags),
                "longest": LONGEST_TOKEN,
            },
        )


def _tags(factors: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    of_each = ((f"factor:{factor}", f"{verdict}:{factor}") for factor, verdict in factors)
    return tuple(dict.fromkeys(tag for tags in of_each for tag in tags))


def _event_words(event: str) -> str:
    return " ".join(term(event, language) for language in languages()) if event else ""


def _event_title(event: str) -> str:
    return term(event, "en") if event else ""


def _box(bounds: Any) -> dict[str, float]:
    region = Region.model_validate(bounds)
    west, south, east, north = region.bounds()
    return {
        "west": west,
        "south": south,
        "east": east + CIRCLE if east < west else east,
        "north": north,
    }


@dataclass(frozen=True)
class Shared:
    """One document that all tenants share."""

    key: str
    title_en: str
    title_zh: str
    titles: str
    body: str
    data: dict[str, Any]
    boost: float = 0.0


def shared_keep(kind: str, edition: str, documents: Sequence[Shared]) -> int:
    """Keep the documents of an edition, unless they are there; return how many were written."""
    if SharedDocument.objects.filter(kind=kind, edition=edition).exists():
        return 0
    tokens = tokens_of(*(text for item in documents for text in (item.titles, item.body)))
    SharedDocument.objects.bulk_create(
        [
            SharedDocument(
                kind=kind,
                edition=edition,
                key=item.key,
                title_en=item.title_en,
                title_zh=item.title_zh,
                data=item.data,
                title_tokens=tokens[2 * number],
                tokens=sorted({*tokens[2 * number], *tokens[2 * number + 1]}),
                boost=item.boost,
            )
            for number, item in enumerate(documents)
        ],
        ignore_conflicts=True,
        batch_size=500,
    )
    return len(documents)
