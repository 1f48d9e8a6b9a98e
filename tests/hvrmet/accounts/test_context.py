"""The platform's own pages name the centre where a person works."""

from __future__ import annotations

import pytest
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import FULL_RIGHTS

from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db


def test_the_active_centre_is_on_every_page(client, alpha) -> None:
    person(alpha, "boss", *FULL_RIGHTS)
    client.force_login(User.objects.get(username="boss"))
    for path in ("/accounts/password/change/", "/accounts/2fa/"):
        assert "Alpha" in client.get(path).content.decode(), path


def test_without_a_centre_they_say_so(client) -> None:
    client.force_login(User.objects.create_user(username="fan", password="a-long-password"))
    assert "No centre" in client.get("/accounts/2fa/").content.decode()
