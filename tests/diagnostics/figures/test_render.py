"""Charts are drawn, reproducible, and right way up."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from diagnostics.contracts.enums import IndexStatus, Language
from diagnostics.contracts.evidence import IndexAnswer, Provenance
from diagnostics.contracts.guidelines import DetectorExpectation
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import (
    chart_ids,
    get_chart,
    index_levels,
    render_custom,
    render_figure,
    render_index_map,
    typography,
)
from diagnostics.figures.check import check_answer
from diagnostics.figures.layers import _refined
from diagnostics.figures.skewt_chart import _amount
from diagnostics.figures.vectors import power_text
from diagnostics.messages import localise, message
from diagnostics.quantities.display import shown_unit

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=110, south=30, east=122, north=40)


@pytest.fixture(scope="module")
def chart(source):
    return render_figure("gh500_wind500", source, time=TIME, region=REGION)


def test_a_chart_is_a_png_at_200_dpi(chart):
    image = Image.open(io.BytesIO(chart.png))
    assert image.format == "PNG"
    assert (image.width, image.height) == (chart.answer.width, chart.answer.height)
    assert image.info["dpi"] == pytest.approx((200, 200), abs=0.1)
    assert 1800 <= image.width <= 2800
    assert set(image.info) <= {"dpi"}  # no times, no software names


def test_the_same_input_gives_the_same_bytes(chart, source):
    again = render_figure("gh500_wind500", source, time=TIME, region=REGION)
    assert again.png == chart.png
    assert again.answer.digest == chart.answer.digest
    other = render_figure(
        "gh500_wind500", source, time=TIME, region=REGION, language=Language.ZH, detectors=()
    )
    assert other.answer.digest != chart.answer.digest


def test_what_was_drawn_is_recorded(chart):
    layers = chart.answer.layers
    height = layers["contour height@500"]
    assert height["unit"] == "gpm"
    assert height["interval"] == 40.0
    assert height["contours"] >= 5
    assert 350 <= layers["barb wind@500"]["points"] <= 900
    assert all(facts["visible"] > 0.5 for facts in layers.values() if facts.get("ink"))
    assert chart.answer.check is not None
    assert chart.answer.check.score == 5.0
    assert {item.detector for item in chart.answer.features} >= {"trough_axis", "ridge_axis"}
    assert chart.answer.title == "500-hPa height and wind"


def test_another_level_and_chosen_detectors(source):
    drawn = render_figure(
        "t850_wind850",
        source,
        time=TIME,
        region=REGION,
        level=700,
        detectors=[
            DetectorExpectation(detector="threshold_object", params={"op": ">=", "threshold": 0})
        ],
    )
    assert "shading temperature@700" in drawn.answer.layers
    (answer,) = drawn.answer.features
    assert answer.provenance.parameters["field"] == "temperature@700"


@pytest.mark.parametrize("name", chart_ids())
def test_every_chart_of_the_catalogue_draws_without_a_fault(name, source, around, wet, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)  # the layout is in inches; fewer pixels are faster
    if name == "spi_map":
        source, around = wet
    try:
        drawn = render_figure(name, source, time=TIME, region=REGION, scene_context=around)
    except InputDataError as error:
        pytest.fail(f"{name}: {error}")
    spec = get_chart(name)
    assert len(drawn.answer.layers) >= len(spec.layers)
    assert drawn.answer.check is not None
    rules = {item.rule for item in drawn.answer.check.findings if item.severity != "info"}
    assert rules == {"resolution"}  # of the few pixels; at 200 dpi the score would be 5


@pytest.mark.parametrize(
    ("south", "west", "sign", "region", "projection"),
    [
        (-60.0, 85.0, -1.0, (110, -40, 122, -30), "lambert"),
        (15.0, 150.0, 1.0, (172, 30, -172, 40), "lambert"),
        (-20.0, 85.0, 1.0, (105, -8, 125, 8), "plate_carree"),
        (40.0, 85.0, 1.0, (105, 66, 125, 78), "polar"),
    ],
)
def test_anywhere_on_the_globe(make_source, south, west, sign, region, projection):
    source = make_source(south=south, west=west, sign=sign)
    area = Region(west=region[0], south=region[1], east=region[2], north=region[3])
    drawn = render_figure("mslp_wind10", source, time=TIME, region=area, detectors=())
    assert drawn.answer.specification["map"]["projection"] == projection
    assert drawn.answer.check is not None
    assert drawn.answer.check.score >= 4.0


def test_chinese_titles_need_no_font_of_the_system(source):
    drawn = render_figure("mslp_map", source, time=TIME, region=REGION, language=Language.ZH)
    assert drawn.answer.title == "海平面气压场"


def test_missing_fields_and_unknown_names_are_said(source):
    with pytest.raises(ArgumentError, match="gh500_map") as caught:
        render_figure("gh500map", source, time=TIME, region=REGION)
    assert caught.value.code == "unknown_figure"
    with pytest.raises(InputDataError, match="3 times") as missing:
        render_figure("mslp_map", source, time=datetime(2026, 7, 9, tzinfo=UTC), region=REGION)
    assert missing.value.code == "missing_time"
    bare = type(source)(source._dataset.drop_vars("msl"))
    with pytest.raises(InputDataError, match="msl") as missing:
        render_figure("mslp_map", bare, time=TIME, region=REGION)
    assert missing.value.code == "missing_input"


def test_a_stored_record_can_be_checked_again(chart):
    hidden = chart.answer.model_copy(deep=True)
    hidden.layers["contour height@500"]["visible"] = 0.2
    hidden.layers["barb wind@500"]["points"] = 2000
    check = check_answer(hidden)
    assert {item.rule for item in check.findings} == {"layer_hidden", "barb_count"}
    changes = {item.rule: item.change for item in check.findings}
    assert changes["barb_count"] == {"layer": 1, "density": 180}
    assert check.score == 3.0
    wrong = chart.answer.model_copy(deep=True)
    wrong.layers["contour height@500"]["maximum"] = 58000.0
    assert check_answer(wrong).score == 2.0


def test_the_map_of_an_index_marks_its_extremum(source):
    dataset = source._dataset
    field = (dataset["msl"].isel(time=-1) / 100.0).assign_attrs(units="hPa")
    answer = IndexAnswer(
        name="mslp_minimum",
        value=994.0,
        unit="hPa",
        status=IndexStatus.OK,
        time=TIME,
        region=REGION,
        latitude=36.0,
        longitude=115.0,
        provenance=Provenance(tool="mslp_minimum", tool_version="1"),
    )
    drawn = render_index_map(answer, field, title=message("map-name", name="Lowest pressure"))
    assert drawn.answer.title == "Lowest pressure"
    assert drawn.answer.name == "index_mslp_minimum"
    assert drawn.answer.features[0].features[0].latitude == 36.0
    assert drawn.answer.check is not None
    assert drawn.answer.check.score >= 4.0
    fixed = render_index_map(answer, field, levels=(980, 990, 1000, 1010, 1020))
    assert fixed.answer.layers["shading mslp_minimum"]["levels"] == [980, 990, 1000, 1010, 1020]


def test_a_map_of_hardly_anything_is_clear_where_there_is_nothing(dataset):
    plane = dataset["msl"].isel(time=-1)
    apart = (plane["latitude"] - 35.0) ** 2 + (plane["longitude"] - 116.0) ** 2
    field = (2000.0 * np.exp(-apart / 12.0) + 0.0 * plane).assign_attrs(units="J/kg")
    answer = IndexAnswer(
        name="cape",
        value=float(field.max()),
        unit="J/kg",
        status=IndexStatus.OK,
        time=TIME,
        region=REGION,
        provenance=Provenance(tool="cape", tool_version="1"),
    )
    shown = render_index_map(answer, field).answer.layers["shading cape"]
    assert shown["levels"][0] == 0.0
    assert shown["coloured"] < 0.4
    assert shown["largest_coloured_class"] < 0.4


def test_a_value_found_beside_the_region_is_on_the_map_of_the_region(dataset):
    """Looked for around the event: the map outlines the region, and holds the value's place."""
    region = Region(west=118.0, south=30.0, east=122.0, north=34.0)
    field = (dataset["msl"].isel(time=-1) / 100.0).assign_attrs(units="hPa")
    answer = IndexAnswer(
        name="mslp_minimum",
        value=994.0,
        unit="hPa",
        status=IndexStatus.OK,
        time=TIME,
        region=Region(west=114.0, south=35.0, east=116.0, north=37.0),
        latitude=36.0,
        longitude=115.0,
        provenance=Provenance(tool="mslp_minimum", tool_version="1"),
    )
    drawn = render_index_map(
        answer, field, title=message("map-name", name="Lowest pressure"), region=region
    )
    assert drawn.answer.region == region
    found = drawn.answer.features[0].features[0]
    assert (found.kind, found.latitude, found.longitude) == ("extremum_at_event", 36.0, 115.0)
    shown = drawn.answer.provenance.domain
    assert shown is not None
    assert shown.holds(36.0, 115.0)
    assert not region.padded(1.0).holds(36.0, 115.0)


@pytest.mark.parametrize(
    ("reach", "is_missing"),
    [(None, True), (Region(west=-180.0, south=-90.0, east=180.0, north=90.0), False)],
)
def test_grey_is_only_where_data_are_missing(
    source: MemorySource, reach: Region | None, is_missing: bool
) -> None:
    part = Region(west=111.0, south=32.0, east=119.0, north=38.0)
    field = (source._dataset["msl"].isel(time=-1) / 100.0).assign_attrs(units="hPa")
    field = field.sel(latitude=slice(part.south, part.north), longitude=slice(part.west, part.east))
    answer = IndexAnswer(
        name="mslp_minimum",
        value=994.0,
        unit="hPa",
        status=IndexStatus.OK,
        time=TIME,
        region=part,
        latitude=36.0,
        longitude=115.0,
        provenance=Provenance(tool="mslp_minimum", tool_version="1"),
    )
    drawn = render_index_map(answer, field, reach=reach, max_rounds=1)
    assert ("no data" in drawn.answer.layers["legend"]["names"]) is is_missing


def test_units_are_written_for_readers():
    shown = {
        "degC": "°C",
        "m s-1": "m s⁻¹",
        "kg m-1 s-1": "kg m⁻¹ s⁻¹",
        "1": "",
        "hPa": "hPa",
        "1e-5 s-1": "10⁻⁵ s⁻¹",
    }
    assert {unit: shown_unit(unit) for unit in shown} == shown


def test_levels_of_an_index_are_round_and_symmetric_for_signed_fields():
    assert index_levels(np.linspace(0, 100, 1001)) == tuple(np.arange(0.0, 101.0, 10.0))
    signed = index_levels(np.linspace(-3e-5, 4e-5, 1001))
    assert signed[0] == -signed[-1]
    assert index_levels(np.full(4, np.nan)) == (0.0, 1.0)
    assert len(index_levels(np.full(10, 7.0))) >= 3


class KeptDocuments(dict[str, bytes]):
    def put(self, key: str, data: bytes) -> None:
        self[key] = data


def test_a_cached_chart_is_the_same_chart(source):
    cache = KeptDocuments()
    first = render_figure("mslp_map", source, time=TIME, region=REGION, cache=cache)
    again = render_figure("mslp_map", source, time=TIME, region=REGION, cache=cache)
    assert len(cache) == 1
    assert again.png == first.png
    assert again.answer == first.answer
    render_figure("mslp_map", source, time=TIME, region=REGION, cache=cache, language=Language.ZH)
    assert len(cache) == 2


@pytest.mark.parametrize("name", ["front_cross_section", "moisture_cross_section", "skewt_point"])
def test_vertical_charts_draw_in_chinese(name, source):
    drawn = render_figure(name, source, time=TIME, region=REGION, language=Language.ZH)
    assert drawn.answer.check is not None
    assert drawn.answer.check.score == 5.0
    assert drawn.answer.title == get_chart(name).title_zh


def test_a_meteogram_reads_every_time(source):
    drawn = render_figure("meteogram", source, time=TIME, region=REGION)
    assert drawn.answer.layers["line temperature_2m"]["points"] == 3
    assert drawn.answer.features[0].detector == "series_drop"


def test_a_map_without_any_value_is_refused(source):
    """The 260-K surface lies below ground everywhere in a warm July."""
    chart = {"layers": [{"kind": "shading", "quantity": "isentropic_potential_vorticity@260"}]}
    with pytest.raises(InputDataError) as caught:
        render_custom(chart, source, time=TIME, region=REGION)
    assert caught.value.code == "no_values"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "no 2-PVU surface in the data"), ("zh", "资料层内无2 PVU面")]
)
def test_a_map_says_what_its_white_patches_mean(source, language, said):
    drawn = render_figure(
        "dt_pressure", source, time=TIME, region=REGION, language=Language(language)
    )
    facts = drawn.answer.layers["shading dynamic_tropopause_pressure"]
    line = drawn.answer.layers["sheet"]["words"]["layers"]
    assert (facts["missing"] > 0) == (said in line)
    assert facts["missing"] > 0


@pytest.mark.parametrize(
    ("language", "title"),
    [(Language.EN, "500 hPa height"), (Language.ZH, "500 hPa位势高度")],
)
def test_a_polar_chart_of_a_part_is_named_after_what_it_shows(source, language, title):
    drawn = render_figure(
        "polar_vortex_nh", source, time=TIME, region=REGION, language=language, detectors=()
    )
    assert drawn.answer.title == title
    shown = drawn.answer.specification["map"]["extent"]
    assert shown[2] - shown[0] < 120, "a map of the region, not of the hemisphere"
    assert drawn.answer.check.score == 5.0


def test_a_map_says_where_the_data_miss_most_of_the_event_region(source):
    region = Region(west=70, south=30, east=90, north=40)  # the data begin at 85 E
    drawn = render_figure("t850_map", source, time=TIME, region=region, detectors=())
    found = {item.message for item in drawn.answer.check.findings if item.rule == "data_edge"}
    assert "the data reach 25 % of the event region" in found
    assert drawn.answer.check.score == 4.0


def test_a_narrow_region_has_a_map_of_usual_proportions(dataset):
    data = dataset.sel(longitude=slice(110, 114), latitude=slice(30, 42))
    drawn = render_figure(
        "gh500_map",
        MemorySource(data),
        time=TIME,
        region=Region(west=110, south=31, east=114, north=41),
        detectors=(),
    )
    x0, y0, x1, y1 = drawn.answer.specification["map"]["frame"]
    assert (x1 - x0) / (y1 - y0) == pytest.approx(1.0, abs=1e-6)
    assert drawn.answer.height < 1.3 * drawn.answer.width


def test_numbers_on_charts_are_written_as_readers_expect():
    assert [power_text(value) for value in (500.0, 0.2, 2e-12, 1e7)] == [
        *("500", "0.2", "2×10⁻¹²", "1×10⁷"),
    ]
    amounts = [
        localise("map-sounding_cin", "en", value=_amount(value, "J kg-1"))
        for value in (-0.3, 12.0, -44.6, np.nan)
    ]
    assert amounts == [f"CIN  {number} J kg⁻¹" for number in ("0", "12", "−45", "–")]


def test_contours_of_a_coarse_field_with_a_hole_are_refined_around_it():
    y, x = np.meshgrid(np.arange(8.0), np.arange(9.0), indexing="ij")
    field = x**2 + y
    field[3, 4] = np.nan
    plane = SimpleNamespace(spacing_deg=2.5)
    fine_x, fine_y, fine = _refined(plane, x, y, field)
    assert fine.shape == fine_x.shape == fine_y.shape == (36, 41)
    at_cells = fine[::5, ::5]
    assert np.isnan(at_cells[3, 4]) and np.isnan(fine).sum() == 9 * 9
    good = np.isfinite(field)
    assert at_cells[good] == pytest.approx(field[good], abs=1e-9)


def test_a_sounding_without_wind_says_so(source, dataset):
    still = MemorySource(dataset.drop_vars(["u", "v", "u10", "v10"], errors="ignore"))
    drawn = render_figure("skewt_point", still, time=TIME, region=REGION)
    assert drawn.answer.layers["hodograph"]["points"] == 0
    assert drawn.answer.layers["barb wind"]["points"] == 0
    windy = render_figure("skewt_point", source, time=TIME, region=REGION)
    assert windy.answer.layers["hodograph"]["points"] > 2
