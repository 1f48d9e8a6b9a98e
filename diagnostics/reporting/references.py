"""The bibliography of a report, each reference with its verification status."""

from __future__ import annotations

from diagnostics.contracts.report import Report
from diagnostics.messages import term


def reference_lines(report: Report) -> list[str]:
    """Write each reference with its status in the reader's language."""
    return [
        f"{reference.text} [{term(reference.status.value, report.language)}]"
        for reference in report.references
    ]
