"""A worker that is asked to end in a step that never returns ends, with its children: for real."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.embedded.processes import descendants
from hvrmet.jobs.selectors import event_list
from hvrmet.testing import SOURCES, queue_job

from tests.left_running import remaining
from tests.tasks.workers import PATIENCE, go_on, start_worker, wait_for

__all__ = ["go_on", "start_worker"]

pytestmark = [pytest.mark.processes, pytest.mark.services, pytest.mark.django_db(transaction=True)]

STEPS = 8
HOLD = ("step_failed", 3)
TERM, QUIT, INT, KILL = signal.SIGTERM, signal.SIGQUIT, signal.SIGINT, signal.SIGKILL


@pytest.mark.parametrize(
    ("hang", "signals"),
    [
        ("python", [TERM, TERM]),
        ("native", [TERM]),
        ("locked", [TERM]),
        ("locked", [TERM, TERM]),
        ("locked", [INT]),
        ("python", [QUIT]),
        ("native", [QUIT]),
        ("locked", [TERM, QUIT]),
        ("locked", [KILL]),
    ],
)
def test_no_step_keeps_a_worker(
    alpha: Any,
    start_worker: Any,
    go_on: Callable[[], None],
    hang: str,
    signals: list[signal.Signals],
) -> None:
    job_id = queue_job(alpha)

    def types() -> list[str]:
        with scope(alpha.id):
            return [event.body.type for event in event_list(job_id, limit=None)]

    worker: subprocess.Popen[bytes] = start_worker(STEPS, SOURCES, HOLD, hang)
    kind, number = HOLD
    wait_for(lambda: types().count(kind) >= number, "the worker to hang")
    family = descendants(worker.pid)
    assert len(remaining(family)) >= 2
    for one in signals:
        worker.send_signal(one)
    assert worker.wait(timeout=PATIENCE) == (-KILL if KILL in signals else 0)
    wait_for(lambda: not remaining(family), "the end of its children")
    assert types()[-1] not in ("run_failed", "parked")
    go_on()
    start_worker(STEPS, SOURCES)
    wait_for(lambda: types()[-1] == "job_finished", "the end of the job")
    assert types().count(kind) == STEPS
