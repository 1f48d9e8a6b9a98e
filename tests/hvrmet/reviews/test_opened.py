"""Nobody decides on a version of a report that they were never shown."""

from __future__ import annotations

from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.reports.models import Publication
from hvrmet.reviews.models import Correction, Review

pytestmark = pytest.mark.django_db

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
