"""API keys over their life, tickets for sockets, members, throttling."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.utils import timezone
from hvrmet.accounts.keys import hash_key
from hvrmet.accounts.models import ApiKey, SocketTicket, User
from hvrmet.accounts.principals import PrincipalKind
from hvrmet.accounts.roles import FULL_RIGHTS, TenantRole, Verb
from hvrmet.accounts.selectors import principal_now
from hvrmet.accounts.services import api_key_create, member_add, ticket_redeem
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.testing import Centre
from redis import ConnectionError as RedisConnectionError

from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
KEYS, ME = "/api/v1/api-keys/", "/api/v1/me/"


@pytest.fixture
def admin(alpha: Centre) -> dict[str, str]:
    key = api_key_create(tenant_id=alpha.id, name="admin", roles=[TenantRole.TENANT_ADMIN])
    return {"Authorization": f"Bearer {key.text}"}


def make(client: Any, admin: dict[str, str], **changes: Any) -> dict[str, Any]:
    document = {"name": "feed", "roles": ["service"], **changes}
    reply = client.post(KEYS, document, content_type="application/json", headers=admin)
    assert reply.status_code == 201, reply.content
    assert reply["Cache-Control"] == "no-store"
    made: dict[str, Any] = reply.json()
    return made


def bearer(made: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['key']}"}


def post(client: Any, path: str, headers: dict[str, str], document: Any = None) -> Any:
    return client.post(path, document or {}, content_type="application/json", headers=headers)


class TestKeys:
    def test_the_text_is_shown_once(self, client, admin, alpha) -> None:
        made = make(client, admin)
        assert client.get(ME, headers=bearer(made)).status_code == 200
        listed = client.get(KEYS, headers=admin).content.decode()
        assert made["prefix"] in listed
        assert made["key"].split("_", 2)[2] not in listed
        with scope(alpha.id):
            assert made["key"] not in str(list(AuditRecord.objects.values()))

    def test_expires_by_itself(self, client, admin, alpha) -> None:
        made = make(client, admin, expires_in_days=1)
        with scope(alpha.id):
            key = ApiKey.objects.get(name="feed")
            assert key.expires_at - timezone.now() < timedelta(days=1)
            ApiKey.objects.filter(name="feed").update(expires_at=timezone.now() - HOUR)
        assert client.get(ME, headers=bearer(made)).status_code == 401

    def test_scopes_narrow_the_roles(self, client, admin) -> None:
        made = make(client, admin, scopes=["report.view", "audit.view"])
        me = client.get(ME, headers=bearer(made)).json()
        assert me["verbs"] == ["report.view"]
        assert client.get("/api/v1/diagnoses/", headers=bearer(made)).status_code == 403

    def test_last_use_is_shown_and_noted_once_a_minute(
        self, client, admin, alpha, django_assert_num_queries
    ) -> None:
        made = make(client, admin)
        before = client.get(f"{KEYS}{made['id']}/", headers=admin).json()
        assert before["last_used_at"] is None
        client.get(ME, headers=bearer(made))
        shown = client.get(f"{KEYS}{made['id']}/", headers=admin).json()
        assert shown["last_used_at"] is not None
        with django_assert_num_queries(1):
            client.get(ME, headers=bearer(made))

    def test_a_rotated_key_works_until_its_grace_is_over(self, client, admin, alpha) -> None:
        old = make(client, admin)
        path = f"{KEYS}{old['id']}/rotate/"
        new = post(client, path, admin, {"grace_minutes": 5}).json()
        assert new["id"] == old["id"]
        assert [client.get(ME, headers=bearer(k)).status_code for k in (old, new)] == [200, 200]
        with scope(alpha.id):
            ApiKey.objects.filter(name="feed").update(previous_until=timezone.now() - HOUR)
        assert [client.get(ME, headers=bearer(k)).status_code for k in (old, new)] == [401, 200]

    def test_revoking_ends_it_and_its_former_secret(self, client, admin) -> None:
        old = make(client, admin)
        new = post(client, f"{KEYS}{old['id']}/rotate/", admin).json()
        assert client.delete(f"{KEYS}{old['id']}/", headers=admin).status_code == 204
        assert [client.get(ME, headers=bearer(k)).status_code for k in (old, new)] == [401, 401]
        again = client.delete(f"{KEYS}{old['id']}/", headers=admin)
        assert (again.status_code, again.json()["code"]) == (409, "key_revoked")
        rotated = post(client, f"{KEYS}{old['id']}/rotate/", admin)
        assert rotated.status_code == 409

    def test_a_name_is_given_once(self, client, admin) -> None:
        make(client, admin)
        reply = post(client, KEYS, admin, {"name": "feed"})
        assert (reply.status_code, reply.json()["code"]) == (409, "key_name_taken")

    @pytest.mark.parametrize(
        "document",
        [{"name": ""}, {"name": "x", "roles": ["king"]}, {"name": "x", "expires_in_days": 4000}],
    )
    def test_a_bad_wish_is_refused(self, client, admin, document) -> None:
        reply = post(client, KEYS, admin, document)
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")

    def test_every_step_is_audited(self, client, admin, alpha) -> None:
        made = make(client, admin)
        post(client, f"{KEYS}{made['id']}/rotate/", admin)
        client.delete(f"{KEYS}{made['id']}/", headers=admin)
        with scope(alpha.id):
            actions = AuditRecord.objects.filter(subject_id=made["id"]).order_by("seq")
            assert list(actions.values_list("action", flat=True)) == [
                *("api_key.created", "api_key.rotated", "api_key.revoked")
            ]


class TestLife:
    """A key gives no key, itself included, a life beyond its own end."""

    @pytest.fixture
    def short(self, client, admin) -> dict[str, Any]:
        return make(client, admin, name="short", roles=["tenant_admin"], expires_in_days=3)

    def end(self, document: dict[str, Any]) -> datetime:
        return datetime.fromisoformat(document["expires_at"])

    @pytest.mark.parametrize("rotated", ["short", "feed"])
    def test_it_renews_nothing_beyond_its_end(self, client, admin, short, rotated) -> None:
        keys = {"short": short, "feed": make(client, admin)}
        path = f"{KEYS}{keys[rotated]['id']}/rotate/"
        reply = post(client, path, bearer(short), {"expires_in_days": 4})
        assert (reply.status_code, reply.json()["code"]) == (403, "beyond_own_life")
        reply = post(client, path, bearer(short))
        assert (reply.status_code, self.end(reply.json())) == (200, self.end(short))
        assert post(client, path, bearer(short), {"expires_in_days": 1}).status_code == 200

    def test_it_makes_no_key_that_outlives_it(self, client, short) -> None:
        reply = post(client, KEYS, bearer(short), {"name": "longer", "expires_in_days": 366})
        assert (reply.status_code, reply.json()["code"]) == (403, "beyond_own_life")
        assert datetime.fromisoformat(reply.json()["data"]["latest"]) == self.end(short)
        assert self.end(make(client, bearer(short), name="as-long")) == self.end(short)

    def test_a_key_without_an_end_gives_what_is_asked(self, client, admin) -> None:
        made = make(client, admin, expires_in_days=366)
        assert self.end(made) - timezone.now() > timedelta(days=365)

    def test_rotation_does_not_revive_a_secret_that_has_expired(self, client, admin, alpha) -> None:
        old = make(client, admin)
        with scope(alpha.id):
            ApiKey.objects.filter(name="feed").update(expires_at=timezone.now() - HOUR)
        new = post(client, f"{KEYS}{old['id']}/rotate/", admin).json()
        assert [client.get(ME, headers=bearer(k)).status_code for k in (old, new)] == [401, 200]


class TestSight:
    """Roles and scopes of keys that may do more than the asking key stay hidden from it."""

    def shown(self, client, headers) -> dict[str, bool]:
        rows = client.get(KEYS, headers=headers).json()["results"]
        for row in rows:
            one = client.get(f"{KEYS}{row['id']}/", headers=headers).json()
            assert one["roles"] == row["roles"]
            assert (row["roles"] is None) == (row["scopes"] is None)
        return {row["name"]: row["roles"] is not None for row in rows}

    def test_a_key_sees_the_rights_it_holds(self, client, admin, alpha) -> None:
        watch = make(client, admin, name="watch", roles=["tenant_admin"], scopes=["key.view"])
        assert self.shown(client, bearer(watch)) == {"admin": False, "suite": False, "watch": True}
        assert self.shown(client, admin) == {"admin": True, "suite": True, "watch": True}

    def test_a_person_who_audits_sees_all(self, client, admin, alpha) -> None:
        client.force_login(person(alpha, "auditor", TenantRole.AUDITOR))
        assert self.shown(client, {}) == {"admin": True, "suite": True}

    def test_a_condition_holds_for_what_was_shown(self, client, admin) -> None:
        made = make(client, admin, roles=["tenant_admin"])
        narrow = ["key.view", "key.manage"]
        watch = make(client, admin, name="watch", roles=["tenant_admin"], scopes=narrow)
        path = f"{KEYS}{made['id']}/"
        etag = client.get(path, headers=bearer(watch))["ETag"]
        reply = client.delete(path, headers=bearer(watch) | {"If-Match": etag})
        assert reply.status_code == 204


class TestTickets:
    def issue(self, client, headers) -> str:
        reply = post(client, "/api/v1/ws-tickets/", headers)
        assert reply.status_code == 201
        text: str = reply.json()["ticket"]
        return text

    def test_works_once(self, client, alpha) -> None:
        text = self.issue(client, alpha.headers)
        assert ticket_redeem(text) == (alpha.principal, hash_key(alpha.key))
        assert ticket_redeem(text) is None

    def test_only_its_hash_is_kept(self, client, alpha) -> None:
        text = self.issue(client, alpha.headers)
        with scope(alpha.id):
            assert text.split("_", 2)[2] not in str(SocketTicket.objects.values())

    def test_runs_out(self, client, alpha) -> None:
        text = self.issue(client, alpha.headers)
        with scope(alpha.id):
            SocketTicket.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert ticket_redeem(text) is None
        self.issue(client, alpha.headers)
        with scope(alpha.id):
            assert SocketTicket.objects.count() == 1

    def test_gives_no_more_than_its_owner_still_has(self, client, alpha) -> None:
        text = self.issue(client, alpha.headers)
        with scope(alpha.id):
            ApiKey.objects.update(revoked_at=timezone.now())
        assert ticket_redeem(text) is None

    def test_is_of_one_tenant(self, client, alpha, beta) -> None:
        text = self.issue(client, alpha.headers)
        assert ticket_redeem(text.replace(alpha.id.hex, beta.id.hex)) is None
        assert ticket_redeem("hvt_nonsense") is None


class TestMembers:
    PATH = "/api/v1/members/fan/"

    @pytest.fixture
    def admin(self, client, alpha) -> dict[str, str]:
        client.force_login(person(alpha, "boss", *FULL_RIGHTS))
        return {}

    @pytest.fixture
    def fan(self, alpha) -> User:
        return person(alpha, "fan")

    def put(self, client, admin, *roles: str, path: str = PATH):
        return client.put(path, {"roles": roles}, content_type="application/json", headers=admin)

    def test_are_set_changed_and_removed(self, client, admin, alpha, fan) -> None:
        assert self.put(client, admin, "viewer").json()["roles"] == ["viewer"]
        self.put(client, admin, "reviewer", "forecaster")
        with scope(alpha.id):
            principal = principal_now(PrincipalKind.PERSON, fan.pk)
            assert principal is not None and Verb.REPORT_REVIEW in principal.verbs
            record = AuditRecord.objects.latest("seq")
        assert record.before == {"roles": ["viewer"]}
        assert record.after == {"roles": ["forecaster", "reviewer"]}
        assert client.delete(self.PATH, headers=admin).status_code == 204
        with scope(alpha.id):
            assert principal_now(PrincipalKind.PERSON, fan.pk) is None
        assert client.delete(self.PATH, headers=admin).status_code == 404

    def test_nobody_raises_themselves(self, client, alpha, fan) -> None:
        member_add(tenant_id=alpha.id, user=fan, roles=[TenantRole.TENANT_ADMIN])
        client.force_login(fan)
        for reply in (self.put(client, {}, "duty_lead"), client.delete(self.PATH)):
            assert (reply.status_code, reply.json()["code"]) == (403, "own_membership")

    def test_the_operator_makes_the_first_administrator(self, client, alpha, fan) -> None:
        call_command("grant_roles", "fan", "alpha", "tenant_admin", stdout=StringIO())
        client.force_login(fan)
        (member,) = client.get("/api/v1/members/").json()["results"]
        assert (member["username"], member["roles"]) == ("fan", ["tenant_admin"])
        with scope(alpha.id):
            record = AuditRecord.objects.get(action="member.set")
        assert (record.actor, record.after) == ("operator", {"roles": ["tenant_admin"]})
        with pytest.raises(CommandError, match="no tenant 'gamma'"):
            call_command("grant_roles", "fan", "gamma", "viewer")

    def test_no_member_and_no_such_person_are_one_answer(self, client, admin, beta) -> None:
        person(beta, "stranger", TenantRole.VIEWER)
        answers = []
        for name in ("stranger", "nobody"):
            path = f"/api/v1/members/{name}/"
            for reply in (
                client.get(path),
                self.put(client, admin, "viewer", path=path),
                client.delete(path),
                client.delete(f"{path}sessions/"),
            ):
                assert reply.status_code == 404
                document = reply.json()
                del document["request_id"]
                answers.append(document)
        assert answers[:4] == answers[4:]


class TestThrottling:
    @pytest.fixture(autouse=True)
    def _limits(self, alpha, beta, settings, time_stands_still) -> None:
        cache.clear()
        limits = {
            "hvrmet_rate_per_actor": 2,
            "hvrmet_rate_per_tenant": 3,
            "hvrmet_rate_per_address": 1,
        }
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update=limits)
        yield
        cache.clear()

    @pytest.fixture
    def time_stands_still(self, monkeypatch) -> None:
        monkeypatch.setattr("hvrmet.accounts.throttling.time.time", lambda: 120.25)

    def test_a_key_is_slowed_down(self, client, alpha, beta) -> None:
        statuses = [client.get(ME, headers=alpha.headers).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        reply = client.get(ME, headers=alpha.headers)
        assert (reply.json()["code"], reply["Retry-After"]) == ("throttled", "60")
        assert client.get(ME, headers=beta.headers).status_code == 200

    def test_the_keys_of_a_tenant_together_too(self, client, alpha) -> None:
        other = api_key_create(tenant_id=alpha.id, name="second")
        headers = {"Authorization": f"Bearer {other.text}"}
        statuses = [
            client.get(ME, headers=chosen).status_code
            for chosen in (alpha.headers, alpha.headers, headers, headers)
        ]
        assert statuses == [200, 200, 200, 429]

    def test_strangers_by_address(self, client) -> None:
        path = "/api/v1/session/"
        assert [client.get(path).status_code for _ in range(2)] == [200, 429]
        assert client.get(path, REMOTE_ADDR="192.0.2.9").status_code == 200

    def test_a_cache_that_fails_stops_nobody(self, client, alpha, monkeypatch) -> None:
        def broken(*_: Any, **__: Any) -> None:
            raise RedisConnectionError("gone")

        monkeypatch.setattr("hvrmet.accounts.throttling.cache.add", broken)
        statuses = [client.get(ME, headers=alpha.headers).status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 200]
