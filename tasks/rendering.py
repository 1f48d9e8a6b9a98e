"""The task of the `render` queue: a factor of a running diagnosis, computed and drawn ahead."""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

from hvrmet.celery_app import app

from tasks.heartbeat import StopWatch
from tasks.interruption import Interruptible, StepInterruptedError, settle

log = logging.getLogger(__name__)


@app.task(
    name="tasks.rendering.draft",
    acks_late=False,
    reject_on_worker_lost=False,
    soft_time_limit=60,
    time_limit=90,
)
def draft(job_id: str, tenant_id: str, attempt: int, work: dict[str, Any]) -> None:
    """Draft a factor; one that fails or is lost is made by the loop itself."""
    from diagnostics.loop.prefetch import FactorWork
    from tasks.prefetch import make_draft

    with StopWatch():
        try:
            with Interruptible():
                done = make_draft(
                    UUID(job_id), UUID(tenant_id), attempt, FactorWork.model_validate(work)
                )
        except StepInterruptedError:
            log.info("job %s: a draft was stopped with its worker", job_id)
            return
        finally:
            settle()
    log.info("job %s: a draft was %s", job_id, "made" if done else "no longer wanted")
