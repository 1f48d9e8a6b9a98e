"""Who acts: a person or a service, in one tenant, with roles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from uuid import UUID

from hvrmet.accounts.roles import PERSONAL_VERBS, TenantRole, Verb, verbs_held, verbs_of


class PrincipalKind(StrEnum):
    """What sort of actor it is."""

    PERSON = "person"
    SERVICE = "service"


def rights_of(
    kind: PrincipalKind, roles: Iterable[TenantRole], scopes: Iterable[Verb] | None
) -> frozenset[str]:
    """Return what an actor holds: its verbs, and which of them count in person.

    A person's verb for an act that takes a person is two rights: the verb and the act in person.
    A key sees drafts only where its scopes say so.
    """
    verbs = verbs_of(roles) if scopes is None else verbs_of(roles) & frozenset(scopes)
    rights: set[str] = set(verbs)
    if kind is PrincipalKind.PERSON:
        rights |= {f"{verb} in person" for verb in verbs & PERSONAL_VERBS}
    elif scopes is None:
        rights -= {Verb.REPORT_DRAFT}
    return frozenset(rights)


@dataclass(frozen=True)
class Principal:
    """The actor of a request: `id` is the user's or the key's.

    `scopes` narrow what the roles allow, for a key that was made for less; None narrows nothing.
    `curates` says that an operator lets the person curate the library of the installation, in
    whichever tenant they work.
    """

    kind: PrincipalKind
    id: UUID
    name: str
    tenant_id: UUID
    roles: tuple[TenantRole, ...]
    scopes: frozenset[Verb] | None = None
    curates: bool = False

    @cached_property
    def verbs(self) -> frozenset[Verb]:
        """Everything that this actor may do in its tenant, and for the whole installation."""
        allowed = verbs_held(self.roles, curates=self.curates)
        return allowed if self.scopes is None else allowed & self.scopes

    @property
    def is_person(self) -> bool:
        """Whether it is a person, and not a service."""
        return self.kind is PrincipalKind.PERSON

    @property
    def sees_drafts(self) -> bool:
        """Whether it is shown report versions that were never published.

        People are. A key is where its scopes say so, for what a centre's service passes on is taken
        for the centre's word.
        """
        return Verb.REPORT_DRAFT in self.rights

    @cached_property
    def rights(self) -> frozenset[str]:
        """Everything that this actor holds, and so may hand on: see `rights_of`."""
        return rights_of(self.kind, self.roles, self.scopes)

    @property
    def label(self) -> str:
        """How logs and audit records name the actor."""
        return f"{self.kind}:{self.name}"
