"""Reading reviews, in the open tenant scope."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import NotFoundError
from hvrmet.reports.models import Publication, ReportVersion
from hvrmet.reviews.models import Correction, Review
from hvrmet.reviews.verdicts import ReviewVerdict


def review_list(job_id: UUID, *, drafts: bool, version: int | None = None) -> OwnedQuerySet:
    """Return the reviews of a diagnosis' report, of all versions by default.

    Without drafts, those of versions that were published.
    """
    found: OwnedQuerySet = Review.objects.filter(report__job_id=job_id).select_related("version")
    found = found.defer("version__document", "version__markdown", "version__html")
    if not drafts:
        published = Publication.objects.filter(published_at__isnull=False)
        found = found.filter(version_id__in=published.values("version_id"))
    return found if version is None else found.filter(version__number=version)


def words_in_force(version_id: UUID) -> list[Review]:
    """Return the last review of each reviewer of a version, the newest first, without comments."""
    return words_in_force_of([version_id])[version_id]


def words_in_force_of(version_ids: Collection[UUID]) -> dict[UUID, list[Review]]:
    """Return those of several versions, by version."""
    last: dict[UUID, dict[UUID, Review]] = {version_id: {} for version_id in version_ids}
    words = Review.objects.filter(version_id__in=version_ids).exclude(verdict=ReviewVerdict.COMMENT)
    for review in words.order_by("-created_at", "-id"):
        last[review.version_id].setdefault(review.reviewer_id, review)
    return {version_id: list(found.values()) for version_id, found in last.items()}


def approvals(words: list[Review]) -> list[Review]:
    """Return those that approve."""
    return [review for review in words if review.verdict == ReviewVerdict.APPROVE]


def objections(words: list[Review]) -> list[Review]:
    """Return those that do not."""
    return [review for review in words if review.verdict != ReviewVerdict.APPROVE]


def correction_list(job_id: UUID, *, drafts: bool) -> OwnedQuerySet:
    """Return the corrections of a diagnosis' report: each is a draft, whatever became of it."""
    found: OwnedQuerySet = Correction.objects.filter(report__job_id=job_id)
    found = found if drafts else found.none()
    found = found.select_related("version")
    return found.defer("version__document", "version__markdown", "version__html")


def correction_of(version: ReportVersion) -> Correction:
    """Return the correction of which a version was made, with the version that it began with.

    Raises
    ------
    NotFoundError
        When there is none, or none any more.
    """
    found = Correction.objects.filter(report_id=version.report_id, result=version.number)
    row: Correction | None = found.select_related("version").first()
    if row is None:
        raise NotFoundError("correction")
    return row


def correction_get(
    correction_id: UUID, *, job_id: UUID | None = None, lock: bool = False
) -> Correction:
    """Return a correction of this tenant, of one diagnosis where it is named.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    found = Correction.objects.filter(pk=correction_id).select_related("version")
    if job_id is not None:
        found = found.filter(report__job_id=job_id)
    row: Correction | None = (found.select_for_update(of=("self",)) if lock else found).first()
    if row is None:
        raise NotFoundError("correction")
    return row
