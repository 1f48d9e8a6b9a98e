"""The ways in: what ``/`` leads to, the invitations that are answered, and the admin."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client, override_settings
from hvrmet.accounts.invitations import invitation_create, invitation_revoke
from hvrmet.accounts.models import Invitation, User
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import FULL_RIGHTS, TenantRole
from hvrmet.accounts.selectors import memberships_of
from hvrmet.accounts.services import member_add
from hvrmet.accounts.sign_in import TENANT_SESSION_KEY
from hvrmet.core.db.scope import scope
from hvrmet.testing import Centre, make_operator

from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(alpha: Centre) -> Principal:
    user = person(alpha, "boss", *FULL_RIGHTS)
    return Principal(PrincipalKind.PERSON, user.pk, user.username, alpha.id, FULL_RIGHTS)


@pytest.fixture
def fan(client: Client) -> User:
    user = User.objects.create_user(username="fan", password="a-long-password")
    client.force_login(user)
    return user


@pytest.fixture
def invitation(alpha: Centre, boss: Principal) -> Invitation:
    with scope(alpha.id):
        return invitation_create(
            principal=boss, username="fan", roles=[TenantRole.VIEWER], life=timedelta(days=1)
        )


def page(client: Client) -> str:
    return client.get("/invitations/").content.decode()


def answer(client: Client, invitation: Invitation, word: str) -> Any:
    return client.post(f"/invitations/{invitation.pk}/", {"answer": word}, follow=True)


class TestTheStart:
    def test_leads_to_the_active_centre(self, client, alpha, boss) -> None:
        client.force_login(User.objects.get(username="boss"))
        reply = client.get("/")
        assert (reply.status_code, reply["Location"]) == (302, "/c/alpha/")

    def test_leads_a_stranger_to_the_sign_in_and_back(self, client, alpha, boss) -> None:
        reply = client.get("/")
        assert (reply.status_code, reply["Location"]) == (302, "/accounts/login/?next=/")
        form = {"login": "boss", "password": "a-long-password", "next": "/c/alpha/events/?q=1"}
        page = client.get("/accounts/login/?next=/c/alpha/events/%3Fq%3D1").content.decode()
        assert 'name="next" value="/c/alpha/events/?q=1"' in page
        assert client.post("/accounts/login/", form)["Location"] == form["next"]
        for other in ("", "https://example.org/", "//example.org/"):
            assert Client().post("/accounts/login/", {**form, "next": other})["Location"] == "/"

    def test_leads_to_the_second_factor_first_and_says_why(self, client, alpha, boss) -> None:
        client.force_login(User.objects.get(username="boss"))
        with override_settings(REQUIRE_SECOND_FACTOR=True):
            reply = client.get("/", follow=True)
        assert reply.redirect_chain == [("/accounts/2fa/", 302)]
        assert "asks for a second factor" in reply.content.decode()
        assert "Back to your centre" not in reply.content.decode()

    def test_says_whom_to_ask_where_there_is_no_centre(self, client, fan, boss) -> None:
        reply = client.get("/")
        assert reply.status_code == 200
        assert "ask the administrator of your centre to invite fan" in reply.content.decode()

    def test_leads_nobody_unasked_into_another_centre(self, client, alpha, beta, boss) -> None:
        user = User.objects.get(username="boss")
        member_add(tenant_id=beta.id, user=user, roles=[TenantRole.VIEWER])
        client.force_login(user)
        session = client.session
        session[TENANT_SESSION_KEY] = str(uuid4())
        session.save()
        page = client.get("/").content.decode()
        assert "not a member of the centre any more" in page
        assert 'href="/c/alpha/"' in page and 'href="/c/beta/"' in page


def test_the_active_centre_is_on_every_page(client, alpha, boss) -> None:
    client.force_login(User.objects.get(username="boss"))
    for path in ("/invitations/", "/accounts/password/change/", "/accounts/2fa/"):
        content = client.get(path).content.decode()
        assert "Alpha" in content, path
        assert "Back to your centre" in content, path
    assert "Home centre" in page(client)
    assert "duty lead" in page(client)


def test_invitations_are_for_people_who_are_signed_in(client, fan, invitation) -> None:
    assert Client().get("/invitations/")["Location"] == "/accounts/login/?next=/invitations/"
    assert "invites you as viewer" in page(client)


def test_an_invitation_is_accepted_on_the_page(client, fan, invitation) -> None:
    assert "No centre" in page(client)
    assert "invites you as viewer" in page(client)
    assert "You have accepted." in answer(client, invitation, "accept").content.decode()
    assert [item.slug for item in memberships_of(fan.pk)] == ["alpha"]
    assert "invites you" not in page(client)
    assert 'href="/c/alpha/"' in page(client)
    assert client.get("/")["Location"] == "/c/alpha/"
    assert client.get("/api/v1/me/").status_code == 200


def test_or_declined(client, fan, invitation) -> None:
    assert "You have declined" in answer(client, invitation, "decline").content.decode()
    assert memberships_of(fan.pk) == ()
    assert "Nobody invites you now" in page(client)


def test_one_that_was_taken_back_changes_nothing(client, fan, invitation, alpha, boss) -> None:
    with scope(alpha.id):
        invitation_revoke(principal=boss, invitation_id=invitation.pk)
    assert "Nothing was changed" in answer(client, invitation, "accept").content.decode()
    assert memberships_of(fan.pk) == ()


def test_another_answer_or_person_changes_nothing(client, fan, invitation) -> None:
    assert "Choose Accept or Decline" in answer(client, invitation, "maybe").content.decode()
    stranger = Client()
    reply = stranger.post(f"/invitations/{invitation.pk}/", {"answer": "accept"})
    assert reply["Location"].startswith("/accounts/login/")
    stranger.force_login(User.objects.create_user(username="eve", password="a-long-password"))
    assert "Nothing was changed" in answer(stranger, invitation, "accept").content.decode()
    for method in ("get", "head"):  # as after a sign-in in between
        reply = getattr(client, method)(f"/invitations/{invitation.pk}/?answer=accept")
        assert (reply.status_code, reply["Location"]) == (302, "/invitations/")
    assert client.put(f"/invitations/{invitation.pk}/").status_code == 405
    checked = Client(enforce_csrf_checks=True)
    checked.force_login(fan)
    assert answer(checked, invitation, "accept").status_code == 403
    assert memberships_of(fan.pk) == ()


def test_the_second_factor_comes_first(client, fan, invitation) -> None:
    with override_settings(REQUIRE_SECOND_FACTOR=True):
        shown = client.get("/invitations/", follow=True)
        assert shown.redirect_chain == [("/accounts/2fa/", 302)]
        assert "add one" in shown.content.decode()
        assert "invites you" not in shown.content.decode()
        reply = answer(client, invitation, "accept")
    assert reply.redirect_chain[0][0] == "/accounts/2fa/"
    assert memberships_of(fan.pk) == ()


class TestTheAdmin:
    """It is for operators, and says so to others."""

    def test_opens_for_an_operator(self, client) -> None:
        client.force_login(make_operator())
        reply = client.get("/admin/")
        assert reply.status_code == 200
        assert "/admin/tenants/tenant/" in reply.content.decode()

    @pytest.mark.parametrize("required", [False, True])
    def test_says_to_anybody_else_whom_it_is_for(self, client, alpha, boss, required) -> None:
        client.force_login(User.objects.get(username="boss"))
        with override_settings(REQUIRE_SECOND_FACTOR=required):
            reply = client.get("/admin/", headers={"Accept": "text/html"}, follow=True)
        assert reply.status_code == 403
        assert "These pages are for operators" in reply.content.decode()
        assert client.get("/admin/login/").json()["code"] == "permission_denied"

    def test_says_why_it_leads_to_the_choice_of_a_tenant(self, client) -> None:
        client.force_login(make_operator())
        reply = client.get("/admin/jobs/job/", follow=True)
        assert reply.redirect_chain == [("/admin/tenants/tenant/", 302)]
        assert "Choose a tenant first" in reply.content.decode()
