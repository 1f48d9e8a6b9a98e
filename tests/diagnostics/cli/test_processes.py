"""Work in other processes: the same results in order, and a process that dies loses nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from diagnostics.cli.processes import WORTH_A_PROCESS, ProcessExecutor

HERE = os.getpid()


def test_a_few_pieces_are_done_here() -> None:
    with ProcessExecutor(2) as executor:
        found = list(executor.map(_process_of, list(range(WORTH_A_PROCESS - 1))))
    assert {process for _, process in found} == {HERE}


def _process_of(item: int) -> tuple[int, int]:
    return item, os.getpid()


def test_more_pieces_go_to_other_processes_in_order() -> None:
    with ProcessExecutor(2) as executor:
        found = list(executor.map(abs, [-4, 3, -2, 1, 0]))
        lengths = list(executor.map(os.path.dirname, ["a/1", "b/2", "c/3", "d/4"]))
    assert found == [4, 3, 2, 1, 0]
    assert lengths == ["a", "b", "c", "d"]


@pytest.fixture
def noted() -> Iterator[list[int]]:
    """Signals that reach this process; elsewhere the signal ends the process."""
    seen: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, _: seen.append(number))
    yield seen
    signal.signal(signal.SIGUSR1, before)


def test_what_a_dead_process_left_is_done_here(noted: list[int]) -> None:
    with ProcessExecutor(2) as executor:
        found = list(executor.map(signal.raise_signal, [signal.SIGUSR1] * 4))
        assert found == [None] * 4
        assert noted == [signal.SIGUSR1] * 4
        assert list(executor.map(abs, [-1, -2, -3, -4])) == [1, 2, 3, 4]


def test_a_workflow_gives_the_same_in_other_processes(
    hvrmet: Any, small: Path, tmp_path: Path
) -> None:
    levels = [1000, 925, 850, 700, 500]
    steps = [
        f"- {{id: t{level}, kind: index, tool: temperature_level, level: {level}}}"
        for level in levels
    ]
    plan = tmp_path / "plan.yaml"
    plan.write_text("steps:\n" + "\n".join(steps))
    words = ("run", plan, "--data", small, "--json")
    serial = hvrmet(*words, "--jobs", "1", "--out", tmp_path / "one").document
    together = hvrmet(*words, "--jobs", "2", "--out", tmp_path / "two").document
    assert [step["digest"] for step in together["steps"]] == [
        step["digest"] for step in serial["steps"]
    ]
    assert any(step["status"] == "ok" for step in serial["steps"])
    refused = hvrmet(*words, "--jobs", "many", "--out", tmp_path / "three")
    assert refused.error["code"] == "invalid_argument"
