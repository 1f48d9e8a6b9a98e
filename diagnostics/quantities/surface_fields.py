"""Quantities at the surface. Each function takes a scene; the level is not used."""

from __future__ import annotations

from datetime import timedelta

import numpy as np

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.physics import heat_stress, thermodynamics
from diagnostics.quantities.scene import Array, Scene

STANDARD_PRESSURE_PA = 101325.0
ALL_SNOW_C = 0.0
ALL_RAIN_C = 2.0


def mean_sea_level_pressure(scene: Scene, level: float | None) -> Array:
    """Mean sea-level pressure, hPa."""
    del level
    return scene.field("msl") / 100.0


def temperature_2m(scene: Scene, level: float | None) -> Array:
    """Air temperature at 2 m, °C."""
    del level
    return scene.field("t2m") - ZERO_CELSIUS


def _surface_pressure(scene: Scene) -> Array:
    # Humidity at 2 m depends weakly on pressure: the standard value is within 1 K of wet bulb
    # below 3 km where a source has no surface pressure.
    if scene.has("sp"):
        return scene.field("sp")
    return np.full(scene.grid.shape, STANDARD_PRESSURE_PA)


def _humidity_2m(scene: Scene) -> Array:
    return np.asarray(
        thermodynamics.specific_humidity_from_dewpoint(_surface_pressure(scene), scene.field("d2m"))
    )


def relative_humidity_2m(scene: Scene, level: float | None) -> Array:
    """Relative humidity at 2 m over liquid water, %."""
    del level
    humid: Array = 100.0 * np.asarray(
        thermodynamics.relative_humidity(
            _surface_pressure(scene), scene.field("t2m"), _humidity_2m(scene)
        )
    )
    return humid


def heat_index(scene: Scene, level: float | None) -> Array:
    """Heat index of Rothfusz (1990, NWS SR 90-23), °C."""
    humid = np.clip(relative_humidity_2m(scene, level) / 100.0, 0.0, 1.0)
    felt: Array = np.asarray(heat_stress.heat_index(scene.field("t2m"), humid)) - ZERO_CELSIUS
    return felt


def wet_bulb_2m(scene: Scene, level: float | None) -> Array:
    """Wet-bulb temperature at 2 m (Normand's rule), °C."""
    del level
    wet: Array = np.asarray(
        thermodynamics.wet_bulb_temperature(
            _surface_pressure(scene), scene.field("t2m"), _humidity_2m(scene)
        )
    )
    return wet - ZERO_CELSIUS


def wind_10m(scene: Scene, level: float | None) -> tuple[Array, Array]:
    """Eastward and northward wind at 10 m, m s-1."""
    del level
    return scene.field("u10"), scene.field("v10")


def wind_speed_10m(scene: Scene, level: float | None) -> Array:
    """Wind speed at 10 m, m s-1."""
    speed: Array = np.hypot(*wind_10m(scene, level))
    return speed


def divergence_10m(scene: Scene, level: float | None) -> Array:
    """Divergence of the 10-m wind, 1e-5 s-1."""
    spread: Array = 1e5 * scene.grid.divergence(*wind_10m(scene, level))
    return spread


def precipitation_24h(scene: Scene, level: float | None) -> Array:
    """Precipitation of the 24 h that end at the scene's time, mm."""
    del level
    return np.maximum(scene.window_sum("tp", 24.0), 0.0)


def snowfall_24h(scene: Scene, level: float | None) -> Array:
    """Snowfall of the 24 h that end at the scene's time, mm of water.

    The source's own snowfall where there is one; otherwise the precipitation of each interval
    times its snow fraction, which falls linearly from 1 at a 2-m wet-bulb temperature of 0 °C to 0
    at 2 °C.
    """
    if scene.has("sf"):
        return np.maximum(scene.window_sum("sf", 24.0), 0.0)
    total = precipitation_24h(scene, level)  # refuses an incomplete period
    interval = float(scene.dataset["tp"].attrs["interval_hours"])
    if interval >= 24.0:
        return total * snow_fraction(scene)
    fallen = np.zeros(scene.grid.shape)
    for hours in np.arange(24.0 - interval, -interval / 2, -interval):
        moment = scene.at(scene.time - timedelta(hours=float(hours)))
        fallen += np.maximum(moment.field("tp"), 0.0) * snow_fraction(moment)
    return fallen


def snow_fraction(scene: Scene) -> Array:
    """Share of precipitation that falls as snow, 0..1, from the 2-m wet-bulb temperature."""
    fraction: Array = np.clip(
        (ALL_RAIN_C - wet_bulb_2m(scene, None)) / (ALL_RAIN_C - ALL_SNOW_C), 0.0, 1.0
    )
    return fraction


def temperature_2m_change_24h(scene: Scene, level: float | None) -> Array:
    """Change of the 2-m temperature over 24 h, K."""
    del level
    return scene.field("t2m") - scene.field("t2m", hours=-24)


def pressure_change_24h(scene: Scene, level: float | None) -> Array:
    """Change of the sea-level pressure over 24 h, hPa."""
    del level
    return (scene.field("msl") - scene.field("msl", hours=-24)) / 100.0
