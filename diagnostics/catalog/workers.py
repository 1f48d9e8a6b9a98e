"""Running the pieces of a long build: here, in several processes, or on a dask cluster.

Results come in the order of the pieces, and only a few are under way at once, so that memory is
bounded by the pieces and not by their number. Kernels stay single-threaded; parallelism is over
processes.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from diagnostics.errors import ExecutionError
from diagnostics.messages import Message
from diagnostics.temporary import use_process_folder

Item = TypeVar("Item")
Made = TypeVar("Made")

CONNECT_SECONDS = 10
_AHEAD = 2
"""Pieces under way per worker."""


def in_order(
    function: Callable[[Item], Made],
    items: Sequence[Item],
    *,
    workers: int = 1,
    scheduler: str | None = None,
) -> Iterator[Made]:
    """Apply a function to each item, results in order.

    Parameters
    ----------
    function : callable
        Importable, or an instance of a module's class: it is sent to the workers once.
    items : sequence
    workers : int
        Processes of this machine; 1 works in this process.
    scheduler : str, optional
        Address of a dask.distributed scheduler, for example ``tcp://10.0.0.5:8786``; its workers
        are used instead, and `workers` is of no account. They must see the data at the same paths
        and have this package installed.

    Raises
    ------
    ExecutionError
        ``scheduler_unreachable``, ``worker_lost``, ``distributed_missing``.
    """
    if scheduler is not None:
        yield from _on_cluster(function, items, scheduler)
    elif workers <= 1 or len(items) <= 1:
        yield from map(function, items)
    else:
        yield from _in_processes(function, items, min(workers, len(items)))


def _in_processes(
    function: Callable[[Item], Made], items: Sequence[Item], workers: int
) -> Iterator[Made]:
    use_process_folder("helpers")  # killed, a worker removes nothing itself
    # compiled kernels hang in forked processes
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(function,)) as pool:
        try:
            left = iter(items)
            under_way: deque[Future[Made]] = deque(
                pool.submit(_go_on, item) for item in islice(left, _AHEAD * workers)
            )
            while under_way:
                found = under_way.popleft().result()
                under_way.extend(pool.submit(_go_on, item) for item in islice(left, 1))
                yield found
        except BrokenProcessPool as error:
            raise _lost("worker_killed") from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


_function: list[Callable[[Any], Any]] = []
"""What a worker process was started for."""


def _begin(function: Callable[[Any], Any]) -> None:
    _function[:] = [function]


def _go_on(item: Any) -> Any:
    return _function[0](item)


def _on_cluster(
    function: Callable[[Item], Made], items: Sequence[Item], address: str
) -> Iterator[Made]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise ExecutionError(
            Message(id="catalogerror-distributed_missing"),
            code="distributed_missing",
        ) from error
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise ExecutionError(
            Message(
                id="catalogerror-scheduler_unreachable",
                params={"address": address, "error": f"{error}"},
            ),
            code="scheduler_unreachable",
            data={"scheduler": address},
        ) from error
    with closing(client):
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        if not workers:
            raise ExecutionError(
                Message(id="catalogerror-scheduler_without_workers", params={"address": address}),
                code="scheduler_unreachable",
                data={"scheduler": address},
            )
        sent = client.scatter(function, broadcast=True, hash=False)

        def submit(item: Item) -> Any:
            return client.submit(_apply, sent, item, pure=False, retries=2)

        left = iter(items)
        under_way: deque[Any] = deque(submit(item) for item in islice(left, _AHEAD * workers))
        try:
            while under_way:
                found = under_way.popleft().result()
                under_way.extend(submit(item) for item in islice(left, 1))
                yield found
        except distributed.KilledWorker as error:
            raise _lost("workers_killed") from error
        finally:
            client.cancel(list(under_way))


def _apply(function: Callable[[Item], Made], item: Item) -> Made:
    return function(item)


def _lost(what: str) -> ExecutionError:
    return ExecutionError(Message(id=f"catalogerror-{what}"), code="worker_lost")
