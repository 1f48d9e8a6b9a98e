"""Pages: their language and theme, and errors that a person can read."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils import translation
from hvrmet.accounts import home
from hvrmet.accounts.models import User
from hvrmet.core.http import error_pages, problems, serving
from hvrmet.core.http.language import LanguageMiddleware

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"
FIREFOX = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
NAVIGATES = {**FIREFOX, "Sec-Fetch-Mode": "navigate"}
HTML, PROBLEM = "text/html; charset=utf-8", "application/problem+json"


def page(reply: Any, status: int, words: str) -> str:
    content: str = reply.content.decode()
    assert (reply.status_code, reply["Content-Type"]) == (status, HTML)
    assert words in content
    assert reply["X-Request-ID"] in content
    assert reply["Cache-Control"] == "no-store"
    assert "default-src 'none'" in reply["Content-Security-Policy"]
    assert 'href="/"' in content
    return content


class TestLanguage:
    @pytest.mark.parametrize(
        ("accepted", "cookie", "tag"),
        [
            ("", "", "en"),
            ("zh-CN,zh;q=0.9,en;q=0.5", "", "zh-Hans"),
            ("zh-TW", "", "zh-Hans"),
            ("fr,zh;q=0.2", "", "zh-Hans"),
            ("fr", "", "en"),
            ("en-GB,zh;q=0.9", "", "en"),
            ("zh-CN", "en", "en"),
            ("en", "zh", "zh-Hans"),
            ("zh-CN", "klingon", "zh-Hans"),
        ],
    )
    def test_is_that_of_the_cookie_else_of_the_browser(self, accepted, cookie, tag) -> None:
        client = Client(headers={"Accept-Language": accepted})
        if cookie:
            client.cookies["hvrmet_language"] = cookie
        for address in (LOGIN, "/nothing/"):
            reply = client.get(address, headers=FIREFOX)
            assert f'<html lang="{tag}">' in reply.content.decode()
            assert reply["Content-Language"] == tag
            assert {"Accept-Language", "Cookie"} <= set(reply["Vary"].split(", "))
        assert translation.get_language() == "en"

    def test_is_that_of_the_sign_in_library_too(self, client) -> None:
        client.cookies["hvrmet_language"] = "zh"
        client.force_login(User.objects.create_user(username="fan", password="a-long-password"))
        content = client.get("/accounts/2fa/").content.decode()
        assert "双因素身份认证" in content
        assert "退出登录" in content

    def test_of_the_api_is_english(self, client, alpha) -> None:
        chinese = {**alpha.headers, "Accept-Language": "zh-CN", "Cookie": "hvrmet_language=zh"}
        for address in ("/api/v1/me/", "/api/v1/nothing/", "/api/v1/diagnoses/?a=1"):
            plain, asked = (client.get(address, headers=h) for h in (alpha.headers, chinese))
            changing = ("X-Request-ID", "Date")
            assert {k: v for k, v in plain.items() if k not in changing} == {
                k: v for k, v in asked.items() if k not in changing
            }
            assert plain.json() | {"request_id": ""} == asked.json() | {"request_id": ""}
        assert client.get("/healthz", headers=chinese).get("Content-Language") is None

    def test_ends_with_the_request_even_if_that_fails(self, rf) -> None:
        seen = []

        def fail(request: Any) -> Any:
            seen.append(translation.get_language())
            raise ValueError

        with pytest.raises(ValueError):
            LanguageMiddleware(fail)(rf.get("/", headers={"Accept-Language": "zh-CN"}))
        assert (seen, translation.get_language()) == (["zh-hans"], "en")

    def test_is_chosen_on_the_page(self, client) -> None:
        form = {"language": "zh", "next": f"{LOGIN}?next=/c/alpha/"}
        reply = client.post("/language/", form)
        assert (reply.status_code, reply["Location"]) == (302, form["next"])
        assert '<html lang="zh-Hans">' in client.get(form["next"]).content.decode()
        assert client.post("/language/", {"language": "fr"}).cookies == {}
        assert client.get("/language/").status_code == 405
        assert Client(enforce_csrf_checks=True).post("/language/", form).status_code == 403

    @pytest.mark.parametrize("there", ["https://example.org/", "//example.org", "", "javascript:a"])
    def test_leads_to_no_other_site(self, client, there) -> None:
        reply = client.post("/language/", {"language": "zh", "next": there})
        assert reply["Location"] == "/"


class TestTheme:
    @pytest.mark.parametrize("theme", ["dark", "light"])
    def test_is_that_of_the_cookie(self, client, theme) -> None:
        client.cookies["hvrmet_theme"] = theme
        content = client.get(LOGIN).content.decode()
        assert f'data-theme="{theme}"' in content
        assert "<script" not in content

    @pytest.mark.parametrize("cookie", ["", '"><script>'])
    def test_follows_the_system_without_one(self, client, cookie) -> None:
        client.cookies["hvrmet_theme"] = cookie
        content = client.get(LOGIN).content.decode()
        assert "data-theme" not in content
        assert content.count("<script") == 1
        assert '<script src="/static/core/theme.js"></script>' in content


class TestErrors:
    @pytest.mark.parametrize("headers", [FIREFOX, NAVIGATES, {"Accept": "text/html"}])
    def test_are_pages_for_people(self, client, headers) -> None:
        page(client.get("/nothing/", headers=headers), 404, "There is nothing here")
        page(client.get("/accounts/signup/", headers=headers), 404, "There is nothing here")
        reply = client.get(f"{LOGIN}?next=/%00", headers=headers)
        page(reply, 400, "cannot be served")

    @pytest.mark.parametrize(
        "headers",
        [
            {},
            {"Accept": "*/*"},
            {"Accept": "application/json"},
            {"Accept": "application/json, text/html;q=0.9"},
            {**FIREFOX, "Sec-Fetch-Mode": "cors"},
        ],
    )
    def test_are_documents_for_programs(self, client, headers) -> None:
        for address in ("/nothing/", "/api/v1/nothing/", "/api/v1/me/"):
            reply = client.get(address, headers=headers)
            assert reply["Content-Type"] == PROBLEM, address
            assert reply.json()["request_id"] == reply["X-Request-ID"]

    def test_of_the_api_are_pages_where_a_person_opens_its_address(self, client, alpha) -> None:
        address = "/api/v1/reports/?page_size=5"
        content = page(client.get(address, headers=NAVIGATES), 401, "Sign in first")
        assert 'href="/accounts/login/?next=%2Fapi%2Fv1%2Freports%2F%3Fpage_size%3D5"' in content
        page(client.get("/api/v1/nothing/", headers=FIREFOX), 404, "There is nothing here")
        client.force_login(User.objects.create_user(username="fan", password="a-long-password"))
        page(client.get(address, headers=NAVIGATES), 403, "You may not see this")

    def test_of_what_is_sent_to_the_api_never_are(self, client, alpha) -> None:
        for reply in (
            client.post("/api/v1/diagnoses/", {}, headers=NAVIGATES),
            client.get("/api/v1/diagnoses/?a=1", headers={**NAVIGATES, **alpha.headers}),
            client.post("/api/v1/session/", headers=NAVIGATES),
        ):
            assert (reply.status_code >= 400, reply["Content-Type"]) == (True, PROBLEM)

    def test_of_a_form_say_what_to_do(self) -> None:
        client = Client(enforce_csrf_checks=True)
        reply = client.post(LOGIN, {"login": "a"}, headers=NAVIGATES)
        page(reply, 403, "The form was not accepted")
        assert client.post(LOGIN, {"login": "a"}).json()["code"] == "csrf_failed"

    def test_of_a_long_form_too(self, client) -> None:
        reply = client.post(LOGIN, {"login": "a" * 3 * 2**20}, headers=NAVIGATES)
        page(reply, 413, "Too much was sent")

    def test_keep_nothing_that_was_sent(self, client) -> None:
        address = "/<script>alert(1)</script>/?token=secret"
        content = page(client.get(address, headers=FIREFOX), 404, "There is nothing here")
        assert "alert" not in content
        assert "secret" not in content

    def test_are_in_the_language_and_theme_of_their_reader(self, client) -> None:
        client.cookies["hvrmet_language"], client.cookies["hvrmet_theme"] = "zh", "light"
        content = page(client.get("/nothing/", headers=FIREFOX), 404, "此处没有内容")
        assert '<html lang="zh-Hans" data-theme="light">' in content

    def test_of_ours_hold_no_detail(self, monkeypatch) -> None:
        def fail(request: Any) -> None:
            raise RuntimeError("the password is hunter2")

        monkeypatch.setattr(home, "_active", fail)
        client = Client(raise_request_exception=False)
        client.force_login(User.objects.create_user(username="fan", password="a-long-password"))
        reply = client.get("/accounts/2fa/", headers=NAVIGATES)
        assert "hunter2" not in page(reply, 500, "A fault of the platform")
        assert client.get("/accounts/2fa/").json()["code"] == "internal_error"

    def test_without_a_database_need_none(self, monkeypatch, django_assert_num_queries) -> None:
        def fail(self: SessionStore) -> None:
            raise OperationalError("the server closed the connection unexpectedly")

        monkeypatch.setattr(SessionStore, "load", fail)
        client = Client(raise_request_exception=False)
        client.cookies["hvrmet_session"] = "a" * 32
        with django_assert_num_queries(0):
            reply = client.get("/", headers={**NAVIGATES, "Accept-Language": "zh"})
        page(reply, 503, "暂时无法使用")
        assert (reply["Retry-After"], reply["Refresh"]) == ("5", "5")

    def test_do_not_send_a_form_again_by_themselves(self, rf: RequestFactory) -> None:
        reply = serving._busy(rf.post("/accounts/login/", headers=NAVIGATES))
        assert reply.status_code == 503
        assert "Refresh" not in reply

    def test_of_a_busy_platform_say_when_to_come_again(self, rf: RequestFactory) -> None:
        reply = serving._busy(rf.get("/", headers=NAVIGATES))
        assert (reply.status_code, reply["Content-Type"], reply["Retry-After"]) == (503, HTML, "2")
        assert "Try again in 2 s." in reply.content.decode()
        assert serving._busy(rf.get("/api/v1/me/", headers=NAVIGATES))["Content-Type"] == PROBLEM

    @pytest.mark.parametrize("handler", [problems.server_error, problems.too_many])
    def test_need_neither_session_nor_user(self, rf: RequestFactory, handler) -> None:
        reply = handler(rf.get("/", headers=NAVIGATES))
        assert (reply.status_code >= 429, reply["Content-Type"]) == (True, HTML)

    def test_lead_to_the_second_factor_where_that_is_missing(self, client, settings) -> None:
        settings.REQUIRE_SECOND_FACTOR = True
        client.force_login(User.objects.create_user(username="fan", password="a-long-password"))
        content = page(client.get("/api/v1/me/", headers=NAVIGATES), 403, "A second factor is")
        assert 'href="/accounts/2fa/"' in content

    def test_have_a_text_for_each_status(self, rf) -> None:
        for status in (*error_pages._BY_STATUS, 405, 409, 422):
            reply = error_pages.error_page(rf.get("/"), status, "anything")
            assert reply.status_code == status
            assert "<h1>" in reply.content.decode()
