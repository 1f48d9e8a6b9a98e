"""What can be kept for a limited time: which rows may go, and what goes before them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from hvrmet.accounts.models import ApiKey
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.jobs.models import IdempotencyKey, JobResult
from hvrmet.jobs.states import ENDED
from hvrmet.reports.models import Publication, Report, ReportReading, ReportVersion
from hvrmet.reports.states import VersionStatus
from hvrmet.reviews.models import Correction, Opening, Review
from hvrmet.reviews.verdicts import CorrectionStatus
from hvrmet.webhooks.models import Attempt, Delivery, Event

Act = Callable[[Iterable[UUID]], None]


def _nothing(_: Iterable[UUID]) -> None:
    """Leave no record beside the destruction's own."""


class Kind(NamedTuple):
    """Rows of one table that go for the same reason.

    `days` is the setting that says how long they are kept, `due` gives those whose time ended
    before a moment, `referring` the rows that name them, each with the column, in the order in
    which they go. `lock` keeps others from acting on them, and `note` writes what the audit log is
    to have beside the record of the destruction.
    """

    days: str
    model: Any
    due: Callable[[datetime], OwnedQuerySet]
    referring: tuple[tuple[Any, str], ...] = ()
    lock: Act | None = None
    note: Act = _nothing

    @property
    def kept_days(self) -> int:
        """The days for which they are kept; 0: for ever."""
        days: int = getattr(settings.ENVIRONMENT, self.days)
        return days

    @property
    def tables(self) -> tuple[str, ...]:
        """Every table from which rows go."""
        models = (*(model for model, _ in self.referring), self.model)
        return tuple(model._meta.db_table for model in models)


def _attempts(before: datetime) -> OwnedQuerySet:
    found: OwnedQuerySet = Attempt.objects.filter(delivery__ended_at__isnull=False)
    return found.filter(created_at__lt=before)


def _deliveries(before: datetime) -> OwnedQuerySet:
    tried = Attempt.objects.filter(delivery=OuterRef("pk"))
    found: OwnedQuerySet = Delivery.objects.filter(~Exists(tried), ended_at__isnull=False)
    return found.filter(created_at__lt=before)


def _events(before: datetime) -> OwnedQuerySet:
    waited_for = Delivery.objects.filter(event=OuterRef("pk"))
    found: OwnedQuerySet = Event.objects.filter(~Exists(waited_for), created_at__lt=before)
    return found


def _answers(before: datetime) -> OwnedQuerySet:
    found: OwnedQuerySet = JobResult.objects.filter(created_at__lt=before)
    return found


def _idempotency_keys(before: datetime) -> OwnedQuerySet:
    idle = Q(job__isnull=True) | Q(job__status__in=[status.value for status in ENDED])
    found: OwnedQuerySet = IdempotencyKey.objects.filter(idle, created_at__lt=before)
    return found


def _ended_keys(before: datetime) -> OwnedQuerySet:
    ended = Q(revoked_at__lt=before) | Q(expires_at__lt=before)
    found: OwnedQuerySet = ApiKey.objects.filter(ended, created_at__lt=before)
    return found


def _versions(before: datetime, **wanted: Any) -> OwnedQuerySet:
    """Return versions of a kind whose status, reviews and corrections have rested since then."""
    resting = Publication.objects.filter(
        version=OuterRef("pk"), changed_at__lt=before, created_at__lt=before, **wanted
    )
    reviewed = Review.objects.filter(version=OuterRef("pk"), created_at__gte=before)
    corrected = Correction.objects.filter(
        Q(created_at__gte=before) | Q(status=CorrectionStatus.PENDING), version=OuterRef("pk")
    )
    found: OwnedQuerySet = ReportVersion.objects.filter(
        Exists(resting), ~Exists(reviewed), ~Exists(corrected), created_at__lt=before
    )
    return found


def _drafts(before: datetime) -> OwnedQuerySet:
    return _versions(before, published_at__isnull=True)


def _withdrawn(before: datetime) -> OwnedQuerySet:
    return _versions(before, published_at__isnull=False, status=VersionStatus.WITHDRAWN)


def _lock_reports(ids: Iterable[UUID]) -> None:
    """Lock the reports of some versions, as everybody does who acts on one of them."""
    heads = ReportVersion.objects.filter(pk__in=ids).values("report_id")
    list(Report.objects.select_for_update().filter(pk__in=heads).order_by("pk"))


def _note_versions(ids: Iterable[UUID]) -> None:
    """Leave a record of each version with its digest, in the history of its diagnosis."""
    rows = ReportVersion.objects.filter(pk__in=ids).select_related("report")
    for row in rows.only("number", "digest", "report_id", "report__job_id", "tenant_id"):
        audit_record(
            action=Action.REPORT_VERSION_DESTROYED,
            actor="retention",
            subject_id=row.report.job_id,
            data={"number": row.number, "digest": row.digest},
        )


_OF_VERSION = (
    (
        (Review, "version"),
        (Opening, "version"),
        (Correction, "version"),
        (ReportReading, "version"),
        (Publication, "version"),
    ),
    _lock_reports,
    _note_versions,
)

# What refers to other rows goes before them.
KINDS: tuple[Kind, ...] = (
    Kind("hvrmet_keep_webhooks_days", Attempt, _attempts),
    Kind("hvrmet_keep_webhooks_days", Delivery, _deliveries),
    Kind("hvrmet_keep_webhooks_days", Event, _events),
    Kind("hvrmet_keep_answers_days", JobResult, _answers),
    Kind("hvrmet_keep_idempotency_days", IdempotencyKey, _idempotency_keys),
    Kind("hvrmet_keep_ended_keys_days", ApiKey, _ended_keys),
    Kind("hvrmet_keep_drafts_days", ReportVersion, _drafts, *_OF_VERSION),
    Kind("hvrmet_keep_withdrawn_days", ReportVersion, _withdrawn, *_OF_VERSION),
)
