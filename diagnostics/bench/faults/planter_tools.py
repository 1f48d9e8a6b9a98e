"""Small tools of the planters: find a field or an axis, change values, keep the rest."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

ALIAS = {
    "t2m": ("t2m", "2t"),
    "d2m": ("d2m", "2d"),
    "u10": ("u10", "10u"),
    "v10": ("v10", "10v"),
    "msl": ("msl", "prmsl"),
    "sp": ("sp",),
    "tp": ("tp",),
    "z": ("z",),
    "gh": ("gh",),
    "t": ("t",),
    "u": ("u",),
    "v": ("v",),
    "w": ("w",),
    "q": ("q",),
    "r": ("r",),
    "lsm": ("lsm",),
    "sst": ("sst",),
    "gust": ("i10fg", "10fg", "fg10", "gust"),
    "mx2t": ("mx2t", "tmax", "mx2t6"),
    "mn2t": ("mn2t", "tmin", "mn2t6"),
}
LAT, LON = ("latitude", "lat", "y"), ("longitude", "lon", "x")
TIME, LEV = (
    ("time", "valid_time", "Time"),
    ("level", "isobaricInhPa", "pressure_level", "plev", "isobaric"),
)


def name_of(ds, key):
    """Name in ds of a canonical field, or None."""
    return next((a for a in ALIAS[key] if a in ds.data_vars), None)


def dim_of(ds, names):
    """The first of some dimensions that a dataset has."""
    return next((d for d in names if d in ds.dims), None)


def copied(ds):
    """A deep copy."""
    return ds.copy(deep=True)


def replaced(ds, name, data):
    """Replace values, keep dims, attributes and (where it fits) the dtype."""
    v = ds[name]
    data = np.asarray(data)
    dt = v.dtype if np.issubdtype(v.dtype, np.floating) else np.float32
    ds[name] = (v.dims, data.astype(dt), v.attrs)
    return ds


def ap(ds, key, f):
    """Apply a function to the values of a field."""
    n = name_of(ds, key)
    if n is None:
        return None
    o = copied(ds)
    return replaced(o, n, f(ds[n].values.astype("float64")))


def aps(ds, keys, f):
    """Apply a function to the values of several fields."""
    ns = [name_of(ds, k) for k in keys]
    ns = [n for n in ns if n]
    if not ns:
        return None
    o = copied(ds)
    for n in ns:
        replaced(o, n, f(ds[n].values.astype("float64")))
    return o


def ax(ds, n, names):
    """Dimension and position of an axis of a field."""
    d = dim_of(ds[[n]], names)
    return (None, None) if d is None else (d, ds[n].dims.index(d))


def flip(ds, n, names):
    """Mirror the values of a field along an axis."""
    d, k = ax(ds, n, names)
    if d is None or ds.sizes[d] < 3:
        return None
    return np.flip(ds[n].values, k)


def first(ds, keys):
    """The first of some fields that a dataset has."""
    return next((name_of(ds, k) for k in keys if name_of(ds, k)), None)


def mostly_celsius(a):
    """Whether temperatures are given in degrees Celsius."""
    return np.nanmean(a) < 100
