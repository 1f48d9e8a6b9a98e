"""What holds for the repository as a whole."""

from __future__ import annotations

import ast
import platform
import re
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import grimp
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tests.nightly import parts
from tests.structure.repository import ROOT, tracked_files

pytestmark = pytest.mark.structure

PRODUCT = ("diagnostics/", "platform/", "knowledge/", "tasks/", "scripts/")
READ_WORDS = (
    "diagnostics/language/*.py",
    "diagnostics/language/grammar/*.py",
    "diagnostics/reporting/consistency_*.py",
    "diagnostics/reporting/checker.py",
    "diagnostics/documentation/search.py",
    "scripts/*.py",
)
"""Grammar and lexicon of requests; what sentences of reports are compared with; tables of names."""
LONGEST_PROGRAM = 600
LONGEST_FILE = 800
"""Of tests and styles, which are lists."""
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


def test_the_platform_runs_no_command_line() -> None:
    """An import contract sees what is imported here, not what is imported in a child."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in tracked_files()
        if path.suffix == ".py"
        and path.relative_to(ROOT).parts[0] in ("platform", "knowledge", "tasks")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and "diagnostics.cli" in str(node.value)
    ]
    assert not found


def test_what_people_are_told_stands_in_the_catalogue() -> None:
    """Chinese words stand in Python only where they are read, or where data are made of them."""
    found = [
        f"{name}:{node.lineno}"
        for path in tracked_files()
        if path.suffix == ".py" and (name := str(path.relative_to(ROOT))).startswith(PRODUCT)
        if not any(fnmatch(name, reading) for reading in READ_WORDS)
        for node in spoken(ast.parse(path.read_text(encoding="utf-8")))
        if re.search(r"[\u4e01-\u9ffe]", node.value)  # the ends of the range name it elsewhere
    ]
    assert not found


def spoken(tree: ast.AST) -> Iterator[ast.Constant]:
    """Give the texts of a program that are no documentation of it."""
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            documents = isinstance(node, ast.Expr)
            if isinstance(child, ast.Constant) and isinstance(child.value, str) and not documents:
                yield child


@pytest.mark.parametrize(
    ("program", "texts"),
    [
        ('"""风"""', []),
        ('def wind():\n    """风"""\n    return "a"', ["a"]),
        ('NAME = f"{date}年"', ["年"]),
    ],
)
def test_texts_are_seen(program: str, texts: list[str]) -> None:
    assert [node.value for node in spoken(ast.parse(program))] == texts


def test_files_are_short() -> None:
    too_long = {}
    for path in tracked_files():
        if path.suffix not in SOURCES or "migrations" in path.parts:
            continue
        lines, name = len(path.read_text(encoding="utf-8").splitlines()), path.relative_to(ROOT)
        is_program = path.suffix in {".py", ".ts", ".tsx"} and name.parts[0] != "tests"
        if lines > (LONGEST_PROGRAM if is_program else LONGEST_FILE):
            too_long[str(name)] = lines
    assert not too_long


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


def test_no_test_asserts_only_under_a_condition() -> None:
    """Such a test passes when its condition never comes true: it must assert that it did."""
    conditional = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in tracked_files()
        if path.is_relative_to(ROOT / "tests") and path.suffix == ".py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if node.name.startswith("test_")
        if (found := list(asserts(node.body, unconditional=True))) and not any(found)
    ]
    assert conditional == []


def asserts(body: list[ast.stmt], *, unconditional: bool) -> Iterator[bool]:
    """Yield for each assertion of a body whether it runs in every case."""
    for statement in body:
        match statement:
            case ast.Assert():
                yield unconditional
            case ast.If():
                branches = (statement.body, statement.orelse)
                both = all(any(asserts(part, unconditional=True)) for part in branches)
                for part in branches:
                    yield from asserts(part, unconditional=unconditional and both)
            case ast.Try():
                yield from asserts(
                    [*statement.body, *statement.finalbody], unconditional=unconditional
                )
                for handler in statement.handlers:
                    yield from asserts(handler.body, unconditional=False)
            case ast.With() | ast.AsyncWith():
                if "raises" in ast.unparse(statement.items[0]):
                    yield unconditional
                yield from asserts(statement.body, unconditional=unconditional)
            case ast.For() | ast.AsyncFor() | ast.While():
                yield from asserts(statement.body, unconditional=unconditional)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("assert x", [True]),
        ("if x:\n assert y", [False]),
        ("if x:\n assert y\nelse:\n assert z", [True, True]),
        ("for x in y:\n if x:\n  assert x\nassert y", [False, True]),
        ("with pytest.raises(E):\n f()", [True]),
        ("if x:\n with pytest.raises(E):\n  f()\nelse:\n f()", [False]),
        ("try:\n f()\nexcept E:\n assert x", [False]),
    ],
)
def test_conditions_are_seen(source: str, expected: list[bool]) -> None:
    assert list(asserts(ast.parse(source).body, unconditional=True)) == expected


ROOTS = ("diagnostics", "hvrmet", "knowledge", "tasks")


def circles(edges: Iterable[tuple[str, str]]) -> set[tuple[str, ...]]:
    """Groups of names of which each reaches every other along the edges."""
    pairs = sorted(edges)
    names = sorted({name for pair in pairs for name in pair})
    at = {name: place for place, name in enumerate(names)}
    rows, columns = zip(*((at[one], at[other]) for one, other in pairs), strict=True)
    matrix = coo_array(([1] * len(pairs), (rows, columns)), shape=(len(names), len(names)))
    count, group = connected_components(matrix, connection="strong")
    found = [tuple(names[i] for i in range(len(names)) if group[i] == k) for k in range(count)]
    return {names for names in found if len(names) > 1}


def test_circles_are_found() -> None:
    assert circles([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]) == {("a", "b", "c")}
    assert circles([("a", "b"), ("b", "c")]) == set()


@pytest.fixture(scope="module")
def imports() -> set[tuple[str, str]]:
    """Which module imports which, imports inside functions and for types included."""
    graph = grimp.build_graph(*ROOTS, cache_dir=None)
    assert len(graph.modules) > 500
    return {
        (module, other)
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
    }


def test_modules_do_not_import_in_circles(imports: set[tuple[str, str]]) -> None:
    assert circles(imports) == set()


def test_packages_do_not_import_in_circles(imports: set[tuple[str, str]]) -> None:
    """Neither the roots nor the packages of the science.

    What makes data for tests is above all of them.
    """
    below = {pair for pair in imports if pair[0] != "hvrmet.testing"}
    roots = {(one.split(".")[0], other.split(".")[0]) for one, other in below}
    assert circles({pair for pair in roots if pair[0] != pair[1]}) == set()
    science = {
        (".".join(one.split(".")[:2]), ".".join(other.split(".")[:2]))
        for one, other in imports
        if one.startswith("diagnostics.") and other.startswith("diagnostics.")
    }
    assert circles({pair for pair in science if pair[0] != pair[1]}) == set()


def test_the_workflow_runs_every_part_of_nightly() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "checks.yml").read_text())
    listed = workflow["jobs"]["nightly"]["strategy"]["matrix"]["part"]
    assert listed == [part.name for part in parts()]


def test_each_marker_that_the_gate_leaves_out_has_a_part_of_nightly() -> None:
    """A test that neither runs nor is known to be left out does not exist."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    left_out = set(re.findall(r"not (\w+)", " ".join(options["addopts"])))
    known = {marker.partition(":")[0] for marker in options["markers"]}
    assert left_out == known
    chosen = " ".join(" ".join(command) for part in parts() for command in part.commands)
    for marker in left_out - {"structure", "browser"}:
        assert re.search(rf"-m .*\b{marker}\b", chosen), marker
