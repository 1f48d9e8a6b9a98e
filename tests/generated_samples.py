"""The generated cases, made once for all tests of a process."""

from __future__ import annotations

from functools import lru_cache

import xarray as xr


@lru_cache
def _made(name: str) -> xr.Dataset:
    from diagnostics.samples import generate

    return generate(name)


def generated(name: str) -> xr.Dataset:
    """Return a sample: a dataset of the caller's own, whose variables may be replaced.

    The values are shared with every other caller.
    """
    return _made(name).copy()


def thinned(name: str, every: int = 2) -> xr.Dataset:
    """Return every so many rows and columns of a sample."""
    return generated(name).isel(
        latitude=slice(None, None, every), longitude=slice(None, None, every)
    )
