"""What one may do with a version: the rules of each act, to hold it to and to explain it by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import partial

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


def require_act(act: Act, principal: Principal, row: Publication) -> None:
    """Refuse an act on a version, in the caller's tenant scope.

    Raises
    ------
    ApplicationError
        ``person_required`` or ``second_person_required`` (403); ``version_closed``,
        ``illegal_transition`` or ``version_not_opened`` (409).
    """
    for rule in _rules(act, principal, row):
        rule()


def hindrances(act: Act, principal: Principal, row: Publication) -> tuple[ApplicationError, ...]:
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
    for rule in _rules(act, principal, row):
        try:
            rule()
        except ApplicationError as problem:
            found.append(problem)
    return tuple(found)


def approval_by_other(principal: Principal, row: Publication) -> Review:
    """Return the approval with which this person may publish a version.

    Raises
    ------
    ApplicationError
        With code ``second_person_required`` (403).
    """
    given = approvals(words_in_force(row.version_id))
    other = next((item for item in given if item.reviewer_id != principal.id), None)
    if other is None:
        require_second_person(
            principal,
            first=principal.id,
            to="publish what nobody else has approved",
            because=Because.APPROVAL,
        )
    assert other is not None
    return other


def _rules(act: Act, principal: Principal, row: Publication) -> Iterator[Rule]:
    """Give the rules of an act, in the order in which a refusal names them."""
    status = VersionStatus(row.status)
    opened = partial(require_version_shown, principal, row.report.job_id, row.version)
    wrote = partial(require_second_person, principal, first=row.author_id, because=Because.WROTE)
    match act:
        case Act.SUBMIT:
            yield partial(_require_draft, status)
        case Act.COMMENT | Act.REQUEST_CHANGES | Act.APPROVE | Act.REJECT:
            yield partial(require_person, principal, to="review a report")
            yield partial(_require_open, status)
            if act is Act.APPROVE:
                yield partial(wrote, to="approve the version that you wrote")
            yield partial(opened, to="review it")
        case Act.CORRECT:
            yield partial(require_person, principal, to="correct a report")
            yield partial(opened, to="correct it")
        case Act.PUBLISH:
            yield partial(require_person, principal, to="publish a report")
            yield partial(require_legal, status, VersionStatus.PUBLISHED)
            yield partial(wrote, to="publish the version that you wrote")
            yield partial(
                require_second_person,
                principal,
                first=row.report.job.requested_by_id,
                to="publish a diagnosis that you asked for",
                because=Because.ASKED,
            )
            yield partial(approval_by_other, principal, row)
            yield partial(opened, to="publish it")
        case Act.WITHDRAW:
            yield partial(require_person, principal, to="withdraw a report")
            yield partial(require_legal, status, VersionStatus.WITHDRAWN)


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
