"""A chart layer and an index of one quantity give the same numbers.

They are compared at every point of a region and in its reduction, on generated samples and on real
analyses of three kinds of grid. The other tools follow in ``test_same_numbers_of_tools.py``.
"""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.catalog import compute_field, compute_index
from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.features import detect_features
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import render_figure
from diagnostics.figures.library import get_chart
from diagnostics.quantities.registry import QUANTITIES, components, values
from diagnostics.quantities.scene_context import chart_scene_context
from tests.diagnostics.quantities.names import CASES, PAIRS, RAIN_AT, or_none, where_in


@pytest.mark.parametrize(("quantity", "index", "level"), PAIRS, ids=str)
@pytest.mark.sweep(20)
def test_a_map_and_an_index_are_the_same_numbers(case, quantity, index, level):
    source, time, region, scene = case
    drawn = or_none(lambda: values(scene, quantity))
    field = or_none(lambda: compute_field(index, source, time=time, region=region, level=level))
    if field is not None and np.isnan(field).all():
        field = None  # an incomplete window is a map without values
    assert (field is None) == (drawn is None or np.isnan(drawn[scene.inside()]).all())
    if field is not None:
        found = field.values[0]
        np.testing.assert_allclose(
            drawn[where_in(scene, field)], found, rtol=2e-6, atol=2e-6 * np.nanmax(np.abs(found))
        )


def test_every_map_of_an_index_is_compared():
    compared = {asked.name for asked, _, _ in PAIRS}
    scalar = {item.name for item in QUANTITIES.values() if item.operator and item.compute}
    # these two are another layer of a call that is compared
    assert scalar - compared == {"isentropic_pressure", "dynamic_tropopause_theta"}


@pytest.mark.parametrize(
    ("quantity", "index", "level"),
    [
        (QuantityRef("mucape"), "cape", None),
        (QuantityRef("deep_layer_shear"), "bulk_shear_0_6km", None),
        (QuantityRef("ivt"), "ivt", None),
    ],
)
def test_the_largest_value_of_a_region_is_that_of_its_map(case, quantity, index, level):
    source, time, region, scene = case
    answer = compute_index(index, source, time=time, region=region, level=level, reduction="max")
    assert answer.status is IndexStatus.OK
    assert np.nanmax(values(scene, quantity)[scene.inside()]) == pytest.approx(answer.value, 2e-6)


def test_the_parts_of_a_vector_have_the_length_of_its_index(case):
    _, _, _, scene = case
    for name in (QuantityRef("ivt"), QuantityRef("deep_layer_shear")):
        np.testing.assert_allclose(
            np.hypot(*components(scene, name)), values(scene, name), rtol=1e-9, atol=1e-9
        )


def test_the_chart_shows_what_the_index_answers(sample):
    """CAPE of the rainstorm sample at 06 UTC on 5 July: 4,251 J/kg, not the 2,792 of before."""
    time, region = RAIN_AT, CASES["rainstorm"]
    source = MemorySource(sample("rainstorm"))
    drawn = render_figure("cape_shear", source, time=time, region=region, language="en")
    cape = compute_index("cape", source, time=time, region=region)
    shear = compute_index("bulk_shear_0_6km", source, time=time, region=region)
    assert cape.value == pytest.approx(4251, abs=1)
    assert shear.value == pytest.approx(38.64, abs=0.01)
    assert get_chart("cape_shear").layers[0].quantity == QuantityRef("mucape")
    found = detect_features(
        "threshold_object",
        source,
        time=time,
        region=region,
        params={"field": "mucape", "op": ">=", "threshold": 4000.0, "min_area_km2": 1000.0},
        scene_context=chart_scene_context(),
    )
    # the map that was searched by pressure levels alone stayed below 3,000 J/kg
    assert found.passed
    assert found.features[0].value >= 4000.0
    assert drawn.answer.check.score == 5.0


def test_an_index_layer_is_the_map_of_its_quantity(case):
    """On every kind of grid: on projected ones an index layer had no values."""
    _, _, _, scene = case
    for layer, name in (
        (QuantityRef("ivt", index=True), QuantityRef("ivt")),
        (QuantityRef("gh500", 500.0, index=True), QuantityRef("height", 500.0)),
    ):
        assert np.isfinite(values(scene, layer)).any()
        np.testing.assert_allclose(values(scene, layer), values(scene, name), rtol=1e-12)
