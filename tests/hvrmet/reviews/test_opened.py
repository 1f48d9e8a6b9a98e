"""Nobody decides on a version of a report that they were never shown."""

from __future__ import annotations

from typing import Any

import pytest
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.reports.models import Publication
from hvrmet.reviews.models import Correction, Review

from diagnostics.contracts.report import Section, Sentence

pytestmark = pytest.mark.django_db

KINDS = ("md", "html", "json")
EDIT = {"op": "replace", "at": "summary.1", "text": "It was calm."}


def decide(desk: Any, who: str, what: str, version: int = 1) -> Any:
    """Send a decision on a version without opening it."""
    if what == "correct":
        body = {"version": version, "note": "clearer", "edits": [EDIT]}
        return desk.post(who, "corrections/", body)
    if what == "publish":
        return desk.post(who, f"report/versions/{version}/publish/")
    return desk.post(who, "reviews/", {"version": version, "verdict": what, "text": "Why."})


DECISIONS = ["approve", "request_changes", "reject", "correct", "publish"]


@pytest.fixture
def approved(desk: Any) -> Any:
    """A version that somebody has read and approved, so that it can be published."""
    desk.review("zhao")
    return desk


@pytest.mark.parametrize("what", DECISIONS)
def test_an_unopened_version_is_not_decided_on(approved, what) -> None:
    who = "chen" if what == "publish" else "wang"
    reply = decide(approved, who, what)
    problem = reply.json()
    assert (reply.status_code, problem["code"]) == (409, "version_not_opened")
    assert problem["data"]["version"] == 1
    assert problem["data"]["open"] in problem["detail"]
    with scope(approved.centre.id):
        assert Publication.objects.get().status == "approved"
        assert (Review.objects.count(), Correction.objects.count()) == (1, 0)
    assert approved.clients[who].get(problem["data"]["open"]).status_code == 200
    assert decide(approved, who, what).status_code in (200, 201, 202)


@pytest.mark.parametrize("form", ["", "export/md/", "export/html/", "export/json/"])
def test_every_form_of_the_whole_version_counts(desk, form) -> None:
    path = f"/api/v1/diagnoses/{desk.job_id}/report/versions/1/{form}"
    reply = desk.clients["wang"].get(path)
    assert reply.status_code == 200
    assert decide(desk, "wang", "approve").status_code == 201


@pytest.mark.parametrize("path", ["", "reviews/", "report/versions/2/diff/?against=1"])
def test_what_does_not_show_the_whole_version_does_not(desk, path) -> None:
    desk.store(report_digest="e" * 64)
    desk.open("wang", 1)
    assert desk.clients["wang"].get(f"/api/v1/diagnoses/{desk.job_id}/{path}").status_code == 200
    assert decide(desk, "wang", "approve", 2).json()["code"] == "version_not_opened"


def test_what_another_person_opened_does_not_count(desk) -> None:
    desk.open("zhao")
    assert decide(desk, "wang", "approve").json()["code"] == "version_not_opened"


def test_withdrawing_does_not_wait(desk) -> None:
    assert desk.withdraw("chen").status_code == 200


VERSION = "report/versions/1/"
WHOLE = [VERSION, f"{VERSION}reading/", "report/", *(f"{VERSION}export/{kind}/" for kind in KINDS)]
FORMS = [*WHOLE, f"{VERSION}diff/?against=1", f"{VERSION}diff/export/html/?against=1"]
PAGES = {"X-HVRMET-Display": "reported"}
AHEAD = {"Sec-Purpose": "prefetch;prerender"}
SECTIONS = ("summary", "causes", "outlook")


def records(desk: Any, who: str) -> list[dict[str, Any]]:
    """Return what the log has of what somebody was sent and shown of reports, the oldest first."""
    with scope(desk.centre.id):
        rows = AuditRecord.objects.filter(
            actor=f"person:{who}", action__in=("report.viewed", "report.sent")
        )
        found = rows.order_by("seq").values_list("action", "data")
        return [{"action": action, **data} for action, data in found]


def address(desk: Any, path: str) -> str:
    return f"/api/v1/diagnoses/{desk.job_id}/{path}"


@pytest.fixture
def long(desk: Any) -> Any:
    """A desk whose second version has three sections."""
    sentences = (Sentence(text="It rained."),)
    sections = tuple(Section(id=name, title=name, sentences=sentences) for name in SECTIONS)
    desk.store(report_digest="e" * 64, sections=sections)
    return desk


class TestWithoutBody:
    @pytest.mark.parametrize("path", FORMS)
    def test_an_answer_without_a_body_is_no_reading(self, desk, path) -> None:
        where = address(desk, path)
        etag = desk.clients["zhao"].get(where).headers["ETag"]
        assert desk.clients["wang"].head(where).status_code == 200
        known = desk.clients["wang"].get(where, headers={"If-None-Match": etag})
        assert known.status_code == 304
        assert records(desk, "wang") == []
        assert decide(desk, "wang", "approve").json()["code"] == "version_not_opened"

    def test_what_was_read_before_is_still_read_after_304(self, desk) -> None:
        etag = desk.clients["wang"].get(address(desk, VERSION)).headers["ETag"]
        again = desk.clients["wang"].get(address(desk, VERSION), headers={"If-None-Match": etag})
        assert again.status_code == 304
        assert decide(desk, "wang", "approve").status_code == 201


class TestOnPages:
    def shown(self, desk: Any, *sections: str) -> Any:
        parts = [{"on": "section", "id": name} for name in sections]
        return desk.post("wang", "report/versions/2/opened/", {"parts": parts})

    def load(self, desk: Any) -> None:
        path = address(desk, "report/versions/2/reading/")
        assert desk.clients["wang"].get(path, headers=PAGES).status_code == 200

    @pytest.mark.parametrize("headers", [PAGES, AHEAD, {"Purpose": "prefetch"}])
    @pytest.mark.parametrize("path", FORMS)
    def test_what_is_loaded_is_sent_and_not_read(self, desk, path, headers) -> None:
        assert desk.clients["wang"].get(address(desk, path), headers=headers).status_code == 200
        assert [record["action"] for record in records(desk, "wang")] == ["report.sent"]
        assert decide(desk, "wang", "approve").json()["code"] == "version_not_opened"

    def test_an_approval_takes_every_section(self, long) -> None:
        self.load(long)
        assert self.shown(long, "summary").status_code == 200
        assert self.shown(long, "causes").status_code == 200
        refused = decide(long, "wang", "approve", 2)
        assert refused.json()["code"] == "version_not_opened"
        assert refused.json()["data"]["whole"] is True
        assert self.shown(long, "outlook").status_code == 200
        assert decide(long, "wang", "approve", 2).status_code == 201
        views = records(long, "wang")[1:]
        assert [view["sections"] for view in views] == [["summary"], ["causes"], ["outlook"]]
        assert [view["complete"] for view in views] == [False, False, True]
        assert {view["as"] for view in views} == {"page"}

    def test_so_does_publication(self, long) -> None:
        long.review("zhao", version=2)
        path = address(long, "report/versions/2/reading/")
        assert long.clients["chen"].get(path, headers=PAGES).status_code == 200
        assert decide(long, "chen", "publish", 2).json()["code"] == "version_not_opened"
        parts = [{"on": "section", "id": name} for name in SECTIONS]
        long.post("chen", "report/versions/2/opened/", {"parts": parts})
        assert decide(long, "chen", "publish", 2).status_code == 200

    @pytest.mark.parametrize("what", ["request_changes", "reject", "correct"])
    def test_an_objection_takes_that_it_was_sent(self, long, what) -> None:
        assert decide(long, "wang", what, 2).json()["code"] == "version_not_opened"
        self.load(long)
        assert decide(long, "wang", what, 2).status_code in (201, 202)

    def test_what_was_never_sent_was_not_displayed(self, long) -> None:
        reply = self.shown(long, *SECTIONS)
        assert (reply.status_code, reply.json()["code"]) == (409, "version_not_opened")
        assert records(long, "wang") == []

    def test_each_display_is_on_record(self, long) -> None:
        self.load(long)
        self.shown(long, *SECTIONS)
        self.shown(long, "summary")
        assert [view["action"] for view in records(long, "wang")] == [
            "report.sent",
            "report.viewed",
            "report.viewed",
        ]

    def test_charts_and_evidence_are_no_text(self, desk) -> None:
        path = address(desk, f"{VERSION}reading/")
        desk.clients["wang"].get(path, headers=PAGES)
        part = {"on": "figure", "id": "figures/ivt.png"}
        assert desk.post("wang", f"{VERSION}opened/", {"parts": [part]}).status_code == 200
        assert [view["action"] for view in records(desk, "wang")] == ["report.sent"]
