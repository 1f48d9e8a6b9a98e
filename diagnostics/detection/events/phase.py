"""Whether precipitation falls as rain, as snow, or through a warm layer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
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
Mask = NDArray[np.bool_]

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
        ``sf`` (snowfall of the data), ``types`` (the model's types of precipitation),
        ``wet_bulb``, ``temperature`` or ``unknown``.
    """

    total: Series
    rain: Series | None
    snow: Series | None
    mixed_mass: float
    all_mass: float
    source: str


def divide(case: Case, total: Series) -> Phases:
    """Divide precipitation into rain and snow, for each cell and interval by itself.

    Notes
    -----
    The snowfall of the data decides where there is one. Then the types that the model gives at
    both ends of an interval, where they agree; where they differ, or there are none, the wet-bulb
    temperature at its end.
    """
    weights = case.grid.weights * case.inside
    mass = float(np.nansum(total.values * weights))
    snowfall = _snowfall(case, total)
    if snowfall is not None:
        rain = np.clip(total.values - snowfall, 0.0, None)
        return Phases(total, _like(total, rain), _like(total, snowfall), 0.0, mass, "sf")
    types = interval_types(case, total)
    data = _surface(case, total)
    if data is None and types is None:
        case.warn("phase_unknown")
        return Phases(total, None, None, 0.0, mass, "unknown")
    fraction = np.full(total.values.shape, np.nan)
    freezing = np.zeros(total.values.shape, dtype=bool)
    source, melting, wanted = "types", None, []
    if data is not None:
        rows = {to_datetime(time): row for row, time in enumerate(data["time"].values)}
        wanted = [position for position, time in enumerate(total.times) if time in rows]
        data = data.isel(time=[rows[total.times[position]] for position in wanted])
        fraction[wanted], source = _fractions(case, data, total.values[wanted])
        melting = _melting_layer(case, data)
        if melting is not None:
            freezing[wanted] = melting >= AMBIGUOUS_AREA
    if types is not None:
        snows, freezes, known = types
        fraction = np.where(known, snows, fraction)
        freezing = np.where(known, freezes, freezing)
        wet = np.nan_to_num(total.values) > 0
        if wet.any() and known[wet].mean() >= 0.5:
            source = "types"
    if not np.isfinite(fraction).any():
        case.warn("phase_unknown")
        return Phases(total, None, None, 0.0, mass, "unknown")
    if np.isnan(fraction[np.nan_to_num(total.values) > 0]).any():
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


def interval_types(case: Case, total: Series) -> tuple[Array, Mask, Mask] | None:
    """Return what the model says falls in each interval.

    Parameters
    ----------
    case : Case
    total : Series
        Amounts per interval.

    Returns
    -------
    snow : array, shape (time, y, x)
        1 where snow falls alone, else 0.
    freezing : array of bool, shape (time, y, x)
        Freezing rain or ice pellets.
    known : array of bool, shape (time, y, x)
        One kind falls at the ends of the interval that are in the data. None in place of all
        three where the data have no types.
    """
    start = total.times[0] - timedelta(hours=total.interval_hours or 0.0)
    kinds = _instant_kinds(case, start, total.times[-1])
    if kinds is None:
        return None
    times, values = kinds
    index = {time: row for row, time in enumerate(times)}
    shape = total.values.shape
    snow, freezing = np.zeros(shape), np.zeros(shape, dtype=bool)
    known = np.zeros(shape, dtype=bool)
    for row, end in enumerate(total.times):
        begin = end - timedelta(hours=total.interval_hours or 0.0)
        ends = [values[index[time]] for time in (begin, end) if time in index]
        if not ends:
            continue
        # An end at which nothing falls says nothing; two ends must not differ.
        kind = np.maximum(ends[0], ends[-1])
        agreed = (np.minimum(ends[0], ends[-1]) == kind) | (np.minimum(ends[0], ends[-1]) == 0)
        known[row] = agreed & (kind > 0)
        snow[row] = kind == _SNOW
        freezing[row] = (kind == _FREEZING) & known[row]
    return snow, freezing, known


_RAIN, _FREEZING, _SNOW, _MIXED = 1, 2, 3, 4
_FLAGS = {"crain": _RAIN, "cfrzr": _FREEZING, "cicep": _FREEZING, "csnow": _SNOW}
_CODES = {1: _RAIN, 3: _FREEZING, 5: _SNOW, 6: _SNOW, 7: _MIXED, 8: _FREEZING, 12: _FREEZING}
"""Of WMO code table 4.201; wet snow (6) is snow, rain and snow mixed (7) is left open."""


def _instant_kinds(
    case: Case, start: datetime, end: datetime
) -> tuple[list[datetime], NDArray[np.int64]] | None:
    """Return the kind of precipitation at each time: 0 where nothing or several kinds fall."""
    if case.has("ptype"):
        data = case.load("ptype", start=start, end=end)
        if data is None:
            return None
        codes = np.nan_to_num(np.asarray(data["ptype"].values, dtype=np.float64)).round()
        kinds = np.zeros(codes.shape, dtype=np.int64)
        for code, kind in _CODES.items():
            kinds[codes == code] = kind
    else:
        names = [name for name in _FLAGS if case.has(name)]
        if not {"crain", "csnow"} <= set(names):
            return None
        data = case.load(*names, start=start, end=end)
        if data is None:
            return None
        flags = {name: np.nan_to_num(data[name].values) >= 0.5 for name in names}
        count = np.sum(list(flags.values()), axis=0)
        kinds = np.zeros(count.shape, dtype=np.int64)
        for name, flag in flags.items():
            kinds[flag & (count == 1)] = _FLAGS[name]
        kinds[count > 1] = _MIXED
    kinds[kinds == _MIXED] = 0
    return [to_datetime(time) for time in data["time"].values], kinds


def snow_share_of_region(case: Case, phases: Phases) -> float | None:
    """Part of the region's precipitation that is snow; None where the phase is not known."""
    if phases.snow is None or phases.rain is None:
        return None
    weights = case.grid.weights * case.inside
    snow = float(np.nansum(phases.snow.values * weights))
    rain = float(np.nansum(phases.rain.values * weights))
    return round(snow / (snow + rain), 4) if snow + rain > 0 else None


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
    """Read what the phase is decided by; None without the 2-m temperature."""
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
    """Snow fraction at each time and cell, and what it is decided by.

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
