"""Traces of workers: each child of a worker sends its own, because a fork loses the sender."""

from __future__ import annotations

from typing import Any

from celery.signals import worker_process_init, worker_process_shutdown
from hvrmet.core.observability import tracing


@worker_process_init.connect
def _start(**_: Any) -> None:
    tracing.start("hvrmet-worker")


@worker_process_shutdown.connect
def _stop(**_: Any) -> None:
    tracing.stop()
