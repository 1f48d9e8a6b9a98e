"""Only a defect may fail the gate: none of its tests depends on the clock or on a busy machine.

What starts processes, sends signals or waits carries the marker ``processes`` and belongs to
``make nightly``. Everything else is read here, as a syntax tree.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.structure.repository import ROOT, tracked_files

pytestmark = pytest.mark.structure

MARKERS = {"processes", "structure"}
"""Of tests that are not in the gate and may wait; `structure` runs git."""
PATIENCE = 60.0
"""Seconds. A shorter limit measures the machine; from here on it only guards against a hang."""
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time"}
LOAD = {"getloadavg", "getrusage", "ru_maxrss"}
PROCESSES = {"Popen", "posix_spawn", "fork", "kill", "killpg", "ProcessPoolExecutor", "Process"}
SIGNALS = {"signal", "pthread_kill", "raise_signal", "setitimer", "alarm"}
CHILDREN = {"run", "check_call", "check_output", "call"}
SERVERS = {
    "HTTPServer",
    "ThreadingHTTPServer",
    "serve_forever",
    "start_server",
    "bind",
    "free_port",
}
SKIPS = {"skip", "skipif", "importorskip"}
RETRIES = {"flaky", "xfail"}

CHILDREN_THAT_END = {
    "diagnostics/cli/test_bad_input.py": "the command line, with output that nobody reads",
    "diagnostics/cli/test_commands.py": "the command line as a program",
    "diagnostics/figures/test_chart_style.py": "a fresh interpreter that draws a chart",
    "diagnostics/quantities/test_second_opinion.py": "a fresh interpreter, for what is imported",
    "diagnostics/samples/test_generation.py": "a fresh interpreter, for what is imported",
    "diagnostics/test_temporary.py": "a child that ends at once, by itself or by its own signal",
    "diagnostics/test_units.py": "a fresh interpreter, for what is imported",
    "hvrmet/core/test_imports.py": "a fresh interpreter, for what is imported",
    "hvrmet/core/test_tracing.py": "a fresh interpreter, for what is imported",
    "hvrmet/settings/test_settings.py": "a fresh interpreter with other settings",
    "scripts/test_bootstrap.py": "the set-up script, refused before it installs anything",
    "tasks/test_memory_limit.py": "a child that reaches its limit of memory",
}
"""Files whose tests run a child that ends by itself: no server, no signal, no limit of time."""
SERVERS_IN_PROCESS = {
    "hvrmet/webhooks/receiver.py": "a receiver of webhooks",
    "hvrmet/webhooks/test_sending.py": "a receiver with a certificate of its own",
    "model_server.py": "a provider of language models",
}
"""Files with a server on a thread of the test's own process, whose port the system chooses and
which nobody waits for but its client."""


@dataclass
class Finding:
    """A line that depends on time or on another process."""

    line: int
    what: str


@dataclass
class Module:
    """What a file of the suite defines, and what each part of it uses.

    Attributes
    ----------
    definitions : dict
        Functions and classes at the top, by name; a class holds its methods.
    loose : list
        Statements outside them.
    """

    tree: ast.Module
    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    loose: list[ast.stmt] = field(default_factory=list)

    @classmethod
    def of(cls, source: str) -> Module:
        """Read a file's text."""
        module = cls(ast.parse(source))
        for statement in module.tree.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                module.definitions[statement.name] = statement
            else:
                module.loose.append(statement)
        return module

    def marks(self) -> set[str]:
        """Return the markers of the whole file."""
        assigned = [
            statement
            for statement in self.loose
            if isinstance(statement, ast.Assign)
            and any(isinstance(to, ast.Name) and to.id == "pytestmark" for to in statement.targets)
        ]
        return {name for statement in assigned for name in markers(statement)}

    def in_the_gate(self) -> list[ast.stmt]:
        """Return the statements that tests of the gate may run.

        A fixture or helper that only tests with a marker use is left out.
        """
        if self.marks() & MARKERS:
            return []
        tests = [
            statement
            for name, statement in self.definitions.items()
            if name.startswith(("test_", "Test"))
        ]
        if not tests:
            return self.tree.body
        reached = [
            part for test in tests if not own_marks(test) & MARKERS for part in unmarked(test)
        ]
        reached += [one for one in self.definitions.values() if is_autouse(one)]
        seen: set[str] = set()
        waiting = [*reached, *self.loose]
        while waiting:
            for name in names_in(waiting.pop()) & self.definitions.keys() - seen:
                seen.add(name)
                if not name.startswith(("test_", "Test")):
                    waiting.append(self.definitions[name])
                    reached.append(self.definitions[name])
        return [*self.loose, *reached]


def markers(node: ast.AST) -> set[str]:
    """Return the names X of every ``pytest.mark.X`` below a node."""
    return {
        found.attr
        for found in ast.walk(node)
        if isinstance(found, ast.Attribute)
        and isinstance(found.value, ast.Attribute)
        and found.value.attr == "mark"
    }


def own_marks(definition: ast.stmt) -> set[str]:
    """Return the markers of a test or of a class of tests."""
    decorators = getattr(definition, "decorator_list", [])
    return {name for decorator in decorators for name in markers(decorator)}


def is_autouse(definition: ast.stmt) -> bool:
    """Tell whether a definition is a fixture that every test has."""
    decorators = getattr(definition, "decorator_list", [])
    return any("autouse" in ast.unparse(decorator) for decorator in decorators)


def unmarked(test: ast.stmt) -> list[ast.stmt]:
    """Return a test, or the parts of a class that are not marked themselves."""
    if not isinstance(test, ast.ClassDef):
        return [test]
    return [part for part in test.body if not own_marks(part) & MARKERS]


def names_in(node: ast.AST) -> set[str]:
    """Return every name that a statement uses: variables, fixtures, and texts that may name one."""
    found: set[str] = set()
    for inner in ast.walk(node):
        match inner:
            case ast.Name():
                found.add(inner.id)
            case ast.arg():
                found.add(inner.arg)
            case ast.Constant(value=str()):
                found.add(inner.value)
    return found


def findings(statements: list[ast.stmt], name: str) -> Iterator[Finding]:
    """Yield what in statements of a file depends on time, load or other processes."""
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.Attribute) and node.attr in CLOCKS | LOAD | {"Popen"}:
                yield Finding(node.lineno, node.attr)
            elif isinstance(node, ast.ImportFrom):
                for one in node.names:
                    if one.name in CLOCKS | LOAD | {"Popen", "sleep"}:
                        yield Finding(node.lineno, f"import of {one.name}")
            elif isinstance(node, ast.Call):
                yield from in_call(node, name)


def in_call(call: ast.Call, name: str) -> Iterator[Finding]:
    """Yield what of one call depends on time, load or other processes."""
    function, owner = called(call)
    short = [value for value in numbers_of(call, function) if value < PATIENCE]
    if function == "sleep" and not is_zero(call):
        yield Finding(call.lineno, "sleep")
    elif function in SIGNALS and owner == "signal":
        yield Finding(call.lineno, f"signal.{function}")
    elif function in PROCESSES and owner != "mock":
        yield Finding(call.lineno, function)
    elif function in CHILDREN and owner.endswith("subprocess") and name not in CHILDREN_THAT_END:
        yield Finding(call.lineno, f"subprocess.{function} in a file that is not listed")
    elif function in SERVERS and name not in SERVERS_IN_PROCESS:
        yield Finding(call.lineno, function)
    elif short:
        yield Finding(call.lineno, f"a limit of {short[0]:g} s in {function}()")


def called(call: ast.Call) -> tuple[str, str]:
    """Return a called function's name and what it is called on."""
    match call.func:
        case ast.Attribute(attr=attribute, value=value):
            return attribute, ast.unparse(value)
        case ast.Name(id=identifier):
            return identifier, ""
    return "", ""


def numbers_of(call: ast.Call, function: str) -> list[float]:
    """Return the limits of time among a call's arguments that are written as numbers."""
    named = [word.value for word in call.keywords if word.arg == "timeout"]
    placed = call.args[-1:] if function in {"wait_for", "timeout"} else []
    if function in {"wait", "join", "acquire"} and len(call.args) == 1:
        placed = call.args
    return [
        float(value.value)
        for value in (*named, *placed)
        if isinstance(value, ast.Constant) and isinstance(value.value, int | float)
        if not isinstance(value.value, bool)
    ]


def is_zero(call: ast.Call) -> bool:
    """Tell whether a call's only argument is 0."""
    return len(call.args) == 1 and isinstance(call.args[0], ast.Constant) and not call.args[0].value


def suite() -> dict[str, Module]:
    """Return every file of the suite by its name below ``tests``."""
    tests = ROOT / "tests"
    return {
        path.relative_to(tests).as_posix(): Module.of(path.read_text(encoding="utf-8"))
        for path in tracked_files()
        if path.is_relative_to(tests) and path.suffix == ".py"
    }


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    """The suite, read once."""
    return suite()


def users(modules: dict[str, Module]) -> dict[str, set[str]]:
    """Return for each file the files that import it."""
    names = {"tests." + name.removesuffix(".py").replace("/", "."): name for name in modules}
    found: dict[str, set[str]] = {name: set() for name in modules}
    for path, module in modules.items():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests"):
                imported = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
                for name in imported:
                    if name in names:
                        found[names[name]].add(path)
    return found


def for_processes(modules: dict[str, Module]) -> set[str]:
    """Return the files that only tests with a marker use, and the programs of their own."""
    imported_by = users(modules)

    def left_out(name: str, above: frozenset[str]) -> bool:
        last = Path(name).name
        if last == "conftest.py" or last.startswith("test_"):
            return bool(modules[name].marks() & MARKERS)
        others = imported_by[name] - above - {name}
        return all(left_out(user, above | {name}) for user in others)

    plugins = {"model_server.py"}  # loaded by name, for every test
    return {name for name in modules if left_out(name, frozenset())} - plugins


def test_no_test_of_the_gate_depends_on_time(modules: dict[str, Module]) -> None:
    exempt = for_processes(modules)
    found = [
        f"tests/{name}:{finding.line} {finding.what}"
        for name, module in sorted(modules.items())
        if name not in exempt
        for finding in sorted(findings(module.in_the_gate(), name), key=lambda one: one.line)
    ]
    assert not found, "\n".join(found)


def test_the_lists_name_files_that_need_it(modules: dict[str, Module]) -> None:
    """A file that has left the list's reason behind leaves the list."""
    for listed, functions in ((CHILDREN_THAT_END, CHILDREN), (SERVERS_IN_PROCESS, SERVERS)):
        for name, reason in listed.items():
            assert reason
            calls = [node for node in ast.walk(modules[name].tree) if isinstance(node, ast.Call)]
            assert {called(call)[0] for call in calls} & functions, name


def test_what_may_be_missing_is_named(modules: dict[str, Module]) -> None:
    """A test is skipped by `tests.requirements` alone, so that what must not be missing fails."""
    found = [
        f"tests/{name}:{node.lineno}"
        for name, module in modules.items()
        if name not in {"requirements.py", "test_requirements.py"}
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and node.attr in SKIPS | RETRIES
        if "pytest" in ast.unparse(node.value)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def test_a():\n time.sleep(1)", ["sleep"]),
        ("def test_a():\n asyncio.sleep(0)", []),
        ("def test_a():\n time.sleep(PAUSE)", ["sleep"]),
        ("@pytest.mark.processes\ndef test_a():\n time.sleep(1)", []),
        ("pytestmark = pytest.mark.processes\ndef test_a():\n time.sleep(1)", []),
        ("def helper():\n time.sleep(1)\ndef test_a():\n helper()", ["sleep"]),
        (
            "def helper():\n time.sleep(1)\n@pytest.mark.processes\ndef test_a():\n helper()\n"
            "def test_b():\n pass",
            [],
        ),
        ("@pytest.fixture\ndef f():\n Popen([])\ndef test_a(f):\n pass", ["Popen"]),
        ("def test_a():\n began = time.monotonic()", ["monotonic"]),
        ("def test_a():\n loop(monotonic=clock)", []),
        ("def test_a():\n barrier.wait(10)", ["a limit of 10 s in wait()"]),
        ("def test_a():\n barrier.wait(timeout=300)", []),
        ("def test_a():\n send(url, timeout=0.5)", ["a limit of 0.5 s in send()"]),
        ("async def test_a():\n await asyncio.wait_for(x, 5)", ["a limit of 5 s in wait_for()"]),
        (
            "async def test_a():\n async with asyncio.timeout(5):\n  pass",
            ["a limit of 5 s in timeout()"],
        ),
        ("def test_a():\n os.kill(1, 9)", ["kill"]),
        ("def test_a():\n signal.signal(2, f)", ["signal.signal"]),
        ("def test_a():\n subprocess.run([])", ["subprocess.run in a file that is not listed"]),
        ("class TestA:\n @pytest.mark.processes\n def test_a(self):\n  os.kill(1, 9)", []),
        ("def test_a():\n assert resource.getrusage(0).ru_maxrss", ["ru_maxrss", "getrusage"]),
        ("def test_a():\n holder.bind(('', 0))", ["bind"]),
    ],
)
def test_what_depends_on_time_is_seen(source: str, expected: list[str]) -> None:
    found = findings(Module.of(source).in_the_gate(), "hvrmet/test_of_nothing.py")
    assert [finding.what for finding in found] == expected
