"""Air that the wind drives up the slopes of the ground, and the water that it gives off."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from diagnostics.constants import GAS_CONSTANT_DRY
from diagnostics.grid.geometry import Grid
from diagnostics.physics.columns import surface_pressure_from_orography
from diagnostics.physics.gusts import lowest_above_ground
from diagnostics.physics.terrain import forced_vertical_velocity, height_from_pressures
from diagnostics.physics.thermodynamics import (
    clip_humidity,
    specific_humidity_from_dewpoint,
    virtual_temperature,
)
from diagnostics.physics.wind import wind_direction
from diagnostics.quantities.inputs import (
    Field,
    Limits,
    OptionalDewpoint2m,
    OptionalTemperature2m,
    Orography,
    SurfacePressure,
)
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.results import Array, Maps

LOW_LEVELS = (700.0, 850.0)
"""Between these lies the wind that is measured against a slope, hPa."""
WINDWARD = 0.01
"""Ascent from which on a cell counts as a windward slope, descent as a lee, m s-1 [D]."""
HEIGHT_SOURCES = (("orog",), ("sp", "msl"))
"""Fields that tell the height of the ground: either the one or both of the others."""
WIND_SOURCES = (("u", "v"), ("u10", "v10"))

LowEastwardWind = Annotated[
    Array | None, Field("u", "m s-1", column=LOW_LEVELS, when=("wind", "low_level"))
]
LowNorthwardWind = Annotated[
    Array | None, Field("v", "m s-1", column=LOW_LEVELS, when=("wind", "low_level"))
]
OptionalEastwardWind10m = Annotated[Array | None, Field("u10", "m s-1")]
OptionalNorthwardWind10m = Annotated[Array | None, Field("v10", "m s-1")]
PressureOverSea = Annotated[Array | None, Field("msl", "Pa", without=("orog",), below_ground=True)]
"""Reduced over high ground, too: the height of that ground is what it tells."""
Wind = Annotated[
    Literal["low_level", "10m"],
    Limits("of the lowest level above the ground between 850 and 700 hPa, or at 10 m"),
]


def ground_height(
    orography: Array | None,
    surface_pressure: Array | None,
    sea_level_pressure: Array | None,
    temperature: Array | None,
) -> tuple[Array, tuple[str, ...]]:
    """Return the height of the ground, m, and what to note of it.

    The data's own, else from surface and sea-level pressure.
    """
    if orography is not None:
        return orography, ()
    assert surface_pressure is not None
    assert sea_level_pressure is not None
    height = height_from_pressures(surface_pressure, sea_level_pressure, temperature)
    return height, ("height_from_pressures",)


def _lowest(
    column: Array | None, near_ground: Array | None, pressure_at_ground: Array, levels: Array
) -> Array:
    """Return a quantity at the lowest level above ground, or near it where none is."""
    if column is None or not len(levels):
        assert near_ground is not None
        return near_ground
    above = pressure_at_ground[..., np.newaxis, :, :] - levels[:, np.newaxis, np.newaxis]
    found = lowest_above_ground(column, np.broadcast_to(above, column.shape))
    return found if near_ground is None else np.where(np.isfinite(found), found, near_ground)


def _pressure_at_ground(surface_pressure: Array | None, height: Array) -> Array:
    if surface_pressure is not None:
        return surface_pressure
    return np.asarray(surface_pressure_from_orography(height))


def orographic_ascent(
    orography: Orography,
    surface_pressure: SurfacePressure,
    sea_level_pressure: PressureOverSea,
    temperature_2m: Annotated[Array | None, Field("t2m", "K", without=("orog",))],
    eastward_wind: LowEastwardWind,
    northward_wind: LowNorthwardWind,
    eastward_wind_10m: OptionalEastwardWind10m,
    northward_wind_10m: OptionalNorthwardWind10m,
    pressure_levels: Array,
    grid: Grid,
    *,
    wind: Wind = "low_level",
) -> Maps:
    """Vertical velocity that the slope of the ground forces on the wind.

    Parameters
    ----------
    orography : ndarray (y, x), optional
        Height of the ground, m.
    surface_pressure, sea_level_pressure : ndarray (time, y, x), optional
        Pa. Without `orography` its height follows from both, which is noted.
    temperature_2m : ndarray (time, y, x), optional
        K, of the air at that ground; the standard atmosphere's without it.
    eastward_wind, northward_wind : ndarray (time, level, y, x), optional
        m s-1, between 700 and 850 hPa.
    eastward_wind_10m, northward_wind_10m : ndarray (time, y, x), optional
        m s-1; taken where no such level lies above the ground, or is in the data.
    pressure_levels : ndarray (level,)
        Pa.
    grid : Grid
    wind : {"low_level", "10m"}
        The wind of the lowest of these levels that lies above the ground, about the height of
        crests, whose upslope part goes best with rain (Neiman et al. 2002), or the wind at 10 m.

    Returns
    -------
    Maps
        ``V . grad(h)``, m s-1: positive where air is driven up a slope, negative in its lee. The
        terrain is the grid's, whose slopes are gentler than the real ones. The ascent weakens
        with height and leans upstream over narrow mountains, so that this is what it is at the
        ground at most (Smith and Barstad 2004).
    """
    height, notes = ground_height(orography, surface_pressure, sea_level_pressure, temperature_2m)
    pressure = _pressure_at_ground(surface_pressure, height)
    east = _lowest(eastward_wind, eastward_wind_10m, pressure, pressure_levels)
    north = _lowest(northward_wind, northward_wind_10m, pressure, pressure_levels)
    return Maps(
        forced_vertical_velocity(east, north, height, grid),
        at_point={
            "direction_deg_from": wind_direction(east, north),
            "ground_m": np.broadcast_to(height, east.shape),
        },
        warnings=notes,
    )


def orographic_condensation(
    orography: Orography,
    surface_pressure: SurfacePressure,
    sea_level_pressure: PressureOverSea,
    temperature_2m: OptionalTemperature2m,
    dewpoint_2m: OptionalDewpoint2m,
    eastward_wind: LowEastwardWind,
    northward_wind: LowNorthwardWind,
    eastward_wind_10m: OptionalEastwardWind10m,
    northward_wind_10m: OptionalNorthwardWind10m,
    humidity: Annotated[
        Array | None, Field("q", "kg kg-1", column=LOW_LEVELS, when=("wind", "low_level"))
    ],
    temperature: Annotated[
        Array | None, Field("t", "K", column=LOW_LEVELS, when=("wind", "low_level"))
    ],
    pressure_levels: Array,
    grid: Grid,
    *,
    wind: Wind = "low_level",
) -> Maps:
    """Rate at which ascent forced by the ground would condense the vapour that it lifts.

    Parameters
    ----------
    orography, surface_pressure, sea_level_pressure, eastward_wind, northward_wind, \
eastward_wind_10m, northward_wind_10m, pressure_levels, grid, wind
        As for `orographic_ascent`.
    temperature_2m, dewpoint_2m : ndarray (time, y, x), optional
        K; the vapour near the ground where no level above it is in the data.
    humidity, temperature : ndarray (time, level, y, x), optional
        kg kg-1 and K, between 700 and 850 hPa.

    Returns
    -------
    Maps
        ``rho q max(w, 0)``, kg m-2 s-1: the upslope model of orographic precipitation, for ascent
        that goes on unweakened through the moist layer and air that is saturated (Smith and
        Barstad 2004), so that it is an upper estimate. Vapour below the level of the wind is not
        counted.
    """
    height, notes = ground_height(orography, surface_pressure, sea_level_pressure, temperature_2m)
    pressure = _pressure_at_ground(surface_pressure, height)
    east = _lowest(eastward_wind, eastward_wind_10m, pressure, pressure_levels)
    north = _lowest(northward_wind, northward_wind_10m, pressure, pressure_levels)
    ascent = forced_vertical_velocity(east, north, height, grid)
    column = near_ground = None
    if humidity is not None and temperature is not None:
        column = _vapour(pressure_levels[:, np.newaxis, np.newaxis], temperature, humidity)
    if temperature_2m is not None and dewpoint_2m is not None:
        moisture = specific_humidity_from_dewpoint(pressure, dewpoint_2m)
        near_ground = _vapour(pressure, temperature_2m, moisture)
    vapour = _lowest(column, near_ground, pressure, pressure_levels)
    return Maps(vapour * np.maximum(ascent, 0.0), warnings=notes)


def _vapour(pressure: Array, temperature: Array, humidity: Array) -> Array:
    """Return the density of water vapour, kg m-3."""
    moist = clip_humidity(humidity)[0]
    return pressure * moist / (GAS_CONSTANT_DRY * virtual_temperature(temperature, moist))


def windward_precipitation(
    orography: Orography,
    surface_pressure: SurfacePressure,
    sea_level_pressure: PressureOverSea,
    temperature_2m: Annotated[Array | None, Field("t2m", "K", without=("orog",))],
    eastward_wind: LowEastwardWind,
    northward_wind: LowNorthwardWind,
    eastward_wind_10m: OptionalEastwardWind10m,
    northward_wind_10m: OptionalNorthwardWind10m,
    precipitation: Annotated[Array, Field("tp", "kg m-2")],
    pressure_levels: Array,
    grid: Grid,
    *,
    wind: Wind = "low_level",
) -> Maps:
    """Excess of the precipitation on slopes up which the wind blows over that in their lee.

    Parameters
    ----------
    orography, surface_pressure, sea_level_pressure, temperature_2m, eastward_wind, \
northward_wind, eastward_wind_10m, northward_wind_10m, pressure_levels, grid, wind
        As for `orographic_ascent`.
    precipitation : ndarray (time, y, x)
        Increments over the interval that ends at each time, kg m-2.

    Returns
    -------
    Maps
        1 where the ground forces ascent of 1 cm/s or more, -1 where it forces such descent, else 0,
        weighted by the precipitation: its mean is the share of it that falls on windward slopes
        less the share that falls in their lee, near zero for what falls on both alike. Where
        nothing fell it has no value.
    """
    ascent = orographic_ascent(
        orography,
        surface_pressure,
        sea_level_pressure,
        temperature_2m,
        eastward_wind,
        northward_wind,
        eastward_wind_10m,
        northward_wind_10m,
        pressure_levels,
        grid,
        wind=wind,
    )
    side = np.where(np.abs(ascent.value) >= WINDWARD, np.sign(ascent.value), 0.0 * ascent.value)
    fallen = np.where(precipitation > 0.0, side, np.nan)
    return Maps(
        fallen + 0.0 * precipitation,
        weight=np.maximum(precipitation, 0.0),
        warnings=ascent.warnings,
    )


OPERATORS = (
    Operator(
        orographic_ascent,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale"),
        unit="cm/s",
        valid_range=(-500.0, 500.0),
        reductions=("max", "min", "mean", "p95"),
        formula="u dh/dx + v dh/dy",
        references=("smithbarstad2004", "neiman2002"),
        sign="positive = up the slope",
        one_of=(HEIGHT_SOURCES, WIND_SOURCES),
        extra_outputs=("direction_deg_from", "ground_m"),
        reading=Reading(halo=3),
    ),
    Operator(
        orographic_condensation,
        category="moisture",
        difficulty="medium",
        events=("rainstorm", "snowstorm"),
        unit="mm/h",
        valid_range=(0.0, 200.0),
        reductions=("max", "mean", "p95"),
        formula="rho q max(u dh/dx + v dh/dy, 0)",
        references=("smithbarstad2004", "neiman2002"),
        one_of=(HEIGHT_SOURCES, WIND_SOURCES, (("q", "t"), ("t2m", "d2m"))),
        reading=Reading(halo=3),
    ),
    Operator(
        windward_precipitation,
        category="moisture",
        difficulty="medium",
        events=("rainstorm", "snowstorm"),
        unit="%",
        valid_range=(-100.0, 100.0),
        reductions=("weighted_mean",),
        formula="(sum of tp where w >= 1 cm/s - sum of tp where w <= -1 cm/s) / sum of tp, "
        "w = u dh/dx + v dh/dy",
        sign="positive = more on windward slopes",
        references=("smithbarstad2004", "ralph2003"),
        one_of=(HEIGHT_SOURCES, WIND_SOURCES),
        nan_means_not_applicable=True,
        reading=Reading(halo=3),
    ),
)
