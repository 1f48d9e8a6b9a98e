"""What a fault run must not have broken, read from the database, the API and the store."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from hvrmet.embedded.web import ApiClient
from hvrmet.jobs.states import JobState, fold

from diagnostics.contracts.events import read_event
from tests.faults.installation import Installation
from tests.faults.load import Ledger

_JOBS = """
SELECT j.id, j.status, j.last_seq, coalesce(j.state->'failure'->>'code', ''),
       count(e.seq), coalesce(max(e.seq), 0), count(DISTINCT e.seq),
       count(*) FILTER (WHERE e.type = 'job_finished'),
       array_agg(e.at ORDER BY e.seq) = array_agg(e.at ORDER BY e.at, e.seq),
       count(*) FILTER (WHERE e.type = 'lease_lost')
FROM jobs_job j LEFT JOIN jobs_jobevent e ON e.job_id = j.id GROUP BY j.id
"""
_REPORTS = """
SELECT r.job_id, count(v.id), max(v.digest)
FROM reports_report r JOIN reports_reportversion v ON v.report_id = r.id GROUP BY r.job_id
"""
_STEPS = """
SELECT job_id, count(*) - count(DISTINCT body->>'turn') FROM jobs_jobevent
WHERE type = 'step_failed' AND body->>'code' = 'scripted' GROUP BY job_id
"""
_LEFT = """
SELECT (SELECT count(*) FROM jobs_queuerow) + (SELECT count(*) FROM jobs_outboxrow)
"""
_ARTIFACTS = "SELECT tenant_id, sha256 FROM evidence_artifact"


@dataclass(frozen=True)
class Verdict:
    """The figures of a run; `wrong` names every promise that was broken."""

    submitted: int
    outcomes: Mapping[str, int]
    lost: int
    doubled: int
    events: int
    events_missing: int
    leases_lost: int
    reports_compared: int
    wrong: tuple[str, ...] = ()


@dataclass
class _Judge:
    expected: Mapping[str, str]
    digests: Mapping[str, str]
    wrong: list[str] = field(default_factory=list)

    def hold(self, condition: bool, words: str) -> int:
        if not condition:
            self.wrong.append(words)
        return int(not condition)


def judge(
    installation: Installation,
    client: ApiClient,
    ledger: Ledger,
    *,
    expected: Mapping[str, str],
    digests: Mapping[str, str],
) -> Verdict:
    """Hold everything that the run left against what was promised.

    Parameters
    ----------
    installation : Installation
    client : ApiClient
    ledger : Ledger
        The jobs that clients were promised.
    expected : mapping
        Names of cases, and how each may end: ``finished``, or statuses with codes, by space.
    digests : mapping
        Names of cases, and the report's digest of an undisturbed run.
    """
    say = _Judge(expected, digests)
    with installation.database() as connection:
        jobs = {row[0]: row[1:] for row in connection.execute(_JOBS).fetchall()}
        reports = {row[0]: row[1:] for row in connection.execute(_REPORTS).fetchall()}
        twice = dict(connection.execute(_STEPS).fetchall())
        left = connection.execute(_LEFT).fetchone()[0]
        artifacts = connection.execute(_ARTIFACTS).fetchall()
    promised = {job.job_id: job for job in ledger.accepted}
    doubled = say.hold(len(promised) == len(ledger.accepted), "two keys were answered with one job")
    for extra in jobs.keys() - promised.keys():
        doubled += say.hold(False, f"{extra}: a job that nobody asked for")
    lost = events = missing = compared = leases = 0
    outcomes: Counter[str] = Counter()
    for job_id, wanted in promised.items():
        if job_id not in jobs:
            lost += say.hold(False, f"{job_id} ({wanted.case}) is gone")
            continue
        status, last, code, rows, top, distinct, finishes, in_order, losses = jobs[job_id]
        outcome = f"{status} {code}".strip()
        outcomes[outcome] += 1
        name = f"{job_id} ({wanted.case}, {outcome})"
        lost += say.hold(status not in {"queued", "running"}, f"{name} has not ended")
        say.hold(outcome in expected[wanted.case].split(", "), f"{name} ended otherwise")
        events += rows
        leases += losses
        missing += last - distinct
        say.hold(last == rows == top == distinct, f"{name}: the events have gaps or doubles")
        say.hold(in_order, f"{name}: the events' times do not follow one another")
        versions, digest = reports.get(job_id, (0, ""))
        finished = int(status == "finished")
        doubled += say.hold(
            finishes == versions == finished, f"{name}: {versions} reports, {finishes} ends"
        )
        doubled += say.hold(not twice.get(job_id), f"{name}: a step was said twice")
        if finished and wanted.case in digests:
            compared += 1
            say.hold(digest == digests[wanted.case], f"{name}: another report than undisturbed")
        _hold_state(say, client, job_id, name)
    say.hold(left == 0, f"{left} rows are left in queue and outbox")
    _hold_store(say, installation.paths.artifacts, artifacts)
    try:
        installation.manage("audit_verify")
    except AssertionError as error:
        say.hold(False, str(error))
    return Verdict(
        len(promised), outcomes, lost, doubled, events, missing, leases, compared, tuple(say.wrong)
    )


def _hold_state(say: _Judge, client: ApiClient, job_id: UUID, name: str) -> None:
    shown = client.get(f"/api/v1/diagnoses/{job_id}/")
    recorded: list[Any] = []
    while not recorded or recorded[-1].seq < shown["last_seq"]:
        after = recorded[-1].seq if recorded else 0
        page = client.get(f"/api/v1/diagnoses/{job_id}/events/?after={after}")["results"]
        if not page:
            break
        recorded += map(read_event, page)
    say.hold(
        fold(recorded) == JobState.model_validate(shown["state"]),
        f"{name}: the state is not the fold of the events",
    )


def _hold_store(say: _Judge, folder: Path, artifacts: list[tuple[UUID, str]]) -> None:
    """Hold every file against its address, and every address against a file."""
    found = set()
    for path in folder.glob("*/artifacts/*/*"):
        whole = hashlib.sha256(path.read_bytes()).hexdigest() == path.name
        say.hold(whole, f"{path.name} is half-written")
        found.add((path.parts[-4], path.name))
    for tenant_id, sha256 in artifacts:
        say.hold((str(tenant_id), sha256) in found, f"artifact {sha256} is named and not there")
