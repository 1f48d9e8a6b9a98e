"""Writing proposals: drafts that save themselves, handing in, taking back; the owner's acts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from uuid import UUID

from django.utils import timezone
from hvrmet.accounts.dual_control import require_person
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError, NotFoundError
from pydantic import JsonValue

from knowledge.models import (
    Interest,
    Proposal,
    ProposalState,
    ProposedField,
    ProposedKind,
    Wording,
)
from knowledge.selectors.history import last_changes
from knowledge.selectors.outcomes import proposal_outcome
from knowledge.selectors.proposals import (
    EDITABLE,
    OPEN,
    FieldStanding,
    Present,
    interest_of,
    items_now,
    nearest_entries,
    proposal_get,
    proposals_stand,
    still_edits,
)
from knowledge.services.acceptance import (
    proposal_accept,
    refuse_invalid,
    require_effect_reason,
    require_no_conflict,
    who_changed,
)
from knowledge.services.field_edits import (
    FIXED,
    FieldEdit,
    limit_value,
    require_place,
    require_proposed,
)
from knowledge.words import says_why

MOST_OPEN = 200


class FieldChoice(StrEnum):
    """Whose value stands where somebody else has changed the field since."""

    MINE = "mine"
    THEIRS = "theirs"


def proposal_create(
    *, principal: Principal, reason: str = "", edits: Sequence[FieldEdit] = ()
) -> Proposal:
    """Begin a draft; it may be incomplete, colleagues see it, and no job does.

    Raises
    ------
    ApplicationError
        As `field_save`, or ``person_required`` (403), ``too_many_proposals`` (409).
    """
    require_person(principal, to="propose changes of the library")
    if Proposal.objects.filter(owner_id=principal.id, state__in=OPEN).count() >= MOST_OPEN:
        raise ApplicationError(
            f"you have {MOST_OPEN} open proposals: withdraw some, or wait for their review",
            code="too_many_proposals",
            http_status=409,
        )
    row = Proposal.objects.create(
        reason=reason, owner=principal.label, owner_id=principal.id, saved_at=timezone.now()
    )
    _save(principal, row, edits)
    return row


def proposal_save(
    *,
    principal: Principal,
    proposal_id: UUID,
    reason: str | None = None,
    effect_reason: str | None = None,
) -> Proposal:
    """Keep another reason of a draft, or why right cases may turn wrong; None leaves it."""
    row = _editable(principal, proposal_id)
    row.reason = row.reason if reason is None else reason
    row.effect_reason = row.effect_reason if effect_reason is None else effect_reason
    _saved(row)
    return row


def field_save(*, principal: Principal, proposal_id: UUID, edit: FieldEdit) -> Proposal:
    """Keep the value of a field in a draft; the value that the library has drops the field.

    Raises
    ------
    ApplicationError
        ``not_editable`` (409) for what is in review or closed, ``not_yours`` (403),
        ``changed_since`` (409) when the library's item is at another revision than the one given,
        ``unknown_field``, ``overlapping_fields``, ``too_many_fields``, ``unit_refused`` (400).
    """
    return fields_save(principal=principal, proposal_id=proposal_id, edits=[edit])


def fields_save(*, principal: Principal, proposal_id: UUID, edits: Sequence[FieldEdit]) -> Proposal:
    """Keep the values of several fields in a draft, as `field_save` does."""
    row = _editable(principal, proposal_id)
    _save(principal, row, edits)
    _saved(row)
    return row


def field_drop(*, principal: Principal, proposal_id: UUID, field_id: UUID) -> Proposal:
    """Take a field out of a draft; what was said of it stays on record."""
    row = _editable(principal, proposal_id)
    field = _field(row, field_id)
    field.dropped = True
    field.save(update_fields=("dropped",))
    _saved(row)
    return row


def field_choose(
    *, principal: Principal, proposal_id: UUID, field_id: UUID, choice: FieldChoice, revision: int
) -> Proposal:
    """Say whose value stands where somebody else has changed the same field since.

    Parameters
    ----------
    principal, proposal_id, field_id
    choice : FieldChoice
        ``theirs`` drops the field; ``mine`` is to replace what the library says now.
    revision : int
        Of the library's item, as it was shown.

    Raises
    ------
    ApplicationError
        As `field_save`.
    """
    row = _editable(principal, proposal_id)
    field = _field(row, field_id)
    present = items_now([(field.kind, field.item)])[field.kind, field.item]
    if revision != present.revision:
        raise _changed_since(present, field, revision)
    if choice is FieldChoice.THEIRS:
        field.dropped = True
    else:
        field.revision, field.was = present.revision, present.value(field.path)
    field.save()
    _saved(row)
    return row


def proposal_submit(*, principal: Principal, proposal_id: UUID, unmeasured: str = "") -> Proposal:
    """Hand in a draft for review: what differs from what was handed in before is a new wording.

    Where nothing is left to decide, the library is changed at once, as by `proposal_decide`.

    Raises
    ------
    ApplicationError
        ``reason_missing``, ``nothing_proposed`` or ``invalid_proposal`` (400, with what is wrong in
        each field), ``proposal_conflict`` (409) while a field was changed by others since,
        ``interest_not_declared``, ``effect_reason_missing`` or ``effect_not_measured`` (409), or
        as `field_save`.
    """
    row = _editable(principal, proposal_id)
    require_interest(principal)
    if not says_why(row.reason):
        raise ApplicationError(
            "say why: a reviewer decides on the reason as well", code="reason_missing"
        )
    (standing,) = proposals_stand([row])
    if not standing.fields:
        raise ApplicationError("this proposal changes nothing yet", code="nothing_proposed")
    require_no_conflict(standing)
    outcome = proposal_outcome(standing)
    refuse_invalid(outcome.problems)
    require_effect_reason(row, outcome)
    again = row.reason != row.handed_in  # what was approved, was approved for another reason
    made = [_wording(item) for item in standing.fields if again or item.edited]
    Wording.objects.bulk_create(made)
    row.state, row.submitted_at = ProposalState.IN_REVIEW, timezone.now()
    row.handed_in = row.reason
    row.save()
    (standing,) = proposals_stand([row])
    if standing.approved:  # of what was approved before, the rest was dropped
        proposal_accept(principal, row, unmeasured)
    _record(Action.CHANGE_PROPOSED, principal, row, fields=len(standing.fields), new=len(made))
    return row


def proposal_recall(*, principal: Principal, proposal_id: UUID) -> Proposal:
    """Take a proposal back out of review, to edit it; what was approved and stays, stays approved.

    Raises
    ------
    ApplicationError
        ``not_yours`` (403), or ``not_in_review`` (409).
    """
    row = proposal_get(proposal_id, lock=True)
    _require_owner(principal, row)
    require_in_review(row)
    row.state = ProposalState.DRAFT
    row.save(update_fields=("state",))
    _record(Action.CHANGE_WITHDRAWN, principal, row, to="edit")
    return row


def proposal_withdraw(*, principal: Principal, proposal_id: UUID) -> Proposal:
    """End one's own proposal, also when one curates no more.

    Raises
    ------
    ApplicationError
        ``not_yours`` (403), or ``proposal_closed`` (409).
    """
    row = proposal_get(proposal_id, lock=True)
    _require_owner(principal, row)
    require_open(row)
    row.state, row.closed_at = ProposalState.WITHDRAWN, timezone.now()
    row.save(update_fields=("state", "closed_at"))
    _record(Action.CHANGE_WITHDRAWN, principal, row, to="end")
    return row


def proposal_take_over(*, principal: Principal, proposal_id: UUID) -> Proposal:
    """Go on with the proposal of somebody who takes part no more; the words stay theirs.

    Raises
    ------
    ApplicationError
        ``owner_still_there`` or ``proposal_closed`` (409).
    """
    require_person(principal, to="take over a proposal")
    row = proposal_get(proposal_id, lock=True)
    require_open(row)
    if still_edits(row.owner_id):
        raise ApplicationError(
            f"{row.owner} still takes part: ask them to withdraw it, or propose your own",
            code="owner_still_there",
            http_status=409,
        )
    before = row.owner
    row.owner, row.owner_id = principal.label, principal.id
    row.save(update_fields=("owner", "owner_id"))
    _record(Action.CHANGE_TAKEN_OVER, principal, row, owner=before)
    return row


def interest_declare(*, principal: Principal, text: str) -> Interest:
    """Declare what others should know, or nothing, once for all that one writes and decides.

    Parameters
    ----------
    principal : Principal
    text : str
        Empty for none.
    """
    require_person(principal, to="declare an interest")
    row = Interest.objects.create(person=principal.label, person_id=principal.id, text=text)
    audit_record(
        action=Action.INTEREST_DECLARED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        after={"text": text},
    )
    return row


def require_interest(principal: Principal) -> None:
    """Refuse who has not said yet whether others should know of an interest.

    Raises
    ------
    ApplicationError
        With code ``interest_not_declared`` (409).
    """
    if interest_of(principal.id) is None:
        raise ApplicationError(
            "declare first, once, what your colleagues should know of your interests (own "
            "publications, funding), or that there is nothing: PUT guidelines/interest/",
            code="interest_not_declared",
            http_status=409,
        )


def require_in_review(row: Proposal) -> None:
    """Refuse what nobody can decide now.

    Raises
    ------
    ApplicationError
        With code ``not_in_review`` (409).
    """
    if row.state != ProposalState.IN_REVIEW:
        raise ApplicationError(
            f"this proposal is not in review: it is {row.state}",
            code="not_in_review",
            http_status=409,
            data={"state": row.state},
        )


def _save(principal: Principal, row: Proposal, edits: Sequence[FieldEdit]) -> None:
    """Keep values; that of a whole item that is not there yet is kept field by field."""
    wanted = [field for edit in edits for field in _fields(edit)]
    present = items_now({(edit.kind, edit.item) for edit in wanted})
    rows = {_name(item): item for item in ProposedField.objects.filter(proposal=row)}
    for edit in wanted:
        saved = _save_field(principal, row, edit, [*rows.values()], present[edit.kind, edit.item])
        rows[_name(saved)] = saved


def _fields(edit: FieldEdit) -> Iterator[FieldEdit]:
    require_proposed(edit)
    if edit.path or not isinstance(edit.value, dict):
        yield edit
        return
    if edit.revision:
        raise ApplicationError(
            "a whole item is proposed where there is none (revision 0), or removed (value null): "
            "name a field",
            code="unknown_field",
        )
    for name, value in edit.value.items():
        if name not in FIXED:
            yield replace(edit, path=name, value=value)


def _save_field(
    principal: Principal,
    row: Proposal,
    edit: FieldEdit,
    rows: Sequence[ProposedField],
    present: Present,
) -> ProposedField:
    held = next((item for item in rows if _name(item) == _name(edit)), None)
    live = [item for item in rows if not item.dropped and item is not held]
    require_place(edit, live)
    if held is None or held.dropped:
        _require_revision(present, edit)
        base = {"revision": present.revision, "was": present.value(edit.path)}
    else:
        _require_held(held, present, edit)
        base = {"revision": held.revision, "was": held.was}
    if not edit.path and not base["revision"]:
        raise _unknown_item(edit)
    value, unit, given = limit_value(edit, present, rows)
    who = {"author": principal.label, "author_id": principal.id}
    if held is not None and held.value == value:
        who = {"author": held.author, "author_id": held.author_id}
    saved, _ = ProposedField.objects.update_or_create(
        proposal=row,
        kind=edit.kind,
        item=edit.item,
        path=edit.path,
        defaults={
            **base,
            **who,
            "value": value,
            "unit": unit,
            "given": given,
            "dropped": bool(edit.path) and value == base["was"],
        },
    )
    return saved


def _name(field: ProposedField | FieldEdit) -> tuple[str, str, str]:
    return field.kind, field.item, field.path


def _require_revision(present: Present, edit: FieldEdit) -> None:
    if edit.revision == present.revision:
        return
    if not present.revision:
        raise _unknown_item(edit)
    raise _changed_since(present, edit, edit.revision)


def _changed_since(
    present: Present, field: FieldEdit | ProposedField, revision: int
) -> ApplicationError:
    return ApplicationError(
        f"the library is at revision {present.revision} of {field.item}, and you saw revision "
        f"{revision}: look at what it says now",
        code="changed_since",
        http_status=409,
        data={
            "revision": present.revision,
            "value": present.value(field.path),
            **_who_changed(field, revision),
        },
    )


def _who_changed(field: FieldEdit | ProposedField, after: int) -> dict[str, JsonValue]:
    """Say who has made a field say what it says, where that was after a revision."""
    changed = last_changes([(_name(field), after)]).get(_name(field))
    return who_changed(changed) if changed else {}


def _require_held(held: ProposedField, present: Present, edit: FieldEdit) -> None:
    if edit.revision == held.revision:
        return
    text = f"this draft changes revision {held.revision} of {held.item}, not {edit.revision}"
    if present.revision != held.revision:
        text += (
            f": the library is at revision {present.revision}; choose first whose value stands "
            f"(fields/{held.pk}/choice/), then give another one"
        )
    raise ApplicationError(
        text,
        code="changed_since",
        http_status=409,
        data={
            "revision": held.revision,
            "field": str(held.pk),
            **_who_changed(held, held.revision),
        },
    )


def _unknown_item(edit: FieldEdit) -> NotFoundError:
    error = NotFoundError(f"{edit.kind} {edit.item}")
    near = nearest_entries(edit.item) if edit.kind == ProposedKind.ENTRY else []
    cure = "name revision 0 to propose it again"
    error.message += f": did you mean {', '.join(near)}? If not, {cure}" if near else f": {cure}"
    error.data = {"nearest": near}
    return error


def _wording(item: FieldStanding) -> Wording:
    row = item.row
    return Wording(
        field=row,
        number=len(item.wordings) + 1,
        revision=row.revision,
        was=row.was,
        value=row.value,
        unit=row.unit,
        author=row.author,
        author_id=row.author_id,
    )


def _editable(principal: Principal, proposal_id: UUID) -> Proposal:
    row = proposal_get(proposal_id, lock=True)
    _require_owner(principal, row)
    if row.state not in EDITABLE:
        raise ApplicationError(
            "this proposal is in review: take it back first (recall/)"
            if row.state == ProposalState.IN_REVIEW
            else f"this proposal is {row.state}: begin another one",
            code="not_editable",
            http_status=409,
            data={"state": row.state},
        )
    return row


def _require_owner(principal: Principal, row: Proposal) -> None:
    require_person(principal, to="change a proposal")
    if row.owner_id != principal.id:
        raise ApplicationError(
            f"this is the proposal of {row.owner}", code="not_yours", http_status=403
        )


def require_open(row: Proposal) -> None:
    """Refuse what has come to its end.

    Raises
    ------
    ApplicationError
        With code ``proposal_closed`` (409).
    """
    if row.state not in OPEN:
        raise ApplicationError(
            f"this proposal is {row.state}",
            code="proposal_closed",
            http_status=409,
            data={"state": row.state},
        )


def _field(row: Proposal, field_id: UUID) -> ProposedField:
    found = ProposedField.objects.filter(proposal=row, pk=field_id, dropped=False).first()
    if found is None:
        raise NotFoundError("field of this proposal")
    return found


def _saved(row: Proposal) -> None:
    row.saved_at = timezone.now()
    row.save(update_fields=("reason", "effect_reason", "saved_at"))


def _record(action: Action, principal: Principal, row: Proposal, **data: JsonValue) -> None:
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={"reason": row.reason, **data},
    )
