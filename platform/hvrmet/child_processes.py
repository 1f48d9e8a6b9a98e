"""Children that do not outlive the process that started them, however it ends."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable
from typing import Any

_PR_SET_PDEATHSIG = 1


def die_with_parent(death_signal: signal.Signals) -> Callable[..., None]:
    """Return what a child of this process calls, so that it ends with this process.

    The kernel sends `death_signal` when the *thread* that started the child ends, so children are
    started from the main thread only. The library is loaded here, not in the child; called in this
    process, the function does nothing.
    """
    libc = ctypes.CDLL(None)
    parent = os.getpid()
    number = int(death_signal)

    def prepare(**_: Any) -> None:
        if os.getpid() == parent:
            return
        libc.prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return prepare
