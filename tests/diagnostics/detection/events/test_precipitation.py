"""Rainstorms and snowstorms."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import ArgumentError

RAIN, SNOW = EventType.RAINSTORM, EventType.SNOWSTORM
WARM = {"t2m": 290.0, "d2m": 288.0}


def six_hourly(count: int = 5, month: int = 7):
    return pd.date_range(f"2024-{month:02d}-01T00:00", periods=count, freq="6h")


@pytest.mark.parametrize(
    ("total", "grade"), [(49.9, 0), (50.0, 1), (99.9, 1), (100.0, 2), (250.0, 3)]
)
def test_grades_of_a_uniform_day_of_rain(dataset, classified, total, grade):
    data = dataset(six_hourly(4), tp=total / 4, intervals={"tp": 6}, **WARM)
    found = classified(data).assessment(RAIN)
    assert found.grade == grade
    assert found.firing is (Firing.FIRED if grade else Firing.NOT_FIRED)
    assert found.metrics is not None
    assert found.metrics.peak == pytest.approx(total, abs=1e-3)
    assert found.metrics.threshold_mode == "point"
    assert found.metrics.threshold_label == "S"


def test_limits_are_not_scaled_by_the_grid(dataset, classified):
    for spacing in (0.25, 1.0):
        data = dataset(six_hourly(), tp=11.0, spacing=spacing, intervals={"tp": 6}, **WARM)
        found = classified(data).assessment(RAIN)
        assert found.firing is not Firing.FIRED
        assert found.metrics.threshold_effective == 50.0
        assert "50 mm [S]" in found.reason


@pytest.mark.parametrize(
    ("temperature", "dewpoint", "rain", "snow"),
    [(276.15, 276.15, 12.0, 0.0), (272.15, 272.15, 0.0, 12.0)],
)
def test_phase_by_the_wet_bulb(dataset, classified, temperature, dewpoint, rain, snow):
    data = dataset(
        six_hourly(4), tp=3.0, t2m=temperature, d2m=dewpoint, sp=101325.0, intervals={"tp": 6}
    )
    result = classified(data)
    assert result.assessment(RAIN).firing is Firing.NOT_FIRED
    assert result.assessment(SNOW).metrics.peak == pytest.approx(snow, abs=1e-3)
    assert result.assessment(SNOW).grade == (1 if snow else 0)
    assert result.snow_fraction == pytest.approx(snow / 12.0)


def test_half_of_the_precipitation_is_snow_at_one_degree(dataset, classified):
    data = dataset(six_hourly(4), tp=3.0, t2m=274.15, d2m=274.15, sp=101325.0, intervals={"tp": 6})
    assert classified(data).snow_fraction == pytest.approx(0.5, abs=0.02)


def test_heavy_snow_is_no_rainstorm(dataset, classified):
    data = dataset(six_hourly(4), tp=20.0, t2m=268.0, d2m=267.0, intervals={"tp": 6})
    result = classified(data)
    assert result.assessment(RAIN).firing is Firing.NOT_FIRED
    assert "but as snow" in result.assessment(RAIN).reason
    assert result.assessment(SNOW).grade == 3
    assert result.primary is SNOW


def test_snowfall_of_the_data_decides_where_it_is_given(dataset, classified):
    data = dataset(six_hourly(4), tp=20.0, sf=0.0, t2m=268.0, intervals={"tp": 6, "sf": 6})
    result = classified(data)
    assert result.assessment(RAIN).firing is Firing.FIRED
    assert result.assessment(SNOW).firing is Firing.NOT_FIRED
    assert result.assessment(SNOW).confidence_parts["phase"] == 1.0


def test_warm_layer_over_frozen_ground_is_neither_rain_nor_snow(dataset, classified):
    data = dataset(six_hourly(4), tp=20.0, t2m=270.0, d2m=270.0, sp=100000.0, intervals={"tp": 6})
    levels = np.array([700.0, 800.0, 850.0, 900.0, 950.0, 1000.0])
    profile = np.array([265.0, 272.0, 276.0, 276.0, 274.0, 270.0], dtype=np.float32)
    shape = (4, levels.size, 12, 16)
    data = data.assign_coords(level=levels).assign(
        t=(("time", "level", "latitude", "longitude"),
           np.broadcast_to(profile[None, :, None, None], shape), {"units": "K"})
    )  # fmt: skip
    result = classified(data)
    assert "freezing_or_sleet" in result.warnings
    assert result.assessment(SNOW).firing is Firing.NOT_FIRED
    assert result.assessment(RAIN).firing is Firing.NOT_FIRED


def test_small_object_does_not_fire_on_a_fine_grid_but_area_does(dataset, classified):
    spot = np.zeros((4, 12, 40))
    spot[:, 5, 5] = 30.0
    data = dataset(six_hourly(4), tp=spot, shape=(12, 40), intervals={"tp": 6}, **WARM)
    found = classified(data).assessment(RAIN)
    assert found.firing is Firing.NOT_FIRED
    assert found.metrics.distance > 0
    spot[:, 5:7, 5:9] = 30.0
    data = dataset(six_hourly(4), tp=spot, shape=(12, 40), intervals={"tp": 6}, **WARM)
    assert classified(data).assessment(RAIN).firing is Firing.FIRED


def test_one_cell_is_enough_where_it_is_large(dataset, classified):
    spot = np.zeros((4, 12, 40))
    spot[:, 5, 5] = 30.0
    data = dataset(six_hourly(4), tp=spot, spacing=1.0, shape=(12, 40), intervals={"tp": 6}, **WARM)
    assert classified(data).assessment(RAIN).firing is Firing.FIRED


def test_the_grade_does_not_depend_on_where_days_begin(dataset, classified):
    amounts = np.array([0, 0, 15, 15, 15, 15, 0, 0, 0.0])
    for shift in (0, -1):
        data = dataset(six_hourly(9), tp=np.roll(amounts, shift), intervals={"tp": 6}, **WARM)
        found = classified(data, timezone="+08:00").assessment(RAIN)
        assert found.metrics.peak == pytest.approx(60.0)
        assert (found.metrics.window, found.grade_name) == ("rolling 24 h", "rainstorm")


def test_a_season_of_spells_is_as_many_events(dataset, classified):
    amounts = np.zeros(60)
    amounts[[4, 5, 20, 21, 22, 40, 41]] = 40.0
    data = dataset(six_hourly(60), tp=amounts, intervals={"tp": 6}, **WARM)
    result = classified(data)
    found = result.assessment(RAIN)
    assert [item.id for item in found.objects] == ["rainstorm-1", "rainstorm-2", "rainstorm-3"]
    assert [item.duration_hours for item in found.objects] == [18.0, 12.0, 12.0]
    assert [item.peak for item in found.objects] == pytest.approx([120.0, 80.0, 80.0])
    assert result.chosen == "rainstorm-1"
    assert not any(item.cut_by_data or item.cut_by_period for item in found.objects)
    other = classified(data, event_object="rainstorm-2")
    assert other.chosen == "rainstorm-2"
    assert other.assessment(RAIN).metrics.onset == found.objects[1].onset
    with pytest.raises(ArgumentError) as raised:
        classified(data, event_object="gale-1")
    assert raised.value.code == "unknown_object"
    assert raised.value.data["available"] == [item.id for item in found.objects]


@pytest.mark.parametrize(
    ("flags", "snow"),
    [
        ({"crain": 0.0, "csnow": 1.0}, 12.0),
        ({"crain": 1.0, "csnow": 0.0}, 0.0),
        ({"ptype": 5.0}, 12.0),
    ],
)
def test_the_models_own_types_come_first(dataset, classified, flags, snow):
    # 1.5 degC and nearly saturated: by the wet bulb about a third is snow. Types are of a moment,
    # and count for hours between which they agree.
    times = pd.date_range("2024-07-01T00:00", periods=13, freq="1h")
    air = {"t2m": 274.65, "d2m": 274.0, "sp": 101325.0}
    found = classified(dataset(times[1:], tp=1.0, intervals={"tp": 1}, **air, **flags))
    assert found.assessment(SNOW).metrics.peak == pytest.approx(snow, abs=1e-3)
    assert found.snow_fraction == pytest.approx(snow / 12.0)


def test_types_that_differ_at_the_ends_leave_it_to_the_wet_bulb(dataset, classified):
    times = pd.date_range("2024-07-01T00:00", periods=4, freq="1h")
    data = dataset(
        times, tp=[0.0, 0.0, 12.0, 0.0], t2m=274.15, d2m=274.15, sp=101325.0,
        crain=[0, 0, 1, 0], csnow=[0, 1, 0, 0], intervals={"tp": 1},
    )  # fmt: skip
    assert classified(data).snow_fraction == pytest.approx(0.5, abs=0.02)


def test_onset_and_end_are_those_of_the_precipitation(dataset, classified):
    amounts = np.array([0, 0, 15, 15, 15, 15, 0, 0, 0.0])
    data = dataset(six_hourly(9), tp=amounts, intervals={"tp": 6}, **WARM)
    metrics = classified(data).assessment(RAIN).metrics
    assert metrics.onset == pd.Timestamp("2024-07-01T06:00Z")
    assert metrics.end == pd.Timestamp("2024-07-02T06:00Z")


def test_missing_steps_flag_or_void_the_window(dataset, classified):
    hourly = pd.date_range("2024-07-01T01:00", periods=24, freq="1h")
    data = dataset(hourly, tp=3.0, intervals={"tp": 1}, **WARM)
    gappy = data.isel(time=[i for i in range(24) if i not in (5, 6)])
    result = classified(gappy)
    assert result.assessment(RAIN).metrics.peak == pytest.approx(66.0)
    assert "incomplete_window" in result.warnings
    holes = data.isel(time=[i for i in range(24) if i % 2])
    assert classified(holes).assessment(RAIN).firing is Firing.NOT_ASSESSABLE


def test_few_hours_can_prove_a_rainstorm_but_not_its_absence(dataset, classified):
    wet = dataset(six_hourly(1), tp=60.0, intervals={"tp": 6}, **WARM)
    found = classified(wet)
    assert found.assessment(RAIN).firing is Firing.FIRED
    assert found.assessment(RAIN).grade_name == "rainstorm (lower bound)"
    assert "lower_bound" in found.warnings
    dry = dataset(six_hourly(1), tp=5.0, intervals={"tp": 6}, **WARM)
    other = classified(dry).assessment(RAIN)
    assert other.firing is Firing.NOT_ASSESSABLE
    assert "needs 12 h" in other.reason


def test_windows_lie_inside_the_period(dataset, classified):
    amounts = np.array([15, 15, 15, 15, 15, 1, 1, 1, 1.0])
    data = dataset(six_hourly(9), tp=amounts, intervals={"tp": 6}, **WARM)
    window = TimeWindow(
        start=pd.Timestamp("2024-07-02T00:00Z"), end=pd.Timestamp("2024-07-02T06:00Z")
    )
    short = classified(data, window=window).assessment(RAIN)
    assert short.firing is Firing.NOT_ASSESSABLE
    assert short.measured.value == pytest.approx(1.0)
    assert short.measured.window == "6 h"
    moment = TimeWindow(start=window.start, end=window.start)
    single = classified(data, window=moment).assessment(RAIN)
    assert single.metrics.peak == pytest.approx(60.0)
    assert single.firing is Firing.FIRED


def test_precipitation_missing_is_said(dataset, classified):
    result = classified(dataset(six_hourly(month=1), t2m=290.0))
    for event in (RAIN, SNOW):
        assert result.assessment(event).firing is Firing.NOT_ASSESSABLE
        assert "precipitation (tp)" in result.assessment(event).reason


def test_snow_is_for_land(dataset, classified):
    data = dataset(six_hourly(4), tp=20.0, land=0.0, t2m=268.0, d2m=267.0, intervals={"tp": 6})
    assert classified(data).assessment(SNOW).firing is Firing.NOT_FIRED


@pytest.mark.parametrize(("month", "firing"), [(1, Firing.NOT_ASSESSABLE), (7, Firing.NOT_FIRED)])
def test_phase_unknown_leaves_snow_untested_but_in_summer(dataset, classified, month, firing):
    result = classified(dataset(six_hourly(4, month), tp=20.0, intervals={"tp": 6}))
    assert result.assessment(RAIN).firing is Firing.FIRED
    assert result.assessment(SNOW).firing is firing
    assert ("season" in result.assessment(SNOW).reason) is (month == 7)
    assert "phase_unknown" in result.warnings


def test_blizzard_proxy(dataset, classified):
    data = dataset(
        six_hourly(4), tp=4.0, t2m=265.0, d2m=264.0, u10=14.0, v10=0.0, intervals={"tp": 6}
    )
    assert "blizzard_proxy" in classified(data).assessment(SNOW).labels


def test_snow_of_the_us_preset_needs_more(dataset, classified):
    data = dataset(six_hourly(4), tp=4.0, t2m=265.0, d2m=264.0, intervals={"tp": 6})
    result = classified(data, preset="nws")
    assert result.assessment(SNOW).firing is Firing.NOT_FIRED
    assert "slr_assumed" in result.warnings
    assert result.assessment(RAIN).firing is Firing.NOT_ASSESSABLE
    more = dataset(six_hourly(4), tp=6.0, t2m=265.0, d2m=264.0, intervals={"tp": 6})
    assert classified(more, preset="nws").assessment(SNOW).firing is Firing.FIRED


def test_rain_and_snow_are_summed_apart(dataset, classified):
    temperature = np.full((4, 12, 16), 268.0)
    for rows in (6, 10):
        temperature[:, :rows] = 285.0
        data = dataset(
            six_hourly(4), tp=20.0, t2m=temperature, d2m=temperature, intervals={"tp": 6}
        )
        result = classified(data)
        for event in (RAIN, SNOW):
            found = result.assessment(event)
            assert found.firing is Firing.FIRED
            assert found.metrics.peak == pytest.approx(80.0)


def test_budget_proxy_needs_area_and_is_labelled(dataset, classified):
    times = six_hourly(5)
    levels = np.array([300.0, 400, 500, 600, 700, 850, 925, 1000])
    shape = (5, levels.size, 24, 24)
    longitude = 110 + 0.5 * np.arange(24)
    metres = 111195.0 * np.cos(np.radians(30 + 0.5 * np.arange(24)))[:, None]
    # Wind that converges toward the middle, 2e-5 s-1 through a moist column.
    inflow = -2e-5 * (longitude - longitude.mean()) * metres
    dims = ("time", "level", "latitude", "longitude")
    data = dataset(times, spacing=0.5, shape=(24, 24), t2m=295.0, d2m=294.0)
    data = data.assign_coords(level=levels).assign(
        u=(dims, np.broadcast_to(inflow, shape).astype(np.float32), {"units": "m s-1"}),
        v=(dims, np.zeros(shape, np.float32), {"units": "m s-1"}),
        q=(dims, np.full(shape, 0.008, np.float32), {"units": "kg kg-1"}),
    )
    result = classified(data)
    found = result.assessment(RAIN)
    assert "proxy_precip" in result.warnings
    assert found.firing is Firing.FIRED
    expected = 2e-5 * 0.008 * 70000 / 9.80665 * 86400
    assert found.metrics.peak == pytest.approx(expected, rel=0.02)
    assert found.confidence_parts["source"] == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("hours", "total", "firing", "wording"),
    [
        (15, 60.0, Firing.FIRED, "a lower bound for 24 h"),
        (15, 40.0, Firing.NOT_ASSESSABLE, "less than the threshold for"),
        (36, 60.0, Firing.NOT_ASSESSABLE, "the most that any 12 h in them can have"),
        (36, 20.0, Firing.NOT_FIRED, "no 12 h in them can have more"),
    ],
)
def test_a_total_since_the_start_at_one_time_is_a_bound(
    dataset, classified, hours, total, firing, wording
):
    """At most the hours of a window: no more fell there; more hours: the window has no more."""
    found = classified(dataset(six_hourly(1), tp=total, intervals={"tp": hours}, **WARM))
    rain = found.assessment(RAIN)
    assert rain.firing is firing
    assert wording in rain.reason
    measured = rain.metrics.peak if rain.metrics else rain.measured.value
    assert measured == pytest.approx(total, abs=1e-3)
