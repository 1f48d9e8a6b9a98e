"""Real files with their boxes and periods, read here without the library's readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from diagnostics.bench.planted.fields import Array, CaseFields, read_grib

S01 = "S01_blizzard_jan1996_namerica"
S04 = "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2"
S10 = "S10_heat_april2025_mx2t6/mx2t6_202504_global_1p5.grib2"
S11 = "S11_telangana_rain_sep2023_era5/telangana_weather_test_data.nc"
S15 = "S15_uk_t2m_march2019_era5/era5-2mt-2019-03-uk.grib"


@dataclass(frozen=True)
class DaySource:
    """One real source.

    Attributes
    ----------
    path : str
        Below the folder of the real cases.
    read : callable
        Reads its fields from that path.
    box : (width, height)
        Of the regions, degrees.
    days : int
        Length of a period; 0 for the one time of the data.
    events : tuple of str
        Types whose criterion the fields can test.
    """

    path: str
    read: Callable[[Path], CaseFields]
    box: tuple[float, float]
    days: int
    events: tuple[str, ...]


def _blizzard(folder: Path) -> CaseFields:
    """Temperature and wind near the ground of January 1996, 6-hourly."""
    import xarray as xr

    surface: dict[str, Array] = {}
    hours = latitude = longitude = np.empty(0)
    for file, name, ours in (("T", "t", "t2m"), ("U", "u", "u10"), ("V", "v", "v10")):
        with xr.open_dataset(folder / f"{file}storm.cdf", decode_times=False) as data:
            values = np.asarray(data[name].values, dtype=np.float64)
            surface[ours] = np.where(values < -900.0, np.nan, values)
            hours = np.asarray(data["timestep"].values, dtype=np.float64)
            latitude = np.asarray(data["lat"].values, dtype=np.float64)
            longitude = np.asarray(data["lon"].values, dtype=np.float64)
    times = tuple(datetime(1996, 1, 5, tzinfo=UTC) + timedelta(hours=float(hour)) for hour in hours)
    return CaseFields(times, latitude, longitude, surface, {}, {}, 0.0)


def _telangana(path: Path) -> CaseFields:
    """Hourly rain and wind of ERA5; rain is of the hour before."""
    import xarray as xr

    with xr.open_dataset(path) as data:
        stamps = data["valid_time"].values.astype("datetime64[s]").astype(object)
        surface = {name: np.asarray(data[name].values, np.float64) for name in ("u10", "v10")}
        surface["tp"] = 1000.0 * np.asarray(data["tp"].values, dtype=np.float64)
        latitude = np.asarray(data["latitude"].values, dtype=np.float64)
        longitude = np.asarray(data["longitude"].values, dtype=np.float64)
    times = tuple(stamp.replace(tzinfo=UTC) for stamp in np.ravel(stamps))
    return CaseFields(times, latitude, longitude, surface, {}, {}, 1.0)


def _series(name: str) -> Callable[[Path], CaseFields]:
    """Return the reader of a GRIB file with one quantity at many times."""

    def read(path: Path) -> CaseFields:
        import eccodes

        get: Callable[..., object] = eccodes.codes_get
        planes: dict[datetime, Array] = {}
        latitude = longitude = np.empty(0)
        with path.open("rb") as file:
            while (message := eccodes.codes_grib_new_from_file(file)) is not None:
                shape = int(str(get(message, "Nj"))), int(str(get(message, "Ni")))
                clock = int(str(get(message, "validityTime")))
                written = f"{get(message, 'validityDate')} {clock:04d}"
                time = datetime.strptime(written, "%Y%m%d %H%M").replace(tzinfo=UTC)
                planes[time] = np.asarray(eccodes.codes_get_values(message)).reshape(shape)
                rows = eccodes.codes_get_array(message, "latitudes").reshape(shape)
                columns = eccodes.codes_get_array(message, "longitudes").reshape(shape)
                latitude, longitude = rows[:, 0], columns[0]
                eccodes.codes_release(message)
        times = tuple(sorted(planes))
        stack = {name: np.stack([planes[time] for time in times])}
        return CaseFields(times, latitude, longitude, stack, {}, {}, 6.0)

    return read


SOURCES = (
    DaySource(S01, _blizzard, (15.0, 10.0), 3, ("gale", "cold_wave")),
    DaySource(S04, lambda path: read_grib(path, 6.0), (20.0, 15.0), 0, ("gale", "rainstorm")),
    DaySource(S10, _series("mx2t"), (15.0, 12.0), 5, ("heat_wave",)),
    DaySource(S11, _telangana, (1.0, 1.0), 1, ("gale", "rainstorm")),
    DaySource(S15, _series("t2m"), (4.0, 4.0), 4, ("cold_wave", "heat_wave")),
)


def boxes(fields: CaseFields, size: tuple[float, float]) -> Iterator[list[float]]:
    """Yield boxes side by side over the data, ``[W, S, E, N]``, poleward to 75 degrees."""
    wide, tall = size
    south, north = float(fields.latitude.min()), float(fields.latitude.max())
    west, east = float(fields.longitude.min()), float(fields.longitude.max())
    for bottom in np.arange(max(south, -75.0), min(north, 75.0) - tall + 1e-6, tall):
        for left in np.arange(west, east - wide + 1e-6, wide):
            yield [float(left), float(bottom), float(left + wide), float(bottom + tall)]


def periods(fields: CaseFields, days: int) -> Iterator[tuple[datetime, datetime]]:
    """Yield periods one after the other; the one time of the data where `days` is zero."""
    start, last = fields.times[0], fields.times[-1]
    if not days:
        yield start, last
        return
    while start + timedelta(days=days) <= last:
        yield start, start + timedelta(days=days)
        start += timedelta(days=days)
