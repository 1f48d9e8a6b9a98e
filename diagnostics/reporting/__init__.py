"""Reports whose every number, place, time and comparison is bound to evidence."""

from diagnostics.reporting.builder import build_report, facts_digest, report_digest
from diagnostics.reporting.checker import ClaimProblem, check_report, claim_problems
from diagnostics.reporting.html import render_html
from diagnostics.reporting.markdown import render_markdown
from diagnostics.reporting.report_inputs import ReportChart, ReportMaterial

__all__ = [
    "ClaimProblem",
    "ReportChart",
    "ReportMaterial",
    "build_report",
    "check_report",
    "claim_problems",
    "facts_digest",
    "render_html",
    "render_markdown",
    "report_digest",
]
