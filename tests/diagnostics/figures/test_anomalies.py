"""Charts of anomalies: right against their climatology, and clear where there is none."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.figures import detect_features, render_figure, typography
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene_loading import load_scene

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=110, south=30, east=122, north=40)


def loaded(source, names, scene_context=None):
    more = {} if scene_context is None else {"scene_context": scene_context}
    return load_scene(source, names, region=REGION, time=TIME, **more)


def test_anomalies_are_departures_in_deviations(source, around):
    names = (
        QuantityRef("temperature_2m_anomaly"),
        QuantityRef("thickness_anomaly"),
        QuantityRef("height_anomaly", 500.0),
        QuantityRef("height", 500.0),
    )
    scene = loaded(source, names, around)
    warm = values(scene, QuantityRef("temperature_2m_anomaly"))
    # the mean is four kelvin above the first time; the low cools by nine until the last
    assert float(warm.max()) == pytest.approx(-2.0, abs=0.05)
    assert float(warm.min()) == pytest.approx(-6.5, abs=0.05)
    thick = values(scene, QuantityRef("thickness_anomaly"))
    np.testing.assert_allclose(thick, -2.0, atol=1e-3)
    height = values(scene, QuantityRef("height_anomaly", 500.0))
    np.testing.assert_allclose(
        height, values(scene, QuantityRef("height", 500.0)) - 54900.0 / 9.80665, atol=1e-6
    )


@pytest.mark.parametrize("name", ["t2m_anomaly_map", "thickness_wind_sfc", "spi_map"])
def test_without_a_climatology_the_cure_is_named(name, source, wet, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    from diagnostics.quantities.scene_context import chart_scene_context

    data = wet[0] if name == "spi_map" else source
    with pytest.raises(InputDataError, match="climatology build --field") as caught:
        render_figure(
            name, data, time=TIME, region=REGION, scene_context=chart_scene_context(), detectors=()
        )
    assert caught.value.code == "missing_input"


def test_an_hour_without_climatology_is_said(source, around):
    scene = loaded(source, (QuantityRef("temperature_2m"),), around)
    held = around.climatology.gridded[0]
    item = held.items[0]
    assert item.hours.tolist() == [0.0, 6.0, 12.0, 18.0]
    scene.time = datetime(2026, 7, 2, 15, tzinfo=UTC)
    with pytest.raises(InputDataError, match="none within one hour"):
        values(scene, QuantityRef("temperature_2m_anomaly"))


def test_the_drought_index_is_that_of_the_catalogue(wet):
    from diagnostics.catalog import compute_index

    source, around = wet
    asked = QuantityRef("spi", params=(("days", 90),), index=True)
    scene = loaded(source, (asked,), around)
    drawn = values(scene, asked)
    inside = drawn[scene.inside()]
    answer = compute_index(
        "spi",
        source,
        time=TIME,
        region=REGION,
        params={"days": 90},
        reduction="max",
        baseline=around.climatology,
    )
    assert np.nanmax(inside) == pytest.approx(answer.value, abs=1e-6)
    assert np.all(np.diff(drawn[0]) >= 0)  # wetter to the east


def test_a_detector_judges_an_anomaly(source, around):
    found = detect_features(
        "anomaly_object",
        source,
        time=TIME,
        region=REGION,
        params={"field": "thickness_anomaly", "op": "<=", "threshold": -1.5},
        scene_context=around,
    )
    assert found.passed is True
    alone = detect_features(
        "anomaly_object",
        source,
        time=TIME,
        region=REGION,
        params={"field": "thickness_anomaly", "op": "<=", "threshold": -1.5},
    )
    assert alone.passed is None
    assert "climatology" in alone.message


def test_a_longitude_time_section_departs_from_climatology_or_period(source, around, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    asked = {"time": TIME, "region": REGION, "max_rounds": 1, "detectors": ()}
    plain = render_figure("hovmoller_gh500", source, **asked)
    label = plain.answer.layers["shading height_anomaly@500"]["label"]
    assert "from the mean of the period" in label
    assert plain.answer.layers["shading height_anomaly@500"]["maximum"] == pytest.approx(0, abs=1)
    known = render_figure("hovmoller_gh500", source, scene_context=around, **asked)
    facts = known.answer.layers["shading height_anomaly@500"]
    assert "period" not in facts["label"]
    assert abs(facts["maximum"] - facts["minimum"]) > 1
