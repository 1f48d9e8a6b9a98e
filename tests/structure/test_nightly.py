"""The parts of ``make nightly``: each of its own name, on paths that exist, with its failures."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.nightly import ROOT, Part, do, failures, parts

pytestmark = pytest.mark.structure


def test_each_part_has_a_name_and_paths_that_exist() -> None:
    assert set(Counter(part.name for part in parts()).values()) == {1}
    named = [
        word.removeprefix("--ignore=")
        for part in parts()
        for command in part.commands
        for word in command
        if word.removeprefix("--ignore=").startswith("tests/")
    ]
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_a_part_goes_on_after_a_failure_and_names_it(tmp_path: Path) -> None:
    said = "FAILED tests/test_a.py::test_b - assert 1 == 2"
    script = f"print({said!r}); raise SystemExit(1)"
    commands = ((sys.executable, "-c", script), (sys.executable, "-c", "print('second')"))
    found = do(Part("a part", "for this test", commands), tmp_path / "log")
    assert found[0].startswith("status 1: -c ")
    assert found[1:] == [said]
    assert "second" in (tmp_path / "log").read_text()


def test_failures_are_found_in_a_log() -> None:
    log = "ERROR tests/a.py::b\nWRONG: a job was lost\nok\nERROR tests/a.py::b\n"
    assert failures(log) == ["ERROR tests/a.py::b", "WRONG: a job was lost"]
