"""The load of a fault run keeps its limit, whoever counts and whoever does not."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.faults import load as module
from tests.faults.load import Ledger, Load

LIMIT = 3


@contextmanager
def loaded(monkeypatch: pytest.MonkeyPatch, submit: Any) -> Iterator[Load]:
    monkeypatch.setattr(module, "PAUSE", 0.001)
    monkeypatch.setattr(module, "submit", submit)
    client: Any = object()
    with Load(client, Ledger(), {"steps": {}}, {"steps": 1.0}, random.Random(0), LIMIT) as load:
        yield load


def test_no_more_is_queued_while_nobody_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault may last for minutes: jobs queued meanwhile would hide when it is over."""
    reached, more = threading.Event(), threading.Event()
    queued: list[str] = []

    def submit(_client: Any, case: str, *_: Any) -> None:
        queued.append(case)
        (reached if len(queued) <= LIMIT else more).set()
        if len(queued) < LIMIT:
            reached.clear()

    with loaded(monkeypatch, submit) as load:
        assert reached.wait(10)
        assert not more.wait(0.1)
        load.tell(LIMIT - 1)
        assert more.wait(10)
    assert len(queued) == LIMIT + 1


def test_a_refusal_that_ends_the_load_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def submit(*_: Any) -> None:
        raise AssertionError("422: no such source")

    with loaded(monkeypatch, submit) as load:
        load._thread.join(10)
        with pytest.raises(AssertionError, match="no such source"):
            load.tell(0)
