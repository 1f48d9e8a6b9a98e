"""Quantities on one pressure level. Each function takes a scene and a level in hPa."""

from __future__ import annotations

import numpy as np

from diagnostics.constants import GRAVITY, KAPPA, REFERENCE_PRESSURE, ZERO_CELSIUS
from diagnostics.errors import ArgumentError
from diagnostics.physics import thermodynamics
from diagnostics.quantities.scene import Array, Scene

PER_100KM_3H = 1e5 * 10800.0
"""K m-1 s-1 to K (100 km)-1 (3 h)-1."""
FLUX_DIVERGENCE = 1e8 / GRAVITY
"""s-1 (kg/kg per s) to 1e-7 g cm-2 hPa-1 s-1."""


def _hpa(level: float | None) -> float:
    if level is None:
        raise ArgumentError("a pressure level in hPa is needed", code="missing_level")
    return level


def height(scene: Scene, level: float | None) -> Array:
    """Geopotential height, gpm: geopotential over standard gravity."""
    return scene.field("z", _hpa(level)) / GRAVITY


def temperature(scene: Scene, level: float | None) -> Array:
    """Temperature, °C."""
    return scene.field("t", _hpa(level)) - ZERO_CELSIUS


def specific_humidity(scene: Scene, level: float | None) -> Array:
    """Specific humidity, g kg-1."""
    return 1e3 * scene.field("q", _hpa(level))


def relative_humidity(scene: Scene, level: float | None) -> Array:
    """Relative humidity over liquid water, %."""
    pressure = 100.0 * _hpa(level)
    humid: Array = 100.0 * np.asarray(
        thermodynamics.relative_humidity(pressure, scene.field("t", level), scene.field("q", level))
    )
    return humid


def potential_temperature(scene: Scene, level: float | None) -> Array:
    """Potential temperature, K."""
    pressure = 100.0 * _hpa(level)
    factor: float = (REFERENCE_PRESSURE / pressure) ** KAPPA
    return scene.field("t", level) * factor


def equivalent_potential_temperature(scene: Scene, level: float | None) -> Array:
    """Equivalent potential temperature (Bolton 1980), K."""
    pressure = 100.0 * _hpa(level)
    return np.asarray(
        thermodynamics.equivalent_potential_temperature(
            pressure, scene.field("t", level), scene.field("q", level)
        )
    )


def omega(scene: Scene, level: float | None) -> Array:
    """Pressure velocity, Pa s-1; negative is ascent."""
    return scene.field("w", _hpa(level))


def wind(scene: Scene, level: float | None) -> tuple[Array, Array]:
    """Eastward and northward wind, m s-1."""
    return scene.field("u", _hpa(level)), scene.field("v", level)


def wind_speed(scene: Scene, level: float | None) -> Array:
    """Wind speed, m s-1."""
    east, north = wind(scene, level)
    speed: Array = np.hypot(east, north)
    return speed


def cyclonic_vorticity(scene: Scene, level: float | None) -> Array:
    """Relative vorticity, positive for cyclonic turning in either hemisphere, 1e-5 s-1."""
    east, north = wind(scene, level)
    turning: Array = 1e5 * scene.grid.vorticity(east, north) * np.sign(scene.grid.latitude)
    return turning


def divergence(scene: Scene, level: float | None) -> Array:
    """Horizontal divergence, 1e-5 s-1."""
    spread: Array = 1e5 * scene.grid.divergence(*wind(scene, level))
    return spread


def temperature_advection(scene: Scene, level: float | None) -> Array:
    """Horizontal temperature advection -V.grad T, 1e-5 K s-1; positive is warm advection."""
    east, north = wind(scene, level)
    advected: Array = 1e5 * scene.grid.advection(scene.field("t", level), east, north)
    return advected


def moisture_flux(scene: Scene, level: float | None) -> tuple[Array, Array]:
    """Moisture flux q V / g, g cm-1 hPa-1 s-1."""
    east, north = wind(scene, level)
    factor = 1e3 * scene.field("q", level) / GRAVITY  # kg m-1 Pa-1 s-1 = g cm-1 hPa-1 s-1 / 1000
    return factor * east, factor * north


def moisture_flux_divergence(scene: Scene, level: float | None) -> Array:
    """Divergence of q V / g, 1e-7 g cm-2 hPa-1 s-1; negative is convergence."""
    east, north = wind(scene, level)
    humidity = scene.field("q", level)
    spread: Array = FLUX_DIVERGENCE * scene.grid.divergence(humidity * east, humidity * north)
    return spread


def frontogenesis(scene: Scene, level: float | None) -> Array:
    """Horizontal frontogenesis of potential temperature, K (100 km)-1 (3 h)-1.

    F = -(tx^2 ux + tx ty (vx + uy) + ty^2 vy) / |grad theta|, without vertical tilting (Petterssen
    1936; Miller 1948, doi:10.1175/1520-0469(1948)005<0169:OTCOFP>2.0.CO;2).
    """
    theta = potential_temperature(scene, level)
    result: Array = scene.grid.frontogenesis(theta, *wind(scene, level)) * PER_100KM_3H
    return result


def thickness(scene: Scene, level: float | None) -> Array:
    """Thickness of the layer from 1000 to 500 hPa, gpm."""
    del level
    return (scene.field("z", 500.0) - scene.field("z", 1000.0)) / GRAVITY


SMOOTH_Q_KM = 150.0


def q_vector(scene: Scene, level: float | None) -> tuple[Array, Array]:
    """Quasi-geostrophic Q vector, m2 kg-1 s-1.

    Q = -(R / p) (dVg/dx . grad T, dVg/dy . grad T), with height and temperature smoothed by 150 km
    (Hoskins, Draghici and Davies 1978, doi:10.1002/qj.49710443903). Undefined within 10 degrees of
    the equator.
    """
    pressure = 100.0 * _hpa(level)
    grid = scene.grid
    geopotential = grid.smooth(scene.field("z", level), SMOOTH_Q_KM)
    warmth = grid.smooth(scene.field("t", level), SMOOTH_Q_KM)
    coriolis = np.where(np.abs(grid.latitude) < 10.0, np.nan, grid.coriolis)
    zx, zy = grid.gradient(geopotential)
    return grid.q_vector(-zy / coriolis, zx / coriolis, warmth, pressure)


def q_vector_convergence(scene: Scene, level: float | None) -> Array:
    """-2 div Q, 1e-18 m kg-1 s-1; positive forces ascent."""
    forced: Array = -2e18 * scene.grid.divergence(*q_vector(scene, level))
    return forced
