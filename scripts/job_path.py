"""Count the path of a job from its task to its stored report or answer.

Run as ``python scripts/job_path.py``: three tests of the worker are run with a tracer that begins
at ``tasks.diagnosis.run``, and for each kind of job it prints

- the modules that the job passes: those of the frame (tasks, platform, command line, service), and
  those of the science that the frame calls. What the science calls in turn is not counted, nor
  are plumbing and types (`ASIDE`);
- the edges: distinct pairs of modules of which one calls the other;
- the climbs: edges on which a lower layer calls a higher one, as a callback does;
- the modules of the command line among them.

With ``--list`` it prints each edge as well.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

import pytest

CASES = {
    "diagnosis": "tests/tasks/test_real_loop.py::test_a_run_in_slices_ends_in_the_same_report",
    "chart": "tests/tasks/test_answers.py::test_a_chart_comes_with_a_signed_address",
    "question": "tests/tasks/test_answers.py::test_a_question_and_a_claim_are_answered",
}
LAYERS = (
    "tasks",
    "diagnostics.cli",
    "diagnostics.service",
    "diagnostics",
    "hvrmet.celery_app",
    "hvrmet.reviews",
    "hvrmet.reports",
    "hvrmet.evidence",
    "knowledge",
    "hvrmet.jobs",
    "hvrmet.webhooks",
    "hvrmet.realtime",
    "hvrmet.accounts",
    "hvrmet.tenants",
    "hvrmet.audit",
    "hvrmet",
)
"""Packages from the top down; the longest name that fits a module counts."""
FRAME = ("tasks", "hvrmet", "knowledge", "diagnostics.cli", "diagnostics.service")
ASIDE = ("hvrmet.core", "hvrmet.testing", "diagnostics.contracts", "diagnostics.errors")
"""Plumbing and types: every path uses them, none leads through them."""
Edges = dict[tuple[str, str], None]


def within(module: str, package: str) -> bool:
    """Whether a module is a package or inside it."""
    return module == package or module.startswith(f"{package}.")


def layer_of(module: str) -> int:
    """Return the place of a module's layer, 0 at the top."""
    fitting = [name for name in LAYERS if within(module, name)]
    return LAYERS.index(max(fitting, key=len))


def of_frame(module: str) -> bool:
    """Whether a module belongs to what carries a job, not to the science."""
    return any(within(module, name) for name in FRAME)


class Tracer:
    """Records which module calls which, from the task down."""

    def __init__(self) -> None:
        self.edges: Edges = {}
        self._inside = 0
        self._modules: dict[CodeType, str | None] = {}

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        """Take the beginning of one call; trace nothing inside it but the end of the task."""
        code = frame.f_code
        if code not in self._modules:
            module = str(frame.f_globals.get("__name__", ""))
            traced = _of_project(module) and not runs_on_import(code)
            self._modules[code] = module if traced else None
        module = self._modules[code]
        if module is None:
            return None
        if module == "tasks.diagnosis" and code.co_name == "run":
            self._inside += 1
            return self._end_of_task
        if self._inside > 0:
            self._record(frame, module)
        return None

    def _end_of_task(self, _frame: FrameType, event: str, _: Any) -> Any:
        if event == "return":
            self._inside -= 1
        return self._end_of_task

    def _record(self, frame: FrameType, module: str) -> None:
        above = frame.f_back
        near = self._modules.get(above.f_code) if above is not None else None
        if near is not None and not of_frame(near) and not of_frame(module):
            return  # the science calls itself: the most frequent case by far
        caller = _caller(frame)
        if caller is None or caller == module or not (of_frame(caller) or of_frame(module)):
            return
        self.edges[caller, module] = None


def _of_project(module: str) -> bool:
    if any(within(module, name) for name in ASIDE):
        return False
    return any(within(module, name) for name in ("tasks", "hvrmet", "knowledge", "diagnostics"))


def runs_on_import(code: CodeType) -> bool:
    """Whether code is the body of a module or of a class, as decorators in it are called by."""
    return not code.co_flags & inspect.CO_OPTIMIZED


def _caller(frame: FrameType) -> str | None:
    """Return the nearest module of the project above; None for what an import calls."""
    above = frame.f_back
    while above is not None:
        module = str(above.f_globals.get("__name__", ""))
        if _of_project(module):
            return None if runs_on_import(above.f_code) else module
        above = above.f_back
    return None


class Plugin:
    """Traces the body of each test that pytest runs."""

    def __init__(self) -> None:
        self.edges: Edges = {}
        self.passed = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Trace a test."""
        tracer = Tracer()
        before = sys.gettrace()
        sys.settrace(tracer)
        try:
            result = yield
        finally:
            sys.settrace(before)
            self.edges.update(tracer.edges)
        self.passed = True
        return result


def main() -> int:
    """Run the cases and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="print each edge")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(CASES)}")
    options = parser.parse_args()
    for kind in options.kinds or CASES:
        plugin = Plugin()
        options_of_run = ["-q", "--no-header", "--timeout=1500", "-p", "no:cacheprovider"]
        pytest.main([*options_of_run, CASES[kind]], plugins=[plugin])
        if not plugin.passed:
            print(f"{kind}: the test did not pass, nothing was counted")
            return 1
        report(kind, plugin.edges, listed=options.list)
    return 0


def report(kind: str, edges: Edges, *, listed: bool) -> None:
    """Print what was counted of one kind of job."""
    modules = {name for edge in edges for name in edge}
    climbs = [edge for edge in edges if layer_of(edge[1]) < layer_of(edge[0])]
    command_line = sorted(name for name in modules if within(name, "diagnostics.cli"))
    print(
        f"{kind}: {len(modules)} modules, {len(edges)} edges, {len(climbs)} climbs, "
        f"{len(command_line)} modules of the command line"
    )
    if listed:
        for caller, callee in sorted(edges):
            mark = "up  " if (caller, callee) in climbs else "    "
            print(f"{mark}{caller} -> {callee}")


if __name__ == "__main__":
    sys.exit(main())
