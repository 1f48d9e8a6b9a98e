"""A message is tried until it arrives or is given up, by one sender at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from hvrmet.core.db.scope import scope
from hvrmet.webhooks import delivering
from hvrmet.webhooks.models import Attempt, Delivery, DueDelivery, Subscription
from hvrmet.webhooks.sending import Outcome
from hvrmet.webhooks.services import announce
from hvrmet.webhooks.signing import sealed
from kombu.exceptions import OperationalError

from tasks.webhooks import send_due
from tests.hvrmet.concurrency import at_once

pytestmark = pytest.mark.django_db
PATH = "/api/v1/webhooks/"


def tell(centre, count: int = 1) -> None:
    for number in range(count):
        with scope(centre.id):
            announce("report.published", subject_id=centre.id, data={"n": number})


def make_due() -> None:
    """Let the time of waiting have passed."""
    DueDelivery.objects.update(due_at=timezone.now() - timedelta(seconds=1))


def deliveries(admin, hook) -> list:
    found: list = admin.get(f"{PATH}{hook['id']}/deliveries/").json()["results"]
    return found


def shown(admin, hook) -> dict:
    (item,) = deliveries(admin, hook)
    return admin.get(f"{PATH}{hook['id']}/deliveries/{item['id']}/").json()


def replay(admin, hook):
    (item,) = deliveries(admin, hook)
    return admin.post(f"{PATH}{hook['id']}/deliveries/{item['id']}/replay/")


def test_a_failure_is_tried_again_until_it_arrives(admin, alpha, register, receiver) -> None:
    hook = register()
    receiver.answers = [500, 404]
    tell(alpha)
    send_due()
    send_due()  # it is not due yet
    assert len(receiver.received) == 1
    for _ in range(2):
        make_due()
        send_due()
    found = shown(admin, hook)
    assert (found["status"], found["attempts"], found["last_code"]) == ("delivered", 3, 204)
    assert [item["code"] for item in found["log"]] == [500, 404, 204]
    assert all(item["duration_ms"] >= 0 for item in found["log"])
    ids = {headers["webhook-id"] for headers, _ in receiver.received}
    assert ids == {found["message_id"]}, "a receiver knows a repetition by its id"
    assert not DueDelivery.objects.exists()


def test_it_is_given_up_after_so_many_attempts_and_can_be_replayed(
    admin, alpha, register, receiver, configure
) -> None:
    configure(attempts=3)
    hook = register()
    receiver.answers = [500] * 3
    tell(alpha)
    for _ in range(5):
        make_due()
        send_due()
    found = shown(admin, hook)
    assert (found["status"], found["attempts"], len(receiver.received)) == ("dead", 3, 3)
    assert (found["next_at"], found["payload"]["data"]) == (None, {"n": 0})
    reply = replay(admin, hook)
    assert (reply.status_code, reply.json()["status"]) == (202, "pending")
    assert replay(admin, hook).json()["code"] == "delivery_pending"
    send_due()
    found = shown(admin, hook)
    assert (found["status"], found["attempts"], len(found["log"])) == ("delivered", 1, 4)
    assert receiver.read(hook["secret"])["data"] == {"n": 0}


def test_a_receiver_that_is_gone_is_asked_no_more(admin, alpha, register, receiver) -> None:
    hook = register()
    receiver.answers = [410]
    tell(alpha)
    send_due()
    assert shown(admin, hook)["status"] == "dead"


def test_an_address_that_turned_private_is_not_connected_to(
    admin, alpha, register, receiver, configure
) -> None:
    hook = register()
    configure(networks=())
    tell(alpha)
    send_due()
    found = shown(admin, hook)
    assert (found["status"], found["log"][0]["code"], receiver.received) == ("pending", None, [])
    assert "may not go to" in found["last_error"]


def test_waits_grow_and_are_spread(configure) -> None:
    configure(backoff_seconds=10.0)
    full = [delivering.wait_after(n, 1.0).total_seconds() for n in range(1, 12)]
    assert full[:4] == [10, 30, 90, 270]
    assert full[-1] == delivering.LONGEST_WAIT.total_seconds()
    assert [delivering.wait_after(n, 0.0).total_seconds() for n in (1, 2)] == [5, 15]
    drawn = {delivering.wait_after(3) for _ in range(50)}
    assert len(drawn) > 10
    assert all(45 <= wait.total_seconds() <= 90 for wait in drawn)


def test_one_receiver_that_fails_holds_up_no_other(admin, alpha, register, receiver) -> None:
    good = register()
    bad = register(name="down", url="http://127.0.0.1:1/")
    tell(alpha, 5)
    send_due()
    assert [item["status"] for item in deliveries(admin, good)] == ["delivered"] * 5
    assert {item["status"] for item in deliveries(admin, bad)} == {"pending"}
    order = [receiver.read(good["secret"], n)["data"]["n"] for n in range(5)]
    assert order == list(range(5))


def test_a_secret_that_cannot_be_read_any_more_holds_up_no_other(
    admin, alpha, register, receiver, settings
) -> None:
    lost = register()
    good = register(name="good")
    present, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    unreadable = sealed(lost["secret"])
    settings.SECRET_KEY = present
    with scope(alpha.id):
        Subscription.objects.filter(pk=lost["id"]).update(sealed_key=unreadable)
    tell(alpha)
    send_due()
    assert shown(admin, good)["status"] == "delivered"
    found = shown(admin, lost)
    assert (found["status"], found["last_code"]) == ("pending", None)
    assert "another secret key" in found["last_error"]
    settings.SECRET_KEY_FALLBACKS = ["another"]
    make_due()
    send_due()
    assert shown(admin, lost)["status"] == "delivered"


def test_a_sender_that_died_is_followed_by_another(admin, alpha, register, receiver) -> None:
    hook = register()
    tell(alpha)
    (lost,) = delivering.claim_due(10)
    send_due()
    assert receiver.received == [], "the first sender may still be at it"
    make_due()
    send_due()
    assert shown(admin, hook)["status"] == "delivered"
    assert delivering.settle(lost, Outcome(500, 1)) is None
    found = shown(admin, hook)
    assert (found["status"], found["attempts"]) == ("delivered", 1)
    assert len(found["log"]) == 2


def test_a_claim_of_an_earlier_life_settles_nothing(admin, alpha, register, receiver) -> None:
    hook = register()
    tell(alpha)
    (old,) = delivering.claim_due(10)
    for active in (False, True):
        admin.patch(f"{PATH}{hook['id']}/", {"active": active}, content_type="application/json")
    assert delivering.prepare(old) is None
    assert replay(admin, hook).status_code == 202
    (new,) = delivering.claim_due(10)
    assert delivering.settle(old, Outcome(500, 1)) is None
    assert delivering.settle(new, Outcome(204, 1)) == "delivered"


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_delays_only(admin, alpha, register, receiver, monkeypatch) -> None:
    from hvrmet.celery_app import app

    register()
    asked = []

    def away(name: str, **_: object) -> None:
        asked.append(name)
        raise OperationalError("no broker")

    monkeypatch.setattr(app, "send_task", away)
    tell(alpha)
    assert asked == ["tasks.webhooks.send_due"]
    send_due()  # beat's turn
    assert len(receiver.received) == 1


@pytest.mark.django_db(transaction=True)
def test_many_senders_send_each_message_once(admin, alpha, register, receiver) -> None:
    register()
    register(name="second")
    tell(alpha, 10)
    at_once(lambda _: send_due())
    make_due()
    send_due()
    ids = [headers["webhook-id"] for headers, _ in receiver.received]
    assert len(ids) == 20
    with scope(alpha.id):
        assert Attempt.objects.count() == 20
        assert set(Delivery.objects.values_list("status", flat=True)) == {"delivered"}
