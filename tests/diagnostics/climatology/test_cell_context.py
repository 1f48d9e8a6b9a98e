"""A value is placed at its own cell, and by what three contiguous cells reach with it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
import xarray as xr
from scipy import stats

from diagnostics.catalog import compute_index, index_key
from diagnostics.catalog.climatology_context import cluster_value, percentile_ranks
from diagnostics.climatology import Baseline, BaselineSeries, Climatologies, GridClimatology
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource

REGION = Region(west=111, south=31, east=115, north=34)
MOMENT = datetime(2026, 1, 17, 12, tzinfo=UTC)


def noon(base: xr.Dataset, name: str) -> np.ndarray:
    hours = base.sel(time=base.time.dt.hour == 12)
    chosen = hours.sel(time=(hours.time.dt.day >= 2) & (hours.time.dt.day <= 31))[name]
    if "level" in chosen.dims:
        chosen = chosen.sel(level=850.0)
    return chosen.values.astype(np.float64)


@pytest.fixture(scope="module")
def source(case_maker: Callable[..., xr.Dataset]) -> MemorySource:
    return MemorySource(case_maker(np.array(["2026-01-17T12"], "datetime64[ns]"), seed=5, t=6.0))


@pytest.mark.parametrize("reduction", ["max", "min"])
def test_the_cell_of_the_extremum_is_compared(
    base: xr.Dataset, source: MemorySource, gridded: GridClimatology, reduction: str
) -> None:
    answer = compute_index(
        "temperature_level",
        source,
        time=MOMENT,
        region=REGION,
        reduction=reduction,
        baseline=gridded,
    )
    found = answer.anomaly
    assert found is not None
    row, column = int(answer.latitude - 30), int(answer.longitude - 110)  # type: ignore[operator]
    past = noon(base, "t")[:, row, column] - 273.15
    assert found.mode == "B"
    assert found.mean == pytest.approx(past.mean(), abs=1e-3)
    assert found.std == pytest.approx(past.std(ddof=1), rel=1e-5)
    assert found.z == pytest.approx((answer.value - past.mean()) / past.std(ddof=1), rel=1e-3)
    assert found.sample_count == 600
    assert found.baseline == "januaries"
    (point,) = answer.series
    assert (point.climatology_mode, point.z, point.sample_count) == ("B", found.z, 600)
    assert point.effective_sample_size == found.effective_sample_size
    # three quantiles are known: the rank lies between them, or at the outermost
    rank = stats.percentileofscore(past, answer.value)
    assert found.percentile is not None
    assert 5.0 <= found.percentile <= 95.0
    assert abs(found.percentile - np.clip(rank, 5, 95)) < 12


def test_the_index_s_own_map_goes_first(
    base: xr.Dataset, source: MemorySource, gridded: GridClimatology
) -> None:
    answer = compute_index("pwat", source, region=REGION, reduction="max", baseline=gridded)
    assert answer.anomaly is not None
    assert answer.anomaly.index_mode == "qa"


def test_a_mean_over_cells_has_no_climatology_of_a_cell(
    source: MemorySource, gridded: GridClimatology
) -> None:
    answer = compute_index("temperature_level", source, region=REGION, baseline=gridded)
    assert answer.reduction == "mean"
    assert answer.anomaly is None
    assert answer.series[0].climatology_mode == ""


def test_another_grid_is_noted_and_gives_no_context(
    case_maker: Callable[..., xr.Dataset], gridded: GridClimatology
) -> None:
    case = case_maker(np.array(["2026-01-17T12"], "datetime64[ns]"))
    shifted = MemorySource(case.assign_coords(latitude=case.latitude + 0.5))
    answer = compute_index("temperature_level", shifted, reduction="max", baseline=gridded)
    assert answer.value is not None
    assert answer.anomaly is None
    assert "climatology_grid_differs" in answer.provenance.warnings


def test_ranks_lie_between_the_quantiles_of_a_sample() -> None:
    generator = np.random.default_rng(3)
    sample = generator.gamma(2.0, size=2000)
    percents = np.array([0.0, 5.0, 50.0, 90.0, 99.0, 100.0])
    known = np.percentile(sample, percents)[:, None, None]
    for percent in (5.0, 50.0, 99.0):
        value = np.percentile(sample, percent)
        found = percentile_ranks(np.full((1, 1), value), known, percents)
        assert found[0, 0] == pytest.approx(percent)
    beyond = percentile_ranks(np.array([[99.0, -1.0, np.nan]]), np.repeat(known, 3, 2), percents)
    assert beyond[0, :2].tolist() == [100.0, 0.0]
    assert np.isnan(beyond[0, 2])
    dry = np.array([0.0, 0.0, 0.0, 2.0, 5.0, 9.0])[:, None, None]
    assert percentile_ranks(np.zeros((1, 1)), dry, percents)[0, 0] == 25.0


@pytest.mark.parametrize(
    ("field", "place", "expected"),
    [
        # the nine touches the three, but is not among the nearest
        ([[5, 4, 0], [0, 3, 0], [0, 0, 9]], (0, 0), 3),
        ([[5, 1, 0], [0, 0, 0], [0, 0, 0]], (0, 0), 0),
        ([[-5, -4, 0], [0, -2, 0], [0, 0, 0]], (0, 0), -2),
        ([[5, np.nan, 0], [np.nan, np.nan, 0], [0, 0, 0]], (0, 0), None),
        ([[3, 0, 0], [2, 0, 0], [1, 0, 0]], (0, 0), 1),
    ],
)
def test_three_cells_reach_their_common_bound(
    field: Any, place: tuple[int, int], expected: float | None
) -> None:
    assert cluster_value(np.array(field, dtype=float), place, 0.0) == expected


def test_every_connected_set_of_three_is_considered() -> None:
    """The greedy growth finds the best bound of all connected triples, by enumeration."""
    generator = np.random.default_rng(7)
    cells = [(j, i) for j in range(4) for i in range(4)]

    def touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1

    for _ in range(20):
        field = generator.uniform(0.1, 5.0, (4, 4))
        place = tuple(int(n) for n in np.unravel_index(field.argmax(), field.shape))
        best = max(
            min(field[place], field[a], field[b])
            for a in cells
            for b in cells
            if touch(place, a) and b != place and a != b and (touch(place, b) or touch(a, b))
        )
        assert cluster_value(field, place, 0.0) == pytest.approx(best)  # type: ignore[arg-type]


def test_a_climatology_of_the_reduced_index_goes_first(
    base: xr.Dataset, source: MemorySource, gridded: GridClimatology
) -> None:
    dates = base.time.values.astype("datetime64[D]")[1::2]
    reduced = Baseline(
        [
            BaselineSeries(
                key=index_key("temperature_level", reduction="max", mode=Mode.QA),
                region=REGION,
                unit="degC",
                hours=np.array([12.0]),
                dates=dates,
                values=np.arange(dates.size, dtype=float)[None] % 7,
            )
        ],
        {"name": "reduced"},
    )
    both = Climatologies.joined([gridded, reduced])
    answer = compute_index(
        "temperature_level", source, region=REGION, reduction="max", baseline=both
    )
    assert answer.anomaly is not None
    assert (answer.anomaly.mode, answer.anomaly.index_mode) == ("A", "qa")
    other = compute_index(
        "temperature_level", source, region=REGION, reduction="min", baseline=both
    )
    assert other.anomaly is not None
    assert other.anomaly.mode == "B"
