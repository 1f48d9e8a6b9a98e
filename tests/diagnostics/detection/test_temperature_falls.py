"""The greatest fall of temperature in a few hours, on fields whose fall is known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.space_time import Region
from diagnostics.detection.systems import greatest_fall
from diagnostics.fields.memory import MemorySource

REGION = Region(west=100, south=30, east=120, north=45)
START = datetime(2026, 1, 10, tzinfo=UTC)
PEAK = (38.0, 110.0)


def cold_air(
    step_h: int, *, fall: float, at: tuple[float, float] = (40.0, 112.0), name: str = "t2m"
) -> MemorySource:
    """A fall within 6 h at one point, spread over the steps of a longer spacing."""
    latitude, longitude = np.arange(20.0, 56.0), np.arange(90.0, 131.0)
    hours = np.arange(0, 49, step_h)
    passage = np.clip((hours - 18.0) / 6.0, 0.0, 1.0)
    y, x = np.meshgrid(latitude, longitude, indexing="ij")
    spot = np.where((y == at[0]) & (x == at[1]), 1.0, 0.5)
    field = 280.0 - fall * passage[:, None, None] * spot
    times = [
        np.datetime64((START + timedelta(hours=int(hour))).replace(tzinfo=None)) for hour in hours
    ]
    return MemorySource(
        xr.Dataset(
            {name: (("time", "latitude", "longitude"), field, {"units": "K"})},
            coords={"time": times, "latitude": latitude, "longitude": longitude},
        )
    )


@pytest.mark.parametrize(("step_h", "span_h"), [(1, 6), (3, 6), (6, 6), (12, 12)])
def test_the_greatest_fall_has_the_place_and_the_hours_of_the_field(step_h: int, span_h: int):
    found = greatest_fall(
        cold_air(step_h, fall=20.0), region=REGION, time=START + timedelta(hours=36), event=PEAK
    )
    assert found is not None
    assert (found.latitude, found.longitude, found.fall_k) == (40.0, 112.0, 20.0)
    assert found.span_hours == span_h
    assert found.start <= START + timedelta(hours=18) < found.end


@pytest.mark.parametrize(
    ("step_h", "fall", "at"),
    [
        (24, 20.0, (40.0, 112.0)),  # no two times within half a day
        (6, 5.0, (40.0, 112.0)),  # an evening's fall
    ],
)
def test_what_is_no_fall_in_a_few_hours_is_none(step_h: int, fall: float, at: tuple[float, float]):
    source = cold_air(step_h, fall=fall, at=at)
    time = START + timedelta(hours=24)
    assert greatest_fall(source, region=REGION, time=time, event=PEAK) is None


def test_a_fall_outside_the_region_is_not_that_of_the_event():
    source = cold_air(6, fall=30.0, at=(50.0, 112.0))
    found = greatest_fall(source, region=REGION, time=START + timedelta(hours=24), event=PEAK)
    assert found is not None
    assert found.fall_k == 15.0


def test_without_the_field_there_is_no_fall():
    source = cold_air(6, fall=20.0, name="mn2t")
    assert greatest_fall(source, region=REGION, time=START, event=PEAK) is None
