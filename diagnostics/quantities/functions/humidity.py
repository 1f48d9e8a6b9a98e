"""Humidity at levels and through layers."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.messages import Message
from diagnostics.physics.thermodynamics import clip_humidity, dewpoint, relative_humidity
from diagnostics.quantities.inputs import (
    MOIST_LEVELS,
    Field,
    HumidityAt,
    LevelHpa,
    LevelsHpa,
    Limits,
    SurfacePressure,
    TemperatureAt,
)
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene
from diagnostics.quantities.timeline import earlier

HumidityOn = Annotated[Array, Field("q", "kg kg-1", levels="levels")]
TemperatureOn = Annotated[Array, Field("t", "K", levels="levels")]


def specific_humidity_level(humidity: HumidityAt, *, level: LevelHpa = 850.0) -> Array:
    """Specific humidity at a pressure level.

    Parameters
    ----------
    humidity : ndarray (time, y, x)
        kg kg-1; negative noise of interpolation counts as zero.
    level : float
        hPa.

    Returns
    -------
    ndarray (time, y, x)
        kg kg-1. The mixing ratio is 1 to 2 % larger in moist air.
    """
    return np.maximum(humidity, 0.0)


def q_change_24h(
    humidity: HumidityAt,
    scene: Scene,
    *,
    level: LevelHpa = 850.0,
    hours: Annotated[float, Limits("length of the change", "h", 1.0, 96.0)] = 24.0,
) -> Maps:
    """Change of specific humidity over 24 hours: drying is negative, moistening positive.

    Parameters
    ----------
    humidity : ndarray (time, y, x)
        kg kg-1.
    scene : Scene
    level : float
        hPa.
    hours : float
        Length of the change.

    Returns
    -------
    Maps
        kg kg-1. A time without a sample exactly so many hours earlier has no value.
    """
    before, present = earlier(humidity, scene.times, hours)
    return Maps(
        humidity - before,
        present=present,
        lacking=Message(id="lack-earlier_sample", params={"hours": f"{hours:g}"}),
    )


def dewpoint_depression_700(
    temperature: TemperatureAt, humidity: HumidityAt, *, level: LevelHpa = 700.0
) -> Maps:
    """Temperature minus dewpoint at 700 hPa: small in moist ascent, large in a dry intrusion.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        K.
    humidity : ndarray (time, y, x)
        kg kg-1.
    level : float
        hPa.

    Returns
    -------
    Maps
        K.
    """
    depression = temperature - dewpoint(level * 100.0, humidity)
    moist = np.where(np.isfinite(depression), depression <= 4.0, np.nan)
    return Maps(depression, layers={"moist": moist}, over_area={"area_fraction_le_4k": moist})


def average_relative_humidity(
    temperature: TemperatureOn,
    humidity: HumidityOn,
    scene: Scene,
    *,
    levels: LevelsHpa = (500.0, 700.0, 850.0),
) -> Maps:
    """Relative humidity over liquid water, mean over the levels with equal weights.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1; zero and negative values are raised to a small floor.
    scene : Scene
        In a diagnosis the levels below ground are left out of the mean.
    levels : tuple of float
        hPa ascending; 850, 700 and 500 by default, 925, 850 and 700 for heat waves, 700, 600 and
        500 for gales.

    Returns
    -------
    Maps
        Fraction, not capped at 1; the mean of each level is reported under its name. The mean of
        the humidities is not the humidity of the means, and models report another humidity below
        0 degC (over ice or a mixture).
    """
    moisture, clipped = clip_humidity(humidity)
    pressure = 100.0 * np.array(levels)[:, np.newaxis, np.newaxis]
    fraction = relative_humidity(pressure, temperature, moisture)
    mean = _mean_above_ground(fraction) if scene.diagnosing else fraction.mean(axis=-3)
    return Maps(
        mean,
        over_area={
            f"rh_{level:g}_percent": 100.0 * fraction[..., k, :, :]
            for k, level in enumerate(levels)
        },
        warnings=("humidity_clipped",) if clipped else (),
    )


def _mean_above_ground(values: Array) -> Array:
    known = np.isfinite(values)
    count = known.sum(axis=-3)
    total = np.where(known, values, 0.0).sum(axis=-3)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def moist_layer_depth(
    temperature: Annotated[Array, Field("t", "K", column=(300.0, 1100.0), needs=MOIST_LEVELS)],
    humidity: Annotated[Array, Field("q", "kg kg-1", column=(300.0, 1100.0), needs=MOIST_LEVELS)],
    surface_pressure: SurfacePressure,
    pressure_levels: Array,
    *,
    rh_threshold: Annotated[float, Limits("least relative humidity", "%", 1.0, 100.0)] = 80.0,
) -> Maps:
    """Depth of the moist layer that begins at the lowest level above ground.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    surface_pressure : ndarray (time, y, x), optional
        Pa; tells which levels are above ground.
    pressure_levels : ndarray (level,)
        Pa ascending.
    rh_threshold : float
        Percent, over liquid water.

    Returns
    -------
    Maps
        Pa; zero where the lowest level is drier. The upper limit is interpolated in ln p.
    """
    limit = rh_threshold / 100.0
    pressure = pressure_levels[:, np.newaxis, np.newaxis]
    fraction = relative_humidity(pressure, temperature, clip_humidity(humidity)[0])
    depth = _depth_from_below(fraction, pressure_levels, limit, surface_pressure)
    return Maps(depth, warnings=("below_ground_unmasked",) if surface_pressure is None else ())


def _depth_from_below(
    fraction: Array, levels: Array, limit: float, surface_pressure: Array | None
) -> Array:
    """Return the depth of the layer at or above `limit` that starts at the lowest level, Pa."""
    shape = (*fraction.shape[:-3], *fraction.shape[-2:])
    ground = np.inf if surface_pressure is None else surface_pressure
    bottom, top = np.full(shape, np.nan), np.full(shape, np.nan)
    below = np.full(shape, np.nan)
    inside, missing = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    for k in range(len(levels) - 1, -1, -1):
        here = fraction[..., k, :, :]
        first = (levels[k] <= ground) & np.isnan(bottom)
        missing |= (first | inside) & np.isnan(here)
        bottom = np.where(first, levels[k], bottom)
        ends = inside & (here < limit)
        if ends.any():
            lower = levels[k + 1]
            with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
                crossing = lower * (levels[k] / lower) ** ((below - limit) / (below - here))
            top = np.where(ends, crossing, top)
        inside = (first | inside) & (here >= limit)
        top = np.where(first | inside, levels[k], top)
        below = here
    return np.where(missing, np.nan, bottom - top)


OPERATORS = (
    Operator(
        specific_humidity_level,
        category="moisture",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "gale", "heat_wave", "cold_wave"),
        unit="g/kg",
        valid_range=(0.0, 30.0),
        reductions=("max", "mean", "p95", "point"),
        formula="q at the level, not below zero",
        references=("doswell1996", "tao1980", "luo2020"),
        metpy=("mixing_ratio_from_specific_humidity",),
        published_name="Specific Humidity",
    ),
    Operator(
        q_change_24h,
        category="moisture",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "gale", "cold_wave"),
        unit="g/kg",
        valid_range=(-20.0, 20.0),
        reductions=("min", "max", "mean"),
        formula="q(time) - q(time - 24 h) at the level",
        references=("zhu2007", "browning1997"),
        extra_reductions=("max",),
        reading=Reading(look_back="hours"),
    ),
    Operator(
        dewpoint_depression_700,
        category="moisture",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "gale", "heat_wave"),
        unit="K",
        valid_range=(0.0, 60.0),
        reductions=(
            "mean",
            "min",
            "max",
            "point",
            Reduction("area_fraction_le_4k", "1", of="moist", how="mean"),
        ),
        formula="t - td at the level",
        references=("maddox1979", "browning1997"),
        metpy=("dewpoint_from_specific_humidity",),
        extra_outputs=("area_fraction_le_4k",),
    ),
    Operator(
        average_relative_humidity,
        category="moisture",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale", "heat_wave", "cold_wave"),
        unit="%",
        valid_range=(0.0, 110.0),
        reductions=("mean", "max", "min", "point"),
        formula="mean over the levels of e / es(t), over liquid water",
        references=("gilmore1998", "doswell1996", "wetzel2001"),
        metpy=("relative_humidity_from_specific_humidity",),
        published_name="Average Relative Humidity",
        extra_outputs=("rh_500_percent", "rh_700_percent", "rh_850_percent"),
    ),
    Operator(
        moist_layer_depth,
        category="moisture",
        difficulty="medium",
        events=("rainstorm", "snowstorm"),
        unit="hPa",
        valid_range=(0.0, 800.0),
        reductions=("max", "mean", "p90"),
        formula="p_bottom - p_top of the layer with e / es(t) >= 80 % from the lowest level upward",
        references=("doswell1996", "zhangdl2013"),
    ),
)
