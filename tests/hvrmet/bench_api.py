"""How fast the API answers where much is stored: ``make bench api``.

A platform of its own is filled with the jobs, events and search rows of many centres; then kept
connections ask it at a fixed rate, idle and beside diagnoses, and as fast as it answers.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import aiohttp
import psycopg
from hvrmet.embedded.control import interruptible
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.load import OwnPlatform, own_platform, percentiles

PAGE_ROWS = 25
WORDS = 1000
"""Different words, one in each diagnosis beside those of the first one."""
GOALS = {
    "list": 50.0,
    "detail": 50.0,
    "search": 100.0,
    "search in diagnoses": 100.0,
    "layers of evidence": 150.0,
    "raster of evidence": 150.0,
    "feasibility": 300.0,
}
"""Milliseconds that 95 % of the answers may take."""
MIX = ("list", "detail", "list", "detail", "search", "list", "detail", "search in diagnoses")
"""What a connection asks, one after the other."""
_COPIED = ("id", "created_at", "updated_at", "moved_at", "tenant_id", "last_seq")
_JOBS = """
INSERT INTO jobs_job ({columns}, id, created_at, updated_at, moved_at, tenant_id, last_seq)
SELECT {columns}, gen_random_uuid(), j.created_at - n * interval '1 minute',
       j.updated_at - n * interval '1 minute', j.moved_at - n * interval '1 minute',
       coalesce(centre.id, j.tenant_id), least(j.last_seq, %(events)s)
FROM jobs_job j CROSS JOIN generate_series(1, %(copies)s) AS n
LEFT JOIN (SELECT id, row_number() OVER () AS place FROM tenants_tenant WHERE slug LIKE 'centre-%%')
  AS centre ON %(others)s AND centre.place = 1 + n %% %(centres)s
WHERE j.id = %(job)s
"""
_EVENTS = """
INSERT INTO jobs_jobevent (id, created_at, tenant_id, job_id, seq, at, schema_version, type, body)
SELECT gen_random_uuid(), copy.created_at, copy.tenant_id, copy.id, e.seq, e.at, e.schema_version,
       e.type, e.body
FROM jobs_jobevent e CROSS JOIN jobs_job copy
WHERE e.job_id = %(job)s AND copy.id <> %(job)s AND e.seq <= copy.last_seq
"""
_DOCUMENTS = """
INSERT INTO search_searchdocument ({columns}, id, subject_id, job_id, tenant_id, at, created_at)
SELECT {originals}, gen_random_uuid(), copy.id, copy.id, copy.tenant_id, copy.created_at,
       copy.created_at
FROM search_searchdocument d CROSS JOIN jobs_job copy
WHERE d.job_id = %(job)s AND d.kind = 'diagnosis' AND copy.id <> %(job)s
"""
_TOKENS = """
INSERT INTO search_searchtoken (id, created_at, tenant_id, document_id, token, weight)
SELECT gen_random_uuid(), now(), copy.tenant_id, copy.id, t.token, t.weight
FROM (SELECT token, weight, row_number() OVER (ORDER BY weight DESC, token) AS place
      FROM search_searchtoken WHERE document_id = (
        SELECT id FROM search_searchdocument WHERE job_id = %(job)s AND kind = 'diagnosis')) t
CROSS JOIN search_searchdocument copy
WHERE copy.kind = 'diagnosis' AND copy.job_id <> %(job)s
  AND (t.place <= 8 OR copy.tenant_id = (SELECT tenant_id FROM jobs_job WHERE id = %(job)s))
UNION ALL
SELECT gen_random_uuid(), now(), copy.tenant_id, copy.id,
       'w' || row_number() OVER () %% %(words)s, 1
FROM search_searchdocument copy WHERE copy.kind = 'diagnosis' AND copy.job_id <> %(job)s
"""
_TABLES = ("jobs_job", "jobs_jobevent", "search_searchdocument", "search_searchtoken")


@dataclass(frozen=True)
class Plan:
    """How much is stored, and how it is asked."""

    events: int = 1_000_000
    jobs: int = 100_000
    centres: int = 300
    connections: int = 20
    seconds: float = 60.0
    diagnoses: int = 2
    worker_requests: int = 40


@dataclass
class Figures:
    """What was measured: milliseconds by what was asked, and answers a second."""

    plan: dict[str, Any]
    processors: int
    load_average: float
    stored: dict[str, int] = field(default_factory=dict)
    idle: dict[str, dict[str, float]] = field(default_factory=dict)
    busy: dict[str, dict[str, float]] = field(default_factory=dict)
    diagnoses_finished: int = 0
    saturated: dict[str, float] = field(default_factory=dict)
    of_workers: dict[str, dict[str, float]] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)


def fill(database: psycopg.Connection[Any], job: str, plan: Plan) -> dict[str, int]:
    """Copy a diagnosis until the tables hold what the plan says, and return how much they hold.

    A tenth of the jobs are of the centre that asks, each with its whole log and all its words; the
    other centres share the rest, with as many events each as the total leaves.
    """
    database.execute(
        "INSERT INTO tenants_tenant (id, created_at, slug, name, timezone) "
        "SELECT gen_random_uuid(), now(), 'centre-' || n, 'Centre ' || n, '' "
        "FROM generate_series(1, %s) AS n",
        [plan.centres - 1],
    )
    (whole,) = _row(database, "SELECT last_seq FROM jobs_job WHERE id = %s", [job])
    # every job of another centre has an event at least
    own = max(1, min(plan.jobs // 10, (plan.events - plan.jobs) // (whole - 1)))
    others = plan.jobs - own
    left = (plan.events - own * whole) // max(1, others)
    columns = ", ".join(name for name in _columns(database, "jobs_job") if name not in _COPIED)
    statement = _JOBS.format(columns=columns)
    for copies, events, elsewhere in ((own - 1, whole, False), (others, left, True)):
        values = {"copies": copies, "events": events, "others": elsewhere, "job": job}
        database.execute(statement.encode(), {**values, "centres": max(1, plan.centres - 1)})
    database.execute(_EVENTS, {"job": job})
    kept = ("id", "subject_id", "job_id", "tenant_id", "at", "created_at")
    names = [name for name in _columns(database, "search_searchdocument") if name not in kept]
    statement = _DOCUMENTS.format(
        columns=", ".join(names), originals=", ".join(f"d.{name}" for name in names)
    )
    database.execute(statement.encode(), {"job": job})
    database.execute(_TOKENS, {"job": job, "words": WORDS})
    stored = {}
    for table in (*_TABLES, "tenants_tenant"):
        database.execute(f"VACUUM ANALYZE {table}".encode())
        (stored[table],) = _row(database, f"SELECT count(*) FROM {table}")
    return stored


def _columns(database: psycopg.Connection[Any], table: str) -> list[str]:
    found = database.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table]
    )
    return [row[0] for row in found]


def _row(
    database: psycopg.Connection[Any], statement: str, values: Sequence[Any] = ()
) -> tuple[Any, ...]:
    found = database.execute(statement.encode(), values).fetchone()
    assert found is not None
    return tuple(found)


class Asking:
    """Kept connections that ask, and the seconds that each answer took.

    Parameters
    ----------
    own : OwnPlatform
    jobs : list of str
        Diagnoses of the centre, to be read one after the other.
    """

    def __init__(self, own: OwnPlatform, jobs: list[str]) -> None:
        self.own = own
        self.jobs = jobs
        self.taken: dict[str, list[float]] = defaultdict(list)
        self.errors: dict[str, int] = defaultdict(int)

    def take(self) -> dict[str, dict[str, float]]:
        """Return what was measured since the last call."""
        found = {name: percentiles(times) for name, times in sorted(self.taken.items())}
        self.taken = defaultdict(list)
        return found

    async def at_a_rate(self, connections: int, seconds: float) -> None:
        """Let each of so many connections ask once a second."""
        await asyncio.gather(
            *(self._one(number, connections, seconds, pause=1.0) for number in range(connections))
        )

    async def without_pause(self, connections: int, seconds: float) -> float:
        """Let each connection ask again as soon as it is answered; return answers a second."""
        began = time.monotonic()
        await asyncio.gather(
            *(self._one(number, connections, seconds, pause=0.0) for number in range(connections))
        )
        answered = sum(len(times) for times in self.taken.values())
        return answered / (time.monotonic() - began)

    async def _one(self, number: int, connections: int, seconds: float, *, pause: float) -> None:
        async with self.session() as session:
            began = time.monotonic() + pause * number / connections
            turn = 0
            while True:
                due = began + pause * turn if pause else time.monotonic()
                if due >= began + seconds:
                    return
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                await self._ask(session, number + turn)
                turn += 1

    def session(self) -> aiohttp.ClientSession:
        """Return a client with one connection, which is kept."""
        return aiohttp.ClientSession(
            self.own.target.url,
            headers=self.own.target.headers,
            connector=aiohttp.TCPConnector(limit=1),
            timeout=aiohttp.ClientTimeout(total=30),
        )

    async def _ask(self, session: aiohttp.ClientSession, turn: int) -> None:
        name = MIX[turn % len(MIX)]
        path = {
            "list": f"/api/v1/diagnoses/?page_size={PAGE_ROWS}",
            "detail": f"/api/v1/diagnoses/{self.jobs[37 * turn % len(self.jobs)]}/",
            "search": f"/api/v1/search/?q=rainstorm+w{7 * turn % WORDS}",
            "search in diagnoses": "/api/v1/search/diagnoses/?q=rainstorm&event=rainstorm",
        }[name]
        await self.get(session, name, path)

    async def get(self, session: aiohttp.ClientSession, name: str, path: str) -> Any:
        """Ask, and count how long the answer took."""
        began = time.monotonic()
        try:
            async with session.get(path) as reply:
                body = await reply.read()
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            self.errors[f"{name}: {type(error).__name__}"] += 1
            return None
        return self._counted(name, began, reply.status, body)

    async def post(self, session: aiohttp.ClientSession, name: str, path: str, body: Any) -> Any:
        """Ask a worker; an answer that is only an inquiry counts as an error."""
        began = time.monotonic()
        async with session.post(path, json=body) as reply:
            found = await reply.read()
        return self._counted(name, began, reply.status, found)

    def _counted(self, name: str, began: float, status: int, body: bytes) -> Any:
        if status != 200:
            self.errors[f"{name}: {status}"] += 1
            return None
        self.taken[name].append(time.monotonic() - began)
        return json.loads(body) if body.startswith((b"{", b"[")) else body


async def ask_workers(asking: Asking, count: int) -> None:
    """Ask for the map of a piece of evidence, for rasters and for feasibility, one at a time."""
    target, job = asking.own.target, asking.own.job
    async with asking.session() as session:
        path = f"/api/v1/diagnoses/{job}/evidence/"
        evidence = (await asking.get(session, "evidence", path))["results"]
        layers = [f"{path}{item['id']}/layers/" for item in evidence]
        for address in layers:  # drawn once; what follows is warm
            await asking.get(session, "first layers", address)
        feasible = {"source": target.request["source"], "region": target.request["region"]}
        region = target.request["region"]
        source = await asking.get(session, "source", f"/api/v1/sources/{feasible['source']}/")
        times = source["valid_times"]
        await asking.post(session, "first feasibility", "/api/v1/feasibility/", feasible)
        for number in range(count):
            found = await asking.get(session, "layers of evidence", layers[number % len(layers)])
            drawn = [layer["url"] for layer in found["layers"] if layer["url"]] if found else []
            if drawn:
                await asking.get(session, "raster of evidence", drawn[0])
            smaller = {**region, "west": region["west"] + 0.01 * number}
            raster = {
                "source": feasible["source"],
                "op": "raster",
                "name": "temperature",
                "level": 850,
                "time": times[number % len(times)],
                "region": smaller,
            }
            await asking.post(session, "raster of another field", "/api/v1/extracts/", raster)
            wanted = {**feasible, "region": smaller}
            await asking.post(session, "feasibility", "/api/v1/feasibility/", wanted)


async def keep_diagnosing(asking: Asking, count: int, figures: Figures) -> None:
    """Keep so many diagnoses running, until it is cancelled."""
    running: set[str] = set()
    async with asking.session() as session:
        while True:
            for job in list(running):
                async with session.get(f"/api/v1/diagnoses/{job}/") as reply:
                    status = (await reply.json())["status"]
                if status in {"finished", "failed", "parked"}:
                    running.discard(job)
                    figures.diagnoses_finished += status == "finished"
            while len(running) < count:
                path, body = "/api/v1/diagnoses/", asking.own.target.request
                async with session.post(path, json=body) as reply:
                    running.add((await reply.json())["id"])
            await asyncio.sleep(2)


async def measure(own: OwnPlatform, jobs: list[str], plan: Plan, figures: Figures) -> None:
    """Ask in each of the ways, one after the other."""
    asking = Asking(own, jobs)
    await asking.at_a_rate(plan.connections, min(5.0, plan.seconds))  # warm
    asking.take()
    await asking.at_a_rate(plan.connections, plan.seconds)
    figures.idle = asking.take()
    rate = await asking.without_pause(plan.connections, plan.seconds / 2)
    slowest = asking.take()
    figures.saturated = {
        "answers a second": round(rate, 1),
        **{f"p95 of {name}": row["p95"] for name, row in slowest.items()},
    }
    await ask_workers(asking, plan.worker_requests)
    figures.of_workers = asking.take()
    feeding = asyncio.create_task(keep_diagnosing(asking, plan.diagnoses, figures))
    await asyncio.sleep(min(5.0, plan.seconds))
    await asking.at_a_rate(plan.connections, plan.seconds)
    feeding.cancel()
    (ended,) = await asyncio.gather(feeding, return_exceptions=True)
    if isinstance(ended, Exception):
        raise ended
    figures.busy = asking.take()
    figures.errors = dict(asking.errors)


def run(plan: Plan, say: Any) -> Figures:
    """Start a platform, fill it, ask it, and return the figures.

    Raises
    ------
    EmbeddedError
        When the platform does not start or its first diagnosis does not end.
    """
    figures = Figures(asdict(plan), os.cpu_count() or 1, round(os.getloadavg()[0], 1))
    with own_platform(say) as own:
        began = time.monotonic()
        figures.stored = fill(own.database, own.job, plan)
        say(f"{figures.stored} after {time.monotonic() - began:.0f} s")
        rows = own.database.execute(
            "SELECT id FROM jobs_job WHERE tenant_id = (SELECT tenant_id FROM jobs_job "
            "WHERE id = %s) ORDER BY id",
            [own.job],
        )
        asyncio.run(measure(own, [str(row[0]) for row in rows], plan, figures))
        own.supervisor.check()
    return figures


def show(figures: Figures) -> str:
    """Return the figures as a table for people; an asterisk marks a goal that was missed."""
    lines = [
        f"{figures.processors} processors, load average before {figures.load_average}",
        f"stored: {figures.stored}",
        f"plan: {figures.plan}",
        "",
        f"{'milliseconds':<34}{'n':>6}{'p50':>9}{'p95':>9}{'p99':>9}{'max':>9}{'goal':>8}",
    ]
    for part, rows in (
        ("idle", figures.idle),
        ("diagnosing", figures.busy),
        ("workers", figures.of_workers),
    ):
        for name, row in rows.items():
            cells = "".join(f"{row.get(key, 0):>9}" for key in ("p50", "p95", "p99", "max"))
            goal = GOALS.get(name)
            missed = goal is not None and row.get("p95", 0) > goal
            said = "" if goal is None else f"{goal:.0f}{'*' if missed else ''}"
            lines.append(f"{part + ': ' + name:<34}{row['n']:>6.0f}{cells}{said:>8}")
    lines += [
        "",
        f"as fast as it answers: {figures.saturated}",
        f"diagnoses finished meanwhile: {figures.diagnoses_finished}",
        f"errors: {figures.errors or 'none'}",
    ]
    return "\n".join(lines)


def main() -> int:
    """Measure as the command line asks for."""
    defaults = Plan()
    parser = argparse.ArgumentParser(prog="bench_api", description=__doc__)
    for name, value in asdict(defaults).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    parser.add_argument("--json", action="store_true", help="figures as a document")
    options = vars(parser.parse_args())
    as_document = options.pop("json")

    def say(text: str) -> None:
        sys.stderr.write(f"bench: {text}\n")

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
