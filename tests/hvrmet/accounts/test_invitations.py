"""Membership by consent, homes, leaving, and what an administrator of one centre reaches."""

from __future__ import annotations

import json
from datetime import timedelta
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone
from hvrmet.accounts.models import Invitation, User
from hvrmet.accounts.roles import FULL_RIGHTS, TenantRole
from hvrmet.accounts.services import member_add
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.tenants.models import Membership
from hvrmet.testing import Centre

from tests.hvrmet.factories import key_headers, person

pytestmark = pytest.mark.django_db
V1 = "/api/v1/"
ME, MINE = f"{V1}me/", f"{V1}me/invitations/"
PASSWORD = "a-long-password"
R = TenantRole


def send(client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
    call = getattr(client, method)
    return call(f"{V1}{path}", body or {}, content_type="application/json", headers=headers)


def signed_in(user: User | str, **changes: str) -> Client:
    client = Client()
    document = {"username": str(user), "password": PASSWORD, **changes}
    reply = send(client, "post", "session/", document)
    assert reply.status_code == 200, reply.content
    return client


@pytest.fixture
def boss(alpha: Centre) -> Client:
    """The administrator of alpha."""
    return signed_in(person(alpha, "boss", *FULL_RIGHTS))


@pytest.fixture
def li(beta: Centre) -> User:
    """A forecaster of beta, whom nobody in alpha has asked."""
    return person(beta, "li", R.FORECASTER)


def invite(boss: Client, name: str = "li", *roles: str) -> str:
    reply = send(boss, "post", "invitations/", {"username": name, "roles": roles or ["viewer"]})
    assert reply.status_code == 201, reply.content
    number: str = reply.json()["id"]
    return number


def slugs(client: Client) -> list[str]:
    return [item["slug"] for item in client.get(ME).json()["tenants"]]


class TestConsent:
    def test_nobody_is_made_a_member_unasked(self, alpha, beta, boss, li) -> None:
        assert send(boss, "put", "members/li/", {"roles": ["viewer"]}).status_code == 404
        invite(boss)
        client = signed_in(li)
        assert slugs(client) == ["beta"]
        assert client.get(ME).json()["tenant"] == str(beta.id)
        assert client.get(ME, headers={"X-HVRMET-Tenant": "alpha"}).status_code == 403

    def test_the_person_accepts(self, alpha, beta, boss, li) -> None:
        number = invite(boss, "li", "viewer", "reviewer")
        client = signed_in(li)
        (shown,) = client.get(MINE).json()["results"]
        assert (shown["id"], shown["slug"], shown["roles"]) == (
            number,
            "alpha",
            ["reviewer", "viewer"],
        )
        assert send(client, "post", f"me/invitations/{number}/accept/").status_code == 204
        assert client.get(MINE).json()["results"] == []
        assert slugs(client) == ["alpha", "beta"]
        # The home stays, and so does where this and the next session work.
        for browser in (client, signed_in(li)):
            me = browser.get(ME).json()
            assert (me["tenant"], me["home"]) == (str(beta.id), str(beta.id))
            assert [(t["active"], t["home"]) for t in me["tenants"]] == [(False,) * 2, (True,) * 2]
        assert boss.get(f"{V1}invitations/{number}/").json()["state"] == "accepted"
        with scope(alpha.id):
            actions = AuditRecord.objects.filter(subject_id=number).order_by("seq")
            assert list(actions.values_list("action", "actor")) == [
                ("invitation.created", "person:boss"),
                ("invitation.accepted", "person:li"),
            ]

    def test_or_declines_and_it_is_over(self, alpha, boss, li) -> None:
        number = invite(boss)
        client = signed_in(li)
        assert send(client, "post", f"me/invitations/{number}/decline/").status_code == 204
        assert send(client, "post", f"me/invitations/{number}/accept/").status_code == 404
        assert boss.get(f"{V1}invitations/{number}/").json()["state"] == "declined"
        late = send(boss, "delete", f"invitations/{number}/")
        assert (late.status_code, late.json()["code"]) == (409, "invitation_closed")
        assert slugs(client) == ["beta"]
        assert invite(boss) != number

    @pytest.mark.parametrize("how", ["revoked", "expired"])
    def test_ends(self, alpha, boss, li, how) -> None:
        number = invite(boss)
        if how == "revoked":
            assert send(boss, "delete", f"invitations/{number}/").status_code == 204
        else:
            with scope(alpha.id):
                Invitation.objects.update(expires_at=timezone.now() - timedelta(hours=1))
        client = signed_in(li)
        assert client.get(MINE).json()["results"] == []
        assert send(client, "post", f"me/invitations/{number}/accept/").status_code == 404
        (shown,) = boss.get(f"{V1}invitations/").json()["results"]
        assert shown["state"] == how
        invite(boss)

    def test_is_of_one_person(self, alpha, boss, li) -> None:
        number = invite(boss)
        other = signed_in(person(alpha, "other", R.VIEWER))
        assert other.get(MINE).json()["results"] == []
        for act in ("accept", "decline"):
            assert send(other, "post", f"me/invitations/{number}/{act}/").status_code == 404

    def test_falls_with_the_rights_of_whoever_invited(self, alpha, boss, li) -> None:
        number = invite(boss, "li", "duty_lead")
        with scope(alpha.id):
            Membership.objects.filter(user__username="boss").update(roles=["tenant_admin"])
        reply = send(signed_in(li), "post", f"me/invitations/{number}/accept/")
        assert (reply.status_code, reply.json()["code"]) == (409, "invitation_closed")

    def test_says_nothing_of_who_exists(self, alpha, boss, li) -> None:
        shown = []
        for name in ("li", "nobody"):
            reply = send(boss, "post", "invitations/", {"username": name, "roles": ["viewer"]})
            again = send(boss, "post", "invitations/", {"username": name, "roles": ["viewer"]})
            shown.append((reply.status_code, sorted(reply.json()), again.json()["code"]))
        assert shown[0] == shown[1] == (201, shown[0][1], "already_invited")

    def test_gives_no_more_than_its_author_holds(self, alpha, li) -> None:
        admin = signed_in(person(alpha, "admin", R.TENANT_ADMIN))
        reply = send(admin, "post", "invitations/", {"username": "li", "roles": ["duty_lead"]})
        assert (reply.status_code, reply.json()["code"]) == (403, "beyond_own_rights")
        taken = send(admin, "post", "invitations/", {"username": "admin", "roles": ["viewer"]})
        assert (taken.status_code, taken.json()["code"]) == (409, "already_member")

    def test_somebody_in_no_centre_signs_in_and_accepts(self, alpha, boss) -> None:
        new = User.objects.create_user(username="new", password=PASSWORD)
        client = signed_in(new)
        reply = client.get(ME)
        assert (reply.status_code, reply.json()["code"]) == (403, "no_tenant")
        number = invite(boss, "new")
        assert send(client, "post", f"me/invitations/{number}/accept/").status_code == 204
        me = client.get(ME).json()
        assert (me["tenant"], me["home"]) == (str(alpha.id), str(alpha.id))

    def test_is_for_signed_in_people(self, client, alpha) -> None:
        assert client.get(MINE).status_code == 401
        reply = client.get(MINE, headers=key_headers(alpha, "k", R.TENANT_ADMIN))
        assert (reply.status_code, reply.json()["code"]) == (403, "person_required")
        with override_settings(REQUIRE_SECOND_FACTOR=True):
            weak = signed_in(person(alpha, "weak", R.VIEWER)).get(MINE)
        assert (weak.status_code, weak.json()["code"]) == (403, "second_factor_required")


class TestHome:
    @pytest.fixture
    def both(self, alpha, beta, li) -> User:
        member_add(tenant_id=alpha.id, user=li, roles=[R.VIEWER])
        return li

    def test_is_the_centre_joined_first_and_not_the_first_by_name(self, both, beta) -> None:
        me = signed_in(both).get(ME).json()
        assert (me["tenant"], me["home"]) == (str(beta.id), str(beta.id))
        page = Client()
        page.post("/accounts/login/", {"login": "li", "password": PASSWORD})
        assert page.get(ME).json()["tenant"] == str(beta.id)

    def test_is_chosen_by_the_person(self, both, alpha, beta) -> None:
        client = signed_in(both)
        assert send(client, "put", "me/home/", {"tenant": "alpha"}).json()["slug"] == "alpha"
        me = client.get(ME).json()
        assert (me["tenant"], me["home"]) == (str(beta.id), str(alpha.id))
        assert signed_in(both).get(ME).json()["tenant"] == str(alpha.id)
        assert send(client, "put", "me/home/", {"tenant": "gamma"}).status_code == 404
        with scope(SYSTEM):
            record = AuditRecord.objects.get(action="person.home_chosen")
        assert record.after == {"tenant": str(alpha.id)}

    def test_a_session_whose_centre_is_lost_lands_nowhere(self, both, alpha, beta) -> None:
        client = signed_in(both)
        with scope(beta.id):
            Membership.objects.filter(user_id=both.pk).delete()
        reply = client.get(ME)
        assert (reply.status_code, reply.json()["code"]) == (403, "no_tenant")
        assert client.get(ME, headers={"X-HVRMET-Tenant": "alpha"}).status_code == 200
        assert signed_in(both).get(ME).json()["home"] == str(alpha.id)

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.usefixtures("unguarded")
    def test_the_migration_takes_the_centre_joined_first(self, both, beta) -> None:
        module = import_module("hvrmet.accounts.migrations.0006_invitations_and_homes")
        User.objects.update(home=None)
        with connection.cursor() as cursor:
            cursor.execute("SET ROLE NONE")  # migrations see every tenant
            cursor.execute(module.HOMES)
        both.refresh_from_db()
        assert both.home_id == beta.id


class TestLeaving:
    def test_anybody_can(self, alpha, beta, li) -> None:
        member_add(tenant_id=alpha.id, user=li, roles=[R.VIEWER])
        client = signed_in(li)
        assert send(client, "delete", "me/memberships/alpha/").status_code == 204
        assert slugs(client) == ["beta"]
        assert send(client, "delete", "me/memberships/alpha/").status_code == 404
        with scope(alpha.id):
            record = AuditRecord.objects.latest("seq")
        assert (record.action, record.actor) == ("member.left", "person:li")

    def test_but_not_the_last_administrator(self, alpha, boss) -> None:
        reply = send(boss, "delete", "me/memberships/alpha/")
        assert (reply.status_code, reply.json()["code"]) == (409, "last_administrator")
        assert "another member" in reply.json()["detail"]
        second = signed_in(person(alpha, "second", R.TENANT_ADMIN))
        assert send(boss, "delete", "me/memberships/alpha/").status_code == 204
        assert send(second, "delete", "me/memberships/alpha/").status_code == 409

    def test_a_disabled_administrator_does_not_count(self, alpha, boss) -> None:
        second = person(alpha, "second", R.TENANT_ADMIN)
        User.objects.filter(pk=second.pk).update(is_active=False)
        assert send(boss, "delete", "me/memberships/alpha/").status_code == 409

    @pytest.mark.parametrize(("method", "body"), [("delete", None), ("put", {"roles": []})])
    def test_nor_does_a_key_take_the_last_one_away(self, alpha, boss, method, body) -> None:
        key = key_headers(alpha, "k", R.TENANT_ADMIN)
        reply = send(Client(), method, "members/boss/", body, **key)
        assert (reply.status_code, reply.json()["code"]) == (409, "last_administrator")


class TestReachOfAnAdministrator:
    @pytest.fixture
    def both(self, alpha, beta, li) -> User:
        member_add(tenant_id=alpha.id, user=li, roles=[R.VIEWER])
        return li

    def test_ends_with_their_own_centre(self, alpha, beta, boss, both) -> None:
        """Sessions elsewhere go on, but not in the centre whose administrator ended them."""
        here, there = signed_in(both, tenant="alpha"), signed_in(both)
        named = {"X-HVRMET-Tenant": "alpha"}
        assert there.get(ME, headers=named).status_code == 200
        assert send(boss, "delete", "members/li/sessions/").json() == {"ended": 1}
        assert here.get(ME).status_code == 401
        assert there.get(ME).json()["tenant"] == str(beta.id)
        refused = there.get(ME, headers=named)
        assert (refused.status_code, refused.json()["code"]) == (403, "sessions_ended")
        assert signed_in(both, tenant="alpha").get(ME).status_code == 200

    def test_shows_no_sign_in_elsewhere(self, boss, both) -> None:
        signed_in(both)
        assert boss.get(f"{V1}members/li/").json()["last_sign_in"] is None
        signed_in(both, tenant="alpha")
        assert boss.get(f"{V1}members/li/").json()["last_sign_in"] is not None

    def test_does_not_show_other_centres(self, beta, boss, both) -> None:
        text = json.dumps(boss.get(f"{V1}members/").json())
        assert str(beta.id) not in text
        assert "beta" not in text


def test_the_operator_gives_the_first_home(alpha, beta) -> None:
    User.objects.create_user(username="new", password=PASSWORD)
    for slug in ("beta", "alpha"):
        call_command("grant_roles", "new", slug, "viewer", stdout=StringIO())
    assert signed_in("new").get(ME).json()["home"] == str(beta.id)
