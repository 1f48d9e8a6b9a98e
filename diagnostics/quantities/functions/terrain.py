"""What high ground does to the flow: ascent and descent, barrier winds, gaps, cold pools."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.constants import GRAVITY
from diagnostics.grid.distance import displaced
from diagnostics.grid.geometry import Grid
from diagnostics.grid.sections import sample_bilinear
from diagnostics.messages import Message
from diagnostics.physics.gusts import lowest_above_ground
from diagnostics.physics.terrain import FREE_AIR_M, along_slope, ground_from_pressure
from diagnostics.physics.thermodynamics import potential_temperature
from diagnostics.quantities.inputs import (
    EastwardWind10m,
    Field,
    Limits,
    NorthwardWind10m,
    Orography,
    SeaLevelPressure,
    SurfacePressure,
    Temperature2m,
)
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.results import Array, Maps, MissingInputError, Scene

LOW_LEVELS = (925.0, 850.0, 700.0)
EastwardLow = Annotated[Array, Field("u", "m s-1", column=(500.0, 1100.0), needs=LOW_LEVELS)]
NorthwardLow = Annotated[Array, Field("v", "m s-1", column=(500.0, 1100.0), needs=LOW_LEVELS)]
TemperatureLow = Annotated[Array, Field("t", "K", column=(500.0, 1100.0), needs=LOW_LEVELS)]
GeopotentialLow = Annotated[Array, Field("z", "m2 s-2", column=(500.0, 1100.0), needs=LOW_LEVELS)]

DERIVED = "terrain_from_pressure"
"""The ground's height was had from surface pressure and level heights."""
GENTLE = 1e-3
"""Ground that rises less than 1 m in 1 km is no slope [D]."""
SLOPING_ASCENT = 0.01
"""Rain over ground that lifts or lowers the air by less, m s-1, belongs to neither side [D]."""


def ground_height(
    orography: Array | None,
    surface_pressure: Array | None,
    geopotential: Array,
    pressure_levels: Array,
) -> tuple[Array, tuple[str, ...]]:
    """Return the height of the ground (y, x) in m, and a mark where it was derived.

    Raises
    ------
    MissingInputError
        Where the data hold neither the height of the ground nor its pressure.
    """
    if orography is not None:
        return orography, ()
    if surface_pressure is None:
        raise MissingInputError(Message(id="quantityerror-no_terrain"))
    return ground_from_pressure(surface_pressure, geopotential, pressure_levels), (DERIVED,)


def orographic_vertical_velocity(
    eastward_wind: EastwardLow,
    northward_wind: NorthwardLow,
    geopotential: GeopotentialLow,
    orography: Orography,
    surface_pressure: SurfacePressure,
    grid: Grid,
    pressure_levels: Array,
) -> Maps:
    """Vertical velocity that sloping ground forces on the flow: wind times slope.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, level, y, x)
        m s-1.
    geopotential : ndarray (time, level, y, x)
        m2 s-2.
    orography : ndarray (y, x), optional
        m; else the height at which levels have the pressure of the surface.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    grid : Grid
    pressure_levels : ndarray (level,)
        Pa ascending.

    Returns
    -------
    Maps
        m s-1, positive where the flow is lifted (Stau), negative where it descends in the lee. The
        wind is that of the lowest level 500 m or more above ground. Air that is blocked goes round
        and not over: then it is an upper bound.
    """
    ground, marks = ground_height(orography, surface_pressure, geopotential, pressure_levels)
    height = geopotential / GRAVITY - ground - FREE_AIR_M
    eastward = lowest_above_ground(eastward_wind, height)
    northward = lowest_above_ground(northward_wind, height)
    slope_x, slope_y = grid.gradient(ground)
    return Maps(
        eastward * slope_x + northward * slope_y,
        at_point={
            "ground_m": np.broadcast_to(ground, eastward.shape),
            "wind_from_deg": np.degrees(np.arctan2(-eastward, -northward)) % 360.0,
            "wind_speed_m_s": np.hypot(eastward, northward),
        },
        warnings=marks,
    )


def barrier_wind(
    eastward_wind: EastwardLow,
    northward_wind: NorthwardLow,
    geopotential: GeopotentialLow,
    orography: Orography,
    surface_pressure: SurfacePressure,
    grid: Grid,
    pressure_levels: Array,
    scene: Scene,
    *,
    width_km: Annotated[float, Limits("of the barrier's flank", "km", 25.0, 200.0)] = 75.0,
) -> Maps:
    """Low-level wind along a barrier, high ground on its right (left south of the equator).

    Parameters
    ----------
    eastward_wind, northward_wind, geopotential : ndarray (time, level, y, x)
        m s-1 and m2 s-2.
    orography : ndarray (y, x), optional
        m.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    grid : Grid
    pressure_levels : ndarray (level,)
        Pa ascending.
    scene : Scene
    width_km : float
        The flank of the barrier reaches so far from its foot.

    Returns
    -------
    Maps
        m s-1, at the lowest level 500 m or more above ground; NaN farther than `width_km` from
        ground that rises by 1 m in 1 km. Stable air that is blocked turns along the barrier under
        its own pressure (T.R. Parish, 1982, J. Appl. Meteor. 21, 925-930).
    """
    ground, marks = ground_height(orography, surface_pressure, geopotential, pressure_levels)
    height = geopotential / GRAVITY - ground - FREE_AIR_M
    eastward = lowest_above_ground(eastward_wind, height)
    northward = lowest_above_ground(northward_wind, height)
    slope_x, slope_y = grid.gradient(grid.smooth_by_row(ground, width_km))
    _, along = along_slope(eastward, northward, slope_x, slope_y)
    flank = np.hypot(slope_x, slope_y) >= GENTLE
    return Maps(
        np.where(flank, along * scene.hemisphere, np.nan),
        at_point={"ground_m": np.broadcast_to(ground, eastward.shape)},
        warnings=marks,
        reason=Message(id="quantityerror-no_slope"),
    )


def gap_pressure_fall(
    pressure: SeaLevelPressure,
    eastward_10m: EastwardWind10m,
    northward_10m: NorthwardWind10m,
    orography: Annotated[Array, Field("orog", "m")],
    grid: Grid,
    *,
    width_km: Annotated[
        float, Limits("to the high ground on either side", "km", 25.0, 200.0)
    ] = 100.0,
    depth_m: Annotated[float, Limits("of the gap below both sides", "m", 100.0, 3000.0)] = 300.0,
) -> Maps:
    """Fall of pressure along a gap between high ground, in the direction of the wind.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa.
    eastward_10m, northward_10m : ndarray (time, y, x)
        m s-1.
    orography : ndarray (y, x)
        m.
    grid : Grid
    width_km : float
        On both sides the ground is higher within this distance.
    depth_m : float
        By so much, at least.

    Returns
    -------
    Maps
        Pa m-1, positive where the pressure falls along the wind, which then speeds up through the
        gap (J.E. Overland and B.A. Walter, 1981, Mon. Wea. Rev. 109, 2221-2233); NaN where no gap
        is in these data. Gaps that run from west to east, south to north and in between are looked
        for.
    """
    fall_x, fall_y = grid.gradient(pressure)
    best = np.full(pressure.shape, np.nan)
    along_gap = np.full(pressure.shape, np.nan)
    for bearing in (0.0, 45.0, 90.0, 135.0):
        walls = [_highest(grid, orography, side, width_km) for side in (bearing, bearing + 180.0)]
        gap = np.minimum(*walls) - orography >= depth_m
        axis = np.radians(bearing + 90.0)
        wind = eastward_10m * np.sin(axis) + northward_10m * np.cos(axis)
        fall = -(fall_x * np.sin(axis) + fall_y * np.cos(axis)) * np.sign(wind)
        deeper = gap & ~(np.abs(wind) <= np.nan_to_num(along_gap, nan=-1.0))
        best = np.where(deeper, fall, best)
        along_gap = np.where(deeper, np.abs(wind), along_gap)
    return Maps(
        best,
        at_point={"wind_along_gap_m_s": along_gap},
        reason=Message(id="quantityerror-no_gap"),
    )


def _highest(grid: Grid, ground: Array, bearing: float, width_km: float) -> Array:
    """The highest ground within a distance in one direction."""
    step = max(min(grid.spacing_km), width_km / 8.0)
    highest = np.full(ground.shape, -np.inf)
    for distance in np.arange(step, width_km + 0.5 * step, step):
        latitude, longitude = displaced(grid.latitude, grid.longitude, bearing, distance)
        there = sample_bilinear(ground, grid, np.ravel(latitude), np.ravel(longitude))
        highest = np.fmax(highest, there.reshape(ground.shape))
    return highest


def cold_air_damming(
    temperature_2m: Temperature2m,
    temperature: TemperatureLow,
    geopotential: GeopotentialLow,
    eastward_10m: EastwardWind10m,
    northward_10m: NorthwardWind10m,
    surface_pressure: Annotated[Array, Field("sp", "Pa")],
    orography: Orography,
    grid: Grid,
    pressure_levels: Array,
    scene: Scene,
    *,
    width_km: Annotated[float, Limits("of the barrier's flank", "km", 25.0, 200.0)] = 75.0,
    above_m: Annotated[
        float, Limits("height above ground of the warm air", "m", 500.0, 3000.0)
    ] = 1000.0,
) -> Maps:
    """How much colder the air at a barrier's foot is than the air above, where it flows along it.

    Parameters
    ----------
    temperature_2m : ndarray (time, y, x)
        K.
    temperature, geopotential : ndarray (time, level, y, x)
        K and m2 s-2.
    eastward_10m, northward_10m : ndarray (time, y, x)
        m s-1.
    surface_pressure : ndarray (time, y, x)
        Pa.
    orography : ndarray (y, x), optional
        m.
    grid : Grid
    pressure_levels : ndarray (level,)
        Pa ascending.
    scene : Scene
    width_km, above_m : float

    Returns
    -------
    Maps
        K: potential temperature at the lowest level `above_m` above ground minus that at 2 m; NaN
        away from the flanks of high ground, and where the wind near the ground has it not on its
        right (left south of the equator). After C.M. Bailey et al., 2003, Wea. Forecasting 18,
        641-661, who also ask for a ridge of pressure, which an analysis at sea level shows by
        itself.
    """
    ground, marks = ground_height(orography, surface_pressure, geopotential, pressure_levels)
    height = geopotential / GRAVITY - ground - above_m
    theta = potential_temperature(pressure_levels[:, np.newaxis, np.newaxis], temperature)
    aloft = lowest_above_ground(theta, height)
    below = potential_temperature(surface_pressure, temperature_2m)
    slope_x, slope_y = grid.gradient(grid.smooth_by_row(ground, width_km))
    _, along = along_slope(eastward_10m, northward_10m, slope_x, slope_y)
    flank = (np.hypot(slope_x, slope_y) >= GENTLE) & (along * scene.hemisphere > 0.0)
    return Maps(
        np.where(flank, aloft - below, np.nan),
        at_point={"ground_m": np.broadcast_to(ground, aloft.shape)},
        warnings=marks,
        reason=Message(id="quantityerror-no_slope"),
    )


def surface_inversion(
    temperature_2m: Temperature2m,
    temperature: TemperatureLow,
    geopotential: GeopotentialLow,
    orography: Orography,
    surface_pressure: SurfacePressure,
    pressure_levels: Array,
    *,
    above_m: Annotated[
        float, Limits("height above ground of the warm air", "m", 200.0, 2000.0)
    ] = 500.0,
) -> Maps:
    """How much warmer the air is some hundred metres above the ground than at 2 m.

    Parameters
    ----------
    temperature_2m : ndarray (time, y, x)
        K.
    temperature, geopotential : ndarray (time, level, y, x)
        K and m2 s-2.
    orography : ndarray (y, x), optional
        m.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    pressure_levels : ndarray (level,)
        Pa ascending.
    above_m : float

    Returns
    -------
    Maps
        K: temperature at the lowest level `above_m` above ground minus that at 2 m; positive in an
        inversion.
    """
    ground, marks = ground_height(orography, surface_pressure, geopotential, pressure_levels)
    height = geopotential / GRAVITY - ground - above_m
    return Maps(lowest_above_ground(temperature, height) - temperature_2m, warnings=marks)


def basin_inversion(
    temperature_2m: Temperature2m,
    temperature: TemperatureLow,
    geopotential: GeopotentialLow,
    eastward_10m: EastwardWind10m,
    northward_10m: NorthwardWind10m,
    orography: Annotated[Array, Field("orog", "m")],
    grid: Grid,
    *,
    above_m: Annotated[
        float, Limits("height above ground of the warm air", "m", 200.0, 2000.0)
    ] = 500.0,
    calm: Annotated[float, Limits("the wind is not stronger", "m s-1", 1.0, 10.0)] = 3.0,
    below_m: Annotated[float, Limits("below the ground around", "m", 20.0, 1000.0)] = 100.0,
) -> Maps:
    """Inversion over low ground that lies below its surroundings, in weak wind.

    Parameters
    ----------
    temperature_2m : ndarray (time, y, x)
        K.
    temperature, geopotential : ndarray (time, level, y, x)
        K and m2 s-2.
    eastward_10m, northward_10m : ndarray (time, y, x)
        m s-1.
    orography : ndarray (y, x)
        m.
    grid : Grid
    above_m, calm, below_m : float

    Returns
    -------
    Maps
        K: temperature at the lowest level `above_m` above ground minus that at 2 m; NaN elsewhere
        than in basins and valleys that the data resolve, and where it blows. Cold air that runs
        down the slopes gathers there (C.D. Whiteman et al., 2001, Wea. Forecasting 16, 432-447).
    """
    height = geopotential / GRAVITY - orography - above_m
    aloft = lowest_above_ground(temperature, height)
    around = grid.smooth_by_row(orography, 100.0)
    still = np.hypot(eastward_10m, northward_10m) <= calm
    basin = around - orography >= below_m
    return Maps(
        np.where(basin & still, aloft - temperature_2m, np.nan),
        at_point={"below_surroundings_m": np.broadcast_to(around - orography, aloft.shape)},
        reason=Message(id="quantityerror-no_basin"),
    )


def upslope_rain_share(
    precipitation: Annotated[Array, Field("tp", "kg m-2")],
    eastward_wind: EastwardLow,
    northward_wind: NorthwardLow,
    geopotential: GeopotentialLow,
    orography: Orography,
    surface_pressure: SurfacePressure,
    grid: Grid,
    pressure_levels: Array,
) -> Maps:
    """Share of the rain over sloping ground that falls where the flow is lifted, not in the lee.

    Parameters
    ----------
    precipitation : ndarray (time, y, x)
        kg m-2 of the interval that ends at each time.
    eastward_wind, northward_wind, geopotential : ndarray (time, level, y, x)
        m s-1 and m2 s-2.
    orography : ndarray (y, x), optional
        m.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    grid : Grid
    pressure_levels : ndarray (level,)
        Pa ascending.

    Returns
    -------
    Maps
        1 where it falls over ground that lifts the air by 1 cm s-1 or more, 0 over ground where the
        air descends as fast, NaN elsewhere; weighted with the rain, its mean is the share. Near 1
        the lee is in a rain shadow, near one half the slopes do not matter.

    """
    lifted = orographic_vertical_velocity(
        eastward_wind, northward_wind, geopotential, orography, surface_pressure, grid,
        pressure_levels,
    )  # fmt: skip
    ground, _ = ground_height(orography, surface_pressure, geopotential, pressure_levels)
    steep = np.hypot(*grid.gradient(ground)) >= GENTLE
    sloping = steep & (np.abs(lifted.value) >= SLOPING_ASCENT)
    rain = np.where(sloping, np.maximum(precipitation, 0.0), 0.0)
    side = np.where(sloping & (rain > 0.0), (lifted.value > 0.0).astype(np.float64), np.nan)
    return Maps(
        side,
        weight=rain,
        warnings=lifted.warnings,
        reason=Message(id="quantityerror-no_rain_over_slopes"),
    )


OPERATORS = (
    Operator(
        orographic_vertical_velocity,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale"),
        unit="cm/s",
        valid_range=(-500.0, 500.0),
        reductions=("max", "min", "mean"),
        formula="V . grad(h), V at the lowest level 500 m above ground",
        references=("smith1979", "alpert1989"),
        sign="positive up",
        extra_outputs=("ground_m", "wind_from_deg", "wind_speed_m_s"),
        reading=Reading(halo=3),
    ),
    Operator(
        barrier_wind,
        category="dynamics",
        difficulty="medium",
        events=("gale",),
        unit="m/s",
        valid_range=(-120.0, 120.0),
        reductions=("max", "min", "mean"),
        formula="V along the contours of the smoothed ground, high ground on the right (NH)",
        references=("parish1982", "harden2011"),
        extra_outputs=("ground_m",),
        nan_means_not_applicable=True,
        reading=Reading(halo=7),
    ),
    Operator(
        gap_pressure_fall,
        category="dynamics",
        difficulty="medium",
        events=("gale",),
        unit="hPa/100km",
        valid_range=(-50.0, 50.0),
        reductions=("max", "mean"),
        formula="-grad(p) along the axis of a gap, times the sign of the wind along it",
        references=("overland1981",),
        extra_outputs=("wind_along_gap_m_s",),
        nan_means_not_applicable=True,
        reading=Reading(halo=7),
    ),
    Operator(
        cold_air_damming,
        category="thermodynamics",
        difficulty="medium",
        events=("snowstorm", "cold_wave"),
        unit="K",
        valid_range=(-30.0, 60.0),
        reductions=("max", "mean"),
        formula="theta(1000 m above ground) - theta(2 m), on flanks with high ground on the right",
        references=("bailey2003", "bell1988"),
        extra_outputs=("ground_m",),
        nan_means_not_applicable=True,
        reading=Reading(halo=7),
    ),
    Operator(
        surface_inversion,
        category="thermodynamics",
        difficulty="easy",
        events=("cold_wave",),
        unit="K",
        valid_range=(-30.0, 40.0),
        reductions=("max", "mean"),
        formula="t(500 m above ground) - t(2 m)",
        references=("whiteman2001", "holton2013"),
    ),
    Operator(
        basin_inversion,
        category="thermodynamics",
        difficulty="medium",
        events=("cold_wave",),
        unit="K",
        valid_range=(-30.0, 40.0),
        reductions=("max", "mean"),
        formula="t(500 m above ground) - t(2 m), in basins and weak wind",
        references=("whiteman2001",),
        extra_outputs=("below_surroundings_m",),
        nan_means_not_applicable=True,
        reading=Reading(halo=7),
    ),
    Operator(
        upslope_rain_share,
        category="moisture",
        difficulty="medium",
        events=("rainstorm", "snowstorm"),
        unit="%",
        valid_range=(0.0, 100.0),
        reductions=("weighted_mean",),
        formula="rain over ground that lifts the air / rain over all sloping ground",
        references=("smith1979", "roe2005"),
        nan_means_not_applicable=True,
        reading=Reading(halo=3),
    ),
)
