"""What the platform counts and times.

Each process writes its numbers to a file of its own below ``HVRMET_METRICS_DIR``, and whichever
process is asked adds the files up; without the setting a process knows its own numbers only. Every
metric has a label, so that a process that counts nothing leaves no file.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hvrmet.settings.environment import environment

DIRECTORY = environment().hvrmet_metrics_dir
if DIRECTORY:
    # The library reads it when a metric is made.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = DIRECTORY
    Path(DIRECTORY).mkdir(parents=True, exist_ok=True)

from prometheus_client import (  # noqa: E402 - the setting comes first
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
    values,
)
from prometheus_client.core import REGISTRY  # noqa: E402

_HOST = socket.gethostname().replace("_", "-")


def _process() -> str:
    return f"{_HOST}-{os.getpid()}"


if DIRECTORY:
    # Containers that share the folder have the same process numbers.
    values.ValueClass = values.MultiProcessValue(_process)

_FAST = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_SLOW = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_WAITS = (0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600)

HTTP_SECONDS = Histogram(
    "hvrmet_http_request_seconds",
    "Time to answer a request",
    ["method", "route", "status"],
    buckets=_FAST,
)
SOCKETS_OPEN = Gauge(
    "hvrmet_sockets_open", "Sockets that are open", ["kind"], multiprocess_mode="livesum"
)
SOCKETS_CLOSED = Counter("hvrmet_sockets_closed", "Sockets that ended, by code", ["kind", "code"])
JOB_WAIT_SECONDS = Histogram(
    "hvrmet_job_wait_seconds",
    "Time between a job's turn to be worked on and its claim by a worker",
    ["queue"],
    buckets=_WAITS,
)
STAGE_SECONDS = Histogram(
    "hvrmet_stage_seconds",
    "Time that a worker took from one event of a run to the next, by the event that ended it",
    ["stage"],
    buckets=_SLOW,
)
JOBS_ENDED = Counter(
    "hvrmet_jobs_ended", "Jobs that ended or were parked", ["kind", "status", "code"]
)
LEASES_LOST = Counter("hvrmet_leases_lost", "Leases taken back from silent workers", ["queue"])
SOURCE_NEWEST = Gauge(
    "hvrmet_source_newest_timestamp_seconds",
    "Newest valid time that a run has found in a source",
    ["source"],
    multiprocess_mode="mostrecent",
)
WEBHOOK_ATTEMPTS = Counter(
    "hvrmet_webhook_attempts",
    "Attempts to deliver a webhook's message: delivered, pending (it is tried again) or dead",
    ["outcome"],
)
DEPRECATED_REQUESTS = Counter(
    "hvrmet_deprecated_requests",
    "Requests of operations that are to go: the log names who sends them",
    ["method", "route"],
)
ISOLATION_REFUSALS = Counter(
    "hvrmet_isolation_refusals",
    "Statements that a lock between tenants refused: each is a mistake in the code",
    ["lock"],
)


def exposition(*registries: CollectorRegistry) -> bytes:
    """Return the numbers of all processes of this machine, and of `registries`, as text."""
    if DIRECTORY:
        _forget_dead_processes(Path(DIRECTORY))
        gathered = CollectorRegistry()
        multiprocess.MultiProcessCollector(gathered, DIRECTORY)
    else:
        gathered = REGISTRY
    return b"".join(generate_latest(registry) for registry in (gathered, *registries))


def _forget_dead_processes(folder: Path) -> None:
    """Remove what processes of this host have left that is true of the living only."""
    for path in folder.glob(f"gauge_live*_{_HOST}-*.db"):
        if not Path(f"/proc/{path.stem.rpartition('-')[2]}").exists():
            with suppress(FileNotFoundError):
                path.unlink()


def count_isolation_refusals(
    execute: Callable[..., Any], statement: Any, parameters: Any, many: bool, context: Any
) -> Any:
    """Run a statement (one of Django's execute wrappers), counting refusals by the database."""
    try:
        return execute(statement, parameters, many, context)
    except Exception as error:
        cause = error.__cause__
        if getattr(cause, "sqlstate", None) == "42501" and "row-level security" in str(cause):
            ISOLATION_REFUSALS.labels("database").inc()
        raise


def watch_connection(*, connection: Any, **_: Any) -> None:
    """Count on a new connection, as a receiver of ``connection_created``."""
    if count_isolation_refusals not in connection.execute_wrappers:
        connection.execute_wrappers.append(count_isolation_refusals)
