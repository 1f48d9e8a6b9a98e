"""Water in the column and its transport."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final, Literal

import numpy as np

from diagnostics.constants import GRAVITY
from diagnostics.grid.geometry import Grid
from diagnostics.grid.streaks import longest_extent_km, object_around
from diagnostics.physics.columns import integrated_vapor_transport, precipitable_water
from diagnostics.physics.thermodynamics import clip_humidity
from diagnostics.physics.wind import wind_direction
from diagnostics.quantities.inputs import (
    Derivatives,
    EastwardWindAt,
    EastwardWindColumn,
    HumidityAt,
    LevelHpa,
    Limits,
    ModelColumnWater,
    ModelEastwardTransport,
    ModelNorthwardTransport,
    MoistureColumn,
    NorthwardWindAt,
    NorthwardWindColumn,
    PressureTop,
    SurfacePressure,
)
from diagnostics.quantities.operator_record import Operator, Reading, Smoothing
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import GIVEN_BY_MODEL, Array, Maps, Scene

RIVER: Final = 250.0
"""Transport from which on a corridor is taken for an atmospheric river, kg m-1 s-1."""


def _unmasked(surface_pressure: Array | None) -> tuple[str, ...]:
    return ("below_ground_unmasked",) if surface_pressure is None else ()


def pwat(
    humidity: MoistureColumn,
    surface_pressure: SurfacePressure,
    pressure_levels: Array,
    *,
    p_top: Annotated[
        float | Literal["default"],
        Limits("upper limit; 300 hPa, or the highest level for metpy", "hPa", 1.0, 900.0),
    ] = "default",
    p_bottom: Annotated[
        float | Literal["surface"], Limits("lower limit", "hPa", 100.0, 1100.0)
    ] = "surface",
    definition: Annotated[
        Literal["integral", "metpy"], Limits("of specific humidity, or MetPy's of mixing ratio")
    ] = "integral",
) -> Maps:
    """Water vapour of the column as a depth of liquid.

    Parameters
    ----------
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    surface_pressure : ndarray (time, y, x), optional
        Pa; the integral begins at the ground, or at the lowest level where it is unknown. Not
        used by the definition of MetPy, which knows levels only.
    pressure_levels : ndarray (level,)
        Pa.
    p_top, p_bottom : float
        Limits, hPa.
    definition : {"integral", "metpy"}
        MetPy integrates the mixing ratio and gives about 1.1 % more.

    Returns
    -------
    Maps
        kg m-2.
    """
    exact = definition == "integral"
    top = p_top if not isinstance(p_top, str) else (300.0 if exact else None)
    bottom = None if isinstance(p_bottom, str) else p_bottom * 100.0
    surface = surface_pressure if exact else None
    water = precipitable_water(
        humidity,
        pressure_levels,
        top=None if top is None else top * 100.0,
        bottom=bottom,
        surface_pressure=surface,
        definition=definition,
    )
    return Maps(water, warnings=_unmasked(surface) if exact and bottom is None else ())


def pwat_of_model(model_water: ModelColumnWater) -> Maps:
    """Water vapour of the whole column as the model gives it.

    Parameters
    ----------
    model_water : ndarray (time, y, x)
        kg m-2.

    Returns
    -------
    Maps
        kg m-2.
    """
    return Maps(model_water, warnings=(GIVEN_BY_MODEL,))


def ivt(
    eastward_wind: EastwardWindColumn,
    northward_wind: NorthwardWindColumn,
    humidity: MoistureColumn,
    surface_pressure: SurfacePressure,
    pressure_levels: Array,
    scene: Scene,
    *,
    p_top: PressureTop = 300.0,
) -> Maps:
    """Magnitude of the vertically integrated water-vapour transport.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, level, y, x)
        m s-1.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    pressure_levels : ndarray (level,)
        Pa.
    scene : Scene
    p_top : float
        hPa.

    Returns
    -------
    Maps
        kg m-1 s-1: the length of the integrated vector, not the integral of q|V|. The length of the
        object of at least 250 kg/m/s around the largest value is reported, as far as it lies in the
        fields of the region.
    """
    east, north = integrated_vapor_transport(
        humidity,
        eastward_wind,
        northward_wind,
        pressure_levels,
        top=p_top * 100.0,
        surface_pressure=surface_pressure,
    )
    return _transported(east, north, scene, _unmasked(surface_pressure))


def ivt_of_model(
    model_eastward: ModelEastwardTransport, model_northward: ModelNorthwardTransport, scene: Scene
) -> Maps:
    """Magnitude of the vertically integrated water-vapour transport as the model gives it.

    Parameters
    ----------
    model_eastward, model_northward : ndarray (time, y, x)
        kg m-1 s-1.
    scene : Scene

    Returns
    -------
    Maps
        kg m-1 s-1, with the length of the object, as of `ivt`.
    """
    return _transported(model_eastward, model_northward, scene, (GIVEN_BY_MODEL,))


def _transported(east: Array, north: Array, scene: Scene, warnings: tuple[str, ...]) -> Maps:
    transport = np.hypot(east, north)
    return Maps(
        transport,
        layers={
            "river": (transport >= RIVER).astype(float),
            "eastward": east,
            "northward": north,
        },
        at_point={"direction_deg_to": wind_direction(east, north, "to")},
        extra={"object_length_km": [partial(_river_length_km, part, scene) for part in transport]},
        warnings=warnings,
    )


def _river_length_km(transport: Array, scene: Scene) -> float | None:
    """Length of the object around the strongest transport of the region; None for a weak one."""
    inside = np.where(scene.mask & np.isfinite(transport), transport, -np.inf)
    row, column = np.unravel_index(inside.argmax(), inside.shape)
    cell = int(row), int(column)
    if inside[cell] < RIVER:
        return None
    with np.errstate(invalid="ignore"):
        corridor = object_around(transport >= RIVER, scene.grid, cell)
    return round(longest_extent_km(corridor, scene.grid))


def wv_flux_convergence_intensity(
    eastward_wind: EastwardWindColumn,
    northward_wind: NorthwardWindColumn,
    humidity: MoistureColumn,
    surface_pressure: SurfacePressure,
    pressure_levels: Array,
    grid: Grid,
    *,
    p_top: PressureTop = 300.0,
    definition: Derivatives = "analytic",
) -> Maps:
    """Convergence of the vertically integrated water-vapour flux, the rain it would sustain.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, level, y, x)
        m s-1, earth-relative.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    pressure_levels : ndarray (level,)
        Pa.
    grid : Grid
    p_top : float
        hPa.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    Maps
        kg m-2 s-1, positive for convergence; 1 kg m-2 s-1 is 3600 mm/h.
    """
    grid = grid.defined(definition)
    east, north = integrated_vapor_transport(
        humidity,
        eastward_wind,
        northward_wind,
        pressure_levels,
        top=p_top * 100.0,
        surface_pressure=surface_pressure,
    )
    return Maps(-grid.divergence(east, north), warnings=_unmasked(surface_pressure))


def moisture_flux_divergence(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    humidity: HumidityAt,
    grid: Grid,
    *,
    level: LevelHpa = 850.0,
    definition: Derivatives = "analytic",
) -> Maps:
    """Divergence of the moisture flux at a level, negative for convergence.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, earth-relative.
    humidity : ndarray (time, y, x)
        kg kg-1.
    grid : Grid
    level : float
        hPa.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    Maps
        kg m-2 Pa-1 s-1. The flux is formed before it is differenced; its parts ``V . grad q / g0``
        and ``q div V / g0`` are reported in 1e-7 g cm-2 hPa-1 s-1.
    """
    grid = grid.defined(definition)
    moisture, _ = clip_humidity(humidity)
    flux = grid.divergence(moisture * eastward_wind, moisture * northward_wind) / GRAVITY
    advection = -grid.advection(moisture, eastward_wind, northward_wind) / GRAVITY
    convergence = moisture * grid.divergence(eastward_wind, northward_wind) / GRAVITY
    return Maps(
        flux,
        at_point={"advection_part": 1e8 * advection, "convergence_part": 1e8 * convergence},
    )


def moisture_flux_850(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    humidity: HumidityAt,
    *,
    level: LevelHpa = 850.0,
) -> Maps:
    """Magnitude of the moisture flux at 850 hPa.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1.
    humidity : ndarray (time, y, x)
        kg kg-1.
    level : float
        hPa.

    Returns
    -------
    Maps
        kg m-1 Pa-1 s-1.
    """
    moisture, _ = clip_humidity(humidity)
    flux = moisture / GRAVITY
    return Maps(
        moisture * np.hypot(eastward_wind, northward_wind) / GRAVITY,
        layers={"eastward": flux * eastward_wind, "northward": flux * northward_wind},
        at_point={"direction_deg_from": wind_direction(eastward_wind, northward_wind)},
    )


OPERATORS = (
    Operator(
        pwat,
        category="moisture",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "gale", "heat_wave", "cold_wave"),
        unit="mm",
        valid_range=(0.0, 90.0),
        reductions=("mean", "max", "p95", "point"),
        formula="(1/g0) INT q dp, 300 hPa to the ground; definition=metpy: (1/(rho_w g0)) INT r dp",
        references=("junker2008", "graham2010", "doswell1996"),
        metpy=("dewpoint_from_specific_humidity", "precipitable_water"),
        published_name="Precipitable Water (PWAT)",
        extra_outputs=(),
        from_model=pwat_of_model,
    ),
    Operator(
        ivt,
        category="moisture",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale"),
        unit="kg m-1 s-1",
        valid_range=(0.0, 2200.0),
        reductions=(
            "max",
            "mean",
            "p95",
            Reduction("area_km2_ge_250", "km2", of="river", how="sum_area"),
        ),
        formula="|(1/g0) INT q V dp| from p_top (300 hPa) to the ground",
        references=("zhunewell1998", "guan2015", "ralph2019", "kamae2017"),
        extra_outputs=("direction_deg_to", "object_length_km"),
        extra_reductions=("area_km2_ge_250",),
        from_model=ivt_of_model,
    ),
    Operator(
        wv_flux_convergence_intensity,
        category="moisture",
        difficulty="medium",
        events=("rainstorm", "snowstorm"),
        unit="mm/h",
        valid_range=(-30.0, 60.0),
        reductions=("max", "mean", "p99"),
        formula=(
            "-(dQx/dx + dQy/dy - Qy tan(lat)/a), Q = (1/g0) INT q V dp from p_top to the ground"
        ),
        references=("banacos2005", "zhou2005", "simmonds1999"),
        sign="positive = convergence",
        metpy=("divergence",),
        published_name="Water Vapor Flux Convergence Intensity",
        smoothing=Smoothing(result_km=75.0),
        reading=Reading(halo=3),
    ),
    Operator(
        moisture_flux_divergence,
        category="moisture",
        difficulty="hard",
        events=("rainstorm", "snowstorm"),
        unit="1e-7 g cm-2 hPa-1 s-1",
        valid_range=(-120.0, 120.0),
        reductions=("min", "max", "p01", "mean"),
        formula="(1/g0) (d(qu)/dx + d(qv)/dy - qv tan(lat)/a)",
        references=("banacos2005", "luo2020"),
        sign="negative = convergence",
        metpy=("divergence",),
        published_name="Moisture Flux Divergence",
        extra_outputs=("advection_part", "convergence_part"),
        smoothing=Smoothing(result_km=75.0),
        reading=Reading(halo=3),
    ),
    Operator(
        moisture_flux_850,
        category="moisture",
        difficulty="easy",
        events=("rainstorm", "snowstorm"),
        unit="g cm-1 hPa-1 s-1",
        valid_range=(0.0, 120.0),
        reductions=("max", "mean", "p95"),
        formula="q sqrt(u**2 + v**2) / g0 at the level",
        references=("simmonds1999", "zhou2005"),
        extra_outputs=("direction_deg_from",),
    ),
)
