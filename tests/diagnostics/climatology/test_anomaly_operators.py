"""Standardised anomalies are departures from the base period's own numbers, or say what lacks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.catalog import compute_field, compute_index
from diagnostics.climatology import Climatologies, GridClimatology, GridKey
from diagnostics.contracts.enums import IndexStatus, Mode
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.fields.memory import MemorySource

REGION = Region(west=111, south=31, east=115, north=34)
MOMENT = datetime(2026, 1, 17, 12, tzinfo=UTC)
ANOMALIES = (
    "temperature_standardized_anomaly",
    "pwat_standardized_anomaly",
    "gh500_standardized_anomaly",
    "mslp_standardized_anomaly",
)


def window_of(base: xr.Dataset) -> xr.Dataset:
    """Twelve o'clock of the days within 15 of 17 January, picked by plain selection."""
    hours = base.sel(time=base.time.dt.hour == 12)
    return hours.sel(time=(hours.time.dt.day >= 2) & (hours.time.dt.day <= 31))


@pytest.fixture(scope="module")
def case(case_maker: Callable[..., xr.Dataset]) -> xr.Dataset:
    times = np.array(["2026-01-17T12", "2026-01-18T12"], dtype="datetime64[ns]")
    return case_maker(times, seed=9, t=-9.0, msl=2500.0, z=-1500.0, q=0.002)


@pytest.fixture(scope="module")
def source(case: xr.Dataset) -> MemorySource:
    return MemorySource(case)


def independent(base: xr.Dataset, case: xr.Dataset, name: str, **level: float) -> xr.DataArray:
    """The anomaly by xarray's own mean and standard deviation over the window."""
    past, now = window_of(base)[name], case[name].isel(time=0)
    if level:
        past, now = past.sel(**level), now.sel(**level)
    past, now = past.astype(np.float64), now.astype(np.float64)
    anomaly = (now - past.mean("time")) / past.std("time", ddof=1)
    return anomaly.sel(latitude=slice(31, 34), longitude=slice(111, 115))


@pytest.mark.parametrize("mode", list(Mode))
def test_the_mean_is_that_of_an_independent_computation(
    base: xr.Dataset, case: xr.Dataset, source: MemorySource, gridded: GridClimatology, mode: Mode
) -> None:
    answer = compute_index(
        "temperature_standardized_anomaly",
        source,
        time=MOMENT,
        region=REGION,
        mode=mode,
        baseline=gridded,
    )
    expected = independent(base, case, "t", level=850.0)
    weights = np.cos(np.radians(expected.latitude))
    # statistics are stored in float32
    assert answer.value == pytest.approx(float(expected.weighted(weights).mean()), rel=1e-5)
    assert answer.status is IndexStatus.OK
    assert answer.value < -1.5
    share = (np.abs(expected) >= 2).weighted(weights).mean()
    assert answer.extra["area_fraction_2sigma"] == pytest.approx(float(share))
    assert answer.extra["sample_count"] == 20 * 30
    assert answer.extra["climatology"] == "januaries"
    assert 100 < answer.extra["effective_sample_size"] <= 600  # type: ignore[operator]


@pytest.mark.parametrize(
    ("index", "field", "level", "reduction"),
    [
        ("gh500_standardized_anomaly", "z", {"level": 500.0}, "min"),
        ("mslp_standardized_anomaly", "msl", {}, "max"),
    ],
)
def test_an_extremum_is_found_where_an_independent_computation_has_it(
    base: xr.Dataset,
    case: xr.Dataset,
    source: MemorySource,
    gridded: GridClimatology,
    index: str,
    field: str,
    level: dict[str, float],
    reduction: str,
) -> None:
    answer = compute_index(
        index, source, time=MOMENT, region=REGION, reduction=reduction, baseline=gridded
    )
    expected = independent(base, case, field, **level)
    best = float(getattr(expected, reduction)())
    assert answer.value == pytest.approx(best, rel=1e-5)
    place = expected.where(expected == best, drop=True)
    assert answer.latitude == float(place.latitude[0])
    assert answer.longitude == float(place.longitude[0])
    assert answer.extra["minimum_sigma"] == pytest.approx(float(expected.min()), rel=1e-5)
    assert answer.extra["maximum_sigma"] == pytest.approx(float(expected.max()), rel=1e-5)


def test_water_is_that_of_the_index_itself(
    base: xr.Dataset, source: MemorySource, gridded: GridClimatology
) -> None:
    answer = compute_index(
        "pwat_standardized_anomaly", source, time=MOMENT, region=REGION, baseline=gridded
    )
    here = {"latitude": answer.latitude, "longitude": answer.longitude}
    past = compute_field("pwat", MemorySource(window_of(base))).sel(here).values
    now = compute_field("pwat", source, time=MOMENT).sel(here).values[0]
    std = past.astype(float).std(ddof=1)
    assert std > 0.5
    assert answer.value == pytest.approx((now - past.astype(float).mean()) / std, rel=1e-4)
    assert answer.extra["climatological_mean_mm"] == pytest.approx(past.mean(), rel=1e-4)


def test_two_metres_have_their_own_climatology(
    base: xr.Dataset, case: xr.Dataset, source: MemorySource, gridded: GridClimatology
) -> None:
    answer = compute_index(
        "temperature_standardized_anomaly",
        source,
        time=MOMENT,
        region=REGION,
        level="2m",
        reduction="max",
        baseline=gridded,
    )
    assert answer.value == pytest.approx(float(independent(base, case, "t2m").max()), rel=1e-5)


def test_an_analytic_anomaly_is_exact(case: xr.Dataset, hold: Callable[..., Any]) -> None:
    """One January value a year of -1, 0 and 1 K about 270 K: the anomaly of 273 K is known."""
    days = [np.datetime64(f"{year}-01-17T12", "h") for year in range(1980, 2010)]
    cycle = 270.0 + np.tile([-1.0, 0.0, 1.0], 10)
    field = np.broadcast_to(cycle[:, None, None], (30, 6, 7))
    held = hold({GridKey(name="t2m"): field}, np.array(days), years=30)
    warm = case.assign(t2m=case.t2m * 0 + np.float32(273.0))
    warm.t2m.attrs = case.t2m.attrs
    answer = compute_index(
        "temperature_standardized_anomaly",
        MemorySource(warm),
        time=MOMENT,
        region=REGION,
        level="2m",
        baseline=held,
    )
    assert answer.value == pytest.approx(3.0 / np.sqrt(20.0 / 29.0), rel=1e-6)


def test_a_small_deviation_is_floored(case: xr.Dataset, hold: Callable[..., Any]) -> None:
    days = np.array([np.datetime64(f"{year}-01-17T12", "h") for year in range(1980, 2010)])
    held = hold({GridKey(name="t2m"): np.full((30, 6, 7), 270.0)}, days)
    warm = case.assign(t2m=case.t2m * 0 + np.float32(271.5))
    answer = compute_index(
        "temperature_standardized_anomaly",
        MemorySource(warm),
        time=MOMENT,
        region=REGION,
        level="2m",
        baseline=held,
    )
    assert answer.value == pytest.approx(1.5 / 0.3)


@pytest.mark.parametrize("name", ANOMALIES)
def test_without_a_climatology_the_cure_is_named(name: str, source: MemorySource) -> None:
    for given in (None, Climatologies()):
        answer = compute_index(name, source, region=REGION, baseline=given)
        assert answer.status is IndexStatus.MISSING_INPUT
        assert answer.value is None
        assert "hvrmet climatology build --field" in answer.message
        with pytest.raises(InputDataError, match="--field"):
            compute_field(name, source, region=REGION, baseline=given)


def test_a_level_that_the_climatology_lacks_is_named(
    source: MemorySource, gridded: GridClimatology
) -> None:
    answer = compute_index(
        "temperature_standardized_anomaly", source, region=REGION, level=700, baseline=gridded
    )
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "--field t@700" in answer.message


def test_too_short_a_climatology_has_no_anomaly(base: xr.Dataset, hold: Callable[..., Any]) -> None:
    few = base.isel(time=slice(0, 40, 2))
    held = hold({GridKey(name="msl"): few.msl.values}, few.time.values, years=1)
    midnight = MemorySource(base.isel(time=[20]))
    answer = compute_index("mslp_standardized_anomaly", midnight, region=REGION, baseline=held)
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "too short: at most 20 values" in answer.message


def test_few_years_are_marked(
    source: MemorySource, base: xr.Dataset, hold: Callable[..., Any]
) -> None:
    some = base.sel(time=base.time.dt.year < 1994)
    held = hold({GridKey(name="msl"): some.msl.values}, some.time.values, years=3)
    answer = compute_index("mslp_standardized_anomaly", source, region=REGION, baseline=held)
    assert answer.value is not None
    assert "short_climatology" in answer.provenance.warnings


def test_hours_that_are_not_there_are_named(
    base: xr.Dataset, gridded: GridClimatology, case_maker: Callable[..., xr.Dataset]
) -> None:
    six = MemorySource(case_maker(np.array(["2026-01-17T06"], dtype="datetime64[ns]")))
    answer = compute_index("mslp_standardized_anomaly", six, region=REGION, baseline=gridded)
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "0, 12 UTC" in answer.message


def test_another_season_is_not_covered(
    gridded: GridClimatology, case_maker: Callable[..., xr.Dataset]
) -> None:
    july = MemorySource(case_maker(np.array(["2026-07-17T12"], dtype="datetime64[ns]")))
    answer = compute_index("mslp_standardized_anomaly", july, region=REGION, baseline=gridded)
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "too short: at most 0 values" in answer.message


def test_another_grid_is_refused(case: xr.Dataset, gridded: GridClimatology) -> None:
    shifted = case.assign_coords(longitude=case.longitude + 0.5)
    with pytest.raises(InputDataError) as caught:
        compute_index("mslp_standardized_anomaly", MemorySource(shifted), baseline=gridded)
    assert caught.value.code == "climatology_grid_differs"
    coarse = case.isel(latitude=slice(0, None, 2), longitude=slice(0, None, 2))
    with pytest.raises(InputDataError):
        compute_index("mslp_standardized_anomaly", MemorySource(coarse), baseline=gridded)


def test_the_turn_of_the_longitudes_changes_nothing(
    case: xr.Dataset, source: MemorySource, gridded: GridClimatology
) -> None:
    turned = MemorySource(case.assign_coords(longitude=case.longitude - 360.0))
    one, other = (
        compute_index("mslp_standardized_anomaly", item, region=REGION, baseline=gridded)
        for item in (source, turned)
    )
    assert one.value == other.value
    assert one.value is not None


def test_cells_beyond_the_climatology_have_no_value(
    case: xr.Dataset, base: xr.Dataset, hold: Callable[..., Any]
) -> None:
    west = base.isel(longitude=slice(0, 3))
    held = hold(
        {GridKey(name="msl"): west.msl.values},
        base.time.values,
        longitude=west.longitude.values,
    )
    field = compute_field("mslp_standardized_anomaly", MemorySource(case), baseline=held)
    assert np.isfinite(field.values[:, :, :3]).all()
    assert np.isnan(field.values[:, :, 3:]).all()
    answer = compute_index("mslp_standardized_anomaly", MemorySource(case), baseline=held)
    assert answer.status is IndexStatus.INSUFFICIENT_VALID_AREA


def test_the_climatology_is_part_of_the_evidence(
    source: MemorySource, gridded: GridClimatology
) -> None:
    one = compute_index("mslp_standardized_anomaly", source, baseline=gridded)
    other = GridClimatology(
        gridded.items, gridded.latitude, gridded.longitude, name="other", digest="e" * 64
    )
    two = compute_index("mslp_standardized_anomaly", source, baseline=other)
    assert one.provenance.input_digest != two.provenance.input_digest
