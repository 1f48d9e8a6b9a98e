"""Changes, sums and days by the coordinate."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.contracts.zones import zone_of
from diagnostics.errors import ArgumentError
from diagnostics.quantities.timeline import earlier, local_days, trailing_sum


def _times(*hours: float) -> np.ndarray:
    start = np.datetime64("2026-03-01T00:00", "ns")
    return start + np.array([round(hour * 3600) for hour in hours]).astype("timedelta64[s]")


def test_a_change_is_taken_at_the_exact_hour() -> None:
    times = _times(0, 6, 12, 24, 30, 42)  # 18 and 36 h are missing
    values = np.arange(6.0)[:, None, None] * np.ones((1, 2, 2))
    before, present = earlier(values, times, 24)
    assert present.tolist() == [False, False, False, True, True, False]
    assert before[3, 0, 0] == 0.0
    assert before[4, 0, 0] == 1.0
    assert np.isnan(before[5]).all()


def test_a_sum_needs_its_whole_window() -> None:
    times = _times(6, 12, 18, 24, 30, 42)
    rain = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])[:, None, None]
    total, complete = trailing_sum(rain, times, 6.0, 24.0)
    assert complete.tolist() == [False, False, False, True, True, False]
    assert total[3, 0, 0] == 15.0
    assert total[4, 0, 0] == 30.0
    # an interval that does not divide the window
    assert not trailing_sum(rain, times, 5.0, 24.0)[1].any()
    # the step stands for an unknown interval
    assert trailing_sum(rain, times, None, 12.0)[1].tolist() == [False] + 4 * [True] + [False]
    # a single increment of the whole window
    assert trailing_sum(rain[:1], times[:1], 24.0, 24.0)[0][0, 0, 0] == 1.0
    assert not trailing_sum(rain[:1], times[:1], None, 24.0)[1].any()


def test_a_missing_increment_leaves_no_total() -> None:
    rain = np.array([1.0, np.nan, 4.0])[:, None, None]
    total, _ = trailing_sum(rain, _times(1, 2, 3), 1.0, 3.0)
    assert np.isnan(total[2, 0, 0])


def test_days_are_those_of_the_zone() -> None:
    times = _times(0, 6, 12, 15, 16, 18)
    day, starts = local_days(times, zone_of("Asia/Shanghai"))
    # 16 UTC is midnight in Beijing
    assert (np.diff(day) != 0).tolist() == [False, False, False, True, False]
    assert starts[0] == np.datetime64("2026-02-28T16:00")
    assert starts[-1] == np.datetime64("2026-03-01T16:00")
    offset, _ = local_days(times, zone_of("+08:00"))
    assert offset.tolist() == day.tolist()
    # 20 to 20 Beijing time
    day, _ = local_days(times, zone_of("+08:00"), 20.0)
    assert (np.diff(day) != 0).tolist() == [False, True, False, False, False]


def test_an_interval_belongs_to_the_day_of_its_middle() -> None:
    day, _ = local_days(_times(0, 24), zone_of("UTC"), interval_hours=6.0)
    assert day[1] - day[0] == 1
    instant, _ = local_days(_times(0, 24), zone_of("UTC"))
    assert (instant - day).tolist() == [1, 1]


@pytest.mark.parametrize("name", ["Mars/Olympus", "+25:00", ""])
def test_an_unknown_zone(name: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        zone_of(name)
    assert caught.value.code == "unknown_timezone"
