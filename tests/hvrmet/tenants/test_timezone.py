"""The time zone of a centre: checked where it is set, used where a request names none."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job
from hvrmet.tenants.models import Tenant
from hvrmet.tenants.services import tenant_ensure
from hvrmet.testing import Centre, diagnosis_document

pytestmark = pytest.mark.django_db
NO_ZONES = ["Asia/Peking", "+08:00", "UTC+8", "../etc/passwd", "asia/shanghai"]
PATH, JSON = "/api/v1/diagnoses/", "application/json"


def create(centre: Centre, key: str = "k", **changes: Any) -> Any:
    body = {**diagnosis_document(), "timezone": None, **changes}
    headers = centre.headers | {"Idempotency-Key": key}
    return Client().post(PATH, body, content_type=JSON, headers=headers)


def request_of(centre: Centre, **changes: Any) -> tuple[str | None, bool]:
    reply = create(centre, **changes)
    assert reply.status_code == 202, reply.content
    job = Client().get(f"{PATH}{reply.json()['id']}/", headers=centre.headers).json()
    return job["request"]["timezone"], job["request"]["timezone_assumed"]


@pytest.fixture
def shanghai(alpha: Centre) -> Centre:
    Tenant.objects.filter(pk=alpha.id).update(timezone="Asia/Shanghai")
    return alpha


def test_a_request_without_a_zone_takes_the_centres_and_says_so(shanghai, sent) -> None:
    assert request_of(shanghai) == ("Asia/Shanghai", True)


def test_a_named_zone_is_no_assumption(shanghai, sent) -> None:
    assert request_of(shanghai, timezone="Europe/Berlin") == ("Europe/Berlin", False)


def test_a_centre_without_a_zone_leaves_it_to_the_longitude(alpha, sent) -> None:
    assert request_of(alpha) == (None, False)


def test_a_client_cannot_call_its_own_zone_assumed(alpha, sent) -> None:
    reply = create(alpha, timezone="Asia/Shanghai", timezone_assumed=True)
    assert (reply.status_code, reply.json()["code"]) == (400, "unknown_timezone")


def test_a_request_repeated_after_the_zone_changed_is_the_same(alpha, sent) -> None:
    first = create(alpha).json()["id"]
    Tenant.objects.filter(pk=alpha.id).update(timezone="Asia/Shanghai")
    assert create(alpha).json()["id"] == first


def asked(centre: Centre, **changes: Any) -> Any:
    body = {"source": diagnosis_document()["source"], "text": "Highest CAPE today?", **changes}
    return Client().post("/api/v1/questions/", body, content_type=JSON, headers=centre.headers)


@pytest.mark.parametrize(
    ("named", "taken"),
    [({}, ("Asia/Shanghai", True)), ({"timezone": "Europe/Berlin"}, ("Europe/Berlin", False))],
)
def test_a_question_takes_the_centres_zone_as_a_diagnosis_does(
    shanghai, sent, named, taken
) -> None:
    reply = asked(shanghai, **named)
    assert reply.status_code == 202, reply.content
    with scope(shanghai.id):
        stored = Job.objects.get(pk=reply.json()["id"]).request
    assert (stored["timezone"], stored["timezone_assumed"]) == taken
    refused = asked(shanghai, timezone="Asia/Shanghai", timezone_assumed=True)
    assert (refused.status_code, refused.json()["code"]) == (400, "unknown_timezone")


@pytest.mark.parametrize("zone", NO_ZONES)
def test_what_is_no_zone_is_refused_and_nothing_is_made(zone) -> None:
    with pytest.raises(ValidationError, match="Asia/Shanghai"):
        tenant_ensure(slug="north", name="North", timezone=zone)
    with pytest.raises(CommandError, match="is not known: give an IANA name"):
        call_command("create_tenant", "north", "--admin", "ada", "--timezone", zone)
    assert not Tenant.objects.filter(slug="north").exists()


@pytest.mark.parametrize(("zone", "wrong"), [("Asia/Tokyo", False), ("", False), ("Japan!", True)])
def test_the_form_of_the_admin_checks_it(rf, zone, wrong) -> None:
    form = admin.site.get_model_admin(Tenant).get_form(rf.get("/"))
    assert (
        "timezone" in form({"slug": "north", "name": "North", "timezone": zone}).errors
    ) is wrong


def test_a_new_centre_names_its_zone() -> None:
    call_command("create_tenant", "north", "--admin", "ada", "--timezone", "Asia/Shanghai")
    call_command("create_tenant", "south", "--admin", "bob")
    assert [*Tenant.objects.values_list("timezone", flat=True)] == ["Asia/Shanghai", ""]


def test_the_former_default_is_emptied_and_a_choice_is_not(alpha, beta) -> None:
    Tenant.objects.filter(pk=alpha.id).update(timezone="UTC")
    Tenant.objects.filter(pk=beta.id).update(timezone="Asia/Tokyo")
    editor = SimpleNamespace(connection=connection)
    import_module("hvrmet.tenants.migrations.0005_timezone").forget_default(apps, editor)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    zones = dict(Tenant.objects.values_list("slug", "timezone"))
    assert (zones["alpha"], zones["beta"]) == ("", "Asia/Tokyo")
