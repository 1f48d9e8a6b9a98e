"""Convective energy and stability."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from diagnostics.catalog.declare import index
from diagnostics.catalog.inputs import (
    Field,
    HumidityAt,
    HumidityColumn,
    LevelHpa,
    Limits,
    OptionalDewpoint2m,
    OptionalTemperature2m,
    SurfacePressure,
    TemperatureAt,
    TemperatureColumn,
)
from diagnostics.catalog.results import Array, Maps
from diagnostics.constants import GRAVITY, ZERO_CELSIUS
from diagnostics.grid.geometry import Grid
from diagnostics.physics import parcel as parcels
from diagnostics.physics.thermodynamics import (
    dewpoint,
    equivalent_potential_temperature,
    potential_temperature,
)

Temperature850 = Annotated[Array, Field("t", "K", at=850.0)]
Temperature700 = Annotated[Array, Field("t", "K", at=700.0)]
Temperature500 = Annotated[Array, Field("t", "K", at=500.0)]
Humidity850 = Annotated[Array, Field("q", "kg kg-1", at=850.0)]
Humidity700 = Annotated[Array, Field("q", "kg kg-1", at=700.0)]
Humidity500 = Annotated[Array, Field("q", "kg kg-1", at=500.0)]
ParcelChoice = Annotated[
    Literal["MU", "SB", "ML"], Limits("most unstable, surface based, or mixed layer")
]


def _lift(
    temperature: Array,
    humidity: Array,
    surface: tuple[Array | None, Array | None, Array | None],
    pressure_levels: Array,
    parcel: Literal["MU", "SB", "ML"],
    *,
    virtual_temperature: bool,
) -> parcels.ParcelAscent:
    """Lift the parcels; values at 2 m count only with the pressure that says where they are."""
    pressure, t2m, d2m = surface
    if pressure is None or t2m is None or d2m is None:
        t2m = d2m = None
    return parcels.cape_cin(
        pressure_levels,
        temperature,
        humidity,
        surface_pressure=pressure,
        t2m=t2m,
        d2m=d2m,
        parcel=parcel,
        virtual_temperature=virtual_temperature,
    )


def _unmasked(surface_pressure: Array | None) -> tuple[str, ...]:
    return ("below_ground_unmasked",) if surface_pressure is None else ()


@index(
    title_en="Convective available potential energy",
    title_zh="对流有效位能",
    category="thermodynamics",
    difficulty="hard",
    events="rainstorm gale",
    unit="J/kg",
    valid_range=(0.0, 9000.0),
    reductions=(
        "max",
        "mean",
        "p95",
        "point",
    ),
    references=(
        "moncrieff1976",
        "weisman1982",
        "taszarek2020",
    ),
    metpy=(
        "metpy.calc.mixed_layer_cape_cin",
        "metpy.calc.most_unstable_cape_cin",
        "metpy.calc.surface_based_cape_cin",
    ),
    published_name="CAPE",
    formula="Rd INT_{p_EL}^{p_LFC} (Tv_parcel - Tv_env) dln p",
    tolerance=1e-6,
    extra_outputs=("parcel_hpa", "lfc_hpa", "el_hpa", "cin_j_kg"),
)
def cape(
    temperature: TemperatureColumn,
    humidity: HumidityColumn,
    surface_pressure: SurfacePressure,
    temperature_2m: OptionalTemperature2m,
    dewpoint_2m: OptionalDewpoint2m,
    pressure_levels: Array,
    *,
    parcel: ParcelChoice = "MU",
    virtual_temperature: Annotated[bool, Limits("whether buoyancy counts the moisture")] = True,
) -> Maps:
    """Convective available potential energy of a lifted parcel.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    surface_pressure, temperature_2m, dewpoint_2m : ndarray (time, y, x), optional
        Pa and K; levels below ground are dropped and the values at 2 m stand below all levels.
    pressure_levels : ndarray (level,)
        Pa.
    parcel : {"MU", "SB", "ML"}
        Largest equivalent potential temperature in the lowest 300 hPa, surface, or mean of the
        lowest 100 hPa. The choice changes the value by a factor of two.
    virtual_temperature : bool

    Returns
    -------
    Maps
        J kg-1; zero without a level of free convection. With 13 levels about 2 % below the value
        of a fine sounding, flagged as ``coarse_levels``.
    """
    ascent = _lift(
        temperature,
        humidity,
        (surface_pressure, temperature_2m, dewpoint_2m),
        pressure_levels,
        parcel,
        virtual_temperature=virtual_temperature,
    )
    return Maps(
        ascent.cape,
        at_point={
            "parcel_hpa": ascent.parcel_pressure / 100.0,
            "lfc_hpa": ascent.lfc / 100.0,
            "el_hpa": ascent.el / 100.0,
            "cin_j_kg": ascent.cin,
        },
        warnings=_unmasked(surface_pressure),
        kernel=ascent.kernel,
    )


@index(
    title_en="Convective inhibition",
    title_zh="对流抑制能量",
    category="thermodynamics",
    difficulty="hard",
    events="rainstorm gale",
    unit="J/kg",
    valid_range=(-1500.0, 0.0),
    reductions=(
        "mean",
        "min",
        "max",
        "point",
    ),
    references=("colby1984",),
    sign="negative or zero (MetPy convention); some Chinese literature uses the positive magnitude",
    metpy=(
        "metpy.calc.cape_cin",
        "metpy.calc.most_unstable_cape_cin",
    ),
    formula="Rd INT_{p_LFC}^{p_start} min(Tv_parcel - Tv_env, 0) dln p",
    tolerance=1e-4,
    selective=True,
    extra_outputs=("no_lfc_fraction",),
)
def cin(
    temperature: TemperatureColumn,
    humidity: HumidityColumn,
    surface_pressure: SurfacePressure,
    temperature_2m: OptionalTemperature2m,
    dewpoint_2m: OptionalDewpoint2m,
    pressure_levels: Array,
    *,
    parcel: ParcelChoice = "MU",
    virtual_temperature: Annotated[bool, Limits("whether buoyancy counts the moisture")] = True,
) -> Maps:
    """Convective inhibition, the energy that keeps the parcel from rising freely.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    surface_pressure, temperature_2m, dewpoint_2m : ndarray (time, y, x), optional
        As for `cape`.
    pressure_levels : ndarray (level,)
        Pa.
    parcel : {"MU", "SB", "ML"}
    virtual_temperature : bool

    Returns
    -------
    Maps
        J kg-1, negative or zero. Columns without a level of free convection are left out of every
        reduction rather than counted as zero; ``no_lfc_fraction`` says how many there are.
    """
    ascent = _lift(
        temperature,
        humidity,
        (surface_pressure, temperature_2m, dewpoint_2m),
        pressure_levels,
        parcel,
        virtual_temperature=virtual_temperature,
    )
    free = np.isfinite(ascent.lfc)
    known = np.isfinite(ascent.cape)
    return Maps(
        np.where(free, ascent.cin, np.nan),
        over_area={"no_lfc_fraction": np.where(known, ~free, np.nan).astype(np.float64)},
        warnings=_unmasked(surface_pressure),
        kernel=ascent.kernel,
    )


@index(
    title_en="Lifted index",
    title_zh="抬升指数",
    category="thermodynamics",
    difficulty="medium",
    events="rainstorm gale",
    unit="K",
    valid_range=(-18.0, 45.0),
    reductions=(
        "min",
        "mean",
        "point",
    ),
    references=("galway1956",),
    sign="negative = unstable",
    metpy=(
        "metpy.calc.lifted_index",
        "metpy.calc.parcel_profile",
    ),
    formula="t(500) - T_parcel(500), parcel from the surface",
    tolerance=1e-6,
)
def lifted_index(
    temperature: TemperatureColumn,
    humidity: HumidityColumn,
    surface_pressure: SurfacePressure,
    temperature_2m: OptionalTemperature2m,
    dewpoint_2m: OptionalDewpoint2m,
    pressure_levels: Array,
    *,
    parcel: ParcelChoice = "SB",
) -> Maps:
    """Lifted index: environment minus parcel at 500 hPa, negative where unstable.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K.
    humidity : ndarray (time, level, y, x)
        kg kg-1.
    surface_pressure, temperature_2m, dewpoint_2m : ndarray (time, y, x), optional
        As for `cape`.
    pressure_levels : ndarray (level,)
        Pa.
    parcel : {"MU", "SB", "ML"}

    Returns
    -------
    Maps
        K, without virtual temperature (the classical form).
    """
    with_surface = surface_pressure is not None and dewpoint_2m is not None
    index_500 = parcels.lifted_index(
        pressure_levels,
        temperature,
        humidity,
        surface_pressure=surface_pressure,
        t2m=temperature_2m if with_surface else None,
        d2m=dewpoint_2m if with_surface else None,
        parcel=parcel,
    )
    return Maps(index_500, warnings=_unmasked(surface_pressure))


@index(
    title_en="Showalter index",
    title_zh="沙氏指数",
    category="thermodynamics",
    difficulty="medium",
    events="rainstorm gale",
    unit="K",
    valid_range=(-15.0, 45.0),
    reductions=(
        "min",
        "mean",
        "point",
    ),
    references=("showalter1953",),
    sign="negative = unstable",
    metpy=("metpy.calc.showalter_index",),
    formula="t(500) - T_parcel(850 to 500)",
    tolerance=1e-6,
)
def showalter_index(
    temperature_850: Temperature850,
    humidity_850: Humidity850,
    temperature_500: Temperature500,
    humidity_500: Humidity500,
) -> Array:
    """Showalter index: environment minus parcel lifted from 850 to 500 hPa.

    Parameters
    ----------
    temperature_850, temperature_500 : ndarray (time, y, x)
        K.
    humidity_850, humidity_500 : ndarray (time, y, x)
        kg kg-1; only that at 850 hPa matters.

    Returns
    -------
    ndarray (time, y, x)
        K, negative where unstable.
    """
    return parcels.showalter(
        np.array([50000.0, 85000.0]),
        np.stack([temperature_500, temperature_850], axis=-3),
        np.stack([humidity_500, humidity_850], axis=-3),
    )


@index(
    title_en="K index",
    title_zh="K指数",
    category="thermodynamics",
    difficulty="easy",
    events="rainstorm gale",
    unit="degC",
    valid_range=(-80.0, 55.0),
    reductions=(
        "max",
        "mean",
        "p95",
        "point",
    ),
    references=("george1960",),
    metpy=("metpy.calc.k_index",),
    formula="(t850 - t500) + td850 - (t700 - td700), degC",
)
def k_index(
    temperature_850: Temperature850,
    temperature_700: Temperature700,
    temperature_500: Temperature500,
    humidity_850: Humidity850,
    humidity_700: Humidity700,
) -> Array:
    """K index of thunderstorm potential.

    Parameters
    ----------
    temperature_850, temperature_700, temperature_500 : ndarray (time, y, x)
        K.
    humidity_850, humidity_700 : ndarray (time, y, x)
        kg kg-1.

    Returns
    -------
    ndarray (time, y, x)
        K above 273.15 K, so that it shows in degC; not defined where 850 hPa is below ground.
    """
    depression = temperature_700 - dewpoint(70000.0, humidity_700)
    return temperature_850 - temperature_500 + dewpoint(85000.0, humidity_850) - depression


@index(
    title_en="Total totals index",
    title_zh="总指数",
    category="thermodynamics",
    difficulty="easy",
    events="rainstorm gale",
    unit="degC",
    valid_range=(-60.0, 70.0),
    reductions=(
        "max",
        "mean",
        "point",
    ),
    references=("miller1972",),
    metpy=("metpy.calc.total_totals_index",),
    formula="t850 + td850 - 2 t500, degC",
)
def total_totals(
    temperature_850: Temperature850,
    temperature_500: Temperature500,
    humidity_850: Humidity850,
) -> Array:
    """Total totals index of thunderstorm potential: lapse and low-level moisture.

    Parameters
    ----------
    temperature_850, temperature_500 : ndarray (time, y, x)
        K.
    humidity_850 : ndarray (time, y, x)
        kg kg-1.

    Returns
    -------
    ndarray (time, y, x)
        K above 273.15 K, so that it shows in degC.
    """
    moist = temperature_850 + dewpoint(85000.0, humidity_850) - 2.0 * temperature_500
    return moist + ZERO_CELSIUS


@index(
    title_en="850-hPa equivalent potential temperature maximum (high-energy tongue)",
    title_zh="850hPa高能舌(假相当位温)",
    category="thermodynamics",
    difficulty="medium",
    events="rainstorm gale heat_wave",
    unit="K",
    valid_range=(230.0, 390.0),
    reductions=(
        "max",
        "mean",
        "p95",
    ),
    references=(
        "bolton1980",
        "ninomiya1984",
        "luo2020",
    ),
    metpy=("metpy.calc.equivalent_potential_temperature",),
    formula="theta_e (Bolton 1980, eq. 39) at the level",
    halo=3,
    extra_outputs=("gradient_k_100km",),
)
def thetae_850_max(
    temperature: TemperatureAt, humidity: HumidityAt, grid: Grid, *, level: LevelHpa = 850.0
) -> Maps:
    """Equivalent potential temperature at 850 hPa; its maximum is the tongue of energy.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        K.
    humidity : ndarray (time, y, x)
        kg kg-1.
    grid : Grid
    level : float
        hPa.

    Returns
    -------
    Maps
        K; the length of its gradient at the place is reported too.
    """
    theta_e = equivalent_potential_temperature(level * 100.0, temperature, humidity)
    if min(grid.shape) < 2:
        return Maps(theta_e)
    gradient = 1e5 * np.hypot(*grid.gradient(theta_e))
    return Maps(theta_e, at_point={"gradient_k_100km": gradient})


@index(
    title_en="Equivalent potential temperature difference 850-500 hPa",
    title_zh="850-500hPa假相当位温差",
    category="thermodynamics",
    difficulty="medium",
    events="rainstorm gale",
    unit="K",
    valid_range=(-60.0, 50.0),
    reductions=(
        "mean",
        "max",
        "p95",
        "point",
    ),
    references=(
        "bolton1980",
        "wu1995",
        "zhu2007",
    ),
    sign="positive = potentially (convectively) unstable",
    metpy=("metpy.calc.equivalent_potential_temperature",),
    published_name="Equiv. Potential Temp Diff (850-500hPa)",
    formula="theta_e(850) - theta_e(500), Bolton 1980",
)
def thetae_diff_850_500(
    temperature_850: Temperature850,
    temperature_500: Temperature500,
    humidity_850: Humidity850,
    humidity_500: Humidity500,
) -> Array:
    """Equivalent potential temperature at 850 minus that at 500 hPa.

    Parameters
    ----------
    temperature_850, temperature_500 : ndarray (time, y, x)
        K.
    humidity_850, humidity_500 : ndarray (time, y, x)
        kg kg-1.

    Returns
    -------
    ndarray (time, y, x)
        K, positive where potentially unstable.
    """
    lower = equivalent_potential_temperature(85000.0, temperature_850, humidity_850)
    return lower - equivalent_potential_temperature(50000.0, temperature_500, humidity_500)


@index(
    title_en="Low-level Brunt-Vaisala frequency",
    title_zh="低层静力稳定度(布维频率)",
    category="thermodynamics",
    difficulty="medium",
    events="gale heat_wave cold_wave",
    unit="s-1",
    valid_range=(0.0, 0.04),
    reductions=(
        "mean",
        "min",
        "max",
        "point",
    ),
    references=(
        "kapela1995",
        "holton2013",
    ),
    metpy=("metpy.calc.brunt_vaisala_frequency",),
    formula="sqrt(max((g0/theta) dtheta/dz, 0)) between 925 and 700 hPa",
    extra_outputs=("n2_negative_fraction",),
)
def brunt_vaisala_lowlevel(
    temperature_925: Annotated[Array, Field("t", "K", at=925.0)],
    temperature_700: Temperature700,
    geopotential_925: Annotated[Array, Field("z", "m2 s-2", at=925.0)],
    geopotential_700: Annotated[Array, Field("z", "m2 s-2", at=700.0)],
) -> Maps:
    """Brunt-Vaisala frequency of the layer between 925 and 700 hPa.

    Parameters
    ----------
    temperature_925, temperature_700 : ndarray (time, y, x)
        K.
    geopotential_925, geopotential_700 : ndarray (time, y, x)
        m2 s-2.

    Returns
    -------
    Maps
        s-1; zero where the layer is unstable (MetPy gives NaN there).
    """
    lower = potential_temperature(92500.0, temperature_925)
    upper = potential_temperature(70000.0, temperature_700)
    depth = (geopotential_700 - geopotential_925) / GRAVITY
    squared = GRAVITY / (0.5 * (lower + upper)) * (upper - lower) / depth
    negative = np.where(np.isfinite(squared), squared < 0.0, np.nan)
    return Maps(np.sqrt(np.maximum(squared, 0.0)), over_area={"n2_negative_fraction": negative})


TOOLS = (
    cape,
    cin,
    lifted_index,
    showalter_index,
    k_index,
    total_totals,
    thetae_850_max,
    thetae_diff_850_500,
    brunt_vaisala_lowlevel,
)
