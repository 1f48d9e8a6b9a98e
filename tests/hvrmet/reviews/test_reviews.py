"""Reviews lead a version through its life, and are bound to what the version has."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.reports.states import FINAL, LEGAL, VersionStatus, require_legal
from hvrmet.reviews.models import Review

pytestmark = pytest.mark.django_db


def code(reply) -> tuple[int, str]:
    return reply.status_code, reply.json()["code"]


class TestTable:
    def test_every_pair_of_states_is_decided(self) -> None:
        allowed = {(a, b) for a, following in LEGAL.items() for b in following}
        refused = {(a, b) for a in VersionStatus for b in VersionStatus} - allowed
        assert allowed
        assert refused
        for a, b in allowed:
            require_legal(a, b)
        for a, b in refused:
            with pytest.raises(ApplicationError) as caught:
                require_legal(a, b)
            assert caught.value.data == {"status": a, "wanted": b}

    def test_only_what_is_approved_is_published_and_the_end_is_the_end(self) -> None:
        into = {a for a, following in LEGAL.items() if VersionStatus.PUBLISHED in following}
        assert into == {VersionStatus.APPROVED}
        assert {VersionStatus.SUPERSEDED, VersionStatus.WITHDRAWN} == FINAL


class TestVerdicts:
    def test_lead_where_the_table_says(self, desk) -> None:
        assert desk.version()["status"] == "draft"
        assert desk.review("wang", "request_changes", text="Too sure.").status_code == 201
        assert desk.version()["status"] == "in_review"
        assert desk.review("zhao").status_code == 201
        shown = desk.version()
        assert (shown["status"], shown["approved_by"]) == ("approved", "person:zhao")
        assert desk.review("wang", "request_changes", text="Still.").status_code == 201
        shown = desk.version()
        assert (shown["status"], shown["approved_by"]) == ("in_review", "")
        assert desk.review("wang", "reject", text="Wrong event.").status_code == 201
        shown = desk.version()
        assert (shown["status"], shown["withdrawn_by"]) == ("withdrawn", "person:wang")
        assert shown["withdrawal_reason"] == "Wrong event."
        assert code(desk.review("zhao")) == (409, "version_closed")

    def test_a_draft_is_handed_in_once(self, desk) -> None:
        assert desk.post("li", "report/versions/1/submit/").json()["status"] == "in_review"
        assert code(desk.post("li", "report/versions/1/submit/")) == (409, "illegal_transition")

    @pytest.mark.parametrize("verdict", ["request_changes", "reject"])
    def test_that_refuse_need_a_reason(self, desk, verdict) -> None:
        for text in ("", "  "):
            assert code(desk.review("wang", verdict, text=text)) == (400, "invalid_request")

    def test_are_listed_newest_first_with_their_words(self, desk) -> None:
        comment = {"on": "claim", "id": "c2", "text": "Which language?"}
        desk.review("wang", "request_changes", text="See there.", comments=[comment])
        desk.store(report_digest="e" * 64)
        desk.review("zhao", version=2)
        path = f"/api/v1/diagnoses/{desk.job_id}/reviews/"
        listed = desk.clients["li"].get(path).json()["results"]
        assert [(item["reviewer"], item["version"]) for item in listed] == [
            ("person:zhao", 2),
            ("person:wang", 1),
        ]
        assert (listed[1]["text"], listed[1]["comments"]) == ("See there.", [comment])
        assert len(desk.clients["li"].get(f"{path}?version=1").json()["results"]) == 1

    def test_are_given_by_people_only(self, desk, client) -> None:
        key = api_key_create(tenant_id=desk.centre.id, name="robot", roles=[TenantRole.DUTY_LEAD])
        headers = {"Authorization": f"Bearer {key.text}"}
        for path, body in (
            ("reviews/", {"version": 1, "verdict": "approve"}),
            ("report/versions/1/publish/", {}),
            ("report/versions/1/withdraw/", {"reason": "x"}),
        ):
            reply = client.post(
                f"/api/v1/diagnoses/{desk.job_id}/{path}",
                body,
                content_type="application/json",
                headers=headers,
            )
            assert code(reply) == (403, "person_required")

    def test_nobody_approves_what_they_wrote(self, desk) -> None:
        wang = User.objects.get(username="wang")
        desk.store(report_digest="e" * 64, author="person:wang", author_id=wang.pk)
        assert code(desk.review("wang", version=2)) == (403, "second_person_required")
        assert desk.review("zhao", version=2).status_code == 201

    def test_are_on_record(self, desk) -> None:
        desk.review("wang", text="Good.")
        with scope(desk.centre.id):
            record = AuditRecord.objects.latest("seq")
            assert (record.action, record.actor) == ("report.reviewed", "person:wang")
            assert (record.before, record.after) == ({"status": "draft"}, {"status": "approved"})
            assert record.data["verdict"] == "approve"

    @pytest.mark.parametrize("version", [0, 9, 2**40, "1.5", None])
    def test_need_a_version_that_is_there(self, desk, version) -> None:
        reply = desk.review("wang", version=version)
        assert reply.status_code == (404 if version == 9 else 400)


class TestComments:
    @pytest.mark.parametrize(
        ("on", "name"),
        [
            ("claim", "c1"),
            ("figure", "figures/ivt.png"),
            ("sentence", "title"),
            ("sentence", "summary.1"),
            ("sentence", "caption:figures/ivt.png"),
        ],
    )
    def test_are_bound_to_parts_of_the_version(self, desk, on, name) -> None:
        comments = [{"on": on, "id": name, "text": "Look at this."}]
        assert desk.review("wang", comments=comments).status_code == 201

    @pytest.mark.parametrize(
        ("on", "name", "nearest"),
        [
            ("claim", "c9", "c1"),
            ("figure", "figures/ivv.png", "figures/ivt.png"),
            ("sentence", "sumary.1", "summary.1"),
        ],
    )
    def test_on_what_is_not_there_are_refused_with_the_nearest(
        self, desk, on, name, nearest
    ) -> None:
        comments = [{"on": on, "id": name, "text": "Look at this."}]
        reply = desk.review("wang", comments=comments)
        assert code(reply) == (400, "unknown_part")
        (unknown,) = reply.json()["data"]["unknown"]
        assert (unknown["on"], unknown["id"]) == (on, name)
        assert nearest in unknown["nearest"]
        assert nearest in reply.json()["detail"]
        assert desk.version()["status"] == "draft"

    def test_are_held_against_the_version_that_is_named(self, desk) -> None:
        desk.store(report_digest="e" * 64, claims=(), sections=())
        comments = [{"on": "claim", "id": "c1", "text": "Look at this."}]
        assert code(desk.review("wang", version=2, comments=comments)) == (400, "unknown_part")
        assert desk.review("wang", version=1, comments=comments).status_code == 201


def test_the_database_refuses_to_change_a_review(desk) -> None:
    desk.review("wang")
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        with scope(desk.centre.id):
            for statement in (
                "UPDATE reviews_review SET verdict = 'reject'",
                "DELETE FROM reviews_review",
            ):
                with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                    cursor.execute(statement)
            assert Review.objects.get().verdict == "approve"
