"""A real worker with beat, on a queue of its own.

Started by `workers.start_worker` with the name of the queue and the number of steps that a
scripted loop shall say; with 0 the real loop runs.
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from typing import Any

import django

from tests.faults.worker import Outcome, scripted_loop

STEP_SECONDS = 0.1


def say_steps(lease: Any, heartbeat: Any, *, steps: int) -> Outcome:
    """Stand for the real loop."""
    return scripted_loop(lease, lost=lambda: heartbeat.lost, steps=steps, pause=STEP_SECONDS)


def main(queue: str, steps: int) -> None:
    """Run the worker until it is killed."""
    django.setup()
    from celery.signals import worker_init
    from hvrmet.jobs.queue import dispatch
    from hvrmet.jobs.states import JobKind

    from tasks import app, diagnosis, upkeep

    if steps:
        worker_init.disconnect(diagnosis._load_science)
        diagnosis.run_loop = partial(say_steps, steps=steps)
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
                # RabbitMQ locks the control queue of a name: two workers need two.
                *("-n", f"{queue}@%h"),
            ]
        )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
