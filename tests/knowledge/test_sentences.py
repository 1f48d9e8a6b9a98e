"""The sentence of an entry that is being changed: judged by a worker for who asked."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from django.core.cache import cache
from hvrmet.celery_app import app
from kombu.exceptions import OperationalError as BrokerError

from diagnostics.contracts.effect import EntrySentence
from diagnostics.contracts.enums import Verdict
from tasks import sentences
from tests.knowledge.conftest import change
from tests.knowledge.effects import worded
from tests.knowledge.test_effects import limit

pytestmark = pytest.mark.django_db
Message = tuple[str, str, str]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """The messages that workers would take."""
    cache.clear()
    messages: list[Message] = []

    def send(name: str, args: Message, **more: Any) -> None:
        assert (name, more["queue"]) == ("tasks.sentences.judge", "render")
        messages.append(args)

    monkeypatch.setattr(app, "send_task", send)
    return messages


@pytest.fixture
def judged(engine: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the engine was asked."""
    asked: list[Any] = []

    def sentence_of(wanted: Any, runs: Any, library: Any) -> EntrySentence:
        asked.append((wanted, [run.label.job for run in runs], library()))
        after = worded(Verdict.REFUTED)
        return EntrySentence(digest=wanted.digest, entry_id=wanted.change.entry_id, after=after)

    monkeypatch.setattr(
        sys.modules["diagnostics.effect"], "sentence_of", sentence_of, raising=False
    )
    return asked


def test_of_what_is_typed_last_alone(author, second, entry, sent, judged) -> None:
    path = author.propose(limit(entry))
    asked = author.send("post", f"{path}sentence/", {"entry": entry.id})
    assert (asked[0], asked[1]["result"]) == (202, None)
    assert author.send("post", f"{path}sentence/", {"entry": entry.id}) == asked
    assert len(sent) == 1, "what is under way is not sent again"
    author.send("put", f"{path}fields/", limit(entry, by=2))
    _, newer = author.send("post", f"{path}sentence/", {"entry": entry.id})
    assert newer["digest"] != asked[1]["digest"]
    for message in sent:
        sentences.judge(*message)
    ((wanted, runs, library),) = judged
    assert (wanted.digest, runs) == (newer["digest"], [])
    assert entry.id in {item.id for item in library.entries}
    told = author.get("sentence/")
    assert (told["digest"], told["result"]["after"]["verdict"]) == (newer["digest"], "refuted")
    assert author.send("post", f"{path}sentence/", {"entry": entry.id})[1] == told
    assert len(sent) == 2, "what is judged is not judged again"
    assert second.get("sentence/") == {"digest": "", "result": None}, "it is of who asked"


def test_uses_up_no_quota_and_makes_no_job(author, alpha, entry, sent, settings) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"hvrmet_quota_jobs_per_hour": 1, "hvrmet_quota_running_jobs": 1}
    )
    path = author.propose(limit(entry))
    for by in range(2, 5):
        author.send("put", f"{path}fields/", limit(entry, by=by))
        assert author.send("post", f"{path}sentence/", {"entry": entry.id})[0] == 202
    usage = author.client.get("/api/v1/usage/").json()["used"]
    assert (usage["jobs_per_hour"], usage["running_jobs"]) == (0, 0)


def test_of_what_decides_nothing_there_is_none(author, entry, sent) -> None:
    path = author.propose(change(entry, "note", "seen twice"))
    nothing = {"digest": "", "result": None}
    assert author.send("post", f"{path}sentence/", {"entry": entry.id}) == (202, nothing)
    wrong = author.propose(change(entry, "weight", "four"))
    refused = author.refused("post", f"{wrong}sentence/", {"entry": entry.id})
    assert refused == (400, "invalid_proposal")
    assert not sent


def test_what_the_engine_refuses_is_told_as_an_answer(author, entry, sent, judged, monkeypatch):
    def fail(*_: Any) -> None:
        raise OSError("disk")

    monkeypatch.setattr(sys.modules["diagnostics.effect"], "sentence_of", fail)
    path = author.propose(limit(entry))
    author.send("post", f"{path}sentence/", {"entry": entry.id})
    sentences.judge(*sent[0])
    assert author.get("sentence/")["result"]["failure"] == "input_output_failed"


def test_without_workers_it_says_so(author, entry, sent, monkeypatch) -> None:
    def unreachable(*_: Any, **__: Any) -> None:
        raise BrokerError("gone")

    monkeypatch.setattr(app, "send_task", unreachable)
    path = author.propose(limit(entry))
    for _ in range(2):
        refused = author.refused("post", f"{path}sentence/", {"entry": entry.id})
        assert refused == (503, "workers_unreachable")
