"""Pressure levels: checked, ordered, found by their exact value."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.errors import ArgumentError, DomainError, InputDataError
from diagnostics.messages import Message
from diagnostics.physics.saturation import FloatArray, as_float

LEVEL_AXIS: Final = -3
"""Position of the level axis in (..., level, y, x)."""
_HIGHEST_HPA: Final = 1100.0
_SAME: Final = 1e-6


def check_pressure_levels(pressure_levels_pa: ArrayLike) -> FloatArray:
    """Return the levels as float64, in the order given.

    Parameters
    ----------
    pressure_levels_pa : array_like, (level,)
        Pa, positive and strictly monotonic in either direction.

    Raises
    ------
    DomainError
        When the numbers cannot be pressures in Pa (``pressure_not_in_pascal``): levels whose
        largest value is below 1100 were handed over in hPa.
    ArgumentError
        When they are not one-dimensional or not strictly monotonic.

    Examples
    --------
    >>> check_pressure_levels([850e2, 500e2])
    array([85000., 50000.])
    """
    levels = as_float(pressure_levels_pa)
    if levels.ndim != 1 or levels.size == 0:
        raise ArgumentError(
            Message(id="physicserror-levels_shape", params={"shape": f"{levels.shape}"}),
            code="invalid_levels",
        )
    step = np.diff(levels)
    if not (np.all(step > 0.0) or np.all(step < 0.0)) or not np.all(levels > 0.0):
        raise ArgumentError(
            Message(id="physicserror-levels_order", params={"levels": f"{levels.tolist()}"}),
            code="invalid_levels",
        )
    if levels.max() <= _HIGHEST_HPA:
        raise DomainError(
            Message(id="physicserror-level_unit", params={"highest": f"{levels.max():g}"}),
            code="pressure_not_in_pascal",
            data={"levels": levels.tolist()},
        )
    return levels


def check_surface_pressure(surface_pressure: ArrayLike) -> FloatArray:
    """Return the surface pressure as float64, Pa.

    Raises
    ------
    DomainError
        When its largest value is below 1100 (``pressure_not_in_pascal``).

    Examples
    --------
    >>> check_surface_pressure([101325.0, 98000.0])
    array([101325.,  98000.])
    """
    pressure = as_float(surface_pressure)
    highest = np.max(pressure, initial=-np.inf, where=np.isfinite(pressure))
    if 0.0 < highest <= _HIGHEST_HPA:
        raise DomainError(
            Message(id="physicserror-surface_unit", params={"highest": f"{highest:g}"}),
            code="pressure_not_in_pascal",
        )
    return pressure


def level_first(field: ArrayLike, levels: FloatArray) -> FloatArray:
    """Return a float64 view of `field` with the level axis in front and pressure ascending.

    Parameters
    ----------
    field : array_like, (..., level, y, x)
        Any quantity.
    levels : ndarray, (level,)
        Pa, already checked.

    Returns
    -------
    ndarray, (level, ..., y, x)

    Raises
    ------
    ArgumentError
        When the third axis from the end does not have one entry per level.

    Examples
    --------
    >>> field = np.zeros((4, 2, 3, 5))  # time, level, y, x
    >>> level_first(field, np.array([85000.0, 50000.0])).shape
    (2, 4, 3, 5)
    """
    values = as_float(field)
    if values.ndim < 3 or values.shape[LEVEL_AXIS] != levels.size:
        raise ArgumentError(
            Message(
                id="physicserror-field_shape",
                params={"shape": f"{values.shape}", "count": f"{levels.size}"},
            ),
            code="invalid_shape",
        )
    ordered = np.moveaxis(values, LEVEL_AXIS, 0)
    return ordered if levels.size < 2 or levels[0] < levels[-1] else ordered[::-1]


def ascending(levels: FloatArray) -> FloatArray:
    """Return checked levels with pressure ascending.

    Examples
    --------
    >>> import numpy as np
    >>> ascending(np.array([850e2, 500e2]))
    array([50000., 85000.])
    """
    return levels if levels.size < 2 or levels[0] < levels[-1] else levels[::-1]


def find_level(levels: FloatArray, pressure: float) -> int | None:
    """Return the index of the level at `pressure`, Pa, or None; a millionth apart is the same.

    Examples
    --------
    >>> find_level(np.array([50000.0, 85000.0]), 85000.0)
    1
    >>> find_level(np.array([50000.0, 85000.0]), 70000.0) is None
    True
    """
    close = np.flatnonzero(np.abs(levels - pressure) <= _SAME * pressure)
    return int(close[0]) if close.size else None


def level_index(pressure_levels_pa: ArrayLike, pressure: float) -> int:
    """Return the index of a level by its exact pressure, never the nearest one.

    Parameters
    ----------
    pressure_levels_pa : array_like, (level,)
        Pa.
    pressure : float
        The level asked for, Pa.

    Raises
    ------
    InputDataError
        With code ``level_missing``, naming the levels there are.

    Examples
    --------
    >>> level_index([850e2, 700e2, 500e2], 700e2)
    1
    """
    levels = check_pressure_levels(pressure_levels_pa)
    index = find_level(levels, pressure)
    if index is None:
        there = ", ".join(f"{value / 100.0:g}" for value in ascending(levels))
        raise InputDataError(
            Message(
                id="physicserror-level_missing",
                params={"pressure": f"{pressure / 100.0:g}", "there": f"{there}"},
            ),
            code="level_missing",
            data={"level_hpa": pressure / 100.0, "available_hpa": (levels / 100.0).tolist()},
        )
    return index
