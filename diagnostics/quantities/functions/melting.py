"""Heights of the freezing level, of melting and of the snow line; ascent where snow grows."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.constants import GRAVITY, ZERO_CELSIUS
from diagnostics.physics.crossings import IsothermHeight, height_of_isotherm
from diagnostics.physics.thermodynamics import (
    saturation_vapor_pressure_ice,
    vapor_pressure,
    wet_bulb_temperature,
)
from diagnostics.quantities.inputs import MOIST_LEVELS, Field, Limits, Orography, SurfacePressure
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene

TemperatureScan = Annotated[Array, Field("t", "K", column=(100.0, 1100.0), needs=MOIST_LEVELS)]
GeopotentialScan = Annotated[
    Array, Field("z", "m2 s-2", column=(100.0, 1100.0), needs=MOIST_LEVELS)
]
LOWER = (1000.0, 925.0, 850.0, 700.0, 600.0, 500.0, 400.0)
TemperatureLower = Annotated[Array, Field("t", "K", column=(300.0, 1100.0), needs=LOWER)]
HumidityLower = Annotated[Array, Field("q", "kg kg-1", column=(300.0, 1100.0), needs=LOWER)]
GeopotentialLower = Annotated[Array, Field("z", "m2 s-2", column=(300.0, 1100.0), needs=LOWER)]


def _scan(
    temperature: Array,
    geopotential: Array,
    pressure_levels: Array,
    ground: tuple[Array | None, Array | None],
    scene: Scene,
    *,
    isotherm: float = ZERO_CELSIUS,
    lowest: bool = False,
) -> IsothermHeight:
    """Scan from the top; levels below ground are left out in a diagnosis only."""
    surface_pressure, orography = ground
    return height_of_isotherm(
        temperature,
        geopotential / GRAVITY,
        pressure_levels,
        isotherm,
        which="lowest" if lowest else "highest",
        surface_pressure=surface_pressure if scene.diagnosing else None,
        surface_height=None if orography is None else orography + 0.0 * temperature[:, 0],
    )


def freezing_level_height(
    temperature: TemperatureScan,
    geopotential: GeopotentialScan,
    surface_pressure: SurfacePressure,
    orography: Orography,
    pressure_levels: Array,
    scene: Scene,
    *,
    above_ground: Annotated[bool, Limits("heights above the ground, where it is known")] = False,
) -> Maps:
    """Height of the 0 degC level, the highest one where inversions make several.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    geopotential : ndarray (time, level, y, x)
        m2 s-2.
    surface_pressure : ndarray (time, y, x), optional
        Pa; in a diagnosis levels below ground are left out.
    orography : ndarray (y, x), optional
        m; the value of a column that is frozen throughout, else that of its lowest level.
    pressure_levels : ndarray (level,)
        Pa.
    scene : Scene
    above_ground : bool
        Take off the height of the ground, where it is known.

    Returns
    -------
    Maps
        gpm above sea level, or above ground.
    """
    ground = (surface_pressure, orography)
    highest = _scan(temperature, geopotential, pressure_levels, ground, scene)
    lowest = _scan(temperature, geopotential, pressure_levels, ground, scene, lowest=True)
    known = np.isfinite(highest.height)
    base = orography if above_ground else None
    return Maps(
        _above_ground(highest.height, base),
        layers={"lowest": _above_ground(lowest.height, base)},
        over_area={
            "crossings": np.where(known, highest.crossings, np.nan),
            "all_frozen_fraction": np.where(known, highest.all_colder, np.nan),
        },
    )


def _above_ground(height: Array, orography: Array | None) -> Array:
    return height if orography is None else np.maximum(height - orography, 0.0)


def _reference(orography: Array | None, times: int) -> list[str]:
    return ["msl" if orography is None else "agl"] * times


def wet_bulb_zero_height(
    temperature: TemperatureLower,
    humidity: HumidityLower,
    geopotential: GeopotentialLower,
    surface_pressure: SurfacePressure,
    orography: Orography,
    pressure_levels: Array,
    scene: Scene,
) -> Maps:
    """Height of the level where the wet-bulb temperature is 0 degC.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    geopotential : ndarray (time, level, y, x)
        m2 s-2.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    orography : ndarray (y, x), optional
        m; the height is then above ground, else above sea level (``reference``).
    pressure_levels : ndarray (level,)
        Pa.
    scene : Scene

    Returns
    -------
    Maps
        gpm; zero above ground where the column is below 0 degC throughout.
    """
    pressure = pressure_levels[:, np.newaxis, np.newaxis]
    wet_bulb = wet_bulb_temperature(pressure, temperature, humidity)
    found = _scan(wet_bulb, geopotential, pressure_levels, (surface_pressure, orography), scene)
    return Maps(
        _above_ground(found.height, orography),
        extra={"reference": _reference(orography, len(wet_bulb))},
    )


def snow_level_height(
    temperature: TemperatureLower,
    humidity: HumidityLower,
    geopotential: GeopotentialLower,
    surface_pressure: SurfacePressure,
    orography: Orography,
    pressure_levels: Array,
    scene: Scene,
    *,
    tw_threshold_c: Annotated[
        float, Limits("wet-bulb temperature of melting", "degC", -2.0, 4.0)
    ] = 1.0,
) -> Maps:
    """Height down to which snow falls without melting.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    geopotential : ndarray (time, level, y, x)
        m2 s-2.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    orography : ndarray (y, x), optional
        m; the height is then above ground, else above sea level (``reference``).
    pressure_levels : ndarray (level,)
        Pa.
    scene : Scene
    tw_threshold_c : float
        degC.

    Returns
    -------
    Maps
        gpm; zero where the column is colder throughout. A warm layer above cold air at the
        ground counts: snow melts in it.
    """
    pressure = pressure_levels[:, np.newaxis, np.newaxis]
    wet_bulb = wet_bulb_temperature(pressure, temperature, humidity)
    found = _scan(
        wet_bulb,
        geopotential,
        pressure_levels,
        (surface_pressure, orography),
        scene,
        isotherm=ZERO_CELSIUS + tw_threshold_c,
    )
    height = np.where(found.all_colder, 0.0, _above_ground(found.height, orography))
    possible = np.where(np.isfinite(height), height <= 200.0, np.nan)
    return Maps(
        height,
        layers={"snow_possible": possible},
        over_area={"snow_possible_fraction": possible},
        extra={"reference": _reference(orography, len(wet_bulb))},
    )


def dgz_ascent(
    temperature: Annotated[
        Array, Field("t", "K", column=(200.0, 1100.0), needs=(850.0, 700.0, 600.0, 500.0, 400.0))
    ],
    humidity: Annotated[
        Array,
        Field("q", "kg kg-1", column=(200.0, 1100.0), needs=(850.0, 700.0, 600.0, 500.0, 400.0)),
    ],
    omega: Annotated[
        Array,
        Field("w", "Pa s-1", column=(200.0, 1100.0), needs=(850.0, 700.0, 600.0, 500.0, 400.0)),
    ],
    pressure_levels: Array,
) -> Maps:
    """Strongest ascent in the saturated layer where dendrites grow.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    omega : ndarray (time, level, y, x)
        Pa s-1, negative for ascent.
    pressure_levels : ndarray (level,)
        Pa.

    Returns
    -------
    Maps
        Pa s-1; NaN in columns without such a level.
    """
    celsius = temperature - ZERO_CELSIUS
    pressure = pressure_levels[:, np.newaxis, np.newaxis]
    over_ice = vapor_pressure(pressure, humidity) / saturation_vapor_pressure_ice(temperature)
    zone = (celsius >= -18.0) & (celsius <= -12.0) & (over_ice >= 0.9) & np.isfinite(omega)
    strongest = np.where(zone, omega, np.inf).min(axis=-3)
    thickness = np.gradient(pressure_levels)[:, np.newaxis, np.newaxis] / 100.0
    depth = np.where(zone, thickness, 0.0).sum(axis=-3)
    return Maps(np.where(zone.any(axis=-3), strongest, np.nan), at_point={"dgz_depth_hpa": depth})


OPERATORS = (
    Operator(
        freezing_level_height,
        category="thermodynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "heat_wave", "cold_wave"),
        unit="gpm",
        valid_range=(0.0, 6500.0),
        reductions=(
            "mean",
            "min",
            "max",
            "point",
            Reduction(
                "lowest_crossing", "gpm", of="lowest", how="mean", over_time="mean", is_index=True
            ),
        ),
        formula="highest crossing of t = 273.15 K scanning down from 100 hPa, gpm linear in t",
        references=("bourgouin2000", "doswell1996"),
        published_name="0 deg C Isotherm Height",
        tolerance=1e-6,
        extra_outputs=("crossings", "all_frozen_fraction"),
    ),
    Operator(
        wet_bulb_zero_height,
        category="thermodynamics",
        difficulty="hard",
        events=("snowstorm", "gale"),
        unit="gpm",
        valid_range=(0.0, 6000.0),
        reductions=("mean", "min", "max", "point"),
        formula=(
            "highest crossing of wet-bulb temperature and 273.15 K, above ground if orog is known"
        ),
        references=("miller1972", "heppner1992"),
        metpy=("wet_bulb_temperature",),
        tolerance=1e-5,
        extra_outputs=("reference",),
    ),
    Operator(
        snow_level_height,
        category="thermodynamics",
        difficulty="medium",
        events=("snowstorm",),
        unit="gpm",
        valid_range=(0.0, 6000.0),
        reductions=(
            "mean",
            "min",
            "max",
            "point",
            Reduction(
                "snow_possible_fraction", "1", of="snow_possible", how="mean", over_time="max"
            ),
        ),
        formula="height above which the wet-bulb temperature stays below 1 degC; 0 if everywhere",
        references=("jennings2018", "dingb2014", "bourgouin2000"),
        metpy=("wet_bulb_temperature",),
        tolerance=1e-5,
        extra_outputs=("snow_possible_fraction", "reference"),
    ),
    Operator(
        dgz_ascent,
        category="moisture",
        difficulty="hard",
        events=("snowstorm",),
        unit="Pa/s",
        valid_range=(-60.0, 10.0),
        reductions=("min", "mean"),
        formula="min of omega over levels with -18 <= t <= -12 degC and e / es_ice(t) >= 90 %",
        references=("wetzel2001", "baxter2005", "roebber2003"),
        sign="negative = ascent",
        extra_outputs=("dgz_depth_hpa",),
        nan_means_not_applicable=True,
    ),
)
