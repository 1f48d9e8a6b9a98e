"""What has died is started again: at once, then with longer waits, and not for ever."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.restarts import LIMIT, WINDOW_SECONDS, Restarts, wait_after
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.supervisor import Supervisor
from hypothesis import given
from hypothesis import strategies as st

WAITS = [wait_after(number) for number in range(1, LIMIT)]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class DeadServer:
    """Servers of which PostgreSQL has died and comes up at the attempt named, or never."""

    def __init__(self, paths: StatePaths, comes_up_at: int | None) -> None:
        self.paths, self.comes_up_at, self.attempts = paths, comes_up_at, 0

    def failed(self) -> tuple[str, ...]:
        return () if self.attempts == self.comes_up_at else ("PostgreSQL",)

    def log(self, _name: str) -> Path:
        return self.paths.logs / "postgres.log"

    def start_again(self, name: str) -> None:
        self.attempts += 1
        if self.attempts != self.comes_up_at:
            raise EmbeddedError(f"{name} did not start", cure="wait", code="server_not_started")


def supervisor(
    tmp_path: Path, comes_up_at: int | None
) -> tuple[Supervisor, DeadServer, Clock, list[str]]:
    paths = StatePaths(tmp_path / "state", tmp_path / "run")
    paths.logs.mkdir(parents=True)
    said: list[str] = []
    found = Supervisor(paths, report=said.append)
    clock, server = Clock(), DeadServer(paths, comes_up_at)
    found._restarts = Restarts(clock)
    vars(found)["_services"] = server
    return found, server, clock, said


def test_a_server_that_does_not_come_up_at_once_is_tried_again(tmp_path) -> None:
    found, server, clock, said = supervisor(tmp_path, comes_up_at=3)
    found.check()
    assert server.attempts == 1
    found.check()
    assert server.attempts == 1  # not before its time
    for wait in WAITS[:2]:
        clock.now += wait
        found.check()
    assert server.attempts == 3
    found.check()
    assert server.attempts == 3
    assert sum("will be tried again" in line for line in said) == 2


@pytest.mark.parametrize("log", ["the disk is full\n", None])
def test_a_server_that_never_comes_up_ends_the_platform_with_its_last_words(tmp_path, log) -> None:
    found, server, clock, _ = supervisor(tmp_path, comes_up_at=None)
    if log is not None:
        server.log("PostgreSQL").write_text(log)
    found.check()
    for wait in WAITS:
        clock.now += wait
        found.check()
    assert server.attempts == LIMIT
    with pytest.raises(EmbeddedError) as refused:
        found.check()
    assert (log or "its log cannot be read").strip() in str(refused.value)
    assert "postgres.log" in refused.value.cure


@given(st.lists(st.floats(0.1, 300.0), max_size=200))
def test_no_part_has_more_restarts_than_the_limit_in_any_window(steps) -> None:
    clock, started = Clock(), []
    restarts = Restarts(clock)
    for step in steps:
        clock.now += step
        if not restarts.exhausted("web") and restarts.due("web"):
            restarts.count("web")
            started.append(clock.now)
    assert all(
        later - earlier >= WINDOW_SECONDS
        for earlier, later in zip(started, started[LIMIT:], strict=False)
    )
    assert all(later - earlier >= wait_after(1) for earlier, later in pairwise(started))
    assert bool(steps) == bool(started)
