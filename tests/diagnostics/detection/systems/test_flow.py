"""Lows and highs by their effect on the event: generated fields, and real cases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import PressureCentre, PressureSystem, SynopticSystems
from diagnostics.detection.systems import find_systems
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.distance import great_circle_km, initial_bearing

START = datetime(2026, 1, 10, tzinfo=UTC)
POLEWARD = np.arange(20.0, 70.1, 1.0)
"""Latitudes of either hemisphere."""
BESIDE = np.arange(-50.0, 50.1, 1.0)
"""Longitudes around the event."""


def hill(lat: Any, lon: Any, lat0: float, lon0: float, width: float = 5.0) -> Any:
    offset = ((lon - lon0 + 180.0) % 360.0 - 180.0) * np.cos(np.radians(lat0))
    return np.exp(-((lat - lat0) ** 2 + offset**2) / width**2)


def found_in(
    pressure: Callable[..., Any],
    event: tuple[float, float],
    *,
    wind: Callable[..., Any] | None = None,
    hours: tuple[float, ...] = (0.0,),
    poleward: Any = POLEWARD,
    as_field: Callable[[Any], dict[str, Any]] | None = None,
) -> SynopticSystems:
    """Systems at the last hour of sea-level pressure, hPa, and 10-m wind, around an event."""
    hemisphere = 1 if event[0] >= 0 else -1
    rows = np.sort(hemisphere * poleward)
    columns = event[1] + BESIDE
    lat, lon = np.meshgrid(rows, columns, indexing="ij")
    dims = ("time", "latitude", "longitude")
    at_sea_level = np.stack([100.0 * pressure(lat, lon, h) for h in hours])
    data: dict[str, Any] = {"msl": (dims, at_sea_level)}
    if as_field is not None:
        data = as_field(at_sea_level)
    if wind is not None:
        both = np.stack([np.broadcast_arrays(*wind(lat, lon, h), lat)[:2] for h in hours])
        data |= {"u10": (dims, both[:, 0]), "v10": (dims, both[:, 1])}
    times = [np.datetime64((START + timedelta(hours=h)).replace(tzinfo=None), "ns") for h in hours]
    coordinates = {"time": times, "latitude": rows, "longitude": columns, "level": [1000.0]}
    latitude, longitude = event
    return find_systems(
        MemorySource(xarray.Dataset(data, coords=coordinates)),
        region=Region(
            west=longitude - 4.0, south=latitude - 4.0, east=longitude + 4.0, north=latitude + 4.0
        ),
        time=START + timedelta(hours=hours[-1]),
        event=event,
        source_of_air=wind is not None,
    )


def centre_of(found: SynopticSystems, name: str | None) -> PressureCentre:
    system = next(item for item in found.pressure if item.id == name)
    at = system.centre_at(found.time)
    assert at is not None
    return system.centres[at]


def away(centre: PressureCentre, latitude: float, longitude: float) -> float:
    return float(great_circle_km(centre.latitude, centre.longitude, latitude, longitude))


@pytest.mark.parametrize("hemisphere", [1, -1])
@pytest.mark.parametrize("longitude", [10.0, 179.0, -178.0])
def test_a_weak_low_that_makes_the_flow_comes_before_a_deep_one_far_away(
    hemisphere: int, longitude: float
) -> None:
    """Two vortices of known place: the deep one would win by depth and nearness."""
    weak, deep, high = (
        (hemisphere * 44.0, longitude - 4.0),
        (hemisphere * 56.0, longitude + 22.0),
        (hemisphere * 40.0, longitude + 14.0),
    )

    def pressure(lat: Any, lon: Any, h: float) -> Any:
        low = 8.0 * hill(lat, lon, *weak, 4.0) + 55.0 * hill(lat, lon, *deep, 7.0)
        return 1013.0 - low + 12.0 * hill(lat, lon, *high)

    event = (hemisphere * 44.0, longitude + 1.0)
    found = found_in(pressure, event)
    assert found.flow is not None
    assert away(centre_of(found, found.flow.low), *weak) < 150.0
    assert away(centre_of(found, found.flow.high), *high) < 150.0
    governing = [item.id for item in found.pressure if item.effect and item.effect.governs]
    assert set(governing) == {found.flow.low, found.flow.high}
    assert min(item.centres[0].value for item in found.pressure) < 970.0, "the deep one is found"


@pytest.mark.parametrize("seed", range(12))
def test_the_wind_blows_along_the_isobars_between_the_low_and_the_high(seed: int) -> None:
    """Low pressure lies to its left, in the south to its right, and the gradient points to it."""
    random = np.random.default_rng(seed)
    hemisphere = random.choice([1, -1])
    event = (hemisphere * random.uniform(38.0, 52.0), random.uniform(-180.0, 180.0))
    way = random.uniform(0.0, 2.0 * np.pi)

    def beside(distance: float) -> tuple[float, float]:
        north, east = distance * np.cos(way), distance * np.sin(way)
        return event[0] + north, event[1] + east / np.cos(np.radians(event[0]))

    low, high = beside(6.0), beside(-6.0)

    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 1013.0 - 20.0 * hill(lat, lon, *low) + 20.0 * hill(lat, lon, *high)

    found = found_in(pressure, event)
    flow = found.flow
    assert flow is not None
    assert away(centre_of(found, flow.low), *low) < 200.0
    assert away(centre_of(found, flow.high), *high) < 200.0
    for item in found.pressure:
        if item.effect is not None and item.effect.governs:
            assert item.effect.gradient_share > 0.8
    assert flow.geostrophic_from_deg is not None
    toward_low = float(initial_bearing(*event, *low))
    left = (flow.geostrophic_from_deg + 180.0 - hemisphere * 90.0) % 360.0
    assert abs((toward_low - left + 180.0) % 360.0 - 180.0) < 25.0
    assert flow.geostrophic_ms is not None
    assert flow.geostrophic_ms > 5.0


def test_what_the_data_do_not_hold_is_not_named() -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 1000.0 + 0.5 * (lon + 50.0) + 0.0 * lat

    def ridge(lat: Any, lon: Any, h: float) -> Any:
        """Its top lies inside, and no contour closes round it."""
        return 1013.0 + 30.0 * hill(lat, lon, 45.0, 47.0, 20.0)

    for field in (pressure, ridge):
        flow = found_in(field, (45.0, 0.0)).flow
        assert flow is not None
        assert (flow.low, flow.high) == (None, None)
        assert set(flow.beyond) == {"low", "high"}


def test_in_slack_pressure_nothing_makes_a_flow() -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 1013.0 - 20.0 * hill(lat, lon, 45.0, -30.0) + 20.0 * hill(lat, lon, 45.0, 30.0)

    flow = found_in(pressure, (45.0, 0.0)).flow
    assert flow is not None
    assert flow.slack
    assert (flow.low, flow.high, flow.beyond) == (None, None, ())
    core = found_in(pressure, (45.0, -30.0)).flow
    assert core is not None
    assert core.low == "low-1"
    assert not core.slack


@pytest.mark.parametrize(("latitude", "balanced"), [(24.0, True), (12.0, False)])
def test_near_the_equator_no_geostrophic_wind_is_given(latitude: float, balanced: bool) -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 1010.0 - 12.0 * hill(lat, lon, latitude, 4.0)

    flow = found_in(pressure, (latitude, 0.0), poleward=np.arange(-20.0, 45.1, 1.0)).flow
    assert flow is not None
    assert flow.low == "low-1"
    assert (flow.geostrophic_ms is not None) == balanced
    assert flow.falls_toward_deg == pytest.approx(90.0, abs=5.0)


@pytest.mark.parametrize("hemisphere", [1, -1])
@pytest.mark.parametrize("longitude", [10.0, 179.0])
def test_the_air_is_followed_to_the_high_over_its_source(hemisphere: int, longitude: float) -> None:
    """A steady wind from the pole for 36 h; the high lies where the air began its way."""
    event = (hemisphere * 42.0, longitude)
    source = hemisphere * (42.0 + 36.0 * 3.6 * 10.0 / 111.195)

    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 1013.0 + 25.0 * hill(lat, lon, source, longitude - 3.0)

    def wind(lat: Any, lon: Any, h: float) -> Any:
        return 0.0, -10.0 * hemisphere

    hours = tuple(np.arange(0.0, 36.1, 6.0))
    air = found_in(pressure, event, wind=wind, hours=hours).air
    assert air is not None
    assert air.hours == 36.0
    assert air.latitude == pytest.approx(source, abs=0.1)
    assert air.high == "high-1"
    assert air.high_time == START
    assert not air.one_time
    once = found_in(pressure, event, wind=wind).air
    assert once is not None
    assert (once.hours, once.one_time) == (12.0, True)
    assert abs(once.latitude - event[0]) == pytest.approx(12.0 * 3.6 * 10.0 / 111.195, abs=0.1)


def test_air_from_beyond_the_data_or_from_here_is_said_to_be_so() -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 1013.0 + 0.0 * lat

    hours = tuple(np.arange(0.0, 36.1, 6.0))
    fast = found_in(pressure, (62.0, 0.0), wind=lambda lat, lon, h: (0.0, -20.0), hours=hours).air
    assert fast is not None
    assert fast.leaves_data
    assert fast.hours < 36.0
    calm = found_in(pressure, (45.0, 0.0), wind=lambda lat, lon, h: (0.0, -1.0), hours=hours).air
    assert calm is None


def test_a_single_row_of_data_tells_nothing() -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 1013.0 - 20.0 * hill(lat, lon, 45.0, 5.0)

    found = found_in(pressure, (45.0, 0.0), poleward=np.array([45.0]))
    assert found.pressure
    assert found.flow is None


@pytest.mark.parametrize("held", ["surface pressure", "height"])
def test_without_pressure_at_sea_level_the_next_field_tells(held: str) -> None:
    """Surface pressure over the sea alone, with land in the west; or the height of 1000 hPa."""
    dims = ("time", "latitude", "longitude")

    def as_field(pressure: Any, land: int = 30) -> dict[str, Any]:
        if held == "height":
            height = (pressure / 100.0 - 1000.0) / 0.125
            whole = ("time", "level", "latitude", "longitude")
            return {"z": (whole, 9.80665 * height[:, None])}
        ground = np.where(np.arange(pressure.shape[2]) < land, 300.0, 0.0) + 0.0 * pressure[0]
        wind = dict.fromkeys(("u10", "v10"), (dims, 0.0 * pressure))
        return {"sp": (dims, pressure), "orog": (dims[1:], ground), **wind}

    def pressure(lat: Any, lon: Any, h: float) -> Any:
        return 1013.0 - 20.0 * hill(lat, lon, 50.0, -4.0) + 20.0 * hill(lat, lon, 40.0, 4.0)

    flow = found_in(pressure, (45.0, 0.0), as_field=as_field).flow
    assert flow is not None
    assert (flow.low, flow.high) == ("low-1", "high-1")
    unit = {"surface pressure": "hPa", "height": "gpm"}[held]
    assert flow.unit == f"{unit} (100 km)⁻¹"
    assert flow.geostrophic_ms == pytest.approx(35.0, abs=12.0)
    over_land = found_in(pressure, (45.0, 0.0), as_field=partial(as_field, land=60)).flow
    assert (over_land is None) == (held == "surface pressure")


REAL = [
    # the southerly ahead of the cold front, and the arctic air behind it
    ("S01_blizzard_jan1996_namerica/*.cdf", (-100, 32, -82, 45), "1996-01-18T12", (38.75, -90.0),
     (43.75, -87.5), (56.25, -110.0)),
    # the easterly against the coast range, between the Okhotsk low and the Siberian high
    ("S04_gfs_global_20110115/*.grib2", (128, 48, 146, 60), "2011-01-15T12", (55.0, 137.5),
     (50.0, 150.0), (62.5, 115.0)),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "box", "time", "event", "low", "high"), REAL)
def test_the_flow_of_real_cases_is_traced_to_its_systems(
    real_data: Callable[[str], Path],
    name: str,
    box: tuple[float, ...],
    time: str,
    event: tuple[float, float],
    low: tuple[float, float],
    high: tuple[float, float],
) -> None:
    folder, pattern = name.split("/")
    found = find_systems(
        open_source(sorted(str(item) for item in real_data(folder).glob(pattern))),
        region=Region.model_validate(box),
        time=datetime.fromisoformat(time).replace(tzinfo=UTC),
        event=event,
    )
    assert found.flow is not None
    assert away(centre_of(found, found.flow.low), *low) < 150.0
    assert away(centre_of(found, found.flow.high), *high) < 150.0


def test_every_low_and_high_of_the_main_time_has_its_effect() -> None:
    def pressure(lat: Any, lon: Any, h: float) -> Any:
        low = 20.0 * hill(lat, lon, 45.0, -8.0 + h / 3.0)
        return 1013.0 - low + 15.0 * hill(lat, lon, 45.0, 12.0)

    found = found_in(pressure, (45.0, 0.0), hours=(0.0, 6.0))

    def stands(item: PressureSystem) -> bool:
        return item.centre_at(found.time) is not None

    assert [item.effect is not None for item in found.pressure] == [
        stands(item) for item in found.pressure
    ]
    assert sum(stands(item) for item in found.pressure) == 2


def blizzard(real_data: Callable[[str], Path], time: str, event: tuple[float, float]) -> Any:
    folder = real_data("S01_blizzard_jan1996_namerica")
    return find_systems(
        open_source(sorted(str(item) for item in folder.glob("*.cdf"))),
        region=Region.model_validate((-100, 32, -82, 45)),
        time=datetime.fromisoformat(time).replace(tzinfo=UTC),
        days=2.0,
        event=event,
        source_of_air=True,
    )


@pytest.mark.slow
def test_the_arctic_outbreak_of_january_1996(real_data: Callable[[str], Path]) -> None:
    """The low goes north-east and fills little; the Alberta high goes south-east, not west."""
    found = blizzard(real_data, "1996-01-18T12", (38.75, -90.0))
    low, high = (
        next(item for item in found.pressure if item.id == name)
        for name in (found.flow.low, found.flow.high)
    )
    assert low.movement.change == pytest.approx(983.0 - 986.0, abs=0.11)
    assert low.movement.toward_deg == pytest.approx(35.0, abs=10.0)
    assert centre_of(found, high.id).value == pytest.approx(1035.0, abs=0.1)
    assert 90.0 < high.movement.toward_deg < 180.0
    assert high.movement.change < 0.0


@pytest.mark.slow
def test_the_cold_air_of_january_1996_came_from_the_arctic_high(
    real_data: Callable[[str], Path],
) -> None:
    """Not from the spot of high pressure at the southern edge of the data, to which it rises."""
    found = blizzard(real_data, "1996-01-19T00", (37.5, -90.0))
    assert centre_of(found, found.flow.high).near_edge
    arctic = next(item for item in found.pressure if item.id == found.air.high)
    then = arctic.centres[arctic.centre_at(found.air.high_time)]
    assert then.value > 1040.0
    assert then.latitude > 50.0
    assert found.air.position.distance_km > 1000.0
    assert min(abs(found.air.position.bearing_deg - north) for north in (0.0, 360.0)) < 45.0
