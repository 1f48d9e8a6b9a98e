"""Deciding on proposals, field by field; the last approval makes the change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from hvrmet.accounts.dual_control import Because, require_person, require_second_person
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.audit.selectors import parts_shown
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError, NotFoundError
from pydantic import JsonValue

from knowledge.models import Decision, DecisionVerdict, Proposal, ProposalState, Wording
from knowledge.selectors.outcomes import proposal_outcome
from knowledge.selectors.proposals import (
    FieldStanding,
    ProposalStanding,
    proposal_get,
    proposals_stand,
    still_edits,
)
from knowledge.services.acceptance import proposal_accept, refuse_invalid
from knowledge.services.field_edits import FieldEdit, limit_value, require_proposed
from knowledge.services.proposals import require_in_review, require_interest


@dataclass(frozen=True)
class FieldDecision:
    """What a reviewer says of one wording; `value` is theirs, where they correct it."""

    wording: UUID
    verdict: str
    reason: str = ""
    value: JsonValue = None
    unit: str | None = None


def proposal_viewed(principal: Principal, standing: ProposalStanding) -> None:
    """Record, once, which wordings a person was shown that they might decide on."""
    if standing.row.state != ProposalState.IN_REVIEW or not principal.is_person:
        return
    last = [item.last for item in standing.fields if item.last is not None]
    theirs = {str(wording.pk) for wording in last if wording.author_id != principal.id}
    if theirs and not theirs <= _shown(principal, standing.row):
        audit_record(
            action=Action.CHANGE_VIEWED,
            actor=principal.label,
            actor_id=principal.id,
            subject_id=standing.row.pk,
            data={"parts": sorted(theirs)},
        )


def proposal_decide(
    *,
    principal: Principal,
    proposal_id: UUID,
    decisions: Sequence[FieldDecision],
    unmeasured: str = "",
) -> Proposal:
    """Approve, correct or return wordings of a proposal in review, all of them or none.

    A correction is another wording, by the reviewer, which goes back to the author of the one that
    it corrects. A return gives the whole proposal back to its owner. When every field is approved,
    the library is changed in the same transaction; while what that does to the generated cases is
    not measured, only with `unmeasured`, which says why.

    Raises
    ------
    ApplicationError
        ``not_in_review`` (409), ``interest_not_declared`` (409), ``wording_changed`` (409) for one
        that is not the last of its field, ``change_not_opened`` (409) for one that this person was
        never shown, ``second_person_required`` (403) for one's own, ``first_author_decides`` (403)
        for a correction, ``curator_required`` (403), ``reason_missing``, ``no_correction``,
        ``not_a_number`` or ``not_a_text`` (400), ``already_decided`` (409), ``invalid_proposal``
        (400), ``proposal_conflict``, ``effect_reason_missing`` or ``effect_not_measured`` (409).
    """
    require_person(principal, to="decide on changes of the library")
    row = proposal_get(proposal_id, lock=True)
    require_in_review(row)
    require_interest(principal)
    (standing,) = proposals_stand([row])
    by_wording = {item.last.pk: item for item in standing.fields if item.last is not None}
    shown = _shown(principal, row)
    for decision in decisions:
        field = by_wording.get(decision.wording)
        if field is None:
            raise _changed(row, decision.wording)
        _require_right(principal, field)
        _require_shown(row, decision, shown)
        _decide(principal, standing, field, decision)
    (standing,) = proposals_stand([row])
    if any(decision.verdict == DecisionVerdict.RETURN for decision in decisions):
        row.state = ProposalState.RETURNED
        row.save(update_fields=("state",))
    elif standing.approved:
        proposal_accept(principal, row, unmeasured)
    elif any(decision.verdict == DecisionVerdict.CORRECT for decision in decisions):
        refuse_invalid(proposal_outcome(standing).problems)
    audit_record(
        action=Action.CHANGE_DECIDED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={
            "decisions": [
                {"wording": str(item.wording), "verdict": item.verdict, "reason": item.reason}
                for item in decisions
            ]
        },
        after={"state": row.state},
    )
    return row


def _require_right(principal: Principal, field: FieldStanding) -> None:
    last = field.last
    if last is None:
        return
    require_second_person(
        principal, first=last.author_id, to="decide on what you wrote", because=Because.WROTE
    )
    if last.corrects_id is not None:
        first = next(item for item in field.wordings if item.pk == last.corrects_id)
        if principal.id == first.author_id:
            return
        if still_edits(first.author_id):
            raise ApplicationError(
                f"{first.author} decides on this correction of their words",
                code="first_author_decides",
                http_status=403,
            )
    if Verb.LIBRARY_REVIEW not in principal.verbs:
        raise ApplicationError(
            "changes of the shared library are approved by a curator of the installation: ask "
            "one of them, or an operator for the right (manage.py set_curator NAME)",
            code="curator_required",
            http_status=403,
        )


def _require_shown(row: Proposal, decision: FieldDecision, shown: set[str]) -> None:
    if str(decision.wording) in shown:
        return
    address = reverse("proposal", args=[row.pk])
    raise ApplicationError(
        f"you were not shown this wording: open {address} before you decide",
        code="change_not_opened",
        http_status=409,
        data={"open": address, "wording": str(decision.wording)},
    )


def _shown(principal: Principal, row: Proposal) -> set[str]:
    return parts_shown(actor_id=principal.id, subject_ids=[row.pk], action=Action.CHANGE_VIEWED)


def _changed(row: Proposal, wording: UUID) -> ApplicationError:
    if not Wording.objects.filter(field__proposal=row, pk=wording).exists():
        return NotFoundError("wording of this proposal")
    return ApplicationError(
        "this is no longer what the field says: look at it again",
        code="wording_changed",
        http_status=409,
        data={"wording": str(wording)},
    )


def _decide(
    principal: Principal,
    standing: ProposalStanding,
    field: FieldStanding,
    decision: FieldDecision,
) -> None:
    last = field.last
    assert last is not None
    verdict = DecisionVerdict(decision.verdict)
    if verdict is not DecisionVerdict.APPROVE and not decision.reason.strip():
        raise ApplicationError("say why, for the author", code="reason_missing")
    corrects = verdict is DecisionVerdict.CORRECT
    row = field.row
    edit = FieldEdit(row.kind, row.item, row.path, row.revision, decision.value, unit=decision.unit)
    if corrects:
        require_proposed(edit)
    value, unit, given = limit_value(edit, field.present, [item.row for item in standing.fields])
    if corrects and (not row.path or value in (last.value, last.was)):
        raise ApplicationError(
            "a correction is another value than the one proposed and the one in the library: "
            "approve the field, or return it",
            code="no_correction",
        )
    before = field.said[-1] if field.said else None
    if before and (before.reviewer_id, before.verdict) == (principal.id, verdict):
        raise ApplicationError(
            "you have decided so before", code="already_decided", http_status=409
        )
    Decision.objects.create(
        wording=last,
        author_id=last.author_id,
        verdict=verdict,
        reviewer=principal.label,
        reviewer_id=principal.id,
        reason=decision.reason,
    )
    if corrects:
        row.value, row.unit, row.given = value, unit, given
        row.author, row.author_id = principal.label, principal.id
        row.save(update_fields=("value", "unit", "given", "author", "author_id"))
        Wording.objects.create(
            field=row,
            number=last.number + 1,
            revision=last.revision,
            was=last.was,
            value=value,
            unit=unit,
            author=principal.label,
            author_id=principal.id,
            corrects=last,
        )
