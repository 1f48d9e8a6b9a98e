"""Parts of a build in a store of bytes: found by the same build alone, as they were."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.catalog import index_key
from diagnostics.climatology.build import ReducedSeries
from diagnostics.climatology.stored_parts import StoredBlocks, StoredStretches
from diagnostics.contracts.space_time import Region

RECIPE = {"data_digest": "a", "quantities": ["msl"]}
OTHER = {"data_digest": "b", "quantities": ["msl"]}


class Kept:
    """A store in memory."""

    def __init__(self) -> None:
        self.data: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        return self.data.get(key)

    def put(self, key: str, data: bytes) -> None:
        self.data[key] = data


def test_a_block_is_found_by_the_same_build_alone() -> None:
    store = Kept()
    tables = {"mean": np.array([[1.5, np.nan]], dtype=np.float32)}
    StoredBlocks(store, RECIPE).put(1, tables)
    again = StoredBlocks(store, dict(RECIPE))
    assert (again.has(1), again.has(0)) == (True, False)
    np.testing.assert_array_equal(again.get(1)["mean"], tables["mean"])
    assert not StoredBlocks(store, OTHER).has(1)
    again.remove()
    assert again.has(1)
    store.data.clear()
    with pytest.raises(KeyError):
        again.get(1)


def test_a_stretch_is_read_as_it_was_kept() -> None:
    store, labels = Kept(), ["January 1991", "January 1992"]
    series = ReducedSeries(
        index_key("pwat"),
        Region(west=1.0, south=2.0, east=3.0, north=4.0),
        "kg m-2",
        np.array(["1991-01-01T00:00", "1991-01-01T06:00"], dtype="datetime64[m]"),
        np.array([20.25, np.nan]),
    )
    first = StoredStretches(store, RECIPE, labels)
    assert first.done == {}
    first.add(labels[1], {"pwat": series})
    (found,) = StoredStretches(store, RECIPE, labels).done.items()
    assert found[0] == labels[1]
    read = found[1]["pwat"]
    assert (read.key, read.region, read.unit) == (series.key, series.region, series.unit)
    np.testing.assert_array_equal(read.times, series.times)
    np.testing.assert_array_equal(read.values, series.values)
    assert StoredStretches(store, OTHER, labels).done == {}
