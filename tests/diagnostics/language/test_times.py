"""Dates, clock times, zones and relative times, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from diagnostics.language import Surroundings, read_request
from diagnostics.language.times import zone_at

TIMES = tuple(datetime(1996, 1, 5, tzinfo=UTC) + timedelta(hours=6 * step) for step in range(64))
LAST = TIMES[-1]


def _at(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(1996, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pressure at 00 UTC on 9 January 1996", _at(1, 9, 0)),
        ("pressure by 00Z 9 January", _at(1, 9, 0)),
        ("pressure, 18Z on Jan 8, 1996", _at(1, 8, 18)),
        ("pressure at 1800 UTC January 8th 1996", _at(1, 8, 18)),
        ("pressure 1996-01-08T12:00Z", _at(1, 8, 12)),
        ("pressure 1996-01-08T20:00+08:00", _at(1, 8, 12)),
        ("pressure at noon UTC on 15 January 1996", _at(1, 15, 12)),
        ("1996年1月14日06时（UTC）气压", _at(1, 14, 6)),
        ("北京时间1996年1月15日20时气压", _at(1, 15, 12)),
        ("1月10日20时（北京时间）的气压", _at(1, 10, 12)),
        ("pressure 24 hours after 1996-01-05T00Z", _at(1, 6, 0)),
        ("pressure at 6 am local time on 12 January 1996 in Chicago", _at(1, 12, 12)),
    ],
)
def test_an_instant_is_read(text: str, expected: datetime) -> None:
    assert read_request(text, Surroundings(times=TIMES)).instants == (expected,)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("pressure between 00 UTC 18 January and 12 UTC 19 January", _at(1, 18, 0), _at(1, 19, 12)),
        (
            "pressure between 00 UTC on the 18th and 00 UTC on the 19th of January 1996",
            _at(1, 18, 0),
            _at(1, 19, 0),
        ),
        (
            "pressure from 1996-01-08 12:00 UTC to 1996-01-09 12:00 UTC",
            _at(1, 8, 12),
            _at(1, 9, 12),
        ),
        ("pressure change in the 24 hours to 00 UTC 8 January 1996", _at(1, 7, 0), _at(1, 8, 0)),
        ("lowest pressure in the last 48 hours", LAST - timedelta(hours=48), LAST),
        ("过去48小时最低气压", LAST - timedelta(hours=48), LAST),
        ("the past two days' lowest pressure", LAST - timedelta(hours=48), LAST),
        ("1月8日06时到15时（UTC）气压", _at(1, 8, 6), _at(1, 8, 15)),
        ("9日00时（UTC）前24小时最低气压", _at(1, 8, 0), _at(1, 9, 0)),
        ("pressure in January 1996", _at(1, 1, 0), _at(1, 31, 23, 59)),
        ("pressure on the evening of 19 January UTC", _at(1, 19, 18), _at(1, 20, 0)),
        ("昨天夜间（UTC）的气压", _at(1, 19, 18), _at(1, 20, 6)),
        ("pressure in the week of 10 to 17 January UTC", _at(1, 10, 0), _at(1, 17, 23, 59)),
    ],
)
def test_a_period_is_read(text: str, start: datetime, end: datetime) -> None:
    window = read_request(text, Surroundings(times=TIMES)).window
    assert window is not None
    assert (window.start, window.end.replace(second=0)) == (start, end)


def test_a_part_of_the_day_is_that_of_the_place_and_said_to_be() -> None:
    reading = read_request("1月19日傍晚芝加哥气温", Surroundings(times=TIMES))
    assert reading.window is not None
    assert reading.window.start == _at(1, 19, 22)
    assert any("America/Chicago" in item.meaning for item in reading.assumed)


def test_summer_time_holds_where_it_is_kept() -> None:
    days = tuple(datetime(1995, 7, 14, hour, tzinfo=UTC) for hour in range(24))
    reading = read_request("temperature in Chicago at 7 am local time", Surroundings(times=days))
    assert reading.instants == (datetime(1995, 7, 14, 12, tzinfo=UTC),)


def test_relative_times_count_from_an_injected_clock() -> None:
    now = datetime(2026, 7, 20, 3, tzinfo=UTC)
    reading = read_request("rain in the last 6 hours", Surroundings(times=TIMES, now=now))
    assert reading.window is not None
    assert reading.window.end == now


@pytest.mark.parametrize(
    ("place", "zone"),
    [("Houston", "America/Chicago"), ("Dallas", "America/Chicago"), ("Denver", "America/Denver")],
)
def test_local_time_is_that_of_the_state(place: str, zone: str) -> None:
    reading = read_request(f"temperature in {place} on 26 October 2010 at 7 am local time")
    assert any(zone in item.meaning for item in reading.assumed)


def test_a_missing_zone_is_assumed_aloud() -> None:
    reading = read_request("pressure at 12:00 on 8 January 1996", Surroundings(times=TIMES))
    assert reading.instants == (_at(1, 8, 12),)
    assert any(item.part == "timezone" and "UTC" in item.meaning for item in reading.assumed)
    told = read_request(
        "pressure at 12:00 on 8 January 1996", Surroundings(times=TIMES, timezone="+08:00")
    )
    assert told.instants == (_at(1, 8, 4),)


def test_a_time_on_several_days_is_a_doubt_with_the_days() -> None:
    reading = read_request("pressure at 12 UTC", Surroundings(times=TIMES))
    assert not reading.instants
    assert reading.ambiguities[0].part == "time"
    assert "1996-01-05" in reading.ambiguities[0].choices


def test_a_day_that_the_data_lack_is_not_replaced() -> None:
    reading = read_request("pressure on 3 March 1996", Surroundings(times=TIMES))
    assert reading.window is not None
    assert reading.window.start == _at(3, 3, 0)


def test_zones_follow_the_country() -> None:
    assert zone_at(31.2, 121.5, "CN") == "Asia/Shanghai"
    assert zone_at(19.1, 72.9, "IN") == "Asia/Kolkata"
