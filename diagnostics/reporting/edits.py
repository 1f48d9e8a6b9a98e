"""A report with other wording: what a person asks for, in the language of the report."""

from __future__ import annotations

from collections.abc import Iterable

from diagnostics.catalog import get_catalog
from diagnostics.contracts.corrections import Edit, apply_edits, claims_in, in_own_words
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.report import Claim, OwnWords, Report, Sentence
from diagnostics.reporting.builder import report_digest
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.recipes import recipes_of
from diagnostics.reporting.statements import write_statement


def with_edits(
    report: Report,
    edits: Iterable[Edit],
    words: OwnWords,
    release: GuidelineRelease,
    claims: Iterable[Claim],
) -> Report:
    """Return a report with edits made in it, and its digest.

    Statements are written in the language of the report. A person's own words stay as they are.

    Parameters
    ----------
    report : Report
        With the evidence that the statements are about.
    edits : iterable of Edit
    words : OwnWords
        Whose words a text without a statement is.
    release : GuidelineRelease
        The pinned one.
    claims : iterable of Claim
        Those that the placeholders in the person's words name: of the version that the person
        read, which may be in another language and have other ids.

    Returns
    -------
    Report
        Not yet checked.

    Raises
    ------
    ModelOutputError
        As `write_statement`.
    """
    specs = {spec.name: spec for spec in get_catalog().specs()}
    sources = ClaimSources.of_report(report, release, specs)
    book = ClaimBook(sources, report.language, report.claims)
    named = {claim.id: claim for claim in claims}

    def write(edit: Edit) -> Sentence:
        if edit.statement is not None:
            return write_statement(edit.statement, report, book)
        found = [named[name] for name in claims_in(edit.text) if name in named]
        placeholders = {
            claim.id: book.bind(
                claim.source, claim.path, claim.kind, unit=claim.unit, digits=claim.digits
            )
            for claim in found
        }
        return in_own_words(edit, words, placeholders)

    changed = apply_edits(report, edits, write).model_copy(
        update={"claims": book.claims, "recipes": recipes_of(book.claims, sources)}
    )
    return changed.model_copy(update={"report_digest": report_digest(changed)})
