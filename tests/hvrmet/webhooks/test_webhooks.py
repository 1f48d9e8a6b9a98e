"""Webhooks over REST: a secret is shown once, kept sealed and rotated; all is on record."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.webhooks.models import Subscription
from hvrmet.webhooks.services import MOST_WEBHOOKS, announce
from standardwebhooks.webhooks import WebhookVerificationError

from tasks.webhooks import send_due

pytestmark = pytest.mark.django_db
PATH = "/api/v1/webhooks/"


def code(reply) -> tuple[int, str]:
    return reply.status_code, reply.json()["code"]


def post(client, path, body=None):
    return client.post(f"{PATH}{path}", body or {}, content_type="application/json")


def patch(client, hook, **changes):
    return client.patch(f"{PATH}{hook['id']}/", changes, content_type="application/json")


class TestSecret:
    def test_is_shown_once_and_kept_sealed(self, admin, alpha, register) -> None:
        hook = register()
        assert hook["secret"].startswith("whsec_")
        for path in (PATH, f"{PATH}{hook['id']}/"):
            reply = admin.get(path)
            assert reply.status_code == 200
            assert hook["secret"] not in reply.content.decode()
        with scope(alpha.id):
            row = Subscription.objects.get()
            assert hook["secret"] not in json.dumps(
                [row.sealed_key, *AuditRecord.objects.values_list("data", "after")], default=str
            )

    def test_is_rotated_and_the_former_one_fits_for_a_while(
        self, admin, alpha, register, receiver
    ) -> None:
        first = register()
        second = post(admin, f"{first['id']}/rotate/", {"grace_minutes": 60}).json()
        assert second["secret"] != first["secret"]
        post(admin, f"{first['id']}/test/")
        send_due()
        for secret in (first["secret"], second["secret"]):
            assert receiver.read(secret)["type"] == "webhook.test"
        with scope(alpha.id):
            Subscription.objects.update(previous_until=timezone.now() - timedelta(seconds=1))
        post(admin, f"{first['id']}/test/")
        send_due()
        assert receiver.read(second["secret"])
        with pytest.raises(WebhookVerificationError):
            receiver.read(first["secret"])

    def test_of_a_webhook_that_ended_is_forgotten(self, admin, alpha, register) -> None:
        hook = register()
        assert admin.delete(f"{PATH}{hook['id']}/").status_code == 204
        assert code(admin.delete(f"{PATH}{hook['id']}/")) == (409, "webhook_ended")
        assert code(post(admin, f"{hook['id']}/rotate/")) == (409, "webhook_ended")
        with scope(alpha.id):
            row = Subscription.objects.get()
            assert (row.sealed_key, row.previous_key, row.active) == ("", "", False)
        assert register()["id"] != hook["id"], "its name is free again"


class TestRegistering:
    @pytest.mark.parametrize(
        "changes",
        [
            {"events": []},
            {"events": ["report.eaten"]},
            {"name": ""},
            {"url": ""},
            {"colour": "red"},
        ],
        ids=str,
    )
    def test_of_what_makes_no_sense_is_refused(self, admin, receiver, changes) -> None:
        body = {"name": "x", "url": receiver.url, "events": ["report.published"], **changes}
        assert code(post(admin, "", body)) == (400, "invalid_request")

    @pytest.mark.parametrize(
        "url",
        ["https://10.0.0.1/", "https://169.254.169.254/", "http://1.1.1.1/", "https://[::1]/"],
    )
    def test_of_a_refused_address(self, admin, register, url) -> None:
        body = {"name": "x", "url": url, "events": ["report.published"]}
        assert code(post(admin, "", body)) == (400, "webhook_address_refused")
        hook = register()
        assert code(patch(admin, hook, url=url)) == (400, "webhook_address_refused")

    def test_of_loopback_needs_the_operators_word(self, admin, configure, receiver) -> None:
        configure(networks=())
        body = {"name": "x", "url": receiver.url, "events": ["report.published"]}
        assert code(post(admin, "", body)) == (400, "webhook_address_refused")

    def test_takes_a_name_once_and_so_many(self, admin, alpha, register, receiver) -> None:
        hook = register()
        body = {"name": "bulletins", "url": receiver.url, "events": ["report.published"]}
        assert code(post(admin, "", body)) == (409, "webhook_name_taken")
        register(name="other")
        assert code(patch(admin, hook, name="other")) == (409, "webhook_name_taken")
        with scope(alpha.id):
            Subscription.objects.bulk_create(
                Subscription(name=f"n{n}", url="x", events=[], sealed_key="x")
                for n in range(MOST_WEBHOOKS)
            )
        assert code(post(admin, "", {**body, "name": "last"})) == (409, "too_many_webhooks")


class TestChanging:
    def test_is_on_record_with_before_and_after(self, admin, alpha, register) -> None:
        hook = register()
        reply = patch(admin, hook, events=["report.withdrawn"], active=False)
        assert (reply.json()["events"], reply.json()["active"]) == (["report.withdrawn"], False)
        with scope(alpha.id):
            record = AuditRecord.objects.latest("seq")
            assert (record.action, record.actor) == ("webhook.changed", "person:sun")
            assert (record.before["active"], record.after["active"]) == (True, False)
            actions = set(AuditRecord.objects.values_list("action", flat=True))
            assert "webhook.created" in actions

    def test_pausing_cancels_what_waits_and_resuming_sends_what_is_new(
        self, admin, alpha, register, receiver
    ) -> None:
        hook = register()
        with scope(alpha.id):
            announce("report.published", subject_id=alpha.id, data={"n": 1})
        patch(admin, hook, active=False)
        with scope(alpha.id):
            announce("report.published", subject_id=alpha.id, data={"n": 2})
        send_due()
        assert receiver.received == []
        assert code(post(admin, f"{hook['id']}/test/")) == (409, "webhook_paused")
        patch(admin, hook, active=True)
        with scope(alpha.id):
            announce("report.published", subject_id=alpha.id, data={"n": 3})
        send_due()
        assert [receiver.read(hook["secret"], n)["data"]["n"] for n in range(1)] == [3]
        listed = admin.get(f"{PATH}{hook['id']}/deliveries/").json()["results"]
        assert [item["status"] for item in listed] == ["delivered", "cancelled"]
        cancelled = admin.get(f"{PATH}{hook['id']}/deliveries/?status=cancelled").json()
        assert len(cancelled["results"]) == 1


def test_events_go_to_those_who_asked_for_them_in_their_tenant(
    admin, alpha, beta, register, receiver
) -> None:
    hook = register(events=["report.withdrawn"])
    with scope(alpha.id):
        announce("report.published", subject_id=alpha.id, data={})
    with scope(beta.id):
        announce("report.withdrawn", subject_id=beta.id, data={"of": "beta"})
    with scope(alpha.id):
        announce("report.withdrawn", subject_id=alpha.id, data={"of": "alpha"})
    send_due()
    assert len(receiver.received) == 1
    message = receiver.read(hook["secret"])
    assert (message["type"], message["data"]) == ("report.withdrawn", {"of": "alpha"})


def test_what_is_not_committed_is_not_sent(admin, alpha, register, receiver) -> None:
    register()

    def fail() -> None:
        with scope(alpha.id), transaction.atomic():
            announce("report.published", subject_id=alpha.id, data={})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    send_due()
    assert receiver.received == []


@pytest.mark.parametrize("table", ["webhooks_event", "webhooks_attempt"])
def test_the_log_is_append_only(admin, alpha, register, table) -> None:
    hook = register()
    post(admin, f"{hook['id']}/test/")
    send_due()
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        with scope(alpha.id):
            for statement in (f"UPDATE {table} SET created_at = now()", f"DELETE FROM {table}"):
                with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                    cursor.execute(statement)
