"""Quantities on one pressure level. Each function takes a scene and a level in hPa."""

from __future__ import annotations

import numpy as np

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.physics import thermodynamics
from diagnostics.quantities.scene import Array, Scene


def _hpa(level: float | None) -> float:
    if level is None:
        raise ArgumentError(Message(id="quantityerror-level_needed"), code="missing_level")
    return level


def potential_temperature(scene: Scene, level: float | None) -> Array:
    """Potential temperature, K."""
    pressure = 100.0 * _hpa(level)
    return np.asarray(thermodynamics.potential_temperature(pressure, scene.field("t", level)))


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
