"""Decisions that take two people: one proposes or writes, another one confirms."""

from __future__ import annotations

from uuid import UUID

from diagnostics.messages import Message, message
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.core.errors import ApplicationError


def require_person(principal: Principal, *, to: Message) -> None:
    """Refuse a service key: such decisions are answered for by a person.

    Raises
    ------
    ApplicationError
        With code ``person_required`` (403).
    """
    if principal.kind is not PrincipalKind.PERSON:
        raise ApplicationError(
            message("refusal-person_required", act=to), code="person_required", http_status=403
        )


def require_second_person(principal: Principal, *, first: UUID | None, to: Message) -> None:
    """Refuse the one who proposed or wrote what is to be confirmed.

    Parameters
    ----------
    principal : Principal
        Who confirms.
    first : UUID or None
        The key of the person whose work it is; None where no person has a hand in it.
    to : Message
        What is confirmed, as in "cannot ...".

    Raises
    ------
    ApplicationError
        ``person_required`` or ``second_person_required`` (403).
    """
    require_person(principal, to=to)
    if principal.id == first:
        raise ApplicationError(
            message("refusal-second_person_required", act=to),
            code="second_person_required",
            http_status=403,
        )
