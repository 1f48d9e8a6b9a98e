"""A load run: sockets and requests beside running diagnoses, on a platform of its own.

``make load`` starts the embedded platform in a fresh folder, fills it with recorded events, follows
running diagnoses with many sockets, sends requests at a fixed rate, and prints what it measured.
Nothing leaves this machine, and nothing is left behind.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Any

import psycopg

from hvrmet.embedded.control import interruptible, platform_variables, undisturbed
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.identity import server_user
from hvrmet.embedded.load_clients import Clients, Received, Target
from hvrmet.embedded.samples import SOURCE, register_sample
from hvrmet.embedded.server_folders import server_folder
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.supervisor import Supervisor
from hvrmet.embedded.watchdog import session_paths
from hvrmet.embedded.web import ApiClient

FIRST_RUN_SECONDS = 300.0
MEBIBYTE = 2**20
UNLIMITED = {
    "HVRMET_RATE_PER_ACTOR": "1000000",
    "HVRMET_RATE_PER_TENANT": "1000000",
    "HVRMET_QUOTA_JOBS_PER_HOUR": "1000000",
}
# The first diagnosis is copied, with its events: jobs of the past, in a table of a given size.
_COPY_JOBS = """
INSERT INTO jobs_job ({columns})
SELECT {values} FROM jobs_job j CROSS JOIN generate_series(1, %(copies)s) AS n WHERE j.id = %(job)s
"""
_COPY_EVENTS = """
INSERT INTO jobs_jobevent (id, created_at, tenant_id, job_id, seq, at, schema_version, type, body)
SELECT gen_random_uuid(), copy.created_at, e.tenant_id, copy.id, e.seq, e.at, e.schema_version,
       e.type, e.body
FROM jobs_jobevent e CROSS JOIN jobs_job copy WHERE e.job_id = %(job)s AND copy.id <> %(job)s
"""


@dataclass(frozen=True)
class Plan:
    """What a load run does: how many sockets, requests per second, jobs at a time, for how long."""

    sockets: int = 200
    rate: float = 50.0
    jobs: int = 2
    seconds: float = 60.0
    events: int = 1_000_000


@dataclass
class Figures:
    """What a load run measured: milliseconds, MiB, and parts of one processor."""

    plan: dict[str, Any]
    processors: int
    load_average: float
    events_in_table: int = 0
    jobs_finished: int = 0
    requests: dict[str, dict[str, float]] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)
    sockets: dict[str, float] = field(default_factory=dict)
    event_to_socket: dict[str, float] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)
    processor: dict[str, float] = field(default_factory=dict)


def percentiles(values: list[float]) -> dict[str, float]:
    """Return the number of values, and in milliseconds p50, p95, p99 and the greatest."""
    if not values:
        return {"n": 0}
    ordered = sorted(values)
    at = {"p50": 0.50, "p95": 0.95, "p99": 0.99, "max": 1.0}
    found = {
        name: round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)
        for name, part in at.items()
    }
    return {"n": len(ordered), **found}


def run(plan: Plan, say: Any) -> Figures:
    """Start a platform, load it, and return the figures.

    Raises
    ------
    EmbeddedError
        When the platform does not start or the first diagnosis does not end.
    """
    with server_folder("load") as folder:
        return _run_in(session_paths(folder), plan, say)


def _run_in(paths: StatePaths, plan: Plan, say: Any) -> Figures:
    supervisor: Supervisor | None = None
    try:
        paths.prepare(server_user())
        sample = register_sample(paths)
        variables = {**platform_variables(paths), **UNLIMITED}
        supervisor = Supervisor(paths, report=say, variables=variables)
        supervisor.start()
        account = paths.root / "demo.json"
        supervisor.manage("seed_demo", "--out", str(account))
        key = json.loads(account.read_text())["api_key"]
        west, south, east, north = sample["region"]
        request = {
            "source": SOURCE,
            "region": {"west": west, "south": south, "east": east, "north": north},
        }
        target = Target(supervisor.url, key, request)
        owner = supervisor.environment()["DATABASE_OWNER_URL"]
        job = _first_diagnosis(supervisor, target)
        with psycopg.connect(owner, autocommit=True) as database:
            filled = _fill(database, job, plan.events)
            say(f"{filled} events in the table; {plan.seconds:.0f} s of load begin")
            figures = _load(plan, supervisor, target, job, database)
            figures.events_in_table = filled
        return figures
    finally:
        if supervisor is not None:
            with undisturbed():
                supervisor.stop()


def _first_diagnosis(supervisor: Supervisor, target: Target) -> str:
    """Make one diagnosis, which also warms the workers up."""
    client = ApiClient(target.url, target.key)
    job: str = client.post("/api/v1/diagnoses/", target.request)["id"]
    deadline = time.monotonic() + FIRST_RUN_SECONDS
    while time.monotonic() < deadline:
        status = client.get(f"/api/v1/diagnoses/{job}/")["status"]
        if status == "finished":
            return job
        if status in {"failed", "parked"}:
            break
        supervisor.check()
        time.sleep(0.5)
    raise EmbeddedError(
        "the first diagnosis has not finished",
        cure=f"read worker.log in {supervisor.paths.logs}",
        code="diagnosis_too_slow",
    )


def _fill(database: psycopg.Connection[Any], job: str, events: int) -> int:
    """Copy the finished diagnosis until the table holds so many events."""
    of_one = database.execute("SELECT last_seq FROM jobs_job WHERE id = %s", [job]).fetchone()
    copies = max(0, events // (of_one[0] if of_one else 1) - 1)
    columns = [
        row[0]
        for row in database.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = 'jobs_job'"
        )
    ]
    changed = {
        "id": "gen_random_uuid()",
        "created_at": "j.created_at - n * interval '10 minutes'",
        "updated_at": "j.updated_at - n * interval '10 minutes'",
        "moved_at": "j.moved_at - n * interval '10 minutes'",
    }
    values = [changed.get(name, f"j.{name}") for name in columns]
    statement = _COPY_JOBS.format(columns=", ".join(columns), values=", ".join(values))
    database.execute(statement.encode(), {"copies": copies, "job": job})
    database.execute(_COPY_EVENTS, {"job": job})
    for table in ("jobs_job", "jobs_jobevent"):
        database.execute(f"VACUUM ANALYZE {table}".encode())
    found = database.execute("SELECT count(*) FROM jobs_jobevent").fetchone()
    return int(found[0]) if found else 0


def _load(
    plan: Plan,
    supervisor: Supervisor,
    target: Target,
    ended: str,
    database: psycopg.Connection[Any],
) -> Figures:
    figures = Figures(
        plan=asdict(plan), processors=os.cpu_count() or 1, load_average=round(os.getloadavg()[0], 1)
    )
    clients = Clients(target, ended=ended, sockets=plan.sockets, rate=plan.rate, jobs=plan.jobs)

    before, own = supervisor.use(), sum(os.times()[:2])
    started = time.monotonic()

    def look() -> None:
        supervisor.check()
        passed = time.monotonic() - started
        for name, use in supervisor.use().items():
            figures.memory[name] = max(figures.memory.get(name, 0), use.memory // MEBIBYTE)
            spent = use.processor - before[name].processor
            figures.processor[name] = round(spent / passed, 2)

    asyncio.run(clients.run(plan.seconds, look))
    clients_use = sum(os.times()[:2]) - own
    figures.processor["clients"] = round(clients_use / (time.monotonic() - started), 2)
    figures.requests = {name: percentiles(times) for name, times in clients.latencies.items()}
    figures.errors = dict(clients.errors)
    figures.jobs_finished = clients.finished
    figures.sockets = {
        "open": clients.most_open,
        "events": len(clients.received),
        "closed_early": clients.closed_early,
        "events_missing": clients.missing,
    }
    figures.event_to_socket = percentiles(_delays(clients.received, database))
    return figures


def _delays(received: list[Received], database: psycopg.Connection[Any]) -> list[float]:
    """Return the seconds from an event's insertion to its arrival, for those that were new."""
    jobs = list({item.job for item in received})
    written = {
        (str(job), seq): at.timestamp()
        for job, seq, at in database.execute(
            "SELECT job_id, seq, created_at FROM jobs_jobevent WHERE job_id = ANY(%s::uuid[])",
            [jobs],
        )
    }
    return [
        item.at - written[item.job, item.seq]
        for item in received
        if written[item.job, item.seq] > item.open_since
    ]


def show(figures: Figures) -> str:
    """Return the figures as a table for people."""
    lines = [
        f"{figures.processors} processors, load average before {figures.load_average}, "
        f"{figures.events_in_table} events in the table, plan {figures.plan}",
        "",
        f"{'milliseconds':<22}{'n':>8}{'p50':>9}{'p95':>9}{'p99':>9}{'max':>9}",
    ]
    rows = {**figures.requests, "event to socket": figures.event_to_socket}
    for name, row in rows.items():
        cells = "".join(f"{row.get(key, 0):>9}" for key in ("p50", "p95", "p99", "max"))
        lines.append(f"{name:<22}{row['n']:>8.0f}{cells}")
    lines += [
        "",
        f"diagnoses finished beside it: {figures.jobs_finished}",
        f"sockets: {figures.sockets}",
        f"errors: {figures.errors or 'none'}",
        f"greatest memory, MiB: {figures.memory}",
        f"processor time, parts of one processor: {figures.processor}",
    ]
    return "\n".join(lines)


def main() -> int:
    """Run the load that the command line asks for."""
    defaults = Plan()
    parser = argparse.ArgumentParser(prog="hvrmet.embedded.load", description=__doc__)
    parser.add_argument("--sockets", type=int, default=defaults.sockets)
    parser.add_argument("--rate", type=float, default=defaults.rate, help="requests per second")
    parser.add_argument("--jobs", type=int, default=defaults.jobs, help="diagnoses at a time")
    parser.add_argument("--seconds", type=float, default=defaults.seconds)
    parser.add_argument("--events", type=int, default=defaults.events, help="in the table")
    parser.add_argument("--json", action="store_true", help="figures as a document")
    options = vars(parser.parse_args())
    as_document = options.pop("json")

    def say(text: str) -> None:
        sys.stderr.write(f"load: {text}\n")

    with interruptible():
        try:
            figures = run(Plan(**options), say)
        except KeyboardInterrupt:
            return 130
        except EmbeddedError as error:
            say(str(error))
            return 1
    sys.stdout.write((json.dumps(asdict(figures)) if as_document else show(figures)) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
