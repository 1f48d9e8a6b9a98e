"""Wind: speed, direction, shear, storm motion, helicity.

Components are eastward and northward, m s-1. Profiles have the axes (..., level, y, x) with the
height above ground of every level; levels with a negative height are below ground and left out.
Means of speed are means of speeds: the speed of a mean vector is smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.physics.levels import ascending, check_pressure_levels, level_first
from diagnostics.physics.saturation import FloatArray, as_float

COMPILED_FROM = 20_000
"""Profiles with fewer values are worked with NumPy: compiled code saves nothing there."""
Vector = tuple[FloatArray, FloatArray]
STEADY_DEGREES = 30.0
"""Samples of a steady wind lie at most so far from their mean vector [D]."""
BUNKERS_DEVIATION = 7.5
"""Departure of a rotating storm from the mean wind, m s-1 (Bunkers et al. 2000)."""


def wind_speed(eastward: ArrayLike, northward: ArrayLike) -> FloatArray:
    """Return the speed of a vector, in its unit.

    Examples
    --------
    >>> float(wind_speed(3.0, -4.0))
    5.0
    """
    return np.hypot(as_float(eastward), as_float(northward))


def wind_direction(
    eastward: ArrayLike, northward: ArrayLike, convention: Literal["from", "to"] = "from"
) -> FloatArray:
    """Return the direction of a vector, degrees clockwise from north.

    Parameters
    ----------
    eastward, northward : array_like
        Components in any one unit.
    convention : {"from", "to"}
        ``from`` is the wind's: a northerly is 360. ``to`` is the way fluxes point.

    Returns
    -------
    ndarray
        Above 0 and up to 360; exactly 0 where it is calm.

    Raises
    ------
    ArgumentError
        For another convention.

    Examples
    --------
    >>> float(wind_direction(0.0, -5.0)), float(wind_direction(10.0, 0.0))
    (360.0, 270.0)
    """
    if convention not in ("from", "to"):
        raise ArgumentError(
            Message(id="physicserror-wind_convention", params={"convention": f"{convention!r}"}),
            code="unknown_convention",
        )
    sign = -1.0 if convention == "from" else 1.0
    u, v = as_float(eastward), as_float(northward)
    degrees = np.degrees(np.arctan2(sign * u, sign * v))
    positive = np.where(degrees <= 0.0, degrees + 360.0, degrees)
    return np.where((u == 0.0) & (v == 0.0), 0.0, positive)


def steady_direction(eastward: ArrayLike, northward: ArrayLike) -> FloatArray:
    """Return where a wind blows from over some samples, where it hardly turns between them.

    Parameters
    ----------
    eastward, northward : array_like (sample, ...)
        Components in any one unit.

    Returns
    -------
    ndarray
        Degrees clockwise from north of the mean vector, above 0 and up to 360; NaN where a sample
        is missing or lies farther from it than 30 degrees (default of this project), 0 where it is
        calm.

    Examples
    --------
    >>> float(steady_direction([0.0, 0.0], [-4.0, -8.0]))
    360.0
    >>> float(steady_direction([0.0, 5.0], [8.0, 0.0]))
    nan
    """
    east, north = as_float(eastward), as_float(northward)
    mean = wind_direction(east.mean(axis=0), north.mean(axis=0))
    apart = np.abs((wind_direction(east, north) - mean + 180.0) % 360.0 - 180.0)
    return np.where((apart <= STEADY_DEGREES).all(axis=0), mean, np.nan)


def rotate(eastward: ArrayLike, northward: ArrayLike, angle: ArrayLike) -> Vector:
    """Turn vectors counterclockwise.

    Parameters
    ----------
    eastward, northward : array_like
        Components along the first and the second axis of a frame.
    angle : array_like
        rad. With the angle from true east to the grid's x axis, grid-relative components become
        earth-relative; with its negative the reverse.

    Examples
    --------
    >>> import numpy as np
    >>> u, v = rotate(10.0, 0.0, np.pi / 2)
    >>> round(float(u), 6), round(float(v), 6)
    (0.0, 10.0)
    """
    u, v = as_float(eastward), as_float(northward)
    cosine, sine = np.cos(as_float(angle)), np.sin(as_float(angle))
    return np.asarray(u * cosine - v * sine), np.asarray(u * sine + v * cosine)


class WindProfile(NamedTuple):
    """Winds from the ground upwards; levels below ground are folded into the lowest point.

    Attributes
    ----------
    height : ndarray, (point, ..., y, x)
        Above ground, m.
    pressure : ndarray, (point, ..., y, x)
        Pa.
    eastward, northward : ndarray, (point, ..., y, x)
        m s-1.
    """

    height: FloatArray
    pressure: FloatArray
    eastward: FloatArray
    northward: FloatArray


def wind_profile(
    eastward: ArrayLike,
    northward: ArrayLike,
    height_above_ground: ArrayLike,
    pressure_levels_pa: ArrayLike,
    *,
    surface_wind: tuple[ArrayLike, ArrayLike] | None = None,
    surface_pressure: ArrayLike | None = None,
    top: float | None = None,
) -> WindProfile:
    """Order winds from the ground upwards.

    Parameters
    ----------
    eastward, northward, height_above_ground : array_like, (..., level, y, x)
        m s-1 and m.
    pressure_levels_pa : array_like, (level,)
        Pa.
    surface_wind : pair of array_like, (..., y, x), optional
        10-m wind, which stands at the ground.
    surface_pressure : array_like, (..., y, x), optional
        Pa; that of the lowest level above ground stands for it.
    top : float, optional
        m above ground. Levels beyond the first that lies above it everywhere are left out.

    Returns
    -------
    WindProfile
        NaN throughout a column in which a value above ground is missing. A level without a height
        below the first one above ground lies under ground.
    """
    given = check_pressure_levels(pressure_levels_pa)
    h, u, v = (
        level_first(field, given)[::-1] for field in (height_above_ground, eastward, northward)
    )
    levels = ascending(given)[::-1].reshape(-1, *(1,) * (h.ndim - 1))
    if top is not None:
        enough = next((k for k in range(len(h)) if not (h[k] < top).any()), len(h) - 1)
        h, u, v, levels = (each[: enough + 1] for each in (h, u, v, levels))
    p = np.broadcast_to(levels, h.shape)
    valid = h >= 0.0
    lowest = np.argmax(valid, axis=0)[np.newaxis]
    ground = tuple(np.take_along_axis(each, lowest, axis=0)[0] for each in (h, p, u, v))
    if surface_wind is not None:
        pressure = ground[1] if surface_pressure is None else as_float(surface_pressure)
        ground = (np.zeros(h.shape[1:]), pressure, *(as_float(part) for part in surface_wind))
    kernels = _compiled() if h.size >= COMPILED_FROM else None
    if kernels is not None:
        nothing = ~valid.any(axis=0)
        folded = np.empty((4, len(h) + 1, *h.shape[1:]))
        cells = (-1, nothing.size)
        kernels.fold(
            np.ascontiguousarray(h).reshape(cells),
            np.ascontiguousarray(levels.ravel()),
            *(np.ascontiguousarray(each).reshape(cells) for each in (u, v)),
            np.stack([np.broadcast_to(each, nothing.shape) for each in ground]).reshape(cells),
            nothing.reshape(-1),
            folded.reshape(4, -1, nothing.size),
        )
        return WindProfile(*folded)
    above = np.logical_or.accumulate(valid, axis=0)
    missing = (np.isnan(h) & above).any(axis=0) | ~above[-1]
    points = []
    for base, field in zip(ground, (h, p, u, v), strict=True):
        folded = np.where(valid, field, base)
        missing = missing | np.isnan(folded).any(axis=0) | np.isnan(base)
        points.append(np.concatenate([np.broadcast_to(base, h.shape[1:])[np.newaxis], folded]))
    return WindProfile(*(np.where(missing, np.nan, each) for each in points))


def _flat(profile: WindProfile) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return height and wind as contiguous arrays (point, cell)."""
    height, u, v = (
        np.ascontiguousarray(each).reshape(len(each), -1)
        for each in (profile.height, profile.eastward, profile.northward)
    )
    return height, u, v


@lru_cache(maxsize=1)
def _compiled() -> ModuleType | None:
    # Imported here: numba is heavy and optional, and raises RuntimeError where it finds no place
    # for its cache.
    try:
        from diagnostics.physics import wind_numba
    except (ImportError, RuntimeError):
        return None
    return wind_numba


def _segments(
    profile: WindProfile, bottom: float, top: float
) -> Iterator[tuple[int, NDArray[np.bool_], FloatArray, FloatArray]]:
    """Yield, per layer, where it lies within the limits and the weights of its clipped ends."""
    for k in range(profile.height.shape[0] - 1):
        h0, h1 = profile.height[k], profile.height[k + 1]
        low, high = np.maximum(h0, bottom), np.minimum(h1, top)
        with np.errstate(invalid="ignore", divide="ignore"):
            depth = h1 - h0
            start = np.where(depth > 0.0, (low - h0) / depth, 0.0)
            end = np.where(depth > 0.0, (high - h0) / depth, 1.0)
        yield k, high > low, start, end


def _reached(profile: WindProfile, top: float, values: FloatArray) -> FloatArray:
    """Blank the columns whose winds end below the layer's top, or are missing."""
    return np.where(profile.height[-1] >= top, values, np.nan)


def wind_at_height(profile: WindProfile, height: float) -> Vector:
    """Return the wind at a height above ground, m, linear in height; NaN outside the profile."""
    shape = profile.height.shape[1:]
    u, v = np.full(shape, np.nan), np.full(shape, np.nan)
    kernels = _compiled() if profile.height.size >= COMPILED_FROM else None
    if kernels is not None:
        kernels.at_height(*_flat(profile), height, u.reshape(-1), v.reshape(-1))
        return u, v
    for k in range(profile.height.shape[0] - 1):
        h0, h1 = profile.height[k], profile.height[k + 1]
        thick = h1 > h0
        weight = np.where(thick, height - h0, 0.0) / np.where(thick, h1 - h0, 1.0)
        inside = thick & (weight >= 0.0) & (weight <= 1.0)
        for result, field in ((u, profile.eastward), (v, profile.northward)):
            between = field[k] + weight * (field[k + 1] - field[k])
            result[...] = np.where(inside, between, result)
    return u, v


def bulk_shear(profile: WindProfile, top: float = 6000.0) -> Vector:
    """Return the wind at `top` m above ground minus that at the lowest point, m s-1."""
    u, v = wind_at_height(profile, top)
    return u - profile.eastward[0], v - profile.northward[0]


def layer_mean_wind(profile: WindProfile, bottom: float, top: float) -> Vector:
    """Return the mean wind between two heights above ground, m, weighted by pressure.

    Notes
    -----
    At the limits the pressure is linear in height and the wind linear in ln p, as in MetPy 1.7.1.
    """
    shape = profile.height.shape[1:]
    sums = [np.zeros(shape), np.zeros(shape)]
    depth = np.zeros(shape)
    for k, inside, start, end in _segments(profile, bottom, top):
        p0, p1 = profile.pressure[k], profile.pressure[k + 1]
        with np.errstate(invalid="ignore", divide="ignore"):
            first, last = p0 + start * (p1 - p0), p0 + end * (p1 - p0)
            span = np.log(p1 / p0)
            weights = [np.where(span < 0.0, np.log(p / p0) / span, 0.0) for p in (first, last)]
        depth += np.where(inside, first - last, 0.0)
        for total, field in zip(sums, (profile.eastward, profile.northward), strict=True):
            low, high = (field[k] + w * (field[k + 1] - field[k]) for w in weights)
            total += np.where(inside, 0.5 * (low + high) * (first - last), 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = [_reached(profile, top, total / depth) for total in sums]
    return means[0], means[1]


class StormMotion(NamedTuple):
    """Motion of storms that turn right and left, and the mean wind; pairs of components, m s-1."""

    right: Vector
    left: Vector
    mean: Vector


def bunkers_storm_motion(profile: WindProfile) -> StormMotion:
    """Return the motion of supercells by the internal dynamics method.

    Parameters
    ----------
    profile : WindProfile
        Winds up to 6 km above ground at least; NaN where they end below.

    Notes
    -----
    Mean wind of 0 to 6 km, plus or minus 7.5 m s-1 at right angles to the shear between the mean
    winds of 0 to 500 m and 5.5 to 6 km. Equal to MetPy 1.7.1 where the profile starts at 0 m.

    References
    ----------
    Bunkers, M. J. et al., 2000: Predicting supercell motion using a new hodograph technique.
    Wea. Forecasting, 15, 61-79.
    """
    mean = layer_mean_wind(profile, 0.0, 6000.0)
    low = layer_mean_wind(profile, 0.0, 500.0)
    high = layer_mean_wind(profile, 5500.0, 6000.0)
    shear_u, shear_v = high[0] - low[0], high[1] - low[1]
    with np.errstate(invalid="ignore", divide="ignore"):
        factor = BUNKERS_DEVIATION / np.hypot(shear_u, shear_v)
    off_u, off_v = shear_v * factor, -shear_u * factor
    return StormMotion((mean[0] + off_u, mean[1] + off_v), (mean[0] - off_u, mean[1] - off_v), mean)


def storm_relative_helicity(
    profile: WindProfile, storm: tuple[ArrayLike, ArrayLike], depth: float = 3000.0
) -> FloatArray:
    """Return the helicity of the wind relative to a storm, m2 s-2.

    Parameters
    ----------
    profile : WindProfile
        Winds up to `depth` m above ground at least; NaN where they end below.
    storm : pair of array_like, (..., y, x)
        Motion of the storm, m s-1.
    depth : float
        m above ground.

    Returns
    -------
    ndarray, (..., y, x)
        Positive where the wind turns clockwise with height. Few levels below 3 km bias it low.

    Notes
    -----
    ``SUM (u[k+1]-cx)(v[k]-cy) - (u[k]-cx)(v[k+1]-cy)``, equal to MetPy 1.7.1.

    References
    ----------
    Davies-Jones, R., Burgess, D. and Foster, M., 1990: Test of helicity as a tornado forecast
    parameter. Preprints, 16th Conf. on Severe Local Storms, 588-592.
    """
    cx, cy = as_float(storm[0]), as_float(storm[1])
    total = np.zeros(profile.height.shape[1:])
    kernels = _compiled() if profile.height.size >= COMPILED_FROM else None
    if kernels is not None:
        storms = (np.ascontiguousarray(np.broadcast_to(c, total.shape)) for c in (cx, cy))
        kernels.helicity(
            *_flat(profile), *(each.reshape(-1) for each in storms), depth, total.reshape(-1)
        )
        return _reached(profile, depth, total + 0.0 * (cx + cy))
    for k, inside, start, end in _segments(profile, 0.0, depth):
        u0, v0 = profile.eastward[k] - cx, profile.northward[k] - cy
        du = profile.eastward[k + 1] - profile.eastward[k]
        dv = profile.northward[k + 1] - profile.northward[k]
        first_u, first_v = u0 + start * du, v0 + start * dv
        last_u, last_v = u0 + end * du, v0 + end * dv
        total += np.where(inside, last_u * first_v - first_u * last_v, 0.0)
    return _reached(profile, depth, total + 0.0 * (cx + cy))
