"""The life of a report version: its states, and which may follow which."""

from __future__ import annotations

from enum import StrEnum

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
        follow = ", ".join(sorted(LEGAL[present])) or "nothing"
        raise ApplicationError(
            f"a version that is {present} cannot become {wanted}: {follow} can follow",
            code="illegal_transition",
            http_status=409,
            data={"status": present.value, "wanted": wanted.value},
        )
