"""What one may do with a version: the rules of each act, to hold it to and to explain it by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from uuid import UUID

from hvrmet.accounts.dual_control import Because, require_person, require_second_person
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import ROLE_VERBS, Verb
from hvrmet.core.errors import ApplicationError
from hvrmet.reports.access_log import require_version_shown
from hvrmet.reports.models import Publication
from hvrmet.reports.states import FINAL, VersionStatus, require_legal
from hvrmet.reviews.models import Review
from hvrmet.reviews.selectors import approvals, words_in_force

Rule = Callable[[], object]


class Act(StrEnum):
    """What a person can do with a version, in the order in which it happens to one."""

    SUBMIT = "submit"
    COMMENT = "comment"
    CORRECT = "correct"
    REQUEST_CHANGES = "request_changes"
    APPROVE = "approve"
    REJECT = "reject"
    PUBLISH = "publish"
    WITHDRAW = "withdraw"


VERBS: dict[Act, Verb] = {
    Act.SUBMIT: Verb.DIAGNOSIS_CREATE,
    Act.COMMENT: Verb.REPORT_REVIEW,
    Act.CORRECT: Verb.REPORT_REVIEW,
    Act.REQUEST_CHANGES: Verb.REPORT_REVIEW,
    Act.APPROVE: Verb.REPORT_REVIEW,
    Act.REJECT: Verb.REPORT_REVIEW,
    Act.PUBLISH: Verb.REPORT_PUBLISH,
    Act.WITHDRAW: Verb.REPORT_PUBLISH,
}
"""What each act needs permission for."""


READ_FIRST: dict[Act, str] = {
    **dict.fromkeys((Act.COMMENT, Act.REQUEST_CHANGES, Act.APPROVE, Act.REJECT), "review it"),
    Act.CORRECT: "correct it",
    Act.PUBLISH: "publish it",
}
"""The acts before which a person opens the version, as in "before you ..."."""
READ_WHOLE = frozenset({Act.APPROVE, Act.PUBLISH})
"""Those before which every section was displayed: an objection may come before that."""


@dataclass(frozen=True)
class Hands:
    """Where a version stands and whose work it is: all that the rules ask of it.

    `approved_by` are those whose approval is in force.
    """

    status: VersionStatus
    author_id: UUID | None
    asked_id: UUID | None
    approved_by: frozenset[UUID]

    def approved_too(self, person_id: UUID) -> Hands:
        """Return what an approval by this person would make of it."""
        approved_by = self.approved_by | {person_id}
        return replace(self, status=VersionStatus.APPROVED, approved_by=approved_by)

    def corrected(self, person_id: UUID) -> Hands:
        """Return what a correction by this person would begin with."""
        return replace(
            self, status=VersionStatus.DRAFT, author_id=person_id, approved_by=frozenset()
        )


def hands_of(row: Publication, act: Act | None = None) -> Hands:
    """Return where a version stands and whose work it is, for all acts or for one."""
    counts = act in (None, Act.PUBLISH)
    return hands_with(row, words_in_force(row.version_id) if counts else [])


def hands_with(row: Publication, words: list[Review]) -> Hands:
    """Return it of a version whose words in force are known."""
    given = approvals(words)
    return Hands(
        status=VersionStatus(row.status),
        author_id=row.author_id,
        asked_id=row.report.job.requested_by_id,
        approved_by=frozenset(review.reviewer_id for review in given),
    )


def require_act(act: Act, principal: Principal, row: Publication) -> None:
    """Refuse an act on a version, in the caller's tenant scope.

    Raises
    ------
    ApplicationError
        ``person_required`` or ``second_person_required`` (403); ``version_closed``,
        ``illegal_transition`` or ``version_not_opened`` (409).
    """
    for rule in _rules(act, principal, hands_of(row, act)):
        rule()
    if act in READ_FIRST:
        _require_read(act, principal, row)


def hindrances(
    act: Act, principal: Principal, row: Publication, hands: Hands
) -> tuple[ApplicationError, ...]:
    """Return every reason for which somebody may not do something; none where they may.

    A right that the roles lack comes first, as ``role_required`` with the roles that have it.
    """
    found = []
    verb = VERBS[act]
    if verb not in principal.verbs:
        roles = [role.value for role, verbs in ROLE_VERBS.items() if verb in verbs]
        found.append(
            ApplicationError(
                f"your roles do not include {verb.value}: {', '.join(roles)} do",
                code="role_required",
                http_status=403,
                data={"verb": verb.value, "roles": roles},
            )
        )
    rules = [*_rules(act, principal, hands)]
    if act in READ_FIRST:
        rules.append(partial(_require_read, act, principal, row))
    for rule in rules:
        try:
            rule()
        except ApplicationError as problem:
            found.append(problem)
    return tuple(found)


def can(act: Act, principal: Principal, hands: Hands) -> bool:
    """Say whether somebody may do something with a version once they have opened it."""
    if VERBS[act] not in principal.verbs:
        return False
    try:
        for rule in _rules(act, principal, hands):
            rule()
    except ApplicationError:
        return False
    return True


def _rules(act: Act, principal: Principal, hands: Hands) -> Iterator[Rule]:
    """Give the rules of an act, in the order in which a refusal names them."""
    second = partial(require_second_person, principal)
    wrote = partial(second, first=hands.author_id, because=Because.WROTE)
    match act:
        case Act.SUBMIT:
            yield partial(_require_draft, hands.status)
        case Act.COMMENT | Act.REQUEST_CHANGES | Act.APPROVE | Act.REJECT:
            yield partial(require_person, principal, to="review a report")
            yield partial(_require_open, hands.status)
            if act is Act.APPROVE:
                yield partial(wrote, to="approve the version that you wrote")
        case Act.CORRECT:
            yield partial(require_person, principal, to="correct a report")
        case Act.PUBLISH:
            yield partial(require_person, principal, to="publish a report")
            yield partial(require_legal, hands.status, VersionStatus.PUBLISHED)
            yield partial(wrote, to="publish the version that you wrote")
            yield partial(
                second,
                first=hands.asked_id,
                to="publish a diagnosis that you asked for",
                because=Because.ASKED,
            )
            if not hands.approved_by - {principal.id}:
                yield partial(
                    second,
                    first=principal.id,
                    to="publish what nobody else has approved",
                    because=Because.APPROVAL,
                )
        case Act.WITHDRAW:
            yield partial(require_person, principal, to="withdraw a report")
            yield partial(require_legal, hands.status, VersionStatus.WITHDRAWN)


def _require_read(act: Act, principal: Principal, row: Publication) -> None:
    """Refuse what takes reading first to a person who was not shown the version, or all of it.

    Raises
    ------
    ApplicationError
        With code ``version_not_opened`` (409).
    """
    require_version_shown(
        principal, row.report.job_id, row.version, to=READ_FIRST[act], whole=act in READ_WHOLE
    )


def _require_draft(status: VersionStatus) -> None:
    """Refuse to hand in what was handed in already.

    Raises
    ------
    ApplicationError
        With code ``illegal_transition`` (409).
    """
    if status is not VersionStatus.DRAFT:
        raise ApplicationError(
            f"only a draft is handed in: this version is {status}",
            code="illegal_transition",
            http_status=409,
            data={"status": status.value, "wanted": VersionStatus.IN_REVIEW.value},
        )


def _require_open(status: VersionStatus) -> None:
    """Refuse a version whose life has ended.

    Raises
    ------
    ApplicationError
        With code ``version_closed`` (409).
    """
    if status in FINAL:
        raise ApplicationError(
            f"this version is {status}: look for a later one",
            code="version_closed",
            http_status=409,
            data={"status": status.value},
        )
