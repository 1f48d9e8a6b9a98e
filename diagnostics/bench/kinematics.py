"""Horizontal derivatives and pointwise quantities, against MetPy as an expert calls it.

Plain pint arrays and precomputed spacings: the half second that a coordinate-system object costs
MetPy at each call is not counted as a merit here. Given spacings, MetPy applies no metric terms;
the kernels here do. Fields are read as the canonical dataset stores them, in single precision, and
computed in double; MetPy, whose results in single precision are off by 1e-4, is given the same
numbers in double, and their conversion is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import metpy.calc as mpcalc
import numpy as np
import numpy.typing as npt
from metpy.units import units

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.states import State, global_state, regional_state
from diagnostics.bench.timing import compared_seconds
from diagnostics.physics.potential_vorticity import potential_vorticity
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
        pairs = (
            *_derivatives(state, np.float32, ""),
            *_derivatives(state, np.float64, ", double precision"),
            *_pointwise(state),
        )
        for what, goal, ours, theirs in pairs:
            seconds, instead = compared_seconds(ours, theirs)
            yield BenchRow(
                track="kinematics",
                what=f"{what}, {name} {state.shape_text}",
                seconds=seconds,
                instead_seconds=instead,
                instead="MetPy, spacings given",
                goal=goal,
            )


def _derivatives(state: State, stored: npt.DTypeLike, said: str) -> Iterable[Pair]:
    """Pair the operators on fields as they are stored with MetPy on the same numbers in double."""
    grid, levels = state.grid, state.pressure
    dx, dy = mpcalc.lat_lon_grid_deltas(grid.longitude, grid.latitude)
    spacing = {"dx": dx[None], "dy": dy[None]}
    pressure = levels[:, None, None]
    warmth = potential_temperature(pressure, state.temperature)
    east, north, temperature, theta = (
        np.asarray(field, dtype=stored) for field in (state.u, state.v, state.temperature, warmth)
    )
    u, v, t, th = (
        field.astype(np.float64) * unit
        for field, unit in zip(
            (east, north, temperature, theta),
            (units("m/s"), units("m/s"), units.kelvin, units.kelvin),
            strict=True,
        )
    )
    p = pressure * units.Pa
    latitude = np.radians(grid.latitude)[None] * units.radian
    yield (
        f"vorticity{said}",
        20,
        lambda: grid.vorticity(east, north),
        lambda: mpcalc.vorticity(u, v, **spacing),
    )
    yield (
        f"divergence{said}",
        20,
        lambda: grid.divergence(east, north),
        lambda: mpcalc.divergence(u, v, **spacing),
    )
    yield (
        f"advection{said}",
        20,
        lambda: grid.advection(temperature, east, north),
        lambda: mpcalc.advection(t, u, v, **spacing),
    )
    yield (
        f"frontogenesis{said}",
        20,
        lambda: grid.frontogenesis(theta, east, north),
        lambda: mpcalc.frontogenesis(th, u, v, **spacing),
    )
    yield (
        f"Q-vector{said}",
        20,
        lambda: grid.q_vector(east, north, temperature, pressure),
        lambda: mpcalc.q_vector(u, v, t, p, **spacing),
    )
    yield (
        f"potential vorticity{said}",
        20,
        lambda: potential_vorticity(theta, east, north, levels, grid),
        lambda: mpcalc.potential_vorticity_baroclinic(th, p, u, v, latitude=latitude, **spacing),
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
