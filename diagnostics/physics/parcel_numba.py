"""The ascent of many parcels, compiled: the same pass as in `parcel_numpy`, column by column.

Single-threaded on purpose: work is spread over processes, and threads within them stall.
Saturation pressure and pseudo-adiabat are read from tables with guarded ranges; a temperature
outside them is computed by the formula.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, exp, isnan, log, nan
from typing import Final

import numba
import numpy as np

from diagnostics.constants import (
    EPSILON,
    GAS_CONSTANT_DRY,
    GAS_CONSTANT_VAPOUR,
    HEAT_CAPACITY_DRY,
    HEAT_CAPACITY_LIQUID,
    HEAT_CAPACITY_VAPOUR,
    KAPPA,
    LATENT_HEAT_VAPORIZATION,
    TRIPLE_POINT,
)
from diagnostics.physics.lifting import FINE_STEP
from diagnostics.physics.parcel_numpy import CLOSE, Energies
from diagnostics.physics.parcel_start import Columns, ParcelStart
from diagnostics.physics.parcel_tables import (
    TABLE_COLDEST,
    TABLE_STEP,
    TABLE_WARMEST,
    adiabat_tables,
)
from diagnostics.physics.saturation import (
    ES_OFFSET,
    ES_POWER,
    ES_SLOPE,
    FloatArray,
    saturation_vapor_pressure,
)

_ES_STEP: Final = 0.25
_ES_SIZE: Final = round((TABLE_WARMEST - TABLE_COLDEST) / _ES_STEP) + 1
_HEAT_DIFFERENCE: Final = HEAT_CAPACITY_LIQUID - HEAT_CAPACITY_VAPOUR
_LATENT_EPSILON: Final = LATENT_HEAT_VAPORIZATION * EPSILON
_LCL_SLOPE: Final = (
    LATENT_HEAT_VAPORIZATION + _HEAT_DIFFERENCE * TRIPLE_POINT
) / GAS_CONSTANT_VAPOUR
_LCL_POWER: Final = _HEAT_DIFFERENCE / GAS_CONSTANT_VAPOUR

_compile = numba.njit(cache=True, nogil=True)


@lru_cache(maxsize=1)
def _saturation_table() -> FloatArray:
    """Return pressure and its slope times the step, (2, entry); relative error below 1e-9."""
    t = TABLE_COLDEST + _ES_STEP * np.arange(_ES_SIZE)
    es = saturation_vapor_pressure(t)
    return np.stack([es, es * (ES_SLOPE / t - ES_POWER) / t * _ES_STEP])


@_compile
def _hermite(values, slopes, position):  # type: ignore[no-untyped-def]
    index = int(position)
    s = position - index
    low, first, second = values[index], slopes[index], slopes[index + 1]
    rise = values[index + 1] - low
    cubic = first + second - 2.0 * rise
    return low + s * (first + s * (rise - first - cubic + s * cubic))


@_compile
def _saturation(table, temperature):  # type: ignore[no-untyped-def]
    if TABLE_COLDEST <= temperature < TABLE_WARMEST:
        return _hermite(table[0], table[1], (temperature - TABLE_COLDEST) / _ES_STEP)
    if temperature > 0.0:
        return exp(ES_OFFSET - ES_POWER * log(temperature) - ES_SLOPE / temperature)
    return nan


@_compile
def _ratio(table, pressure, temperature):  # type: ignore[no-untyped-def]
    es = _saturation(table, temperature)
    return EPSILON * es / (pressure - es) if es < pressure else nan


@_compile
def _felt(temperature, ratio, moist):  # type: ignore[no-untyped-def]
    if moist:
        return temperature * (ratio + EPSILON) / (EPSILON * (1.0 + ratio))
    return temperature


@_compile
def _lapse(table, pressure, temperature):  # type: ignore[no-untyped-def]
    es = _saturation(table, temperature)
    moisture = _LATENT_EPSILON * es / (pressure - es)
    dry = GAS_CONSTANT_DRY * temperature
    return (dry + moisture) / (HEAT_CAPACITY_DRY + moisture * _LATENT_EPSILON / (dry * temperature))


@_compile
def _pseudoadiabat(table, pressure, temperature, target):  # type: ignore[no-untyped-def]
    distance = log(target / pressure)
    if isnan(distance) or isnan(temperature):
        return nan
    steps = max(1, ceil(abs(distance) / FINE_STEP))
    h = distance / steps
    half = exp(0.5 * h)
    t = temperature
    for _ in range(steps):
        middle = pressure * half
        end = middle * half
        k1 = _lapse(table, pressure, t)
        k2 = _lapse(table, middle, t + 0.5 * h * k1)
        k3 = _lapse(table, middle, t + 0.5 * h * k2)
        k4 = _lapse(table, end, t + h * k3)
        t += h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4)
        pressure = end
    return t


@_compile
def _condensation(table, pressure, temperature, dewpoint):  # type: ignore[no-untyped-def]
    ratio = _ratio(table, pressure, dewpoint)
    q = ratio / (1.0 + ratio)
    heat = HEAT_CAPACITY_DRY + q * (HEAT_CAPACITY_VAPOUR - HEAT_CAPACITY_DRY)
    power = heat / (GAS_CONSTANT_DRY + q * (GAS_CONSTANT_VAPOUR - GAS_CONSTANT_DRY))
    a = power + _LCL_POWER
    c = -_LCL_SLOPE / (temperature * a)
    humidity = _saturation(table, dewpoint) / _saturation(table, temperature)
    if isnan(humidity) or isnan(c) or humidity <= 0.0:
        return nan, nan
    offset = log(humidity) / a
    target = offset + c + log(-c)
    w = c
    for _ in range(7):
        step = (w + log(-w) - target) / (1.0 + 1.0 / w)
        w -= step
        if abs(step) < 1e-13:
            break
    return pressure * (c / w) ** power, c / w * temperature


@_compile
def _climb(values, slopes, dry, layer, temperature):  # type: ignore[no-untyped-def]
    if temperature < TABLE_COLDEST:
        return temperature * dry[layer]
    if temperature < TABLE_WARMEST:
        position = (temperature - TABLE_COLDEST) / TABLE_STEP
        return _hermite(values[layer], slopes[layer], position)
    return nan


@_compile
def _lift(levels, log_levels, t, td, p0, t0, td0, first, tables, moist):  # type: ignore[no-untyped-def]
    """Return CAPE and CIN in K, LCL in Pa, and ln p of LFC and EL of one column."""
    es_table, map_values, map_slopes, map_dry = tables
    ratio0 = _ratio(es_table, p0, td0)
    lcl, lcl_t = _condensation(es_table, p0, t0, td0)
    if isnan(lcl) or isnan(ratio0):
        return nan, nan, nan, nan, nan
    cloudy = lcl > p0
    base, parcel, start_ratio = t0 * (lcl / p0) ** KAPPA, t0, ratio0
    if cloudy:
        base = t0
        parcel = _pseudoadiabat(es_table, lcl, t0, p0)
        start_ratio = _ratio(es_table, p0, parcel)
    parcel_felt = _felt(parcel, start_ratio, moist)
    around = _felt(t0, ratio0, moist)
    limit, top_limit = lcl, lcl
    if moist or cloudy:
        limit = _condensation(es_table, p0, parcel_felt, td0)[0]
        top_limit = limit
        if cloudy:
            top_limit = _condensation(es_table, p0, around, td0)[0]
    log_limit, log_top_limit, log_lcl = log(limit), log(top_limit), log(lcl)

    y0, lp0 = parcel_felt - around, log(p0)
    open_start = abs(y0) > 1e-8 + CLOSE * abs(around)
    below_p, below_t, below_td = p0, t0, td0
    area, below_limit, above_limit = 0.0, 0.0, nan
    log_lfc, area_lfc, log_el, area_el = nan, nan, nan, nan
    inner, rises, buoyant, saturated = False, False, False, False
    for k in range(first, levels.size):
        pressure = levels[k]
        enters = not saturated and pressure < lcl
        inserted = enters and not cloudy
        for point in range(2 if inserted else 1):
            if inserted and point == 0:
                weight = (below_p - lcl) / (below_p - pressure)
                env_t = below_t + weight * (t[k] - below_t)
                env_td = below_td + weight * (td[k] - below_td)
                p, lp, parcel = lcl, log_lcl, lcl_t
            else:
                env_t, env_td, p, lp = t[k], td[k], pressure, log_levels[k]
                if saturated:
                    parcel = _climb(map_values, map_slopes, map_dry, k - 1, parcel)
                elif enters:
                    parcel = _pseudoadiabat(es_table, lcl, base, pressure)
                else:
                    parcel = t0 * (pressure / p0) ** KAPPA
            ratio = ratio0 if p > lcl else _ratio(es_table, p, parcel)
            around = _felt(env_t, _ratio(es_table, p, env_td), moist)
            y1 = _felt(parcel, ratio, moist) - around
            if isnan(y1):
                return nan, nan, nan, nan, nan
            area1 = area + 0.5 * (y0 + y1) * (lp0 - lp)
            changes = (y0 > 0.0) != (y1 > 0.0) or (y0 < 0.0) != (y1 < 0.0)
            if changes and (inner or open_start):
                crossing = (y1 * lp0 - y0 * lp) / (y1 - y0)
                area_crossing = area + 0.5 * y0 * (lp0 - crossing)
                if y1 > 0.0:
                    rises = True
                    if crossing < log_limit and isnan(log_lfc):
                        log_lfc, area_lfc = crossing, area_crossing
                if inner:
                    if y1 < 0.0:
                        log_el, area_el = crossing, area_crossing
                    area1 = area_crossing + 0.5 * y1 * (crossing - lp)
                    if crossing >= log_limit - CLOSE:
                        below_limit = area_crossing
                    if isnan(above_limit) and crossing <= log_limit + CLOSE:
                        above_limit = area_crossing
            area = area1
            if lp >= log_limit - CLOSE:
                below_limit = area
            if isnan(above_limit) and lp <= log_limit + CLOSE:
                above_limit = area
            if y1 > 1e-8 + CLOSE * abs(around) and lp < log_limit:
                buoyant = True
            y0, lp0, inner, open_start = y1, lp, True, False
        saturated = saturated or enters
        below_p, below_t, below_td = pressure, t[k], td[k]

    crossed = not isnan(log_lfc)
    at_limit = not crossed and (not log_el > log_limit if rises else buoyant)
    if not crossed and not at_limit:
        return 0.0, 0.0, lcl, nan, nan
    open_top = y0 > 0.0 or not log_el < log_top_limit
    highest = area if open_top else area_el
    el = nan if open_top else log_el
    if crossed:
        return highest - area_lfc, min(area_lfc, 0.0), lcl, log_lfc, el
    cape = 0.0 if isnan(above_limit) else highest - above_limit
    return cape, min(below_limit, 0.0), lcl, log_limit, el


@_compile
def _lift_all(levels, t, td, p0, t0, td0, first, tables, moist, result):  # type: ignore[no-untyped-def]
    log_levels = np.log(levels)
    for j in range(p0.size):
        cape, cin, lcl, lfc, el = _lift(
            levels,
            log_levels,
            t[:, j],
            td[:, j],
            p0[j],
            t0[j],
            td0[j],
            first[j],
            tables,
            moist,
        )
        result[0, j], result[1, j] = GAS_CONSTANT_DRY * cape, GAS_CONSTANT_DRY * cin
        result[2, j], result[3, j], result[4, j] = lcl, exp(lfc), exp(el)


def ascend(columns: Columns, start: ParcelStart, *, virtual_temperature: bool) -> Energies:
    """Lift the parcels and return the energies; same answers as the NumPy kernel to 1e-9.

    Parameters
    ----------
    columns : Columns
        The soundings.
    start : ParcelStart
        Where each parcel starts.
    virtual_temperature : bool
        Whether buoyancy counts the moisture.
    """
    tables = adiabat_tables(tuple(columns.levels.tolist()))
    result = np.empty((5, start.pressure.size))
    _lift_all(
        np.ascontiguousarray(columns.levels),
        np.ascontiguousarray(columns.temperature),
        np.ascontiguousarray(columns.dewpoint),
        np.ascontiguousarray(start.pressure),
        np.ascontiguousarray(start.temperature),
        np.ascontiguousarray(start.dewpoint),
        start.first,
        (_saturation_table(), tables.values, tables.slopes, tables.dry),
        virtual_temperature,
        result,
    )
    return Energies(*result)
