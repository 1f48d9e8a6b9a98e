"""What a front does at the event: side, approach and passage, from lines of known place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import FrontSegment
from diagnostics.detection.systems import find_systems
from diagnostics.detection.systems.positions import LONGEST_PASSAGE, front_at_event
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.distance import destination

TIME = datetime(2026, 1, 10, 6, tzinfo=UTC)
Place = tuple[float, float]


def front(middle: Place, warm_bearing: float, speed: float | None) -> FrontSegment:
    """A straight line through a place, across the direction of the warm air."""
    along = warm_bearing + 90.0
    line = tuple(destination(*middle, along, step) for step in np.arange(-600.0, 601.0, 100.0))
    return FrontSegment(
        type="cold",
        level_hpa=850.0,
        latitude=middle[0],
        longitude=middle[1],
        contrast=4.0,
        length_km=1200.0,
        warm_bearing=warm_bearing,
        speed_ms=speed,
        speed_by="displacement",
        line=line,
    )


def unknown(_: Place) -> None:
    return None


@pytest.mark.parametrize("seed", range(40))
def test_side_approach_and_passage_follow_from_place_and_speed(seed: int) -> None:
    """In both hemispheres, over the date line, for fronts of any direction."""
    random = np.random.default_rng(seed)
    event = (random.uniform(-65.0, 65.0), random.uniform(-180.0, 180.0))
    toward_front, distance = random.uniform(0.0, 360.0), random.uniform(80.0, 500.0)
    middle = destination(*event, toward_front, distance)
    on_warm = bool(random.integers(2))
    back = toward_front + 180.0
    speed = random.choice([-1.0, 1.0]) * random.uniform(8.0, 20.0)
    item = front(middle, back if on_warm else toward_front, speed)
    found = front_at_event(item, event, TIME, unknown)
    assert found.position is not None
    assert found.position.distance_km == pytest.approx(distance, abs=15.0)
    assert found.side == ("warm" if on_warm else "cold")
    nearer = (speed > 0) == on_warm
    assert found.approach == ("toward" if nearer else "away")
    span = timedelta(seconds=1e3 * found.position.distance_km / abs(speed))
    assert (found.passes is not None) == (span <= LONGEST_PASSAGE)
    if found.passes is None:
        return
    passage = TIME + span if nearer else TIME - span
    assert abs(found.passes - passage) <= timedelta(minutes=30)


@pytest.mark.parametrize(
    ("speed", "distance", "known"),
    [
        (0.5, 200.0, ("warm", None, None)),
        (None, 200.0, ("warm", None, None)),
        (2.0, 900.0, ("warm", "toward", None)),
    ],
)
def test_what_cannot_be_told_of_a_front_is_left_out(
    speed: float | None, distance: float, known: tuple[Any, ...]
) -> None:
    item = front(destination(45.0, 10.0, 270.0, distance), 90.0, speed)
    found = front_at_event(item, (45.0, 10.0), TIME, unknown)
    assert (found.side, found.approach, found.passes) == known


def test_beyond_the_end_of_a_front_there_is_no_side() -> None:
    item = front((45.0, 10.0), 90.0, 10.0)
    event = destination(*item.line[0], 0.0 if item.line[0][0] > 45.0 else 180.0, 300.0)
    assert front_at_event(item, event, TIME, unknown).side is None


@pytest.mark.parametrize(("at_event", "known"), [(281.0, True), (284.0, True), (270.0, False)])
def test_cold_air_on_the_warm_side_of_a_front_that_winds_round_a_low(
    at_event: float, known: bool
) -> None:
    """The geometry says warm, the air does not: then nothing is said."""
    event = (45.0, 10.0)
    item = front(destination(*event, 270.0, 250.0), 90.0, 10.0)
    found = front_at_event(item, event, TIME, lambda place: at_event if place == event else 282.0)
    assert (found.side is not None) == known
    assert (found.passes is not None) == known


@pytest.mark.parametrize("hemisphere", [1, -1])
@pytest.mark.parametrize(("offset_km", "approach"), [(250.0, "toward"), (-250.0, "away")])
def test_a_front_that_moves_reaches_the_event_when_it_is_said_to(
    hemisphere: int, offset_km: float, approach: str
) -> None:
    """A cold front of known speed, over the date line: displacement tells, not the calm wind."""
    speed, middle, latitude = 12.0, 179.0, hemisphere * 45.0
    lat, lon = np.meshgrid(
        np.sort(hemisphere * np.arange(33.0, 57.1, 0.5)),
        np.arange(162.0, 198.1, 0.5),
        indexing="ij",
    )
    km = 111.195 * np.cos(np.radians(latitude))
    hours = (0.0, 3.0, 6.0)
    cold = [
        284.0 + 9.0 * np.tanh(((lon - middle) * km - 3.6 * speed * (h - 6.0)) / 200.0)
        for h in hours
    ]
    dims = ("time", "level", "latitude", "longitude")
    calm = np.zeros((3, 1, *lat.shape))
    times = [np.datetime64((TIME + timedelta(hours=h - 6.0)).replace(tzinfo=None)) for h in hours]
    data = xarray.Dataset(
        {"t": (dims, np.stack(cold)[:, None]), "u": (dims, calm), "v": (dims, calm)},
        coords={
            "time": np.array(times, dtype="datetime64[ns]"),
            "level": [850.0],
            "latitude": lat[:, 0],
            "longitude": lon[0],
        },
    )
    event = (latitude, middle + offset_km / km)
    found = find_systems(
        MemorySource(data),
        region=Region(
            west=event[1] - 3.0, south=latitude - 3.0, east=event[1] + 3.0, north=latitude + 3.0
        ),
        time=TIME,
        event=event,
    )
    (item,) = found.fronts
    assert (item.type, item.speed_by) == ("cold", "displacement")
    assert item.speed_ms == pytest.approx(speed, abs=1.0)
    assert item.approach == approach
    assert item.side == ("warm" if offset_km > 0 else "cold")
    assert item.passes is not None
    zone_km = 200.0  # the line lies at the warm edge of the zone, so much ahead of its middle
    away = abs(offset_km - zone_km)
    hour = away / (3.6 * speed)
    told = (item.passes - TIME).total_seconds() / 3600.0
    assert told == pytest.approx(hour if approach == "toward" else -hour, abs=2.5)
