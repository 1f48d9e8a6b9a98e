"""Whether precipitation falls as rain, as snow, or through a warm layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.detection.events.case import Case, Series, to_datetime
from diagnostics.physics.columns import surface_pressure_from_orography
from diagnostics.physics.melting import melting_energy
from diagnostics.physics.snow import snow_fraction
from diagnostics.physics.thermodynamics import (
    dewpoint,
    wet_bulb_temperature_from_dewpoint,
)

if TYPE_CHECKING:
    import xarray

Array = NDArray[np.float64]

SURELY_RAIN = 15.0
"""At this temperature, degC, the wet bulb cannot be near freezing while precipitation falls."""
AMBIGUOUS_AREA, LIQUID_AREA = 5.6, 13.2
"""Positive area of the warm layer, J kg-1, from which snow melts in part, and whole."""
SEA_LEVEL_PRESSURE = 101325.0


@dataclass(frozen=True, eq=False)
class Phases:
    """Precipitation divided by phase.

    Attributes
    ----------
    total, rain, snow : Series
        kg m-2 per interval. What falls through a warm layer onto frozen ground (freezing rain or
        sleet) is in none of them.
    mixed_mass, all_mass : float
        Area-weighted sums of the freezing part and of everything.
    source : str
        ``sf`` (snowfall of the data), ``wet_bulb``, ``temperature`` or ``unknown``.
    """

    total: Series
    rain: Series | None
    snow: Series | None
    mixed_mass: float
    all_mass: float
    source: str


def divide(case: Case, total: Series) -> Phases:
    """Divide precipitation into rain and snow over the times of `total`."""
    weights = case.grid.weights * case.inside
    mass = float(np.nansum(total.values * weights))
    snowfall = _snowfall(case, total)
    if snowfall is not None:
        rain = np.clip(total.values - snowfall, 0.0, None)
        return Phases(total, _like(total, rain), _like(total, snowfall), 0.0, mass, "sf")
    data = _surface(case, total)
    if data is None:
        case.warn("phase_unknown")
        return Phases(total, None, None, 0.0, mass, "unknown")
    rows = {to_datetime(time): row for row, time in enumerate(data["time"].values)}
    wanted = [position for position, time in enumerate(total.times) if time in rows]
    data = data.isel(time=[rows[total.times[position]] for position in wanted])
    fraction = np.full(total.values.shape, np.nan)
    fraction[wanted], source = _fractions(case, data, total.values[wanted])
    freezing = np.zeros(total.values.shape, dtype=bool)
    melting = _melting_layer(case, data)
    if melting is not None:
        freezing[wanted] = melting >= AMBIGUOUS_AREA
    if not np.isfinite(fraction).any():
        case.warn("phase_unknown")
        return Phases(total, None, None, 0.0, mass, "unknown")
    if np.isnan(fraction).any():
        # Steps without a temperature count as rain, and are flagged.
        case.warn("phase_unknown")
        fraction = np.nan_to_num(fraction)
    if freezing.any():
        case.warn("freezing_or_sleet")
        for flag in _grades(melting, total.values[wanted]):
            case.warn(flag)
    kept = np.where(freezing, 0.0, total.values)
    mixed = float(np.nansum(np.where(freezing, total.values, 0.0) * weights))
    return Phases(
        total=_like(total, kept),
        rain=_like(total, kept * (1.0 - fraction)),
        snow=_like(total, kept * fraction),
        mixed_mass=mixed,
        all_mass=mass,
        source=source,
    )


def _like(series: Series, values: Array) -> Series:
    return Series(values, series.times, series.interval_hours)


def _snowfall(case: Case, total: Series) -> Array | None:
    """Snowfall of the data at the times of the precipitation, where its intervals fit."""
    if not case.has("sf"):
        return None
    found = case.series("sf", start=total.times[0], end=total.times[-1])
    if found is None or found.interval_hours != total.interval_hours:
        return None
    index = {time: position for position, time in enumerate(found.times)}
    if not all(time in index for time in total.times):
        return None
    return np.asarray(found.values[[index[time] for time in total.times]], dtype=np.float64)


def _surface(case: Case, total: Series) -> xarray.Dataset | None:
    """Read what the phase is told from; None without the 2-m temperature."""
    if not case.has("t2m"):
        return None
    names = [name for name in ("t2m", "d2m", "sp", "t", "q") if case.has(name)]
    if "d2m" in names and "q" in names:
        names.remove("q")
    return case.load(*names, start=total.times[0], end=total.times[-1])


def _pressure(case: Case, data: xarray.Dataset) -> Array:
    """Surface pressure of the data, of the orography, or of the sea level."""
    temperature = np.asarray(data["t2m"].values, dtype=np.float64)
    if "sp" in data:
        return np.asarray(data["sp"].values, dtype=np.float64)
    if case.has("orog"):
        height = case.load("orog")
        if height is not None:
            values = np.asarray(height["orog"].values, dtype=np.float64)
            surface = surface_pressure_from_orography(values.reshape(case.grid.shape))
            return np.broadcast_to(surface, temperature.shape)
    return np.full(temperature.shape, SEA_LEVEL_PRESSURE)


def _fractions(case: Case, data: xarray.Dataset, amounts: Array) -> tuple[Array, str]:
    """Snow fraction at each time and cell, and what it is told from.

    Where nothing falls it does not matter. At or below 0 degC everything is snow, because the wet
    bulb is never the warmer; above 15 degC everything is rain, whatever the humidity.
    """
    temperature = np.asarray(data["t2m"].values, dtype=np.float64)
    if "d2m" not in data and "q" not in data:
        # Air in which rain or snow falls is close to saturation.
        case.warn("wet_bulb_from_temperature")
        return snow_fraction(temperature), "temperature"
    pressure = _pressure(case, data)
    fraction = snow_fraction(temperature)
    celsius = temperature - ZERO_CELSIUS
    open_case = (amounts > 0) & (celsius > 0) & (celsius < SURELY_RAIN)
    if "d2m" in data:
        moisture = np.asarray(data["d2m"].values, dtype=np.float64)[open_case]
    else:
        case.warn("wet_bulb_from_lowest_level")
        moisture = dewpoint(pressure[open_case], _lowest(data, pressure)[open_case])
    wet_bulb = wet_bulb_temperature_from_dewpoint(
        pressure[open_case], temperature[open_case], np.minimum(moisture, temperature[open_case])
    )
    fraction[open_case] = snow_fraction(np.asarray(wet_bulb, dtype=np.float64))
    return fraction, "wet_bulb"


def _lowest(data: xarray.Dataset, pressure: Array) -> Array:
    """Specific humidity of the lowest level above ground."""
    humidity = np.asarray(data["q"].values, dtype=np.float64)
    levels = np.asarray(data["level"].values, dtype=np.float64) * 100.0
    result = np.full(pressure.shape, np.nan)
    for position, level in enumerate(levels):
        above = (level <= pressure) & np.isfinite(humidity[:, position])
        result = np.where(above, humidity[:, position], result)
    return result


def _grades(area: Array | None, amounts: Array) -> list[str]:
    """Name what falls through warm layers, where it falls: ambiguous, or liquid aloft."""
    if area is None:
        return []
    wet = np.nan_to_num(amounts) > 0
    flags = []
    if (wet & (area >= LIQUID_AREA)).any():
        flags.append("freezing_rain")
    if (wet & (area >= AMBIGUOUS_AREA) & (area < LIQUID_AREA)).any():
        flags.append("freezing_or_sleet_ambiguous")
    return flags


def _melting_layer(case: Case, data: xarray.Dataset) -> Array | None:
    """Positive area, J kg-1, of warm layers over frozen ground; None without levels."""
    if "t" not in data or data.sizes.get("level", 0) < 3:
        return None
    return melting_energy(
        data["t"].values,
        100.0 * data["level"].values.astype(np.float64),
        _pressure(case, data),
        data["t2m"].values,
    )
