"""Reading the audit log over REST, and what a person had been shown at a moment."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create, member_add
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.queue import leases
from hvrmet.jobs.services.answers import answer_create, answer_store
from hvrmet.jobs.services.jobs import Terms
from hvrmet.reports.services import report_version_create
from hvrmet.testing import Centre, diagnosis_document, queue_job, sample_report

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.request import DiagnosisRequest
from tests.hvrmet.factories import COMPUTATION

pytestmark = pytest.mark.django_db


@pytest.fixture
def auditor(alpha: Centre) -> dict[str, str]:
    key = api_key_create(tenant_id=alpha.id, name="auditor", roles=[TenantRole.AUDITOR])
    return {"Authorization": f"Bearer {key.text}"}


@pytest.fixture
def forecaster(alpha: Centre) -> Client:
    user = User.objects.create_user(username="fan", password="a-long-password")
    member_add(tenant_id=alpha.id, user=user, roles=[TenantRole.FORECASTER])
    client = Client()
    client.force_login(user)
    return client


def report(centre: Centre, job_id: Any, digest: str) -> None:
    with scope(centre.id):
        report_version_create(
            job=lock_job(job_id),
            report=sample_report(DiagnosisRequest.model_validate(diagnosis_document()), digest),
            markdown="# A",
            html="<p>A",
            author="hvrmet",
        )


def test_the_log_is_listed_and_filtered(client, alpha, beta, auditor, sent) -> None:
    job_id = queue_job(alpha)
    queue_job(beta)

    def ask(**query: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = client.get("/api/v1/audit/", query, headers=auditor).json()[
            "results"
        ]
        return found

    records = ask()
    assert [record["action"] for record in records] == [
        *("diagnosis.created", "api_key.created", "api_key.created", "tenant.created")
    ]
    assert [record["seq"] for record in records] == [4, 3, 2, 1]
    assert records[0]["previous_hash"] == records[1]["hash"]
    assert [record["seq"] for record in ask(subject=str(job_id))] == [4]
    assert [record["seq"] for record in ask(action="api_key.created")] == [3, 2]
    assert [record["seq"] for record in ask(actor="service:suite")] == [4]
    assert ask(since=(timezone.now() + timedelta(hours=1)).isoformat()) == []
    assert len(ask(until=(timezone.now() + timedelta(hours=1)).isoformat())) == 4
    bad = client.get("/api/v1/audit/", {"since": "yesterday"}, headers=auditor)
    assert (bad.status_code, bad.json()["code"]) == (400, "invalid_request")


def test_what_the_forecaster_saw_can_be_shown(client, alpha, auditor, forecaster, sent) -> None:
    job_id = queue_job(alpha)
    path = f"/api/v1/diagnoses/{job_id}/"
    forecaster.get(path)
    assert leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w") is not None
    forecaster.get(f"{path}events/")
    report(alpha, job_id, "a" * 64)
    forecaster.get(f"{path}report/versions/1/export/html/")
    middle = moment(alpha)
    report(alpha, job_id, "b" * 64)
    forecaster.get(f"{path}report/")

    def seen(at: str, **query: Any) -> list[dict[str, Any]]:
        query = {"actor": "person:fan", "at": at, **query}
        found: list[dict[str, Any]] = client.get(
            "/api/v1/audit/seen/", query, headers=auditor
        ).json()["results"]
        return found

    (then,) = seen(middle)
    assert (then["diagnosis"], then["last_seq"]) == (str(job_id), 2)
    assert (then["report_version"], then["report_digest"]) == (1, "a" * 64)
    assert then["report"] == f"{path}report/versions/1/"
    later = (timezone.now() + timedelta(minutes=1)).isoformat()
    (now,) = seen(later)
    assert (now["report_version"], now["report_digest"]) == (2, "b" * 64)
    assert seen(later, actor="person:li") == []
    assert seen((timezone.now() + timedelta(hours=30)).isoformat()) == []


def test_which_answer_a_person_saw_can_be_shown(client, alpha, auditor, forecaster, sent) -> None:
    with scope(alpha.id):
        job, _ = answer_create(principal=alpha.principal, request=COMPUTATION, terms=Terms())
    path = f"/api/v1/computations/{job.pk}/"

    def seen(at: str) -> Any:
        query = {"actor": "person:fan", "at": at}
        reply = client.get("/api/v1/audit/seen/", query, headers=auditor).json()
        assert reply["results"] == []
        return reply["answers"]

    forecaster.get(path)
    before = moment(alpha)
    lease = leases.claim(job_id=job.pk, tenant_id=alpha.id, worker="w")
    assert lease is not None
    document = {"value": 42.0}
    with scope(alpha.id):
        answer_store(job_id=job.pk, document=document, artifacts=(), attempt=lease.attempt)
    forecaster.get(f"{path}events/")
    (then,) = seen(moment(alpha))
    assert (then["last_seq"], then["digest"]) == (3, None)
    for address in (path, path, f"{path}events/"):
        assert forecaster.get(address).status_code == 200
    (now,) = seen(moment(alpha))
    assert (now["kind"], now["id"], now["url"]) == ("computation", str(job.pk), path)
    assert (now["last_seq"], now["digest"]) == (3, digest_of(document))
    (first,) = seen(before)
    assert (first["last_seq"], first["digest"]) == (1, None)
    with scope(alpha.id):
        assert AuditRecord.objects.filter(action="answer.viewed").count() == 3


def moment(centre: Centre) -> str:
    with scope(centre.id):
        at: str = AuditRecord.objects.latest("seq").created_at.isoformat()
    return at


def test_looking_twice_at_the_same_is_noted_once(alpha, forecaster, sent) -> None:
    job_id = queue_job(alpha)
    for _ in range(3):
        forecaster.get(f"/api/v1/diagnoses/{job_id}/")
    with scope(alpha.id):
        assert AuditRecord.objects.filter(action="diagnosis.viewed").count() == 1


def test_services_keep_their_own_record(client, alpha, sent) -> None:
    job_id = queue_job(alpha)
    client.get(f"/api/v1/diagnoses/{job_id}/", headers=alpha.headers)
    with scope(alpha.id):
        assert not AuditRecord.objects.filter(action="diagnosis.viewed").exists()
