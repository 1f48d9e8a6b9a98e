"""What waits for review or publication, and for whom, in the open tenant scope."""

from __future__ import annotations

from django.db.models import Q

from hvrmet.accounts.principals import Principal
from hvrmet.accounts.selectors import people_now
from hvrmet.reports.listed import reports_listed
from hvrmet.reports.selectors import publication_list
from hvrmet.reports.states import VersionStatus
from hvrmet.reviews.acts import Act, hands_with
from hvrmet.reviews.models import Review
from hvrmet.reviews.next_steps import next_steps
from hvrmet.reviews.schemas import NextSteps, WaitingReport
from hvrmet.reviews.selectors import objections, words_in_force_of

MOST_WAITING = 100
_WAITING = Q(status__in=(VersionStatus.IN_REVIEW, VersionStatus.APPROVED)) | Q(
    status=VersionStatus.DRAFT, author_id__isnull=False
)
"""A draft of a person is a correction: nobody hands it in, and another one reviews it."""


def reports_waiting(principal: Principal) -> list[WaitingReport]:
    """Return the reports whose newest version waits, with who can take each on."""
    if not (principal.is_person and principal.sees_drafts):
        return []
    newest = publication_list(drafts=True, newest=True).filter(_WAITING)
    rows = list(newest.order_by("-changed_at")[:MOST_WAITING])
    people = people_now()
    words = words_in_force_of([row.version_id for row in rows])
    waiting = []
    for row, listed in zip(rows, reports_listed(principal, rows), strict=True):
        said = words[row.version_id]
        steps = next_steps(hands_with(row, said), people)
        mine = _mine(principal, steps, said)
        waiting.append(WaitingReport(**dict(listed), next=steps, mine=mine))
    return waiting


def _mine(principal: Principal, steps: NextSteps, words: list[Review]) -> Act | None:
    """Return what somebody can do next; who objects to a version has said what they have to say."""
    act, named = (
        (Act.APPROVE, steps.approve) if steps.awaits_approval else (Act.PUBLISH, steps.publish)
    )
    objects = any(review.reviewer_id == principal.id for review in objections(words))
    waits = principal.label in named and not (act is Act.APPROVE and objects)
    return act if waits else None
