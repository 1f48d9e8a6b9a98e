"""The bibliography of a report, each reference with its verification status."""

from __future__ import annotations

from diagnostics.contracts.report import Report
from diagnostics.messages import term
from diagnostics.reporting.messages import translated


def reference_lines(report: Report) -> list[str]:
    """Write each reference with its status in the reader's language."""
    language = report.language
    return [
        f"{translated(reference.text, language)} [{term(reference.status.value, language)}]"
        for reference in report.references
    ]
