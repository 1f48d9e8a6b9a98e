"""Small files in the manner of centres in every command: the table of the documentation holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.diagnostics.cli.example_files import ASKED, COMMANDS, Row, cell, rows

DRAWS = {"figure", "diagnose"}
"""Where they do not refuse."""
IN_THE_GATE = {"index", "ask"}
"""What is asked of every row; the others of the first row of a folder."""


def parametrised() -> list[Any]:
    """Return each row with each command; what takes long is for the night."""
    found = []
    for row in rows():
        for command in COMMANDS:
            draws = command in DRAWS and not row.cells[command].startswith("`")
            is_quick = not draws and (row.is_first or command in IN_THE_GATE)
            marks = [] if is_quick else [pytest.mark.slow]
            name = f"{row.words}: {row.asked}: {command}"
            found.append(pytest.param(row, command, marks=marks, id=name))
    return found


@pytest.mark.parametrize(("row", "command"), parametrised())
def test_what_a_command_says_of_a_file(
    hvrmet: Any, real_data: Callable[[str], Path], row: Row, command: str
) -> None:
    data = row.options(lambda name: real_data(f"../files/{name}"))
    assert cell(command, ASKED[row.asked], data, hvrmet) == row.cells[command]


def test_every_folder_of_examples_is_in_the_table(real_data: Callable[[str], Path]) -> None:
    there = {item.name for item in real_data("../files").iterdir() if item.is_dir()}
    assert there == {row.folder for row in rows()}
