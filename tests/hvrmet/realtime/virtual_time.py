"""An event loop whose clock a test moves: nothing is late on a slow machine, and nobody waits."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """A loop in which time stands still until a test moves it."""

    def __init__(self) -> None:
        self._now = 0.0
        self._in_threads: set[Future[Any]] = set()
        self._waiting: list[asyncio.Future[None]] = []
        self._threads = ThreadPoolExecutor(2)
        super().__init__(_Selector(self._is_idle))
        self.set_default_executor(self._threads)

    def time(self) -> float:
        """Return the time that the test has set."""
        return self._now

    def move(self, seconds: float) -> None:
        """Move the clock: what is due by then goes on next."""
        self._now += seconds

    async def advance(self, seconds: float) -> None:
        """Move the clock when nothing is left to be done, and do what is due by then."""
        await self.idle()
        self.move(seconds)
        await self.idle()

    async def idle(self) -> None:
        """Wait until every task waits for a time or for the test, and no thread is at work."""
        waiting = self.create_future()
        self._waiting.append(waiting)
        await waiting

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Let a thread work, and know until when."""
        work = (executor or self._threads).submit(func, *args)
        self._in_threads.add(work)
        found = asyncio.wrap_future(work, loop=self)
        # After the loop has been told of the result, which it is not to miss.
        work.add_done_callback(self._has_ended)
        return found

    def _has_ended(self, work: Future[Any]) -> None:
        self._in_threads.discard(work)
        with suppress(RuntimeError):  # the loop has been closed
            self.call_soon_threadsafe(lambda: None)

    def _is_idle(self) -> bool:
        """Let those go on who wait for it, and say whether there were any."""
        if self._in_threads or not self._waiting:
            return False
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)
        self._waiting.clear()
        return True


class _Selector(selectors.DefaultSelector):
    """Asks, before the loop falls asleep, whether somebody waits for that."""

    def __init__(self, is_idle: Callable[[], bool]) -> None:
        super().__init__()
        self._is_idle = is_idle

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready; what the loop has to do by itself is asked for with 0."""
        found = super().select(0)
        if found or timeout == 0:
            return found
        # Time stands still: a time that is still to come does not come by waiting.
        return [] if self._is_idle() else super().select()


def clock() -> VirtualTimeLoop:
    """Return the running loop."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualTimeLoop)
    return loop
