"""What a request waits for: words that are read, and sources that workers look at."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, QueueRow, SourceInventory
from hvrmet.jobs.queue import inquiries
from hvrmet.jobs.queue.inquiries import Answer, InquiryKind
from hvrmet.testing import make_centre

from tasks import interactive

pytestmark = pytest.mark.django_db
WHY = "2026年7月4日江苏暴雨是什么原因？"


class TestWords:
    def test_every_part_is_shown_with_its_words(self, call) -> None:
        reply = call("POST", "requests/read/", {"text": WHY, "source": "sample"})
        assert reply.status_code == 200, reply.content
        found = reply.json()
        said = {part["part"]: part for part in found["understood"]}
        assert [WHY[a:b] for a, b in said["event"]["spans"]] == ["暴雨"]
        assert [WHY[a:b] for a, b in said["place"]["spans"]] == ["江苏"]
        assert found["asks"] == "diagnosis"
        assert found["diagnosis"]["window"]["start"] == "2026-07-04T00:00:00Z"
        assert found["not_understood"] == []

    def test_the_reader_is_answered_in_their_language(self, call) -> None:
        body = {"text": WHY, "source": "sample"}
        shown = [
            call("POST", "requests/read/", body, **{"Accept-Language": language}).json()
            for language in ("en", "zh")
        ]
        meanings = [
            {part["part"]: part["meaning"] for part in found["understood"]} for found in shown
        ]
        assert meanings[0]["event"] == "rainstorm"
        assert meanings[1]["event"] == "暴雨"

    @pytest.mark.parametrize(
        ("text", "code", "words"),
        [
            ("Why the flibber over Jiangsu on 4 July 2026?", "unknown_words", "flibber"),
            ("Rain and wind in Wuhan on 4 July 2026", "ambiguous", ""),
            ("Pourquoi tant de pluie sur le Jiangsu?", "unknown_words", "Pourquoi tant de pluie"),
        ],
    )
    def test_what_is_not_understood_queues_nothing(self, call, watched, text, code, words) -> None:
        found = call("POST", "requests/read/", {"text": text, "source": "sample"}).json()
        assert (found["asks"], found["diagnosis"]) == ("nothing", None)
        (unread,) = found["not_understood"]
        assert (unread["code"], unread["words"][: len(words)]) == (code, words)
        assert unread["message"]
        reply = call("POST", "diagnoses/", {"text": text, "source": "sample"})
        assert (reply.status_code, reply.json()["code"]) == (400, "not_understood")
        assert reply.json()["data"]["not_understood"] == found["not_understood"]
        with scope(watched.id):
            assert not Job.objects.exists()

    def test_a_diagnosis_in_words_is_queued_with_both(self, call) -> None:
        body = {"text": WHY, "source": "sample", "priority": "high"}
        key = {"Idempotency-Key": "k1"}
        reply = call("POST", "diagnoses/", body, **key)
        assert reply.status_code == 202, reply.content
        shown = reply.json()
        assert reply["Location"] == shown["url"]
        assert (shown["request"]["text"], shown["request"]["event"]) == (WHY, "rainstorm")
        assert (shown["priority"], shown["status"]) == ("high", "queued")
        assert shown["requested_by"] == "service:suite"
        again = call("POST", "diagnoses/", body, **key)
        assert (again.json()["id"], again["Idempotent-Replayed"]) == (shown["id"], "true")
        assert call("GET", shown["url"].removeprefix("/api/v1/")).json()["request"]["text"] == WHY
        assert QueueRow.objects.count() == 1

    def test_what_is_given_wins_over_words(self, call) -> None:
        body = {"text": WHY, "source": "sample", "region": [110, 27, 120, 35], "event": "gale"}
        shown = call("POST", "diagnoses/", body).json()
        assert shown["request"]["region"] == [110, 27, 120, 35]
        assert shown["request"]["event"] == "gale"

    def test_a_chart_or_a_question_is_no_diagnosis(self, call) -> None:
        text = "Draw the 500 hPa height chart at 2026-07-04 00 UTC"
        found = call("POST", "requests/read/", {"text": text, "source": "sample"}).json()
        assert found["asks"] == "chart"
        assert [(chart["op"], chart["name"]) for chart in found["charts"]] == [
            ("figure", "gh500_map")
        ]
        reply = call("POST", "diagnoses/", {"text": text, "source": "sample"})
        assert (reply.status_code, reply.json()["code"]) == (400, "not_a_diagnosis")
        assert reply.json()["data"]["charts"] == found["charts"]
        asked = {"text": "What was the highest precipitable water?", "source": "sample"}
        assert call("POST", "requests/read/", asked).json()["question"]["text"] == asked["text"]

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({"text": WHY, "source": "nowhere"}, "unknown_source"),
            ({"text": WHY}, "source_needed"),
            ({"text": WHY, "source": "gone"}, "file_not_found"),
            ({"text": "   ", "source": "sample"}, "invalid_request"),
            ({"text": WHY, "source": "sample", "zoom": 3}, "invalid_request"),
            ({"text": WHY, "source": "sample", "timezone": "Mars/Olympus"}, "unknown_timezone"),
        ],
    )
    def test_bad_requests_have_a_code_and_a_cure(self, call, body, code) -> None:
        reply = call("POST", "requests/read/", body)
        assert reply.status_code in (400, 422), reply.content
        assert (reply.json()["code"], bool(reply.json()["detail"])) == (code, True)


class TestSources:
    def test_lists_say_how_sources_do(self, call) -> None:
        gone, sample = call("GET", "sources/").json()["results"]
        assert (gone["health"], sample["health"]) == ("unreadable", "ready")
        assert (sample["times"], sample["region"]) == (17, [98, 15, 138, 47])
        assert sample["newest_time"] == "2026-07-06T00:00:00Z"
        assert sample["url"] == "/api/v1/sources/sample/"

    def test_one_is_shown_with_its_inventory(self, call, rain_file) -> None:
        shown = call("GET", "sources/sample/").json()
        assert {item["name"] for item in shown["variables"]} >= {"t", "tp", "u10"}
        assert 850 in shown["levels_hpa"]
        assert len(shown["valid_times"]) == 17
        assert shown["grid"]["kind"] == "latitude_longitude"
        assert str(Path(rain_file.path).parent) not in str(shown)
        assert shown["checked_at"] >= shown["stored_at"]

    def test_why_one_cannot_be_read_is_said_without_a_path(self, call) -> None:
        shown = call("GET", "sources/gone/", **{"Accept-Language": "zh"}).json()
        assert shown["failure"]["code"] == "file_not_found"
        assert "/nowhere" not in shown["failure"]["detail"]
        assert call("GET", "sources/none/").status_code == 404

    def test_a_look_that_finds_nothing_new_reads_nothing(self, watched, monkeypatch) -> None:
        before = SourceInventory.objects.get(name="sample")
        monkeypatch.setattr("tasks.open_sources.opened", lambda *_: pytest.fail("read again"))
        interactive.look_at_source("sample")
        after = SourceInventory.objects.get(name="sample")
        assert after.stored_at == before.stored_at
        assert after.checked_at >= before.checked_at

    def test_an_entry_that_leads_elsewhere_shows_nothing_of_before(
        self, call, platform_settings
    ) -> None:
        changed = '{"sample": {"paths": ["other.nc"], "title": "Other"}}'
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sources": changed}
        )
        (shown,) = call("GET", "sources/").json()["results"]
        assert (shown["health"], shown["times"]) == ("unread", 0)


class TestFollowing:
    @pytest.fixture
    def slow(self, monkeypatch: pytest.MonkeyPatch, watched: Any) -> list[list[str]]:
        """Let messages wait."""
        messages: list[list[str]] = []
        monkeypatch.setattr(
            "hvrmet.celery_app.app.send_task", lambda name, args, **_: messages.append(args)
        )
        return messages

    def test_what_takes_longer_is_followed(self, call, slow) -> None:
        reply = call("POST", "requests/read/", {"text": WHY, "source": "sample"})
        assert reply.status_code == 202
        shown = reply.json()
        assert (reply["Location"], shown["status"]) == (shown["url"], "waiting")
        path = shown["url"].removeprefix("/api/v1/")
        assert call("GET", path).json()["status"] == "waiting"
        interactive.answer(*slow[0])
        found = call("GET", path).json()
        assert (found["status"], found["result"]["asks"]) == ("answered", "diagnosis")

    def test_a_refusal_is_followed_too(self, call, slow) -> None:
        shown = call("POST", "diagnoses/", {"text": "flibber", "source": "sample"}).json()
        interactive.answer(*slow[0])
        path = shown["url"].removeprefix("/api/v1/")
        found = call("GET", path, **{"Accept-Language": "zh"}).json()
        assert (found["status"], found["failure"]["code"]) == ("failed", "not_understood")
        assert "flibber" in found["failure"]["detail"]

    def test_it_is_the_tenants_own(self, client, call, slow) -> None:
        shown = call("POST", "requests/read/", {"text": WHY, "source": "sample"}).json()
        other = make_centre("beta")
        assert client.get(shown["url"], headers=other.headers).status_code == 404

    def test_one_that_no_worker_took_is_given_up(self, call, slow, monkeypatch) -> None:
        shown = call("POST", "requests/read/", {"text": WHY, "source": "sample"}).json()
        later = time.time() + inquiries.LOST_SECONDS + 1
        monkeypatch.setattr(inquiries.time, "time", lambda: later)
        found = call("GET", shown["url"].removeprefix("/api/v1/")).json()
        assert (found["status"], found["failure"]["code"]) == ("failed", "inquiry_lost")
        interactive.answer(*slow[0])
        lost = inquiries.look(*(inquiries.UUID(name) for name in slow[0]))
        assert lost is not None
        assert lost.answer is None

    def test_too_many_at_a_time_are_refused(self, call, slow, monkeypatch) -> None:
        monkeypatch.setattr(inquiries, "MOST_WAITING", 2)
        replies = [
            call("POST", "requests/read/", {"text": WHY, "source": "sample"}) for _ in range(3)
        ]
        assert [reply.status_code for reply in replies] == [202, 202, 429]
        assert replies[-1].json()["code"] == "too_many_inquiries"
        assert replies[-1]["Retry-After"]
        interactive.answer(*slow[0])
        assert call("POST", "requests/read/", {"text": WHY, "source": "sample"}).status_code == 202

    def test_a_broker_that_cannot_be_reached_is_said(self, call, monkeypatch) -> None:
        def broken(*_: object, **__: object) -> None:
            raise OSError("gone")

        monkeypatch.setattr("hvrmet.celery_app.app.send_task", broken)
        reply = call("POST", "requests/read/", {"text": WHY, "source": "sample"})
        assert (reply.status_code, reply.json()["code"]) == (503, "workers_unreachable")

    def test_a_fault_of_ours_is_an_answer_too(self, call, monkeypatch) -> None:
        def broken(*_: object, **__: object) -> None:
            raise ValueError("secret detail")

        monkeypatch.setattr("tasks.inquiries.read_request", broken)
        reply = call("POST", "requests/read/", {"text": WHY, "source": "sample"})
        assert (reply.status_code, reply.json()["code"]) == (500, "internal_error")
        assert "secret" not in reply.content.decode()


def test_every_kind_of_inquiry_has_an_answer() -> None:
    from tasks.inquiries import _HANDLERS

    assert set(_HANDLERS) == set(InquiryKind)
    assert Answer({}).status == 200


def test_what_lies_at_a_point_is_found(call) -> None:
    found = call("GET", "search/places/?latitude=30.6&longitude=114.3").json()["results"]
    names = [hit["title"] for hit in found]
    assert "China" in names
    assert "Wuhan" in names
    assert [hit["score"] for hit in found] == sorted((h["score"] for h in found), reverse=True)
    over_the_date_line = call("GET", "search/places/?latitude=66&longitude=185").json()["results"]
    assert over_the_date_line[0]["title"] == "Russia"
