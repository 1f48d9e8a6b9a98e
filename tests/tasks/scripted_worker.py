"""A real worker with beat, on a queue of its own.

Started by `test_killed_worker.py` with the name of the queue and the number of steps that a
scripted loop shall say; with 0 the real loop runs.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Any

import django

STEP_SECONDS = 0.1


@dataclass
class Outcome:
    status: str


def scripted_loop(steps: int) -> Any:
    """Return a loop that goes on from the number of steps in the log."""
    from hvrmet.core.scope import scope
    from hvrmet.jobs.selectors import event_list, job_get
    from hvrmet.testing import sample_evidence, sample_report

    from diagnostics.contracts import events as ev
    from diagnostics.contracts.request import DiagnosisRequest
    from tasks.adapters import DatabaseEventSink, DatabaseEvidenceSink, StoredArtifactSink

    def loop(lease: Any, _heartbeat: Any) -> Outcome:
        with scope(lease.tenant_id):
            history = event_list(lease.job_id, limit=None)
            request = DiagnosisRequest.model_validate(job_get(lease.job_id).request)
        done = sum(event.body.type == "step_failed" for event in history)
        say = DatabaseEventSink(lease).append
        for turn in range(done + 1, steps + 1):
            time.sleep(STEP_SECONDS)
            DatabaseEvidenceSink(lease).put(sample_evidence(turn))
            say(ev.StepFailed(turn=turn, entry_id=None, code="x", message="x"), lease.attempt)
        report = sample_report(request)
        keep = StoredArtifactSink(lease).put
        keep("report.md", b"# A", "text/markdown")
        keep("report.html", b"<h1>A</h1>", "text/html")
        keep("diagnosis.json", report.model_dump_json().encode(), "application/json")
        say(
            ev.ReportDrafted(report_digest=report.report_digest, title="A", claims=0, evidence=0),
            lease.attempt,
        )
        return Outcome("finished")

    return loop


def main(queue: str, steps: int) -> None:
    """Run the worker until it is killed."""
    django.setup()
    from celery.signals import worker_init
    from hvrmet.jobs import dispatch
    from hvrmet.jobs.states import JobKind

    from tasks import app, diagnosis, upkeep

    if steps:
        worker_init.disconnect(diagnosis._load_science)
        diagnosis.run_loop = scripted_loop(steps)
    dispatch.QUEUES[JobKind.DIAGNOSIS] = queue
    app.conf.task_default_queue = queue
    app.conf.beat_schedule = {
        task.name: {"task": task.name, "schedule": 0.5, "options": {"queue": queue}}
        for task in (upkeep.relay_outbox, upkeep.reap_leases)
    }
    with tempfile.TemporaryDirectory() as folder:
        app.worker_main(
            [
                *("worker", "-B", "-Q", queue, "-c", "2", "--loglevel", "INFO"),
                *("--without-gossip", "--without-mingle", "-s", f"{folder}/beat"),
            ]
        )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
