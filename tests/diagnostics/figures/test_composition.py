"""Composed charts: what is refused, with which reason and which nearest composition."""

from __future__ import annotations

import copy
from datetime import UTC, datetime

import pytest

from diagnostics.contracts.charts import CustomChart
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.figures import compose_chart, judge_composition, render_custom, typography
from diagnostics.quantities.scene_context import chart_scene_context

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=110, south=30, east=122, north=40)


def layer(kind="contour", quantity="height@500", **more):
    return {"kind": kind, "quantity": quantity, **more}


def judged(*layers, **more):
    return judge_composition({"layers": list(layers), **more})


def rules_of(verdict):
    return [item.rule for item in verdict.problems]


def shown(verdict):
    return [(item.kind, item.quantity) for item in verdict.nearest.layers]


GOOD = [
    [layer("shading", "temperature@850"), layer(), layer("barb", "wind@850")],
    [layer("shading", "index:ivt"), layer("contour", "index:temp_change_24h@850")],
    [layer("quiver", "ivt")],
    [layer("line", "temperature@850", levels=[0])],
    [
        layer("shading", "precipitable_water", colormap="YlGnBu"),
        layer("contour", "msl", interval=2.5, extrema=True),
        layer("contour", "T850", color="#c4001d"),
        layer("barb", "wind_10m", density=300),
    ],
]


@pytest.mark.parametrize("layers", GOOD)
def test_a_good_composition_is_taken_as_it_is(layers):
    verdict = judged(*layers)
    assert verdict.problems == ()
    spec = compose_chart({"layers": layers})
    full = {"msl": "mean_sea_level_pressure", "T850": "temperature@850"}
    assert [(item.kind, item.quantity.text) for item in spec.layers] == [
        (item["kind"], full.get(item["quantity"], item["quantity"])) for item in layers
    ]


BAD = {
    "two_shadings": (
        [layer("shading", "temperature@850"), layer("shading", "height@500")],
        [("shading", "temperature@850"), ("contour", "height@500")],
    ),
    "too_many_layers": (
        [layer(quantity=f"height@{level}") for level in (1000, 850, 700, 500, 300)],
        [("contour", f"height@{level}") for level in (1000, 850, 700, 500)],
    ),
    "unknown_quantity": ([layer(quantity="hieght@700")], [("contour", "height@700")]),
    "vectors": ([layer("barb", "wind_speed@850")], [("barb", "wind@850")]),
    "level": ([layer(quantity="msl@500")], [("contour", "mean_sea_level_pressure")]),
    "order": (
        [layer("barb", "wind@850"), layer("shading", "temperature@850")],
        [("shading", "temperature@850"), ("barb", "wind@850")],
    ),
    "two_vectors": (
        [layer("barb", "wind@850"), layer("quiver", "ivt")],
        [("barb", "wind@850")],
    ),
    "repeated": ([layer(), layer()], [("contour", "height@500")]),
    "unknown_kind": ([layer("contourf")], [("shading", "height@500")]),
    "unknown_key": ([layer(intervall=40)], [("contour", "height@500")]),
}


@pytest.mark.parametrize("rule", BAD)
def test_a_bad_composition_is_refused_with_the_nearest(rule):
    layers, wanted = BAD[rule]
    verdict = judged(*layers)
    assert rules_of(verdict) == [rule]
    assert shown(verdict) == wanted
    with pytest.raises(ArgumentError) as caught:
        compose_chart({"layers": layers})
    assert caught.value.code == "invalid_composition"
    assert caught.value.data["problems"][0]["rule"] == rule
    nearest = caught.value.data["nearest"]
    assert judge_composition(nearest).problems == ()


@pytest.mark.parametrize(
    ("quantity", "wanted"),
    [
        ("height", "height@500"),
        ("height@5", None),
        ("height@5000", "height@500"),
        ("ivt_", "ivt"),
        ("isentropic_wind@850", None),
        ("isentropic_potential_vorticity@20", "isentropic_potential_vorticity@315"),
        ("k_index", "index:k_index"),
        ("index:k_indx", "index:k_index"),
        ("index:k_index@500", "index:k_index"),
        ("index:spi?dayz=90", "index:spi"),
        ("sounding", None),
        ("qqqqqq", None),
        ("height@abc", "height@500"),
    ],
)
def test_levels_and_names_are_checked(quantity, wanted):
    verdict = judged(layer("contour", quantity), layer("shading", "temperature@850"))
    names = [name for _, name in shown(verdict)]
    if quantity in ("height@5", "isentropic_wind@850"):
        assert quantity in names
        return
    assert len(verdict.problems) >= 1
    assert wanted is None or wanted in names
    assert quantity not in names


def test_units_are_refused_and_converted():
    verdict = judged(layer("shading", "temperature@850", unit="K", levels=[263.15, 273.15, 283.15]))
    assert rules_of(verdict) == ["unit"]
    (found,) = verdict.nearest.layers
    assert found.levels == (-10.0, 0.0, 10.0)
    assert found.unit == "°C"
    wind = judged(layer("contour", "wind_speed@200", unit="km/h", interval=36))
    assert wind.nearest.layers[0].interval == pytest.approx(10.0)
    wrong = judged(layer("contour", "height@500", unit="hPa", interval=4))
    assert "another quantity" in wrong.problems[0].text
    assert wrong.nearest.layers[0].interval is None
    same = judged(layer("contour", "cyclonic_vorticity@500", unit="1e-5 s-1", interval=4))
    assert same.problems == ()


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"levels": [5000, 5100], "interval": 40}, "levels"),
        ({"levels": [5200, 5100]}, "levels"),
        ({"levels": []}, "levels"),
        ({"levels": [1, 2, 3]}, None),
        ({"levels": [50000, 60000]}, "levels"),
        ({"levels": list(range(4800, 6000, 20))}, "levels"),
        ({"color": "bluee"}, "colours"),
        ({"colormap": "viridis"}, "colours"),
        ({"linewidth": -1}, "invalid_value"),
        ({"density": "many"}, "invalid_value"),
        ({"smooth_km": 1e4}, "invalid_value"),
    ],
)
def test_values_of_a_contour(more, rule):
    verdict = judged(layer(**more))
    assert rules_of(verdict) == ([rule] if rule else [])
    assert judge_composition(verdict.nearest).problems == ()


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"colormap": "jet"}, "colours"),
        ({"colormap": "viridas"}, "colours"),
        ({"colors": ["red", "nocolour"]}, "colours"),
        ({"levels": [0]}, "levels"),
        ({"levels": list(range(30))}, "levels"),
        ({"smooth_km": 50}, "smoothing"),
        ({"extrema": True}, "smoothing"),
        ({"blank": [3, -3]}, "levels"),
    ],
)
def test_values_of_a_shading(more, rule):
    verdict = judged(layer("shading", "temperature@850", **more))
    assert rules_of(verdict) == [rule]
    assert judge_composition(verdict.nearest).problems == ()


def test_rainbows_are_replaced_and_colour_maps_suggested():
    assert judged(layer("shading", colormap="jet")).nearest.layers[0].colormap == "viridis"
    verdict = judged(layer("shading", colormap="virdis"))
    assert verdict.nearest.layers[0].colormap == "viridis"


def test_lines_that_look_alike_are_told_apart():
    verdict = judged(layer(color="black"), layer(quantity="temperature@850", color="black"))
    assert rules_of(verdict) == ["alike"]
    colours = [item.color for item in verdict.nearest.layers]
    assert colours[0] == "black"
    assert colours[1] != "black"
    spec = compose_chart({"layers": [layer(), layer(quantity="T700"), layer(quantity="H200")]})
    assert len({item.color for item in spec.layers}) == 3


def test_vertical_charts_know_their_own_fields():
    section = {"kind": "section", "layers": [layer("shading", "relative_humidity@850")]}
    verdict = judge_composition(section)
    assert rules_of(verdict) == ["level"]
    assert shown(verdict) == [("shading", "relative_humidity")]
    verdict = judge_composition(
        {"kind": "time_height", "layers": [layer("quiver", "ivt"), layer("contour", "theta")]}
    )
    assert set(rules_of(verdict)) >= {"vectors", "unknown_quantity"}
    verdict = judge_composition({"kind": "hovmoller", "layers": [layer("barb", "wind@850")]})
    assert shown(verdict) == [("contour", "wind@850")]
    wrong = {"kind": "section", "projection": "PlateCarree", "layers": [layer("shading", "omega")]}
    assert judge_composition(wrong).nearest.projection == "auto"


def test_what_is_no_chart_at_all():
    for document in ({}, {"layers": []}, {"layers": "height"}, {"layers": [3]}):
        with pytest.raises(ArgumentError, match="layer") as caught:
            compose_chart(document)
        assert caught.value.code == "invalid_composition"
    with pytest.raises(ArgumentError) as caught:
        compose_chart({"layers": [layer(quantity="qqqqqq")]})
    assert caught.value.data["nearest"] is None


def test_detectors_are_checked():
    verdict = judged(layer(), detectors=[{"detector": "trough_axes"}])
    assert rules_of(verdict) == ["detector"]
    assert verdict.nearest.detectors == ()
    verdict = judged(layer(), detectors=[{"detector": "trough_axis", "params": {"deep": 1}}])
    assert verdict.nearest.detectors[0].params == {}


def test_the_nearest_composition_is_always_valid():
    """Faults planted together into a good chart never leave a chart that is refused again."""
    faults = [
        lambda items: items.append(layer("shading", "RH700")),
        lambda items: items.insert(0, layer("barb", "temperature@850")),
        lambda items: items[0].update(unit="furlong", levels=[3, 2, 1]),
        lambda items: items[-1].update(colour="red", linewidth="thick"),
        lambda items: items.append(copy.deepcopy(items[0])),
        lambda items: items[0].update(quantity="height@99999"),
        lambda items: items.append(layer("line", "T850")),
    ]
    for first in range(len(faults)):
        for second in range(len(faults)):
            items = copy.deepcopy(GOOD[0])
            faults[first](items)
            faults[second](items)
            verdict = judge_composition({"layers": items})
            assert verdict.problems
            assert verdict.nearest is not None
            assert judge_composition(verdict.document()).problems == ()


def test_what_is_left_out_comes_from_the_catalogue():
    spec = compose_chart({"layers": [layer(), layer("shading", "temperature@850")][::-1]})
    shading, contour = spec.layers
    assert shading.colormap and shading.interval
    assert contour.interval == 40.0
    assert contour.smooth_km > 0
    own = compose_chart({"layers": [layer(interval=20.0, emphasis=[])]}).layers[0]
    assert own.interval == 20.0
    assert own.emphasis == ()
    other = compose_chart({"layers": [layer(quantity="height@300")]}).layers[0]
    assert other.emphasis == ()


def test_a_composed_chart_is_drawn_with_an_index(source, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    document = {
        "title": "Vapour transport and height",
        "layers": [layer("shading", "index:ivt"), layer(), layer("barb", "wind@850")],
        "detectors": [{"detector": "threshold_object", "params": {"threshold": 100}}],
    }
    around = chart_scene_context()
    drawn = render_custom(
        document, source, time=TIME, region=REGION, scene_context=around, max_rounds=1
    )
    facts = drawn.answer.layers["shading index:ivt"]
    assert facts["unit"] == "kg m⁻¹ s⁻¹"
    assert facts["label"] == "Integrated water vapour transport magnitude"
    assert facts["missing"] == 0.0
    assert 5 <= len(facts["levels"]) <= 15
    assert drawn.answer.title == "Vapour transport and height"
    assert drawn.answer.features[0].provenance.parameters["field"] == "index:ivt"
    from diagnostics.catalog import compute_field

    exact = compute_field("ivt", source, time=TIME, region=REGION)
    assert facts["maximum"] >= float(exact.max()) - 1e-6
    again = render_custom(
        CustomChart.model_validate(document),
        source,
        time=TIME,
        region=REGION,
        scene_context=around,
        max_rounds=1,
    )
    assert again.png == drawn.png


@pytest.mark.parametrize(
    ("kind", "layers"),
    [
        ("section", [layer("shading", "wind_speed"), layer("contour", "potential_temperature")]),
        ("time_height", [layer("shading", "temperature"), layer("barb", "wind")]),
        (
            "hovmoller",
            [layer("shading", "temperature_2m"), layer("contour", "mean_sea_level_pressure")],
        ),
    ],
)
def test_vertical_compositions_are_drawn(kind, layers, source, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    drawn = render_custom(
        {"kind": kind, "layers": layers}, source, time=TIME, region=REGION, max_rounds=1
    )
    assert drawn.answer.specification["kind"] == kind
    for item in layers:
        assert drawn.answer.layers[f"{item['kind']} {item['quantity']}"]["minimum"] is not None


def test_projections_are_drawn_or_refused(source, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    spec = {"layers": [layer("contour", "msl")]}
    for name, drawn_as in (("PlateCarree", "plate_carree"), ("NorthPolarStereo", "polar")):
        drawn = render_custom(
            {**spec, "projection": name}, source, time=TIME, region=REGION, max_rounds=1
        )
        assert drawn.answer.specification["map"]["projection"] == drawn_as
    equator = Region(west=110, south=15, east=122, north=17)
    with pytest.raises(ArgumentError, match="PlateCarree"):
        render_custom(
            {**spec, "projection": "LambertConformal", "margin_deg": 0},
            source,
            time=TIME,
            region=equator.model_copy(update={"south": 0.0, "north": 4.0}),
        )


def test_what_the_data_lack_is_said(source):
    with pytest.raises(InputDataError, match="climatology"):
        render_custom(
            {"layers": [layer("shading", "temperature_2m_anomaly")]},
            source,
            time=TIME,
            region=REGION,
            scene_context=chart_scene_context(),
        )
    with pytest.raises(InputDataError, match="climatology"):
        render_custom(
            {"layers": [layer("shading", "index:spi?days=90")]},
            source,
            time=TIME,
            region=REGION,
            scene_context=chart_scene_context(),
        )


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("mslp", "mean_sea_level_pressure"),
        ("t850", "temperature@850"),
        ("RH_700", "relative_humidity@700"),
        ("gh@500", "height@500"),
        ("theta_e", "equivalent_potential_temperature@850"),
        ("t2m", "temperature_2m"),
        ("pwat", "precipitable_water"),
    ],
)
def test_a_name_of_other_systems_is_answered_with_the_catalogues(asked, meant):
    verdict = judge_composition({"layers": [{"kind": "contour", "quantity": asked}]})
    if verdict.problems:  # a short name of the catalogue is no problem
        assert f"write {meant}" in verdict.problems[0].text
    assert verdict.nearest.layers[0].quantity == meant


def test_a_layer_of_the_catalogue_is_a_layer_of_a_composition():
    copied = layer(quantity={"name": "height", "level": 500})
    assert compose_chart({"layers": [copied]}) == compose_chart({"layers": [layer()]})
    with pytest.raises(ArgumentError, match="layer 1: quantity"):
        compose_chart({"layers": [layer(quantity={"name": "height", "level": -5})]})


def test_a_bare_detector_and_a_wrong_value_are_told_by_layer():
    layers = [
        {"kind": "contour", "quantity": "temperature@850"},
        {"kind": "contour", "quantity": "height@500", "interval": 0},
    ]
    with pytest.raises(ArgumentError) as caught:
        compose_chart({"layers": layers, "detectors": ["trough_axis"]})
    problems = caught.value.data["problems"]
    assert [item["layer"] for item in problems] == [None, 2]
    assert problems[0]["reason"] == "a detector is a mapping: write {detector: trough_axis}"
    assert problems[1]["reason"].startswith("layer 2: interval: ")
    assert caught.value.data["nearest"]["detectors"] == [{"detector": "trough_axis"}]
