"""Heat waves and cold waves."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events.daily_temperatures import (
    daily_extremes,
    days_between,
    resolve_timezone,
)
from diagnostics.detection.events.presets import DayBoundary

HEAT, COLD = EventType.HEAT_WAVE, EventType.COLD_WAVE
ZERO = 273.15


def daily(values: list[float], *, minimum: bool = False, start: str = "2024-07-01"):
    """Hourly temperature, UTC+8, whose maxima (or minima) of days from 20 to 20 are given."""
    first = pd.Timestamp(start) - pd.Timedelta(hours=4)  # 20:00 in Beijing
    times = pd.date_range(first, periods=24 * len(values), freq="1h")
    series = np.repeat(np.asarray(values, float), 24)
    hour = (times.hour + 8) % 24
    due = hour == (5 if minimum else 14)
    away = 6.0 if minimum else -6.0
    return times, np.where(due, series, series + away) + ZERO


@pytest.mark.parametrize(
    ("maxima", "fires"),
    [([35, 35, 35], True), ([35, 34.9, 35, 35], False), ([30, 35, 35, 35, 30], True)],
)
def test_three_days_in_a_row_make_a_heat_wave(dataset, classified, maxima, fires):
    times, values = daily(maxima)
    found = classified(dataset(times, t2m=values)).assessment(HEAT)
    assert found.firing is (Firing.FIRED if fires else Firing.NOT_FIRED)
    assert found.grade == (1 if fires else 0)
    if not fires:
        assert "is 2 of the 3 needed" in found.reason


@pytest.mark.parametrize(
    ("maxima", "severity"),
    [
        ([35.0] * 4, 1.1),
        ([37.5] * 3, 2.0),
        ([35.5] * 5, 2.0),
        ([36.0, 40.2, 36.0], 3.0),
        ([36.0, 40.2, 36.0, 36.0, 36.0, 36.0, 36.0, 36.0, 36.0], 3.5),
    ],
)
def test_heat_severity(dataset, classified, maxima, severity):
    times, values = daily(maxima)
    found = classified(dataset(times, t2m=values)).assessment(HEAT)
    assert found.severity == pytest.approx(severity)


@pytest.mark.parametrize(("columns", "firing"), [(2, Firing.NOT_FIRED), (8, Firing.FIRED)])
def test_heat_needs_an_area_whatever_the_box(dataset, classified, columns, firing):
    times, values = daily([38.0] * 3)
    field = np.broadcast_to(values[:, None, None], (times.size, 12, 32)).copy()
    field[:, :, columns:] -= 10
    data = dataset(times, t2m=field, shape=(12, 32))
    for region in (None, "110,30,114.1,33"):
        found = classified(data, region=region, timezone="UTC").assessment(HEAT)
        assert found.firing is firing
        assert ("no connected area is large enough" in found.reason) is (columns == 2)


def test_humid_and_dry_heat(dataset, classified):
    times, values = daily([38.0] * 3)
    for dewpoint, subtype in ((300.0, "humid_heat"), (275.0, "dry_heat")):
        data = dataset(times, t2m=values, d2m=dewpoint)
        assert classified(data).assessment(HEAT).subtype == subtype


def test_heat_index_of_the_us_preset(dataset, classified):
    times, values = daily([35.0] * 3)
    humid = dataset(times, t2m=values, d2m=299.0)
    assert classified(humid, preset="nws").assessment(HEAT).firing is Firing.FIRED
    dry = dataset(times, t2m=values, d2m=280.0)
    assert classified(dry, preset="nws").assessment(HEAT).firing is Firing.NOT_FIRED
    bare = dataset(times, t2m=values)
    assert classified(bare, preset="nws").assessment(HEAT).firing is Firing.NOT_ASSESSABLE


@pytest.mark.parametrize(
    ("minima", "fires", "label"),
    [
        ([12, 4], True, None),
        ([13, 5], False, "cooling"),
        ([6, 1, -5, -8], True, None),
        ([6, -5, -4, -12], True, None),
        ([9, 9, 1.1], False, "cold_spell"),
        ([2, 1, 0], False, "cold_spell"),
        ([15, 14, 13], False, None),
    ],
)
def test_falls_of_the_daily_minimum(dataset, classified, minima, fires, label):
    times, values = daily(minima, minimum=True)
    found = classified(dataset(times, t2m=values)).assessment(COLD)
    assert found.firing is (Firing.FIRED if fires else Firing.NOT_FIRED)
    assert found.labels == ((label,) if label else ())


def test_fall_over_48_hours_must_be_steady(dataset, classified):
    steady = daily([6, 1, -5, -8], minimum=True)
    found = classified(dataset(steady[0], t2m=steady[1])).assessment(COLD)
    assert found.metrics.window == "72 h"
    broken = daily([6, 6.5, -0.5, -4], minimum=True)
    other = classified(dataset(broken[0], t2m=broken[1])).assessment(COLD)
    assert other.firing is Firing.FIRED  # 10.5 K in the last 48 h
    rising = daily([6, 7, -0.9, -3.9], minimum=True)
    last = classified(dataset(rising[0], t2m=rising[1])).assessment(COLD)
    assert last.firing is Firing.FIRED
    unsteady = daily([6, -1, -0.5, -5.9], minimum=True)
    none = classified(dataset(unsteady[0], t2m=unsteady[1])).assessment(COLD)
    assert none.firing is Firing.NOT_FIRED  # 12 K in 72 h, but not every day


@pytest.mark.parametrize(("minima", "grade"), [([12, 4], 1), ([12, 2], 2), ([12, 0], 3)])
def test_cold_grades(dataset, classified, minima, grade):
    times, values = daily(minima, minimum=True)
    found = classified(dataset(times, t2m=values)).assessment(COLD)
    assert found.grade == grade
    assert grade <= found.severity < grade + 1


def test_cold_wave_needs_an_area_whatever_the_box(dataset, classified):
    times, values = daily([12, 2], minimum=True)
    field = np.broadcast_to(values[:, None, None], (times.size, 12, 32)).copy()
    field[:, :, 8:] = 285.0
    data = dataset(times, t2m=field, shape=(12, 32))
    wide = classified(data, timezone="UTC").assessment(COLD)
    close = classified(data, region="110,30,114.1,33", timezone="UTC").assessment(COLD)
    assert wide.firing is close.firing is Firing.FIRED
    assert wide.grade == close.grade
    field[:, :, 2:] = 285.0
    found = classified(dataset(times, t2m=field, shape=(12, 32))).assessment(COLD)
    assert found.firing is Firing.NOT_FIRED


def test_snapshots_and_short_data_are_not_assessable(dataset, classified):
    single = classified(dataset(pd.DatetimeIndex(["2024-01-01T00:00"]), t2m=240.0))
    for event in (HEAT, COLD):
        assert single.assessment(event).firing is Firing.NOT_ASSESSABLE
        assert "single time" in single.assessment(event).reason
    assert "at least two days" in single.assessment(COLD).reason
    times, values = daily([40.0, 40.0])
    short = classified(dataset(times, t2m=values))
    assert short.assessment(HEAT).firing is Firing.NOT_ASSESSABLE
    assert "at least 3 days" in short.assessment(HEAT).reason


def test_days_before_the_period_count(dataset, classified):
    times, values = daily([38.0] * 4)
    window = TimeWindow(
        start=pd.Timestamp("2024-07-03T13:00Z"), end=pd.Timestamp("2024-07-04T11:00Z")
    )
    found = classified(dataset(times, t2m=values), window=window).assessment(HEAT)
    assert found.firing is Firing.FIRED


def test_maximum_over_part_of_a_day_proves_heat_but_not_its_absence(dataset, classified):
    times = pd.date_range("2024-07-01T06:00", periods=5, freq="24h")
    hot = dataset(times, mx2t=312.0, intervals={"mx2t": 6}, west=75.0)
    assert classified(hot).assessment(HEAT).firing is Firing.FIRED
    mild = dataset(times, mx2t=300.0, intervals={"mx2t": 6}, west=75.0)
    found = classified(mild).assessment(HEAT)
    assert found.firing is Firing.NOT_ASSESSABLE
    assert "have enough samples" in found.reason


def test_extremes_of_the_data_go_before_samples(dataset, classified):
    times, values = daily([30.0] * 3)
    data = dataset(times, t2m=values, mx2t=311.0, intervals={"mx2t": 1})
    result = classified(data)
    assert result.assessment(HEAT).firing is Firing.FIRED
    assert "tmax_undersampled" not in result.warnings
    coarse = data.isel(time=slice(0, None, 6)).drop_vars("mx2t")
    assert "tmax_undersampled" in classified(coarse).warnings


def test_sea_has_no_heat_wave(dataset, classified):
    times, values = daily([38.0] * 3)
    found = classified(dataset(times, t2m=values, land=0.0)).assessment(HEAT)
    assert found.firing is Firing.NOT_FIRED
    assert "no land" in found.reason


# DayBoundary


def test_days_cross_the_leap_day():
    zone = resolve_timezone("+08:00", Region.model_validate("110,30,115,35"))
    found = days_between(
        pd.Timestamp("2024-02-28T00:00Z").to_pydatetime(),
        pd.Timestamp("2024-03-01T23:00Z").to_pydatetime(),
        DayBoundary(boundary_hour=20, named_by_end=True),
        zone,
    )
    assert [day.date for day in found] == ["2024-02-28", "2024-02-29", "2024-03-01", "2024-03-02"]
    assert found[1].start == pd.Timestamp("2024-02-28T12:00Z")


def test_a_day_may_have_23_hours():
    zone = resolve_timezone("Europe/Berlin", Region.model_validate("5,45,15,55"))
    found = days_between(
        pd.Timestamp("2024-03-31T01:30Z").to_pydatetime(),
        pd.Timestamp("2024-03-31T20:00Z").to_pydatetime(),
        DayBoundary(boundary_hour=0),
        zone,
    )
    assert (found[0].end - found[0].start) == pd.Timedelta(hours=23)


def test_interval_extremes_belong_to_the_day_of_their_middle():
    times = [pd.Timestamp(f"2024-07-02T{hour:02d}:00Z").to_pydatetime() for hour in (0, 6, 12, 18)]
    zone = resolve_timezone("UTC", Region.model_validate("0,0,1,1"))
    days = days_between(times[0], times[-1], DayBoundary(boundary_hour=0), zone)
    values = np.array([40.0, 1, 2, 3])[:, None, None]
    found = daily_extremes(
        values, times, kind="maximum", interval_hours=6.0, days=days, longitude=0.0
    )
    assert found.values[:, 0, 0].tolist() == [40.0, 3.0] or found.values[-1, 0, 0] == 3.0
