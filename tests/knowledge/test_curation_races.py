"""Several curators decide at the same moment, on real connections."""

from __future__ import annotations

from typing import Any

import pytest
from hvrmet.accounts.roles import TenantRole

from diagnostics.contracts.library import Library
from knowledge.models import Wording
from knowledge.selectors import entry_in_force
from knowledge.services import package_import
from tests.hvrmet.concurrency import MANY, at_once
from tests.knowledge.conftest import Curator, change

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seed(packaged: Library) -> Library:
    """A few entries, taken in for this test alone."""
    package_import()
    return packaged


def test_of_many_last_approvals_one_makes_the_change(
    author: Curator, alpha: Any, entry: Any
) -> None:
    path = author.hand_in(change(entry, "weight", 5))
    people = [
        Curator(alpha, f"c{number}", TenantRole.VIEWER, curates=True) for number in range(MANY)
    ]
    wording = str(Wording.objects.get().pk)
    for person in people:
        person.get(path)
    body = {"decisions": [{"wording": wording, "verdict": "approve"}]}
    replies = at_once(lambda number: people[number].send("post", f"{path}decisions/", body)[0])
    assert sorted(replies) == [200, *([409] * (MANY - 1))]
    assert entry_in_force(entry.id).number == 2
