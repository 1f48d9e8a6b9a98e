"""Holes, poles and ground above the levels: a clear status, never a silent number."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray

from diagnostics.catalog import FieldCache, compute_index, get_catalog
from diagnostics.contracts.enums import IndexStatus, Mode, PlaceDoubt
from diagnostics.contracts.evidence import IndexAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource
from diagnostics.quantities.domains import is_fixed
from diagnostics.quantities.operators import index_tool

INDICES = [tool.name for tool in get_catalog().indices()]
OF_A_REGION = [tool.name for tool in get_catalog().indices() if not is_fixed(tool.spec.domain)]
"""The others are defined over a fixed box."""
REGION = Region.model_validate((106, 25, 118, 35))
WITHOUT_INPUT = {
    "ehf", "gh500_standardized_anomaly", "mslp_standardized_anomaly",
    "pwat_standardized_anomaly", "spi", "temperature_standardized_anomaly", "tmin_drop",
}  # fmt: skip
"""What needs a climatology or more days than the made data have."""
WITHOUT_FEATURE = {"blocking_index", "wpsh_ridge_latitude", "wpsh_west_point"}
"""What the made data do not show: no subtropical high, no block."""
WITHOUT_AREA = {"cyclone_pressure_change_rate", "wcb_indicator"}
"""What follows an object and not the cells of a region."""
WITH_VALUE = (IndexStatus.OK, IndexStatus.OUT_OF_RANGE)
STATIC = ("orog", "lsm")


def holed(dataset: xarray.Dataset, keep: xarray.DataArray) -> xarray.Dataset:
    """The same fields without values where `keep` is False, static ones apart."""
    result = dataset.copy()
    for name in result.data_vars:
        if name not in STATIC:
            field = result[name]
            masked = field.where(keep).transpose(*field.dims).astype(field.dtype)
            result[name] = masked.assign_attrs(field.attrs)
    return result


def checked(answer: IndexAnswer) -> IndexAnswer:
    """An answer is a finite number with its status, or a status with its words."""
    assert (answer.value is None) == (answer.status not in WITH_VALUE)
    if answer.value is None:
        assert answer.message
    else:
        assert np.isfinite(answer.value)
    assert "NaN" not in answer.model_dump_json()
    for item in answer.extra.values():
        assert not (isinstance(item, float) and not np.isfinite(item))
    return answer


@pytest.fixture(scope="module")
def small(maker: Callable[..., xarray.Dataset]) -> xarray.Dataset:
    return maker(times=5)


@pytest.fixture(scope="module")
def sources(small: xarray.Dataset) -> dict[str, tuple[MemorySource, FieldCache]]:
    """Sources with a narrow hole, a wide one, scattered ones, and none."""
    rng = np.random.default_rng(11)
    shape = (small.sizes["latitude"], small.sizes["longitude"])
    scattered = xarray.DataArray(rng.random(shape) > 0.1, dims=("latitude", "longitude"))
    keeps = {
        "narrow": small.longitude > 107.5,
        "wide": small.longitude > 114.5,
        "scattered": scattered,
        "whole": small.longitude > 0.0,
    }
    return {
        name: (MemorySource(holed(small, keep) if name != "whole" else small), FieldCache())
        for name, keep in keeps.items()
    }


def asked(name: str, pair: tuple[MemorySource, FieldCache], mode: Mode = Mode.QA) -> IndexAnswer:
    return checked(compute_index(name, pair[0], region=REGION, mode=mode, cache=pair[1]))


@pytest.mark.parametrize("mode", [Mode.QA, Mode.DIAGNOSE])
@pytest.mark.parametrize("name", INDICES)
def test_scattered_and_narrow_holes_leave_an_honest_answer(name: str, mode: Mode, sources) -> None:
    for hole in ("narrow", "scattered"):
        asked(name, sources[hole], mode)


@pytest.mark.parametrize("name", INDICES)
def test_a_hole_over_most_of_the_region_leaves_no_number(name: str, sources) -> None:
    whole = asked(name, sources["whole"])
    answer = asked(name, sources["wide"])
    judged_by_area = (
        whole.value is not None
        and bool(whole.series)
        and whole.series[0].valid_fraction is not None
    )
    assert judged_by_area is (name not in WITHOUT_INPUT | WITHOUT_FEATURE | WITHOUT_AREA)
    if judged_by_area:
        assert answer.status in (
            IndexStatus.INSUFFICIENT_VALID_AREA,
            IndexStatus.MISSING_INPUT,
            IndexStatus.UNDETERMINED,
        )


@pytest.mark.parametrize("name", OF_A_REGION)
def test_a_hole_away_from_the_region_changes_nothing(name: str, small, sources) -> None:
    whole = asked(name, sources["whole"])
    far = holed(small, small.latitude < 39.5)
    answer = checked(compute_index(name, MemorySource(far), region=REGION))
    assert answer.status == whole.status
    if whole.value is not None and index_tool(name).record.smoothing.inputs_km <= 100.0:
        assert answer.value == pytest.approx(whole.value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("south", [82.0, -90.0])
@pytest.mark.parametrize("name", INDICES)
def test_a_region_at_a_pole_has_an_honest_answer(
    name: str, south: float, maker: Callable[..., xarray.Dataset]
) -> None:
    polar = maker(west=0.0, south=south, step=1.0, shape=(9, 12), times=5)
    cap = Region(west=0.0, south=south + 1.0, east=11.0, north=south + 8.0)
    answer = checked(compute_index(name, MemorySource(polar), region=cap))
    assert (answer.value is not None) is (name not in WITHOUT_INPUT | WITHOUT_FEATURE)


@pytest.mark.parametrize("name", INDICES)
def test_levels_below_ground_do_not_count_in_a_diagnosis(name: str, small: xarray.Dataset) -> None:
    """Garbage below the ground of a plateau over the western part changes nothing."""
    high = (small.longitude < 112.0) & (small.latitude > 0.0)
    plateau = small.copy()
    plateau["sp"] = plateau["sp"].where(~high, 60000.0).transpose(*small["sp"].dims)
    plateau["sp"] = plateau["sp"].astype(np.float32).assign_attrs(small["sp"].attrs)
    plateau["orog"] = plateau["orog"].where(~high, 4200.0).astype(np.float32)
    plateau["orog"] = plateau["orog"].transpose(*small["orog"].dims)
    plateau["orog"].attrs = small["orog"].attrs
    spoilt = plateau.copy()
    below = high & (plateau.level > 650.0)
    for field, wrong in (("t", 250.0), ("u", -40.0), ("v", 40.0), ("w", 3.0), ("q", 0.03)):
        values = spoilt[field].where(~below, wrong).transpose(*spoilt[field].dims)
        spoilt[field] = values.astype(np.float32).assign_attrs(small[field].attrs)
    one, other = (
        checked(compute_index(name, MemorySource(data), region=REGION, mode=Mode.DIAGNOSE))
        for data in (plateau, spoilt)
    )
    assert other.status == one.status
    if one.value is not None:
        assert other.value == pytest.approx(one.value, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("name", INDICES)
def test_what_stands_on_the_edge_of_the_data_or_in_reduced_pressure_is_marked(
    name: str, small: xarray.Dataset
) -> None:
    """In a diagnosis of all of the data, with a plateau in the middle of the western half."""
    high = (small.longitude < 112.0) & (abs(small.latitude) > 24.0) & (abs(small.latitude) < 36.0)
    plateau = small.copy()
    plateau["orog"] = small["orog"].where(~high, 1500.0).transpose(*small["orog"].dims)
    plateau["orog"].attrs = small["orog"].attrs
    plateau["msl"] = small["msl"].where(~high, 90000.0).transpose(*small["msl"].dims)
    plateau["msl"].attrs = small["msl"].attrs
    source = MemorySource(plateau)
    answer = checked(compute_index(name, source, mode=Mode.DIAGNOSE))
    declared = index_tool(name).signature.fields.values()
    reads = {item.name for item in declared if not set(item.without) & set(plateau.data_vars)}
    latitudes, longitudes = small.latitude.values, small.longitude.values
    for point in answer.series:
        if point.latitude is None or point.value is None:
            assert point.doubt is None
            continue
        on_edge = point.latitude in (latitudes[0], latitudes[-1]) or point.longitude in (
            longitudes[0],
            longitudes[-1],
        )
        ground = plateau["orog"].sel(
            latitude=point.latitude, longitude=point.longitude, method="nearest"
        )
        reduced = "msl" in reads and float(ground) > 1000.0
        # whether a contour closes around it is no question of its place
        of_place = point.doubt not in (None, PlaceDoubt.NO_CENTRE)
        assert of_place is (on_edge or reduced)
