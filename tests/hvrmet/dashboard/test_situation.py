"""What a centre has to know now: in which order, how much, for whom, and after which change."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.dashboard import selectors
from hvrmet.jobs.events.areas import MOST_AREAS
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.jobs.models import EventAreas, Job, QueueRow, SourceHolding
from hvrmet.jobs.registries.inventories import source_files_keep
from hvrmet.reports.models import Publication
from hvrmet.reports.services import report_version_create
from hvrmet.testing import (
    Centre,
    as_owner,
    diagnosis_document,
    queue_job,
    sample_reading,
    sample_report,
)
from redis import RedisError

from diagnostics.contracts.conclusion import Occurrence
from diagnostics.contracts.detection import (
    Classification,
    EventObject,
    MeasuredValue,
    TrackPoint,
    TypeAssessment,
)
from diagnostics.contracts.enums import EventType, Firing, OccurrenceStatus
from diagnostics.contracts.events import EventClassified, JobClaimed, JobFinished, RunFailed
from diagnostics.contracts.reading import Fact, Piece, WrittenSentence
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow
from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db
START = datetime(2026, 7, 1, tzinfo=UTC)
BOX = Region.model_validate([104, 28, 108, 31])
SQUARE = ((((104.0, 28.0), (108.0, 28.0), (108.0, 31.0), (104.0, 31.0), (104.0, 28.0)),),)


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    cache.clear()


@pytest.fixture
def people(alpha: Centre, sent: Any) -> Client:
    client = Client()
    client.force_login(person(alpha, "fan", TenantRole.FORECASTER))
    return client


def event_object(event: EventType, number: int, severity: float, **changes: Any) -> EventObject:
    values = {
        "id": f"{event}-{number}",
        "event": event,
        "quantity": "precip_24h",
        "unit": "mm",
        "peak": 120.0,
        "peak_latitude": 29.5,
        "peak_longitude": 106.5,
        "peak_time": START + timedelta(hours=24),
        "onset": START,
        "end": START + timedelta(hours=30),
        "duration_hours": 30.0,
        "area_km2": 90_000.0,
        "box": BOX,
        "outline": SQUARE,
        "severity": severity,
        "grade": 2,
        "grade_name": "rainstorm_2",
    }
    return EventObject.model_validate({**values, **changes})


def classified(*objects: EventObject, **changes: Any) -> EventClassified:
    """Return the event that these objects were found."""
    types = {item.event for item in objects}
    assessments = tuple(
        TypeAssessment(
            event=event,
            firing=Firing.FIRED if event in types else Firing.NOT_FIRED,
            reason="as it is",
            objects=tuple(item for item in objects if item.event == event),
        )
        for event in EventType
    )
    classification = Classification(
        assessments=assessments,
        preset="cma",
        preset_digest="p",
        region=Region.model_validate([100, 20, 120, 40]),
        window=TimeWindow(start=START, end=START + timedelta(days=2)),
        timezone="UTC",
        day_boundary="00:00",
        **changes,
    )
    return EventClassified(classification=classification)


def happen(centre: Centre, job_id: UUID, *bodies: Any) -> None:
    with scope(centre.id):
        for body in bodies:
            append(lock_job(job_id), body)


def finished(centre: Centre, *, status: str = "draft", severity: float | None = None) -> UUID:
    """Let a diagnosis end with a report that stands where it is said to."""
    job_id = queue_job(centre)
    found = [] if severity is None else [event_object(EventType.RAINSTORM, 1, severity)]
    happen(centre, job_id, JobClaimed(worker="w", attempt=1), classified(*found))
    report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()))
    with scope(centre.id):
        report_version_create(
            job=lock_job(job_id), report=report, markdown="# A", html="<p>A", author="hvrmet"
        )
        Publication.objects.filter(report__job_id=job_id).update(status=status)
    happen(centre, job_id, JobFinished(report_version=1, report_digest=report.report_digest))
    return job_id


def failed(centre: Centre) -> UUID:
    job_id = queue_job(centre)
    failure = RunFailed(code="data_missing", message="no data")
    happen(centre, job_id, JobClaimed(worker="w", attempt=1), failure)
    return job_id


def age(centre: Centre, job_id: UUID, days: float) -> None:
    with scope(centre.id):
        Job.objects.filter(pk=job_id).update(moved_at=timezone.now() - timedelta(days=days))


def line_of(text: str) -> WrittenSentence:
    first, _, rest = text.partition(" ")
    pieces = (Piece(text=f"{first} "), Piece(text=rest)) if rest else (Piece(text=first),)
    return WrittenSentence(text=text, pieces=pieces, address="")


def ask(client: Client, query: str = "", **headers: str) -> dict[str, Any]:
    reply = client.get(f"/api/v1/situation/{query}", headers=headers)
    assert reply.status_code == 200, reply.content
    found: dict[str, Any] = reply.json()
    return found


def shown_places(situation: dict[str, Any], job: UUID) -> Any:
    (found,) = (item for item in situation["diagnoses"] if item["id"] == str(job))
    return found["report"]["where"]


def shown(situation: dict[str, Any]) -> list[str]:
    return [item["id"] for item in situation["diagnoses"]]


class TestOrder:
    def test_what_needs_attention_comes_first(self, alpha: Centre, people: Client) -> None:
        weak, strong = finished(alpha, severity=1.0), finished(alpha, severity=3.0)
        due = queue_job(alpha)
        with scope(alpha.id):
            Job.objects.filter(pk=due).update(deadline=timezone.now() + timedelta(hours=2))
        approved = finished(alpha, status="approved", severity=0.5)
        mild, bad = (finished(alpha, status="in_review", severity=at) for at in (1.0, 4.0))
        broken = failed(alpha)
        wanted = [broken, bad, mild, approved, due, strong, weak]
        situation = ask(people)
        assert shown(situation) == [str(job) for job in wanted]
        assert [item["attention"] for item in situation["diagnoses"]] == [
            *("failed", "review", "review", "publication", "deadline", "none", "none"),
        ]

    def test_the_nearer_deadline_comes_first(self, alpha: Centre, people: Client) -> None:
        jobs = [queue_job(alpha) for _ in range(3)]
        with scope(alpha.id):
            for job, hours in zip(jobs, (5, 1, 3), strict=True):
                at = timezone.now() + timedelta(hours=hours)
                Job.objects.filter(pk=job).update(deadline=at)
        assert shown(ask(people)) == [str(jobs[place]) for place in (1, 2, 0)]


class TestHowFarBack:
    def test_what_is_over_goes_and_what_waits_stays(self, alpha: Centre, people: Client) -> None:
        gone, waits = finished(alpha), finished(alpha, status="in_review")
        runs = queue_job(alpha)
        for job in (gone, waits, runs):
            age(alpha, job, 5)
        assert set(shown(ask(people))) == {str(waits), str(runs)}
        assert set(shown(ask(people, "?days=7"))) == {str(gone), str(waits), str(runs)}

    def test_a_version_that_another_has_replaced_waits_no_more(
        self, alpha: Centre, people: Client
    ) -> None:
        job = finished(alpha, status="in_review")
        report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()), "e" * 64)
        with scope(alpha.id):
            report_version_create(
                job=lock_job(job), report=report, markdown="# B", html="<p>B", author="hvrmet"
            )
        (item,) = ask(people)["diagnoses"]
        assert (item["attention"], item["report"]["number"]) == ("none", 2)
        age(alpha, job, 5)
        assert shown(ask(people)) == []

    @pytest.mark.parametrize("days", ["0", "32", "many"])
    def test_other_spans_are_refused(self, people: Client, alpha: Centre, days: str) -> None:
        reply = people.get(f"/api/v1/situation/?days={days}")
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")

    def test_an_answer_is_bounded_and_says_what_it_lacks(
        self, alpha: Centre, people: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(selectors, "MOST_DIAGNOSES", 3)
        for _ in range(4):
            finished(alpha)
        broken = failed(alpha)
        for _ in range(2):
            finished(alpha)
        situation = ask(people)
        assert (len(situation["diagnoses"]), situation["left_out"]) == (3, 4)
        assert shown(situation)[0] == str(broken)


class TestAreas:
    def test_the_diagnosed_event_comes_first(self, alpha: Centre, people: Client) -> None:
        gale = [event_object(EventType.GALE, number, 4.0 - number) for number in (1, 2)]
        rain = [event_object(EventType.RAINSTORM, number, 2.0 - number) for number in (1, 2)]
        job = queue_job(alpha)
        body = classified(*gale, *rain, primary=EventType.RAINSTORM, chosen="rainstorm-2")
        happen(alpha, job, JobClaimed(worker="w", attempt=1), body)
        (item,) = ask(people)["diagnoses"]
        assert item["found"] == 4
        assert [area["id"] for area in item["areas"]] == ["rainstorm-2", "rainstorm-1", "gale-1"]
        assert len(item["areas"]) == MOST_AREAS
        assert item["areas"][0]["outline"] == json.loads(json.dumps(SQUARE))
        assert item["severity"] == 3.0

    def test_a_long_track_is_thinned_to_its_ends(self, alpha: Centre, people: Client) -> None:
        points = tuple(
            TrackPoint(
                time=START + timedelta(hours=hour),
                latitude=20.0 + hour / 4,
                longitude=110.0,
                area_km2=1e5,
                value=20.0,
            )
            for hour in range(50)
        )
        job = queue_job(alpha)
        moved = event_object(EventType.GALE, 1, 2.0, track=points)
        happen(alpha, job, JobClaimed(worker="w", attempt=1), classified(moved))
        (area,) = ask(people)["diagnoses"][0]["areas"]
        latitudes = [point["latitude"] for point in area["track"]]
        assert (latitudes[0], latitudes[-1]) == (20.0, 20.0 + 49 / 4)
        assert len(latitudes) <= 13
        assert latitudes == sorted(latitudes)

    @pytest.mark.usefixtures("unguarded")
    def test_runs_of_before_have_the_same_after_an_upgrade(self, alpha: Centre) -> None:
        bodies = [
            classified(),
            classified(event_object(EventType.GALE, 1, 1.0, outline=())),
            classified(
                *(event_object(EventType.GALE, number, 4.0 - number) for number in (1, 2, 3)),
                *(event_object(EventType.COLD_WAVE, number, 2.0 - number) for number in (1, 2)),
                declared=EventType.COLD_WAVE,
                primary=EventType.GALE,
                chosen="cold_wave-2",
            ),
        ]
        for body in bodies:
            job = queue_job(alpha)
            happen(alpha, job, JobClaimed(worker="w", attempt=1), classified(), body)

        def kept() -> dict[UUID, tuple[int, Any]]:
            with scope(alpha.id):
                rows = EventAreas.objects.all()
                return {row.job_id: (row.found, row.objects_shown) for row in rows}

        known = import_module("hvrmet.jobs.migrations.0012_areas").KNOWN
        read = re.sub("INSERT INTO .*", "", known)
        with as_owner(), connection.cursor() as cursor:
            cursor.execute(read)
            after = {job: (found, json.loads(shown)) for *_, job, shown, found in cursor}
        assert after == kept()
        assert sorted(found for found, _ in after.values()) == [0, 1, 5]

    def test_what_is_near_a_limit_is_shown_with_its_place(
        self, alpha: Centre, people: Client
    ) -> None:
        near = MeasuredValue(
            quantity="10-m wind", unit="m s-1", value=16.9, latitude=44.0, longitude=-87.0
        )
        likely = Occurrence(
            status=OccurrenceStatus.LIKELY_AT_STATIONS, event=EventType.GALE, values=(near,)
        )
        job, other = finished(alpha), finished(alpha, severity=1.0)
        with scope(alpha.id):
            for row in Job.objects.filter(pk__in=(job, other)):
                conclusion = sample_report(
                    DiagnosisRequest.model_validate(diagnosis_document())
                ).conclusion.model_copy(update={"occurrence": likely})
                state = row.state.model_copy(update={"conclusion": conclusion})
                Job.objects.filter(pk=row.pk).update(state=state)
        found = {item["id"]: item for item in ask(people)["diagnoses"]}
        assert found[str(job)]["measured"]["longitude"] == -87.0
        assert found[str(other)]["measured"] is None

    def test_places_are_those_that_the_report_names(self, alpha: Centre, people: Client) -> None:
        report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()), "f" * 64)
        said = {"en": ("Andhra Pradesh", "Peak near Hyderabad"), "zh": ("安得拉邦", "海得拉巴附近")}
        readings = [
            sample_reading(report, language).model_copy(
                update={
                    "facts": tuple(
                        Fact(name=name, lines=tuple(map(line_of, lines)))
                        for name, lines in (("what", ("Rain",)), ("where", said[language]))
                    )
                }
            )
            for language in said
        ]
        job = finished(alpha)
        with scope(alpha.id):
            report_version_create(
                job=lock_job(job),
                report=report,
                markdown="# A",
                html="<p>A",
                author="hvrmet",
                readings=readings,
            )
        (item,) = ask(people)["diagnoses"]
        assert item["report"]["where"] == {name: list(lines) for name, lines in said.items()}
        other = finished(alpha)
        found = {item["id"]: item["report"]["where"] for item in ask(people)["diagnoses"]}
        assert found[str(other)] == {}
        with scope(alpha.id):
            Publication.objects.filter(version__number=2).update(
                status="withdrawn",
                published_at=timezone.now(),
                published_by_id=uuid4(),
                approved_by_id=uuid4(),
                changed_at=timezone.now(),
            )
        assert shown_places(ask(people), job) == found[str(job)]
        assert shown_places(ask(Client(), **alpha.headers), job) == {}


class TestForWhom:
    def test_a_service_is_told_of_no_draft(self, alpha: Centre, people: Client) -> None:
        finished(alpha, status="in_review")
        ours, theirs = ask(people)["diagnoses"], ask(Client(), **alpha.headers)["diagnoses"]
        assert (ours[0]["attention"], ours[0]["report"]["status"]) == ("review", "in_review")
        assert (theirs[0]["attention"], theirs[0]["report"]) == ("none", None)

    def test_a_centre_sees_its_own_only(self, alpha: Centre, beta: Centre, people: Client) -> None:
        mine, other = finished(alpha, severity=1.0), finished(beta, severity=4.0)
        failed(beta)
        assert shown(ask(people)) == [str(mine)]
        assert str(other) in shown(ask(Client(), **beta.headers))


class TestKept:
    def test_an_answer_is_read_once_until_something_happens(
        self, alpha: Centre, people: Client
    ) -> None:
        job = finished(alpha)
        with CaptureQueriesContext(connection) as first:
            situation = ask(people)
        with CaptureQueriesContext(connection) as again:
            assert ask(people) == situation
        assert len(again) < len(first) - 4
        another = failed(alpha)
        assert shown(ask(people)) == [str(another), str(job)]
        with scope(alpha.id):
            Publication.objects.update(status="in_review", changed_at=timezone.now())
        assert ask(people)["diagnoses"][1]["attention"] == "review"

    def test_nothing_new_is_not_sent_again(self, alpha: Centre, people: Client) -> None:
        finished(alpha)
        reply = people.get("/api/v1/situation/")
        cache.clear()
        again = people.get("/api/v1/situation/", headers={"If-None-Match": reply["ETag"]})
        assert again.status_code == 304

    def test_without_a_cache_it_is_read_each_time(
        self, alpha: Centre, people: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def gone(*_: Any) -> None:
            raise RedisError("no answer")

        job = finished(alpha)
        monkeypatch.setattr(selectors.cache, "get", gone)
        assert shown(ask(people)) == [str(job)]


class TestHowThePlatformDoes:
    def test_jobs_that_nobody_takes(self, alpha: Centre, people: Client) -> None:
        job = queue_job(alpha)
        queue = ask(people)["queue"]
        assert (queue["waiting"], queue["running"], queue["stalled"]) == (1, 0, False)
        QueueRow.objects.filter(job_id=job).update(queued_at=timezone.now() - timedelta(minutes=3))
        cache.clear()
        assert ask(people)["queue"]["stalled"] is True
        QueueRow.objects.filter(job_id=queue_job(alpha)).update(
            worker="w", lease_expires_at=timezone.now() + timedelta(seconds=30)
        )
        cache.clear()
        queue = ask(people)["queue"]
        assert (queue["workers_busy"], queue["stalled"]) == (1, False)

    def test_sources_that_are_late(
        self, alpha: Centre, people: Client, settings: Any, tmp_path: Any
    ) -> None:
        file = tmp_path / "new.nc"
        file.touch()
        registered = {
            "fresh": {"paths": [str(file)], "title": "Fresh", "late_after_hours": 6},
            "remote": {"paths": ["https://example.org/a.zarr"], "title": "Far"},
        }
        use = settings.ENVIRONMENT.model_copy
        settings.ENVIRONMENT = use(update={"hvrmet_sources": json.dumps(registered)})
        SourceHolding.objects.create(source="forgotten")
        source_files_keep()
        fresh, remote = ask(people)["sources"]
        assert (fresh["name"], fresh["late"], remote["newest_at"]) == ("fresh", False, None)
        assert datetime.fromisoformat(fresh["newest_at"]).timestamp() == pytest.approx(
            file.stat().st_mtime, abs=1e-3
        )
        assert set(SourceHolding.objects.values_list("source", flat=True)) == {"fresh", "remote"}
        SourceHolding.objects.filter(source="fresh").update(
            newest_at=timezone.now() - timedelta(hours=7)
        )
        cache.clear()
        assert ask(people)["sources"][0]["late"] is True

    def test_what_the_installation_is_for(
        self, alpha: Centre, people: Client, settings: Any
    ) -> None:
        assert ask(people)["mode"] == "operational"
        use = settings.ENVIRONMENT.model_copy
        settings.ENVIRONMENT = use(update={"hvrmet_mode": "exercise"})
        cache.clear()
        assert ask(people)["mode"] == "exercise"
