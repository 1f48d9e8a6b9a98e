"""The admin shows one chosen tenant's rows, to superusers only, and changes none of them."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.urls import reverse
from hvrmet.accounts.models import User
from hvrmet.audit.models import AuditRecord
from hvrmet.core.admin import OwnedAdmin
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.models import Job
from hvrmet.reports.services import report_version_create
from hvrmet.testing import as_owner, diagnosis_document, make_operator, queue_job, sample_report

from diagnostics.contracts.request import DiagnosisRequest

pytestmark = pytest.mark.django_db
OWNED = [model for model, page in admin.site._registry.items() if isinstance(page, OwnedAdmin)]


@pytest.fixture
def boss(client):
    client.force_login(make_operator())
    return client


def choose(client, centre) -> None:
    client.post(
        reverse("admin:tenants_tenant_changelist"),
        {"action": "work_in", "_selected_action": [str(centre.id)]},
    )


def changelist(model) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def views(centre) -> list[tuple]:
    """Return what the log of a centre has of looks at its rows."""
    with scope(centre.id):
        rows = AuditRecord.objects.filter(action="record.viewed").order_by("seq")
        return list(rows.values_list("actor", "subject_id", "data"))


@pytest.mark.parametrize("model", OWNED, ids=lambda model: model.__name__)
class TestPages:
    def test_lead_to_the_choice_first(self, boss, model) -> None:
        assert boss.get(changelist(model)).headers["Location"] == "/admin/tenants/tenant/"

    def test_open_in_the_chosen_tenant(self, boss, alpha, model) -> None:
        queue_job(alpha)
        choose(boss, alpha)
        assert boss.get(changelist(model)).status_code == 200

    def test_a_look_is_on_record_in_the_tenants_own_log(self, boss, alpha, beta, model) -> None:
        choose(boss, alpha)
        before = views(alpha)
        boss.head(changelist(model))
        assert views(alpha) == before
        boss.get(changelist(model))
        look = ("person:boss", None, {"table": model._meta.db_table, "as": "list"})
        assert (views(alpha), views(beta)) == ([*before, look], [])

    def test_refuse_staff_that_are_no_superusers(self, client, model) -> None:
        with as_owner():
            staff = User.objects.create_user(username="staff", password="x", is_staff=True)
        client.force_login(staff)
        assert client.get(changelist(model)).status_code == 403

    def test_add_nothing(self, boss, alpha, model) -> None:
        choose(boss, alpha)
        add = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")
        assert boss.get(add).status_code == 403


def test_an_operator_who_reads_a_report_is_on_record(boss, alpha, release) -> None:
    job_id = queue_job(alpha)
    report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()))
    with scope(alpha.id):
        version = report_version_create(
            job=lock_job(job_id), report=report, markdown="# A", html="<p>A", author="hvrmet"
        )
    choose(boss, alpha)
    page = reverse("admin:reports_reportversion_change", args=[version.pk])
    assert boss.get(page).status_code == 200
    assert views(alpha) == [
        ("person:boss", version.pk, {"table": "reports_reportversion", "as": "row"})
    ]


def test_shows_the_chosen_tenants_rows_only(boss, alpha, beta) -> None:
    mine, theirs = queue_job(alpha), queue_job(beta)
    choose(boss, alpha)
    page = boss.get(changelist(Job)).content.decode()
    assert str(mine) in page
    assert str(theirs) not in page
    assert boss.get(reverse("admin:jobs_job_change", args=[mine])).status_code == 200
    foreign = boss.get(reverse("admin:jobs_job_change", args=[theirs]), follow=True)
    assert "doesn’t exist" in foreign.content.decode()
    assert boss.post(reverse("admin:jobs_job_delete", args=[mine])).status_code == 403


@pytest.mark.parametrize("name", ["accounts_user", "knowledge_release", "knowledge_entry"])
def test_global_pages_open(boss, release, name) -> None:
    assert boss.get(reverse(f"admin:{name}_changelist")).status_code == 200
