"""Fixtures for the whole suite: where the real cases are."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

pytest_plugins = ["hvrmet.embedded.testing", "hvrmet.testing", "tests.model_server"]

REPOSITORY = Path(__file__).resolve().parents[1]


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
