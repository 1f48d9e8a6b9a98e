"""The task that binds a person's wording to the evidence, and makes a version of it.

The claim checker reads the catalogue and the pinned release, which the web side does not import.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from uuid import UUID

from django.db import InterfaceError, OperationalError
from hvrmet.celery_app import app
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.selectors import artifact_bytes
from hvrmet.jobs.registries.sources import RegisteredSource, source_get
from hvrmet.reviews.corrections import correction_accept, correction_pending, correction_refuse
from hvrmet.reviews.marked_words import with_marked_words

from diagnostics.contracts.corrections import Edit, Quantity, apply_edits, in_own_words
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.report import OwnWords, Report, Sentence
from diagnostics.errors import DiagnosticsError, ModelOutputError
from knowledge.selectors import release_document

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Work:
    """A correction as it was submitted, and what it is compared with."""

    job_id: UUID
    before: Report
    edits: tuple[Edit, ...]
    quantities: tuple[Quantity, ...]
    words: OwnWords
    release: GuidelineRelease
    source: RegisteredSource | None


@app.task(
    name="tasks.corrections.check",
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=2,
    max_retries=10,
)
def check(correction_id: str, tenant_id: str) -> None:
    """Check a correction once; a repeated delivery finds it settled: a no-op."""
    correction, tenant = UUID(correction_id), UUID(tenant_id)
    work = _read(correction, tenant)
    if work is None:
        log.info("correction %s is settled or unknown: nothing to do", correction)
        return
    try:
        report, markdown, html = corrected(work, tenant)
    except DiagnosticsError as error:
        problems = error.data.get("problems") or [_problem(error.code, error.message)]
    except ApplicationError as error:
        problems = [_problem(error.code, error.message)]
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.exception("correction %s met an unexpected fault", correction)
        problems = [_problem("internal_error", f"a fault of the platform: {type(error).__name__}")]
    else:
        with scope(tenant):
            correction_accept(
                correction, job_id=work.job_id, report=report, markdown=markdown, html=html
            )
        return
    with scope(tenant):
        correction_refuse(correction, job_id=work.job_id, problems=problems)


def corrected(work: Work, tenant_id: UUID) -> tuple[Report, str, str]:
    """Return the corrected report and its two renderings.

    Raises
    ------
    DiagnosticsError
        When a quantity cannot be computed, a statement has no evidence, a sentence says what the
        evidence does not carry, or nothing has changed.
    """
    from diagnostics.catalog import get_catalog
    from diagnostics.reporting import check_report, render_html, render_markdown, report_digest
    from diagnostics.reporting.claim_book import ClaimBook
    from diagnostics.reporting.claim_sources import ClaimSources
    from diagnostics.reporting.statements import write_statement

    before = work.before
    if work.quantities:
        from tasks.quantities import compute_quantities

        added = compute_quantities(work.quantities, before, work.source, tenant_id)
        before = before.model_copy(update={"evidence": (*before.evidence, *added)})
    specs = {spec.name: spec for spec in get_catalog().specs()}
    book = ClaimBook(
        ClaimSources.of_report(before, work.release, specs), before.language, before.claims
    )

    def write(edit: Edit) -> Sentence:
        if edit.statement is None:
            return in_own_words(edit, work.words)
        return write_statement(edit.statement, before, book)

    report = apply_edits(before, work.edits, write)
    report = report.model_copy(update={"claims": book.claims})
    report = report.model_copy(update={"report_digest": report_digest(report)})
    if report.report_digest == report_digest(work.before):
        raise ModelOutputError("the wording is the same as before", code="nothing_changed")
    check_report(report, work.release)
    pictures = {
        figure.artifact: artifact_bytes(tenant_id, work.job_id, figure.artifact)
        for section in report.sections
        for figure in section.figures
    }
    return report, render_markdown(report), render_html(report, pictures)


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
        )


def _registered(name: str, tenant_id: UUID) -> RegisteredSource | None:
    try:
        return source_get(name, tenant_id=tenant_id)
    except ApplicationError:
        return None


def _problem(kind: str, message: str) -> dict[str, str]:
    return {"where": "correction", "kind": kind, "text": "", "message": message}
