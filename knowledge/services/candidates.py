"""Releasing the library: prepared by one curator, approved by two, then for centres to adopt."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from hvrmet.accounts.dual_control import require_person
from hvrmet.accounts.principals import Principal
from hvrmet.audit.selectors import was_shown
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.guidelines import release_difference, release_digest, release_of
from diagnostics.guidelines.exchange import library_problems, tool_problems
from knowledge.catalog import tools_by_name
from knowledge.models import Approval, Candidate, Release
from knowledge.selectors.candidates import candidate_get
from knowledge.selectors.library import library_in_force
from knowledge.services.acceptance import refuse_invalid
from knowledge.services.proposals import require_interest
from knowledge.services.releases import release_import
from knowledge.services.revisions import library_lock

APPROVALS = 2
RELEASE_ID, TITLE = "hvrmet-library", "Guideline Library"
"""Of releases that curators make; the package's own has a name of its own."""


def candidate_prepare(
    *, principal: Principal, version: str, note: str, title: str = ""
) -> Candidate:
    """Make a release of the library as it is now; two people approve it.

    Parameters
    ----------
    principal : Principal
    version : str
        A new one.
    note : str
        What it changes.
    title : str
        "Guideline Library" without one.

    Raises
    ------
    ApplicationError
        ``person_required`` (403), ``interest_not_declared`` (409), ``invalid_proposal`` (400) where
        the library is wrong, ``version_taken`` or ``nothing_to_release`` (409), or
        ``no_guideline_release`` (503).
    """
    require_person(principal, to="prepare a release")
    require_interest(principal)
    library_lock()
    since = Release.objects.order_by("-created_at").first()
    if since is None:
        raise ApplicationError(
            "no release of the Guideline Library is loaded: run `manage.py load_library`",
            code="no_guideline_release",
            http_status=503,
        )
    named = {"id": RELEASE_ID, "version": version, "title": title or TITLE}
    library = library_in_force().model_copy(update=named)
    _require_new_version(version)
    tools = tools_by_name()
    wrong = [problem for entry in library.entries for problem in tool_problems(entry, tools)]
    refuse_invalid([*wrong, *library_problems(library)])
    release = release_of(library)
    before = GuidelineRelease.model_validate(since.document)
    if not release_difference(before, release).items:
        raise ApplicationError(
            f"the library says what release {since.version} says: there is nothing to release",
            code="nothing_to_release",
            http_status=409,
        )
    row = Candidate.objects.create(
        version=version,
        title=library.title,
        note=note,
        digest=release.digest,
        document=release.model_dump(mode="json"),
        since=since,
        prepared_by=principal.label,
        prepared_by_id=principal.id,
    )
    _record(Action.RELEASE_PREPARED, principal, row)
    return row


def candidate_viewed(principal: Principal, row: Candidate) -> None:
    """Record, once, that a person was shown what a prepared release changes."""
    if principal.is_person and not _was_shown(principal, row):
        _record(Action.RELEASE_VIEWED, principal, row)


def candidate_approve(*, principal: Principal, candidate_id: UUID, digest: str) -> Candidate:
    """Approve a prepared release; the second person's word releases it.

    Raises
    ------
    ApplicationError
        ``person_required`` (403), ``candidate_closed``, ``another_digest`` (of what was not
        prepared), ``release_not_opened`` or ``already_approved`` (409).
    """
    require_person(principal, to="approve a release")
    row = _open(candidate_id)
    require_interest(principal)
    if digest != row.digest:
        raise ApplicationError(
            "this is not the digest of what was prepared: look at it again",
            code="another_digest",
            http_status=409,
            data={"digest": row.digest},
        )
    if not _was_shown(principal, row):
        address = reverse("candidate", args=[row.pk])
        raise ApplicationError(
            f"you have not seen what this release changes: open {address} before you approve it",
            code="release_not_opened",
            http_status=409,
            data={"digest": row.digest, "open": address},
        )
    given = set(Approval.objects.filter(candidate=row).values_list("person_id", flat=True))
    if principal.id in given:
        raise ApplicationError(
            "you approved it before: another curator is the second",
            code="already_approved",
            http_status=409,
        )
    Approval.objects.create(
        candidate=row, digest=digest, person=principal.label, person_id=principal.id
    )
    if len(given) + 1 >= APPROVALS:
        release = GuidelineRelease.model_validate(row.document)
        if release_digest(release) != row.digest:
            raise ApplicationError(
                "the prepared release is not what its digest says: inform the operator",
                code="release_damaged",
                http_status=500,
            )
        row.release, _ = release_import(release)
        row.save(update_fields=("release",))
    _record(Action.RELEASE_APPROVED, principal, row, released=row.release_id is not None)
    return row


def candidate_withdraw(*, principal: Principal, candidate_id: UUID) -> Candidate:
    """End a prepared release that was not released.

    Raises
    ------
    ApplicationError
        ``person_required`` (403), or ``candidate_closed`` (409).
    """
    require_person(principal, to="withdraw a prepared release")
    row = _open(candidate_id)
    row.withdrawn_by, row.withdrawn_at = principal.label, timezone.now()
    row.save(update_fields=("withdrawn_by", "withdrawn_at"))
    _record(Action.RELEASE_WITHDRAWN, principal, row)
    return row


def _require_new_version(version: str) -> None:
    waiting = Candidate.objects.filter(version=version, withdrawn_at__isnull=True).exists()
    if waiting or Release.objects.filter(version=version).exists():
        raise ApplicationError(
            f"there is a release {version} already: choose another version",
            code="version_taken",
            http_status=409,
        )


def _open(candidate_id: UUID) -> Candidate:
    row = candidate_get(candidate_id, lock=True)
    if row.release_id is not None or row.withdrawn_at is not None:
        what = "was released" if row.release_id is not None else "was withdrawn"
        raise ApplicationError(
            f"this prepared release {what}", code="candidate_closed", http_status=409
        )
    return row


def _was_shown(principal: Principal, row: Candidate) -> bool:
    return was_shown(
        actor_id=principal.id,
        subject_id=row.pk,
        actions=(Action.RELEASE_VIEWED,),
        digest=row.digest,
    )


def _record(action: Action, principal: Principal, row: Candidate, **data: bool) -> None:
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"digest": row.digest, "version": row.version, **data},
    )
