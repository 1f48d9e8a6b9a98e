"""Making a change of the library that is approved in every field; all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.core.errors import ApplicationError
from pydantic import JsonValue

from diagnostics.guidelines.exchange import Problem
from knowledge.models import Proposal, ProposalState, ProposedKind, Revision
from knowledge.selectors.effects import measured_on_cases, outcome_subject
from knowledge.selectors.outcomes import Outcome, name_of, proposal_outcome
from knowledge.selectors.proposals import Item, ProposalStanding, proposals_stand
from knowledge.services.revisions import (
    CRITERIA,
    ENTRIES,
    EXPLANATIONS,
    REFERENCES,
    ItemKind,
    Made,
    last_revisions,
    library_lock,
    new_states,
    revisions_remove,
    revisions_write,
)
from knowledge.words import says_why

_KINDS: dict[str, ItemKind] = {
    ProposedKind.REFERENCE: REFERENCES,
    ProposedKind.CAUSE: EXPLANATIONS,
    ProposedKind.PRESET: CRITERIA,
    ProposedKind.ENTRY: ENTRIES,
}
CASES_NAMED = 20
NOT_MEASURED = "effect_not_measured"


def require_no_conflict(standing: ProposalStanding) -> None:
    """Refuse a proposal while somebody else has changed one of its fields since.

    Raises
    ------
    ApplicationError
        With code ``proposal_conflict`` (409): in ``data.conflicts`` what was, theirs and mine.
    """
    if not standing.conflicts:
        return
    names = ", ".join(f"{item.row.item} {item.row.path}".strip() for item in standing.conflicts)
    changed = standing.theirs
    raise ApplicationError(
        f"the library was changed since in {names}: its owner chooses, in each field, whose value "
        "stands",
        code="proposal_conflict",
        http_status=409,
        data={
            "conflicts": [
                {
                    "field": str(item.row.pk),
                    "item": item.row.item,
                    "path": item.row.path,
                    "revision": item.present.revision,
                    "was": item.row.was,
                    "theirs": item.present.value(item.row.path),
                    "mine": item.row.value,
                    **who_changed(changed[item.name]),
                }
                for item in standing.conflicts
            ]
        },
    )


def who_changed(revision: Revision) -> dict[str, JsonValue]:
    """Say who made a state of an item, when, why and by which proposal."""
    return {
        "by": revision.actor,
        "at": revision.created_at.isoformat(),
        "reason": revision.reason,
        "proposal": str(revision.proposal_id) if revision.proposal_id else None,
    }


def refuse_invalid(problems: Sequence[Problem]) -> None:
    """Refuse a proposal that would leave the library wrong.

    Raises
    ------
    ApplicationError
        With code ``invalid_proposal`` (400): in ``data.problems`` each item, field and mistake.
    """
    if not problems:
        return
    found = [problem.document() for problem in problems]
    words = "; ".join(f"{item['key']} {item['field']}: {item['problem']}" for item in found)
    raise ApplicationError(words, code="invalid_proposal", data={"problems": found})


def require_effect_reason(row: Proposal, outcome: Outcome) -> None:
    """Refuse a proposal that turns right cases wrong and does not say why.

    What is not measured yet refuses nothing here; see `require_measured`.

    Raises
    ------
    ApplicationError
        With code ``effect_reason_missing`` (409): in ``data.wrong`` how many verdicts, conclusions
        and classifications turn wrong, in ``data.cases`` the first ones.
    """
    subject = outcome_subject(outcome, row.effect_reason)
    measured = measured_on_cases(subject)
    if measured is None or not subject.reason_missing(measured):
        return
    verdicts = [
        {"case": item.case, "event": item.event.value, "entry": item.entry_id}
        for item in measured.verdicts
        if item.turned_wrong
    ]
    conclusions = [
        {"case": item.case, "event": item.event.value, "entry": None}
        for item in measured.conclusions
        if item.turned_wrong
    ]
    classified = [
        {"case": item.case, "event": event.value, "entry": None}
        for one in measured.criteria
        for item in one.classifications
        if item.turned_wrong and (event := item.before or item.after)
    ]
    cases = [*verdicts, *conclusions, *classified]
    raise ApplicationError(
        f"this turns {measured.wrong} right results on generated cases wrong: say why that may be "
        "(effect_reason), or change what is proposed",
        code="effect_reason_missing",
        http_status=409,
        data={"wrong": measured.wrong, "cases": cases[:CASES_NAMED]},
    )


def require_measured(outcome: Outcome, unmeasured: str) -> str:
    """Refuse to change the library while nobody knows what that does to the generated cases.

    Parameters
    ----------
    outcome : Outcome
    unmeasured : str
        Why that need not be waited for.

    Returns
    -------
    str
        The same, where it is needed; empty where the effect is measured or there is none.

    Raises
    ------
    ApplicationError
        With code ``effect_not_measured`` (409): in ``data.digest`` whose measurement is missing.
    """
    subject = outcome_subject(outcome)
    if not subject.digest or measured_on_cases(subject) is not None:
        return ""
    if not says_why(unmeasured):
        raise ApplicationError(
            "what this does to the generated cases is not measured: wait for it (effect/), or say "
            "why it is approved without (unmeasured)",
            code=NOT_MEASURED,
            http_status=409,
            data={"digest": subject.digest},
        )
    return unmeasured


def proposal_accept(principal: Principal, row: Proposal, unmeasured: str) -> None:
    """Change the library, for a proposal that is approved in every field.

    Every item that it names has a further revision; none is made where it says the same.

    Parameters
    ----------
    principal : Principal
        Whose act was the last that it took.
    row : Proposal
        Locked.
    unmeasured : str
        Why that is right before the effect is measured; kept only where it is not.

    Raises
    ------
    ApplicationError
        ``proposal_conflict`` (409), ``invalid_proposal`` (400), ``effect_reason_missing`` or
        ``effect_not_measured`` (409).
    """
    library_lock()
    (standing,) = proposals_stand([row])
    require_no_conflict(standing)
    outcome = proposal_outcome(standing)
    refuse_invalid(outcome.problems)
    require_effect_reason(row, outcome)
    row.unmeasured = require_measured(outcome, unmeasured)
    row.state, row.closed_at = ProposalState.ACCEPTED, timezone.now()
    row.save(update_fields=("state", "closed_at", "unmeasured"))
    _write(row, outcome)
    returned = conflicts_return()
    audit_record(
        action=Action.CHANGE_ACCEPTED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data={
            "reason": row.reason,
            "effect_reason": row.effect_reason,
            "unmeasured": row.unmeasured,
            "items": [f"{kind} {key}" for kind, key in _items(outcome)],
            "returned": [str(one.pk) for one in returned],
        },
    )


def conflicts_return() -> list[Proposal]:
    """Give proposals back whose fields the library has changed meanwhile: their owners choose.

    Call it where the library was changed, under its lock.
    """
    in_review = Proposal.objects.filter(state=ProposalState.IN_REVIEW)
    # Who decides on one now waits for the library, and finds the conflict then.
    waiting = list(in_review.select_for_update(skip_locked=True))
    found = [standing.row for standing in proposals_stand(waiting) if standing.conflicts]
    ids = [row.pk for row in found]
    Proposal.objects.filter(pk__in=ids).update(state=ProposalState.RETURNED)
    return found


def _items(outcome: Outcome) -> list[Item]:
    return [*(name_of(item) for item in outcome.changed.items), *sorted(outcome.removed)]


def _write(row: Proposal, outcome: Outcome) -> None:
    made = Made(actor=row.owner, actor_id=row.owner_id, reason=row.reason, proposal=row)
    for name, kind in _KINDS.items():
        items = [item for item in outcome.changed.items if name_of(item)[0] == name]
        gone = {key for held, key in outcome.removed if held == name}
        if not items and not gone:
            continue
        last = last_revisions(kind)
        revisions_write(kind, list(new_states(kind, items, last)), last, made)
        revisions_remove(kind, [last[key] for key in sorted(gone)], made)
