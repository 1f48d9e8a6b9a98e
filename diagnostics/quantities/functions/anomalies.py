"""Standardised anomalies: departures from a gridded climatology in standard deviations.

Each needs a climatology of its field by hour and day of the year (rule C1, mode B), on the grid of
the data: ``hvrmet climatology build --field`` makes one, and WeatherBench2's files with standard
deviations serve as well. Without one the status is ``missing_input`` and the message names the
cure; the specification's own word for it, no_climatology, is not among the statuses of an answer.
A cell with fewer than 30 values in its window has no anomaly; fewer than 20 years are marked
``short_climatology``. The standard deviation, of all values in the window and so of the years and
of the days within it, is taken as at least a floor, below which an anomaly would be noise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import numpy as np

from diagnostics.climatology import GridKey
from diagnostics.constants import GRAVITY, ZERO_CELSIUS
from diagnostics.physics.columns import precipitable_water
from diagnostics.quantities.inputs import (
    TWO_METRES,
    Field,
    Limits,
    SeaLevelPressure,
    SurfacePressure,
)
from diagnostics.quantities.normals import normals_of, standardised
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.results import Array, Maps, Scene

TEMPERATURE_FLOOR = 0.3
"""K."""
WATER_FLOOR = 0.5
"""kg m-2."""
HEIGHT_FLOOR = 5.0
"""gpm."""
PRESSURE_FLOOR = 50.0
"""Pa."""

Temperature = Annotated[Array, Field("t", "K", at="level", at_2m="t2m")]
Level = Annotated[float | Literal["2m"], Limits("pressure level, or 2m", "hPa", 1.0, 1100.0)]
EXTRA = (
    "climatology",
    "sample_count",
    "effective_sample_size",
    "area_fraction_2sigma",
)


def temperature_standardized_anomaly(
    temperature: Temperature, scene: Scene, *, level: Level = 850.0
) -> Maps:
    """Temperature as a departure from its climatology, in standard deviations.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        K.
    scene : Scene
        With the climatology.
    level : float or "2m"
        hPa; 850 hPa lies below ground over high terrain, which a diagnosis masks.

    Returns
    -------
    Maps
        Standard deviations. ``area_fraction_2sigma`` is the share of the area where the anomaly
        is 2 or more in either direction.
    """
    near_ground = level == TWO_METRES
    key = GridKey(name="t2m") if near_ground else GridKey(name="t", level=float(level))
    normals = normals_of(scene, key, TEMPERATURE_FLOOR, key.label)
    return standardised(temperature, scene, normals, scale=1.0, offset=-ZERO_CELSIUS, unit="degc")


def pwat_standardized_anomaly(
    humidity: Annotated[
        Array,
        Field(
            "q",
            "kg kg-1",
            column=(1.0, 1100.0),
            needs=(1000.0, 925.0, 850.0, 700.0, 600.0, 500.0, 400.0, 300.0),
        ),
    ],
    surface_pressure: SurfacePressure,
    pressure_levels: Array,
    scene: Scene,
) -> Maps:
    """Precipitable water as a departure from its climatology, in standard deviations.

    Parameters
    ----------
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    surface_pressure : ndarray (time, y, x), optional
        Pa; where it is unknown the integral begins at the lowest level, as in the climatology
        built from the same data.
    pressure_levels : ndarray (level,)
        Pa.
    scene : Scene
        With the climatology.

    Returns
    -------
    Maps
        Standard deviations. The maximum speaks for moist events, the mean or the minimum for dry
        ones.
    """
    water = precipitable_water(
        humidity, pressure_levels, top=30000.0, surface_pressure=surface_pressure
    )
    normals = normals_of(scene, GridKey(name="pwat"), WATER_FLOOR, "pwat")
    return standardised(water, scene, normals, scale=1.0, offset=0.0, unit="mm")


def gh500_standardized_anomaly(
    geopotential: Annotated[Array, Field("z", "m2 s-2", at=500.0)], scene: Scene
) -> Maps:
    """Height of the 500-hPa surface as a departure from its climatology, in standard deviations.

    Parameters
    ----------
    geopotential : ndarray (time, y, x)
        m2 s-2, at 500 hPa.
    scene : Scene
        With the climatology.

    Returns
    -------
    Maps
        Standard deviations. The sign that is asked for chooses the reduction: ``min`` for an
        upstream trough or cut-off low, ``max`` for a ridge; both extremes are given beside it.
    """
    key = GridKey(name="z", level=500.0)
    normals = normals_of(scene, key, HEIGHT_FLOOR * GRAVITY, key.label)
    maps = standardised(geopotential, scene, normals, scale=1.0 / GRAVITY, offset=0.0, unit="gpm")
    return both_extremes(maps, scene)


def mslp_standardized_anomaly(pressure: SeaLevelPressure, scene: Scene) -> Maps:
    """Sea-level pressure as a departure from its climatology, in standard deviations.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa.
    scene : Scene
        With the climatology.

    Returns
    -------
    Maps
        Standard deviations; ``min`` for a cyclone, ``max`` for a cold high.
    """
    normals = normals_of(scene, GridKey(name="msl"), PRESSURE_FLOOR, "msl")
    maps = standardised(pressure, scene, normals, scale=0.01, offset=0.0, unit="hpa")
    return both_extremes(maps, scene)


def both_extremes(maps: Maps, scene: Scene) -> Maps:
    """Add the least and the largest anomaly of each time, whichever is asked for."""
    inside = np.where(scene.mask, maps.value, np.nan)
    found = [layer[np.isfinite(layer)] for layer in inside]
    extra = {
        **maps.extra,
        "minimum_sigma": [float(values.min()) if values.size else None for values in found],
        "maximum_sigma": [float(values.max()) if values.size else None for values in found],
    }
    return replace(maps, extra=extra)


OPERATORS = (
    Operator(
        temperature_standardized_anomaly,
        category="thermodynamics",
        difficulty="medium",
        events=("snowstorm", "heat_wave", "cold_wave"),
        unit="sigma",
        valid_range=(-8.0, 8.0),
        reductions=("mean", "max", "min", "point"),
        formula="(t - mean) / std at the level or at 2 m; std at least 0.3 K",
        references=("hart2001", "grumm2001"),
        published_name="Temp Standardized Anomaly (SA)",
        climatology=(
            "temperature at the level or at 2 m: mean and standard deviation by hour and day"
        ),
        extra_outputs=(*EXTRA, "climatological_mean_degc", "climatological_std_k"),
    ),
    Operator(
        pwat_standardized_anomaly,
        category="moisture",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale", "heat_wave", "cold_wave"),
        unit="sigma",
        valid_range=(-5.0, 9.0),
        reductions=("max", "mean", "min"),
        formula="(W - mean) / std with W of pwat; std at least 0.5 mm",
        references=("hart2001", "junker2008"),
        climatology="precipitable water (pwat): mean and standard deviation by hour and day",
        extra_outputs=(*EXTRA, "climatological_mean_mm", "climatological_std_mm"),
    ),
    Operator(
        gh500_standardized_anomaly,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale", "heat_wave", "cold_wave"),
        unit="sigma",
        valid_range=(-8.0, 8.0),
        reductions=("max", "min", "mean"),
        formula="(z - mean) / std at 500 hPa; std at least 5 gpm",
        references=("hart2001", "grumm2001"),
        domain="padded_10deg",
        climatology="geopotential at 500 hPa: mean and standard deviation by hour and day",
        extra_outputs=(
            *EXTRA,
            "climatological_mean_gpm",
            "climatological_std_gpm",
            "minimum_sigma",
            "maximum_sigma",
        ),
    ),
    Operator(
        mslp_standardized_anomaly,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale", "cold_wave"),
        unit="sigma",
        valid_range=(-8.0, 8.0),
        reductions=("max", "min", "mean"),
        formula="(msl - mean) / std; std at least 0.5 hPa",
        references=("hart2001", "stuart2006"),
        domain="padded_10deg",
        climatology="mean sea level pressure: mean and standard deviation by hour and day",
        extra_outputs=(
            *EXTRA,
            "climatological_mean_hpa",
            "climatological_std_hpa",
            "minimum_sigma",
            "maximum_sigma",
        ),
    ),
)
