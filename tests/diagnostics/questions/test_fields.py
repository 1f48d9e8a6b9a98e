"""How a field looks, and where it is beyond its climatology: on fields whose truth is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.climatology import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.contracts.questions import ClaimVerdict
from diagnostics.fields.memory import MemorySource
from diagnostics.questions import answer, verify
from diagnostics.questions.measure import Desk

TIMES = np.array(["2020-07-01T00", "2020-07-01T12"], dtype="datetime64[ns]")
LATITUDE = np.arange(30.0, 41.0)
LONGITUDE = np.arange(-100.0, -79.0)


def source(pressure: Any) -> MemorySource:
    """A source with sea-level pressure (Pa) and a 2-m temperature that grows to the east (K)."""
    shape = (2, LATITUDE.size, LONGITUDE.size)
    warmth = np.broadcast_to(280.0 + 0.5 * (LONGITUDE + 100.0), shape)
    dims = ("time", "latitude", "longitude")
    data = xarray.Dataset(
        {
            "msl": (dims, np.asarray(pressure, np.float32)),
            "t2m": (dims, warmth.astype(np.float32)),
        },
        coords={"time": TIMES, "latitude": LATITUDE, "longitude": LONGITUDE},
    )
    return MemorySource(data, origin="analysis")


def low_at(*longitudes: float) -> np.ndarray:
    """A round low whose centre lies at each of the longitudes in turn."""
    east, north = np.meshgrid(LONGITUDE, LATITUDE)
    return np.stack(
        [101500.0 - 3000.0 * np.exp(-((east - x) ** 2 + (north - 35.0) ** 2) / 9.0)
         for x in longitudes]
    )  # fmt: skip


@pytest.mark.parametrize(("second", "moved"), [(-90.0, True), (-94.0, False), (-97.0, False)])
def test_a_low_moves_east_when_it_moves_by_more_than_a_cell(second: float, moved: bool) -> None:
    data = source(low_at(-95.0, second))
    for question in (
        "Did the minimum of sea-level pressure move east from 1 July 2020 00 UTC to "
        "1 July 2020 12 UTC?",
        "2020年7月1日00时到1日12时，海平面气压最低值是否向东移动？",
    ):
        reply = answer(question, data)
        assert (reply.template, reply.value) == ("V08", moved), reply.sentence


def test_a_field_without_slope_along_the_line_is_refused() -> None:
    reply = answer(
        "Does the 2-m temperature increase from 32N 90W to 38N 90W on 1 July 2020 00 UTC?",
        source(low_at(-95.0, -90.0)),
    )
    assert not reply.answered
    assert reply.template == "V05"


def test_the_slope_is_that_of_the_field() -> None:
    reply = answer(
        "Does the 2-m temperature increase from 35N 98W to 35N 82W on 1 July 2020 00 UTC?",
        source(low_at(-95.0, -90.0)),
    )
    assert reply.value is True
    degree_km = 111.195 * np.cos(np.radians(35.0))
    assert reply.detail["slope_per_100_km"] == pytest.approx(0.5 * 100.0 / degree_km, rel=0.02)


def test_regions_beyond_a_percentile_are_those_with_half_their_area_there() -> None:
    warm_limit = np.full((1, LATITUDE.size, LONGITUDE.size), 285.0)
    quantile = xarray.DataArray(
        np.broadcast_to(warm_limit[None, :], (1, 366, LATITUDE.size, LONGITUDE.size)),
        dims=("quantile", "dayofyear", "y", "x"),
        coords={"quantile": [0.9]},
    )
    item = GridItem(GridKey(name="t2m"), GridKind.ALL_DAYS, "K", {"quantile": quantile}, years=30)
    known = GridClimatology([item], LATITUDE, LONGITUDE, name="made", digest="0" * 64)
    reply = answer(
        "Which regions have 2-m temperature above the 90th percentile of the climatology at "
        "00 UTC on 1 July 2020?",
        source(low_at(-95.0, -90.0)),
        climatology=known,
    )
    # it passes 285 K at 90 degrees west
    assert reply.template == "Q37", reply.sentence
    assert "Georgia" in reply.value or "Tennessee" in reply.value
    assert "Texas" not in reply.value
    assert "Oklahoma" not in reply.value


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("The 2-m temperature never reached 10 C.", ClaimVerdict.CONTRADICTED),
        ("The 2-m temperature never reached 30 C.", ClaimVerdict.SUPPORTED),
        ("2米气温从未达到10℃。", ClaimVerdict.CONTRADICTED),
        ("2米气温没有达到30℃。", ClaimVerdict.SUPPORTED),
    ],
)
def test_a_value_that_was_never_reached(sentence: str, verdict: ClaimVerdict) -> None:
    report = verify(sentence, Desk(source(low_at(-92.0, -92.0))))
    assert report.verdict is verdict
    assert report.claims[0].statistic == "max"


def test_a_feature_is_looked_for_at_every_time_where_none_is_named() -> None:
    fields = source(low_at(-92.0, -92.0))
    english = answer("Is there a closed low?", fields)
    assert english.value is True
    assert "closed low found at 2 of 2 times" in english.sentence
    assert english.detail["times_with_it"] == 2
    chinese = answer("有没有闭合低压？", fields)
    assert "2个时次中有2个检测到闭合低压" in chinese.sentence
    one = answer("Is there a closed low at 2020-07-01 12:00 UTC?", fields)
    assert "of 2 times" not in one.sentence
