"""Drafts over the `render` queue: the same job with them, without them, and when they are lost."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from celery.exceptions import OperationalError
from django.core.cache import cache
from django.core.files.storage import default_storage
from hvrmet.core.db.scope import scope
from hvrmet.evidence.selectors import artifact_list
from hvrmet.evidence.storage import AtomicFileStorage
from hvrmet.jobs.models import Job, OutboxRow
from hvrmet.jobs.queue import leases
from hvrmet.jobs.selectors import event_list
from hvrmet.testing import Centre, make_centre, queue_job

from diagnostics.errors import InputDataError
from diagnostics.workflow import StepOutcome
from tasks import app, diagnosis_runner, prefetch, rendering, upkeep
from tasks.interruption import interrupt
from tests.hvrmet.evidence.test_full_store import no_room

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> Any:
    return written_sample("rainstorm", tmp_path_factory.mktemp("sample") / "sample.nc")


@pytest.fixture
def centre(platform_settings: Any, sample: Any, whole_library: Any) -> Centre:
    """A centre with one source, whose jobs use the queue."""
    sources = {"sample": {"paths": [str(sample.path)], "title": "Generated"}}
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources), "hvrmet_render_queue": True}
    )
    cache.clear()
    return make_centre("alpha")


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Messages that were sent."""
    sent: list[Any] = []

    def send(name: str, args: list[Any], **options: Any) -> None:
        assert json.loads(json.dumps(args)) == args
        assert (name, options["queue"]) == (prefetch.TASK, prefetch.QUEUE)
        sent.append(args)

    monkeypatch.setattr(app, "send_task", send)
    return sent


def begin(centre: Centre, sample: Any) -> leases.Lease:
    job_id = queue_job(centre, region=sample.region.bounds())
    OutboxRow.objects.all().delete()
    lease = leases.claim(job_id=job_id, tenant_id=centre.id, worker="w")
    assert lease is not None
    return lease


def finish(lease: leases.Lease) -> tuple[list[Any], dict[str, str]]:
    """Run the loop and return what was said, and the digests of what was kept."""
    outcome = diagnosis_runner.run_diagnosis(lease, lost=lambda: False, slice_seconds=300.0)
    assert outcome.status == "finished", outcome.message
    with scope(lease.tenant_id):
        bodies = [
            event.body.model_dump(mode="json") for event in event_list(lease.job_id, limit=None)
        ]
        kept = dict(
            artifact_list(lease.job_id, drafts=True).values_list("name", "artifact__sha256")
        )
    kept.pop("workflow.yaml")  # says when the run began and ended
    return bodies, kept


def test_a_job_is_the_same_with_drafts_and_without(centre, sample, queue, monkeypatch) -> None:
    alone = finish(begin(centre, sample))
    assert len(queue) > 2, "every draft was lost, and the job finished"
    taken = []
    look = prefetch.Place.find
    monkeypatch.setattr(
        prefetch.Place, "find", lambda *args: taken.append(look(*args)) or taken[-1], raising=True
    )
    send = app.send_task
    monkeypatch.setattr(
        app, "send_task", lambda name, args, **rest: send(name, args, **rest) or run(args)
    )
    assert finish(begin(centre, sample)) == alone
    pictures = [item for found in taken for item in found if item.png]
    assert len(pictures) > 2
    assert drawn_ahead() == [], "what was not taken was dropped"


def drawn_ahead() -> list[str]:
    """Pictures drawn ahead that are in the store."""
    root = Path(default_storage.path(""))
    return [path.name for path in root.rglob("ahead/*")]


def run(args: list[Any]) -> None:
    rendering.draft(*args)


@pytest.fixture
def queued(centre, sample, queue, monkeypatch) -> tuple[leases.Lease, prefetch.QueuedDraft]:
    """A draft of a job that was just claimed."""
    lease = begin(centre, sample)
    submitted: list[Any] = []
    submit = prefetch.RenderQueue.submit

    def note(self: Any, function: Any, item: Any) -> Any:
        submitted.append(submit(self, function, item))
        raise InputDataError("that is enough", code="enough")

    monkeypatch.setattr(prefetch.RenderQueue, "submit", note)
    outcome = diagnosis_runner.run_diagnosis(lease, lost=lambda: False, slice_seconds=300.0)
    assert outcome.code == "enough"
    # the job ended with that: let its worker hold it again
    with scope(lease.tenant_id):
        Job.objects.filter(pk=lease.job_id).update(writer_attempt=lease.attempt)
    return lease, submitted[0]


def test_only_one_side_makes_a_draft(queued, queue) -> None:
    _, draft = queued
    assert draft.take() is None, "the loop came first"
    assert not make(queue[0])


def test_a_dropped_draft_is_not_made(queued, queue) -> None:
    _, draft = queued
    draft.drop()
    assert not make(queue[0])


def test_a_draft_that_comes_too_late_is_removed_by_upkeep(queued, queue) -> None:
    _, draft = queued
    place = draft.place
    place.claim()
    picture = replace(an_outcome(draft.work), png=b"late")
    place.leave([picture])
    assert len(drawn_ahead()) == 1
    upkeep.sweep_store()
    assert len(drawn_ahead()) == 1, "somebody may still come for it"
    long_ago = time.time() - 2 * upkeep.ANY_DRAFT.total_seconds()
    for path in Path(default_storage.path("")).rglob("ahead/*"):
        os.utime(path, (long_ago, long_ago))
    upkeep.sweep_store()
    assert drawn_ahead() == []
    assert draft.take() is None, "the loop draws it itself"


def test_a_finished_draft_that_is_dropped_leaves_no_picture(queued) -> None:
    _, draft = queued
    draft.place.claim()
    draft.place.leave([replace(an_outcome(draft.work), png=b"not wanted any more")])
    assert len(drawn_ahead()) == 1
    draft.drop()
    assert drawn_ahead() == []


def an_outcome(work: prefetch.FactorWork) -> StepOutcome:
    return StepOutcome(work.step, work.call_key)


def test_an_attempt_that_was_taken_over_gets_no_drafts(queued, queue) -> None:
    job_id, tenant_id, attempt, work = queue[0]
    assert not make([job_id, tenant_id, attempt + 1, work])


def test_a_draft_that_fails_keeps_nobody_waiting(queued, queue, monkeypatch) -> None:
    _, draft = queued

    def fail(_: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as trouble:
        trouble.setattr(prefetch, "prefetch_factor", fail)
        with pytest.raises(MemoryError):
            make(queue[0])
    assert draft.take() == ()


def test_data_that_were_replaced_for_a_while_are_opened_again(
    queued, queue, sample, written_sample
) -> None:
    path = Path(sample.path)
    aside = path.with_suffix(".aside")
    other = written_sample("quiet", path.with_name("other.nc"))
    path.rename(aside)
    try:
        Path(other.path).rename(path)
        assert left_of(queue[0]) == [], "of other data no draft is taken"
    finally:
        aside.replace(path)
    assert left_of(queue[0]) == [], "they are back, and what was opened is gone"
    assert left_of(queue[0]) != []


def left_of(args: list[Any]) -> list[Any]:
    """Make a draft that nobody has begun, and return what it left."""
    cache.clear()
    assert make(args)
    job_id, tenant_id, attempt, work = args
    key = prefetch.FactorWork.model_validate(work).call_key
    place = prefetch.Place(UUID(tenant_id), UUID(job_id), attempt, key)
    return json.loads(cache.get(place._key))


def test_a_draft_that_finds_no_room_keeps_nobody_waiting(queued, queue, monkeypatch) -> None:
    _, draft = queued
    outcome = StepOutcome(draft.work.step, draft.place.call_key, png=b"a picture")
    with monkeypatch.context() as trouble:
        trouble.setattr(prefetch, "prefetch_factor", lambda _: (outcome,))
        trouble.setattr(AtomicFileStorage, "_save", no_room)
        assert make(queue[0])
    assert draft.take() == ()


def test_a_render_worker_that_dies_is_not_waited_for_long(queued, monkeypatch) -> None:
    _, draft = queued
    assert draft.place.claim()
    monkeypatch.setattr(prefetch, "LONGEST_WAIT", 0.1)
    assert draft.take() is None


def test_trouble_with_broker_and_cache_costs_nothing(queued, monkeypatch) -> None:
    lease, draft = queued
    work = prefetch.PrefetchTask(prefetch.reopening(lease.tenant_id, lease.job_id), draft.work)
    monkeypatch.undo()

    def refuse(*_: Any, **__: Any) -> None:
        raise OperationalError("no broker")

    def lose(*_: Any, **__: Any) -> None:
        raise ConnectionError("no cache")

    monkeypatch.setattr(app, "send_task", refuse)
    assert prefetch.RenderQueue(lease).submit(prefetch.prefetch_factor, work) is None
    monkeypatch.setattr(cache, "add", lose)
    assert draft.take() is None
    draft.drop()


def test_a_render_worker_that_stops_leaves_its_draft_to_the_loop(
    queued, queue, monkeypatch
) -> None:
    _, draft = queued

    def hang(_: Any) -> None:
        interrupt()
        pytest.fail("the draft went on")

    with monkeypatch.context() as stopped:
        stopped.setattr(prefetch, "prefetch_factor", hang)
        rendering.draft(*queue[0])
    assert draft.take() == ()


def make(args: list[Any]) -> bool:
    job_id, tenant_id, attempt, work = args
    document = prefetch.FactorWork.model_validate(work)
    return prefetch.make_draft(UUID(job_id), UUID(tenant_id), attempt, document)


def test_the_task_is_registered_and_its_loss_is_final() -> None:
    app.loader.import_default_modules()
    task = app.tasks[prefetch.TASK]
    assert not task.acks_late
    assert not task.reject_on_worker_lost
