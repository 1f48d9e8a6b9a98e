"""Fronts where a forecaster drew them, and none elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.fronts import front_tfp
from diagnostics.fields.source_opening import open_source
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.scene_loading import load_scene
from tests.drawn_lines import dense, km_along

CHARTS = yaml.safe_load(Path(__file__).with_name("drawn_fronts.yaml").read_text(encoding="utf-8"))
NEAR_KM, CELLS, NEAR_ON_COARSE_KM = 200.0, 1.08, 450.0
"""Near is 200 km, on coarse grids a cell, at most 450 km."""
NEEDS = (
    QuantityRef("potential_temperature", 850.0),
    QuantityRef("wind", 850.0),
    QuantityRef("equivalent_potential_temperature", 850.0),
    "mean_sea_level_pressure",
)


@pytest.mark.slow
@pytest.mark.parametrize(("used", "covered", "false"), [(True, 0.85, 0.16), (False, 0.35, 0.33)])
def test_fronts_lie_where_hands_drew_them(
    real_data: Callable[[str], Path], used: bool, covered: float, false: float
) -> None:
    """How much of what was surely drawn is found, and how much of what is found was not drawn."""
    sure_km, found_km, own_km, true_km = 0.0, 0.0, 0.0, 0.0
    for chart in (item for item in CHARTS if item["used"] is used):
        box, scene = loaded(real_data, chart)
        near = max(NEAR_KM, min(NEAR_ON_COARSE_KM, CELLS * max(scene.grid.spacing_km)))
        own = [dense(item.line) for item in front_tfp(scene, margin_deg=0.0).features]
        own = [part for one in own if len(part := one[[box.holds(*at) for at in one]])]
        drawn = [dense(one["line"]) for one in chart["fronts"]]
        for one in own:
            length, near_hand = km_along(one, drawn, near)
            own_km, true_km = own_km + length, true_km + near_hand
        for item, line in zip(chart["fronts"], drawn, strict=True):
            if item["sure"]:
                length, near_own = km_along(line, own, near)
                sure_km, found_km = sure_km + length, found_km + near_own
    assert found_km >= covered * sure_km
    assert own_km - true_km <= false * own_km


def test_the_occlusion_of_a_deep_low_is_one(real_data: Callable[[str], Path]) -> None:
    chart = CHARTS[0]
    _, scene = loaded(real_data, chart)
    own = front_tfp(scene, margin_deg=0.0).features
    sure = [item for item in chart["fronts"] if item["sure"]]
    assert sure
    for item in sure:
        alike = [dense(one.line) for one in own if one.extra["type"] == item["kind"]]
        length, near_own = km_along(dense(item["line"]), alike, NEAR_KM)
        assert near_own >= 0.9 * length, item["kind"]


def loaded(real_data: Callable[[str], Path], chart: Any) -> tuple[Region, Any]:
    box = Region(**dict(zip(("west", "south", "east", "north"), chart["box"], strict=True)))
    source = open_source(str(real_data(chart["file"])))
    wanted = datetime.fromisoformat(str(chart["time"]).replace("Z", "+00:00"))
    time = min(source.inventory().times, key=lambda one: abs(one - wanted))
    wide = box.padded(15.0, east_west=20.0)
    return box, load_scene(source, NEEDS, region=box, time=time, domain=wide)
