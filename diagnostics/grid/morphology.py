"""Morphological opening on the sphere: what of an object is wider than a given width."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import EARTH_RADIUS
from diagnostics.grid.distance import initial_bearing, unit_vectors

if TYPE_CHECKING:
    from diagnostics.grid.geometry import Grid

Mask = NDArray[np.bool_]
SLACK_KM = 1e-3


def open_mask(mask: Mask, grid: Grid, width_km: float) -> Mask:
    """Keep the parts of a mask into which a disc of `width_km` across fits.

    Parameters
    ----------
    mask : array of bool, shape (ny, nx)
    grid : Grid
    width_km : float
        Diameter of the disc, a distance on the sphere.

    Returns
    -------
    array of bool, shape (ny, nx)
        A part of `mask`. Beyond the edge of the data the object is taken to go on.

    Notes
    -----
    Erosion and dilation by the distance between cell centres; an object ends half a cell beyond
    the centre of its last cell, so that a strip of n cells counts as n cells wide at any latitude.

    Examples
    --------
    A line one cell wide on a grid of about 111 km is lost, a square of nine cells stays:

    >>> import numpy as np
    >>> from diagnostics.grid.geometry import latitude_longitude_grid
    >>> grid = latitude_longitude_grid(np.arange(-5.0, 6.0), np.arange(0.0, 11.0))
    >>> mask = np.zeros(grid.shape, dtype=bool)
    >>> mask[1, 1:9] = True
    >>> mask[5:8, 3:6] = True
    >>> int(open_mask(mask, grid, 250.0).sum())
    9
    """
    if not mask.any() or mask.all():
        return mask.copy()
    core = np.zeros_like(mask)
    core[mask] = _gap_km(grid, mask, ~mask & _next_to(mask, grid)) >= 0.5 * width_km - SLACK_KM
    if not core.any():
        return core
    result = core.copy()
    rest = mask & ~core
    if rest.any():
        rim = core & _next_to(~core, grid)
        result[rest] = _gap_km(grid, rest, rim) <= 0.5 * width_km + SLACK_KM
    return result


def _gap_km(grid: Grid, start: Mask, end: Mask) -> NDArray[np.float64]:
    """Distance from each cell of `start` to the nearest of `end`, less half a cell that way."""
    from scipy.spatial import cKDTree

    places = unit_vectors(grid.latitude, grid.longitude)
    chord, nearest = cKDTree(places[end]).query(places[start])
    distance = 2.0 * EARTH_RADIUS / 1000.0 * np.arcsin(np.minimum(0.5 * chord, 1.0))
    latitude = grid.latitude[start]
    bearing = np.radians(
        initial_bearing(
            latitude,
            grid.longitude[start],
            grid.latitude[end][nearest],
            grid.longitude[end][nearest],
        )
    )
    if grid.mapping is not None:
        side = np.sqrt(grid.cell_area[start]) / 1000.0
        return np.asarray(distance - 0.5 * side)
    step_y, step_x = grid.spacing_km
    side_x = step_x * np.cos(np.radians(latitude))
    half = 0.5 * np.hypot(step_y * np.cos(bearing), side_x * np.sin(bearing))
    return np.asarray(distance - half)


def _next_to(mask: Mask, grid: Grid) -> Mask:
    """Cells with a cell of `mask` among their eight neighbours, or in themselves."""
    from scipy.ndimage import maximum_filter

    mode = ("nearest", "wrap" if grid.cyclic else "nearest")
    return np.asarray(maximum_filter(mask, size=3, mode=mode), dtype=bool)
