"""Energies of lifted parcels: CAPE, CIN and the lifted index."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from diagnostics.physics.lifted_index import lifted_index as environment_minus_parcel
from diagnostics.physics.parcel import ParcelAscent, cape_cin
from diagnostics.quantities.inputs import (
    HumidityColumn,
    Limits,
    ModelCape,
    OptionalDewpoint2m,
    OptionalTemperature2m,
    SurfacePressure,
    TemperatureColumn,
)
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.results import GIVEN_BY_MODEL, Array, Maps

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
) -> ParcelAscent:
    """Lift the parcels; values at 2 m count only with the pressure that says where they are."""
    pressure, t2m, d2m = surface
    if pressure is None or t2m is None or d2m is None:
        t2m = d2m = None
    return cape_cin(
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
        of a fine sounding, flagged as ``coarse_levels``. The valid range leaves room above the
        9027 J kg-1 that real analyses hold over warm seas.
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


def cape_of_model(model_cape: ModelCape) -> Maps:
    """Convective available potential energy as the model gives it.

    Parameters
    ----------
    model_cape : ndarray (time, y, x)
        J kg-1.

    Returns
    -------
    Maps
        J kg-1; which parcel the model lifts is not known.
    """
    return Maps(np.maximum(model_cape, 0.0), warnings=(GIVEN_BY_MODEL,))


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
    index_500 = environment_minus_parcel(
        pressure_levels,
        temperature,
        humidity,
        surface_pressure=surface_pressure,
        t2m=temperature_2m if with_surface else None,
        d2m=dewpoint_2m if with_surface else None,
        parcel=parcel,
    )
    return Maps(index_500, warnings=_unmasked(surface_pressure))


OPERATORS = (
    Operator(
        cape,
        category="thermodynamics",
        difficulty="hard",
        events=("rainstorm", "gale"),
        unit="J/kg",
        valid_range=(0.0, 12000.0),
        reductions=("max", "mean", "p95", "point"),
        formula="Rd INT_{p_EL}^{p_LFC} (Tv_parcel - Tv_env) dln p",
        references=("moncrieff1976", "weisman1982", "taszarek2020"),
        metpy=("mixed_layer_cape_cin", "most_unstable_cape_cin", "surface_based_cape_cin"),
        published_name="CAPE",
        tolerance=1e-6,
        extra_outputs=("parcel_hpa", "lfc_hpa", "el_hpa", "cin_j_kg"),
        from_model=cape_of_model,
    ),
    Operator(
        cin,
        category="thermodynamics",
        difficulty="hard",
        events=("rainstorm", "gale"),
        unit="J/kg",
        valid_range=(-1500.0, 0.0),
        reductions=("mean", "min", "max", "point"),
        formula="Rd INT_{p_LFC}^{p_start} min(Tv_parcel - Tv_env, 0) dln p",
        references=("colby1984",),
        sign=(
            "negative or zero (MetPy convention); some Chinese literature uses the "
            "positive magnitude"
        ),
        metpy=("cape_cin", "most_unstable_cape_cin"),
        tolerance=1e-4,
        extra_outputs=("no_lfc_fraction",),
        nan_means_not_applicable=True,
    ),
    Operator(
        lifted_index,
        category="thermodynamics",
        difficulty="medium",
        events=("rainstorm", "gale"),
        unit="K",
        valid_range=(-18.0, 45.0),
        reductions=("min", "mean", "point"),
        formula="t(500) - T_parcel(500), parcel from the surface",
        references=("galway1956",),
        sign="negative = unstable",
        metpy=("lifted_index", "parcel_profile"),
        tolerance=1e-6,
    ),
)
