"""Height of the ground from pressure, and the vertical motion that its slope forces on the wind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.constants import GAS_CONSTANT_DRY, GRAVITY
from diagnostics.physics.columns import SEA_LEVEL_PA, orography_from_surface_pressure
from diagnostics.physics.saturation import FloatArray, as_float

if TYPE_CHECKING:
    from diagnostics.grid.geometry import Grid

LAPSE_RATE: Final = 0.0065
"""Of the standard atmosphere and of the air that is assumed below ground, K m-1."""


def height_from_pressures(
    surface_pressure: ArrayLike,
    sea_level_pressure: ArrayLike,
    temperature: ArrayLike | None = None,
) -> FloatArray:
    """Return the height of the ground that belongs to its pressure and that at sea level.

    Parameters
    ----------
    surface_pressure, sea_level_pressure : array_like
        Pa.
    temperature : array_like, optional
        Of the air at the ground, K; the standard atmosphere's without it.

    Returns
    -------
    ndarray
        m. The hypsometric equation for air that warms by 6.5 K per kilometre downwards,
        ``h = T / L ((p0 / ps) ** (Rd L / g) - 1)``, which undoes how sea-level pressure is reduced.
        An error of 10 K in the mean temperature of that air is one of 4 % of the height.

    References
    ----------
    Wallace J.M., Hobbs P.V. 2006: Atmospheric Science, 2nd ed., section 3.2.

    Examples
    --------
    >>> round(float(height_from_pressures(84556.0, 101325.0, 278.4)))
    1500
    """
    ground, sea = as_float(surface_pressure), as_float(sea_level_pressure)
    if temperature is None:
        return orography_from_surface_pressure(ground / sea * SEA_LEVEL_PA)
    ratio = (sea / ground) ** (GAS_CONSTANT_DRY * LAPSE_RATE / GRAVITY)
    return np.asarray(as_float(temperature) / LAPSE_RATE * (ratio - 1.0))


def forced_vertical_velocity(
    eastward_wind: ArrayLike, northward_wind: ArrayLike, height: ArrayLike, grid: Grid
) -> FloatArray:
    """Return the vertical velocity of air that follows the ground, ``V . grad(h)``.

    Parameters
    ----------
    eastward_wind, northward_wind : array_like (..., y, x)
        m s-1.
    height : array_like (..., y, x)
        Of the ground, m.
    grid : Grid

    Returns
    -------
    ndarray
        m s-1, positive where the wind blows up the slope, negative where down.

    References
    ----------
    Smith R.B., Barstad I. 2004, doi:10.1175/1520-0469(2004)061<1377:ALTOOP>2.0.CO;2.
    """
    east, north = grid.gradient(height)
    return np.asarray(as_float(eastward_wind) * east + as_float(northward_wind) * north)
