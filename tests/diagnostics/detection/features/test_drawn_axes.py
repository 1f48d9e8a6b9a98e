"""Axes as a forecaster would draw them: straight, in the trough, and where hands drew them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.axes import (
    LEAST_SHARE,
    MOST_TURN_DEG,
    curvature_axes,
    zonal_departure,
)
from diagnostics.detection.systems.upper_air import axes_aloft
from diagnostics.fields.source_opening import open_source
from diagnostics.grid.distance import initial_bearing
from diagnostics.grid.geometry import latitude_longitude_grid
from diagnostics.quantities.scene_loading import load_scene
from tests.drawn_lines import dense, km_along

CHARTS = yaml.safe_load(Path(__file__).with_name("drawn_axes.yaml").read_text(encoding="utf-8"))
GRID = latitude_longitude_grid(np.arange(25.0, 65.1, 1.0), np.arange(-40.0, 40.1, 1.0))
NEAR_KM, NEAR_ON_COARSE_KM = 350.0, 450.0
COARSE_DEG = 5.0
CENTRES = st.tuples(
    st.floats(30.0, 60.0), st.floats(-30.0, 30.0), st.floats(-250.0, 250.0), st.floats(4.0, 12.0)
)


class Scene:
    """What is asked of a scene: its grid, and the middle of its region."""

    grid = GRID
    region = Region(west=-10, south=40, east=10, north=50)


@settings(max_examples=40)
@given(centres=st.lists(CENTRES, min_size=1, max_size=4), trough=st.booleans())
def test_an_axis_stays_in_its_trough_and_hardly_turns(
    centres: list[tuple[float, float, float, float]], *, trough: bool
) -> None:
    heights = 5600.0 - 12.0 * (GRID.latitude - 45.0)
    for latitude, longitude, size, width in centres:
        apart = ((GRID.latitude - latitude) / width) ** 2
        apart = apart + ((GRID.longitude - longitude) * 0.7 / width) ** 2
        heights = heights + size * np.exp(-apart)
    departure, _ = zonal_departure(heights, GRID)
    lines = curvature_axes(
        Scene(),  # type: ignore[arg-type]
        heights,
        departure,
        trough=trough,
        sigma_km=150.0,
        kappa_per_1e6_m=0.6 if trough else -0.6,
        grad_min_gpm_100km=0.5,
        min_length_km=500.0,
    )
    for line in lines:
        along = (-departure if trough else departure)[line.rows, line.columns]
        assert along.min() >= LEAST_SHARE * along.max() > 0
        assert line.length_km >= 500.0
        third = line.latitude.size // 3
        if third > 3:  # no axis goes round: its ends do not run against each other
            first, last = heading(line, 0, third), heading(line, -third - 1, -1)
            turned = abs((first - last + 180.0) % 360.0 - 180.0)
            assert turned <= 2.0 * MOST_TURN_DEG + 10.0


def heading(line: Any, one: int, other: int) -> float:
    ends = ((float(line.latitude[at]), float(line.longitude[at])) for at in (one, other))
    (latitude, longitude), (latitude_end, longitude_end) = ends
    return float(initial_bearing(latitude, longitude, latitude_end, longitude_end))


@pytest.mark.slow
@pytest.mark.parametrize(("used", "covered", "true"), [(True, 0.6, 0.75), (False, 0.4, 0.75)])
def test_axes_lie_where_hands_drew_them(
    real_data: Callable[[str], Path], used: bool, covered: float, true: float
) -> None:
    """How much of what was surely drawn is found, and how much of what is found was drawn."""
    sure_km, found_km, own_km, true_km = 0.0, 0.0, 0.0, 0.0
    for chart in (item for item in CHARTS if item["used"] is used):
        box = Region(**dict(zip(("west", "south", "east", "north"), chart["box"], strict=True)))
        source = open_source(str(real_data(chart["file"])))
        wanted = datetime.fromisoformat(str(chart["time"]).replace("Z", "+00:00"))
        time = min(source.inventory().times, key=lambda one, at=wanted: abs(one - at))
        wide = box.padded(15.0, east_west=20.0)
        scene = load_scene(source, ("height@500",), region=box, time=time, domain=wide)
        near = NEAR_ON_COARSE_KM if max(scene.grid.spacing_km) > 111 * COARSE_DEG else NEAR_KM
        axes = axes_aloft(scene, scene.inside())
        for kind in ("trough", "ridge"):
            drawn = [dense(one["line"]) for one in chart["axes"] if one["kind"] == kind]
            own = [dense(one.line) for one in axes if one.kind == kind]
            own = [part for one in own if len(part := one[[box.holds(*at) for at in one]])]
            for one in own:
                length, near_hand = km_along(one, drawn, near)
                own_km, true_km = own_km + length, true_km + near_hand
            for item in chart["axes"]:
                if item["kind"] == kind and item["sure"]:
                    length, near_own = km_along(dense(item["line"]), own, near)
                    sure_km, found_km = sure_km + length, found_km + near_own
    assert found_km >= covered * sure_km
    assert true_km >= true * own_km
