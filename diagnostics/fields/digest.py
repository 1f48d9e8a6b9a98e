"""The digest of a field: what was read, not where it came from."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import xarray as xr


_AT_A_TIME = 2**20
"""Values of a large field that are brought into the form of the digest together."""


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
        if values.dtype.kind == "f":
            state.update(f"<f{values.dtype.itemsize}".encode())
            flat = np.ascontiguousarray(values).reshape(-1)
            for at in range(0, flat.size, _AT_A_TIME):
                part = flat[at : at + _AT_A_TIME]
                part = np.where(np.isnan(part), np.nan, part) + 0.0
                state.update(part.astype(f"<f{values.dtype.itemsize}").tobytes())
            continue
        if values.dtype.kind == "M":
            values = values.astype("datetime64[ns]").astype("<i8")
        elif values.dtype.kind in "iub":
            values = values.astype("<i8")
        else:
            values = values.astype(str).astype("S")
        state.update(values.dtype.str.encode())
        state.update(np.ascontiguousarray(values).tobytes())
    return state.hexdigest()
