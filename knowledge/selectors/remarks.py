"""Reading what curators say to each other, and what of it a person has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from hvrmet.accounts.principals import Principal
from hvrmet.audit.actions import Action
from hvrmet.audit.selectors import parts_shown

from knowledge.models import Decision, Proposal, ProposedField, Remark, Wording
from knowledge.selectors.proposals import OPEN


@dataclass(frozen=True)
class Thread:
    """What remarks are about: a proposal, one of its fields, or an item of the library."""

    proposal: UUID | None = None
    field: UUID | None = None
    kind: str = ""
    item: str = ""


def remark_list(thread: Thread) -> QuerySet[Remark]:
    """Return the remarks of a thread, those on the fields among a whole proposal's."""
    wanted = {name: value for name, value in vars(thread).items() if value}
    return Remark.objects.filter(**wanted).select_related("field", "withdrawal")


def remarks_seen(principal: Principal, proposals: set[UUID]) -> set[str]:
    """Return the remarks about proposals that a person was shown, by their ids."""
    return parts_shown(actor_id=principal.id, subject_ids=proposals, action=Action.REMARKS_VIEWED)


def remarks_unseen(principal: Principal) -> dict[UUID, tuple[datetime, str]]:
    """Return the open proposals with a new last remark of somebody else: since when, and whose.

    They are those that the person owns, or has written in, decided on or remarked about.
    """
    own = {"proposal": OuterRef("pk"), "author_id": principal.id}
    wordings = Wording.objects.filter(field__proposal=OuterRef("pk"), author_id=principal.id)
    decisions = Decision.objects.filter(
        wording__field__proposal=OuterRef("pk"), reviewer_id=principal.id
    )
    last = Remark.objects.filter(proposal=OuterRef("pk"), withdrawal__isnull=True)
    last = last.order_by("-created_at", "-pk")
    rows = (
        Proposal.objects.filter(state__in=OPEN)
        .annotate(
            remark=Subquery(last.values("pk")[:1]),
            remark_by=Subquery(last.values("author_id")[:1]),
            remark_author=Subquery(last.values("author")[:1]),
            remark_at=Subquery(last.values("created_at")[:1]),
        )
        .filter(~Q(remark_by=principal.id), remark__isnull=False)
        .filter(
            Q(owner_id=principal.id)
            | Exists(ProposedField.objects.filter(**own))
            | Exists(Remark.objects.filter(**own))
            | Exists(wordings)
            | Exists(decisions)
        )
    )
    last_ones = rows.values_list("pk", "remark", "remark_at", "remark_author")
    found = {pk: (str(remark), (at, author)) for pk, remark, at, author in last_ones}
    seen = remarks_seen(principal, set(found)) if found else set()
    return {pk: last for pk, (remark, last) in found.items() if remark not in seen}
