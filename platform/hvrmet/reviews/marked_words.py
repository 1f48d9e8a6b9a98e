"""Whose words stand in a version: those of corrections that were made before words were marked."""

from __future__ import annotations

from diagnostics.contracts.report import OwnWords, Report, Section, Sentence
from hvrmet.reports.models import ReportVersion
from hvrmet.reviews.models import Correction
from hvrmet.reviews.verdicts import CorrectionStatus


def with_marked_words(version: ReportVersion) -> Report:
    """Return a version's document with every person's words marked as theirs.

    Corrections wrote no mark once: a sentence that is the text of an accepted one is its author's.

    Runs in the caller's tenant scope.
    """
    report = Report.model_validate(version.document, extra="ignore")
    if version.corrects is None:
        return report
    accepted = Correction.objects.filter(
        report_id=version.report_id, status=CorrectionStatus.ACCEPTED, result__lte=version.number
    )
    authors: dict[str, OwnWords] = {}
    for row in accepted.order_by("result"):
        words = OwnWords(author=row.author, written_at=row.created_at)
        for edit in row.edits:
            if edit.get("text"):
                authors.setdefault(edit["text"], words)
    return report.model_copy(
        update={"sections": tuple(_marked(section, authors) for section in report.sections)}
    )


def _marked(section: Section, authors: dict[str, OwnWords]) -> Section:
    def mark(item: Sentence) -> Sentence:
        if item.own is not None or item.text not in authors:
            return item
        return item.model_copy(update={"own": authors[item.text]})

    return section.model_copy(
        update={
            "sentences": tuple(mark(item) for item in section.sentences),
            "figures": tuple(
                figure.model_copy(update={"caption": mark(figure.caption)})
                for figure in section.figures
            ),
        }
    )
