"""A fault run: an undisturbed part, faults at random moments under load, and the verdict."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
from hvrmet.embedded.web import ApiClient

from tests.faults.faults import FAULTS
from tests.faults.installation import Installation
from tests.faults.load import Ledger, Load, submit
from tests.faults.verdict import Verdict, judge

RECOVERY_SECONDS = 300.0
DRAIN_SECONDS = 900.0
TICK = 0.1
# One statement: a job that ends between two would be waited for, although it is over.
_HELD = """
SELECT j.id, j.last_seq FROM jobs_queuerow q JOIN jobs_job j ON j.id = q.job_id
WHERE q.lease_expires_at IS NOT NULL
"""
_SITUATION = """
SELECT j.id, j.source, j.status, j.last_seq, q.attempt, q.worker, q.lease_expires_at - now(),
       now() - q.dispatched_at, EXISTS (SELECT 1 FROM jobs_outboxrow o WHERE o.subject_id = j.id)
FROM jobs_job j LEFT JOIN jobs_queuerow q ON q.job_id = j.id
WHERE q.job_id IS NOT NULL OR j.id = ANY(%s) ORDER BY j.created_at
"""
_MOVED = """
SELECT DISTINCT job_id FROM jobs_jobevent e
JOIN unnest(%s::uuid[], %s::int[]) AS before(job_id, seq) USING (job_id)
WHERE e.seq > before.seq AND e.type <> 'lease_lost'
"""
_CLAIMED = """
SELECT count(*) FROM jobs_jobevent WHERE job_id = ANY(%s) AND type = 'job_claimed'
"""
_LOST = "SELECT count(*) FROM jobs_jobevent WHERE type = 'lease_lost'"
_READ_FROM = "SELECT 1 FROM jobs_jobevent WHERE job_id = %s AND type = 'event_classified'"
_UNENDED = """
SELECT (SELECT count(*) FROM jobs_job WHERE status IN ('queued', 'running')),
       (SELECT count(*) FROM jobs_outboxrow)
"""
_DIGEST = """
SELECT v.digest FROM reports_reportversion v JOIN reports_report r ON r.id = v.report_id
WHERE r.job_id = %s
"""


@dataclass(frozen=True)
class Recovered:
    """How long after the end of a fault everything went on."""

    fault: str
    seconds: float
    held: int


@dataclass(frozen=True)
class Plan:
    """What a run does.

    Attributes
    ----------
    seed : int
        Of the moments, the victims and the order of faults and cases.
    faults : sequence of str
        Names, in their order.
    cases : mapping
        Request bodies by name.
    weights : mapping
        How often each case is queued.
    expected : mapping
        How each case may end.
    compared : sequence of str
        Cases whose report is compared with an undisturbed run's.
    unended : int
        Jobs that the load keeps waiting or running.
    gap : tuple of float
        Bounds of the time between a recovery and the next fault.
    alone : bool
        Whether the machine does nothing else. Beside other tests a process may wait for a
        processor for longer than a short lease, and then loses it although nothing is wrong.
    """

    seed: int
    faults: Sequence[str]
    cases: Mapping[str, Mapping[str, Any]]
    weights: Mapping[str, float]
    expected: Mapping[str, str]
    compared: Sequence[str]
    unended: int = 6
    gap: tuple[float, float] = (0.5, 2.0)
    alone: bool = True


@dataclass
class Run:
    """One fault run on a started installation."""

    installation: Installation
    client: ApiClient
    plan: Plan
    report: Callable[[str], None] = lambda _text: None
    ledger: Ledger = field(default_factory=Ledger)
    recoveries: list[Recovered] = field(default_factory=list)

    def __call__(self) -> Verdict:
        """Run it all and judge."""
        draw = random.Random(self.plan.seed)
        digests = self.undisturbed()
        plan, cases = self.plan, random.Random(draw.random())
        load = Load(self.client, self.ledger, plan.cases, plan.weights, cases, plan.unended)
        with load:
            for name in self.plan.faults:
                self._work(load, draw.uniform(*self.plan.gap))
                self._disturb(name, load, draw)
        self._drain()
        return judge(
            self.installation,
            self.client,
            self.ledger,
            expected=self.plan.expected,
            digests=digests,
        )

    def undisturbed(self) -> dict[str, str]:
        """Queue each compared case once, and return the digests of their reports."""
        jobs = {
            case: submit(self.client, case, self.plan.cases[case], self.ledger).job_id
            for case in self.plan.compared
        }
        self._drain()
        digests = {}
        with self.installation.database() as connection:
            lost = connection.execute(_LOST).fetchone()[0]
            assert lost == 0 or not self.plan.alone, (
                f"{lost} leases were lost although nothing was disturbed"
            )
            for case, job_id in jobs.items():
                row = connection.execute(_DIGEST, [job_id]).fetchone()
                assert row is not None, f"{case} has no report\n{self.installation.last_words()}"
                digests[case] = row[0]
        return digests

    def _work(self, load: Load, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._tick(load)

    def _tick(self, load: Load | None = None) -> bool:
        """Start what has died, tell the load, and say whether all jobs and messages are done."""
        time.sleep(TICK)
        self.installation.keep_up()
        with reachable(), self.installation.database() as connection:
            unended, unsent = connection.execute(_UNENDED).fetchone()
            if load is not None:
                load.tell(unended)
            return unended == unsent == 0
        return False

    def _disturb(self, name: str, load: Load, draw: random.Random) -> None:
        """Do one kind of harm and wait until every held job goes on and a new one is claimed."""
        fault = FAULTS[name]
        harmed = None if fault.case is None else self._in_mid_run(fault.case, load)
        with self.installation.database() as connection:
            before = dict(connection.execute(_HELD).fetchall())
        fault.inject(self.installation, draw)
        if fault.retried:
            self.client.post(f"/api/v1/diagnoses/{harmed}/retry/", {"reason": "it is back"})
        healed = time.monotonic()
        while not self._goes_on(before, healed):
            if time.monotonic() - healed > RECOVERY_SECONDS:
                raise AssertionError(
                    f"no recovery from {name} in {RECOVERY_SECONDS:.0f} s\n"
                    + self._situation(before, healed, load)
                    + self.installation.last_words()
                )
            self._tick(load)
        seconds = time.monotonic() - healed
        self.recoveries.append(Recovered(name, seconds, len(before)))
        self.report(f"{name}: {len(before)} jobs were held; recovered after {seconds:.1f} s")

    def _in_mid_run(self, case: str, load: Load) -> UUID:
        """Queue a job of a case, and return it when it has read its data and goes on."""
        job_id = submit(self.client, case, self.plan.cases[case], self.ledger).job_id
        end = time.monotonic() + RECOVERY_SECONDS
        while time.monotonic() < end:
            self._tick(load)
            with self.installation.database() as connection:
                if connection.execute(_READ_FROM, [job_id]).fetchone():
                    return job_id
        raise AssertionError(f"no worker has read {case}\n{self.installation.last_words()}")

    def _goes_on(self, before: Mapping[UUID, int], healed: float) -> bool:
        fresh = [job.job_id for job in self.ledger.accepted if job.asked > healed]
        if not fresh:
            return False
        with reachable(), self.installation.database() as connection:
            moved = connection.execute(_MOVED, [list(before), list(before.values())]).fetchall()
            claimed = connection.execute(_CLAIMED, [fresh]).fetchone()[0]
            return len(moved) == len(before) and claimed > 0
        return False

    def _situation(self, before: Mapping[UUID, int], healed: float, load: Load) -> str:
        """Return what a person needs to see why nothing goes on."""
        asked = sum(job.asked > healed for job in self.ledger.accepted)
        lines = [
            f"{load.unended} jobs unended, {asked} asked for since, "
            f"refusals {self.ledger.refusals}; held before: {dict(before)}",
            "job, source, status, events, attempt, worker, lease left, sent ago, in the outbox:",
        ]
        with reachable(), self.installation.database() as connection:
            rows = connection.execute(_SITUATION, [list(before)]).fetchall()
            lines += [", ".join(map(str, row)) for row in rows]
        return "\n".join(lines) + "\n"

    def _drain(self) -> None:
        end = time.monotonic() + DRAIN_SECONDS
        while not self._tick():
            if time.monotonic() > end:
                return


@contextmanager
def reachable() -> Iterator[None]:
    """Go on when the database cannot be reached at the moment."""
    try:
        yield
    except psycopg.OperationalError:
        time.sleep(TICK)
