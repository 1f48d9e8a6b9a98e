"""The examples that help shows can be typed as they stand."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diagnostics.cli.examples import EXAMPLES
from diagnostics.cli.main import COMMANDS, attach_values, build_parser

QUICK = ("sample", "catalog", "inspect", "index", "features", "detect", "ask")


def words_of(line: str) -> list[str]:
    """Return the words after ``hvrmet``, without what a shell does."""
    words = shlex.split(line.partition(" > ")[0].rpartition("| ")[2])
    assert words[0] == "hvrmet"
    return words[1:]


def test_every_command_has_examples() -> None:
    assert set(EXAMPLES) == set(COMMANDS)
    assert all(EXAMPLES.values())


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_examples_that_are_understood(
    command: str, hvrmet: Callable[..., Any]
) -> None:
    shown = hvrmet(command, "--help")
    assert shown.code == 0
    assert shown.out.rstrip().endswith(EXAMPLES[command][-1])
    for line in EXAMPLES[command]:
        options = build_parser().parse_args(attach_values(words_of(line)))
        assert options.command == command


def test_help_of_an_action_ends_with_examples_too(hvrmet: Callable[..., Any]) -> None:
    assert EXAMPLES["climatology"][0] in hvrmet("climatology", "build", "--help").out


@pytest.mark.slow
def test_the_quick_examples_give_answers(
    hvrmet: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in QUICK:
        for line in EXAMPLES[command]:
            answer = hvrmet(*words_of(line))
            assert answer.code == 0, (line, answer.err)
            assert answer.out, line
