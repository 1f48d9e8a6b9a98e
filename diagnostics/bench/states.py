"""States to measure on: real-looking columns from a sample."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from diagnostics.grid.geometry import Grid, grid_of
from diagnostics.samples import generate

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class State:
    """One time of a sample: arrays (level, y, x) in SI units, levels ascending in Pa."""

    pressure: FloatArray
    temperature: FloatArray
    specific_humidity: FloatArray
    u: FloatArray
    v: FloatArray
    grid: Grid


def convective_state() -> State:
    """Return the rainstorm sample at its middle time."""
    dataset = generate("rainstorm")
    time = dataset.sizes["time"] // 2

    def take(name: str) -> FloatArray:
        return np.asarray(dataset[name].isel(time=time).values, dtype=np.float64)

    return State(
        pressure=np.asarray(dataset["level"].values, dtype=np.float64) * 100.0,
        temperature=take("t"),
        specific_humidity=take("q"),
        u=take("u"),
        v=take("v"),
        grid=grid_of(dataset),
    )
