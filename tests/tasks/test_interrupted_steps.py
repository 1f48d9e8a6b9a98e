"""The heartbeat's own thread interrupts a step that stands still."""

from __future__ import annotations

import signal
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import QueueRow
from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.selectors import event_list
from hvrmet.jobs.services.jobs import job_cancel
from hvrmet.testing import queue_job

from tasks import diagnosis, draining

pytestmark = [
    pytest.mark.processes,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("sent"),
]

LONG = 2000.0
"""Seconds of a step that nobody waits for."""


def cancel(centre: Any, lease: Lease) -> None:
    """Ask for the end of the job."""
    with scope(centre.id):
        job_cancel(principal=centre.principal, job_id=lease.job_id, reason="enough")


def stop(_centre: Any, _lease: Lease) -> None:
    """Ask the worker to stop, as its handler of signals does."""
    draining.begin_stop()


def take_over(centre: Any, lease: Lease) -> None:
    """Let another worker have the job."""
    QueueRow.objects.filter(job_id=lease.job_id).update(lease_expires_at="2020-01-01T00:00:00Z")
    leases.reap()
    leases.claim(job_id=lease.job_id, tenant_id=centre.id, worker="other")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (cancel, ["cancelled"]),
        (stop, []),
        (take_over, ["lease_lost", "job_claimed", "resumed"]),
    ],
)
def test_a_step_that_stands_still_is_interrupted(alpha, monkeypatch, ask, said) -> None:
    def hang(lease: Lease, _heartbeat: Any) -> SimpleNamespace:
        ask(alpha, lease)
        time.sleep(LONG)
        pytest.fail("the step came to its end")

    monkeypatch.setattr(diagnosis, "run_loop", hang)
    job_id = queue_job(alpha)
    try:
        diagnosis.run(str(job_id), str(alpha.id))
    finally:
        draining._stopping.value = False
        signal.setitimer(signal.ITIMER_REAL, 0)
    with scope(alpha.id):
        assert [event.body.type for event in event_list(job_id)][2:] == said
    assert not [item for item in threading.enumerate() if item.name == "lease-heartbeat"]


def test_the_thread_keeps_a_lease_alive(alpha, monkeypatch, platform_settings) -> None:
    """The lease would run out while the step lasts; its last moment moves instead."""
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_lease_seconds": 20}
    )

    def wait(lease: Lease, _heartbeat: Any) -> SimpleNamespace:
        held = QueueRow.objects.filter(job_id=lease.job_id)
        first = held.get().lease_expires_at
        while not held.filter(lease_expires_at__gt=first).exists():
            time.sleep(0.1)
        return SimpleNamespace(status="yielded")

    monkeypatch.setattr(diagnosis, "run_loop", wait)
    job_id = queue_job(alpha)
    diagnosis.run(str(job_id), str(alpha.id))
    assert QueueRow.objects.get(job_id=job_id).lease_expires_at is None
