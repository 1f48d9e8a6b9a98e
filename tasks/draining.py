"""Whether this worker is being stopped: one byte shared by the worker and its children.

Celery tells only the parent process. The children of a prefork pool see the byte because they are
forked after this module was imported; their loops then give their jobs back at the next step, so
that a stop takes seconds and not a slice.
"""

from __future__ import annotations

from ctypes import c_bool
from multiprocessing.sharedctypes import RawValue
from typing import Any

from celery.signals import worker_shutting_down

# Raw: a signal handler must not wait for a lock.
_stopping = RawValue(c_bool, False)


def stopping() -> bool:
    """Tell whether the worker has been asked to stop."""
    return bool(_stopping.value)


@worker_shutting_down.connect
def _note(**_: Any) -> None:
    _stopping.value = True
