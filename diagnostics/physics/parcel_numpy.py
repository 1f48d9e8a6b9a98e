"""The ascent of many parcels at once, level by level, with NumPy alone.

One pass from the ground upwards keeps, per column, the net area between parcel and environment
and what decides about its limits; nothing of the size of the sounding is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import EPSILON, GAS_CONSTANT_DRY, KAPPA
from diagnostics.physics.lifting import (
    FINE_STEP,
    integrate_pseudoadiabat,
    lifting_condensation_level,
)
from diagnostics.physics.parcel_start import Columns, ParcelStart
from diagnostics.physics.parcel_tables import adiabat_tables, climb_layer
from diagnostics.physics.saturation import FloatArray, saturation_mixing_ratio

CLOSE: Final = 1e-5
"""Relative tolerance within which MetPy takes two pressures or temperatures as the same."""

Selection = slice | NDArray[np.intp]


class Energies(NamedTuple):
    """What an ascent gives, one entry per column: J kg-1 and Pa."""

    cape: FloatArray
    cin: FloatArray
    lcl: FloatArray
    lfc: FloatArray
    el: FloatArray


def virtual(temperature: FloatArray, mixing_ratio: FloatArray) -> FloatArray:
    """Return the virtual temperature, K, for a mixing ratio."""
    return np.asarray(temperature * (mixing_ratio + EPSILON) / (EPSILON * (1.0 + mixing_ratio)))


@dataclass
class _Ascent:
    """State of the ascents, arrays of one entry per column.

    Pressures are logarithms; `area` is the integral of the buoyancy from the start, in K.
    """

    log_p: FloatArray
    buoyancy: FloatArray
    log_limit: FloatArray
    inner: NDArray[np.bool_]
    open_start: NDArray[np.bool_]
    area: FloatArray
    area_below_limit: FloatArray
    area_above_limit: FloatArray
    log_lfc: FloatArray
    area_lfc: FloatArray
    log_el: FloatArray
    area_el: FloatArray
    rises: NDArray[np.bool_]
    buoyant_above_limit: NDArray[np.bool_]

    @classmethod
    def begin(
        cls,
        log_p: FloatArray,
        buoyancy: FloatArray,
        log_limit: FloatArray,
        open_start: NDArray[np.bool_],
    ) -> _Ascent:
        """Start all columns; `log_limit` is the condensation level that limits the LFC."""
        missing = np.full(log_p.shape, np.nan)
        no = np.zeros(log_p.shape, dtype=np.bool_)
        return cls(
            log_p=log_p,
            buoyancy=buoyancy,
            log_limit=log_limit,
            inner=no.copy(),
            open_start=open_start,
            area=np.zeros(log_p.shape),
            area_below_limit=np.zeros(log_p.shape),
            area_above_limit=missing.copy(),
            log_lfc=missing.copy(),
            area_lfc=missing.copy(),
            log_el=missing.copy(),
            area_el=missing.copy(),
            rises=no.copy(),
            buoyant_above_limit=no.copy(),
        )

    def advance(
        self,
        where: Selection,
        log_p: FloatArray | float,
        buoyancy: FloatArray,
        environment: FloatArray,
        active: NDArray[np.bool_] | np.bool_,
    ) -> None:
        """Climb to the next point of the profile in the `active` ones of the columns `where`."""
        p0, y0, limit = self.log_p[where], self.buoyancy[where], self.log_limit[where]
        area0, inner = self.area[where], self.inner[where]
        changes = active & (np.sign(y0) != np.sign(buoyancy))
        crosses = changes & inner
        with np.errstate(invalid="ignore", divide="ignore"):
            crossing = (buoyancy * p0 - y0 * log_p) / (buoyancy - y0)
        area_crossing = area0 + 0.5 * y0 * (p0 - crossing)
        beyond = 0.5 * buoyancy * (crossing - log_p)
        straight = area0 + 0.5 * (y0 + buoyancy) * (p0 - log_p)
        area1 = np.where(crosses, area_crossing + beyond, straight)

        found = (crosses | (changes & self.open_start[where])) & (buoyancy > 0.0)
        self.rises[where] |= found
        lfc = found & (crossing < limit) & np.isnan(self.log_lfc[where])
        _put(self.log_lfc, where, lfc, crossing)
        _put(self.area_lfc, where, lfc, area_crossing)
        el = crosses & (buoyancy < 0.0)
        _put(self.log_el, where, el, crossing)
        _put(self.area_el, where, el, area_crossing)

        self._note_limit(where, crosses, crossing, area_crossing)
        self._note_limit(where, active, log_p, area1)
        warmer = buoyancy > 1e-8 + CLOSE * np.abs(environment)
        self.buoyant_above_limit[where] |= active & warmer & (log_p < limit)

        _put(self.area, where, active, area1)
        _put(self.log_p, where, active, log_p)
        _put(self.buoyancy, where, active, buoyancy)
        self.inner[where] |= active
        self.open_start[where] &= ~active

    def _note_limit(
        self,
        where: Selection,
        which: NDArray[np.bool_] | np.bool_,
        log_p: FloatArray | float,
        area: FloatArray,
    ) -> None:
        """Keep the area at the last point below and the first point above the limit."""
        limit = self.log_limit[where]
        _put(self.area_below_limit, where, which & (log_p >= limit - CLOSE), area)
        first = np.isnan(self.area_above_limit[where])
        _put(self.area_above_limit, where, which & first & (log_p <= limit + CLOSE), area)

    def finish(self, log_top_limit: FloatArray) -> tuple[FloatArray, ...]:
        """Return CAPE and CIN in K, and ln p of LFC and EL, by MetPy's rules."""
        open_top = (self.buoyancy > 0.0) | ~(self.log_el < log_top_limit)
        area_el = np.where(open_top, self.area, self.area_el)
        crossed = ~np.isnan(self.log_lfc)
        sinks_below = self.log_el > self.log_limit
        at_limit = ~crossed & np.where(self.rises, ~sinks_below, self.buoyant_above_limit)
        upper = area_el - np.where(crossed, self.area_lfc, self.area_above_limit)
        # A limit above every point leaves nothing to integrate.
        upper = np.where(at_limit & np.isnan(self.area_above_limit), 0.0, upper)
        lower = np.where(crossed, self.area_lfc, self.area_below_limit)
        convective = crossed | at_limit
        missing = np.isnan(self.area)
        cape = np.where(missing, np.nan, np.where(convective, upper, 0.0))
        cin = np.where(missing, np.nan, np.where(convective, np.minimum(lower, 0.0), 0.0))
        valid = convective & ~missing
        lfc = np.where(valid, np.where(crossed, self.log_lfc, self.log_limit), np.nan)
        el = np.where(valid & ~open_top, self.log_el, np.nan)
        return cape, cin, lfc, el


def _put(
    target: FloatArray,
    where: Selection,
    which: NDArray[np.bool_] | np.bool_,
    values: FloatArray | float,
) -> None:
    target[where] = np.where(which, values, target[where])


def ascend(columns: Columns, start: ParcelStart, *, virtual_temperature: bool) -> Energies:
    """Lift the parcels and return the energies; same arguments as the compiled kernel.

    Parameters
    ----------
    columns : Columns
        The soundings.
    start : ParcelStart
        Where each parcel starts.
    virtual_temperature : bool
        Whether buoyancy counts the moisture.
    """
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        return _ascend(columns, start, moist_buoyancy=virtual_temperature)


def _ascend(columns: Columns, start: ParcelStart, *, moist_buoyancy: bool) -> Energies:
    def felt(temperature: FloatArray, mixing_ratio: FloatArray) -> FloatArray:
        return virtual(temperature, mixing_ratio) if moist_buoyancy else temperature

    levels = columns.levels
    tables = adiabat_tables(tuple(levels.tolist()))
    p0, t0, td0 = start.pressure, start.temperature, start.dewpoint
    ratio0 = saturation_mixing_ratio(p0, td0)
    lcl, lcl_temperature = lifting_condensation_level(p0, t0, td0)
    cloudy = lcl > p0
    # MetPy starts the pseudo-adiabat from the dry adiabat, not from the exact LCL temperature.
    moist_start = np.where(cloudy, t0, t0 * (lcl / p0) ** KAPPA)
    parcel0 = np.where(cloudy, integrate_pseudoadiabat(lcl, moist_start, p0, FINE_STEP), t0)
    felt0 = felt(parcel0, np.where(cloudy, saturation_mixing_ratio(p0, parcel0), ratio0))
    environment0 = felt(t0, ratio0)
    limit, _ = lifting_condensation_level(p0, felt0, td0)
    top_limit, _ = lifting_condensation_level(p0, environment0, td0)
    open_start = np.abs(felt0 - environment0) > 1e-8 + CLOSE * np.abs(environment0)
    state = _Ascent.begin(np.log(p0), felt0 - environment0, np.log(limit), open_start)

    below_p, below_t, below_td = p0.copy(), t0.copy(), td0.copy()
    saturated = np.zeros(p0.shape, dtype=np.bool_)
    parcel = parcel0
    everywhere = slice(None)
    for k, pressure in enumerate(levels):
        active = k >= start.first
        if not active.any():
            continue
        enters = active & ~saturated & (pressure < lcl)
        new = t0 * (pressure / p0) ** KAPPA
        if k > 0:
            new = np.where(saturated, climb_layer(tables, k - 1, parcel), new)
        index = np.flatnonzero(enters)
        if index.size:
            inserted = index[~cloudy[index]]
            if inserted.size:
                _insert_condensation_level(
                    state,
                    inserted,
                    (lcl, lcl_temperature),
                    columns,
                    k,
                    (below_p, below_t, below_td),
                    moist_buoyancy=moist_buoyancy,
                )
            goal = np.full(index.size, pressure)
            new[index] = integrate_pseudoadiabat(lcl[index], moist_start[index], goal, FINE_STEP)
        saturated |= enters
        parcel = new
        ratio = np.where(pressure > lcl, ratio0, saturation_mixing_ratio(pressure, parcel))
        t, td = columns.temperature[k], columns.dewpoint[k]
        environment = felt(t, saturation_mixing_ratio(pressure, td))
        state.advance(
            everywhere,
            float(np.log(pressure)),
            felt(parcel, ratio) - environment,
            environment,
            active,
        )
        below_p = np.where(active, pressure, below_p)
        below_t = np.where(active, t, below_t)
        below_td = np.where(active, td, below_td)
    cape, cin, lfc, el = state.finish(np.log(top_limit))
    lcl = np.where(np.isnan(cape), np.nan, lcl)
    return Energies(GAS_CONSTANT_DRY * cape, GAS_CONSTANT_DRY * cin, lcl, np.exp(lfc), np.exp(el))


def _insert_condensation_level(
    state: _Ascent,
    index: NDArray[np.intp],
    condensation: tuple[FloatArray, FloatArray],
    columns: Columns,
    level: int,
    below: tuple[FloatArray, FloatArray, FloatArray],
    *,
    moist_buoyancy: bool,
) -> None:
    """Add the condensation level as a point of the profile, the environment linear in p."""
    lcl, parcel = condensation[0][index], condensation[1][index]
    low_p, low_t, low_td = (values[index] for values in below)
    weight = (low_p - lcl) / (low_p - columns.levels[level])
    t = low_t + weight * (columns.temperature[level][index] - low_t)
    td = low_td + weight * (columns.dewpoint[level][index] - low_td)
    environment = t
    if moist_buoyancy:
        parcel = virtual(parcel, saturation_mixing_ratio(lcl, parcel))
        environment = virtual(t, saturation_mixing_ratio(lcl, td))
    state.advance(
        index, np.log(lcl), parcel - environment, environment, np.ones(index.size, dtype=np.bool_)
    )
