"""Each sample is generated once for the whole folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
import xarray as xr

from diagnostics.samples import generate


@pytest.fixture(scope="session")
def cases() -> Callable[[str], xr.Dataset]:
    """Return the function from a name to the generated sample."""
    return cache(generate)
