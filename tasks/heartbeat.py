"""A thread that keeps a lease alive on a connection of its own."""

from __future__ import annotations

import logging
import threading
import time
from types import TracebackType

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from hvrmet.jobs import leases
from hvrmet.jobs.leases import Lease

log = logging.getLogger(__name__)


class Heartbeat:
    """Prolongs a lease while the ``with`` block runs; `lost` says that the lease is gone.

    A database that cannot be reached counts as lost once the lease must have run out, judged by
    this process' monotonic clock.
    """

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._length = float(settings.ENVIRONMENT.hvrmet_lease_seconds)
        self._stop = threading.Event()
        self._lost = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lease-heartbeat", daemon=True)

    @property
    def lost(self) -> bool:
        """Whether another worker may hold the job by now."""
        return self._lost.is_set()

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
        renewed = time.monotonic()
        try:
            while not self._stop.wait(self._length / 4):
                try:
                    if not leases.heartbeat(self._lease):
                        self._lost.set()
                        return
                    renewed = time.monotonic()
                except (DatabaseError, InterfaceError) as error:
                    log.warning("heartbeat of job %s failed: %s", self._lease.job_id, error)
                    connection.close()
                    if time.monotonic() - renewed > self._length:
                        self._lost.set()
                        return
        finally:
            connection.close()
