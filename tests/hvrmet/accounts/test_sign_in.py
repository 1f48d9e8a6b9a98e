"""People at the door: second factor, lock-out, password rules, pages and headers."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.password_validation import validate_password
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import member_add
from hvrmet.accounts.sign_in import FactorAdapter, session_over
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.settings import base
from hvrmet.settings.sign_in import NAME_FAILURES, read_providers
from hvrmet.testing import make_operator

pytestmark = pytest.mark.django_db
ME, SESSION = "/api/v1/me/", "/api/v1/session/"
PASSWORD = "a-long-password"


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    cache.clear()


@pytest.fixture
def fan(alpha) -> User:
    user = User.objects.create_user(username="fan", password=PASSWORD)
    member_add(tenant_id=alpha.id, user=user, roles=[TenantRole.FORECASTER])
    return user


def sign_in(client: Client, address: str = "192.0.2.1", **changes: str) -> Any:
    document = {"username": "fan", "password": PASSWORD, **changes}
    return client.post(SESSION, document, content_type="application/json", REMOTE_ADDR=address)


def add_factor(user: User) -> str:
    secret: str = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret


@pytest.fixture(autouse=True)
def _clock_stands_still() -> Iterator[None]:
    """Keep a code of the second factor in time, however busy the machine is."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def code_of(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    code: str = format_hotp_value(hotp_value(secret, counter))
    return code


def actions(tenant_id: Any) -> list[str]:
    with scope(tenant_id):
        return list(AuditRecord.objects.order_by("seq").values_list("action", flat=True))


class TestSecondFactor:
    def test_is_asked_for_and_checked(self, client, fan) -> None:
        secret = add_factor(fan)
        missing = sign_in(client)
        assert (missing.status_code, missing.json()["code"]) == (401, "second_factor_required")
        wrong = sign_in(client, code="000000")
        assert (wrong.status_code, wrong.json()["code"]) == (401, "second_factor_failed")
        assert client.get(ME).status_code == 401
        assert sign_in(client, code=code_of(secret)).json()["signed_in"] is True
        assert client.get(ME).json()["name"] == "fan"

    def test_says_nothing_before_the_password_is_right(self, client, fan) -> None:
        add_factor(fan)
        reply = sign_in(client, password="wrong")
        assert reply.json()["code"] == "authentication_failed"

    def test_a_code_works_once(self, fan) -> None:
        code = code_of(add_factor(fan))
        assert sign_in(Client(), code=code).status_code == 200
        assert sign_in(Client(), code=code).json()["code"] == "second_factor_failed"

    def test_nor_again_while_it_would_still_be_in_time(self, fan) -> None:
        """The library forgets a code after one period, and takes it for three."""
        now = time.time()
        with time_machine.travel(now, tick=False):
            secret = add_factor(fan)
            code = format_hotp_value(hotp_value(secret, int(now) // 30 + 1))
            assert sign_in(Client(), code=code).status_code == 200
        cache.clear()
        with time_machine.travel(now + 31, tick=False):
            assert sign_in(Client(), code=code).json()["code"] == "second_factor_failed"

    def test_a_recovery_code_works_once_too(self, fan) -> None:
        add_factor(fan)
        code = RecoveryCodes.activate(fan).get_unused_codes()[0]
        assert sign_in(Client(), code=code).status_code == 200
        assert sign_in(Client(), code=code).status_code == 401

    def test_its_secret_is_encrypted(self, fan) -> None:
        secret = add_factor(fan)
        assert secret not in json.dumps(Authenticator.objects.get().data)
        assert secret in FactorAdapter().decrypt(Authenticator.objects.get().data["secret"])

    def test_a_former_secret_key_still_opens_it(self, fan, settings) -> None:
        secret = add_factor(fan)
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "another-key"
        assert sign_in(Client(), code=code_of(secret)).status_code == 200

    @override_settings(REQUIRE_SECOND_FACTOR=True)
    def test_where_it_is_required_nothing_works_without(self, client, fan) -> None:
        assert sign_in(client).status_code == 200
        reply = client.get("/api/v1/diagnoses/")
        assert (reply.status_code, reply.json()["code"]) == (403, "second_factor_required")
        secret = add_factor(fan)
        stronger = Client()
        assert sign_in(stronger, code=code_of(secret)).status_code == 200
        assert stronger.get("/api/v1/diagnoses/").status_code == 200

    @override_settings(REQUIRE_SECOND_FACTOR=True)
    def test_the_admin_leads_to_the_page_that_adds_one(self, client) -> None:
        client.force_login(make_operator())
        reply = client.get("/admin/")
        assert (reply.status_code, reply["Location"]) == (302, reverse("mfa_index"))
        assert client.get(reverse("mfa_index")).status_code == 200

    @pytest.mark.django_db(transaction=True)
    def test_is_added_on_a_page_and_audited(self, client, alpha, fan) -> None:
        assert sign_in(client).status_code == 200
        page = client.get(reverse("mfa_activate_totp"), follow=True)
        assert page.redirect_chain[0][0].startswith("/accounts/reauthenticate/")
        page = client.post(page.redirect_chain[0][0], {"password": PASSWORD}, follow=True)
        assert page.status_code == 200
        secret = page.context["form"].secret
        code = code_of(secret)
        done = client.post(reverse("mfa_activate_totp"), {"code": code})
        assert done.status_code == 302
        assert sign_in(Client(), code=code).json()["code"] == "second_factor_failed"
        assert "second_factor.added" in actions(alpha.id)
        with override_settings(REQUIRE_SECOND_FACTOR=True):
            assert client.get(ME).status_code == 200


class TestLockOut:
    def fail(self, times: int, address: str = "192.0.2.1") -> Any:
        return [sign_in(Client(), address, password="wrong") for _ in range(times)][-1]

    def test_after_five_failures_even_the_right_password_waits(self, fan) -> None:
        assert self.fail(4).status_code == 401
        reply = self.fail(1)
        assert (reply.status_code, reply.json()["code"]) == (429, "locked_out")
        assert reply["Content-Type"] == "application/problem+json"
        assert int(reply["Retry-After"]) > 0
        assert sign_in(Client()).status_code == 429

    def test_the_wait_doubles_with_each_failure_up_to_an_hour(self, fan) -> None:
        self.fail(4)
        waits = []
        with time_machine.travel(timezone.now(), tick=False) as clock:
            for _ in range(9):
                waits.append(int(self.fail(1)["Retry-After"]))
                clock.shift(waits[-1])
        assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]

    def test_knocking_at_a_locked_door_prolongs_nothing(self, fan) -> None:
        with time_machine.travel(timezone.now(), tick=False) as clock:
            self.fail(5)
            for left in (50, 40, 30, 20, 10):
                clock.shift(10)
                assert int(self.fail(1)["Retry-After"]) == left
            clock.shift(10)
            assert sign_in(Client()).status_code == 200
            assert self.fail(4).status_code == 401

    def test_failures_are_forgotten_after_a_day(self, fan) -> None:
        with time_machine.travel(timezone.now(), tick=False) as clock:
            self.fail(5)
            clock.shift(timedelta(days=1, seconds=1))
            assert self.fail(4).status_code == 401

    def test_others_at_the_address_are_served(self, alpha, fan) -> None:
        self.fail(5)
        li = User.objects.create_user(username="li", password=PASSWORD)
        member_add(tenant_id=alpha.id, user=li, roles=[TenantRole.VIEWER])
        assert sign_in(Client(), username="li").status_code == 200

    def test_an_address_of_a_whole_centre_is_not_locked(self, alpha, fan) -> None:
        """Behind one address, a dozen people may mistype within a minute."""
        for number in range(12):
            wrong = sign_in(Client(), username=f"nobody-{number}", password="wrong")
            assert wrong.status_code == 401
        assert sign_in(Client()).status_code == 200

    def test_nobody_locks_a_person_out_from_elsewhere(self, fan) -> None:
        self.fail(5, "198.51.100.9")
        assert sign_in(Client(), "192.0.2.1").status_code == 200

    def test_guesses_at_a_name_from_many_addresses_are_slowed_down(self, fan) -> None:
        for number in range(NAME_FAILURES):
            sign_in(Client(), f"198.51.100.{number}", password="wrong")
        reply = sign_in(Client(), "198.51.100.99", password="wrong")
        assert (reply.status_code, reply.json()["code"]) == (429, "locked_out")

    def test_failures_are_audited_without_a_tenant(self, alpha, fan) -> None:
        before = actions(alpha.id)
        self.fail(5)
        assert actions(alpha.id) == before
        assert sorted(actions(SYSTEM)) == ["session.locked_out", *["session.refused"] * 5]
        with scope(SYSTEM):
            record = AuditRecord.objects.earliest("seq")
        assert (record.actor, record.address) == ("person:fan", "192.0.2.1")
        assert "wrong" not in str(vars(record))

    @pytest.mark.parametrize("other", ["FAN", "Fan", "ｆan", " fan", "ＦAN"])
    def test_another_way_to_write_a_name_is_the_same_name(self, fan, other) -> None:
        for name in ("fan", other, "fan", other):
            assert sign_in(Client(), username=name, password="wrong").status_code == 401
        assert sign_in(Client(), username=other, password="wrong").status_code == 429
        assert sign_in(Client()).status_code == 429

    def test_nor_from_many_addresses(self, fan) -> None:
        for number in range(NAME_FAILURES):
            name = "".join(c.upper() if number >> i & 1 else c for i, c in enumerate("fan"))
            sign_in(Client(), f"198.51.100.{number}", username=name, password="wrong")
        assert sign_in(Client(), "198.51.100.99", username="FAN").status_code == 429


class TestGuessedCodes:
    """Who guesses codes knows the password."""

    def guess(self, times: int, address: str = "192.0.2.1", **changes: str) -> Any:
        return [sign_in(Client(), address, code="000000", **changes) for _ in range(times)][-1]

    @pytest.fixture
    def secret(self, fan) -> str:
        return add_factor(fan)

    def test_after_five_even_the_right_one_waits_and_is_not_called_wrong(self, secret) -> None:
        assert self.guess(4).json()["code"] == "second_factor_failed"
        reply = self.guess(1)
        assert (reply.status_code, reply.json()["code"]) == (429, "locked_out")
        assert reply["Retry-After"] == "60"
        right = sign_in(Client(), code=code_of(secret))
        assert (right.status_code, right.json()["code"]) == (429, "locked_out")
        assert right["Retry-After"] == "60"

    def test_the_wait_grows_and_the_right_code_ends_it(self, secret) -> None:
        self.guess(4)
        waits = []
        with time_machine.travel(timezone.now(), tick=False) as clock:
            for _ in range(8):
                waits.append(int(self.guess(1)["Retry-After"]))
                clock.shift(waits[-1])
            assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600]
            assert sign_in(Client(), code=code_of(secret)).status_code == 200
            assert self.guess(4).status_code == 401

    def test_from_many_addresses_and_names_they_are_one_persons(self, secret) -> None:
        for number, name in enumerate(("fan", "FAN", "Fan", "fAn", "faN")):
            self.guess(1, f"198.51.100.{number}", username=name)
        assert sign_in(Client(), "198.51.100.99", code=code_of(secret)).status_code == 429

    def test_the_right_password_does_not_forget_them(self, secret) -> None:
        for _ in range(4):
            self.guess(1)
            assert sign_in(Client()).json()["code"] == "second_factor_required"
        assert self.guess(1).status_code == 429

    def test_nobody_without_the_password_makes_them_wait(self, secret) -> None:
        for name in ("fan", "fan CODES", "fan\nsecond_factor"):
            for _ in range(5):
                sign_in(Client(), "198.51.100.9", username=name, password="wrong")
        assert sign_in(Client(), code=code_of(secret)).status_code == 200

    def test_others_are_served(self, alpha, secret) -> None:
        self.guess(5)
        li = User.objects.create_user(username="li", password=PASSWORD)
        member_add(tenant_id=alpha.id, user=li, roles=[TenantRole.VIEWER])
        own = code_of(add_factor(li))
        assert sign_in(Client(), username="li", code=own).status_code == 200

    def test_each_is_on_record(self, alpha, secret) -> None:
        self.guess(5)
        assert sorted(actions(SYSTEM)) == ["session.locked_out", *["session.refused"] * 5]

    def test_the_page_counts_and_answers_the_same(self, client, secret) -> None:
        client.post("/accounts/login/", {"login": "fan", "password": PASSWORD})
        page = reverse("mfa_authenticate")
        replies = [client.post(page, {"code": "000000"}) for _ in range(5)]
        assert [reply.status_code for reply in replies] == [200, 200, 200, 200, 429]
        assert client.post(page, {"code": code_of(secret)}).status_code == 429

    def test_so_does_a_confirmation(self, client, secret) -> None:
        assert sign_in(client, code=code_of(secret)).status_code == 200
        path = "/api/v1/session/confirm/"
        replies = [
            client.post(path, {"code": "000000"}, content_type="application/json") for _ in range(5)
        ]
        assert [reply.status_code for reply in replies] == [403, 403, 403, 403, 429]
        assert int(replies[-1]["Retry-After"]) == 60

    def test_where_an_address_is_over_its_ceiling_the_code_is_not_called_wrong(
        self, secret, monkeypatch
    ) -> None:
        monkeypatch.setattr("allauth.mfa.base.internal.flows.ratelimit.consume", lambda *_, **__: 0)
        reply = sign_in(Client(), code=code_of(secret))
        assert (reply.status_code, reply.json()["code"]) == (429, "locked_out")
        assert int(reply["Retry-After"]) > 0


@pytest.mark.parametrize(
    "password",
    [
        *("short-1x", "password1234", "fan-of-the-storm"),
        *(" " * 12, "a" * 20, "Aa" * 8, "abab" * 4, "1212 1212 1212", "\u3000" * 12),
    ],
)
def test_weak_passwords_are_refused(password) -> None:
    user = User(username="fan-of-the-storms")
    with (
        override_settings(AUTH_PASSWORD_VALIDATORS=base.AUTH_PASSWORD_VALIDATORS),
        pytest.raises(ValidationError),
    ):
        validate_password(password, user)


@pytest.mark.parametrize(
    "password", ["wind over the delta", "三角洲上空的风向正在偏转呢", "K3-x!k3-x!K3"]
)
def test_others_are_not(password) -> None:
    with override_settings(AUTH_PASSWORD_VALIDATORS=base.AUTH_PASSWORD_VALIDATORS):
        validate_password(password, User(username="fan-of-the-storms"))


def test_a_disabled_person_is_out_at_once(client, fan) -> None:
    assert sign_in(client).status_code == 200
    User.objects.filter(pk=fan.pk).update(is_active=False)
    assert client.get(ME).status_code == 401
    assert sign_in(Client()).status_code == 401


def test_a_new_password_ends_the_other_sessions(client, fan) -> None:
    assert sign_in(client).status_code == 200
    fan.set_password("another-long-password")
    fan.save()
    assert client.get(ME).status_code == 401


class TestPages:
    def test_the_admin_signs_in_like_everybody(self, client) -> None:
        reply = client.get("/admin/login/?next=/admin/")
        assert (reply.status_code, reply["Location"].split("?")[0]) == (302, "/accounts/login/")

    def test_the_page_signs_in_and_out(self, client, alpha, fan) -> None:
        assert client.get("/accounts/login/").status_code == 200
        reply = client.post(
            "/accounts/login/", {"login": "fan", "password": PASSWORD}, REMOTE_ADDR="192.0.2.1"
        )
        assert reply.status_code == 302
        assert client.get(ME).json()["tenant"] == str(alpha.id)
        client.post("/accounts/logout/")
        assert actions(alpha.id)[-2:] == ["session.started", "session.ended"]

    @pytest.mark.parametrize(
        "path", ["login/", "reauthenticate/", "2fa/", "password/change/", "logout/"]
    )
    def test_no_page_leads_to_what_is_not_there(self, client, alpha, fan, path) -> None:
        if path != "login/":
            client.force_login(fan)
        page = client.get(f"/accounts/{path}").content.decode()
        links = set(re.findall(r'(?:href|src)="(/[^"#]*)"', page))
        assert links > {"/", "/static/core/pages.css", "/static/core/mark.svg"}
        for link in links:
            if link.startswith("/static/"):
                assert finders.find(link.removeprefix("/static/")), link
            else:
                assert client.get(link).status_code != 404, link
        assert "Forgot" not in page

    @pytest.mark.parametrize("path", ["login/", "reauthenticate/", "password/change/"])
    def test_who_has_lost_the_password_asks_the_operator(self, client, fan, path) -> None:
        if path != "login/":
            client.force_login(fan)
        assert (
            "operator of this platform sets a new one"
            in client.get(f"/accounts/{path}").content.decode()
        )

    def test_a_wrong_password_is_said_at_the_field(self, client, fan) -> None:
        page = client.post("/accounts/login/", {"login": "fan", "password": "wrong"})
        content = page.content.decode()
        assert page.context["form"].errors.keys() == {"password"}
        assert re.search(r'<ul class="errorlist" id="id_password_error">.*is wrong', content)
        field = re.search(r'<input type="password"[^>]*>', content)
        assert field is not None
        assert 'aria-invalid="true"' in field[0]
        assert re.search(r'aria-describedby="[^"]*id_password_error"', field[0])
        assert "wrong" not in field[0]

    def test_too_many_attempts_are_answered_with_a_page(self, client, fan) -> None:
        form, browser = {"login": "fan", "password": "wrong"}, {"Accept": "text/html"}
        for _ in range(5):
            reply = client.post("/accounts/login/", form, headers=browser)
        assert (reply.status_code, reply["Content-Type"]) == (429, "text/html; charset=utf-8")
        assert reply["Retry-After"] == "60"
        assert "Try again in 60 s" in reply.content.decode()
        assert client.post("/accounts/login/", form).json()["code"] == "locked_out"

    def test_signing_in_leaves_no_notice_for_a_later_page(self, client, alpha, fan) -> None:
        client.post("/accounts/login/", {"login": "fan", "password": PASSWORD})
        assert '<ul class="notices"' not in client.get("/invitations/").content.decode()
        assert (
            '<ul class="notices"' in client.post("/accounts/logout/", follow=True).content.decode()
        )

    @pytest.mark.parametrize("path", ["signup/", "email/", "password/reset/", "3rdparty/"])
    def test_what_has_no_place_here_is_not_there(self, client, fan, path) -> None:
        client.force_login(fan)
        assert client.get(f"/accounts/{path}").status_code == 404

    @pytest.mark.parametrize("path", ["/accounts/login/", "/api/v1/docs/", "/api/v1/session/"])
    def test_headers_keep_pages_to_themselves(self, client, path) -> None:
        reply = client.get(path)
        policy = reply["Content-Security-Policy"]
        for rule in ("default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
            assert rule in policy
        assert "unsafe" not in policy
        assert reply["X-Content-Type-Options"] == "nosniff"
        assert reply["Referrer-Policy"] == "same-origin"

    @pytest.mark.parametrize(
        "path",
        [
            *("/accounts/login/", "/accounts/2fa/", "/accounts/2fa/totp/activate/"),
            *("/accounts/password/change/", "/accounts/logout/", "/invitations/", "/nothing/"),
            *("/accounts/2fa/recovery-codes/generate/", "/api/v1/docs/"),
        ],
    )
    def test_their_styles_and_scripts_are_files(self, client, alpha, fan, path) -> None:
        if path != "/accounts/login/":
            sign_in(client)
        page = client.get(path, headers={"Accept": "text/html"}, follow=True).content.decode()
        assert '<link rel="stylesheet" href="/static/core/tokens.css">' in page
        assert "<style" not in page
        assert not re.search(r"<[^>]*\s(style|on\w+)=", page)
        scripts = re.findall(r"<script[^>]*>", page)
        assert scripts
        for script in scripts:
            assert re.search(r'src="/static/[^"]+"|type="application/json"', script), script


ONE = {
    "id": "centre",
    "name": "The centre",
    "issuer": "https://id.example.org/",
    "client_id": "c",
    "client_secret": "s",
}


class TestProviders:
    def test_are_read_from_json_or_a_file(self, tmp_path) -> None:
        text = json.dumps([ONE])
        path = tmp_path / "oidc.json"
        path.write_text(text)
        assert read_providers(text) == read_providers(str(path))
        assert read_providers("") == ()
        assert read_providers(text)[0].as_app()["settings"]["oauth_pkce_enabled"] is True

    @pytest.mark.parametrize(
        "changes",
        [{"issuer": "http://id.example.org"}, {"id": "../x"}, {"secret": "x"}],
        ids=["plain", "id", "unknown"],
    )
    def test_wrong_ones_are_named(self, changes) -> None:
        with pytest.raises(ValueError, match="HVRMET_OIDC cannot be used"):
            read_providers(json.dumps([{**ONE, **changes}]))
        with pytest.raises(ValueError, match="HVRMET_OIDC"):
            read_providers("/nowhere/at/all")


class TestTheEndOfASession:
    def test_comes_however_busy_it_is(self, fan) -> None:
        client, now = Client(), time.time()
        assert sign_in(client).status_code == 200
        for hours, status in ((6, 200), (11.9, 200), (12.1, 401)):
            with time_machine.travel(now + hours * 3600, tick=False):
                session = client.session
                session["touched"] = hours
                session.save()
                assert client.get(ME).status_code == status, hours
        with time_machine.travel(now + 12.2 * 3600, tick=False):
            assert sign_in(client).status_code == 200
            assert client.get(ME).status_code == 200

    def test_comes_sooner_without_a_request_where_that_is_limited(self, fan, settings) -> None:
        limited = settings.ENVIRONMENT.model_copy(update={"hvrmet_session_idle_minutes": 30})
        client, unused, now = Client(), Client(), time.time()
        for browser in (client, unused):
            assert sign_in(browser).status_code == 200
        with time_machine.travel(now + 31 * 60, tick=False):
            assert not session_over(unused.session)
            settings.ENVIRONMENT = limited
            assert unused.get(ME).status_code == 401
        for minute, status in ((29, 200), (58, 200), (58.5, 200), (87, 200), (118, 401)):
            with time_machine.travel(now + minute * 60, tick=False):
                assert session_over(client.session) is (status == 401), minute
                assert client.get(ME).status_code == status, minute


@override_settings(SECURE_SSL_REDIRECT=True)
def test_the_api_is_refused_without_tls_and_pages_are_redirected(client, alpha) -> None:
    reply = client.get(ME, headers=alpha.headers)
    assert (reply.status_code, reply.json()["code"]) == (403, "https_required")
    assert "Location" not in reply
    assert client.get(ME, headers=alpha.headers, secure=True).status_code == 200
    assert client.get("/accounts/login/").headers["Location"].startswith("https://")
