"""Column operators on a whole grid, against MetPy's loop over columns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import metpy.calc as mpcalc
import numpy as np
from metpy.units import units

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.states import State, convective_state
from diagnostics.bench.timing import best_seconds
from diagnostics.physics.columns import precipitable_water
from diagnostics.physics.parcel import cape_cin

_SAMPLED_COLUMNS = 40
_METPY = {
    "SB": mpcalc.surface_based_cape_cin,
    "MU": mpcalc.most_unstable_cape_cin,
    "ML": mpcalc.mixed_layer_cape_cin,
}


def measure() -> Iterable[BenchRow]:
    """Measure CAPE and CIN for the three parcels, and precipitable water."""
    state = convective_state()
    columns = state.temperature[0].size
    for parcel in ("SB", "MU", "ML"):
        ascend = partial(
            cape_cin,
            state.pressure,
            state.temperature,
            state.specific_humidity,
            parcel=parcel,
        )
        seconds = best_seconds(ascend, repeats=3)
        yield BenchRow(
            track="columns",
            what=f"CAPE and CIN, {parcel} parcel, {columns} columns",
            seconds=seconds,
            instead_seconds=_metpy_loop(state, parcel) * columns / _SAMPLED_COLUMNS,
            instead=f"MetPy, from {_SAMPLED_COLUMNS} columns",
        )
    seconds = best_seconds(lambda: precipitable_water(state.specific_humidity, state.pressure))
    yield BenchRow(
        track="columns",
        what=f"precipitable water, {columns} columns",
        seconds=seconds,
        instead_seconds=_metpy_water(state) * columns / _SAMPLED_COLUMNS,
        instead=f"MetPy, from {_SAMPLED_COLUMNS} columns",
    )


def _columns(state: State) -> Iterable[tuple[object, object, object]]:
    """Every so many columns, surface first, as MetPy wants them."""
    ny, nx = state.temperature.shape[1:]
    for flat in np.linspace(0, ny * nx - 1, _SAMPLED_COLUMNS).astype(int):
        j, i = divmod(int(flat), nx)
        pressure = state.pressure[::-1] * units.Pa
        temperature = state.temperature[::-1, j, i] * units.kelvin
        humidity = state.specific_humidity[::-1, j, i] * units.dimensionless
        dewpoint = mpcalc.dewpoint_from_specific_humidity(pressure, humidity)
        yield pressure.to("hPa"), temperature, dewpoint.to("kelvin")


def _metpy_loop(state: State, parcel: str) -> float:
    columns = list(_columns(state))

    def loop() -> None:
        for column in columns:
            _METPY[parcel](*column)

    return best_seconds(loop, repeats=1)


def _metpy_water(state: State) -> float:
    columns = list(_columns(state))

    def loop() -> None:
        for pressure, _, dewpoint in columns:
            mpcalc.precipitable_water(pressure, dewpoint)

    return best_seconds(loop, repeats=2)
