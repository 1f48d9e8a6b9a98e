"""Several curators decide at the same moment, on real connections."""

from __future__ import annotations

from typing import Any

import pytest
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.jobs.models import Job
from hvrmet.jobs.states import JobKind

from diagnostics.contracts.effect import EffectOnCases
from diagnostics.contracts.library import Library
from knowledge.models import MeasuredEffect, Wording
from knowledge.selectors import entry_in_force
from knowledge.services import effect_store, package_import
from tests.hvrmet.concurrency import MANY, at_once
from tests.knowledge.conftest import Curator, change

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("sent")]


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


def test_of_many_who_ask_for_an_effect_one_has_it_measured(
    author: Curator, alpha: Any, entry: Any
) -> None:
    path = author.propose(change(entry, "weight", 5))
    replies = at_once(lambda _: author.send("post", f"{path}effect/", {})[0])
    assert replies == [202] * MANY
    with scope(alpha.id):
        parts = [job.request["part"] for job in Job.objects.filter(kind=JobKind.EFFECT)]
    assert sorted(parts) == ["cases", "runs"]


def test_an_effect_that_two_centres_measure_at_once_is_kept_once(seed: Library) -> None:
    measured = EffectOnCases(digest="0" * 64, cases=6, rates=(), verdicts=(), conclusions=())

    def store(_: int) -> None:
        with scope(SYSTEM):
            effect_store(measured)

    at_once(store)
    assert MeasuredEffect.objects.count() == 1
