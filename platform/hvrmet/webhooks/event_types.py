"""What a webhook can tell of, and where a delivery stands."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from hvrmet.accounts.roles import Verb


class EventKind(StrEnum):
    """Events that downstream services can ask for."""

    REPORT_PUBLISHED = "report.published"
    REPORT_SUPERSEDED = "report.superseded"
    REPORT_WITHDRAWN = "report.withdrawn"
    DIAGNOSIS_FINISHED = "diagnosis.finished"
    DIAGNOSIS_FAILED = "diagnosis.failed"


_VERBS = {"report": Verb.REPORT_VIEW, "diagnosis": Verb.DIAGNOSIS_VIEW}


def verbs_to_read(events: Iterable[str]) -> frozenset[Verb]:
    """Return what an actor needs to read messages of these kinds; a test shows nothing."""
    subjects = {event.partition(".")[0] for event in events if event != TEST_KIND}
    return frozenset(_VERBS[subject] for subject in subjects)


TEST_KIND = "webhook.test"
"""What the test of one webhook sends."""


class DeliveryStatus(StrEnum):
    """Where one message to one webhook stands."""

    PENDING = "pending"
    DELIVERED = "delivered"
    DEAD = "dead"
    CANCELLED = "cancelled"
