"""Reading papers of curators: passages by rules, drafts for the workspace."""

from __future__ import annotations

import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError
from hvrmet.celery_app import app
from hvrmet.core.db.scope import acting, scope
from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.enums import EventType
from diagnostics.errors import DiagnosticsError
from diagnostics.language import lexicon
from diagnostics.literature import (
    Draft,
    Licence,
    Paper,
    PaperDrafts,
    draft_entries,
    find_statements,
    licence_of,
    read_paper,
)
from diagnostics.messages import Message, message
from knowledge.models import PaperReading
from knowledge.papers import PaperPassage, PaperResult
from knowledge.services import papers
from knowledge.services.drafts import Author
from knowledge.services.imports import ImportReport, library_import

log = logging.getLogger(__name__)
_SECONDS = 240


@app.task(
    name=papers.TASK,
    soft_time_limit=_SECONDS,
    time_limit=_SECONDS + 30,
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=2,
    max_retries=5,
)
def read(paper_id: str, tenant_id: str) -> None:
    """Read a paper once; a repeated delivery finds it claimed or ended: a no-op."""
    key, tenant = UUID(paper_id), UUID(tenant_id)
    with scope(tenant):
        row = papers.paper_claim(key)
    if row is None:
        log.info("paper %s is claimed, ended or unknown: nothing to do", paper_id)
        return
    try:
        paper, licence, found = drafted(row)
        with acting(row.asked_by, row.asked_by_id), scope(tenant):
            report = library_import(
                author=Author(row.asked_by, row.asked_by_id),
                release=found.release,
                reason=found.release.title,
            )
            papers.paper_end(key, result=result_of(paper, licence, found, report))
    except (DiagnosticsError, ApplicationError) as error:
        wording = error.wording if isinstance(error, ApplicationError) else error.text
        _fail(tenant, key, wording if isinstance(wording, Message) else None)
    except (OperationalError, InterfaceError):
        raise
    except (Exception, SoftTimeLimitExceeded):
        log.exception("reading the paper %s met an unexpected fault", paper_id)
        _fail(tenant, key, None)


def _fail(tenant: UUID, key: UUID, problem: Message | None) -> None:
    with scope(tenant):
        papers.paper_end(key, problem=problem or message("refusal-inquiry_fault"))


def drafted(row: PaperReading) -> tuple[Paper, Licence, PaperDrafts]:
    """Read a paper and draft entries of it.

    Raises
    ------
    InputDataError
        As :func:`diagnostics.literature.read_paper`.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "paper.pdf"
        path.write_bytes(bytes(row.content or b""))
        paper = read_paper(path, name=row.name)
    licence = licence_of(paper, row.licence or None)
    found = draft_entries(
        paper,
        find_statements(paper.pages),
        licence,
        reference=row.reference or None,
        events=[EventType(name) for name in row.events],
    )
    return paper, licence, found


def result_of(
    paper: Paper, licence: Licence, found: PaperDrafts, report: ImportReport
) -> PaperResult:
    """Write down what was found in a paper and what became of it."""
    return PaperResult(
        title=paper.title,
        doi=paper.doi,
        pages=len(paper.pages),
        pages_without_text=paper.without_text,
        licence=licence.name,
        quotes=licence.quotes,
        passages=tuple(_passage(one) for one in found.drafts),
        added=tuple(report.added),
        unchanged=report.unchanged,
    )


def _passage(one: Draft) -> PaperPassage:
    stated = one.statement
    quantity = lexicon.entries()[stated.quantity]
    return PaperPassage(
        page=stated.page,
        offset=stated.offset,
        kind=stated.kind,
        quantity=quantity.label_en,
        quantity_zh=quantity.label_zh,
        number=stated.number,
        text=stated.text,
        drafts=one.entries,
        no_draft=one.reason,
    )
