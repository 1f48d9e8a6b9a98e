"""A correction becomes a version when the evidence carries its words, and else says why not."""

from __future__ import annotations

import base64
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import Reject
from django.db.models.functions import Now
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.evidence.services import artifact_register
from hvrmet.evidence.storage import content_write
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import OutboxRow
from hvrmet.jobs.queue import leases
from hvrmet.reports.services import report_version_create
from hvrmet.reviews.models import WaitingCorrection
from hvrmet.testing import queue_job, sample_evidence, sample_report

from diagnostics.contracts.report import Claim, ReportFigure, Section, Sentence
from diagnostics.contracts.request import DiagnosisRequest
from tasks import corrections, upkeep
from tasks.interruption import interrupt
from tests.hvrmet.factories import person

pytestmark = pytest.mark.django_db
PICTURE = b"\x89PNG of a chart"


class Desk:
    """A report with a bound number and a chart, two reviewers and a lead."""

    def __init__(self, centre: Any) -> None:
        self.centre = centre
        self.clients = {}
        for name, role in (
            ("wang", TenantRole.REVIEWER),
            ("zhao", TenantRole.REVIEWER),
            ("chen", TenantRole.DUTY_LEAD),
        ):
            self.clients[name] = Client()
            self.clients[name].force_login(person(centre, name, role))
        self.job_id = queue_job(centre)
        lease = leases.claim(job_id=self.job_id, tenant_id=centre.id, worker="w")
        sha256 = content_write(centre.id, PICTURE)
        with scope(centre.id):
            artifact_register(
                job_id=self.job_id,
                name="figures/ivt.png",
                sha256=sha256,
                media_type="image/png",
                size=len(PICTURE),
                attempt=lease.attempt,
            )
            job = lock_job(self.job_id)
            request = DiagnosisRequest.model_validate(job.request)
            report_version_create(
                job=job, report=self.report(request), markdown="# A", html="<p>A", author="hvrmet"
            )

    @staticmethod
    def report(request: Any) -> Any:
        water = Claim(
            id="c1", source="evidence:e01", path="index.value", value=52.5, kind="number",
            unit="kg m-2", digits=1,
        )  # fmt: skip
        figure = ReportFigure(
            evidence_id="e01", artifact="figures/ivt.png", caption=Sentence(text="Moisture.")
        )
        section = Section(
            id="summary",
            title="Summary",
            sentences=(
                Sentence(text="The column held {claim:c1}.", claims=("c1",)),
                Sentence(text="That is a lot of water."),
            ),
            figures=(figure,),
        )
        return sample_report(request).model_copy(
            update={"evidence": (sample_evidence(),), "claims": (water,), "sections": (section,)}
        )

    def submit(self, *edits: Any, who: str = "wang", version: int = 1, quantities: Any = ()) -> Any:
        body = {"version": version, "note": "clearer", "edits": edits, "quantities": quantities}
        path = f"/api/v1/diagnoses/{self.job_id}/corrections/"
        self.read(who, version)
        return self.clients[who].post(path, body, content_type="application/json")

    def read(self, who: str, version: int) -> None:
        """Let one of the people open a version, as it takes before a decision on it."""
        self.clients[who].get(f"/api/v1/diagnoses/{self.job_id}/report/versions/{version}/")

    def check(self, reply: Any) -> Any:
        """Let a worker take the message, and read what became of the correction."""
        assert reply.status_code == 202, reply.content
        row = OutboxRow.objects.get(subject_id=reply.json()["id"])
        assert (row.task, row.tenant_id) == (corrections.check.name, self.centre.id)
        corrections.check(str(row.subject_id), str(row.tenant_id))
        return self.clients["wang"].get(reply["Location"]).json()

    def get(self, path: str) -> Any:
        return self.clients["zhao"].get(f"/api/v1/diagnoses/{self.job_id}/{path}")


@pytest.fixture
def desk(alpha: Any, sent: Any) -> Desk:
    return Desk(alpha)


CLEARER = {"op": "replace", "at": "summary.1", "text": "{claim:c1} of water stood in the column."}


def test_a_correction_becomes_a_version_of_the_reviewer(desk, alpha) -> None:
    pending = desk.submit(CLEARER, {"op": "remove", "at": "summary.2"})
    assert (pending.json()["status"], pending.json()["result"]) == ("pending", None)
    found = desk.check(pending)
    assert (found["status"], found["result"], found["problems"]) == ("accepted", 2, [])
    version = desk.get("report/versions/2/").json()
    assert (version["author"], version["corrects"], version["note"]) == (
        "person:wang", 1, "clearer",
    )  # fmt: skip
    assert version["status"] == "draft"
    assert version["digest"] == version["document"]["report_digest"] != "d" * 64
    text = desk.get("report/versions/2/export/md/").content.decode()
    assert "52.5 kg m⁻² of water stood in the column." in text
    page = desk.get("report/versions/2/export/html/").content.decode()
    assert "of water stood in the column." in page
    assert base64.b64encode(PICTURE).decode() in page
    lines = desk.get("report/versions/2/diff/").json()["diff"]["sections"][0]["lines"]
    assert [(line["before"], line["after"]) for line in lines] == [
        (
            "The column held [52.5 kg m-2].",
            "person:wang, own words: [52.5 kg m-2] of water stood in the column.",
        ),
        ("That is a lot of water.", None),
    ]
    with scope(alpha.id):
        record = AuditRecord.objects.filter(action="report.version_created").latest("seq")
        assert (record.actor, record.actor_id is not None) == ("person:wang", True)
    assert desk.get("report/versions/1/").json()["status"] == "draft"


def test_its_author_does_not_approve_it_and_others_publish_it(desk) -> None:
    desk.check(desk.submit(CLEARER))
    path = f"/api/v1/diagnoses/{desk.job_id}/"

    def post(who: str, part: str, body: Any = None) -> Any:
        return desk.clients[who].post(path + part, body or {}, content_type="application/json")

    approval = {"version": 2, "verdict": "approve"}
    for name in ("wang", "zhao", "chen"):
        desk.read(name, 2)
    assert post("wang", "reviews/", approval).json()["code"] == "second_person_required"
    assert post("zhao", "reviews/", approval).status_code == 201
    assert post("chen", "report/versions/2/publish/").json()["status"] == "published"
    assert desk.get("report/versions/1/").json()["status"] == "superseded"


def test_a_quantity_that_cannot_be_computed_refuses_the_correction(desk, alpha) -> None:
    reply = desk.submit(CLEARER, quantities=[{"id": "q1", "op": "index", "name": "pwat"}])
    found = desk.check(reply)
    assert (found["status"], found["result"]) == ("refused", None)
    assert found["problems"]
    assert desk.get("report/versions/2/").status_code == 404
    with scope(alpha.id):
        assert AuditRecord.objects.filter(action="report.correction_refused").count() == 1


def test_a_repeated_delivery_makes_no_second_version(desk) -> None:
    reply = desk.submit(CLEARER)
    desk.check(reply)
    assert desk.check(reply)["result"] == 2
    assert desk.get("report/versions/3/").status_code == 404


def test_a_correction_whose_message_was_lost_is_sent_again(desk, alpha, sent) -> None:
    reply = desk.submit(CLEARER)
    OutboxRow.objects.all().delete()
    sent.clear()
    upkeep.relay_outbox()
    assert not sent, "it waits for its worker for a moment only"
    WaitingCorrection.objects.update(dispatched_at=Now() - timedelta(hours=1))
    upkeep.relay_outbox()
    assert desk.check(reply)["result"] == 2
    assert OutboxRow.objects.get().task == corrections.check.name
    upkeep.relay_outbox()
    assert sent == [(corrections.check.name, [reply.json()["id"], str(alpha.id)])]
    assert not WaitingCorrection.objects.exists()


def test_a_refused_correction_waits_no_more(desk) -> None:
    desk.check(desk.submit(CLEARER, quantities=[{"id": "q1", "op": "index", "name": "pwat"}]))
    assert not WaitingCorrection.objects.exists()


def test_an_unexpected_fault_ends_the_correction(desk, monkeypatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("diagnostics.reporting.edits.with_edits", broken)
    found = desk.check(desk.submit(CLEARER))
    assert (found["status"], found["problems"][0]["kind"]) == ("refused", "internal_error")
    assert "secret" not in str(found)


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        ({"op": "replace", "at": "sumary.1", "text": "x"}, "unknown_part"),
        ({"op": "replace", "at": "summary.1", "text": "{claim:c2} x"}, "unknown_part"),
        ({"op": "remove", "at": "title"}, "invalid_request"),
        ({"op": "replace", "at": "summary.1", "text": "<b>x</b>"}, "invalid_request"),
        ({"op": "replace", "at": "title", "text": "Flooding"}, "invalid_request"),
        ({"op": "rewrite", "at": "title", "text": "x"}, "invalid_request"),
    ],
)
def test_what_cannot_be_done_is_refused_at_once(desk, edit, code) -> None:
    reply = desk.submit(edit)
    assert (reply.status_code, reply.json()["code"]) == (400, code)
    if code == "unknown_part":
        assert reply.json()["data"]["unknown"][0]["nearest"]


def test_it_is_listed_and_belongs_to_its_diagnosis(desk, alpha) -> None:
    reply = desk.submit(CLEARER)
    listed = desk.get("corrections/").json()["results"]
    assert [item["id"] for item in listed] == [reply.json()["id"]]
    other = queue_job(alpha)
    path = f"/api/v1/diagnoses/{other}/corrections/{reply.json()['id']}/"
    assert desk.clients["wang"].get(path).status_code == 404


def test_a_worker_that_stops_gives_a_correction_back_in_mid_work(desk, monkeypatch) -> None:
    reply = desk.submit(CLEARER)

    def hang(*_: Any) -> None:
        interrupt()
        pytest.fail("the work went on")

    with monkeypatch.context() as stopped:
        stopped.setattr(corrections, "corrected", hang)
        with pytest.raises(Reject) as caught:
            desk.check(reply)
    assert caught.value.requeue
    assert desk.check(reply)["status"] == "accepted"
