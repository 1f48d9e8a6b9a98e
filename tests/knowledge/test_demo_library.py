"""The demonstration's curators have something to decide."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from hvrmet.accounts.management.commands.seed_demo import CURATORS, PEOPLE
from hvrmet.accounts.models import User
from hvrmet.accounts.services import curator_set, member_add, user_ensure
from hvrmet.core.db.scope import scope
from hvrmet.settings.environment import Deployment

from knowledge.models import Proposal
from knowledge.selectors import overlay_stand, proposal_outcome, proposals_stand
from tests.knowledge.conftest import API

pytestmark = pytest.mark.django_db


def seed() -> str:
    said = StringIO()
    call_command("seed_demo_library", stdout=said)
    return said.getvalue()


def needs(username: str) -> list[str]:
    """Return what waits for a person, beside what the library itself needs."""
    client = Client()
    client.force_login(User.objects.get(username=username))
    results = client.get(f"{API}queue/").json()["results"]
    return [item["need"] for item in results if item["kind"] == "proposal"]


def test_proposals_are_made_once(whole_library: Any, alpha: Any) -> None:
    for name in CURATORS:  # operators make the rest of the people, as another role of the database
        user = user_ensure(username=name, password="a-long-password")
        member_add(tenant_id=alpha.id, user=user, roles=PEOPLE[name])
        curator_set(username=name, curates=True)
    assert seed().startswith("proposals: 1 in review by curator2, 1 draft by curator; 1 limit")
    with scope(alpha.id):
        standing = overlay_stand()
        assert [row.item for row in standing.rows] == ["g_rainstorm_low_level_jet"]
        assert (standing.combination.problems, standing.conflicts) == ((), ())
    made = set(Proposal.objects.values_list("pk", "owner", "state"))
    assert "already" in seed()
    assert set(Proposal.objects.values_list("pk", "owner", "state")) == made
    assert {row[1:] for row in made} == {
        ("person:curator2", "in_review"),
        ("person:curator", "draft"),
    }
    assert needs("curator") == ["review", "draft"]
    assert needs("curator2") == []
    stand = proposals_stand(list(Proposal.objects.all()))
    assert [proposal_outcome(one).problems for one in stand] == [(), ()]


def test_it_needs_the_demonstrations_people(whole_library: Any) -> None:
    with pytest.raises(CommandError, match="seed_demo"):
        seed()


def test_it_is_refused_in_production(monkeypatch: pytest.MonkeyPatch) -> None:
    production = settings.ENVIRONMENT.model_copy(
        update={"hvrmet_environment": Deployment.PRODUCTION}
    )
    monkeypatch.setattr(settings, "ENVIRONMENT", production)
    with pytest.raises(CommandError, match="production"):
        seed()
