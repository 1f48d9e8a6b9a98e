"""Types of fronts, segment by segment, on analytic fields and on real cases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.evidence import Feature
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features import detect_features, run_detector
from diagnostics.detection.features.front_types import (
    SHORTEST_KM,
    typed_runs,
)
from diagnostics.fields import open_source
from diagnostics.grid.distance import great_circle_km

LATITUDE, LONGITUDE = np.arange(20, 55.1, 0.5), np.arange(90, 130.1, 0.5)


def same(lat: Any, *_: Any) -> Any:
    return 0.0 * lat


def zone(middle: float, poleward: int = 1) -> Callable[..., Any]:
    """Cold air on the side of the pole; `poleward` is -1 in the southern hemisphere."""
    return lambda lat, *_: 285.0 - 8.0 * np.tanh(poleward * (lat - poleward * middle) / 2.0)


def fronts(answer: Any) -> list[Feature]:
    return [item for item in answer.features if item.kind == "front"]


@pytest.mark.parametrize("hemisphere", [1, -1])
@pytest.mark.parametrize(("wind", "kind"), [(-8.0, "cold"), (8.0, "warm"), (0.5, "stationary")])
def test_the_wind_from_cold_to_warm_air_types_a_front_in_either_hemisphere(
    make_scene: Any, hemisphere: int, wind: float, kind: str
) -> None:
    scene = make_scene(
        {
            "t": zone(36.0, hemisphere),
            "u": same,
            "v": lambda lat, *_: hemisphere * wind + 0.0 * lat,
        },
        region=(105, 30, 115, 40) if hemisphere > 0 else (105, -40, 115, -30),
        latitude=np.sort(hemisphere * LATITUDE),
        longitude=LONGITUDE,
    )
    found = fronts(run_detector("front_tfp", scene))
    assert [item.extra["type"] for item in found] == [kind]
    assert found[0].extra["normal_wind"] == pytest.approx(-wind, abs=0.2)


def test_a_line_changes_its_type_along_its_length(make_scene: Any) -> None:
    """The wind turns from poleward in the east to equatorward in the west of a wave's crest."""
    scene = make_scene(
        {
            "t": zone(36.0),
            "u": same,
            "v": lambda lat, lon, *_: 10.0 * np.tanh((lon - 110.0) / 3.0) + 0.0 * lat,
        },
        latitude=LATITUDE,
        longitude=LONGITUDE,
    )
    found = sorted(fronts(run_detector("front_tfp", scene)), key=lambda item: item.longitude)
    kinds = [str(item.extra["type"]) for item in found]
    assert kinds[0] == "cold"
    assert kinds[-1] == "warm"
    assert set(kinds) <= {"cold", "stationary", "warm"}
    for item in found:
        assert item.length_km >= SHORTEST_KM
    only_cold = fronts(run_detector("front_tfp", scene, {"type": "cold"}))
    assert {item.extra["type"] for item in only_cold if item.score >= 0.5} == {"cold"}


@pytest.mark.parametrize(
    ("moved_deg", "kind"), [(-2.0, "cold"), (2.0, "warm"), (0.0, "stationary")]
)
@pytest.mark.parametrize("spacing", [0.25, 0.5, 1.0])
def test_the_displacement_overrides_the_wind(
    make_scene: Any, moved_deg: float, kind: str, spacing: float
) -> None:
    """The wind blows toward the warm air; the line goes where it goes."""

    def air(lat: Any, lon: Any, level: Any, k: int) -> Any:
        return zone(36.3 + moved_deg * k)(lat)

    scene = make_scene(
        {"t": air, "u": same, "v": lambda lat, *_: -6.0 + 0.0 * lat},
        latitude=np.arange(20, 55.1, spacing),
        longitude=np.arange(90, 130.1, spacing),
        times=("2026-07-01T06:00", "2026-07-01T12:00"),
    )
    found = fronts(run_detector("front_tfp", scene))
    assert {item.extra["type"] for item in found} == {kind}
    speed = -moved_deg * 111.195e3 / (6 * 3600.0)
    assert found[0].extra["moved_ms"] == pytest.approx(speed, abs=1.0)


def test_a_coarse_grid_or_an_older_time_leaves_the_wind_to_decide(make_scene: Any) -> None:
    def air(lat: Any, lon: Any, level: Any, k: int) -> Any:
        return zone(36.0 + 2.0 * k)(lat)

    fields = {"t": air, "u": same, "v": lambda lat, *_: -6.0 + 0.0 * lat}
    coarse = make_scene(
        fields,
        latitude=np.arange(20, 55.1, 2.5),
        longitude=np.arange(90, 130.1, 2.5),
        times=("2026-07-01T06:00", "2026-07-01T12:00"),
    )
    old = make_scene(fields, times=("2026-07-01T00:00", "2026-07-01T12:00"))
    for scene in (coarse, old):
        found = fronts(run_detector("front_tfp", scene))
        assert {item.extra["type"] for item in found} == {"cold"}
        assert found[0].extra["moved_ms"] is None


def test_there_is_no_front_below_ground(make_scene: Any) -> None:
    def ground(west: float) -> dict[str, Any]:
        return {
            "t": zone(36.0),
            "u": same,
            "v": same,
            "sp": lambda lat, lon, *_: np.where(lon < west, 70000.0, 100000.0) + 0.0 * lat,
        }

    half = run_detector("front_tfp", make_scene(ground(108.0)))
    assert half.passed
    assert all(lon >= 107.0 for item in half.features for _, lon in item.line)
    none = run_detector("front_tfp", make_scene(ground(200.0)))
    assert (none.passed, none.status) == (None, IndexStatus.UNDETERMINED)


def test_short_runs_join_their_longer_neighbour() -> None:
    along = np.arange(0.0, 1001.0, 100.0)
    speed = np.array([5.0, 5, 5, 5, 5, -5, 5, 5, 5, 5, 5])
    assert typed_runs(speed, along) == [(0, 11, "cold")]
    speed = np.array([5.0, 5, 5, 5, 5, np.nan, -5, -5, -5, -5, -5])
    assert [kind for *_, kind in typed_runs(speed, along)] == ["cold", "warm"]
    assert typed_runs(np.full(11, np.nan), along) == [(0, 11, "untyped")]


LOW = (50.0, 103.0)
CYCLONES = ("wave", "occluded", "cold front")


def cyclone(kind: str, hemisphere: int = 1) -> dict[str, Callable[..., Any]]:
    """A low with a cold and a warm front that meet at it, or farther south-east at a triple point.

    From the triple point a tongue of warm air, narrowing and cooling, runs to the low.
    """

    def warm(lat: Any, lon: Any, *_: Any) -> Any:
        apart = 8.0 if kind == "occluded" else 0.0
        east = (lon - LOW[1]) * np.cos(np.radians(LOW[0])) - 0.7 * apart
        north = lat - LOW[0] + 0.7 * apart
        behind = (east - 0.4 * north) / 1.3
        ahead = 30.0 if kind == "cold front" else -(north + 0.35 * east) / 1.3
        sector = 0.5 * (1.0 + np.tanh(np.minimum(behind, ahead)))
        if kind != "occluded":
            return sector
        along, across = (north - east) / np.sqrt(2.0), (north + east) / np.sqrt(2.0)
        fades = np.clip(1.0 - 0.5 * along / apart, 0.0, 1.0)
        tongue = fades * np.exp(-((across / 1.7) ** 2)) * (along > 0.0) * (along < apart + 2.0)
        return np.maximum(sector, tongue)

    def turning(lat: Any, lon: Any) -> tuple[Any, Any]:
        east, north = (lon - LOW[1]) * np.cos(np.radians(LOW[0])), lat - LOW[0]
        away = np.hypot(east, north)
        speed = 25.0 * away / (away + 3.0) * np.exp(-((away / 20.0) ** 2))
        return -speed * north / (away + 1e-6), speed * east / (away + 1e-6)

    def pressure(lat: Any, lon: Any, *_: Any) -> Any:
        east = (lon - LOW[1]) * np.cos(np.radians(LOW[0]))
        return 101500.0 - 4500.0 * np.exp(-((lat - LOW[0]) ** 2 + east**2) / 150.0)

    return {
        "t": lambda lat, lon, *_: 270.0 + 14.0 * warm(hemisphere * lat, lon),
        "q": lambda lat, lon, *_: 0.002 + 0.006 * warm(hemisphere * lat, lon),
        "u": lambda lat, lon, *_: turning(hemisphere * lat, lon)[0],
        "v": lambda lat, lon, *_: hemisphere * turning(hemisphere * lat, lon)[1],
        "msl": lambda lat, lon, *_: pressure(hemisphere * lat, lon),
    }


@pytest.mark.parametrize("hemisphere", [1, -1])
@pytest.mark.parametrize("kind", CYCLONES)
def test_only_a_low_without_its_warm_sector_has_an_occlusion(
    make_scene: Any, kind: str, hemisphere: int
) -> None:
    scene = make_scene(
        cyclone(kind, hemisphere),
        region=(95, 35, 120, 55) if hemisphere > 0 else (95, -55, 120, -35),
        latitude=np.sort(hemisphere * np.arange(25, 65.1, 0.5)),
        longitude=np.arange(75, 140.1, 0.5),
    )
    found = fronts(run_detector("front_tfp", scene, {"margin_deg": 8.0}))
    occluded = [item for item in found if item.extra["type"] == "occluded"]
    assert {"cold", "warm"} <= {item.extra["type"] for item in found}
    assert len(occluded) == (kind == "occluded")
    for item in occluded:
        low = min(float(great_circle_km(hemisphere * LOW[0], LOW[1], *at)) for at in item.line)
        assert low <= 200.0
        others = [at for other in found if other.extra["type"] == "cold" for at in other.line]
        ends = [
            min(float(great_circle_km(*end, *at)) for at in others)
            for end in (item.line[0], item.line[-1])
        ]
        assert min(ends) <= 200.0  # it ends at the triple point


def test_there_is_no_front_where_the_wind_turns_anticyclonically(make_scene: Any) -> None:
    axes = {"latitude": LATITUDE, "longitude": LONGITUDE}
    ridge = {"t": zone(36.0), "u": lambda lat, *_: 4.0 * (lat - 36.0), "v": same}
    assert not fronts(run_detector("front_tfp", make_scene(ridge, **axes)))
    shear = {**ridge, "u": lambda lat, *_: -4.0 * (lat - 36.0)}
    assert fronts(run_detector("front_tfp", make_scene(shear, **axes)))


NEAR_SURFACE = {"field": "temperature_2m", "wind": "wind_10m"}
LABELLED: list[tuple[str, tuple[float, ...], str, dict[str, str], str, list[tuple[float, float]]]]
LABELLED = [
    (
        "S01_blizzard_jan1996_namerica/*.cdf",
        (-98, 30, -82, 42),
        f"1996-01-18T{hour}:00",
        NEAR_SURFACE,
        "cold",
        points,
    )
    for hour, points in (
        ("06", [(32.5, -92.5), (36.25, -92.5), (40.0, -92.5), (43.75, -90.0)]),
        ("12", [(32.5, -90.0), (40.0, -90.0), (43.75, -90.0)]),
        ("18", [(32.5, -85.0), (36.25, -85.0)]),
    )
]
OCTOBOMB = ("S03_octobomb_20101026_gfs/*.nc", (-104, 36, -80, 55), "2010-10-26T12:00", {})
GFS = "S04_gfs_global_20110115/*.grib2"
NAM = ("S17_nam_lambert_20180917/*.grib2", (-105, 44, -80, 60), "2018-09-17T00:00", {})
LABELLED += [
    (*OCTOBOMB, "cold", [(42, -90), (40, -90), (38, -90), (36, -92)]),
    # cold and warm by their advection alone, beside the occlusion through the low and round it
    (*OCTOBOMB, "occluded", [(44, -92), (52, -99), (54, -98), (56, -97)]),
    (GFS, (-175, 25, -145, 50), "2011-01-15T12:00", {}, "warm", [(47.5, -145), (45, -147.5)]),
    (GFS, (-175, 25, -145, 50), "2011-01-15T12:00", {}, "occluded", [(40, -165)]),
    (GFS, (150, 30, 180, 55), "2011-01-15T12:00", {}, "warm", [(37.5, 155)]),
    (*NAM, "warm", [(51.5, -90.8)]),
    (*NAM, "cold", [(49.5, -98.0)]),
]
REACH_KM = 420.0
"""The labels lie in the gradient zone, the line at its warm edge: two cells of 2.5 degrees."""


@pytest.mark.slow
def test_fronts_of_real_cases_have_the_type_that_their_advection_says(
    real_data: Callable[[str], Path],
) -> None:
    """The labels were written down from gradient and advection before any front was typed."""
    agreed: list[tuple[str, bool]] = []
    for name, box, moment, params, kind, points in LABELLED:
        folder, pattern = name.split("/")
        source = open_source(sorted(str(item) for item in real_data(folder).glob(pattern)))
        answer = detect_features(
            "front_tfp",
            source,
            time=datetime.fromisoformat(moment).replace(tzinfo=UTC),
            region=Region.model_validate(box),
            params=params,
        )
        for point in points:
            away = [
                float(great_circle_km(*point, *np.array(item.line).T).min())
                for item in answer.features
            ]
            assert min(away) <= REACH_KM, (name, point)
            nearest = {
                item.extra["type"]
                for item, distance in zip(answer.features, away, strict=True)
                if distance < min(away) + 1.0
            }
            agreed.append((folder, kind in nearest))
    assert len(agreed) == 23
    assert sum(good for _, good in agreed) >= 20
    assert all(good for folder, good in agreed if not folder.startswith("S01"))


def test_no_front_is_drawn_through_the_remnants_of_a_hurricane(
    real_data: Callable[[str], Path],
) -> None:
    source = open_source([str(next(real_data(NAM[0].split("/")[0]).glob("*.grib2")))])
    answer = detect_features(
        "front_tfp",
        source,
        time=datetime(2018, 9, 17, tzinfo=UTC),
        region=Region.model_validate((-86, 32, -74, 42)),
    )
    assert answer.passed is False
