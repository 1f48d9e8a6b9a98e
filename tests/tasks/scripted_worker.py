"""A real worker with beat, on a queue of its own.

Started by `workers.start_worker` with the name of the queue, the number of steps that a scripted
loop shall say (with 0 the real loop runs) and beat's file. With ``--hold KIND NUMBER FILE`` a loop
stands still after so many events of a kind until the file is there: a step that hangs. It
hangs in Python (``--hang python``), or for good in native code that no signal interrupts, with the
interpreter's lock (``locked``) or without it (``native``).
"""

from __future__ import annotations

import argparse
import ctypes
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import django

from tests.faults.worker import Outcome, scripted_loop

STEP_SECONDS = 0.1


def say_steps(lease: Any, heartbeat: Any, *, steps: int) -> Outcome:
    """Stand for the real loop."""
    return scripted_loop(lease, lost=lambda: heartbeat.lost, steps=steps, pause=STEP_SECONDS)


def sleep_native(library: type[ctypes.CDLL]) -> None:
    """Sleep in native code that no signal interrupts."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    library(None).sleep(1_000_000)


HANGS: dict[str, Callable[[], None]] = {
    "python": partial(time.sleep, 0.05),
    "native": partial(sleep_native, ctypes.CDLL),
    # The interpreter's lock stays with it: no other thread of the process runs.
    "locked": partial(sleep_native, ctypes.PyDLL),
}


def hold_after(kind: str, number: int, file: Path, hang: Callable[[], None]) -> None:
    """Let the loop stand still outside the shield of its writing, where it can be interrupted."""
    from tasks.adapters import DatabaseEventSink

    append, said = DatabaseEventSink.append, []

    def append_and_hold(sink: Any, body: Any, attempt: int) -> Any:
        recorded = append(sink, body, attempt)
        if body.type == kind:
            said.append(body)
        while len(said) >= number and not file.exists():
            hang()
        return recorded

    DatabaseEventSink.append = append_and_hold


def main() -> None:
    """Run the worker until it is stopped or killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("queue")
    parser.add_argument("steps", type=int)
    parser.add_argument("schedule", help="file of beat, which writes it to the very end")
    parser.add_argument("--hold", nargs=3, metavar=("KIND", "NUMBER", "FILE"))
    parser.add_argument("--hang", choices=HANGS, default="python")
    options = parser.parse_args()
    queue, steps = options.queue, options.steps
    django.setup()
    from celery.signals import worker_init
    from hvrmet.jobs.queue import dispatch
    from hvrmet.jobs.states import JobKind

    from tasks import app, diagnosis, upkeep

    if options.hold:
        kind, number, file = options.hold
        hold_after(kind, int(number), Path(file), HANGS[options.hang])
    if steps:
        worker_init.disconnect(diagnosis._load_science)
        diagnosis.run_loop = partial(say_steps, steps=steps)
        diagnosis.run_readings = lambda *_, **__: ()  # they would load the science after all
    dispatch.QUEUES.update(dict.fromkeys(JobKind, queue))
    app.conf.task_default_queue = queue
    app.conf.beat_schedule = {
        task.name: {"task": task.name, "schedule": 0.5, "options": {"queue": queue}}
        for task in (upkeep.relay_outbox, upkeep.reap_leases)
    }
    app.worker_main(
        [
            *("worker", "-B", "-Q", queue, "-c", "2", "--loglevel", "INFO"),
            *("--without-gossip", "--without-mingle", "-s", options.schedule),
        ]
    )


if __name__ == "__main__":
    main()
