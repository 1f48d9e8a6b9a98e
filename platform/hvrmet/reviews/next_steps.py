"""Who of a centre can take a version to publication, by the rules of each act."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from hvrmet.accounts.principals import Principal
from hvrmet.accounts.selectors import people_now
from hvrmet.reports.states import VersionStatus
from hvrmet.reviews.acts import Act, Hands, can
from hvrmet.reviews.schemas import NextSteps

_ENDED = frozenset({VersionStatus.PUBLISHED, VersionStatus.SUPERSEDED, VersionStatus.WITHDRAWN})
_ANYBODY = UUID(int=0)
"""Nobody's key: stands for a person whom the centre does not have yet."""


def steps_seen(principal: Principal, hands: Hands) -> dict[str, NextSteps | None]:
    """Return who can take a version on: now, after an approval or a correction by the caller.

    Services are shown no names of people. What the caller may not do leads nowhere.
    """
    people = people_now() if principal.is_person else ()
    waits = bool(people) and hands.status not in _ENDED
    approves = waits and can(Act.APPROVE, principal, hands)
    corrects = bool(people) and can(Act.CORRECT, principal, hands)
    return {
        "next": next_steps(hands, people) if waits else None,
        "after_approval": (
            next_steps(hands.approved_too(principal.id), people) if approves else None
        ),
        "after_correction": (
            next_steps(hands.corrected(principal.id), people) if corrects else None
        ),
    }


def next_steps(hands: Hands, people: Sequence[Principal]) -> NextSteps:
    """Return who of these people can take a version on, or whom the centre lacks for it."""
    publish = _those(Act.PUBLISH, people, hands)
    if publish:
        return _steps(publish=publish)
    able = _those(Act.APPROVE, people, hands)
    could_publish = _those(Act.PUBLISH, people, hands.approved_too(_ANYBODY))
    then = {
        person: _those(Act.PUBLISH, could_publish, hands.approved_too(person.id)) for person in able
    }
    approve = [person for person in able if then[person]]
    if approve:
        after = set().union(*then.values())
        publish = [person for person in could_publish if person in after]
        return _steps(awaits_approval=True, approve=approve, publish=publish)
    lacks = [Act.APPROVE] if could_publish or not able else []
    lacks += [] if could_publish else [Act.PUBLISH]
    return _steps(awaits_approval=True, lacks=lacks)


def _those(act: Act, people: Sequence[Principal], hands: Hands) -> list[Principal]:
    return [person for person in people if can(act, person, hands)]


def _steps(
    *,
    awaits_approval: bool = False,
    approve: Sequence[Principal] = (),
    publish: Sequence[Principal] = (),
    lacks: Sequence[Act] = (),
) -> NextSteps:
    return NextSteps(
        awaits_approval=awaits_approval,
        approve=tuple(person.label for person in approve),
        publish=tuple(person.label for person in publish),
        lacks=tuple(lacks),
    )
