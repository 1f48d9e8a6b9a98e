"""A thread that keeps a lease alive on a connection of its own, and ends a step when it must end.

It must end when somebody cancels the job, when another worker has it, and when it has taken longer
than Celery's soft limit allows. That limit is a timer in the worker's main process, which may be
held up by a broker that is away, and it asks once: a reader may take its error for its own trouble.
This thread asks again until the end has come.
"""

from __future__ import annotations

import logging
import threading
import time
from types import TracebackType

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.leases import Lease

from tasks.interruption import interrupt

log = logging.getLogger(__name__)
LOOK_SECONDS = 0.5
"""Between two looks for a wish to cancel."""
GRACE_SECONDS = 5.0
"""Beyond the soft limit, so that the loop can end by its own error first."""


class Heartbeat:
    """Prolongs a lease while the ``with`` block runs; `lost` says that the lease is gone.

    A database that cannot be reached counts as lost once the lease must have run out, judged by
    this process' monotonic clock. A job that is cancelled meanwhile ends at once, and with it the
    lease. Whatever became of the lease, the step that the main thread is in is interrupted.
    """

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._length = float(settings.ENVIRONMENT.hvrmet_lease_seconds)
        self._stop = threading.Event()
        self._lost = threading.Event()
        self._overdue = threading.Event()
        self._longest = settings.ENVIRONMENT.attempt_seconds + GRACE_SECONDS
        self._thread = threading.Thread(target=self._run, name="lease-heartbeat", daemon=True)

    @property
    def lost(self) -> bool:
        """Whether another worker may hold the job by now."""
        return self._lost.is_set()

    @property
    def overdue(self) -> bool:
        """Whether the step was interrupted for taking too long."""
        return self._overdue.is_set()

    def __enter__(self) -> Heartbeat:
        """Start beating."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop beating."""
        self._stop.set()
        self._thread.join(timeout=self._length)

    def _run(self) -> None:
        began = renewed = tried = time.monotonic()
        try:
            while not self._stop.wait(min(LOOK_SECONDS, self._length / 4)):
                now = time.monotonic()
                if now - began > self._longest:
                    self._overdue.set()
                    interrupt()
                try:
                    if leases.stop_if_cancelled(self._lease):
                        log.info("job %s was cancelled: its step stops", self._lease.job_id)
                        break
                    if now - tried < self._length / 4:
                        continue
                    tried = now
                    if not leases.heartbeat(self._lease):
                        break
                    renewed = now
                except (DatabaseError, InterfaceError) as error:
                    log.warning("heartbeat of job %s failed: %s", self._lease.job_id, error)
                    connection.close()
                    if time.monotonic() - renewed > self._length:
                        break
            else:
                return
        finally:
            connection.close()
        self._lost.set()
        while not self._stop.is_set():
            interrupt()
            self._stop.wait(LOOK_SECONDS)
