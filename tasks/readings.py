"""Versions of reports as they are read: written by a worker in every language.

A language that cannot be written is left out, and the log says why: no report depends on it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

from django.db import InterfaceError, OperationalError
from hvrmet.celery_app import app
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.reports.models import ReportVersion
from hvrmet.reports.readings import WRITER, reading_given_up, readings_keep, readings_of
from hvrmet.reviews.marked_words import with_marked_words
from hvrmet.reviews.selectors import correction_of

from diagnostics.contracts.corrections import Edit
from diagnostics.contracts.enums import Language
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.reading import Reading
from diagnostics.contracts.report import Claim, OwnWords, Report
from diagnostics.contracts.report_parts import sentences_by_address
from diagnostics.errors import DiagnosticsError
from knowledge.selectors import release_document

log = logging.getLogger(__name__)


@app.task(
    name=WRITER,
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=2,
    max_retries=10,
)
def write(version_id: str, tenant_id: str) -> None:
    """Write the readings that a version lacks; a repeated delivery keeps what is there."""
    version_key, tenant_key = UUID(version_id), UUID(tenant_id)
    with scope(tenant_key):
        version = ReportVersion.objects.select_related("report").filter(pk=version_key).first()
        if version is None:
            log.info("report version %s is gone: nothing to write", version_key)
            reading_given_up(version_key)
            return
        report = with_marked_words(version)
    job_id = version.report.job_id
    if version.corrects is None:
        readings = run_readings(report, tenant_id=tenant_key, job_id=job_id)
    else:
        readings = _readings_of_corrected(version, report)
    with scope(tenant_key):
        readings_keep(version, readings)


def _readings_of_corrected(version: ReportVersion, report: Report) -> tuple[Reading, ...]:
    try:
        with scope(version.tenant_id):
            release = release_document(job_get(version.report.job_id).release_digest)
            correction = correction_of(version)
            base = readings_of(correction.version_id)
    except ApplicationError as error:
        log.warning("report version %s cannot be written as it is read: %s", version.pk, error)
        return ()
    return corrected_readings(
        report,
        base=base,
        edits=[Edit.model_validate(edit) for edit in correction.edits],
        words=OwnWords(author=correction.author, written_at=correction.created_at),
        claims=Report.model_validate(correction.version.document, extra="ignore").claims,
        release=release,
    )


def run_readings(report: Report, *, tenant_id: UUID, job_id: UUID) -> tuple[Reading, ...]:
    """Return the report of a run as it is read: in its own language, and rebuilt in the others."""
    try:
        with scope(tenant_id):
            events = event_list(job_id, limit=None)
            release = release_document(job_get(job_id).release_digest)
    except ApplicationError as error:
        log.warning("the report of job %s cannot be written as it is read: %s", job_id, error)
        return ()

    def rebuilt(language: Language) -> Report | None:
        from diagnostics.loop import rebuild_report

        return rebuild_report(events, release, language)[0]

    return _readings(report, release, rebuilt)


def corrected_readings(
    report: Report,
    *,
    base: Iterable[Reading],
    edits: Sequence[Edit],
    words: OwnWords,
    claims: Iterable[Claim],
    release: GuidelineRelease,
) -> tuple[Reading, ...]:
    """Return a corrected report as it is read.

    Parameters
    ----------
    report : Report
        As it was corrected.
    base : iterable of Reading
        The version that was corrected: in other languages the same edits are made in it.
    edits, words
        As `with_edits`.
    claims : iterable of Claim
        Of the version that was corrected, as the person read it.
    release : GuidelineRelease
    """
    kept = {reading.language: reading for reading in base}

    def edited(language: Language) -> Report | None:
        from diagnostics.reporting.edits import with_edits
        from diagnostics.reporting.reading import report_in_words_of

        if language not in kept:
            return None
        before = report_in_words_of(kept[language], report)
        return with_edits(before, edits, words, release, claims)

    return _readings(report, release, edited)


def _readings(
    report: Report, release: GuidelineRelease, in_language: Callable[[Language], Report | None]
) -> tuple[Reading, ...]:
    """Write a report in its own language, and in every other in which it can be had."""
    from diagnostics.reporting import check_report
    from diagnostics.reporting.reading import write_reading

    found = []
    for language in Language:
        name = f"report {report.report_digest[:12]} in {language}"
        try:
            if language is report.language:
                found.append(write_reading(report, release))
                continue
            other = in_language(language)
            if other is None:
                log.warning("%s: the version before it was not written so", name)
                continue
            # Reviews and corrections name sentences by their addresses, in whatever language.
            if sentences_by_address(other).keys() != sentences_by_address(report).keys():
                log.warning("%s: this release of the platform gives it other parts", name)
                continue
            check_report(other, release, report)
            found.append(write_reading(other, release))
        except (DiagnosticsError, LookupError):
            log.warning("%s cannot be written", name, exc_info=True)
        except Exception:
            # A fault of ours: an operator sees it, the version waits for the next try, and the
            # report, which is finished and checked, does not fail for it.
            log.exception("%s met an unexpected fault", name)
    return tuple(found)
