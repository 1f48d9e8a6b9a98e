"""Charts whose data end near, and charts whose data lack something."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.registry import MISSING_CODES
from diagnostics.errors import InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import chart_ids, get_chart, maps, render_custom, render_figure
from diagnostics.figures.chart_canvas import new_canvas
from diagnostics.figures.chart_inputs import load_chart_inputs
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.layers import _contour_labels, _refined
from diagnostics.figures.marks import _beside
from diagnostics.figures.meteogram_chart import draw_meteogram
from diagnostics.figures.projection import Frame
from diagnostics.figures.questions.finding import reason_of
from diagnostics.figures.vectors import _picked
from diagnostics.messages import render
from diagnostics.physics.saturation import saturation_mixing_ratio
from diagnostics.physics.thermodynamics import specific_humidity_from_mixing_ratio

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=110, south=30, east=122, north=40)
BEYOND = Region(west=70, south=24, east=90, north=34)
"""The data begin at 85 E: the middle of this region lies outside."""


def test_data_that_end_at_the_region_fill_a_map_with_straight_sides(dataset):
    ends = dataset.sel(longitude=slice(110, 122), latitude=slice(30, 40))
    drawn = render_figure("t850_wind850", MemorySource(ends), time=TIME, region=REGION)
    view = drawn.answer.specification["map"]
    assert view["projection"] == "mercator"
    west, south, east, north = view["extent"]
    assert (west, east) == (pytest.approx(110, abs=0.4), pytest.approx(122, abs=0.4))
    assert (south, north) == (pytest.approx(30, abs=0.4), pytest.approx(40, abs=0.4))
    assert drawn.answer.check.score == 5.0


def test_a_projection_that_the_chart_asks_for_is_kept(dataset):
    ends = MemorySource(dataset.sel(longitude=slice(110, 122), latitude=slice(30, 40)))
    layers = [{"kind": "contour", "quantity": "height@500"}]
    for wanted, used in (("auto", "mercator"), ("LambertConformal", "lambert")):
        chart = {"projection": wanted, "layers": layers}
        drawn = render_custom(chart, ends, time=TIME, region=REGION, max_rounds=1)
        assert drawn.answer.specification["map"]["projection"] == used


@pytest.mark.parametrize(
    ("language", "said"), [("en", "lies outside the data"), ("zh", "在资料范围之外")]
)
def test_a_question_about_a_place_outside_the_data_is_left_open(source, language, said):
    drawn = render_figure(
        "wpsh_t2m", source, time=TIME, region=BEYOND, language=Language(language), max_rounds=1
    )
    covered = drawn.answer.answers[0]
    assert covered.answer is None
    assert said in covered.detail
    assert [item.passed for item in drawn.answer.features if item.detector == "wpsh_588"] == [None]


@pytest.mark.parametrize("name", ["meteogram", "skewt_point", "time_height", "front_cross_section"])
def test_a_chart_at_a_place_outside_the_data_is_refused_for_that(name, source):
    with pytest.raises(InputDataError) as caught:
        render_figure(name, source, time=TIME, region=BEYOND)
    assert caught.value.code == "point_outside_data"


def test_a_chart_against_time_needs_its_own_fields_only(dataset):
    """What its detectors would read is all missing: it is drawn, and they tell that they cannot."""
    heights = MemorySource(dataset[["z"]])
    drawn = render_figure("hovmoller_gh500", heights, time=TIME, region=REGION, max_rounds=1)
    left_open = [item for item in drawn.answer.features if item.passed is None]
    assert any("t2m" in item.message for item in left_open)


def test_every_lack_has_its_words_in_chinese():
    for code in MISSING_CODES:
        said = render(reason_of(InputDataError("words in English", code=code)), "zh")
        assert said.startswith("资料不足：")
        assert not re.search("[A-Za-z]", said)
    named = InputDataError("the field w is needed", code="missing_input", data={"missing": ["w"]})
    assert render(reason_of(named), "zh") == "资料不足：资料中没有 w"


@pytest.mark.parametrize(
    ("lacking", "panels", "said"),
    [
        ((), 4, ""),
        (("tp",), 3, "Precipitation per interval (not in the data)"),
        (("t2m", "tp"), 2, "2-m temperature (not in the data)"),
        (("t2m", "u10", "v10", "tp"), 1, "10-m wind (not in the data)"),
    ],
)
def test_a_meteogram_has_no_panel_for_what_the_data_lack(dataset, lacking, panels, said):
    part = MemorySource(dataset.drop_vars(list(lacking)))
    spec = get_chart("meteogram")
    scene = load_chart_inputs(spec, part, TIME, REGION, ()).scene
    sheet = draw_meteogram(spec, scene, ChartStyle())
    shown = [axes for axes in sheet.figure.axes if axes.axison]
    assert len(shown) == panels
    assert all(axes.has_data() for axes in shown)
    drawn = render_figure("meteogram", part, time=TIME, region=REGION, detectors=())
    assert said in drawn.answer.layers["sheet"]["words"]["layers"]
    assert drawn.answer.check.score == 5.0


def test_a_meteogram_of_nothing_is_refused(dataset):
    empty = dataset.copy()
    for name in ("t2m", "msl", "u10", "v10", "tp"):
        empty[name] = empty[name] * np.nan
    with pytest.raises(InputDataError) as caught:
        render_figure("meteogram", MemorySource(empty), time=TIME, region=REGION)
    assert caught.value.code == "no_values"


def test_temperature_and_dewpoint_are_told_apart_in_saturated_air(dataset):
    wet = dataset.copy()
    pressure = 100.0 * wet["level"].values[None, :, None, None]
    ratio = saturation_mixing_ratio(pressure, wet["t"].values)
    soaked = specific_humidity_from_mixing_ratio(ratio).astype("f4")
    wet["q"] = wet["t"].copy(data=np.where(pressure >= 50000.0, soaked, 0.1 * soaked))
    drawn = render_figure("skewt_point", MemorySource(wet), time=TIME, region=REGION)
    assert drawn.answer.check.score == 5.0
    words = drawn.answer.layers["sheet"]["words"]["layers"]
    assert "parcel (dashed, °C)" in words


def test_a_refined_shading_stays_between_the_cells_around():
    y, x = np.meshgrid(np.arange(8.0), np.arange(9.0), indexing="ij")
    rain = np.where(x > 4, 20.0, 0.0)
    plane = SimpleNamespace(spacing_deg=2.5)
    free = _refined(plane, x, y, rain)[2]
    bounded = _refined(plane, x, y, rain, bounded=True)[2]
    assert free.min() < 0.0 and free.max() > 20.0, "a spline overshoots at a step"
    assert (bounded.min(), bounded.max()) == (0.0, 20.0)
    assert bounded[:, :20] == pytest.approx(0.0), "no rain where none falls"
    assert bounded[::5, ::5] == pytest.approx(rain)


def test_barbs_of_a_grid_hardly_finer_than_they_are_stand_evenly():
    y, x = np.meshgrid(np.arange(21.0), np.arange(57.0), indexing="ij")
    plane = SimpleNamespace(x=x, y=y, inside=np.ones(x.shape, bool), frame=Frame(0, 56, 0, 20))
    rows, columns = _picked(plane, 600)
    assert 350 <= rows.size <= 900
    for picked in (rows, columns):
        steps = np.diff(np.unique(picked))
        assert np.ptp(steps) == 0


def test_centres_lie_above_the_axes_that_pass_through_them(source):
    drawn = render_figure("gh500_wind500", source, time=TIME, region=REGION)
    order = list(drawn.answer.layers)
    assert order.index("features") < order.index("centres")


def test_a_zero_line_that_the_chart_draws_is_not_drawn_again():
    def found(field):
        return SimpleNamespace(
            detector="zero_line", provenance=SimpleNamespace(parameters={"field": field})
        )

    assert maps._shown_already(get_chart("snow_t850"), found("T850"))
    assert not maps._shown_already(get_chart("snow_t850"), found("T925"))
    assert not maps._shown_already(get_chart("t850_map"), found("T850")), "a shading has no line"


@pytest.mark.parametrize("place", [(0.5, 0.5), (0.98, 0.5), (0.5, 0.99), (0.98, 0.99)])
def test_a_name_stays_on_the_map(place):
    sheet = new_canvas(1.4, ChartStyle(), colour_bars=0)
    text = _beside(sheet, place, "low-level jet 27 m/s", offset=5)
    box = text.get_window_extent(sheet.canvas.get_renderer())
    frame = sheet.axes.get_window_extent()
    assert frame.x0 <= box.x0 and box.x1 <= frame.x1
    assert frame.y0 <= box.y0 and box.y1 <= frame.y1


def test_chinese_titles_are_set_as_chinese_is():
    for name in chart_ids():
        title = get_chart(name).title_zh
        assert not re.search(r"\d(hPa|K)|[()]", title), title


def pieces(lines) -> int:
    """Count the unbroken pieces of all contours."""
    return sum(int((path.codes == path.MOVETO).sum()) for path in lines.get_paths())


@pytest.mark.parametrize(("wide", "labels"), [(0.9, 8), (0.05, 1), (0.0, 0)])
def test_a_contour_has_no_gap_without_a_label(wide, labels):
    """Labels that would touch the frame are left out, and their lines stay whole."""
    figure = Figure()
    axes = figure.subplots()
    x = np.linspace(0.0, 10.0, 101)
    lines = axes.contour(x, x, x[None, :] + 0.3 * np.sin(2.0 * x[:, None]), levels=np.arange(1, 9))
    whole = pieces(lines)
    frame = SimpleNamespace(x0=5.0 - 5.0 * wide, x1=5.0 + 5.0 * wide, y0=0.0, y1=10.0)
    look = SimpleNamespace(language=Language.EN)
    sheet = SimpleNamespace(axes=axes, label_step=1, look=look, halo=lambda *_: [])
    plane = SimpleNamespace(frame=frame)
    kept = _contour_labels(sheet, plane, lines, list(lines.levels), {}, "K")
    assert pieces(lines) - whole == len(kept)
    assert len(axes.texts) == len(kept)
    assert all(frame.x0 < text.get_position()[0] < frame.x1 for text in kept)
    assert len(kept) == labels
