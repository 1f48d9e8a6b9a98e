"""What beat asks for: messages that wait, and workers that died.

A worker of its own takes these tasks from the queue ``upkeep``. They do not expire: beat's clock
and the worker's may differ by minutes, and a backlog of them is worked off in seconds.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from celery.signals import worker_ready
from django.conf import settings
from hvrmet.celery_app import app
from hvrmet.evidence.storage import leftovers_remove, untaken_remove
from hvrmet.jobs.queue import deadlines, dispatch, leases
from hvrmet.jobs.registries.inventories import inventories_send, source_files_keep
from hvrmet.operations.retention import retention_run
from hvrmet.reports.readings import readings_send
from hvrmet.reviews.corrections import corrections_resend

log = logging.getLogger(__name__)

UPKEEP = "upkeep"
ANY_DRAFT = timedelta(hours=1)
"""No draft is waited for that long."""


@app.task(name="tasks.upkeep.relay_outbox")
def relay_outbox() -> None:
    """Send what the outbox still holds, and again what nobody took for a long time."""
    while dispatch.relay() == dispatch.BATCH:
        pass
    long_ago = timedelta(seconds=settings.ENVIRONMENT.hvrmet_redispatch_seconds)
    dispatch.enqueue_forgotten(long_ago)
    corrections_resend(long_ago)


@app.task(name="tasks.upkeep.reap_leases")
def reap_leases() -> None:
    """Give the jobs of dead workers back to the queue, and fail what waits beyond its deadline."""
    leases.reap()
    deadlines.expire()


@app.task(name="tasks.upkeep.send_readings")
def send_readings() -> None:
    """Ask workers for some of the readings that versions lack, those of before an upgrade too."""
    readings_send(timedelta(seconds=settings.ENVIRONMENT.hvrmet_redispatch_seconds))


@app.task(name="tasks.upkeep.look_at_sources")
def look_at_sources() -> None:
    """Look at the files of the sources, and ask workers to read those that have changed."""
    source_files_keep()
    inventories_send(timedelta(seconds=settings.ENVIRONMENT.hvrmet_redispatch_seconds))


@worker_ready.connect
def _look_at_once(**_: Any) -> None:
    """Look at the sources when the worker of upkeep starts: beat asks only a minute later."""
    if UPKEEP in app.amqp.queues.consume_from:
        look_at_sources.delay()


@app.task(name="tasks.upkeep.sweep_store")
def sweep_store() -> None:
    """Remove what killed workers had begun to write, and pictures drawn ahead in vain."""
    leftovers_remove(timedelta(days=1))
    untaken_remove(ANY_DRAFT)


@app.task(name="tasks.upkeep.retain")
def retain() -> None:
    """Remove what is older than the installation keeps it, by the audited function."""
    retention_run(dry_run=False, say=log.info)
