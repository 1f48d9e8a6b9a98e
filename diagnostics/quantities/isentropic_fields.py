"""Quantities on isentropic surfaces and on the dynamic tropopause.

Potential vorticity is positive where it is cyclonic, in either hemisphere.
"""

from __future__ import annotations

import numpy as np

from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.physics import potential_vorticity as dynamics
from diagnostics.quantities.scene import Array, Scene, require

FIELDS = ("t", "u", "v")


def _levels_pa(scene: Scene) -> Array:
    require(scene, FIELDS)
    levels = 100.0 * scene.levels_hpa
    if levels.size < 3:
        raise InputDataError(
            "potential vorticity needs at least three pressure levels; "
            f"the data hold {levels.size}",
            code="missing_level",
        )
    return levels


def _kelvin(theta: float | None) -> float:
    if theta is None:
        raise ArgumentError("a potential temperature in K is needed", code="missing_level")
    return theta


def _surface(scene: Scene, theta: float | None) -> tuple[Array, dynamics.IsentropicSurface]:
    wanted = _kelvin(theta)
    kept: tuple[Array, dynamics.IsentropicSurface] = scene.keep(
        ("isentrope", wanted),
        lambda: dynamics.isentropic_potential_vorticity(
            scene.column("t"),
            scene.column("u"),
            scene.column("v"),
            _levels_pa(scene),
            scene.grid,
            wanted,
        ),
    )
    return kept


def potential_vorticity(scene: Scene, theta: float | None) -> Array:
    """Isentropic potential vorticity on the surface of `theta` K, PVU."""
    value, _ = _surface(scene, theta)
    return value * np.where(scene.grid.latitude < 0.0, -1.0, 1.0) / dynamics.PVU


def wind(scene: Scene, theta: float | None) -> tuple[Array, Array]:
    """Eastward and northward wind on the surface of `theta` K, m s-1."""
    east, north = _surface(scene, theta)[1].fields
    return east, north


def pressure(scene: Scene, theta: float | None) -> Array:
    """Pressure of the surface of `theta` K, hPa."""
    return _surface(scene, theta)[1].pressure / 100.0


def _tropopause(scene: Scene) -> dynamics.DynamicTropopause:
    kept: dynamics.DynamicTropopause = scene.keep(
        ("dynamic_tropopause",),
        lambda: dynamics.dynamic_tropopause(
            scene.column("t"),
            scene.column("u"),
            scene.column("v"),
            _levels_pa(scene),
            scene.grid,
        ),
    )
    return kept


def tropopause_pressure(scene: Scene, level: float | None) -> Array:
    """Pressure of the 2-PVU surface, hPa; large where stratospheric air reaches down."""
    del level
    return _tropopause(scene).pressure / 100.0


def tropopause_theta(scene: Scene, level: float | None) -> Array:
    """Potential temperature on the 2-PVU surface, K; small where stratospheric air comes down."""
    del level
    return _tropopause(scene).theta
