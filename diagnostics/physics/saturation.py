"""Saturation of water vapour over liquid water, and what follows from it directly.

The pair of formulas is MetPy 1.7's: saturation pressure of Ambaum (2020), dewpoint by the inverse
of Bolton (1980, eq. 10). They are not exact inverses of each other: the round trip through the
dewpoint is off by 0.01 to 0.05 K above -20 degC and by 0.17 K at -60 degC, so specific humidity is
never sent through a dewpoint unless the definition asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, prod
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.constants import (
    EPSILON,
    GAS_CONSTANT_VAPOUR,
    HEAT_CAPACITY_LIQUID,
    HEAT_CAPACITY_VAPOUR,
    LATENT_HEAT_VAPORIZATION,
    SATURATION_PRESSURE_TRIPLE,
    TRIPLE_POINT,
    ZERO_CELSIUS,
)

FloatArray = NDArray[np.float64]

BLOCK: Final = 32768
"""Points of a piece of a pointwise formula: its temporaries fit the second cache."""
_HEAT_DIFFERENCE: Final = HEAT_CAPACITY_LIQUID - HEAT_CAPACITY_VAPOUR
ES_POWER: Final = _HEAT_DIFFERENCE / GAS_CONSTANT_VAPOUR
"""Exponent of T0/T in Ambaum's formula."""
ES_SLOPE: Final = (LATENT_HEAT_VAPORIZATION + _HEAT_DIFFERENCE * TRIPLE_POINT) / GAS_CONSTANT_VAPOUR
"""Factor of -1/T in the exponent of Ambaum's formula, K."""
ES_OFFSET: Final = (
    log(SATURATION_PRESSURE_TRIPLE)
    + ES_POWER * log(TRIPLE_POINT)
    + LATENT_HEAT_VAPORIZATION / (TRIPLE_POINT * GAS_CONSTANT_VAPOUR)
    + ES_POWER
)
"""Constant term of ln(es / Pa)."""


def as_float(values: ArrayLike) -> FloatArray:
    """Return `values` as a float64 array; float32 storage is computed in double precision.

    Masked elements of a masked array become NaN: a fill value must never be computed with.
    """
    if isinstance(values, np.ma.MaskedArray):
        return np.asarray(np.ma.filled(values.astype(np.float64), np.nan))
    return np.asarray(values, dtype=np.float64)


def in_blocks(formula: Callable[..., FloatArray], *operands: FloatArray) -> FloatArray:
    """Apply a pointwise formula to large arrays piece by piece.

    A formula of NumPy writes an array for every step of it. In pieces of `BLOCK` points these stay
    in the nearest caches instead of travelling to memory and back, which doubles the speed.

    Parameters
    ----------
    formula : callable
        Of as many arrays as there are operands, pointwise, so that cutting changes nothing.
    operands : ndarray
        Shapes that broadcast.

    Returns
    -------
    ndarray
    """
    shape = np.broadcast_shapes(*(operand.shape for operand in operands))
    if prod(shape) <= BLOCK:
        return formula(*operands)
    whole = [operand.reshape((1,) * (len(shape) - operand.ndim) + operand.shape)
             for operand in operands]  # fmt: skip
    result = np.empty(shape)
    inner = prod(shape[1:])
    step = max(1, BLOCK // max(inner, 1))
    for first in range(0, shape[0], step):
        part = slice(first, first + step)
        pieces = [each[part] if each.shape[0] > 1 else each for each in whole]
        if step == 1 and inner > BLOCK:
            result[first] = in_blocks(formula, *(piece[0] for piece in pieces))
        else:
            result[part] = formula(*pieces)
    return result


def saturation_vapor_pressure(temperature: ArrayLike) -> FloatArray:
    r"""Return the saturation vapour pressure over liquid water.

    Parameters
    ----------
    temperature : array_like, any shape
        Temperature, K, above 0.

    Returns
    -------
    ndarray, same shape
        Pa.

    Notes
    -----
    .. math:: e_s = 611.2 (T_0/T)^{(c_l-c_{pv})/R_v} \exp[(L_0/T_0 - L/T)/R_v],
              \quad L = L_0 - (c_l-c_{pv})(T-T_0)

    written as one exponential. Equal to MetPy 1.7.1 to 1e-12. MetPy up to 1.6 used Bolton's
    formula, 0.26 % higher at 30 degC. Liquid water at every temperature, also below 0 degC.

    References
    ----------
    Ambaum, M. H. P., 2020: Accurate, simple equation for saturated vapour pressure over water and
    ice. Q. J. R. Meteorol. Soc., 146, doi:10.1002/qj.3899.

    Examples
    --------
    >>> round(float(saturation_vapor_pressure(293.15)))
    2335
    """
    t = as_float(temperature)
    return np.exp(ES_OFFSET - ES_POWER * np.log(t) - ES_SLOPE / t)


def saturation_vapor_pressure_ice(temperature: ArrayLike) -> FloatArray:
    """Return the saturation vapour pressure over ice.

    Parameters
    ----------
    temperature : array_like, any shape
        Temperature, K. Meaningful at and below the triple point.

    Returns
    -------
    ndarray, same shape
        Pa.

    References
    ----------
    Ambaum, M. H. P., 2020: doi:10.1002/qj.3899, with the heat capacity of ice 2090 J kg-1 K-1 and
    the latent heat of sublimation 2.83454e6 J kg-1, as MetPy 1.7.1.

    Examples
    --------
    >>> round(float(saturation_vapor_pressure_ice(263.15)), 1)
    259.8
    """
    t = as_float(temperature)
    heat_difference = 2090.0 - HEAT_CAPACITY_VAPOUR
    sublimation = 2.83454e6
    latent = sublimation - heat_difference * (t - TRIPLE_POINT)
    exponent = (sublimation / TRIPLE_POINT - latent / t) / GAS_CONSTANT_VAPOUR
    power = heat_difference / GAS_CONSTANT_VAPOUR
    return np.asarray(SATURATION_PRESSURE_TRIPLE * (TRIPLE_POINT / t) ** power * np.exp(exponent))


def dewpoint_from_vapor_pressure(vapor_pressure: ArrayLike) -> FloatArray:
    """Return the dewpoint over liquid water.

    Parameters
    ----------
    vapor_pressure : array_like, any shape
        Pa, above 0.

    Returns
    -------
    ndarray, same shape
        Dewpoint, K; NaN where the pressure is not positive.

    Notes
    -----
    ``Td = 273.15 + 243.5 x / (17.67 - x)`` with ``x = ln(e / 611.2 Pa)``, equal to MetPy 1.7.1.

    References
    ----------
    Bolton, D., 1980: The computation of equivalent potential temperature. Mon. Wea. Rev., 108,
    1046-1053, eq. 11.

    Examples
    --------
    >>> round(float(dewpoint_from_vapor_pressure(1228.0)), 1)
    283.2
    """
    e = as_float(vapor_pressure)
    with np.errstate(invalid="ignore", divide="ignore"):
        x = np.log(np.where(e > 0.0, e, np.nan) / SATURATION_PRESSURE_TRIPLE)
    return np.asarray(ZERO_CELSIUS + 243.5 * x / (17.67 - x))


def saturation_mixing_ratio(pressure: ArrayLike, temperature: ArrayLike) -> FloatArray:
    """Return the mixing ratio of saturated air.

    Parameters
    ----------
    pressure : array_like
        Total pressure, Pa.
    temperature : array_like
        Temperature (or a dewpoint, for the actual mixing ratio), K. Shapes broadcast.

    Returns
    -------
    ndarray
        kg kg-1; NaN where the saturation pressure reaches the total pressure.

    Examples
    --------
    >>> round(float(saturation_mixing_ratio(850e2, 288.15)), 4)
    0.0127
    """
    p = as_float(pressure)
    es = saturation_vapor_pressure(temperature)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(es < p, EPSILON * es / (p - es), np.nan))
