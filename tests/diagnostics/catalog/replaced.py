"""Datasets with some fields replaced by known values."""

from __future__ import annotations

import numpy as np
import xarray

from diagnostics.fields.memory import MemorySource


def with_fields(dataset: xarray.Dataset, **fields: np.ndarray) -> MemorySource:
    """Return a source of a dataset with some fields replaced."""
    return MemorySource(replaced(dataset, **fields))


def replaced(dataset: xarray.Dataset, **fields: np.ndarray) -> xarray.Dataset:
    """Replace fields of a dataset; values broadcast to its dims."""
    changed = dataset.copy()
    for name, values in fields.items():
        old = dataset[name]
        shape = np.broadcast_to(values, old.shape)
        changed[name] = (old.dims, shape.astype(np.float64), old.attrs)
    return changed
