"""How much of the precipitation falls as snow."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from diagnostics.constants import ZERO_CELSIUS

Array = npt.NDArray[np.float64]

ALL_RAIN_WET_BULB = 2.0
"""At this wet-bulb temperature, degC, nothing falls as snow; at 0 degC everything does."""


def snow_fraction(wet_bulb: Array) -> Array:
    """Return the fraction that falls as snow: 1 at a wet-bulb temperature of 0 degC, 0 at 2 degC.

    Parameters
    ----------
    wet_bulb : array
        At 2 m, K.

    Returns
    -------
    array
        0 to 1, linear between the two temperatures; NaN where `wet_bulb` is.

    Notes
    -----
    An engineering default consistent with the median threshold near 1 degC of Jennings et al.
    (2018, doi:10.1038/s41467-018-03629-7) and Ding et al. (2014,
    doi:10.1016/j.jhydrol.2014.03.038).

    Examples
    --------
    >>> snow_fraction(np.array([272.15, 274.15, 276.15])).tolist()
    [1.0, 0.5, 0.0]
    """
    celsius = wet_bulb - ZERO_CELSIUS
    fraction: Array = np.clip((ALL_RAIN_WET_BULB - celsius) / ALL_RAIN_WET_BULB, 0.0, 1.0)
    return fraction
