"""The time and the memory that one step of a job may take.

Celery's soft limit interrupts the step with an exception that readers of data would take for their
own trouble. While a job is worked on, it is an error of the loop's own family instead, and
remembered: whatever becomes of it in the step, the job ends before the next one.
"""

from __future__ import annotations

import resource
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from django.conf import settings

from diagnostics.errors import BudgetError
from diagnostics.messages import Message
from tasks.interruption import importing

if TYPE_CHECKING:
    from diagnostics.fields import SourceLimits

CHUNKS_IN_MEMORY = 4
"""Packed, decoded by two filters, and as numbers: so often a chunk is in memory at once."""


class _Watch:
    """No lock: a signal handler must not wait for one."""

    over = False


def exceeded() -> bool:
    """Tell whether a step of the job in work has taken too long."""
    return _Watch.over


def too_long() -> BudgetError:
    """Return the error of a step that took too long."""
    return BudgetError(Message(id="error-step_too_long"), code="step_too_long")


def no_memory() -> BudgetError:
    """Return the error of a step that took more memory than a worker may use."""
    return BudgetError(Message(id="error-memory_exhausted"), code="memory_exhausted")


def limit_memory(size: int) -> int:
    """Limit what this process may allocate from now on; the rest of the machine is safe from it.

    RLIMIT_DATA counts private writable memory, on the heap and mapped (Linux 4.7 and newer).
    RLIMIT_AS would count address space that libraries only reserve, several GiB of it. An
    allocation beyond the limit fails, as `MemoryError` in Python and as an error of the library
    elsewhere; it kills nothing else.

    Parameters
    ----------
    size : int
        Bytes beyond what the process has at the call: the loaded programs are not counted.

    Returns
    -------
    int
        The limit that was set, in bytes; a lower one that was there stays.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = _data_bytes() + size
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    return limit


def _data_bytes() -> int:
    """Return the private writable memory of this process (VmData of proc(5))."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0


def source_limits() -> SourceLimits:
    """Refuse windows and chunks that take more memory than a worker process may use."""
    from diagnostics.fields import SourceLimits

    size = settings.ENVIRONMENT.hvrmet_worker_memory_mib * 2**20
    return SourceLimits(max_bytes=size, max_chunk_bytes=size // CHUNKS_IN_MEMORY)


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


def _interrupt(_signal: int, frame: FrameType | None) -> None:
    _Watch.over = True
    # An import comes to its end; the job ends before its next step, or by the hard limit.
    if not importing(frame):
        raise too_long()
