"""The page on security promises what a test tries, or says why it holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "operate" / "security.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("| requirement | how it is met | test or reason |")[2]
LINES = [line for line in TABLE.splitlines() if line.startswith("| ") and "---" not in line]
ROWS = [line.strip("| ").split(" | ") for line in LINES]


def test_the_table_is_read() -> None:
    assert len(ROWS) > 70


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:40])
def test_each_promise_names_a_test_or_a_reason(row: list[str]) -> None:
    assert len(row) == 3
    assert re.match(r"`(tests|frontend)/|reason: |this page", row[2]), row[2]


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:tests|frontend)/[\w./]+)`", PAGE))), ids=str
)
def test_each_test_that_is_named_is_there(path: str) -> None:
    assert (ROOT / path).exists()
