"""From a diagnosis to a downstream service: the whole way over REST, with two people."""

from __future__ import annotations

import http.server
import re
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.jobs.queue import leases
from hvrmet.jobs.services.jobs import job_finish
from hvrmet.reports.services import report_version_create
from hvrmet.testing import queue_job, sample_report

from diagnostics.contracts import events as ev
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.messages import Message, render
from tasks.webhooks import send_due
from tests.hvrmet.factories import person
from tests.hvrmet.webhooks.conftest import admin, configure, receiver, register

__all__ = ["admin", "configure", "receiver", "register"]

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).resolve().parents[2] / "docs" / "use" / "webhooks.md"


def finish(centre: Any, letter: str = "d") -> Any:
    """Run a diagnosis to its end, as a worker does, without the science."""
    job_id = queue_job(centre)
    lease = leases.claim(job_id=job_id, tenant_id=centre.id, worker="w")
    with scope(centre.id):
        job = lock_job(job_id)
        report = sample_report(DiagnosisRequest.model_validate(job.request), letter * 64)
        version = report_version_create(
            job=job, report=report, markdown="# Quiet", html="<h1>Quiet</h1>", author="hvrmet"
        )
        append(job, ev.Concluded(conclusion=report.conclusion), attempt=lease.attempt)
        job_finish(
            job,
            report_version=version.number,
            report_digest=version.digest,
            attempt=lease.attempt,
        )
    return job_id


def signed_in(centre: Any, name: str, role: TenantRole) -> Client:
    client = Client()
    client.force_login(person(centre, name, role))
    return client


def test_a_report_reaches_those_downstream(alpha, register, receiver, client) -> None:
    hook = register()
    reviewer = signed_in(alpha, "wang", TenantRole.REVIEWER)
    lead = signed_in(alpha, "chen", TenantRole.DUTY_LEAD)
    job_id = finish(alpha)

    def post(who: Client, path: str, body: Any = None) -> None:
        who.get(f"/api/v1/diagnoses/{job_id}/report/")
        reply = who.post(
            f"/api/v1/diagnoses/{job_id}/{path}", body or {}, content_type="application/json"
        )
        assert reply.status_code in (200, 201), reply.content

    def messages() -> list[Any]:
        send_due()
        found = [hook_read(n) for n in range(len(receiver.received))]
        receiver.received.clear()
        return found

    def hook_read(number: int) -> Any:
        return receiver.read(hook["secret"], number)

    (finished,) = messages()
    assert (finished["type"], finished["data"]["diagnosis"]) == ("diagnosis.finished", str(job_id))
    assert finished["data"]["conclusion"] == "no_significant_event"
    assert finished["data"]["page"] == f"/c/alpha/diagnoses/{job_id}/report/1/"
    assert (finished["data"]["occurrence"], finished["data"]["explanation"]) == ("not_met", "none")
    post(reviewer, "reviews/", {"version": 1, "verdict": "approve"})
    assert messages() == []
    post(lead, "report/versions/1/publish/")
    (published,) = messages()
    assert (published["type"], published["data"]["title"]) == ("report.published", "Quiet")
    document = client.get(published["data"]["url"], headers=alpha.headers).json()
    assert (document["status"], document["document"]["report_digest"]) == ("published", "d" * 64)

    with scope(alpha.id):
        job = lock_job(job_id)
        report = sample_report(DiagnosisRequest.model_validate(job.request), "e" * 64)
        report_version_create(
            job=job, report=report, markdown="# Quieter", html="<h1>Q</h1>", author="hvrmet"
        )
    post(reviewer, "reviews/", {"version": 2, "verdict": "approve"})
    post(lead, "report/versions/2/publish/")
    kinds = {message["type"]: message["data"] for message in messages()}
    assert set(kinds) == {"report.superseded", "report.published"}
    old = kinds["report.superseded"]
    assert (old["number"], old["superseded_by"], old["status"]) == (1, 2, "superseded")
    post(lead, "report/versions/2/withdraw/", {"reason": "a broken gauge"})
    (withdrawn,) = messages()
    assert withdrawn["type"] == "report.withdrawn"
    assert withdrawn["data"]["withdrawal_reason"] == "a broken gauge"


def test_what_was_never_published_is_withdrawn_in_silence(alpha, register, receiver) -> None:
    register(events=["report.withdrawn"])
    job_id = finish(alpha)
    lead = signed_in(alpha, "chen", TenantRole.DUTY_LEAD)
    reply = lead.post(
        f"/api/v1/diagnoses/{job_id}/report/versions/1/withdraw/",
        {"reason": "x"},
        content_type="application/json",
    )
    assert reply.status_code == 200
    send_due()
    assert receiver.received == []


def test_a_failure_is_told_with_its_reason(alpha, register, receiver) -> None:
    hook = register(events=["diagnosis.failed"])
    finish(alpha)
    job_id = queue_job(alpha)
    said = Message(id="error-storage_full")
    failed = ev.RunFailed(code="storage_full", message=render(said, "en"), wording=said)
    with scope(alpha.id):
        append(lock_job(job_id), failed)
    send_due()
    assert len(receiver.received) == 1
    data = receiver.read(hook["secret"])["data"]
    assert (data["diagnosis"], data["status"]) == (str(job_id), "failed")
    assert data["failure"] == {
        "code": "storage_full",
        "message": failed.message,
        "texts": {"en": failed.message, "zh": render(said, "zh")},
    }
    assert data["page"] == "/c/alpha/diagnoses?status=failed"


def test_the_receiver_of_the_documentation_works(
    alpha, admin, register, monkeypatch, capsys
) -> None:
    """Its program runs on a thread, with a socket that listens already."""
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    running: list[http.server.HTTPServer] = []

    class Listening(http.server.HTTPServer):
        def __init__(self, address: Any, handler: Any) -> None:
            super().__init__(address, handler, bind_and_activate=False)
            self.socket.close()
            self.socket = listening
            running.append(self)

    hook = register(url=f"http://127.0.0.1:{port}/")
    monkeypatch.setattr(http.server, "HTTPServer", Listening)
    monkeypatch.setenv("WEBHOOK_SECRET", hook["secret"])
    monkeypatch.setenv("PORT", str(port))
    program = compile(example, str(PAGE), "exec")
    thread = threading.Thread(target=exec, args=(program, {"__name__": "__main__"}), daemon=True)
    thread.start()
    try:
        finish(alpha)
        send_due()
        path = f"/api/v1/webhooks/{hook['id']}/deliveries/"
        (item,) = admin.get(path).json()["results"]
        assert (item["status"], item["last_code"]) == ("delivered", 204)
        assert admin.post(f"{path}{item['id']}/replay/").status_code == 202
        send_due()
        admin.post(f"/api/v1/webhooks/{hook['id']}/rotate/", {"grace_minutes": 0},
                   content_type="application/json")  # fmt: skip
        admin.post(f"/api/v1/webhooks/{hook['id']}/test/")
        send_due()
        refused = admin.get(path).json()["results"][0]
        assert (refused["status"], refused["last_code"]) == ("pending", 401)
    finally:
        for server in running:
            server.shutdown()
        thread.join()
        listening.close()
    said = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[0] for line in said] == ["diagnosis.finished"]
