"""Integrals and derivatives along the vertical.

Fields have the axes (..., level, y, x) and lie on shared pressure levels in Pa, in either order.
Levels below ground are left out where the surface pressure is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.constants import GRAVITY, WATER_DENSITY
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.physics.levels import (
    LEVEL_AXIS,
    ascending,
    check_pressure_levels,
    check_surface_pressure,
    level_first,
)
from diagnostics.physics.saturation import FloatArray, as_float, saturation_mixing_ratio
from diagnostics.physics.thermodynamics import HUMIDITY_FLOOR, clip_humidity, dewpoint

SEA_LEVEL_PA = 101325.0
"""Of the standard atmosphere."""


def surface_pressure_from_orography(orography: ArrayLike) -> FloatArray:
    """Return the standard atmosphere's pressure at the ground.

    Parameters
    ----------
    orography : array_like
        Height of the ground, m.

    Returns
    -------
    ndarray
        ``101325 (1 - 2.25577e-5 h)^5.25588``, Pa; a stand-in where the surface pressure is
        unknown, up to 40 hPa off in deep lows and strong highs.

    Examples
    --------
    >>> round(float(surface_pressure_from_orography(1500.0)) / 100)
    846
    """
    return np.asarray(SEA_LEVEL_PA * (1.0 - 2.25577e-5 * as_float(orography)) ** 5.25588)


def orography_from_surface_pressure(pressure: ArrayLike) -> FloatArray:
    """Return the height of the ground in the standard atmosphere.

    Parameters
    ----------
    pressure : array_like
        At the ground, Pa.

    Returns
    -------
    ndarray
        m; the inverse of `surface_pressure_from_orography`.

    Examples
    --------
    >>> round(float(orography_from_surface_pressure(surface_pressure_from_orography(1500.0))))
    1500
    """
    return np.asarray((1.0 - (as_float(pressure) / SEA_LEVEL_PA) ** (1.0 / 5.25588)) / 2.25577e-5)


def _clipped_trapezoid(
    upper: ArrayLike,
    upper_value: FloatArray,
    lower: ArrayLike,
    lower_value: FloatArray,
    top: float,
    bottom: float,
) -> FloatArray:
    """Integrate one segment in pressure between the limits; 0 where it lies outside them."""
    p1, p2 = as_float(upper), as_float(lower)
    if p1.ndim == p2.ndim == 0 and top <= p1 < p2 <= bottom:
        whole = upper_value + lower_value
        whole *= 0.5 * (p2 - p1)
        return whole
    start, end = np.maximum(p1, top), np.minimum(p2, bottom)
    inside = end > start
    with np.errstate(invalid="ignore", divide="ignore"):
        span = np.log(p2 / p1)
        slope = np.where(span > 0.0, (lower_value - upper_value) / span, 0.0)
        first = np.where(start > p1, upper_value + slope * np.log(start / p1), upper_value)
        last = np.where(end < p2, upper_value + slope * np.log(end / p1), lower_value)
        area = 0.5 * (first + last) * (end - start)
    return np.where(inside, area, 0.0)


def _limits(
    levels: FloatArray, top: float | None, bottom: float | None, *, surface_known: bool
) -> tuple[float, float]:
    low = float(levels[0]) if top is None else top
    high = (np.inf if surface_known else float(levels[-1])) if bottom is None else bottom
    reaches = low >= levels[0] * (1.0 - 1e-6)
    if not surface_known:
        reaches = reaches and high <= levels[-1] * (1.0 + 1e-6)
    if not reaches:
        raise InputDataError(
            Message(
                id="physicserror-layer_outside_levels",
                params={
                    "top": f"{levels[0] / 100:g}",
                    "bottom": f"{levels[-1] / 100:g}",
                    "low": f"{low / 100:g}",
                    "high": f"{high / 100:g}",
                },
            ),
            code="layer_outside_levels",
            data={"available_hpa": (levels / 100.0).tolist(), "layer_hpa": [low / 100, high / 100]},
        )
    if low >= high:
        raise ArgumentError(
            Message(
                id="physicserror-invalid_layer",
                params={"low": f"{low / 100:g}", "high": f"{high / 100:g}"},
            ),
            code="invalid_layer",
        )
    return low, high


@dataclass(frozen=True)
class _Raised:
    """A field (level, ...) whose levels are raised to a floor as they are looked at."""

    stored: FloatArray
    floor: float

    def __getitem__(self, level: int) -> FloatArray:
        return np.asarray(np.maximum(self.stored[level], self.floor))


def _integral(
    field: ArrayLike,
    pressure_levels_pa: ArrayLike,
    top: float | None,
    bottom: float | None,
    surface_pressure: ArrayLike | None,
    surface_value: ArrayLike | None,
    floor: float = -np.inf,
) -> tuple[FloatArray, FloatArray]:
    """Return the integral of the field over pressure, and the pressure difference it covers.

    Values below `floor` are raised to it, level by level: no copy of the field is made.
    """
    given = check_pressure_levels(pressure_levels_pa)
    stored = level_first(field, given)
    values = _Raised(stored, floor) if floor > -np.inf else stored
    levels = ascending(given)
    surface = None if surface_pressure is None else check_surface_pressure(surface_pressure)
    low, high = _limits(levels, top, bottom, surface_known=surface is not None)
    total = np.zeros(stored.shape[1:])
    if surface is None:
        for k in range(levels.size - 1):
            if levels[k + 1] > low and levels[k] < high:
                total += _clipped_trapezoid(
                    levels[k], values[k], levels[k + 1], values[k + 1], low, high
                )
        return total, np.full(total.shape, high - low)
    ground = None if surface_value is None else as_float(surface_value)
    for k in range(levels.size):
        if levels[k] >= high:
            break
        last = k == levels.size - 1
        if not last and levels[k + 1] > low:
            area = _clipped_trapezoid(levels[k], values[k], levels[k + 1], values[k + 1], low, high)
            total += np.where(levels[k + 1] <= surface, area, 0.0)
        lowest = (
            (levels[k] <= surface) if last else (levels[k] <= surface) & (surface < levels[k + 1])
        )
        end = values[k] if ground is None else ground
        area = _clipped_trapezoid(levels[k], values[k], surface, end, low, high)
        total += np.where(lowest, area, 0.0)
    depth = np.minimum(surface, high) - low
    missing = ~((surface >= levels[0]) & (depth > 0.0))
    total[np.broadcast_to(missing, total.shape)] = np.nan
    return total, np.broadcast_to(np.where(missing, np.nan, depth), total.shape)


def vertical_integral(
    field: ArrayLike,
    pressure_levels_pa: ArrayLike,
    top: float | None = None,
    bottom: float | None = None,
    surface_pressure: ArrayLike | None = None,
    *,
    surface_value: ArrayLike | None = None,
) -> FloatArray:
    """Return the mass-weighted vertical integral ``(1/g) INT f dp``, positive for positive f.

    Parameters
    ----------
    field : array_like, (..., level, y, x)
        The quantity per kg of air.
    pressure_levels_pa : array_like, (level,)
        Pa, in either order.
    top : float, optional
        Upper limit, Pa; the highest level by default.
    bottom : float, optional
        Lower limit, Pa; the ground by default, or the lowest level where the surface pressure is
        unknown (then the caller reports that levels below ground were not masked).
    surface_pressure : array_like, (..., y, x), optional
        Pa. Levels with ``p > sp`` are dropped, and the point at the ground is added.
    surface_value : array_like, (..., y, x), optional
        The quantity at the ground; that of the lowest level above ground by default.

    Returns
    -------
    ndarray, (..., y, x)
        The field's unit times kg m-2; NaN where an input is missing or no level is above ground.

    Raises
    ------
    InputDataError
        When the levels do not reach over the layer (``layer_outside_levels``).

    Notes
    -----
    Trapezoids in pressure; values at limits between levels are linear in ln p.

    Examples
    --------
    >>> import numpy as np
    >>> p = np.array([1000e2, 850e2, 700e2, 500e2, 300e2, 200e2])
    >>> round(float(vertical_integral(np.ones((6, 1, 1)), p)[0, 0]))
    8158
    """
    area, _ = _integral(field, pressure_levels_pa, top, bottom, surface_pressure, surface_value)
    return area / GRAVITY


def precipitable_water(
    specific_humidity: ArrayLike,
    pressure_levels_pa: ArrayLike,
    *,
    top: float | None = 30000.0,
    bottom: float | None = None,
    surface_pressure: ArrayLike | None = None,
    surface_specific_humidity: ArrayLike | None = None,
    definition: Literal["integral", "metpy"] = "integral",
) -> FloatArray:
    """Return the water vapour of the column as a depth of liquid.

    Parameters
    ----------
    specific_humidity : array_like, (..., level, y, x)
        kg kg-1; raised to a small positive floor where it is not positive.
    pressure_levels_pa : array_like, (level,)
        Pa.
    top, bottom, surface_pressure, surface_specific_humidity
        As in `vertical_integral`; the top is 300 hPa unless given, None for the highest level.
    definition : {"integral", "metpy"}
        ``integral`` is ``(1/g) INT q dp``. ``metpy`` integrates the mixing ratio that MetPy 1.7.1
        gets from the dewpoint and divides by the density of water, about 1.1 % more.

    Returns
    -------
    ndarray, (..., y, x)
        kg m-2 (``integral``) or mm (``metpy``), the same number within 0.003 %.

    Raises
    ------
    ArgumentError
        For another definition.

    Examples
    --------
    >>> import numpy as np
    >>> p = np.array([1000e2, 850e2, 700e2, 500e2, 300e2, 200e2])
    >>> q = np.array([0.016, 0.011, 0.006, 0.002, 0.0003, 0.0])
    >>> round(float(precipitable_water(q[:, None, None], p)[0, 0]), 1)
    44.2
    """
    levels = check_pressure_levels(pressure_levels_pa)
    if definition == "integral":
        mass, _ = _integral(
            specific_humidity,
            levels,
            top,
            bottom,
            surface_pressure,
            surface_specific_humidity,
            HUMIDITY_FLOOR,
        )
        return mass / GRAVITY
    if definition != "metpy":
        raise ArgumentError(
            Message(id="physicserror-water_definition", params={"definition": f"{definition!r}"}),
            code="unknown_definition",
        )
    pressure = levels[:, np.newaxis, np.newaxis]
    ratio = saturation_mixing_ratio(pressure, dewpoint(pressure, specific_humidity))
    ground = None
    if surface_pressure is not None and surface_specific_humidity is not None:
        ground = saturation_mixing_ratio(
            surface_pressure, dewpoint(surface_pressure, surface_specific_humidity)
        )
    mass = vertical_integral(ratio, levels, top, bottom, surface_pressure, surface_value=ground)
    return mass * (1000.0 / WATER_DENSITY)


def integrated_vapor_transport(
    specific_humidity: ArrayLike,
    eastward_wind: ArrayLike,
    northward_wind: ArrayLike,
    pressure_levels_pa: ArrayLike,
    *,
    top: float | None = 30000.0,
    bottom: float | None = None,
    surface_pressure: ArrayLike | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Return the vector ``(1/g) INT q V dp``.

    Parameters
    ----------
    specific_humidity : array_like, (..., level, y, x)
        kg kg-1.
    eastward_wind, northward_wind : array_like, (..., level, y, x)
        m s-1.
    pressure_levels_pa, top, bottom, surface_pressure
        As in `vertical_integral`; the top is 300 hPa unless given.

    Returns
    -------
    eastward, northward : ndarray, (..., y, x)
        kg m-1 s-1. The transport IVT is the length of this vector, not the integral of q|V|.

    Examples
    --------
    >>> import numpy as np
    >>> p = np.array([1000e2, 850e2, 700e2, 500e2, 300e2, 200e2])
    >>> q = np.array([0.016, 0.011, 0.006, 0.002, 0.0003, 0.0])[:, None, None]
    >>> u, v = np.full_like(q, 6.0), np.full_like(q, 8.0)
    >>> eastward, northward = integrated_vapor_transport(q, u, v, p)
    >>> round(float(np.hypot(eastward, northward)[0, 0]))
    442
    """
    moisture, _ = clip_humidity(specific_humidity)
    east, north = (
        vertical_integral(
            moisture * as_float(wind), pressure_levels_pa, top, bottom, surface_pressure
        )
        for wind in (eastward_wind, northward_wind)
    )
    return east, north


def vertical_derivative(field: ArrayLike, pressure_levels_pa: ArrayLike) -> FloatArray:
    """Return df/dp by the three-point second-order formula, one-sided at the ends.

    Parameters
    ----------
    field : array_like, (..., level, y, x)
        Any quantity.
    pressure_levels_pa : array_like, (level,)
        Pa, unevenly spaced, at least three.

    Returns
    -------
    ndarray, (..., level, y, x)
        The field's unit per Pa, levels in the order given.

    Raises
    ------
    InputDataError
        With fewer than three levels (``too_few_levels``).

    Examples
    --------
    >>> import numpy as np
    >>> p = np.array([1000e2, 850e2, 700e2, 500e2, 300e2, 200e2])
    >>> slope = vertical_derivative((2.0 * p)[:, None, None], p)
    >>> np.round(slope[:, 0, 0], 6)
    array([2., 2., 2., 2., 2., 2.])
    """
    levels = check_pressure_levels(pressure_levels_pa)
    level_first(field, levels)
    if levels.size < 3:
        raise InputDataError(
            Message(
                id="physicserror-vertical_derivative_levels", params={"count": f"{levels.size}"}
            ),
            code="too_few_levels",
        )
    return np.asarray(np.gradient(as_float(field), levels, axis=LEVEL_AXIS, edge_order=2))
