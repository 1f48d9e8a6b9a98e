"""One's own sessions, ending them, and saying again who one is before sensitive acts."""

from __future__ import annotations

import time
from typing import Any

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import member_add
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.testing import Centre, as_owner

from tests.hvrmet.accounts.test_sign_in import PASSWORD, actions, add_factor, code_of, sign_in

pytestmark = pytest.mark.django_db(transaction=True)
ME, SESSION, SESSIONS = "/api/v1/me/", "/api/v1/session/", "/api/v1/sessions/"
CONFIRM, KEYS, FAN = "/api/v1/session/confirm/", "/api/v1/api-keys/", "/api/v1/members/fan/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
LATER = 16 * 60


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    cache.clear()


@pytest.fixture
def fan(alpha: Centre) -> User:
    user = User.objects.create_user(username="fan", password=PASSWORD)
    member_add(tenant_id=alpha.id, user=user, roles=[TenantRole.TENANT_ADMIN])
    return user


def browser(address: str = "192.0.2.1", name: str = "fan", **changes: str) -> Client:
    client = Client(HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR=address)
    assert sign_in(client, address, username=name, **changes).status_code == 200
    return client


def send(client: Client, method: str, address: str, document: Any = None) -> Any:
    return getattr(client, method)(address, document or {}, content_type="application/json")


class TestOnesOwnSessions:
    def test_are_listed_with_the_present_one_marked(self, fan) -> None:
        home = browser("198.51.100.7")
        here = browser()
        found = here.get(SESSIONS).json()["results"]
        assert [item["present"] for item in found] == [True, False]
        assert [item["address"] for item in found] == ["192.0.2.1", "198.51.100.7"]
        assert {item["browser"] for item in found} == {FIREFOX}
        assert home.get(f"{SESSIONS}{found[1]['id']}/").json() == {**found[1], "present": True}
        keys = UserSession.objects.values_list("session_key", flat=True)
        assert not [key for key in keys if key in here.get(SESSIONS).content.decode()]

    def test_show_their_last_use_and_where_it_came_from(self, fan) -> None:
        client = browser()
        began = client.get(SESSIONS).json()["results"][0]
        with time_machine.travel(time.time() + 61):
            now = client.get(SESSIONS, REMOTE_ADDR="198.51.100.9").json()["results"][0]
        assert now["began_at"] == began["began_at"]
        assert now["last_used_at"] > began["last_used_at"]
        assert now["address"] == "198.51.100.9"

    def test_are_listed_while_they_last(self, fan) -> None:
        ended, over, here = browser(), browser(), browser()
        assert ended.delete(SESSION).status_code == 204
        stale = over.session
        stale["signed_in_at"] -= 13 * 3600
        stale.save()
        assert [item["present"] for item in here.get(SESSIONS).json()["results"]] == [True]
        fan.set_password("another-long-password")
        fan.save()
        again = browser(password="another-long-password")
        assert [item["present"] for item in again.get(SESSIONS).json()["results"]] == [True]

    def test_end_one_by_one_or_all_others_at_once(self, alpha, fan) -> None:
        first, second, third, here = (browser() for _ in range(4))
        one = first.get(SESSIONS).json()["results"]
        number = next(item["id"] for item in one if item["present"])
        assert here.delete(f"{SESSIONS}{number}/").status_code == 204
        assert [client.get(ME).status_code for client in (first, second)] == [401, 200]
        again = here.delete(f"{SESSIONS}{number}/")
        assert (again.status_code, again.json()["code"]) == (404, "not_found")
        assert here.delete(SESSIONS).json() == {"ended": 2}
        assert here.delete(SESSIONS).json() == {"ended": 0}
        assert [client.get(ME).status_code for client in (second, third, here)] == [401, 401, 200]
        assert actions(alpha.id).count("session.revoked") == 2
        with scope(alpha.id):
            record = AuditRecord.objects.latest("seq")
        assert (record.actor, record.subject_id) == ("person:fan", fan.pk)
        assert record.data == {"name": "fan", "sessions": 2}

    def test_to_end_the_present_one_is_to_sign_out(self, alpha, fan) -> None:
        here = browser()
        number = here.get(SESSIONS).json()["results"][0]["id"]
        assert here.delete(f"{SESSIONS}{number}/").status_code == 204
        assert here.get(ME).status_code == 401
        assert actions(alpha.id)[-1] == "session.ended"

    def test_of_others_are_not_there(self, alpha, fan) -> None:
        other = User.objects.create_user(username="li", password=PASSWORD)
        member_add(tenant_id=alpha.id, user=other, roles=list(TenantRole))
        theirs, mine = browser(), browser(name="li")
        number = theirs.get(SESSIONS).json()["results"][0]["id"]
        for reply in (mine.get(f"{SESSIONS}{number}/"), mine.delete(f"{SESSIONS}{number}/")):
            assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
        assert len(mine.get(SESSIONS).json()["results"]) == 1
        assert theirs.get(ME).status_code == 200

    def test_are_for_people(self, client, alpha) -> None:
        for reply in (
            client.get(SESSIONS, headers=alpha.headers),
            client.delete(SESSIONS, headers=alpha.headers),
            client.delete(f"{SESSIONS}1/", headers=alpha.headers),
        ):
            assert (reply.status_code, reply.json()["code"]) == (403, "person_required")
        assert client.get(SESSIONS).json()["code"] == "not_authenticated"

    def test_pages_of_the_library_and_the_admin_show_no_keys(self, fan) -> None:
        with as_owner():
            User.objects.filter(pk=fan.pk).update(is_staff=True, is_superuser=True)
        here = browser()
        assert here.get("/accounts/sessions/").status_code == 404
        assert here.get("/admin/usersessions/usersession/").status_code == 404
        assert here.get("/admin/accounts/user/").status_code == 200

    def test_without_an_address_one_can_sign_in_too(self, fan) -> None:
        here = browser(address="")
        assert here.get(SESSIONS, REMOTE_ADDR="").json()["results"][0]["address"] is None


class TestAMembersSessions:
    def test_are_ended_by_an_administrator_everywhere(self, alpha, fan) -> None:
        boss = User.objects.create_user(username="boss", password=PASSWORD)
        member_add(tenant_id=alpha.id, user=boss, roles=[TenantRole.TENANT_ADMIN])
        theirs, admin = [browser(), browser()], browser(name="boss")
        assert admin.delete(f"{FAN}sessions/").json() == {"ended": 2}
        assert [client.get(ME).status_code for client in theirs] == [401, 401]
        assert admin.get(ME).status_code == 200
        assert Session.objects.count() == UserSession.objects.count() == 1
        with scope(alpha.id):
            record = AuditRecord.objects.latest("seq")
        assert (record.action, record.actor, record.subject_id) == (
            "session.revoked",
            "person:boss",
            fan.pk,
        )
        assert browser().get(ME).json()["roles"] == ["tenant_admin"]

    def test_are_not_ended_from_a_centre_where_the_person_is_none(self, beta, fan) -> None:
        stranger = User.objects.create_user(username="boss", password=PASSWORD)
        member_add(tenant_id=beta.id, user=stranger, roles=[TenantRole.TENANT_ADMIN])
        theirs = browser()
        reply = browser(name="boss").delete(f"{FAN}sessions/")
        assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
        assert theirs.get(ME).status_code == 200


class TestConfirmation:
    @pytest.fixture
    def acts(self, alpha, fan) -> list[tuple[str, str, Any]]:
        li = User.objects.create_user(username="li", password=PASSWORD)
        member_add(tenant_id=alpha.id, user=li, roles=[TenantRole.VIEWER])
        key = send(browser(), "post", KEYS, {"name": "one"}).json()["id"]
        members = "/api/v1/members/li/"
        return [
            ("post", KEYS, {"name": "two"}),
            ("post", f"{KEYS}{key}/rotate/", None),
            ("put", members, {"roles": ["auditor"]}),
            ("delete", f"{members}sessions/", None),
            ("delete", members, None),
            ("delete", SESSIONS, None),
            ("delete", f"{SESSIONS}0/", None),
        ]

    def test_is_asked_for_when_the_sign_in_is_long_ago(self, acts) -> None:
        client = browser()
        with time_machine.travel(time.time() + LATER):
            for act in acts:
                reply = send(client, *act)
                assert (reply.status_code, reply.json()["code"]) == (403, "confirmation_required")
            data = reply.json()["data"]
            assert data == {"confirm": CONFIRM, "ways": ["password"]}
            assert client.get(KEYS).status_code == client.get(SESSIONS).status_code == 200
            done = send(client, "post", CONFIRM, {"password": PASSWORD})
            assert done.json()["confirmed_until"] is not None
            statuses = [send(client, *act).status_code for act in acts]
        assert statuses == [201, 200, 200, 200, 204, 200, 404]

    def test_is_not_asked_for_soon_after_the_sign_in_nor_of_services(self, alpha, acts) -> None:
        client = browser()
        with time_machine.travel(time.time() + 14 * 60):
            assert send(client, *acts[0]).status_code == 201
        key = send(client, "post", KEYS, {"name": "admin", "roles": ["tenant_admin"]}).json()["key"]
        bearer = {"Authorization": f"Bearer {key}"}
        with time_machine.travel(time.time() + LATER):
            made = Client().post(
                KEYS, {"name": "three"}, content_type="application/json", headers=bearer
            )
        assert made.status_code == 201

    def test_comes_after_the_question_whether_one_may(self, alpha) -> None:
        user = User.objects.create_user(username="fan", password=PASSWORD)
        member_add(tenant_id=alpha.id, user=user, roles=[TenantRole.VIEWER])
        client = browser()
        with time_machine.travel(time.time() + LATER):
            reply = send(client, "post", KEYS, {"name": "x"})
        assert reply.json()["code"] == "permission_denied"

    def test_takes_a_code_once(self, alpha, fan) -> None:
        secret = add_factor(fan)
        client = browser(code=code_of(secret))
        with time_machine.travel(time.time() + LATER, tick=False):
            refused = send(client, "post", KEYS, {"name": "x"})
            assert refused.json()["data"]["ways"] == ["password", "code"]
            code = code_of(secret)
            assert send(client, "post", CONFIRM, {"code": code}).status_code == 200
            assert send(client, "post", KEYS, {"name": "x"}).status_code == 201
            again = send(client, "post", CONFIRM, {"code": code})
            assert (again.status_code, again.json()["code"]) == (403, "confirmation_failed")
        assert actions(alpha.id).count("session.confirmed") == 1

    def test_refuses_what_is_wrong(self, fan) -> None:
        client = browser()
        for document, status, code in (
            ({"password": "wrong"}, 403, "confirmation_failed"),
            ({"code": "000000"}, 403, "confirmation_failed"),
            ({}, 400, "invalid_request"),
            ({"password": PASSWORD, "code": "000000"}, 400, "invalid_request"),
        ):
            reply = send(client, "post", CONFIRM, document)
            assert (reply.status_code, reply.json()["code"]) == (status, code)
        stranger = send(Client(), "post", CONFIRM, {"password": PASSWORD})
        assert (stranger.status_code, stranger.json()["code"]) == (401, "not_authenticated")

    def test_guesses_lock_out(self, fan) -> None:
        client = browser()
        for _ in range(5):
            reply = send(client, "post", CONFIRM, {"password": "wrong"})
        assert (reply.status_code, reply.json()["code"]) == (429, "locked_out")
        assert send(client, "post", CONFIRM, {"password": PASSWORD}).status_code == 429

    def test_belongs_to_one_session_and_does_not_lengthen_it(self, fan) -> None:
        here, there, now = browser(), browser(), time.time()
        with time_machine.travel(now + 11 * 3600):
            assert send(here, "post", CONFIRM, {"password": PASSWORD}).status_code == 200
            assert send(here, "post", KEYS, {"name": "x"}).status_code == 201
            assert send(there, "post", KEYS, {"name": "y"}).status_code == 403
        with time_machine.travel(now + 12.1 * 3600):
            assert here.get(ME).status_code == 401

    def test_is_told_until_when(self, fan, settings) -> None:
        client = browser()
        assert Client().get(SESSION).json()["confirmed_until"] is None
        first = client.get(SESSION).json()["confirmed_until"]
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
            update={"hvrmet_confirm_minutes": 60}
        )
        assert client.get(SESSION).json()["confirmed_until"] > first

    def test_the_admin_asks_for_it_before_people_change(self, fan) -> None:
        with as_owner():
            User.objects.filter(pk=fan.pk).update(is_staff=True, is_superuser=True)
        client = browser()
        pages = [
            reverse("admin:accounts_user_change", args=[fan.pk]),
            reverse("admin:auth_user_password_change", args=[fan.pk]),
            reverse("admin:accounts_user_add"),
        ]
        assert [client.get(page).status_code for page in pages] == [200] * 3
        with time_machine.travel(time.time() + LATER):
            for page in pages:
                reply = client.get(page)
                assert (reply.status_code, reply["Location"].split("?")[0]) == (
                    302,
                    reverse("account_reauthenticate"),
                )
            client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
            assert client.get(pages[0]).status_code == 200
