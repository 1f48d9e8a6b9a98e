"""Tropical cyclones: lows with a warm core and wind that decreases upward."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.systems import CycloneScale, PressureCentre, TropicalCyclone
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.grid.geometry import Grid
from diagnostics.physics.wind import wind_direction
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import components, values
from diagnostics.quantities.scene import Array, Scene

CORE_KM = 100.0
INNER_KM, OUTER_KM = 200.0, 500.0
WIND_KM = 300.0
RADIUS_KM = 800.0
WARM_CORE_K = 1.0
GALE_MS, HURRICANE_MS = 17.2, 32.7
LEAST_WIND = 17.2
TROPICAL_LATITUDE = 45.0
WARM_LEVELS = (300.0, 400.0, 500.0, 550.0, 600.0)
"""hPa: a warm core shows at any of them; the first that the data hold."""
LOW_LEVELS = (850.0, 900.0, 925.0)
SCALES: dict[CycloneScale, tuple[tuple[float, str], ...]] = {
    "typhoon": (
        (51.0, "super_typhoon"),
        (41.5, "severe_typhoon"),
        (32.7, "typhoon"),
        (24.5, "severe_tropical_storm"),
        (17.2, "tropical_storm"),
        (0.0, "tropical_depression"),
    ),
    "hurricane": (
        (70.0, "hurricane_5"),
        (58.0, "hurricane_4"),
        (49.5, "hurricane_3"),
        (42.5, "hurricane_2"),
        (32.7, "hurricane_1"),
        (17.2, "tropical_storm"),
        (0.0, "tropical_depression"),
    ),
    "cyclone": (
        (32.7, "severe_tropical_cyclone"),
        (17.2, "tropical_cyclone"),
        (0.0, "tropical_depression"),
    ),
}
"""Least wind, m/s, and category: GB/T 19201-2006, Saffir-Simpson, and the southern basins."""


def warm_core(
    grid: Grid, warmth: Array, latitude: float, longitude: float
) -> tuple[float, bool] | None:
    """Say how much warmer the air over a centre is than the air 200 to 500 km away.

    Parameters
    ----------
    grid : Grid
    warmth : array, shape (y, x)
        Temperature aloft, K.
    latitude, longitude : float
        The centre.

    Returns
    -------
    (float, bool) or None
        The difference, K, and whether every quadrant around that the data hold is colder by half
        the needed difference; None where fewer than two quadrants are in the data.
    """
    distance = great_circle_km(latitude, longitude, grid.latitude, grid.longitude)
    reach = max(CORE_KM, 0.75 * max(grid.spacing_km))
    known = np.isfinite(warmth)
    core = known & (distance <= reach)
    inner = max(INNER_KM, 2.0 * reach)
    ring = known & (distance > inner) & (distance <= inner + OUTER_KM - INNER_KM)
    if not core.any() or not ring.any():
        return None
    middle = float(warmth[core].mean())
    bearing = initial_bearing(latitude, longitude, grid.latitude, grid.longitude)
    around = [
        float(warmth[part].mean())
        for quarter in range(4)
        if (part := ring & (bearing // 90.0 == quarter)).any()
    ]
    if len(around) < 2:
        return None
    alike = all(middle - value >= 0.5 * WARM_CORE_K for value in around)
    return middle - float(warmth[ring].mean()), alike


def shows_structure(inventory: Inventory) -> bool:
    """Whether data hold what tells a tropical cyclone from another low."""
    held = {item.name: item.levels_hpa for item in inventory.variables}
    warm = any(level in held.get("t", ()) for level in WARM_LEVELS)
    low = any(level in held.get("u", ()) and level in held.get("v", ()) for level in LOW_LEVELS)
    return warm and low and {"u10", "v10"} <= held.keys() and ("msl" in held or "sp" in held)


def tropical_cyclone(scene: Scene, centre: PressureCentre) -> TropicalCyclone | None:
    """Describe a low as a tropical cyclone where its structure is one; None elsewhere.

    Within 45 degrees of the equator the air over the centre at 300 hPa (else 400, 500, 550, 600)
    is 1 K or more warmer than 200 to 500 km away, and warmer than each quadrant there; the wind
    within 300 km decreases from 850 hPa (else 900, 925) to that level or to 500 hPa; and the
    strongest wind at 10 m or 850 hPa is a gale. Defaults of this project.
    """
    levels = scene.levels_hpa
    warm = next((level for level in WARM_LEVELS if level in levels), None)
    low = next((level for level in LOW_LEVELS if level in levels), None)
    held = all(scene.has(name) for name in ("t", "u", "v", "u10", "v10"))
    if warm is None or low is None or not held or abs(centre.latitude) > TROPICAL_LATITUDE:
        return None
    grid = scene.grid
    core = warm_core(
        grid, values(scene, QuantityRef("temperature", warm)), centre.latitude, centre.longitude
    )
    if core is None or core[0] < WARM_CORE_K or not core[1]:
        return None
    distance = great_circle_km(centre.latitude, centre.longitude, grid.latitude, grid.longitude)
    near = distance <= max(WIND_KM, 1.5 * max(grid.spacing_km))
    upper = 500.0 if 500.0 in levels else warm
    below, above = (
        float(
            np.nanmax(
                np.where(near, np.hypot(*components(scene, QuantityRef("wind", level))), np.nan)
            )
        )
        for level in (low, upper)
    )
    if not below > above or below < LEAST_WIND:
        return None
    east, north = scene.field("u10"), scene.field("v10")
    speed = np.hypot(east, north)
    strongest = np.where(near & np.isfinite(speed), speed, -np.inf)
    row, column = np.unravel_index(int(np.argmax(strongest)), strongest.shape)
    wind = float(speed[row, column])
    scale = scale_of(centre.latitude, centre.longitude)
    return TropicalCyclone(
        scale=scale,
        category=next(name for least, name in SCALES[scale] if wind >= least),
        wind_ms=wind,
        wind_latitude=round(float(grid.latitude[row, column]), 4),
        wind_longitude=round(float(grid.longitude[row, column]), 4),
        wind_from_deg=round(float(wind_direction(east[row, column], north[row, column])), 1),
        warm_core_k=core[0],
        warm_level_hpa=warm,
        gale_radius_km=_radius(grid, speed, distance, GALE_MS),
        hurricane_radius_km=_radius(grid, speed, distance, HURRICANE_MS),
    )


def scale_of(latitude: float, longitude: float) -> CycloneScale:
    """Return whose scale is used where: typhoons, hurricanes, or cyclones elsewhere."""
    if latitude < 0:
        return "cyclone"
    east = longitude % 360.0
    if 100.0 <= east < 180.0:
        return "typhoon"
    return "hurricane" if east >= 180.0 else "cyclone"


def _radius(grid: Grid, speed: Array, distance: NDArray[np.float64], limit: float) -> float | None:
    """Farthest cell of the object around the centre with such wind, where the data go beyond it."""
    strong = (speed >= limit) & (distance <= RADIUS_KM)
    if not strong.any():
        return None
    edge = np.zeros(grid.shape, dtype=bool)
    edge[[0, -1], :] = True
    if not grid.cyclic:
        edge[:, [0, -1]] = True
    farthest = float(distance[strong].max())
    if (edge & (distance <= farthest)).any():
        return None
    return float(round(farthest))
