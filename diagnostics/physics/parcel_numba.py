"""The ascent of many parcels, compiled: the same pass as in `parcel_numpy`, column by column.

Single-threaded on purpose: work is spread over processes, and threads within them stall.
"""

from __future__ import annotations

from math import ceil, exp, isnan, log, nan
from typing import Any, Final

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
from diagnostics.physics.parcel_numpy import CLOSE, Energies, virtual
from diagnostics.physics.parcel_start import Columns, ParcelStart
from diagnostics.physics.parcel_tables import (
    SATURATION_STEP,
    TABLE_COLDEST,
    TABLE_STEP,
    TABLE_WARMEST,
    adiabat_tables,
    saturation_table,
)
from diagnostics.physics.saturation import (
    ES_OFFSET,
    ES_POWER,
    ES_SLOPE,
    FloatArray,
    saturation_mixing_ratio,
)

_HEAT_DIFFERENCE: Final = HEAT_CAPACITY_LIQUID - HEAT_CAPACITY_VAPOUR
_LATENT_EPSILON: Final = LATENT_HEAT_VAPORIZATION * EPSILON
_LCL_SLOPE: Final = (
    LATENT_HEAT_VAPORIZATION + _HEAT_DIFFERENCE * TRIPLE_POINT
) / GAS_CONSTANT_VAPOUR
_LCL_POWER: Final = _HEAT_DIFFERENCE / GAS_CONSTANT_VAPOUR

_LADDER_BOTTOM: Final = 110000.0
"""Pa; parcels that condense deeper are followed in steps."""
_LADDER_STEP: Final = 0.05
"""Distance of the rungs in ln p."""

# The compiled functions carry no annotations: their types are the compiler's to find, and mypy is
# told so at each.
_compile = numba.njit(cache=True, nogil=True, error_model="numpy")


_ES: Final = saturation_table()


@_compile
def _saturation(temperature: Any) -> Any:
    position = (temperature - TABLE_COLDEST) * (1.0 / SATURATION_STEP)
    if not 0.0 <= position < _ES.shape[0] - 1:
        return exp(ES_OFFSET - ES_POWER * log(temperature) - ES_SLOPE / temperature)
    index = int(position)
    s = position - index
    low, first = _ES[index, 0], _ES[index, 1]
    rise, second = _ES[index + 1, 0] - low, _ES[index + 1, 1]
    cubic = first + second - 2.0 * rise
    return low + s * (first + s * (rise - first - cubic + s * cubic))


@_compile
def _ratio(pressure: Any, temperature: Any) -> Any:
    es = _saturation(temperature)
    return EPSILON * es / (pressure - es) if es < pressure else nan


@_compile
def _felt(temperature: Any, ratio: Any, moist: Any) -> Any:
    if moist:
        return temperature * (ratio + EPSILON) / (EPSILON * (1.0 + ratio))
    return temperature


@_compile
def _lapse(pressure: Any, temperature: Any) -> Any:
    es = _saturation(temperature)
    moisture = _LATENT_EPSILON * es / (pressure - es)
    dry = GAS_CONSTANT_DRY * temperature
    return (dry + moisture) / (HEAT_CAPACITY_DRY + moisture * _LATENT_EPSILON / (dry * temperature))


@_compile
def _pseudoadiabat(pressure: Any, temperature: Any, target: Any) -> Any:
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
        k1 = _lapse(pressure, t)
        k2 = _lapse(middle, t + 0.5 * h * k1)
        k3 = _lapse(middle, t + 0.5 * h * k2)
        k4 = _lapse(end, t + h * k3)
        t += h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4)
        pressure = end
    return t


@_compile
def _condensation(pressure: Any, temperature: Any, dewpoint: Any) -> Any:
    ratio = _ratio(pressure, dewpoint)
    q = ratio / (1.0 + ratio)
    heat = HEAT_CAPACITY_DRY + q * (HEAT_CAPACITY_VAPOUR - HEAT_CAPACITY_DRY)
    power = heat / (GAS_CONSTANT_DRY + q * (GAS_CONSTANT_VAPOUR - GAS_CONSTANT_DRY))
    a = power + _LCL_POWER
    c = -_LCL_SLOPE / (temperature * a)
    humidity = _saturation(dewpoint) / _saturation(temperature)
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
def _climb(maps: Any, dry: Any, layer: Any, temperature: Any) -> Any:
    if temperature < TABLE_COLDEST:
        return temperature * dry[layer]
    if not temperature < TABLE_WARMEST:
        return nan
    position = (temperature - TABLE_COLDEST) * (1.0 / TABLE_STEP)
    index = int(position)
    s = position - index
    low, first = maps[layer, index, 0], maps[layer, index, 1]
    rise, second = maps[layer, index + 1, 0] - low, maps[layer, index + 1, 1]
    cubic = first + second - 2.0 * rise
    return low + s * (first + s * (rise - first - cubic + s * cubic))


@_compile
def _lift(
    levels: Any,
    log_levels: Any,
    exner: Any,
    t: Any,
    td: Any,
    felt: Any,
    j: Any,
    p0: Any,
    t0: Any,
    td0: Any,
    first: Any,
    maps: Any,
    dry: Any,
    moist: Any,
) -> Any:
    """Return CAPE and CIN in K, LCL in Pa, and ln p of LFC and EL of one column."""
    ratio0 = _ratio(p0, td0)
    lcl, lcl_t = _condensation(p0, t0, td0)
    if isnan(lcl) or isnan(ratio0):
        return nan, nan, nan, nan, nan
    cloudy = lcl > p0
    theta = t0 / p0**KAPPA
    base, parcel, start_ratio = theta * lcl**KAPPA, t0, ratio0
    if cloudy:
        base = t0
        parcel = _pseudoadiabat(lcl, t0, p0)
        start_ratio = _ratio(p0, parcel)
    parcel_felt = _felt(parcel, start_ratio, moist)
    around = _felt(t0, ratio0, moist)
    limit, top_limit = lcl, lcl
    if moist or cloudy:
        limit = _condensation(p0, parcel_felt, td0)[0]
        top_limit = limit
        if cloudy:
            top_limit = _condensation(p0, around, td0)[0]
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
                env_t = below_t + weight * (t[k, j] - below_t)
                env_td = below_td + weight * (td[k, j] - below_td)
                around = _felt(env_t, _ratio(lcl, env_td), moist)
                p, lp, parcel = lcl, log_lcl, lcl_t
            else:
                around, p, lp = felt[k, j], pressure, log_levels[k]
                if saturated:
                    parcel = _climb(maps, dry, k - 1, parcel)
                elif enters:
                    parcel = _pseudoadiabat(lcl, base, pressure)
                else:
                    parcel = theta * exner[k]
            ratio = ratio0 if p > lcl else _ratio(p, parcel)
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
        below_p, below_t, below_td = pressure, t[k, j], td[k, j]

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
def _lift_all(
    levels: Any,
    t: Any,
    td: Any,
    felt: Any,
    p0: Any,
    t0: Any,
    td0: Any,
    first: Any,
    maps: Any,
    dry: Any,
    moist: Any,
    result: Any,
) -> Any:
    log_levels, exner = np.log(levels), levels**KAPPA
    for j in range(p0.size):
        cape, cin, lcl, lfc, el = _lift(
            levels,
            log_levels,
            exner,
            t,
            td,
            felt,
            j,
            p0[j],
            t0[j],
            td0[j],
            first[j],
            maps,
            dry,
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
    t, td = columns.temperature, columns.dewpoint
    felt = t
    if virtual_temperature:
        # NumPy's exponential is faster over whole arrays than the compiled scalar one.
        felt = virtual(t, saturation_mixing_ratio(columns.levels[:, np.newaxis], td))
    result = np.empty((5, start.pressure.size))
    _lift_all(
        np.ascontiguousarray(columns.levels),
        np.ascontiguousarray(t),
        np.ascontiguousarray(td),
        np.ascontiguousarray(felt),
        np.ascontiguousarray(start.pressure),
        np.ascontiguousarray(start.temperature),
        np.ascontiguousarray(start.dewpoint),
        start.first,
        tables.maps,
        tables.dry,
        virtual_temperature,
        result,
    )
    return Energies(*result)


@_compile
def _lift_to(
    target: Any, p0: Any, t0: Any, td0: Any, ladder: Any, maps: Any, dry: Any, result: Any
) -> Any:
    last = ladder.size - 1
    step = log(ladder[0] / target) / last
    for j in range(p0.size):
        lcl = _condensation(p0[j], t0[j], td0[j])[0]
        if isnan(lcl):
            result[j] = nan
        elif not target < lcl:
            result[j] = t0[j] * (target / p0[j]) ** KAPPA
        else:
            base = t0[j] * min(lcl / p0[j], 1.0) ** KAPPA
            rungs = int(log(lcl / target) / step)
            if rungs >= last:
                result[j] = _pseudoadiabat(lcl, base, target)
                continue
            parcel = _pseudoadiabat(lcl, base, ladder[last - rungs])
            for layer in range(last - rungs, last):
                parcel = _climb(maps, dry, layer, parcel)
            result[j] = parcel


def lifted_temperature(start: ParcelStart, target: float) -> FloatArray:
    """Return the temperature of parcels lifted to a pressure above them, K.

    The pseudo-adiabat is followed to the next rung of a ladder of pressures, and from rung to rung
    by table; within 1e-6 K of the integration in steps.

    Parameters
    ----------
    start : ParcelStart
        Where each parcel starts, below `target`.
    target : float
        Pa.
    """
    rungs = int(np.ceil(log(_LADDER_BOTTOM / target) / _LADDER_STEP))
    ladder = target * np.exp(_LADDER_STEP * np.arange(rungs, -1, -1))
    tables = adiabat_tables(tuple(ladder.tolist()))
    result = np.empty(start.pressure.size)
    _lift_to(
        target,
        np.ascontiguousarray(start.pressure),
        np.ascontiguousarray(start.temperature),
        np.ascontiguousarray(start.dewpoint),
        ladder,
        tables.maps,
        tables.dry,
        result,
    )
    return result
