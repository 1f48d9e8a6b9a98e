"""The promises of `docs/operate/reliability.md`, kept in a short fault run with real processes.

`make faults` runs longer ones. Which moments are hit follows from the seed; nothing is timed.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from hvrmet.embedded.ports import LOOPBACK
from hvrmet.embedded.processes import ended
from hvrmet.embedded.web import ApiClient, answers

from diagnostics.contracts.events import EventBody, read_event
from tests.faults.cases import EXPECTED, HARMED, case, sources
from tests.faults.faults import VANISHING, held_down
from tests.faults.installation import READY_SECONDS, Installation, folders
from tests.faults.load import Ledger, Submitted, submit
from tests.faults.run import Plan, Run
from tests.model_server import ModelServer, Say, obliging, serving

pytestmark = [pytest.mark.processes, pytest.mark.services, pytest.mark.timeout(1500)]

SEED = 20261122
VARIABLES = {
    "HVRMET_LEASE_SECONDS": "8",
    "HVRMET_MAX_LOST_LEASES": "3",
    "HVRMET_SLICE_SECONDS": "10",
    "HVRMET_STEP_SECONDS": "50",
    "HVRMET_REDISPATCH_SECONDS": "5",
    "HVRMET_WEBHOOK_NETWORKS": "127.0.0.0/8",
}
CLOCKS = (0.0, 780.0)
KILL_TRIES = 5
FAULTS = (
    "connections_terminated",
    "worker_killed",
    "delivered_twice",
    "broker_killed",
    "web_killed",
    "database_killed",
    "worker_suspended",
    "redeployed",
    "source_vanished",
    "source_replaced",
)
_STORY = "SELECT at, type FROM jobs_jobevent WHERE job_id = %s ORDER BY seq"
_HELD_BY = "SELECT worker, attempt, lease_expires_at - now() FROM jobs_queuerow WHERE job_id = %s"
ENDS = {"finished", "failed", "parked", "cancelled"}


@dataclass
class Stage:
    """A running installation, a client of it, and the model server that it may ask."""

    installation: Installation
    client: ApiClient
    models: ModelServer

    def ended(self, job_id: Any) -> dict[str, Any]:
        """Wait for the end of a job and return it as the API shows it.

        A job that goes on is waited for, however slow the machine is; one whose log does not grow
        is not.
        """

        def over() -> bool:
            self.installation.keep_up()
            return self.look(job_id)["status"] in ENDS

        def over_or_further() -> bool:
            return over() or len(self.log(job_id)) > known

        while not over():
            known = len(self.log(job_id))
            try:
                self.installation.wait_for(over_or_further, f"the next event of {job_id}")
            except AssertionError as error:
                raise AssertionError(f"{self.story(job_id)}\n{error}") from None
        return self.look(job_id)

    def log(self, job_id: Any) -> list[tuple[Any, ...]]:
        """Times and types of a job's events so far."""
        with self.installation.database() as connection:
            return connection.execute(_STORY, [job_id]).fetchall()

    def story(self, job_id: Any) -> str:
        """What a job's log says, with the times, and who holds it: for a test that fails."""
        with self.installation.database() as connection:
            held = connection.execute(_HELD_BY, [job_id]).fetchall()
        lines = [f"{at:%H:%M:%S} {kind}" for at, kind in self.log(job_id)]
        return "\n".join((f"job {job_id}", *lines, f"in the queue: {held}"))

    def look(self, job_id: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/v1/diagnoses/{job_id}/")
        return found

    def events(self, job_id: Any) -> list[EventBody]:
        found = self.client.get(f"/api/v1/diagnoses/{job_id}/events/")
        return [read_event(item).body for item in found["results"]]

    def said(self, text: str) -> bool:
        """Whether a worker's log has a text."""
        logs = (self.installation.paths.logs / f"{name}.log" for name in self.installation.workers)
        return any(text in log.read_text(errors="replace") for log in logs)

    def count(self, table: str) -> int:
        with self.installation.database() as connection:
            return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def answer(asked: Any) -> Say:
    """Answer as the model that was named: one works, the other is out of order."""
    return Say(status=503) if asked.body["model"] == "broken" else obliging(asked)


def profile(address: str, model: str) -> dict[str, Any]:
    return {"config": {"models": [{"model": model, "base_url": address, "timeout_seconds": 5}]}}


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """One installation for all tests here, on RabbitMQ where the suite's broker is one."""
    rabbitmq = os.environ.get("BROKER_URL", "").startswith("amqp")
    with folders() as paths, sources(paths.sources) as registered, serving(answer) as models:
        profiles = {
            "hosted": profile(models.address, "openai:first"),
            "failing": profile(models.address, "openai:broken"),
        }
        installation = Installation(
            paths,
            rabbitmq=rabbitmq,
            sources=registered,
            variables={**VARIABLES, "HVRMET_MODELS": json.dumps(profiles)},
            clocks=CLOCKS,
            visibility=None if rabbitmq else 8,
        )
        try:
            yield Stage(installation, installation.start(), models)
        finally:
            installation.stop()


def test_nothing_is_lost_or_doubled_whatever_is_killed(stage: Stage) -> None:
    names = ("steps", "quiet")
    plan = Plan(
        seed=SEED,
        faults=FAULTS,
        cases={name: case(name) for name in (*names, *HARMED)},
        weights={"steps": 6, "quiet": 1},
        expected=EXPECTED,
        compared=(*names, VANISHING),
        alone=False,
    )
    run = Run(stage.installation, stage.client, plan)
    verdict = run()
    assert not verdict.wrong
    assert (verdict.lost, verdict.doubled, verdict.events_missing) == (0, 0, 0)
    refused = sum(count for name, count in verdict.outcomes.items() if name != "finished")
    assert refused == 1, "of all jobs only that of the replaced source has no report"
    assert verdict.leases_lost > 0
    assert verdict.reports_compared == verdict.submitted - refused > len(FAULTS)


_REGISTER = """
import json
from hvrmet.accounts.selectors import principal_by_key
from hvrmet.core.db.scope import scope
from hvrmet.webhooks.services import subscription_create, subscription_test

who = principal_by_key(json.load(open({account!r}))["api_key"])
with scope(who.tenant_id):
    row, _ = subscription_create(
        principal=who, name="hangs", url={url!r}, events=["diagnosis.finished"]
    )
    subscription_test(principal=who, webhook_id=row.pk)
"""


@pytest.fixture(scope="module")
def silent_receiver(stage: Stage) -> Iterator[None]:
    """A receiver of webhooks that takes the connection, and a sender that waits on it for ever."""
    with socket.create_server((LOOPBACK, 0)) as receiver:
        url = f"http://{LOOPBACK}:{receiver.getsockname()[1]}/"
        account = str(stage.installation.paths.root / "account.json")
        stage.installation.manage("shell", "-c", _REGISTER.format(account=account, url=url))
        receiver.settimeout(READY_SECONDS)
        connection, _ = receiver.accept()
        # For longer than any time limit of the request.
        stage.installation.signal("webhooks", signal.SIGSTOP)
        with connection:
            yield
    stage.installation.signal("webhooks", signal.SIGCONT)


@pytest.fixture(scope="module")
def doomed(stage: Stage, silent_receiver: None) -> dict[str, Any]:
    """A job that kills its workers and one that hangs, beside which the other tests go on.

    So does a sender of webhooks that waits: relay and reaper do their work without it.
    """
    ledger = Ledger()
    return {
        name: submit(stage.client, name, case(name), ledger).job_id
        for name in ("poison", "stalled")
    }


@pytest.mark.usefixtures("doomed")
def test_jobs_wait_in_the_outbox_while_the_broker_is_away(stage: Stage) -> None:
    stage.installation.broker_signal(signal.SIGKILL)
    jobs = [submit(stage.client, "steps", case("steps"), Ledger()).job_id for _ in range(2)]
    assert stage.count("jobs_outboxrow") >= len(jobs)
    assert {stage.look(job_id)["status"] for job_id in jobs} == {"queued"}
    stage.installation.broker_restart()
    assert {stage.ended(job_id)["status"] for job_id in jobs} == {"finished"}
    stage.installation.wait_for(lambda: not stage.count("jobs_outboxrow"), "an empty outbox")


@pytest.mark.usefixtures("doomed")
def test_a_web_process_that_dies_between_commit_and_answer_leaves_one_job(stage: Stage) -> None:
    """A broker that says nothing holds the answer up after the commit: then the kill comes.

    Sometimes the answer does not wait: the relay took the message first, or the connection had
    broken with the broker of another test. Then the same is tried with the next job.
    """
    before = stage.count("jobs_job")
    for jobs in range(1, KILL_TRIES + 1):
        job = _killed_after_the_commit(stage)
        assert stage.count("jobs_job") == before + jobs
        assert stage.ended(job.job_id)["status"] == "finished"
        if job.tries > 1:
            return
    raise AssertionError(f"the kill came after the answer {KILL_TRIES} times")


def _killed_after_the_commit(stage: Stage) -> Submitted:
    ledger, before, over = Ledger(), stage.count("jobs_job"), threading.Event()
    stage.installation.broker_signal(signal.SIGSTOP)
    with ThreadPoolExecutor(1) as clients:
        promise = clients.submit(submit, stage.client, "steps", case("steps"), ledger, over=over)
        try:
            stage.installation.wait_for(lambda: stage.count("jobs_job") > before, "the commit")
            with held_down(stage.installation, "web"):
                stage.installation.kill("web")
                web = stage.installation.children["web"]
                stage.installation.wait_for(
                    lambda: ended(web) and bool(ledger.refusals or ledger.accepted), "the cut"
                )
            stage.installation.broker_signal(signal.SIGCONT)
            stage.installation.wait_for(lambda: _answered(stage, ledger), "the answer")
        finally:
            over.set()
            stage.installation.broker_signal(signal.SIGCONT)
            stage.installation.keep_up()
            stage.installation.wait_for(
                lambda: answers(f"{stage.installation.url}/readyz"), "the web process"
            )
    return promise.result()


def _answered(stage: Stage, ledger: Ledger) -> bool:
    stage.installation.keep_up()
    return bool(ledger.accepted)


@pytest.mark.usefixtures("doomed")
def test_workers_use_the_models_that_the_request_named_and_do_without(stage: Stage) -> None:
    jobs = {
        name: submit(
            stage.client, name, {**case("rainstorm"), "options": {"model": name}}, Ledger()
        ).job_id
        for name in ("hosted", "failing")
    }
    for job_id in jobs.values():
        ended = stage.ended(job_id)
        assert ended["status"] == "finished", ended["state"]["failure"]
    said = {name: stage.events(job_id) for name, job_id in jobs.items()}
    asked = {asked.body["model"] for asked in stage.models.asked}
    assert asked == {"first", "broken"}
    decided = {
        name: {body.model for body in bodies if body.type == "role_decided"}
        for name, bodies in said.items()
    }
    assert "openai:first" in decided["hosted"]
    assert decided["failing"] == {None}
    failures = [body.failure.code for body in said["failing"] if body.type == "model_failed"]
    assert set(failures) == {"provider_error"}
    assert [body.conclusion.kind for body in said["failing"] if body.type == "concluded"] == [
        "event_supported"
    ]


def test_a_job_that_kills_its_workers_is_parked_and_one_that_hangs_fails(
    stage: Stage, doomed: dict[str, Any]
) -> None:
    parked = stage.ended(doomed["poison"])
    assert parked["status"] == "parked"
    assert "3 workers died" in parked["state"]["failure"]["message"]
    failed = stage.ended(doomed["stalled"])
    assert (failed["status"], failed["state"]["failure"]["code"]) == ("failed", "step_too_long")
    assert "lease_lost" not in {body.type for body in stage.events(doomed["stalled"])}
    after = submit(stage.client, "steps", case("steps"), Ledger()).job_id
    assert stage.ended(after)["status"] == "finished"


@pytest.mark.usefixtures("doomed")
def test_a_cancelled_job_frees_its_worker_in_the_middle_of_a_step(stage: Stage) -> None:
    """The step waits for a server that never says a word, and its own end is far away."""
    job_id = submit(stage.client, "stalled", case("stalled"), Ledger()).job_id
    stage.installation.wait_for(lambda: stage.look(job_id)["status"] == "running", "the claim")
    stage.client.post(f"/api/v1/diagnoses/{job_id}/cancel/", {"reason": "not wanted any more"})
    assert stage.ended(job_id)["status"] == "cancelled"
    types = [body.type for body in stage.events(job_id)]
    assert types[-2:] == ["job_claimed", "cancelled"]
    stopped = f"job {job_id}: attempt 1 was stopped in mid-step"
    stage.installation.wait_for(lambda: stage.said(stopped), "a free worker")
    after = submit(stage.client, "steps", case("steps"), Ledger()).job_id
    assert stage.ended(after)["status"] == "finished"
