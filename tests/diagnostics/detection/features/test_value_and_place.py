"""The value of a feature is that of the field at the feature's place, on real analyses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from diagnostics.catalog import get_catalog
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.loading import detect_features
from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene_context import chart_scene_context
from diagnostics.quantities.scene_loading import load_scene

CASES = {
    "S03_octobomb_20101026_gfs/GFS_test.nc": Region(west=-102, south=35, east=-80, north=52),
    "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2": Region(
        west=100, south=-40, east=150, north=-10
    ),
    "S17_nam_lambert_20180917": Region(west=-88, south=30, east=-76, north=40),
}
# A detector with its parameters, the quantity whose value its features have, and by how many km
# the detector smooths the field first.
READ = (
    (
        "closed_extremum",
        {"field": "mean_sea_level_pressure"},
        QuantityRef("mean_sea_level_pressure"),
        0.0,
    ),
    ("closed_extremum", {"field": "height@500"}, QuantityRef("height", 500.0), 0.0),
    ("cutoff_low", {}, QuantityRef("height", 500.0), 0.0),
    ("polar_low_center", {}, QuantityRef("height", 500.0), 200.0),
    ("jet_core", {}, QuantityRef("wind_speed", 200.0), 0.0),
    ("llj_object", {}, QuantityRef("wind_speed", 850.0), 0.0),
    ("ivt_object", {}, QuantityRef("ivt"), 0.0),
    ("wpsh_588", {}, QuantityRef("height", 500.0), 0.0),
    ("wpsh_588", {"threshold": 5700.0, "coarse": 5700.0}, QuantityRef("height", 500.0), 0.0),
    ("ascent_object", {}, QuantityRef("omega", 700.0), 0.0),
    ("descent_object", {}, QuantityRef("omega", 500.0), 0.0),
    ("coupled_divergence", {}, QuantityRef("omega", 500.0), 0.0),
    (
        "threshold_object",
        {"field": "height@500", "threshold": 5600.0},
        QuantityRef("height", 500.0),
        0.0,
    ),
    (
        "threshold_object",
        {"field": "temperature@850", "threshold": 5.0},
        QuantityRef("temperature", 850.0),
        0.0,
    ),
    ("moisture_tongue", {"field": "precipitable_water"}, QuantityRef("precipitable_water"), 75.0),
)


@pytest.mark.parametrize("case", CASES)
def test_the_value_is_that_of_the_field_at_the_place(
    case: str, real_data: Callable[[str], Path]
) -> None:
    source = open_source(real_data(case))
    region = CASES[case]
    time = source.inventory().times[len(source.inventory().times) // 2]
    scene_context = chart_scene_context(source)
    compared = []
    for name, params, quantity, smoothed_km in READ:
        try:
            answer = detect_features(
                name, source, time=time, region=region, params=params, scene_context=scene_context
            )
            scene = load_scene(
                source,
                (quantity,),
                region=region,
                time=time,
                domain=answer.provenance.domain,
                scene_context=scene_context,
            )
        except InputDataError:
            continue
        field = values(scene, quantity)
        if smoothed_km:
            field = scene.grid.smooth(field, smoothed_km)
        for item in answer.features:
            if item.value is None:
                continue
            here = float(field[scene.grid.nearest(item.latitude, item.longitude)])
            assert np.isclose(here, item.value, rtol=2e-3, atol=1e-3), (name, item, here)
            compared.append(name)
    assert len(set(compared)) >= 4
    assert {name for name, *_ in READ} <= {tool.name for tool in get_catalog().detectors()}
