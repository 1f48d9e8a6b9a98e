"""Kinds of gale: a tropical cyclone, a foehn; and gusts estimated where none are given."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GRAVITY
from diagnostics.detection.centres import SEA_M
from diagnostics.detection.events.case import Case, Series, to_datetime
from diagnostics.detection.systems.tropical import (
    LOW_LEVELS,
    TROPICAL_LATITUDE,
    WARM_CORE_K,
    WARM_LEVELS,
    over_warm_water,
    warm_core,
)
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import grid_of
from diagnostics.grid.regions import region_mask
from diagnostics.physics.gusts import lowest_above_ground, mixed_layer_gust
from diagnostics.physics.thermodynamics import (
    potential_temperature,
    relative_humidity_from_dewpoint,
)

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

CORE_KM, RING_KM = 300.0, 800.0
LOW_PA = 200.0
"""How much deeper than its surroundings a closed low is, Pa."""
CORE_WIND = 25.0
"""Low-level wind near a tropical cyclone's centre, m s-1."""
FOEHN_HUMIDITY = 0.30
DESCENT = -0.05
"""Wind down a slope that makes a foehn, m s-1 of vertical motion."""
FOEHN_SHARE = 0.1
FOEHN_LAG = timedelta(hours=24)
LEAST_LEVELS = 4
_MIXING_LEVELS = (500.0, 1100.0)


def is_tropical_cyclone(case: Case, time: datetime, cells: Mask) -> bool:
    """Whether the gale blows around a low with a warm core and a strong low-level wind.

    Parameters
    ----------
    case : Case
    time : datetime
        A time of the data.
    cells : array of bool (y, x)
        Where the gale is.

    Notes
    -----
    Within 45 degrees of the equator: the pressure at its centre is 2 hPa or more below the mean of
    the ring from 300 to 800 km, as far as the data reach; the air above it at 300 hPa (else 400,
    500, 550, 600) is 1 K or more warmer than 200 to 500 km away and warmer than in each quadrant
    there; and the wind at 850 hPa (else 900, 925) near it reaches 25 m s-1. The pressure is lowest
    there also of the data around the region, the water below is warm where its temperature is
    known, and some of the gale lies within 800 km. Without sea-level pressure the surface pressure
    over the sea is taken. Defaults of this project.
    """
    warm = next((level for level in WARM_LEVELS if _holds(case, "t", level)), None)
    low = next((level for level in LOW_LEVELS if _holds(case, "u", level)), None)
    names = ("msl",) if case.has("msl") else ("sp", "orog")
    if warm is None or low is None or not case.has(*names):
        return False
    halo = ceil(RING_KM / (111.0 * case.spacing))
    surface = case.load(*names, start=time, end=time, halo=halo)
    upper = case.load("t", start=time, end=time, levels_hpa=(warm,), halo=halo)
    wind = case.load("u", "v", start=time, end=time, levels_hpa=(low,), halo=halo)
    if surface is None or upper is None or wind is None:
        return False
    grid = grid_of(surface)
    pressure = np.asarray(surface[names[0]].values, dtype=np.float64).reshape(grid.shape)
    if "orog" in names:
        height = np.asarray(surface["orog"].values, dtype=np.float64).reshape(grid.shape)
        pressure = np.where(height <= SEA_M, pressure, np.nan)
    inside = region_mask(grid, case.region) & np.isfinite(pressure)
    if not inside.any():
        return False
    centre = np.unravel_index(np.argmin(np.where(inside, pressure, np.inf)), pressure.shape)
    latitude, longitude = float(grid.latitude[centre]), float(grid.longitude[centre])
    if abs(latitude) > TROPICAL_LATITUDE:
        return False
    away = great_circle_km(latitude, longitude, case.grid.latitude, case.grid.longitude)
    if not (cells & (away <= RING_KM)).any():
        return False
    distance = great_circle_km(latitude, longitude, grid.latitude, grid.longitude)
    core = distance <= max(CORE_KM, 111.0 * case.spacing)
    ring = (distance > CORE_KM) & (distance <= RING_KM) & ~core & np.isfinite(pressure)
    speed = np.hypot(wind["u"].values[0, 0], wind["v"].values[0, 0])
    if not ring.any() or not np.isfinite(speed[core]).any():
        return False
    if pressure[centre] > np.nanmin(pressure[core]):
        return False
    if pressure[centre] > pressure[ring].mean() - LOW_PA or np.nanmax(speed[core]) < CORE_WIND:
        return False
    warmth = np.asarray(upper["t"].values[0, 0], dtype=np.float64)
    contrast = warm_core(grid, warmth, latitude, longitude)
    below = (_plane(case, name, time, halo) for name in ("sst", "t2m"))
    if over_warm_water(distance, *below) is False:
        return False
    return contrast is not None and contrast[0] >= WARM_CORE_K and contrast[1]


def _plane(case: Case, name: str, time: datetime, halo: int) -> Array | None:
    """Read a surface field at one time, with the room around the region that others have."""
    data = case.load(name, start=time, end=time, halo=halo) if case.has(name) else None
    return None if data is None else np.asarray(data[name].values[0], dtype=np.float64)


def is_foehn(case: Case, time: datetime, cells: Mask) -> bool:
    """Whether the gale blows down a slope, dry, and warmer than a day before.

    Parameters
    ----------
    case : Case
    time : datetime
        A time of the data.
    cells : array of bool (y, x)
        Where the gale is.

    Notes
    -----
    A tenth of the cells or more must have wind down the slope of the grid's own orography by
    0.05 m s-1 or more, a relative humidity below 30 % and a higher temperature than 24 hours
    before. Defaults of this project; without a sample 24 hours before it cannot be decided.
    """
    names = ("u10", "v10", "t2m", "d2m")
    if not case.has(*names, "orog") or not cells.any():
        return False
    if time - FOEHN_LAG not in case.inventory.times:
        return False
    data = case.load(*names, start=time, end=time)
    before = case.load("t2m", start=time - FOEHN_LAG, end=time - FOEHN_LAG)
    height = case.load("orog", start=time, end=time)
    if data is None or before is None or height is None:
        return False
    orography = np.asarray(height["orog"].values, dtype=np.float64).reshape(case.grid.shape)
    east, north = case.grid.gradient(orography)
    wind = {name: np.asarray(data[name].values[0], dtype=np.float64) for name in names}
    descent = wind["u10"] * east + wind["v10"] * north
    humidity = relative_humidity_from_dewpoint(wind["t2m"], wind["d2m"])
    warmer = wind["t2m"] > np.asarray(before["t2m"].values[0], dtype=np.float64)
    met = (descent <= DESCENT) & (humidity < FOEHN_HUMIDITY) & warmer & cells
    return bool(met.sum() >= FOEHN_SHARE * cells.sum())


def estimated_gusts(case: Case) -> Series | None:
    """Estimate gusts from the wind of the layer mixed with the ground; None without soundings.

    Parameters
    ----------
    case : Case

    Returns
    -------
    Series or None
        m s-1 at the times of the period.
    """
    variable = case.inventory.variable("t")
    if variable is None or not case.has("u", "v", "t", "z", "u10", "v10"):
        return None
    low, high = _MIXING_LEVELS
    levels = tuple(level for level in variable.levels_hpa if low <= level <= high)
    if len(levels) < LEAST_LEVELS or not all(_holds(case, n, x) for n in "uvz" for x in levels):
        return None
    data = case.load("u", "v", "t", "z", levels_hpa=levels)
    surface = case.load("u10", "v10", *(name for name in ("t2m", "sp") if case.has(name)))
    if data is None or surface is None:
        return None
    ground = case.load("orog") if case.has("orog") else None
    orography = (
        np.zeros(case.grid.shape)
        if ground is None
        else np.asarray(ground["orog"].values, dtype=np.float64).reshape(case.grid.shape)
    )
    pressure = np.asarray(data["level"].values, dtype=np.float64) * 100.0
    temperature = np.asarray(data["t"].values, dtype=np.float64)
    height = np.asarray(data["z"].values, dtype=np.float64) / GRAVITY - orography
    near = np.hypot(surface["u10"].values, surface["v10"].values).astype(np.float64)
    with_surface = "t2m" in surface and "sp" in surface
    sp = np.asarray(surface["sp"].values, dtype=np.float64) if with_surface else None
    if sp is not None:
        warmth = np.asarray(surface["t2m"].values, dtype=np.float64)
        foot = np.asarray(potential_temperature(sp, warmth), dtype=np.float64)
    else:
        theta = potential_temperature(pressure[:, np.newaxis, np.newaxis], temperature)
        foot = lowest_above_ground(np.asarray(theta, dtype=np.float64), height)
    gust, _ = mixed_layer_gust(
        np.hypot(data["u"].values, data["v"].values).astype(np.float64),
        temperature,
        height,
        pressure,
        near,
        foot,
        surface_pressure=sp,
        land=case.land.astype(np.float64) if case.has("lsm") else None,
    )
    given = np.flatnonzero(np.isfinite(gust).any(axis=(-2, -1)))
    if not given.size:
        return None
    times = [to_datetime(data["time"].values[position]) for position in given]
    return Series(values=gust[given], times=times, interval_hours=None)


def _holds(case: Case, name: str, level: float) -> bool:
    variable = case.inventory.variable(name)
    return variable is not None and any(abs(level - held) < 1e-6 for held in variable.levels_hpa)
