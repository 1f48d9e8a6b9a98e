"""The regions that a centre keeps by name."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.places import services
from hvrmet.testing import Centre

from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/regions/"
BOX = [110, 20, 120, 30]


def client_with(centre: Centre, name: str, role: TenantRole) -> Client:
    client = Client()
    client.force_login(person(centre, name, role))
    return client


@pytest.fixture
def forecaster(alpha: Centre) -> Client:
    return client_with(alpha, "wang", TenantRole.FORECASTER)


def keep(client: Client, name: str = "Delta", region: Any = BOX) -> Any:
    return client.post(URL, {"name": name, "region": region}, content_type="application/json")


def names(client: Client) -> list[str]:
    return [item["name"] for item in client.get(URL).json()["results"]]


def test_is_kept_listed_and_deleted(forecaster: Client, alpha: Centre) -> None:
    reply = keep(forecaster)
    assert reply.status_code == 201
    made = reply.json()
    assert (made["name"], made["region"], made["created_by"]) == ("Delta", BOX, "person:wang")
    assert keep(forecaster, "aa").status_code == 201
    assert keep(forecaster, "华东沿海").status_code == 201
    assert names(forecaster) == ["aa", "Delta", "华东沿海"]
    other = client_with(alpha, "li", TenantRole.DUTY_LEAD)
    assert other.delete(f"{URL}{made['id']}/").status_code == 204
    assert names(forecaster) == ["aa", "华东沿海"]
    assert other.delete(f"{URL}{made['id']}/").status_code == 404


@pytest.mark.parametrize(
    "box",
    [
        [170, -20, -170, 10],
        [-180, 60, 180, 90],
        [-180, -90, 180, 90],
        [100, 0, 100.5, 0.25],
    ],
)
def test_any_box_with_an_area_is_kept_as_it_is(forecaster: Client, box: list[float]) -> None:
    assert keep(forecaster, region=box).json()["region"] == box
    assert forecaster.get(URL).json()["results"][0]["region"] == box


@pytest.mark.parametrize("box", [[110, 20, 110, 30], [110, 20, 120, 20], [1, 2, 3], [1, 9, 2, 3]])
def test_a_box_without_area_or_no_box_is_refused(forecaster: Client, box: Any) -> None:
    reply = keep(forecaster, region=box)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  North   Sea ", "North Sea"),
        ("华东　沿海", "华东 沿海"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("a/b 'c' \"d\" <e>", "a/b 'c' \"d\" <e>"),
    ],
)
def test_names_are_kept_as_they_are_read(forecaster: Client, name: str, kept: str) -> None:
    assert keep(forecaster, name).json()["name"] == kept


@pytest.mark.parametrize(
    "name", ["", "   ", "a\u0000b", "a\u200bb", "a\u202eb", "x" * 101, 5, None]
)
def test_names_that_cannot_be_read_are_refused(forecaster: Client, name: Any) -> None:
    reply = keep(forecaster, name)
    assert reply.status_code == 400, reply.content


@pytest.mark.parametrize("other", ["Delta", "DELTA", " delta ", "delta"])
def test_a_name_is_taken_in_whatever_case(forecaster: Client, other: str) -> None:
    keep(forecaster)
    reply = keep(forecaster, other)
    assert (reply.status_code, reply.json()["code"]) == (409, "region_name_taken")
    assert names(forecaster) == ["Delta"]


def test_the_number_is_limited(forecaster: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_REGIONS", 2)
    for name in ("a", "b"):
        assert keep(forecaster, name).status_code == 201
    reply = keep(forecaster, "c")
    assert (reply.status_code, reply.json()["code"]) == (409, "too_many_regions")


def test_centres_do_not_see_or_touch_each_others(
    forecaster: Client, alpha: Centre, beta: Centre
) -> None:
    theirs = client_with(beta, "zhao", TenantRole.FORECASTER)
    made = keep(theirs).json()
    assert names(forecaster) == []
    assert forecaster.delete(f"{URL}{made['id']}/").status_code == 404
    assert keep(forecaster).status_code == 201
    assert names(theirs) == ["Delta"]


def test_who_may(alpha: Centre) -> None:
    viewer = client_with(alpha, "guest", TenantRole.VIEWER)
    assert viewer.get(URL).status_code == 200
    for reply in (keep(viewer), viewer.delete(f"{URL}{uuid4()}/")):
        assert (reply.status_code, reply.json()["code"]) == (403, "permission_denied")
    assert Client().get(URL).status_code == 401


def test_the_audit_log_says_who_kept_and_deleted_what(forecaster: Client, alpha: Centre) -> None:
    made = keep(forecaster).json()
    forecaster.delete(f"{URL}{made['id']}/")
    with scope(alpha.id):
        rows = AuditRecord.objects.filter(action__startswith="region.").order_by("seq")
        found = [(row.action, row.actor, row.data["name"]) for row in rows]
    assert found == [
        ("region.saved", "person:wang", "Delta"),
        ("region.deleted", "person:wang", "Delta"),
    ]
