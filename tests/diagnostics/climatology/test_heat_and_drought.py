"""The excess heat factor and the precipitation index against day-by-day and SciPy computations."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
import xarray as xr
from scipy import stats

from diagnostics.catalog import compute_index
from diagnostics.climatology import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.climatology.excess import excess_heat_factor, spell_and_adapted, thresholds
from diagnostics.climatology.gamma import fit_gamma, standardised_precipitation
from diagnostics.contracts.enums import IndexStatus, Mode
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.fields.canonical import attributes
from diagnostics.fields.memory import MemorySource

LATITUDE, LONGITUDE = np.array([30.0, 31.0, 32.0]), np.array([110.0, 111.0, 112.0])
REGION = Region(west=109.5, south=29.5, east=112.5, north=32.5)
DIMS = ("time", "latitude", "longitude")


def dataset(name: str, values: np.ndarray, start: str, **extra: Any) -> xr.Dataset:
    times = np.datetime64(start, "ns") + np.timedelta64(6, "h") * np.arange(len(values))
    return xr.Dataset(
        {name: (DIMS, values.astype(np.float32), attributes(name, **extra))},
        coords={"time": times, "latitude": LATITUDE, "longitude": LONGITUDE},
    )


def held(key: GridKey, kind: GridKind, years: int = 30, **arrays: np.ndarray) -> GridClimatology:
    dims = ("latitude", "longitude")
    tables = {
        name: xr.DataArray(values, dims=dims if values.ndim == 2 else ("dayofyear", *dims))
        for name, values in arrays.items()
    }
    item = GridItem(key, kind, "", tables, years, {"timezone": "UTC"})
    return GridClimatology([item], LATITUDE, LONGITUDE, name="base", digest="c" * 64)


def heat(t95: float = 300.0, ehf85: float = 8.0, **more: Any) -> GridClimatology:
    flat = np.ones((3, 3))
    return held(
        GridKey(name="excess_heat"), GridKind.ALL_DAYS, t95=t95 * flat, ehf85=ehf85 * flat, **more
    )


def summer(daily: np.ndarray, swing: float = 5.0) -> MemorySource:
    """Four samples a day around a daily mean, the same at every cell."""
    course = daily[:, None] + np.array([0.0, -swing, 0.0, swing])
    return MemorySource(
        dataset("t2m", np.broadcast_to(course.reshape(-1, 1, 1), (course.size, 3, 3)), "2026-06-01")
    )


def factor_by_hand(daily: np.ndarray, day: int, t95: float) -> float:
    three = sum(daily[day - back] for back in range(3)) / 3
    thirty = sum(daily[day - back] for back in range(3, 33)) / 30
    return (three - t95) * max(1.0, three - thirty)


@pytest.mark.parametrize("mode", list(Mode))
def test_the_factor_is_that_of_the_definition(mode: Mode) -> None:
    daily = 298.0 + np.random.default_rng(4).standard_normal(40) * 2
    daily[-4:] += 7.0
    answer = compute_index(
        "ehf",
        summer(daily),
        time=TimeWindow(
            start=datetime(2026, 7, 3, tzinfo=UTC), end=datetime(2026, 7, 10, 23, tzinfo=UTC)
        ),
        region=REGION,
        mode=mode,
        baseline=heat(),
    )
    expected = [factor_by_hand(daily, day, 300.0) for day in range(32, 40)]
    known = [point.value for point in answer.series]
    assert known == pytest.approx(expected, rel=1e-4, abs=1e-3)
    assert answer.value == pytest.approx(max(expected), rel=1e-4)
    assert answer.unit == "K**2"
    assert answer.extra["severity"] == pytest.approx(max(expected) / 8.0, rel=1e-4)
    assert answer.extra["days_positive"] == sum(item > 0 for item in expected)
    assert answer.extra["t95_degc"] == pytest.approx(300.0 - 273.15)


def test_a_step_of_ten_kelvin_is_known_in_closed_form() -> None:
    """30 days at 295 K, then three at 305 K over a threshold of 300 K: (5)(10) = 50 K2."""
    daily = np.concatenate([np.full(30, 295.0), np.full(3, 305.0)])
    source = summer(daily)
    severity = compute_index(
        "ehf", source, region=REGION, reduction="severity_max", baseline=heat(ehf85=25.0)
    )
    assert severity.value == pytest.approx(2.0)
    assert severity.unit == "1"
    plain = compute_index("ehf", source, region=REGION, baseline=heat(ehf85=25.0))
    assert plain.value == pytest.approx(50.0)


def test_daily_extremes_serve_as_well() -> None:
    daily = np.concatenate([np.full(30, 295.0), np.full(3, 305.0)])
    course = np.repeat(daily, 4).reshape(-1, 1, 1) * np.ones((1, 3, 3))
    # intervals end at their time: the day's four end at 06, 12, 18 and 24
    high = dataset("mx2t", course + 5.0, "2026-06-01T06", interval_hours=6.0)
    low = dataset("mn2t", course - 5.0, "2026-06-01T06", interval_hours=6.0)
    answer = compute_index("ehf", MemorySource(high.merge(low)), region=REGION, baseline=heat())
    assert answer.value == pytest.approx(50.0)


def test_a_short_record_has_no_factor() -> None:
    answer = compute_index("ehf", summer(np.full(32, 300.0)), region=REGION, baseline=heat())
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "32 days before" in answer.message
    without = compute_index("ehf", summer(np.full(33, 300.0)), region=REGION)
    assert without.status is IndexStatus.MISSING_INPUT
    assert "--field excess_heat" in without.message


def test_a_gap_leaves_the_days_after_it_without_a_factor() -> None:
    days = np.arange(40)
    days[20:] += 1
    spell, _ = spell_and_adapted(np.ones((40, 1)), days)
    assert np.isnan(spell).all()


def test_days_of_another_zone_are_marked() -> None:
    source = summer(np.full(35, 300.0))
    answer = compute_index(
        "ehf", source, region=REGION, params={"timezone": "+08:00"}, baseline=heat()
    )
    assert "climatology_of_other_days" in answer.provenance.warnings


def test_thresholds_are_percentiles_of_the_base_period() -> None:
    generator = np.random.default_rng(8)
    days = np.arange(3 * 365)
    means = 285.0 + 12.0 * np.sin(2 * np.pi * days / 365.0)[:, None]
    means = means + generator.standard_normal((days.size, 2)) * 3
    t95, ehf85 = thresholds(means, days)
    assert t95 == pytest.approx(np.percentile(means, 95, axis=0))
    for cell in range(2):
        factors = [factor_by_hand(means[:, cell], day, t95[cell]) for day in range(32, days.size)]
        positive = [item for item in factors if item > 0]
        assert ehf85[cell] == pytest.approx(np.percentile(positive, 85))
    assert excess_heat_factor(np.array([1.0]), np.array([9.0]), np.array([3.0])) == -2.0


def gamma_climatology(days: int, shape: float, scale: float, dry: float) -> GridClimatology:
    flat = np.ones((366, 3, 3))
    return held(
        GridKey(name=f"precipitation_{days}d"),
        GridKind.DAILY,
        shape=shape * flat,
        scale=scale * flat,
        dry_share=dry * flat,
    )


@pytest.mark.parametrize(("amount", "dry"), [(0.5, 0.0), (0.1, 0.2), (0.0, 0.3)])
@pytest.mark.parametrize("mode", list(Mode))
def test_the_precipitation_index_is_that_of_scipy(amount: float, dry: float, mode: Mode) -> None:
    rain = dataset("tp", np.full((20 * 4, 3, 3), amount), "2026-06-01T06", interval_hours=6.0)
    answer = compute_index(
        "spi",
        MemorySource(rain),
        region=REGION,
        mode=mode,
        params={"days": 20},
        baseline=gamma_climatology(20, 2.5, 16.0, dry),
    )
    total = 80 * float(np.float32(amount))
    share = dry + (1 - dry) * stats.gamma.cdf(total, 2.5, scale=16.0)
    assert answer.value == pytest.approx(float(stats.norm.ppf(share)), rel=1e-6)
    assert answer.extra["p0"] == pytest.approx(dry)
    assert answer.extra["accumulation_mm"] == pytest.approx(total, rel=1e-6)
    assert [point.value is not None for point in answer.series] == [False] * 79 + [True]


def test_a_deluge_is_kept_within_three_and_a_half() -> None:
    known = standardised_precipitation(
        np.array([1e6, 0.0]), np.full(2, 2.0), np.full(2, 10.0), np.zeros(2)
    )
    assert known.tolist() == [3.5, -3.5]


def test_the_fit_is_the_maximum_likelihood_of_scipy() -> None:
    generator = np.random.default_rng(6)
    amounts = generator.gamma([0.6, 3.0], [40.0, 8.0], size=(900, 2))
    amounts[:90] = 0.0
    amounts[5, 0] = np.nan
    shape, scale, dry = fit_gamma(amounts)
    for cell in range(2):
        wet = amounts[amounts[:, cell] > 0, cell]
        fitted = stats.gamma.fit(wet, floc=0)
        assert (shape[cell], scale[cell]) == pytest.approx((fitted[0], fitted[2]), rel=1e-5)
    assert dry == pytest.approx([89 / 899, 90 / 900])


def test_a_desert_has_no_distribution() -> None:
    amounts = np.zeros((900, 1))
    amounts[:9] = 3.0
    shape, _, dry = fit_gamma(amounts)
    assert np.isnan(shape).all()
    assert dry == pytest.approx([0.99])
    rain = MemorySource(dataset("tp", np.zeros((40, 3, 3)), "2026-06-01T06", interval_hours=6.0))
    dry_land = gamma_climatology(10, np.nan, np.nan, 0.99)
    answer = compute_index("spi", rain, region=REGION, params={"days": 10}, baseline=dry_land)
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "too few wet" in answer.message


def test_a_short_record_has_no_precipitation_index() -> None:
    rain = MemorySource(dataset("tp", np.ones((40, 3, 3)), "2026-06-01T06", interval_hours=6.0))
    answer = compute_index(
        "spi", rain, region=REGION, baseline=gamma_climatology(30, 2.0, 3.0, 0.0)
    )
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "30 days of precipitation" in answer.message
    other = compute_index(
        "spi", rain, region=REGION, params={"days": 5}, baseline=gamma_climatology(30, 2, 3, 0)
    )
    assert "--field spi:5" in other.message
