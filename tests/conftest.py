"""Fixtures for the whole suite: where the real cases are."""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
from collections.abc import Callable, Generator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = [
    *("hvrmet.embedded.testing", "hvrmet.testing"),
    *("tests.model_server", "tests.interactive_worker"),
]

# How long an example takes says how busy the machine is, not whether the code is right.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

REPOSITORY = Path(__file__).resolve().parents[1]
LONGEST_FIRST = (
    *("dashboard/test_browser.py", "faults/test_faults.py", "tasks/test_real_loop.py"),
    *("tasks/test_killed_worker.py", "tasks/test_library.py", "deploy/test_compose.py"),
    *("tasks/test_prefetch.py", "tasks/test_models.py", "tasks/test_client_example.py"),
    *("hvrmet/operations/test_backup.py", "hvrmet/embedded/test_demo.py"),
    *("hvrmet/embedded/test_load.py", "hvrmet/embedded/test_supervisor.py"),
    *("hvrmet/core/test_fuzzing.py", "diagnostics/cli/test_sample_seasons.py"),
    *("diagnostics/bench/test_planted.py", "diagnostics/cli/test_examples.py"),
)
"""Files that take long for their few tests: at the end, one process would be left with them."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage, and never look through what was collected.

    Modules and thousands of tests stay until the end: searching them again and again took half of
    the processor's time of a collection.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


class Sweeps:
    """Leaves the quick part of the suite a few cases of each test that goes through all there are.

    ``@pytest.mark.sweep(n)`` marks all but about `n` of a test's cases, evenly spread, as slow,
    and with ``sweep(0)`` each of them.
    ``HVRMET_SWEEP_PART=2/3`` leaves the second of three parts of those to the slow part.
    """

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Mark before items are selected by their markers."""
        part, parts = map(int, os.environ.get("HVRMET_SWEEP_PART", "1/1").split("/"))
        left_out: set[pytest.Item] = set()
        families: dict[tuple[Path, str], list[pytest.Item]] = {}
        for item in items:
            if item.get_closest_marker("sweep"):
                name = item.nodeid.split("[")[0]
                families.setdefault((item.path, name), []).append(item)
        for family in families.values():
            marker = family[0].get_closest_marker("sweep")
            assert marker is not None
            stride = -(-len(family) // marker.args[0]) if marker.args[0] else len(family) + 1
            for place, item in enumerate(family, start=0 if marker.args[0] else 1):
                if place % stride:
                    item.add_marker("slow")
                    if place % parts != part - 1:
                        left_out.add(item)
        if left_out:
            config.hook.pytest_deselected(items=list(left_out))
            items[:] = [item for item in items if item not in left_out]


def pytest_configure(config: pytest.Config) -> None:
    """Register what has a hook of its own place in the order."""
    config.pluginmanager.register(Sweeps(), "sweeps")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files."""
    places = {REPOSITORY / "tests" / name: place for place, name in enumerate(LONGEST_FIRST)}
    order = [(places.get(item.path, len(places)), item) for item in items]
    items[:] = [item for _, item in sorted(order, key=itemgetter(0))]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> object:
    """Fail in continuous integration what would be skipped: a check that did not run is broken."""
    report = yield
    if os.environ.get("CI") == "true" and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} cannot run here, and no test is skipped in CI: {reason}"
    return report


def _test_data_root() -> Path:
    named = os.environ.get("HVRMET_TEST_DATA")
    return Path(named) if named else REPOSITORY.parent / "shared" / "data"


@pytest.fixture(scope="session")
def real_data() -> Callable[[str], Path]:
    """Return a function from a relative name to a real case's path.

    Without the files a test is skipped, but with ``CI=true`` it fails: a missing reference is a
    broken check, not a passed one.
    """
    root = _test_data_root()

    def find(relative: str) -> Path:
        path = root / relative
        if not path.exists():
            message = f"real case {relative!r} is not below {root}; set HVRMET_TEST_DATA"
            if os.environ.get("CI") == "true":
                pytest.fail(message)
            pytest.skip(message)
        return path

    return find


@pytest.fixture(scope="session")
def written_sample(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], Any]:
    """Return a function that writes a sample and describes it, as `write_sample` does.

    Each is generated once for all processes of a run; who asks has a copy.
    """
    own = tmp_path_factory.getbasetemp()
    kept = (own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own) / "written_samples"
    kept.mkdir(exist_ok=True)

    def write(name: str, path: Path) -> Any:
        from diagnostics.samples import sample_info, write_sample

        whole = kept / f"{name}.nc"
        with whole.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not whole.exists():
                write_sample(name, whole)
        shutil.copyfile(whole, path)
        return sample_info(name, path)

    return write


@pytest.fixture(scope="session")
def two_runs_of_two() -> Callable[[Path, Path, Sequence[str]], Path]:
    """Return a function that writes a sample as forecast runs of three times and two members."""
    import numpy as np
    import xarray as xr

    def write(sample: Path, path: Path, starts: Sequence[str]) -> Path:
        steps = np.array([0, 6, 12]) * np.timedelta64(3600, "s")
        box = {"latitude": slice(25, 37), "longitude": slice(108, 128)}
        with xr.open_dataset(sample) as whole:
            runs = []
            for start in np.array([text.rstrip("Z") for text in starts], dtype="datetime64[ns]"):
                part = whole.sel(time=start + steps, **box)
                members = [part.assign(q=part["q"] * share) for share in (0.9, 0.6)]
                run = xr.concat(members, "number", data_vars="all", coords="minimal")
                run = run.assign_coords(number=("number", np.arange(2)))
                runs.append(run.rename(time="step").assign_coords(step=steps, time=start))
            xr.concat(runs, "time", data_vars="all", coords="minimal").load().to_netcdf(path)
        return path

    return write
