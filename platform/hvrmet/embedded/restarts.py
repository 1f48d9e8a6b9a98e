"""When a part of the platform that has died is started again, and when it is given up."""

from __future__ import annotations

import time
from collections.abc import Callable

LIMIT, WINDOW_SECONDS = 5, 600.0
FIRST_WAIT_SECONDS, GROWTH = 2.0, 3.0


class Restarts:
    """Counts the restarts of each part: the first is at once, the next ones wait longer each time.

    Parameters
    ----------
    clock : callable, optional
        Seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started: dict[str, list[float]] = {}

    def exhausted(self, name: str) -> bool:
        """Say whether a part has had all the restarts of the last ten minutes."""
        return len(self._recent(name)) >= LIMIT

    def due(self, name: str) -> bool:
        """Say whether a part has waited long enough since it was last started again."""
        recent = self._recent(name)
        return not recent or self._clock() - recent[-1] >= wait_after(len(recent))

    def count(self, name: str) -> None:
        """Note that a part is started again now."""
        self._started[name] = [*self._recent(name), self._clock()]

    def _recent(self, name: str) -> list[float]:
        now = self._clock()
        return [at for at in self._started.get(name, ()) if now - at < WINDOW_SECONDS]


def wait_after(restarts: int) -> float:
    """Return the seconds between a restart and the next: 2, 6, 18 and 54."""
    return FIRST_WAIT_SECONDS * GROWTH ** (restarts - 1)
