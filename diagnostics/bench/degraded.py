"""Data made poorer on purpose: fewer times, larger cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diagnostics.fields.canonical import CANONICAL, INTERVAL_KINDS, FieldKind

if TYPE_CHECKING:
    import xarray as xr

_LOWEST = frozenset({"mn2t"})


def thinned(dataset: xr.Dataset, every: int) -> xr.Dataset:
    """Keep each n-th time; amounts and extremes of the intervals between are taken together.

    Parameters
    ----------
    dataset : xarray.Dataset
        Canonical.
    every : int
        1 keeps all.

    Returns
    -------
    xarray.Dataset
        Canonical, with longer intervals.
    """
    if every == 1:
        return dataset
    kept = dataset.isel(time=slice(None, None, every))
    for name in dataset.data_vars:
        known = CANONICAL.get(str(name))
        if known is None or known.kind not in INTERVAL_KINDS:
            continue
        windows = dataset[name].rolling(time=every)
        if known.kind is FieldKind.ACCUMULATION:
            whole = windows.sum(skipna=False)
        elif name in _LOWEST:
            whole = windows.min()
        else:
            whole = windows.max()
        attrs = dict(dataset[name].attrs)
        if "interval_hours" in attrs:
            attrs["interval_hours"] = float(attrs["interval_hours"]) * every
        values = whole.isel(time=slice(None, None, every)).astype(dataset[name].dtype)
        kept[name] = values.assign_attrs(attrs)
    return kept


def coarsened(dataset: xr.Dataset, cells: int) -> xr.Dataset:
    """Average blocks of `cells` by `cells`, as a coarser model's cell is an average.

    Parameters
    ----------
    dataset : xarray.Dataset
        Canonical, on latitude and longitude.
    cells : int
        1 keeps all.

    Returns
    -------
    xarray.Dataset
        Canonical.
    """
    if cells == 1:
        return dataset
    means = dataset.coarsen(latitude=cells, longitude=cells, boundary="trim").mean(keep_attrs=True)
    for name in means.data_vars:
        means[name] = means[name].astype(np.float32)
    return means
