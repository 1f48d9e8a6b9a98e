"""A report as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from diagnostics.contracts.report import Claim, OwnWords, Report, Section
from diagnostics.messages import localise
from diagnostics.reporting.own_words import own_words_mark
from diagnostics.reporting.references import bibliography
from diagnostics.reporting.values import fill, fill_table

_MARKUP = re.compile(r"[\\`*_<>#|\[\]!&]")


def render_markdown(report: Report) -> str:
    """Write a report as Markdown, charts as links relative to the run's folder.

    Parameters
    ----------
    report : Report

    Returns
    -------
    str
    """
    parts = [f"# {fill(report.title, report, plain_text)}", ""]
    numbers = count(1)
    for section in report.sections:
        parts += _section(section, report, numbers)
    references = bibliography(report)
    if references:
        parts += [f"## {localise('report-section_references', report.language)}", ""]
        parts += [f"- {line}" for line in references.verified]
        if references.note:
            parts += ["", references.note, "", *(f"- {line}" for line in references.unverified)]
        parts.append("")
    return "\n".join(parts).rstrip() + "\n"


def plain_text(claim: Claim, text: str) -> str:
    """Write a value so that nothing in it is markup: one line, no tags, no links."""
    line = " ".join(text.split())
    return line.replace("&", "&amp;").replace("<", "&lt;").replace("](", "]\\(")


def _section(section: Section, report: Report, numbers: Iterator[int]) -> list[str]:
    parts = [f"## {section.title}", ""]
    if section.table:
        rows = [
            [text.replace("|", "\\|") for text in row]
            for row in fill_table(section.table, report, plain_text)
        ]
        head, *body = rows
        parts.append(f"| {' | '.join(head)} |")
        parts.append("|" + " --- |" * len(head))
        parts += [f"| {' | '.join(row)} |" for row in body]
        parts.append("")
    for item in section.sentences:
        text = fill(item, report, plain_text)
        if item.own is not None:
            text = f"> **{_mark(item.own, report)}:** {text}"
        parts += [text, ""]
    for figure in section.figures:
        caption = fill(figure.caption, report, plain_text)
        if figure.caption.own is not None:
            caption = f"{_mark(figure.caption.own, report)}: {caption}"
        name = f"{localise('report-figure', report.language)} {next(numbers)}"
        parts += [f"![{name}]({figure.artifact})", "", f"*{name}. {caption}*", ""]
    return parts


def _mark(words: OwnWords, report: Report) -> str:
    """Say whose words follow, so that nothing in a name is markup."""
    return _MARKUP.sub(r"\\\g<0>", own_words_mark(words, report.language))
