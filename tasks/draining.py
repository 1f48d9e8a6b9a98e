"""Whether this worker is being stopped: one byte shared by the worker and its children.

Celery tells only the parent process. The children of a prefork pool see the byte because they are
forked after this module was imported; their loops then give their jobs back at the next step, so
that a stop takes seconds and not a slice. A step that goes on for longer than a grace is
interrupted (`tasks.heartbeat`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ctypes import c_bool
from multiprocessing.sharedctypes import RawValue
from typing import Any

from celery.signals import worker_shutting_down

GRACE_SECONDS = 5.0
"""What a step may still take once the worker is asked to stop; a container has 60 s in all."""

# Raw: a signal handler must not wait for a lock.
_stopping = RawValue(c_bool, False)


def stopping() -> bool:
    """Tell whether the worker has been asked to stop."""
    return bool(_stopping.value)


@worker_shutting_down.connect
def _note(**_: Any) -> None:
    _stopping.value = True


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
