"""A page of 500 events over REST, beside the raw rows of the database: ``make bench-events``.

It starts a platform of its own. Clients ask for the same page again and again, each as soon as it
has its answer; then as many ask the database itself, with one connection each, and write JSON.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import django
import psycopg
from smoke import SmokeError, demonstrated, run_beside, state_folder

CLIENTS = 20
PAGES = 30
"""Each client's."""
EVENTS = 500
ROWS = "SELECT seq, at, schema_version, body FROM jobs_jobevent WHERE job_id = %s ORDER BY seq"


def measure(client: Callable[[], Callable[[], int]]) -> tuple[float, float, int]:
    """Return the median and the 95th percentile in milliseconds, and the bytes of a page."""
    sizes: list[int] = []

    def ask(_: int) -> list[float]:
        read, times = client(), []
        for _ in range(PAGES):
            began = time.perf_counter()
            sizes.append(read())
            times.append(1000 * (time.perf_counter() - began))
        return times

    with ThreadPoolExecutor(CLIENTS) as threads:
        every = sorted(one for times in threads.map(ask, range(CLIENTS)) for one in times)
    return statistics.median(every), every[int(0.95 * len(every))], max(sizes)


def over_rest(url: str, path: str, key: str) -> Callable[[], int]:
    """Return what reads a page over a connection of its own."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)

    def read() -> int:
        connection.request("GET", path, headers={"Authorization": f"Bearer {key}"})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200 or body.count(b'"schema_version"') < EVENTS:
            raise SmokeError(f"{path} is answered {answer.status}: {body[:200]!r}")
        return len(body)

    return read


def from_the_database(address: str, job: UUID) -> Callable[[], int]:
    """Return what reads the rows over a connection of its own and writes them as JSON."""
    connection = psycopg.connect(address, autocommit=True)

    def read() -> int:
        rows = connection.execute(ROWS, (job,)).fetchmany(EVENTS)
        names = ("seq", "at", "schema_version", "body")
        return len(json.dumps([dict(zip(names, row, strict=True)) for row in rows], default=str))

    return read


def long_run(account: dict[str, Any]) -> UUID:
    """Make a run of many events from the demonstration's."""
    from hvrmet.core.db.scope import scope
    from hvrmet.jobs.models import Job, JobEvent

    from tests.crowded_centre import open_run

    with scope(UUID(account["tenant_id"])):
        job = Job.objects.filter(status="finished").order_by("created_at").first()
        return open_run(job, list(JobEvent.objects.filter(job=job).order_by("seq")), EVENTS)


def beside() -> int:
    """Measure on the platform of the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hvrmet.settings.development")
    django.setup()
    account = json.loads(Path(os.environ["HVRMET_DEMO"]).read_text(encoding="utf-8"))
    job = long_run(account)
    path = f"/api/v1/diagnoses/{job}/events/"
    owner = os.environ["DATABASE_OWNER_URL"]
    rest = partial(over_rest, os.environ["HVRMET_URL"], path, account["api_key"])
    found = {
        "REST": measure(rest),
        "rows and json": measure(partial(from_the_database, owner, job)),
    }
    for name, (median, most, size) in found.items():
        text = f"{name:<14} p50 {median:7.1f} ms   p95 {most:7.1f} ms   {size / 1000:,.0f} kB\n"
        sys.stdout.write(text)
    ratio = found["rows and json"][0] / found["REST"][0]
    sys.stdout.write(f"{CLIENTS} clients: REST is {ratio:.2f} times as fast as the rows\n")
    return 0


def main() -> int:
    """Start a platform, measure and stop it."""
    if sys.argv[1:] == ["beside"]:
        return beside()
    with state_folder() as paths:
        try:
            with demonstrated(paths) as running:
                return run_beside(paths, running, __file__, "beside")
        except SmokeError as error:
            sys.stdout.write(f"FAILED bench-events: {error}\n")
            return 1


if __name__ == "__main__":
    raise SystemExit(main())
