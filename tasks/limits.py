"""The time that one step of a job may take.

Celery's soft limit interrupts the step with an exception that readers of data would take for their
own trouble. While a job is worked on, it is an error of the loop's own family instead, and
remembered: whatever becomes of it in the step, the job ends before the next one.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from diagnostics.errors import BudgetError


class _Watch:
    """No lock: a signal handler must not wait for one."""

    over = False


def exceeded() -> bool:
    """Tell whether a step of the job in work has taken too long."""
    return _Watch.over


def too_long() -> BudgetError:
    """Return the error of a step that took too long."""
    return BudgetError(
        "one step took longer than a worker may spend: ask for a smaller region or a shorter "
        "period; where that does not help, the source of the data hangs",
        code="step_too_long",
    )


@contextmanager
def step_limit() -> Iterator[None]:
    """Turn the soft limit into `too_long` for the block."""
    _Watch.over = False
    # The signal of the pool's soft limit; only a main thread receives it.
    before = signal.signal(signal.SIGUSR1, _interrupt) if _in_main_thread() else None
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGUSR1, before)
        _Watch.over = False


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    _Watch.over = True
    raise too_long()
