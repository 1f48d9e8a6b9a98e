"""Generated sentences: negations flip, clauses may change places, units may be swapped."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.units import convert

CONTEXT = Context(
    times=[datetime(2023, 9, 1, tzinfo=UTC) + timedelta(hours=3 * n) for n in range(56)],
    extent=Region(west=-180, south=-90, east=180, north=90),
)
QUANTITIES = {
    "temperature": ("the temperature", "气温", ("°C", "°F", "K"), ("degC", "degF", "K")),
    "wind_gust": ("the wind gust", "阵风", ("m/s", "km/h", "knots"), ("m/s", "km/h", "kt")),
    "mean_sea_level_pressure": (
        "the sea level pressure",
        "海平面气压",
        ("hPa", "Pa"),
        ("hPa", "Pa"),
    ),
    "wind_speed": ("the wind speed", "风速", ("m/s", "mph"), ("m/s", "mph")),
    "ascent": ("the upward motion at 500 hPa", "500百帕上升运动", ("Pa/s",), ("Pa/s",)),
}
PLACES = (("in Berlin", "柏林"), ("in France", "法国"), ("in 35-45N, 0-20E", "35-45N，0-20E的"))
DAYS = (("on 4 September 2023", "2023年9月4日"), ("on 2 September 2023", "2023年9月2日"))
COMPARED = (("exceed", "超过"), ("stay below", "低于"), ("reach at least", "达到"))
EXTREMES = (("highest", "最高"), ("lowest", "最低"), ("mean", "平均"))
NAMES = [name for name in QUANTITIES if name != "ascent"]


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _bare(part)
            for key, part in value.items()
            if key not in ("words", "name", "resolution")
        }
    return [_bare(part) for part in value] if isinstance(value, list) else value


def read(text: str) -> Any:
    return _bare(read_question(text, CONTEXT).query.model_dump(mode="json", exclude_defaults=True))


def _turned(form: Any) -> bool:
    return bool(form.get("statement"))


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(QUANTITIES)),
    st.sampled_from(PLACES),
    st.sampled_from(DAYS),
    st.sampled_from(["exceed", "top"]),
    st.integers(1, 40),
)
def test_a_negated_twin_is_the_contrary(
    name: str, place: tuple[str, str], day: tuple[str, str], verb: str, number: int
) -> None:
    quantity, chinese, units, _ = QUANTITIES[name]
    plain = read(f"Did {quantity} {place[0]} {verb} {number} {units[0]} {day[0]}?")
    denied = read(f"Did {quantity} {place[0]} not {verb} {number} {units[0]} {day[0]}?")
    assert not _turned(plain)
    assert denied["statement"] | {"kind": None} == plain | {"kind": None}
    asked = read(f"{day[1]}{place[1]}{chinese}超过{number}{units[0]}吗？")
    refused = read(f"{day[1]}{place[1]}{chinese}没有超过{number}{units[0]}吗？")
    assert _turned(refused)
    assert not _turned(asked)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(NAMES),
    st.sampled_from(PLACES),
    st.sampled_from(DAYS),
    st.sampled_from(EXTREMES),
    st.data(),
)
def test_clauses_may_change_places(
    name: str,
    place: tuple[str, str],
    day: tuple[str, str],
    extreme: tuple[str, str],
    data: st.DataObject,
) -> None:
    # "mean wind gust" may be the gust of the mean wind: it is refused
    assume(name != "wind_gust" or extreme[0] != "mean")
    quantity, chinese, _, _ = QUANTITIES[name]
    what = f"the {extreme[0]} {quantity.removeprefix('the ')}"
    clauses = data.draw(st.sampled_from(list(permutations([what, place[0], day[0]]))))
    first = read(f"What was {what} {place[0]} {day[0]}?")
    joined = ", ".join(clauses)
    assert read(f"{joined[0].upper()}{joined[1:]}?") == first
    same = read(f"{day[1]}{place[1]}{extreme[1]}{chinese}是多少？")
    assert read(f"{place[1]}{day[1]}{extreme[1]}{chinese}是多少？") == same == first


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(NAMES),
    st.sampled_from(PLACES),
    st.sampled_from(COMPARED),
    st.integers(1, 900),
    st.data(),
)
def test_a_limit_may_be_given_in_any_of_its_units(
    name: str, place: tuple[str, str], compared: tuple[str, str], number: int, data: st.DataObject
) -> None:
    quantity, _, written, units = QUANTITIES[name]
    at = data.draw(st.integers(0, len(units) - 1))
    value = round(float(convert(float(number), units[0], units[at])), 6)
    plain = read(f"Did {quantity} {place[0]} {compared[0]} {number} {written[0]}?")
    other = read(f"Did {quantity} {place[0]} {compared[0]} {value} {written[at]}?")
    limits = [form["condition"].pop("limit")["amount"] for form in (plain, other)]
    assert plain == other
    back = float(convert(limits[1]["value"], limits[1]["unit"], limits[0]["unit"]))
    assert abs(back - limits[0]["value"]) < 1e-3


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["above", "below"]),
    st.integers(1, 30),
    st.sampled_from(PLACES),
)
def test_every_time_and_never_are_no_twins_of_once(
    side: str, number: int, place: tuple[str, str]
) -> None:
    texts = [
        f"Was the temperature {place[0]} {side} {number} °C {when}?"
        for when in ("at some time", "at all times", "at no time")
    ]
    assert [read(text)["over"] for text in texts] == ["any", "all", "none"]
