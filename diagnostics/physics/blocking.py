"""Blocking by reversed meridional gradients of the height at 500 hPa."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from diagnostics.physics.saturation import FloatArray

if TYPE_CHECKING:
    from diagnostics.grid.geometry import Grid

BLOCK_SOUTH: Final = 40.0
BLOCK_MIDDLE: Final = 60.0
BLOCK_NORTH: Final = 80.0
OFFSETS: Final = (-4.0, 0.0, 4.0)
"""Degrees by which the three latitudes are shifted together."""
STEEPEST: Final = -10.0
"""Poleward of the middle the height falls by more than this, gpm per degree."""


class Blocking(NamedTuple):
    """What the rule says of each longitude, arrays (x,).

    Attributes
    ----------
    blocked : ndarray of bool
    gradient : ndarray
        Largest gradient equatorward of the middle over the offsets, gpm per degree of latitude
        poleward; NaN where no offset is covered by the data.
    strength : ndarray
        The same over those offsets with which the longitude is blocked, else NaN.
    """

    blocked: npt.NDArray[np.bool_]
    gradient: FloatArray
    strength: FloatArray


def blocked_longitudes(
    height: FloatArray, grid: Grid, hemisphere: float, steepest: float = STEEPEST
) -> Blocking:
    """Test each longitude of a latitude-longitude grid for blocking.

    Parameters
    ----------
    height : ndarray (y, x)
        At 500 hPa, gpm.
    grid : Grid
        Rows along circles of latitude, ascending.
    hemisphere : float
        1 for the northern, -1 for the southern.
    steepest : float
        gpm per degree.

    Notes
    -----
    With one of three offsets the height must rise poleward between 40 and 60 degrees, and fall by
    more than 10 gpm per degree between 60 and 80 (Tibaldi and Molteni 1990,
    doi:10.1034/j.1600-0870.1990.t01-2-00003.x).

    Examples
    --------
    Where the height rises by 20 gpm per degree up to 60 degrees north and falls beyond it, the flow
    is blocked:

    >>> from diagnostics.grid.geometry import latitude_longitude_grid
    >>> grid = latitude_longitude_grid(np.arange(30.0, 90.0), np.arange(0.0, 3.0))
    >>> height = 5700.0 - 20.0 * np.abs(np.arange(30.0, 90.0) - 60.0)
    >>> found = blocked_longitudes(np.repeat(height[:, np.newaxis], 3, axis=1), grid, 1.0)
    >>> found.blocked.tolist(), np.round(found.gradient, 3).tolist()
    ([True, True, True], [20.0, 20.0, 20.0])
    """
    width = height.shape[-1]
    blocked = np.zeros(width, dtype=bool)
    gradient, strength = np.full(width, np.nan), np.full(width, np.nan)
    for offset in OFFSETS:
        south, middle, north = (
            grid.circle_of_latitude(height, hemisphere * (latitude + offset))
            for latitude in (BLOCK_SOUTH, BLOCK_MIDDLE, BLOCK_NORTH)
        )
        equatorward = (middle - south) / (BLOCK_MIDDLE - BLOCK_SOUTH)
        poleward = (north - middle) / (BLOCK_NORTH - BLOCK_MIDDLE)
        holds = (equatorward > 0.0) & (poleward < steepest)
        gradient = np.fmax(gradient, equatorward)
        strength = np.fmax(strength, np.where(holds, equatorward, np.nan))
        blocked |= holds
    return Blocking(blocked, gradient, strength)
