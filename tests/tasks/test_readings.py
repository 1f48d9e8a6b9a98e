"""Versions are kept as they are read, in both languages, and those of before get theirs later."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.evidence.services import artifact_register
from hvrmet.evidence.storage import content_write
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.jobs.models import Job, OutboxRow
from hvrmet.jobs.queue import leases
from hvrmet.reports.models import ReportReading, ReportVersion, WaitingReading
from hvrmet.reports.readings import BATCH, MOST_TRIES, WRITER, readings_send
from hvrmet.reports.services import report_version_create
from hvrmet.testing import Centre, make_centre, queue_job, sample_report

from diagnostics.contracts.enums import Language
from diagnostics.contracts.report import Report
from diagnostics.contracts.request import DiagnosisRequest
from knowledge.services import release_import
from tasks import corrections, readings, upkeep
from tests.diagnostics.loop.test_stored_runs import events_of, release_of, report_of
from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db
EN, ZH = Language.EN, Language.ZH
RUN = "rainstorm_en"
WORDS = "A line of storms, as the radar shows."


class Desk:
    """A run that another release concluded, its first version, and two people who read it."""

    def __init__(self, centre: Centre, report: Report, release_digest: str) -> None:
        self.centre = centre
        self.client = Client()
        self.client.force_login(person(centre, "wang", TenantRole.REVIEWER))
        self.job_id = queue_job(centre)
        self.pin(release_digest)
        lease = leases.claim(job_id=self.job_id, tenant_id=centre.id, worker="w")
        assert lease is not None
        sha256 = content_write(centre.id, b"\x89PNG")
        with scope(centre.id):
            job = lock_job(self.job_id)
            for event in events_of(RUN):
                append(job, event.body, attempt=lease.attempt)
            for name in {item.artifact for part in report.sections for item in part.figures}:
                artifact_register(
                    job_id=self.job_id,
                    name=name,
                    sha256=sha256,
                    media_type="image/png",
                    size=4,
                    attempt=lease.attempt,
                )
        self.keep(report)

    def pin(self, release_digest: str) -> None:
        """Pin the run to a release."""
        with scope(self.centre.id):
            Job.objects.filter(pk=self.job_id).update(release_digest=release_digest)

    def keep(self, report: Report) -> None:
        """Keep a version with what a worker writes of it at the end of a run."""
        written = readings.run_readings(report, tenant_id=self.centre.id, job_id=self.job_id)
        with scope(self.centre.id):
            report_version_create(
                job=lock_job(self.job_id),
                report=report,
                markdown="# A",
                html="<p>A",
                author="hvrmet",
                readings=written,
            )

    def get(self, language: str = "", version: int = 1) -> Any:
        path = f"/api/v1/diagnoses/{self.job_id}/report/versions/{version}/reading/"
        return self.client.get(f"{path}?language={language}" if language else path)

    def correct(self, *edits: Any, version: int = 1) -> None:
        base = f"/api/v1/diagnoses/{self.job_id}/"
        self.client.get(f"{base}report/versions/{version}/")
        body = {"version": version, "note": "n", "edits": edits}
        reply = self.client.post(f"{base}corrections/", body, content_type="application/json")
        assert reply.status_code == 202, reply.content
        row = OutboxRow.objects.get(subject_id=reply.json()["id"])
        corrections.check(str(row.subject_id), str(row.tenant_id))
        assert self.client.get(reply["Location"]).json()["problems"] == []

    def paragraphs(self, language: Language, version: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.reading(language, version)["sections"][0]["sentences"]
        return found

    def reading(self, language: Language, version: int = 1) -> dict[str, Any]:
        reply = self.get(language, version)
        assert reply.status_code == 200, reply.content
        found: dict[str, Any] = reply.json()["reading"]
        return found

    def write(self, number: int) -> None:
        """Let a worker write what a version lacks."""
        with scope(self.centre.id):
            version = ReportVersion.objects.get(report__job_id=self.job_id, number=number)
        readings.write(str(version.pk), str(self.centre.id))


@pytest.fixture
def concluded(platform_settings: Any, sent: Any) -> Callable[..., Desk]:
    """Return a function that makes the desk; without the release the run cannot be rebuilt."""

    def make(report: Report | None = None, *, known: bool = True) -> Desk:
        digest = release_import(release_of(RUN))[0].digest
        centre = make_centre("alpha")
        return Desk(centre, report or rebuilt(), digest if known else "0" * 64)

    return make


def rebuilt() -> Report:
    """The report of the run in the words of this release, as its own end would leave it."""
    from diagnostics.loop import rebuild_report

    return rebuild_report(events_of(RUN), release_of(RUN))[0]


def text_of(sentence: dict[str, Any]) -> str:
    return "".join(piece["text"] for piece in sentence["pieces"])


def test_a_version_is_read_in_both_languages(concluded: Any) -> None:
    desk = concluded()
    reply = desk.get()
    assert reply.status_code == 200
    document = reply.json()
    assert (document["number"], document["status"]) == (1, "draft")
    assert (document["language"], document["languages"]) == ("en", ["en", "zh"])
    english, chinese = document["reading"], desk.reading(ZH)
    assert (english["language"], chinese["language"]) == ("en", "zh")
    assert text_of(english["facts"][0]["lines"][0]) == "Rainstorm: criterion met"
    assert text_of(chinese["facts"][0]["lines"][0]) == "暴雨：判据满足"
    assert [part["id"] for part in english["sections"]] == [
        part["id"] for part in chinese["sections"]
    ]
    assert not WaitingReading.objects.exists()


def test_an_answer_has_an_etag_and_is_recorded_as_read(concluded: Any) -> None:
    desk = concluded()
    reply = desk.get("zh")
    address = f"{reply.request['PATH_INFO']}?language=zh"
    again = desk.client.get(address, headers={"If-None-Match": reply["ETag"]})
    assert again.status_code == 304
    with scope(desk.centre.id):
        record = AuditRecord.objects.filter(action="report.viewed").latest("seq")
    assert (record.data["as"], record.data["number"]) == ("reading", 1)


def test_a_language_that_nobody_speaks_is_refused(concluded: Any) -> None:
    reply = concluded().get("fr")
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")


def test_a_run_that_cannot_be_rebuilt_is_kept_without(concluded: Any, caplog: Any) -> None:
    desk = concluded(known=False)
    assert "cannot be written as it is read" in caplog.text
    reply = desk.get()
    assert (reply.status_code, reply.json()["code"]) == (404, "reading_missing")
    assert reply.json()["data"]["languages"] == []
    assert WaitingReading.objects.get().tries == 0


def test_a_report_of_an_older_release_is_read_in_its_own_words_alone(
    concluded: Any, caplog: Any
) -> None:
    stored = report_of(RUN)
    desk = concluded(stored)
    assert "gives it other parts" in caplog.text
    assert desk.get().json()["languages"] == ["en"]
    own = [text_of(item) for item in desk.paragraphs(EN, 1)]
    assert len(own) == len(stored.sections[0].sentences)
    missing = desk.get("zh")
    assert (missing.status_code, missing.json()["code"]) == (404, "reading_missing")
    assert missing.json()["data"]["languages"] == ["en"]


def test_a_correction_is_made_in_both_languages(concluded: Any) -> None:
    desk = concluded()
    claim = desk.paragraphs(EN, 1)[0]["claims"][0]
    cause = report_of(RUN).conclusion.causes[0].cause
    desk.correct(
        {"op": "insert_after", "at": "summary.1", "text": f"{WORDS} {{claim:{claim}}}"},
        {
            "op": "replace", "at": "summary.2",
            "statement": {"of": "explanation", "id": cause},
        },
    )  # fmt: skip
    before = {language: desk.paragraphs(language, 1) for language in Language}
    after = {language: desk.paragraphs(language, 2) for language in Language}
    values = {}
    for language in Language:
        first, own, statement, *rest = after[language]
        assert first == before[language][0]
        assert own["pieces"][0]["text"] == f"{WORDS} "
        assert own["own"]["author"] == "person:wang"
        assert "wang" in own["mark"]
        claims = {item["id"]: item for item in desk.reading(language, 2)["claims"]}
        values[language] = claims[own["claims"][0]]
        assert statement["topic"] == before[language][1]["topic"]
        assert [text_of(item) for item in rest] == [text_of(item) for item in before[language][2:]]
    assert values[EN] == values[ZH]
    assert after[EN][1]["mark"] != after[ZH][1]["mark"]
    said = {language: text_of(after[language][2]) for language in Language}
    assert said[EN].isascii()
    assert not said[ZH].isascii()


def test_a_correction_of_a_correction_follows_in_both_languages(concluded: Any) -> None:
    desk = concluded()
    desk.correct({"op": "insert_after", "at": "summary.1", "text": WORDS})
    desk.correct({"op": "remove", "at": "summary.1"}, version=2)
    assert {text_of(desk.paragraphs(language, 3)[0]) for language in Language} == {WORDS}


def test_versions_of_before_are_written_one_after_the_other(concluded: Any) -> None:
    """As after an upgrade: the versions are there, what they are made of too, and no reading is."""
    desk = concluded(known=False)
    desk.pin(release_of(RUN).digest)
    desk.correct({"op": "insert_after", "at": "summary.1", "text": WORDS})
    assert [desk.get(version=number).status_code for number in (1, 2)] == [404, 200]
    WaitingReading.objects.update(dispatched_at=Now() - timedelta(days=1))
    upkeep.send_readings()
    assert OutboxRow.objects.filter(task=WRITER).count() == 2
    desk.write(2)
    assert desk.get(version=2).json()["languages"] == ["en"], "the version before has no Chinese"
    desk.write(1)
    desk.write(2)
    for language in Language:
        first, *rest = desk.paragraphs(language, 1)
        again, own, *others = desk.paragraphs(language, 2)
        assert (again, text_of(own)) == (first, WORDS)
        assert [text_of(item) for item in others] == [text_of(item) for item in rest]
    assert not WaitingReading.objects.exists()
    desk.write(2)
    with scope(desk.centre.id):
        assert ReportReading.objects.count() == 4


def test_what_fails_is_not_tried_for_ever(concluded: Any) -> None:
    desk = concluded(known=False)
    for tries in range(1, MOST_TRIES + 2):
        WaitingReading.objects.update(dispatched_at=Now() - timedelta(days=1))
        OutboxRow.objects.all().delete()
        upkeep.send_readings()
        asked = OutboxRow.objects.filter(task=WRITER).count()
        assert asked == (1 if tries <= MOST_TRIES else 0)
        desk.write(1)
    assert WaitingReading.objects.get().tries == MOST_TRIES


def test_a_round_is_bounded_and_takes_the_oldest_first(alpha: Centre, sent: Any) -> None:
    report = sample_report(DiagnosisRequest(source="sample", region=[100, 20, 120, 40]))
    for _ in range(BATCH + 1):
        job_id = queue_job(alpha)
        with scope(alpha.id):
            job = lock_job(job_id)
            report_version_create(
                job=job, report=report, markdown="# A", html="<p>A", author="hvrmet"
            )
    newest = WaitingReading.objects.order_by("-dispatched_at").first()
    assert newest is not None
    WaitingReading.objects.exclude(pk=newest.pk).update(dispatched_at=Now() - timedelta(days=2))
    WaitingReading.objects.filter(pk=newest.pk).update(dispatched_at=Now() - timedelta(days=1))
    assert readings_send(timedelta(hours=1)) == BATCH
    newest.refresh_from_db()
    assert newest.tries == 0
    assert readings_send(timedelta(hours=1)) == 1


def test_a_version_that_was_destroyed_is_waited_for_no_more(concluded: Any) -> None:
    desk = concluded(known=False)
    gone = "00000000-0000-4000-8000-000000000001"
    WaitingReading.objects.create(version_id=gone, tenant_id=desk.centre.id)
    readings.write(gone, str(desk.centre.id))
    assert not WaitingReading.objects.filter(version_id=gone).exists()
