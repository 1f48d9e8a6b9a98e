"""Publication takes two people; what was published is superseded or withdrawn, never deleted."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import resolve
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.reports.models import Publication
from hvrmet.testing import make_centre, queue_job
from hvrmet.webhooks.models import Event, Subscription

from diagnostics.contracts.enums import ConclusionKind, Language
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.space_time import Region
from tests.hvrmet.factories import key_headers
from tests.hvrmet.reviews.conftest import Desk, bulletin

pytestmark = pytest.mark.django_db


def code(reply: Any) -> tuple[int, str]:
    return reply.status_code, reply.json()["code"]


def approved(desk: Any, number: int = 1) -> None:
    assert desk.review("wang", version=number).status_code == 201


class TestFourEyes:
    def test_one_approves_and_another_publishes(self, desk) -> None:
        approved(desk)
        reply = desk.publish("chen")
        assert reply.status_code == 200
        shown = reply.json()
        assert (shown["status"], shown["approved_by"], shown["published_by"]) == (
            "published",
            "person:wang",
            "person:chen",
        )
        assert shown["published_at"] == shown["changed_at"] or shown["published_at"]

    def test_only_what_is_approved(self, desk) -> None:
        assert code(desk.publish("chen")) == (409, "illegal_transition")
        desk.review("wang", "request_changes", text="No.")
        assert code(desk.publish("chen")) == (409, "illegal_transition")
        approved(desk)
        assert desk.publish("chen").status_code == 200
        assert code(desk.publish("guo")) == (409, "illegal_transition")

    def test_who_alone_approved_does_not_publish(self, desk) -> None:
        desk.review("chen")
        assert code(desk.publish("chen")) == (403, "second_person_required")
        approved(desk)
        reply = desk.publish("chen")
        assert (reply.status_code, reply.json()["approved_by"]) == (200, "person:wang")

    def test_who_asked_does_not_publish(self, desk, asked_by) -> None:
        asked_by("chen")
        approved(desk)
        assert code(desk.publish("chen")) == (403, "second_person_required")
        assert desk.publish("guo").status_code == 200

    def test_a_name_is_not_who_asked(self, desk, asked_by) -> None:
        """A person who takes another name stays who asked; one who has that name now did not."""
        asked_by("chen")
        User.objects.filter(username="chen").update(username="chen-li")
        User.objects.filter(username="guo").update(username="chen")
        approved(desk)
        assert code(desk.publish("chen")) == (403, "second_person_required")
        assert desk.publish("guo").status_code == 200

    def test_who_wrote_does_not_publish(self, desk) -> None:
        chen = User.objects.get(username="chen")
        desk.store(report_digest="e" * 64, author="person:chen", author_id=chen.pk)
        approved(desk, 2)
        assert code(desk.publish("chen", 2)) == (403, "second_person_required")
        assert desk.publish("guo", 2).status_code == 200

    def test_an_approval_taken_back_counts_no_more(self, desk) -> None:
        approved(desk)
        desk.review("wang", "request_changes", text="On second thought.")
        desk.review("guo")
        assert code(desk.publish("guo")) == (403, "second_person_required")
        assert desk.publish("chen").json()["approved_by"] == "person:guo"

    @pytest.mark.parametrize("same", ["published_by_id", "approved_by_id"])
    def test_the_database_wants_two_people_too(self, desk, same) -> None:
        author = uuid4()
        people = {"published_by_id": uuid4(), "approved_by_id": uuid4(), same: author}
        with scope(desk.centre.id):
            for change in (
                {"author_id": author, **people},
                {"published_by_id": author, "approved_by_id": author},
                {"published_by_id": author},
                {"approved_by_id": author},
            ):
                with pytest.raises(DatabaseError, match="two_people"), transaction.atomic():
                    Publication.objects.update(
                        published_at="2026-07-01T00:00Z", status="published", **change
                    )

    def test_the_database_publishes_one_version_at_a_time(self, desk) -> None:
        desk.store(report_digest="e" * 64)
        change = {
            "status": "published",
            "published_at": "2026-07-01T00:00Z",
            "published_by_id": uuid4(),
            "approved_by_id": uuid4(),
        }
        with (
            scope(desk.centre.id),
            pytest.raises(DatabaseError, match="one_published"),
            transaction.atomic(),
        ):
            Publication.objects.update(**change)


class TestEndings:
    def test_a_later_version_takes_the_place_of_all_before_it(self, desk) -> None:
        approved(desk)
        desk.publish("chen")
        desk.store(report_digest="e" * 64)
        desk.store(report_digest="f" * 64)
        approved(desk, 3)
        assert desk.publish("guo", 3).status_code == 200
        states = [desk.version(number) for number in (1, 2, 3)]
        assert [(state["status"], state["superseded_by"]) for state in states] == [
            ("superseded", 3),
            ("superseded", 3),
            ("published", None),
        ]
        with scope(desk.centre.id):
            actions = list(
                AuditRecord.objects.filter(action__startswith="report.")
                .exclude(action="report.viewed")
                .order_by("seq")
                .values_list("action", "data__number")
            )
        assert actions[-3:] == [
            ("report.superseded", 1),
            ("report.superseded", 2),
            ("report.published", 3),
        ]
        assert code(desk.review("wang", version=1)) == (409, "version_closed")

    def test_a_withdrawn_version_stays_with_its_reason(self, desk) -> None:
        approved(desk)
        desk.publish("chen")
        shown = desk.withdraw("chen", reason="a broken gauge").json()
        assert (shown["status"], shown["withdrawn_by"]) == ("withdrawn", "person:chen")
        assert desk.version()["withdrawal_reason"] == "a broken gauge"
        assert desk.version()["document"]["claims"]
        assert code(desk.withdraw("guo")) == (409, "illegal_transition")
        assert code(desk.publish("guo")) == (409, "illegal_transition")
        with scope(desk.centre.id):
            record = AuditRecord.objects.filter(action="report.withdrawn").get()
            assert (record.before, record.data["reason"]) == (
                {"status": "published"},
                "a broken gauge",
            )

    def test_a_withdrawal_needs_a_reason(self, desk) -> None:
        assert code(desk.withdraw("chen", reason="")) == (400, "invalid_request")

    def test_a_file_says_what_became_of_the_version(self, desk) -> None:
        approved(desk)
        desk.publish("chen")
        path = f"/api/v1/diagnoses/{desk.job_id}/report/versions/1/export"

        def files() -> tuple[Any, Any]:
            return tuple(desk.clients["li"].get(f"{path}/{kind}/") for kind in ("md", "html"))

        before = files()
        assert before[0].content.decode() == "# A rainy period\n\nText."
        desk.review("zhao", "reject", text="It was <b>hail</b>.")
        desk.withdraw("chen", reason="see [this](http://x)")
        after = files()
        assert after[0].content.decode() == (
            "> **Withdrawn by person:chen: see [this]\\(http://x)**\n"
            "> **Dissent of person:zhao: It was \\<b\\>hail\\</b\\>.**\n"
            "\n# A rainy period\n\nText."
        )
        page = after[1].content.decode()
        assert "Withdrawn by person:chen" in page.split("<h1>")[0]
        assert "&lt;b&gt;hail" in page
        assert {reply["ETag"] for reply in before} & {reply["ETag"] for reply in after} == set()

    def test_an_export_says_who_corrected_it(self, desk) -> None:
        def text(number: int, kind: str) -> str:
            path = f"/api/v1/diagnoses/{desk.job_id}/report/versions/{number}/export/{kind}/"
            return str(desk.clients["li"].get(path).content.decode())

        desk.store(report_digest="e" * 64, author="person:wang", corrects=1)
        desk.store(report_digest="f" * 64, author="person:zhao", corrects=2, language=Language.ZH)
        assert "corrected by" not in text(1, "md") + text(1, "html")
        said = "Written by the platform, corrected by wang"
        assert text(2, "md").startswith(f"> {said}\n\n# A rainy period")
        assert f"<main><p>{said}</p><h1>" in text(2, "html")
        assert text(3, "md").startswith("> 系统自动生成，wang、zhao订正")


class TestDissent:
    def test_stands_beside_the_published_version_until_it_is_taken_back(self, desk) -> None:
        desk.review("zhao", "request_changes", text="The event is a gale.")
        approved(desk)
        shown = desk.publish("chen").json()
        assert [(d["reviewer"], d["text"]) for d in shown["dissent"]] == [
            ("person:zhao", "The event is a gale.")
        ]
        reply = desk.review("guo", "reject", text="It is wrong.")
        assert reply.json()["dissent"] is True
        shown = desk.version()
        assert shown["status"] == "published"
        assert {d["reviewer"] for d in shown["dissent"]} == {"person:zhao", "person:guo"}
        assert desk.review("zhao").json()["dissent"] is False
        assert {d["reviewer"] for d in desk.version()["dissent"]} == {"person:guo"}


class TestDownstream:
    """What services and people find at ``/api/v1/reports/``."""

    def listed(self, client: Client, query: str = "", **headers: str) -> list[Any]:
        reply = client.get(f"/api/v1/reports/{query}", headers=headers)
        assert reply.status_code == 200, reply.content
        found: list[Any] = reply.json()["results"]
        return found

    def test_services_see_what_was_published(self, desk, client) -> None:
        headers = desk.centre.headers
        assert self.listed(client, **headers) == []
        assert len(self.listed(desk.clients["li"])) == 1
        key = self.listed(desk.clients["li"])[0]["id"]
        address = f"/api/v1/reports/{key}/"
        assert client.get(address, headers=headers).status_code == 404
        approved(desk)
        desk.publish("chen")
        (item,) = self.listed(client, "?status=published", **headers)
        assert (item["id"], item["title"], item["number"]) == (key, "A rainy period", 1)
        assert item["region"] == [100, 20, 120, 40]
        document = client.get(item["links"]["report"], headers=headers).json()["document"]
        assert document["report_digest"] == "d" * 64
        assert client.get(item["links"]["html"], headers=headers).status_code == 200
        desk.withdraw("chen", reason="wrong data")
        for path in (address, item["links"]["html"]):
            gone = client.get(path, headers=headers)
            assert code(gone) == (410, "report_withdrawn")
            assert gone.json()["data"]["reason"] == "wrong data"
        (item,) = self.listed(client, **headers)
        assert item["status"] == "withdrawn"
        assert desk.clients["li"].get(address).status_code == 200

    def test_messages_and_links_lead_to_the_page_of_their_version(
        self, desk, make_desk, settings
    ) -> None:
        settings.CSRF_TRUSTED_ORIGINS = ["https://elsewhere.example", "https://testserver:8443"]
        desks = (desk, make_desk(make_centre("south-river"), "-south"))
        kinds = ["report.published", "report.superseded", "report.withdrawn"]
        for one in desks:
            with scope(one.centre.id):
                Subscription.objects.create(name="x", url="x", events=kinds, sealed_key="x")
            approved(one)
            one.publish("chen")
            one.store(report_digest="e" * 64)
            approved(one, 2)
            one.publish("chen", 2)
            one.withdraw("chen", 2)
        for one in desks:
            base = f"/c/{one.centre.slug}/diagnoses/{one.job_id}/report"
            first, second = (f"https://testserver:8443{base}/{number}/" for number in (1, 2))
            assert resolve(f"{base}/1/").url_name == "report-page"
            with scope(one.centre.id):
                told = list(Event.objects.values_list("kind", "payload__data__page"))
            assert sorted(told) == [
                ("report.published", first),
                ("report.published", second),
                ("report.superseded", first),
                ("report.withdrawn", second),
            ]
            listed = self.listed(one.clients["li"])
            assert [item["links"]["page"] for item in listed] == [second, first]

    def test_services_are_shown_drafts_where_their_scopes_say_so(self, desk, client) -> None:
        headers = desk.centre.headers
        scopes = [Verb.REPORT_VIEW, Verb.REPORT_DRAFT]
        drafts = key_headers(desk.centre, "drafts", TenantRole.SERVICE, scopes=scopes)
        base = f"/api/v1/diagnoses/{desk.job_id}/report/"
        one = "versions/1/"
        paths = ("", one, f"{one}reading/", f"{one}export/md/", f"{one}diff/?against=1")
        for path in paths:
            assert client.get(base + path, headers=headers).status_code == 404
            assert client.get(base + path, headers=drafts).status_code == 200
        assert len(self.listed(client, **drafts)) == 1
        approved(desk)
        desk.publish("chen")
        desk.store(report_digest="e" * 64)
        for path in paths:
            assert client.get(base + path, headers=headers).status_code == 200
        shown = client.get(base, headers=headers).json()
        assert [item["number"] for item in shown["versions"]] == [1]
        assert shown["latest"]["report_digest"] == "d" * 64
        desk.withdraw("chen", reason="wrong data")
        for path in paths:
            gone = client.get(base + path, headers=headers)
            assert code(gone) == (410, "report_withdrawn")
            assert client.get(base + path, headers=drafts).status_code == 200

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("region=90,10,101,21", True),
            ("region=90,10,99,21", False),
            ("region=100,41,120,50", False),
            ("region=-260,20,-255,30", True),
            ("region=170,20,105,40", True),
            ("region=130,20,-170,40", False),
            ("event=rainstorm", True),
            ("event=gale", False),
            ("occurrence=not_met", True),
            ("occurrence=met", False),
            ("status=draft", True),
            ("status=published", False),
            ("since=2020-01-01T00:00Z", True),
            ("since=2199-01-01T00:00Z", False),
        ],
    )
    def test_filters(self, desk, query, found) -> None:
        with scope(desk.centre.id):
            Publication.objects.update(event="rainstorm")
        assert bool(self.listed(desk.clients["li"], f"?{query}")) is found

    @pytest.mark.parametrize("box", [(170, 190), (-180, -160), (-180, 180)])
    def test_regions_across_the_date_line_are_found(self, desk, box) -> None:
        west, east = box
        with scope(desk.centre.id):
            Publication.objects.update(west=west, east=east)
        for region in ("175,20,179.5,30", "-179,20,-175,30", "175,20,-175,30"):
            expected = not (box == (-180, -160) and region.startswith("175,20,179"))
            assert bool(self.listed(desk.clients["li"], f"?region={region}")) is expected

    @pytest.mark.parametrize(
        "query",
        [
            *("status=gone", "event=snow", "region=1,2", "since=monday"),
            *("occurrence=maybe", "diagnosis=1", "newest=yes", "newest=1"),
        ],
    )
    def test_filters_that_mean_nothing_are_refused(self, desk, query) -> None:
        reply = desk.clients["li"].get(f"/api/v1/reports/?{query}")
        assert code(reply) == (400, "invalid_request")

    @pytest.mark.parametrize(
        ("query", "count"), [("", 4), ("?newest=true&occurrence=not_met&diagnosis={}", 1)]
    )
    def test_costs_the_same_number_of_queries_for_any_number(
        self, desk, client, django_assert_max_num_queries, query, count
    ) -> None:
        for letter in "abc":
            desk.store(report_digest=letter * 64)
        query = query.format(desk.job_id)
        forecaster = desk.clients["li"]  # signed in before anything is counted
        with django_assert_max_num_queries(5):
            assert len(self.listed(client, query, **desk.centre.headers)) == 0
        with django_assert_max_num_queries(10):
            assert len(self.listed(forecaster, query)) == count

    def test_has_a_title_in_each_language_that_is_kept(self, desk) -> None:
        (listed,) = self.listed(desk.clients["li"], "")
        assert listed["titles"] == {"en": "A quiet period"}
        one = desk.clients["li"].get(f"/api/v1/reports/{listed['id']}/").json()
        assert one["titles"] == listed["titles"]

    def test_says_whether_the_event_happened(self, desk) -> None:
        desk.store(report_digest="e" * 64, conclusion=concluded("gale", "not_met", "gale"))
        item, quiet = self.listed(desk.clients["li"])
        names = ("event", "occurrence", "occurred")
        assert [item[name] for name in names] == ["gale", "not_met", "gale"]
        assert [quiet[name] for name in names] == [None, "not_met", None]
        detail = desk.clients["li"].get(item["links"]["report"]).json()
        assert [detail[name] for name in names] == ["gale", "not_met", "gale"]

    def test_of_one_diagnosis(self, desk) -> None:
        other = queue_job(desk.centre)
        assert len(self.listed(desk.clients["li"], f"?diagnosis={desk.job_id}")) == 1
        assert self.listed(desk.clients["li"], f"?diagnosis={other}") == []

    def test_the_newest_of_each_report_that_one_may_see(self, desk, client) -> None:
        def newest(who: str = "", query: str = "") -> list[tuple[int, str]]:
            reader, headers = (desk.clients[who], {}) if who else (client, desk.centre.headers)
            rows = self.listed(reader, f"?newest=true{query}", **headers)
            return [(row["number"], row["status"]) for row in rows]

        for letter in "ef":
            desk.store(report_digest=letter * 64)
        assert (newest("li"), newest()) == ([(3, "draft")], [])
        for number in (1, 2):
            approved(desk, number)
            desk.publish("chen", number)
        assert (newest("li"), newest()) == ([(3, "draft")], [(2, "published")])
        assert newest("li", "&status=published") == []
        desk.withdraw("chen", 2)
        assert newest() == [(2, "withdrawn")]
        assert len(self.listed(desk.clients["li"], "?newest=false")) == 3
        another = Desk(desk.centre, queue_job(desk.centre), desk.clients)
        another.store()
        assert newest("li") == [(1, "draft"), (3, "draft")]


def test_versions_that_were_there_before_become_drafts(desk) -> None:
    """What the migration writes for them is what a new version gets."""
    migration = import_module("hvrmet.reports.migrations.0006_publication_isolation")
    desk.store(report_digest="e" * 64, classification=ACROSS)
    with scope(desk.centre.id):
        told = list(Publication.objects.order_by("version__number").values(*DRAWN))
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        with scope(desk.centre.id):
            # The database itself refuses to delete them; this stands for a time before it did.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE reports_publication DISABLE TRIGGER USER")
            cursor.execute("DELETE FROM reports_publication")
            cursor.execute("ALTER TABLE reports_publication ENABLE TRIGGER USER")
            cursor.execute(migration.DRAFTS)
            found = list(Publication.objects.order_by("version__number").values(*DRAWN))
    assert (len(found), found) == (2, told)
    assert (found[1]["west"], found[1]["east"]) == (170.0, 190.0)


def test_what_older_versions_say_of_the_event_is_read_from_their_documents(desk) -> None:
    """What the database writes for them is what a new version gets, also of older documents."""
    migration = import_module("hvrmet.reports.migrations.0010_occurrence")
    older = [
        Conclusion.model_validate({"kind": kind, "reason": reason, "event": event})
        for kind in ConclusionKind
        for reason in ("", "another_type_fired", "too_few_factors_confirmed")
        for event in (None, "gale")
    ]
    newer = [concluded("gale", "likely_at_stations", None)]
    for number, conclusion in enumerate(older + newer):
        desk.store(report_digest=f"{number:064d}", conclusion=conclusion)
    rows = Publication.objects
    wanted = ("version__number", "occurrence", "occurred")
    with scope(desk.centre.id):
        told = list(rows.order_by("version__number").values_list(*wanted))
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        with scope(desk.centre.id):
            # The database refuses to change them; this stands for versions of older releases.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE reports_reportversion DISABLE TRIGGER USER")
            cursor.execute(
                "UPDATE reports_reportversion SET document = document #- '{conclusion,occurrence}' "
                "WHERE number <= %s",
                [len(older) + 1],
            )
            cursor.execute("ALTER TABLE reports_reportversion ENABLE TRIGGER USER")
            cursor.execute(migration.TELL_ALL)
            found = list(rows.order_by("version__number").values_list(*wanted))
    assert found == told
    assert found[-1] == (len(older) + 2, "likely_at_stations", "")


def concluded(event: str, status: str, occurred: str | None) -> Conclusion:
    """Conclude the diagnosis of an event with a statement on that one, or on none."""
    found: Conclusion = Conclusion.model_validate(
        {
            "kind": "insufficient_evidence",
            "event": event,
            "occurrence": {"status": status, "event": occurred},
            "explanation": {"status": "none"},
        }
    )
    return found


ACROSS = bulletin().classification.model_copy(
    update={"region": Region.model_validate([170, 20, -170, 40])}
)
DRAWN = (
    *("version_id", "report_id", "status", "title", "event", "occurrence", "occurred"),
    *("west", "south", "east", "north"),
    *("author_id", "approved_by", "published_at", "superseded_by", "dissent"),
)
