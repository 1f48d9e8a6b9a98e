"""Reading reviews, in the open tenant scope."""

from __future__ import annotations

from uuid import UUID

from hvrmet.core.models import OwnedQuerySet
from hvrmet.reviews.models import Review
from hvrmet.reviews.verdicts import ReviewVerdict


def review_list(job_id: UUID, *, version: int | None = None) -> OwnedQuerySet:
    """Return the reviews of a diagnosis' report, of all versions by default."""
    found: OwnedQuerySet = Review.objects.filter(report__job_id=job_id).select_related("version")
    found = found.defer("version__document", "version__markdown", "version__html")
    return found if version is None else found.filter(version__number=version)


def words_in_force(version_id: UUID) -> list[Review]:
    """Return the last review of each reviewer of a version, the newest first."""
    last: dict[UUID, Review] = {}
    for review in Review.objects.filter(version_id=version_id).order_by("-created_at", "-id"):
        last.setdefault(review.reviewer_id, review)
    return list(last.values())


def approvals(words: list[Review]) -> list[Review]:
    """Return those that approve."""
    return [review for review in words if review.verdict == ReviewVerdict.APPROVE]


def objections(words: list[Review]) -> list[Review]:
    """Return those that do not."""
    return [review for review in words if review.verdict != ReviewVerdict.APPROVE]
