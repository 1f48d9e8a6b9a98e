"""Column operators on whole grids, against MetPy's loop over columns.

MetPy lifts one column at a time: the loop runs over a sample of the columns, and its time is scaled
to all of them. Conversions are made before the clock starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import metpy.calc as mpcalc
import numpy as np
from metpy.units import units

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.states import State, global_state, regional_state
from diagnostics.bench.timing import compared_seconds
from diagnostics.physics.columns import precipitable_water
from diagnostics.physics.lifted_index import lifted_index, showalter
from diagnostics.physics.parcel import cape_cin
from diagnostics.physics.parcel_start import Parcel
from diagnostics.physics.thermodynamics import wet_bulb_temperature
from diagnostics.physics.wind import (
    WindProfile,
    bulk_shear,
    storm_relative_helicity,
    wind_profile,
)

SAMPLED_COLUMNS = 24
"""Columns of the MetPy loop."""
_TURNS = 3
_STORM = (8.0, 2.0)
_LOWEST_PA = 85000.0


@dataclass(frozen=True)
class _Sounding:
    """One column as MetPy wants it: surface first, with units."""

    pressure: Any
    temperature: Any
    dewpoint: Any
    height: Any
    u: Any
    v: Any


def measure() -> Iterable[BenchRow]:
    """Measure the column operators on the global and on the regional grid."""
    for name, state in (("global", global_state()), ("regional", regional_state())):
        soundings = _soundings(state)
        for what, goal, ours, theirs in _pairs(state, soundings):
            seconds, sampled = compared_seconds(ours, theirs, turns=_TURNS)
            yield BenchRow(
                track="columns",
                what=f"{what}, {name} {state.shape_text}",
                seconds=seconds,
                instead_seconds=sampled * state.columns / len(soundings),
                instead=f"MetPy, from {len(soundings)} columns",
                goal=goal,
            )


def _pairs(
    state: State, soundings: Sequence[_Sounding]
) -> Iterable[tuple[str, float, Callable[[], object], Callable[[], object]]]:
    """Yield name, promised ratio, our call for the grid and MetPy's for the sampled columns."""
    column = state.pressure, state.temperature, state.specific_humidity
    low = int(np.searchsorted(state.pressure, _LOWEST_PA))

    def over(function: Callable[[_Sounding], object]) -> Callable[[], object]:
        return lambda: [function(sounding) for sounding in soundings]

    for parcel, lift in (
        (Parcel.SURFACE, mpcalc.surface_based_cape_cin),
        (Parcel.MOST_UNSTABLE, mpcalc.most_unstable_cape_cin),
        (Parcel.MIXED_LAYER, mpcalc.mixed_layer_cape_cin),
    ):
        yield (
            f"CAPE and CIN, {parcel.value}",
            2000,
            partial(cape_cin, *column, parcel=parcel),
            over(partial(_metpy_energy, lift)),
        )
    yield "lifted index", 5000, partial(lifted_index, *column), over(_metpy_lifted_index)
    yield (
        "Showalter index",
        5000,
        partial(showalter, *column),
        over(lambda s: mpcalc.showalter_index(s.pressure, s.temperature, s.dewpoint)),
    )
    yield (
        "bulk shear 0-6 km",
        5000,
        lambda: bulk_shear(_profile(state, 6000.0)),
        over(
            lambda s: mpcalc.bulk_shear(s.pressure, s.u, s.v, height=s.height, depth=6000 * units.m)
        ),
    )
    yield (
        "helicity 0-3 km, storm given",
        5000,
        lambda: storm_relative_helicity(_profile(state, 3000.0), _STORM),
        over(
            lambda s: mpcalc.storm_relative_helicity(
                s.height,
                s.u,
                s.v,
                3000 * units.m,
                storm_u=_STORM[0] * units("m/s"),
                storm_v=_STORM[1] * units("m/s"),
            )
        ),
    )
    yield (
        "precipitable water",
        5000,
        lambda: precipitable_water(state.specific_humidity, state.pressure),
        over(lambda s: mpcalc.precipitable_water(s.pressure, s.dewpoint)),
    )
    yield (
        "wet bulb, one level",
        1000,
        lambda: wet_bulb_temperature(
            state.pressure[low], state.temperature[low], state.specific_humidity[low]
        ),
        over(lambda s: _metpy_wet_bulb(s, len(state.pressure) - 1 - low)),
    )


def _profile(state: State, top: float) -> WindProfile:
    return wind_profile(state.u, state.v, state.height - state.height[-1], state.pressure, top=top)


def _metpy_energy(lift: Callable[..., object], sounding: _Sounding) -> object:
    return lift(sounding.pressure, sounding.temperature, sounding.dewpoint)


def _metpy_lifted_index(sounding: _Sounding) -> object:
    profile = mpcalc.parcel_profile(
        sounding.pressure, sounding.temperature[0], sounding.dewpoint[0]
    )
    return mpcalc.lifted_index(sounding.pressure, sounding.temperature, profile)


def _metpy_wet_bulb(sounding: _Sounding, level: int) -> object:
    return mpcalc.wet_bulb_temperature(
        sounding.pressure[level], sounding.temperature[level], sounding.dewpoint[level]
    )


def _soundings(state: State) -> list[_Sounding]:
    """Return columns spread evenly over the grid."""
    ny, nx = state.temperature.shape[1:]
    found = []
    for flat in np.linspace(0, ny * nx - 1, SAMPLED_COLUMNS).astype(int):
        j, i = divmod(int(flat), nx)
        pressure = state.pressure[::-1] * units.Pa
        humidity = state.specific_humidity[::-1, j, i] * units.dimensionless
        height = state.height[::-1, j, i] - state.height[-1, j, i]
        found.append(
            _Sounding(
                pressure=pressure.to("hPa"),
                temperature=state.temperature[::-1, j, i] * units.kelvin,
                dewpoint=mpcalc.dewpoint_from_specific_humidity(pressure, humidity).to("kelvin"),
                height=height * units.m,
                u=state.u[::-1, j, i] * units("m/s"),
                v=state.v[::-1, j, i] * units("m/s"),
            )
        )
    return found
