"""Who one is: service keys, sessions, and the tenant one works in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from hvrmet.accounts.keys import hash_key, make_key
from hvrmet.accounts.models import ApiKey, User
from hvrmet.accounts.roles import ROLE_VERBS, TenantRole, Verb
from hvrmet.accounts.services import api_key_create, member_add
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope

pytestmark = pytest.mark.django_db
ME, SESSION = "/api/v1/me/", "/api/v1/session/"


@pytest.fixture
def forecaster(alpha) -> User:
    user = User.objects.create_user(username="fan", password="a-long-password")
    member_add(tenant_id=alpha.id, user=user, roles=[TenantRole.FORECASTER])
    return user


def sign_in(client: Client, **changes: str):
    token = client.get(SESSION).json()["csrf_token"]
    document = {"username": "fan", "password": "a-long-password", **changes}
    return client.post(
        SESSION, document, content_type="application/json", headers={"X-CSRFToken": token}
    )


class TestApiKey:
    def test_only_its_hash_is_stored(self, alpha) -> None:
        with scope(alpha.id):
            row = ApiKey.objects.get()
        assert row.key_hash == hash_key(alpha.key)
        assert alpha.key.startswith(f"hvr_{row.prefix}_")
        secret = alpha.key.split("_", 2)[2]
        assert secret not in str(vars(row))

    def test_leads_to_its_tenant(self, client, alpha) -> None:
        me = client.get(ME, headers=alpha.headers).json()
        assert (me["kind"], me["name"], me["tenant"]) == ("service", "suite", str(alpha.id))
        assert me["roles"] == ["service"]

    def test_the_tenant_header_does_not_move_it(self, client, alpha, beta) -> None:
        me = client.get(ME, headers={**alpha.headers, "X-HVRMET-Tenant": "beta"}).json()
        assert me["tenant"] == str(alpha.id)

    @pytest.mark.parametrize(
        "text",
        ["", "hvr_x", make_key().text, "hvr_' OR 1=1 --"],
        ids=["empty", "malformed", "unknown", "injection"],
    )
    def test_an_unknown_key_is_refused(self, client, alpha, text) -> None:
        reply = client.get(ME, headers={"Authorization": f"Bearer {text}"})
        assert (reply.status_code, reply.json()["code"]) == (401, "authentication_failed")

    @pytest.mark.parametrize("change", ["expires_at", "revoked_at"])
    def test_an_expired_or_revoked_key_is_refused(self, client, alpha, change) -> None:
        with scope(alpha.id):
            ApiKey.objects.update(**{change: timezone.now() - timedelta(seconds=1)})
        assert client.get(ME, headers=alpha.headers).status_code == 401

    def test_a_new_key_of_the_same_name_replaces_the_old(self, client, alpha) -> None:
        api_key_create(tenant_id=alpha.id, name="suite")
        assert client.get(ME, headers=alpha.headers).status_code == 401


class TestSession:
    def test_signs_in_and_out(self, alpha, forecaster) -> None:
        client = Client(enforce_csrf_checks=True)
        reply = sign_in(client)
        assert (reply.status_code, reply.json()["signed_in"]) == (200, True)
        me = client.get(ME).json()
        assert (me["kind"], me["name"], me["tenant"]) == ("person", "fan", str(alpha.id))
        assert Verb.DIAGNOSIS_CREATE in me["verbs"]
        token = client.get(SESSION).json()["csrf_token"]
        assert client.delete(SESSION, headers={"X-CSRFToken": token}).status_code == 204
        assert client.get(ME).status_code == 401
        with scope(alpha.id):
            actions = list(
                AuditRecord.objects.order_by("created_at").values_list("action", flat=True)
            )
        assert actions[-2:] == ["session.started", "session.ended"]

    def test_needs_the_token_to_sign_in_and_to_write(self, alpha, forecaster) -> None:
        client = Client(enforce_csrf_checks=True)
        document = {"username": "fan", "password": "a-long-password"}
        bare = client.post(SESSION, document, content_type="application/json")
        assert (bare.status_code, bare.json()["code"]) == (403, "csrf_failed")
        sign_in(client)
        write = client.post("/api/v1/diagnoses/", {}, content_type="application/json")
        assert write.status_code == 403

    @pytest.mark.parametrize(
        "changes", [{"password": "wrong"}, {"username": "nobody"}], ids=["password", "name"]
    )
    def test_a_wrong_pair_is_refused_alike(self, alpha, forecaster, changes) -> None:
        reply = sign_in(Client(), **changes)
        assert (reply.status_code, reply.json()["code"]) == (401, "authentication_failed")
        assert "or the password" in reply.json()["detail"]

    def test_a_person_works_only_in_their_own_tenants(
        self, client, alpha, beta, forecaster
    ) -> None:
        client.force_login(forecaster)
        assert client.get(ME).json()["tenant"] == str(alpha.id)
        foreign = client.get(ME, headers={"X-HVRMET-Tenant": "beta"})
        assert (foreign.status_code, foreign.json()["code"]) == (403, "no_tenant")
        member_add(tenant_id=beta.id, user=forecaster, roles=[TenantRole.VIEWER])
        me = client.get(ME, headers={"X-HVRMET-Tenant": "beta"}).json()
        assert (me["tenant"], me["roles"]) == (str(beta.id), ["viewer"])
        assert [tenant["slug"] for tenant in me["tenants"]] == ["alpha", "beta"]

    def test_signs_in_to_a_named_tenant(self, alpha, beta, forecaster) -> None:
        member_add(tenant_id=beta.id, user=forecaster, roles=[TenantRole.VIEWER])
        client = Client()
        assert sign_in(client, tenant="beta").status_code == 200
        assert client.get(ME).json()["tenant"] == str(beta.id)
        assert sign_in(Client(), tenant="gamma").json()["code"] == "no_tenant"

    def test_a_person_without_a_tenant_gets_nowhere(self, client, alpha) -> None:
        client.force_login(User.objects.create_user(username="new", password="x"))
        reply = client.get("/api/v1/diagnoses/")
        assert (reply.status_code, reply.json()["code"]) == (403, "no_tenant")


def test_every_role_says_what_it_may() -> None:
    assert set(ROLE_VERBS) == set(TenantRole)
    assert all(Verb.DIAGNOSIS_VIEW in verbs for verbs in ROLE_VERBS.values())
    assert Verb.DIAGNOSIS_CREATE not in ROLE_VERBS[TenantRole.AUDITOR]
