"""Entries in tables: every field of the contract has its place, and nothing is lost on the way."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any, get_args

import pytest
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.testing import Centre
from pydantic import BaseModel

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.enums import ReferenceStatus
from diagnostics.contracts.guidelines import (
    AbsoluteTest,
    Cause,
    GuidelineEntry,
    GuidelineRelease,
    Passage,
    Reference,
    ThresholdOrigin,
    Verification,
)
from diagnostics.guidelines import load_release
from knowledge.entry_tables import FIELDS
from knowledge.models import Revision, Work
from knowledge.selectors.workspaces import (
    head_entries,
    library_entries,
    workspace_get,
    workspace_release,
)
from knowledge.services.releases import release_import
from knowledge.services.workspaces import workspace_open


def contracts_in(contract: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Yield a contract and every contract that its fields hold."""
    yield contract
    for field in contract.model_fields.values():
        waiting = [field.annotation]
        while waiting:
            kind = waiting.pop()
            waiting += get_args(kind)
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from contracts_in(kind)


CONTRACTS = sorted({*contracts_in(GuidelineEntry), Cause}, key=lambda item: item.__name__)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_field_of_the_contract_has_its_place(contract: type[BaseModel]) -> None:
    assert set(FIELDS[contract]) == set(contract.model_fields)


def curator(centre: Centre, name: str = "li") -> Principal:
    from hvrmet.accounts.models import User

    user = User.objects.create_user(username=name, password="a-long-password")
    return Principal(PrincipalKind.PERSON, user.pk, name, centre.id, (TenantRole.CURATOR,))


def rich(entry: GuidelineEntry) -> GuidelineEntry:
    """Return an entry in which the fields that the seed release leaves empty are filled."""
    origin = ThresholdOrigin(
        source="GB/T 28592", effective_from=date(2012, 8, 1), region="China", resolution_deg=0.25
    )
    checked = Verification(by="li", at=datetime(2026, 11, 1, tzinfo=UTC), source="Crossref")
    reference = Reference(
        text="A. 2001: B. C 1, 1-2",
        status=ReferenceStatus.VERIFIED,
        doi="10.1000/182",
        title="B",
        authors=("A",),
        year=2001,
        journal="C",
        volume="1",
        pages="1-2",
        verification=checked,
        passages=(Passage(page="2", offset=17, text="at least 12 m/s", licence="CC BY 4.0"),),
    )
    expected = entry.expected.model_copy(
        update={"absolute": AbsoluteTest(op="in", value=(12.0, 60.0), origin=origin)}
    )
    return entry.model_copy(
        update={
            "expected": expected,
            "timing_zh": "前12小时至当时",
            "tags": ("reviewed", "core"),
            "references": (reference, *entry.references),
        }
    )


@pytest.mark.django_db
class TestRoundTrip:
    def test_the_seed_release_comes_back_as_it_was(self, alpha: Centre) -> None:
        whole = load_release()
        first = rich(whole.entries[0])
        update = {"entries": (first, *whole.entries[1:]), "digest": "e" * 64}
        release_import(whole.model_copy(update=update))
        with scope(alpha.id):
            workspace_open(principal=curator(alpha), digest="e" * 64)
            found = head_entries()
            again = workspace_release(found.values(), workspace_get())
        assert found[first.id] == first
        for entry in whole.entries[1:]:
            assert digest_of(found[entry.id]) == digest_of(entry), entry.id
        plain = again.model_copy(update={"entries": (), "digest": ""})
        assert plain == whole.model_copy(update={"entries": (), "digest": ""})
        GuidelineRelease.model_validate(again.model_dump(mode="json"))

    def test_a_work_that_many_entries_cite_is_one_row(self, alpha: Centre) -> None:
        release_import(load_release())
        texts = {item.text for entry in load_release().entries for item in entry.references}
        with scope(alpha.id):
            workspace_open(principal=curator(alpha), digest=load_release().digest)
            assert Work.objects.count() == len(texts)
            assert library_entries().count() == Revision.objects.count()

    def test_another_centre_sees_nothing_of_it(self, alpha: Centre, beta: Centre) -> None:
        with scope(alpha.id):
            workspace_open(principal=curator(alpha))
        with scope(beta.id):
            counts: dict[str, Any] = {
                model.__name__: model.objects.count() for model in (Revision, Work)
            }
            assert counts == {"Revision": 0, "Work": 0}
