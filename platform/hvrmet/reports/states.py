"""The life of a report version: its states, and which may follow which."""

from __future__ import annotations

from enum import StrEnum

from diagnostics.messages import Listing, Message, message
from hvrmet.core.errors import ApplicationError


class VersionStatus(StrEnum):
    """Where a version stands on its way to those who rely on it."""

    DRAFT = "draft"
    IN_REVIEW = "in_review"
    APPROVED = "approved"
    PUBLISHED = "published"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"


LEGAL: dict[VersionStatus, frozenset[VersionStatus]] = {
    VersionStatus.DRAFT: frozenset(
        {
            VersionStatus.IN_REVIEW,
            VersionStatus.APPROVED,
            VersionStatus.SUPERSEDED,
            VersionStatus.WITHDRAWN,
        }
    ),
    VersionStatus.IN_REVIEW: frozenset(
        {VersionStatus.APPROVED, VersionStatus.SUPERSEDED, VersionStatus.WITHDRAWN}
    ),
    VersionStatus.APPROVED: frozenset(
        {
            VersionStatus.IN_REVIEW,
            VersionStatus.PUBLISHED,
            VersionStatus.SUPERSEDED,
            VersionStatus.WITHDRAWN,
        }
    ),
    VersionStatus.PUBLISHED: frozenset({VersionStatus.SUPERSEDED, VersionStatus.WITHDRAWN}),
    VersionStatus.SUPERSEDED: frozenset(),
    VersionStatus.WITHDRAWN: frozenset(),
}
FINAL = frozenset({status for status, following in LEGAL.items() if not following})


def require_legal(present: VersionStatus, wanted: VersionStatus) -> None:
    """Refuse a step that the table does not allow.

    Raises
    ------
    ApplicationError
        With code ``illegal_transition`` (409) and both states in its data.
    """
    if wanted not in LEGAL[present]:
        names = tuple(_name(status) for status in sorted(LEGAL[present]))
        follow = Listing(items=names) if names else message("refusal-nothing_follows")
        raise ApplicationError(
            message(
                "refusal-version_transition",
                status=_name(present),
                wanted=_name(wanted),
                follow=follow,
            ),
            code="illegal_transition",
            http_status=409,
            data={"status": present.value, "wanted": wanted.value},
        )


def _name(status: VersionStatus) -> Message:
    return message(f"refusal-status_{status}")
