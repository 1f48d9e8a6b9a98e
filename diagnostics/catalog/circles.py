"""Circles of latitude, which only latitude-longitude grids have."""

from __future__ import annotations

import numpy as np

from diagnostics.catalog.results import Array, NotApplicableError
from diagnostics.grid.geometry import Grid


def require_circles(grid: Grid, name: str) -> None:
    """Raise NotApplicableError on a projected grid, naming the index."""
    if grid.mapping is not None:
        raise NotApplicableError(
            f"{name} follows circles of latitude, which a projected grid does not have"
        )


def circle_of_latitude(values: Array, grid: Grid, latitude: float) -> Array:
    """Interpolate a map linearly to a latitude; NaN beyond the data, shape (x,)."""
    rows = grid.latitude[:, 0]
    if len(rows) < 2 or not rows[0] - 1e-6 <= latitude <= rows[-1] + 1e-6:
        return np.full(values.shape[-1], np.nan)
    upper = int(np.clip(np.searchsorted(rows, latitude), 1, len(rows) - 1))
    weight = (latitude - rows[upper - 1]) / (rows[upper] - rows[upper - 1])
    circle: Array = values[upper - 1] * (1.0 - weight) + values[upper] * weight
    return circle
