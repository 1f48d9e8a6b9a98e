"""Metrics that are read when asked for: queue, leases, outbox, webhooks, and the age of sources.

Of the database only the queue, the outbox and the due webhook deliveries are read, which cross
tenants and hold no content.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from hvrmet.jobs.registries.inventories import newest_files

log = logging.getLogger(__name__)

_QUEUE = """
SELECT queue,
       count(*) FILTER (WHERE lease_expires_at IS NULL),
       count(*) FILTER (WHERE lease_expires_at >= now()),
       count(*) FILTER (WHERE lease_expires_at < now()),
       coalesce(extract(epoch FROM now() - min(dispatched_at)
                FILTER (WHERE lease_expires_at IS NULL)), 0),
       coalesce(extract(epoch FROM now() - min(lease_expires_at)), 0)
FROM jobs_queuerow GROUP BY queue
"""
_OUTBOX = """
SELECT queue, count(*), extract(epoch FROM now() - min(created_at))
FROM jobs_outboxrow GROUP BY queue
"""


_WEBHOOKS = """
SELECT count(*), coalesce(extract(epoch FROM now() - min(due_at)), 0)
FROM webhooks_duedelivery WHERE due_at <= now()
"""


class PlatformCollector(Collector):
    """Asks the database and the registered sources. A part that fails leaves the others."""

    def describe(self) -> Iterable[Metric]:
        """Name the metrics, without asking anything."""
        return [*_queue([]), *_outbox([]), *_webhooks([(0, 0)]), _up(False), _source_ages({})]

    def collect(self) -> Iterator[Metric]:
        """Read everything now."""
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                queue = cursor.execute(_QUEUE).fetchall()
                outbox = cursor.execute(_OUTBOX).fetchall()
                webhooks = cursor.execute(_WEBHOOKS).fetchall()
        except (DatabaseError, InterfaceError) as error:
            log.warning("metrics: the database does not answer: %s", error)
            yield _up(False)
        else:
            yield _up(True)
            yield from _queue(queue)
            yield from _outbox(outbox)
            yield from _webhooks(webhooks)
        now = time.time()
        yield _source_ages({name: now - at for name, at in newest_files().items()})


def _up(answers: bool) -> Metric:
    return GaugeMetricFamily("hvrmet_database_up", "Whether the database answers", float(answers))


def _queue(rows: list[tuple]) -> list[Metric]:
    jobs = GaugeMetricFamily(
        "hvrmet_queue_jobs", "Jobs that need a worker, or have one", labels=["queue", "state"]
    )
    oldest = GaugeMetricFamily(
        "hvrmet_queue_oldest_seconds",
        "How long the oldest waiting job has waited",
        labels=["queue"],
    )
    silent = GaugeMetricFamily(
        "hvrmet_lease_oldest_seconds",
        "Time since the most silent worker has reported",
        labels=["queue"],
    )
    length = settings.ENVIRONMENT.hvrmet_lease_seconds
    for queue, waiting, held, expired, waits, since_end in rows:
        for state, count in (("waiting", waiting), ("leased", held), ("expired", expired)):
            jobs.add_metric([queue, state], count)
        oldest.add_metric([queue], float(waits))
        silent.add_metric([queue], float(since_end) + length if held or expired else 0.0)
    return [jobs, oldest, silent]


def _outbox(rows: list[tuple]) -> list[Metric]:
    messages = GaugeMetricFamily(
        "hvrmet_outbox_messages", "Messages that the broker has not taken yet", labels=["queue"]
    )
    oldest = GaugeMetricFamily(
        "hvrmet_outbox_oldest_seconds", "How long the oldest of them has waited", labels=["queue"]
    )
    for queue, count, waits in rows:
        messages.add_metric([queue], count)
        oldest.add_metric([queue], float(waits))
    return [messages, oldest]


def _webhooks(rows: list[tuple]) -> list[Metric]:
    count, late = rows[0]
    return [
        GaugeMetricFamily("hvrmet_webhooks_due", "Webhook messages that are due now", float(count)),
        GaugeMetricFamily(
            "hvrmet_webhooks_late_seconds", "How long the oldest of them is due", float(late)
        ),
    ]


def _source_ages(ages: dict[str, float]) -> Metric:
    found = GaugeMetricFamily(
        "hvrmet_source_file_age_seconds",
        "Time since the newest file of a source was written",
        labels=["source"],
    )
    for name, age in ages.items():
        found.add_metric([name], max(0.0, age))
    return found
