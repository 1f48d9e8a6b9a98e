"""What the demonstration's curators propose, so that their queue has something in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from hvrmet.accounts.management.commands.seed_demo import CURATORS, refuse_production
from hvrmet.accounts.models import User
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.selectors import memberships_of, principal_now
from hvrmet.core.db.scope import SYSTEM, scope
from pydantic import JsonValue

from diagnostics.messages import localise
from knowledge.models import Proposal, ProposedKind
from knowledge.selectors import entry_in_force, interest_of, overlay_stand
from knowledge.services import (
    FieldEdit,
    OverlayEdit,
    adjustment_save,
    field_save,
    interest_declare,
    proposal_create,
    proposal_submit,
)

_JET_REASON = (
    "Stensrud (1996) was not found, and is a review of low-level jets and climate. Kocin and "
    "Uccellini (2004) describe the low-level jet in heavy snowfalls of the northeastern United "
    "States. The rationale says the same in shorter sentences."
)
_JET = "g_snowstorm_low_level_jet"
_DIVERGENCE_REASON = (
    "Confirmed in 1 of 4 cases with a rainstorm and in 1 of 5 without: it tells less than its "
    "weight of 4 says."
)
_DIVERGENCE = "g_rainstorm_low_level_divergence_extrema"
_DIVERGENCE_FIELDS: dict[str, JsonValue] = {"weight": 3}

_LIMIT_OF_THE_CENTRE = ("g_rainstorm_low_level_jet", "expected.absolute.value", 0, 12)
"""In China a wind of 12 m/s at 850 hPa is called a low-level jet."""


def _jet_fields() -> dict[str, JsonValue]:
    return {
        "rationale": localise("sample-jet_rationale", "en"),
        "rationale_zh": localise("sample-jet_rationale", "zh"),
        "citations": ["uccellini1987", "kocin2004"],
    }


class Command(BaseCommand):
    """Make a proposal in review, a draft, and a draft of the centre. Safe to repeat."""

    help = "Change the library in the names of the demonstration's curators, for others to decide."

    def handle(self, *args: Any, **options: Any) -> None:
        """Declare the curators' interests and propose, unless they have proposals."""
        refuse_production()
        curator, colleague = (_person(name) for name in CURATORS)
        with scope(SYSTEM):
            if Proposal.objects.filter(owner_id__in=(curator.id, colleague.id)).exists():
                self.stdout.write("the demonstration's curators have proposals already")
                return
            for person in (curator, colleague):
                if interest_of(person.id) is None:
                    interest_declare(principal=person, text="")
            handed_in = _draft(colleague, _JET_REASON, _JET, _jet_fields())
            proposal_submit(principal=colleague, proposal_id=handed_in)
            _draft(curator, _DIVERGENCE_REASON, _DIVERGENCE, _DIVERGENCE_FIELDS)
        with scope(curator.tenant_id):
            edit = FieldEdit(ProposedKind.ENTRY, *_LIMIT_OF_THE_CENTRE)
            release = overlay_stand().release.digest
            adjustment_save(principal=curator, edits=[OverlayEdit(edit, release)])
        self.stdout.write(
            f"proposals: 1 in review by {colleague.name}, 1 draft by {curator.name}; "
            "1 limit adjusted in the draft of the centre"
        )


def _person(username: str) -> Principal:
    user = User.objects.filter(username=username).first()
    if user is not None:
        for membership in memberships_of(user.pk):
            with scope(membership.tenant_id):
                found = principal_now(PrincipalKind.PERSON, user.pk)
            if found is not None:
                return found
    raise CommandError(f"there is no {username}: run `manage.py seed_demo` first")


def _draft(person: Principal, reason: str, entry: str, fields: Mapping[str, JsonValue]) -> UUID:
    row = proposal_create(principal=person, reason=reason)
    revision = entry_in_force(entry).number
    for path, value in fields.items():
        edit = FieldEdit(ProposedKind.ENTRY, entry, path, revision, value)
        field_save(principal=person, proposal_id=row.pk, edit=edit)
    return row.pk
