"""What is older than its rule goes, on record; nothing else does, and a dry run only counts."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from hvrmet.accounts.models import ApiKey
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.core.db.sql import REFUSING_FUNCTION
from hvrmet.jobs.models import IdempotencyKey, Job, JobResult
from hvrmet.operations.retention import rules
from hvrmet.operations.retention_kinds import KINDS
from hvrmet.settings.environment import Environment
from hvrmet.webhooks.models import Attempt, Delivery, Event

from tasks.upkeep import retain
from tests.hvrmet.factories import furnish, key_headers
from tests.hvrmet.retaining import DAYS, keep_for_days, retention, retention_later

pytestmark = pytest.mark.django_db
OPERATIONS = Path(__file__).resolve().parents[3] / "docs" / "operate" / "operations.md"
MODELS = (Attempt, Delivery, Event)
EVERY_KIND = tuple(
    dict.fromkeys(kind.days.removeprefix("hvrmet_keep_").removesuffix("_days") for kind in KINDS)
)


@pytest.fixture
def old(alpha: Any, release: Any, sent: Any, platform_settings: Any) -> Any:
    """A centre with one of everything, a delivery that ended among them."""
    furnish(alpha, release)
    with scope(alpha.id):
        delivery = Delivery.objects.get()
        Attempt.objects.create(delivery=delivery, duration_ms=1)
        Delivery.objects.update(ended_at=timezone.now())
    keep_for_days(platform_settings)
    return alpha


def counts(centre: Any) -> list[int]:
    with scope(centre.id):
        return [model.objects.count() for model in MODELS]


def test_what_is_younger_than_its_rule_stays(old) -> None:
    assert rules() == dict.fromkeys((m._meta.db_table for m in MODELS), 90)
    assert "0 rows are gone" in retention()
    assert "0 rows are gone" in retention_later(days=DAYS - 1)
    assert counts(old) == [1, 1, 1]


def test_what_is_older_goes_and_leaves_records(old) -> None:
    assert "alpha: webhooks_attempt: 1" in retention_later("--dry-run")
    assert counts(old) == [1, 1, 1]
    assert "alpha: webhooks_attempt: 1" in retention_later()
    assert counts(old) == [0, 0, 0]
    with scope(old.id):
        records = AuditRecord.objects.filter(action="record.destroyed").order_by("seq")
        assert [row.data["table"] for row in records] == [m._meta.db_table for m in MODELS]
        assert {row.actor for row in records} == {"retention"}
    assert "0 rows are gone" in retention_later()


def test_what_waits_stays(old) -> None:
    with scope(old.id):
        Delivery.objects.update(ended_at=None)
    retention_later()
    assert counts(old) == [1, 1, 1]


def test_everything_else_is_kept_for_ever_by_default(old) -> None:
    models = {kind.model for kind in KINDS if kind.days != "hvrmet_keep_webhooks_days"}
    with scope(old.id):
        before = {model: model.objects.count() for model in models}
    retention_later(days=36500)
    with scope(old.id):
        assert {model: model.objects.count() for model in models} == before


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.days + kind.model.__name__)
def test_no_kind_goes_before_its_time(old, platform_settings, kind) -> None:
    """Even one day is more than the age of anything here."""
    keep_for_days(platform_settings, *EVERY_KIND, days=1)
    assert set(rules()) >= set(kind.tables)
    with scope(old.id):
        before = kind.model.objects.count()
    assert "0 rows are gone" in retention()
    with scope(old.id):
        assert kind.model.objects.count() == before


def test_a_rule_that_the_owner_has_not_written_removes_nothing(old, platform_settings) -> None:
    keep_for_days(platform_settings)
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_keep_answers_days": 1}
    )
    assert "jobs_jobresult" not in retention_later()
    with scope(old.id):
        assert JobResult.objects.count() == 1


def test_an_answer_that_went_is_said_to_be_gone(client, old, platform_settings) -> None:
    keep_for_days(platform_settings, "answers")
    with scope(old.id):
        job_id = JobResult.objects.get().job_id
    address = f"/api/v1/computations/{job_id}/"
    assert client.get(address, headers=old.headers).json()["result"]["of"] == "alpha"
    assert "alpha: jobs_jobresult: 1" in retention_later()
    reply = client.get(address, headers=old.headers)
    assert (reply.status_code, reply.json()["code"]) == (410, "answer_destroyed")
    shown = client.get(f"{address}features/", headers=old.headers)
    assert (shown.status_code, shown.json()["code"]) == (410, "answer_destroyed")
    listed = client.get("/api/v1/computations/", headers=old.headers).json()["results"]
    assert [(row["id"], row["status"]) for row in listed] == [(str(job_id), "finished")]


def test_an_idempotency_key_stays_while_its_job_works(client, old, platform_settings) -> None:
    keep_for_days(platform_settings, "idempotency")
    with scope(old.id):
        waiting, ended = Job.objects.exclude(status="finished")[0], JobResult.objects.get().job
        for name, job in (("waits", waiting), ("ended", ended)):
            IdempotencyKey.objects.create(
                principal_id=old.id, key=name, request_digest="d" * 64, job=job
            )
    assert "alpha: jobs_idempotencykey: 1" in retention_later()
    with scope(old.id):
        assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["waits"]


def test_keys_go_after_they_have_ended(client, old, platform_settings) -> None:
    keep_for_days(platform_settings, "ended_keys")
    headers = key_headers(old, "revoked", TenantRole.SERVICE)
    api_key_create(tenant_id=old.id, name="in-use")
    with scope(old.id):
        # One that has no end, so that only the revoked one has ended by that day.
        ApiKey.objects.update(expires_at=None)
        ApiKey.objects.filter(name="revoked").update(revoked_at=timezone.now())
        names = set(ApiKey.objects.values_list("name", flat=True))
    assert "alpha: accounts_apikey: 1" in retention_later()
    with scope(old.id):
        assert set(ApiKey.objects.values_list("name", flat=True)) == names - {"revoked"}
    assert client.get("/api/v1/me/", headers=headers).status_code == 401


def test_expired_sessions_go_with_what_is_known_of_their_browser(alpha, django_user_model) -> None:
    person = django_user_model.objects.create(username="ada")
    for name, hours in (("old", -1), ("new", 1)):
        Session.objects.create(
            session_key=name, expire_date=timezone.now() + timedelta(hours=hours)
        )
        UserSession.objects.create(user=person, session_key=name, ip="192.0.2.1", user_agent="x")
    retain()
    for model in (Session, UserSession):
        assert list(model.objects.values_list("session_key", flat=True)) == ["new"]


def tables_kept() -> list[tuple[list[str], str]]:
    """The table of the guide: names of tables, and how long their rows are kept."""
    section = OPERATIONS.read_text(encoding="utf-8").split("### Every table")[1]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| `")]
    return [(re.findall(r"`(\w+)`", row[1]), row[2].strip()) for row in rows]


def tables_said(beginning: str) -> set[str]:
    found = {name for names, kept in tables_kept() if kept.startswith(beginning) for name in names}
    assert found
    return found


def test_the_guide_says_of_every_table_how_long_it_is_kept() -> None:
    named = [name for names, _ in tables_kept() for name in names]
    models = apps.get_models(include_auto_created=True)
    assert sorted(named) == sorted(item._meta.db_table for item in models)


def test_the_guide_names_each_rule_with_its_setting() -> None:
    text = OPERATIONS.read_text(encoding="utf-8")
    defaults = Environment.model_fields
    assert tables_said("by their rule") == {table for kind in KINDS for table in kind.tables}
    for kind in KINDS:
        row = next(line for line in text.splitlines() if f"`{kind.days.upper()}" in line)
        days = defaults[kind.days].default
        assert (f"{days} days" if days else "for ever") in row, kind.days


def test_the_database_refuses_what_the_guide_says_it_refuses() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = %s AND (t.tgtype & 8) <> 0",
            [REFUSING_FUNCTION],
        )
        refusing = {name for (name,) in cursor.fetchall()}
    other = tables_said("by their rule, and the database refuses")
    assert refusing == tables_said("for ever: the database refuses") | other
