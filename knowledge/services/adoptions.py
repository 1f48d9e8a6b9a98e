"""What a tenant works with: proposed by one person, adopted by another."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from hvrmet.accounts.dual_control import Because, require_person, require_second_person
from hvrmet.accounts.principals import Principal
from hvrmet.audit.selectors import was_shown
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.db.uniqueness import unique
from hvrmet.core.errors import ApplicationError, NotFoundError

from knowledge.models import Adoption, Overlay, Release
from knowledge.selectors.overlays import adjustment_of, overlay_stand
from knowledge.selectors.releases import (
    adopted_get,
    adopted_now,
    adoption_in_force,
    adoption_list,
    adoptions_open,
    digests_in_use,
)
from knowledge.services.overlays import overlay_carried, overlay_lock, overlay_made
from knowledge.words import says_why


def adoption_propose(*, principal: Principal, digest: str, reason: str = "") -> Adoption:
    """Propose that the open scope's tenant works with a release, or an earlier overlay.

    A centre that has an overlay keeps it: it is put into the release.

    Parameters
    ----------
    principal : Principal
    digest : str
        Of a release, or of one with a state of the tenant's overlay in it.
    reason : str

    Raises
    ------
    NotFoundError
        When there is no such release.
    ApplicationError
        ``person_required`` (403) for a service key, ``already_in_force`` (409) for what the tenant
        decided to work with, ``already_proposed`` (409) while a proposal of it is open,
        ``overlay_conflict`` (409) or ``invalid_proposal`` (400) where the overlay and the release
        do not go together.
    """
    require_person(principal, to="propose a release of the library")
    wanted = adopted_get(digest)
    if isinstance(wanted, Overlay):
        adoption = _propose(principal, wanted.base, wanted, reason)
    else:
        adoption = _propose(principal, wanted, overlay_carried(principal, wanted), reason)
    if adoption.overlay is not None:
        _replace(principal, adoption, adoptions_open().filter(overlay__isnull=False))
    return adoption


def overlay_propose(*, principal: Principal, reason: str, release: str | None = None) -> Adoption:
    """Propose that the centre works with the draft, in a release; a second person adopts it.

    An older proposal of an overlay that nobody has decided is replaced. A draft that says nothing
    otherwise proposes the release without an overlay.

    Raises
    ------
    NotFoundError
        When there is no such release.
    ApplicationError
        ``person_required`` (403), ``reason_missing`` (400), ``overlay_conflict`` (409) while the
        release says something else since, ``invalid_proposal`` (400) with what is wrong in each
        field, or ``already_in_force`` (409).
    """
    require_person(principal, to="propose an overlay")
    if not says_why(reason):
        raise ApplicationError(
            "say why: whoever adopts it decides on the reason as well", code="reason_missing"
        )
    overlay_lock()
    standing = overlay_stand(release)
    if not standing.is_changed and standing.release.digest in digests_in_use():
        raise _in_force(adopted_now())
    said = [adjustment_of(row) for row in standing.rows]
    overlay = overlay_made(principal, standing.release, standing.base, said)
    adoption = _propose(principal, standing.release, overlay, reason)
    _replace(principal, adoption, adoptions_open())
    return adoption


def adoption_confirm(*, principal: Principal, adoption_id: UUID) -> Adoption:
    """Put a proposed release into use, as a second person; new jobs are pinned to it.

    Raises
    ------
    NotFoundError
        When this tenant has no such proposal.
    ApplicationError
        ``person_required`` or ``second_person_required`` (403), ``already_adopted`` or
        ``adoption_withdrawn`` (409),
        ``release_not_opened`` (409) when this person was never shown the release's entries.
    """
    adoption = _adoption(adoption_id)
    require_second_person(
        principal,
        first=adoption.proposed_by_id,
        to="adopt the release that you proposed",
        because=Because.PROPOSED,
    )
    _require_undecided(adoption)
    _require_release_shown(principal, adoption.adopted)
    before = adoption_in_force()
    adoption.adopted_by, adoption.adopted_by_id = principal.label, principal.id
    adoption.adopted_at = timezone.now()
    adoption.save()
    audit_record(
        action=Action.LIBRARY_ADOPTED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=adoption.pk,
        data={"proposed_by": adoption.proposed_by},
        before={"release": before.adopted.digest} if before else None,
        after={"release": adoption.adopted.digest},
    )
    return adoption


def adoption_withdraw(*, principal: Principal, adoption_id: UUID) -> Adoption:
    """Take one's own proposal back, before another person has adopted it.

    Raises
    ------
    NotFoundError
        When this tenant has no such proposal.
    ApplicationError
        ``not_yours`` (403), ``already_adopted`` or ``adoption_withdrawn`` (409).
    """
    adoption = _adoption(adoption_id)
    if adoption.proposed_by_id != principal.id:
        raise ApplicationError(
            f"this is the proposal of {adoption.proposed_by}", code="not_yours", http_status=403
        )
    _require_undecided(adoption)
    adoption.withdrawn_by, adoption.withdrawn_at = principal.label, timezone.now()
    adoption.save()
    audit_record(
        action=Action.LIBRARY_PROPOSAL_WITHDRAWN,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=adoption.pk,
        data={"release": adoption.adopted.digest},
    )
    return adoption


def _propose(
    principal: Principal, release: Release, overlay: Overlay | None, reason: str
) -> Adoption:
    decided = adoption_in_force()
    wanted = overlay or release
    if decided is not None and decided.adopted.pk == wanted.pk:
        raise _in_force(wanted)
    proposed = ApplicationError(
        "this release is proposed already: another person adopts it, or who proposed it withdraws "
        "the proposal",
        code="already_proposed",
        http_status=409,
    )
    with unique("adoption_proposed_once", otherwise=proposed):
        adoption: Adoption = Adoption.objects.create(
            release=release,
            overlay=overlay,
            reason=reason,
            proposed_by=principal.label,
            proposed_by_id=principal.id,
        )
    audit_record(
        action=Action.LIBRARY_PROPOSED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=adoption.pk,
        data={"release": wanted.digest, "reason": reason},
    )
    return adoption


def _in_force(adopted: Release | Overlay) -> ApplicationError:
    return ApplicationError(
        f"this centre works with {adopted} already", code="already_in_force", http_status=409
    )


def _replace(principal: Principal, adoption: Adoption, older_ones: OwnedQuerySet) -> None:
    """End proposals that a newer one replaces."""
    for older in older_ones.exclude(pk=adoption.pk):
        older.withdrawn_by, older.withdrawn_at = principal.label, timezone.now()
        older.save(update_fields=("withdrawn_by", "withdrawn_at"))
        audit_record(
            action=Action.LIBRARY_PROPOSAL_WITHDRAWN,
            actor=principal.label,
            actor_id=principal.id,
            subject_id=older.pk,
            data={"release": older.adopted.digest, "replaced_by": str(adoption.pk)},
        )


def _adoption(adoption_id: UUID) -> Adoption:
    adoption: Adoption | None = (
        adoption_list().select_for_update(of=("self",)).filter(pk=adoption_id).first()
    )
    if adoption is None:
        raise NotFoundError("proposal")
    return adoption


def _require_undecided(adoption: Adoption) -> None:
    if adoption.adopted_at is not None:
        raise ApplicationError(
            "this release was adopted before", code="already_adopted", http_status=409
        )
    if adoption.withdrawn_at is not None:
        raise ApplicationError(
            f"{adoption.withdrawn_by} took this proposal back",
            code="adoption_withdrawn",
            http_status=409,
        )


def release_viewed(principal: Principal, release: Release | Overlay) -> None:
    """Record, once, that a person was shown all entries of a release."""
    if not principal.is_person or _was_shown(principal, release):
        return
    audit_record(
        action=Action.LIBRARY_VIEWED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=release.pk,
        data={"digest": release.digest},
    )


def _require_release_shown(principal: Principal, release: Release | Overlay) -> None:
    """Refuse to adopt a release that the person has not opened.

    Raises
    ------
    ApplicationError
        With code ``release_not_opened`` (409); ``data`` says where to open it.
    """
    if _was_shown(principal, release):
        return
    address = reverse("release-entries", args=[release.digest])
    raise ApplicationError(
        f"you have not opened this release: read its entries at {address} before you adopt it",
        code="release_not_opened",
        http_status=409,
        data={"digest": release.digest, "open": address},
    )


def _was_shown(principal: Principal, release: Release | Overlay) -> bool:
    return was_shown(
        actor_id=principal.id,
        subject_id=release.pk,
        actions=(Action.LIBRARY_VIEWED,),
        digest=release.digest,
    )
