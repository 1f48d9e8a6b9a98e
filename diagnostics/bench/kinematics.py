"""Horizontal derivatives and pointwise quantities, against MetPy as an expert calls it.

Plain pint arrays and precomputed spacings: the half second that a coordinate-system object costs
MetPy at each call is not counted as a merit here. Given spacings, MetPy applies no metric terms;
the kernels here do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import metpy.calc as mpcalc
import numpy as np
from metpy.units import units

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.states import State, global_state, regional_state
from diagnostics.bench.timing import compared_seconds
from diagnostics.physics.potential_vorticity import ertel_potential_vorticity
from diagnostics.physics.thermodynamics import (
    dewpoint,
    equivalent_potential_temperature,
    potential_temperature,
    relative_humidity,
)

Pair = tuple[str, float, Callable[[], object], Callable[[], object]]


def measure() -> Iterable[BenchRow]:
    """Measure all levels of one state on the global and on the regional grid."""
    for name, state in (("global", global_state()), ("regional", regional_state())):
        for what, goal, ours, theirs in (*_derivatives(state), *_pointwise(state)):
            seconds, instead = compared_seconds(ours, theirs)
            yield BenchRow(
                track="kinematics",
                what=f"{what}, {name} {state.shape_text}",
                seconds=seconds,
                instead_seconds=instead,
                instead="MetPy, spacings given",
                goal=goal,
            )


def _derivatives(state: State) -> Iterable[Pair]:
    grid, levels = state.grid, state.pressure
    dx, dy = mpcalc.lat_lon_grid_deltas(grid.longitude, grid.latitude)
    spacing = {"dx": dx[None], "dy": dy[None]}
    pressure = levels[:, None, None]
    theta = potential_temperature(pressure, state.temperature)
    u, v = state.u * units("m/s"), state.v * units("m/s")
    t, warmth = state.temperature * units.kelvin, theta * units.kelvin
    p = pressure * units.Pa
    latitude = np.radians(grid.latitude)[None] * units.radian
    yield (
        "vorticity",
        20,
        lambda: grid.vorticity(state.u, state.v),
        lambda: mpcalc.vorticity(u, v, **spacing),
    )
    yield (
        "divergence",
        20,
        lambda: grid.divergence(state.u, state.v),
        lambda: mpcalc.divergence(u, v, **spacing),
    )
    yield (
        "advection",
        20,
        lambda: grid.advection(state.temperature, state.u, state.v),
        lambda: mpcalc.advection(t, u, v, **spacing),
    )
    yield (
        "frontogenesis",
        20,
        lambda: grid.frontogenesis(theta, state.u, state.v),
        lambda: mpcalc.frontogenesis(warmth, u, v, **spacing),
    )
    yield (
        "Q-vector",
        20,
        lambda: grid.q_vector(state.u, state.v, state.temperature, pressure),
        lambda: mpcalc.q_vector(u, v, t, p, **spacing),
    )
    yield (
        "potential vorticity",
        20,
        lambda: ertel_potential_vorticity(theta, state.u, state.v, levels, grid),
        lambda: mpcalc.potential_vorticity_baroclinic(
            warmth, p, u, v, latitude=latitude, **spacing
        ),
    )


def _pointwise(state: State) -> Iterable[Pair]:
    pressure = state.pressure[:, None, None]
    p, t = pressure * units.Pa, state.temperature * units.kelvin
    q = state.specific_humidity * units.dimensionless
    td = mpcalc.dewpoint_from_specific_humidity(p, q)
    column = pressure, state.temperature, state.specific_humidity
    yield (
        "equivalent potential temperature",
        1.5,
        lambda: equivalent_potential_temperature(*column),
        lambda: mpcalc.equivalent_potential_temperature(p, t, td),
    )
    yield (
        "relative humidity",
        1.5,
        lambda: relative_humidity(*column),
        lambda: mpcalc.relative_humidity_from_specific_humidity(p, t, q),
    )
    yield (
        "dewpoint",
        1.5,
        lambda: dewpoint(pressure, state.specific_humidity),
        lambda: mpcalc.dewpoint_from_specific_humidity(p, q),
    )
