"""Quantities of the whole column. Each function takes a scene; the level is not used."""

from __future__ import annotations

import numpy as np

from diagnostics.constants import GRAVITY
from diagnostics.errors import InputDataError
from diagnostics.physics import columns, parcel
from diagnostics.quantities.scene import Array, Scene

MOISTURE_TOP_PA = 30000.0
MOISTURE_BOTTOM_PA = 100000.0
SHEAR_DEPTH_M = 6000.0


def _pressure_pa(scene: Scene) -> Array:
    pressure = 100.0 * scene.levels_hpa
    if pressure.size < 3:
        raise InputDataError(
            "a column quantity needs at least three pressure levels; "
            f"the data hold {pressure.size}",
            code="missing_level",
        )
    return pressure


def _surface_pressure(scene: Scene) -> Array | None:
    return scene.field("sp") if scene.has("sp") else None


def _integral(scene: Scene, content: Array) -> Array:
    return np.asarray(
        columns.vertical_integral(
            content,
            _pressure_pa(scene),
            MOISTURE_TOP_PA,
            MOISTURE_BOTTOM_PA,
            surface_pressure=_surface_pressure(scene),
        )
    )


def precipitable_water(scene: Scene, level: float | None) -> Array:
    """Water vapour between 300 hPa and the ground, mm."""
    del level
    return _integral(scene, scene.column("q"))


def ivt(scene: Scene, level: float | None) -> tuple[Array, Array]:
    """Vertically integrated vapour transport between 300 hPa and the ground, kg m-1 s-1."""
    del level
    humidity = scene.column("q")
    return (
        _integral(scene, humidity * scene.column("u")),
        _integral(scene, humidity * scene.column("v")),
    )


def most_unstable_cape(scene: Scene, level: float | None) -> Array:
    """Convective available potential energy of the most unstable parcel, J kg-1, never below 0.

    The net area between free convection and equilibrium can be slightly negative where the two
    nearly meet; a chart shows none there.
    """
    del level
    ascent = parcel.cape_cin(
        _pressure_pa(scene),
        scene.column("t"),
        scene.column("q"),
        surface_pressure=_surface_pressure(scene),
        parcel="MU",
    )
    return np.maximum(np.asarray(ascent.cape), 0.0)


def _at_height(scene: Scene, name: str, above_ground: Array) -> Array:
    """Interpolate a column linearly to `above_ground` metres over the lowest valid level."""
    levels = scene.column("z") / GRAVITY
    ground = scene.field("orog") if scene.has("orog") else np.maximum(levels[-1], 0.0)
    target = np.maximum(ground, levels[-1]) + above_ground
    values = scene.column(name)
    above = np.sum(levels >= target, axis=0) - 1  # index of the lowest level above the target
    upper = np.clip(above, 0, levels.shape[0] - 2)
    j, i = np.indices(upper.shape)
    z_up, z_down = levels[upper, j, i], levels[upper + 1, j, i]
    share = np.clip((target - z_down) / np.maximum(z_up - z_down, 1.0), 0.0, 1.0)
    result: Array = values[upper + 1, j, i] * (1 - share) + values[upper, j, i] * share
    return result


def deep_layer_shear(scene: Scene, level: float | None) -> tuple[Array, Array]:
    """Wind at 6 km above ground minus wind at the lowest level above ground, m s-1."""
    del level
    top = np.full(scene.grid.shape, SHEAR_DEPTH_M)
    bottom = np.zeros(scene.grid.shape)
    return (
        _at_height(scene, "u", top) - _at_height(scene, "u", bottom),
        _at_height(scene, "v", top) - _at_height(scene, "v", bottom),
    )
