"""The worker that measures an effect: what it hands to the engine, and every way to end."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from itertools import count
from typing import Any
from uuid import UUID

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, OutboxRow, QueueRow
from hvrmet.jobs.queue import leases
from hvrmet.jobs.selectors import event_list, events_of_type
from hvrmet.jobs.services.answers import answer_of
from hvrmet.jobs.services.effects import effect_create
from hvrmet.jobs.services.jobs import job_cancel
from hvrmet.jobs.states import Progress, fold
from hvrmet.testing import IdleHeartbeat, queue_job, small_library

from diagnostics.contracts.effect import (
    CriteriaChange,
    EffectOnRuns,
    EffectPart,
    EffectRequest,
    EntryChange,
)
from diagnostics.contracts.enums import EventType
from diagnostics.guidelines import changes_digest, load_release, preset_documents
from knowledge.models import MeasuredEffect
from tasks import diagnosis, effects
from tests.knowledge.effects import Engine, ran, stand_in

pytestmark = pytest.mark.django_db
Step = Callable[[Callable[[int, int], None]], None]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    return stand_in(monkeypatch)


@pytest.fixture
def library(release: Any) -> None:
    small_library()


def request(part: EffectPart, **changed: Any) -> EffectRequest:
    """Ask for the effect of another weight of the entry that the small library has."""
    entry = load_release().entries[0]
    after = entry.model_copy(update=changed or {"weight": 1 if entry.weight != 1 else 2})
    changes = (EntryChange(before=entry, after=after),)
    return EffectRequest(part=part, digest=changes_digest(changes), changes=changes)


def of_criteria(part: EffectPart) -> EffectRequest:
    """Ask for the effect of another limit of gales."""
    before = preset_documents()["cma"]
    after = deepcopy(before)
    after["criteria"]["gale"]["sustained"][0]["value"] = 19.0
    criteria = (CriteriaChange(preset="cma", before=before, after=after),)
    return EffectRequest(part=part, digest=changes_digest((), criteria), criteria=criteria)


def queued(centre: Any, wanted: EffectRequest) -> UUID:
    with scope(centre.id):
        job, _ = effect_create(principal=centre.principal, request=wanted)
        return UUID(str(job.pk))


def job_of(centre: Any, job_id: UUID) -> Job:
    with scope(centre.id):
        return Job.objects.get(pk=job_id)


def types(centre: Any, job_id: UUID) -> list[str]:
    with scope(centre.id):
        return [item.body.type for item in event_list(job_id)]


class TestCases:
    def test_are_kept_for_all_and_as_the_answer(self, alpha, library, engine) -> None:
        wanted = request(EffectPart.CASES)
        job_id = queued(alpha, wanted)
        diagnosis.run(str(job_id), str(alpha.id))
        job = job_of(alpha, job_id)
        assert (job.status, job.state.failure) == ("finished", None)
        with scope(alpha.id):
            assert answer_of(job_id) == MeasuredEffect.objects.get(digest=wanted.digest).document
            assert job.state == fold(event_list(job_id))
        assert not QueueRow.objects.exists()

    def test_are_measured_against_what_the_entries_said_then(self, alpha, library, engine) -> None:
        """The library may have changed since: its digest names what was before as well."""
        changes = (EntryChange(before=None, after=load_release().entries[0]),)
        digest = changes_digest(changes)
        wanted = EffectRequest(part=EffectPart.CASES, digest=digest, changes=changes)
        job_id = queued(alpha, wanted)
        diagnosis.run(str(job_id), str(alpha.id))
        assert engine.release is not None
        assert engine.release.entries == ()
        assert len(engine.release.digest) == 64

    def test_of_criteria_are_measured_against_what_these_said_then(
        self, alpha, library, engine
    ) -> None:
        wanted = of_criteria(EffectPart.CASES)
        job_id = queued(alpha, wanted)
        diagnosis.run(str(job_id), str(alpha.id))
        assert job_of(alpha, job_id).state.failure is None
        assert engine.release is not None
        assert preset_documents(engine.release)["cma"] == wanted.criteria[0].before
        measured = MeasuredEffect.objects.get(digest=wanted.digest)
        assert measured.library == "", "nothing else has a say"

    def test_are_stored_once_by_two_centres(self, alpha, beta, library, engine) -> None:
        wanted = request(EffectPart.CASES)
        jobs = [(centre, queued(centre, wanted)) for centre in (alpha, beta)]
        for centre, job_id in jobs:
            diagnosis.run(str(job_id), str(centre.id))
        assert [job_of(*job).status for job in jobs] == ["finished", "finished"]
        assert MeasuredEffect.objects.count() == 1


class TestRuns:
    def test_are_the_centres_finished_ones_of_the_event(self, alpha, beta, library, engine) -> None:
        event = load_release().entries[0].event_types[0]
        other = next(
            item for item in EventType if item not in load_release().entries[0].event_types
        )
        wanted = [ran(alpha, event) for _ in range(2)]
        ran(alpha, other)
        ran(alpha, None)
        ran(alpha, event, status="failed")
        ran(beta, event)
        job_id = queued(alpha, request(EffectPart.RUNS))
        diagnosis.run(str(job_id), str(alpha.id))
        assert job_of(alpha, job_id).state.failure is None
        assert [run.label.job for run in engine.runs] == wanted[::-1]
        assert engine.counts == (2, 2)
        for run in engine.runs:
            assert [item.body.type for item in run.events] == ["job_queued"]
            assert run.release.digest == job_of(alpha, run.label.job).release_digest

    def test_of_the_event_before_and_after(self, alpha, library, engine) -> None:
        entry = load_release().entries[0]
        other = next(item for item in EventType if item not in entry.event_types)
        ran(alpha, entry.event_types[0])
        ran(alpha, other)
        job_id = queued(alpha, request(EffectPart.RUNS, event_types=(other,)))
        diagnosis.run(str(job_id), str(alpha.id))
        assert engine.counts == (2, 2)

    def test_of_criteria_are_those_by_them_with_and_without_an_event(
        self, alpha, library, engine
    ) -> None:
        event = load_release().entries[0].event_types[0]
        wanted = [ran(alpha, event), ran(alpha, None)]
        ran(alpha, event, preset="nws")
        ran(alpha, event, status="failed")
        job_id = queued(alpha, of_criteria(EffectPart.RUNS))
        diagnosis.run(str(job_id), str(alpha.id))
        assert job_of(alpha, job_id).state.failure is None
        assert [run.label.job for run in engine.runs] == wanted[::-1]
        assert (engine.counts, engine.of_criteria) == ((0, 2), {"cma": 2})
        assert [run.label.event for run in engine.runs] == [None, event]

    def test_are_the_newest(self, alpha, library, engine, monkeypatch) -> None:
        monkeypatch.setattr(effects, "MOST_RUNS", 2)
        runs = [ran(alpha, load_release().entries[0].event_types[0]) for _ in range(3)]
        job_id = queued(alpha, request(EffectPart.RUNS))
        diagnosis.run(str(job_id), str(alpha.id))
        assert [run.label.job for run in engine.runs] == runs[:0:-1]
        assert engine.counts == (3, 2)

    def test_are_begun_as_long_as_a_slice_lasts(
        self, alpha, library, engine, platform_settings
    ) -> None:
        for _ in range(2):
            ran(alpha, load_release().entries[0].event_types[0])
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_slice_seconds": 0}
        )
        job_id = queued(alpha, request(EffectPart.RUNS))
        diagnosis.run(str(job_id), str(alpha.id))
        job = job_of(alpha, job_id)
        assert job.status == "finished"
        with scope(alpha.id):
            answer = EffectOnRuns.model_validate(answer_of(job_id))
        assert (answer.runs, answer.of) == (0, 2)

    def test_say_no_path_of_the_server(
        self, alpha, library, engine, platform_settings, tmp_path
    ) -> None:
        paths = [str(tmp_path / "secret" / "gone.nc")]
        engine.trouble = f"cannot open {paths[0]}, or {tmp_path}/other.nc"
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sources": json.dumps({"sample": {"paths": paths, "title": "A"}})}
        )
        ran(alpha, load_release().entries[0].event_types[0])
        job_id = queued(alpha, request(EffectPart.RUNS))
        diagnosis.run(str(job_id), str(alpha.id))
        with scope(alpha.id):
            answer = json.dumps(answer_of(job_id))
        assert "cannot open sample, or other.nc" in answer
        assert "/" not in answer

    def test_of_a_source_that_is_gone_have_no_data(
        self, alpha, library, engine, platform_settings
    ) -> None:
        ran(alpha, load_release().entries[0].event_types[0])
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sources": "{}"}
        )
        job_id = queued(alpha, request(EffectPart.RUNS))
        diagnosis.run(str(job_id), str(alpha.id))
        (run,) = engine.runs
        assert run.open is None


class TestProgress:
    def test_is_told_once_a_second_and_at_the_end(self, alpha, library, engine, monkeypatch):
        now = [0.0]

        def step(progress: Any) -> None:
            for done in range(1, 11):
                now[0] += 0.4
                progress(done, 10)

        engine.step = step
        teller = effects.ProgressTeller
        monkeypatch.setattr(
            effects,
            "ProgressTeller",
            lambda lease, **given: teller(lease, monotonic=lambda: now[0], **given),
        )
        job_id = queued(alpha, request(EffectPart.CASES))
        diagnosis.run(str(job_id), str(alpha.id))
        with scope(alpha.id):
            told = [item.body.done for item in events_of_type(job_id, "advanced")]
        assert told == [1, 4, 7, 10]
        progress = job_of(alpha, job_id).state.progress
        assert progress is not None
        assert (progress.done, progress.total) == (10, 10)

    def test_of_a_further_attempt_never_goes_back(self, alpha, library) -> None:
        job_id = queued(alpha, request(EffectPart.CASES))
        lease = leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w")
        assert lease is not None
        before = Progress(done=3, total=6)
        seconds = count().__next__
        tell = effects.ProgressTeller(lease, lost=lambda: False, reported=before, monotonic=seconds)
        for done in range(7):
            tell(done, 6)
        with scope(alpha.id):
            told = [item.body.done for item in events_of_type(job_id, "advanced")]
        assert told == [3, 4, 5, 6]

    def test_is_no_way_forward_for_a_job_that_kills_its_workers(
        self, alpha, library, platform_settings
    ) -> None:
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_max_lost_leases": 2}
        )
        job_id = queued(alpha, request(EffectPart.CASES))
        for _ in range(2):
            lease = leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w")
            assert lease is not None
            effects.ProgressTeller(lease, lost=lambda: False)(1, 6)
            leases.abandon(lease)
            with scope(alpha.id):
                QueueRow.objects.update(lease_expires_at="2020-01-01T00:00Z")
            assert leases.reap() == 1
        assert job_of(alpha, job_id).status == "parked"
        again = queued(alpha, request(EffectPart.CASES))
        assert again != job_id


class TestEnding:
    @pytest.fixture
    def in_the_middle(self, alpha, library, engine) -> Callable[[Callable[[UUID], None]], UUID]:
        """Return a function that does something in the middle of the work."""

        def go(act: Callable[[UUID], None]) -> UUID:
            job_id = queued(alpha, request(EffectPart.CASES))

            def step(progress: Any) -> None:
                act(job_id)
                progress(1, 6)
                pytest.fail("it goes on")

            engine.step = step
            diagnosis.run(str(job_id), str(alpha.id))
            return job_id

        return go

    def test_a_cancelled_one_stops(self, alpha, in_the_middle) -> None:
        def cancel(job_id: UUID) -> None:
            with scope(alpha.id):
                job_cancel(principal=alpha.principal, job_id=job_id, reason="no need")

        job_id = in_the_middle(cancel)
        assert types(alpha, job_id)[-1] == "cancelled"
        assert job_of(alpha, job_id).status == "cancelled"
        assert not MeasuredEffect.objects.exists()

    def test_a_lost_lease_stops_it_and_writes_nothing(self, alpha, in_the_middle) -> None:
        def lose(job_id: UUID) -> None:
            with scope(alpha.id):
                Job.objects.filter(pk=job_id).update(writer_attempt=7)

        job_id = in_the_middle(lose)
        assert types(alpha, job_id) == ["answer_queued", "job_claimed"]
        assert job_of(alpha, job_id).status == "running"

    def test_a_worker_that_stops_gives_it_back(self, alpha, in_the_middle, monkeypatch) -> None:
        stops: list[bool] = []
        control = effects.JobControl
        monkeypatch.setattr(
            effects,
            "JobControl",
            lambda *args, **more: control(*args, **more, stopping=lambda: bool(stops)),
        )
        OutboxRow.objects.all().delete()
        job_id = in_the_middle(lambda _: stops.append(True))
        job = job_of(alpha, job_id)
        assert (job.status, job.writer_attempt) == ("running", None)
        row = QueueRow.objects.get(job_id=job_id)
        assert (row.worker, row.lost_leases) == ("", 0)
        assert OutboxRow.objects.filter(subject_id=job_id).exists()

    def test_a_heartbeat_that_lost_the_lease_stops_it(self, alpha, in_the_middle, monkeypatch):
        in_the_middle(lambda _: monkeypatch.setattr(IdleHeartbeat, "lost", True))
        assert not MeasuredEffect.objects.exists()

    def test_what_the_engine_refuses_ends_it_with_a_reason(self, alpha, library, engine) -> None:
        def fail(_: Any) -> None:
            raise OSError("disk")

        engine.step = fail
        job_id = queued(alpha, request(EffectPart.CASES))
        diagnosis.run(str(job_id), str(alpha.id))
        failure = job_of(alpha, job_id).state.failure
        assert failure is not None
        assert failure.code == "input_output_failed"


def test_an_effect_waits_for_every_diagnosis_of_its_centre(alpha, library) -> None:
    first = queued(alpha, request(EffectPart.CASES))
    later = queue_job(alpha)
    with scope(alpha.id):
        Job.objects.filter(pk=later).update(priority="low")
    ranks = dict(QueueRow.objects.values_list("job_id", "priority"))
    assert ranks[first] < ranks[later]
