"""Words that the project does not use, and documents that lead nowhere, are found."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORDS = {"anew": "again", "for want of": "because ... is missing"}


def script(name: str) -> ModuleType:
    specification = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("begun anew", [(1, "anew")]),
        ("Anew.", [(1, "anew")]),
        ("the_anew_part", [(1, "anew")]),
        ("failed for\nwant of memory\nanew", [(1, "for want of"), (3, "anew")]),
        ("anewed and again", []),
    ],
)
def test_words_are_found(text: str, expected: list[tuple[int, str]]) -> None:
    assert list(script("check_words").refused(text, WORDS)) == expected


@pytest.mark.parametrize(
    ("code", "known"),
    [
        ("scripts/check.py", True),
        ("docs/*.md", True),
        ("diagnostics/no_such_module.py", False),
        ("diagnostics.units", True),
        ("diagnostics.units.ParsedUnit", True),
        ("diagnostics.units.NoSuchName", False),
        ("diagnostics.no_such_package", False),
        ("hvrmet.core.db.scope.scope()", True),
        ('core.db.sql.append_only("table")', True),
        ('core.sql.append_only("table")', False),
        ("audit.view", True),
        ("accounts/roles.py", True),
        ("accounts/no_such_module.py", False),
        ("make check", True),
        ("roles.py", True),
        ("no_such_module.py", False),
        ("NAME.py", True),
    ],
)
def test_code_named_in_a_document_must_be_there(code: str, known: bool, tmp_path: Path) -> None:
    links = script("check_links")
    document = tmp_path / "page.md"
    document.write_text(f"See `{code}`.\n\n```\n`diagnostics/example.py`\n```\n")
    assert (links.unknown_code(document) == []) is known


@pytest.mark.parametrize(
    ("name", "heading", "line", "problem"),
    [
        ("0002-second.md", "2. Second", "- [2. Second](0002-second.md)", None),
        ("0002-second.md", "3. Second", "- [3. Second](0002-second.md)", "does not begin with 2"),
        ("0002-second.md", "2. Second", "- [2. Other](0002-second.md)", "is not in"),
        ("0001-again.md", "1. Again", "- [1. Again](0001-again.md)", "number 1 is taken"),
    ],
)
def test_decisions_are_listed_by_numbers_of_their_own(
    name: str, heading: str, line: str, problem: str | None, tmp_path: Path
) -> None:
    (tmp_path / "0001-first.md").write_text("# 1. First\n")
    (tmp_path / name).write_text(f"# {heading}\n\nAccepted.\n")
    (tmp_path / "README.md").write_text(f"- [1. First](0001-first.md)\n{line}\n")
    found = script("check_links").decision_problems(tmp_path)
    assert len(found) == (0 if problem is None else 1)
    assert all(problem in one for one in found if problem)
