"""What the criterion of a type measured, bound for a report."""

from __future__ import annotations

from diagnostics.contracts.detection import CriterionMetrics
from diagnostics.contracts.enums import EventType
from diagnostics.messages.numbers import threshold_digits
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.report_inputs import ReportMaterial

CLASSIFICATION = "classification"
"""Source of claims."""


def assessment_path(material: ReportMaterial, event: EventType) -> str:
    """Return the path of one type's assessment in the classification."""
    names = [item.event for item in material.classification.assessments]
    return f"assessments.{names.index(event)}"


def quantity_value(book: ClaimBook, path: str, metrics: CriterionMetrics, field: str) -> str:
    """Bind a value of a criterion with its unit; thresholds without trailing zeros."""
    digits = None
    if field.startswith("threshold"):
        digits = threshold_digits(getattr(metrics, field))
    return book.bind(
        CLASSIFICATION, f"{path}.metrics.{field}", "number", unit=metrics.unit, digits=digits
    )
