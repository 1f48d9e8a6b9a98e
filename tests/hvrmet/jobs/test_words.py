"""Requests in words over REST: what is read, against which data, and what is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, OutboxRow, SourceHolding
from hvrmet.tenants.models import Tenant

from diagnostics.contracts.inventory import GridInfo, Inventory
from diagnostics.contracts.space_time import Region

pytestmark = pytest.mark.django_db
URL = "/api/v1/requests/read/"
TIMES = tuple(datetime(2021, 7, 17, tzinfo=UTC) + timedelta(hours=3 * n) for n in range(48))
HELD = Inventory(
    times=TIMES,
    grid=GridInfo(
        kind="latitude_longitude",
        shape=(49, 61),
        spacing_deg=0.25,
        region=Region.model_validate((105, 28, 120, 40)),
    ),
)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker has read of the one source of the first centre."""
    holding = SourceHolding(
        document=HELD.model_dump(mode="json"), document_digest="d" * 64, read_at=TIMES[-1]
    )
    monkeypatch.setattr(
        "hvrmet.jobs.api.words.source_holdings",
        lambda names: {name: holding for name in names if name == "sample"},
    )


def post(client: Any, centre: Any, **document: Any) -> Any:
    return client.post(URL, document, content_type="application/json", headers=centre.headers)


def read(client: Any, centre: Any, text: str, **document: Any) -> Any:
    reply = post(client, centre, text=text, **document)
    assert reply.status_code == 200, reply.content
    return reply.json()


def slots(document: Any) -> dict[str, Any]:
    return {slot["slot"]: slot for slot in document["slots"]}


def test_what_is_ready_can_be_sent_as_it_is(client, alpha, held, sent) -> None:
    found = read(client, alpha, "Rainstorm in Henan 19 to 21 July 2021")
    assert (found["unread"], found["missing"], found["readings"]) == ([], [], [])
    assert slots(found)["where"]["spans"] == [{"start": 13, "end": 18, "words": "Henan"}]
    reply = client.post(
        "/api/v1/diagnoses/",
        found["request"],
        content_type="application/json",
        headers=alpha.headers,
    )
    assert reply.status_code == 202, reply.content
    assert reply.json()["request"]["event"] == "rainstorm"


def test_what_is_not_understood_is_named_in_the_language_of_the_text(client, alpha, held) -> None:
    found = read(client, alpha, "诊断2021年7月20日河南的暴雨旮旯")
    assert found["language"] == "zh"
    assert found["request"] is None
    (unread,) = found["unread"]
    assert unread["span"]["words"] == "旮旯"
    assert unread["message"].startswith("无法理解")
    english = read(client, alpha, "2021年7月20日河南的暴雨旮旯", language="en")
    assert english["unread"][0]["message"].startswith("'旮旯' is not understood")


def test_times_and_area_are_those_of_the_source(client, alpha, held) -> None:
    found = slots(read(client, alpha, "rain yesterday"))
    assert found["where"]["region"] == [105, 28, 120, 40]
    assert found["where"]["assumed"] is True
    assert found["when"]["window"]["start"] == "2021-07-21T00:00:00Z"
    later = slots(read(client, alpha, "rain yesterday", now="2021-07-20T12:00Z"))
    assert later["when"]["window"]["start"] == "2021-07-19T00:00:00Z"


def test_before_a_worker_has_read_the_source(client, alpha) -> None:
    found = read(client, alpha, "rain")
    assert [one["slot"] for one in found["missing"]] == ["where", "when"]
    assert slots(found)["source"]["source"] == "sample"
    assert read(client, alpha, "Rain in Henan on 20 July 2021")["request"] is not None


def test_a_time_without_a_zone_is_in_that_of_the_centre(client, alpha, held) -> None:
    with scope(alpha.id):
        Tenant.objects.update(timezone="Asia/Shanghai")
    own = read(client, alpha, "Rain in Henan on 20 July 2021")
    assert slots(own)["when"]["window"]["start"] == "2021-07-19T16:00:00Z"
    assert slots(own)["when"]["timezone"] == "Asia/Shanghai"
    assert slots(own)["when"]["timezone_assumed"]
    assert own["request"]["timezone"] is None
    named = read(client, alpha, "Rain in Henan on 20 July 2021", timezone="UTC+09:00")
    assert slots(named)["when"]["window"]["start"] == "2021-07-19T15:00:00Z"
    assert named["request"]["timezone"] == "+09:00"
    assert not slots(named)["when"]["timezone_assumed"]
    said = read(client, alpha, "Rain in Henan on 20 July 2021 UTC")
    assert slots(said)["when"]["window"]["start"] == "2021-07-20T00:00:00Z"
    assert said["request"]["timezone"] == "UTC"


def test_of_several_sources_one_is_to_be_chosen(client, beta, held) -> None:
    found = read(client, beta, "Rain in Henan on 20 July 2021")
    (missing,) = found["missing"]
    assert missing["slot"] == "source"
    assert {one["source"] for one in missing["choices"]} == {"sample", "private"}
    chosen = read(client, beta, "Rain in Henan on 20 July 2021", source="private")
    assert chosen["request"]["source"] == "private"


def test_parts_that_are_given_win(client, alpha, held) -> None:
    found = read(client, alpha, "Rain in Rome and in Oslo", given=["where", "when"])
    assert set(slots(found)) == {"what", "event", "source"}
    assert (found["missing"], found["readings"], found["unread"]) == ([], [], [])
    assert found["request"] is None


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({"text": "rain", "source": "private"}, "unknown_source"),
        ({"text": "rain", "source": "gfs"}, "unknown_source"),
        ({"text": "rain", "timezone": "Mars/Olympus"}, "unknown_timezone"),
        ({"text": "rain", "now": "yesterday"}, "invalid_request"),
        ({"text": "rain", "now": "0001-01-01T00:00Z"}, "invalid_request"),
        ({"text": ""}, "invalid_request"),
        ({"text": " \n"}, "invalid_request"),
        ({"text": "x" * 100_000}, "invalid_request"),
        ({"text": "rain", "given": ["why"]}, "invalid_request"),
        ({"text": "rain", "language": "fr"}, "invalid_request"),
        ({"text": "rain", "sauce": "sample"}, "invalid_request"),
        ({}, "invalid_request"),
    ],
)
def test_refusals(client, alpha, document, code) -> None:
    reply = post(client, alpha, **document)
    assert (reply.status_code, reply.json()["code"]) == (400, code)
    assert reply.json()["detail"]


def test_nothing_is_kept(client, alpha, held, sent) -> None:
    def counts() -> list[int]:
        with scope(alpha.id):
            return [model.objects.count() for model in (Job, OutboxRow, AuditRecord)]

    before = counts()
    read(client, alpha, "Rain in Henan on 20 July 2021")
    assert counts() == before
    assert sent == []


IN_WORDS = "/api/v1/diagnoses/in-words/"


def ask(client: Any, centre: Any, text: str, **document: Any) -> Any:
    body = {"text": text, **document}
    return client.post(IN_WORDS, body, content_type="application/json", headers=centre.headers)


def test_words_that_leave_nothing_open_are_queued(client, alpha, held, sent) -> None:
    reply = ask(client, alpha, "2021年7月19日到21日河南暴雨", priority="high")
    assert reply.status_code == 202, reply.content
    made = reply.json()
    assert (made["request"]["event"], made["request"]["language"]) == ("rainstorm", "zh")
    assert (made["priority"], reply.headers["Location"]) == ("high", made["url"])


@pytest.mark.parametrize(
    ("text", "open_part"),
    [
        ("Rainstorm in Henan, flibbertigibbet, 19 to 21 July 2021", "unread"),
        ("Rainstorm from 19 to 21 July 2021 in Nowhereville", "unread"),
    ],
)
def test_words_that_leave_something_open_queue_nothing(
    client, alpha, held, text: str, open_part: str
) -> None:
    reply = ask(client, alpha, text)
    assert (reply.status_code, reply.json()["code"]) == (422, "words_left_open")
    assert reply.json()["data"]["reading"][open_part]
    with scope(alpha.id):
        assert not Job.objects.exists()


def test_the_same_words_with_one_key_are_one_diagnosis(client, alpha, held, sent) -> None:
    keyed = {**alpha.headers, "Idempotency-Key": "henan"}
    body = {"text": "Rainstorm in Henan 19 to 21 July 2021"}
    replies = [
        client.post(IN_WORDS, body, content_type="application/json", headers=keyed)
        for _ in range(2)
    ]
    assert len({reply.json()["id"] for reply in replies}) == 1
    assert replies[1].headers["Idempotent-Replayed"] == "true"


def test_what_is_typed_stands_in_no_log(client, alpha, held, caplog) -> None:
    with caplog.at_level("DEBUG"):
        read(client, alpha, "Rainstorm in Xanadupolis 19 to 21 July 2021")
        found = client.get("/api/v1/places/?q=Xanadupolis", headers=alpha.headers)
    assert found.status_code == 200, found.content
    lines = [record.getMessage() for record in caplog.records if "django.db" not in record.name]
    assert not [line for line in lines if "Xanadupolis" in line]
    with scope(alpha.id):
        assert "Xanadupolis" not in str([row.data for row in AuditRecord.objects.all()])
