"""Balanced and unbalanced flow: baroclinity, ageostrophic wind, forcing of ascent, deep shear."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from diagnostics.constants import GRAVITY
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message
from diagnostics.physics.gusts import lowest_above_ground
from diagnostics.physics.thermodynamics import potential_temperature
from diagnostics.physics.wind import WindProfile, bulk_shear, wind_direction, wind_profile
from diagnostics.quantities.inputs import (
    Derivatives,
    EastwardWindAt,
    Field,
    GeopotentialAt,
    LevelHpa,
    Limits,
    NorthwardWindAt,
    Orography,
    Temperature500,
    Temperature850,
    TemperatureAt,
)
from diagnostics.quantities.operator_record import Operator, Reading, Smoothing
from diagnostics.quantities.results import Array, Maps, MissingInputError, Scene

TOP_OF_SHEAR = 6000.0
"""m above ground."""
DEEP = (1000.0, 925.0, 850.0, 700.0, 600.0, 500.0, 400.0)


def geostrophic_wind(height: Array, grid: Grid, least_latitude: float) -> tuple[Array, Array]:
    """Return the geostrophic wind of a height field, NaN equatorward of a latitude.

    Parameters
    ----------
    height : ndarray (time, y, x)
        gpm.
    grid : Grid
    least_latitude : float
        Degrees.
    """
    east, north = grid.gradient(height)
    poleward = np.abs(grid.latitude) >= least_latitude
    factor = GRAVITY / np.where(poleward, grid.coriolis, np.nan)
    return -factor * north, factor * east


def eady_growth_rate(
    eastward_850: Annotated[Array, Field("u", "m s-1", at=850.0)],
    northward_850: Annotated[Array, Field("v", "m s-1", at=850.0)],
    eastward_500: Annotated[Array, Field("u", "m s-1", at=500.0)],
    northward_500: Annotated[Array, Field("v", "m s-1", at=500.0)],
    temperature_850: Temperature850,
    temperature_500: Temperature500,
    geopotential_850: Annotated[Array, Field("z", "m2 s-2", at=850.0)],
    geopotential_500: Annotated[Array, Field("z", "m2 s-2", at=500.0)],
    grid: Grid,
) -> Array:
    """Largest growth rate of baroclinic waves in the layer between 850 and 500 hPa.

    Parameters
    ----------
    eastward_850, northward_850, eastward_500, northward_500 : ndarray (time, y, x)
        m s-1.
    temperature_850, temperature_500 : ndarray (time, y, x)
        K.
    geopotential_850, geopotential_500 : ndarray (time, y, x)
        m2 s-2.
    grid : Grid

    Returns
    -------
    ndarray (time, y, x)
        s-1; the squared Brunt-Vaisala frequency is not taken below 1e-5 s-2.
    """
    depth = (geopotential_500 - geopotential_850) / GRAVITY
    shear = np.hypot(eastward_500 - eastward_850, northward_500 - northward_850) / depth
    lower = potential_temperature(85000.0, temperature_850)
    upper = potential_temperature(50000.0, temperature_500)
    squared = GRAVITY / (0.5 * (lower + upper)) * (upper - lower) / depth
    return 0.31 * np.abs(grid.coriolis) * shear / np.sqrt(np.maximum(squared, 1e-5))


def ageostrophic_wind_max(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    geopotential: GeopotentialAt,
    grid: Grid,
    scene: Scene,
    *,
    level: LevelHpa = 300.0,
) -> Maps:
    """Speed of the ageostrophic wind, large where jets accelerate or turn.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, earth-relative.
    geopotential : ndarray (time, y, x)
        m2 s-2; smoothed by 100 km in a diagnosis.
    grid : Grid
    scene : Scene
    level : float
        hPa.

    Returns
    -------
    Maps
        m s-1; NaN equatorward of 15 degrees.
    """
    height = scene.smooth(geopotential / GRAVITY, 100.0)
    geostrophic = geostrophic_wind(height, grid, 15.0)
    east, north = eastward_wind - geostrophic[0], northward_wind - geostrophic[1]
    return Maps(
        np.hypot(east, north), at_point={"direction_deg_to": wind_direction(east, north, "to")}
    )


def qvector_convergence(
    temperature: TemperatureAt,
    geopotential: GeopotentialAt,
    eastward_wind: Annotated[Array | None, Field("u", "m s-1", at="level", when=("wind", "full"))],
    northward_wind: Annotated[Array | None, Field("v", "m s-1", at="level", when=("wind", "full"))],
    grid: Grid,
    scene: Scene,
    *,
    level: LevelHpa = 700.0,
    wind: Annotated[
        Literal["geostrophic", "full"], Limits("whose gradients deform the temperature")
    ] = "geostrophic",
    sigma_km: Annotated[
        float, Limits("smoothing of height and temperature, 0 for none", "km", 0.0, 500.0)
    ] = 150.0,
    definition: Derivatives = "analytic",
) -> Maps:
    """Convergence of the Q vector, geostrophic by default, positive where it forces ascent.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        K.
    geopotential : ndarray (time, y, x)
        m2 s-2.
    eastward_wind, northward_wind : ndarray (time, y, x), optional
        m s-1, for ``wind=full``.
    grid : Grid
    scene : Scene
    level : float
        hPa.
    wind : {"geostrophic", "full"}
        Quasi-geostrophic theory takes the geostrophic wind; the wind itself is used on limited
        areas and low latitudes, smoothed alike.
    sigma_km : float
        Gaussian sigma; three derivatives leave nothing but noise without it.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    Maps
        m kg-1 s-1, with a static stability factor of 1; NaN equatorward of 10 degrees where the
        wind is geostrophic.
    """
    grid = grid.defined(definition)

    def smooth(field: Array) -> Array:
        return scene.smoothed(field, sigma_km) if sigma_km > 0.0 else field

    if wind == "geostrophic":
        flow = geostrophic_wind(smooth(geopotential / GRAVITY), grid, 10.0)
    elif eastward_wind is None or northward_wind is None:
        raise MissingInputError(Message(id="lack-full_wind", params={"level": f"{level:g}"}))
    else:
        flow = smooth(eastward_wind), smooth(northward_wind)
    q_x, q_y = grid.q_vector(*flow, smooth(temperature), level * 100.0)
    return Maps(-2.0 * grid.divergence(q_x, q_y), layers={"eastward": q_x, "northward": q_y})


def profile_above_ground(
    wind: tuple[Array, Array],
    surface_wind: tuple[Array | None, Array | None],
    geopotential: Array,
    orography: Array | None,
    pressure_levels: Array,
) -> tuple[WindProfile, tuple[str, ...]]:
    """Return the winds from the ground up to 6 km, and what to warn of.

    Parameters
    ----------
    wind : pair of ndarray (time, level, y, x)
        m s-1.
    surface_wind : pair of ndarray (time, y, x) or None
        At 10 m, m s-1; without them the lowest level above ground stands for the surface.
    geopotential : ndarray (time, level, y, x)
        m2 s-2.
    orography : ndarray (y, x) or None
        m; sea level is assumed, with a warning, where it is unknown.
    pressure_levels : ndarray (level,)
        Pa.
    """
    height = geopotential / GRAVITY - (0.0 if orography is None else orography)
    warnings: tuple[str, ...] = () if orography is not None else ("height_above_sea_level",)
    east, north = surface_wind
    if east is None or north is None:
        east, north = (lowest_above_ground(part, height) for part in wind)
        warnings = (*warnings, "surface_wind_from_lowest_level")
    profile = wind_profile(
        *wind, height, pressure_levels, surface_wind=(east, north), top=TOP_OF_SHEAR
    )
    return profile, warnings


def bulk_shear_0_6km(
    eastward_wind: Annotated[Array, Field("u", "m s-1", column=(200.0, 1100.0), needs=DEEP)],
    northward_wind: Annotated[Array, Field("v", "m s-1", column=(200.0, 1100.0), needs=DEEP)],
    geopotential: Annotated[Array, Field("z", "m2 s-2", column=(200.0, 1100.0), needs=DEEP)],
    eastward_10m: Annotated[Array | None, Field("u10", "m s-1")],
    northward_10m: Annotated[Array | None, Field("v10", "m s-1")],
    orography: Orography,
    pressure_levels: Array,
) -> Maps:
    """Bulk wind shear between the ground and 6 km, what organises thunderstorms.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, level, y, x)
        m s-1.
    geopotential : ndarray (time, level, y, x)
        m2 s-2.
    eastward_10m, northward_10m : ndarray (time, y, x), optional
        m s-1; without them the lowest level above ground stands for the surface.
    orography : ndarray (y, x), optional
        m; sea level is assumed, with a warning, where it is unknown.
    pressure_levels : ndarray (level,)
        Pa.

    Returns
    -------
    Maps
        m s-1.
    """
    profile, warnings = profile_above_ground(
        (eastward_wind, northward_wind),
        (eastward_10m, northward_10m),
        geopotential,
        orography,
        pressure_levels,
    )
    east, north = bulk_shear(profile, TOP_OF_SHEAR)
    return Maps(
        np.hypot(east, north), layers={"eastward": east, "northward": north}, warnings=warnings
    )


OPERATORS = (
    Operator(
        eady_growth_rate,
        category="dynamics",
        difficulty="medium",
        events=("snowstorm", "gale", "cold_wave"),
        unit="day-1",
        valid_range=(0.0, 5.0),
        reductions=("max", "mean", "p95"),
        formula="0.31 |f| |V(500) - V(850)| / (H(500) - H(850)) / N",
        references=("lindzen1980", "hoskins1990"),
        metpy=("brunt_vaisala_frequency", "coriolis_parameter"),
    ),
    Operator(
        ageostrophic_wind_max,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale"),
        unit="m/s",
        valid_range=(0.0, 80.0),
        reductions=("max", "p95"),
        formula="|V - Vg|, Vg = (g0/f) k x grad H",
        references=("uccellini1979", "uccellini1987"),
        metpy=("ageostrophic_wind",),
        extra_outputs=("direction_deg_to",),
        nan_means_not_applicable=True,
        smoothing=Smoothing(
            inputs_km=100.0,
            note="Gaussian, sigma 100 km, on the height in a diagnosis",
            in_value=True,
        ),
        reading=Reading(halo=3),
    ),
    Operator(
        qvector_convergence,
        category="dynamics",
        difficulty="hard",
        events=("rainstorm", "snowstorm", "gale"),
        unit="1e-18 m kg-1 s-1",
        valid_range=(-400.0, 400.0),
        reductions=("max", "p99", "min"),
        formula="-2 div Q, Q = -(Rd/p) (dV/dx . grad t, dV/dy . grad t), V geostrophic or full",
        references=("hoskins1978", "bluestein1992"),
        metpy=("divergence", "geostrophic_wind", "q_vector"),
        nan_means_not_applicable=True,
        smoothing=Smoothing(
            inputs_km=150.0,
            note="Gaussian, sigma_km (150 km), on height and temperature in both modes",
            in_value=True,
        ),
        reading=Reading(halo=7),
    ),
    Operator(
        bulk_shear_0_6km,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "gale"),
        unit="m/s",
        valid_range=(0.0, 90.0),
        reductions=("max", "mean", "point"),
        formula="|V(6 km above ground) - V(10 m)|, linear in height",
        references=("weisman1982", "meng2013"),
        metpy=("bulk_shear",),
    ),
)
