"""What holds for the whole suite: its rules, and where the real cases are."""

from __future__ import annotations

import fcntl
import gc
import hashlib
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from diagnostics.temporary import owned_folder
from tests.left_files import left_files
from tests.requirements import missing_kind, need, required

pytest_plugins = ["hvrmet.embedded.testing", "hvrmet.testing", "tests.model_server"]

OWN_FOLDER = pytest.StashKey[Path]()
REPOSITORY = Path(__file__).resolve().parents[1]
SELDOM = 10_000, 5, 5
"""Thresholds of the search for garbage: figures and datasets refer to themselves, and are large."""
# Neither the clock nor an earlier run decides: the gate tries the same examples each time, and
# `make nightly` others. How long an example takes says how busy the machine is.
UNTIMED = {"deadline": None, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("gate", derandomize=True, max_examples=40, **UNTIMED)
settings.register_profile("nightly", derandomize=False, print_blob=True, **UNTIMED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage, and never look through what was collected.

    Modules and thousands of tests stay until the end: searching them again and again took half of
    the processor's time of a collection. Tests leave little garbage that refers to itself, so it is
    looked for seldom: as often as Python does, a twelfth of the tests' time went into it.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*SELDOM)
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave generated requests unread where none are asked for: to load them takes two seconds."""
    unwanted = "not fuzzing" in config.option.markexpr
    return True if unwanted and collection_path.name == "test_fuzzing.py" else None


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a list of requirements that names something unknown, before any test runs.

    All that the run and its children write to the folder for temporary files goes to one of the
    run's own: what others do there at the same time is nothing to it.
    """
    required()
    if hasattr(config, "workerinput"):
        return
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    own = ExitStack()
    config.add_cleanup(own.close)
    folder = own.enter_context(owned_folder("suite"))
    folder.chmod(0o711)  # some tests read as nobody in particular
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    config.stash[OWN_FOLDER] = folder


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """Fail a run that leaves temporary files, and name them."""
    yield
    folder = session.config.stash.get(OWN_FOLDER, None)
    if folder is not None and (left := left_files(folder)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        reporter.write_line(f"FAILED temporary files are left: {', '.join(left)}", red=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> object:
    """Fail a test that lacks what must not be missing: a check that did not run is broken."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if missing_kind(reason) in required():
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid} cannot run here, and must: {reason}"
    return report


def _test_data_root() -> Path:
    named = os.environ.get("HVRMET_TEST_DATA")
    return Path(named) if named else REPOSITORY.parent / "shared" / "data"


@pytest.fixture(scope="session")
def real_data() -> Callable[[str], Path]:
    """Return a function from a relative name to a real case's path.

    Without the files a test is skipped, unless ``HVRMET_REQUIRE`` lists ``data``.
    """
    root = _test_data_root()

    def find(relative: str) -> Path:
        path = root / relative
        missing = f"real case {relative!r} is not below {root}; set HVRMET_TEST_DATA"
        need("data", there=path.exists(), missing=missing)
        return path

    return find


def folder_of_the_run(factory: pytest.TempPathFactory, name: str) -> Path:
    """Return a folder that all processes of a run share."""
    own = factory.getbasetemp()
    folder = (own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own) / name
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def written_sample(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], Any]:
    """Return a function that writes a sample and describes it, as `write_sample` does.

    Each is generated once for all processes of a run; who asks has a copy.
    """
    kept = folder_of_the_run(tmp_path_factory, "written_samples")

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


@pytest.fixture(scope="session")
def kept_outcome(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Return a function that gives what belongs to a key, made once for all processes of a run."""
    folder = folder_of_the_run(tmp_path_factory, "outcomes")

    def kept(key: object, make: Callable[[], Any]) -> Any:
        path = folder / f"{hashlib.sha256(repr(key).encode()).hexdigest()}.pickle"
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if path.exists():
                return pickle.loads(path.read_bytes())
            made = make()
            whole = path.with_suffix(".part")
            whole.write_bytes(pickle.dumps(made))
            whole.replace(path)
            return made

    return kept


@pytest.fixture(scope="module")
def whole_library(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    """The release of the whole Guideline Library, loaded in a transaction that a module shares.

    It is rolled back after the last test. Only for modules without real transactions.
    """
    from django.core.management import call_command

    from knowledge.models import Release
    from tests.hvrmet.transactions import lasting_transaction

    with django_db_blocker.unblock(), lasting_transaction():
        call_command("load_library", verbosity=0)
        yield Release.objects.get()
