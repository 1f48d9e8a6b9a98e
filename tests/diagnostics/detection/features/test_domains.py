"""Data that are too small for a feature never show that it is not there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pyproj
import pytest
import xarray

from diagnostics.constants import EARTH_RADIUS
from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.axes import widest_mean, zonal_departure
from diagnostics.detection.features.domain import NOTHING, DomainNeed, share_in_data, sides_km
from diagnostics.detection.features.loading import detect_features
from diagnostics.detection.features.registry import DETECTORS, run_detector
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import Grid, latitude_longitude_grid, projected_grid
from diagnostics.quantities.scene import Scene

TIME = datetime(2026, 1, 10, tzinfo=UTC)
SAYS_ITSELF = {"flow_northerly", "warm_sector_dry", "series_drop", "warm_dome"}
"""Means over boxes and series at a point: `missing_input` is raised where they lack values."""
PARAMETERS: dict[str, dict[str, Any]] = {
    "threshold_object": {"field": "temperature@850", "threshold": 60.0},
}
QUIET: dict[str, Callable[..., Any]] = {
    "z": lambda lat, lon, level, k: 9.80665 * (18000.0 * (1.0 - level / 1013.0) - 5.0 * lat),
    "t": lambda lat, lon, level, k: 220.0 + 70.0 * level / 1000.0 - 0.1 * lat,
    "q": lambda lat, lon, level, k: 0.001 + 0.0 * lat,
    "u": lambda lat, lon, level, k: 5.0 + 0.01 * (1000.0 - level) + 0.0 * lat,
    "v": lambda lat, lon, level, k: 0.0 * lat,
    "w": lambda lat, lon, level, k: 0.0 * lat,
    "msl": lambda lat, lon, level, k: 101300.0 + 0.0 * lat,
    "sp": lambda lat, lon, level, k: 101300.0 + 0.0 * lat,
    "orog": lambda lat, lon, level, k: 0.0 * lat,
    "t2m": lambda lat, lon, level, k: 288.0 + 0.0 * lat,
    "d2m": lambda lat, lon, level, k: 278.0 + 0.0 * lat,
    "u10": lambda lat, lon, level, k: 3.0 + 0.0 * lat,
    "v10": lambda lat, lon, level, k: 0.0 * lat,
}
LEVELS = (100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 925, 1000)
FEW_LEVELS = (300, 500, 850)
TWO_DAYS = ("2026-06-30T12:00", "2026-07-01T12:00")


def test_every_detector_says_what_it_needs() -> None:
    without = {name for name, item in DETECTORS.items() if item.domain == NOTHING}
    assert without == SAYS_ITSELF


def test_as_much_is_read_in_either_hemisphere() -> None:
    uneven = {name for name, item in DETECTORS.items() if item.margin_deg[1] != item.margin_deg[3]}
    assert uneven == {"wpsh_588"}, "the subtropical high of the western North Pacific"


@pytest.mark.parametrize("hemisphere", [1, -1])
def test_a_displaced_polar_vortex_is_found_in_either_hemisphere(hemisphere: int) -> None:
    latitude, longitude = np.arange(-88.0, 88.1, 2.0), np.arange(0.0, 359.0, 4.0)
    lat, lon = np.meshgrid(latitude, longitude, indexing="ij")
    away = great_circle_km(hemisphere * 60.0, 100.0, lat, lon)
    height = 5500.0 - 600.0 * np.exp(-((away / 1500.0) ** 2))
    data = xarray.Dataset(
        {"z": (("time", "level", "latitude", "longitude"), 9.80665 * height[None, None])},
        coords={
            "time": [np.datetime64(TIME.replace(tzinfo=None), "ns")],
            "level": [500.0],
            "latitude": latitude,
            "longitude": longitude,
        },
    )
    south, north = sorted((hemisphere * 40.0, hemisphere * 50.0))
    region = Region.model_validate((90, south, 110, north))
    answer = detect_features("polar_low_center", MemorySource(data), time=TIME, region=region)
    assert answer.passed is True


@pytest.mark.parametrize("name", sorted(set(DETECTORS) - SAYS_ITSELF))
@pytest.mark.parametrize(("half_deg", "step"), [(0.3, 0.1), (0.6, 0.2), (0.6, 0.15)])
def test_in_data_that_are_too_small_nothing_is_denied(
    make_scene: Callable[..., Scene], name: str, half_deg: float, step: float
) -> None:
    scene = make_scene(
        QUIET,
        region=(109.9, 34.9, 110.1, 35.1),
        latitude=35.0 + np.arange(-half_deg, half_deg + 1e-6, step),
        longitude=110.0 + np.arange(-half_deg, half_deg + 1e-6, step),
        levels=FEW_LEVELS,
        times=TWO_DAYS,
    )
    settings = PARAMETERS.get(name, {})
    needs = DETECTORS[name].domain
    assert needs.lacking(scene, DETECTORS[name].settings(settings)) is not None
    answer = run_detector(name, scene, settings)
    assert answer.passed is not False
    assert answer.status in (IndexStatus.UNDETERMINED, IndexStatus.MISSING_INPUT, IndexStatus.OK)


@pytest.mark.parametrize("name", sorted(set(DETECTORS) - SAYS_ITSELF - {"persistence"}))
def test_data_that_reach_far_enough_are_large_enough(
    make_scene: Callable[..., Scene], name: str
) -> None:
    scene = make_scene(
        QUIET,
        region=(105, 30, 115, 40),
        latitude=np.arange(-10.0, 90.1, 2.0),
        longitude=np.arange(0.0, 359.0, 2.0),
        levels=LEVELS,
        times=TWO_DAYS,
    )
    settings = DETECTORS[name].settings(PARAMETERS.get(name, {}))
    assert DETECTORS[name].domain.lacking(scene, settings) is None


@pytest.mark.parametrize("levels", [(850.0,), (500.0, 850.0), (300.0, 500.0)])
@pytest.mark.parametrize("name", [name for name, item in DETECTORS.items() if item.domain.levels])
def test_with_too_few_levels_nothing_is_denied(
    make_scene: Callable[..., Scene], name: str, levels: tuple[float, ...]
) -> None:
    scene = make_scene(
        QUIET,
        latitude=np.arange(0.0, 80.1, 2.0),
        longitude=np.arange(60.0, 160.1, 2.0),
        levels=levels,
    )
    assert run_detector(name, scene).passed is not False


def test_half_of_the_searched_area_must_lie_in_the_data(make_scene: Callable[..., Scene]) -> None:
    for reach, known in ((12.0, True), (0.0, False)):
        scene = make_scene(
            QUIET,
            region=(105, 30, 115, 40),
            latitude=np.arange(30.0 - reach, 40.1 + reach),
            longitude=np.arange(105.0 - reach, 115.1 + reach),
            levels=LEVELS,
        )
        answer = run_detector("closed_extremum", scene)
        assert answer.passed is (False if known else None)
        share = share_in_data(scene, (10.0, 10.0, 10.0, 10.0))
        assert share == pytest.approx(1.0 if known else 1.0 / 9.0, abs=0.05)
        if not known:
            assert "%" in answer.message


def test_a_run_of_days_needs_as_many_days(make_scene: Callable[..., Scene]) -> None:
    def run(days: int) -> bool | None:
        times = tuple(f"2026-07-0{day}T12:00" for day in range(1, days + 1))
        return run_detector("persistence", make_scene(QUIET, times=times)).passed

    assert [run(days) for days in (1, 2, 3)] == [None, None, False]


def test_ascent_over_a_layer_needs_levels_in_it(make_scene: Callable[..., Scene]) -> None:
    rising = {**QUIET, "w": lambda lat, lon, level, k: -2.0 + 0.0 * lat}
    falling = {**QUIET, "w": lambda lat, lon, level, k: 2.0 + 0.0 * lat}

    def run(fields: Any, *levels: float) -> bool | None:
        return run_detector("ascent_column", make_scene(fields, levels=levels)).passed

    none_between = (200.0, 250.0, 300.0, 925.0, 1000.0)
    assert run(rising, *none_between) is None
    assert run(rising, 300.0, 500.0, 700.0, 850.0, 1000.0) is True
    assert run(falling, 300.0, 500.0, 700.0, 850.0, 1000.0) is None
    assert run(falling, 300.0, 500.0, 600.0, 700.0, 850.0) is False


def test_the_sides_of_a_domain_are_those_of_its_middle() -> None:
    grid = latitude_longitude_grid(np.arange(50.0, 70.1), np.arange(0.0, 20.1))
    high, wide = sides_km(grid)
    assert high == pytest.approx(float(great_circle_km(50.0, 0.0, 70.0, 0.0)), rel=1e-6)
    assert wide == pytest.approx(20.0 * 111.195 * 0.5, rel=1e-3)
    circle = latitude_longitude_grid(np.arange(-1.0, 1.1), np.arange(0.0, 360.0, 10.0))
    assert sides_km(circle)[1] == pytest.approx(360.0 * 111.195, rel=1e-3)
    assert DomainNeed() == NOTHING


LAMBERT = {
    "grid_mapping_name": "lambert_conformal_conic",
    "standard_parallel": [30.0, 60.0],
    "latitude_of_projection_origin": 40.0,
    "longitude_of_central_meridian": -95.0,
    "earth_radius": EARTH_RADIUS,
}


def grids() -> list[Grid]:
    """Regular grids, one of them all around, and a map."""
    steps = [(2.5, 0.0, 357.6), (0.7, 10.0, 80.0), (1.0, 100.0, 112.1), (0.25, -30.0, 20.1)]
    regular = [
        latitude_longitude_grid(np.arange(30.0, 50.1, 5.0), np.arange(west, east, step))
        for step, west, east in steps
    ]
    crs = pyproj.CRS.from_cf(LAMBERT)
    back = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
    x, y = np.meshgrid(np.arange(-2.4e6, 2.4e6, 81e3), np.arange(-1e6, 1e6, 400e3))
    longitude, latitude = back.transform(x, y)
    return [*regular, projected_grid(latitude, longitude, LAMBERT)]


@pytest.mark.parametrize("holes", [0.0, 0.01])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("grid", grids(), ids=lambda grid: f"{grid.spacing_deg}")
def test_a_mean_runs_as_far_to_either_side_as_is_said(grid: Grid, seed: int, holes: float) -> None:
    random = np.random.default_rng(seed)
    field = random.normal(5600.0, 80.0, grid.shape)
    field[random.random(grid.shape) < holes] = np.nan
    departure, within = zonal_departure(field, grid)
    assert (np.isfinite(departure) == np.isfinite(field)).all()
    most, size = widest_mean(grid), grid.shape[1]
    scales = pyproj.Proj(pyproj.CRS.from_cf(LAMBERT))

    def spacing(row: int, column: int) -> float:
        """Degrees from column to column, or km at a cell."""
        if not grid.mapping:
            return float(abs(np.diff(grid.longitude[0])[0]))
        place = float(grid.longitude[row, column]), float(grid.latitude[row, column])
        return 81.0 / float(scales.get_factors(*place).parallel_scale)

    def around(row: int, column: int, width: float) -> Any:
        """The cells within a width; NaN where there is none."""
        step = spacing(row, column)
        cells = int(width / step + 1e-6)
        places = np.arange(column - cells, column + cells + 1)
        if grid.cyclic:
            return field[row, places % size]
        known = (places >= 0) & (places < size)
        return np.where(known, field[row, np.clip(places, 0, size - 1)], np.nan)

    for row, column in zip(*np.nonzero(np.isfinite(field)), strict=True):
        width = within[row, column]
        mean = around(row, column, width).mean()
        assert departure[row, column] == pytest.approx(field[row, column] - mean, abs=1e-6)
        assert (width == most) == bool(np.isfinite(around(row, column, most)).all())
        wider = min(most, width + spacing(row, column) + (10.0 if grid.mapping else 1.0))
        assert width == most or not np.isfinite(around(row, column, wider)).all()
