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
    FrontSurface,
    Segment,
    typed_runs,
    with_occlusions,
)
from diagnostics.detection.features.lines import Line
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


def chain(start: tuple[float, float], end: tuple[float, float], scene: Any) -> Line:
    latitude, longitude = np.linspace(start, end, 12).T
    cells = [scene.grid.nearest(lat, lon) for lat, lon in zip(latitude, longitude, strict=True)]
    rows, columns = np.array(cells).T
    length = float(great_circle_km(*start, *end))
    return Line((rows, columns), latitude, longitude, rows, columns, length)


@pytest.mark.parametrize(("ridge", "kind"), [(True, "occluded"), (False, "untyped")])
def test_only_a_ridge_from_a_low_to_the_triple_point_is_an_occlusion(
    make_scene: Any, ridge: bool, kind: str
) -> None:
    def pressure(lat: Any, lon: Any, *_: Any) -> Any:
        offset = (lon - 105.0) * np.cos(np.radians(45.0))
        return 101500.0 - 3000.0 * np.exp(-((lat - 45.0) ** 2 + offset**2) / 40.0)

    def moisture(lat: Any, lon: Any, *_: Any) -> Any:
        crest = np.exp(-(((lat - (45.0 - 0.5 * (lon - 105.0))) / 2.0) ** 2)) if ridge else 0.0
        return 0.002 + 0.006 * crest + 0.0 * lat

    warm_air = {"t": lambda lat, *_: 280.0 + 0.0 * lat}
    scene = make_scene({**warm_air, "q": moisture, "msl": pressure, "u": same, "v": same})
    paths = {
        "stationary": chain((45.0, 105.5), (40.0, 115.0), scene),
        "cold": chain((40.0, 115.0), (30.0, 112.0), scene),
        "warm": chain((40.0, 115.0), (38.0, 125.0), scene),
    }
    segments = [Segment(0, path, name, 0.0, None) for name, path in paths.items()]
    surface = FrontSurface("potential_temperature@850", "wind@850", 850.0, 100.0, 1e-5, 1e-11)
    typed = with_occlusions(scene, surface, segments)
    assert [item.type for item in typed] == [kind, "cold", "warm"]
    alone = with_occlusions(scene, surface, segments[:2])
    assert [item.type for item in alone] == ["stationary", "cold"]


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
    (*OCTOBOMB, "cold", [(44, -92), (42, -90), (40, -90), (38, -90), (36, -92)]),
    (*OCTOBOMB, "warm", [(52, -99), (54, -98), (56, -97)]),
    (GFS, (-175, 25, -145, 50), "2011-01-15T12:00", {}, "warm", [(47.5, -145), (45, -147.5)]),
    (GFS, (-175, 25, -145, 50), "2011-01-15T12:00", {}, "cold", [(40, -165)]),
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
            distance, nearest = min(
                (float(great_circle_km(*point, *np.array(item.line).T).min()), number)
                for number, item in enumerate(answer.features)
            )
            assert distance <= REACH_KM, (name, point)
            agreed.append((folder, answer.features[nearest].extra["type"] == kind))
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
