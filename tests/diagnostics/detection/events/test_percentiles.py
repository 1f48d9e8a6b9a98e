"""The percentile preset: runs of days beyond the quantiles of a climatology of grid points."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import xarray as xr

from diagnostics.climatology import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import TimeWindow

DAYS = pd.date_range("2024-07-01T00:00", periods=9 * 8, freq="3h")
SHAPE = (12, 16)
WINDOW = TimeWindow.model_validate({"start": "2024-07-03T00:00Z", "end": "2024-07-07T21:00Z"})
SHARES = (0.10, 0.90, 0.99)


def climatology(west=110.0, years=30, timezone="UTC+07:00", shares=SHARES, **quantiles):
    """Make daily quantiles, the same on every day and at every point."""
    latitude, longitude = 30.0 + 0.25 * np.arange(12), west + 0.25 * np.arange(16)
    over = ("dayofyear", "latitude", "longitude")
    items = []
    for name, bounds in quantiles.items():
        table = np.broadcast_to(np.array(bounds)[:, None, None, None], (len(bounds), 366, *SHAPE))
        arrays = {
            "quantile": xr.DataArray(
                table, dims=("quantile", *over), coords={"quantile": list(shares)}
            ),
            "std": xr.DataArray(np.full((366, *SHAPE), 2.0), dims=over),
        }
        key = GridKey(name=name)
        items.append(GridItem(key, GridKind.DAILY, "K", arrays, years, {"timezone": timezone}))
    return GridClimatology(items, latitude, longitude, name="thirty years", digest="f" * 64)


def course(means):
    """Eight samples a day; the warmest is three kelvin above the mean, the coldest below."""
    swing = 3.0 * np.sin(2 * np.pi * (np.arange(8) - 2) / 8)
    return (np.asarray(means, dtype=float)[:, None] + swing).ravel()


HOT = climatology(daily_maximum_temperature=(295.0, 303.0, 305.0))
COLD = climatology(timezone="UTC", daily_minimum_temperature=(285.0, 295.0, 296.0))


@pytest.mark.parametrize(
    ("means", "firing"),
    [
        ([297, 297, 297, 302, 302, 302, 297, 297, 297], Firing.FIRED),
        ([297, 297, 297, 302, 302, 297, 302, 297, 297], Firing.NOT_FIRED),
        ([297, 297, 299.9, 299.9, 299.9, 299.9, 297, 297, 297], Firing.NOT_FIRED),
    ],
)
def test_three_days_beyond_the_ninetieth_percentile_are_a_heat_wave(
    dataset, classified, means, firing
):
    data = dataset(DAYS, t2m=course(means))
    found = classified(data, preset="etccdi", window=WINDOW, timezone="+07:00", climatology=HOT)
    heat = found.assessment(EventType.HEAT_WAVE)
    assert heat.firing is firing, heat.reason
    assert heat.metrics.threshold_mode == "percentile"
    assert heat.metrics.threshold_effective == pytest.approx(303.0 - 273.15)
    assert heat.metrics.peak == pytest.approx(max(means[2:8]) + 3.0 - 273.15, abs=0.3)
    if firing is Firing.FIRED:
        assert heat.metrics.area_fraction == 1.0
        assert heat.severity == 1.0
        assert found.primary is EventType.HEAT_WAVE
    assert "climatology_of_other_days" not in found.warnings


def test_an_area_of_fifty_thousand_km2_is_needed(dataset, classified):
    """Where a smaller one lies at the edge of a small region, its extent cannot be judged."""
    means = course([297, 297, 302, 302, 302, 302, 297, 297, 297])[:, None, None]
    for columns, firing in ((8, Firing.FIRED), (3, Firing.REACHED_HERE)):
        field = np.where(np.arange(16) < columns, means, course([297] * 9)[:, None, None])
        data = dataset(DAYS, t2m=np.broadcast_to(field, (72, *SHAPE)))
        found = classified(data, preset="etccdi", window=WINDOW, climatology=HOT)
        assert found.assessment(EventType.HEAT_WAVE).firing is firing


@pytest.mark.parametrize(("days", "firing"), [(6, Firing.FIRED), (5, Firing.NOT_FIRED)])
def test_six_cold_days_are_a_cold_spell(dataset, classified, days, firing):
    means = [290.0] + [287.0] * days + [290.0] * (8 - days)
    data = dataset(DAYS, t2m=course(means))
    found = classified(data, preset="etccdi", window=WINDOW, timezone="UTC", climatology=COLD)
    cold = found.assessment(EventType.COLD_WAVE)
    assert cold.firing is firing, cold.reason
    assert cold.metrics.unit == "degC"
    assert "below the 10th percentile" in cold.reason


@pytest.mark.parametrize(("amount", "bound", "firing"), [
    (10.0, 60.0, Firing.FIRED), (10.0, 90.0, Firing.NOT_FIRED), (3.0, 10.0, Firing.NOT_FIRED),
])  # fmt: skip
def test_rain_must_pass_its_percentile_and_the_floor(dataset, classified, amount, bound, firing):
    rain = np.zeros((72, *SHAPE))
    rain[25:33, 2:6, 2:6] = amount
    data = dataset(DAYS, tp=rain, t2m=290.0, d2m=288.0, intervals={"tp": 3})
    known = climatology(timezone="UTC", daily_precipitation=(2.0, 30.0, bound))
    found = classified(data, preset="etccdi", window=WINDOW, timezone="UTC", climatology=known)
    storm = found.assessment(EventType.RAINSTORM)
    assert storm.firing is firing, storm.reason
    assert storm.metrics.threshold_effective == pytest.approx(bound)
    if firing is Firing.FIRED:
        assert storm.metrics.peak == pytest.approx(80.0)


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (None, "--field daily_maximum_temperature"),
        (COLD, "has no daily_maximum_temperature"),
        (climatology(west=110.1, daily_maximum_temperature=(1, 2, 3)), "different grids"),
        (
            climatology(shares=(0.5,), daily_maximum_temperature=(300.0,)),
            "percentiles of daily_maximum_temperature: 50",
        ),
    ],
)
def test_what_lacks_is_named_with_its_cure(dataset, classified, known, words):
    data = dataset(DAYS, t2m=course([297] * 9))
    found = classified(data, preset="etccdi", window=WINDOW, climatology=known)
    heat = found.assessment(EventType.HEAT_WAVE)
    assert heat.firing is Firing.NOT_ASSESSABLE
    assert words in heat.reason


def test_few_years_and_other_days_are_flagged(dataset, classified):
    data = dataset(DAYS, t2m=course([297] * 9))
    known = climatology(years=5, timezone="UTC", daily_maximum_temperature=(295.0, 303.0, 305.0))
    found = classified(data, preset="etccdi", window=WINDOW, climatology=known)
    assert {"short_climatology", "climatology_of_other_days"} <= set(found.warnings)


def test_other_presets_do_not_look_into_it(dataset, classified):
    data = dataset(DAYS, t2m=course([297] * 9))
    plain = classified(data, window=WINDOW)
    assert classified(data, window=WINDOW, climatology=HOT) == plain
