"""Circles of latitude, which only latitude-longitude grids have."""

from __future__ import annotations

from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message
from diagnostics.quantities.results import NotApplicableError


def require_circles(grid: Grid, name: str) -> None:
    """Raise NotApplicableError on a projected grid, naming the index."""
    if grid.mapping is not None:
        raise NotApplicableError(Message(id="lack-latitude_circles", params={"name": name}))
