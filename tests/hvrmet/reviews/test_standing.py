"""Where a version stands for each person: what they may do, why not the rest, and what was done."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.accounts.services import api_key_create
from hvrmet.core.db.scope import scope
from hvrmet.reviews.acts import Act
from hvrmet.reviews.models import Opening
from hvrmet.tenants.models import Membership

from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db

PARTS = [
    {"on": "section", "id": "summary"},
    {"on": "figure", "id": "figures/ivt.png"},
]
EDIT = {"op": "replace", "at": "summary.1", "text": "It was calm."}
REVIEWING = {Act.COMMENT, Act.REQUEST_CHANGES, Act.APPROVE, Act.REJECT}


def standing(desk: Any, who: str, version: int = 1) -> dict[str, Any]:
    path = f"/api/v1/diagnoses/{desk.job_id}/report/versions/{version}/standing/"
    reply = desk.clients[who].get(path)
    assert reply.status_code == 200
    shown: dict[str, Any] = reply.json()
    return shown


def hindered(desk: Any, who: str) -> dict[str, list[str]]:
    """Return the codes of what hinders somebody, by act."""
    return {
        item["act"]: [found["code"] for found in item["hindrances"]]
        for item in standing(desk, who)["acts"]
    }


def do(desk: Any, who: str, act: Act) -> Any:
    if act is Act.CORRECT:
        return desk.post(who, "corrections/", {"version": 1, "note": "clearer", "edits": [EDIT]})
    if act in REVIEWING:
        return desk.post(who, "reviews/", {"version": 1, "verdict": act, "text": "Why."})
    body = {"reason": "wrong"} if act is Act.WITHDRAW else None
    return desk.post(who, f"report/versions/1/{act}/", body)


STATES: dict[str, list[tuple[str, Act]]] = {
    "draft": [],
    "approved": [("zhao", Act.APPROVE)],
    "approved by the lead alone": [("chen", Act.APPROVE)],
    "published": [("zhao", Act.APPROVE), ("guo", Act.PUBLISH)],
    "withdrawn": [("guo", Act.WITHDRAW)],
}


def tried(desk: Any, who: str, act: Act) -> tuple[int, str]:
    """Return status and code of an act, and take it back."""
    mark = transaction.savepoint()
    reply = do(desk, who, act)
    transaction.savepoint_rollback(mark)
    return reply.status_code, reply.json().get("code", "")


@pytest.mark.parametrize("state", STATES)
def test_what_hinders_is_what_refuses(desk, asked_by, state) -> None:
    asked_by("guo" if state == "approved" else "li")
    for who in ("li", "zhao", "chen", "guo"):
        desk.open(who)
    for who, done in STATES[state]:
        assert do(desk, who, done).status_code in (200, 201)
    for who in ("wang", "chen", "guo"):
        hindering = hindered(desk, who)
        assert list(hindering) == list(Act)
        for act in Act:
            status, code = tried(desk, who, act)
            first = hindering[act][0] if hindering[act] else ""
            refused = "permission_denied" if first == "role_required" else first
            assert (status < 300, code) == (not first, refused), (who, act)


def test_roles_that_may_are_named(desk) -> None:
    [approve] = [item for item in standing(desk, "li")["acts"] if item["act"] == "approve"]
    [lacking, *_] = approve["hindrances"]
    assert lacking["code"] == "role_required"
    assert lacking["data"]["roles"] == ["reviewer", "duty_lead"]


def test_a_second_person_is_asked_for_with_the_reason(desk, asked_by) -> None:
    asked_by("chen")
    desk.review("zhao")
    desk.open("chen")
    [publish] = [item for item in standing(desk, "chen")["acts"] if item["act"] == "publish"]
    [found] = publish["hindrances"]
    assert (found["code"], found["data"]) == ("second_person_required", {"because": "asked"})


def steps(approve: str = "", publish: str = "", lacks: str = "") -> dict[str, Any]:
    """Return what is said of who can take a version on, of names in words."""
    return {
        "awaits_approval": bool(approve or lacks),
        "approve": [f"person:{name}" for name in approve.split()],
        "publish": [f"person:{name}" for name in publish.split()],
        "lacks": lacks.split(),
    }


NOBODY = steps(lacks="approve")


class TestNextSteps:
    @pytest.fixture
    def small(self, desk: Any) -> Any:
        """Return a centre with one person of each role."""
        with scope(desk.centre.id):
            Membership.objects.filter(user__username="zhao").delete()
        User.objects.filter(username="guo").update(is_active=False)
        return desk

    def test_a_version_passes_to_approvers_and_then_to_publishers(self, desk) -> None:
        assert standing(desk, "li")["next"] == steps("chen guo wang zhao", "chen guo")
        desk.review("chen")
        assert standing(desk, "li")["next"] == steps(publish="guo")
        desk.review("zhao")
        assert standing(desk, "li")["next"] == steps(publish="chen guo")
        desk.publish("guo")
        assert standing(desk, "li")["next"] is None

    def test_who_is_named_can_do_it_and_nobody_else(self, desk, asked_by) -> None:
        asked_by("chen")
        people = ("wang", "zhao", "chen", "guo")
        for who in people:
            desk.open(who)
        named = standing(desk, "li")["next"]
        assert named == steps("chen wang zhao", "guo")
        for approver in people:
            mark = transaction.savepoint()
            assert do(desk, approver, Act.APPROVE).status_code == 201
            published = {who for who in people if tried(desk, who, Act.PUBLISH)[0] == 200}
            transaction.savepoint_rollback(mark)
            is_named = f"person:{approver}" in named["approve"]
            assert {f"person:{who}" for who in published} == (
                set(named["publish"]) if is_named else set()
            )

    def test_one_of_each_role_cannot_publish_a_correction(self, small) -> None:
        before = standing(small, "wang")
        assert before["next"] == steps("wang", "chen")
        assert before["after_correction"] == NOBODY
        user = User.objects.get(username="wang")
        small.store(report_digest="e" * 64, author="person:wang", author_id=user.pk)
        for who in ("li", "wang", "chen"):
            assert standing(small, who, 2)["next"] == NOBODY

    def test_a_second_reviewer_lets_a_correction_be_published(self, small) -> None:
        person(small.centre, "sun", TenantRole.REVIEWER)
        assert standing(small, "wang")["after_correction"] == steps("sun", "chen")
        lead = standing(small, "chen")
        assert lead["after_correction"] == steps(lacks="publish")

    def test_an_approval_by_the_only_lead_takes_another_one(self, small) -> None:
        assert standing(small, "chen")["after_approval"] == steps("wang", "chen")
        assert standing(small, "wang")["after_approval"] == steps(publish="chen")
        small.review("chen")
        assert standing(small, "li")["next"] == steps("wang", "chen")

    def test_whoever_asked_leaves_nobody_where_there_is_one_lead(self, small, asked_by) -> None:
        asked_by("chen")
        assert standing(small, "wang")["next"] == steps(lacks="publish")
        with scope(small.centre.id):
            Membership.objects.filter(user__username="wang").delete()
        assert standing(small, "chen")["next"] == steps(lacks="publish")

    def test_what_one_may_not_do_leads_nowhere(self, desk) -> None:
        shown = standing(desk, "li")
        assert (shown["after_approval"], shown["after_correction"]) == (None, None)
        desk.review("zhao")
        desk.publish("guo")
        shown = standing(desk, "wang")
        assert (shown["next"], shown["after_approval"]) == (None, None)
        assert shown["after_correction"] == steps("chen guo zhao", "chen guo")

    def test_services_are_shown_no_names(self, desk) -> None:
        scopes = (Verb.REPORT_VIEW, Verb.REPORT_DRAFT)
        key = api_key_create(tenant_id=desk.centre.id, name="feed", scopes=scopes)
        path = f"/api/v1/diagnoses/{desk.job_id}/report/versions/1/standing/"
        shown = Client().get(path, headers={"Authorization": f"Bearer {key.text}"}).json()
        assert [shown[name] for name in ("next", "after_approval", "after_correction")] == 3 * [
            None
        ]


class TestHistory:
    def test_tells_who_did_what_in_order(self, desk) -> None:
        desk.post("li", "report/versions/1/submit/")
        desk.review("wang", "request_changes", text="Too sure.")
        desk.review("zhao")
        desk.publish("chen")
        desk.withdraw("guo", reason="the data were wrong")
        deeds = standing(desk, "li")["deeds"]
        assert [(item["deed"], item["who"], item["verdict"]) for item in deeds] == [
            ("written", "hvrmet", None),
            ("submitted", "person:li", None),
            ("reviewed", "person:wang", "request_changes"),
            ("reviewed", "person:zhao", "approve"),
            ("published", "person:chen", None),
            ("withdrawn", "person:guo", None),
        ]
        assert deeds[-1]["note"] == "the data were wrong"
        assert sorted(item["at"] for item in deeds) == [item["at"] for item in deeds]

    def test_is_that_of_one_version(self, desk) -> None:
        desk.review("zhao")
        desk.store(report_digest="e" * 64)
        desk.review("zhao", version=2)
        desk.publish("chen", 2)
        first, second = standing(desk, "li", 1)["deeds"], standing(desk, "li", 2)["deeds"]
        assert [item["deed"] for item in first] == ["written", "reviewed", "superseded"]
        assert first[-1]["number"] == 2
        assert [item["deed"] for item in second] == ["written", "reviewed", "published"]

    def test_looking_on_is_not_reading(self, desk) -> None:
        standing(desk, "wang")
        reply = desk.post("wang", "reviews/", {"version": 1, "verdict": "approve"})
        assert reply.json()["code"] == "version_not_opened"


class TestOpened:
    def opened(self, desk: Any, who: str, *parts: dict[str, str]) -> Any:
        desk.open(who)
        return desk.post(who, "report/versions/1/opened/", {"parts": list(parts)})

    def test_each_person_sees_what_is_left(self, desk) -> None:
        assert standing(desk, "wang")["unopened"] == PARTS
        reply = self.opened(desk, "wang", PARTS[0])
        assert (reply.status_code, reply.json()["unopened"]) == (200, PARTS[1:])
        assert self.opened(desk, "wang", PARTS[0]).json()["unopened"] == PARTS[1:]
        assert standing(desk, "wang")["unopened"] == PARTS[1:]
        assert standing(desk, "zhao")["unopened"] == PARTS

    def test_an_approval_says_what_was_not_opened(self, desk) -> None:
        self.opened(desk, "wang", PARTS[0])
        assert desk.review("wang").json()["unopened"] == PARTS[1:]
        self.opened(desk, "wang", *PARTS)
        assert desk.review("wang").json()["unopened"] == []
        assert desk.review("zhao", "comment", text="Later.").json()["unopened"] == []

    def test_a_part_that_is_not_there_is_refused(self, desk) -> None:
        reply = self.opened(desk, "wang", PARTS[0], {"on": "figure", "id": "figures/ivt.svg"})
        problem = reply.json()
        assert (reply.status_code, problem["code"]) == (400, "unknown_part")
        assert problem["data"]["unknown"][0]["nearest"] == ["figures/ivt.png"]
        assert standing(desk, "wang")["unopened"] == PARTS

    def test_services_open_nothing(self, desk) -> None:
        scopes = (Verb.REPORT_VIEW, Verb.REPORT_DRAFT)
        key = api_key_create(tenant_id=desk.centre.id, name="feed", scopes=scopes)
        path = f"/api/v1/diagnoses/{desk.job_id}/report/versions/1/opened/"
        reply = Client().post(
            path,
            {"parts": PARTS},
            content_type="application/json",
            headers={"Authorization": f"Bearer {key.text}"},
        )
        assert (reply.status_code, reply.json()["code"]) == (403, "person_required")

    def test_the_record_stays(self, desk) -> None:
        self.opened(desk, "wang", *PARTS)
        with scope(desk.centre.id):
            assert Opening.objects.count() == 2
            for statement in (
                "UPDATE reviews_opening SET name = 'x'",
                "DELETE FROM reviews_opening",
            ):
                with (
                    pytest.raises(DatabaseError, match="permission denied"),
                    transaction.atomic(),
                    connection.cursor() as cursor,
                ):
                    cursor.execute(statement)


class TestComments:
    def test_lead_nowhere_and_end_no_word(self, desk) -> None:
        desk.review("zhao")
        said = desk.review(
            "zhao",
            "comment",
            comments=[{"on": "sentence", "id": "summary.1", "text": "Which basin?"}],
        )
        assert said.status_code == 201
        shown = desk.version()
        assert (shown["status"], shown["approved_by"]) == ("approved", "person:zhao")
        assert desk.publish("chen").status_code == 200
        assert desk.review("wang", "comment", text="A remark.").json()["dissent"] is False
        assert desk.version()["dissent"] == []

    def test_an_objection_stands_over_a_later_comment(self, desk) -> None:
        desk.review("zhao")
        desk.publish("chen")
        desk.review("wang", "request_changes", text="Too sure.")
        desk.review("wang", "comment", text="Meaning the amount.")
        assert [item["text"] for item in desk.version()["dissent"]] == ["Too sure."]

    def test_say_something(self, desk) -> None:
        reply = desk.review("wang", "comment", text=" ")
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")
