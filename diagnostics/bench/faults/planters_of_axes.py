"""Faults of place, time, accumulation and levels.

Written from general knowledge of files met in practice, without sight of the rules that they test.
Each returns a changed copy, or None where the data do not allow it.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np
import xarray as xr

from diagnostics.bench.faults.planter_tools import (
    LAT,
    LEV,
    LON,
    TIME,
    ap,
    aps,
    ax,
    copied,
    dim_of,
    first,
    flip,
    mostly_celsius,
    name_of,
    replaced,
)


def fault_t2m_north_south_flipped(ds: xr.Dataset) -> xr.Dataset | None:
    """2-m temperature upside down: data flipped in latitude, coordinate not."""
    n = name_of(ds, "t2m")
    if n is None:
        return None
    a = flip(ds, n, LAT)
    return None if a is None else replaced(copied(ds), n, a)


def fault_all_latitude_coordinate_reversed(ds: xr.Dataset) -> xr.Dataset | None:
    """Latitude coordinate reversed for the whole file, data unchanged."""
    d = dim_of(ds, LAT)
    if d is None or d not in ds.coords or ds.sizes[d] < 3:
        return None
    o = copied(ds)
    return o.assign_coords({d: (d, ds[d].values[::-1].copy(), ds[d].attrs)})


def fault_msl_shifted_half_width_in_longitude(ds: xr.Dataset) -> xr.Dataset | None:
    """One field rolled by half the number of columns (0..360 data on a -180..180 axis)."""
    n = first(ds, ("msl", "sp", "sst"))
    if n is None:
        return None
    d, k = ax(ds, n, LON)
    if d is None or ds.sizes[d] < 6:
        return None
    return replaced(copied(ds), n, np.roll(ds[n].values, ds.sizes[d] // 2, k))


def fault_longitude_sign_reversed(ds: xr.Dataset) -> xr.Dataset | None:
    """Longitudes with the wrong sign (west positive)."""
    d = dim_of(ds, LON)
    if d is None or d not in ds.coords or d == "x":
        return None
    return copied(ds).assign_coords({d: (d, -ds[d].values, ds[d].attrs)})


def fault_t2m_one_cell_shift(ds: xr.Dataset) -> xr.Dataset | None:
    """Temperature shifted by one row and one column (cell corner taken for centre)."""
    n = name_of(ds, "t2m")
    if n is None:
        return None
    (a, i), (b, j) = ax(ds, n, LAT), ax(ds, n, LON)
    if a is None or b is None:
        return None
    return replaced(copied(ds), n, np.roll(np.roll(ds[n].values, 1, i), 1, j))


def fault_tp_transposed(ds: xr.Dataset) -> xr.Dataset | None:
    """Rows and columns of precipitation exchanged (Fortran order read as C order)."""
    n = name_of(ds, "tp")
    if n is None:
        return None
    (a, i), (b, j) = ax(ds, n, LAT), ax(ds, n, LON)
    if a is None or b is None:
        return None
    x = np.moveaxis(ds[n].values, (i, j), (-2, -1))
    y = np.swapaxes(x, -1, -2).reshape(x.shape)
    return replaced(copied(ds), n, np.moveaxis(y, (-2, -1), (i, j)))


def fault_block_of_rows_duplicated(ds: xr.Dataset) -> xr.Dataset | None:
    """A band of latitude rows of temperature replaced by the band next to it."""
    n = first(ds, ("t2m", "t", "msl"))
    if n is None:
        return None
    d, k = ax(ds, n, LAT)
    if d is None or ds.sizes[d] < 9:
        return None
    m = ds.sizes[d]
    w = max(2, m // 6)
    a = np.moveaxis(ds[n].values.copy(), k, 0)
    a[m // 2 : m // 2 + w] = a[m // 2 - w : m // 2]
    return replaced(copied(ds), n, np.moveaxis(a, 0, k))


def _t(ds, n=None, k=3):
    d = dim_of(ds, TIME)
    if d is None or ds.sizes[d] < k or (n is not None and d not in ds[n].dims):
        return None
    return d


def fault_stuck_field(ds: xr.Dataset) -> xr.Dataset | None:
    """2-m temperature frozen: the second half of the times repeats one field."""
    n = first(ds, ("t2m", "msl", "t"))
    if n is None or _t(ds, n, 4) is None:
        return None
    _d, k = ax(ds, n, TIME)
    a = np.moveaxis(ds[n].values.copy(), k, 0)
    a[len(a) // 2 :] = a[len(a) // 2]
    return replaced(copied(ds), n, np.moveaxis(a, 0, k))


def fault_one_time_repeated(ds: xr.Dataset) -> xr.Dataset | None:
    """One time step of all fields is a copy of the step before (stale file picked up)."""
    d = _t(ds, None, 3)
    if d is None:
        return None
    k = ds.sizes[d] // 2
    o = copied(ds)
    for n in ds.data_vars:
        if d in ds[n].dims:
            i = ds[n].dims.index(d)
            a = np.moveaxis(ds[n].values.copy(), i, 0)
            a[k] = a[k - 1]
            o[n] = (ds[n].dims, np.moveaxis(a, 0, i), ds[n].attrs)
    return o


def fault_time_shift_of_wind(ds: xr.Dataset) -> xr.Dataset | None:
    """10-m wind three steps late against all other fields."""
    if not (name_of(ds, "u10") and name_of(ds, "v10")):
        return None
    n = name_of(ds, "u10")
    d = _t(ds, n, 6)
    if d is None:
        return None
    o = copied(ds)
    for n in (name_of(ds, "u10"), name_of(ds, "v10")):
        i = ds[n].dims.index(d)
        a = np.moveaxis(ds[n].values, i, 0)
        o = replaced(o, n, np.moveaxis(np.concatenate([a[:1], a[:1], a[:1], a[:-3]]), 0, i))
    return o


def fault_time_axis_local_instead_of_utc(ds: xr.Dataset) -> xr.Dataset | None:
    """Time stamps moved by +8 h (local time written as UTC)."""
    d = dim_of(ds, TIME)
    if d is None or d not in ds.coords or not np.issubdtype(ds[d].dtype, np.datetime64):
        return None
    return copied(ds).assign_coords({d: (d, ds[d].values + np.timedelta64(8, "h"), ds[d].attrs)})


def fault_t2m_diurnal_shift_12h(ds: xr.Dataset) -> xr.Dataset | None:
    """2-m temperature displaced by 12 hours (a.m. and p.m. exchanged)."""
    n = name_of(ds, "t2m")
    d = _t(ds, n, 24) if n else None
    if d is None or d not in ds.coords or not np.issubdtype(ds[d].dtype, np.datetime64):
        return None
    st = int(np.median(np.diff(ds[d].values)) / np.timedelta64(1, "m"))
    if st <= 0 or 720 % st:
        return None
    return replaced(copied(ds), n, np.roll(ds[n].values, 720 // st, ds[n].dims.index(d)))


def fault_missing_hours_closed_up(ds: xr.Dataset) -> xr.Dataset | None:
    """A quarter of the times dropped from the middle without a trace."""
    d = _t(ds, None, 8)
    if d is None or d not in ds.coords:
        return None
    m = ds.sizes[d]
    a, b = m // 3, m // 3 + m // 4
    o = ds.isel({d: [i for i in range(m) if not a <= i < b]}).copy(deep=True)
    return o.assign_coords({d: (d, ds[d].values[: o.sizes[d]], ds[d].attrs)})


def fault_missing_hours_gap(ds: xr.Dataset) -> xr.Dataset | None:
    """Several hours absent: a gap in the time axis."""
    d = _t(ds, None, 8)
    if d is None:
        return None
    m = ds.sizes[d]
    return ds.isel({d: [i for i in range(m) if not m // 2 <= i < m // 2 + max(2, m // 8)]}).copy(
        deep=True
    )


def fault_time_order_scrambled(ds: xr.Dataset) -> xr.Dataset | None:
    """Files concatenated in the wrong order: the time axis is not monotonic."""
    d = _t(ds, None, 6)
    if d is None:
        return None
    m = ds.sizes[d]
    return ds.isel(
        {d: list(range(m // 3, 2 * m // 3)) + list(range(m // 3)) + list(range(2 * m // 3, m))}
    ).copy(deep=True)


def fault_duplicate_time_stamps(ds: xr.Dataset) -> xr.Dataset | None:
    """Overlapping months: two time steps occur twice."""
    d = _t(ds, None, 6)
    if d is None:
        return None
    m = ds.sizes[d]
    k = m // 2
    return ds.isel({d: list(range(k + 2)) + list(range(k, m))}).copy(deep=True)


def fault_mixed_runs(ds: xr.Dataset) -> xr.Dataset | None:
    """Every other step comes from another run: a biased, smoothed version."""
    ns = [
        (name_of(ds, k), f)
        for k, f in (
            ("t2m", lambda a: a + 1.5),
            ("msl", lambda a: a + 300.0),
            ("sp", lambda a: a + 300.0),
            ("u10", lambda a: a * 0.7),
            ("v10", lambda a: a * 0.7),
            ("t", lambda a: a + 1.5),
        )
        if name_of(ds, k)
    ]
    d = _t(ds, None, 6)
    if d is None or not ns:
        return None
    o = copied(ds)
    hit = False
    for n, f in ns:
        if d not in ds[n].dims:
            continue
        i = ds[n].dims.index(d)
        a = np.moveaxis(ds[n].values.astype("float64"), i, 0).copy()
        a[1::2] = f(a[1::2])
        o = replaced(o, n, np.moveaxis(a, 0, i))
        hit = True
    return o if hit else None


def _tp(ds, k=4):
    n = name_of(ds, "tp")
    if n is None or _t(ds, n, k) is None or not np.nanmax(ds[n].values) > 0:
        return None
    return n, ds[n].dims.index(dim_of(ds, TIME))


def fault_tp_running_total_as_increment(ds: xr.Dataset) -> xr.Dataset | None:
    """Running totals since the start stored where increments are expected."""
    x = _tp(ds)
    if not x:
        return None
    n, i = x
    return replaced(copied(ds), n, np.nancumsum(ds[n].values.astype("float64"), i))


def fault_tp_running_total_reset_every_24_steps(ds: xr.Dataset) -> xr.Dataset | None:
    """Totals that restart every 24 steps."""
    x = _tp(ds, 26)
    if not x:
        return None
    n, i = x
    a = np.moveaxis(ds[n].values.astype("float64"), i, 0)
    b = np.concatenate([np.nancumsum(a[k : k + 24], 0) for k in range(0, len(a), 24)])
    return replaced(copied(ds), n, np.moveaxis(b, 0, i))


def fault_tp_increments_of_increments(ds: xr.Dataset) -> xr.Dataset | None:
    """Differences taken of amounts that were increments already (negative rain)."""
    x = _tp(ds)
    if not x:
        return None
    n, i = x
    a = ds[n].values.astype("float64")
    return replaced(copied(ds), n, np.diff(a, axis=i, prepend=np.take(a, [0], i)))


def fault_tp_negative_small_values(ds: xr.Dataset) -> xr.Dataset | None:
    """Packing noise: rain shifted by -0.3 mm, many negative values."""
    n = name_of(ds, "tp")
    if n is None or not np.nanmax(ds[n].values) > 0:
        return None
    s = (
        3e-1
        if ("kg" in ds[n].attrs.get("units", "") or "mm" in ds[n].attrs.get("units", ""))
        else 3e-4
    )
    return ap(ds, "tp", lambda a: a - s)


def fault_tp_shifted_one_day(ds: xr.Dataset) -> xr.Dataset | None:
    """Rain belongs to the day before (24 h end-of-day stamps taken as start-of-day)."""
    x = _tp(ds, 30)
    if not x:
        return None
    n, i = x
    return replaced(copied(ds), n, np.roll(ds[n].values, 24, i))


def _lv(ds, k=3):
    d = dim_of(ds, LEV)
    return d if d is not None and ds.sizes[d] >= k and d in ds.coords else None


def fault_levels_reversed(ds: xr.Dataset) -> xr.Dataset | None:
    """Level coordinate reversed, data unchanged (1000 hPa label on the top level)."""
    d = _lv(ds)
    if d is None or not (name_of(ds, "t") or name_of(ds, "z") or name_of(ds, "gh")):
        return None
    return copied(ds).assign_coords({d: (d, ds[d].values[::-1].copy(), ds[d].attrs)})


def fault_levels_off_by_one(ds: xr.Dataset) -> xr.Dataset | None:
    """Level labels moved by one index for all fields."""
    d = _lv(ds)
    if d is None:
        return None
    return copied(ds).assign_coords({d: (d, np.roll(ds[d].values, 1), ds[d].attrs)})


def fault_level_units_hpa_labelled_pa(ds: xr.Dataset) -> xr.Dataset | None:
    """Pressure levels in hPa with units Pa."""
    d = _lv(ds, 1)
    if d is None or np.nanmax(np.abs(ds[d].values.astype("float64"))) > 2000:
        return None
    o = copied(ds)
    o[d].attrs["units"] = "Pa"
    return o


def fault_two_levels_exchanged_in_one_field(ds: xr.Dataset) -> xr.Dataset | None:
    """Two neighbouring levels of temperature swapped, other fields untouched."""
    n = first(ds, ("t", "gh", "z", "q"))
    d = _lv(ds, 2)
    if n is None or d is None or d not in ds[n].dims:
        return None
    i = ds[n].dims.index(d)
    a = np.moveaxis(ds[n].values.copy(), i, 0)
    k = len(a) // 2
    a[[k - 1, k]] = a[[k, k - 1]]
    return replaced(copied(ds), n, np.moveaxis(a, 0, i))


def fault_one_level_copied(ds: xr.Dataset) -> xr.Dataset | None:
    """One level of the wind is a copy of its neighbour (missing message filled)."""
    n = name_of(ds, "u")
    d = _lv(ds, 3)
    if n is None or d is None or d not in ds[n].dims:
        return None
    o = copied(ds)
    for n in (name_of(ds, "u"), name_of(ds, "v")):
        if n and d in ds[n].dims:
            i = ds[n].dims.index(d)
            a = np.moveaxis(ds[n].values.copy(), i, 0)
            a[1] = a[0]
            o = replaced(o, n, np.moveaxis(a, 0, i))
    return o


def fault_below_ground_constant(ds: xr.Dataset) -> xr.Dataset | None:
    """Where the lowest level lies below the surface it holds the constant 250 K / 0 (mask lost)."""
    d = _lv(ds, 1)
    s = name_of(ds, "sp")
    ns = [n for n in (name_of(ds, "t"), name_of(ds, "q"), name_of(ds, "u"), name_of(ds, "v")) if n]
    if d is None or s is None or not ns:
        return None
    lev = ds[d].values.astype("float64")
    k = int(np.argmax(lev))
    p = lev[k] * (1.0 if lev[k] > 2000 else 100.0)
    o = copied(ds)
    hit = False
    for n in ns:
        sub = o[n].isel({d: k})
        if d not in o[n].dims or not set(ds[s].dims) <= set(sub.dims):
            continue
        m = (ds[s] < p).broadcast_like(sub).transpose(*sub.dims).values
        i = o[n].dims.index(d)
        a = np.moveaxis(o[n].values.astype("float64"), i, 0).copy()
        a[k] = np.where(m, 250.0 if n == "t" else 0.0, a[k])
        hit |= bool(m.any())
        o = replaced(o, n, np.moveaxis(a, 0, i))
    return o if hit else None


def fault_theta_labelled_temperature(ds: xr.Dataset) -> xr.Dataset | None:
    """Potential temperature stored as temperature on pressure levels."""
    d, n = _lv(ds, 2), name_of(ds, "t")
    if d is None or n is None or d not in ds[n].dims:
        return None
    lev = ds[d].values.astype("float64")
    lev = lev / (100.0 if np.nanmax(lev) > 2000 else 1.0)
    f = xr.DataArray((1000.0 / lev) ** 0.2857, dims=d)
    return replaced(copied(ds), n, (ds[n] * f).transpose(*ds[n].dims).values)


def fault_t2m_from_model_level_height_uncorrected(ds: xr.Dataset) -> xr.Dataset | None:
    """2-m temperature reduced to sea level."""
    n, s = name_of(ds, "t2m"), name_of(ds, "sp")
    if not n or not s or ds[n].dims != ds[s].dims:
        return None
    h = -8000.0 * np.log(np.clip(ds[s].values.astype("float64"), 3e4, 1.1e5) / 101325.0)
    if np.nanmax(h) < 300:
        return None
    return replaced(copied(ds), n, ds[n].values + 0.0065 * h)


def fault_d2m_above_t2m(ds: xr.Dataset) -> xr.Dataset | None:
    """Dew point 3 K too high: supersaturation at most cells with moist air."""
    if not name_of(ds, "t2m"):
        return None
    return ap(ds, "d2m", lambda a: a + 3.0)


def fault_uniform_zero_field(ds: xr.Dataset) -> xr.Dataset | None:
    """Wind field present but all zero (variable created, never filled)."""
    if not name_of(ds, "u10"):
        return None
    return aps(ds, ("u10", "v10"), lambda a: a * 0.0)


def fault_units_attribute_wrong(ds: xr.Dataset) -> xr.Dataset | None:
    """Units attribute of temperature says degC while values are in K."""
    n = first(ds, ("t2m", "t"))
    if n is None or mostly_celsius(ds[n].values):
        return None
    o = copied(ds)
    o[n].attrs["units"] = "degC"
    return o
