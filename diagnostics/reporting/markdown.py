"""A report as Markdown."""

from __future__ import annotations

from diagnostics.contracts.report import Claim, Report, Section
from diagnostics.messages import localise
from diagnostics.reporting.references import reference_lines
from diagnostics.reporting.values import fill, fill_cell


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
    for section in report.sections:
        parts += _section(section, report)
    lines = reference_lines(report)
    if lines:
        parts += [f"## {localise('report-section_references', report.language)}", ""]
        parts += [f"- {line}" for line in lines]
        parts.append("")
    return "\n".join(parts).rstrip() + "\n"


def plain_text(claim: Claim, text: str) -> str:
    """Write a value so that nothing in it is markup: one line, no tags, no links."""
    line = " ".join(text.split())
    return line.replace("&", "&amp;").replace("<", "&lt;").replace("](", "]\\(")


def _section(section: Section, report: Report) -> list[str]:
    parts = [f"## {section.title}", ""]
    if section.table:
        rows = [
            [fill_cell(cell, report, plain_text).replace("|", "\\|") for cell in row]
            for row in section.table
        ]
        head, *body = rows
        parts.append(f"| {' | '.join(head)} |")
        parts.append("|" + " --- |" * len(head))
        parts += [f"| {' | '.join(row)} |" for row in body]
        parts.append("")
    for item in section.sentences:
        parts += [fill(item, report, plain_text), ""]
    for figure in section.figures:
        caption = fill(figure.caption, report, plain_text)
        parts += [f"![{caption}]({figure.artifact})", "", f"*{caption}*", ""]
    return parts
