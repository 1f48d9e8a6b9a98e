"""Troughs, ridges and jets at the main time."""

from __future__ import annotations

from typing import Literal

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.contracts.systems import AxisAloft, JetMaximum
from diagnostics.detection.features.axes import (
    ROW_HALF_WIDTH_KM,
    ZONAL_HALF_WIDTH_DEG,
    curvature_axes,
    zonal_departure,
)
from diagnostics.detection.features.objects import find_objects
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import components, values
from diagnostics.quantities.scene import Mask, Scene

AXIS_LEVEL = 500.0
JET_LEVELS = (250.0, 300.0, 200.0, 500.0)
"""hPa, the first that the data hold."""
JET_MS = 30.0
JET_AREA_KM2 = 200_000.0
LEAST_DEPARTURE_GPM = 40.0
LEAST_LENGTH_KM = 500.0
SMOOTHING_KM = 150.0


def axes_aloft(scene: Scene, within: Mask) -> list[AxisAloft]:
    """Return troughs and ridges of the 500-hPa height, the strongest first.

    An axis, found in heights smoothed by 150 km, counts with a length of 500 km and a departure of
    40 gpm from the mean over 15 degrees of longitude to either side (`zonal_departure`). Place and
    departure are those of one grid point, of the heights themselves.

    Raises
    ------
    InputDataError
        Where the scene lacks the height.
    """
    grid = scene.grid
    heights = values(scene, QuantityRef("height", AXIS_LEVEL))
    projected = grid.mapping is not None
    found = []
    kinds: tuple[tuple[Literal["trough", "ridge"], float, float], ...] = (
        ("trough", 0.6, 1.5),
        ("ridge", -0.6, 0.5),
    )
    for kind, curvature, gradient in kinds:
        lines = curvature_axes(
            scene,
            heights,
            trough=kind == "trough",
            sigma_km=SMOOTHING_KM,
            kappa_per_1e6_m=curvature,
            grad_min_gpm_100km=gradient,
            min_length_km=LEAST_LENGTH_KM,
        )
        departure = zonal_departure(heights, grid)
        sign = -1.0 if kind == "trough" else 1.0
        for line in lines:
            along = sign * departure[line.rows, line.columns]
            if not line.touches(within) or not np.isfinite(along).any():
                continue
            place = int(np.nanargmax(along))
            cell = (line.rows[place], line.columns[place])
            if along[place] >= LEAST_DEPARTURE_GPM:
                found.append(
                    AxisAloft(
                        kind=kind,
                        level_hpa=AXIS_LEVEL,
                        departure_gpm=float(sign * along[place]),
                        mean_within_deg=None if projected else ZONAL_HALF_WIDTH_DEG,
                        mean_within_km=ROW_HALF_WIDTH_KM if projected else None,
                        latitude=round(float(grid.latitude[cell]), 4),
                        longitude=round(wrap_longitude(float(grid.longitude[cell])), 4),
                        length_km=round(line.length_km),
                        line=line.points(),
                    )
                )
    return sorted(found, key=lambda item: -abs(item.departure_gpm))


def jets_aloft(scene: Scene, within: Mask) -> list[JetMaximum]:
    """Return the maxima of jets, objects of wind of at least 30 m/s, the strongest first.

    The level is the first of 250, 300, 200 and 500 hPa with values. Place and value are those of
    one grid point.

    Raises
    ------
    InputDataError
        Where the scene holds none of the levels.
    """
    held = [level for level in JET_LEVELS if level in scene.levels_hpa]
    level = held[0] if held else JET_LEVELS[0]
    east, north = components(scene, QuantityRef("wind", level))
    speed = np.where(within, np.hypot(east, north), np.nan)
    found = []
    for jet in find_objects(speed >= JET_MS, scene.grid, min_area_km2=JET_AREA_KM2):
        value, latitude, longitude = jet.peak(speed)
        cell = scene.grid.nearest(latitude, longitude)
        toward = float(np.degrees(np.arctan2(east[cell], north[cell])))
        found.append(
            JetMaximum(
                level_hpa=level,
                speed_ms=float(value),
                toward_deg=round(toward % 360.0, 1) % 360.0,
                latitude=round(float(latitude), 4),
                longitude=round(wrap_longitude(float(longitude)), 4),
            )
        )
    return sorted(found, key=lambda item: -item.speed_ms)
