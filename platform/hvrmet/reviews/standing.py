"""Where a version stands for one who acts: its history and what may be done, in the open scope."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from hvrmet.accounts.principals import Principal
from hvrmet.audit.actions import Action
from hvrmet.audit.models import AuditRecord
from hvrmet.audit.selectors import record_list
from hvrmet.reports.models import Publication
from hvrmet.reports.schemas import version_info
from hvrmet.reviews.acts import Act, Hands, hands_of, hindrances
from hvrmet.reviews.next_steps import steps_seen
from hvrmet.reviews.openings import unopened_by
from hvrmet.reviews.schemas import ActInfo, Deed, Hindrance, VersionStanding
from hvrmet.reviews.verdicts import DeedKind, ReviewVerdict

DEEDS: dict[Action, DeedKind] = {
    Action.REPORT_VERSION_CREATED: DeedKind.WRITTEN,
    Action.REPORT_SUBMITTED: DeedKind.SUBMITTED,
    Action.REPORT_REVIEWED: DeedKind.REVIEWED,
    Action.REPORT_CORRECTED: DeedKind.CORRECTED,
    Action.REPORT_CORRECTION_REFUSED: DeedKind.CORRECTION_REFUSED,
    Action.REPORT_PUBLISHED: DeedKind.PUBLISHED,
    Action.REPORT_SUPERSEDED: DeedKind.SUPERSEDED,
    Action.REPORT_WITHDRAWN: DeedKind.WITHDRAWN,
}
MOST_DEEDS = 500
"""The newest are shown: nobody reads further back on a page, and the audit log has them all."""


def standing_of(principal: Principal, row: Publication) -> VersionStanding:
    """Return where a version stands, what was done with it, and what somebody may do."""
    info = version_info(row)
    hands = hands_of(row)
    return VersionStanding(
        **{name: getattr(info, name) for name in type(info).model_fields},
        acts=tuple(_act(act, principal, row, hands) for act in Act),
        **steps_seen(principal, hands),
        unopened=unopened_by(principal, row.version) if principal.is_person else (),
        deeds=tuple(_deeds(row.report.job_id, row.version.number)),
    )


def _act(act: Act, principal: Principal, row: Publication, hands: Hands) -> ActInfo:
    found = hindrances(act, principal, row, hands)
    return ActInfo(
        act=act,
        hindrances=tuple(
            Hindrance(code=problem.code, message=problem.message, data=problem.data)
            for problem in found
        ),
    )


def _deeds(job_id: UUID, number: int) -> Iterator[Deed]:
    """Give what the audit log has of a version, the oldest first."""
    records = record_list(subject_id=job_id).filter(action__in=tuple(DEEDS), data__number=number)
    newest: list[AuditRecord] = list(records.order_by("-seq")[:MOST_DEEDS])
    for record in reversed(newest):
        said = record.data
        verdict = said.get("verdict")
        yield Deed(
            deed=DEEDS[Action(record.action)],
            who=record.actor,
            at=record.created_at,
            verdict=ReviewVerdict(verdict) if verdict else None,
            note=said.get("note") or said.get("reason") or "",
            number=said.get("by"),
        )
