"""Work in other processes: the same results in order, and a process that dies loses nothing."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest

from diagnostics.cli import processes
from diagnostics.cli.processes import WORTH_A_PROCESS, ProcessExecutor, chosen_helpers
from diagnostics.errors import ArgumentError

HERE = os.getpid()


def test_a_few_pieces_are_done_here() -> None:
    with ProcessExecutor(2) as executor:
        found = list(executor.map(_process_of, list(range(WORTH_A_PROCESS - 1))))
    assert {process for _, process in found} == {HERE}


def _process_of(item: int) -> tuple[int, int]:
    return item, os.getpid()


@pytest.mark.processes
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


@pytest.mark.processes
def test_what_a_dead_process_left_is_done_here(noted: list[int]) -> None:
    with ProcessExecutor(2) as executor:
        found = list(executor.map(signal.raise_signal, [signal.SIGUSR1] * 4))
        assert found == [None] * 4
        assert noted == [signal.SIGUSR1] * 4
        assert list(executor.map(abs, [-1, -2, -3, -4])) == [1, 2, 3, 4]


@pytest.mark.processes
def test_pieces_are_handed_on_one_by_one() -> None:
    with ProcessExecutor(1) as executor:
        item, process = _settled(executor.submit(_process_of, 7))
        assert (item, process != HERE) == (7, True)
        assert _settled(executor.submit(_refuse, "nothing")) is None
        assert _settled(executor.submit(signal.raise_signal, signal.SIGKILL)) is None
        assert _settled(executor.submit(_process_of, 8))[1] not in (HERE, process)
    assert ProcessExecutor(0).submit(abs, -1) is None


def _settled(piece: Any) -> Any:
    wait([piece._future])
    return piece.take()


def _refuse(item: str) -> None:
    raise ArgumentError(item)


@pytest.mark.processes
def test_what_was_not_begun_is_taken_back() -> None:
    with ProcessExecutor(1) as executor:
        executor.submit(time.sleep, 60)
        waiting = executor.submit(_process_of, 1)
        assert waiting.take() is None
        assert waiting._future.cancelled()


def test_helpers_are_as_many_as_processors_are_idle(monkeypatch) -> None:
    monkeypatch.setattr(processes, "default_processes", lambda: 8)
    for load, helpers in ((0.2, 4), (5.2, 3), (7.0, 1), (9.0, 0)):
        monkeypatch.setattr(os, "getloadavg", lambda load=load: (load, 0.0, 0.0))
        assert chosen_helpers(None, 4) == helpers
    assert chosen_helpers("3", 4) == 2
    with pytest.raises(ArgumentError):
        chosen_helpers("many", 4)


@pytest.mark.processes
@pytest.mark.slow
def test_a_diagnosis_with_a_helper_leaves_the_same_run(
    hvrmet: Any, diagnosed: Any, rainstorm: Path, tmp_path: Path
) -> None:
    words = ("--data", rainstorm, "--region", "110,27,126,35", "--jobs", "2", "--json")
    helped = hvrmet("diagnose", *words, "--out", tmp_path / "run")
    assert helped.code == 0, helped.err
    alone, answer = diagnosed
    assert helped.document["report_digest"] == answer.document["report_digest"]
    assert _bodies(tmp_path / "run") == _bodies(alone)
    for picture in sorted(alone.glob("figures/*.png")):
        assert (tmp_path / "run" / "figures" / picture.name).read_bytes() == picture.read_bytes()


def _bodies(folder: Path) -> list[Any]:
    lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["body"] for line in lines]


@pytest.mark.processes
@pytest.mark.slow
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
