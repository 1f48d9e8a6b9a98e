"""The expression cache: read once, computed once, bound to content, bounded in memory."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.catalog import FieldCache, compute_index
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource
from diagnostics.ports import FieldRequest
from diagnostics.quantities.cache import Window
from diagnostics.quantities.operators import index_tool

TIME = datetime(2026, 1, 11, tzinfo=UTC)
REGION = Region(west=105.0, south=25.0, east=120.0, north=35.0)


class CountingSource(MemorySource):
    """Counts how often each variable is read."""

    def __init__(self, dataset: xarray.Dataset) -> None:
        super().__init__(dataset, title="counted")
        self.reads: Counter[str] = Counter()
        self.digests = 0

    def load(self, request: FieldRequest) -> xarray.Dataset:
        self.reads.update(request.variables)
        return super().load(request)

    def digest(self) -> str:
        self.digests += 1
        return super().digest()


def compute(name: str, source: Any, cache: FieldCache, **options: Any) -> float:
    answer = compute_index(name, source, time=TIME, region=REGION, cache=cache, **options)
    assert answer.value is not None
    return answer.value


def test_operators_share_what_was_read(dataset: xarray.Dataset) -> None:
    source, cache = CountingSource(dataset), FieldCache()
    compute("gh500", source, cache)
    compute("gh500", source, cache, reduction="max")
    compute("total_totals", source, cache)
    before = dict(source.reads)
    compute("total_totals", source, cache)
    assert dict(source.reads) == before
    assert before["z"] == 1
    assert source.digests == 1


def test_a_result_is_computed_once_for_all_its_reductions(
    dataset: xarray.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, cache = CountingSource(dataset), FieldCache()
    tool = index_tool("k_index")
    calls = Counter[str]()
    original: Callable[..., Any] = tool.run

    def counted(*args: Any, **kwargs: Any) -> Any:
        calls["k_index"] += 1
        return original(*args, **kwargs)

    monkeypatch.setitem(tool.__dict__, "run", counted)
    highest = compute("k_index", source, cache, reduction="max")
    assert compute("k_index", source, cache, reduction="mean") < highest
    assert calls["k_index"] == 1
    compute("k_index", source, cache, mode=Mode.DIAGNOSE)
    assert calls["k_index"] == 2


def test_equal_content_is_shared_and_other_content_is_not(dataset: xarray.Dataset) -> None:
    cache = FieldCache()
    first, same = CountingSource(dataset), CountingSource(dataset.copy(deep=True))
    warmer = CountingSource(dataset.assign(t=dataset["t"] + 1.0))
    value = compute("k_index", first, cache)
    assert compute("k_index", same, cache) == value
    assert not same.reads, "a source with the same digest needs no reading"
    assert compute("k_index", warmer, cache) != value
    assert warmer.reads["t"] > 0


def test_memory_is_bounded_and_what_is_dropped_is_freed(dataset: xarray.Dataset) -> None:
    field = int(dataset["t"].isel(level=0).nbytes)
    cache = FieldCache(limit=3 * field)
    source = CountingSource(dataset)
    window = Window(window=None, region=None, halo=0)
    alive = []
    for level in dataset["level"].values[:8]:
        loaded = cache.load(source, ["t"], (float(level),), window)["t"]
        cache.digest_of_field(loaded)
        alive.append(weakref.ref(loaded))
        del loaded
    gc.collect()
    kept = [item() for item in alive if item() is not None]
    assert sum(item.nbytes for item in kept if item is not None) <= 3 * field
    assert alive[0]() is None
    assert alive[-1]() is not None


def test_a_result_is_charged_with_all_its_layers(dataset: xarray.Dataset) -> None:
    source = CountingSource(dataset)
    cells = dataset.sizes["latitude"] * dataset.sizes["longitude"] * 8
    cache = FieldCache(limit=2 * cells)
    value = compute_index("cape", source, time=TIME, cache=cache).value
    assert value is not None
    assert np.isfinite(value)
    # its field of one time alone would fit, with its layers it does not
    before = source.reads["t"]
    compute_index("cape", source, time=TIME, cache=cache)
    assert source.reads["t"] > before


def test_room_is_made_before_more_is_read(dataset: xarray.Dataset) -> None:
    field = int(dataset["t"].isel(level=0).nbytes)
    window = Window(window=None, region=None, halo=0)
    alive: list[weakref.ref[xarray.DataArray]] = []

    class Watching(CountingSource):
        def load(self, request: FieldRequest) -> xarray.Dataset:
            gc.collect()
            self.kept = sum(item() is not None for item in alive)
            return super().load(request)

    source, cache = Watching(dataset), FieldCache(limit=3 * field)
    levels = [float(level) for level in dataset["level"].values]
    for level in levels[:3]:
        alive.append(weakref.ref(cache.load(source, ["t"], (level,), window)["t"]))
    cache.load(source, ["u", "v"], (levels[0],), window)
    assert source.kept == 1
    loaded = cache.load(source, ["u", "t"], (levels[0],), window)
    assert set(loaded) == {"u", "t"}
    assert source.reads["u"] == 1
