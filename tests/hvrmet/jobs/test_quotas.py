"""Quotas: what a tenant may use before its next job is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import Artifact
from hvrmet.jobs.models import Job, JobEvent
from hvrmet.tenants.models import Tenant
from hvrmet.testing import Centre, diagnosis_document, queue_job

pytestmark = pytest.mark.django_db
PATH = "/api/v1/diagnoses/"


def limit(centre: Centre, **quotas: int) -> None:
    Tenant.objects.filter(pk=centre.id).update(**quotas)


def ask(client: Any, centre: Centre) -> Any:
    return client.post(
        PATH, diagnosis_document(), content_type="application/json", headers=centre.headers
    )


def usage(client: Any, centre: Centre) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = client.get("/api/v1/usage/", headers=centre.headers).json()
    return found


def spend(centre: Centre, job_id: Any, seq: int, usage: Any, *, days_ago: int = 0) -> None:
    with scope(centre.id):
        JobEvent.objects.create(
            job_id=job_id,
            seq=seq,
            at=timezone.now() - timedelta(days=days_ago),
            schema_version=1,
            type="role_decided",
            body={"usage": usage},
        )


def failed(centre: Centre, job_id: Any, seq: int, usage: Any) -> None:
    with scope(centre.id):
        JobEvent.objects.create(
            job_id=job_id,
            seq=seq,
            at=timezone.now(),
            schema_version=1,
            type="model_failed",
            body={"failure": {"usage": usage}},
        )


def test_defaults_are_the_installations(client, alpha, settings) -> None:
    limits = usage(client, alpha)["limits"]
    assert limits["jobs_per_hour"] == settings.ENVIRONMENT.hvrmet_quota_jobs_per_hour
    limit(alpha, jobs_per_hour=7)
    assert usage(client, alpha)["limits"]["jobs_per_hour"] == 7


def test_jobs_in_an_hour(client, alpha, beta, sent) -> None:
    limit(alpha, jobs_per_hour=2)
    job_id = queue_job(alpha)
    assert ask(client, alpha).status_code == 202
    reply = ask(client, alpha)
    problem = reply.json()
    assert (reply.status_code, problem["code"]) == (429, "quota_jobs_per_hour")
    assert problem["data"] == {"limit": 2, "used": 2}
    assert ask(client, beta).status_code == 202
    with scope(alpha.id):
        Job.objects.filter(pk=job_id).update(created_at=timezone.now() - timedelta(hours=2))
    assert ask(client, alpha).status_code == 202


def test_jobs_at_a_time(client, alpha, sent) -> None:
    limit(alpha, running_jobs=1)
    job_id = queue_job(alpha)
    assert ask(client, alpha).json()["code"] == "quota_running_jobs"
    client.post(f"{PATH}{job_id}/cancel/", headers=alpha.headers, content_type="application/json")
    assert ask(client, alpha).status_code == 202


def test_stored_bytes(client, alpha, beta, sent) -> None:
    for centre, size in ((alpha, 60), (alpha, 40), (beta, 1000)):
        with scope(centre.id):
            Artifact.objects.create(sha256=f"{size:064d}", media_type="image/png", size=size)
    limit(alpha, storage_bytes=101)
    assert ask(client, alpha).status_code == 202
    limit(alpha, storage_bytes=100)
    assert ask(client, alpha).json()["code"] == "quota_storage_bytes"
    assert usage(client, alpha)["used"]["storage_bytes"] == 100


@pytest.fixture
def mid_month() -> Iterator[None]:
    """Stand still in the middle of a month: what is spent now is never of the one before."""
    middle = timezone.now().replace(day=15, hour=12)
    with time_machine.travel(middle, tick=False):
        yield


@pytest.mark.usefixtures("mid_month")
def test_tokens_of_this_month(client, alpha, beta, sent) -> None:
    mine, theirs = queue_job(alpha), queue_job(beta)
    spend(alpha, mine, 100, {"input_tokens": 70, "output_tokens": 30})
    spend(alpha, mine, 101, {"input_tokens": 5, "output_tokens": 0})
    spend(alpha, mine, 102, None)
    spend(alpha, mine, 103, {"input_tokens": 900, "output_tokens": 0}, days_ago=40)
    failed(alpha, mine, 104, {"input_tokens": 20, "output_tokens": 1})
    spend(beta, theirs, 100, {"input_tokens": 900, "output_tokens": 0})
    assert usage(client, alpha)["used"]["tokens_per_month"] == 126
    limit(alpha, tokens_per_month=126)
    reply = ask(client, alpha)
    assert (reply.status_code, reply.json()["code"]) == (429, "quota_tokens_per_month")


def test_the_same_request_again_is_no_new_job(client, alpha, sent) -> None:
    limit(alpha, jobs_per_hour=1)
    headers = {**alpha.headers, "Idempotency-Key": "one"}
    send = [
        client.post(PATH, diagnosis_document(), content_type="application/json", headers=headers)
        for _ in range(2)
    ]
    assert [reply.status_code for reply in send] == [202, 202]


def test_requests_of_a_centre_wait_for_a_count_only(client: Any, alpha: Centre) -> None:
    """The sums over all that a centre has stored and spent are made before the lock is taken."""
    with CaptureQueriesContext(connection) as captured:
        assert ask(client, alpha).status_code == 202
    queries = [query["sql"] for query in captured.captured_queries]
    lock = next(
        n for n, sql in enumerate(queries) if "pg_advisory_xact_lock" in sql and "quota:" in sql
    )
    behind = queries[lock + 1 :]
    assert not [sql for sql in behind if "input_tokens" in sql or "evidence_artifact" in sql]
    assert [sql for sql in queries[:lock] if "input_tokens" in sql]
    assert "COUNT" in behind[0]
    written = [re.match(r'(\w+ (?:INTO )?"\w+")', sql) for sql in behind[1:]]
    tables = ("jobs_job", "jobs_jobevent", "jobs_queuerow", "jobs_outboxrow", "audit_auditrecord")
    assert [found[1] for found in written if found] == [f'INSERT INTO "{name}"' for name in tables]


def test_a_request_reads_its_centre_once(client: Any, alpha: Centre) -> None:
    """Name, time zone and limits are asked in three places."""
    with CaptureQueriesContext(connection) as captured:
        assert ask(client, alpha).status_code == 202
    queries = [query["sql"] for query in captured.captured_queries]
    assert len([sql for sql in queries if 'FROM "tenants_tenant"' in sql]) == 1
