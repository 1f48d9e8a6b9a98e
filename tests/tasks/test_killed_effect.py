"""A worker killed, or told to stop, in the middle of an effect, for real."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import JobResult
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.services.effects import effect_cancel, effect_create
from hvrmet.jobs.states import JobState, apply, fold
from hvrmet.testing import queue_job

from diagnostics.contracts.effect import (
    EffectOnCases,
    EffectOnRuns,
    EffectPart,
    EffectRequest,
    EntryChange,
)
from diagnostics.contracts.guidelines import AbsoluteTest, IndexExpectation
from diagnostics.guidelines import changes_digest, load_release
from knowledge.models import MeasuredEffect
from tests.tasks.workers import go_on, kill, start_worker, wait_for

__all__ = ["go_on", "start_worker"]

pytestmark = [
    *(pytest.mark.processes, pytest.mark.services, pytest.mark.timeout(3500)),
    pytest.mark.django_db(transaction=True),
]

NO_LOOP = 0


class Effect:
    """An effect that a centre waits for, of a limit that nothing exceeds."""

    def __init__(self, centre: Any, part: EffectPart) -> None:
        self.centre = centre
        entry = next(
            item
            for item in load_release().entries
            if "rainstorm" in item.event_types
            and isinstance(item.expected, IndexExpectation)
            and item.expected.absolute is not None
        )
        assert isinstance(entry.expected, IndexExpectation)
        limit = entry.expected.absolute
        assert isinstance(limit, AbsoluteTest)
        far = limit.model_copy(update={"value": limit.value * 1000 + 1000})
        expected = entry.expected.model_copy(update={"absolute": far, "clim": None})
        after = entry.model_copy(update={"expected": expected})
        changes = (EntryChange(before=entry, after=after),)
        self.request = EffectRequest(part=part, digest=changes_digest(changes), changes=changes)
        with scope(centre.id):
            job, _ = effect_create(principal=centre.principal, request=self.request)
        self.job_id: UUID = job.pk

    def events(self) -> list[Any]:
        with scope(self.centre.id):
            return event_list(self.job_id, limit=None)

    def types(self) -> list[str]:
        return [event.body.type for event in self.events()]

    def status(self) -> str:
        with scope(self.centre.id):
            return str(job_get(self.job_id).status)

    def answers(self) -> list[Any]:
        with scope(self.centre.id):
            return list(JobResult.objects.values_list("document", flat=True))


@pytest.fixture
def begun(
    request: pytest.FixtureRequest, alpha: Any, start_worker: Any, tmp_path: Path
) -> tuple[Effect, Any, Callable[[], Any]]:
    """An effect in which a worker stands still once it told so often how far it is.

    With the worker, and what starts another one.
    """
    from diagnostics.samples import write_sample

    part, times = request.param
    sample = write_sample("rainstorm", tmp_path / "sample.nc")
    call_command("load_library", verbosity=0)
    sources = {"sample": {"paths": [sample.path], "title": "Generated"}}

    def start() -> Any:
        return start_worker(NO_LOOP, sources, ("advanced", times))

    worker = start()
    if part is EffectPart.RUNS:
        job_id = queue_job(alpha, region=sample.region.bounds(), options={"target_factors": 3})

        def ended() -> bool:
            with scope(alpha.id):
                return job_get(job_id).status == "finished"

        wait_for(ended, "the diagnosis")
    effect = Effect(alpha, part)
    wait_for(lambda: effect.types().count("advanced") == times, "the effect to be half done")
    return effect, worker, start


@pytest.mark.parametrize(
    "begun", [(part, 2) for part in EffectPart], indirect=True, ids=[*EffectPart]
)
def test_another_worker_measures_the_whole_once(begun: Any, go_on: Callable[[], None]) -> None:
    effect, worker, start = begun
    kill(worker)
    left = effect.types()
    assert not effect.answers()
    go_on()
    start()
    wait_for(lambda: effect.status() in ("finished", "failed"), "the end")
    events = effect.events()
    with scope(effect.centre.id):
        job = job_get(effect.job_id)
    assert (job.status, job.state.failure) == ("finished", None)
    found = [event.body.type for event in events]
    assert found[: len(left) + 2] == [*left, "lease_lost", "job_claimed"]
    assert job.state == fold(events)
    states = accumulate(events, apply, initial=JobState())
    told = [state.progress.done for state in states if state.progress is not None]
    assert told[-1] > 0
    assert all(before <= after for before, after in pairwise(told)), told
    assert job.state.progress.done == job.state.progress.total > 0
    (answer,) = effect.answers()
    if effect.request.part is EffectPart.CASES:
        assert MeasuredEffect.objects.get().document == answer
        assert len(EffectOnCases.model_validate(answer).rates) == 1
    else:
        measured = EffectOnRuns.model_validate(answer)
        assert (measured.runs, measured.of) == (1, 1)


@pytest.mark.parametrize(
    "begun", [(part, 1) for part in EffectPart], indirect=True, ids=[*EffectPart]
)
def test_who_stops_it_ends_it_and_nothing_is_kept(begun: Any, go_on: Callable[[], None]) -> None:
    effect, _, _ = begun
    with scope(effect.centre.id):
        named = {"part": effect.request.part, "digest": effect.request.digest}
        effect_cancel(principal=effect.centre.principal, **named)
    go_on()
    wait_for(lambda: effect.types()[-1] == "cancelled", "the end")
    assert effect.status() == "cancelled"
    assert (effect.answers(), MeasuredEffect.objects.count()) == ([], 0)
