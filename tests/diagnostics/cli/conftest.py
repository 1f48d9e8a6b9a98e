"""The command line as a user meets it, on samples that are written once."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from diagnostics.cli import processes
from tests.conftest import folder_of_the_run

REGION = "110,27,126,35"
PEAK = "2026-07-05T06:00Z"


@pytest.fixture(autouse=True)
def no_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no processes but those that `--jobs` asks for: how many are idle is chance."""
    monkeypatch.setattr(processes, "default_processes", lambda: 1)


@dataclass(frozen=True)
class Answer:
    """What a command left: its exit code and its two streams."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output; NaN and Infinity are refused."""

        def refuse(name: str) -> None:
            raise AssertionError(f"{name} is not JSON")

        return json.loads(self.out, parse_constant=refuse)

    @property
    def error(self) -> dict[str, Any]:
        """The error of a command that failed cleanly with ``--json``."""
        assert self.code == 1, (self.code, self.out, self.err)
        document = self.document
        assert set(document) == {"error"}
        assert set(document["error"]) == {"code", "message", "data"}
        return document["error"]


def run_hvrmet(*words: object) -> Answer:
    """Run a command in this process; a traceback fails the test."""
    from diagnostics.cli import main

    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main([str(word) for word in words])
        except SystemExit as end:
            code = int(end.code or 0)
    return Answer(code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="session")
def hvrmet() -> Callable[..., Answer]:
    return run_hvrmet


@pytest.fixture(scope="session")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cases")


@pytest.fixture(scope="session")
def rainstorm(cases: Path) -> Path:
    """The generated rainstorm as a file."""
    path = cases / "rainstorm.nc"
    answer = run_hvrmet("sample", "rainstorm", "--out", path, "--json")
    assert answer.code == 0, answer.err
    return path


@pytest.fixture(scope="session")
def small(rainstorm: Path, cases: Path) -> Path:
    """Three times of the rainstorm on its own region: quick to read."""
    import xarray as xr

    path = cases / "small.nc"
    with xr.open_dataset(rainstorm) as whole:
        part = whole.sel(
            time=slice("2026-07-05T00:00", "2026-07-05T12:00"),
            latitude=slice(25, 37),
            longitude=slice(108, 128),
        )
        part.to_netcdf(path)
    return path


@pytest.fixture(scope="session")
def diagnosed(
    rainstorm: Path, tmp_path_factory: pytest.TempPathFactory, kept_outcome: Callable[..., Any]
) -> tuple[Path, Answer]:
    """A whole diagnosis, uninterrupted, and what it printed; made once for all processes."""
    folder = folder_of_the_run(tmp_path_factory, "diagnosed") / "run"

    def diagnose() -> Answer:
        words = ("--data", rainstorm, "--region", REGION, "--jobs", "1", "--json")
        answer = run_hvrmet("diagnose", *words, "--out", folder)
        assert answer.code == 0, answer.err
        return answer

    return folder, kept_outcome("diagnosed", diagnose)
