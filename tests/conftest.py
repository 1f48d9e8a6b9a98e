"""Fixtures for the whole suite: where the real cases are."""

from __future__ import annotations

import os
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path

import pytest

pytest_plugins = ["hvrmet.embedded.testing", "hvrmet.testing", "tests.model_server"]

REPOSITORY = Path(__file__).resolve().parents[1]
LONGEST_FIRST = (
    *("faults/test_faults.py", "tasks/test_real_loop.py", "tasks/test_killed_worker.py"),
    *("tasks/test_drafts.py", "tasks/test_models.py", "tasks/test_client_example.py"),
    *("hvrmet/operations/test_backup.py", "hvrmet/embedded/test_demo.py"),
    *("hvrmet/embedded/test_load.py", "hvrmet/embedded/test_supervisor.py"),
    *("hvrmet/core/test_fuzzing.py", "diagnostics/cli/test_sample_seasons.py"),
)
"""Files that take long for their few tests: at the end, one process would be left with them."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files."""
    places = {REPOSITORY / "tests" / name: place for place, name in enumerate(LONGEST_FIRST)}
    order = [(places.get(item.path, len(places)), item) for item in items]
    items[:] = [item for _, item in sorted(order, key=itemgetter(0))]


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
