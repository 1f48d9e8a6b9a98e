"""Report versions go only when nobody relies on them, with their reviews, and on record."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.audit.chain import chain_faults
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.reports.models import Publication, ReportVersion
from hvrmet.reviews.models import Review

from tests.hvrmet.factories import key_headers
from tests.hvrmet.retaining import keep_for_days, retention_later

pytestmark = pytest.mark.django_db


def numbers(desk: Any) -> list[int]:
    with scope(desk.centre.id):
        found = ReportVersion.objects.order_by("number").values_list("number", flat=True)
        return list(found)


def published(desk: Any) -> None:
    desk.review("wang")
    assert desk.publish("chen").status_code == 200


def test_a_draft_goes_with_its_reviews(client, desk, platform_settings) -> None:
    keep_for_days(platform_settings, "drafts")
    desk.review("wang", "request_changes", text="No.")
    assert "alpha: reports_reportversion: 1" in retention_later("--dry-run")
    assert numbers(desk) == [1]
    said = retention_later()
    reports = ("reports_reportreading", "reports_publication", "reports_reportversion")
    for table in ("reviews_review", *reports):
        assert f"alpha: {table}: 1" in said
    assert numbers(desk) == []
    scopes = [Verb.REPORT_VIEW, Verb.REPORT_DRAFT]
    headers = key_headers(desk.centre, "reader", TenantRole.SERVICE, scopes=scopes)
    path = f"/api/v1/diagnoses/{desk.job_id}/report/versions/1/"
    assert client.get(path, headers=headers).status_code == 404
    with scope(desk.centre.id):
        assert not Review.objects.exists()
        record = AuditRecord.objects.get(action="report.version_destroyed")
        assert record.subject_id == desk.job_id
        assert record.data == {"number": 1, "digest": "d" * 64}
        assert chain_faults() == ()
    desk.store(report_digest="e" * 64)
    assert numbers(desk) == [2]


@pytest.mark.parametrize("rule", ["drafts", "withdrawn"])
def test_what_is_published_stays(desk, platform_settings, rule) -> None:
    keep_for_days(platform_settings, rule)
    published(desk)
    assert "reports_" not in retention_later()
    assert numbers(desk) == [1]


def test_what_was_withdrawn_goes_by_its_own_rule(desk, platform_settings) -> None:
    published(desk)
    assert desk.withdraw("chen").status_code == 200
    keep_for_days(platform_settings, "drafts")
    assert "reports_" not in retention_later()
    keep_for_days(platform_settings, "withdrawn")
    assert "alpha: reports_reportversion: 1" in retention_later()
    assert numbers(desk) == []


def test_a_superseded_version_stays(desk, platform_settings) -> None:
    """It was in force once, and nothing said that it was wrong."""
    published(desk)
    desk.store(report_digest="e" * 64)
    desk.review("wang", version=2)
    assert desk.publish("chen", 2).status_code == 200
    keep_for_days(platform_settings, "drafts", "withdrawn")
    retention_later()
    assert numbers(desk) == [1, 2]


@pytest.mark.usefixtures("unguarded")
def test_the_database_keeps_what_is_published(desk, platform_settings) -> None:
    """Whatever asks for its destruction, and however old it is."""
    published(desk)
    keep_for_days(platform_settings, "drafts", days=1)
    retention_later("--dry-run")
    with scope(desk.centre.id):
        ids = list(Publication.objects.values_list("pk", flat=True))
        with (
            pytest.raises(DatabaseError, match="withdrawn"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute("SELECT audit_destroy('reports_publication', %s, 'r')", [ids])
        assert Publication.objects.count() == 1
