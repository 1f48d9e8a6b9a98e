"""The tasks of the `interactive` queue: what a request waits for, and what the sources hold.

Its workers keep sources open between requests, so that a map of evidence that was just looked at
takes a fraction of a second. Nothing here is a job: what takes longer than `STEP_SECONDS` is
refused, and belongs into a computation.
"""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from celery.signals import worker_process_init, worker_ready
from django.conf import settings
from django.db import connection
from hvrmet.celery_app import app
from hvrmet.core.errors import ApplicationError
from hvrmet.core.observability.logs import log_fields
from hvrmet.jobs.queue import inquiries
from hvrmet.jobs.queue.inquiries import QUEUE, Answer, Refusal, Taken
from hvrmet.jobs.registries.inventories import inventories_forget
from hvrmet.jobs.registries.sources import read_sources

from diagnostics.errors import ArgumentError, BudgetError, DiagnosticsError, Fault
from diagnostics.messages import message
from tasks.limits import step_limit

log = logging.getLogger(__name__)
STEP_SECONDS = 30
_OPENING_SECONDS = 120


@worker_process_init.connect
def _warm(**_: Any) -> None:
    """Load what every inquiry needs before the first one comes."""
    if QUEUE in app.amqp.queues.consume_from:
        from tasks.inquiries import warm

        warm()


@worker_ready.connect
def _look_first(sender: Any = None, **_: Any) -> None:
    """Look at the sources when the worker is there; beat asks again every minute."""
    if QUEUE in app.amqp.queues.consume_from:
        look_at_sources.apply_async(queue=QUEUE)


@app.task(
    name=inquiries.TASK,
    acks_late=False,
    reject_on_worker_lost=False,
    soft_time_limit=STEP_SECONDS,
    time_limit=STEP_SECONDS + 15,
)
def answer(inquiry_id: str, tenant_id: str) -> None:
    """Answer an inquiry; one that was answered, or waits for nobody any more, is left alone."""
    taken = inquiries.take(UUID(inquiry_id), UUID(tenant_id))
    if taken is None:
        log.info("inquiry %s is answered or forgotten: nothing to do", inquiry_id)
        return
    with log_fields(tenant_id=taken.inquiry.tenant_id):
        inquiries.leave(taken.inquiry, _outcome(taken))


def _outcome(taken: Taken) -> Answer | Refusal:
    from tasks.inquiries import answer_inquiry

    try:
        with step_limit():
            return answer_inquiry(taken)
    except (SoftTimeLimitExceeded, DiagnosticsError, ApplicationError, MemoryError) as error:
        return refusal_of(error)
    except Exception:
        log.exception("inquiry %s met an unexpected fault", taken.inquiry.id)
        connection.close()
        fault = message("refusal-inquiry_fault")
        return Refusal("internal_error", "", 500, fault)


def refusal_of(error: Exception) -> Refusal:
    """Return what an error says to whoever asked, with the status of its family."""
    match error:
        case BudgetError(code="step_too_long") | SoftTimeLimitExceeded():
            slow = message("refusal-inquiry_too_slow", seconds=STEP_SECONDS)
            return Refusal("too_slow", "", 422, slow)
        case DiagnosticsError():
            status = 422
            if isinstance(error, ArgumentError):
                status = 400
            elif error.fault is Fault.SOURCE:
                status = 503
            return Refusal(error.code, error.message, status, error.wording, error.data)
        case ApplicationError():
            return Refusal(
                error.code, error.message, error.http_status, error.wording, _plain(error.data)
            )
        case _:
            return Refusal("memory_exhausted", "", 422, message("refusal-memory_exhausted"))


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    """Leave out messages among the details: the wording says the same."""
    return {name: value for name, value in data.items() if not hasattr(value, "model_dump")}


@app.task(name="tasks.interactive.look_at_sources", acks_late=False, ignore_result=True)
def look_at_sources() -> None:
    """Ask for a look at every registered source, and forget those that are registered no more."""
    from tasks.places import keep_places

    keep_places()
    names = sorted(read_sources(settings.ENVIRONMENT.hvrmet_sources))
    inventories_forget(names)
    for name in names:
        look_at_source.apply_async(args=[name], queue=QUEUE, expires=60)


@app.task(
    name="tasks.interactive.look_at_source",
    acks_late=False,
    reject_on_worker_lost=False,
    soft_time_limit=_OPENING_SECONDS,
    time_limit=_OPENING_SECONDS + 30,
)
def look_at_source(name: str) -> None:
    """Keep what a source holds, where its files have changed since the last look."""
    from tasks.open_sources import keep_inventory

    registered = read_sources(settings.ENVIRONMENT.hvrmet_sources).get(name)
    if registered is not None:
        keep_inventory(name, registered)


@app.task(
    name=inquiries.PREPARE,
    acks_late=False,
    reject_on_worker_lost=False,
    soft_time_limit=_OPENING_SECONDS,
    time_limit=_OPENING_SECONDS + 30,
)
def prepare_layers(job_id: str, tenant_id: str) -> None:
    """Make the maps of a finished diagnosis; those that fail are tried when they are asked for."""
    from tasks.extracts import prepare_layers as prepare

    try:
        with step_limit():
            count = prepare(UUID(tenant_id), UUID(job_id))
        log.info("job %s: the maps of %d pieces of evidence are kept", job_id, count)
    except (DiagnosticsError, ApplicationError, SoftTimeLimitExceeded) as error:
        log.warning("job %s: maps are not kept: %s", job_id, error)
