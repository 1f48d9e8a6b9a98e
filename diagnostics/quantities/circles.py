"""Circles of latitude, which only latitude-longitude grids have."""

from __future__ import annotations

from diagnostics.grid.geometry import Grid
from diagnostics.quantities.results import NotApplicableError


def require_circles(grid: Grid, name: str) -> None:
    """Raise NotApplicableError on a projected grid, naming the index."""
    if grid.mapping is not None:
        raise NotApplicableError(
            f"{name} follows circles of latitude, which a projected grid does not have"
        )
