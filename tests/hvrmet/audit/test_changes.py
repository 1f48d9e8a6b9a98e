"""No change of rights is without its audit record, whoever makes it and by whatever way."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib import admin
from django.core.management import call_command
from django.db import connection
from django.test import RequestFactory
from django.urls import reverse
from hvrmet.accounts.models import User
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create, member_grant
from hvrmet.audit.chain import chain_faults
from hvrmet.audit.models import AuditRecord, RetentionRule
from hvrmet.core.admin import AuditedSite, OwnedAdmin
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.evidence.models import Artifact, EvidenceItem, JobArtifact
from hvrmet.jobs.models import Job
from hvrmet.tenants.models import Membership, Tenant
from hvrmet.testing import as_owner, make_operator, queue_job

pytestmark = pytest.mark.django_db
CHANGES = ("record.created", "record.changed", "record.deleted")
# What a page of the admin that writes is sent: to add one, and to change it.
FORMS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "accounts.user": (
        {"username": "li", "password1": "a-long-one-9", "password2": "a-long-one-9"}
        | {"usable_password": "true"},
        {"username": "li", "first_name": "Li", "date_joined_0": "2026-01-01"}
        | {"date_joined_1": "00:00", "is_active": ""},
    ),
    "tenants.tenant": (
        {"slug": "gamma", "name": "Gamma", "timezone": "UTC"},
        {"slug": "gamma", "name": "Gamma centre", "timezone": "UTC"},
    ),
}
PAGES = sorted(admin.site._registry.items(), key=lambda pair: pair[0]._meta.label_lower)


def settle() -> None:
    """Let the database do what it does at the end of a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def changes(tenant: UUID = SYSTEM) -> list[tuple[str, str, str]]:
    """Return action, table and actor of the database's own records of a chain."""
    settle()
    with scope(tenant):
        assert chain_faults() == ()
        rows = AuditRecord.objects.filter(action__in=CHANGES).order_by("seq")
        return [(row.action, row.data["table"], row.actor) for row in rows]


@pytest.fixture
def boss(client: Any) -> Any:
    client.force_login(make_operator())
    settle()
    return client


def allowed(page: Any) -> set[str]:
    """Return the ways in which a page of the admin writes for an operator."""
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_staff=True, is_active=True)
    ways = ("add", "change", "delete")
    return {way for way in ways if getattr(page, f"has_{way}_permission")(request)}


def test_the_site_names_who_acts() -> None:
    assert isinstance(admin.site._wrapped, AuditedSite)


@pytest.mark.parametrize(("model", "page"), PAGES, ids=lambda item: str(item))
def test_every_write_of_every_page_is_recorded(model, page) -> None:
    """Whatever a page may do to a table, the database has a trigger for it that records it."""
    ways = allowed(page)
    if isinstance(page, OwnedAdmin):
        assert not ways, "rows of a tenant are written by services"
    bits = {"add": 4, "delete": 8, "change": 16}
    tables = [model._meta.db_table, *(m.remote_field.through._meta.db_table for m in many(model))]
    for table in tables:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT tgtype FROM pg_trigger WHERE tgname = %s AND tgrelid = %s::regclass",
                [f"{table}_audited", table],
            )
            found = cursor.fetchone() or (0,)
        missing = {way for way in ways if not found[0] & bits[way]}
        assert not missing, f"{table}: its migration lacks core.sql.audited"


def many(model: Any) -> tuple[Any, ...]:
    """Return the fields whose rows lie in a table of their own."""
    return tuple(model._meta.many_to_many)


@pytest.mark.parametrize("label", FORMS)
def test_the_record_names_the_person_of_the_admin(boss, alpha, label) -> None:
    model, name = apps.get_model(label), label.replace(".", "_")
    made, changed = FORMS[label]
    table, who = model._meta.db_table, "person:boss"
    reply = boss.post(reverse(f"admin:{name}_add"), made)
    assert reply.status_code == 302, reply.context["errors"] if reply.context else reply.content
    row = model.objects.get(**{key: made[key] for key in ("username", "slug") if key in made})
    chain = row.pk if model is Tenant else SYSTEM
    assert ("record.created", table, who) in changes(chain)
    reply = boss.post(reverse(f"admin:{name}_change", args=[row.pk]), {**initial(row), **changed})
    assert reply.status_code == 302, reply.context["errors"] if reply.context else reply.content
    assert ("record.changed", table, who) in changes(chain)


def test_ending_a_lock_out_is_recorded(boss) -> None:
    row = AccessAttempt.objects.create(username="li", failures_since_start=5)
    reply = boss.post(reverse("admin:axes_accessattempt_delete", args=[row.pk]), {"post": "yes"})
    assert reply.status_code == 302
    assert ("record.deleted", "axes_accessattempt", "person:boss") in changes()


def initial(row: Any) -> dict[str, Any]:
    """Return a row's values as its form sends them back."""
    values = {field.name: getattr(row, field.name) for field in row._meta.fields}
    return {key: value for key, value in values.items() if value not in (None, "", False)}


def test_the_record_says_what_changed_and_no_secret(boss) -> None:
    user = User.objects.create_user(username="li", password="first")
    settle()
    reply = boss.post(
        reverse("admin:auth_user_password_change", args=[user.pk]),
        {"password1": "a-long-one-9", "password2": "a-long-one-9", "usable_password": "true"},
    )
    assert reply.status_code == 302
    settle()
    with scope(SYSTEM):
        record = AuditRecord.objects.filter(subject_id=user.pk).latest("seq")
    assert (record.action, record.actor) == ("record.changed", "person:boss")
    assert record.before == record.after == {"password": "[redacted]"}
    assert record.request_id != "-"


def test_raw_statements_are_recorded_too() -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO auth_group (name) VALUES ('wheel')")
        settle()
        cursor.execute("DELETE FROM auth_group")
    actors = changes()
    assert [item[:2] for item in actors] == [
        ("record.created", "auth_group"),
        ("record.deleted", "auth_group"),
    ]
    assert actors[0][2].startswith("database:")


def test_how_long_rows_are_kept_is_on_record() -> None:
    with as_owner():
        rule = RetentionRule.objects.create(table_name="jobs_jobevent", days=900)
        settle()
        rule.days = 1
        rule.save()
    last = changes()[-2:]
    assert [item[:2] for item in last] == [
        ("record.created", "audit_retentionrule"),
        ("record.changed", "audit_retentionrule"),
    ]


def test_what_the_code_recorded_is_not_recorded_twice(alpha) -> None:
    user = User.objects.create_user(username="li")
    settle()
    before = changes(alpha.id)
    member_grant(tenant_id=alpha.id, user=user, roles=[TenantRole.VIEWER])
    api_key_create(tenant_id=alpha.id, name="robot")
    assert changes(alpha.id) == before
    with scope(alpha.id):
        Membership.objects.update(roles=["tenant_admin"])
        recorded = AuditRecord.objects.filter(action="member.set").count()
    assert recorded == 1


def test_signing_in_is_no_change_of_rights(client, django_user_model) -> None:
    user = User.objects.create_user(username="li")
    settle()
    before = changes()
    client.force_login(user)
    assert changes() == before


def test_operators_are_made_by_the_owner_and_recorded() -> None:
    User.objects.create_user(username="li")
    settle()
    with as_owner():
        call_command("set_operator", "li")
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser) == (True, True)
    assert changes()[-1][:2] == ("record.changed", "accounts_user")


@pytest.mark.django_db(transaction=True)
class TestWithRealTransactions:
    def test_a_change_and_its_record_commit_together(self, alpha) -> None:
        """The database compares with this transaction's records, not with earlier ones."""
        user = User.objects.create_user(username="li")
        member_grant(tenant_id=alpha.id, user=user, roles=[TenantRole.VIEWER])
        with scope(alpha.id):
            Membership.objects.update(roles=["tenant_admin"])
        with scope(alpha.id):
            last = AuditRecord.objects.latest("seq")
            assert (last.action, last.data) == ("record.changed", {"table": "tenants_membership"})
            assert (last.before, last.after) == (
                {"roles": ["viewer"]},
                {"roles": ["tenant_admin"]},
            )
            assert chain_faults() == ()

    def test_what_a_run_rests_on_is_not_changed_in_silence(self, alpha) -> None:
        """The application changes these rows; what they were made with, it does not."""
        job_id = queue_job(alpha)
        with scope(alpha.id):
            job = Job.objects.get(pk=job_id)
            item = EvidenceItem.objects.create(
                job=job,
                evidence_id="e1",
                call_key="k1",
                factor="f",
                modality="index",
                verdict="confirmed",
                turn=1,
                document={"value": 1},
            )
            artifacts = [
                Artifact.objects.create(sha256=letter * 64, media_type="image/png", size=1)
                for letter in "ab"
            ]
            name = JobArtifact.objects.create(job=job, artifact=artifacts[0], name="a.png")
        before = changes(alpha.id)
        with scope(alpha.id):
            Job.objects.update(priority="high")
            EvidenceItem.objects.update(document={"value": 1})
        assert changes(alpha.id) == before
        with scope(alpha.id):
            Job.objects.update(requested_by="person:li")
            EvidenceItem.objects.update(document={"value": 2})
            JobArtifact.objects.filter(pk=name.pk).update(artifact=artifacts[1])
        with scope(alpha.id):
            last = AuditRecord.objects.filter(action="record.changed").order_by("-seq")[:3]
            found = {(row.action, row.data["table"], row.subject_id) for row in last}
        assert found == {
            ("record.changed", "jobs_job", job.pk),
            ("record.changed", "evidence_evidenceitem", item.pk),
            ("record.changed", "evidence_jobartifact", name.pk),
        }
