"""Gales."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.severity import beaufort, wind_severity

GALE = EventType.GALE


def hourly(count: int):
    return pd.date_range("2024-01-01T00:00", periods=count, freq="1h")


@pytest.mark.parametrize(
    ("speed", "grade"), [(17.1, 0), (17.2, 1), (24.4, 1), (24.5, 2), (32.7, 3), (60.0, 3)]
)
def test_grades_of_the_mean_wind(dataset, classified, speed, grade):
    data = dataset(hourly(3), u10=speed * 0.6, v10=-speed * 0.8)
    found = classified(data).assessment(GALE)
    assert found.grade == grade
    assert found.metrics.peak == pytest.approx(speed, rel=1e-5)


def test_hourly_data_ask_for_two_hours(dataset, classified):
    data = dataset(hourly(6), u10=[5, 5, 20, 5, 5, 5.0], v10=0.0)
    assert classified(data).assessment(GALE).firing is Firing.NOT_FIRED
    data = dataset(hourly(6), u10=[5, 5, 20, 20, 5, 5.0], v10=0.0)
    found = classified(data).assessment(GALE)
    assert found.firing is Firing.FIRED
    assert found.metrics.onset == pd.Timestamp("2024-01-01T02:00Z")
    assert found.metrics.end == pd.Timestamp("2024-01-01T03:00Z")


def test_single_time_can_fire(dataset, classified):
    result = classified(dataset(hourly(1), u10=20.0, v10=0.0))
    assert result.assessment(GALE).firing is Firing.FIRED
    assert "peak_underestimated" in result.warnings


def test_gust_alone_can_fire(dataset, classified):
    data = dataset(hourly(3), u10=8.0, v10=0.0, fg10=21.0)
    found = classified(data).assessment(GALE)
    assert found.firing is Firing.FIRED
    assert found.metrics.quantity == "10-m gust"
    assert found.metrics.threshold_point == 20.8


def test_levels_do_not_stand_for_the_surface(dataset, classified):
    found = classified(dataset(hourly(3), t2m=280.0)).assessment(GALE)
    assert found.firing is Firing.NOT_ASSESSABLE
    assert "fg10" in found.reason


def test_land_and_sea_are_told_apart(dataset, classified):
    land = np.zeros((12, 16))
    land[:, :8] = 1
    wind = np.zeros((3, 12, 16))
    wind[:, :, 10:] = 20.0
    data = dataset(hourly(3), u10=wind, v10=0.0, land=land)
    assert classified(data).assessment(GALE).labels == ("over_sea",)
    wind[:, :, 2:] = 20.0
    data = dataset(hourly(3), u10=wind, v10=0.0, land=land)
    assert classified(data).assessment(GALE).labels == ("over_land", "over_sea")


def test_strong_wind_is_a_label_only(dataset, classified):
    found = classified(dataset(hourly(3), u10=12.0, v10=0.0)).assessment(GALE)
    assert found.firing is Firing.NOT_FIRED
    assert found.labels == ("strong_wind",)


def test_lasting_gale_is_synoptic(dataset, classified):
    found = classified(dataset(hourly(12), u10=20.0, v10=0.0)).assessment(GALE)
    assert found.subtype == "synoptic"


def test_limits_are_those_of_the_standard_on_every_grid(dataset, classified):
    data = dataset(hourly(3), u10=12.5, v10=0.0, spacing=1.0)
    found = classified(data).assessment(GALE)
    assert found.firing is not Firing.FIRED
    assert found.metrics.threshold_effective == found.metrics.threshold_point == 17.2
    data = dataset(hourly(3), u10=17.2, v10=0.0, spacing=2.5, shape=(5, 5))
    found = classified(data).assessment(GALE)
    assert found.firing is Firing.FIRED
    assert found.grade_name == "gale (Beaufort 8 to 9)"


def test_wind_and_gust_make_one_event_of_the_higher_grade(dataset, classified):
    data = dataset(hourly(3), u10=18.0, v10=0.0, fg10=29.0)
    found = classified(data).assessment(GALE)
    assert [(item.quantity, item.grade) for item in found.objects] == [("10-m gust", 2)]


def test_severity_is_exact_at_the_classes():
    points = (17.2, 24.5, 32.7)
    assert [wind_severity(v, points) for v in points] == [1.0, 2.0, 3.0]
    assert wind_severity(17.1, points) == 0.0
    assert wind_severity(90.0, points) == 4.0
    assert beaufort(17.2) == pytest.approx(7.51, abs=0.01)
