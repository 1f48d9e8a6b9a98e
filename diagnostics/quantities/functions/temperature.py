"""Temperatures at a level and their change."""

from __future__ import annotations

from typing import Annotated, Literal

from diagnostics.constants import KAPPA
from diagnostics.messages import Message
from diagnostics.physics.columns import surface_pressure_from_orography
from diagnostics.quantities.inputs import Field, Limits, Temperature850
from diagnostics.quantities.operator_record import Operator, Reading, Smoothing
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, MissingInputError, Scene
from diagnostics.quantities.timeline import earlier

Temperature = Annotated[Array, Field("t", "K", at="level", at_2m="t2m")]
Level = Annotated[float | Literal["2m"], Limits("pressure level, or 2m", "hPa", 1.0, 1100.0)]


def temperature_level(temperature: Temperature, *, level: Level = 850.0) -> Array:
    """Temperature at a pressure level or at 2 m.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        K.
    level : float or "2m"
        hPa; the field handed over is at this level. 850 hPa lies below ground over high terrain,
        which a diagnosis masks.

    Returns
    -------
    ndarray (time, y, x)
        K.
    """
    return temperature


def temp_change_24h(
    temperature: Temperature,
    scene: Scene,
    *,
    level: Level = 850.0,
    hours: Annotated[float, Limits("length of the change", "h", 1.0, 96.0)] = 24.0,
) -> Maps:
    """Temperature change over 24 hours, between the same hours of the day.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        K.
    scene : Scene
    level : float or "2m"
        hPa.
    hours : float
        Length of the change; a multiple of 24 leaves the diurnal cycle out.

    Returns
    -------
    Maps
        K. A time without a sample exactly so many hours earlier has no value.
    """
    before, present = earlier(temperature, scene.times, hours)
    change = temperature - before
    cooling = (change <= -8.0).astype(float)
    return Maps(
        change,
        layers={"cooling_8k": cooling},
        over_area={"area_fraction_cooling_8k": cooling},
        present=present,
        lacking=Message(id="lack-earlier_sample", params={"hours": f"{hours:g}"}),
    )


def dry_mixdown_tmax(
    temperature_850: Temperature850,
    surface_pressure: Annotated[Array | None, Field("sp", "Pa")],
    orography: Annotated[Array | None, Field("orog", "m")],
) -> Maps:
    """Temperature that air of 850 hPa reaches when mixed dry-adiabatically down to the ground.

    Parameters
    ----------
    temperature_850 : ndarray (time, y, x)
        K at 850 hPa; afternoon samples are meant.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    orography : ndarray (y, x), optional
        m; gives the standard atmosphere's pressure where `surface_pressure` is absent, scaled to
        1000 hPa at sea level.

    Returns
    -------
    Maps
        K, with the warning ``surface_pressure_assumed`` where neither field is there.
    """
    warnings: tuple[str, ...] = ()
    if surface_pressure is None:
        warnings = ("surface_pressure_assumed",)
        surface_pressure = temperature_850 * 0.0 + 100000.0
        if orography is not None:
            relative = surface_pressure_from_orography(orography) / 101325.0
            surface_pressure = surface_pressure * relative
            warnings = ("surface_pressure_from_orography",)
    return Maps(temperature_850 * (surface_pressure / 85000.0) ** KAPPA, warnings=warnings)


def cold_pool_central_temperature(
    temperature: Annotated[Array | None, Field("t2m", "K")],
    temperature_aloft: Annotated[Array | None, Field("t", "K", at="level")],
    orography: Annotated[Array | None, Field("orog", "m")],
    scene: Scene,
    *,
    variant: Annotated[
        Literal["convective", "synoptic"], Limits("pool of outflow, or cold centre aloft")
    ] = "convective",
    level: Annotated[
        float,
        Limits("level of the synoptic variant", "hPa", 100.0, 1000.0, when=("variant", "synoptic")),
    ] = 500.0,
    sigma_env_km: Annotated[float, Limits("scale of the surroundings", "km", 50.0, 1000.0)] = 300.0,
) -> Maps:
    """Temperature of a cold pool: at 2 m, or of a cold centre aloft in the synoptic variant.

    Parameters
    ----------
    temperature : ndarray (time, y, x), optional
        2-m temperature, K.
    temperature_aloft : ndarray (time, y, x), optional
        K at `level`.
    orography : ndarray (y, x), optional
        m; the deficit is taken between temperatures reduced to sea level by 6.5 K per km, because
        differences of height look like cold pools.
    scene : Scene
    variant : {"convective", "synoptic"}
    level : float
        hPa.
    sigma_env_km : float
        Gaussian sigma of the surroundings against which the deficit is taken.

    Returns
    -------
    Maps
        K; the layer ``deficit`` is the difference from the smoothed surroundings at the same
        place.
    """
    if variant == "synoptic":
        if temperature_aloft is None:
            raise MissingInputError(
                Message(id="lack-synoptic_level", params={"level": f"{level:g}"})
            )
        own = aligned = temperature_aloft
    elif temperature is None:
        raise MissingInputError(Message(id="lack-convective_t2m"))
    else:
        own = temperature
        aligned = own if orography is None else own + 0.0065 * orography
    deficit = aligned - scene.smoothed(aligned, sigma_env_km)
    return Maps(own, layers={"deficit": deficit}, at_point={"deficit_k": deficit})


OPERATORS = (
    Operator(
        temperature_level,
        category="thermodynamics",
        difficulty="easy",
        events=("snowstorm", "heat_wave", "cold_wave"),
        unit="degC",
        valid_range=(-90.0, 60.0),
        reductions=("mean", "max", "min", "point", "p95", "p05"),
        formula="t at the level, or t2m",
        references=("grumm2001", "zhu2007"),
        published_name="Temperature",
    ),
    Operator(
        temp_change_24h,
        category="thermodynamics",
        difficulty="easy",
        events=("snowstorm", "gale", "heat_wave", "cold_wave"),
        unit="K",
        valid_range=(-40.0, 40.0),
        reductions=(
            "min",
            "max",
            "mean",
            "point",
            Reduction("area_fraction_cooling_8k", "1", of="cooling_8k", how="mean"),
        ),
        formula="t(time) - t(time - 24 h) at the level",
        references=("zhu2007", "ding1994"),
        published_name="24-h Temp Change at Different Levels",
        extra_outputs=("area_fraction_cooling_8k",),
        reading=Reading(look_back="hours"),
    ),
    Operator(
        dry_mixdown_tmax,
        category="thermodynamics",
        difficulty="easy",
        events=("heat_wave",),
        unit="degC",
        valid_range=(-40.0, 60.0),
        reductions=("max", "mean", "point"),
        formula="t(850) (p_sfc / 850 hPa)**kappa, p_sfc = sp, else from orog, else 1000 hPa",
        references=("black2004", "zschend2019"),
        metpy=("dry_lapse",),
    ),
    Operator(
        cold_pool_central_temperature,
        category="thermodynamics",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "gale", "cold_wave"),
        unit="degC",
        valid_range=(-90.0, 40.0),
        reductions=(
            "min",
            Reduction("deficit", "K", of="deficit", how="min", over_time="min"),
            "p01",
        ),
        formula=(
            "t2m, or t at a level (synoptic); deficit: against the mean of t2m smoothed by 300 km"
        ),
        references=("wakimoto1982", "rotunno1988", "meng2013"),
        published_name="Cold Pool Central Temperature",
        extra_outputs=("deficit_k",),
        smoothing=Smoothing(inputs_km=300.0),
    ),
)
