"""How a worker ends that is asked to: its steps stop by themselves, or with their processes.

Celery tells only the parent process. The children of a prefork pool see one shared byte because
they are forked after this module was imported; their loops then give their jobs back at the next
step, so that a stop takes seconds and not a slice. A step that goes on for longer than a grace is
interrupted (`tasks.heartbeat`). Native code that does not come back to Python is not interrupted by
anything: the parent kills what still runs after `LONGEST_SECONDS`, and if it does not end even
then, itself. Children never outlive their parent.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from ctypes import c_bool
from multiprocessing.sharedctypes import RawValue
from types import FrameType
from typing import Any

from celery.signals import beat_embedded_init, worker_init, worker_process_init, worker_ready
from hvrmet.child_processes import die_with_parent

GRACE_SECONDS = 5.0
"""What a step may still take once the worker is asked to stop."""
LONGEST_SECONDS = 30.0
"""After which its processes are killed."""
LAST_SECONDS = 10.0
"""What the worker may take to end after that; a container has 60 s in all."""
_STANDARD_ERROR = 2
_STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)

# Raw: a signal handler must not wait for a lock.
_stopping = RawValue(c_bool, False)


def stopping() -> bool:
    """Tell whether the worker has been asked to stop."""
    return bool(_stopping.value)


@worker_ready.connect
def _watch_for_stops(sender: Any, **_: Any) -> None:
    """Be asked before Celery is: its own handlers may wait for the pool."""
    for number in _STOPS:
        signal.signal(number, _stop_first(signal.getsignal(number)))
    signal.signal(signal.SIGALRM, _kill_first(sender.pool))


def _stop_first(then: Any) -> Callable[[int, FrameType | None], None]:
    parent = os.getpid()

    def handle(number: int, frame: FrameType | None) -> None:
        if os.getpid() == parent:
            begin_stop()
        then(number, frame)

    return handle


def begin_stop() -> None:
    """Let the steps of this worker stop, and set the clock for those that do not."""
    if not stopping():
        _stopping.value = True
        signal.setitimer(signal.ITIMER_REAL, LONGEST_SECONDS, LAST_SECONDS)


def _kill_first(pool: Any) -> Callable[[int, FrameType | None], None]:
    """Return what kills the children; the second alarm then ends this process by itself."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        for pid in pool.info.get("processes", ()):
            with suppress(ChildProcessError, ProcessLookupError):
                os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # ours still
                os.kill(pid, signal.SIGKILL)
        # No logging: its lock may be with what the signal has interrupted.
        text = f"worker: what still ran after {LONGEST_SECONDS:.0f} s was killed\n"
        os.write(_STANDARD_ERROR, text.encode())

    return handle


@worker_init.connect
def _bind_children(**_: Any) -> None:
    die = die_with_parent(signal.SIGKILL)
    worker_process_init.connect(die, weak=False)
    beat_embedded_init.connect(die, weak=False)


class Grace:
    """The time that a step has left, from the first look that finds the worker stopping.

    Parameters
    ----------
    seconds : float
    stopping : callable
    monotonic : callable
    """

    def __init__(
        self,
        seconds: float = GRACE_SECONDS,
        *,
        stopping: Callable[[], bool] = stopping,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds = seconds
        self._stopping = stopping
        self._monotonic = monotonic
        self._ends: float | None = None

    def over(self) -> bool:
        """Tell whether the worker stops and the step has had its time."""
        if not self._stopping():
            return False
        now = self._monotonic()
        if self._ends is None:
            self._ends = now + self._seconds
        return now >= self._ends
