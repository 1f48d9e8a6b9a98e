"""The samples of the whole suite, under the name that the tests of the recipe use."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import xarray as xr


@pytest.fixture(scope="session")
def cases(sample: Callable[[str], xr.Dataset]) -> Callable[[str], xr.Dataset]:
    """Return the function from a name to the generated sample."""
    return sample
