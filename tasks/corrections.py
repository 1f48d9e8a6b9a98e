"""The task that binds a person's wording to the evidence, and makes a version of it.

The claim checker reads the catalogue and the pinned release, which the web side does not import.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from celery.exceptions import Reject
from django.db import InterfaceError, OperationalError
from hvrmet.celery_app import app
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.selectors import artifact_bytes
from hvrmet.jobs.registries.sources import RegisteredSource, source_get
from hvrmet.reports.readings import readings_of
from hvrmet.reviews.corrections import correction_accept, correction_pending, correction_refuse
from hvrmet.reviews.marked_words import with_marked_words

from diagnostics.contracts.corrections import Edit, Quantity
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.reading import Reading
from diagnostics.contracts.report import OwnWords, Report
from diagnostics.errors import DiagnosticsError, ModelOutputError
from knowledge.selectors import release_document
from tasks.heartbeat import StopWatch
from tasks.interruption import Interruptible, StepInterruptedError, settle
from tasks.readings import corrected_readings

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Work:
    """A correction as it was submitted, and what it is held against."""

    job_id: UUID
    before: Report
    edits: tuple[Edit, ...]
    quantities: tuple[Quantity, ...]
    words: OwnWords
    release: GuidelineRelease
    source: RegisteredSource | None
    readings: tuple[Reading, ...]


class Corrected(NamedTuple):
    """What a correction makes of a version."""

    report: Report
    markdown: str
    html: str
    readings: tuple[Reading, ...]


@app.task(
    name="tasks.corrections.check",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=2,
    max_retries=10,
)
def check(correction_id: str, tenant_id: str) -> None:
    """Check a correction once; a repeated delivery finds it settled: a no-op.

    Raises
    ------
    Reject
        When the worker is stopped meanwhile: the message goes back to the broker.
    """
    correction, tenant = UUID(correction_id), UUID(tenant_id)
    work = _read(correction, tenant)
    if work is None:
        log.info("correction %s is settled or unknown: nothing to do", correction)
        return
    try:
        report, markdown, html, readings = _corrected_unless_stopped(work, tenant)
    except DiagnosticsError as error:
        problems = error.data.get("problems") or [_problem(error.code, error.message)]
    except ApplicationError as error:
        problems = [_problem(error.code, error.message)]
    except (OperationalError, InterfaceError, Reject):
        raise
    except Exception as error:
        log.exception("correction %s met an unexpected fault", correction)
        problems = [_problem("internal_error", f"a fault of the platform: {type(error).__name__}")]
    else:
        with scope(tenant):
            correction_accept(
                correction,
                job_id=work.job_id,
                report=report,
                markdown=markdown,
                html=html,
                readings=readings,
            )
        return
    with scope(tenant):
        correction_refuse(correction, job_id=work.job_id, problems=problems)


def _corrected_unless_stopped(work: Work, tenant_id: UUID) -> Corrected:
    with StopWatch():
        try:
            with Interruptible():
                return corrected(work, tenant_id)
        except StepInterruptedError as error:
            raise Reject(error, requeue=True) from error
        finally:
            settle()


def corrected(work: Work, tenant_id: UUID) -> Corrected:
    """Return the corrected report, its two renderings, and it as it is read.

    Raises
    ------
    DiagnosticsError
        When a quantity cannot be computed, a statement has no evidence, a sentence says what the
        evidence does not carry, or nothing has changed.
    """
    from diagnostics.reporting import check_report, render_html, render_markdown, report_digest
    from diagnostics.reporting.edits import with_edits

    before = work.before
    if work.quantities:
        from tasks.quantities import compute_quantities

        added = compute_quantities(work.quantities, before, work.source, work.release.presets)
        before = before.model_copy(update={"evidence": (*before.evidence, *added)})
    report = with_edits(before, work.edits, work.words, work.release, before.claims)
    if report.report_digest == report_digest(work.before):
        raise ModelOutputError("the wording is the same as before", code="nothing_changed")
    check_report(report, work.release, before)
    pictures = {
        figure.artifact: artifact_bytes(tenant_id, work.job_id, figure.artifact)
        for section in report.sections
        for figure in section.figures
    }
    readings = corrected_readings(
        report,
        base=work.readings,
        edits=work.edits,
        words=work.words,
        claims=before.claims,
        release=work.release,
    )
    return Corrected(report, render_markdown(report), render_html(report, pictures), readings)


def _read(correction_id: UUID, tenant_id: UUID) -> Work | None:
    with scope(tenant_id):
        row = correction_pending(correction_id)
        if row is None:
            return None
        quantities = tuple(Quantity.model_validate(item) for item in row.quantities)
        job = row.report.job
        return Work(
            job_id=row.report.job_id,
            before=with_marked_words(row.version),
            edits=tuple(Edit.model_validate(edit) for edit in row.edits),
            quantities=quantities,
            words=OwnWords(author=row.author, written_at=row.created_at),
            release=release_document(job.release_digest),
            source=_registered(job.source, tenant_id) if quantities else None,
            readings=readings_of(row.version_id),
        )


def _registered(name: str, tenant_id: UUID) -> RegisteredSource | None:
    try:
        return source_get(name, tenant_id=tenant_id)
    except ApplicationError:
        return None


def _problem(kind: str, message: str) -> dict[str, str]:
    return {"where": "correction", "kind": kind, "text": "", "message": message}
