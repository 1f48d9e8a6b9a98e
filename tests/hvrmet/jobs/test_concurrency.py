"""What several processes do at the same moment, with real transactions on real connections."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Event
from typing import Any

import pytest
from django.db import InternalError, OperationalError, connection, transaction
from hvrmet.audit.models import AuditRecord
from hvrmet.audit.services import Action
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.events import log
from hvrmet.jobs.models import Job, JobEvent, OutboxRow, QueueRow
from hvrmet.jobs.queue import dispatch, leases
from hvrmet.jobs.selectors import event_list
from hvrmet.jobs.services.jobs import diagnosis_create
from hvrmet.jobs.states import JobKind
from hvrmet.tenants.models import Tenant
from hvrmet.testing import diagnosis_document, queue_job

from diagnostics.contracts.events import StepFailed
from diagnostics.contracts.request import DiagnosisRequest
from tests.hvrmet.concurrency import MANY, at_once

pytestmark = pytest.mark.django_db(transaction=True)
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def test_one_of_many_deliveries_claims_the_job(alpha, sent) -> None:
    job_id = queue_job(alpha)
    claimed = at_once(
        lambda number: leases.claim(job_id=job_id, tenant_id=alpha.id, worker=f"w{number}")
    )
    assert sum(lease is not None for lease in claimed) == 1


def test_one_idempotency_key_makes_one_job(alpha, sent) -> None:
    request = DiagnosisRequest.model_validate(diagnosis_document())

    def create(_: int) -> tuple[Any, bool]:
        with scope(alpha.id):
            job, made = diagnosis_create(
                principal=alpha.principal, request=request, idempotency_key="same"
            )
            return job.pk, made

    replies = at_once(create)
    assert len({job_id for job_id, _ in replies}) == 1
    assert sum(made for _, made in replies) == 1
    with scope(alpha.id):
        assert Job.objects.count() == 1


def test_events_of_several_speakers_are_numbered_one_after_the_other(alpha, sent) -> None:
    job_id = queue_job(alpha)
    body = StepFailed(turn=1, entry_id=None, code="x", message="x")

    def speak(_: int) -> int:
        with scope(alpha.id):
            return log.append(log.lock_job(job_id), body).seq

    assert sorted(at_once(speak)) == list(range(2, MANY + 2))
    with scope(alpha.id):
        assert [event.seq for event in event_list(job_id)] == list(range(1, MANY + 2))


def test_no_quota_is_passed_by_asking_at_once(alpha, sent) -> None:
    Tenant.objects.filter(pk=alpha.id).update(running_jobs=MANY // 2)
    request = DiagnosisRequest.model_validate(diagnosis_document())

    def ask(_: int) -> str:
        try:
            with scope(alpha.id):
                diagnosis_create(principal=alpha.principal, request=request)
        except ApplicationError as refusal:
            return refusal.code
        return "queued"

    answers = Counter(at_once(ask))
    assert answers == {"queued": MANY // 2, "quota_running_jobs": MANY - MANY // 2}
    with scope(alpha.id):
        assert Job.objects.count() == QueueRow.objects.count() == len(sent) == MANY // 2
        assert JobEvent.objects.count() == MANY // 2
        assert AuditRecord.objects.filter(action=Action.DIAGNOSIS_CREATED).count() == MANY // 2
    assert not OutboxRow.objects.exists()


def test_a_message_that_cannot_be_sent_at_once_is_left_for_the_relay(
    alpha, sent, monkeypatch
) -> None:
    def out_of_order(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("no broker")

    with monkeypatch.context() as outage:
        outage.setattr(dispatch.app, "send_task", out_of_order)
        job_id = queue_job(alpha)
    assert OutboxRow.objects.get().subject_id == job_id
    QueueRow.objects.update(dispatched_at=LONG_AGO)
    assert dispatch.relay() == 1
    assert sent == [("tasks.diagnosis.run", [str(job_id), str(alpha.id)])]
    assert QueueRow.objects.get().dispatched_at.year > LONG_AGO.year


def test_a_message_that_goes_at_once_counts_from_then(alpha, sent) -> None:
    job_id = queue_job(alpha)
    QueueRow.objects.update(dispatched_at=LONG_AGO)
    with transaction.atomic():
        dispatch.enqueue(kind=JobKind.DIAGNOSIS, job_id=job_id, tenant_id=alpha.id)
        assert len(sent) == 1, "nothing goes before the commit"
    assert len(sent) == 2
    assert not OutboxRow.objects.exists()
    assert QueueRow.objects.get().dispatched_at.year > LONG_AGO.year


def test_many_relays_send_each_message_once(alpha, sent) -> None:
    jobs = {str(queue_job(alpha)) for _ in range(MANY)}
    assert OutboxRow.objects.count() == 0
    with scope(alpha.id):
        for row in QueueRow.objects.all():
            dispatch.OutboxRow.objects.create(
                task="t", queue="q", tenant_id=alpha.id, subject_id=row.job_id
            )
    sent.clear()
    assert sum(at_once(lambda _: dispatch.relay())) == MANY
    assert sorted(args[0] for _, args in sent) == sorted(jobs)


def test_many_reapers_take_a_lease_back_once(alpha, sent) -> None:
    job_id = queue_job(alpha)
    leases.claim(job_id=job_id, tenant_id=alpha.id, worker="dead")
    QueueRow.objects.update(lease_expires_at="2020-01-01T00:00:00Z")
    assert sum(at_once(lambda _: leases.reap())) == 1
    with scope(alpha.id):
        types = [event.body.type for event in event_list(job_id)]
    assert types.count("lease_lost") == 1


def test_a_reaper_passes_by_a_job_that_a_suspended_worker_has_locked(alpha, sent) -> None:
    suspended, dead = (queue_job(alpha) for _ in range(2))
    for job_id in (suspended, dead):
        leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w")
    QueueRow.objects.update(lease_expires_at="2020-01-01T00:00:00Z")
    locked, reaped = Event(), Event()

    def stop_in_the_middle_of_a_write() -> None:
        try:
            with scope(alpha.id):
                log.lock_job(suspended)
                locked.set()
                reaped.wait()
        finally:
            locked.set()
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        holder = threads.submit(stop_in_the_middle_of_a_write)
        locked.wait()
        try:
            assert leases.reap() == 1
        finally:
            reaped.set()
        holder.result()
    assert leases.reap() == 1


def test_the_database_ends_a_unit_of_work_that_stands_still(alpha, monkeypatch) -> None:
    with monkeypatch.context() as short, ThreadPoolExecutor(1) as threads:
        short.setattr("hvrmet.core.db.scope.IDLE_LIMIT", "10ms")
        with pytest.raises((OperationalError, InternalError)), scope(alpha.id):  # noqa: PT012
            server_process = connection.connection.info.backend_pid
            threads.submit(wait_until_ended, server_process).result()
            Job.objects.count()
    with scope(alpha.id):
        assert Job.objects.count() == 0


def wait_until_ended(server_process: int) -> None:
    """Ask the database until one of its processes, which serves a connection, is gone."""
    try:
        with connection.cursor() as cursor:
            while True:
                cursor.execute("SELECT FROM pg_stat_activity WHERE pid = %s", [server_process])
                if cursor.fetchone() is None:
                    return
    finally:
        connection.close()
