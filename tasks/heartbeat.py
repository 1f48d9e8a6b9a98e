"""Threads that interrupt the step of a worker that is of no more use.

`StopWatch` does so where the worker is being stopped; `Heartbeat` also keeps the lease of a job
alive, on a connection of its own, and hears of a wish to cancel.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.leases import Lease

from tasks.draining import Grace
from tasks.interruption import interrupt

log = logging.getLogger(__name__)
LOOK_SECONDS = 0.5
"""Between two looks."""


class StopWatch:
    """Interrupts the step of the ``with`` block once the worker is stopped and a grace is over.

    Parameters
    ----------
    grace : Grace, optional
    """

    name = "stop-watch"

    def __init__(self, grace: Grace | None = None) -> None:
        self._grace = grace or Grace()
        self._pause = LOOK_SECONDS
        self._patience = LOOK_SECONDS * 4
        self._end = threading.Event()
        self._lost = threading.Event()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)

    def __enter__(self) -> Self:
        """Start looking."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop looking."""
        self._end.set()
        self._thread.join(timeout=self._patience)

    def look(self) -> None:
        """Look once; interrupt the step if it is of no more use, at each look until it ends."""
        if not self._lost.is_set() and not self._goes_on():
            self._lost.set()
        if self._lost.is_set():
            interrupt()

    def _goes_on(self) -> bool:
        return not self._grace.over()

    def _run(self) -> None:
        try:
            while not self._end.wait(self._pause):
                self.look()
        finally:
            connection.close()


class Heartbeat(StopWatch):
    """Prolongs a lease while the ``with`` block runs; `lost` says that the lease is gone.

    A database that cannot be reached counts as lost once the lease must have run out, judged by
    this process' monotonic clock. A job that is cancelled meanwhile ends at once, and with it the
    lease; a worker that is stopped gives the job back. Whatever became of the lease, the step that
    the main thread is in is interrupted.

    Parameters
    ----------
    lease : Lease
    grace : Grace, optional
    monotonic : callable
    """

    name = "lease-heartbeat"

    def __init__(
        self,
        lease: Lease,
        grace: Grace | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(grace)
        self._lease = lease
        self._monotonic = monotonic
        self._length = float(settings.ENVIRONMENT.hvrmet_lease_seconds)
        self._pause = min(LOOK_SECONDS, self._length / 4)
        self._patience = self._length
        self._renewed = self._tried = monotonic()

    @property
    def lost(self) -> bool:
        """Whether another worker may hold the job by now."""
        return self._lost.is_set()

    def _goes_on(self) -> bool:
        now = self._monotonic()
        try:
            if leases.stop_if_cancelled(self._lease):
                log.info("job %s was cancelled: its step stops", self._lease.job_id)
                return False
            if self._grace.over():
                leases.hand_over(self._lease)
                log.info("job %s is given back: the worker stops", self._lease.job_id)
                return False
            if now - self._tried < self._length / 4:
                return True
            self._tried = now
            if not leases.heartbeat(self._lease):
                return False
            self._renewed = now
        except (DatabaseError, InterfaceError) as error:
            log.warning("heartbeat of job %s failed: %s", self._lease.job_id, error)
            connection.close()
            gone = self._monotonic() - self._renewed > self._length
            return not (gone or self._grace.over())
        return True
