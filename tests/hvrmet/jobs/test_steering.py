"""Orders over REST: kept in order, refused with the cure, and shown with what became of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.db.models.functions import Now
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events import log
from hvrmet.jobs.models import Job, SteeringOrder
from hvrmet.jobs.queue import leases
from hvrmet.jobs.services import steering
from hvrmet.jobs.services.jobs import job_cancel
from hvrmet.jobs.states import FactorState
from hvrmet.testing import queue_job

from diagnostics.contracts import events as ev
from diagnostics.contracts.detection import Classification, TypeAssessment
from diagnostics.contracts.enums import ConclusionKind, EventType, Feasibility, Firing, Verdict
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.steering import SteeringAction
from diagnostics.contracts.tools import ToolFeasibility
from tasks.adapters import JobControl
from tests.hvrmet.factories import key_headers

pytestmark = pytest.mark.django_db
WINDOW = TimeWindow.model_validate({"start": "2026-07-01T00:00Z", "end": "2026-07-03T00:00Z"})


def address(job_id: Any) -> str:
    return f"/api/v1/diagnoses/{job_id}/steering/"


@pytest.fixture
def order(client, alpha):
    """Return a function that sends an order as alpha and gives the reply."""

    def send(job_id: Any, action: str, factor: str = "", **changes: Any) -> Any:
        body = {"action": action, "reason": "radar shows it", **changes}
        if factor:
            body["factor"] = factor
        return client.post(
            address(job_id), body, content_type="application/json", headers=alpha.headers
        )

    return send


@pytest.fixture
def release(whole_library):
    return whole_library


@pytest.fixture
def running(alpha):
    """A job whose loop has found a rainstorm; moisture budgets lack data."""
    job_id = queue_job(alpha)
    lease = leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w")
    assert lease is not None
    assessments = tuple(
        TypeAssessment(
            event=event,
            firing=Firing.FIRED if event is EventType.RAINSTORM else Firing.NOT_FIRED,
            reason="as scripted",
        )
        for event in EventType
    )
    found = Classification(
        primary=EventType.RAINSTORM,
        assessments=assessments,
        preset="cma",
        preset_digest="p",
        region=Region.model_validate([100, 20, 120, 40]),
        window=WINDOW,
        timezone="UTC",
        day_boundary="00:00",
    )
    lacking = {"name": "k_index", "kind": "index", "missing": ["t@850"]}
    tools = (ToolFeasibility.model_validate({**lacking, "feasibility": Feasibility.BLOCKED}),)
    for body in (
        ev.DataRetrieved(inventory=Inventory(title="x", tools=tools), data_digest="d"),
        ev.EventClassified(classification=found),
    ):
        say(lease, body)
    return lease


def say(lease: Any, body: ev.EventBody) -> None:
    with scope(lease.tenant_id):
        log.append(log.lock_job(lease.job_id), body, attempt=lease.attempt)


def test_orders_are_kept_in_order_and_given_to_the_loop(client, alpha, running, order) -> None:
    replies = [
        order(running.job_id, "pin", "cape"),
        order(running.job_id, "veto", "g_rainstorm_pwat"),
        order(running.job_id, "conclude"),
    ]
    assert [reply.status_code for reply in replies] == [202] * 3, replies[0].content
    assert [reply.json()["number"] for reply in replies] == [1, 2, 3]
    assert replies[0].json()["status"] == "waiting"
    given = JobControl(running, lost=lambda: False, slice_seconds=60.0).poll().orders
    assert [(item.action, item.factor) for item in given] == [
        (SteeringAction.PIN, "cape"),
        (SteeringAction.VETO, "g_rainstorm_pwat"),
        (SteeringAction.CONCLUDE, ""),
    ]
    assert {item.author for item in given} == {"service:suite"}
    listed = client.get(address(running.job_id), headers=alpha.headers).json()["results"]
    assert [item["id"] for item in listed] == [item.id for item in given]
    with scope(alpha.id):
        records = AuditRecord.objects.filter(action="diagnosis.steered").order_by("created_at")
        assert [record.data["order"] for record in records] == [1, 2, 3]


def test_an_order_shows_what_became_of_it(client, alpha, running, order) -> None:
    ids = [order(running.job_id, "pin", name).json()["id"] for name in ("cape", "pwat", "ivt")]
    common = {"action": SteeringAction.PIN, "author": "service:suite"}
    say(running, ev.Steered(order=ids[0], factor="cape", entry_id="g_rainstorm_cape", **common))
    say(
        running,
        ev.Steered(
            order=ids[1], applied=False, problem="already_tested", message="was tested", **common
        ),
    )
    say(running, ev.Cancelled(author="x"))
    listed = client.get(address(running.job_id), headers=alpha.headers).json()["results"]
    assert [item["status"] for item in listed] == ["applied", "refused", "missed"]
    assert listed[0]["entry_id"] == "g_rainstorm_cape"
    assert (listed[1]["problem"], listed[1]["message"]) == ("already_tested", "was tested")
    assert listed[0]["seq"] + 1 == listed[1]["seq"]


@pytest.mark.parametrize(
    ("factor", "code", "words"),
    [
        ("capee", "unknown_factor", "cape"),
        ("money", "unknown_factor", "money"),
        ("wind_chill", "inapplicable_factor", "cold_wave"),
        ("wpsh_west_point", "inapplicable_factor", ""),
        ("k_index", "inapplicable_factor", "t@850"),
    ],
)
def test_what_cannot_be_tested_is_refused_with_the_cure(
    alpha, running, order, factor, code, words
) -> None:
    with scope(alpha.id):
        job = Job.objects.get()
        job.request = {**job.request, "region": [100, 45, 120, 65]}
        job.save(update_fields=("request",))
    reply = order(running.job_id, "add", factor)
    problem = reply.json()
    assert (reply.status_code, problem["code"]) == (400, code)
    assert words in problem["detail"]
    assert isinstance(problem["data"]["nearest"], list)
    with scope(alpha.id):
        assert not SteeringOrder.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"action": "pin", "reason": "x"},
        {"action": "conclude", "factor": "cape", "reason": "x"},
        {"action": "pin", "factor": "cape"},
        {"action": "pin", "factor": "cape", "reason": "  "},
        {"action": "dance", "factor": "cape", "reason": "x"},
        {"action": "pin", "factor": "cape", "reason": "x", "colour": "red"},
    ],
)
def test_a_malformed_order_is_refused(client, alpha, running, body) -> None:
    reply = client.post(
        address(running.job_id), body, content_type="application/json", headers=alpha.headers
    )
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")


def test_a_tested_factor_may_be_vetoed_and_taken_back_but_not_pinned(alpha, running, order) -> None:
    with scope(alpha.id):
        job = Job.objects.get()
        judged = {"evidence_id": "e01", "entry_id": "g_rainstorm_cape", "factor": "cape"}
        factor = FactorState(**judged, verdict=Verdict.CONFIRMED)
        job.state = job.state.model_copy(update={"factors": (factor,)})
        job.save(update_fields=("state",))
    reply = order(running.job_id, "pin", "cape")
    assert (reply.status_code, reply.json()["code"]) == (409, "already_tested")
    assert "confirmed" in reply.json()["detail"]
    veto = order(running.job_id, "veto", "cape")
    assert veto.status_code == 202
    say(
        running,
        ev.Steered(
            order=veto.json()["id"],
            action=SteeringAction.VETO,
            author="service:suite",
            entry_id="g_rainstorm_cape",
        ),
    )
    assert order(running.job_id, "pin", "cape").status_code == 202


def test_a_job_that_has_ended_or_concluded_takes_no_order(alpha, running, order) -> None:
    conclusion = Conclusion(kind=ConclusionKind.NO_SIGNIFICANT_EVENT)
    say(running, ev.Concluded(conclusion=conclusion))
    assert order(running.job_id, "conclude").json()["code"] == "already_concluded"
    ended = queue_job(alpha)
    with scope(alpha.id):
        job_cancel(principal=alpha.principal, job_id=ended)
    reply = order(ended, "conclude")
    assert (reply.status_code, reply.json()["code"]) == (409, "job_ended")


def test_a_job_takes_so_many_orders(alpha, running, order, monkeypatch) -> None:
    monkeypatch.setattr(steering, "MAX_ORDERS", 2)
    codes = [order(running.job_id, "veto", "cape").status_code for _ in range(3)]
    assert codes == [202, 202, 409]


def test_a_waiting_job_takes_orders_for_later(alpha, order) -> None:
    job_id = queue_job(alpha)
    assert order(job_id, "pin", "cape").status_code == 202
    assert order(job_id, "pin", "capee").json()["code"] == "unknown_factor"


def test_another_centre_finds_nothing_there(client, alpha, beta, running, order) -> None:
    assert order(running.job_id, "veto", "cape").status_code == 202
    reply = client.get(address(running.job_id), headers=beta.headers)
    assert reply.status_code == 404
    with scope(beta.id):
        assert not SteeringOrder.objects.exists()


def test_an_order_is_never_changed(alpha, running, order) -> None:
    order(running.job_id, "veto", "cape")
    with scope(alpha.id), pytest.raises(DatabaseError), transaction.atomic():
        SteeringOrder.objects.update(reason="other", created_at=Now())


def test_the_list_takes_a_fixed_number_of_queries(
    client, alpha, running, order, django_assert_num_queries
) -> None:
    for _ in range(5):
        order(running.job_id, "veto", "cape")
    client.get(address(running.job_id), headers=alpha.headers)
    with django_assert_num_queries(7):
        client.get(address(running.job_id), headers=alpha.headers)


class TestWithTheRequest:
    """Orders that a diagnosis begins with."""

    def ask(self, client, headers, *orders: Any) -> Any:
        body = {"source": "sample", "region": [110, 27, 126, 35], "orders": list(orders)}
        return client.post(
            "/api/v1/diagnoses/", body, content_type="application/json", headers=headers
        )

    def test_are_kept_in_order_before_the_run_begins(self, client, alpha, release, sent):
        reply = self.ask(
            client,
            alpha.headers,
            {"action": "pin", "factor": "cape", "reason": "thunder"},
            {"action": "veto", "factor": "k_index", "reason": "not here"},
        )
        assert reply.status_code == 202, reply.content
        with scope(alpha.id):
            orders = steering.orders_of(reply.json()["id"])
        assert [(item.action, item.factor) for item in orders] == [
            ("pin", "cape"),
            ("veto", "k_index"),
        ]

    def test_one_that_is_not_known_queues_nothing(self, client, alpha, release):
        order = {"action": "pin", "factor": "no_such_factor", "reason": "x"}
        reply = self.ask(client, alpha.headers, order)
        assert (reply.status_code, reply.json()["code"]) == (400, "unknown_factor")
        with scope(alpha.id):
            assert not Job.objects.exists()

    def test_a_run_does_not_begin_with_its_end(self, client, alpha):
        reply = self.ask(client, alpha.headers, {"action": "conclude", "reason": "x"})
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")

    def test_need_the_right_to_steer(self, client, alpha, release):
        scopes = [Verb.DIAGNOSIS_VIEW, Verb.DIAGNOSIS_CREATE]
        headers = key_headers(alpha, "asks", TenantRole.SERVICE, scopes=scopes)
        order = {"action": "veto", "factor": "cape", "reason": "x"}
        reply = self.ask(client, headers, order)
        assert (reply.status_code, reply.json()["code"]) == (403, "permission_denied")
