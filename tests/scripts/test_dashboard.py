"""The dashboard is built once for each content, its packages are fetched once for each lock."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import dashboard


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A checkout of which only the files that decide are there; npm is counted, not run."""
    frontend = tmp_path / "frontend"
    for name in ("package.json", "package-lock.json", "src/main.tsx"):
        path = frontend / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    places = {
        "ROOT": tmp_path,
        "FRONTEND": frontend,
        "MODULES": frontend / "node_modules",
        "BUILT": tmp_path / "built",
        "OPENAPI": tmp_path / "openapi.json",
        "MESSAGES": tmp_path / "messages",
        "CATALOGUE": tmp_path / "catalog.json",
        "CAUSES": tmp_path / "causes.yaml",
        "TYPES_SCRIPT": frontend / "package.json",
        "TYPES": frontend / "src" / "api" / "schema.d.ts",
        "VOCABULARY": frontend / "src" / "texts" / "vocabulary.json",
        "PACKAGES_STAMP": frontend / "node_modules" / "packages",
        "TYPES_STAMP": frontend / "node_modules" / "types",
        "BUILT_STAMP": tmp_path / "built" / "stamp",
    }
    for name, value in places.items():
        monkeypatch.setattr(dashboard, name, value)
    (tmp_path / "openapi.json").write_text("{}", encoding="utf-8")
    (tmp_path / "messages").mkdir()
    (tmp_path / "catalog.json").write_text('{"tools": []}', encoding="utf-8")
    (tmp_path / "causes.yaml").write_text("causes: []\n", encoding="utf-8")
    for folder in ("src/api", "src/texts", "node_modules"):
        (frontend / folder).mkdir(parents=True, exist_ok=True)
    return tmp_path


@pytest.fixture
def calls(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    made: list[str] = []

    def run(*arguments: str) -> None:
        made.append(" ".join(arguments[:3]))
        if "types" in arguments:
            dashboard.TYPES.write_text("types", encoding="utf-8")
        if "build" in arguments:
            dashboard.BUILT.mkdir(exist_ok=True)
            (dashboard.BUILT / "index.html").write_text("page", encoding="utf-8")

    monkeypatch.setattr(dashboard, "npm", run)
    return made


def test_a_second_build_of_the_same_content_does_nothing(calls) -> None:
    dashboard.build()
    assert [call.split()[0] for call in calls] == ["ci", "run", "run"]
    calls.clear()
    dashboard.build()
    assert calls == []


def test_a_changed_source_is_built_with_the_packages_that_are_there(checkout, calls) -> None:
    dashboard.build()
    calls.clear()
    (checkout / "frontend" / "src" / "main.tsx").write_text("changed", encoding="utf-8")
    dashboard.build()
    assert calls == ["run --silent build"]


def test_a_changed_document_of_the_api_writes_its_types_again(checkout, calls) -> None:
    dashboard.build()
    calls.clear()
    (checkout / "openapi.json").write_text('{"paths": {}}', encoding="utf-8")
    dashboard.build()
    assert calls == ["run --silent types", "run --silent build"]


def test_browser_tests_do_not_decide_what_is_built(checkout, calls) -> None:
    dashboard.build()
    calls.clear()
    tests = checkout / "frontend" / "tests"
    tests.mkdir()
    (tests / "flow.spec.ts").write_text("test", encoding="utf-8")
    dashboard.build()
    assert calls == []


def test_what_was_built_and_removed_is_built_again(checkout, calls) -> None:
    dashboard.build()
    calls.clear()
    (checkout / "built" / "index.html").unlink()
    dashboard.build()
    assert calls == ["run --silent build"]


def test_the_lock_names_no_registry() -> None:
    lock = Path(__file__).resolve().parents[2] / "frontend" / "package-lock.json"
    assert "resolved" not in lock.read_text(encoding="utf-8")
    assert "://registry" not in lock.read_text(encoding="utf-8")
