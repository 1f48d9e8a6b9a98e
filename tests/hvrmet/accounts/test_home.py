"""The page at ``/``: the centre where one works, and invitations that are answered there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from hvrmet.accounts.invitations import invitation_create, invitation_revoke
from hvrmet.accounts.models import Invitation, User
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import FULL_RIGHTS, TenantRole
from hvrmet.accounts.selectors import memberships_of
from hvrmet.core.db.scope import scope
from hvrmet.testing import Centre

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
    return client.get("/").content.decode()


def answer(client: Client, invitation: Invitation, word: str) -> Any:
    return client.post(f"/invitations/{invitation.pk}/", {"answer": word}, follow=True)


def test_the_active_centre_is_on_every_page(client, alpha, boss) -> None:
    client.force_login(User.objects.get(username="boss"))
    for path in ("/", "/accounts/password/change/", "/accounts/2fa/"):
        assert "Alpha" in client.get(path).content.decode(), path
    assert "your home centre" in page(client)


def test_an_invitation_is_accepted_on_the_page(client, fan, invitation) -> None:
    assert "No centre" in page(client)
    assert "invites you as viewer" in page(client)
    assert "You have accepted." in answer(client, invitation, "accept").content.decode()
    assert [item.slug for item in memberships_of(fan.pk)] == ["alpha"]
    assert "invites you" not in page(client)
    assert client.get("/api/v1/me/").status_code == 200


def test_or_declined(client, fan, invitation) -> None:
    assert "You have declined." in answer(client, invitation, "decline").content.decode()
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
    assert client.get(f"/invitations/{invitation.pk}/").status_code == 405
    checked = Client(enforce_csrf_checks=True)
    checked.force_login(fan)
    assert answer(checked, invitation, "accept").status_code == 403
    assert memberships_of(fan.pk) == ()


def test_the_second_factor_comes_first(client, fan, invitation) -> None:
    with override_settings(REQUIRE_SECOND_FACTOR=True):
        assert "add one" in page(client) and "invites you" not in page(client)
        reply = answer(client, invitation, "accept")
    assert reply.redirect_chain[0][0] == "/accounts/2fa/"
    assert memberships_of(fan.pk) == ()
