"""Words that the project does not use are found wherever they stand."""

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
        ("make check", True),
    ],
)
def test_code_named_in_a_document_must_be_there(code: str, known: bool, tmp_path: Path) -> None:
    links = script("check_links")
    document = tmp_path / "page.md"
    document.write_text(f"See `{code}`.\n\n```\n`diagnostics/example.py`\n```\n")
    assert (links.unknown_code(document) == []) is known
