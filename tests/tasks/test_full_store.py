"""A real worker whose store is full: the job fails by name, and a retry goes on once there is room.

The system refuses larger files to the worker's process, which needs no root; `make faults` fills a
file system where it may.
"""

from __future__ import annotations

import hashlib
import resource
from pathlib import Path

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import JobArtifact
from hvrmet.evidence.storage import storage_key
from hvrmet.jobs.models import QueueRow
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.services.lifecycle import job_retry
from hvrmet.testing import SOURCES, queue_job

from tests.tasks.workers import go_on, start_worker, wait_for

__all__ = ["go_on", "start_worker"]

pytestmark = [pytest.mark.processes, pytest.mark.services, pytest.mark.django_db(transaction=True)]

STEPS = 25


def test_a_job_that_finds_no_room_fails_whole_and_goes_on_later(
    alpha, start_worker, go_on, tmp_path: Path
) -> None:
    job_id = queue_job(alpha)
    store = tmp_path / "store"

    def types() -> list[str]:
        with scope(alpha.id):
            return [event.body.type for event in event_list(job_id, limit=None)]

    start_worker(STEPS, SOURCES, ("step_failed", 3))
    wait_for(lambda: types().count("step_failed") >= 3, "some steps")
    host_and_process = QueueRow.objects.get(job_id=job_id).worker
    worker = int(host_and_process.rpartition(":")[2])
    _, hard = resource.prlimit(worker, resource.RLIMIT_FSIZE)
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (1024, hard))
    go_on()
    wait_for(lambda: types()[-1] in {"run_failed", "job_finished"}, "the end")
    with scope(alpha.id):
        failed = job_get(job_id)
        named = {item.artifact.sha256 for item in JobArtifact.objects.select_related("artifact")}
    assert (failed.status, failed.state.failure.code) == ("failed", "storage_full")
    assert not list((store / ".drafts").iterdir())
    for sha256 in named:
        content = (store / storage_key(alpha.id, sha256)).read_bytes()
        assert hashlib.sha256(content).hexdigest() == sha256
    said = types().count("step_failed")
    assert said == 3

    resource.prlimit(worker, resource.RLIMIT_FSIZE, (hard, hard))
    with scope(alpha.id):
        job_retry(principal=alpha.principal, job_id=job_id, reason="there is room again")
    wait_for(lambda: types()[-1] in {"run_failed", "job_finished"}, "the end of the retry")
    assert types()[-1] == "job_finished"
    assert types().count("step_failed") == STEPS
