"""The examples in docstrings run, and public functions of the first modules have one."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

PACKAGES = ("diagnostics.physics", "diagnostics.grid")
COMPLETE = (
    "diagnostics.physics.blocking",
    "diagnostics.physics.columns",
    "diagnostics.physics.crossings",
    "diagnostics.physics.gusts",
    "diagnostics.physics.heat_stress",
    "diagnostics.physics.levels",
    "diagnostics.physics.melting",
    "diagnostics.physics.snow",
    "diagnostics.physics.thermodynamics",
    "diagnostics.grid.derivatives",
    "diagnostics.grid.distance",
    "diagnostics.grid.morphology",
    "diagnostics.grid.objects",
    "diagnostics.grid.reduction",
    "diagnostics.grid.sections",
    "diagnostics.grid.smoothing",
    "diagnostics.units",
)
"""Modules whose every public function has an example; the list grows."""


def module_names() -> list[str]:
    below = [
        f"{package}.{module.name}"
        for package in PACKAGES
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__)
    ]
    return [*below, "diagnostics.units"]


def examples(module: ModuleType) -> list[doctest.DocTest]:
    found = doctest.DocTestFinder(exclude_empty=True).find(module)
    return [test for test in found if test.examples]


@pytest.mark.parametrize("name", module_names())
def test_examples_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runner = doctest.DocTestRunner()
    for test in examples(importlib.import_module(name)):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", COMPLETE)
def test_every_public_function_has_an_example(name: str) -> None:
    module = importlib.import_module(name)
    public = {
        f"{name}.{function}"
        for function, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == name and not function.startswith("_")
    }
    assert public
    assert public <= {test.name for test in examples(module)}
