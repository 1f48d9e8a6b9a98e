"""What ends a step leaves no library half imported: a process could never import it again."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from diagnostics.errors import BudgetError
from tasks import limits
from tasks.interruption import Interruptible, StepInterruptedError, interrupt
from tasks.limits import exceeded, step_limit


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """Return a function that writes a library whose import takes some steps."""

    def write(act: str) -> str:
        package = tmp_path / "half_imported"
        package.mkdir()
        (package / "__init__.py").write_text("from half_imported import inner\nwhole = True\n")
        (package / "inner.py").write_text(f"{act}\nwhole = True\n")
        return package.name

    monkeypatch.syspath_prepend(tmp_path)
    yield write
    for name in ("half_imported", "half_imported.inner"):
        sys.modules.pop(name, None)


def test_an_import_is_not_interrupted(library: Callable[[str], str]) -> None:
    name = library("from tasks.interruption import interrupt\ninterrupt()")
    with Interruptible():
        assert importlib.import_module(name).whole
        assert sys.modules[f"{name}.inner"].whole
        with pytest.raises(StepInterruptedError):
            interrupt()


def test_an_import_that_takes_too_long_ends_the_job_before_its_next_step(
    library: Callable[[str], str],
) -> None:
    """The handler of the soft limit's signal is called where the signal would come."""
    name = library("import sys\nfrom tasks import limits\nlimits._interrupt(0, sys._getframe())")
    with step_limit():
        assert importlib.import_module(name).whole
        assert exceeded()
        with pytest.raises(BudgetError) as caught:
            limits._interrupt(0, sys._getframe())
    assert caught.value.code == "step_too_long"


@pytest.mark.processes
def test_the_signal_of_the_soft_limit_reaches_the_step() -> None:
    before = signal.getsignal(signal.SIGUSR1)
    with step_limit(), pytest.raises(BudgetError) as caught:
        os.kill(os.getpid(), signal.SIGUSR1)
    assert caught.value.code == "step_too_long"
    assert signal.getsignal(signal.SIGUSR1) is before
