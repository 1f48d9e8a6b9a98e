"""Increments from accumulations of every habit, and refusal where the habit is unknown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.accumulation import difference, plan_increments
from diagnostics.ports import FieldRequest

HOUR = 3600
Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]
Field = Callable[..., tuple[Any, ...]]


def hours(*spans: tuple[float, float]) -> list[tuple[int, int]]:
    return [(int(start * HOUR), int(end * HOUR)) for start, end in spans]


def plan_text(*spans: tuple[float, float]) -> list[tuple[int, int, int | None]]:
    plan = plan_increments(hours(*spans))
    return [(item.end // HOUR, item.plus, item.minus) for item in plan.increments]


def test_running_totals_are_differenced() -> None:
    assert plan_text((0, 0), (0, 6), (0, 12), (0, 18)) == [
        (6, 1, None),
        (12, 2, 1),
        (18, 3, 2),
    ]


def test_a_direct_increment_is_preferred() -> None:
    assert plan_text((0, 6), (0, 12), (6, 12)) == [(6, 0, None), (12, 2, None)]


def test_buckets_beside_totals() -> None:
    found = plan_text((0, 6), (3, 6), (0, 12), (9, 12), (0, 0))
    assert found == [(6, 0, None), (12, 2, 0)]


def test_hourly_increments_at_six_hourly_times_stay_hourly() -> None:
    plan = plan_increments(hours((5, 6), (11, 12)))
    assert plan.interval == HOUR and len(plan.increments) == 2


def test_rolling_windows_cannot_be_taken_apart() -> None:
    plan = plan_increments(hours((0, 24), (6, 30), (12, 36)))
    assert plan.overlapping and plan.interval is None


def test_a_change_of_step_keeps_one_length() -> None:
    plan = plan_increments(hours((0, 3), (0, 6), (0, 9), (0, 15)))
    assert plan.interval == 6 * HOUR
    assert [item.end // HOUR for item in plan.increments] == [9, 15]
    assert [end // HOUR for end in plan.dropped] == [3]


def test_a_total_over_a_day_beside_its_last_hours_is_the_one_used() -> None:
    assert plan_text((0, 24), (21, 24)) == [(24, 0, None)]
    assert plan_text((0, 12), (9, 12), (0, 24), (21, 24)) == [(12, 0, None), (24, 2, 0)]
    assert plan_text((0, 120), (114, 120)) == [(120, 1, None)]


def test_totals_at_uneven_steps_are_differenced_to_the_length_that_covers_them() -> None:
    plan = plan_increments(hours((0, 0), (0, 12), (0, 18), (0, 24)))
    assert [(item.start // HOUR, item.end // HOUR) for item in plan.increments] == [
        (0, 12),
        (12, 24),
    ]
    assert plan.dropped == ()


def test_a_gap_does_not_make_hours_into_longer_steps() -> None:
    plan = plan_increments(hours(*((0, end) for end in range(24) if end != 7)))
    assert plan.interval == HOUR
    assert [end // HOUR for end in plan.dropped] == [8]


@given(st.lists(st.floats(0, 50), min_size=2, max_size=12), st.integers(1, 6))
def test_increments_add_up_to_the_total(amounts: list[float], bucket: int) -> None:
    """Whatever the reset interval, increments of a mass-conserving series come back."""
    spans, values = [], []
    for end in range(1, len(amounts) + 1):
        start = (end - 1) // bucket * bucket
        spans.append((start * HOUR, end * HOUR))
        values.append(sum(amounts[start:end]))
    plan = plan_increments(spans)
    found = [
        float(
            difference(
                np.array([values[item.plus]]),
                None if item.minus is None else np.array([values[item.minus]]),
                "tp",
                "",
            )[0]
        )
        for item in plan.increments
    ]
    assert found == pytest.approx(amounts, abs=1e-9)


def test_noise_is_clipped_and_a_reset_is_refused() -> None:
    clipped = difference(np.array([1.0]), np.array([1.1]), "tp", "")
    assert clipped.tolist() == [0.0]
    with pytest.raises(InputDataError) as caught:
        difference(np.array([1.0]), np.array([5.0]), "tp", "2026-01-01T06:00:00Z")
    assert caught.value.code == "accumulation_reset"


def info(path: Path) -> tuple[float | None, Any]:
    source = open_source([path])
    return source.load(FieldRequest(variables=("tp",)))["tp"].attrs["interval_hours"], source


def test_p08_an_interval_that_nothing_states_is_refused(
    plain_dataset: Make, netcdf: Write, surface_field: Field
) -> None:
    path = netcdf(plain_dataset(tp=surface_field(0.01, "m")))
    source = open_source([path])
    with pytest.raises(InputDataError, match="interval_hours") as caught:
        source.load(FieldRequest(variables=("tp",)))
    assert caught.value.code == "unknown_accumulation"
    assert source.inventory().variable("msl") is not None


@pytest.mark.parametrize(
    ("name", "attrs", "interval"),
    [
        ("tp", {"interval_hours": 3}, 3.0),
        ("total_precipitation_6hr", {}, 6.0),
        ("Total_precipitation_surface_6_Hour_Accumulation", {}, 6.0),
        ("A_PCP_221_SFC_acc3h", {}, 3.0),
    ],
)
@pytest.mark.parametrize(("unit", "factor"), [("m", 1000.0), ("kg m-2", 1.0), ("mm", 1.0)])
def test_p08_stated_intervals_and_units(
    plain_dataset: Make,
    netcdf: Write,
    surface_field: Field,
    name: str,
    attrs: dict[str, Any],
    interval: float,
    unit: str,
    factor: float,
) -> None:
    path = netcdf(plain_dataset(**{name: surface_field(12.0 / factor, unit, **attrs)}))
    found, source = info(path)
    assert found == interval
    values = source.load(FieldRequest(variables=("tp",)))["tp"].values
    assert values == pytest.approx(12.0)


@pytest.mark.parametrize("spacing", [0.1, 0.25])
def test_era5_is_hourly_and_era5_land_counts_from_midnight(netcdf: Write, spacing: float) -> None:
    def dataset(title: str) -> xr.Dataset:
        totals = np.array([0.001, 0.003, 0.004])[:, None, None] * np.ones((3, 4, 4))
        axis = np.arange(4) * spacing
        return xr.Dataset(
            {"tp": (("valid_time", "latitude", "longitude"), totals, {"units": "m"})},
            coords={
                "valid_time": ("valid_time", [1, 2, 3], {"units": "hours since 2026-01-01"}),
                "expver": ("valid_time", ["0001"] * 3),
                "latitude": 40 + axis,
                "longitude": 10 + axis,
            },
            attrs={"title": title} if title else {},
        )

    hourly = open_source([netcdf(dataset("ERA5 hourly data"), "a.nc")])
    values = hourly.load(FieldRequest(variables=("tp",)))["tp"].values
    assert values[:, 0, 0].tolist() == pytest.approx([1.0, 3.0, 4.0])
    land = open_source([netcdf(dataset("ERA5-Land hourly data"), "b.nc")])
    found = land.load(FieldRequest(variables=("tp",)))["tp"]
    assert found.values[:, 0, 0].tolist() == pytest.approx([1.0, 2.0, 1.0])
    assert found.attrs["interval_hours"] == 1.0
    with pytest.raises(InputDataError, match="ERA5-Land") as caught:
        open_source([netcdf(dataset(""), "c.nc")])
    assert caught.value.code == "unknown_accumulation"


@pytest.mark.parametrize("stamp", [0.0, 0.25, 0.5, 1.0])
@pytest.mark.parametrize("count", [1, 3])
def test_an_amount_belongs_to_its_bounds_wherever_the_stamp_lies(
    netcdf: Write, stamp: float, count: int
) -> None:
    starts = 6.0 * np.arange(count)
    dataset = xr.Dataset(
        {
            "tp": (
                ("time", "latitude", "longitude"),
                np.full((count, 3, 3), 12.0),
                {"units": "kg m-2", "standard_name": "precipitation_amount"},
            ),
            "time_bnds": (("time", "nv"), np.stack([starts, starts + 6.0], axis=1)),
        },
        coords={
            "time": (
                "time",
                starts + 6.0 * stamp,
                {"units": "hours since 2026-01-01", "bounds": "time_bnds"},
            ),
            "latitude": [40.0, 41.0, 42.0],
            "longitude": [10.0, 11.0, 12.0],
        },
    )
    found = open_source([netcdf(dataset)]).load(FieldRequest(variables=("tp",)))["tp"]
    assert found.attrs["interval_hours"] == 6.0
    assert found.values[:, 0, 0].tolist() == [12.0] * count
    assert [str(time)[:13] for time in found["time"].values] == [
        f"2026-01-01T{6 * (k + 1):02d}" for k in range(count)
    ]


@pytest.mark.parametrize(
    "said",
    [
        {"centre": {"GRIB_centre": "ecmf"}},
        {"centre": {"GRIB_centre": "edzw"}},
        {"long_name": "Precipitation since the start of the forecast"},
        {"name": "precipitation_amount_acc"},
    ],
)
def test_forecast_totals_in_netcdf_count_from_the_run(netcdf: Write, said: dict[str, Any]) -> None:
    name = said.get("name", "tp")
    attrs = {"units": "kg m**-2", "standard_name": "precipitation_amount"}
    attrs |= {"long_name": said["long_name"]} if "long_name" in said else {}
    totals = np.array([0.0, 2.0, 5.0])[:, None, None] * np.ones((3, 3, 3))
    dataset = xr.Dataset(
        {name: (("step", "latitude", "longitude"), totals, attrs)},
        coords={
            "time": ((), 0, {"units": "hours since 2026-01-01"}),
            "step": ("step", [0, 6, 12], {"units": "hours"}),
            "latitude": [40.0, 41.0, 42.0],
            "longitude": [10.0, 11.0, 12.0],
        },
        attrs=said.get("centre", {}),
    )
    source = open_source([netcdf(dataset)])
    found = source.load(FieldRequest(variables=("tp",)))["tp"]
    assert found.values[:, 0, 0].tolist() == pytest.approx([2.0, 3.0])
    assert str(found["time"].values[-1])[:13] == "2026-01-01T12"
