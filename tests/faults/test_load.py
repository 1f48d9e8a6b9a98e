"""The load of a fault run keeps its limit, whoever counts and whoever does not."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.faults import load as module
from tests.faults.load import Ledger, Load

pytestmark = pytest.mark.processes  # of the harness, which waits

LIMIT = 3


def load_of(monkeypatch: pytest.MonkeyPatch, submit: Any) -> Load:
    monkeypatch.setattr(module, "submit", submit)
    client: Any = object()
    return Load(client, Ledger(), {"steps": {}}, {"steps": 1.0}, random.Random(0), LIMIT)


def test_no_more_is_queued_while_nobody_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault may last for minutes: jobs queued meanwhile would hide when it is over."""
    queued: list[str] = []
    load = load_of(monkeypatch, lambda _client, case, *_: queued.append(case))
    for _ in range(LIMIT + 2):
        load.turn()
    assert len(queued) == LIMIT
    load.tell(LIMIT - 1)
    for _ in range(3):
        load.turn()
    assert len(queued) == LIMIT + 1


def test_the_thread_takes_turns_until_a_refusal_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def submit(*_: Any) -> None:
        raise AssertionError("422: no such source")

    monkeypatch.setattr(module, "PAUSE", 0.001)
    with load_of(monkeypatch, submit) as load:
        load._thread.join(600)
        with pytest.raises(AssertionError, match="no such source"):
            load.tell(0)
