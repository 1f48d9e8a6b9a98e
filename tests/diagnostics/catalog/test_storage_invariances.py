"""However a file stores the fields, every operator and every detector gives the same answer.

Reversed rows, reversed levels, levels in Pa, other units, the other turn of longitudes and lazy
arrays; each within the tolerance that the operator declares (1e-9 unless it says otherwise).
Readers store float32: a unit that is converted back is off by one rounding at most.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
import xarray

from diagnostics.catalog import FieldCache, compute_index, get_catalog
from diagnostics.contracts.enums import IndexStatus, ToolKind
from diagnostics.contracts.evidence import FeaturesAnswer, IndexAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features import DETECTORS, detect_features
from diagnostics.detection.features.registry import Given
from diagnostics.fields.memory import MemorySource
from diagnostics.fields.source_opening import open_source
from diagnostics.ports import FieldSource

INDICES = [tool.name for tool in get_catalog().indices()]
REGION = Region.model_validate((106, 25, 118, 35))
SEAM = Region.model_validate((165, 25, -165, 45))
KNOT = 0.514444444444444
UNITS: dict[str, tuple[str, float, float]] = {
    "msl": ("hPa", 1e-2, 0.0), "sp": ("hPa", 1e-2, 0.0), "t": ("degC", 1.0, -273.15),
    "t2m": ("degC", 1.0, -273.15), "d2m": ("degF", 1.8, -459.67),
    "mx2t": ("degC", 1.0, -273.15), "mn2t": ("degF", 1.8, -459.67), "q": ("g kg-1", 1e3, 0.0),
    "u": ("km h-1", 3.6, 0.0), "v": ("knot", 1.0 / KNOT, 0.0), "u10": ("km h-1", 3.6, 0.0),
    "v10": ("knots", 1.0 / KNOT, 0.0), "fg10": ("km h-1", 3.6, 0.0), "w": ("hPa h-1", 36.0, 0.0),
    "tp": ("m", 1e-3, 0.0), "orog": ("km", 1e-3, 0.0),
}  # fmt: skip


def in_other_units(dataset: xarray.Dataset) -> xarray.Dataset:
    result = dataset.astype(np.float64, keep_attrs=True)
    for name, (unit, factor, offset) in UNITS.items():
        attrs = result[name].attrs
        result[name] = (result[name] * factor + offset).assign_attrs(attrs | {"units": unit})
    return result.assign_coords(level=("level", dataset.level.values * 100.0, {"units": "Pa"}))


@dataclass
class Answers:
    """The same question asked of two sources; the plain answers are kept."""

    one: FieldSource
    other: FieldSource
    region: Region
    caches: tuple[FieldCache, FieldCache] = field(
        default_factory=lambda: (FieldCache(), FieldCache())
    )

    def index(self, name: str) -> tuple[IndexAnswer, IndexAnswer]:
        one, other = (
            compute_index(name, source, region=self.region, cache=cache)
            for source, cache in zip((self.one, self.other), self.caches, strict=True)
        )
        return one, other

    def features(self, name: str) -> tuple[FeaturesAnswer, FeaturesAnswer]:
        params = {"field": "temperature@850"} if name == "threshold_object" else {}
        if name == "threshold_object":
            params["threshold"] = 5.0  # type: ignore[assignment]
        elif Given("field") in DETECTORS[name].needs:
            default = next(s.default for s in DETECTORS[name].parameters if s.name == "field")
            params = {} if default else {"field": "temperature@850"}
        time = self.one.inventory().times[-1]
        one, other = (
            detect_features(name, source, time=time, region=self.region, params=params)
            for source in (self.one, self.other)
        )
        return one, other


def written(dataset: xarray.Dataset, path: Path) -> FieldSource:
    dataset.to_netcdf(path)
    return open_source([path])


@pytest.fixture(scope="module")
def stored(maker: Callable[..., xarray.Dataset], tmp_path_factory) -> Answers:
    """A plain file, and one upside down in other units."""
    folder = tmp_path_factory.mktemp("stored")
    plain = maker(times=5)
    turned = in_other_units(plain).isel(latitude=slice(None, None, -1), level=slice(None, None, -1))
    return Answers(
        written(plain, folder / "plain.nc"), written(turned, folder / "turned.nc"), REGION
    )


@pytest.fixture(scope="module")
def rolled(maker: Callable[..., xarray.Dataset], tmp_path_factory) -> Answers:
    """Full circles of latitude from 0 to 360, and from -180 to 180."""
    folder = tmp_path_factory.mktemp("rolled")
    plain = maker(west=0.0, south=10.0, step=5.0, shape=(13, 72), times=5)
    turned = plain.roll(longitude=36, roll_coords=True)
    turned = turned.assign_coords(longitude=(turned.longitude + 180.0) % 360.0 - 180.0)
    return Answers(written(plain, folder / "plain.nc"), written(turned, folder / "rolled.nc"), SEAM)


@pytest.fixture(scope="module")
def lazy(maker: Callable[..., xarray.Dataset]) -> Answers:
    """Arrays in memory, and chunks of dask."""
    plain = maker(times=5)
    chunked = plain.chunk({"time": 2, "latitude": 7, "level": 5})
    return Answers(MemorySource(plain), MemorySource(chunked), REGION)


def same_index(name: str, one: IndexAnswer, other: IndexAnswer) -> None:
    tolerance = get_catalog().tool(name, ToolKind.INDEX).spec.tolerance
    assert (other.status, other.unit, other.level) == (one.status, one.unit, one.level)
    assert (one.value is None) == (one.status not in (IndexStatus.OK, IndexStatus.OUT_OF_RANGE))
    if one.value is not None:
        assert other.value == pytest.approx(one.value, rel=tolerance, abs=1e-12)
    if one.latitude is not None:
        assert (other.latitude, other.longitude) == pytest.approx((one.latitude, one.longitude))
    assert other.extra.keys() == one.extra.keys()


def same_features(one: FeaturesAnswer, other: FeaturesAnswer) -> None:
    assert (other.passed, other.status) == (one.passed, one.status)
    assert other.score == pytest.approx(one.score, abs=1e-3)
    assert len(other.features) == len(one.features)
    for first in one.features:
        near = [
            item
            for item in other.features
            if item.kind == first.kind
            and abs(item.latitude - first.latitude) < 1e-3
            and abs((item.longitude - first.longitude + 180.0) % 360.0 - 180.0) < 1e-3
        ]
        assert near, first
        if first.value is not None:
            assert near[0].value == pytest.approx(first.value, rel=1e-4, abs=1e-3)


@pytest.mark.parametrize("name", INDICES)
def test_rows_levels_and_units_may_be_stored_in_any_way(name: str, stored: Answers) -> None:
    same_index(name, *stored.index(name))


@pytest.mark.parametrize("name", INDICES)
def test_either_turn_of_the_longitudes_may_be_stored(name: str, rolled: Answers) -> None:
    same_index(name, *rolled.index(name))


@pytest.mark.parametrize("name", INDICES)
def test_lazy_arrays_are_as_good_as_those_in_memory(name: str, lazy: Answers) -> None:
    same_index(name, *lazy.index(name))


@pytest.mark.parametrize("name", DETECTORS)
def test_detectors_do_not_see_how_the_file_stores_its_fields(name: str, stored: Answers) -> None:
    same_features(*stored.features(name))


@pytest.mark.parametrize("name", DETECTORS)
def test_detectors_do_not_see_the_turn_of_the_longitudes(name: str, rolled: Answers) -> None:
    same_features(*rolled.features(name))


def test_most_of_them_have_something_to_compare(stored: Answers, rolled: Answers) -> None:
    for answers in (stored, rolled):
        found = [answers.index(name)[0].value for name in INDICES]
        assert sum(value is not None for value in found) > 0.7 * len(INDICES)
