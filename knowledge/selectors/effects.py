"""Reading the effects of proposals."""

from __future__ import annotations

from uuid import UUID

from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import NotFoundError

from diagnostics.messages import message
from knowledge.models import EffectRun, Proposal


def effect_list(proposal: Proposal) -> OwnedQuerySet:
    """Return the effect runs of a proposal."""
    found: OwnedQuerySet = EffectRun.objects.filter(proposal=proposal)
    return found


def effect_newest(proposal: Proposal) -> EffectRun | None:
    """Return the newest effect run of a proposal, or None."""
    found: EffectRun | None = effect_list(proposal).order_by("-created_at").first()
    return found


def effect_get(effect_id: UUID, *, lock: bool = False) -> EffectRun:
    """Return an effect run of the centre.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    found = EffectRun.objects.filter(pk=effect_id).select_related("proposal")
    row: EffectRun | None = (found.select_for_update(of=("self",)) if lock else found).first()
    if row is None:
        raise NotFoundError(message("refusal-an_effect"))
    return row


def wrong_cases(proposal: Proposal) -> tuple[str, ...]:
    """Return the cases that the newest finished effect of a proposal as it is found wrong."""
    done = effect_list(proposal).filter(status="done", digest=proposal.digest)
    row: EffectRun | None = done.order_by("-created_at").first()
    if row is None or row.result is None:
        return ()
    return tuple(str(name) for name in row.result.get("made_wrong", ()))
