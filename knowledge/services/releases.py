"""Taking a release into the database, and into a tenant's use: by two people."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from hvrmet.accounts.dual_control import Because, require_person, require_second_person
from hvrmet.accounts.principals import Principal
from hvrmet.audit.selectors import was_shown
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.db.uniqueness import unique
from hvrmet.core.errors import ApplicationError, NotFoundError

from diagnostics.contracts.guidelines import GuidelineRelease
from knowledge.models import Adoption, Entry, Release
from knowledge.selectors.releases import adoption_in_force, release_get


@transaction.atomic
def release_import(release: GuidelineRelease) -> tuple[Release, bool]:
    """Store a release with its entries, unless its digest is there already.

    Returns
    -------
    tuple of Release and bool
        The stored release, and whether this call stored it.
    """
    row, created = Release.objects.get_or_create(
        digest=release.digest,
        defaults={
            "release_id": release.id,
            "version": release.version,
            "title": release.title,
            "document": release.model_dump(mode="json"),
        },
    )
    if created:
        Entry.objects.bulk_create(
            Entry(
                release=row,
                entry_id=entry.id,
                factor=entry.factor,
                modality=entry.modality,
                category=entry.category,
                event_types=[event.value for event in entry.event_types],
                weight=entry.weight,
                document=entry.model_dump(mode="json"),
            )
            for entry in release.entries
        )
    return row, created


def adoption_propose(*, principal: Principal, digest: str, reason: str = "") -> Adoption:
    """Propose that the open scope's tenant works with a release.

    Raises
    ------
    NotFoundError
        When the release was never loaded.
    ApplicationError
        ``person_required`` (403) for a service key, ``already_in_force`` (409) for the release that
        the tenant decided to work with, ``already_proposed`` (409) while a proposal of it is open.
    """
    require_person(principal, to="propose a release of the library")
    release = release_get(digest)
    decided = adoption_in_force()
    if decided is not None and decided.release_id == release.pk:
        raise ApplicationError(
            f"this centre works with {release} already", code="already_in_force", http_status=409
        )
    proposed = ApplicationError(
        "this release is proposed already: another person adopts it, or who proposed it withdraws "
        "the proposal",
        code="already_proposed",
        http_status=409,
    )
    with unique("adoption_proposed_once", otherwise=proposed):
        adoption: Adoption = Adoption.objects.create(
            release=release,
            reason=reason,
            proposed_by=principal.label,
            proposed_by_id=principal.id,
        )
    audit_record(
        action=Action.LIBRARY_PROPOSED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=adoption.pk,
        data={"release": digest, "reason": reason},
    )
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
    _require_release_shown(principal, adoption.release)
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
        before={"release": before.release.digest} if before else None,
        after={"release": adoption.release.digest},
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
        data={"release": adoption.release.digest},
    )
    return adoption


def _adoption(adoption_id: UUID) -> Adoption:
    adoption: Adoption | None = Adoption.objects.select_for_update().filter(pk=adoption_id).first()
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


def release_viewed(principal: Principal, release: Release) -> None:
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


def _require_release_shown(principal: Principal, release: Release) -> None:
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


def _was_shown(principal: Principal, release: Release) -> bool:
    return was_shown(
        actor_id=principal.id,
        subject_id=release.pk,
        action=Action.LIBRARY_VIEWED,
        digest=release.digest,
    )
