"""Stability between pressure levels: equivalent potential temperature, Brunt-Vaisala frequency."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.constants import GRAVITY
from diagnostics.grid.geometry import Grid
from diagnostics.physics.thermodynamics import (
    dewpoint,
    equivalent_potential_temperature,
    equivalent_potential_temperature_from_dewpoint,
    potential_temperature,
)
from diagnostics.quantities.inputs import (
    Field,
    Humidity,
    Humidity500,
    Humidity850,
    HumidityAt,
    LevelHpa,
    Temperature500,
    Temperature700,
    Temperature850,
    TemperatureAt,
)
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.results import Array, Maps


def thetae_850_max(
    temperature: TemperatureAt,
    humidity: HumidityAt,
    grid: Grid,
    *,
    level: LevelHpa = 850.0,
    definition: Humidity = "direct",
) -> Maps:
    """Equivalent potential temperature at 850 hPa; its maximum is the tongue of energy.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        K.
    humidity : ndarray (time, y, x)
        kg kg-1.
    grid : Grid
    level : float
        hPa.
    definition : {"direct", "metpy"}
        MetPy takes the humidity round through the dewpoint: up to 0.2 K.

    Returns
    -------
    Maps
        K; the length of its gradient at the place is reported too.
    """
    theta_e = _theta_e(level, temperature, humidity, definition)
    if min(grid.shape) < 2:
        return Maps(theta_e)
    gradient = 1e5 * np.hypot(*grid.gradient(theta_e))
    return Maps(theta_e, at_point={"gradient_k_100km": gradient})


def thetae_diff_850_500(
    temperature_850: Temperature850,
    temperature_500: Temperature500,
    humidity_850: Humidity850,
    humidity_500: Humidity500,
    *,
    definition: Humidity = "direct",
) -> Array:
    """Equivalent potential temperature at 850 minus that at 500 hPa.

    Parameters
    ----------
    temperature_850, temperature_500 : ndarray (time, y, x)
        K.
    humidity_850, humidity_500 : ndarray (time, y, x)
        kg kg-1.
    definition : {"direct", "metpy"}
        MetPy takes the humidity round through the dewpoint: up to 0.2 K.

    Returns
    -------
    ndarray (time, y, x)
        K, positive where potentially unstable.
    """
    lower = _theta_e(850.0, temperature_850, humidity_850, definition)
    return lower - _theta_e(500.0, temperature_500, humidity_500, definition)


def _theta_e(level: float, temperature: Array, humidity: Array, definition: str) -> Array:
    """Equivalent potential temperature at a level in hPa."""
    if definition == "direct":
        return equivalent_potential_temperature(level * 100.0, temperature, humidity)
    return equivalent_potential_temperature_from_dewpoint(
        level * 100.0, temperature, dewpoint(level * 100.0, humidity)
    )


def brunt_vaisala_lowlevel(
    temperature_925: Annotated[Array, Field("t", "K", at=925.0)],
    temperature_700: Temperature700,
    geopotential_925: Annotated[Array, Field("z", "m2 s-2", at=925.0)],
    geopotential_700: Annotated[Array, Field("z", "m2 s-2", at=700.0)],
) -> Maps:
    """Brunt-Vaisala frequency of the layer between 925 and 700 hPa.

    Parameters
    ----------
    temperature_925, temperature_700 : ndarray (time, y, x)
        K.
    geopotential_925, geopotential_700 : ndarray (time, y, x)
        m2 s-2.

    Returns
    -------
    Maps
        s-1; zero where the layer is unstable (MetPy gives NaN there).
    """
    lower = potential_temperature(92500.0, temperature_925)
    upper = potential_temperature(70000.0, temperature_700)
    depth = (geopotential_700 - geopotential_925) / GRAVITY
    squared = GRAVITY / (0.5 * (lower + upper)) * (upper - lower) / depth
    negative = np.where(np.isfinite(squared), squared < 0.0, np.nan)
    return Maps(np.sqrt(np.maximum(squared, 0.0)), over_area={"n2_negative_fraction": negative})


OPERATORS = (
    Operator(
        thetae_850_max,
        category="thermodynamics",
        difficulty="medium",
        events=("rainstorm", "gale", "heat_wave"),
        unit="K",
        valid_range=(230.0, 390.0),
        reductions=("max", "mean", "p95"),
        formula="theta_e (Bolton 1980, eq. 39) at the level",
        references=("bolton1980", "ninomiya1984", "luo2020"),
        metpy=("equivalent_potential_temperature",),
        extra_outputs=("gradient_k_100km",),
        reading=Reading(halo=3),
    ),
    Operator(
        thetae_diff_850_500,
        category="thermodynamics",
        difficulty="medium",
        events=("rainstorm", "gale"),
        unit="K",
        valid_range=(-60.0, 50.0),
        reductions=("mean", "max", "p95", "point"),
        formula="theta_e(850) - theta_e(500), Bolton 1980",
        references=("bolton1980", "wu1995", "zhu2007"),
        sign="positive = potentially (convectively) unstable",
        metpy=("equivalent_potential_temperature",),
        published_name="Equiv. Potential Temp Diff (850-500hPa)",
    ),
    Operator(
        brunt_vaisala_lowlevel,
        category="thermodynamics",
        difficulty="medium",
        events=("gale", "heat_wave", "cold_wave"),
        unit="s-1",
        valid_range=(0.0, 0.04),
        reductions=("mean", "min", "max", "point"),
        formula="sqrt(max((g0/theta) dtheta/dz, 0)) between 925 and 700 hPa",
        references=("kapela1995", "holton2013"),
        metpy=("brunt_vaisala_frequency",),
        extra_outputs=("n2_negative_fraction",),
    ),
)
