"""Departures from a gridded climatology of the same hour and season, where the scene has one."""

from __future__ import annotations

from diagnostics.detection.features.scene import Array, Scene
from diagnostics.errors import InputDataError


def height_anomaly(scene: Scene, level: float | None) -> Array:
    """Height minus its climatological mean, gpm."""
    raise InputDataError(
        f"no gridded climatology of z@{level:g} is given for {scene.time:%H} UTC",
        code="missing_input",
        data={"missing": ["climatology"]},
    )
