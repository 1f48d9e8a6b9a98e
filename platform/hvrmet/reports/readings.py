"""Keeping versions as they are read, and asking workers for what is not written yet."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from diagnostics.contracts.enums import Language
from diagnostics.contracts.reading import Reading
from hvrmet.core.db.scope import current_tenant
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.queue.dispatch import post
from hvrmet.reports.models import ReportReading, ReportVersion, WaitingReading

WRITER = "tasks.readings.write"
QUEUE = "diagnose"
BATCH = 20
"""Versions in one round, so that diagnoses do not wait long behind them."""
MOST_TRIES = 3
"""Rounds in which a version is asked for: what failed as often is not tried for ever."""


def readings_keep(version: ReportVersion, readings: Iterable[Reading]) -> None:
    """Keep a version as it is read; a language that is kept already stays as it is.

    The database lets each version wait for a worker; one that has all languages waits no more.
    Runs in the caller's tenant scope.
    """
    ReportReading.objects.bulk_create(
        [
            ReportReading(
                version=version,
                language=reading.language,
                document=reading.model_dump(mode="json"),
            )
            for reading in readings
        ],
        ignore_conflicts=True,
    )
    if set(reading_languages(version.pk)) == set(Language):
        reading_given_up(version.pk)


def reading_given_up(version_id: UUID) -> None:
    """Let a version of the open scope wait no more: it has all, or it was destroyed."""
    WaitingReading.objects.filter(version_id=version_id, tenant_id=current_tenant()).delete()


def reading_languages(version_id: UUID) -> tuple[Language, ...]:
    """Return the languages in which a version of the open scope is kept as it is read."""
    rows = ReportReading.objects.filter(version_id=version_id).order_by("language")
    return tuple(Language(name) for name in rows.values_list("language", flat=True))


def readings_of(version_id: UUID) -> tuple[Reading, ...]:
    """Return a version of the open scope as it is read, in every language that is kept."""
    rows = ReportReading.objects.filter(version_id=version_id).order_by("language")
    return tuple(
        Reading.model_validate(document, extra="ignore")
        for document in rows.values_list("document", flat=True)
    )


def reading_document(version: ReportVersion, language: Language) -> dict[str, object]:
    """Return a version of the open scope as it is read in a language: the document of a `Reading`.

    Raises
    ------
    ApplicationError
        With code ``reading_missing`` (404); ``data`` has the languages that are kept.
    """
    row = ReportReading.objects.filter(version=version, language=language).first()
    if row is None:
        raise ApplicationError(
            f"version {version.number} is not written in {language.value!r} yet: take a language "
            "that is kept, export the version, or come back later: a worker writes what can be "
            "written",
            code="reading_missing",
            http_status=404,
            data={"languages": list(reading_languages(version.pk))},
        )
    document: dict[str, object] = row.document
    return document


def readings_send(older_than: timedelta) -> int:
    """Ask workers for some of the readings that are missing, and return of how many versions.

    Those that have waited longest come first; one that was asked for as recently is left out.
    """
    with transaction.atomic():
        waiting = WaitingReading.objects.select_for_update(skip_locked=True).filter(
            tries__lt=MOST_TRIES, dispatched_at__lt=Now() - older_than
        )
        rows = list(waiting.order_by("dispatched_at")[:BATCH])
        for row in rows:
            post(task=WRITER, queue=QUEUE, subject_id=row.version_id, tenant_id=row.tenant_id)
        WaitingReading.objects.filter(pk__in=[row.pk for row in rows]).update(
            dispatched_at=Now(), tries=F("tries") + 1
        )
    return len(rows)
