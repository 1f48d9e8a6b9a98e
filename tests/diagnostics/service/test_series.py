"""A series over an area has the numbers of the index, and the band of its own climatology."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest
from pydantic import ValidationError

from diagnostics.catalog import index_key
from diagnostics.climatology import Baseline, BaselineSeries, Climatologies
from diagnostics.contracts.computations import ComputationRequest, Operation
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.regions import outlined
from diagnostics.service import series
from diagnostics.service.fields import compute_kept_field
from diagnostics.service.requests import IndexRequest
from diagnostics.service.series import answer_series
from diagnostics.service.tools import answer_index
from tests.generated_samples import thinned

NAME = "pwat"


@pytest.fixture(scope="module")
def source() -> MemorySource:
    return MemorySource(thinned("gale", every=4))


@pytest.fixture(scope="module")
def box(source: MemorySource) -> Region:
    grid = source.inventory().grid
    assert grid is not None
    latitude, longitude = grid.region.center
    return Region(west=longitude - 9, south=latitude - 7, east=longitude + 9, north=latitude + 7)


@pytest.fixture(scope="module")
def window(source: MemorySource) -> TimeWindow:
    times = source.inventory().times
    return TimeWindow(start=times[1], end=times[4])


def climatology(region: Region, reduction: str) -> Climatologies:
    """A climatology of January of twenty years: on each day 0 to 40 mm, whatever the hour."""
    centres = [np.datetime64(f"{year}-01-08") for year in range(2001, 2021)]
    dates = np.concatenate([np.arange(day - 20, day + 21) for day in centres])
    values = np.arange(dates.size, dtype=float) % 41
    held = BaselineSeries(
        key=index_key(NAME, reduction=reduction),
        region=region,
        unit="mm",
        hours=np.array([0.0, 6.0, 12.0, 18.0]),
        dates=dates,
        values=np.tile(values, (4, 1)),
    )
    return Climatologies.of(Baseline([held], {"name": "twenty years"}))


def request(window: TimeWindow, reduction: str = "mean") -> IndexRequest:
    return IndexRequest(NAME, time=window, params={"reduction": reduction})


def test_the_values_are_those_of_the_index_and_the_band_of_its_climatology(
    source, box, window
) -> None:
    times = source.inventory().times_in(window)
    known = climatology(box, "mean")
    found = answer_series(request(window), box, lambda: source, climatology=known)
    index = answer_index(
        IndexRequest(NAME, time=window, region=box, params={"reduction": "mean"}), lambda: source
    )
    assert [item.time for item in found.values] == list(times)
    assert [item.value for item in found.values] == [point.value for point in index.series]
    assert (found.unit, found.reduction, found.baseline) == (index.unit, "mean", "twenty years")
    for item in found.values:
        assert item.mean == pytest.approx(20.0, abs=1.0)
        assert item.std == pytest.approx(9.0, abs=1.0)
        assert item.z == pytest.approx((item.value - item.mean) / item.std, abs=1e-6)


def test_an_outline_takes_its_own_cells_and_not_the_band_of_its_box(source, box, window) -> None:
    known = climatology(box, "max")
    corner = [(box.west, box.south), (box.east, box.south), (box.west, box.north)]
    area = outlined([*corner, corner[0]])
    assert area.region == box
    found = answer_series(request(window, "max"), area, lambda: source, climatology=known)
    whole = answer_series(request(window, "max"), box, lambda: source, climatology=known)
    assert found.region == box
    kept = compute_kept_field(IndexRequest(NAME, time=window, region=box), lambda: source)
    assert whole.values[0].mean is not None
    assert all(item.mean is None and item.z is None for item in found.values)
    assert found.baseline is None
    for item, other in zip(found.values, whole.values, strict=True):
        across = (item.longitude - box.west) / box.width
        up = (item.latitude - box.south) / (box.north - box.south)
        assert across + up <= 1.0 + 1e-6
        assert item.value <= other.value
    assert kept.answer.times == tuple(item.time for item in found.values)


def test_an_outline_across_the_date_line_is_one_area() -> None:
    area = outlined([(170, 0), (190, 0), (190, 10), (170, 10), (170, 0)])
    assert area.region.bounds() == [170, 0, -170, 10]
    assert area.polygon is not None
    assert area.polygon.area == pytest.approx(200.0)
    assert area.polygon.bounds == (-180.0, 0.0, 180.0, 10.0)


@pytest.mark.parametrize(
    "line",
    [
        [(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)],
        [(0, 0), (1, 1), (2, 2), (0, 0)],
    ],
)
def test_a_line_that_encloses_nothing_is_refused(line) -> None:
    with pytest.raises(ArgumentError) as caught:
        outlined(line)
    assert caught.value.code == "outline_invalid"


@pytest.mark.parametrize(
    "wrong",
    [
        {"outline": [(0, 0), (2, 0), (2, 2), (0, 2)]},
        {"outline": [(0, 0), (2, 0), (0, 0)]},
        {"outline": [(0, 0), (2, 0), (2, 2), (0, 0)], "region": [0, 0, 1, 1]},
        {"outline": [(0, 0), (2, 0), (2, 2), (0, 0)], "op": "index"},
        {"outline": [(0, 0), *[(1, 1)] * 500, (0, 0)]},
        {"name": None},
    ],
)
def test_what_a_series_does_not_take_is_refused_when_asked(wrong) -> None:
    asked = {"source": "sample", "op": Operation.SERIES, "name": NAME}
    with pytest.raises(ValidationError):
        ComputationRequest.model_validate({**asked, **wrong})


def test_it_is_bounded_and_says_what_the_data_lack(source, box, window, monkeypatch) -> None:
    dry = MemorySource(thinned("gale", every=4)[["t2m"]])
    with pytest.raises(InputDataError) as caught:
        answer_series(request(window), box, lambda: dry)
    assert caught.value.code == "missing_input"
    monkeypatch.setattr(series, "MOST_TIMES", 3)
    with pytest.raises(ArgumentError) as late:
        answer_series(request(window), box, lambda: source)
    assert late.value.code == "series_too_long"
    short = TimeWindow(start=window.start, end=window.start + timedelta(minutes=1))
    assert len(answer_series(request(short), box, lambda: source).values) == 1
