"""Filters of diagnoses and of their events."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from hvrmet.accounts.roles import TenantRole
from hvrmet.audit.models import AuditRecord
from hvrmet.audit.services import Action
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, JobEvent
from hvrmet.jobs.services.answers import answer_create
from hvrmet.jobs.services.jobs import Terms
from hvrmet.testing import queue_job, sample_evidence

from diagnostics.contracts.enums import Basis, EventType, Scope, Verdict
from diagnostics.contracts.events import FactorJudged, FigureChecked
from diagnostics.contracts.evidence import Judgement
from tests.hvrmet.factories import QUESTION, person

pytestmark = pytest.mark.django_db
URL = "/api/v1/diagnoses/"


def found(client, centre, **query) -> set[str]:
    reply = client.get(URL, query, headers=centre.headers)
    assert reply.status_code == 200, reply.content
    return {row["id"] for row in reply.json()["results"]}


@pytest.mark.parametrize(
    ("stored", "asked", "meets"),
    [
        ([100, 20, 120, 40], "110,30,130,50", True),
        ([100, 20, 120, 40], "120,40,130,50", True),
        ([100, 20, 120, 40], "121,20,130,40", False),
        ([100, 20, 120, 40], "100,41,120,50", False),
        ([100, 20, 120, 40], "-260,20,-250,40", True),
        ([170, -10, -170, 10], "175,0,178,5", True),
        ([170, -10, -170, 10], "-178,0,-175,5", True),
        ([170, -10, -170, 10], "-160,0,160,5", False),
        ([170, -10, -170, 10], "160,0,-175,5", True),
        ([-180, -90, 180, 90], "5,5,6,6", True),
        ([10, 0, 20, 10], "-180,-90,180,90", True),
        ([350, 0, 359, 10], "-5,5,5,6", True),
    ],
)
def test_a_region_meets_another_around_the_globe(client, alpha, sent, stored, asked, meets) -> None:
    queue_job(alpha, region=stored)
    assert bool(found(client, alpha, region=asked)) is meets


def test_each_filter_narrows(client, alpha, sent) -> None:
    first, second, third = (str(queue_job(alpha)) for _ in range(3))
    queue_job(alpha, event="gale")
    with scope(alpha.id):
        long_ago = timezone.now() - timedelta(days=2)
        Job.objects.filter(pk=first).update(created_at=long_ago, status="failed")
        Job.objects.filter(pk=second).update(requested_by="person:fan", status="parked")
        job = Job.objects.get(pk=third)
        job.state = job.state.model_copy(update={"event": EventType.RAINSTORM})
        job.source = "other"
        job.save()
    yesterday = (timezone.now() - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert found(client, alpha, until=yesterday) == {first}
    assert first not in found(client, alpha, since=yesterday)
    assert found(client, alpha, requested_by="person:fan") == {second}
    mine = str(alpha.principal.id)
    assert len(found(client, alpha, requested_by_id=mine)) == 4
    assert found(client, alpha, requested_by_id=str(uuid4())) == set()
    assert found(client, alpha, event="rainstorm") == {third}
    assert len(found(client, alpha, event="gale")) == 1
    assert found(client, alpha, source="other") == {third}
    assert found(client, alpha, status=["failed", "parked"]) == {first, second}
    assert found(client, alpha, status="failed", since=yesterday) == set()


def test_who_asked_for_older_jobs_is_read_from_the_record(alpha, sent) -> None:
    """What the migration writes for them is what a new job gets."""
    migration = import_module("hvrmet.jobs.migrations.0011_requested_by_id")
    queue_job(alpha)
    with scope(alpha.id):
        answer_create(principal=alpha.principal, request=QUESTION, terms=Terms())
        Job.objects.update(requested_by_id=None)
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        with scope(alpha.id):
            cursor.execute(migration.ASKED)
            told = list(Job.objects.values_list("requested_by_id", flat=True))
    assert told == [alpha.principal.id] * 2


def test_events_of_some_types(client, alpha, sent) -> None:
    job_id = queue_job(alpha)
    client.post(
        f"{URL}{job_id}/cancel/", {}, content_type="application/json", headers=alpha.headers
    )

    def types(query: str) -> list[str]:
        reply = client.get(f"{URL}{job_id}/events/{query}", headers=alpha.headers)
        return [row["body"]["type"] for row in reply.json()["results"]]

    assert types("") == ["job_queued", "cancelled"]
    assert types("?type=cancelled") == ["cancelled"]
    assert types("?type=cancelled&type=job_queued&after=1") == ["cancelled"]
    reply = client.get(f"{URL}{job_id}/events/?type=rained", headers=alpha.headers)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")
    assert "job_queued" in reply.json()["detail"]


def test_events_of_one_piece_of_evidence(client, alpha, sent) -> None:
    """Those that were recorded under its id, and its verdict, which holds it whole."""
    job_id = queue_job(alpha)
    checked = {"turn": 1, "score": 5.0, "findings": 0, "rounds": 1}
    judgement = Judgement(
        verdict=Verdict.CONFIRMED, basis=Basis.ABSOLUTE, reason="found", scope=Scope.WINDOW
    )
    bodies = [
        FigureChecked(evidence_id="e01", **checked),
        FigureChecked(evidence_id="e011", **checked),
        FactorJudged(turn=1, evidence=sample_evidence(1), judgement=judgement),
    ]
    with scope(alpha.id):
        for number, body in enumerate(bodies, start=2):
            JobEvent.objects.create(
                job_id=job_id,
                seq=number,
                at=timezone.now(),
                schema_version=1,
                type=body.type,
                body=body.model_dump(mode="json"),
            )

    def numbers(query: str) -> list[int]:
        reply = client.get(f"{URL}{job_id}/events/?{query}", headers=alpha.headers)
        return [row["seq"] for row in reply.json()["results"]]

    assert numbers("evidence=e01") == [2, 4]
    assert numbers("evidence=e01&type=factor_judged") == [4]
    assert numbers("evidence=e011") == [3]
    assert numbers("evidence=e0") == []


def test_a_part_of_the_log_is_no_reading_of_the_diagnosis(alpha, sent) -> None:
    """Somebody who looks up where a number comes from has not seen the log up to there."""
    job_id = queue_job(alpha)
    reader = Client()
    reader.force_login(person(alpha, "reader", TenantRole.FORECASTER))
    for query, seen in (("type=job_queued", 0), ("evidence=e01", 0), ("", 1)):
        reply = reader.get(f"{URL}{job_id}/events/?{query}")
        assert reply.status_code == 200
        with scope(alpha.id):
            views = AuditRecord.objects.filter(action=Action.DIAGNOSIS_VIEWED)
            assert views.count() == seen
