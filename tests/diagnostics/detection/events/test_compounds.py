"""Which events of several types are said to belong together."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diagnostics.contracts.space_time import Region
from diagnostics.detection.events.ranking import LINKED_KM, gap_km
from diagnostics.grid.distance import great_circle_km
from tests.diagnostics.detection.events.conftest import make_dataset, run

BOX = st.builds(
    lambda west, south, width, height: Region(
        west=west, south=south, east=west + width, north=min(80.0, south + height)
    ),
    st.floats(-180.0, 179.0), st.floats(-80.0, 78.0), st.floats(0.0, 40.0), st.floats(0.0, 20.0),
)  # fmt: skip


@given(one=BOX, other=BOX)
@example(
    one=Region(west=62.0, south=39.7, east=62.0, north=56.3),
    other=Region(west=51.1, south=37.3, east=51.1, north=51.6),
)
def test_the_gap_of_two_boxes_is_no_more_than_between_any_of_their_points(
    one: Region, other: Region
) -> None:
    gap = gap_km(one, other)
    assert gap == pytest.approx(gap_km(other, one), abs=1e-6)
    shares = np.linspace(0.0, 1.0, 5)
    here, there = (
        [(box.south + a * (box.north - box.south), box.west + b * box.width)
         for a in shares for b in shares]
        for box in (one, other)
    )  # fmt: skip
    meet = any(other.holds(*point) for point in here) or any(one.holds(*point) for point in there)
    if meet:
        assert gap == pytest.approx(0.0, abs=0.05)  # `holds` allows for rounding
    # along a parallel is longer than the great circle, by at most what a box of 40 degrees allows
    (lat1, lon1), (lat2, lon2) = np.array(here).T, np.array(there).T
    nearest = float(great_circle_km(lat1[:, None], lon1[:, None], lat2, lon2).min())
    if nearest < 1000.0 and max(abs(one.north), abs(one.south), abs(other.north)) < 60.0:
        assert gap <= 1.1 * nearest + 1e-6


@pytest.mark.parametrize(("columns_apart", "linked"), [(0, True), (2, True), (20, False)])
def test_rain_and_wind_belong_together_where_they_are_near(
    columns_apart: int, linked: bool
) -> None:
    """A rain area 1000 km from a gale, near other islands, is an event of its own."""
    shape = (12, 40)
    rain, wind = np.zeros((4, *shape)), np.full((4, *shape), 5.0)
    rain[:, 3:7, 2:6] = 20.0
    wind[:, 3:7, 6 + columns_apart : 10 + columns_apart] = 25.0
    data = make_dataset(
        pd.date_range("2024-07-01T06:00", periods=4, freq="6h"), spacing=0.5, shape=shape,
        tp=rain, u10=wind, v10=0.0, t2m=295.0, d2m=294.0, intervals={"tp": 6},
    )  # fmt: skip
    assert 0.5 * 20 * 111.0 * np.cos(np.radians(33.0)) > LINKED_KM
    assert run(data).compound == (("rainstorm+gale",) if linked else ())
