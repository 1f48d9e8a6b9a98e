"""The task that works on a diagnosis: claim it, run the loop for a slice, keep what it leaves.

Expected failures end the job with a readable reason. A lost lease ends only this attempt, and a
cancelled job ends in the middle of its step. A worker that is stopped gives its job back, in the
middle of a step that goes on for long. A database that cannot be reached ends the attempt too: it
gives its lease up as soon as it can, and the reaper gives the job to another worker.
"""

from __future__ import annotations

import errno
import logging
import os
import socket
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any
from uuid import UUID

from celery.exceptions import Reject, SoftTimeLimitExceeded
from celery.signals import worker_init, worker_process_init
from django.conf import settings
from django.db import InterfaceError, InternalError, OperationalError, connection
from hvrmet.celery_app import app
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.observability.logs import log_fields
from hvrmet.core.observability.tracing import span
from hvrmet.evidence.selectors import artifact_bytes
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.dispatch import QUEUES
from hvrmet.jobs.queue.fair_scheduling import claim_next
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.services.jobs import job_finish
from hvrmet.jobs.states import ENDED, JobKind, JobStatus
from hvrmet.reports.services import report_version_create

from diagnostics.contracts.events import RunFailed
from diagnostics.contracts.report import REPORT_FILES, Report
from diagnostics.errors import BudgetError, DiagnosticsError, reason_of
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.temporary import use_process_folder
from tasks.draining import stopping
from tasks.heartbeat import Heartbeat
from tasks.interruption import Interruptible, StepInterruptedError, settle
from tasks.limits import limit_memory, no_memory, step_limit, too_long
from tasks.readings import run_readings
from tasks.source_names import names_of

if TYPE_CHECKING:
    from diagnostics.loop import LoopOutcome

log = logging.getLogger(__name__)
AUTHOR = "hvrmet"
PLAIN_QUEUES = {"upkeep", "webhooks"}
"""Whose tasks need no science."""
RETRY_SECONDS = 1.0
# Trouble on the way to the database, or with the session; what a statement itself is refused for
# would be refused again, and fails the job.
_UNREACHABLE = (OperationalError, InterfaceError, InternalError)


@worker_init.connect
def _load_science(**_: Any) -> None:
    """Import the science stack once, before a worker that needs it forks its children."""
    if set(app.amqp.queues.consume_from) - PLAIN_QUEUES:
        for name in ("diagnostics.effect", "tasks.diagnosis_runner"):
            import_module(name)


@worker_init.connect
@worker_process_init.connect
def _own_folder(**_: Any) -> None:
    """Write temporary files where the next start finds and removes them, if this one is killed."""
    use_process_folder("worker")


@worker_process_init.connect
def _limit_memory(**_: Any) -> None:
    """Let no step of a child take more memory than a worker may use."""
    limit_memory(settings.ENVIRONMENT.hvrmet_worker_memory_limit_mib * 2**20)


@app.task(name="tasks.diagnosis.run")
def run(job_id: str, tenant_id: str) -> None:
    """Work for one slice on the job whose turn it is; the message says that there is one.

    A repeated delivery finds its job claimed or ended, and is a no-op where no other one waits.
    """
    lease = _claim(UUID(job_id), UUID(tenant_id))
    if lease is None:
        log.info("job %s is held, ended or unknown: nothing to do", job_id)
        return
    attributes = {"hvrmet.job_id": str(lease.job_id), "hvrmet.attempt": lease.attempt}
    with (
        log_fields(job_id=lease.job_id, tenant_id=lease.tenant_id),
        span(
            "tasks.diagnosis.run",
            kind="consumer",
            parent=lease.traceparent,
            attributes=attributes,
        ),
        Heartbeat(lease) as heartbeat,
    ):
        log.info("job %s: attempt %d begins", lease.job_id, lease.attempt)
        try:
            _work(lease, heartbeat)
        except _UNREACHABLE:
            log.exception("job %s: the database failed; another attempt goes on", lease.job_id)
            _abandon(lease)


def _claim(job_id: UUID, tenant_id: UUID) -> Lease | None:
    """Claim a job, waiting for a database that cannot be reached.

    Raises
    ------
    Reject
        When the worker is stopped meanwhile: the message goes back to the broker.
    """
    while True:
        try:
            return claim_next(
                job_id=job_id,
                tenant_id=tenant_id,
                queue=QUEUES[JobKind.DIAGNOSIS],
                worker=_worker_name(),
            )
        except _UNREACHABLE as error:
            log.warning("job %s waits for the database: %s", job_id, error)
            connection.close()
            if stopping():
                raise Reject(error, requeue=True) from error
            time.sleep(RETRY_SECONDS)


def _abandon(lease: Lease) -> None:
    """Give a lease up, if the database comes back before it has run out or the worker stops."""
    for _ in range(int(settings.ENVIRONMENT.hvrmet_lease_seconds / RETRY_SECONDS)):
        connection.close()
        try:
            leases.abandon(lease)
        except _UNREACHABLE:
            if stopping():
                return
            time.sleep(RETRY_SECONDS)
        else:
            return


def _work(lease: Lease, heartbeat: Heartbeat) -> None:
    """Run the loop and keep what it leaves; only trouble with the database is raised."""
    try:
        if lease.kind is JobKind.EFFECT:
            with step_limit(), Interruptible():
                measure(lease, heartbeat)
            return
        if lease.kind is not JobKind.DIAGNOSIS:
            with step_limit(), Interruptible():
                answer(lease)
            return
        with step_limit(), Interruptible():
            outcome = run_loop(lease, heartbeat)
        log.info("job %s: attempt %d has %s", lease.job_id, lease.attempt, outcome.status)
        if outcome.status == "finished":
            _finish(lease, outcome)
        elif outcome.status == "yielded":
            leases.release(lease)
    except _UNREACHABLE:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, no job stays stuck
        _end_attempt(lease, error)
    except StepInterruptedError:
        log.info("job %s: attempt %d was stopped in mid-step", lease.job_id, lease.attempt)
    finally:
        settle()


def answer(lease: Lease) -> None:
    """Answer a claimed computation or question, and keep the answer."""
    from tasks.answers import run_answer

    run_answer(lease)


def measure(lease: Lease, heartbeat: Heartbeat) -> None:
    """Measure the effect of a claimed change of the library, and keep it."""
    from tasks.effects import run_effect

    run_effect(lease, lost=lambda: heartbeat.lost)


def run_loop(lease: Lease, heartbeat: Heartbeat) -> LoopOutcome:
    """Run the loop on a claimed job with the platform's ports."""
    from tasks.diagnosis_runner import run_diagnosis

    return run_diagnosis(
        lease,
        lost=lambda: heartbeat.lost,
        slice_seconds=float(settings.ENVIRONMENT.hvrmet_slice_seconds),
    )


def _finish(lease: Lease, outcome: LoopOutcome) -> None:
    """Store the report's first version and end the job, in one transaction."""
    report, markdown, html = outcome.report, outcome.markdown, outcome.html
    if report is None:
        report, markdown, html = _stored_report(lease)
    readings = run_readings(report, tenant_id=lease.tenant_id, job_id=lease.job_id)
    with scope(lease.tenant_id):
        job = lock_job(lease.job_id)
        version = report_version_create(
            job=job,
            report=report,
            markdown=markdown,
            html=html,
            author=AUTHOR,
            readings=readings,
        )
        job_finish(
            job,
            report_version=version.number,
            report_digest=version.digest,
            attempt=lease.attempt,
        )


def _stored_report(lease: Lease) -> tuple[Report, str, str]:
    """Read the report of a run that an earlier attempt finished, and its two renderings."""
    texts = {
        name: artifact_bytes(lease.tenant_id, lease.job_id, name).decode() for name in REPORT_FILES
    }
    report = Report.model_validate_json(texts["diagnosis.json"])
    return report, texts["report.md"], texts["report.html"]


def _end_attempt(lease: Lease, error: Exception) -> None:
    """Say why the job failed, unless it is another worker's by now."""
    if isinstance(error, BudgetError) and error.code == "lease_lost":
        log.warning("job %s was taken over: attempt %d stops", lease.job_id, lease.attempt)
        return
    failure = describe_failure(error)
    if failure.code == "internal_error":
        log.error("job %s met an unexpected fault", lease.job_id, exc_info=error)
    try:
        _record_failure(lease, failure)
    except _UNREACHABLE:
        raise
    except Exception:
        # The reason cannot be written; that it failed must be, or every worker would try again.
        log.exception("job %s: the reason for its failure cannot be stored", lease.job_id)
        _record_failure(lease, _unexpected(error))


def _record_failure(lease: Lease, failure: RunFailed) -> None:
    """End a job that this attempt still holds."""
    with scope(lease.tenant_id):
        job = lock_job(lease.job_id)
        if job.writer_attempt == lease.attempt and JobStatus(job.status) not in ENDED:
            names = names_of(job.source, tenant_id=lease.tenant_id)
            append(job, names.hide_in(failure), attempt=lease.attempt)


def describe_failure(error: Exception) -> RunFailed:
    """Return the event that tells a person why a job failed."""
    match error:
        case DiagnosticsError():
            return RunFailed(
                code=error.code, message=error.message, wording=error.wording, data=error.data
            )
        case ApplicationError():
            return RunFailed(code=error.code, message=error.message, data=error.data)
        case SoftTimeLimitExceeded():
            return describe_failure(too_long())
        case OSError(errno=errno.ENOSPC | errno.EDQUOT | errno.EFBIG):
            return _failed("storage_full", Message(id="error-storage_full"))
        case OSError():
            said = Message(id="error-input_output_failed", params={"reason": reason_of(error)})
            return _failed("input_output_failed", said)
        case MemoryError():
            return describe_failure(no_memory())
        case _:
            return _unexpected(error)


def _unexpected(error: Exception) -> RunFailed:
    kind = type(error).__name__
    return _failed("internal_error", Message(id="error-internal", params={"kind": kind}))


def _failed(code: str, wording: Message) -> RunFailed:
    return RunFailed(code=code, message=render(wording, SOURCE), wording=wording)


def _worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"
