"""What is asked, where and how much, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.questions import Comparator, Scenario
from diagnostics.contracts.space_time import Region
from diagnostics.language import Surroundings, read_request
from diagnostics.language.lexicon import entries, tools
from diagnostics.language.words import chinese_number

AROUND = Surroundings(times=(datetime(2010, 10, 26, 12, tzinfo=UTC),))


@pytest.mark.parametrize(
    ("text", "operator", "level"),
    [
        ("500 hPa heights over Japan", "gh500", 500.0),
        ("日本500百帕位势高度", "gh500", 500.0),
        ("850-hPa temperature in Paris", "temperature_level", 850.0),
        ("temperature in Paris", "temperature_level", "2m"),
        ("上海2米气温", "temperature_level", "2m"),
        ("the 10 m wind speed in Paris", "surface_wind_speed", "10m"),
        ("winds at 300 hPa over Europe", "jet_intensity", 300.0),
        ("the jet over Europe", "jet_intensity", 250.0),
        ("CAPE over Texas", "cape", None),
        ("what is the k-index in Paris", "k_index", None),
        ("华南K指数", "k_index", None),
        ("Showalter index over China", "showalter_index", None),
        ("整层可降水量", "pwat", None),
        ("moisture flux divergence at 850 hPa", "moisture_flux_divergence", 850.0),
        ("0-6 km shear over Kansas", "bulk_shear_0_6km", None),
        ("dewpoint in Chicago", "field:d2m", None),
    ],
)
def test_a_quantity_is_known_by_its_common_names(
    text: str, operator: str, level: float | str | None
) -> None:
    mention = read_request(text, AROUND).quantities[0]
    assert (mention.operator, mention.level) == (operator, level)


def test_every_index_of_the_catalogue_can_be_asked_for_by_both_titles() -> None:
    missed = []
    for name, tool in tools().items():
        if tool["kind"] != "index":
            continue
        operators = {entry.operator for entry in entries().values()}
        assert name in operators
        for title in (tool["title_en"], tool["title_zh"]):
            found = read_request(title, AROUND).quantities
            if not any(item.operator == name for item in found):
                missed.append((name, title, [item.operator for item in found]))
    assert len(missed) <= 12, missed


@pytest.mark.parametrize(
    ("text", "comparator", "value", "unit"),
    [
        ("winds in excess of 150 kt", Comparator.ABOVE, 150.0, "kt"),
        ("winds did not exceed 40 knots", Comparator.BELOW, 40.0, "kt"),
        ("nowhere did the temperature exceed 38 °C", Comparator.BELOW, 38.0, "degC"),
        ("a low no deeper than 990 hPa", Comparator.ABOVE, 990.0, "hPa"),
        ("a surface low of 968 mb", Comparator.ABOUT, 968.0, "hPa"),
        ("temperature near minus 10 degrees Celsius", Comparator.ABOUT, -10.0, "degC"),
        ("temperature of 85 °F", Comparator.ABOUT, 85.0, "degF"),
        ("temperature above freezing", Comparator.ABOVE, 0.0, "degC"),
        ("winds below gale force (17.2 m/s)", Comparator.BELOW, 17.2, "m/s"),
        ("气温低于零下8℃", Comparator.BELOW, -8.0, "degC"),
        ("气温达38℃以上", Comparator.ABOVE, 38.0, "degC"),
        ("最大风速不足15米/秒", Comparator.BELOW, 15.0, "m/s"),
        ("降水量未超过50毫米", Comparator.BELOW, 50.0, "mm"),
        ("500百帕高度约532位势什米", Comparator.ABOUT, 532.0, "dam"),
        ("a K index above 30", Comparator.ABOVE, 30.0, ""),
    ],
)
def test_a_number_is_read_with_its_comparison(
    text: str, comparator: Comparator, value: float, unit: str
) -> None:
    threshold = read_request(text, AROUND).thresholds[0]
    assert (threshold.comparator, threshold.value, threshold.unit) == (comparator, value, unit)


def test_a_range_and_its_change_are_read() -> None:
    reading = read_request("pressure rose by 4 to 5 hPa in London", AROUND)
    threshold = reading.thresholds[0]
    assert (threshold.comparator, threshold.value, threshold.upper) == (
        Comparator.BETWEEN,
        4.0,
        5.0,
    )
    assert reading.trend == "rise"
    assert read_request("the low deepened to 968 hPa", AROUND).trend is None


@pytest.mark.parametrize(
    ("text", "name", "point"),
    [
        ("temperature in St. Louis, Missouri", "St. Louis", True),
        ("temperature in Hyderabad, India", "Hyderabad", True),
        ("芝加哥气温", "Chicago", True),
        ("rain over the Black Sea", "Black Sea", False),
        ("华南降水量", "South China", False),
        ("temperature at 39.9N 116.4E", "39.9n 116.4e", True),
        ("temperature in 105,18,118,26", "105,18,118,26", False),
        ("what is the temperature in chicago", "Chicago", True),
    ],
)
def test_a_place_is_found(text: str, name: str, point: bool) -> None:
    place = read_request(text, AROUND).places[0]
    assert (place.name.lower(), place.point) == (name.lower(), point)


def test_a_direction_takes_a_part_and_says_which() -> None:
    whole = read_request("rain over Japan", AROUND).places[0].region
    reading = read_request("rain over southern Japan", AROUND)
    part = reading.places[0].region
    assert part.north == pytest.approx((whole.south + whole.north) / 2)
    assert (part.south, part.west, part.east) == (whole.south, whole.west, whole.east)
    assert any(item.part == "place" for item in reading.assumed)
    assert read_request("日本南部降水", AROUND).places[0].region == part
    south = read_request("rain south of Japan", AROUND).places[0].region
    assert south.south < whole.south


def test_a_place_beside_north_america_is_not_read_twice() -> None:
    names = [place.name for place in read_request("北美东北部气压", AROUND).places]
    assert names == ["北美东北部"]


def test_namesakes_are_a_doubt_and_the_data_settle_it() -> None:
    doubt = read_request("temperature in Springfield", AROUND)
    assert not doubt.places
    assert doubt.ambiguities[0].part == "place"
    assert len(doubt.ambiguities[0].choices) >= 2
    near = Surroundings(region=Region.model_validate("-95,36,-91,38.5"))
    settled = read_request("temperature in Springfield", near)
    assert settled.places[0].region.west == pytest.approx(-93.3, abs=0.2)
    assert any("only one inside the data" in item.meaning for item in settled.assumed)


def test_an_unknown_name_is_never_passed_over() -> None:
    reading = read_request("What is the dewpoint in Foobarville?", AROUND)
    assert reading.ambiguities[0].words == "Foobarville"
    chinese = read_request("福巴维尔最高风速是多少？", AROUND)
    assert any(item.part == "unread" for item in chinese.understood)
    asked = read_request("诊断福巴维尔的暴雨", AROUND)
    assert asked.ambiguities[0].words == "福巴维尔"
    assert read_request("Diagnose Foobarville", AROUND).ambiguities[0].words == "Foobarville"


def test_no_question_word_is_taken_for_a_place() -> None:
    assert not read_request("美国哪个州的海平面气压最低？", AROUND).ambiguities


def test_letters_within_chinese_are_no_abbreviation_of_a_state() -> None:
    reading = read_request("哪一个时次CAPE最大？", AROUND)
    assert not reading.places
    assert reading.quantities[0].operator == "cape"


def test_the_sea_south_of_a_place_is_not_the_south_china_sea() -> None:
    assert [place.name for place in read_request("日本以南海域的气压", AROUND).places] == [
        "日本以南"
    ]


def test_the_subtropical_high_is_not_a_high_of_the_tropics() -> None:
    reading = read_request("副热带高压脊线在什么纬度？", AROUND)
    assert not reading.places
    assert reading.quantities[0].operator == "wpsh_ridge_latitude"


@pytest.mark.parametrize(
    ("words", "label", "south"),
    [("佐治亚州", "Georgia (state, US)", 30.4), ("格鲁吉亚", "Georgia (country, GE)", 41.1)],
)
def test_the_two_georgias_are_told_apart(words: str, label: str, south: float) -> None:
    place = read_request(f"{words}的气温", AROUND).places[0]
    assert place.outline == label
    assert place.region.south == pytest.approx(south, abs=0.1)
    english = read_request("temperature in Georgia", AROUND)
    assert len(english.ambiguities[0].choices) == 2
    chosen = read_request("temperature in Georgia, USA", AROUND).places[0]
    assert chosen.outline == "Georgia (state, US)"


def test_no_place_is_assumed_aloud() -> None:
    reading = read_request("What is the lowest pressure?", AROUND)
    assert any(item.part == "place" for item in reading.assumed)


@pytest.mark.parametrize(
    ("text", "scenario"),
    [
        ("What is the CAPE over Texas?", Scenario.INDEX),
        ("得州对流有效位能是多少", Scenario.INDEX),
        ("Draw the 500 hPa height map over Europe", Scenario.CHART),
        ("画一张850百帕温度平流图", Scenario.CHART),
        ("Why did the blizzard hit New England?", Scenario.DIAGNOSIS),
        ("请诊断华南这次暴雨过程的成因", Scenario.DIAGNOSIS),
        ("What is happening over Japan?", Scenario.DIAGNOSIS),
    ],
)
def test_the_three_scenarios_are_told_apart(text: str, scenario: Scenario) -> None:
    assert read_request(text, AROUND).scenario is scenario


@pytest.mark.parametrize(
    ("text", "chart"),
    [
        ("500 hPa geopotential height map", "gh500_map"),
        ("surface chart of Europe", "mslp_map"),
        ("map of precipitable water", "pwat_map"),
        ("a skew-T for Chicago", "skewt_point"),
        ("850百帕比湿图", "q850_map"),
        ("sea level pressure and 1000-500 hPa thickness chart", "mslp_thickness"),
    ],
)
def test_a_chart_is_known_by_what_it_shows(text: str, chart: str) -> None:
    assert read_request(text, AROUND).charts == (chart,)


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("Diagnose the snowstorm", EventType.SNOWSTORM),
        ("why this heat wave", EventType.HEAT_WAVE),
        ("诊断这次寒潮", EventType.COLD_WAVE),
        ("大风成因分析", EventType.GALE),
    ],
)
def test_an_event_is_known_by_its_words(text: str, event: EventType) -> None:
    assert read_request(text, AROUND).event is event


def test_the_language_is_that_of_the_text() -> None:
    assert read_request("temperature", AROUND).language is Language.EN
    assert read_request("气温", AROUND).language is Language.ZH


@pytest.mark.parametrize(("text", "number"), [("二十四", 24.0), ("十", 10.0), ("一百零五", 105.0)])
def test_chinese_numbers(text: str, number: float) -> None:
    assert chinese_number(text) == number


def test_an_adjective_is_no_centre_of_pressure() -> None:
    ids = [
        item.id for item in read_request("high 500 hPa wind speed over Europe", AROUND).quantities
    ]
    assert ids == ["wind_speed"]
    ids = [item.id for item in read_request("the high over Siberia", AROUND).quantities]
    assert ids == ["high_centre"]


def test_a_meridian_is_a_place() -> None:
    place = read_request("a trough near 95W", AROUND).places[0]
    assert (place.region.west, place.region.east) == (-100.0, -90.0)
