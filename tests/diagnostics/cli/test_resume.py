"""A killed diagnosis goes on where it stopped and ends with the same report."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from diagnostics.service.local_ports import PresetOrders

REGION = "110,27,126,35"
KILLED_AFTER = ("figure_rendered",)
PATIENCE_SECONDS = 300


def events_of(folder: Path) -> list[dict[str, Any]]:
    path = folder / "events.jsonl"
    if not path.is_file():
        return []
    whole = path.read_text().splitlines(keepends=True)
    return [json.loads(line) for line in whole if line.endswith("\n")]


def kinds_of(folder: Path) -> list[str]:
    return [event["body"]["type"] for event in events_of(folder)]


@pytest.fixture(params=KILLED_AFTER)
def killed(request: pytest.FixtureRequest, rainstorm: Path, tmp_path: Path) -> Iterator[Path]:
    """The folder of a run whose process was killed after a given kind of event."""
    folder = tmp_path / "run"
    command = [
        sys.executable, "-m", "diagnostics.cli", "diagnose", "--data", str(rainstorm),
        "--region", REGION, "--out", str(folder),
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        limit = time.monotonic() + PATIENCE_SECONDS
        while request.param not in kinds_of(folder):
            assert process.poll() is None, "the run ended before it could be killed"
            assert time.monotonic() < limit, f"no {request.param} within {PATIENCE_SECONDS} s"
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        yield folder
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_same_report(
    hvrmet: Any, killed: Path, diagnosed: tuple[Path, Any], rainstorm: Path
) -> None:
    before = events_of(killed)
    assert not (killed / "manifest.json").exists()
    words = ("diagnose", "--data", rainstorm, "--region", REGION, "--out", killed, "--json")
    assert hvrmet(*words).error["code"] == "output_not_empty"
    answer = hvrmet(*words, "--resume")
    assert answer.code == 0, answer.err
    _, whole = diagnosed
    assert answer.document["report_digest"] == whole.document["report_digest"]
    after = events_of(killed)
    assert after[: len(before)] == before
    assert [event["seq"] for event in after] == list(range(1, len(after) + 1))
    left = [kind for kind in kinds_of(killed) if kind != "resumed"]
    assert left == kinds_of(diagnosed[0])
    assert hvrmet("replay", killed, "--json").document["identical"] is True


@pytest.mark.slow
def test_a_run_whose_source_vanished_goes_on_when_it_is_back(
    hvrmet: Any,
    diagnosed: tuple[Path, Any],
    rainstorm: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, data, aside = tmp_path / "run", tmp_path / rainstorm.name, tmp_path / "aside.nc"
    data.write_bytes(rainstorm.read_bytes())
    look, looks = PresetOrders.poll, count(1)

    def take_the_data_away(orders: PresetOrders) -> Any:
        if next(looks) == 4:
            data.rename(aside)
        return look(orders)

    monkeypatch.setattr(PresetOrders, "poll", take_the_data_away)
    words = ("diagnose", "--data", data, "--region", REGION, "--out", folder, "--jobs", "1")
    error = hvrmet(*words, "--json").error
    assert error["code"] == "source_vanished"
    assert "--resume" in error["message"]
    kinds = kinds_of(folder)
    assert kinds[-1] == "run_failed"
    assert not {"concluded", "report_drafted"} & set(kinds)

    aside.rename(data)
    answer = hvrmet(*words, "--resume", "--json")
    assert answer.code == 0, answer.err
    whole_folder, whole = diagnosed
    assert answer.document["report_digest"] == whole.document["report_digest"]
    between = {"run_failed", "job_retried", "resumed"}
    assert [kind for kind in kinds_of(folder) if kind not in between] == kinds_of(whole_folder)


def test_half_a_line_at_the_end_of_the_log_is_repaired(
    hvrmet: Any, diagnosed: tuple[Path, Any], rainstorm: Path, tmp_path: Path
) -> None:
    folder, whole = diagnosed
    torn = tmp_path / "run"
    shutil.copytree(folder, torn)
    lines = (folder / "events.jsonl").read_text().splitlines(keepends=True)
    last = kinds_of(folder).index("concluded")
    (torn / "events.jsonl").write_text("".join(lines[:last]) + lines[last][:20])
    (torn / "manifest.json").unlink()
    answer = hvrmet(
        "diagnose", "--data", rainstorm, "--region", REGION, "--out", torn, "--resume", "--json"
    )
    assert answer.code == 0, answer.out
    assert answer.document["report_digest"] == whole.document["report_digest"]
    assert [kind for kind in kinds_of(torn) if kind != "resumed"] == kinds_of(folder)


def test_resuming_a_finished_run_changes_nothing(
    hvrmet: Any, diagnosed: tuple[Path, Any], rainstorm: Path
) -> None:
    folder, whole = diagnosed
    before = (folder / "events.jsonl").read_bytes()
    answer = hvrmet(
        "diagnose", "--data", rainstorm, "--region", REGION, "--out", folder, "--resume", "--json"
    )
    assert answer.document["report_digest"] == whole.document["report_digest"]
    assert (folder / "events.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "differing"),
    [
        (["--region", "112,28,124,34"], ["region"]),
        (["--lang", "zh", "--preset", "nws"], ["preset", "language"]),
    ],
)
def test_another_request_does_not_go_on_in_the_folder(
    hvrmet: Any,
    diagnosed: tuple[Path, Any],
    rainstorm: Path,
    words: list[str],
    differing: list[str],
) -> None:
    folder, _ = diagnosed
    before = (folder / "events.jsonl").read_bytes()
    base = ["diagnose", "--data", rainstorm, "--region", REGION, "--out", folder, "--resume"]
    error = hvrmet(*base, *words, "--json").error
    assert error["code"] == "request_differs"
    assert error["data"]["differing"] == differing
    assert (folder / "events.jsonl").read_bytes() == before


def test_other_data_of_the_same_name_do_not_go_on_in_the_folder(
    hvrmet: Any, diagnosed: tuple[Path, Any], small: Path, rainstorm: Path, tmp_path: Path
) -> None:
    folder, _ = diagnosed
    before = (folder / "events.jsonl").read_bytes()
    other = tmp_path / rainstorm.name
    other.write_bytes(small.read_bytes())
    words = ("--region", REGION, "--out", folder, "--resume", "--json")
    error = hvrmet("diagnose", "--data", other, *words).error
    assert error["code"] == "data_changed"
    assert (folder / "events.jsonl").read_bytes() == before
