"""What waits for review or publication, for whom, and how reports of one region differ in lists."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.services import api_key_create

pytestmark = pytest.mark.django_db


def waiting(desk: Any, who: str) -> list[tuple[int, str | None]]:
    """Return number and own step of what waits, as somebody is shown it."""
    reply = desk.clients[who].get("/api/v1/reports/waiting/")
    assert reply.status_code == 200
    return [(item["number"], item["mine"]) for item in reply.json()["results"]]


def listed(desk: Any, who: str) -> dict[str, Any]:
    [row] = desk.clients[who].get("/api/v1/reports/?newest=true").json()["results"]
    return dict(row)


class TestWaiting:
    def test_each_sees_what_they_can_do_next(self, desk, asked_by) -> None:
        asked_by("chen")
        assert waiting(desk, "wang") == []
        desk.post("li", "report/versions/1/submit/")
        steps = {who: waiting(desk, who) for who in desk.clients.people}
        assert {who for who, found in steps.items() if found == [(1, "approve")]} == {
            *("wang", "zhao", "chen")
        }
        desk.review("zhao")
        steps = {who: waiting(desk, who) for who in desk.clients.people}
        assert {who for who, found in steps.items() if found != [(1, None)]} == {"guo"}
        assert steps["guo"] == [(1, "publish")]
        desk.publish("guo")
        assert waiting(desk, "guo") == []

    def test_who_objects_has_had_their_say(self, desk) -> None:
        desk.review("wang", "request_changes", text="Too sure.")
        assert waiting(desk, "wang") == [(1, None)]
        assert waiting(desk, "zhao") == [(1, "approve")]

    def test_only_the_newest_version_waits(self, desk) -> None:
        desk.post("li", "report/versions/1/submit/")
        desk.store(report_digest="e" * 64)
        assert waiting(desk, "wang") == []
        desk.post("li", "report/versions/2/submit/")
        assert waiting(desk, "wang") == [(2, "approve")]

    def test_a_correction_waits_without_being_handed_in(self, desk) -> None:
        wang = desk.clients.people["wang"]
        desk.store(report_digest="e" * 64, author="person:wang", author_id=wang.pk)
        assert waiting(desk, "wang") == [(2, None)]
        assert waiting(desk, "zhao") == [(2, "approve")]

    def test_services_are_shown_nothing(self, desk) -> None:
        desk.post("li", "report/versions/1/submit/")
        scopes = (Verb.REPORT_VIEW, Verb.REPORT_DRAFT)
        key = api_key_create(tenant_id=desk.centre.id, name="feed", scopes=scopes)
        auth = {"Authorization": f"Bearer {key.text}"}
        assert Client().get("/api/v1/reports/waiting/", headers=auth).json() == {"results": []}
        [row] = Client().get("/api/v1/reports/", headers=auth).json()["results"]
        assert row["opened"] is None


class TestListed:
    def test_names_who_changed_it_last(self, desk) -> None:
        assert listed(desk, "li")["changed_by"] == "hvrmet"
        for act, who in (
            (lambda: desk.post("li", "report/versions/1/submit/"), "li"),
            (lambda: desk.review("wang"), "wang"),
            (lambda: desk.review("zhao", "request_changes", text="Too sure."), "zhao"),
            (lambda: desk.review("zhao"), "zhao"),
            (lambda: desk.publish("chen"), "chen"),
            (lambda: desk.withdraw("guo"), "guo"),
        ):
            act()
            assert listed(desk, "li")["changed_by"] == f"person:{who}"

    def test_says_who_asked_for_what(self, desk, asked_by) -> None:
        asked_by("chen")
        row = listed(desk, "li")
        assert row["requested_by"] == "person:chen"
        assert row["requested_at"] < row["created_at"]

    def test_marks_what_a_person_has_read(self, desk) -> None:
        assert not listed(desk, "wang")["opened"]
        desk.open("wang")
        assert listed(desk, "wang")["opened"]
        assert not listed(desk, "zhao")["opened"]
        desk.store(report_digest="e" * 64)
        assert not listed(desk, "wang")["opened"]
        path = f"/api/v1/diagnoses/{desk.job_id}/report/versions/2/diff/"
        desk.clients["wang"].get(path)
        assert not listed(desk, "wang")["opened"]
