"""Air over open water: cold air that is heated from below, and breezes from the water."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.constants import HEAT_CAPACITY_DRY
from diagnostics.grid.distance import displaced
from diagnostics.grid.geometry import Grid
from diagnostics.grid.sections import sample_bilinear
from diagnostics.messages import Message
from diagnostics.quantities.inputs import (
    EastwardWind10m,
    Field,
    Limits,
    NorthwardWind10m,
    Temperature2m,
    Temperature850,
)
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.results import Array, Maps

SeaSurfaceTemperature = Annotated[Array, Field("sst", "K")]


def water_effect_difference(
    water_temperature: SeaSurfaceTemperature,
    temperature_850: Temperature850,
    eastward_850: Annotated[Array, Field("u", "m s-1", at=850.0)],
    northward_850: Annotated[Array, Field("v", "m s-1", at=850.0)],
    grid: Grid,
    *,
    reach_km: Annotated[
        float, Limits("how far upwind water is looked for", "km", 100.0, 600.0)
    ] = 300.0,
    fetch_km: Annotated[float, Limits("least way over water", "km", 25.0, 300.0)] = 80.0,
) -> Maps:
    """Mean excess of the temperature of upwind water over that at 850 hPa.

    Parameters
    ----------
    water_temperature : ndarray (time, y, x)
        K; missing over land and closed ice.
    temperature_850, eastward_850, northward_850 : ndarray (time, y, x)
        K and m s-1.
    grid : Grid
    reach_km, fetch_km : float

    Returns
    -------
    Maps
        K: mean over the water that the wind at 850 hPa has crossed within `reach_km`; NaN where
        that is less than `fetch_km`. From 13 K on, the dry adiabatic lapse of that layer,
        convection rises from the water (E.W. Holroyd, 1971, J. Atmos. Sci. 28, 1165-1170; T.A.
        Niziol et al., 1995, Wea. Forecasting 10, 61-77); shorter ways than about 80 km make little
        snow.
    """
    excess = water_temperature - temperature_850
    step = max(min(grid.spacing_km), reach_km / 12.0)
    toward = np.degrees(np.arctan2(-eastward_850, -northward_850)) % 360.0
    total, way = np.zeros(excess.shape), np.zeros(excess.shape)
    for distance in np.arange(0.0, reach_km, step):
        for k in range(len(excess)):
            latitude, longitude = displaced(grid.latitude, grid.longitude, toward[k], distance)
            there = sample_bilinear(excess[k], grid, np.ravel(latitude), np.ravel(longitude))
            here = there.reshape(excess.shape[1:])
            water = np.isfinite(here)
            total[k] += np.where(water, here, 0.0) * step
            way[k] += np.where(water, step, 0.0)
    known = np.isfinite(temperature_850) & np.isfinite(toward)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known & (way >= fetch_km), total / way, np.nan)
    return Maps(
        mean,
        at_point={"fetch_km": np.where(known, way, np.nan)},
        reason=Message(id="quantityerror-no_water_upwind"),
    )


def breeze_ratio(
    temperature_2m: Temperature2m,
    eastward_10m: EastwardWind10m,
    northward_10m: NorthwardWind10m,
    land: Annotated[Array, Field("lsm", "1")],
    grid: Grid,
    *,
    reach_km: Annotated[float, Limits("width of the coastal belt", "km", 50.0, 300.0)] = 150.0,
) -> Maps:
    """How easily the warmth of the land turns the wind near a coast into a breeze from the water.

    Parameters
    ----------
    temperature_2m : ndarray (time, y, x)
        K.
    eastward_10m, northward_10m : ndarray (time, y, x)
        m s-1.
    land : ndarray (y, x)
        Fraction of land.
    grid : Grid
    reach_km : float

    Returns
    -------
    Maps
        1: kinetic energy of the wind over the buoyancy of the land's warmth, ``U**2 / (cp dT)``;
        NaN where no coast is within `reach_km`, and where the land is not warmer than the water.
        Below 3 a breeze sets in, above 10 none does (W.G. Biggs and M.E. Graves, 1962, J. Appl.
        Meteor. 1, 474-480). The temperature at 2 m stands for that of the water's surface.
    """
    water = 1.0 - land
    share_of_land = _smoothed(grid, land[np.newaxis], reach_km)[0]
    share_of_water = _smoothed(grid, water[np.newaxis], reach_km)[0]
    coast = (share_of_land > 0.1) & (share_of_water > 0.1)
    speed = np.hypot(eastward_10m, northward_10m)
    with np.errstate(invalid="ignore", divide="ignore"):
        over_land = _smoothed(grid, temperature_2m * land, reach_km) / share_of_land
        over_water = _smoothed(grid, temperature_2m * water, reach_km) / share_of_water
        contrast = np.where(coast, over_land - over_water, np.nan)
        index = speed**2 / (1e-3 * HEAT_CAPACITY_DRY * contrast)
    return Maps(
        np.where(contrast > 0.0, index, np.nan),
        at_point={"land_minus_water_k": contrast},
        reason=Message(id="quantityerror-no_warm_coast"),
    )


def _smoothed(grid: Grid, values: Array, reach_km: float) -> Array:
    """Smooth the maps of every time over half the reach."""
    return np.stack([grid.smooth_by_row(one, reach_km / 2.0) for one in values])


OPERATORS = (
    Operator(
        water_effect_difference,
        category="thermodynamics",
        difficulty="medium",
        events=("snowstorm",),
        unit="K",
        valid_range=(-40.0, 60.0),
        reductions=("max", "mean"),
        formula="mean of sst - t(850) over the water crossed upwind, fetch of 80 km at least",
        references=("holroyd1971", "niziol1995"),
        extra_outputs=("fetch_km",),
        nan_means_not_applicable=True,
        telling_gaps=("water_temperature",),
        reading=Reading(halo=7),
    ),
    Operator(
        breeze_ratio,
        category="thermodynamics",
        difficulty="medium",
        events=("rainstorm", "heat_wave"),
        unit="1",
        valid_range=(0.0, 1000000.0),
        reductions=("min", "median"),
        formula="|V10|^2 / (cp (T_land - T_water))",
        references=("biggs1962",),
        extra_outputs=("land_minus_water_k",),
        nan_means_not_applicable=True,
        reading=Reading(halo=7),
    ),
)
