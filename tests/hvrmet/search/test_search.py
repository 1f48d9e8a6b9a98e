"""Search: what is found, in which order, by whom, in pages."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import Job
from hvrmet.jobs.queue import leases
from hvrmet.jobs.services.jobs import job_cancel
from hvrmet.reports.models import Publication
from hvrmet.reports.services import report_version_create
from hvrmet.search import indexing
from hvrmet.search.indexing import Shared, gone_forget, index_job, shared_keep
from hvrmet.search.models import SearchDocument, SearchToken, SharedDocument
from hvrmet.search.selectors import shared_found
from hvrmet.search.shared import catalogue_edition, entry_documents, known_tokens
from hvrmet.search.words import pairs_of, tokens_of
from hvrmet.testing import queue_job, sample_report

from diagnostics.contracts.events import FactorJudged
from diagnostics.contracts.report import Section, Sentence
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.guidelines import load_release
from tasks import upkeep
from tasks.places import keep_places

pytestmark = pytest.mark.django_db

_JET = "g_rainstorm_low_level_jet"


@pytest.fixture
def find(client, alpha) -> Any:
    """Return a function that searches as alpha."""

    def go(part: str = "", centre: Any = None, **query: Any) -> Any:
        headers = (centre or alpha).headers
        reply = client.get(f"/api/v1/search/{part}", query, headers=headers)
        assert reply.status_code == 200, reply.content
        return reply.json()

    return go


def report_of(centre: Any, words: str, **changes: Any) -> Any:
    job_id = queue_job(centre, **changes)
    with scope(centre.id):
        job = lock_job(job_id)
        request = DiagnosisRequest.model_validate(job.request, extra="ignore")
        section = Section(id="summary", title="Summary", sentences=(Sentence(text=words),))
        report = sample_report(request).model_copy(
            update={"sections": (section,), "title": Sentence(text=f"On {words.split()[0]}")}
        )
        return report_version_create(
            job=job, report=report, markdown="# A", html="<p>A", author="hvrmet"
        )


class TestWords:
    def test_english_is_stemmed_and_chinese_paired(self) -> None:
        english, chinese = tokens_of("The storms were flooding low_level_jet", "江苏暴雨")
        assert english == ["flood", "jet", "level", "low", "storm"]
        assert chinese == pairs_of("江苏暴雨") == ["江苏", "苏暴", "暴雨"]
        assert tokens_of("", "the of and") == [[], []]

    def test_words_that_only_ask_or_join_are_left_out_in_both_languages(self) -> None:
        (english,), (chinese,) = tokens_of("what is the rain"), tokens_of("飑线的冷池是什么？")
        assert english == ["rain"]
        assert chinese == ["飑线", "冷池", "池是"]

    def test_a_number_stands_apart_from_its_unit(self) -> None:
        joined, apart = tokens_of("850hPa", "850 hPa")
        assert joined == apart == ["850", "hpa"]
        assert tokens_of("gh500_map") == [["gh500", "map"]]


class TestOwn:
    @pytest.mark.django_db(transaction=True)
    def test_a_diagnosis_is_found_by_event_words_and_region(self, find, alpha, sent) -> None:
        rain = queue_job(alpha, event="rainstorm", text="Why the floods in Jiangsu?")
        queue_job(alpha, event="gale", region=[-20, 40, 0, 60])
        for words in ("flooding", "暴雨", "rainstorm Jiangsu", "jiangsu floods unheard"):
            found = find("diagnoses/", q=words)["results"]
            assert [hit["id"] for hit in found] == [str(rain)], words
        assert find("diagnoses/", q="unheard of")["results"] == []
        by_event = find("diagnoses/", event="gale")["results"]
        assert [hit["event"] for hit in by_event] == ["gale"]
        assert find("diagnoses/", region="110,25,115,30")["results"][0]["id"] == str(rain)
        assert find("diagnoses/", q="gale", region="110,25,115,30")["results"] == []

    def test_upkeep_indexes_what_was_missed_and_nothing_else(
        self, find, alpha, beta, sent, monkeypatch, caplog
    ) -> None:
        """In a test's transaction nothing is indexed on commit: as after a death before it."""
        lost, broken = queue_job(alpha, event="gale"), queue_job(alpha, event="cold_wave")
        elsewhere = queue_job(beta, event="gale")
        upkeep.index_missed()
        assert find("diagnoses/", event="gale")["results"] == []  # somebody may be at it still
        monkeypatch.setattr(indexing, "SETTLED", timedelta(0))
        index = indexing.index_job

        def fail_once(job: Any) -> None:
            if job.pk == broken:
                raise ValueError("cannot be read")
            index(job)

        with monkeypatch.context() as patch:
            patch.setattr(indexing, "index_job", fail_once)
            upkeep.index_missed()
        assert [hit["id"] for hit in find("diagnoses/", q="gale")["results"]] == [str(lost)]
        assert [hit["id"] for hit in find("diagnoses/", beta, q="gale")["results"]] == [
            str(elsewhere)
        ]
        assert str(broken) in caplog.text
        with scope(alpha.id):
            before = SearchDocument.objects.get(subject_id=lost)
            assert indexing.missed_index() == 1
            assert indexing.missed_index() == 0
            assert SearchDocument.objects.get(subject_id=lost).pk == before.pk
            assert SearchDocument.objects.filter(subject_id=broken).exists()

    def test_factors_and_verdicts_are_found(self, find, alpha, sent) -> None:
        from hvrmet.jobs.states import FactorState

        job_id = queue_job(alpha)
        with scope(alpha.id):
            job = Job.objects.get(pk=job_id)
            factor = FactorState(
                evidence_id="e01", entry_id="x", factor="low_level_jet", verdict="confirmed"
            )
            job.state = job.state.model_copy(update={"factors": (factor,)})
            index_job(job)
        for query in ({"q": "low level jet"}, {"factor": "low_level_jet", "verdict": "confirmed"}):
            assert [hit["id"] for hit in find("diagnoses/", **query)["results"]] == [str(job_id)]
        assert find("diagnoses/", factor="low_level_jet", verdict="refuted")["results"] == []
        assert FactorJudged.model_fields

    @pytest.mark.django_db(transaction=True)
    def test_what_ends_is_indexed_again(self, find, alpha, sent) -> None:
        job_id = queue_job(alpha, event="gale")
        assert find("diagnoses/", q="gale")["results"][0]["status"] == "queued"
        with scope(alpha.id):
            job_cancel(principal=alpha.principal, job_id=job_id)
        assert find("diagnoses/", q="gale cancelled")["results"][0]["status"] == "cancelled"
        with scope(alpha.id):
            assert SearchDocument.objects.count() == 1

    def test_events_of_a_run_index_nothing(self, alpha, sent) -> None:
        job_id = queue_job(alpha)
        with scope(alpha.id):
            before = set(SearchToken.objects.values_list("pk", flat=True))
        assert leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w")
        with scope(alpha.id):
            assert set(SearchToken.objects.values_list("pk", flat=True)) == before

    def test_other_centres_find_nothing(self, find, alpha, beta, sent) -> None:
        queue_job(alpha, event="gale")
        report_of(alpha, "Typhoon damage")
        for part in ("", "diagnoses/", "reports/"):
            kinds = {hit["kind"] for hit in find(part, centre=beta, q="gale typhoon")["results"]}
            assert kinds <= {"catalog", "entry", "place"}
        with scope(beta.id):
            assert SearchToken.objects.count() == 0

    def test_keys_find_published_reports_only(self, find, alpha, sent) -> None:
        version = report_of(alpha, "Typhoon damage in Zhejiang")
        assert find("reports/", q="typhoon")["results"] == []
        with scope(alpha.id):
            row = Publication.objects.get(version=version)
            row.status = "published"
            row.published_at = row.created_at
            row.published_by_id, row.approved_by_id = version.pk, row.pk
            row.save()
        (hit,) = find("reports/", q="typhoons")["results"]
        assert (hit["id"], hit["status"]) == (str(version.pk), "published")
        assert hit["url"] == f"/api/v1/reports/{version.pk}/"

    @pytest.mark.django_db(transaction=True)
    def test_pages_neither_repeat_nor_leave_out(self, client, find, alpha, sent) -> None:
        made = {str(queue_job(alpha, event="gale")) for _ in range(7)}
        page = find("", q="gale", kind="diagnosis", page_size=3)
        seen = [hit["id"] for hit in page["results"]]
        queue_job(alpha, event="gale")  # newer: it belongs before the first page
        while page["next"]:
            page = client.get(page["next"], headers=alpha.headers).json()
            seen += [hit["id"] for hit in page["results"]]
        assert (len(seen), set(seen)) == (7, made)

    def test_an_index_is_made_again(self, find, alpha, sent) -> None:
        queue_job(alpha, event="gale")
        with scope(alpha.id):
            SearchDocument.objects.all().delete()
        assert find("diagnoses/", q="gale")["results"] == []
        call_command("search_index", verbosity=0)
        assert len(find("diagnoses/", q="gale")["results"]) == 1

    def test_words_of_what_is_gone_go(self, alpha, sent) -> None:
        version = report_of(alpha, "Typhoon damage")
        with scope(alpha.id):
            assert gone_forget() == 0
            SearchDocument.objects.filter(subject_id=version.pk).update(subject_id=uuid4())
            assert gone_forget() > 0
            assert not SearchDocument.objects.filter(kind="report").exists()

    @pytest.mark.django_db(transaction=True)
    def test_words_are_found_by_a_btree(self, alpha, sent) -> None:
        for _ in range(5):
            queue_job(alpha)
        with scope(alpha.id), connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(
                "EXPLAIN SELECT document_id FROM search_searchtoken "
                "WHERE tenant_id = %s AND token = ANY(%s)",
                [alpha.id, ["gale", "rain"]],
            )
            plan = "\n".join(row[0] for row in cursor.fetchall())
        assert "searchtoken_tenant_token" in plan
        assert "token" in plan.split("Index Cond", 1)[1]


class TestShared:
    def test_the_catalogue_is_found_in_both_languages(self, find) -> None:
        for words in ("precipitable water", "可降水量", "pwat"):
            ids = [hit["id"] for hit in find("catalog/", q=words)["results"]]
            assert "pwat" in ids[:6], (words, ids)
        hit = find("catalog/", q="pwat")["results"][0]
        assert hit["url"] == f"/api/v1/catalog/{hit['id']}/"

    def test_entries_of_the_tenants_release_are_found(self, find) -> None:
        (hit,) = find("entries/", q="low level jet")["results"]
        assert hit["kind"] == "entry"

    def test_entries_are_found_by_what_they_cite(self, find) -> None:
        cited = load_release().entries[0].references[0]
        author = cited.authors[0].split()[0]
        hits = find("entries/", q=f"{author} {cited.year}")["results"]
        found = {hit["id"] for hit in hits}
        citing = {
            entry.id
            for entry in load_release().entries
            if any(author in one.text and str(cited.year) in one.text for one in entry.references)
        }
        assert found & citing

    def test_a_rare_word_counts_more_than_one_that_many_have(self, find) -> None:
        keep = [
            Shared(
                key=f"many-{n}", title_en="common", title_zh="", titles="common", body="", data={}
            )
            for n in range(8)
        ]
        keep.append(Shared("rare", "rare", "", "rare", "", {}))
        shared_keep("catalog", "edition-of-the-test", keep)
        found = shared_found("catalog", "edition-of-the-test", ["common", "rare"], limit=3)
        assert found[0].key == "rare"
        assert Decimal(found[0].rank) > Decimal(found[1].rank)

    def test_words_that_nothing_has_hide_nothing(self, find) -> None:
        asked = find("entries/", q="zzqx qqzx xzzq qxzq low level jet")["results"]
        assert [hit["id"] for hit in asked] == [
            hit["id"] for hit in find("entries/", q="low level jet")["results"]
        ]
        assert asked
        assert find("entries/", q="zzqx")["results"] == []

    def test_entries_are_found_by_other_words_for_their_event_and_by_what_they_explain(
        self,
    ) -> None:
        release = load_release()
        texts = {item.key: item for item in entry_documents(release)}
        gap = texts["g_gale_gap_pressure_fall"]
        assert "strong wind" in gap.titles
        assert "地形狭管与屏障大风" in gap.body
        lifting = next(one for one in release.causes if one.name_zh in texts[_JET].body)
        assert "rainstorm" in lifting.event_types

    def test_a_slip_of_the_keyboard_finds_what_was_meant(self, find) -> None:
        meant = find("catalog/", q="orographic velocity")["results"]
        assert find("catalog/", q="orograhpic velocity")["results"] == meant
        edition = catalogue_edition()
        unlike = ["brrzzt", "2012", "catt", "暴雨"]
        assert known_tokens("catalog", edition, unlike) == unlike
        assert known_tokens("catalog", edition, ["orograhp", "2012"]) == ["orograph", "2012"]

    def test_places_are_found_by_alias_and_chinese_name(self, find) -> None:
        assert find("places/", q="Wuhan")["results"] == []  # no worker has kept them yet
        assert keep_places() > 4000
        assert keep_places() == 0
        for words in ("Wuhan", "武汉", "wuhan CN"):
            best = find("places/", q=words)["results"][0]
            assert (best["title"], best["country"], best["url"]) == ("Wuhan", "CN", None), words
        assert find("places/", q="London")["results"][0]["country"] == "GB"
        assert SharedDocument.objects.filter(kind="place").count() > 4000

    def test_one_search_across_all_ranks_titles_first(self, find, alpha, sent) -> None:
        queue_job(alpha, event="rainstorm")
        found = find("", q="rainstorm")["results"]
        assert {"diagnosis", "catalog", "entry"} & {hit["kind"] for hit in found}
        scores = [hit["score"] for hit in found]
        assert scores == sorted(scores, reverse=True)
        only = find("", q="rainstorm", kind=["catalog"])["results"]
        assert {hit["kind"] for hit in only} == {"catalog"}


@pytest.mark.parametrize(
    ("part", "query", "code"),
    [
        ("", {"q": "x" * 201}, "invalid_request"),
        ("", {"cursor": "zzz"}, "invalid_cursor"),
        ("", {"kind": "unicorn"}, "invalid_request"),
        ("diagnoses/", {"verdict": "confirmed"}, "invalid_request"),
        ("diagnoses/", {"region": "0,80,10,100"}, "invalid_request"),
        ("places/", {"latitude": "30"}, "invalid_request"),
        ("catalog/", {"event": "gale"}, "unknown_parameter"),
    ],
)
def test_bad_searches_are_refused(client, alpha, part, query, code) -> None:
    reply = client.get(f"/api/v1/search/{part}", query, headers=alpha.headers)
    assert (reply.status_code, reply.json()["code"]) == (400, code)
