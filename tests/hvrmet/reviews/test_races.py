"""Several people act on one report at the same moment, on real connections."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from hvrmet.accounts.models import User
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.reports.models import Publication
from hvrmet.reviews.models import Review

from tests.hvrmet.concurrency import MANY, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def fresh(name: str) -> Client:
    """Return a client of its own: one is not made for several threads."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def post(client: Client, desk, path: str, body: dict) -> int:
    reply = client.post(
        f"/api/v1/diagnoses/{desk.job_id}/{path}", body, content_type="application/json"
    )
    return reply.status_code


def statuses(desk) -> list[str]:
    with scope(desk.centre.id):
        rows = Publication.objects.order_by("version__number")
        return list(rows.values_list("status", flat=True))


def recorded(desk, action: str) -> int:
    with scope(desk.centre.id):
        return AuditRecord.objects.filter(action=action).count()


def test_of_many_publishers_one_publishes(desk) -> None:
    desk.review("wang")
    desk.open("chen")
    desk.open("guo")
    clients = [fresh("chen") if n % 2 else fresh("guo") for n in range(MANY)]
    replies = at_once(lambda n: post(clients[n], desk, "report/versions/1/publish/", {}))
    assert Counter(replies) == {200: 1, 409: MANY - 1}
    assert (statuses(desk), recorded(desk, "report.published")) == (["published"], 1)


def test_of_two_versions_published_at_once_the_later_one_stands(desk) -> None:
    desk.store(report_digest="e" * 64)
    for number in (1, 2):
        desk.review("wang", version=number)
        desk.open("chen", number)
    clients = [fresh("chen") for _ in range(MANY)]
    replies = at_once(lambda n: post(clients[n], desk, f"report/versions/{1 + n % 2}/publish/", {}))
    assert set(replies) == {200, 409}
    assert statuses(desk) == ["superseded", "published"]


def test_publishing_and_withdrawing_meet_in_some_order(desk) -> None:
    desk.review("wang")
    desk.open("chen")
    clients = [fresh("chen") for _ in range(MANY)]
    replies = at_once(
        lambda n: (
            post(clients[n], desk, "report/versions/1/withdraw/", {"reason": "x"})
            if n % 2
            else post(clients[n], desk, "report/versions/1/publish/", {})
        )
    )
    assert set(replies) <= {200, 409}
    assert statuses(desk) == ["withdrawn"]
    assert recorded(desk, "report.withdrawn") == 1
    assert recorded(desk, "report.published") == replies.count(200) - 1


def test_reviews_that_cross_are_all_kept_and_the_last_one_counts(desk) -> None:
    names = ("wang", "zhao", "guo")
    for name in names:
        desk.open(name)
    clients = [fresh(names[n % 3]) for n in range(MANY)]
    bodies = [
        {"version": 1, "verdict": "approve"},
        {"version": 1, "verdict": "request_changes", "text": "Not yet."},
    ]
    replies = at_once(lambda n: post(clients[n], desk, "reviews/", bodies[n // 3]))
    assert replies == [201] * MANY
    with scope(desk.centre.id):
        last = Review.objects.latest("created_at")
    assert statuses(desk) == ["approved" if last.verdict == "approve" else "in_review"]
    assert recorded(desk, "report.reviewed") == MANY
