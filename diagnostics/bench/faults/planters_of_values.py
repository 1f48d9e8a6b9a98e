"""Faults of units, signs, names, fill values and packing.

Written from general knowledge of files met in practice, without sight of the rules that they test.
Each returns a changed copy, or None where the data do not allow it.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np
import xarray as xr

from diagnostics.bench.faults.planter_tools import (
    ap,
    aps,
    copied,
    first,
    mostly_celsius,
    name_of,
    replaced,
)


def fault_t2m_celsius_labelled_kelvin(ds: xr.Dataset) -> xr.Dataset | None:
    """2-m temperature written in degC while units say K."""
    n = name_of(ds, "t2m")
    if n is None or mostly_celsius(ds[n].values):
        return None
    return ap(ds, "t2m", lambda a: a - 273.15)


def fault_t2m_fahrenheit_labelled_kelvin(ds: xr.Dataset) -> xr.Dataset | None:
    """2-m temperature in degF in a field labelled K."""
    n = name_of(ds, "t2m")
    if n is None or mostly_celsius(ds[n].values):
        return None
    return ap(ds, "t2m", lambda a: (a - 273.15) * 1.8 + 32)


def fault_t2m_kelvin_offset_twice(ds: xr.Dataset) -> xr.Dataset | None:
    """273.15 added twice (a converter run on data already in K)."""
    return ap(ds, "t2m", lambda a: a + 273.15)


def fault_t2m_offset_273(ds: xr.Dataset) -> xr.Dataset | None:
    """Integer 273 instead of 273.15 used in a round trip."""
    return ap(ds, "t2m", lambda a: a + 0.15)


def fault_d2m_celsius_labelled_kelvin(ds: xr.Dataset) -> xr.Dataset | None:
    """Dew point in degC while units say K; the temperature stays in K."""
    n = name_of(ds, "d2m")
    if n is None or mostly_celsius(ds[n].values):
        return None
    return ap(ds, "d2m", lambda a: a - 273.15)


def fault_msl_hpa_labelled_pa(ds: xr.Dataset) -> xr.Dataset | None:
    """sea-level pressure in hPa, units attribute still Pa."""
    return ap(ds, "msl", lambda a: a / 100.0)


def fault_sp_hpa_labelled_pa(ds: xr.Dataset) -> xr.Dataset | None:
    """Surface pressure in hPa, units attribute still Pa."""
    return ap(ds, "sp", lambda a: a / 100.0)


def fault_msl_is_surface_pressure(ds: xr.Dataset) -> xr.Dataset | None:
    """Msl overwritten by surface pressure (reduction to sea level never applied)."""
    m, s = name_of(ds, "msl"), name_of(ds, "sp")
    if not m or not s or ds[m].dims != ds[s].dims:
        return None
    return replaced(copied(ds), m, ds[s].values)


def fault_tp_mm_labelled_m(ds: xr.Dataset) -> xr.Dataset | None:
    """Precipitation in mm in a field labelled m (factor 1000 too large)."""
    n = name_of(ds, "tp")
    if n is None or not np.nanmax(ds[n].values) > 0 or "kg" in ds[n].attrs.get("units", ""):
        return None
    return ap(ds, "tp", lambda a: a * 1000.0)


def fault_tp_m_labelled_mm(ds: xr.Dataset) -> xr.Dataset | None:
    """Precipitation values in m, units attribute changed to mm (factor 1000 too small)."""
    n = name_of(ds, "tp")
    if n is None or not np.nanmax(ds[n].values) > 0:
        return None
    o = copied(ds)
    if "kg" in ds[n].attrs.get("units", "") or "mm" in ds[n].attrs.get("units", ""):
        return replaced(o, n, ds[n].values / 1000.0)
    o[n].attrs["units"] = "mm"
    return o


def fault_tp_rate_kept_as_amount(ds: xr.Dataset) -> xr.Dataset | None:
    """Mean rate (kg m-2 s-1) stored under the name and unit of an hourly amount (factor 1/3600)."""
    n = name_of(ds, "tp")
    if n is None or not np.nanmax(ds[n].values) > 0:
        return None
    return ap(ds, "tp", lambda a: a / 3600.0)


def fault_wind_knots_labelled_ms(ds: xr.Dataset) -> xr.Dataset | None:
    """10-m wind components in knots while units say m/s."""
    if not (name_of(ds, "u10") and name_of(ds, "v10")):
        return None
    return aps(ds, ("u10", "v10"), lambda a: a * 1.943844)


def fault_wind_kmh_labelled_ms(ds: xr.Dataset) -> xr.Dataset | None:
    """All wind components in km/h while units say m/s."""
    if not (name_of(ds, "u10") or name_of(ds, "u")):
        return None
    return aps(ds, ("u10", "v10", "u", "v"), lambda a: a * 3.6)


def fault_z_height_labelled_geopotential(ds: xr.Dataset) -> xr.Dataset | None:
    """Geopotential divided by g but still labelled m2 s-2."""
    return ap(ds, "z", lambda a: a / 9.80665)


def fault_gh_decametres_labelled_metres(ds: xr.Dataset) -> xr.Dataset | None:
    """Geopotential height in gpdm in a field labelled gpm."""
    return ap(ds, "gh", lambda a: a / 10.0)


def fault_q_gkg_labelled_kgkg(ds: xr.Dataset) -> xr.Dataset | None:
    """Specific humidity in g/kg labelled kg/kg."""
    return ap(ds, "q", lambda a: a * 1000.0)


def fault_r_fraction_labelled_percent(ds: xr.Dataset) -> xr.Dataset | None:
    """Relative humidity 0..1 labelled %."""
    n = name_of(ds, "r")
    if n is None or np.nanmax(ds[n].values) < 5:
        return None
    return ap(ds, "r", lambda a: a / 100.0)


def fault_r_ice_saturation_below_zero(ds: xr.Dataset) -> xr.Dataset | None:
    """Relative humidity over ice written for all t < 273.16 K instead of over water."""
    r, t = name_of(ds, "r"), name_of(ds, "t")
    if not r or not t or ds[r].dims != ds[t].dims or np.nanmin(ds[t].values) > 268:
        return None
    T = ds[t].values.astype("float64") - 273.16
    ew = 611.2 * np.exp(17.502 * T / (T + 240.97))
    ei = 611.2 * np.exp(22.587 * T / (T + 273.86))
    return replaced(copied(ds), r, np.where(T < 0, ds[r].values * ew / ei, ds[r].values))


def fault_q_holds_relative_humidity(ds: xr.Dataset) -> xr.Dataset | None:
    """Moisture mix-up: relative humidity divided by 100 copied into specific humidity."""
    q, r = name_of(ds, "q"), name_of(ds, "r")
    if not q or not r or ds[q].dims != ds[r].dims:
        return None
    return replaced(copied(ds), q, ds[r].values / 100.0)


def fault_omega_sign_reversed(ds: xr.Dataset) -> xr.Dataset | None:
    """Vertical velocity with the sign of w in m/s (upward positive) while labelled Pa/s."""
    return ap(ds, "w", lambda a: -a)


def fault_omega_ms_labelled_pas(ds: xr.Dataset) -> xr.Dataset | None:
    """Vertical velocity in m/s (about -1/10 of omega) in a field labelled Pa/s."""
    return ap(ds, "w", lambda a: -a / 10.0)


def fault_v10_sign_flipped(ds: xr.Dataset) -> xr.Dataset | None:
    """Sign of the northward 10-m wind reversed (north-south flipped grid rotated wrongly)."""
    return ap(ds, "v10", lambda a: -a)


def fault_u_levels_sign_flipped(ds: xr.Dataset) -> xr.Dataset | None:
    """Sign of the eastward wind on levels reversed."""
    return ap(ds, "u", lambda a: -a)


def fault_u10_v10_exchanged(ds: xr.Dataset) -> xr.Dataset | None:
    """u10 and v10 swapped."""
    a, b = name_of(ds, "u10"), name_of(ds, "v10")
    if not a or not b:
        return None
    return replaced(replaced(copied(ds), a, ds[b].values), b, ds[a].values)


def fault_u_v_exchanged_on_levels(ds: xr.Dataset) -> xr.Dataset | None:
    """U and v swapped on all levels."""
    a, b = name_of(ds, "u"), name_of(ds, "v")
    if not a or not b or ds[a].dims != ds[b].dims:
        return None
    return replaced(replaced(copied(ds), a, ds[b].values), b, ds[a].values)


def fault_t2m_d2m_exchanged(ds: xr.Dataset) -> xr.Dataset | None:
    """Temperature and dew point swapped."""
    a, b = name_of(ds, "t2m"), name_of(ds, "d2m")
    if not a or not b:
        return None
    return replaced(replaced(copied(ds), a, ds[b].values), b, ds[a].values)


def fault_mx2t_mn2t_exchanged(ds: xr.Dataset) -> xr.Dataset | None:
    """Maximum and minimum temperature swapped."""
    a, b = name_of(ds, "mx2t"), name_of(ds, "mn2t")
    if not a or not b:
        return None
    return replaced(replaced(copied(ds), a, ds[b].values), b, ds[a].values)


def fault_wind_given_as_speed_and_direction(ds: xr.Dataset) -> xr.Dataset | None:
    """u10 holds speed and v10 the direction in degrees."""
    a, b = name_of(ds, "u10"), name_of(ds, "v10")
    if not a or not b:
        return None
    u, v = ds[a].values.astype("float64"), ds[b].values.astype("float64")
    return replaced(
        replaced(copied(ds), a, np.hypot(u, v)), b, np.degrees(np.arctan2(-u, -v)) % 360
    )


def fault_wind_direction_towards(ds: xr.Dataset) -> xr.Dataset | None:
    """Wind vectors reversed: 'to' direction used as 'from' direction, both components negated."""
    if not (name_of(ds, "u10") and name_of(ds, "v10")):
        return None
    return aps(ds, ("u10", "v10"), lambda a: -a)


def fault_gust_is_mean_wind_scaled_down(ds: xr.Dataset) -> xr.Dataset | None:
    """Gust below the mean wind (gust field multiplied by 0.5)."""
    return ap(ds, "gust", lambda a: a * 0.5)


def fault_lsm_inverted(ds: xr.Dataset) -> xr.Dataset | None:
    """land-sea mask inverted (1 = sea)."""
    return ap(ds, "lsm", lambda a: 1.0 - a)


def _patch(a, dims, val, ds, frac=3):
    """Fill the first 1/frac of rows and columns (last two axes) with val."""
    b = a.copy()
    m, k = b.shape[-2:]
    b[..., : max(1, m // frac), : max(1, k // frac)] = val
    return b


def fault_fill_9999_as_data(ds: xr.Dataset) -> xr.Dataset | None:
    """Missing values stored as 9999 without _FillValue."""
    n = first(ds, ("t2m", "t", "u10", "msl", "tp"))
    if n is None or ds[n].ndim < 2:
        return None
    return replaced(copied(ds), n, _patch(ds[n].values.astype("float64"), ds[n].dims, 9999.0, ds))


def fault_fill_minus999_as_data(ds: xr.Dataset) -> xr.Dataset | None:
    """Missing rain stored as -999 without _FillValue."""
    n = first(ds, ("tp", "d2m", "sst"))
    if n is None or ds[n].ndim < 2:
        return None
    return replaced(copied(ds), n, _patch(ds[n].values.astype("float64"), ds[n].dims, -999.0, ds))


def fault_fill_zero_as_data(ds: xr.Dataset) -> xr.Dataset | None:
    """Missing part of the field filled with zero (0 K, 0 Pa)."""
    n = first(ds, ("t2m", "msl", "sp", "t"))
    if n is None or ds[n].ndim < 2:
        return None
    return replaced(copied(ds), n, _patch(ds[n].values.astype("float64"), ds[n].dims, 0.0, ds))


def fault_fill_1e20_in_few_cells(ds: xr.Dataset) -> xr.Dataset | None:
    """A handful of cells hold 1e20 (CMIP fill value lost on conversion)."""
    n = first(ds, ("t2m", "t", "u", "tp"))
    if n is None or ds[n].size < 50:
        return None
    a = ds[n].values.astype("float64").ravel().copy()
    a[:: max(1, a.size // 17)] = 1e20
    return replaced(copied(ds), n, a.reshape(ds[n].shape))


def fault_scale_factor_not_applied(ds: xr.Dataset) -> xr.Dataset | None:
    """Packed integers handed on as data: (x - offset) / scale."""
    n = first(ds, ("t2m", "msl", "t"))
    if n is None:
        return None
    a = ds[n].values.astype("float64")
    lo, hi = np.nanmin(a), np.nanmax(a)
    if not hi > lo:
        return None
    s = (hi - lo) / 65000.0
    return replaced(copied(ds), n, np.round((a - (lo + hi) / 2) / s))


def fault_scale_factor_of_other_field(ds: xr.Dataset) -> xr.Dataset | None:
    """Scale and offset of the wind used for temperature (value range of u10 on t2m)."""
    a, b = name_of(ds, "t2m"), name_of(ds, "u10")
    if not a or not b:
        return None
    x, y = ds[a].values.astype("float64"), ds[b].values.astype("float64")
    z = (x - np.nanmin(x)) / (np.nanmax(x) - np.nanmin(x))
    return replaced(copied(ds), a, np.nanmin(y) + z * (np.nanmax(y) - np.nanmin(y)))


def fault_int16_overflow(ds: xr.Dataset) -> xr.Dataset | None:
    """Values above a limit wrap round to the bottom of the packed range."""
    n = first(ds, ("t2m", "msl", "sp"))
    if n is None:
        return None
    a = ds[n].values.astype("float64")
    p, lo, hi = np.nanpercentile(a, 97), np.nanmin(a), np.nanmax(a)
    if not hi > p:
        return None
    return replaced(copied(ds), n, np.where(a > p, a - (p - lo) - 0.2 * (hi - lo), a))


def fault_precision_lost(ds: xr.Dataset) -> xr.Dataset | None:
    """Values rounded to ten units."""
    n = first(ds, ("msl", "sp"))
    if n is not None:
        return replaced(copied(ds), n, np.round(ds[n].values / 1000.0) * 1000.0)
    n = first(ds, ("t2m", "t"))
    return None if n is None else replaced(copied(ds), n, np.round(ds[n].values / 5.0) * 5.0)


def fault_clipped_extremes(ds: xr.Dataset) -> xr.Dataset | None:
    """Wind components clipped to +-8 m/s (valid_range taken too narrow)."""
    n = name_of(ds, "u10")
    if n is None or np.nanmax(np.abs(ds[n].values)) < 9:
        return None
    return aps(ds, ("u10", "v10"), lambda a: np.clip(a, -8, 8))


def fault_spikes(ds: xr.Dataset) -> xr.Dataset | None:
    """Isolated wild values: 0.1 % of the temperatures + 25 K."""
    n = first(ds, ("t2m", "t"))
    if n is None:
        return None
    a = ds[n].values.astype("float64").ravel().copy()
    g = np.flatnonzero(np.isfinite(a))
    k = np.random.default_rng(7).choice(g, max(1, g.size // 1000), replace=False)
    a[k] += 25.0
    return replaced(copied(ds), n, a.reshape(ds[n].shape))


def fault_checkerboard_noise(ds: xr.Dataset) -> xr.Dataset | None:
    """two-grid-length noise of +-4 K on temperature (spectral or interpolation error)."""
    n = first(ds, ("t2m", "t"))
    if n is None or ds[n].ndim < 2:
        return None
    m, k = ds[n].shape[-2:]
    return replaced(
        copied(ds), n, ds[n].values + 4.0 * (-1.0) ** (np.arange(m)[:, None] + np.arange(k)[None])
    )
