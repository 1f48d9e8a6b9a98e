"""Whether precipitation falls as rain, as snow, or through a warm layer."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.detection.events.case import Case, Series, to_datetime
from diagnostics.physics.columns import surface_pressure_from_orography
from diagnostics.physics.melting import melting_energy
from diagnostics.physics.snow import snow_fraction_of_interval
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
FLAG_HOURS = 1.0
"""A model's type is of one moment: in an hour a front at 10 m s-1 crosses about one cell, in six
hours or twelve a whole region, so that the type at one end is not that of the interval."""


@dataclass(frozen=True, eq=False)
class Phases:
    """Precipitation divided by phase.

    Attributes
    ----------
    total, rain, snow, mixed : Series
        kg m-2 per interval; the three parts add up to the total. What falls through a warm layer
        onto frozen ground, as freezing rain or sleet, is mixed. None where the phase is unknown.
    mixed_mass, all_mass : float
        Area-weighted sums of the mixed part and of everything.
    source : str
        ``sf`` (snowfall of the data), ``types`` (the model's types of precipitation),
        ``wet_bulb``, ``temperature`` or ``unknown``.
    """

    total: Series
    rain: Series | None
    snow: Series | None
    mixed: Series | None
    mixed_mass: float
    all_mass: float
    source: str


def divide(case: Case, total: Series) -> Phases:
    """Divide precipitation into rain, snow and a mixed part, for each cell and interval.

    Notes
    -----
    The snowfall of the data decides where there is one. Then the model's types, which are of one
    moment, in intervals of at most ``FLAG_HOURS`` at whose ends they do not differ. Else the
    wet-bulb temperature at 2 m at all times within the interval and at its ends, as in
    :func:`~diagnostics.physics.snow.snow_fraction_of_interval`.
    """
    weights = case.grid.weights * case.inside
    mass = float(np.nansum(total.values * weights))
    snowfall = _snowfall(case, total)
    if snowfall is not None:
        snow = np.minimum(snowfall, total.values)
        return _parts(total, snow, np.zeros(snow.shape), (0.0, mass), "sf")
    snow_share = np.full(total.values.shape, np.nan)
    mixed_share = np.zeros(total.values.shape)
    surface = surface_air(case, total)
    source = "unknown" if surface is None else surface.source
    if surface is not None:
        for row, end in enumerate(total.times):
            begin = end - timedelta(hours=total.interval_hours or 0.0)
            snow_share[row], mixed_share[row] = surface.shares(case, begin, end)
    types = interval_types(case, total)
    wet = np.nan_to_num(total.values) > 0
    if types is not None:
        snows, freezes, known = types
        snow_share = np.where(known, snows, snow_share)
        mixed_share = np.where(known, freezes, mixed_share)
        if wet.any() and known[wet].mean() >= 0.5:
            source = "types"
    if not np.isfinite(snow_share).any():
        case.warn("phase_unknown")
        return Phases(total, None, None, None, 0.0, mass, "unknown")
    if np.isnan(snow_share[wet]).any():
        # Intervals without a temperature count as rain, and are flagged.
        case.warn("phase_unknown")
    if (mixed_share[wet] > 0).any():
        case.warn("freezing_or_sleet")
        for flag in surface.flags(case, total) if surface is not None else ():
            case.warn(flag)
    mixed = total.values * mixed_share
    masses = (float(np.nansum(mixed * weights)), mass)
    return _parts(total, total.values * np.nan_to_num(snow_share), mixed, masses, source)


def _parts(
    total: Series, snow: Array, mixed: Array, masses: tuple[float, float], source: str
) -> Phases:
    rain = np.clip(total.values - snow - mixed, 0.0, None)
    return Phases(
        total, _like(total, rain), _like(total, snow), _like(total, mixed), *masses, source
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
        three where the data have no types, or the intervals are longer than ``FLAG_HOURS``.
    """
    hours = total.interval_hours
    if hours is None or hours > FLAG_HOURS:
        return None
    start = total.times[0] - timedelta(hours=hours)
    kinds = _instant_kinds(case, start, total.times[-1])
    if kinds is None:
        return None
    times, values = kinds
    index = {time: row for row, time in enumerate(times)}
    shape = total.values.shape
    snow, freezing = np.zeros(shape), np.zeros(shape, dtype=bool)
    known = np.zeros(shape, dtype=bool)
    for row, end in enumerate(total.times):
        begin = end - timedelta(hours=hours)
        ends = [values[index[time]] for time in (begin, end) if time in index]
        if not ends:
            continue
        # An end at which nothing falls says nothing; two ends must not differ.
        kind = np.maximum(ends[0], ends[-1])
        agreed = (np.minimum(ends[0], ends[-1]) == kind) | (np.minimum(ends[0], ends[-1]) == 0)
        known[row] = agreed & (kind > 0) & (kind < _MIXED)
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
    """Return the kind of precipitation at each time: 0 where nothing falls."""
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
    """Snowfall of the data in the intervals of the precipitation, where its own fill them."""
    if not case.has("sf") or total.interval_hours is None:
        return None
    length = timedelta(hours=total.interval_hours)
    found = case.series("sf", start=total.times[0] - length, end=total.times[-1])
    if found is None or not found.interval_hours:
        return None
    pieces = total.interval_hours / found.interval_hours
    if pieces < 1 or pieces % 1:
        return None
    index = {time: position for position, time in enumerate(found.times)}
    steps = [timedelta(hours=found.interval_hours * back) for back in range(int(pieces))]
    rows = [[index.get(time - step) for step in steps] for time in total.times]
    if any(None in parts for parts in rows):
        return None
    pieces_of_each = np.asarray(found.values, dtype=np.float64)[np.array(rows, dtype=np.intp)]
    return np.asarray(pieces_of_each.sum(axis=1))


@dataclass(frozen=True, eq=False)
class SurfaceAir:
    """The air at 2 m, and the warm layers above frozen ground, at each time.

    Attributes
    ----------
    times : list of datetime
    wet_bulb : array, shape (time, y, x)
        K.
    melting : array, shape (time, y, x), or None
        Positive area of warm layers, J kg-1; None without levels.
    source : str
        ``wet_bulb`` or ``temperature``.
    """

    times: list[datetime]
    wet_bulb: Array
    melting: Array | None
    source: str

    def shares(self, case: Case, begin: datetime, end: datetime) -> tuple[Array | float, Array]:
        """Shares of an interval's precipitation that fall as snow, and through a warm layer."""
        inside = range(bisect_left(self.times, begin), bisect_right(self.times, end))
        nothing = np.zeros(self.wet_bulb.shape[1:])
        share = snow_fraction_of_interval(self.wet_bulb, self.times, begin, end)
        if share is None:
            return np.nan, nothing
        if len(inside) == 1 and end - begin > timedelta(hours=FLAG_HOURS):
            case.warn("phase_of_one_time")
        if self.melting is None or not inside:
            return share, nothing
        through = np.mean(self.melting[inside.start : inside.stop] >= AMBIGUOUS_AREA, axis=0)
        return np.clip(share - through, 0.0, None), through

    def flags(self, case: Case, total: Series) -> list[str]:
        """Name what falls through warm layers, where it falls: ambiguous, or liquid aloft."""
        if self.melting is None:
            return []
        areas = self.melting[_touched(total, self.times)]
        flags = ["freezing_rain"] if (areas >= LIQUID_AREA).any() else []
        if ((areas >= AMBIGUOUS_AREA) & (areas < LIQUID_AREA)).any():
            flags.append("freezing_or_sleet_ambiguous")
        return flags


def _touched(total: Series, times: list[datetime]) -> Mask:
    """Cells at each time where something falls in an interval that it is in or next to."""
    touched = np.zeros((len(times), *total.values.shape[1:]), dtype=bool)
    length = timedelta(hours=total.interval_hours or 0.0)
    for row, end in enumerate(total.times):
        first = max(0, bisect_right(times, end - length) - 1)
        touched[first : bisect_left(times, end) + 1] |= np.nan_to_num(total.values[row]) > 0
    return touched


def surface_air(case: Case, total: Series) -> SurfaceAir | None:
    """Read the air at 2 m within the intervals; None without its temperature."""
    if not case.has("t2m"):
        return None
    names = [name for name in ("t2m", "d2m", "sp", "t", "q") if case.has(name)]
    if "d2m" in names and "q" in names:
        names.remove("q")
    start = total.times[0] - timedelta(hours=total.interval_hours or 0.0)
    data = case.load(*names, start=start, end=total.times[-1])
    if data is None:
        return None
    known = np.isfinite(data["t2m"].values).any(axis=(-2, -1))
    if not known.any():
        return None
    data = data.isel(time=np.flatnonzero(known))
    times = [to_datetime(time) for time in data["time"].values]
    wet_bulb, source = _wet_bulb(case, data, _touched(total, times))
    return SurfaceAir(times, wet_bulb, _melting_layer(case, data), source)


def ground_pressure(case: Case, data: xarray.Dataset, shape: tuple[int, ...]) -> Array:
    """Surface pressure of the data, of the orography, or of the sea level."""
    if "sp" in data:
        return np.asarray(data["sp"].values, dtype=np.float64)
    if case.has("orog"):
        height = case.load("orog")
        if height is not None:
            values = np.asarray(height["orog"].values, dtype=np.float64)
            surface = surface_pressure_from_orography(values.reshape(case.grid.shape))
            return np.broadcast_to(surface, shape)
    return np.full(shape, SEA_LEVEL_PRESSURE)


def _wet_bulb(case: Case, data: xarray.Dataset, wet: Mask) -> tuple[Array, str]:
    """Wet-bulb temperature at 2 m, K, where it matters, and what it is computed from.

    Where nothing falls, and above 15 degC, where all is rain whatever the humidity, the
    temperature stands for it.
    """
    temperature = np.asarray(data["t2m"].values, dtype=np.float64)
    if "d2m" not in data and "q" not in data:
        # Air in which rain or snow falls is close to saturation.
        case.warn("wet_bulb_from_temperature")
        return temperature, "temperature"
    pressure = ground_pressure(case, data, temperature.shape)
    wanted = wet & (temperature - ZERO_CELSIUS < SURELY_RAIN)
    if "d2m" in data:
        moisture = np.asarray(data["d2m"].values, dtype=np.float64)[wanted]
    else:
        case.warn("wet_bulb_from_lowest_level")
        moisture = dewpoint(pressure[wanted], _lowest(data, pressure)[wanted])
    wet_bulb = temperature.copy()
    wet_bulb[wanted] = wet_bulb_temperature_from_dewpoint(
        pressure[wanted], temperature[wanted], np.minimum(moisture, temperature[wanted])
    )
    return wet_bulb, "wet_bulb"


def _lowest(data: xarray.Dataset, pressure: Array) -> Array:
    """Specific humidity of the lowest level above ground."""
    humidity = np.asarray(data["q"].values, dtype=np.float64)
    levels = np.asarray(data["level"].values, dtype=np.float64) * 100.0
    result = np.full(pressure.shape, np.nan)
    for position, level in enumerate(levels):
        above = (level <= pressure) & np.isfinite(humidity[:, position])
        result = np.where(above, humidity[:, position], result)
    return result


def _melting_layer(case: Case, data: xarray.Dataset) -> Array | None:
    """Positive area, J kg-1, of warm layers over frozen ground; None without levels."""
    if "t" not in data or data.sizes.get("level", 0) < 3:
        return None
    return melting_energy(
        data["t"].values,
        100.0 * data["level"].values.astype(np.float64),
        ground_pressure(case, data, data["t2m"].shape),
        data["t2m"].values,
    )
