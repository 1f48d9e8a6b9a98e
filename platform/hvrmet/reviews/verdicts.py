"""What a reviewer can say of a version, and where that leads."""

from __future__ import annotations

from enum import StrEnum

from hvrmet.reports.states import VersionStatus


class ReviewVerdict(StrEnum):
    """A reviewer's word on a version."""

    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"
    REJECT = "reject"
    COMMENT = "comment"


LEADS_TO: dict[ReviewVerdict, VersionStatus] = {
    ReviewVerdict.APPROVE: VersionStatus.APPROVED,
    ReviewVerdict.REQUEST_CHANGES: VersionStatus.IN_REVIEW,
    ReviewVerdict.REJECT: VersionStatus.WITHDRAWN,
}
"""The status of a version that is not published yet, after a review. The last word counts.

A comment is no such word: it leads nowhere. A version that is published keeps its status: who does
not agree with it is shown as dissent.
"""


class CorrectionStatus(StrEnum):
    """Where a correction stands."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    REFUSED = "refused"


class OpenedKind(StrEnum):
    """Parts of a version of which it is kept who has opened them."""

    SECTION = "section"
    FIGURE = "figure"
    EVIDENCE = "evidence"


class PartKind(StrEnum):
    """What a comment can be bound to."""

    CLAIM = "claim"
    FIGURE = "figure"
    SENTENCE = "sentence"


class DeedKind(StrEnum):
    """What is done with a version, in its history."""

    WRITTEN = "written"
    SUBMITTED = "submitted"
    REVIEWED = "reviewed"
    CORRECTED = "corrected"
    CORRECTION_REFUSED = "correction_refused"
    PUBLISHED = "published"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
