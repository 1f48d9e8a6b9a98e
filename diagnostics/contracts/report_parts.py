"""The addresses of a report's parts, by which reviews and corrections name them."""

from __future__ import annotations

from diagnostics.contracts.report import Report, Sentence

TITLE = "title"


def sentence_address(section: str, number: int) -> str:
    """Return the address of a section's sentence, counted from 1: ``summary.2``."""
    return f"{section}.{number}"


def caption_address(artifact: str) -> str:
    """Return the address of a chart's caption: ``caption:figures/ivt.png``."""
    return f"caption:{artifact}"


def sentences_by_address(report: Report) -> dict[str, Sentence]:
    """Return every sentence that can be named: the title, those of sections, and captions."""
    found = {TITLE: report.title}
    for section in report.sections:
        for number, item in enumerate(section.sentences, start=1):
            found[sentence_address(section.id, number)] = item
        for figure in section.figures:
            found[caption_address(figure.artifact)] = figure.caption
    return found
