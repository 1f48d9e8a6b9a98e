"""Humidity at levels and through layers."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.physics.thermodynamics import clip_humidity, dewpoint, relative_humidity
from diagnostics.quantities.declare import index
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
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene
from diagnostics.quantities.timeline import earlier

HumidityOn = Annotated[Array, Field("q", "kg kg-1", levels="levels")]
TemperatureOn = Annotated[Array, Field("t", "K", levels="levels")]


@index(
    title_en="Specific humidity at a level",
    title_zh="比湿",
    category="moisture",
    difficulty="easy",
    events="rainstorm snowstorm gale heat_wave cold_wave",
    unit="g/kg",
    valid_range=(0.0, 30.0),
    reductions=(
        "max",
        "mean",
        "p95",
        "point",
    ),
    references=(
        "doswell1996",
        "tao1980",
        "luo2020",
    ),
    metpy=("metpy.calc.mixing_ratio_from_specific_humidity",),
    published_name="Specific Humidity",
    formula="q at the level, not below zero",
)
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


@index(
    title_en="24-h specific humidity change",
    title_zh="24小时变湿",
    category="moisture",
    difficulty="easy",
    events="rainstorm snowstorm gale cold_wave",
    unit="g/kg",
    valid_range=(-20.0, 20.0),
    reductions=(
        "min",
        "max",
        "mean",
    ),
    references=(
        "zhu2007",
        "browning1997",
    ),
    formula="q(time) - q(time - 24 h) at the level",
    also=("max",),
    antecedent_hours="hours",
)
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
        lacking=f"no time has a sample exactly {hours:g} h earlier in the data",
    )


@index(
    title_en="700-hPa dewpoint depression",
    title_zh="700 hPa温度露点差",
    category="moisture",
    difficulty="easy",
    events="rainstorm snowstorm gale heat_wave",
    unit="K",
    valid_range=(0.0, 60.0),
    reductions=(
        "mean",
        "min",
        "max",
        "point",
        Reduction("area_fraction_le_4k", "1", of="moist", how="mean"),
    ),
    references=(
        "maddox1979",
        "browning1997",
    ),
    metpy=("metpy.calc.dewpoint_from_specific_humidity",),
    formula="t - td at the level",
    extra_outputs=("area_fraction_le_4k",),
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


@index(
    title_en="Average relative humidity",
    title_zh="平均相对湿度",
    category="moisture",
    difficulty="medium",
    events="rainstorm snowstorm gale heat_wave cold_wave",
    unit="%",
    valid_range=(0.0, 110.0),
    reductions=(
        "mean",
        "max",
        "min",
        "point",
    ),
    references=(
        "gilmore1998",
        "doswell1996",
        "wetzel2001",
    ),
    metpy=("metpy.calc.relative_humidity_from_specific_humidity",),
    published_name="Average Relative Humidity",
    formula="mean over the levels of e / es(t), over liquid water",
    extra_outputs=("rh_500_percent", "rh_700_percent", "rh_850_percent"),
)
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


@index(
    title_en="Depth of the moist layer",
    title_zh="湿层厚度",
    category="moisture",
    difficulty="medium",
    events="rainstorm snowstorm",
    unit="hPa",
    valid_range=(0.0, 800.0),
    reductions=(
        "max",
        "mean",
        "p90",
    ),
    references=(
        "doswell1996",
        "zhangdl2013",
    ),
    formula="p_bottom - p_top of the layer with e / es(t) >= 80 % from the lowest level upward",
)
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


TOOLS = (
    specific_humidity_level,
    q_change_24h,
    dewpoint_depression_700,
    average_relative_humidity,
    moist_layer_depth,
)
