"""Sign-in at an organisation, with a small OpenID Connect provider on this machine."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest
import requests
import time_machine
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import member_add, member_grant
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.settings.sign_in import OidcProvider, read_providers
from hvrmet.tenants.models import Membership

pytestmark = pytest.mark.django_db
CLIENT, SECRET = "hvrmet", "a-client-secret"
START = "/accounts/oidc/centre/login/"
PATIENCE = 120
"""Seconds for an answer of the provider, who answers at once: a guard against a hang."""


class Organisation(ThreadingHTTPServer):
    """A provider with one person, who consents at once."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.person: dict[str, Any] = {
            "sub": "4711",
            "preferred_username": "li",
            "email": "li@example.org",
            "email_verified": True,
        }
        self.audience = CLIENT
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[str] = []

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def id_token(self) -> str:
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": self.audience, "iat": now, "exp": now + 3600}
        return jwt.encode({**claims, **self.person}, self.key, "RS256", headers={"kid": "1"})


class Answers(BaseHTTPRequestHandler):
    """The endpoints of the provider."""

    server: Organisation

    def log_message(self, *_: Any) -> None:
        """Keep quiet."""

    def reply(self, document: Any, status: int = 200) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        self.server.asked.append(parts.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        issuer = self.server.issuer
        match parts.path:
            case "/.well-known/openid-configuration":
                self.reply(
                    {
                        "issuer": issuer,
                        "authorization_endpoint": f"{issuer}/authorize",
                        "token_endpoint": f"{issuer}/token",
                        "userinfo_endpoint": f"{issuer}/userinfo",
                        "jwks_uri": f"{issuer}/keys",
                        "token_endpoint_auth_methods_supported": ["client_secret_post"],
                    }
                )
            case "/keys":
                key = jwt.algorithms.RSAAlgorithm.to_jwk(self.server.key.public_key(), as_dict=True)
                self.reply({"keys": [{**key, "kid": "1", "alg": "RS256"}]})
            case "/authorize":
                code = secrets.token_urlsafe(16)
                self.server.codes[code] = query
                back = urlencode({"code": code, "state": query["state"]})
                self.send_response(302)
                self.send_header("Location", f"{query['redirect_uri']}?{back}")
                self.send_header("Content-Length", "0")
                self.end_headers()
            case "/userinfo":
                assert self.headers["Authorization"] == "Bearer access"
                self.reply(self.server.person)
            case _:
                self.reply({}, 404)

    def do_POST(self) -> None:
        self.server.asked.append(self.path)
        length = int(self.headers["Content-Length"])
        form = {n: v[-1] for n, v in parse_qs(self.rfile.read(length).decode()).items()}
        asked = self.server.codes.pop(form["code"], None)
        verifier = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(verifier).rstrip(b"=").decode()
        good = (
            asked is not None
            and asked["code_challenge_method"] == "S256"
            and asked["code_challenge"] == challenge
            and asked["redirect_uri"] == form["redirect_uri"]
            and (form["client_id"], form["client_secret"]) == (CLIENT, SECRET)
        )
        if not good:
            self.reply({"error": "invalid_grant"}, 400)
            return
        token = {"access_token": "access", "token_type": "Bearer", "expires_in": 60}
        self.reply({**token, "id_token": self.server.id_token()})


@pytest.fixture
def organisation(settings) -> Iterator[Organisation]:
    cache.clear()
    server = Organisation()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    configure(settings, server)
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def configure(settings: Any, server: Organisation, **changes: Any) -> None:
    provider = OidcProvider(
        id="centre",
        name="The centre",
        issuer=server.issuer,
        client_id=CLIENT,
        client_secret=SECRET,
        **changes,
    )
    settings.SOCIALACCOUNT_REQUESTS_TIMEOUT = PATIENCE
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [provider.as_app()]}}


def go(client: Client) -> Any:
    """Follow a person from the button to the organisation and back."""
    there = client.post(START)
    assert there.status_code == 302, there.content
    consent = requests.get(there["Location"], allow_redirects=False, timeout=PATIENCE)
    back = urlsplit(consent.headers["Location"])
    assert (back.netloc, back.path) == ("testserver", f"{START}callback/")
    return client.get(f"{back.path}?{back.query}")


def test_a_new_person_gets_an_account_where_that_is_allowed(organisation, settings, alpha) -> None:
    configure(settings, organisation, new_people=True)
    client = Client()
    assert go(client).status_code == 302
    person = User.objects.get(username="li")
    assert not person.has_usable_password()
    assert client.get("/api/v1/me/").json()["code"] == "no_tenant"
    member_add(tenant_id=alpha.id, user=person, roles=[TenantRole.FORECASTER])
    assert client.get("/api/v1/me/").json()["name"] == "li"
    assert {"/token", "/userinfo"} <= set(organisation.asked)


def test_the_second_time_it_is_the_same_person(organisation, settings, alpha) -> None:
    configure(settings, organisation, new_people=True)
    go(Client())
    person = User.objects.get(username="li")
    member_add(tenant_id=alpha.id, user=person, roles=[TenantRole.FORECASTER])
    settings.REQUIRE_SECOND_FACTOR = True  # the organisation's sign-in stands for it
    organisation.person["preferred_username"] = "li-of-the-new-name"
    client = Client()
    go(client)
    assert client.get("/api/v1/me/").json()["id"] == str(person.pk)
    with scope(alpha.id):
        record = AuditRecord.objects.latest("seq")
    assert (record.action, record.actor) == ("session.started", "person:li")


def test_who_has_no_password_confirms_by_going_there_again(organisation, settings, alpha) -> None:
    configure(settings, organisation, new_people=True)
    client = Client()
    go(client)
    person = User.objects.get(username="li")
    member_add(tenant_id=alpha.id, user=person, roles=[TenantRole.TENANT_ADMIN])
    document, kind = {"name": "new"}, "application/json"
    with time_machine.travel(time.time() + 16 * 60):
        refused = client.post("/api/v1/api-keys/", document, content_type=kind)
        assert (refused.status_code, refused.json()["code"]) == (403, "confirmation_required")
        assert refused.json()["data"]["ways"] == ["provider"]
        go(client)
        made = client.post("/api/v1/api-keys/", document, content_type=kind)
        assert made.status_code == 201, made.content


def test_a_stranger_stays_outside(organisation, alpha) -> None:
    client = Client()
    page = go(client)
    assert page.status_code in (302, 200)
    assert not User.objects.filter(username="li").exists()
    assert client.get("/api/v1/me/").status_code == 401


@pytest.mark.parametrize(
    ("trusted", "verified", "known"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_an_address_leads_to_an_account_only_if_trusted_and_verified(
    organisation, settings, alpha, trusted, verified, known
) -> None:
    configure(settings, organisation, trust_email=trusted)
    person = User.objects.create_user(username="li.wei", email="li@example.org")
    member_add(tenant_id=alpha.id, user=person, roles=[TenantRole.VIEWER])
    organisation.person["email_verified"] = verified
    client = Client()
    go(client)
    reply = client.get("/api/v1/me/")
    assert (reply.status_code == 200) is known
    if known:
        assert reply.json()["name"] == "li.wei"


def test_a_token_for_somebody_else_is_refused(organisation, settings) -> None:
    configure(settings, organisation, new_people=True)
    organisation.audience = "another-client"
    client = Client()
    go(client)
    assert client.get("/api/v1/me/").status_code == 401
    assert not User.objects.exists()


def test_an_answer_without_its_question_is_refused(organisation, settings) -> None:
    configure(settings, organisation, new_people=True)
    there = Client().post(START)
    consent = requests.get(there["Location"], allow_redirects=False, timeout=PATIENCE)
    back = urlsplit(consent.headers["Location"])
    other = Client()
    other.get(f"{back.path}?{back.query}")
    assert other.get("/api/v1/me/").status_code == 401
    assert not User.objects.exists()


def test_the_way_there_begins_with_a_click(organisation) -> None:
    assert Client().get(START).status_code == 200
    assert organisation.asked == []


def groups_of(*roles: TenantRole, tenant: str = "alpha") -> dict[str, Any]:
    return {"weather/duty": {tenant: [role.value for role in roles]}}


def membership(centre: Any, name: str = "li") -> Membership | None:
    with scope(centre.id):
        found: Membership | None = Membership.objects.filter(user__username=name).first()
        return found


def test_groups_of_the_provider_make_a_member_and_end_it(organisation, settings, alpha) -> None:
    configure(
        settings,
        organisation,
        new_people=True,
        groups={
            **groups_of(TenantRole.FORECASTER),
            "weather/lead": {"alpha": ["duty_lead"], "not-there": ["viewer"]},
        },
    )
    client = Client()
    organisation.person["groups"] = ["weather/duty", "canteen"]
    go(client)
    assert client.get("/api/v1/me/").json()["roles"] == ["forecaster"]
    assert User.objects.get(username="li").home_id == alpha.id
    organisation.person["groups"] = ["weather/duty", "weather/lead"]
    go(client)
    assert client.get("/api/v1/me/").json()["roles"] == ["duty_lead", "forecaster"]
    go(client)  # nothing has changed: no record
    organisation.person["groups"] = ["canteen"]
    go(client)
    assert client.get("/api/v1/me/").json()["code"] == "no_tenant"
    assert membership(alpha) is None
    with scope(alpha.id):
        rows = AuditRecord.objects.filter(action="member.by_groups").order_by("seq")
        changes = [(row.before, row.after) for row in rows]
        assert {(row.actor, row.data["provider"]) for row in rows} == {("person:li", "centre")}
        assert not AuditRecord.objects.filter(action__startswith="record.").exists()
    one, both = {"roles": ["forecaster"]}, {"roles": ["duty_lead", "forecaster"]}
    assert changes == [(None, one), (one, both), (both, None)]


def test_groups_wait_for_the_second_factor_of_who_has_one(organisation, settings, alpha) -> None:
    configure(settings, organisation, new_people=True, groups=groups_of(TenantRole.FORECASTER))
    go(Client())
    person = User.objects.get(username="li")
    TOTP.activate(person, generate_totp_secret())
    code = RecoveryCodes.activate(person).get_unused_codes()[0]
    organisation.person["groups"] = ["weather/duty"]
    client = Client()
    assert go(client)["Location"].startswith(reverse("mfa_authenticate"))
    assert membership(alpha) is None
    assert client.post(reverse("mfa_authenticate"), {"code": code}).status_code == 302
    assert client.get("/api/v1/me/").json()["roles"] == ["forecaster"]


@pytest.mark.parametrize("said", [None, [], {"weather/duty": True}, [["weather/duty"]], 7])
def test_a_provider_that_names_no_group_makes_no_member(
    organisation, settings, alpha, said
) -> None:
    configure(settings, organisation, new_people=True, groups=groups_of(TenantRole.VIEWER))
    organisation.person["groups"] = said
    client = Client()
    go(client)
    assert client.get("/api/v1/me/").json()["code"] == "no_tenant"


@pytest.mark.parametrize("groups", [[], "weather/duty"])
def test_groups_touch_no_membership_of_another_consent(
    organisation, settings, alpha, groups
) -> None:
    """An invitation, an operator or another provider gave it."""
    configure(settings, organisation, trust_email=True, groups=groups_of(TenantRole.VIEWER))
    person = User.objects.create_user(username="li", email="li@example.org")
    member_add(tenant_id=alpha.id, user=person, roles=[TenantRole.DUTY_LEAD])
    organisation.person["groups"] = groups
    for provider in ("", "other"):
        with scope(alpha.id):
            Membership.objects.filter(user=person).update(provider=provider)
        go(Client())
        kept = membership(alpha)
        assert kept is not None
        assert (kept.roles, kept.provider) == (["duty_lead"], provider)


def test_a_mapping_that_was_taken_away_ends_its_memberships(organisation, settings, alpha) -> None:
    configure(settings, organisation, new_people=True, groups=groups_of(TenantRole.VIEWER))
    organisation.person["groups"] = "weather/duty"
    go(Client())
    assert membership(alpha) is not None
    configure(settings, organisation, new_people=True)
    go(Client())
    assert membership(alpha) is None


def test_what_the_operator_grants_no_group_ends(organisation, settings, alpha) -> None:
    configure(settings, organisation, new_people=True, groups=groups_of(TenantRole.VIEWER))
    organisation.person["groups"] = "weather/duty"
    go(Client())
    person = User.objects.get(username="li")
    member_grant(tenant_id=alpha.id, user=person, roles=[TenantRole.CURATOR])
    organisation.person["groups"] = []
    go(Client())
    kept = membership(alpha)
    assert kept is not None
    assert kept.roles == ["curator"]


def test_a_group_of_no_known_role_is_a_setting_that_cannot_be_used() -> None:
    provider = {
        "id": "centre",
        "name": "The centre",
        "issuer": "https://id.centre.example",
        "client_id": CLIENT,
        "client_secret": SECRET,
    }
    for role in ("viewer", "emperor"):
        setting = json.dumps([{**provider, "groups": {"weather": {"alpha": [role]}}}])
        if role == "viewer":
            assert read_providers(setting)[0].groups == {"weather": {"alpha": (TenantRole.VIEWER,)}}
        else:
            with pytest.raises(ValueError, match="HVRMET_OIDC cannot be used"):
                read_providers(setting)
