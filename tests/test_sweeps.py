"""The parts of a sweep are the whole, and none takes what the quick part of the suite has."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import Sweeps

CASES = 23


class Case:
    """Stands for a collected test of a family that is swept, or of none."""

    path = Path("test_all.py")

    def __init__(self, name: str, *swept: int) -> None:
        self.nodeid = name
        self.marks: dict[str, Any] = {"sweep": SimpleNamespace(args=swept)} if swept else {}

    def get_closest_marker(self, name: str) -> Any:
        return self.marks.get(name)

    def add_marker(self, name: str) -> None:
        self.marks[name] = True


def collected(
    monkeypatch: pytest.MonkeyPatch, quick: int, part: str | None
) -> tuple[list[Case], int]:
    """What is left of a swept family and one other test, and how many are left out."""
    if part is None:
        monkeypatch.delenv("HVRMET_SWEEP_PART", raising=False)
    else:
        monkeypatch.setenv("HVRMET_SWEEP_PART", part)
    items = [*(Case(f"swept[{number}]", quick) for number in range(CASES)), Case("other")]
    left_out: list[Case] = []
    hook = SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items))
    Sweeps().pytest_collection_modifyitems(SimpleNamespace(hook=hook), items)
    return items, len(left_out)


def names(items: list[Case], *, slow: bool) -> set[str]:
    return {item.nodeid for item in items if ("slow" in item.marks) is slow}


@pytest.mark.parametrize("count", [0, 1, 4])
def test_the_parts_are_the_whole(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    whole, none = collected(monkeypatch, count, None)
    quick = names(whole, slow=False)
    assert (len(whole), none, len(quick)) == (CASES + 1, 0, count + 1)
    seen: list[str] = []
    for part in ("1/3", "2/3", "3/3"):
        items, left_out = collected(monkeypatch, count, part)
        assert names(items, slow=False) == quick
        assert len(items) + left_out == CASES + 1
        seen += names(items, slow=True)
    assert sorted(seen) == sorted(names(whole, slow=True))
