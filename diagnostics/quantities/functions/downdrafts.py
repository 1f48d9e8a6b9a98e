"""The energy of downdrafts."""

from __future__ import annotations

import numpy as np

from diagnostics.constants import EPSILON, GAS_CONSTANT_DRY
from diagnostics.messages import Message
from diagnostics.physics.lifting import pseudoadiabatic_temperature
from diagnostics.physics.saturation import saturation_mixing_ratio
from diagnostics.physics.thermodynamics import (
    dewpoint,
    equivalent_potential_temperature_from_dewpoint,
    wet_bulb_temperature_from_dewpoint,
)
from diagnostics.quantities.inputs import (
    HumidityColumn,
    OptionalDewpoint2m,
    OptionalTemperature2m,
    SurfacePressure,
    TemperatureColumn,
)
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.results import Array, Maps, MissingInputError

LAYER = (50000.0, 70000.0)
"""Where the air of the downdraft comes from, Pa."""


def dcape(
    temperature: TemperatureColumn,
    humidity: HumidityColumn,
    surface_pressure: SurfacePressure,
    temperature_2m: OptionalTemperature2m,
    dewpoint_2m: OptionalDewpoint2m,
    pressure_levels: Array,
) -> Maps:
    """Energy of a downdraft of evaporating rain, from the middle troposphere to the ground.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    surface_pressure, temperature_2m, dewpoint_2m : ndarray (time, y, x), optional
        Pa and K; the descent ends at the ground, or at the lowest level where it is unknown.
    pressure_levels : ndarray (level,)
        Pa ascending.

    Returns
    -------
    Maps
        J kg-1, not below zero. As MetPy 1.7 defines it: the air with the least equivalent
        potential temperature between 700 and 500 hPa, cooled to its wet-bulb temperature, sinks
        along the pseudo-adiabat; both temperatures are virtual.
    """
    inside = [k for k, p in enumerate(pressure_levels) if LAYER[0] - 1e-3 <= p <= LAYER[1] + 1e-3]
    if not inside:
        raise MissingInputError(Message(id="lack-dcape_level"))
    td = dewpoint(pressure_levels[:, np.newaxis, np.newaxis], humidity)
    start_p, parcel = _start(temperature, td, pressure_levels, inside)
    energy = np.zeros(start_p.shape)
    last_p, last = start_p, np.full(start_p.shape, np.nan)
    ground = np.inf if surface_pressure is None else surface_pressure
    for k in range(inside[0], len(pressure_levels)):
        pressure = np.full(start_p.shape, pressure_levels[k])
        use = (pressure >= start_p) & (pressure <= ground)
        descended = pseudoadiabatic_temperature(last_p, parcel, np.where(use, pressure, last_p))
        cold = _deficit(pressure, temperature[..., k, :, :], td[..., k, :, :], descended)
        first = use & (pressure == start_p)
        step = 0.5 * (cold + last) * np.log(pressure / last_p)
        energy += np.where(use & ~first, step, 0.0)
        parcel, last = np.where(use, descended, parcel), np.where(use, cold, last)
        last_p = np.where(use, pressure, last_p)
    if surface_pressure is not None and temperature_2m is not None and dewpoint_2m is not None:
        use = surface_pressure > last_p
        descended = pseudoadiabatic_temperature(
            last_p, parcel, np.where(use, surface_pressure, last_p)
        )
        cold = _deficit(surface_pressure, temperature_2m, dewpoint_2m, descended)
        step = 0.5 * (cold + last) * np.log(surface_pressure / last_p)
        energy += np.where(use, step, 0.0)
    # a gap in the layer or on the way down leaves the last deficit unknown
    value = np.where(np.isfinite(last), np.maximum(GAS_CONSTANT_DRY * energy, 0.0), np.nan)
    return Maps(
        value,
        at_point={"start_hpa": start_p / 100.0},
        warnings=("below_ground_unmasked",) if surface_pressure is None else (),
    )


def _start(temperature: Array, td: Array, levels: Array, inside: list[int]) -> tuple[Array, Array]:
    """Return pressure and wet-bulb temperature of the air with the least theta_e."""
    pressures = levels[inside]
    # from the ground upward, so that of equal values the lowest is taken
    order = np.argsort(-pressures)
    pressures = pressures[order]
    t = temperature[..., inside, :, :][..., order, :, :]
    d = td[..., inside, :, :][..., order, :, :]
    theta_e = equivalent_potential_temperature_from_dewpoint(
        pressures[:, np.newaxis, np.newaxis], t, d
    )
    position = np.expand_dims(np.where(np.isnan(theta_e), np.inf, theta_e).argmin(axis=-3), -3)
    start_t, start_d = (np.take_along_axis(part, position, axis=-3).squeeze(-3) for part in (t, d))
    start_p = pressures[position.squeeze(-3)]
    wet_bulb = wet_bulb_temperature_from_dewpoint(start_p, start_t, start_d)
    return start_p, np.where(np.isnan(theta_e).any(axis=-3), np.nan, wet_bulb)


def _deficit(pressure: Array, temperature: Array, td: Array, parcel: Array) -> Array:
    """Return how much colder the saturated parcel is than the air around it, virtually, K."""
    return _virtual(pressure, temperature, td) - _virtual(pressure, parcel, parcel)


def _virtual(pressure: Array, temperature: Array, td: Array) -> Array:
    ratio = saturation_mixing_ratio(pressure, td)
    virtual: Array = temperature * (ratio + EPSILON) / (EPSILON * (1.0 + ratio))
    return virtual


OPERATORS = (
    Operator(
        dcape,
        category="thermodynamics",
        difficulty="hard",
        events=("gale",),
        unit="J/kg",
        valid_range=(0.0, 3500.0),
        reductions=("max", "mean", "p95", "point"),
        formula=(
            "Rd INT_{p_start}^{p_sfc} (Tv_env - Tv_parcel) dln p, start: least theta_e 700-500 hPa"
        ),
        references=("gilmore1998", "evans2001"),
        metpy=("downdraft_cape",),
        tolerance=1e-6,
        extra_outputs=("start_hpa",),
    ),
)
