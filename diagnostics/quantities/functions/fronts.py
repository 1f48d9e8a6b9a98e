"""Temperature gradients, advection and frontogenesis."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.grid.geometry import Grid
from diagnostics.physics.thermodynamics import potential_temperature
from diagnostics.quantities.inputs import (
    Derivatives,
    EastwardWind10m,
    EastwardWindAt,
    LevelHpa,
    Limits,
    NorthwardWind10m,
    NorthwardWindAt,
    Orography,
    Temperature2m,
    TemperatureAt,
)
from diagnostics.quantities.operator_record import Operator, Reading, Smoothing
from diagnostics.quantities.results import Array, Maps

STANDARD_LAPSE = 0.0065
"""K m-1, of the standard atmosphere."""


def horizontal_temperature_gradient(
    temperature: TemperatureAt, grid: Grid, *, level: LevelHpa = 850.0
) -> Maps:
    """Length of the horizontal temperature gradient.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        K.
    grid : Grid
    level : float
        hPa; the edge of a plateau below ground is the usual false maximum, which a diagnosis
        masks.

    Returns
    -------
    Maps
        K m-1; ``orientation_deg`` is where the gradient points to (the warm side), degrees
        clockwise from north. The valid range holds gradients at the edges of high ground on fine
        grids, where 29.5 K per 100 km are real.
    """
    east, north = grid.gradient(temperature)
    orientation = np.degrees(np.arctan2(east, north)) % 360.0
    return Maps(np.hypot(east, north), at_point={"orientation_deg": orientation})


def warm_advection_center_intensity(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    temperature: TemperatureAt,
    grid: Grid,
    *,
    level: LevelHpa = 850.0,
    definition: Derivatives = "analytic",
) -> Array:
    """Temperature advection, positive where warmer air is carried in.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, earth-relative.
    temperature : ndarray (time, y, x)
        K.
    grid : Grid
    level : float
        hPa.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    ndarray (time, y, x)
        K s-1; 1e-5 K/s is 0.86 K per day.
    """
    grid = grid.defined(definition)
    return grid.advection(temperature, eastward_wind, northward_wind)


def surface_negative_temp_advection(
    eastward_wind: EastwardWind10m,
    northward_wind: NorthwardWind10m,
    temperature: Temperature2m,
    orography: Orography,
    grid: Grid,
    *,
    lapse_correction: Annotated[
        bool, Limits("reduce the temperature to sea level where orog is known")
    ] = True,
    definition: Derivatives = "analytic",
) -> Maps:
    """Temperature advection at the surface, negative where colder air is carried in.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        10-m wind, m s-1, earth-relative.
    temperature : ndarray (time, y, x)
        2-m temperature, K.
    orography : ndarray (y, x), optional
        m. Without the reduction slopes of the ground give false centres of more than
        100e-5 K/s.
    grid : Grid
    lapse_correction : bool
        Whether the reduction is made.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    Maps
        K s-1, with the warning ``no_lapse_correction`` where the height is unknown.
    """
    grid = grid.defined(definition)
    warnings: tuple[str, ...] = ()
    if lapse_correction and orography is not None:
        temperature = temperature + STANDARD_LAPSE * orography
    elif lapse_correction:
        warnings = ("no_lapse_correction",)
    return Maps(grid.advection(temperature, eastward_wind, northward_wind), warnings=warnings)


def frontogenesis_center(
    temperature: TemperatureAt,
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    grid: Grid,
    *,
    level: LevelHpa = 850.0,
    definition: Derivatives = "analytic",
) -> Array:
    """Petterssen frontogenesis of the potential temperature; negative values are frontolysis.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        K.
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, earth-relative.
    grid : Grid
    level : float
        hPa.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    ndarray (time, y, x)
        K m-1 s-1, zero where the temperature is uniform. Grows with the square of the resolution:
        compare fields of one spacing only.
    """
    grid = grid.defined(definition)
    theta = potential_temperature(level * 100.0, temperature)
    return grid.frontogenesis(theta, eastward_wind, northward_wind)


OPERATORS = (
    Operator(
        horizontal_temperature_gradient,
        category="thermodynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale", "cold_wave"),
        unit="K/100km",
        valid_range=(0.0, 60.0),
        reductions=("max", "mean", "p99"),
        formula="sqrt((dt/dx)**2 + (dt/dy)**2)",
        references=("petterssen1936", "thomas2019"),
        metpy=("first_derivative", "geospatial_gradient"),
        published_name="Horizontal Temperature Gradient",
        extra_outputs=("orientation_deg",),
        smoothing=Smoothing(result_km=75.0),
        reading=Reading(halo=3),
    ),
    Operator(
        warm_advection_center_intensity,
        category="thermodynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "heat_wave"),
        unit="1e-5 K/s",
        valid_range=(-400.0, 400.0),
        reductions=("max", "p99", "mean"),
        formula="-(u dt/dx + v dt/dy)",
        references=("petterssen1971", "maddox1979", "zschend2019"),
        sign="positive = warm advection",
        metpy=("advection",),
        published_name="Warm Advection Center Intensity",
        smoothing=Smoothing(result_km=75.0),
        reading=Reading(halo=3, accepts_float32=True),
    ),
    Operator(
        surface_negative_temp_advection,
        category="thermodynamics",
        difficulty="medium",
        events=("snowstorm", "gale", "cold_wave"),
        unit="1e-5 K/s",
        valid_range=(-400.0, 400.0),
        reductions=("min", "p01", "mean"),
        formula="-(u10 dT/dx + v10 dT/dy), T = t2m + 0.0065 orog",
        references=("petterssen1971", "kapela1995", "zhu2007"),
        sign="negative = cold advection",
        metpy=("advection",),
        published_name="Surface Negative Temp Advection",
        smoothing=Smoothing(result_km=75.0),
        reading=Reading(halo=3),
    ),
    Operator(
        frontogenesis_center,
        category="thermodynamics",
        difficulty="hard",
        events=("rainstorm", "snowstorm", "gale", "cold_wave"),
        unit="K/100km/3h",
        valid_range=(-100.0, 150.0),
        reductions=("max", "p99", "min"),
        formula=(
            "-(tx**2 ux + ty**2 vy + tx ty (vx + uy)) / |grad theta|, tx = dtheta/dx, ux = du/dx"
        ),
        references=("petterssen1936", "sandersbosart1985", "novak2004"),
        sign="positive = frontogenesis",
        metpy=("frontogenesis",),
        published_name="Frontogenesis Function Center Value",
        smoothing=Smoothing(result_km=75.0),
        reading=Reading(halo=3),
    ),
)
