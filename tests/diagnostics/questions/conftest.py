"""Numbers straight from the files, with xarray, eccodes and numpy only.

Nothing here uses the readers, operators or regions of the product: what it says of a case is an
independent second opinion.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray

G = 9.80665
EARTH_RADIUS = 6371008.7714


@dataclass(frozen=True)
class Raw:
    """One quantity of one file: times, ascending axes in degrees, values (time, y, x)."""

    times: np.ndarray
    latitude: np.ndarray
    longitude: np.ndarray
    values: np.ndarray


def _ordered(times: Any, latitude: Any, longitude: Any, values: Any) -> Raw:
    latitude, longitude = np.asarray(latitude, float), np.asarray(longitude, float)
    longitude = np.round((longitude + 180.0) % 360.0 - 180.0, 5)
    rows, columns = np.argsort(latitude), np.argsort(longitude)
    values = np.asarray(values, float)[:, rows][:, :, columns]
    return Raw(np.asarray(times, "datetime64[s]"), latitude[rows], longitude[columns], values)


# -- NetCDF ----------------------------------------------------------------------------------

_START_1996 = np.datetime64("1996-01-05T00", "s")


def _storm_1996(folder: Path, name: str) -> Raw:
    file, variable = {
        "p": ("Pstorm.cdf", "p"),
        "t": ("Tstorm.cdf", "t"),
        "u": ("Ustorm.cdf", "u"),
        "v": ("Vstorm.cdf", "v"),
        "u500": ("U500storm.cdf", "u"),
        "v500": ("V500storm.cdf", "v"),
    }[name]
    with xarray.open_dataset(folder / file, decode_times=False) as data:
        values = data[variable].values.astype(float)
        times = _START_1996 + data["timestep"].values.astype(int) * np.timedelta64(3600, "s")
        values[values < -9000] = np.nan
        return _ordered(times, data["lat"], data["lon"], values)


def _netcdf(path: Path, name: str, level: float | None = None) -> Raw:
    """Read one variable whose dims are some order of time, level, y and x."""
    with xarray.open_dataset(path, decode_timedelta=False) as data:
        field = data[name]
        vertical = [d for d in field.dims if d.startswith(("level", "isobaric", "lv_", "height"))]
        if vertical:
            axis = data[vertical[0]].values.astype(float)
            wanted = axis[0] if level is None else level * (100.0 if axis.max() > 2000 else 1.0)
            field = field.isel({vertical[0]: int(np.argmin(np.abs(axis - wanted)))})
        y = next(d for d in field.dims if d.startswith("lat"))
        x = next(d for d in field.dims if d.startswith("lon"))
        clock = [d for d in field.dims if d not in (y, x)]
        field = field.transpose(*clock, y, x)
        if clock:
            times = data[clock[0]].values
            values = field.values
        else:
            times = np.atleast_1d(data["time"].values)
            values = field.values[None]
        return _ordered(times, data[y], data[x], values)


# -- GRIB ------------------------------------------------------------------------------------


def _grib(path: Path, names: tuple[str, ...], level: float | None = None) -> Raw:
    """Read the messages of one parameter, by short name and level, in order of valid time."""
    import eccodes

    found: dict[np.datetime64, np.ndarray] = {}
    axes = None
    with path.open("rb") as stream:
        eccodes.codes_grib_multi_support_on()
        while (message := eccodes.codes_grib_new_from_file(stream)) is not None:
            try:
                if eccodes.codes_get(message, "shortName") not in names:
                    continue
                if level is not None and (
                    "isobaric" not in eccodes.codes_get(message, "typeOfLevel")
                    or eccodes.codes_get(message, "level") != level
                ):
                    continue
                date = eccodes.codes_get(message, "validityDate")
                clock = eccodes.codes_get(message, "validityTime")
                text = f"{date:08d}"
                moment = np.datetime64(
                    f"{text[:4]}-{text[4:6]}-{text[6:]}T{clock // 100:02d}:{clock % 100:02d}", "s"
                )
                ny, nx = eccodes.codes_get(message, "Nj"), eccodes.codes_get(message, "Ni")
                values = eccodes.codes_get_values(message).reshape(ny, nx)
                if moment in found:
                    continue
                missing = eccodes.codes_get(message, "missingValue")
                found[moment] = np.where(values == missing, np.nan, values)
                if axes is None:
                    latitudes = eccodes.codes_get_array(message, "latitudes").reshape(ny, nx)
                    longitudes = eccodes.codes_get_array(message, "longitudes").reshape(ny, nx)
                    axes = latitudes[:, 0], longitudes[0]
            finally:
                eccodes.codes_release(message)
        eccodes.codes_grib_multi_support_off()
    assert axes is not None, f"{path.name} has no {names}"
    times = sorted(found)
    return _ordered(times, *axes, np.stack([found[moment] for moment in times]))


# -- quantities in the units in which people speak -------------------------------------------


def _both(first: Raw, second: Raw, how: Callable[[Any, Any], Any]) -> Raw:
    shared = np.intersect1d(first.times, second.times)
    return Raw(
        shared,
        first.latitude,
        first.longitude,
        how(
            first.values[np.isin(first.times, shared)],
            second.values[np.isin(second.times, shared)],
        ),
    )


def _map(raw: Raw, how: Callable[[np.ndarray], np.ndarray]) -> Raw:
    return Raw(raw.times, raw.latitude, raw.longitude, how(raw.values))


def _advection(temperature: Raw, eastward: Raw, northward: Raw) -> Raw:
    """Minus wind times the temperature gradient, K/day, on a latitude-longitude grid."""
    latitude = np.radians(temperature.latitude)
    longitude = np.radians(temperature.longitude)
    per_y = np.gradient(temperature.values, latitude, axis=1) / EARTH_RADIUS
    per_x = np.gradient(temperature.values, longitude, axis=2) / (
        EARTH_RADIUS * np.cos(latitude)[None, :, None]
    )
    change = -(eastward.values * per_x + northward.values * per_y) * 86400.0
    return Raw(temperature.times, temperature.latitude, temperature.longitude, change)


class RawCase:
    """One real case by its folder or file below the data root."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[tuple[str, float | None], Raw] = {}

    def _field(self, name: str, level: float | None) -> Raw:
        path = self.path
        folder = path if path.is_dir() else path.parent
        if folder.name.startswith("S01"):
            known = {"msl": "p", "t2m": "t", "u10": "u", "v10": "v", "u": "u500", "v": "v500"}
            return _storm_1996(folder, known[name])
        if folder.name.startswith("S03"):
            known = {
                "msl": "Pressure_reduced_to_MSL_msl",
                "t2m": "Temperature_height_above_ground",
                "u10": "u-component_of_wind_height_above_ground",
                "v10": "v-component_of_wind_height_above_ground",
                "u": "u-component_of_wind_isobaric",
                "v": "v-component_of_wind_isobaric",
                "t": "Temperature_isobaric",
                "gh": "Geopotential_height_isobaric",
                "rh": "Relative_humidity_isobaric",
            }
            return _netcdf(folder / "GFS_test.nc", known[name], level)
        if folder.name.startswith("S05"):
            aloft = name in ("u", "v", "t", "r")
            file = "pressure_levels.nc" if aloft else "single_level.nc"
            return _netcdf(folder / file, name, level)
        if folder.name.startswith("S13"):
            known = {
                "u": "U_GRD_2_ISBL",
                "v": "V_GRD_2_ISBL",
                "t": "TMP_2_ISBL",
                "gh": "HGT_2_ISBL",
                "w": "V_VEL_2_ISBL",
            }
            return _netcdf(folder / "Catarina_NCEP-R2.nc", known[name], level)
        if folder.name.startswith("S20"):
            known = {
                "u": "u_component_of_wind",
                "v": "v_component_of_wind",
                "t": "temperature",
                "z": "geopotential",
                "q": "specific_humidity",
            }
            return _netcdf(next(folder.glob("*.nc")), known[name], level)
        file = path if path.is_file() else next(iter(sorted(folder.glob("*.*"))))
        if file.suffix == ".nc":
            return _netcdf(file, name, level)
        spellings = {
            "msl": ("prmsl", "msl"),
            "t2m": ("2t",),
            "u10": ("10u",),
            "v10": ("10v",),
            "tmax": ("tmax", "mx2t6", "mx2t"),
            "gust": ("gust", "10fg6", "10fg"),
        }.get(name, (name,))
        return _grib(file, spellings, level)

    def quantity(self, name: str, level: float | None = None) -> Raw:
        """Return a quantity in the unit in which it is spoken of; files are read once."""
        if (name, level) not in self._known:
            self._known[name, level] = self._quantity(name, level)
        return self._known[name, level]

    def _quantity(self, name: str, level: float | None) -> Raw:
        celsius: Callable[[np.ndarray], np.ndarray] = lambda k: k - 273.15  # noqa: E731
        match name:
            case "msl":
                return _map(self._field("msl", None), lambda pa: pa / 100.0)
            case "t2m" | "d2m" | "tmax":
                return _map(self._field(name, None), celsius)
            case "wind10":
                return _both(self._field("u10", None), self._field("v10", None), np.hypot)
            case "gust" | "max_wind_gust":
                return self._field(name, None)
            case "wind":
                return _both(self._field("u", level), self._field("v", level), np.hypot)
            case "u" | "v" | "w" | "gh" | "r" | "rh":
                return self._field(name, level)
            case "t":
                return _map(self._field("t", level), celsius)
            case "height":
                return _map(self._field("z", level), lambda phi: phi / G)
            case "q":
                return _map(self._field("q", level), lambda q: 1000.0 * q)
            case "rain_total":
                rain = _map(self._field("tp", None), lambda metres: 1000.0 * metres)
                total = np.nansum(rain.values, axis=0)[None]
                return Raw(rain.times[-1:], rain.latitude, rain.longitude, total)
            case "rain_24h":
                rain = self._field("tp", None)
                sums = np.cumsum(1000.0 * rain.values, axis=0)
                sums[24:] = sums[24:] - sums[:-24]
                return Raw(rain.times[23:], rain.latitude, rain.longitude, sums[23:])
            case "rain_1h":
                return _map(self._field("tp", None), lambda metres: 1000.0 * metres)
            case "advection":
                fields = (self._field(item, level) for item in ("t", "u", "v"))
                return _advection(*fields)
        raise KeyError(name)


def measure(raw: Raw, proof: dict[str, Any]) -> tuple[float, float, float, np.datetime64]:
    """Return value, latitude, longitude and time of a statistic over a box and a period."""
    box = proof.get("box")
    rows = np.ones(raw.latitude.size, bool)
    columns = np.ones(raw.longitude.size, bool)
    times = np.ones(raw.times.size, bool)
    values = raw.values
    if box is not None:
        west, south, east, north = box
        rows = (raw.latitude >= south - 1e-4) & (raw.latitude <= north + 1e-4)
        columns = np.mod(raw.longitude - west + 1e-4, 360.0) <= (east - west) % 360.0 + 2e-4
        if east - west >= 360.0:
            columns[:] = True
    if "point" in proof:
        latitude, longitude = proof["point"]
        nearest = (
            np.argmin(np.abs(raw.latitude - latitude)),
            np.argmin(np.abs((raw.longitude - longitude + 180.0) % 360.0 - 180.0)),
        )
        rows = np.arange(raw.latitude.size) == nearest[0]
        columns = np.arange(raw.longitude.size) == nearest[1]
    if "time" in proof:
        wanted = np.datetime64(proof["time"].removesuffix("Z"), "s")
        times = raw.times == wanted
    elif "window" in proof:
        start, end = (np.datetime64(item.removesuffix("Z"), "s") for item in proof["window"])
        times = (raw.times >= start) & (raw.times <= end)
    assert times.any(), f"no time {proof.get('time') or proof.get('window')}"
    part = values[np.ix_(times, rows, columns)]
    stat = proof.get("stat", "max")
    latitude, longitude = raw.latitude[rows], raw.longitude[columns]
    moments = raw.times[times]
    if stat in ("max", "min"):
        flat = np.nanargmax(part) if stat == "max" else np.nanargmin(part)
        k, j, i = np.unravel_index(flat, part.shape)
        return float(part[k, j, i]), float(latitude[j]), float(longitude[i]), moments[k]
    if stat == "mean":
        weights = np.broadcast_to(np.cos(np.radians(latitude))[:, None], part.shape[1:])
        known = np.isfinite(part)
        means = [
            float(np.average(layer[good], weights=weights[good]))
            for layer, good in zip(part, known, strict=True)
        ]
        return float(np.mean(means)), math.nan, math.nan, moments[0]
    if stat in ("change", "change_min"):
        reduce = np.nanmax if stat == "change" else np.nanmin
        return float(reduce(part[-1]) - reduce(part[0])), math.nan, math.nan, moments[-1]
    raise KeyError(stat)


@pytest.fixture(scope="session")
def raw_case(real_data: Callable[[str], Path]) -> Callable[[str], RawCase]:
    """Return a function from a case's name to its numbers; files are read once per quantity."""
    cases: dict[str, RawCase] = {}

    def find(name: str) -> RawCase:
        if name not in cases:
            cases[name] = RawCase(real_data(name))
        return cases[name]

    return find


@pytest.fixture(scope="session")
def measure_raw() -> Callable[[Raw, dict[str, Any]], float]:
    """Return a function to the value of a statistic over a box and a period."""
    return lambda raw, proof: measure(raw, proof)[0]
