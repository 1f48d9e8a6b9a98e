"""A worker killed in the middle of a loop: another one finishes the job, with real processes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import EvidenceItem
from hvrmet.jobs.models import OutboxRow
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.states import JobState, fold
from hvrmet.reports.models import ReportVersion
from hvrmet.testing import SOURCES, queue_job

from tests.tasks.workers import kill, start_worker, wait_for

__all__ = ["start_worker"]

pytestmark = [pytest.mark.processes, pytest.mark.services, pytest.mark.django_db(transaction=True)]

STEPS = 25
ENDS = {"job_finished", "run_failed", "parked"}


def kill_in_the_middle(centre, job_id, start: Callable[[], subprocess.Popen[bytes]], after) -> None:
    """Kill a worker once `after` holds for the event types, and let another one finish."""

    def types() -> list[str]:
        with scope(centre.id):
            return [event.body.type for event in event_list(job_id, limit=None)]

    first = start()
    wait_for(lambda: after(types()) or types()[-1] in ENDS, "the first worker to come half-way")
    kill(first)
    left = types()
    assert left[-1] not in ENDS
    start()
    wait_for(lambda: types()[-1] in ENDS, "the end")
    with scope(centre.id):
        events = event_list(job_id, limit=None)
        state = JobState.model_validate(job_get(job_id).state)
        assert ReportVersion.objects.count() == 1
    found = [event.body.type for event in events]
    assert found[-1] == "job_finished"
    assert found[: len(left) + 1] == [*left, "lease_lost"]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [found.count(name) for name in ("lease_lost", "resumed", "report_drafted")] == [1, 1, 1]
    assert state == fold(events)


def test_another_worker_says_the_steps_that_are_missing(alpha, start_worker) -> None:
    job_id = queue_job(alpha)
    assert OutboxRow.objects.count() == 1
    kill_in_the_middle(
        alpha,
        job_id,
        lambda: start_worker(STEPS, SOURCES),
        after=lambda types: types.count("step_failed") >= 5,
    )
    with scope(alpha.id):
        events = event_list(job_id, limit=None)
        steps = [event.body.turn for event in events if event.body.type == "step_failed"]
        assert steps == list(range(1, STEPS + 1))
        assert EvidenceItem.objects.count() == STEPS


def test_another_worker_finishes_a_real_diagnosis(alpha, start_worker, tmp_path: Path) -> None:
    from diagnostics.samples import write_sample

    sample = write_sample("rainstorm", tmp_path / "sample.nc")
    call_command("load_library", verbosity=0)
    job_id = queue_job(alpha, region=sample.region.bounds(), options={"target_factors": 3})
    sources = {"sample": {"paths": [sample.path], "title": "Generated"}}
    kill_in_the_middle(
        alpha,
        job_id,
        lambda: start_worker(0, sources),
        after=lambda types: types.count("factor_judged") >= 2,
    )
    with scope(alpha.id):
        events = event_list(job_id, limit=None)
        judged = [e.body.evidence.id for e in events if e.body.type == "factor_judged"]
        assert len(judged) == len(set(judged))
        # The map of the event is evidence too.
        stored = EvidenceItem.objects.values_list("evidence_id", flat=True)
        assert set(stored) == {*judged, "event", "situation"}
