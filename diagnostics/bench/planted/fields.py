"""Fields as the second scorer reads them, straight from the files.

Names are those of the canonical fields, units SI; heights are in gpm (`gh`), levels in hPa.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import xarray as xr

Array = npt.NDArray[np.float64]

EARTH_KM = 6371.0
STANDARD_GRAVITY = 9.80665


@dataclass(frozen=True)
class CaseFields:
    """All fields of one case on latitude and longitude.

    Attributes
    ----------
    times : tuple of datetime
        UTC.
    latitude, longitude : ndarray
        Degrees, of rows and columns.
    surface : mapping of ndarray
        (time, y, x).
    upper : mapping of ndarray
        (time, level, y, x).
    levels : mapping of ndarray
        Of each upper field, hPa.
    interval_hours : float
        Over which amounts and extremes of one time are taken.
    """

    times: tuple[datetime, ...]
    latitude: Array
    longitude: Array
    surface: Mapping[str, Array]
    upper: Mapping[str, Array]
    levels: Mapping[str, Array]
    interval_hours: float

    def step(self, time: datetime) -> int:
        """Return the position of a time.

        Raises
        ------
        LookupError
            When the data do not hold it.
        """
        if time not in self.times:
            raise LookupError(f"the data have no {time:%Y-%m-%d %H} UTC")
        return self.times.index(time)

    def plane(self, name: str, step: int, level: float | None = None) -> Array:
        """Return one field at one time, (y, x).

        Raises
        ------
        LookupError
            When the data have no such field or level.
        """
        if level is None:
            if name not in self.surface:
                raise LookupError(f"the data have no {name}")
            return np.asarray(self.surface[name][step])
        if name not in self.upper:
            raise LookupError(f"the data have no {name}")
        at = np.flatnonzero(np.isclose(self.levels[name], level))
        if not at.size:
            raise LookupError(f"the data have no {name} at {level:g} hPa")
        return np.asarray(self.upper[name][step, int(at[0])])

    def cell(self, latitude: float, longitude: float) -> tuple[int, int]:
        """Return row and column of the nearest grid point.

        Raises
        ------
        LookupError
            For a place outside the grid.
        """
        row = int(np.argmin(np.abs(self.latitude - latitude)))
        apart = np.abs((self.longitude - longitude + 180.0) % 360.0 - 180.0)
        column = int(np.argmin(apart))
        reach = self.spacing * 1.01
        if abs(self.latitude[row] - latitude) > reach or apart[column] > reach:
            raise LookupError(f"{latitude:g}, {longitude:g} is outside the data")
        return row, column

    @property
    def spacing(self) -> float:
        """Distance of neighbouring rows in degrees."""
        return float(np.abs(np.diff(self.latitude)).max())

    def inside(self, region: list[float]) -> npt.NDArray[np.bool_]:
        """Return which cells lie in a box ``[W, S, E, N]``, (y, x)."""
        west, south, east, north = region
        width = (east - west) % 360.0 or (360.0 if east != west else 0.0)
        small = 1e-3
        columns = (self.longitude - west + small) % 360.0 <= width + 2 * small
        rows = (self.latitude >= south - small) & (self.latitude <= north + small)
        return np.outer(rows, columns)

    def distance(self, latitude: float, longitude: float) -> Array:
        """Return the distance of every cell from a place in km, (y, x)."""
        return great_circle(latitude, longitude, self.latitude[:, None], self.longitude[None, :])


def great_circle(lat1: float, lon1: float, lat2: Array | float, lon2: Array | float) -> Array:
    """Return distances in km on the sphere (haversine)."""
    a, b = np.radians(lat1), np.radians(lat2)
    turn = np.radians(np.asarray(lon2) - lon1)
    part = np.sin((b - a) / 2) ** 2 + np.cos(a) * np.cos(b) * np.sin(turn / 2) ** 2
    return np.asarray(2 * EARTH_KM * np.arcsin(np.sqrt(np.clip(part, 0, 1))), dtype=np.float64)


def initial_bearing(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """Return the bearing toward a second place, degrees clockwise from north."""
    a, b, turn = np.radians(lat1), np.radians(lat2), np.radians(lon2 - lon1)
    east = np.sin(turn) * np.cos(b)
    north = np.cos(a) * np.sin(b) - np.sin(a) * np.cos(b) * np.cos(turn)
    return float(np.degrees(np.arctan2(east, north)) % 360.0)


def destination(latitude: float, longitude: float, bearing: float, km: float) -> list[float]:
    """Return the place that lies so far away in a direction, longitude in -180..180."""
    a, angle, turn = np.radians(latitude), km / EARTH_KM, np.radians(bearing)
    b = np.arcsin(np.sin(a) * np.cos(angle) + np.cos(a) * np.sin(angle) * np.cos(turn))
    east = np.arctan2(
        np.sin(turn) * np.sin(angle) * np.cos(a), np.cos(angle) - np.sin(a) * np.sin(b)
    )
    return [float(np.degrees(b)), float((longitude + np.degrees(east) + 180.0) % 360.0 - 180.0)]


def of_dataset(dataset: xr.Dataset) -> CaseFields:
    """Take the fields of a generated dataset, whose names are the canonical ones."""
    surface: dict[str, Array] = {}
    upper: dict[str, Array] = {}
    levels = np.asarray(dataset["level"].values, dtype=np.float64)
    steps = dataset.sizes["time"]
    hours = 0.0
    for key, variable in dataset.data_vars.items():
        values = np.asarray(variable.values, dtype=np.float64)
        if "level" in variable.dims:
            upper[str(key)] = values
        else:
            whole = values if "time" in variable.dims else np.repeat(values[None], steps, axis=0)
            surface[str(key)] = whole
        hours = max(hours, float(variable.attrs.get("interval_hours", 0.0)))
    upper["gh"] = upper.pop("z") / STANDARD_GRAVITY
    stamps = dataset["time"].values.astype("datetime64[s]").astype(object)
    return CaseFields(
        times=tuple(stamp.replace(tzinfo=UTC) for stamp in stamps),
        latitude=np.asarray(dataset["latitude"].values, dtype=np.float64),
        longitude=np.asarray(dataset["longitude"].values, dtype=np.float64),
        surface=surface,
        upper=upper,
        levels=dict.fromkeys(upper, levels),
        interval_hours=hours,
    )


_THREDDS = {
    "u-component_of_wind_isobaric": "u",
    "v-component_of_wind_isobaric": "v",
    "Temperature_isobaric": "t",
    "Relative_humidity_isobaric": "r",
    "Geopotential_height_isobaric": "gh",
    "u-component_of_wind_height_above_ground": "u10",
    "v-component_of_wind_height_above_ground": "v10",
    "Temperature_height_above_ground": "t2m",
    "Pressure_reduced_to_MSL_msl": "msl",
}


@lru_cache(maxsize=4)
def read_thredds(path: Path, time: datetime) -> CaseFields:
    """Read a netCDF file of a THREDDS server with one time.

    Parameters
    ----------
    path : Path
    time : datetime
        Which the file's own axis does not tell reliably.
    """
    import xarray as xr

    surface: dict[str, Array] = {}
    upper: dict[str, Array] = {}
    levels: dict[str, Array] = {}
    with xr.open_dataset(path, decode_times=False) as data:
        for theirs, name in _THREDDS.items():
            variable = data[theirs]
            values = np.asarray(variable.values, dtype=np.float64)
            if "isobaric" in theirs:
                upper[name] = values
                axis = data[variable.dims[1]]
                scale = 100.0 if float(axis.max()) > 2000.0 else 1.0
                levels[name] = np.asarray(axis.values, dtype=np.float64) / scale
            else:
                surface[name] = values[:, 0] if values.ndim == 4 else values
        latitude = np.asarray(data["lat"].values, dtype=np.float64)
        longitude = np.asarray(data["lon"].values, dtype=np.float64)
    return CaseFields((time,), latitude, longitude, surface, upper, levels, 0.0)


_GRIB_SURFACE = {
    ("10u", "heightAboveGround"): "u10",
    ("10v", "heightAboveGround"): "v10",
    ("2t", "heightAboveGround"): "t2m",
    ("2r", "heightAboveGround"): "r2",
    ("tmax", "heightAboveGround"): "mx2t",
    ("tmin", "heightAboveGround"): "mn2t",
    ("gust", "surface"): "fg10",
    ("tp", "surface"): "tp",
    ("csnow", "surface"): "csnow",
    ("prmsl", "meanSea"): "msl",
    ("sp", "surface"): "sp",
    ("orog", "surface"): "orog",
}
_GRIB_UPPER = ("u", "v", "t", "r", "gh", "w")


@lru_cache(maxsize=2)
def read_grib(path: Path, interval_hours: float) -> CaseFields:
    """Read a GRIB file with one valid time on latitude and longitude, with ecCodes."""
    import eccodes

    surface: dict[str, Array] = {}
    stacks: dict[str, dict[float, Array]] = {}
    latitude = longitude = np.empty(0)
    time = datetime(1, 1, 1, tzinfo=UTC)
    get: Callable[..., object] = eccodes.codes_get
    eccodes.codes_grib_multi_support_on()
    with path.open("rb") as file:
        while (message := eccodes.codes_grib_new_from_file(file)) is not None:
            kind = (str(get(message, "shortName")), str(get(message, "typeOfLevel")))
            level = float(str(get(message, "level")))
            upper = kind[1] == "isobaricInhPa" and kind[0] in _GRIB_UPPER
            if upper or kind in _GRIB_SURFACE:
                shape = int(str(get(message, "Nj"))), int(str(get(message, "Ni")))
                values = np.asarray(eccodes.codes_get_values(message)).reshape(shape)
                if upper:
                    stacks.setdefault(kind[0], {})[level] = values
                else:
                    surface[_GRIB_SURFACE[kind]] = values[None]
                rows = eccodes.codes_get_array(message, "latitudes").reshape(shape)
                columns = eccodes.codes_get_array(message, "longitudes").reshape(shape)
                latitude, longitude = rows[:, 0], columns[0]
                written = (
                    f"{get(message, 'validityDate')} {int(str(get(message, 'validityTime'))):04d}"
                )
                time = datetime.strptime(written, "%Y%m%d %H%M").replace(tzinfo=UTC)
            eccodes.codes_release(message)
    if {"tp", "csnow"} <= surface.keys():
        surface["sf"] = surface["tp"] * surface["csnow"]
    levels = {name: np.array(sorted(stack)) for name, stack in stacks.items()}
    volumes = {
        name: np.stack([stack[float(item)] for item in levels[name]])[None]
        for name, stack in stacks.items()
    }
    return CaseFields((time,), latitude, longitude, surface, volumes, levels, interval_hours)


def instant(text: str) -> datetime:
    """Read an instant of a document."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def written(time: datetime) -> str:
    """Write an instant as documents do."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def shifted(text: str, hours: float) -> str:
    """Move a written instant by some hours."""
    return written(instant(text) + timedelta(hours=hours))
