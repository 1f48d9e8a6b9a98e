"""Independent pieces of work in other processes of this machine."""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from diagnostics.workflow import ToolContext

T = TypeVar("T")
R = TypeVar("R")

WORTH_A_PROCESS = 4
"""Fewer pieces than this are done here: a new process takes seconds to load the science."""
MOST_PROCESSES = 8


def default_processes() -> int:
    """Return how many processes are worth their while on this machine."""
    return min(MOST_PROCESSES, len(os.sched_getaffinity(0)))


class ProcessExecutor:
    """Runs pieces of work in processes that stay warm from one call to the next.

    They are started (not forked: compiled kernels and locks do not survive a fork) when there is
    enough to do. Where one of them dies, what is left is done here.

    Parameters
    ----------
    processes : int
        1 does everything here.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def map(self, function: Callable[[T], R], items: Sequence[T]) -> Iterable[R]:
        """Apply an importable function to each item, results in order."""
        if self._processes < 2 or len(items) < WORTH_A_PROCESS:
            return [function(item) for item in items]
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=multiprocessing.get_context("spawn")
            )
        waiting = [self._pool.submit(function, item) for item in items]
        done: list[R] = []
        try:
            done.extend(future.result() for future in waiting)
        except BrokenProcessPool:
            self.close()
            done.extend(function(item) for item in items[len(done) :])
        return done

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def reopening(options: argparse.Namespace) -> Callable[[], ToolContext]:
    """Return a function that opens the data of the options in another process, once."""
    return partial(
        _opened,
        tuple(options.data),
        options.origin,
        options.forecast_run,
        options.member,
        tuple(options.climatology or ()),
    )


@lru_cache(maxsize=1)
def _opened(
    data: tuple[str, ...],
    origin: str | None,
    forecast_run: str | None,
    member: str | None,
    climatology: tuple[str, ...],
) -> ToolContext:
    return tool_context(
        argparse.Namespace(
            data=list(data),
            origin=origin,
            forecast_run=forecast_run,
            member=member,
            climatology=list(climatology),
        )
    )


def tool_context(options: argparse.Namespace) -> ToolContext:
    """Open what the steps of a workflow run on."""
    from diagnostics.catalog import FieldCache
    from diagnostics.cli.arguments import open_climatology, open_data
    from diagnostics.workflow import ToolContext

    source = open_data(options.data, options)
    return ToolContext(
        source=source,
        data_digest=source.digest(),
        baseline=open_climatology(options.climatology),
        cache=FieldCache(),
        reopen=reopening(options),
    )
