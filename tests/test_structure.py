"""What holds for the repository as a whole."""

from __future__ import annotations

import platform
import re
import subprocess
import sysconfig
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.conftest import LONGEST_FIRST

ROOT = Path(__file__).resolve().parents[1]
LONGEST_FILE = 600
SOURCES = {".py", ".ts", ".tsx", ".css", ".html"}
# Spelt apart, so that this file does not hold what it looks for.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("conda", "anaconda", "org"),
        ("proxy", "golang", "org"),
    )
)


def tracked_files() -> list[Path]:
    """Files that git knows and that still exist."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    paths = (ROOT / name for name in listed.stdout.decode().split("\0") if name)
    return [path for path in paths if path.is_file()]


def test_platform_is_the_standard_library() -> None:
    standard_library = Path(sysconfig.get_path("stdlib"))
    assert platform.__file__ is not None
    assert Path(platform.__file__).is_relative_to(standard_library)
    assert platform.system()


def test_platform_folder_is_a_source_root_only() -> None:
    assert not list((ROOT / "platform").glob("*.py"))


def test_tests_are_no_package() -> None:
    assert not [path for path in tracked_files() if path.match("tests/**/__init__.py")]
    assert not (ROOT / "tests" / "__init__.py").exists()


def test_files_are_short() -> None:
    too_long = {}
    for path in tracked_files():
        if path.suffix not in SOURCES or "migrations" in path.parts:
            continue
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > LONGEST_FILE:
            too_long[str(path.relative_to(ROOT))] = lines
    assert not too_long


def test_the_longest_files_of_the_suite_are_there() -> None:
    for name in LONGEST_FIRST:
        assert (ROOT / "tests" / name).is_file(), name


def test_no_file_names_a_registry() -> None:
    pattern = re.compile("|".join(map(re.escape, REGISTRIES)).encode())
    found = [path for path in tracked_files() if pattern.search(path.read_bytes())]
    assert not found


@pytest.mark.parametrize("name", ["runtime.lock", "dev.lock", "build.lock"])
def test_locks_hold_hashes_and_no_address(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    assert "://" not in text
    assert "--index" not in text
    entries = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize(("name", "groups"), [("runtime.lock", ()), ("dev.lock", ("dev", "build"))])
def test_locks_satisfy_the_project(name: str, groups: tuple[str, ...]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = list(project["project"]["dependencies"])
    for group in groups:
        wanted += [one for one in project["dependency-groups"][group] if isinstance(one, str)]
    text = (ROOT / "requirements" / name).read_text()
    locked: dict[str, list[Version]] = {}
    for package, version in re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;]+)", text, re.MULTILINE):
        locked.setdefault(normal(package), []).append(Version(version))
    missing = []
    for text_of_one in wanted:
        requirement = Requirement(text_of_one)
        versions = locked.get(normal(requirement.name), [])
        if not any(requirement.specifier.contains(version) for version in versions):
            missing.append(text_of_one)
    assert not missing, "run 'make lock'"


def normal(name: str) -> str:
    """Return a distribution's normalised name."""
    return re.sub(r"[-_.]+", "-", name).lower()
