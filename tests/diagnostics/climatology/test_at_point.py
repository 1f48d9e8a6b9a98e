"""What climatologies say of a place and a moment."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from diagnostics.climatology import Climatologies, GridClimatology
from diagnostics.climatology.at_point import climatology_at_point, held_climatologies
from diagnostics.climatology.open_climatology import open_climatologies
from diagnostics.contracts.climatology import ClimatologyPoint
from diagnostics.samples import climatology_path


def point(latitude: float, longitude: float, time: datetime, **more: object) -> ClimatologyPoint:
    return ClimatologyPoint.model_validate(
        {"latitude": latitude, "longitude": longitude, "time": time, **more}
    )


@pytest.fixture(scope="module")
def sample() -> Climatologies:
    return open_climatologies([climatology_path("rainstorm")])


class TestGridPoints:
    def test_it_is_the_nearest_cell_at_its_day_and_hour(self, gridded: GridClimatology) -> None:
        item = gridded.items[0]
        row, column = 1, 2
        hour = float(item.hours[-1])
        moment = datetime(2031, 1, 15, int(hour), tzinfo=UTC)
        asked = point(
            gridded.latitude[row] + 0.01,
            gridded.longitude[column] - 0.01 - 360 * (gridded.longitude[column] > 180),
            moment,
            name=item.key.name,
            level=item.key.level,
        )
        (found,) = climatology_at_point(Climatologies.of(gridded), asked).results
        assert (found.mode, found.name, found.level) == ("B", item.key.name, item.key.level)
        assert (found.latitude, found.longitude) == (
            gridded.latitude[row],
            gridded.longitude[column],
        )
        for name in ("mean", "std", "count"):
            stored = item.arrays[name].isel(hour=-1, dayofyear=14)
            assert found.statistics[name] == pytest.approx(float(stored[row, column]))
        stored = item.arrays["quantile"].isel(hour=-1, dayofyear=14)
        assert [one.value for one in found.quantiles] == pytest.approx(
            stored[:, row, column].values.tolist()
        )
        values = [one.value for one in found.quantiles]
        assert values == sorted(values)

    def test_all_quantities_without_a_name(self, gridded: GridClimatology) -> None:
        hour = int(gridded.items[0].hours[0])
        asked = point(
            float(gridded.latitude[0]),
            float(gridded.longitude[0]),
            datetime(2031, 1, 15, hour, tzinfo=UTC),
        )
        found = climatology_at_point(Climatologies.of(gridded), asked).results
        assert [one.name for one in found] == [item.key.name for item in gridded.items]

    def test_nothing_outside_the_grid(self, gridded: GridClimatology) -> None:
        far = point(-60.0, float(gridded.longitude[0]), datetime(2031, 1, 15, tzinfo=UTC))
        assert climatology_at_point(Climatologies.of(gridded), far).results == ()


class TestReducedIndices:
    def test_it_is_the_sample_that_verdicts_are_compared_with(self, sample: Climatologies) -> None:
        (baseline,) = sample.reduced
        series = next(one for one in baseline.series if one.key.name == "pwat")
        month_day = series.dates[len(series.dates) // 2].astype("datetime64[D]").item()
        moment = datetime(2033, month_day.month, month_day.day, int(series.hours[0]), tzinfo=UTC)
        latitude = (series.region.south + series.region.north) / 2
        asked = point(latitude, series.region.west + 0.5, moment, name="pwat")
        found = climatology_at_point(sample, asked).results
        one = next(item for item in found if item.region == series.region)
        verdict = series.statistics(moment, 40.0)
        assert verdict is not None
        assert (one.mode, one.unit, one.statistics["count"]) == ("A", series.unit, verdict.count)
        assert one.statistics["mean"] == pytest.approx(verdict.mean)
        assert one.statistics["std"] == pytest.approx(verdict.std)
        values = np.array([quantile.value for quantile in one.quantiles], dtype=float)
        assert (np.diff(values) > 0).all()

    def test_nothing_outside_its_region_or_season(self, sample: Climatologies) -> None:
        series = sample.reduced[0].series[0]
        inside = (series.region.south + 0.5, series.region.west + 0.5)
        summer = datetime(2033, 7, 4, int(series.hours[0]), tzinfo=UTC)
        assert climatology_at_point(sample, point(-40, 20, summer)).results == ()
        assert climatology_at_point(sample, point(*inside, summer, name="nothing")).results == ()


def test_what_is_held_is_listed(gridded: GridClimatology, sample: Climatologies) -> None:
    held = held_climatologies(Climatologies.joined([sample, gridded]))
    assert [grid.name for grid in held.grids] == ["januaries"]
    assert {index.key for index in held.baselines[0].indices} >= {"pwat"}
    assert held_climatologies(Climatologies()).baselines == ()
