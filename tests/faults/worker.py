"""A worker whose scripted jobs have many steps, kill it or hang, and whose clock may be wrong.

Started as ``python worker.py [--clock S] [--visibility S] CELERY-ARGUMENTS``. Jobs of the sources
`steps` and `poison` are scripted; all others run the real loop.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import django
import time_machine

SCRIPTED_STEPS = 12
STEP_SECONDS = 0.25


@dataclass
class Outcome:
    """How the scripted loop ended: a `LoopOutcome` for which no science is loaded.

    It names no report, so the task reads the one that is kept.
    """

    status: str
    report: None = None
    markdown: str = ""
    html: str = ""


def run_loop(lease: Any, heartbeat: Any) -> Any:
    """Stand for `tasks.diagnosis.run_loop`: scripted or real, by the source of the job."""
    from hvrmet.core.db.scope import scope
    from hvrmet.jobs.selectors import job_get

    with scope(lease.tenant_id):
        source = job_get(lease.job_id).source
    if source == "poison":
        os.kill(os.getpid(), signal.SIGKILL)
    if source == "steps":
        return scripted_loop(lease, lost=lambda: heartbeat.lost, steps=SCRIPTED_STEPS)
    return _real_loop(lease, heartbeat)


def scripted_loop(lease: Any, *, lost: Any, steps: int, pause: float = STEP_SECONDS) -> Outcome:
    """Say the steps that the log lacks, and leave a report whose digest is that of the steps.

    A step is an event, a piece of evidence and a file; the loop looks at its control before each,
    as the real one does.
    """
    from hvrmet.core.db.scope import scope
    from hvrmet.jobs.selectors import event_list, job_get
    from hvrmet.testing import sample_evidence, sample_report

    from diagnostics.contracts import events as ev
    from diagnostics.contracts.request import DiagnosisRequest
    from tasks.adapters import (
        DatabaseEventSink,
        DatabaseEvidenceSink,
        JobControl,
        StoredArtifactSink,
    )

    with scope(lease.tenant_id):
        history = event_list(lease.job_id, limit=None)
        request = DiagnosisRequest.model_validate(job_get(lease.job_id).request)
    control = JobControl(lease, lost=lost, slice_seconds=60.0)
    say, keep = DatabaseEventSink(lease).append, StoredArtifactSink(lease).put
    said = [event.body for event in history if event.body.type == "step_failed"]
    for turn in range(len(said) + 1, steps + 1):
        if control.poll().action == "yield":
            return Outcome("yielded")
        time.sleep(pause)
        DatabaseEvidenceSink(lease).put(sample_evidence(turn))
        keep(f"step-{turn}.txt", os.urandom(32 * 1024), "text/plain")
        body = ev.StepFailed(turn=turn, entry_id=None, code="scripted", message=f"step {turn}")
        say(body, lease.attempt)
        said.append(body)
    text = "\n".join(body.model_dump_json() for body in said)
    report = sample_report(request, digest=hashlib.sha256(text.encode()).hexdigest())
    keep("report.md", b"# A", "text/markdown")
    keep("report.html", b"<h1>A</h1>", "text/html")
    keep("diagnosis.json", report.model_dump_json().encode(), "application/json")
    if not any(event.body.type == "report_drafted" for event in history):
        drafted = ev.ReportDrafted(
            report_digest=report.report_digest, title="A", claims=0, evidence=0
        )
        say(drafted, lease.attempt)
    return Outcome("finished")


def main() -> None:
    """Run the worker until it is killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clock", type=float, default=0.0, help="seconds that the clock is wrong")
    parser.add_argument("--visibility", type=int, help="seconds after which messages come again")
    options, celery = parser.parse_known_args()
    if options.clock:
        wrong = datetime.now(UTC) + timedelta(seconds=options.clock)
        time_machine.travel(wrong, tick=True).start()
    django.setup()
    from tasks import app, diagnosis

    global _real_loop
    _real_loop = diagnosis.run_loop
    diagnosis.run_loop = run_loop
    if options.visibility:
        app.conf.broker_transport_options = {
            **app.conf.broker_transport_options,
            "visibility_timeout": options.visibility,
        }
    app.worker_main(["worker", *celery])


_real_loop: Any = None

if __name__ == "__main__":
    main()
