"""Potential vorticity, dry and moist; signs are those of the Northern Hemisphere everywhere."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.grid.geometry import Grid
from diagnostics.physics.levels import level_index
from diagnostics.physics.potential_vorticity import (
    dynamic_tropopause,
    ertel_potential_vorticity,
    isentropic_potential_vorticity,
)
from diagnostics.physics.thermodynamics import (
    equivalent_potential_temperature,
    saturation_equivalent_potential_temperature,
)
from diagnostics.quantities.inputs import Derivatives, Field, LevelHpa, Limits
from diagnostics.quantities.operator_record import Operator, Reading, Smoothing
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene

UPPER = (850.0, 700.0, 600.0, 500.0, 400.0, 300.0, 250.0, 200.0)
HIGHEST = (*UPPER, 150.0, 100.0)
LOW = (925.0, 850.0, 700.0)
_TWO_PVU = 2e-6


def moist_pv_mpv1(
    temperature: Annotated[Array, Field("t", "K", column=(400.0, 1100.0), needs=LOW)],
    humidity: Annotated[Array, Field("q", "kg kg-1", column=(400.0, 1100.0), needs=LOW)],
    eastward_wind: Annotated[Array, Field("u", "m s-1", column=(400.0, 1100.0), needs=LOW)],
    northward_wind: Annotated[Array, Field("v", "m s-1", column=(400.0, 1100.0), needs=LOW)],
    pressure_levels: Array,
    grid: Grid,
    scene: Scene,
    *,
    level: LevelHpa = 850.0,
    saturated: Annotated[bool, Limits("take the theta_e of saturated air")] = False,
    definition: Derivatives = "analytic",
) -> Maps:
    """Vertical part of the moist potential vorticity (MPV1); the horizontal part is MPV2.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    eastward_wind, northward_wind : ndarray (time, level, y, x)
        m s-1, earth-relative.
    pressure_levels : ndarray (level,)
        Pa; the vertical derivative takes the neighbours of `level` in the data.
    grid : Grid
    scene : Scene
    level : float
        hPa.
    saturated : bool
        For conditional symmetric instability.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    Maps
        K m2 kg-1 s-1.
    """
    grid = grid.defined(definition)
    here = level_index(pressure_levels, 100.0 * level)
    near = slice(max(0, here - 1), here + 2)
    levels = pressure_levels[near]
    t, q, u, v = (
        scene.smooth(field[:, near], 100.0)
        for field in (temperature, humidity, eastward_wind, northward_wind)
    )
    pressure = levels[:, np.newaxis, np.newaxis]
    theta_e = (
        saturation_equivalent_potential_temperature(pressure, t)
        if saturated
        else equivalent_potential_temperature(pressure, t, q)
    )
    vertical, horizontal = ertel_potential_vorticity(theta_e, u, v, levels, grid)
    at = level_index(levels, 100.0 * level)
    mpv1 = vertical[:, at] * scene.hemisphere
    mpv2 = horizontal[:, at] * scene.hemisphere
    return Maps(
        mpv1,
        layers={"mpv2": 1e6 * mpv2, "total": 1e6 * (mpv1 + mpv2)},
        at_point={"mpv2_pvu": 1e6 * mpv2},
    )


def dynamic_tropopause_pressure(
    temperature: Annotated[Array, Field("t", "K", column=(100.0, 850.0), needs=HIGHEST)],
    eastward_wind: Annotated[Array, Field("u", "m s-1", column=(100.0, 850.0), needs=HIGHEST)],
    northward_wind: Annotated[Array, Field("v", "m s-1", column=(100.0, 850.0), needs=HIGHEST)],
    pressure_levels: Array,
    grid: Grid,
    *,
    pvu: Annotated[float, Limits("potential vorticity of the tropopause", "PVU", 0.5, 6.0)] = 2.0,
    definition: Derivatives = "analytic",
) -> Maps:
    """Pressure of the dynamic tropopause; high where stratospheric air comes down.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    eastward_wind, northward_wind : ndarray (time, level, y, x)
        m s-1, earth-relative.
    pressure_levels : ndarray (level,)
        Pa ascending.
    grid : Grid
    pvu : float
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    Maps
        Pa; NaN where the potential vorticity does not pass the value between 100 and 700 hPa.
        The scan from above leaves diabatic anomalies of the lower troposphere out.
    """
    grid = grid.defined(definition)
    surface = dynamic_tropopause(
        temperature, eastward_wind, northward_wind, pressure_levels, grid, pvu=pvu
    )
    return Maps(surface.pressure, layers={"theta": surface.theta})


def pv_isentropic_max(
    temperature: Annotated[Array, Field("t", "K", column=(50.0, 1000.0), needs=UPPER)],
    eastward_wind: Annotated[Array, Field("u", "m s-1", column=(50.0, 1000.0), needs=UPPER)],
    northward_wind: Annotated[Array, Field("v", "m s-1", column=(50.0, 1000.0), needs=UPPER)],
    pressure_levels: Array,
    grid: Grid,
    scene: Scene,
    *,
    theta_k: Annotated[float, Limits("potential temperature", "K", 260.0, 450.0)] = 315.0,
    definition: Derivatives = "analytic",
) -> Maps:
    """Potential vorticity on an isentropic surface.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    eastward_wind, northward_wind : ndarray (time, level, y, x)
        m s-1, earth-relative.
    pressure_levels : ndarray (level,)
        Pa ascending.
    grid : Grid
    scene : Scene
    theta_k : float
        K; 315 in the cold season, 330 in the warm one, 345 in the tropics.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    Maps
        K m2 kg-1 s-1; NaN where the surface lies outside the data. With a dozen levels the
        vertical derivative near the tropopause errs by 20 to 30 %.
    """
    grid = grid.defined(definition)
    vorticity, surface = isentropic_potential_vorticity(
        temperature, eastward_wind, northward_wind, pressure_levels, grid, theta_k
    )
    value = vorticity * scene.hemisphere
    high = scene.mask & (value >= _TWO_PVU)
    reach = np.where(high, np.abs(grid.latitude), np.inf)
    equatorward = [
        float(grid.latitude.flat[int(values.argmin())]) if np.isfinite(values).any() else None
        for values in reach
    ]
    return Maps(
        value,
        layers={
            "high": high.astype(np.float64),
            "pressure": surface.pressure,
            "eastward": surface.fields[0],
            "northward": surface.fields[1],
        },
        at_point={"pressure_hpa": surface.pressure / 100.0},
        extra={"southernmost_lat_2pvu": equatorward},
    )


OPERATORS = (
    Operator(
        moist_pv_mpv1,
        category="thermodynamics",
        difficulty="hard",
        events=("rainstorm", "snowstorm"),
        unit="PVU",
        valid_range=(-20.0, 40.0),
        reductions=(
            "min",
            "mean",
            Reduction("mpv2_max", "PVU", of="mpv2", how="max"),
            Reduction("total_min", "PVU", of="total", how="min", over_time="min"),
        ),
        formula="-g0 (zeta + f) dtheta_e/dp; MPV2 = g0 (dv/dp dtheta_e/dx - du/dp dtheta_e/dy)",
        references=("wu1995", "moorelambert1993", "schultz1999"),
        sign="negative = convectively or symmetrically unstable, in either hemisphere",
        metpy=("potential_vorticity_baroclinic",),
        extra_outputs=("mpv2_pvu",),
        smoothing=Smoothing(
            inputs_km=100.0,
            note="Gaussian, sigma 100 km, on the inputs in a diagnosis",
            in_value=True,
        ),
        reading=Reading(halo=3),
    ),
    Operator(
        dynamic_tropopause_pressure,
        category="dynamics",
        difficulty="hard",
        events=("snowstorm", "gale", "cold_wave"),
        unit="hPa",
        valid_range=(50.0, 800.0),
        reductions=("max", "mean", "p95"),
        formula="pressure of |PV| = 2 PVU, first crossing from 100 hPa downward, linear in p",
        references=("hoskins1985", "davis1991", "browning1997"),
        metpy=("potential_vorticity_baroclinic",),
        domain="padded_10deg",
        nan_means_not_applicable=True,
        reading=Reading(halo=3),
    ),
    Operator(
        pv_isentropic_max,
        category="dynamics",
        difficulty="hard",
        events=("rainstorm", "snowstorm", "gale", "cold_wave"),
        unit="PVU",
        valid_range=(-2.0, 20.0),
        reductions=("max", "mean", Reduction("area_km2_ge_2", "km2", of="high", how="sum_area")),
        formula="-g0 (zeta_theta + f) dtheta/dp on the theta surface, t linear in ln p",
        references=("hoskins1985", "davis1991"),
        sign="positive = cyclonic, in either hemisphere",
        metpy=("isentropic_interpolation", "potential_vorticity_baroclinic"),
        domain="padded_10deg",
        extra_outputs=("pressure_hpa", "southernmost_lat_2pvu"),
        nan_means_not_applicable=True,
        reading=Reading(halo=3),
    ),
)
