"""The generated cases, made once for all processes of a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import xarray as xr


def _make(key: object, make: Callable[[], Any]) -> Any:
    return make()


keep: Callable[[object, Callable[[], Any]], Any] = _make
"""The suite's `kept_outcome`, while it runs."""


@lru_cache
def _made(name: str) -> xr.Dataset:
    from diagnostics.samples import generate

    made: xr.Dataset = keep(("sample", name), lambda: generate(name))
    return made


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
