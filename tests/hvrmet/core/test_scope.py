"""The tenant scope refuses what forgot it, and shows one tenant's rows only."""

from __future__ import annotations

import itertools
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection, models
from hvrmet.core.db.models import OwnedQuerySet, TenantRow
from hvrmet.core.db.scope import (
    CrossTenantWriteError,
    UnscopedQueryError,
    once_in_scope,
    scope,
)
from hvrmet.jobs.models import Job, JobEvent, OutboxRow, QueueRow
from hvrmet.reports.models import WaitingReading
from hvrmet.reviews.models import WaitingCorrection
from hvrmet.testing import queue_job
from hvrmet.webhooks.models import DueDelivery

OWNED = [model for model in apps.get_models() if issubclass(model, TenantRow)]
GLOBAL = {
    *("Tenant", "User", "Release", "Entry"),
    *("LibraryImport", "LibraryEntry", "EntryRevision", "Threshold", "Detector", "Citation"),
    *("LibraryReference", "ReferenceRevision", "LibraryExplanation", "ExplanationRevision"),
    *("LibraryPreset", "PresetRevision"),
    *("Proposal", "ProposedField", "Wording", "Decision", "Interest", "Candidate", "Approval"),
    *("Remark", "RemarkWithdrawal"),
    *("MeasuredEffect", "SearchedItem"),
    *("QueueRow", "QueueTurn", "OutboxRow", "DueDelivery", "WaitingCorrection"),
    *("WaitingReading", "RetentionRule", "SourceHolding"),
}


def test_every_model_is_owned_or_named_as_global() -> None:
    ours = {
        model.__name__
        for model in apps.get_models()
        if model.__module__.startswith(("hvrmet.", "knowledge."))
    }
    assert ours == {model.__name__ for model in OWNED} | GLOBAL


@pytest.mark.parametrize("model", OWNED, ids=lambda model: model.__name__)
class TestOwnedModel:
    def test_has_a_uuid_key_and_a_tenant(self, model: type[TenantRow]) -> None:
        assert isinstance(model._meta.pk, models.UUIDField)
        assert not model._meta.get_field("tenant_id").null

    def test_unique_constraints_begin_with_the_tenant(self, model: type[TenantRow]) -> None:
        for constraint in model._meta.constraints:
            if isinstance(constraint, models.UniqueConstraint):
                assert constraint.fields[0] in ("tenant", "tenant_id")
        assert not [
            field for field in model._meta.local_fields if field.unique and field.name != "id"
        ]

    def test_no_manager_works_outside_a_scope(self, model: type[TenantRow]) -> None:
        for manager in (model._default_manager, model._base_manager):
            with pytest.raises(UnscopedQueryError):
                manager.all()


def test_cross_tenant_rows_hold_no_content() -> None:
    for model in (QueueRow, OutboxRow, DueDelivery, WaitingCorrection, WaitingReading):
        kinds = {type(field) for field in model._meta.local_fields}
        assert not kinds & {models.JSONField, models.TextField}


@pytest.mark.django_db
class TestScope:
    def test_hides_the_rows_of_others(self, alpha, beta) -> None:
        job_id = queue_job(alpha)
        with scope(beta.id):
            assert not Job.objects.filter(pk=job_id).exists()
            assert JobEvent.objects.count() == 0
            assert Job.objects.update(source="stolen") == 0
        with scope(alpha.id):
            assert Job.objects.get(pk=job_id).source == "sample"

    def test_tells_the_database_which_tenant_it_is(self, alpha) -> None:
        with scope(alpha.id), connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('app.tenant_id')")
            assert cursor.fetchone() == (str(alpha.id),)

    def test_what_is_read_once_is_forgotten_with_it(self, alpha, beta) -> None:
        numbers = itertools.count()

        def read() -> int:
            return once_in_scope("number", lambda: next(numbers))

        assert (read(), read()) == (0, 1)
        with scope(alpha.id):
            assert (read(), read()) == (2, 2)
            assert once_in_scope("another", lambda: next(numbers)) == 3
        with scope(beta.id):
            assert read() == 4
        with scope(alpha.id):
            assert read() == 5
        assert read() == 6

    def test_a_queryset_cannot_be_read_after_its_scope(self, alpha) -> None:
        with scope(alpha.id):
            jobs = Job.objects.all()
        with pytest.raises(UnscopedQueryError):
            list(jobs)

    def test_a_queryset_cannot_be_carried_into_another_scope(self, alpha, beta) -> None:
        queue_job(alpha)
        with scope(alpha.id):
            jobs: OwnedQuerySet = Job.objects.filter(source="sample")
        with scope(beta.id), pytest.raises(CrossTenantWriteError):
            jobs.count()

    def test_refuses_to_write_for_another_tenant(self, alpha, beta) -> None:
        with scope(beta.id):
            row = Job(tenant_id=alpha.id, request={}, state={})
            with pytest.raises(CrossTenantWriteError):
                row.save()
            with pytest.raises(CrossTenantWriteError):
                Job.objects.bulk_create([row])

    def test_a_row_cannot_be_reloaded_outside_its_scope(self, alpha) -> None:
        job_id = queue_job(alpha)
        with scope(alpha.id):
            job = Job.objects.get(pk=job_id)
        with pytest.raises(UnscopedQueryError):
            job.refresh_from_db()
        with pytest.raises(UnscopedQueryError):
            job.save()


@pytest.mark.django_db(transaction=True)
def test_scopes_do_not_nest(alpha) -> None:
    with scope(alpha.id), pytest.raises(RuntimeError, match="durable"), scope(uuid4()):
        pass


@pytest.mark.django_db(transaction=True)
def test_the_setting_ends_with_the_transaction(alpha) -> None:
    with scope(alpha.id):
        pass
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('app.tenant_id', true), '')")
        assert cursor.fetchone() == ("",)
