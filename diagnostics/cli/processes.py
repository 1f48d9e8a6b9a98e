"""Independent pieces of work in other processes of this machine."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.temporary import use_process_folder

T = TypeVar("T")
R = TypeVar("R")

WORTH_A_PROCESS = 4
"""Fewer pieces than this are done here: a new process takes seconds to load the science."""
MOST_PROCESSES = 8
LONGEST_WAIT = 30.0
"""Seconds to wait for a piece that another process has begun."""


def default_processes() -> int:
    """Return how many processes are worth their while on this machine."""
    return min(MOST_PROCESSES, len(os.sched_getaffinity(0)))


def chosen_helpers(named: str | None, most: int) -> int:
    """Return how many processes shall help this one: `--jobs` says, or what was idle lately."""
    if named is not None:
        return min(chosen_processes(named) - 1, most)
    processes = default_processes()
    idle = round(processes - os.getloadavg()[0])
    return max(0, min(processes - 1, idle, most))


def add_jobs(parser: argparse.ArgumentParser, work: str) -> None:
    """Declare `--jobs`."""
    parser.add_argument("--jobs", metavar="N", help=f"processes for {work}")


def chosen_processes(named: str | None) -> int:
    """Understand `--jobs`: a number, or as many as the machine has processors.

    Raises
    ------
    ArgumentError
    """
    if named is None:
        return default_processes()
    if not named.isdigit() or int(named) < 1:
        raise ArgumentError(
            Message(id="commanderror-jobs", params={"named": f"{named}"}), code="invalid_argument"
        )
    return int(named)


class _HelperDiedError(Exception):
    """The process that had the piece is gone."""


class _Helper:
    """A process that does one piece at a time.

    It is started (not forked: compiled kernels and locks do not survive a fork).
    """

    def __init__(self) -> None:
        use_process_folder("helpers")  # ended in the middle, a helper removes nothing itself
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process: BaseProcess = context.Process(target=_serve, args=(there,), daemon=True)
        self._process.start()
        there.close()

    def call(self, function: Callable[[T], R], item: T) -> R:
        """Have a piece done and wait for it."""
        try:
            self._here.send((function, item))
            well, answer = self._here.recv()
        except (EOFError, OSError) as error:
            raise _HelperDiedError from error
        if not well:
            raise answer
        result: R = answer
        return result

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.terminate()
        self._process.join()


def _serve(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            function, item = pipe.recv()
        except EOFError:
            return
        try:
            answer: tuple[bool, Any] = (True, function(item))
        except Exception as error:  # noqa: BLE001 - raised again where the result is wanted
            answer = (False, error)
        pipe.send(answer)


class _Piece(Generic[R]):
    """A piece that waits for a process, or is with one."""

    def __init__(self, future: Future[R]) -> None:
        self._future = future

    def take(self) -> R | None:
        """Return the result; None where there is none, and then it is not begun any more."""
        if self._future.cancel():
            return None
        try:
            return self._future.result(LONGEST_WAIT)
        except Exception:  # noqa: BLE001 - the caller does it itself and meets the same error
            return None

    def drop(self) -> None:
        """Take it back if it was not begun."""
        self._future.cancel()


class ProcessExecutor:
    """Runs pieces of work in processes that stay warm from one call to the next.

    They are started when there is enough to do. Where one of them dies, what is left is done here.

    Parameters
    ----------
    processes : int
        1 does everything here, except what is handed on with `submit`; 0 that too.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._threads: ThreadPoolExecutor | None = None
        self._helpers: dict[int, _Helper] = {}
        self._starting = threading.Lock()
        self._closed = False

    def warm(self, function: Callable[[T], object], item: T) -> None:
        """Start every process now, with a function that loads what it will need."""
        for _ in range(self._processes):
            self._hand_on(function, item)

    def map(self, function: Callable[[T], R], items: Sequence[T]) -> Iterable[R]:
        """Apply an importable function to each item, results in order."""
        if self._processes < 2 or len(items) < WORTH_A_PROCESS:
            return [function(item) for item in items]
        waiting = [self._hand_on(function, item) for item in items]
        done: list[R] = []
        try:
            done.extend(future.result() for future in waiting)
        except (_HelperDiedError, CancelledError):
            self.close()
            done.extend(function(item) for item in items[len(done) :])
        return done

    def submit(self, function: Callable[[T], R], item: T) -> _Piece[R] | None:
        """Have a piece of work begun in another process."""
        return _Piece(self._hand_on(function, item)) if self._processes else None

    def _hand_on(self, function: Callable[[T], R], item: T) -> Future[R]:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._processes, "helper")
            self._closed = False
        return self._threads.submit(self._with_helper, function, item)

    def _with_helper(self, function: Callable[[T], R], item: T) -> R:
        """Give a piece to this thread's process."""
        thread = threading.get_ident()
        with self._starting:
            if self._closed:
                raise _HelperDiedError
            helper = self._helpers.get(thread) or _Helper()
            self._helpers[thread] = helper
        try:
            return helper.call(function, item)
        except _HelperDiedError:
            self._helpers.pop(thread, None)
            raise

    def close(self) -> None:
        """End the processes, whatever they do."""
        if self._threads is None:
            return
        with self._starting:
            self._closed = True
        for helper in list(self._helpers.values()):
            helper.end()
        self._threads.shutdown(cancel_futures=True)
        self._threads, self._helpers = None, {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
