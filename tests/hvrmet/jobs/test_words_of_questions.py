"""Questions and claims in words over REST: what is read is what is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, OutboxRow
from hvrmet.tenants.models import Tenant

from diagnostics.contracts.computations import QuestionRequest
from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.questions import Workspace, answer, questions_in_words, verify
from tests.hvrmet.evidence.test_documented_fields import BLOCK, PAGE, shown
from tests.hvrmet.jobs.test_words import HELD, held

__all__ = ["held"]
pytestmark = pytest.mark.django_db
URL = "/api/v1/questions/"

QUESTIONS = [
    {"text": "What was the maximum temperature in Zhengzhou on 20 July 2021?"},
    {"text": "2021年7月20日郑州的最高气温是多少？"},
    {"text": "Was Zhengzhou warmer than Wuhan on 20 July 2021 at 12 UTC?"},
    {"text": "When was the wind strongest?"},
    {"text": "How warm was it yesterday?", "now": "2021-07-20T12:00Z"},
    {"text": "2021年7月20日郑州的最高气温是多少？", "language": "en"},
    {"text": "Is there a heat wave?", "region": [110, 30, 115, 35]},
    {"text": "How warm was Henan on 20 July 2021?", "timezone": "UTC+09:00"},
    {"claim": "Rain in Zhengzhou reached 200 mm and wind in Henan was above 20 m/s"},
    {"claim": "郑州7月20日最高气温超过35℃", "language": "en"},
]
REFUSED = [
    {"text": "How hot was it with blorps in Henan and with glarks?"},
    {"text": "郑州的旮旯气温是多少？"},
    {"text": "郑州的旮旯气温是多少？", "language": "en"},
    {"text": "What is it?"},
    {"text": "多少？"},
    {"text": "How warm was Springfield?"},
    {"text": "How warm was Zhengzhou on 31 June 2021?"},
    {"claim": "Rain in Zhengzhou reached 200 blorps"},
    {"claim": "郑州旮旯雨量达到200毫米"},
]


def post(client: Any, centre: Any, url: str, document: Any) -> Any:
    return client.post(url, document, content_type="application/json", headers=centre.headers)


def read(client: Any, centre: Any, **document: Any) -> Any:
    reply = post(client, centre, f"{URL}read/", document)
    assert reply.status_code == 200, reply.content
    return reply.json()


def answered(client: Any, centre: Any, document: Any) -> tuple[Any, str]:
    """Return the form that a worker answers when the words are asked, and why it refuses."""
    made = post(client, centre, URL, {"source": "sample", **document})
    assert made.status_code == 202, made.content
    with scope(centre.id):
        stored = Job.objects.get(id=made.json()["id"]).request
    asked = QuestionRequest.model_validate(stored, extra="ignore")
    source: Any = SimpleNamespace(inventory=lambda: HELD, digest=lambda: "d" * 64)
    work = Workspace(source, asked.region, asked.window, asked.now, asked.timezone)
    if asked.claim is not None:
        found: Any = verify(asked.claim, work, language=asked.language)
    else:
        found = answer(asked.text or "", work, language=asked.language)
    return (found, "") if isinstance(found, Form | ClaimForm) else (None, found.reason)


@pytest.fixture
def forms_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The form itself stands for its answer."""
    monkeypatch.setattr(questions_in_words, "answer_form", lambda form, work, **_: form)
    monkeypatch.setattr(questions_in_words, "check_form", lambda claim, work: claim)


def stretches(document: Any) -> Iterator[tuple[int, int]]:
    spans = [span for slot in document["slots"] for span in slot["spans"]]
    spans += [one["span"] for one in document["unread"] if one["span"] is not None]
    yield from {(span["start"], span["end"]): None for span in spans}


@pytest.mark.parametrize("document", QUESTIONS)
@pytest.mark.parametrize("zone", ["", "Asia/Shanghai"])
def test_what_is_read_is_what_is_answered(
    client, alpha, held, sent, forms_alone, document: Any, zone: str
) -> None:
    with scope(alpha.id):
        Tenant.objects.update(timezone=zone)
    found = read(client, alpha, **document)
    form, reason = answered(client, alpha, document)
    assert reason == ""
    assert found["form"] == form.model_dump(mode="json")
    assert found["kind"] == ("claim" if "claim" in document else "question")
    assert (found["unread"], found["missing"], found["readings"]) == ([], [], [])


@pytest.mark.parametrize("document", REFUSED)
def test_what_is_not_read_is_refused_in_the_same_words(
    client, alpha, held, sent, forms_alone, document: Any
) -> None:
    found = read(client, alpha, **document)
    form, reason = answered(client, alpha, document)
    assert (found["form"], form) == (None, None)
    assert found["unread"]
    assert reason
    assert {one["message"].startswith(reason) for one in found["unread"]} == {True}


@pytest.mark.parametrize("document", [*QUESTIONS, *REFUSED])
def test_spans_are_the_words_and_share_no_character(client, alpha, held, document: Any) -> None:
    found = read(client, alpha, **document)
    text = document.get("text") or document["claim"]
    rows = [span for slot in found["slots"] for span in slot["spans"]]
    rows += [one["span"] for one in found["unread"] if one["span"]]
    assert [text[span["start"] : span["end"]] for span in rows] == [span["words"] for span in rows]
    ends = sorted(stretches(found))
    assert all(one[1] <= other[0] for one, other in pairwise(ends))
    said = [slot for slot in found["slots"] if slot["slot"] in ("where", "when")]
    assert all(slot["spans"] for slot in said)


def test_every_unknown_word_is_named_where_it_stands(client, alpha, held) -> None:
    found = read(client, alpha, text="How hot was it with blorps in Henan and with glarks?")
    assert [one["span"]["words"] for one in found["unread"]] == ["blorps", "glarks"]
    assert {one["code"] for one in found["unread"]} == {"unknown_words"}


def test_parts_are_named_in_the_language_of_the_answer(client, alpha, held) -> None:
    found = read(client, alpha, text="2021年7月20日郑州的最高气温是多少？")
    slots = {slot["slot"]: slot for slot in found["slots"]}
    assert slots["where"]["meaning"] == "郑州"
    assert slots["what"]["meaning"] == "气温"
    english = read(client, alpha, text="2021年7月20日郑州的最高气温是多少？", language="en")
    assert {slot["slot"]: slot["meaning"] for slot in english["slots"]}["where"] == "Zhengzhou"


def test_of_data_that_are_not_known_no_form_is_given(client, alpha, beta) -> None:
    found = read(client, alpha, text="How warm was Zhengzhou on 20 July 2021?")
    assert found["form"] is None
    assert [one["slot"] for one in found["missing"]] == ["source"]
    assert found["missing"][0]["message"].startswith("it is not known yet")
    (missing,) = read(client, beta, text="郑州的气温是多少？")["missing"]
    assert {one["source"] for one in missing["choices"]} == {"sample", "private"}


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({}, "invalid_request"),
        ({"text": "rain", "claim": "rain"}, "invalid_request"),
        ({"text": " \n"}, "invalid_request"),
        ({"claim": "x" * 2001}, "invalid_request"),
        ({"text": "rain", "run": "2021-07-20T00:00Z"}, "invalid_request"),
        ({"text": "rain", "source": "private"}, "unknown_source"),
        ({"text": "rain", "timezone": "Mars/Olympus"}, "unknown_timezone"),
    ],
)
def test_refusals(client, alpha, document: Any, code: str) -> None:
    reply = post(client, alpha, f"{URL}read/", document)
    assert (reply.status_code, reply.json()["code"]) == (400, code)


def test_nothing_is_kept_and_no_log_has_the_words(client, alpha, held, sent, caplog) -> None:
    with scope(alpha.id):
        before = AuditRecord.objects.count()
    with caplog.at_level("DEBUG"):
        read(client, alpha, text="How warm was Xanadupolis?")
    lines = [record.getMessage() for record in caplog.records if "django.db" not in record.name]
    assert not [line for line in lines if "Xanadupolis" in line]
    with scope(alpha.id):
        assert [one.objects.count() for one in (Job, OutboxRow, AuditRecord)] == [0, 0, before]
    assert sent == []


def test_the_example_gives_what_it_says(client, alpha, held) -> None:
    text = PAGE.read_text(encoding="utf-8").split("`POST /api/v1/questions/read/`", 1)[1]
    _, request, answer_shown = BLOCK.findall(text)[0]
    body = json.loads(request.split("-d '")[1].split("'")[0])
    said, given = json.loads(answer_shown), read(client, alpha, **body)
    assert [shown(*pair) for pair in zip(said["slots"], given["slots"], strict=True)] == said[
        "slots"
    ]
    assert shown({**said, "slots": []}, {**given, "slots": []}) == {**said, "slots": []}
