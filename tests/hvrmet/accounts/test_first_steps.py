"""From an installation without anybody to a first administrator who is signed in."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from hvrmet.accounts.models import User
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.tenants.models import Tenant

pytestmark = pytest.mark.django_db
COMMAND = "hvrmet.accounts.management.commands.create_tenant"


def create(*arguments: str) -> str:
    said = StringIO()
    call_command("create_tenant", *arguments, stdout=said)
    return said.getvalue()


def test_a_centre_with_its_first_administrator(client) -> None:
    assert "create_tenant SLUG --admin NAME" in client.get("/").content.decode()
    said = create("met-office", "--admin", "ada", "--name", "Met Office")
    assert client.get("/")["Location"] == "/accounts/login/?next=/"
    found = re.search(r"shown only now\): (\S+)", said)
    assert found is not None
    assert User.objects.get(username="ada").check_password(found.group(1))
    client.force_login(User.objects.get(username="ada"))
    me = client.get("/api/v1/me/").json()
    centre = Tenant.objects.get(slug="met-office")
    assert (me["tenant"], me["roles"]) == (str(centre.pk), ["curator", "duty_lead", "tenant_admin"])
    assert client.get("/")["Location"] == "/c/met-office/"
    with scope(centre.pk):
        records = AuditRecord.objects.filter(actor="operator").order_by("seq")
        assert list(records.values_list("action", "actor", "subject_id")) == [
            ("tenant.created", "operator", centre.pk),
            ("member.set", "operator", User.objects.get(username="ada").pk),
        ]
        assert records[0].after == {"slug": "met-office", "name": "Met Office", "timezone": ""}


def test_a_known_person_keeps_the_password() -> None:
    User.objects.create_user(username="ada", password="a-long-password")
    assert "keeps the password" in create("north", "--admin", "ada")
    assert User.objects.get(username="ada").check_password("a-long-password")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("taken", "--admin", "bob"), "grant_roles NAME taken tenant_admin duty_lead curator"),
        (("no slug", "--admin", "bob"), "slug"),
        (("fine", "--admin", "b o b"), "username"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_left(arguments, words) -> None:
    create("taken", "--admin", "ada")
    with pytest.raises(CommandError, match=words):
        create(*arguments)
    assert list(Tenant.objects.values_list("slug", flat=True)) == ["taken"]
    assert list(User.objects.values_list("username", flat=True)) == ["ada"]


def test_a_password_can_be_asked_for(monkeypatch) -> None:
    answers = ["a-long-password", "another-password", "a-long-password", "a-long-password"]
    monkeypatch.setattr(f"{COMMAND}.getpass", lambda _prompt: answers.pop(0))
    with pytest.raises(CommandError, match="differ"):
        create("south", "--admin", "eve", "--ask")
    assert not User.objects.exists()
    assert "a-long-password" not in create("south", "--admin", "eve", "--ask")
    assert User.objects.get().check_password("a-long-password")
