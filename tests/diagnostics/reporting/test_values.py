"""How numbers, places, times and units are written for readers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.contracts.report import Claim, Sentence
from diagnostics.grid.gazetteer import places
from diagnostics.language.area_names import place_name, waters
from diagnostics.messages.numbers import format_number, pretty_unit, threshold_digits
from diagnostics.reporting.places import name_of_point
from diagnostics.reporting.values import (
    format_box,
    format_claim,
    format_place,
    format_time,
    sentence_pieces,
)

EN, ZH = Language.EN, Language.ZH


def shown(value: Any, kind: str, language: Language = EN, **parts: Any) -> str:
    claim = Claim.model_validate(
        {"id": "c1", "source": "request", "path": "x", "value": value, "kind": kind, **parts}
    )
    return format_claim(claim, language)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (146.65, None, "147"),
        (64.91, None, "64.9"),
        (8.6357, None, "8.64"),
        (0.012345, None, "0.0123"),
        (12345.6, None, "12346"),
        (-2.3476, None, "−2.35"),
        (0.0, None, "0"),
        (-0.0, None, "0"),
        (-0.001, 1, "0.0"),
        (0.288, 2, "0.29"),
        (1234567.8, -4, "1230000"),
    ],
)
def test_numbers(value: float, digits: int | None, text: str) -> None:
    assert format_number(value, digits) == text


@pytest.mark.parametrize(
    ("value", "digits"), [(50.0, 0), (37.5, 1), (18.304, 1), (0.5, 1), (-1.5, 1), (5880.0, 0)]
)
def test_thresholds_have_no_trailing_zeros(value: float, digits: int) -> None:
    assert threshold_digits(value) == digits


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        ("mm", "mm"),
        ("m/s", "m s⁻¹"),
        ("m s-1", "m s⁻¹"),
        ("1e-5 s-1", "×10⁻⁵ s⁻¹"),
        ("1e-5 K/s", "×10⁻⁵ K s⁻¹"),
        ("kg m-1 s-1", "kg m⁻¹ s⁻¹"),
        ("g/kg", "g kg⁻¹"),
        ("hPa/100km", "hPa/100 km"),
        ("km2", "km²"),
        ("degC", "°C"),
        ("deg_E", "°E"),
        ("1", ""),
    ],
)
def test_units(unit: str, text: str) -> None:
    assert pretty_unit(unit) == text


def test_values_with_units() -> None:
    assert shown(64.9, "number", unit="mm") == "64.9 mm"
    assert shown(0.25, "number", unit="°", digits=2) == "0.25°"
    for unit in ("1e-5 K/s", "1e-5 K s-1"):
        assert shown(-25.7, "number", unit=unit) == "−0.925 K/h"
        assert shown([-50.0, -25.0], "number", unit=unit) == "−1.80–−0.900 K/h"
    assert shown(55.5, "number", unit="%") == "55.5 %"
    assert shown([20.0, 40.0], "number", unit="m/s") == "20.0–40.0 m s⁻¹"


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "0 %"), (0.1256, "12.6 %"), (0.004, "0.4 %"), (1.0, "100 %")]
)
def test_shares_are_shown_in_percent(share: float, text: str) -> None:
    assert shown(share, "number", unit="fraction") == text


def test_places() -> None:
    assert format_place(31.5, 117.0) == "31.5° N, 117.0° E"
    assert format_place(-33.9, -70.65) == "33.9° S, 70.7° W"
    assert format_place(10.0, 190.0) == "10.0° N, 170.0° W"
    assert format_place(31.5, 117.0, ZH) == "31.5°N、117.0°E"


@pytest.mark.parametrize(
    ("box", "text"),
    [
        ([110, 27, 126, 35], "27–35° N, 110–126° E"),
        ([-100, 35, -80, 55], "35–55° N, 80–100° W"),
        ([-10.5, -5, 10, 5.25], "5° S–5.25° N, 10.5° W–10° E"),
        ([170, -20, 190, 0], "20° S–0° N, 170° E–170° W"),
    ],
)
def test_boxes(box: list[float], text: str) -> None:
    assert format_box(box, EN) == text


@pytest.mark.parametrize(
    ("place", "english", "chinese"),
    [
        (
            [110, 34, 120, 43],
            "North China (34–43° N, 110–120° E)",
            "华北（34–43°N、110–120°E）",
        ),
        (
            [77, 15, 82, 20],
            "Telangana (15–20° N, 77–82° E)",
            "特伦甘纳邦（15–20°N、77–82°E）",
        ),
        (
            [125, 45, 150, 62],
            "the Sea of Okhotsk region (45–62° N, 125–150° E)",
            "鄂霍次克海及周边（45–62°N、125–150°E）",
        ),
        (
            [20, 25, 24, 30],
            "part of Libya (25–30° N, 20–24° E)",
            "利比亚部分地区（25–30°N、20–24°E）",
        ),
        (
            [170, -30, 190, -15],
            "part of the South Pacific (15–30° S, 170° E–170° W)",
            "南太平洋部分地区（15–30°S、170°E–170°W）",
        ),
        (
            [18.5, 81.0],
            "18.5° N, 81.0° E (160 km east of Warangal)",
            "18.5°N、81.0°E（瓦朗加尔东侧160 km）",
        ),
        ([41.0, 29.0], "41.0° N, 29.0° E (Istanbul)", "41.0°N、29.0°E（伊斯坦布尔）"),
        ([54.0, 2.0], "54.0° N, 2.0° E (North Sea)", "54.0°N、2.0°E（北海海域）"),
        ([-40.0, -110.0], "40.0° S, 110.0° W (South Pacific)", "40.0°S、110.0°W（南太平洋）"),
    ],
)
def test_places_are_named_beside_their_coordinates(
    place: list[float], english: str, chinese: str
) -> None:
    assert shown(place, "place", EN) == english
    assert shown(place, "place", ZH) == chinese


def test_times_are_in_utc() -> None:
    assert format_time("2026-07-05T06:00:00Z", EN) == "06:00 UTC 5 July 2026"
    assert format_time("2026-07-05T06:00:00Z", ZH) == "2026年7月5日06时（UTC）"
    assert format_time("2026-07-05T06:30:00Z", ZH) == "2026年7月5日06:30（UTC）"


@pytest.mark.parametrize(
    ("time", "zone", "english", "chinese"),
    [
        (
            "2023-09-04T20:00:00Z", "Asia/Kolkata",
            "20:00 UTC 4 September 2023 (01:30 on 5 September, UTC+05:30)",
            "2023年9月4日20时（UTC；当地时间5日01:30，UTC+05:30）",
        ),
        (
            "2021-07-20T09:00:00Z", "Asia/Shanghai",
            "09:00 UTC 20 July 2021 (17:00, Beijing time)",
            "2021年7月20日09时（UTC；北京时间17时）",
        ),
        (
            "2026-01-01T02:00:00Z", "America/New_York",
            "02:00 UTC 1 January 2026 (21:00 on 31 December 2025, UTC-05:00)",
            "2026年1月1日02时（UTC；当地时间2025年12月31日21时，UTC-05:00）",
        ),
        ("2026-01-01T02:00:00Z", "Europe/London", "02:00 UTC 1 January 2026",
         "2026年1月1日02时（UTC）"),
        (
            "2026-07-01T02:00:00Z", "Europe/London", "02:00 UTC 1 July 2026 (03:00, UTC+01:00)",
            "2026年7月1日02时（UTC；当地时间03时，UTC+01:00）",
        ),
    ],
)  # fmt: skip
def test_both_clocks(time: str, zone: str, english: str, chinese: str) -> None:
    assert shown(time, "time", EN, unit=zone) == english
    assert shown(time, "time", ZH, unit=zone) == chinese


def test_the_local_clock_is_the_same_moment() -> None:
    for zone in ("Asia/Kathmandu", "Australia/Adelaide", "Etc/GMT+2", "America/St_Johns"):
        for hour in range(24):
            text = shown(f"2026-03-29T{hour:02d}:00:00Z", "time", unit=zone)
            local, sign, hours, minutes = re.findall(
                r"\((\d\d:\d\d).*UTC([+-])(\d\d):(\d\d)\)", text
            )[0]
            shift = (1 if sign == "+" else -1) * (60 * int(hours) + int(minutes))
            there = (60 * hour + shift) % 1440
            assert local == f"{there // 60:02d}:{there % 60:02d}"


def test_a_day_of_a_criterion_says_where_it_begins() -> None:
    days = "20:00 to 20:00 UTC+08:00, named by their end"
    late = "2026-07-20T18:00:00Z"
    assert shown(late, "day", unit=days) == (
        "21 July 2026 (from 20:00 the day before to 20:00, UTC+08:00)"
    )
    assert shown(late, "day", ZH, unit=days) == "2026年7月21日（UTC+08:00前一日20:00至当日20:00）"
    assert shown(late, "day", unit="00:00 to 00:00 UTC+08:00") == "21 July 2026 (day of UTC+08:00)"


def test_terms_counts_and_nothing() -> None:
    assert shown("rainstorm", "term", ZH) == "暴雨"
    assert shown(["rainstorm", "gale"], "term", EN) == "rainstorm, gale"
    assert shown(["rainstorm", "gale"], "term", ZH) == "暴雨、大风"
    assert shown("upper", "comparison", EN) == "at least"
    assert shown(5, "count") == "5"
    assert shown(None, "number", unit="mm") == "no value"
    assert shown([None, None], "place", ZH) == "无数值"


def test_a_day_is_that_of_its_zone() -> None:
    late = "2026-07-20T18:00:00Z"
    assert shown(late, "day", unit="UTC") == "20 July 2026 (day of UTC)"
    assert shown(late, "day", unit="UTC+08:00") == "21 July 2026 (day of UTC+08:00)"
    assert shown(late, "day", ZH, unit="UTC+08:00") == "2026年7月21日（按UTC+08:00计日）"


def test_comparisons_in_texts_are_set_as_in_print() -> None:
    assert shown("the high; >= 1045 hPa below 4 degC", "text") == "the high; ≥ 1045 hPa below 4 °C"


def test_a_box_at_sea_bears_no_name_of_land() -> None:
    assert shown([160, -35, 180, -15], "place").startswith("part of the South Pacific")


def test_chinese_readers_are_given_no_foreign_town() -> None:
    assert shown([54.5, -4.5], "place") == "54.5° N, 4.5° W (40 km north of Douglas)"
    assert shown([54.5, -4.5], "place", ZH) == "54.5°N、4.5°W（爱尔兰海）"


def test_the_state_and_the_country_of_one_name_have_each_their_own_in_chinese() -> None:
    labels = {
        place.label: place_name(place, ZH)
        for place in places()
        if place.name == "Georgia" and place.kind != "town"
    }
    assert labels == {"Georgia (country, GE)": "格鲁吉亚", "Georgia (state, US)": "佐治亚州"}


def test_chinese_units_are_those_of_practice() -> None:
    fall = Claim(
        id="c1", source="classification", path="assessments.4.metrics.peak", value=16.94,
        kind="number", unit="K",
    )  # fmt: skip
    assert format_claim(fall, ZH) == "16.9 ℃"
    assert format_claim(fall, EN) == "16.9 K"
    gradient = fall.model_copy(update={"path": "index.series.0.value", "unit": "K"})
    assert format_claim(gradient, ZH) == "16.9 K"
    humid = gradient.model_copy(update={"value": 47.23, "unit": "%"})
    assert format_claim(humid, ZH) == "47.2%"
    assert format_claim(humid, EN) == "47.2 %"


def test_a_wind_is_named_in_chinese_by_where_it_comes_from() -> None:
    blows = {"id": "c1", "source": "systems", "value": 90.0, "kind": "direction"}
    jet = Claim.model_validate({**blows, "path": "jets.0.toward_deg"})
    low = Claim.model_validate({**blows, "path": "pressure.0.movement.toward_deg"})
    assert [format_claim(jet, ZH), format_claim(low, ZH)] == ["西", "东"]
    assert format_claim(jet, EN) == format_claim(low, EN)


def test_who_gave_an_order_is_named_without_their_kind() -> None:
    author = {"id": "c1", "source": "steering", "path": "records.0.author", "kind": "words"}
    for label in ("person:li", "service:li"):
        claim = Claim.model_validate({**author, "value": label})
        assert {format_claim(claim, EN), format_claim(claim, ZH)} == {"li"}


def test_no_point_is_placed_in_a_large_country_where_a_town_is_within_reach() -> None:
    for country in (place for place in places() if place.kind == "country"):
        if country.region.width * (country.region.north - country.region.south) < 50.0:
            continue
        towns = [place for place in places() if place.kind == "town"]
        for town in [place for place in towns if place.country == country.country][:3]:
            told = shown([town.latitude + 1.0, town.longitude + 1.0], "place")
            assert f"({country.name})" not in told


def test_a_chinese_place_has_a_chinese_name_or_none() -> None:
    for place in places()[::7]:
        told = shown([place.latitude, place.longitude + 0.9], "place", ZH)
        name = told.partition("（")[2]
        assert not re.search(r"[^\W\d\u4e00-\u9fff]{3,}", name), told


def test_a_stop_is_never_doubled_and_brackets_are_never_nested() -> None:
    claims = {
        "c1": Claim(id="c1", source="inventory", path="x", value="Pay attention.", kind="text"),
        "c2": Claim(id="c2", source="inventory", path="y", value=[41.0, 29.0], kind="place"),
    }
    said = Sentence(text="Note: {claim:c1}. Low ({claim:c2}).", claims=("c1", "c2"))
    shown_pieces = sentence_pieces(said, claims, EN)
    assert "".join(piece.text for piece in shown_pieces) == (
        "Note: Pay attention. Low (41.0° N, 29.0° E, Istanbul)."
    )
    said = Sentence(text="提示：{claim:c1}。低压（{claim:c2}）。", claims=("c1", "c2"))
    pieces = sentence_pieces(said, claims, ZH)
    assert "".join(piece.text for piece in pieces).endswith("低压（41.0°N、29.0°E，伊斯坦布尔）。")


@pytest.mark.parametrize("language", [Language.EN, Language.ZH])
def test_no_land_is_named_by_water(language: Language) -> None:
    """A coarse cell that the data hold as land can have its middle beyond the coast."""
    seas = {name if language is Language.EN else chinese for name, chinese, _ in waters()}
    coasts = [(48.4, -5.4), (43.4, -1.9), (31.0, 122.6), (42.0, -86.9), (25.5, 120.0)]
    assert name_of_point(48.4, -5.4, language) in seas
    for latitude, longitude in coasts:
        name = name_of_point(latitude, longitude, language, on_land=True)
        assert name is not None
        assert name not in seas
