"""Sea-level pressure: centres and gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message
from diagnostics.quantities.centres import closed_centres
from diagnostics.quantities.inputs import (
    Field,
    Limits,
    OptionalTemperature2m,
    Orography,
    SeaLevelPressure,
)
from diagnostics.quantities.operator_record import Operator, Reading, Smoothing
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, NotApplicableError, Scene

SearchRadius = Annotated[float, Limits("no rival within this distance", "km", 50.0, 1000.0)]
IsobarInterval = Annotated[float, Limits("distance of isobars", "hPa", 0.5, 10.0)]
SearchScale = Annotated[float, Limits("smoothing of the search", "km", 0.0, 500.0)]
HIGH_GROUND_M = 1500.0
"""Above it pressure reduced to sea level is not trusted."""
AIR_DENSITY = 1.25
"""kg m-3, for the geostrophic wind near the ground."""


def surface_low_pressure(
    pressure: SeaLevelPressure,
    orography: Orography,
    scene: Scene,
    *,
    search_radius_km: SearchRadius = 300.0,
    isobar_interval_hpa: IsobarInterval = 2.5,
    sigma_km: SearchScale = 100.0,
) -> Maps:
    """Sea-level pressure of the deepest low.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa.
    orography : ndarray (y, x), optional
        m; in a diagnosis lows above 1500 m do not count.
    scene : Scene
    search_radius_km, isobar_interval_hpa, sigma_km : float
        Of the search for closed lows in a diagnosis: minima of the smoothed pressure within the
        radius, with at least one closed isobar.

    Returns
    -------
    Maps
        Pa, never smoothed. Where no low is closed the minimum is taken and ``closed`` is 0.
    """
    high_ground = None if orography is None else orography > HIGH_GROUND_M
    centres = closed_centres(
        pressure,
        scene,
        "minimum",
        radius_km=search_radius_km,
        interval=100.0 * isobar_interval_hpa,
        sigma_km=sigma_km,
        excluded=high_ground,
    )
    return Maps(
        pressure,
        layers={"centre": 0.01 * centres.value},
        extra={"closed": centres.closed, "depth_hpa": centres.depth_hpa},
    )


def cold_high_intensity(
    pressure: SeaLevelPressure,
    temperature_2m: OptionalTemperature2m,
    scene: Scene,
    *,
    search_radius_km: SearchRadius = 300.0,
    isobar_interval_hpa: IsobarInterval = 2.5,
    sigma_km: SearchScale = 100.0,
) -> Maps:
    """Sea-level pressure of the strongest high.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa. The reduction to sea level over plateaus exaggerates by several hPa.
    temperature_2m : ndarray (time, y, x), optional
        K; its mean within 500 km tells a cold high from a subtropical one.
    scene : Scene
    search_radius_km, isobar_interval_hpa, sigma_km : float
        As for `surface_low_pressure`.

    Returns
    -------
    Maps
        Pa, never smoothed. Where no high is closed the maximum is taken and ``closed`` is 0.
    """
    centres = closed_centres(
        pressure,
        scene,
        "maximum",
        radius_km=search_radius_km,
        interval=100.0 * isobar_interval_hpa,
        sigma_km=sigma_km,
    )
    extra: dict[str, Sequence[float | None]] = {
        "closed": centres.closed,
        "outermost_closed_isobar_hpa": centres.outermost_hpa,
    }
    if temperature_2m is not None:
        extra["mean_t2m_within_500km_degc"] = centres.mean_within(
            temperature_2m, scene.grid, 500.0, offset=-ZERO_CELSIUS
        )
    return Maps(pressure, layers={"centre": 0.01 * centres.value}, extra=extra)


def thunderstorm_high_intensity(
    pressure: SeaLevelPressure,
    precipitation: Annotated[Array | None, Field("tp", "kg m-2")],
    temperature_2m: OptionalTemperature2m,
    scene: Scene,
    *,
    sigma_env_km: Annotated[float, Limits("scale of the surroundings", "km", 50.0, 1000.0)] = 300.0,
) -> Maps:
    """Sea-level pressure of the high that evaporating rain leaves under a thunderstorm.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa.
    precipitation : ndarray (time, y, x), optional
        kg m-2 per interval; in a diagnosis the high must lie within 100 km of 1 mm/h.
    temperature_2m : ndarray (time, y, x), optional
        K; its deficit against the surroundings is reported.
    scene : Scene
    sigma_env_km : float
        Gaussian sigma of the surroundings.

    Returns
    -------
    Maps
        Pa; the layer ``excess`` is the pressure above the surroundings in hPa. A grid coarser
        than half a degree does not resolve such a high: a diagnosis then says so.
    """
    if scene.diagnosing and scene.grid.spacing_deg > 0.51:
        spacing = f"{scene.grid.spacing_deg:g}"
        raise NotApplicableError(Message(id="lack-thunderstorm_high", params={"spacing": spacing}))
    excess = 0.01 * (pressure - scene.smoothed(pressure, sigma_env_km))
    own = pressure
    if scene.diagnosing and precipitation is not None:
        rate = precipitation / scene.interval_hours.get("tp", 1.0)
        wet = scene.smoothed((rate >= 1.0).astype(np.float64), 50.0) > 1e-3
        own, excess = np.where(wet, own, np.nan), np.where(wet, excess, np.nan)
    at_point = {"excess_hpa": excess}
    if temperature_2m is not None:
        surroundings = scene.smoothed(temperature_2m, sigma_env_km)
        at_point["t2m_deficit_k"] = temperature_2m - surroundings
    return Maps(own, layers={"excess": excess}, at_point=at_point)


def mslp_gradient(
    pressure: SeaLevelPressure, orography: Orography, grid: Grid, scene: Scene
) -> Maps:
    """Length of the sea-level pressure gradient.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa.
    orography : ndarray (y, x), optional
        m; in a diagnosis ground above 1500 m does not count.
    grid : Grid
    scene : Scene

    Returns
    -------
    Maps
        Pa m-1; ``vg_m_s`` is the geostrophic wind ``G / (rho f)`` with 1.25 kg m-3.
    """
    gradient = np.hypot(*grid.gradient(pressure))
    if scene.diagnosing and orography is not None:
        gradient = np.where(orography > HIGH_GROUND_M, np.nan, gradient)
    with np.errstate(divide="ignore", invalid="ignore"):
        wind = gradient / (AIR_DENSITY * np.abs(grid.coriolis))
    wind = np.where(np.abs(grid.latitude) < 5.0, np.nan, wind)
    return Maps(gradient, at_point={"vg_m_s": wind})


def siberian_high_intensity(pressure: SeaLevelPressure) -> Array:
    """Mean sea-level pressure where the Siberian high lies.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa. Over the box 40-60N, 70-120E in a diagnosis, or where no region is given; of November
        to April.

    Returns
    -------
    ndarray (time, y, x)
        Pa.
    """
    return pressure


OPERATORS = (
    Operator(
        surface_low_pressure,
        category="dynamics",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "gale"),
        unit="hPa",
        valid_range=(870.0, 1040.0),
        reductions=(
            Reduction("min", "hPa", of="centre", how="min", over_time="min", is_index=True),
            "p01",
        ),
        formula="min of msl; in a diagnosis, msl at the deepest closed low",
        references=("wernli2006", "neu2013", "sanders1980"),
        published_name="Surface Low-Pressure",
        extra_outputs=("closed", "depth_hpa"),
        centre_at_edge="noted",
        smoothing=Smoothing(
            inputs_km=100.0,
            note="Gaussian, sigma_km (100 km), for the search of a diagnosis only",
            search_only=True,
        ),
    ),
    Operator(
        cold_high_intensity,
        category="dynamics",
        difficulty="easy",
        events=("snowstorm", "gale", "cold_wave"),
        unit="hPa",
        valid_range=(985.0, 1090.0),
        reductions=(
            Reduction("max", "hPa", of="centre", how="max", is_index=True),
            "p99",
            "mean_of_top_3_cells",
        ),
        formula="max of msl; in a diagnosis, msl at the strongest closed high",
        references=("dingkrish1987", "ding1990", "takaya2005", "zhu2007"),
        metpy=("smooth_gaussian",),
        published_name="Cold High Pressure Intensity",
        domain="upstream_polar",
        extra_outputs=("closed", "outermost_closed_isobar_hpa", "mean_t2m_within_500km_degc"),
        centre_at_edge="noted",
        smoothing=Smoothing(
            inputs_km=100.0,
            note="Gaussian, sigma_km (100 km), for the search of a diagnosis only",
            search_only=True,
        ),
    ),
    Operator(
        thunderstorm_high_intensity,
        category="dynamics",
        difficulty="easy",
        events=("rainstorm", "gale"),
        unit="hPa",
        valid_range=(985.0, 1050.0),
        reductions=("max", Reduction("excess", "hPa", of="excess", how="max")),
        formula="max of msl; excess: max of msl - msl smoothed by 300 km",
        references=("fujita1955", "johnson1988"),
        published_name="Thunderstorm High Central Intensity",
        extra_outputs=("excess_hpa", "t2m_deficit_k"),
        centre_at_edge="noted",
        smoothing=Smoothing(inputs_km=300.0),
    ),
    Operator(
        mslp_gradient,
        category="dynamics",
        difficulty="easy",
        events=("gale", "cold_wave"),
        unit="hPa/100km",
        valid_range=(0.0, 20.0),
        reductions=("max", "mean", "p95"),
        formula="|grad msl|",
        references=("knox2011", "mass2010"),
        metpy=("geospatial_gradient",),
        extra_outputs=("vg_m_s",),
        smoothing=Smoothing(result_km=50.0),
        reading=Reading(halo=3),
    ),
    Operator(
        siberian_high_intensity,
        category="dynamics",
        difficulty="easy",
        events=("snowstorm", "gale", "cold_wave"),
        unit="hPa",
        valid_range=(1000.0, 1065.0),
        reductions=("mean", "max"),
        formula="mean of msl over 40-60N, 70-120E",
        references=("gong2002", "panagio2005", "takaya2005"),
        domain="fixed:40-60N,70-120E",
    ),
)
