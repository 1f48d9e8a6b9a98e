"""Decisions that take two people: one proposes or writes, another one confirms."""

from __future__ import annotations

from enum import StrEnum
from uuid import UUID

from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.core.errors import ApplicationError


def require_person(principal: Principal, *, to: str) -> None:
    """Refuse a service key: such decisions are answered for by a person.

    Raises
    ------
    ApplicationError
        With code ``person_required`` (403).
    """
    if principal.kind is not PrincipalKind.PERSON:
        raise ApplicationError(
            f"a service key cannot {to}: it takes a person", code="person_required", http_status=403
        )


class Because(StrEnum):
    """Why it takes another person: what the first one did, or that no other has approved."""

    WROTE = "wrote"
    ASKED = "asked"
    APPROVAL = "approval"
    PROPOSED = "proposed"


def require_second_person(
    principal: Principal, *, first: UUID | None, to: str, because: Because
) -> None:
    """Refuse the one who proposed or wrote what is to be confirmed.

    Parameters
    ----------
    principal : Principal
        Who confirms.
    first : UUID or None
        The key of the person whose work it is; None where no person has a hand in it.
    to : str
        What is confirmed, as in "cannot ...".
    because : Because
        What the first person has done, or that nobody else has approved.

    Raises
    ------
    ApplicationError
        ``person_required`` or ``second_person_required`` (403), with `because` in its data.
    """
    require_person(principal, to=to)
    if principal.id == first:
        raise ApplicationError(
            f"you cannot {to} by yourself: another person has to",
            code="second_person_required",
            http_status=403,
            data={"because": because.value},
        )
