"""Where a parcel starts: at the surface, mixed over the lowest layer, or most unstable.

Columns are flat here: pressure levels run from the ground upwards, fields are (level, column).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import EPSILON, KAPPA, REFERENCE_PRESSURE
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.physics.saturation import (
    FloatArray,
    dewpoint_from_vapor_pressure,
    saturation_mixing_ratio,
)
from diagnostics.physics.thermodynamics import (
    equivalent_potential_temperature_from_dewpoint,
    potential_temperature,
)

ParcelName = Literal["MU", "SB", "ML"]

MIXED_LAYER_DEPTH: Final = 10000.0
"""Pa, of the mixed-layer parcel."""
UNSTABLE_LAYER_DEPTH: Final = 30000.0
"""Pa, searched for the most unstable parcel."""


class Parcel(StrEnum):
    """Which parcel is lifted."""

    MOST_UNSTABLE = "MU"
    SURFACE = "SB"
    MIXED_LAYER = "ML"


def parcel_of(name: str) -> Parcel:
    """Return the parcel of a name.

    Raises
    ------
    ArgumentError
        For another name (``unknown_parcel``).
    """
    try:
        return Parcel(name)
    except ValueError:
        raise ArgumentError(
            Message(id="physicserror-unknown_parcel", params={"name": f"{name!r}"}),
            code="unknown_parcel",
            data={"parcel": str(name), "available": [each.value for each in Parcel]},
        ) from None


class Columns(NamedTuple):
    """Soundings on shared pressure levels.

    Attributes
    ----------
    levels : ndarray, (level,)
        Pa, from the ground upwards.
    temperature, dewpoint : ndarray, (level, column)
        K.
    """

    levels: FloatArray
    temperature: FloatArray
    dewpoint: FloatArray


class ParcelStart(NamedTuple):
    """State of the parcels before they are lifted, one per column.

    Attributes
    ----------
    pressure, temperature, dewpoint : ndarray, (column,)
        Pa and K.
    first : ndarray of int, (column,)
        Index of the first level of the sounding above the start.
    """

    pressure: FloatArray
    temperature: FloatArray
    dewpoint: FloatArray
    first: NDArray[np.intp]


def surface_start(
    columns: Columns,
    surface_pressure: FloatArray | None,
    surface_temperature: FloatArray | None,
    surface_dewpoint: FloatArray | None,
) -> ParcelStart:
    """Return the lowest point above ground: the surface values where given, or the lowest level.

    Parameters
    ----------
    columns : Columns
        The soundings.
    surface_pressure : ndarray, (column,), optional
        Pa; levels with ``p > sp`` are dropped.
    surface_temperature, surface_dewpoint : ndarray, (column,), optional
        At 2 m, K; they stand at the surface pressure, below all levels.
    """
    levels = columns.levels
    count = columns.temperature.shape[1]
    if surface_pressure is None:
        first = np.zeros(count, dtype=np.intp)
    elif surface_temperature is not None and surface_dewpoint is not None:
        first = np.searchsorted(-levels, -surface_pressure, side="right").astype(np.intp)
        return ParcelStart(surface_pressure, surface_temperature, surface_dewpoint, first)
    else:
        first = np.searchsorted(-levels, -surface_pressure, side="left").astype(np.intp)
    return _at_level(columns, first, surface_pressure)


def _at_level(
    columns: Columns, index: NDArray[np.intp], surface_pressure: FloatArray | None
) -> ParcelStart:
    exists = index < columns.levels.size
    if surface_pressure is not None:
        exists = exists & ~np.isnan(surface_pressure)
    inside = np.minimum(index, columns.levels.size - 1)
    column = np.arange(index.size)
    return ParcelStart(
        np.where(exists, columns.levels[inside], np.nan),
        np.where(exists, columns.temperature[inside, column], np.nan),
        np.where(exists, columns.dewpoint[inside, column], np.nan),
        index + 1,
    )


def most_unstable_start(columns: Columns, base: ParcelStart) -> ParcelStart:
    """Return the point with the highest equivalent potential temperature near the ground.

    Notes
    -----
    As in MetPy 1.7.1 the layer searched ends at the level nearest to 300 hPa above the lowest
    point, and the lower of two equal maxima wins.
    """
    levels = columns.levels
    target = base.pressure - UNSTABLE_LAYER_DEPTH
    nearest = base.pressure.copy()
    distance = np.abs(nearest - target)
    for k, pressure in enumerate(levels):
        closer = (k >= base.first) & (np.abs(pressure - target) < distance)
        nearest = np.where(closer, pressure, nearest)
        distance = np.where(closer, np.abs(pressure - target), distance)
    best = equivalent_potential_temperature_from_dewpoint(
        base.pressure, base.temperature, base.dewpoint
    )
    chosen = np.full(best.size, -1, dtype=np.intp)
    for k, pressure in enumerate(levels):
        candidate = (k >= base.first) & (pressure >= nearest * (1.0 - 1e-5))
        if not candidate.any():
            continue
        theta_e = equivalent_potential_temperature_from_dewpoint(
            pressure, columns.temperature[k], columns.dewpoint[k]
        )
        better = candidate & (theta_e > best)
        best = np.where(better, theta_e, best)
        chosen = np.where(better, k, chosen)
    at_level = _at_level(columns, np.maximum(chosen, 0), None)
    from_base = chosen < 0
    pressure, temperature, dewpoint = (
        np.where(from_base, low, high) for low, high in zip(base[:3], at_level[:3], strict=True)
    )
    return ParcelStart(pressure, temperature, dewpoint, np.where(from_base, base.first, chosen + 1))


def mixed_layer_start(columns: Columns, base: ParcelStart) -> ParcelStart:
    """Return the mean of the lowest 100 hPa, placed at the lowest point's pressure.

    Notes
    -----
    Potential temperature and mixing ratio are averaged over pressure; at the layer's top they are
    linear in ln p. The sounding above the parcel continues above the layer. NaN where the levels
    end within the layer.
    """
    top = base.pressure - MIXED_LAYER_DEPTH
    below = base.pressure
    theta = potential_temperature(base.pressure, base.temperature)
    ratio = saturation_mixing_ratio(base.pressure, base.dewpoint)
    heat, water = np.zeros_like(theta), np.zeros_like(theta)
    done = np.isnan(top)
    first = np.full(base.first.shape, columns.levels.size, dtype=np.intp)
    for k, pressure in enumerate(columns.levels):
        use = (k >= base.first) & ~done
        if not use.any():
            continue
        new_theta = potential_temperature(pressure, columns.temperature[k])
        new_ratio = saturation_mixing_ratio(pressure, columns.dewpoint[k])
        end = np.maximum(pressure, top)
        weight = np.log(end / below) / np.log(pressure / below)
        end_theta = theta + weight * (new_theta - theta)
        end_ratio = ratio + weight * (new_ratio - ratio)
        heat = np.where(use, heat + 0.5 * (theta + end_theta) * (below - end), heat)
        water = np.where(use, water + 0.5 * (ratio + end_ratio) * (below - end), water)
        below = np.where(use, pressure, below)
        theta = np.where(use, new_theta, theta)
        ratio = np.where(use, new_ratio, ratio)
        first = np.where(use & (pressure < top), k, first)
        done = done | (use & (pressure <= top))
    mean_theta, mean_ratio = heat / MIXED_LAYER_DEPTH, water / MIXED_LAYER_DEPTH
    temperature = mean_theta * (base.pressure / REFERENCE_PRESSURE) ** KAPPA
    vapor = base.pressure * mean_ratio / (EPSILON + mean_ratio)
    # A layer that ends exactly at a level leaves that level to the mixed layer.
    first = np.where(first == columns.levels.size, _first_above(columns.levels, top), first)
    return ParcelStart(
        np.where(done, base.pressure, np.nan),
        temperature,
        dewpoint_from_vapor_pressure(vapor),
        first,
    )


def _first_above(levels: FloatArray, pressure: FloatArray) -> NDArray[np.intp]:
    return np.searchsorted(-levels, -pressure, side="right").astype(np.intp)


def missing_above(columns: Columns, base: ParcelStart) -> NDArray[np.bool_]:
    """Say in which columns a value at the lowest point or at a level above it is missing."""
    missing = np.isnan(base.pressure + base.temperature + base.dewpoint)
    for k in range(columns.levels.size):
        gap = np.isnan(columns.temperature[k] + columns.dewpoint[k])
        missing |= gap & (k >= base.first)
    return missing


# Levels below ground may hold anything; what comes of them is never used.
@np.errstate(invalid="ignore", divide="ignore", over="ignore")
def parcel_start(columns: Columns, base: ParcelStart, parcel: Parcel) -> ParcelStart:
    """Return where `parcel` starts in each column, given the lowest point above ground."""
    if parcel is Parcel.MOST_UNSTABLE:
        return most_unstable_start(columns, base)
    if parcel is Parcel.MIXED_LAYER:
        return mixed_layer_start(columns, base)
    return base
