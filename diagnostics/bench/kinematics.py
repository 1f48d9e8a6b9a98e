"""Horizontal derivatives, against MetPy with plain arrays and precomputed spacings."""

from __future__ import annotations

from collections.abc import Iterable

import metpy.calc as mpcalc
from metpy.units import units

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.states import convective_state
from diagnostics.bench.timing import best_seconds


def measure() -> Iterable[BenchRow]:
    """Measure vorticity, divergence and advection on all levels of one state."""
    state = convective_state()
    grid = state.grid
    dx, dy = mpcalc.lat_lon_grid_deltas(grid.longitude, grid.latitude)
    u, v = state.u * units("m/s"), state.v * units("m/s")
    temperature = state.temperature * units.kelvin
    # Whoever knows MetPy passes the spacings: the coordinate system's cost is not counted.
    spacing = {"dx": dx[None], "dy": dy[None]}
    pairs = (
        (
            "vorticity",
            lambda: grid.vorticity(state.u, state.v),
            lambda: mpcalc.vorticity(u, v, **spacing),
        ),
        (
            "divergence",
            lambda: grid.divergence(state.u, state.v),
            lambda: mpcalc.divergence(u, v, **spacing),
        ),
        (
            "temperature advection",
            lambda: grid.advection(state.temperature, state.u, state.v),
            lambda: mpcalc.advection(temperature, u, v, **spacing),
        ),
    )
    shape = " x ".join(str(size) for size in state.u.shape)
    for what, ours, theirs in pairs:
        yield BenchRow(
            track="kinematics",
            what=f"{what}, {shape}",
            seconds=best_seconds(ours),
            instead_seconds=best_seconds(theirs),
            instead="MetPy, spacings given",
        )
