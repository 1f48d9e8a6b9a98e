"""Precipitation and its phase."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

import numpy as np

from diagnostics.contracts.base import format_instant
from diagnostics.fields.select import to_instant
from diagnostics.messages import Message
from diagnostics.physics.gusts import lowest_above_ground
from diagnostics.physics.melting import melting_energy
from diagnostics.physics.snow import snow_fraction_of_interval
from diagnostics.physics.thermodynamics import dewpoint as moist_dewpoint
from diagnostics.physics.thermodynamics import wet_bulb_temperature_from_dewpoint
from diagnostics.quantities.inputs import (
    Field,
    Limits,
    OptionalDewpoint2m,
    OptionalTemperature2m,
    SurfacePressure,
)
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, MissingInputError, Scene
from diagnostics.quantities.timeline import interval_of, trailing_sum

Precipitation = Annotated[Array, Field("tp", "kg m-2")]
OptionalPrecipitation = Annotated[Array | None, Field("tp", "kg m-2")]
Snowfall = Annotated[Array | None, Field("sf", "kg m-2")]
LowHumidity = Annotated[
    Array | None, Field("q", "kg kg-1", column=(500.0, 1100.0), without=("d2m", "sf"))
]
WindowHours = Annotated[float, Limits("length of the window", "h", 1.0, 240.0)]
SEA_LEVEL_PRESSURE = 101325.0


def snow_share(
    temperature: Array,
    dewpoint: Array | None,
    surface_pressure: Array | None,
    humidity: Array | None,
    pressure_levels: Array | None,
    scene: Scene,
) -> tuple[Array, tuple[str, ...]]:
    """Return the fraction of each increment that falls as snow, and what to warn of.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        2-m temperature, K.
    dewpoint : ndarray (time, y, x), optional
        K.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    humidity : ndarray (time, level, y, x), optional
        kg kg-1 at the levels; where the dewpoint is missing, that of the lowest level above ground
        is taken for the air at 2 m. Without either the temperature stands for the wet-bulb
        temperature.
    pressure_levels : ndarray (level,), optional
        Pa, ascending.
    scene : Scene

    Notes
    -----
    One at a wet-bulb temperature of 0 degC and below, zero from 2 degC on, linear between
    (Jennings et al. 2018, doi:10.1038/s41467-018-03629-7; Ding et al. 2014,
    doi:10.1016/j.jhydrol.2014.03.038), over the interval that ends at each time.
    """
    pressure = SEA_LEVEL_PRESSURE if surface_pressure is None else surface_pressure
    warnings: tuple[str, ...] = ("surface_pressure_assumed",) if surface_pressure is None else ()
    if dewpoint is None and humidity is not None and pressure_levels is not None:
        ground = np.broadcast_to(pressure, temperature.shape)
        above = ground[:, np.newaxis] - pressure_levels[:, np.newaxis, np.newaxis]
        moisture = moist_dewpoint(ground, lowest_above_ground(humidity, above))
        dewpoint = np.minimum(moisture, temperature)
        warnings = (*warnings, "wet_bulb_from_lowest_level")
    if dewpoint is None:
        wet_bulb, warnings = temperature, ("wet_bulb_from_temperature",)
    else:
        wet_bulb = wet_bulb_temperature_from_dewpoint(pressure, temperature, dewpoint)
    given = np.flatnonzero(np.isfinite(wet_bulb).any(axis=(-2, -1)))
    times = [to_instant(moment) for moment in scene.times]
    known = [times[row] for row in given]
    length = interval_of(scene.times, scene.interval_hours.get("tp")) or timedelta(0)
    share = np.full(wet_bulb.shape, np.nan)
    for row, time in enumerate(times):
        found = snow_fraction_of_interval(wet_bulb[given], known, time - length, time)
        share[row] = np.nan if found is None else found
    return share, warnings


def _lacking(hours: float) -> Message:
    return Message(id="lack-hours_of_rain", params={"hours": f"{hours:g}"})


def _window_starts(scene: Scene, hours: float) -> list[str]:
    back = np.timedelta64(round(hours * 3600.0), "s")
    return [format_instant(to_instant(moment - back)) for moment in scene.times]


def precip_24h(precipitation: Precipitation, scene: Scene, *, hours: WindowHours = 24.0) -> Maps:
    """Precipitation over the 24 hours that end at each time; the best window is the maximum.

    Parameters
    ----------
    precipitation : ndarray (time, y, x)
        Increments over the interval that ends at each time, kg m-2.
    scene : Scene
    hours : float
        Length of the window.

    Returns
    -------
    Maps
        kg m-2. A window with a gap has no value; ``window_start`` says where the decisive one
        begins.
    """
    total, complete = trailing_sum(
        precipitation, scene.times, scene.interval_hours.get("tp"), hours
    )
    return Maps(
        total,
        layers={"heavy": (total >= 50.0).astype(np.float64)},
        extra={"window_start": _window_starts(scene, hours)},
        present=complete,
        lacking=_lacking(hours),
    )


def snowfall_24h(
    precipitation: OptionalPrecipitation,
    snowfall: Snowfall,
    temperature: OptionalTemperature2m,
    dewpoint: OptionalDewpoint2m,
    surface_pressure: SurfacePressure,
    humidity: LowHumidity,
    pressure_levels: Array,
    scene: Scene,
    *,
    hours: WindowHours = 24.0,
) -> Maps:
    """Snowfall (water equivalent) over the 24 hours that end at each time.

    Parameters
    ----------
    precipitation, snowfall : ndarray (time, y, x), optional
        Increments, kg m-2; the snowfall of the data is used where there is one.
    temperature, dewpoint : ndarray (time, y, x), optional
        At 2 m, K; divide the precipitation into rain and snow.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    humidity : ndarray (time, level, y, x), optional
        kg kg-1 up to 500 hPa; its lowest level above ground stands for a missing dewpoint.
    pressure_levels : ndarray (level,)
        Pa.
    scene : Scene
    hours : float
        Length of the window.

    Returns
    -------
    Maps
        kg m-2.
    """
    warnings: tuple[str, ...] = ()
    if snowfall is not None:
        snow, interval = snowfall, scene.interval_hours.get("sf")
    elif precipitation is not None and temperature is not None:
        share, warnings = snow_share(
            temperature, dewpoint, surface_pressure, humidity, pressure_levels, scene
        )
        snow, interval = share * precipitation, scene.interval_hours.get("tp")
        warnings = (*warnings, "snow_from_wet_bulb")
    else:
        raise MissingInputError(Message(id="lack-snowfall_fields"))
    total, complete = trailing_sum(snow, scene.times, interval, hours)
    return Maps(
        total,
        layers={"heavy": (total >= 10.0).astype(np.float64)},
        present=complete,
        lacking=_lacking(hours),
        warnings=warnings,
    )


def snow_fraction(
    precipitation: Precipitation,
    temperature: OptionalTemperature2m,
    snowfall: Snowfall,
    dewpoint: OptionalDewpoint2m,
    surface_pressure: SurfacePressure,
    column: Annotated[Array | None, Field("t", "K", column=(500.0, 1100.0))],
    humidity: LowHumidity,
    pressure_levels: Array,
    scene: Scene,
    *,
    hours: WindowHours = 24.0,
) -> Maps:
    """Share of snow in the precipitation of the 24 hours that end at each time.

    Parameters
    ----------
    precipitation : ndarray (time, y, x)
        Increments, kg m-2.
    temperature, snowfall, dewpoint : ndarray (time, y, x), optional
        As for `snowfall_24h`.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    column : ndarray (time, level, y, x), optional
        Temperature up to 500 hPa, K; tells warm layers aloft.
    humidity : ndarray (time, level, y, x), optional
        As for `snowfall_24h`.
    pressure_levels : ndarray (level,)
        Pa.
    scene : Scene
    hours : float
        Length of the window.

    Returns
    -------
    Maps
        Fraction; NaN where nothing fell. The default reduction weights by the precipitation.
        ``warm_layer_flag`` says whether somewhere in the region precipitation of the window fell
        through more than 50 hPa above 0 degC onto frozen ground, as freezing rain or sleet, which
        the fraction does not know; absent without the temperature at 2 m and at levels.
    """
    warnings: tuple[str, ...] = ()
    if snowfall is not None:
        snow = np.minimum(snowfall, precipitation)
    elif temperature is not None:
        share, warnings = snow_share(
            temperature, dewpoint, surface_pressure, humidity, pressure_levels, scene
        )
        snow = share * precipitation
        warnings = (*warnings, "snow_from_wet_bulb")
    else:
        raise MissingInputError(Message(id="lack-snow_fraction_fields"))
    interval = scene.interval_hours.get("tp")
    total, complete = trailing_sum(precipitation, scene.times, interval, hours)
    white, _ = trailing_sum(snow, scene.times, interval, hours)
    with np.errstate(invalid="ignore", divide="ignore"):
        fraction = np.where(total > 0.0, white / total, np.nan)
    mostly = np.where(np.isfinite(fraction), fraction >= 0.9, np.nan)
    return Maps(
        fraction,
        layers={"mostly_snow": mostly},
        weight=total,
        extra=_warm_layers(
            precipitation, temperature, column, surface_pressure, pressure_levels, scene, hours
        ),
        present=complete,
        lacking=_lacking(hours),
        warnings=warnings,
    )


def _warm_layers(
    precipitation: Array,
    temperature: Array | None,
    column: Array | None,
    surface_pressure: Array | None,
    pressure_levels: Array,
    scene: Scene,
    hours: float,
) -> dict[str, list[bool]]:
    """Say of each time whether something fell through a warm layer in the window that ends then."""
    if temperature is None or column is None:
        return {}
    ground = SEA_LEVEL_PRESSURE if surface_pressure is None else surface_pressure
    melting = melting_energy(column, pressure_levels, ground, temperature) > 0.0
    through = np.asarray((melting & (precipitation > 0.0) & scene.mask).any(axis=(-2, -1)))
    span = np.timedelta64(round(hours * 3600.0), "s")
    since = [(scene.times > end - span) & (scene.times <= end) for end in scene.times]
    return {"warm_layer_flag": [bool(through[window].any()) for window in since]}


OPERATORS = (
    Operator(
        precip_24h,
        category="moisture",
        difficulty="easy",
        events=("rainstorm",),
        unit="mm",
        valid_range=(0.0, 1900.0),
        reductions=(
            "max",
            "mean",
            "p99",
            Reduction("area_km2_ge_50", "km2", of="heavy", how="sum_area"),
        ),
        formula="sum of tp over the 24 h that end at the time",
        references=("tao1980", "zhang2011"),
        extra_outputs=("window_start",),
        extra_reductions=("area_km2_ge_50",),
        reading=Reading(look_back="hours"),
    ),
    Operator(
        snowfall_24h,
        category="moisture",
        difficulty="easy",
        events=("snowstorm",),
        unit="mm",
        valid_range=(0.0, 250.0),
        reductions=(
            "max",
            "mean",
            "p99",
            Reduction("area_km2_ge_10", "km2", of="heavy", how="sum_area"),
        ),
        formula=(
            "sum over 24 h of sf, or of tp times the snow fraction of the 2-m wet-bulb temperature"
        ),
        references=("kocin2004", "wangh2011"),
        extra_reductions=("area_km2_ge_10",),
        reading=Reading(look_back="hours"),
    ),
    Operator(
        snow_fraction,
        category="moisture",
        difficulty="medium",
        events=("snowstorm",),
        unit="1",
        valid_range=(0.0, 1.0),
        reductions=(
            "weighted_mean",
            "max",
            Reduction("area_fraction_ge_90", "1", of="mostly_snow", how="mean"),
        ),
        formula=(
            "sum(f tp) / sum(tp) over region and 24 h, f of the 2-m wet bulb over each interval "
            "(or sf / tp)"
        ),
        references=("jennings2018", "dingb2014"),
        extra_outputs=("warm_layer_flag",),
        nan_means_not_applicable=True,
        reading=Reading(look_back="hours"),
    ),
)
