"""Pages by cursor: each row once, whatever is added or taken away meanwhile."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.utils import timezone
from hvrmet.core.db.scope import scope
from hvrmet.core.http.cursors import sealed
from hvrmet.core.http.pagination import SALT
from hvrmet.jobs.models import Job
from hvrmet.testing import Centre

pytestmark = pytest.mark.django_db
URL = "/api/v1/diagnoses/"


def add(centre: Centre, count: int, *, minutes: int = 0) -> list[str]:
    """Add jobs, several of which were queued at the same moment."""
    from hvrmet.testing import queue_job

    ids = []
    for number in range(count):
        job_id = queue_job(centre)
        when = timezone.now() + timedelta(minutes=minutes + number // 3)
        with scope(centre.id):
            Job.objects.filter(pk=job_id).update(created_at=when)
        ids.append(str(job_id))
    return ids


def page(client: Any, centre: Centre, address: str) -> dict[str, Any]:
    reply = client.get(address, headers=centre.headers)
    assert reply.status_code == 200, reply.content
    found: dict[str, Any] = reply.json()
    return found


def ids(found: dict[str, Any]) -> list[str]:
    return [row["id"] for row in found["results"]]


def test_each_row_comes_once_forward_and_backward(client, alpha, sent) -> None:
    expected = set(add(alpha, 8))
    pages = [page(client, alpha, f"{URL}?page_size=3")]
    while pages[-1]["next"]:
        pages.append(page(client, alpha, pages[-1]["next"]))
    assert [len(found["results"]) for found in pages] == [3, 3, 2]
    forward = [one for found in pages for one in ids(found)]
    assert len(forward) == 8 and set(forward) == expected
    times = [row["created_at"] for found in pages for row in found["results"]]
    assert times == sorted(times, reverse=True)
    assert pages[0]["previous"] is None
    back = page(client, alpha, pages[2]["previous"])
    assert ids(back) == ids(pages[1])
    first = page(client, alpha, back["previous"])
    assert (ids(first), first["previous"]) == (ids(pages[0]), None)
    assert ids(page(client, alpha, first["next"])) == ids(pages[1])


def test_new_rows_neither_repeat_nor_hide_any(client, alpha, sent) -> None:
    expected = add(alpha, 6)
    seen = page(client, alpha, f"{URL}?page_size=2")
    met = ids(seen)
    while seen["next"]:
        add(alpha, 2, minutes=60)
        seen = page(client, alpha, seen["next"])
        met += ids(seen)
    assert sorted(met) == sorted(expected)


def test_filters_hold_on_every_page(client, alpha, sent) -> None:
    wanted = add(alpha, 5)
    with scope(alpha.id):
        Job.objects.filter(pk__in=wanted[:2]).update(status="failed")
    seen = page(client, alpha, f"{URL}?page_size=1&status=queued")
    met = ids(seen)
    while seen["next"]:
        assert "status=queued" in seen["next"]
        seen = page(client, alpha, seen["next"])
        met += ids(seen)
    assert sorted(met) == sorted(wanted[2:])


def dumped() -> str:
    """Return something that is signed for lists, and is none."""
    return signing.Signer(salt=SALT).sign_object({"id": 1})


@pytest.mark.parametrize(
    "cursor",
    ["", "x", sealed([1], salt=SALT), sealed([1], salt="another"), "ImEi:x", dumped()],
    ids=["empty", "no cursor", "of another list", "of another use", "forged", "no list"],
)
def test_a_cursor_of_another_making_is_refused(client, alpha, cursor) -> None:
    reply = client.get(URL, {"cursor": cursor}, headers=alpha.headers)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_cursor")


def test_the_same_page_has_the_same_address_at_any_time(client, alpha, sent, monkeypatch) -> None:
    add(alpha, 4)
    first = client.get(f"{URL}?page_size=3", headers=alpha.headers)
    later = time.time() + 3600
    monkeypatch.setattr("time.time", lambda: later)
    again = client.get(f"{URL}?page_size=3", headers=alpha.headers)
    assert first.json()["next"] == again.json()["next"]
    assert first["ETag"] == again["ETag"]


def test_an_empty_list_is_one_page(client, alpha) -> None:
    assert page(client, alpha, URL) == {"next": None, "previous": None, "results": []}
