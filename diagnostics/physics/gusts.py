"""Gusts that a well-mixed layer near the ground brings down."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from diagnostics.physics.thermodynamics import potential_temperature

Array = npt.NDArray[np.float64]

CAP_M = 3000.0
"""Depth of the layer that can be mixed, m."""
NEUTRAL_K = 0.5
"""How much warmer than its foot, in potential temperature, a mixed layer may be, K."""
GUST_LAND, GUST_SEA = 1.4, 1.25
"""Gust factors on the 10-m wind where no level lies in the mixed layer."""


def lowest_above_ground(field: Array, height: Array) -> Array:
    """Return the field at the lowest level whose height above ground is not negative.

    Parameters
    ----------
    field, height : array (..., level, y, x)
        Levels ascending in pressure; the height in m above ground.

    Examples
    --------
    The level below the ground is passed over:

    >>> speed = np.array([20.0, 12.0, 5.0]).reshape(3, 1, 1)
    >>> height = np.array([3000.0, 800.0, -50.0]).reshape(3, 1, 1)
    >>> lowest_above_ground(speed, height).item()
    12.0
    """
    result = np.full((*field.shape[:-3], *field.shape[-2:]), np.nan)
    for k in range(field.shape[-3]):
        result = np.where(height[..., k, :, :] >= 0.0, field[..., k, :, :], result)
    return result


def mixed_layer_gust(
    speed: Array,
    temperature: Array,
    height: Array,
    pressure_levels: Array,
    near: Array,
    foot: Array,
    *,
    surface_pressure: Array | None = None,
    land: Array | None = None,
) -> tuple[Array, Array]:
    """Return the strongest wind of the layer that is mixed with the ground, and its top.

    Parameters
    ----------
    speed, temperature, height : array (..., level, y, x)
        m s-1, K, and m above ground; levels ascending in pressure.
    pressure_levels : array (level,)
        Pa.
    near : array (..., y, x)
        Wind near the ground, m s-1.
    foot : array (..., y, x)
        Potential temperature at the foot of the layer, K.
    surface_pressure : array (..., y, x), optional
        Pa; levels below it are under ground.
    land : array (y, x), optional
        Fraction of land; land everywhere without it.

    Returns
    -------
    gust, top : array (..., y, x)
        m s-1 and m above ground. Levels count from the ground up while their potential
        temperature stays within 0.5 K of the foot's, to 3 km; where none does, the gust is 1.4
        (sea: 1.25) times the wind near the ground, milder than the factors of Harper et al.
        (2010), because a grid's wind over land is an area mean already.

    Examples
    --------
    A layer of 300 K up to 1500 m brings down its wind of 22 m s-1; the air above is warmer:

    >>> levels = np.array([70000.0, 85000.0, 95000.0])
    >>> theta = np.array([310.0, 300.0, 300.0])
    >>> temperature = (theta * (levels / 1e5) ** (2 / 7)).reshape(3, 1, 1)
    >>> speed = np.array([30.0, 22.0, 15.0]).reshape(3, 1, 1)
    >>> height = np.array([3000.0, 1500.0, 500.0]).reshape(3, 1, 1)
    >>> gust, top = mixed_layer_gust(
    ...     speed, temperature, height, levels, np.array([[8.0]]), np.array([[300.0]])
    ... )
    >>> gust.item(), top.item()
    (22.0, 1500.0)
    """
    theta = potential_temperature(pressure_levels[:, np.newaxis, np.newaxis], temperature)
    strongest, top = near, np.zeros(near.shape)
    mixed, levels = np.ones(near.shape, dtype=bool), np.zeros(near.shape)
    for k in range(len(pressure_levels) - 1, -1, -1):
        level_height = height[..., k, :, :]
        above_ground = level_height >= 0.0
        if surface_pressure is not None:
            above_ground &= pressure_levels[k] <= surface_pressure
        fits = (theta[..., k, :, :] <= foot + NEUTRAL_K) & (level_height <= CAP_M)
        mixed &= fits | ~above_ground
        here = mixed & above_ground
        strongest = np.where(here, np.fmax(strongest, speed[..., k, :, :]), strongest)
        top = np.where(here, level_height, top)
        levels += here
    factor = GUST_LAND if land is None else np.where(land >= 0.5, GUST_LAND, GUST_SEA)
    return np.where(levels >= 1, strongest, factor * near) + 0.0 * foot, top
