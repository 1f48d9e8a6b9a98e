"""Indices of thunderstorms from a few pressure levels: Showalter, K, total totals, SWEAT."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.grid.geometry import Grid
from diagnostics.physics.lifted_index import showalter
from diagnostics.physics.thermodynamics import dewpoint
from diagnostics.physics.wind import wind_direction
from diagnostics.quantities.inputs import (
    Field,
    Humidity500,
    Humidity700,
    Humidity850,
    Temperature500,
    Temperature700,
    Temperature850,
)
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.results import Array, Maps

KNOT = 1852.0 / 3600.0
"""m s-1."""


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
    return showalter(
        np.array([50000.0, 85000.0]),
        np.stack([temperature_500, temperature_850], axis=-3),
        np.stack([humidity_500, humidity_850], axis=-3),
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


def sweat_index(
    temperature_850: Temperature850,
    temperature_500: Temperature500,
    humidity_850: Humidity850,
    eastward_850: Annotated[Array, Field("u", "m s-1", at=850.0)],
    northward_850: Annotated[Array, Field("v", "m s-1", at=850.0)],
    eastward_500: Annotated[Array, Field("u", "m s-1", at=500.0)],
    northward_500: Annotated[Array, Field("v", "m s-1", at=500.0)],
    grid: Grid,
) -> Maps:
    """Severe weather threat: low-level moisture, instability, and wind that veers with height.

    Values above 300 go with severe thunderstorms and above 400 with tornadoes in the United States,
    where the index was fitted; the high ground of other continents lies above 850 hPa. The shear
    term counts only where the wind comes from 130 to 250 degrees at 850 hPa and from 210 to 310
    degrees at 500 hPa, veers, and blows with 15 knots or more at both; south of the equator the
    directions are mirrored. MetPy takes the magnitude of the speeds as it stands: its result is
    Miller's only for speeds given in knots.

    Parameters
    ----------
    temperature_850, temperature_500 : ndarray (time, y, x)
        K.
    humidity_850 : ndarray (time, y, x)
        kg kg-1.
    eastward_850, northward_850, eastward_500, northward_500 : ndarray (time, y, x)
        m s-1.
    grid : Grid

    Returns
    -------
    Maps
        No unit; the shear term alone at the extremum.
    """
    mirror = np.where(grid.latitude < 0.0, -1.0, 1.0)
    moisture = dewpoint(85000.0, humidity_850)
    totals = temperature_850 + moisture - 2.0 * temperature_500
    low, high = (
        np.hypot(east, north) / KNOT
        for east, north in ((eastward_850, northward_850), (eastward_500, northward_500))
    )
    from_low = wind_direction(eastward_850, mirror * northward_850)
    from_high = wind_direction(eastward_500, mirror * northward_500)
    counts = (from_low >= 130.0) & (from_low <= 250.0)
    counts &= (from_high >= 210.0) & (from_high <= 310.0) & (from_high > from_low)
    counts &= (low >= 15.0) & (high >= 15.0)
    veering = 125.0 * (np.sin(np.radians(from_high - from_low)) + 0.2)
    shear = np.where(counts, veering, 0.0) + 0.0 * (low + high)
    value = (
        12.0 * np.maximum(moisture - ZERO_CELSIUS, 0.0)
        + 20.0 * np.maximum(totals - 49.0, 0.0)
        + 2.0 * low
        + high
        + shear
    )
    return Maps(value, at_point={"shear_term": shear})


OPERATORS = (
    Operator(
        showalter_index,
        category="thermodynamics",
        difficulty="medium",
        events=("rainstorm", "gale"),
        unit="K",
        valid_range=(-15.0, 45.0),
        reductions=("min", "mean", "point"),
        formula="t(500) - T_parcel(850 to 500)",
        references=("showalter1953",),
        sign="negative = unstable",
        metpy=("showalter_index",),
        tolerance=1e-6,
    ),
    Operator(
        k_index,
        category="thermodynamics",
        difficulty="easy",
        events=("rainstorm", "gale"),
        unit="degC",
        valid_range=(-80.0, 55.0),
        reductions=("max", "mean", "p95", "point"),
        formula="(t850 - t500) + td850 - (t700 - td700), degC",
        references=("george1960",),
        metpy=("k_index",),
    ),
    Operator(
        total_totals,
        category="thermodynamics",
        difficulty="easy",
        events=("rainstorm", "gale"),
        unit="degC",
        valid_range=(-60.0, 70.0),
        reductions=("max", "mean", "point"),
        formula="t850 + td850 - 2 t500, degC",
        references=("miller1972",),
        metpy=("total_totals_index",),
    ),
    Operator(
        sweat_index,
        category="thermodynamics",
        difficulty="medium",
        events=("rainstorm", "gale"),
        unit="1",
        valid_range=(0.0, 1200.0),
        reductions=("max", "mean", "p95", "point"),
        formula=(
            "12 td850 + 20 (TT - 49) + 2 f850 + f500 + 125 (sin(d500 - d850) + 0.2), td in degC, "
            "TT total totals, f in knots; each term where its condition holds"
        ),
        references=("miller1972",),
        metpy=("sweat_index",),
        extra_outputs=("shear_term",),
    ),
)
