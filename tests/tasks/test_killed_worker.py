"""A worker killed or stopped in a step that hangs: another one finishes the job, for real."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import EvidenceItem
from hvrmet.jobs.models import OutboxRow
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.states import JobState, fold
from hvrmet.reports.models import ReportVersion
from hvrmet.testing import SOURCES, queue_job

from tests.tasks.workers import PATIENCE, go_on, kill, start_worker, wait_for

__all__ = ["go_on", "start_worker"]

pytestmark = [pytest.mark.processes, pytest.mark.services, pytest.mark.django_db(transaction=True)]

STEPS = 25
ENDS = {"job_finished", "run_failed", "parked"}


def harm_in_the_middle(
    centre, job_id, start: Callable[[], subprocess.Popen[bytes]], hold, harm, go_on, lost
) -> None:
    """Harm a worker whose loop stands still after so many events, and let another one finish."""
    kind, number = hold

    def types() -> list[str]:
        with scope(centre.id):
            return [event.body.type for event in event_list(job_id, limit=None)]

    first = start()
    wait_for(lambda: types().count(kind) >= number, "the first worker to come half-way")
    harm(first)
    left = types()
    assert (left.count(kind), left[-1] in ENDS) == (number, False)
    go_on()
    start()
    wait_for(lambda: types()[-1] in ENDS, "the end")
    with scope(centre.id):
        events = event_list(job_id, limit=None)
        state = JobState.model_validate(job_get(job_id).state)
        assert ReportVersion.objects.count() == 1
    found = [event.body.type for event in events]
    assert found[-1] == "job_finished"
    assert found[: len(left) + lost + 1] == [*left, *["lease_lost"] * lost, "job_claimed"]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [found.count(name) for name in ("lease_lost", "resumed", "report_drafted")] == [
        lost, 1, 1,
    ]  # fmt: skip
    assert state == fold(events)


def stop(worker: subprocess.Popen[bytes]) -> None:
    """Ask a worker to end, as an init system does; the step that it is in never ends by itself."""
    worker.terminate()
    assert worker.wait(timeout=PATIENCE) == 0


@pytest.fixture(params=[(kill, 1), (stop, 0)], ids=["killed", "stopped"])
def harm(request: pytest.FixtureRequest) -> Any:
    """What is done to the first worker, and how many leases are lost of it."""
    return request.param


def test_another_worker_says_the_steps_that_are_missing(alpha, start_worker, go_on, harm) -> None:
    job_id = queue_job(alpha)
    assert OutboxRow.objects.count() == 1
    hold = ("step_failed", 5)
    harm_in_the_middle(
        alpha, job_id, lambda: start_worker(STEPS, SOURCES, hold), hold, harm[0], go_on, harm[1]
    )
    with scope(alpha.id):
        events = event_list(job_id, limit=None)
        steps = [event.body.turn for event in events if event.body.type == "step_failed"]
        assert steps == list(range(1, STEPS + 1))
        assert EvidenceItem.objects.count() == STEPS


def test_another_worker_finishes_a_real_diagnosis(
    alpha, start_worker, go_on, harm, tmp_path: Path
) -> None:
    from diagnostics.samples import write_sample

    sample = write_sample("rainstorm", tmp_path / "sample.nc")
    call_command("load_library", verbosity=0)
    job_id = queue_job(alpha, region=sample.region.bounds(), options={"target_factors": 3})
    sources = {"sample": {"paths": [sample.path], "title": "Generated"}}
    hold = ("factor_judged", 2)
    harm_in_the_middle(
        alpha, job_id, lambda: start_worker(0, sources, hold), hold, harm[0], go_on, harm[1]
    )
    with scope(alpha.id):
        events = event_list(job_id, limit=None)
        judged = [e.body.evidence.id for e in events if e.body.type == "factor_judged"]
        assert len(judged) == len(set(judged))
        # The charts of the event and of the situation are evidence too.
        drawn = {
            e.body.evidence_id
            for e in events
            if e.body.type == "figure_rendered" and e.body.entry_id is None
        }
        stored = EvidenceItem.objects.values_list("evidence_id", flat=True)
        assert {"event", "situation"} <= drawn
        assert set(stored) == {*judged, *drawn}
