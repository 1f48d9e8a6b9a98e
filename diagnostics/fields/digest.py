"""The digest of a field: what was read, not where it came from."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import xarray as xr


def field_digest(dataset: xr.Dataset) -> str:
    """Sha256 over names, dims, coordinates, units and values of a dataset.

    Parameters
    ----------
    dataset : xarray.Dataset
        In memory; titles, history and other attributes do not count.

    Returns
    -------
    str
        The same for equal content on every machine: names are sorted, values little-endian, and
        every missing value is the same NaN.
    """
    state = hashlib.sha256()
    for name in sorted(str(item) for item in dataset.variables):
        variable = dataset.variables[name]
        header = (name, variable.dims, variable.shape, str(variable.attrs.get("units", "")))
        state.update(repr(header).encode())
        values = np.asarray(variable.values)
        if values.dtype.kind == "M":
            values = values.astype("datetime64[ns]").astype("<i8")
        elif values.dtype.kind == "f":
            values = np.where(np.isnan(values), np.nan, values) + 0.0
            values = values.astype(f"<f{values.dtype.itemsize}")
        elif values.dtype.kind in "iub":
            values = values.astype("<i8")
        else:
            values = values.astype(str).astype("S")
        state.update(values.dtype.str.encode())
        state.update(np.ascontiguousarray(values).tobytes())
    return state.hexdigest()
