"""Quantities at the surface. Each function takes a scene; the level is not used."""

from __future__ import annotations

from diagnostics.quantities.scene import Array, Scene


def mean_sea_level_pressure(scene: Scene, level: float | None) -> Array:
    """Mean sea-level pressure, hPa."""
    del level
    return scene.field("msl") / 100.0


def wind_10m(scene: Scene, level: float | None) -> tuple[Array, Array]:
    """Eastward and northward wind at 10 m, m s-1."""
    del level
    return scene.field("u10"), scene.field("v10")


def divergence_10m(scene: Scene, level: float | None) -> Array:
    """Divergence of the 10-m wind, 1e-5 s-1."""
    spread: Array = 1e5 * scene.grid.divergence(*wind_10m(scene, level))
    return spread


def pressure_change_24h(scene: Scene, level: float | None) -> Array:
    """Change of the sea-level pressure over 24 h, hPa."""
    del level
    return (scene.field("msl") - scene.field("msl", hours=-24)) / 100.0
