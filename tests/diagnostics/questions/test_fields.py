"""How a field looks, and where it is beyond its climatology: on fields whose truth is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.climatology import Climatologies, GridClimatology, GridItem, GridKey, GridKind
from diagnostics.contracts.forms import Form
from diagnostics.contracts.questions import ClaimVerdict
from diagnostics.fields.memory import MemorySource
from diagnostics.questions import Workspace, verify
from diagnostics.questions.evaluate.query import evaluate

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


def found(query: dict[str, Any], fields: MemorySource, **options: Any) -> Any:
    return evaluate(Form.model_validate({"query": query}), Workspace(fields, **options))


MSL = {"id": "mean_sea_level_pressure"}


@pytest.mark.parametrize(("second", "moved"), [(-90.0, True), (-94.0, False), (-97.0, False)])
def test_a_low_moves_east_when_its_longitude_grows(second: float, moved: bool) -> None:
    ends = [
        {
            "kind": "coordinate",
            "axis": "longitude",
            "position": {
                "kind": "extreme",
                "quantity": MSL,
                "end": "min",
                "time": {"kind": "instants", "times": [time]},
            },
        }
        for time in ("2020-07-01T12:00Z", "2020-07-01T00:00Z")
    ]
    shift = {"kind": "arithmetic", "operation": "subtract", "numbers": ends}
    cell = {"kind": "constant", "amount": {"value": 1.0, "unit": "deg"}}
    query = {"kind": "compare", "left": shift, "relation": "above", "right": cell}
    assert found(query, source(low_at(-95.0, second))).value is moved


def test_regions_beyond_a_percentile_are_those_with_half_their_area_there() -> None:
    warm_limit = np.full((1, LATITUDE.size, LONGITUDE.size), 285.0)
    quantile = xarray.DataArray(
        np.broadcast_to(warm_limit[None, :], (1, 366, LATITUDE.size, LONGITUDE.size)),
        dims=("quantile", "dayofyear", "y", "x"),
        coords={"quantile": [0.9]},
    )
    item = GridItem(GridKey(name="t2m"), GridKind.ALL_DAYS, "K", {"quantile": quantile}, years=30)
    known = GridClimatology([item], LATITUDE, LONGITUDE, name="made", digest="0" * 64)
    query = {
        "kind": "units",
        "of": "region",
        "share": 0.5,
        "time": {"kind": "instants", "times": ["2020-07-01T00:00Z"]},
        "condition": {
            "kind": "where",
            "quantity": {"id": "temperature", "level": "2m"},
            "relation": "above",
            "limit": {"kind": "percentile", "percentile": 90, "of": "climatology"},
        },
    }
    names = found(query, source(low_at(-95.0, -90.0)), climatology=Climatologies.of(known)).value
    # it passes 285 K at 90 degrees west
    assert "Georgia" in names or "Tennessee" in names
    assert not {"Texas", "Oklahoma"} & set(names)


def test_a_feature_is_looked_for_at_every_time_where_none_is_named() -> None:
    fields = source(low_at(-92.0, -92.0))
    query = {"kind": "feature", "detector": "closed_extremum", "params": {"sign": "low"}}
    there = found(query, fields)
    assert there.value is True
    assert (there.detail["times_with_it"], there.detail["times"]) == (2, 2)
    assert found({**query, "over": "none"}, fields).value is False
    assert found({**query, "asked": "position"}, fields).value[1] == pytest.approx(-92, abs=1)


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
    report = verify(sentence, Workspace(source(low_at(-92.0, -92.0))))
    assert report.verdict is verdict
    assert report.claims[0].statistic == "max"
