"""Ertel's potential vorticity, its isentropic maps and the dynamic tropopause."""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.constants import GRAVITY, KAPPA, REFERENCE_PRESSURE
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.stencils import COMPILED_FROM, as_stored, three_points
from diagnostics.messages import Message
from diagnostics.physics.columns import vertical_derivative
from diagnostics.physics.levels import LEVEL_AXIS, check_pressure_levels
from diagnostics.physics.saturation import FloatArray, as_float
from diagnostics.physics.thermodynamics import potential_temperature

if TYPE_CHECKING:
    from diagnostics.grid.geometry import Grid

PVU: Final = 1e-6
"""One potential-vorticity unit, K m2 kg-1 s-1."""
TROPOPAUSE_DEEPEST_PA: Final = 70000.0
"""Below this pressure a large value is a diabatic anomaly of the lower troposphere."""
_NEWTON_STEPS: Final = 8
CLOSE: Final = 1e-15
"""A Newton step, as a share of the layer, that changes nothing."""


class IsentropicSurface(NamedTuple):
    """Where columns cross a potential temperature, arrays (..., y, x).

    Attributes
    ----------
    pressure : ndarray
        Pa; NaN where the surface lies outside the levels.
    stability : ndarray
        dtheta/dp there, K Pa-1, of the layer that holds the surface; negative.
    fields : tuple of ndarray
        The other fields there.
    """

    pressure: FloatArray
    stability: FloatArray
    fields: tuple[FloatArray, ...]


class DynamicTropopause(NamedTuple):
    """The surface of one potential vorticity, seen from above, arrays (..., y, x).

    Attributes
    ----------
    pressure : ndarray
        Pa; NaN where the value is not passed.
    theta : ndarray
        Potential temperature there, K.
    """

    pressure: FloatArray
    theta: FloatArray


def ertel_potential_vorticity(
    theta: ArrayLike,
    eastward_wind: ArrayLike,
    northward_wind: ArrayLike,
    pressure_levels_pa: ArrayLike,
    grid: Grid,
) -> tuple[FloatArray, FloatArray]:
    """Return the vertical and the horizontal part of Ertel's potential vorticity.

    Parameters
    ----------
    theta, eastward_wind, northward_wind : array_like, (..., level, y, x)
        Potential temperature, K (or equivalent, for the moist one), and the earth-relative wind,
        m s-1.
    pressure_levels_pa : array_like, (level,)
        Pa, at least three.
    grid : Grid

    Returns
    -------
    vertical, horizontal : ndarray, (..., level, y, x)
        ``-g (zeta + f) dtheta/dp`` and ``g (dv/dp dtheta/dx - du/dp dtheta/dy)``,
        K m2 kg-1 s-1; their sum is the hydrostatic potential vorticity (Hoskins, McIntyre and
        Robertson 1985, doi:10.1002/qj.49711147002). The sign is that of the Northern Hemisphere.

    Raises
    ------
    InputDataError
        With fewer than three levels (``too_few_levels``).
    """
    vertical, horizontal = _parts(
        theta, eastward_wind, northward_wind, pressure_levels_pa, grid, apart=True
    )
    return vertical, horizontal


def potential_vorticity(
    theta: ArrayLike,
    eastward_wind: ArrayLike,
    northward_wind: ArrayLike,
    pressure_levels_pa: ArrayLike,
    grid: Grid,
) -> FloatArray:
    """Return the hydrostatic potential vorticity, the sum of `ertel_potential_vorticity`'s parts.

    Parameters
    ----------
    theta, eastward_wind, northward_wind, pressure_levels_pa, grid
        As there.
    """
    return _parts(theta, eastward_wind, northward_wind, pressure_levels_pa, grid, apart=False)[0]


def _parts(
    theta: ArrayLike,
    eastward_wind: ArrayLike,
    northward_wind: ArrayLike,
    pressure_levels_pa: ArrayLike,
    grid: Grid,
    *,
    apart: bool,
) -> tuple[FloatArray, ...]:
    levels = check_pressure_levels(pressure_levels_pa)
    warmth, east, north = as_stored(theta, eastward_wind, northward_wind)
    kernels = compiled() if warmth.size >= COMPILED_FROM and levels.size >= 3 else None
    stencils = grid.stencils if kernels is not None else None
    if kernels is None or stencils is None or not warmth.shape == east.shape == north.shape:
        absolute = grid.vorticity(east, north) + grid.coriolis
        theta_x, theta_y = grid.gradient(warmth)
        vertical = -GRAVITY * absolute * vertical_derivative(warmth, levels)
        shear_u, shear_v = vertical_derivative(east, levels), vertical_derivative(north, levels)
        horizontal = GRAVITY * (shear_v * theta_x - shear_u * theta_y)
        return (vertical, horizontal) if apart else (vertical + horizontal,)
    # both parts are the same in every frame: the wind is turned to the grid's axes, nothing back
    columns = [
        np.ascontiguousarray(part).reshape(-1, levels.size, *grid.shape)
        for part in as_stored(warmth, *grid.to_grid_axes(east, north))
    ]
    planes = len(columns[0])
    results = tuple(np.empty((count, *columns[0].shape[1:])) for count in (planes, planes * apart))
    kernels.potential_vorticity(
        *columns,
        np.ascontiguousarray(grid.coriolis),
        three_points(levels, None),
        stencils.arguments,
        GRAVITY,
        *results,
    )
    return tuple(
        grid.without_poles(part.reshape(warmth.shape)) for part in results[: 2 if apart else 1]
    )


def interpolate_to_isentrope(
    temperature: ArrayLike,
    fields: tuple[ArrayLike, ...],
    pressure_levels_pa: ArrayLike,
    theta: float,
) -> IsentropicSurface:
    """Find an isentropic surface, its highest crossing where a column crosses it more than once.

    Parameters
    ----------
    temperature : array_like, (..., level, y, x)
        K.
    fields : tuple of array_like, (..., level, y, x)
        What else is wanted on the surface.
    pressure_levels_pa : array_like, (level,)
        Pa, in either order, at least two.
    theta : float
        K.

    Returns
    -------
    IsentropicSurface

    Raises
    ------
    ArgumentError
        When `theta` is not a positive number (``invalid_theta``).

    Notes
    -----
    Temperature and `fields` are linear in ln p between levels; the pressure solves
    ``ln T(s) - kappa (ln p1 + s ln(p2 / p1)) = ln theta - kappa ln p0`` by Newton's method (Ziv and
    Alpert 1994, doi:10.1175/1520-0450(1994)033<0694:POIPTA>2.0.CO;2, with MetPy's assumption on
    the temperature).
    """
    if not (np.isfinite(theta) and theta > 0.0):
        raise ArgumentError(
            Message(id="physicserror-theta", params={"theta": f"{theta!r}"}),
            code="invalid_theta",
        )
    levels = check_pressure_levels(pressure_levels_pa)
    profile = as_float(temperature)
    others = [as_float(part) for part in fields]
    if levels.size > 1 and levels[0] > levels[-1]:
        levels, profile = levels[::-1], np.flip(profile, LEVEL_AXIS)
        others = [np.flip(part, LEVEL_AXIS) for part in others]
    shape = (*profile.shape[:LEVEL_AXIS], *profile.shape[-2:])
    kernels = compiled() if profile.size >= COMPILED_FROM else None
    cells = profile.shape[-2] * profile.shape[-1]
    planes = np.ascontiguousarray(profile).reshape(-1, levels.size, cells)
    stack = np.empty((len(others), *planes.shape))
    for k, part in enumerate(others):
        stack[k] = np.broadcast_to(part, profile.shape).reshape(planes.shape)
    work = kernels.isentrope if kernels is not None else _isentrope
    pressure, stability, found = work(
        planes, stack, levels, theta, theta * (levels / REFERENCE_PRESSURE) ** KAPPA
    )
    return IsentropicSurface(
        pressure.reshape(shape),
        stability.reshape(shape),
        tuple(part.reshape(shape) for part in found),
    )


def isentropic_potential_vorticity(
    temperature: ArrayLike,
    eastward_wind: ArrayLike,
    northward_wind: ArrayLike,
    pressure_levels_pa: ArrayLike,
    grid: Grid,
    theta: float,
) -> tuple[FloatArray, IsentropicSurface]:
    """Return the potential vorticity on an isentropic surface, and the surface with its winds.

    Parameters
    ----------
    temperature, eastward_wind, northward_wind : array_like, (..., level, y, x)
        K and m s-1.
    pressure_levels_pa : array_like, (level,)
        Pa.
    grid : Grid
    theta : float
        K.

    Returns
    -------
    ndarray, (..., y, x)
        ``-g (zeta_theta + f) dtheta/dp``, K m2 kg-1 s-1, with the vorticity of the wind on the
        surface; the sign is that of the Northern Hemisphere.
    IsentropicSurface
        Its fields are the eastward and the northward wind.
    """
    surface = interpolate_to_isentrope(
        temperature, (eastward_wind, northward_wind), pressure_levels_pa, theta
    )
    absolute = grid.vorticity(*surface.fields) + grid.coriolis
    return -GRAVITY * absolute * surface.stability, surface


def dynamic_tropopause(
    temperature: ArrayLike,
    eastward_wind: ArrayLike,
    northward_wind: ArrayLike,
    pressure_levels_pa: ArrayLike,
    grid: Grid,
    *,
    pvu: float = 2.0,
    deepest: float = TROPOPAUSE_DEEPEST_PA,
) -> DynamicTropopause:
    """Find where the potential vorticity falls below a value on the way down.

    Parameters
    ----------
    temperature, eastward_wind, northward_wind : array_like, (..., level, y, x)
        K and m s-1.
    pressure_levels_pa : array_like, (level,)
        Pa ascending, at least three.
    grid : Grid
    pvu : float
        Magnitude of the potential vorticity, PVU: the same in both hemispheres.
    deepest : float
        Where the scan from above stops, Pa; anomalies of the lower troposphere are left out.

    Returns
    -------
    DynamicTropopause
        Pressure and potential temperature, both linear in pressure within the layer of the first
        crossing.

    Raises
    ------
    ArgumentError
        When the levels do not ascend (``invalid_levels``).
    InputDataError
        With fewer than three levels (``too_few_levels``).
    """
    levels = check_pressure_levels(pressure_levels_pa)
    if levels.size < 3:
        raise InputDataError(
            Message(id="physicserror-tropopause_levels", params={"count": f"{levels.size}"}),
            code="too_few_levels",
        )
    if levels[0] > levels[-1]:
        raise ArgumentError(
            Message(id="physicserror-tropopause_order"),
            code="invalid_levels",
        )
    theta = potential_temperature(levels[:, np.newaxis, np.newaxis], as_float(temperature))
    total = potential_vorticity(theta, eastward_wind, northward_wind, levels, grid)
    magnitude, limit = np.abs(total), PVU * pvu
    pressure = np.full((*theta.shape[:LEVEL_AXIS], *theta.shape[-2:]), np.nan)
    warmth = np.full(pressure.shape, np.nan)
    for k in range(levels.size - 1):
        above, below = magnitude[..., k, :, :], magnitude[..., k + 1, :, :]
        with np.errstate(invalid="ignore"):
            take = np.isnan(pressure) & (above >= limit) & (below < limit)
        if not take.any():
            continue
        share = (above[take] - limit) / (above[take] - below[take])
        crossing = levels[k] + share * (levels[k + 1] - levels[k])
        top, bottom = theta[..., k, :, :][take], theta[..., k + 1, :, :][take]
        allowed = crossing <= deepest
        pressure[take] = np.where(allowed, crossing, np.nan)
        warmth[take] = np.where(allowed, top + share * (bottom - top), np.nan)
        if levels[k + 1] > deepest:
            break
    return DynamicTropopause(pressure, warmth)


def _isentrope(
    temperature: FloatArray,
    fields: FloatArray,
    levels: FloatArray,
    theta: float,
    limits: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Interpolate (plane, level, cell) to an isentrope; `limits` are its temperatures per level."""
    shape = (temperature.shape[0], temperature.shape[2])
    pressure, stability = np.full(shape, np.nan), np.full(shape, np.nan)
    found = np.full((fields.shape[0], *shape), np.nan)
    for k in range(levels.size - 1):
        with np.errstate(invalid="ignore"):
            cross = (temperature[:, k] >= limits[k]) & (temperature[:, k + 1] < limits[k + 1])
        cross &= np.isnan(pressure)
        if not cross.any():
            continue
        upper, lower = temperature[:, k][cross], temperature[:, k + 1][cross]
        span = float(np.log(levels[k + 1] / levels[k]))
        goal = np.log(limits[k])
        share = np.full(upper.shape, 0.5)
        for _ in range(_NEWTON_STEPS):
            here = upper + share * (lower - upper)
            excess = np.log(here) - KAPPA * share * span - goal
            slope = (lower - upper) / here - KAPPA * span
            step = excess / slope
            share = np.clip(share - step, 0.0, 1.0)
            if np.abs(step).max() < CLOSE:
                break
        here = upper + share * (lower - upper)
        place = levels[k] * np.exp(share * span)
        pressure[cross] = place
        stability[cross] = theta / place * ((lower - upper) / span / here - KAPPA)
        for number in range(fields.shape[0]):
            above, below = fields[number][:, k][cross], fields[number][:, k + 1][cross]
            found[number][cross] = above + share * (below - above)
    return pressure, stability, found


@lru_cache(maxsize=1)
def compiled() -> ModuleType | None:
    """Return the compiled kernels; None where numba is missing or finds no place for its cache."""
    # imported here: numba is heavy, and raises RuntimeError where it finds no place
    try:
        from diagnostics.physics import potential_vorticity_numba
    except (ImportError, RuntimeError):
        return None
    return potential_vorticity_numba
