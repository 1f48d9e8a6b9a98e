"""Saying that a job failed can never fail itself, whatever the failure carries."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.problems import problem_document
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.testing import IdleHeartbeat, queue_job
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.base import canonical_bytes
from diagnostics.contracts.events import RunFailed
from diagnostics.errors import (
    LONGEST_TEXT,
    ArgumentError,
    DiagnosticsError,
    InputDataError,
    SourceError,
)
from diagnostics.messages import Message
from tasks import diagnosis
from tasks.diagnosis import describe_failure
from tasks.source_names import SourceNames


class Unspeakable:
    """An object that cannot be written as text, counted or read."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__

    def __iter__(self) -> Any:
        raise RuntimeError("no items")


class UnspeakableError(Exception):
    """An exception of which not even the text can be had."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


def endless() -> Any:
    """Return a list that holds itself."""
    items: list[Any] = []
    items.append(items)
    return items


TEXTS = st.one_of(
    st.text(st.characters(codec=None), max_size=20),
    st.sampled_from(
        ["\udcff.nc", "a\0b", "/srv/data/x.nc", "x" * 100_000, "\\u0000", '"}', "{ $x }"]
    ),
)
NUMBERS = st.one_of(st.floats(), st.integers(), st.sampled_from([2**80, -(2**80), True]))
LEAVES = st.one_of(
    st.none(), TEXTS, NUMBERS, st.binary(max_size=5), st.builds(Unspeakable), st.builds(endless)
)
DETAILS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.one_of(TEXTS, st.integers()), inner, max_size=3),
    ),
    max_leaves=8,
)
DATA = st.dictionaries(TEXTS, DETAILS, max_size=3)
MESSAGES = st.one_of(
    TEXTS, TEXTS.map(lambda text: Message(id="error-quoted", params={"text": text}))
)
FAMILIES = st.sampled_from([InputDataError, ArgumentError, SourceError])
ERRORS: st.SearchStrategy[Exception] = st.one_of(
    st.builds(lambda family, text, data: family(text, data=data), FAMILIES, MESSAGES, DATA),
    st.builds(lambda text, data: ApplicationError(text, code="x", data=data), TEXTS, DATA),
    st.builds(OSError, st.one_of(st.none(), st.integers(), TEXTS), DETAILS, TEXTS),
    st.builds(ValueError, DETAILS),
    st.builds(UnspeakableError, DETAILS),
)


@given(ERRORS)
def test_every_failure_can_be_written_stored_and_read_again(error: Exception) -> None:
    failure = SourceNames("data").hide_in(describe_failure(error))
    text = failure.model_dump_json()
    assert "\\u0000" not in text.replace("\\\\", "")
    assert RunFailed.model_validate_json(text) == failure
    assert canonical_bytes(failure)
    assert len(failure.message) <= LONGEST_TEXT


@given(FAMILIES, MESSAGES, DATA)
def test_every_refusal_is_a_document(family: type[DiagnosticsError], text: str, data: Any) -> None:
    error = family(text, data=data)
    assert json.loads(json.dumps(error.as_document(), allow_nan=False)) == error.as_document()
    assert error.written("zh").encode()
    json.dumps(problem_document(400, error.code, error.message, error.data), allow_nan=False)


HOSTILE = {
    "not finite": InputDataError("no values", code="implausible", data={"minimum": float("-inf")}),
    "surrogate": InputDataError("no \udcff", code="implausible", data={"path": "\udcff"}),
    "nul": InputDataError("no \0", code="implausible", data={"a\0": "\0"}),
    "no text": UnspeakableError(),
    "object": InputDataError("no", code="implausible", data={"x": Unspeakable()}),
    "long": InputDataError("x" * 1_000_000, code="implausible"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", HOSTILE)
def test_the_first_worker_ends_a_job_with_a_hostile_failure(alpha, monkeypatch, name) -> None:
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)

    def fail(*_: Any) -> None:
        raise HOSTILE[name]

    monkeypatch.setattr(diagnosis, "run_loop", fail)
    job_id = queue_job(alpha)
    diagnosis.run(str(job_id), str(alpha.id))
    with scope(alpha.id):
        job, last = job_get(job_id), event_list(job_id)[-1].body
    assert job.status == "failed"
    assert last.type == "run_failed"
    assert last.code == getattr(HOSTILE[name], "code", "internal_error")


@pytest.mark.django_db
def test_a_reason_that_cannot_be_stored_does_not_bring_the_job_back(alpha, monkeypatch) -> None:
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    monkeypatch.setattr(diagnosis, "run_loop", lambda *_: 1 / 0)
    append = diagnosis.append
    refused: list[str] = []

    def append_once(job: Any, body: Any, **more: Any) -> Any:
        if not refused:
            refused.append(body.code)
            raise ValueError("cannot be stored")
        return append(job, body, **more)

    monkeypatch.setattr(diagnosis, "append", append_once)
    job_id = queue_job(alpha)
    diagnosis.run(str(job_id), str(alpha.id))
    with scope(alpha.id):
        assert job_get(job_id).status == "failed"
    assert refused == ["internal_error"]
