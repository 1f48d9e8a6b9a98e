"""A baseline speaks for its own index, region, hour and season, and for nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from diagnostics.climatology import (
    Baseline,
    BaselineSeries,
    Draws,
    IndexKey,
    ReducedSeries,
    build_baseline,
    open_baseline,
)
from diagnostics.climatology.baseline_file import write_series
from diagnostics.contracts.evidence import SeriesPoint
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError

REGION = Region(west=110, south=27, east=126, north=35)
KEY = IndexKey(name="pwat", reduction="max")


def dates_around(month: int, day: int, years: range, half: int = 18) -> np.ndarray:
    centres = [np.datetime64(f"{year}-{month:02d}-{day:02d}") for year in years]
    return np.concatenate([np.arange(c - half, c + half + 1) for c in centres])


def series(
    values: np.ndarray, dates: np.ndarray, *, region: Region = REGION, key: IndexKey = KEY
) -> BaselineSeries:
    return BaselineSeries(
        key=key,
        region=region,
        unit="mm",
        hours=np.array([0.0, 6.0, 12.0, 18.0]),
        dates=dates,
        values=np.tile(values, (4, 1)) + np.arange(4)[:, None],
    )


@pytest.fixture
def baseline() -> Baseline:
    dates = dates_around(7, 4, range(2001, 2021))
    values = np.arange(dates.size, dtype=float) % 37
    return Baseline([series(values, dates)], {"name": "test"})


def test_z_and_percentile_are_those_of_the_sample_in_the_window(baseline: Baseline) -> None:
    moment = datetime(2026, 7, 4, 12, tzinfo=UTC)
    sample, _ = baseline.series[0].sample(moment)
    assert sample.size == 20 * 31
    found = baseline.context(KEY, REGION, moment, 30.0)
    assert found is not None
    assert found.mean == pytest.approx(sample.mean())
    assert found.z == pytest.approx((30.0 - sample.mean()) / sample.std(ddof=1))
    below = (sample < 30).sum() + 0.5 * (sample == 30).sum()
    assert found.percentile == pytest.approx(100 * below / sample.size)
    assert found.sample_count == 620
    assert found.mode == "A"


def test_hour_must_match_within_one_hour(baseline: Baseline) -> None:
    at_six = baseline.context(KEY, REGION, datetime(2026, 7, 4, 6, tzinfo=UTC), 5.0)
    at_seven = baseline.context(KEY, REGION, datetime(2026, 7, 4, 7, tzinfo=UTC), 5.0)
    assert at_six is not None
    assert at_seven is not None
    assert at_six.mean == at_seven.mean
    late = datetime(2026, 7, 4, 23, tzinfo=UTC)
    assert baseline.context(KEY, REGION, late, 5.0).mean == pytest.approx(
        baseline.context(KEY, REGION, datetime(2026, 7, 4, 0, tzinfo=UTC), 5.0).mean
    )
    nine = datetime(2026, 7, 4, 9, tzinfo=UTC)
    assert baseline.context(KEY, REGION, nine, 5.0) is None
    assert "hours 0, 6, 12, 18 UTC" in baseline.reason(KEY, REGION, nine)


def test_another_region_or_index_is_refused_with_the_reason(baseline: Baseline) -> None:
    moment = datetime(2026, 7, 4, 12, tzinfo=UTC)
    nearly = Region(west=110.005, south=27, east=126.005, north=35)
    other = Region(west=112, south=27, east=128, north=35)
    assert baseline.context(KEY, nearly, moment, 5.0) is not None
    assert baseline.context(KEY, other, moment, 5.0) is None
    assert "110,27,126,35" in baseline.reason(KEY, other, moment)
    mean = KEY.model_copy(update={"reduction": "mean"})
    assert baseline.context(mean, REGION, moment, 5.0) is None
    assert "'mean'" in baseline.reason(mean, REGION, moment)
    assert baseline.reason(KEY, REGION, moment) is None


def test_a_region_matches_whichever_way_its_longitudes_are_written() -> None:
    dates = dates_around(7, 4, range(2001, 2021))
    pacific = Region(west=170, south=20, east=190, north=30)
    held = Baseline([series(np.ones(dates.size), dates, region=pacific)])
    same = Region(west=-190, south=20, east=-170, north=30)
    moment = datetime(2026, 7, 4, tzinfo=UTC)
    assert held.context(KEY, same, moment, 1.0) is not None


def test_another_season_is_refused(baseline: Baseline) -> None:
    january = datetime(2026, 1, 4, tzinfo=UTC)
    assert baseline.context(KEY, REGION, january, 5.0) is None
    assert "0 values within 15 days of 04 January" in baseline.reason(KEY, REGION, january)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (datetime(2024, 2, 29, tzinfo=UTC), ("2020-02-14", "2020-03-15")),
        (datetime(2025, 3, 1, tzinfo=UTC), ("2020-02-15", "2020-03-16")),
    ],
)
def test_leap_day_window(moment: datetime, expected: tuple[str, str]) -> None:
    dates = np.arange(np.datetime64("2020-01-01"), np.datetime64("2021-01-01"))
    held = series(np.arange(dates.size, dtype=float), dates)
    _, chosen = held.sample(moment)
    assert chosen[0] == np.datetime64(expected[0])
    assert chosen[-1] == np.datetime64(expected[1])
    assert chosen.size == 31


def test_window_runs_across_the_turn_of_the_year() -> None:
    dates = np.arange(np.datetime64("2019-01-01"), np.datetime64("2021-01-01"))
    held = series(np.arange(dates.size, dtype=float), dates)
    _, chosen = held.sample(datetime(2026, 1, 3, tzinfo=UTC))
    text = chosen.astype(str)
    assert "2019-12-19" in text
    assert "2020-01-18" in text
    assert "2019-12-18" not in text
    assert chosen.size == 2 * 31


def test_std_floor_keeps_scores_finite() -> None:
    dates = dates_around(7, 4, range(2001, 2021))
    held = BaselineSeries(
        KEY, REGION, "mm", np.array([0.0]), dates, np.full((1, dates.size), 3.0), std_floor=0.5
    )
    found = held.statistics(datetime(2026, 7, 4, tzinfo=UTC), 4.0)
    assert found is not None
    assert found.z == pytest.approx(2.0)


def test_file_round_trip_keeps_values_and_digest(baseline: Baseline, tmp_path: Path) -> None:
    path = tmp_path / "baseline.nc"
    digest = write_series(path, baseline.series, {"name": "test", "base_period": "2001-2020"})
    again = open_baseline(path)
    assert again.digest == digest == baseline.digest
    assert again.name == "test"
    assert again.attributes["base_period"] == "2001-2020"
    np.testing.assert_array_equal(again.series[0].values, baseline.series[0].values)
    moment = datetime(2026, 7, 4, 12, tzinfo=UTC)
    first = baseline.context(KEY, REGION, moment, 30.0)
    assert again.context(KEY, REGION, moment, 30.0) == first.model_copy(
        update={"baseline_digest": digest}
    )


def test_a_changed_file_is_refused(baseline: Baseline, tmp_path: Path) -> None:
    import netCDF4

    path = tmp_path / "baseline.nc"
    write_series(path, baseline.series, {"name": "test"})
    with netCDF4.Dataset(path, "a") as file:
        file["series_0000"][0, 0] = 99.0
    with pytest.raises(InputDataError) as caught:
        open_baseline(path)
    assert caught.value.code == "damaged_baseline"


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputDataError) as caught:
        open_baseline(tmp_path / "absent.nc")
    assert caught.value.code == "file_not_found"
    text = tmp_path / "text.nc"
    text.write_text("not a baseline")
    with pytest.raises(InputDataError) as caught:
        open_baseline(text)
    assert caught.value.code == "not_a_baseline"


def test_build_joins_years_and_leaves_the_lead_in_out() -> None:
    def compute(name: str, year: int) -> ReducedSeries:
        moments = [datetime(year, 7, day, hour, tzinfo=UTC) for day in (1, 2) for hour in (0, 12)]
        points = tuple(
            SeriesPoint(time=moment, value=None if moment.hour == 12 and year == 2002 else year)
            for moment in moments
        )
        key = IndexKey(name=name, reduction="max")
        return ReducedSeries.of_points(key, REGION, "mm", points)

    draws = [Draws(str(y), y, np.datetime64(f"{y}-07-02")) for y in (2001, 2002)]
    seen = []
    built = build_baseline(
        draws,
        ["pwat"],
        compute=compute,
        attributes={"name": "built"},
        progress=lambda label, done, total: seen.append((label, done, total)),
    )
    (item,) = built.series
    assert item.dates.astype(str).tolist() == ["2001-07-02", "2002-07-02"]
    assert item.hours.tolist() == [0.0, 12.0]
    np.testing.assert_array_equal(item.values, [[2001, 2002], [2001, np.nan]])
    assert seen == [("2001", 1, 1), ("2002", 1, 1)]


def test_build_refuses_draws_of_different_kinds() -> None:
    def compute(name: str, unit: str) -> ReducedSeries:
        point = SeriesPoint(time=datetime(2001, 7, 2, tzinfo=UTC), value=1.0)
        return ReducedSeries.of_points(IndexKey(name=name), REGION, unit, (point,))

    draws = [Draws(u, u, np.datetime64("2001-07-01")) for u in ("mm", "m")]
    with pytest.raises(InputDataError) as caught:
        build_baseline(draws, ["pwat"], compute=compute, attributes={})
    assert caught.value.code == "inconsistent_draws"
