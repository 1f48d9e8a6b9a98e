"""Lows and highs through time: analytic fields, and the tracks of real cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import PressureCentre, PressureSystem, SynopticSystems
from diagnostics.detection.systems import find_systems
from diagnostics.detection.systems.tracks import deepening, earlier, movement, tracks_of
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.distance import great_circle_km
from diagnostics.ports import FieldRequest

START = datetime(2026, 1, 10, tzinfo=UTC)
LATITUDE, LONGITUDE = np.arange(25.0, 70.1, 0.5), np.arange(-60.0, 20.1, 0.5)


def hill(lat: Any, lon: Any, lat0: float, lon0: float, width: float = 5.0) -> Any:
    offset = ((lon - lon0 + 180.0) % 360.0 - 180.0) * np.cos(np.radians(lat0))
    return np.exp(-((lat - lat0) ** 2 + offset**2) / width**2)


def source_of(
    fields: Callable[..., Any], steps: Sequence[float], *, hemisphere: int = 1, **static: Any
) -> MemorySource:
    """Sea-level pressure, Pa, as a function of latitude, longitude and hours."""
    lat, lon = np.meshgrid(np.sort(hemisphere * LATITUDE), LONGITUDE, indexing="ij")
    times = [np.datetime64((START + timedelta(hours=h)).replace(tzinfo=None), "ns") for h in steps]
    data: dict[str, Any] = {
        "msl": (("time", "latitude", "longitude"), np.stack([fields(lat, lon, h) for h in steps]))
    }
    for name, function in static.items():
        data[name] = (("latitude", "longitude"), function(lat, lon))
    coordinates = {"time": times, "latitude": lat[:, 0], "longitude": lon[0]}
    return MemorySource(xarray.Dataset(data, coords=coordinates))


def lows(found: SynopticSystems) -> list[PressureSystem]:
    return [item for item in found.pressure if item.kind == "low"]


def distance(centre: PressureCentre, latitude: float, longitude: float) -> float:
    return float(great_circle_km(centre.latitude, centre.longitude, latitude, longitude))


@pytest.mark.parametrize("hemisphere", [1, -1])
@pytest.mark.parametrize("hours", [3.0, 6.0, 12.0])
def test_a_low_that_moves_and_deepens_is_one_system(hemisphere: int, hours: float) -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        depth = 1500.0 + 75.0 * h
        low = depth * hill(lat, lon, hemisphere * 48.0, -40.0 + 0.5 * h)
        return 101500.0 - low + 1000.0 * hill(lat, lon, hemisphere * 40.0, 5.0)

    source = source_of(pressure, np.arange(0.0, 36.1, hours), hemisphere=hemisphere)
    south, north = sorted((hemisphere * 40.0, hemisphere * 55.0))
    time = START + timedelta(hours=24)
    found = find_systems(source, region=Region.model_validate((-40, south, -10, north)), time=time)
    (low,) = lows(found)
    assert [item.time for item in low.centres] == list(source.inventory().times)
    for item in low.centres:
        h = (item.time - START).total_seconds() / 3600.0
        assert distance(item, hemisphere * 48.0, -40.0 + 0.5 * h) < 30.0
        assert item.value == pytest.approx(1015.0 - 15.0 - 0.75 * h, abs=0.3)
    assert low.deepening is not None
    assert low.deepening.change == pytest.approx(-18.0, abs=0.3)
    unit = 24.0 * np.sin(np.radians(48.0)) / np.sin(np.radians(60.0))
    assert low.deepening.bergeron == pytest.approx(18.0 / unit, abs=0.03)
    assert low.movement is not None
    assert low.movement.toward_deg == pytest.approx(90.0, abs=8.0)
    speed = 0.5 * 111.195e3 * np.cos(np.radians(48.0)) / 3600.0
    assert low.movement.speed_ms == pytest.approx(speed, rel=0.15)
    assert [item.kind for item in found.pressure] == ["low", "high"]
    assert set(found.cannot_tell) == {"axes", "jet", "fronts", "upper", "plumes"}


def test_longer_steps_and_one_time_make_no_track() -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 101500.0 - 2500.0 * hill(lat, lon, 48.0, -40.0 + 0.5 * h)

    region = Region.model_validate((-40, 40, -10, 55))
    far = find_systems(source_of(pressure, (0.0, 18.0)), region=region, time=START)
    assert [len(item.centres) for item in lows(far)] == [1, 1]
    assert "tracks" in far.cannot_tell
    once = find_systems(source_of(pressure, (0.0,)), region=region, time=START)
    assert lows(once)[0].movement is None
    assert "tracks" in once.cannot_tell


def test_a_minimum_at_the_edge_is_named_and_not_tracked() -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 101500.0 - 3000.0 * hill(lat, lon, 48.0, -62.0)

    found = lows(
        find_systems(
            source_of(pressure, (0.0, 6.0)),
            region=Region.model_validate((-50, 40, -30, 55)),
            time=START,
        )
    )
    assert [len(item.centres) for item in found] == [1, 1]
    for item in found:
        assert item.centres[0].at_data_edge
        assert item.centres[0].closed_contours == 0
        assert item.centres[0].longitude == -60.0
        assert item.movement is None


def test_a_dent_without_a_closed_contour_is_no_low() -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 101500.0 - 150.0 * hill(lat, lon, 50.0, -40.0, 2.0)

    region = Region.model_validate((-50, 40, -30, 55))
    assert not lows(find_systems(source_of(pressure, (0.0,)), region=region, time=START))


@pytest.mark.parametrize(
    ("ground_m", "aloft_gpm", "marks"),
    [
        # no level tells: up to 1000 m pressure at sea level is taken for what it is
        (800.0, None, [800.0, None]),
        (1200.0, None, [None]),
        # the first level above the ground has the low, or not
        (800.0, 150.0, [800.0, None]),
        (1200.0, 150.0, [1200.0, None]),
        (800.0, 0.0, [None]),
        (1200.0, 0.0, [None]),
    ],
)
def test_pressure_over_high_ground_makes_no_low_by_itself(
    ground_m: float, aloft_gpm: float | None, marks: list[float | None]
) -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        low = 2500.0 * hill(lat, lon, 48.0, -40.0, 4.0)
        return 101500.0 - low - 2000.0 * hill(lat, lon, 48.0, -10.0, 4.0)

    def ground(lat: Any, lon: Any) -> Any:
        return np.where(lon < -30.0, ground_m, 100.0) + 0.0 * lat

    source = source_of(pressure, (0.0,), orog=ground)
    if aloft_gpm is not None:
        data = source.load(FieldRequest(variables=("msl", "orog")))
        lat, lon = np.meshgrid(LATITUDE, LONGITUDE, indexing="ij")
        height = 1450.0 - 4.0 * lat - aloft_gpm * hill(lat, lon, 48.0, -40.0, 4.0)
        z = 9.80665 * np.stack([height + 1600.0, height])[None]
        dims = ("time", "level", "latitude", "longitude")
        data = data.assign_coords(level=[700.0, 850.0]).assign(z=(dims, z.astype(np.float32)))
        source = MemorySource(data)
    region = Region.model_validate((-40, 40, -10, 55))
    found = lows(find_systems(source, region=region, time=START))
    assert [item.centres[0].reduced_over_m for item in found] == marks


@pytest.mark.parametrize("seed", range(8))
def test_a_low_at_the_edge_has_the_lowest_value_that_is_there(seed: int) -> None:
    random = np.random.default_rng(seed)
    west = LONGITUDE[0] - random.uniform(0.2, 2.0)
    north = random.uniform(42.0, 58.0)
    depth = random.uniform(1500.0, 4000.0)
    rough = random.normal(0.0, 40.0, (LATITUDE.size, LONGITUDE.size))

    def pressure(lat: Any, lon: Any, h: float) -> Any:
        weak = 500.0 * hill(lat, lon, 45.0, -45.0, 3.0)
        return 101500.0 - depth * hill(lat, lon, north, west, 5.0) - weak + rough

    source = source_of(pressure, (0.0,))
    field = source.load(FieldRequest(variables=("msl",)))["msl"].values[0]
    region = Region.model_validate((-58, 38, -40, 62))
    edge = [
        item.centres[0]
        for item in lows(find_systems(source, region=region, time=START))
        if item.centres[0].at_data_edge
    ]
    (low,) = edge
    near = (np.abs(LATITUDE - north) < 3.0)[:, None] & (LONGITUDE[0] == LONGITUDE)
    assert low.value == pytest.approx(field[near].min() / 100.0, abs=1e-9)
    assert low.beyond_surroundings is not None
    assert low.beyond_surroundings > 4.0


@pytest.mark.parametrize("seed", range(6))
def test_the_departure_of_an_axis_is_from_the_mean_that_is_named(seed: int) -> None:
    random = np.random.default_rng(seed)
    lat, lon = np.meshgrid(LATITUDE, LONGITUDE, indexing="ij")
    wave = 120.0 * np.cos(np.radians(9.0 * (lon + random.uniform(0.0, 40.0))))
    height = 5600.0 - 9.0 * (lat - 45.0) + wave + random.normal(0.0, 3.0, lat.shape)
    dims = ("time", "level", "latitude", "longitude")
    time = [np.datetime64(START.replace(tzinfo=None), "ns")]
    coords = {"time": time, "level": [500.0], "latitude": LATITUDE, "longitude": LONGITUDE}
    z = (dims, (9.80665 * height)[None, None].astype(np.float32))
    data = xarray.Dataset({"z": z}, coords=coords)
    region = Region.model_validate((-35, 40, -5, 55))
    found = find_systems(MemorySource(data), region=region, time=START).axes
    assert {item.kind for item in found} == {"trough", "ridge"}
    heights = data["z"].isel(time=0, level=0, drop=True).astype(np.float64) / 9.80665
    for item in found:
        assert item.mean_within_deg is not None
        row = heights.sel(latitude=item.latitude, method="nearest")
        west, east = (item.longitude + sign * item.mean_within_deg for sign in (-1, 1))
        mean = float(row.sel(longitude=slice(west - 1e-6, east + 1e-6)).mean())
        here = float(row.sel(longitude=item.longitude, method="nearest"))
        assert item.departure_gpm == pytest.approx(here - mean, abs=0.01)


def centre(hours: float, latitude: float, longitude: float, value: float) -> PressureCentre:
    return PressureCentre(
        kind="low",
        time=START + timedelta(hours=hours),
        latitude=latitude,
        longitude=longitude,
        value=value,
        closed_contours=2,
        contour_interval=2.0,
        radius_km=300.0,
    )


def test_tracks_follow_the_extrapolated_place_and_keep_apart() -> None:
    first = [[centre(h, 50.0, -40.0 + h, 990.0)] for h in (0.0, 6.0, 12.0)]
    second = [[centre(h, 50.0, -20.0 - 0.5 * h, 1000.0)] for h in (0.0, 6.0, 12.0)]
    joined = [[*a, *b] for a, b in zip(first, second, strict=True)]
    tracks = sorted(tracks_of(joined), key=lambda track: track[0].longitude)
    assert [[item.value for item in track] for track in tracks] == [[990.0] * 3, [1000.0] * 3]
    jump = [[centre(0.0, 50.0, -40.0, 990.0)], [centre(3.0, 50.0, -35.0, 990.0)]]
    assert [len(track) for track in tracks_of(jump)] == [1, 1]
    assert tracks_of([]) == []


def test_a_system_moves_to_where_it_is_told_to_lie_later() -> None:
    """The direction is that of the two positions, whatever the last hours before were."""
    places = [(40.0, -90.0), (40.0, -86.0), (44.0, -84.0), (48.0, -82.0)]
    track = [centre(6.0 * k, *place, 990.0) for k, place in enumerate(places)]
    found = movement(track, track[1].time)
    assert found is not None
    assert (found.start, found.end) == (track[1].time, track[-1].time)
    assert found.toward_deg == pytest.approx(19.0, abs=3.0)
    last = movement(track, track[-1].time)
    assert last == earlier(track, track[-1].time)
    assert last is not None
    assert last.start == track[0].time
    assert movement(track[:1], track[0].time) is None


def test_a_change_needs_a_centre_at_both_ends() -> None:
    track = (centre(0.0, 50.0, -40.0, 1000.0), centre(12.0, 50.0, -35.0, 990.0))
    half = deepening(track, START + timedelta(hours=12), pressure=True)
    assert half is not None
    assert (half.change, half.span_hours, half.bergeron) == (-10.0, 12.0, None)
    short = (centre(0.0, 50.0, -40.0, 1000.0), centre(3.0, 50.0, -39.0, 998.0))
    assert deepening(short, START + timedelta(hours=3), pressure=True) is None
    assert movement(track[:1], START) is None

    rising = (centre(0.0, 50.0, -40.0, 980.0), centre(24.0, 50.0, -35.0, 990.0))
    change = deepening(rising, START + timedelta(hours=24), pressure=True)
    assert change is not None
    assert (change.change, change.bergeron) == (10.0, None)


def test_every_place_and_value_come_from_one_grid_point(real_data: Callable[[str], Path]) -> None:
    source = open_source([str(next(real_data("S03_octobomb_20101026_gfs").glob("*.nc")))])
    time = source.inventory().times[0]
    found = find_systems(source, region=Region.model_validate((-104, 36, -80, 55)), time=time)
    data = xarray.open_dataset(next(real_data("S03_octobomb_20101026_gfs").glob("*.nc")))
    field = data["Pressure_reduced_to_MSL_msl"].squeeze() / 100.0
    assert len(found.pressure) >= 4
    for item in found.pressure:
        place = {"lat": item.centres[0].latitude, "lon": item.centres[0].longitude % 360.0}
        there = float(field.sel(place, method="nearest", tolerance=0.01))
        assert item.centres[0].value == pytest.approx(there, abs=0.02)
    jet = found.jets[0]
    assert (jet.level_hpa, jet.latitude, jet.longitude) == (250.0, 39.0, -107.0)
    assert jet.speed_ms == pytest.approx(86.6, abs=0.1)
    assert found.axes[0].kind == "trough"


def labels(month: str, *rows: str) -> list[tuple[datetime, float, float, float]]:
    """Lines such as ``07 06Z 1011.6 31.2 -85.0``."""
    found = []
    for row in rows:
        day, hour, value, latitude, longitude = row.split()
        time = datetime.fromisoformat(f"{month}-{day}T{hour[:2]}:00").replace(tzinfo=UTC)
        found.append((time, float(value), float(latitude), float(longitude)))
    return found


BLIZZARD = labels(
    "1996-01",
    "07 06Z 1011.6 31.2 -85.0",
    "07 12Z 1006.7 33.8 -82.5",
    "07 18Z 1001.6 33.8 -80.0",
    "08 00Z 997.3 35.0 -77.5",
    "08 06Z 991.2 37.5 -75.0",
    "08 12Z 987.6 38.8 -72.5",
    "08 18Z 987.4 40.0 -70.0",
    "09 00Z 983.6 41.2 -67.5",
    "09 06Z 980.6 41.2 -65.0",
)
ARCTIC = labels(
    "1996-01",
    "18 12Z 986.0 43.8 -87.5",
    "19 00Z 986.7 47.5 -80.0",
    "19 06Z 986.1 53.8 -75.0",
    "19 12Z 983.0 55.0 -72.5",
    "19 18Z 978.5 56.2 -70.0",
)
TRACKS = [
    ("S01_blizzard_jan1996_namerica/*.cdf", (-82, 33, -60, 46), BLIZZARD),
    ("S01_blizzard_jan1996_namerica/*.cdf", (-98, 30, -82, 42), ARCTIC),
    (
        "S03_octobomb_20101026_gfs/*.nc",
        (-104, 36, -80, 55),
        labels("2010-10", "26 12Z 967.6 47.0 -94.0"),
    ),
    (
        "S04_gfs_global_20110115/*.grib2",
        (160, -35, 182.5, -15),
        labels("2011-01", "15 12Z 983.1 -25.0 170.0"),
    ),
    (
        "S13_catarina_200403_ncepr2/*.nc",
        (-55, -35, -37.5, -20),
        labels("2004-03", "27 00Z 71 -30.0 -42.5", "27 12Z 97 -30.0 -45.0"),
    ),
    (
        "S17_nam_lambert_20180917/*.grib2",
        (-86, 32, -74, 42),
        labels("2018-09", "17 00Z 1007.4 34.5 -81.9"),
    ),
    (
        "S19_mslp_aug2022_global/*.nc",
        (-15, -72, 30, -55),
        labels("2022-08", "18 12Z 933.1 -65.6 7.2"),
    ),
]
PLACE_KM, VALUE = 10.0, 0.1
"""The labels are given to 0.1 degrees and 0.1 hPa."""


@pytest.mark.parametrize(
    ("name", "box", "track"),
    [
        # the largest files take seconds each
        pytest.param(*case, marks=[pytest.mark.slow] * case[0].startswith(("S04", "S19")))
        for case in TRACKS
    ],
)
def test_tracks_of_real_cases_agree_with_the_labels(
    real_data: Callable[[str], Path], name: str, box: tuple[float, ...], track: list[Any]
) -> None:
    folder, pattern = name.split("/")
    source = open_source(sorted(str(item) for item in real_data(folder).glob(pattern)))
    found = find_systems(
        source, region=Region.model_validate(box), time=track[len(track) // 2][0], days=3.0
    )

    def errors(system: PressureSystem) -> list[tuple[float, float]]:
        by_time = {item.time: item for item in system.centres}
        return [
            (distance(by_time[time], latitude, longitude), abs(by_time[time].value - value))
            for time, value, latitude, longitude in track
            if time in by_time
        ]

    good = [
        all(away <= PLACE_KM and off <= VALUE for away, off in errors(item))
        and len(errors(item)) == len(track)
        for item in lows(found)
    ]
    assert sum(good) == 1


def test_the_blizzard_of_1996_deepens_as_the_label_says(real_data: Callable[[str], Path]) -> None:
    folder = real_data("S01_blizzard_jan1996_namerica")
    found = find_systems(
        open_source(sorted(str(item) for item in folder.glob("*.cdf"))),
        region=Region.model_validate((-82, 33, -60, 46)),
        time=datetime(1996, 1, 8, 12, tzinfo=UTC),
    )
    (low,) = [item for item in lows(found) if len(item.centres) == 9 and item.deepening]
    assert low.deepening is not None
    assert low.deepening.change == pytest.approx(-19.1, abs=0.1)
    assert low.deepening.bergeron == pytest.approx(1.16, abs=0.01)


def test_without_pressure_it_cannot_tell(real_data: Callable[[str], Path]) -> None:
    folder = real_data("S07_joachim_20111216_ecmwf")
    found = find_systems(
        open_source([str(folder / "joachim_uv.grib")]),
        region=Region.model_validate((-10, 42, 12, 54)),
        time=datetime(2011, 12, 16, tzinfo=UTC),
    )
    assert not found.pressure
    assert {"pressure", "tracks", "axes"} <= set(found.cannot_tell)
    assert (found.jets[0].latitude, found.jets[0].longitude) == (49.5, -16.5)
    assert found.jets[0].speed_ms == pytest.approx(96.5, abs=0.1)


@pytest.mark.parametrize("hemisphere", [1, -1])
def test_wind_and_temperature_near_the_ground_show_a_low_and_a_front(hemisphere: int) -> None:
    """Data without pressure and without levels; a coast has its own gradient and no front."""
    lat, lon = np.meshgrid(np.sort(hemisphere * LATITUDE), LONGITUDE, indexing="ij")
    north, east = hemisphere * lat - 48.0, (lon + 30.0) * np.cos(np.radians(48.0))
    away = np.hypot(north, east)
    speed = 20.0 * away / (away + 3.0) * np.exp(-((away / 15.0) ** 2))
    behind = np.tanh((east - 0.3 * north) / 1.5)
    coast = np.tanh((lon - 10.0) / 1.0)
    fields = {
        "u10": -speed * north / (away + 1e-9),
        "v10": hemisphere * speed * east / (away + 1e-9),
        "t2m": 280.0 + 6.0 * behind * (north < 0.0) - 6.0 * (north >= 0.0) + 5.0 * coast,
    }
    data = xarray.Dataset(
        {name: (("time", "latitude", "longitude"), part[None]) for name, part in fields.items()},
        coords={
            "time": [np.datetime64(START.replace(tzinfo=None), "ns")],
            "latitude": lat[:, 0],
            "longitude": lon[0],
        },
    )
    data["lsm"] = (("latitude", "longitude"), (lon > 10.0).astype(float))
    south, top = sorted((hemisphere * 38.0, hemisphere * 52.0))
    region = Region.model_validate((-40, south, -10, top))
    found = find_systems(MemorySource(data), region=region, time=START)
    assert found.pressure == ()
    (low,) = found.circulations
    assert float(great_circle_km(low.latitude, low.longitude, hemisphere * 48.0, -30.0)) < 100.0
    assert "cold" in {item.type for item in found.fronts}
    assert {item.level_hpa for item in found.fronts} == {None}
    assert all(longitude < 5.0 for item in found.fronts for _, longitude in item.line)


@pytest.mark.parametrize(
    ("name", "box", "moment", "place", "level"),
    [
        pytest.param(
            *(
                "S06_conus_rain_20050807_wrf",
                (-84, 28, -74, 37),
                datetime(2005, 8, 7, 18, tzinfo=UTC),
            ),
            *((30.4, -85.7), None),
            marks=pytest.mark.slow,
        ),
        (
            *("S07_joachim_20111216_ecmwf", (-10, 44, 16, 55)),
            *(datetime(2011, 12, 16, tzinfo=UTC), (50.0, -2.0), 1000.0),
        ),
    ],
)
def test_the_lowest_wind_shows_the_lows_of_real_cases(
    real_data: Callable[[str], Path],
    name: str,
    box: tuple[float, ...],
    moment: datetime,
    place: tuple[float, float],
    level: float | None,
) -> None:
    source = open_source(str(real_data(name)))
    found = find_systems(source, region=Region.model_validate(box), time=moment)
    assert found.pressure == ()
    assert {item.level_hpa for item in found.circulations} == {level}
    assert min(
        float(great_circle_km(item.latitude, item.longitude, *place)) for item in found.circulations
    ) < 120.0  # fmt: skip
