"""What a webhook can tell of, and where a delivery stands."""

from __future__ import annotations

from enum import StrEnum


class EventKind(StrEnum):
    """Events that downstream services can ask for."""

    REPORT_PUBLISHED = "report.published"
    REPORT_SUPERSEDED = "report.superseded"
    REPORT_WITHDRAWN = "report.withdrawn"
    DIAGNOSIS_FINISHED = "diagnosis.finished"
    DIAGNOSIS_FAILED = "diagnosis.failed"


TEST_KIND = "webhook.test"
"""What the test of one webhook sends."""


class DeliveryStatus(StrEnum):
    """Where one message to one webhook stands."""

    PENDING = "pending"
    DELIVERED = "delivered"
    DEAD = "dead"
    CANCELLED = "cancelled"
