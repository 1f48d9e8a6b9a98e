"""Quantities that reports name, computed again with NumPy and MetPy.

Each function returns a plane in the unit in which reports write the quantity. Derivatives are
centred differences on the sphere without smoothing, so they agree with other discretisations to
about a tenth; `EXACT` quantities are fields themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.ndimage import gaussian_filter1d

from diagnostics.bench.planted.fields import EARTH_KM, STANDARD_GRAVITY, Array, CaseFields

Compute = Callable[[CaseFields, int, Mapping[str, Any]], Array]

_EPSILON = 0.622


def gradients(plane: Array, fields: CaseFields) -> tuple[Array, Array]:
    """Return the derivatives toward the east and the north, per metre, (y, x)."""
    phi = np.radians(fields.latitude)
    lam = np.unwrap(np.radians(fields.longitude))
    metres = EARTH_KM * 1000.0
    cosine = np.maximum(np.cos(phi), 1e-3)[:, None]
    return np.gradient(plane, lam, axis=1) / (metres * cosine), np.gradient(
        plane, phi, axis=0
    ) / metres


def smoothed(plane: Array, sigma_km: float, fields: CaseFields) -> Array:
    """Return a field (y, x) smoothed by a Gaussian of one width; missing cells stay missing."""
    row_km = EARTH_KM * abs(np.radians(fields.latitude[1] - fields.latitude[0]))
    column_km = EARTH_KM * abs(np.radians(fields.longitude[1] - fields.longitude[0]))
    known = np.isfinite(plane)
    sums = []
    for part in (np.where(known, plane, 0.0), known.astype(float)):
        smooth = gaussian_filter1d(part, sigma_km / row_km, axis=0, mode="nearest")
        for row, cosine in enumerate(np.cos(np.radians(fields.latitude))):
            width = sigma_km / (column_km * max(float(cosine), 1e-3))
            smooth[row] = gaussian_filter1d(smooth[row], width, mode="nearest")
        sums.append(smooth)
    return np.asarray(np.divide(sums[0], sums[1], out=np.full(plane.shape, np.nan), where=known))


def divergence(u: Array, v: Array, fields: CaseFields) -> Array:
    """Return the divergence of a wind, s-1."""
    phi = np.radians(fields.latitude)[:, None]
    east, _ = gradients(u, fields)
    _, north = gradients(v, fields)
    return np.asarray(east + north - v * np.tan(phi) / (EARTH_KM * 1000.0))


def vorticity(u: Array, v: Array, fields: CaseFields) -> Array:
    """Return the relative vorticity, s-1."""
    phi = np.radians(fields.latitude)[:, None]
    east, _ = gradients(v, fields)
    _, north = gradients(u, fields)
    return np.asarray(east - north + u * np.tan(phi) / (EARTH_KM * 1000.0))


def saturation_pressure(temperature: Array) -> Array:
    """Return the saturation vapour pressure over water in Pa (Bolton 1980, equation 10)."""
    celsius = temperature - 273.15
    return np.asarray(611.2 * np.exp(17.67 * celsius / (celsius + 243.5)))


def specific_humidity(fields: CaseFields, step: int, level: float) -> Array:
    """Return the specific humidity of a level, kg kg-1."""
    if "q" in fields.upper:
        return fields.plane("q", step, level)
    e = saturation_pressure(fields.plane("t", step, level))
    e = e * fields.plane("r", step, level) / 100.0
    return np.asarray(_EPSILON * e / (level * 100.0 - (1 - _EPSILON) * e))


def relative_humidity(fields: CaseFields, step: int, level: float) -> Array:
    """Return the relative humidity of a level over water, %."""
    if "r" in fields.upper:
        return fields.plane("r", step, level)
    q = fields.plane("q", step, level)
    e = q * level * 100.0 / (_EPSILON + (1 - _EPSILON) * q)
    return np.asarray(100.0 * e / saturation_pressure(fields.plane("t", step, level)))


def dewpoint(fields: CaseFields, step: int, level: float) -> Array:
    """Return the dewpoint of a level, K."""
    q = np.maximum(specific_humidity(fields, step, level), 1e-9)
    ratio = np.log(q * level * 100.0 / (_EPSILON + (1 - _EPSILON) * q) / 611.2)
    return np.asarray(243.5 * ratio / (17.67 - ratio) + 273.15)


def theta_e(fields: CaseFields, step: int, level: float) -> Array:
    """Return the equivalent potential temperature by MetPy (Bolton 1980), K."""
    import metpy.calc as mpcalc
    from metpy.units import units

    found = mpcalc.equivalent_potential_temperature(
        level * units.hPa,
        fields.plane("t", step, level) * units.kelvin,
        dewpoint(fields, step, level) * units.kelvin,
    )
    return np.asarray(found.to("kelvin").magnitude)


def column_integral(layers: Mapping[float, Array], surface: Array | None) -> Array:
    """Integrate over pressure and divide by gravity, levels in hPa, above the surface in Pa."""
    levels = sorted(layers)
    total = np.zeros_like(layers[levels[0]])
    for upper, lower in pairwise(levels):
        depth = np.full_like(total, (lower - upper) * 100.0)
        if surface is not None:
            depth = np.clip(np.minimum(lower * 100.0, surface) - upper * 100.0, 0.0, None)
        total += 0.5 * (layers[upper] + layers[lower]) * depth / STANDARD_GRAVITY
    return total


def _layers(fields: CaseFields, step: int, top: float, value: Callable[[float], Array]) -> Array:
    name = "q" if "q" in fields.upper else "r"
    held = [float(p) for p in fields.levels[name] if p >= top]
    surface = fields.surface["sp"][step] if "sp" in fields.surface else None
    return column_integral({level: value(level) for level in held}, surface)


def precipitable_water(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    """Return the water vapour of the column, mm."""
    return _layers(fields, step, 100.0, lambda p: specific_humidity(fields, step, p))


def vapour_transport(fields: CaseFields, step: int) -> tuple[Array, Array]:
    """Return the vapour transport of the column below 300 hPa toward east and north."""
    east = _layers(
        fields, step, 300.0,
        lambda p: specific_humidity(fields, step, p) * fields.plane("u", step, p),
    )  # fmt: skip
    north = _layers(
        fields, step, 300.0,
        lambda p: specific_humidity(fields, step, p) * fields.plane("v", step, p),
    )  # fmt: skip
    return east, north


def _speed(level: float) -> Compute:
    return lambda f, k, a: np.hypot(
        f.plane("u", k, a.get("level") or level), f.plane("v", k, a.get("level") or level)
    )


def _plain(name: str, scale: float = 1.0, level: float | None = None, less: float = 0.0) -> Compute:
    return lambda f, k, a: (f.plane(name, k, (a.get("level") or level)) - less) * scale


def _surface(name: str, scale: float = 1.0) -> Compute:
    return lambda f, k, a: f.plane(name, k) * scale


def _vorticity(level: float) -> Compute:
    def compute(fields: CaseFields, step: int, given: Mapping[str, Any]) -> Array:
        at = given.get("level") or level
        return 1e5 * vorticity(fields.plane("u", step, at), fields.plane("v", step, at), fields)

    return compute


def _steepness(plane: Callable[[CaseFields, int, Mapping[str, Any]], Array]) -> Compute:
    def compute(fields: CaseFields, step: int, given: Mapping[str, Any]) -> Array:
        return 1e5 * np.hypot(*gradients(plane(fields, step, given), fields))

    return compute


def _advection(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    east, north = gradients(fields.plane("t", step, 850.0), fields)
    u, v = fields.plane("u", step, 850.0), fields.plane("v", step, 850.0)
    return np.asarray(-1e5 * (u * east + v * north))


def _surface_advection(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    warm = fields.plane("t2m", step)
    if "orog" in fields.surface:
        warm = warm + 0.0065 * fields.plane("orog", step)
    east, north = gradients(warm, fields)
    return np.asarray(-1e5 * (fields.plane("u10", step) * east + fields.plane("v10", step) * north))


def _convergence(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    return 1e5 * divergence(fields.plane("u10", step), fields.plane("v10", step), fields)


def _humidity(level: float) -> Compute:
    return lambda f, k, a: relative_humidity(f, k, a.get("level") or level)


def _k_index(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    t850, t700, t500 = (fields.plane("t", step, p) for p in (850.0, 700.0, 500.0))
    d850, d700 = dewpoint(fields, step, 850.0), dewpoint(fields, step, 700.0)
    return np.asarray((t850 - t500) + (d850 - 273.15) - (t700 - d700))


def _transport(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    return np.hypot(*vapour_transport(fields, step))


def _transport_convergence(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    return -3600.0 * divergence(*vapour_transport(fields, step), fields)


def _screen_humidity(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    warm, dew = fields.plane("t2m", step), fields.plane("d2m", step)
    return np.asarray(100.0 * saturation_pressure(dew) / saturation_pressure(warm))


def _depression(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    return np.asarray(fields.plane("t", step, 700.0) - dewpoint(fields, step, 700.0))


def _over_levels(
    take: Callable[..., Array], value: Callable[[CaseFields, int, float], Array]
) -> Compute:
    def compute(fields: CaseFields, step: int, given: Mapping[str, Any]) -> Array:
        return np.asarray(take([value(fields, step, p) for p in given["levels"]], axis=0))

    return compute


def _omega(fields: CaseFields, step: int, level: float) -> Array:
    return fields.plane("w", step, level)


def _lapse(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    fall = fields.plane("t", step, 850.0) - fields.plane("t", step, 500.0)
    depth = fields.plane("gh", step, 500.0) - fields.plane("gh", step, 850.0)
    return np.asarray(1000.0 * fall / depth)


def _thickness(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    return fields.plane("gh", step, 500.0) - fields.plane("gh", step, 1000.0)


def _change(fields: CaseFields, step: int, given: Mapping[str, Any]) -> Array:
    before = step - round(given["hours"] / ((fields.times[1] - fields.times[0]).seconds / 3600))
    if before < 0:
        raise LookupError("the data begin later")
    level = given["level"]
    now = specific_humidity(fields, step, level)
    return 1000.0 * (now - specific_humidity(fields, before, level))


def _departure(fields: CaseFields, step: int, _: Mapping[str, Any]) -> Array:
    """Height at 500 hPa less its mean over 15 degrees of longitude to each side."""
    height = fields.plane("gh", step, 500.0)
    half = round(15.0 / fields.spacing)
    padded = np.pad(height, ((0, 0), (half, half)), mode="edge")
    sums = np.cumsum(np.pad(padded, ((0, 0), (1, 0))), axis=1)
    return height - (sums[:, 2 * half + 1 :] - sums[:, : -2 * half - 1]) / (2 * half + 1)


EXACT: Mapping[str, Compute] = {
    "low_level_jet": _speed(850.0),
    "ascent": _plain("w", level=700.0),
    "closed_low": _surface("msl", 0.01),
    "surface_low_pressure": _surface("msl", 0.01),
    "cold_high_intensity": _surface("msl", 0.01),
    "subtropical_high": _plain("gh", level=500.0),
    "gh500": _plain("gh", level=500.0),
    "dry_intrusion": _humidity(500.0),
    "rh_2m": _screen_humidity,
    "dewpoint_depression_700": _depression,
    "lapse_rate_850_500": _lapse,
    "k_index": _k_index,
    "max_vertical_velocity": _over_levels(np.min, _omega),
    "q_change_24h": _change,
    "object wind_speed_10m": lambda f, k, a: np.hypot(f.plane("u10", k), f.plane("v10", k)),
    "object relative_humidity@700": _humidity(700.0),
    "object specific_humidity@850": lambda f, k, a: 1000.0 * specific_humidity(f, k, 850.0),
}
"""By kind of feature, name of index, or the field of an object; values of single grid points."""

DERIVED: Mapping[str, Compute] = {
    "vortex": _vorticity(850.0),
    "shear_line": _vorticity(850.0),
    "convergence_line": _convergence,
    "cold_advection": _advection,
    "warm_advection": _advection,
    "mslp_gradient": _steepness(_surface("msl", 0.01)),
    "horizontal_temperature_gradient": _steepness(_plain("t", level=850.0)),
    "surface_negative_temp_advection": _surface_advection,
    "wv_flux_convergence_intensity": _transport_convergence,
    "pwat": precipitable_water,
    "ivt": _transport,
    "max_subsidence": _over_levels(np.max, _omega),
    "band equivalent_potential_temperature@850": _steepness(lambda f, k, a: theta_e(f, k, 850.0)),
    "band mean_sea_level_pressure": _steepness(_surface("msl", 0.01)),
    "tongue equivalent_potential_temperature@850": lambda f, k, a: theta_e(f, k, 850.0),
    "tongue precipitable_water": precipitable_water,
    "object cyclonic_vorticity@500": _vorticity(500.0),
    "object precipitable_water": precipitable_water,
}
"""Likewise, where differences or integrals leave room for another discretisation."""

SMOOTHED_KM: Mapping[str, float] = {
    "mslp_gradient": 50.0,
    "horizontal_temperature_gradient": 75.0,
    "surface_negative_temp_advection": 75.0,
    "wv_flux_convergence_intensity": 75.0,
}
"""Indices that reports give smoothed, and say so: the standard deviation of the Gaussian."""

MEANS: Mapping[str, Compute] = {
    "temperature_level": _plain("t", level=850.0, less=273.15),
    "thickness_1000_500": _thickness,
    "average_relative_humidity": _over_levels(np.mean, lambda f, k, p: relative_humidity(f, k, p)),
    "max_subsidence": _over_levels(np.mean, _omega),
}
"""Indices that are means over their region."""

DEPARTURES = ("trough_axis", "ridge_axis")
"""Axes, whose value is checked by sign and size against `departure`."""

departure = _departure
