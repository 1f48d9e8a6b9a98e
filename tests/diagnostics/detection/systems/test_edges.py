"""At the edge of the data: what is cut there is said to be, and what needs more is not denied."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import (
    AxisAloft,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
    TropicalCyclone,
    UpperCentre,
)
from diagnostics.detection.systems import find_systems
from diagnostics.detection.systems.centres import RIVAL_KM
from diagnostics.detection.systems.parts_of_systems import UPRIGHT_KM, part_of_cyclone
from diagnostics.detection.systems.situation import REACH_KM
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.distance import destination, great_circle_km
from diagnostics.grid.geometry import KM_PER_DEGREE

TIME = datetime(2026, 1, 10, tzinfo=UTC)
REGION = Region.model_validate((-5, 40, 5, 50))
KINDS = ("pressure", "axes", "jet", "fronts", "upper", "plumes")


def source_of(
    latitude: Any, longitude: Any, levels: Any = (), **fields: Callable[..., Any]
) -> MemorySource:
    """Fields, SI units, as functions of latitude and longitude; with levels where they have any."""
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    plane, column = ("time", "latitude", "longitude"), ("time", "level", "latitude", "longitude")
    data = {}
    for name, function in fields.items():
        if name in ("msl", "sp", "orog", "u10", "v10"):
            data[name] = (plane, np.broadcast_to(function(lat, lon), lat.shape)[None])
        else:
            block = [np.broadcast_to(function(lat, lon, level), lat.shape) for level in levels]
            data[name] = (column, np.stack(block)[None])
    coordinates: dict[str, Any] = {
        "time": [np.datetime64(TIME.replace(tzinfo=None), "ns")],
        "latitude": lat[:, 0],
        "longitude": lon[0],
    }
    if len(levels):
        coordinates["level"] = np.asarray(levels, dtype=np.float64)
    return MemorySource(xarray.Dataset(data, coords=coordinates))


def found_in(source: MemorySource, region: Region = REGION) -> SynopticSystems:
    return find_systems(source, region=region, time=TIME, days=1.0)


@pytest.mark.parametrize("seed", range(10))
def test_a_jet_has_its_own_maximum_or_says_that_the_data_end(seed: int) -> None:
    """Wherever the search ends, a value is the jet's maximum, or marked as one of the edge."""
    random = np.random.default_rng(seed)
    west = random.uniform(-32.0, 25.0)
    north, strong = random.uniform(35.0, 60.0), random.uniform(50.0, 90.0)
    slow, wide = random.uniform(15.0, 30.0), random.uniform(3.0, 6.0)
    latitude, longitude = np.arange(20.0, 70.1, 1.0), np.arange(-25.0, 60.1, 1.0)

    def wind(lat: Any, lon: Any, level: float) -> Any:
        return strong * np.exp(-(((lon - west) / slow) ** 2) - ((lat - north) / wide) ** 2)

    source = source_of(latitude, longitude, (250.0,), u=wind, v=lambda *_: 0.0)
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    speed = wind(lat, lon, 250.0)
    near = great_circle_km(np.clip(lat, 40, 50), np.clip(lon, -5, 5), lat, lon) <= REACH_KM - 200.0
    assert (speed[near] >= 30.0).any(), "the case has a jet"
    jets = found_in(source).jets
    assert len(jets) == 1
    cell = np.unravel_index(int(np.argmax(speed)), speed.shape)
    assert jets[0].speed_ms == pytest.approx(float(speed[cell]), abs=1e-6)
    assert (jets[0].latitude, jets[0].longitude) == (lat[cell], lon[cell])
    assert jets[0].at_edge == (cell[1] in (0, longitude.size - 1))
    part, own = jets[0].part, (45.0, 0.0)
    assert part is not None
    assert part.over_event == bool(wind(*own, 250.0) >= 30.0)
    away = great_circle_km(*own, lat, lon)
    assert part.value == pytest.approx(float(wind(part.latitude, part.longitude, 250.0)), abs=1e-4)
    assert part.value >= 30.0
    assert part.position.distance_km == round(float(away[speed >= 30.0].min()), -1)


def test_a_jet_beside_missing_values_is_marked() -> None:
    def wind(lat: Any, lon: Any, level: float) -> Any:
        speed = 70.0 * np.exp(-((lon / 20.0) ** 2) - ((lat - 45.0) / 5.0) ** 2)
        return np.where((lat > 44.0) & (lon > 0.5), np.nan, speed)

    axes = np.arange(20.0, 70.1, 1.0), np.arange(-30.0, 30.1, 1.0)
    (jet,) = found_in(source_of(*axes, (250.0,), u=wind, v=lambda *_: 0.0)).jets
    assert jet.at_edge


@pytest.mark.parametrize("kind", ["low", "high"])
@pytest.mark.parametrize("seed", range(4))
def test_a_closed_centre_comes_before_any_that_the_edge_cuts(kind: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    sign = -1.0 if kind == "low" else 1.0
    deep, shallow = random.uniform(4000.0, 6000.0), random.uniform(1500.0, 2500.0)
    at = random.uniform(-31.0, -26.0)
    away = random.uniform(0.0, 8.0)

    def hill(lat: Any, lon: Any, lat0: float, lon0: float) -> Any:
        return np.exp(-((lat - lat0) ** 2 + (0.7 * (lon - lon0)) ** 2) / 25.0)

    def pressure(lat: Any, lon: Any) -> Any:
        return 101300.0 + sign * (
            deep * hill(lat, lon, 46.0, at) + shallow * hill(lat, lon, 46.0, away)
        )

    axes = np.arange(25.0, 65.1, 0.5), np.arange(-25.0, 35.1, 0.5)
    found = {item.id: item for item in found_in(source_of(*axes, msl=pressure)).pressure}
    first, second = found[f"{kind}-1"].centres[0], found[f"{kind}-2"].centres[0]
    assert (first.at_data_edge, second.at_data_edge) == (False, True)
    assert sign * (second.value - first.value) > 0.0, "by the value alone the other one comes first"


@pytest.mark.parametrize("cells", range(4, 12))
def test_a_centre_is_marked_where_the_data_end_within_its_surroundings(cells: int) -> None:
    west = -20.0

    def pressure(lat: Any, lon: Any) -> Any:
        offset = (lon - west - 0.5 * cells) * np.cos(np.radians(45.0))
        return 101300.0 - 4000.0 * np.exp(-((lat - 45.0) ** 2 + offset**2) / 2.0)

    axes = np.arange(25.0, 65.1, 0.5), np.arange(west, 30.1, 0.5)
    whole = [
        item.centres[0]
        for item in found_in(source_of(*axes, msl=pressure)).pressure
        if not item.centres[0].at_data_edge
    ]
    assert len(whole) == 1
    away = great_circle_km(axes[0], west, whole[0].latitude, whole[0].longitude).min()
    assert whole[0].near_edge == (away < RIVAL_KM)


def test_data_that_reach_a_pole_do_not_end_there() -> None:
    def pressure(lat: Any, lon: Any) -> Any:
        away = great_circle_km(87.5, 0.0, lat, lon)
        return 101300.0 + 4000.0 * np.exp(-((away / 120.0) ** 2))

    axes = np.arange(40.0, 90.1, 0.5), np.arange(-180.0, 179.6, 0.5)
    region = Region.model_validate((-20, 70, 20, 85))
    (high,) = found_in(source_of(*axes, msl=pressure), region).pressure
    assert high.centres[0].latitude > 87.0
    assert not high.centres[0].near_edge


CYCLONE = TropicalCyclone(
    scale="hurricane", category="hurricane_2", wind_ms=45.0, wind_latitude=20.0,
    wind_longitude=-60.0, warm_core_k=4.0, warm_level_hpa=300.0,
)  # fmt: skip


@pytest.mark.parametrize("kind", ["closed_low", "trough"])
@pytest.mark.parametrize("bearing", [0.0, 120.0, 250.0])
def test_what_stands_over_a_tropical_cyclone_is_a_part_of_it(kind: str, bearing: float) -> None:
    centre = PressureCentre(
        kind="low", time=TIME, latitude=20.0, longitude=-60.0, value=985.0, closed_contours=5,
        contour_interval=1.0, radius_km=300.0,
    )  # fmt: skip
    low = PressureSystem(
        id="low-3", kind="low", quantity="mean_sea_level_pressure", unit="hPa", centres=(centre,),
        cyclone=CYCLONE,
    )  # fmt: skip

    def part(distance: float, *, warm: bool = True) -> str | None:
        latitude, longitude = destination(20.0, -60.0, bearing, distance)
        place: dict[str, Any] = {
            "level_hpa": 500.0, "latitude": float(latitude), "longitude": float(longitude)
        }  # fmt: skip
        below = [low if warm else low.model_copy(update={"cyclone": None})]
        if kind == "trough":
            axis = AxisAloft(kind="trough", departure_gpm=-80.0, length_km=900.0,
                             line=((20.0, -60.0),), **place)  # fmt: skip
            return part_of_cyclone(axis, below, TIME).part_of
        return part_of_cyclone(
            UpperCentre(kind="closed_low", value=5700.0, **place), below, TIME
        ).part_of

    assert part(0.9 * UPRIGHT_KM) == "low-3"
    assert part(1.1 * UPRIGHT_KM) is None
    assert part(0.9 * UPRIGHT_KM, warm=False) is None


LEVELS = (200.0, 250.0, 300.0, 400.0, 500.0, 600.0, 700.0, 850.0, 925.0, 1000.0)
QUIET: dict[str, Callable[..., Any]] = {
    "msl": lambda lat, lon: 101300.0,
    "z": lambda lat, lon, level: 9.80665 * (5600.0 - 8.0 * (lat - 45.0)) + 0.0 * lon,
    "t": lambda lat, lon, level: 280.0 - 0.2 * (lat - 45.0) + 0.0 * lon,
    "q": lambda lat, lon, level: 0.002 + 0.0 * lat,
    "u": lambda lat, lon, level: 5.0 + 0.0 * lat,
    "v": lambda lat, lon, level: 0.0 * lat,
}


@pytest.mark.parametrize("half_km", [60.0, 120.0, 200.0, 245.0])
@pytest.mark.parametrize("step", [0.1, 0.25, 0.5])
def test_in_a_small_domain_nothing_is_denied(half_km: float, step: float) -> None:
    half = half_km / KM_PER_DEGREE
    axes = np.arange(45.0 - half, 45.0 + half, step), np.arange(-1.4 * half, 1.4 * half, step)
    region = Region.model_validate((-0.3, 44.8, 0.3, 45.2))
    small = found_in(source_of(*axes, LEVELS, **QUIET), region)
    assert set(KINDS) - {"jet"} <= set(small.cannot_tell)
    area = (2.0 * half_km) ** 2
    assert ("jet" in small.cannot_tell) == (area < 200_000.0)
    # the same weather with room for the features: now each of them can be denied
    wide = np.arange(30.0, 60.1, 0.5), np.arange(-25.0, 25.1, 0.5)
    assert set(found_in(source_of(*wide, LEVELS, **QUIET), region).cannot_tell) == {"tracks"}


@pytest.mark.parametrize("half_deg", [9.0, 25.0])
def test_a_trough_whose_mean_the_data_cut_is_not_denied(half_deg: float) -> None:
    """60 gpm deep along 15 degrees to either side, but not along what a narrow domain holds."""

    def height(lat: Any, lon: Any, level: float) -> Any:
        dent = 120.0 * np.exp(-((lon / 9.0) ** 2))
        return 9.80665 * (5600.0 - 12.0 * (lat - 45.0) - dent)

    axes = np.arange(25.0, 65.1, 0.5), np.arange(-half_deg, half_deg + 0.1, 0.5)
    found = found_in(source_of(*axes, (500.0,), z=height))
    troughs = [item for item in found.axes if item.kind == "trough"]
    assert ("axes" in found.cannot_tell) == (half_deg < 15.0)
    assert bool(troughs) == (half_deg > 15.0)
