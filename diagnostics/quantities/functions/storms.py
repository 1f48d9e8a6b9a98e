"""Ingredients combined: the helicity that storms feel, and the warm conveyor belt."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.grid.objects import label_objects
from diagnostics.messages import Message
from diagnostics.physics.columns import integrated_vapor_transport
from diagnostics.physics.thermodynamics import clip_humidity, relative_humidity
from diagnostics.physics.wind import BUNKERS_DEVIATION, WindProfile, wind_at_height
from diagnostics.physics.wind import storm_relative_helicity as helicity
from diagnostics.quantities.functions.dynamics import TOP_OF_SHEAR, profile_above_ground
from diagnostics.quantities.inputs import (
    EastwardWindColumn,
    Field,
    Humidity700,
    Limits,
    MoistureColumn,
    NorthwardWindColumn,
    Orography,
    PressureTop,
    SurfacePressure,
    Temperature700,
)
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene, Series, listed

SHALLOW = (1000.0, 925.0, 850.0, 700.0, 600.0, 500.0)


def storm_relative_helicity(
    eastward_wind: Annotated[Array, Field("u", "m s-1", column=(200.0, 1100.0), needs=SHALLOW)],
    northward_wind: Annotated[Array, Field("v", "m s-1", column=(200.0, 1100.0), needs=SHALLOW)],
    geopotential: Annotated[Array, Field("z", "m2 s-2", column=(200.0, 1100.0), needs=SHALLOW)],
    eastward_10m: Annotated[Array | None, Field("u10", "m s-1")],
    northward_10m: Annotated[Array | None, Field("v10", "m s-1")],
    orography: Orography,
    pressure_levels: Array,
    scene: Scene,
    *,
    depth_m: Annotated[float, Limits("depth of the layer", "m", 500.0, 6000.0)] = 3000.0,
) -> Maps:
    """Storm-relative helicity of the lowest 3 km for Bunkers' right-moving storm.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, level, y, x)
        m s-1.
    geopotential : ndarray (time, level, y, x)
        m2 s-2.
    eastward_10m, northward_10m : ndarray (time, y, x), optional
        m s-1; without them the lowest level above ground begins the hodograph.
    orography : ndarray (y, x), optional
        m; heights are above it, else above sea level.
    pressure_levels : ndarray (level,)
        Pa.
    scene : Scene
    depth_m : float

    Returns
    -------
    Maps
        m2 s-2. The storm moves with the mean wind of 0 to 6 km, from values every 500 m as in
        the original paper (MetPy weights by pressure), 7.5 m/s to the right of the shear between
        the lowest and the highest 500 m; to the left in the Southern Hemisphere, where the sign
        is turned too. A dozen levels make it too low: ``levels_in_layer`` counts them.
    """
    profile, warnings = profile_above_ground(
        (eastward_wind, northward_wind),
        (eastward_10m, northward_10m),
        geopotential,
        orography,
        pressure_levels,
    )
    motion = _storm_motion(profile, scene)
    inside = (profile.height[1:] > 0.0) & (profile.height[1:] <= depth_m)
    return Maps(
        helicity(profile, motion, depth_m) * scene.hemisphere,
        at_point={
            "storm_u_m_s": motion[0],
            "storm_v_m_s": motion[1],
            "levels_in_layer": inside.sum(axis=0).astype(np.float64),
        },
        warnings=warnings,
    )


def _storm_motion(profile: WindProfile, scene: Scene) -> tuple[Array, Array]:
    """Return the motion of the storm that deviates to the cyclonic side's opposite."""
    heights = np.arange(0.0, TOP_OF_SHEAR + 1.0, 500.0)
    sampled = np.stack([wind_at_height(profile, float(height)) for height in heights], axis=1)
    mean_u, mean_v = sampled.mean(axis=1)
    shear_u, shear_v = sampled[:, -2:].mean(axis=1) - sampled[:, :2].mean(axis=1)
    length = np.hypot(shear_u, shear_v)
    with np.errstate(invalid="ignore", divide="ignore"):
        factor = np.where(length > 0.0, BUNKERS_DEVIATION / length, 0.0) * scene.hemisphere
    factor = np.where(np.isfinite(length), factor, np.nan)
    return mean_u + factor * shear_v, mean_v - factor * shear_u


def wcb_indicator(
    omega_700: Annotated[Array, Field("w", "Pa s-1", at=700.0)],
    temperature_700: Temperature700,
    humidity_700: Humidity700,
    northward_700: Annotated[Array, Field("v", "m s-1", at=700.0)],
    eastward_wind: EastwardWindColumn,
    northward_wind: NorthwardWindColumn,
    humidity: MoistureColumn,
    surface_pressure: SurfacePressure,
    pressure_levels: Array,
    scene: Scene,
    *,
    p_top: PressureTop = 300.0,
) -> Series:
    """Area of the largest region of moist, poleward ascent, a sign of a warm conveyor belt.

    Parameters
    ----------
    omega_700 : ndarray (time, y, x)
        Pa s-1, negative for ascent.
    temperature_700, humidity_700, northward_700 : ndarray (time, y, x)
        K, kg kg-1 and m s-1.
    eastward_wind, northward_wind, humidity : ndarray (time, level, y, x)
        m s-1 and kg kg-1, for the vapour transport.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    pressure_levels : ndarray (level,)
        Pa.
    scene : Scene
    p_top : float
        Upper limit of the transport, hPa.

    Returns
    -------
    Series
        m2; zero where nothing ascends so. A proxy at one time: a true belt is a trajectory that
        rises 600 hPa in two days.
    """
    fraction = relative_humidity(70000.0, temperature_700, clip_humidity(humidity_700)[0])
    transport = integrated_vapor_transport(
        humidity, eastward_wind, northward_wind, pressure_levels,
        top=p_top * 100.0, surface_pressure=surface_pressure,
    )  # fmt: skip
    size = np.hypot(*transport)
    belt = (omega_700 <= -0.4) & (fraction >= 0.85) & (size >= 250.0)
    belt &= (northward_700 * scene.hemisphere > 0.0) & scene.mask
    known = np.isfinite(omega_700) & np.isfinite(fraction) & np.isfinite(size)
    count = len(belt)
    area, rise, latitude, longitude = (np.full(count, np.nan) for _ in range(4))
    for time in range(count):
        if known[time][scene.mask].mean() < 0.5:
            continue
        objects = label_objects(belt[time], scene.grid)
        area[time] = objects[0].area_km2 if objects else 0.0
        if objects:
            latitude[time], longitude[time] = objects[0].latitude, objects[0].longitude
            rise[time] = omega_700[time][objects[0].cells].mean()
    return Series(
        1e6 * area,
        latitude=latitude,
        longitude=longitude,
        layers={"area": area, "mean_omega": rise},
        extra={"mean_omega": listed(rise)},
        warnings=("below_ground_unmasked",) if surface_pressure is None else (),
        reason=Message(id="lack-half_of_cells"),
    )


OPERATORS = (
    Operator(
        storm_relative_helicity,
        category="dynamics",
        difficulty="hard",
        events=("rainstorm", "gale"),
        unit="m2 s-2",
        valid_range=(-900.0, 2000.0),
        reductions=("max", "p95", "point"),
        formula="sum of (u2 - cx)(v1 - cy) - (u1 - cx)(v2 - cy) over 0-3 km, c: Bunkers' motion",
        references=("daviesjones1990", "bunkers2000", "rasmussen1998"),
        sign="positive = favours rotation, in either hemisphere",
        metpy=("bunkers_storm_motion", "storm_relative_helicity"),
        extra_outputs=("storm_u_m_s", "storm_v_m_s", "levels_in_layer"),
    ),
    Operator(
        wcb_indicator,
        category="dynamics",
        difficulty="hard",
        events=("rainstorm", "snowstorm"),
        unit="km2",
        valid_range=(0.0, 8000000.0),
        reductions=(
            Reduction("single_value", "km2", of="area", is_index=True),
            Reduction("mean_omega", "Pa/s", of="mean_omega", over_time="min"),
        ),
        formula=(
            "largest object of w(700) <= -0.4 Pa/s, RH(700) >= 85 %, IVT >= 250, poleward v(700)"
        ),
        references=("carlson1980", "browning1986", "madonna2014"),
        domain="padded_5deg",
        extra_outputs=("mean_omega",),
    ),
)
