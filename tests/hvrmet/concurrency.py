"""Several threads that do something at the same moment, each with its own connection."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

MANY = 6


def at_once(function: Callable[[int], Any]) -> list[Any]:
    """Call a function in several threads that start together, with their numbers."""
    barrier = Barrier(MANY)

    def call(number: int) -> Any:
        try:
            barrier.wait()
            return function(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(MANY) as threads:
        return list(threads.map(call, range(MANY)))
