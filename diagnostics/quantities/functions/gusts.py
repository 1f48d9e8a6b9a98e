"""Gusts brought down from a well-mixed layer."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.constants import GRAVITY
from diagnostics.physics.gusts import lowest_above_ground, mixed_layer_gust
from diagnostics.physics.thermodynamics import potential_temperature
from diagnostics.quantities.inputs import Field, Orography
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.results import Array, Maps

NEAR_GROUND = (1000.0, 925.0, 850.0, 700.0)


def gust_potential(
    eastward_wind: Annotated[Array, Field("u", "m s-1", column=(500.0, 1100.0), needs=NEAR_GROUND)],
    northward_wind: Annotated[
        Array, Field("v", "m s-1", column=(500.0, 1100.0), needs=NEAR_GROUND)
    ],
    temperature: Annotated[Array, Field("t", "K", column=(500.0, 1100.0), needs=NEAR_GROUND)],
    geopotential: Annotated[Array, Field("z", "m2 s-2", column=(500.0, 1100.0), needs=NEAR_GROUND)],
    eastward_10m: Annotated[Array | None, Field("u10", "m s-1")],
    northward_10m: Annotated[Array | None, Field("v10", "m s-1")],
    temperature_2m: Annotated[Array | None, Field("t2m", "K")],
    surface_pressure: Annotated[Array | None, Field("sp", "Pa")],
    orography: Orography,
    land: Annotated[Array | None, Field("lsm", "1")],
    pressure_levels: Array,
) -> Maps:
    """Gust that the well-mixed layer near the ground can bring down.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, level, y, x)
        m s-1.
    temperature : ndarray (time, level, y, x)
        K.
    geopotential : ndarray (time, level, y, x)
        m2 s-2.
    eastward_10m, northward_10m : ndarray (time, y, x), optional
        m s-1; without them the lowest level above ground stands for them.
    temperature_2m, surface_pressure : ndarray (time, y, x), optional
        K and Pa; together they are the foot of the mixed layer, else the lowest level is.
    orography, land : ndarray (y, x), optional
        m, and the fraction of land.
    pressure_levels : ndarray (level,)
        Pa ascending.

    Returns
    -------
    Maps
        m s-1, not less than the 10-m wind; ``method`` is ``mixed_layer``, or ``gust_factor`` where
        no level is mixed with the ground. The potential temperature stands for the virtual one:
        the moisture of a mixed layer is nearly uniform. Gusts of thunderstorms are not meant; a
        model's own gust is `wind_gust_10m`.
    """
    height = geopotential / GRAVITY - (0.0 if orography is None else orography)
    speed = np.hypot(eastward_wind, northward_wind)
    near = _near_surface_speed(eastward_10m, northward_10m, speed, height)
    if temperature_2m is not None and surface_pressure is not None:
        foot = potential_temperature(surface_pressure, temperature_2m)
    else:
        theta = potential_temperature(pressure_levels[:, np.newaxis, np.newaxis], temperature)
        foot = lowest_above_ground(theta, height)
    gust, top = mixed_layer_gust(
        speed,
        temperature,
        height,
        pressure_levels,
        near,
        foot,
        surface_pressure=surface_pressure,
        land=land,
    )
    return Maps(
        gust,
        at_point={
            "mixed_layer_top_m": top,
            "method": np.where(np.isfinite(gust), (top > 0.0).astype(np.float64), np.nan),
        },
        words={"method": ("gust_factor", "mixed_layer")},
        warnings=() if land is not None else ("land_mask_missing",),
    )


def _near_surface_speed(
    eastward: Array | None, northward: Array | None, speed: Array, height: Array
) -> Array:
    if eastward is None or northward is None:
        return lowest_above_ground(speed, height)
    return np.hypot(eastward, northward)


OPERATORS = (
    Operator(
        gust_potential,
        category="dynamics",
        difficulty="medium",
        events=("gale", "cold_wave"),
        unit="m/s",
        valid_range=(0.0, 80.0),
        reductions=("max", "p95", "mean"),
        formula=(
            "max |V| of levels with theta <= theta(2 m) + 0.5 K below 3 km; else 1.4 or 1.25 |V10|"
        ),
        references=("brasseur2001", "kapela1995"),
        metpy=("potential_temperature",),
        extra_outputs=("mixed_layer_top_m", "method"),
    ),
)
