"""The Image Checker finds every planted fault, and redrawing mends it where a change can."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from diagnostics.contracts.enums import Language, Severity
from diagnostics.contracts.evidence import FigureAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.figures import chart_ids, compose, get_chart, layers, render_figure, typography
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.check import RULES, check_answer
from diagnostics.figures.check.pixels import contrast_ratio, entropy
from diagnostics.figures.check.rules import CAPS, LEAST_INK, LEAST_VISIBLE, finding, score_of
from diagnostics.figures.render import draw_chart
from diagnostics.messages import message

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=110, south=30, east=122, north=40)
DPI = 150


@pytest.fixture(autouse=True)
def fewer_pixels(monkeypatch):
    monkeypatch.setattr(typography, "DPI", DPI)  # the layout is in inches


def changed(name, layer=None, order=None, **chart):
    """A chart of the catalogue with one layer's settings, or its own, changed."""
    spec = get_chart(name)
    drawn = list(spec.layers)
    for index, settings in (layer or {}).items():
        drawn[index] = drawn[index].model_copy(update=settings)
    if order is not None:
        drawn = [drawn[k] for k in order]
    return spec.model_copy(update={"layers": tuple(drawn), **chart})


def draw(spec, source, rounds):
    return draw_chart(
        spec,
        source,
        time=TIME,
        region=REGION,
        look=ChartStyle(Language.EN),
        detectors=(),
        max_rounds=rounds,
    ).answer


def missed(answer: FigureAnswer) -> set[str]:
    assert answer.check is not None
    return {item.rule for item in answer.check.findings if item.severity is not Severity.INFO}


HEIGHTS = {"interval": None, "wide_interval": None, "levels": tuple(range(5600, 5800, 40))}
TWICE = get_chart("gh500_map").model_copy(
    update={
        "layers": tuple(
            get_chart("gh500_map").layers[0].model_copy(update={**HEIGHTS, "kind": kind})
            for kind in ("contour", "line")
        )
    }
)
"""The same lines drawn and labelled twice."""

REPAIRED = {
    "title_missing": changed("mslp_map", title=message("map-name", name="")),
    "labels_overlap": changed("mslp_map", graticule_step=1.0),
    "labels_missing": changed("mslp_map", graticule_step=90.0),
    "labels_clipped": changed(
        "mslp_map", title=message("map-name", name="Pressure at the level of the sea " * 12)
    ),
    "labels_crowded": TWICE,
    "contour_count": changed("mslp_map", {0: {"interval": 0.5, "wide_interval": None}}),
    "contour_interval": changed("gh500_map", {0: {"interval": 37.0, "wide_interval": None}}),
    "contour_jagged": None,
    "barb_count": changed("mslp_wind10", {1: {"density": 1700}}),
    "barb_spacing": changed("mslp_wind10", {1: {"density": 6000}}),
    "line_weight": changed("mslp_map", {0: {"linewidth": 6.0}}),
    "type_hierarchy": changed("mslp_map", layer_text_size=19.0),
    "text_size": changed("mslp_map", layer_text_size=6.0),
    "layer_hidden": changed(
        "gale_composite", {2: {"interval": 0.5, "blank": None, "linewidth": 12.0}}
    ),
    "layer_order": changed("mslp_wind10", order=[1, 0]),
    "colour_map": changed("t2m_map", {0: {"colormap": "rainbow"}}),
    "colour_centre": changed(
        "tadv850", {0: {"levels": (-20, -10, -5, 4, 8, 12), "center": None, "blank": None}}
    ),
    "colour_classes": changed("t2m_map", {0: {"levels": tuple(range(0, 44, 2)), "interval": None}}),
    "colour_range": changed(
        "t2m_map", {0: {"levels": (15, 20, 25), "interval": None, "extend": "neither"}}
    ),
    "shading_saturated": changed(
        "t2m_map", {0: {"levels": (-20, -10, 0, 40), "interval": None, "extend": "both"}}
    ),
    "shading_blank": changed(
        "t2m_map", {0: {"levels": (60, 65, 70), "interval": None, "extend": "neither"}}
    ),
    "contrast": changed("mslp_map", {0: {"color": "#fafafa"}}),
    "wrong_extent": changed("mslp_map", margin_deg=0.5),
}


@pytest.mark.slow
@pytest.mark.parametrize("rule", [rule for rule, spec in REPAIRED.items() if spec is not None])
def test_a_planted_fault_is_found_and_mended(rule, source, make_source):
    source = make_source(step=0.5) if rule == "barb_spacing" else source
    first = draw(REPAIRED[rule], source, 1)
    assert rule in missed(first)
    found = next(item for item in first.check.findings if item.rule == rule)
    assert found.change, "every finding that can be repaired names its change"
    assert first.check.score <= CAPS[RULES[rule].family]
    last = draw(REPAIRED[rule], source, 5)
    assert rule not in missed(last)
    assert 2 <= last.check.rounds <= 5
    assert len(last.check.earlier) == last.check.rounds - 1
    assert rule in {item.rule for item in last.check.earlier[0].findings}
    assert last.check.score > first.check.score


def test_jagged_contours_are_smoothed(make_source):
    rough = make_source()
    noise = 60.0 * np.random.default_rng(1).standard_normal(rough._dataset["msl"].shape)
    dataset = rough._dataset.assign(msl=rough._dataset["msl"] + noise.astype("f4"))
    spec = changed("mslp_map", {0: {"smooth_km": 0.0, "interval": 1.0, "wide_interval": None}})
    first = draw(spec, type(rough)(dataset), 1)
    assert "contour_jagged" in missed(first)
    assert "contour_jagged" not in missed(draw(spec, type(rough)(dataset), 5))


def test_a_map_far_larger_than_its_region_is_cut(make_source):
    wide = make_source(south=5.0, west=60.0)
    small = Region(west=100, south=28, east=101, north=29)

    def drawn(rounds):
        return draw_chart(
            changed("mslp_map", margin_deg=22.0),
            wide,
            time=TIME,
            region=small,
            look=ChartStyle(Language.EN),
            detectors=(),
            max_rounds=rounds,
        ).answer

    assert "wrong_extent" in missed(drawn(1))
    assert "wrong_extent" not in missed(drawn(5))


def test_values_that_cannot_be_are_an_error(source):
    hot = source._dataset.assign(t2m=source._dataset["t2m"] + 273.15)
    answer = draw(get_chart("t2m_map"), type(source)(hot), 1)
    assert "value_range" in missed(answer)
    assert answer.check.score == 2.0


def test_a_layer_without_values_is_missing(source):
    empty = source._dataset.assign(u10=source._dataset["u10"] * np.nan)
    answer = draw(get_chart("mslp_wind10"), type(source)(empty), 1)
    assert "layer_missing" in missed(answer)
    assert answer.check.score == 1.0


@pytest.mark.parametrize("fault", ["none", "unit", "colours"])
def test_a_colour_bar_must_be_there_and_fit(fault, source, monkeypatch):
    draw_bar = layers.colour_bar

    def spoilt(sheet, mappable, levels, label, extend, *args, **kwargs):
        if fault == "unit":
            draw_bar(sheet, mappable, levels, "", extend, *args, **kwargs)
        elif fault == "colours":
            draw_bar(sheet, mappable, levels, label, extend, *args, **kwargs)
            mappable.colorbar.solids.set_cmap(mappable.cmap.reversed())

    monkeypatch.setattr(layers, "colour_bar", spoilt)
    answer = draw(get_chart("t2m_map"), source, 1)
    assert "colour_bar" in missed(answer)
    assert answer.check.score == 2.0


def test_words_that_were_not_written_are_missed(source, monkeypatch):
    monkeypatch.setattr(compose, "write_header", lambda *args, **kwargs: None)
    monkeypatch.setattr(compose, "write_footer", lambda *args, **kwargs: None)
    assert {"title_missing", "attribution_missing"} <= missed(
        draw(get_chart("mslp_map"), source, 1)
    )


def test_too_few_pixels(source, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 90)
    assert "resolution" in missed(draw(get_chart("mslp_map"), source, 1))


def recorded(answer, **facts):
    """The answer with other facts on record, by layer."""
    kept = {name: {**answer.layers[name], **facts.get(name, {})} for name in answer.layers}
    return check_answer(answer.model_copy(update={"layers": kept}))


def test_faults_that_only_the_record_can_show(source):
    answer = draw(get_chart("mslp_map"), source, 1)
    assert answer.check.score == 5.0
    blank = recorded(answer, sheet={"entropy": 0.0})
    assert blank.score == 0.0
    assert "blank_sheet" in {item.rule for item in blank.findings}
    part = recorded(answer, sheet={"inked_tiles": 0.3})
    assert part.score == 0.0
    strip = recorded(answer, sheet={"empty_sides": ["left"]}, **{"base map": {"coverage": 0.8}})
    (found,) = [item for item in strip.findings if item.rule == "white_margin"]
    assert found.change == {"margin_deg": "smaller"} and strip.score == 4.0
    edge = recorded(answer, sheet={"empty_sides": []}, **{"base map": {"coverage": 0.9}})
    assert [item.rule for item in edge.findings] == ["data_edge"] and edge.score == 5.0
    frame = {**answer.specification["map"], "frame": [0.0, 0.0, 30.0, 10.0]}
    flat = answer.model_copy(update={"specification": {**answer.specification, "map": frame}})
    assert "proportions" in {item.rule for item in check_answer(flat).findings}


def test_holes_in_the_data_are_told_and_cost_nothing(source):
    t2m = source._dataset["t2m"].copy()
    t2m[:, 15:20, 25:30] = np.nan
    answer = draw(get_chart("t2m_map"), type(source)(source._dataset.assign(t2m=t2m)), 5)
    (found,) = [item for item in answer.check.findings if item.rule == "data_holes"]
    assert found.value > found.limit
    assert answer.check.score == 5.0


def test_nothing_to_contour_is_told_and_costs_nothing(source):
    flat = source._dataset.assign(msl=source._dataset["msl"] * 0 + 101300)
    answer = draw(get_chart("mslp_map"), type(source)(flat), 5)
    assert "contours_none" in {item.rule for item in answer.check.findings}
    assert answer.check.score == 5.0


def test_every_rule_is_planted():
    elsewhere = {
        "blank_sheet",
        "layer_missing",
        "value_range",
        "attribution_missing",
        "colour_bar",
        "resolution",
        "white_margin",
        "data_edge",
        "data_holes",
        "proportions",
        "contours_none",
        *("contour_width", "pressure_interval", "height_interval"),  # test_conventions.py
    }
    assert set(REPAIRED) | elsewhere == set(RULES)


MULTI_LAYER = [name for name in chart_ids() if len(get_chart(name).layers) > 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", MULTI_LAYER)
def test_no_layer_hides_another(name, source, around, monkeypatch):
    """Occlusion is measured in pixels for every layer of every chart with more than one."""
    monkeypatch.setattr(typography, "DPI", 100)
    answer = render_figure(
        name, source, time=TIME, region=REGION, max_rounds=1, scene_context=around
    ).answer
    measured = [facts for facts in answer.layers.values() if facts.get("ink", 0.0) > LEAST_INK]
    assert measured
    for facts in measured:
        assert LEAST_VISIBLE <= facts["visible"] <= 1.0, facts


def test_the_score_is_that_of_the_gravest_family():
    assert score_of([]) == 5.0
    light = finding("contrast", "x")
    grave = finding("value_range", "x", severity=Severity.ERROR)
    note = finding("shading_blank", "x", severity=Severity.INFO)
    assert score_of([light]) == 4.0
    assert score_of([light, grave]) == 2.0
    assert score_of([note]) == 5.0
    assert set(CAPS) == {rule.family for rule in RULES.values()}


def test_contrast_and_entropy_of_known_pictures():
    black, white, grey = np.zeros(3), np.ones(3), np.full(3, 0.5)
    assert contrast_ratio(black, white) == pytest.approx(21.0)
    assert contrast_ratio(white, white) == pytest.approx(1.0)
    assert 3.5 < contrast_ratio(grey, white) < 4.5
    assert entropy(np.zeros((8, 8, 3), dtype=np.int16)) == 0.0
    half = np.zeros((8, 8, 3), dtype=np.int16)
    half[:, 4:] = 255
    assert entropy(half) == pytest.approx(1.0)
