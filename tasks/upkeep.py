"""What beat asks for: messages that wait, and workers that died."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from hvrmet.celery_app import app
from hvrmet.jobs import dispatch, leases


@app.task(name="tasks.upkeep.relay_outbox", expires=30)
def relay_outbox() -> None:
    """Send what the outbox still holds, and again what nobody took for a long time."""
    while dispatch.relay() == dispatch.BATCH:
        pass
    dispatch.enqueue_forgotten(timedelta(seconds=settings.ENVIRONMENT.hvrmet_redispatch_seconds))


@app.task(name="tasks.upkeep.reap_leases", expires=30)
def reap_leases() -> None:
    """Give the jobs of dead workers back to the queue."""
    leases.reap()
