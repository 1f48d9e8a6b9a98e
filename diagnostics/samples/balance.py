"""Mass and wind in balance: hydrostatics, gradient wind, vertical motion and its divergent wind."""

from __future__ import annotations

import numpy as np
import scipy.fft

from diagnostics.constants import EARTH_RADIUS, EARTH_ROTATION, GAS_CONSTANT_DRY, KAPPA
from diagnostics.samples.background import on_levels
from diagnostics.samples.sample_grid import LEVELS_HPA, FloatArray, Lattice

_PRESSURE = LEVELS_HPA * 100.0
_LOG_STEPS = np.log(_PRESSURE[1:] / _PRESSURE[:-1])
_LEAST_CORIOLIS = 5.0e-5
_FILTER_LENGTH = 7.0e4
_LEAST_STABILITY = 1.0e-6
_BOUNDARY_LAYER = np.clip((LEVELS_HPA - 850.0) / 150.0, 0.0, 1.0)


def hydrostatic_geopotential(
    virtual_temperature: FloatArray, sea_level_pressure: FloatArray
) -> FloatArray:
    """Integrate the hydrostatic equation upward from mean sea level.

    Parameters
    ----------
    virtual_temperature : array (..., level, y, x)
        K, on the sample's levels.
    sea_level_pressure : array (..., y, x)
        hPa.

    Returns
    -------
    array (..., level, y, x)
        Geopotential, m2 s-2: thickness of each layer R mean(Tv) ln(p2/p1), trapezoidal in ln p.
    """
    layers = 0.5 * (virtual_temperature[..., 1:, :, :] + virtual_temperature[..., :-1, :, :])
    thickness = GAS_CONSTANT_DRY * layers * on_levels(_LOG_STEPS)
    geopotential = np.empty_like(virtual_temperature)
    lowest = virtual_temperature[..., -1, :, :]
    geopotential[..., -1, :, :] = GAS_CONSTANT_DRY * lowest * np.log(sea_level_pressure / 1000.0)
    upward = np.flip(np.cumsum(np.flip(thickness, axis=-3), axis=-3), axis=-3)
    geopotential[..., :-1, :, :] = geopotential[..., -1:, :, :] + upward
    return geopotential


def gradient_wind(lattice: Lattice, geopotential: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Nondivergent wind with the vorticity of the gradient wind.

    The geostrophic wind is slowed in cyclonic and quickened in anticyclonic curvature of the
    height contours, V = 2 Vg / (1 + sqrt(1 + 4 K Vg / f)) (Holton and Hakim 2013, section 3.2).
    The streamfunction of its vorticity gives the wind, so that divergence comes from vertical
    motion and friction alone.

    Parameters
    ----------
    lattice : Lattice
    geopotential : array (..., y, x)
        m2 s-2.

    Returns
    -------
    tuple of arrays
        Eastward and northward wind, m s-1.
    """
    coriolis = np.maximum(lattice.coriolis, _LEAST_CORIOLIS)
    slope_x, slope_y = lattice.ddx(geopotential), lattice.ddy(geopotential)
    squared = slope_x**2 + slope_y**2
    curvature = (
        lattice.ddx(slope_x) * slope_y**2
        - 2.0 * lattice.ddy(slope_x) * slope_x * slope_y
        + lattice.ddy(slope_y) * slope_x**2
    ) / (squared + 1.0e-9) ** 1.5
    rossby = np.clip(curvature * np.sqrt(squared) / coriolis**2, -0.17, 6.0)
    factor = 2.0 / (1.0 + np.sqrt(1.0 + 4.0 * rossby)) / coriolis
    vorticity = lattice.vorticity(-slope_y * factor, slope_x * factor)
    first_guess = _local_streamfunction(lattice, geopotential, coriolis)
    u, v = lattice.rotational_wind(first_guess)
    correction = lattice.inverse_laplacian(vorticity - lattice.vorticity(u, v))
    return lattice.rotational_wind(first_guess + correction)


def _local_streamfunction(
    lattice: Lattice, geopotential: FloatArray, coriolis: FloatArray
) -> FloatArray:
    """Geostrophic streamfunction: exact for the zonal mean, departure over f for the rest."""
    zonal = geopotential.mean(axis=-1, keepdims=True)
    slope = np.diff(zonal, axis=-2) / (0.5 * (coriolis[1:] + coriolis[:-1]))
    mean = np.concatenate([np.zeros_like(zonal[..., :1, :]), np.cumsum(slope, axis=-2)], axis=-2)
    return np.asarray(mean + (geopotential - zonal) / coriolis)


def retard_by_friction(
    u: FloatArray, v: FloatArray, roughness: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Turn the wind toward low pressure and slow it in the boundary layer.

    Parameters
    ----------
    u, v : array (..., level, y, x)
    roughness : array (y, x)
        0 over open sea to 1 over land; at 1000 hPa the wind turns by 10 to 24 degrees and keeps
        0.92 to 0.75 of its speed, fading to nothing at 850 hPa.
    """
    depth = on_levels(_BOUNDARY_LAYER)
    angle = np.deg2rad(10.0 + 14.0 * roughness) * depth
    kept = 1.0 - (0.08 + 0.17 * roughness) * depth
    return (
        kept * (u * np.cos(angle) - v * np.sin(angle)),
        kept * (u * np.sin(angle) + v * np.cos(angle)),
    )


def omega_equation(
    lattice: Lattice, temperature: FloatArray, u: FloatArray, v: FloatArray
) -> FloatArray:
    """Vertical motion that keeps the flow in balance: the Q-vector omega equation.

    (sigma lap + f0^2 d2/dp2) omega = -2 div Q, with Q_x = -(R/p) (du/dx dT/dx + dv/dx dT/dy) and
    Q_y alike (Hoskins, Draghici and Davies 1978, doi:10.1002/qj.49710443903), solved by sine
    transforms on the plane tangent at the middle latitude and a vertical difference matrix;
    omega is zero at 25 hPa, at 1000 hPa and outside the grid. Waves shorter than about 400 km
    are damped.

    Parameters
    ----------
    lattice : Lattice
    temperature, u, v : array (time, level, y, x)
        K and m s-1; the wind is that of the balanced flow.

    Returns
    -------
    array (time, level, y, x)
        Pa s-1, negative upward.
    """
    temperature_x, temperature_y = lattice.ddx(temperature), lattice.ddy(temperature)
    scale = on_levels(GAS_CONSTANT_DRY / _PRESSURE)
    q_x = -scale * (lattice.ddx(u) * temperature_x + lattice.ddx(v) * temperature_y)
    q_y = -scale * (lattice.ddy(u) * temperature_x + lattice.ddy(v) * temperature_y)
    forcing = scipy.fft.dstn(-2.0 * lattice.divergence(q_x, q_y), type=1, axes=(-2, -1))
    rows, columns = lattice.shape
    middle = np.deg2rad(lattice.latitude.mean())
    step = EARTH_RADIUS * np.deg2rad(lattice.spacing)
    wave_x = np.pi * np.arange(1, columns + 1) / ((columns + 1) * step * np.cos(middle))
    wave_y = np.pi * np.arange(1, rows + 1) / ((rows + 1) * step)
    squared = (wave_y[:, None] ** 2 + wave_x[None, :] ** 2).ravel()
    forcing *= np.exp(-0.5 * squared * _FILTER_LENGTH**2).reshape(rows, columns)
    profile = temperature.mean(axis=(0, 2, 3))
    stability = (GAS_CONSTANT_DRY / _PRESSURE) * (
        KAPPA * profile / _PRESSURE - np.gradient(profile, _PRESSURE)
    )
    stability = np.maximum(stability, _LEAST_STABILITY)
    rotation = (2.0 * EARTH_ROTATION * np.sin(middle)) ** 2
    inner = slice(0, -1)
    operator = rotation * _second_pressure_derivative()[inner, inner]
    matrices = operator - squared[:, None, None] * np.diag(stability[inner])
    times = forcing.shape[0]
    right = forcing[:, inner].reshape(times, -1, rows * columns).transpose(2, 1, 0)
    solved = np.linalg.solve(matrices, right).transpose(2, 1, 0)
    omega = np.zeros_like(forcing)
    omega[:, inner] = scipy.fft.idstn(
        solved.reshape(times, -1, rows, columns), type=1, axes=(-2, -1)
    )
    return np.asarray(omega)


def _second_pressure_derivative() -> FloatArray:
    """Three-point second derivative on the levels, with zero at 25 hPa and below 1000 hPa."""
    pressure = np.concatenate([[2500.0], _PRESSURE, [107500.0]])
    count = _PRESSURE.size
    matrix = np.zeros((count, count + 2))
    for k in range(count):
        lower, upper = pressure[k + 1] - pressure[k], pressure[k + 2] - pressure[k + 1]
        matrix[k, k] = 2.0 / (lower * (lower + upper))
        matrix[k, k + 1] = -2.0 / (lower * upper)
        matrix[k, k + 2] = 2.0 / (upper * (lower + upper))
    return np.asarray(matrix[:, 1:-1])


_LAYERS = np.diff(_PRESSURE)
_OUTFLOW = np.exp(-(((LEVELS_HPA - 250.0) / 120.0) ** 2)) * (LEVELS_HPA > 50)


def _column_integral(divergence: FloatArray) -> FloatArray:
    layers = 0.5 * (divergence[..., 1:, :, :] + divergence[..., :-1, :, :])
    return np.asarray(np.einsum("...lyx,l->...yx", layers, _LAYERS))


def close_column(divergence: FloatArray) -> FloatArray:
    """Put what is missing to a zero column integral into the outflow layer around 250 hPa."""
    weight = _OUTFLOW / np.sum(0.5 * (_OUTFLOW[1:] + _OUTFLOW[:-1]) * _LAYERS)
    missing = _column_integral(divergence)
    return np.asarray(divergence - missing[..., None, :, :] * on_levels(weight))


def pressure_velocity(divergence: FloatArray) -> FloatArray:
    """Integrate continuity downward: omega(p) = -int_top^p div dp, trapezoidal, zero at the top."""
    layers = 0.5 * (divergence[..., 1:, :, :] + divergence[..., :-1, :, :])
    omega = np.zeros_like(divergence)
    omega[..., 1:, :, :] = -np.cumsum(layers * on_levels(_LAYERS), axis=-3)
    return omega


def add_secondary_circulation(
    lattice: Lattice, u: FloatArray, v: FloatArray, omega: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Add the divergent wind of a vertical motion and return the motion that continuity then has.

    Parameters
    ----------
    lattice : Lattice
    u, v : array (time, level, y, x)
        Balanced wind with friction, m s-1; what friction gathers flows out aloft.
    omega : array (time, level, y, x)
        The wanted pressure velocity, Pa s-1.

    Returns
    -------
    tuple of arrays
        Wind components (m s-1) and pressure velocity (Pa s-1); the latter is integrated from the
        divergence of the former, so continuity holds to rounding layer by layer.
    """
    own = lattice.divergence(u, v)
    own = np.where(on_levels(_BOUNDARY_LAYER) > 0, own, 0.0)
    wanted = -np.gradient(omega, _PRESSURE, axis=-3)
    balanced = close_column(wanted + own)
    add_u, add_v = lattice.irrotational_wind(balanced - own)
    total_u, total_v = u + add_u, v + add_v
    return total_u, total_v, pressure_velocity(lattice.divergence(total_u, total_v))
